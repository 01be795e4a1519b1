// Pages of records from the service, and what it says beside them.
import type { Page as ClientPage } from '../../client/src/index.ts';
import type { Item } from './formats.ts';
import { paint } from './paint.ts';
import { optionOf, type Reading, type RecordsAsked } from './question.ts';

type Report = ClientPage<unknown>['report'];

export interface Page {
  readonly records: readonly Item[];
  readonly isLast: boolean;
}

/** Page after page; what is said beside the records is kept for the end. */
export async function* pagesOf(
  { kind, reached, sent, params }: Reading,
  notes: Notes,
): AsyncGenerator<Page> {
  const records = kind.read(reached.manifold, { ...sent, ...(params !== undefined && { params }) });
  for await (const page of records.pages()) {
    reached.answered();
    notes.add(page.report);
    yield {
      records: page.records.map((record) => ({ ...record })),
      isLast: page.token === undefined,
    };
  }
}

export interface Notes {
  readonly add: (report: Pick<Report, 'Filters' | 'Warnings'>) => void;
  readonly tell: () => void;
}

/** What the service says beside the records: filters that nobody asked for, and warnings, each once. */
export function notesOf({ io, json }: RecordsAsked): Notes {
  const defaults = new Map<string, string>();
  const warnings = new Map<
    string,
    { code: string; message: string; field?: string; count: number }
  >();
  return {
    add({ Filters, Warnings }) {
      for (const { name, value, by } of Filters) if (by === 'default') defaults.set(name, value);
      for (const { code, message, field, count } of Warnings) {
        const key = `${code} ${field ?? ''}`;
        const before = warnings.get(key)?.count ?? 0;
        warnings.set(key, {
          code,
          message,
          ...(field !== undefined && { field }),
          count: before + count,
        });
      }
    },
    tell() {
      for (const warning of warnings.values())
        io.err(
          json
            ? JSON.stringify({ warning })
            : `${paint('yellow', 'Warning:')} ${warning.message}${warning.count > 1 ? ` (${warning.count} times)` : ''}`,
        );
      if (json || io.columns === undefined) return;
      for (const [name, value] of defaults)
        io.err(
          paint(
            'dim',
            `Only with ${name} "${value}", which is the default; --${optionOf(name)} changes that.`,
          ),
        );
    },
  };
}
