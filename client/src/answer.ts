// Reads what the service answered: its envelope, or why there is none.
import { ManifoldError, type ManifoldErrorItem } from './error.ts';
import type { Report } from './records.d.ts';

/** The answer of a data call. */
export interface Envelope<Record> {
  readonly Errors: { readonly code?: string };
  readonly Output: {
    readonly execution_id: string;
    readonly override_count: number;
    readonly result: readonly Record[];
    readonly next_page_token?: string;
  };
  readonly Report: Report;
}

const LISTS = ['schemaValidationErrors', 'restErrors', 'operationErrors', 'unexpectedErrors'];

/** A proxy's own answers, after which the same request may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** The JSON of an answer; undefined where it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is known of an answer beside its body. */
export interface Outside {
  /** Undefined where the answer came inside another. */
  readonly status: number | undefined;
  readonly url?: string | undefined;
  readonly headers?: { get(name: string): string | null } | undefined;
}

/** Why an answer is not a success. */
export function errorOf({ status, url, headers }: Outside, body: unknown): ManifoldError {
  const retryAfter = retryAfterOf(headers?.get('retry-after') ?? null);
  const first = partOf(body, 'Errors');
  const code = textOf(first, 'code');
  const message = textOf(first, 'message');
  if (code === undefined || message === undefined) {
    return new ManifoldError(
      'not_manifold',
      `${url?.split('?')[0] || 'The address'} answered ${status}, but not as Manifold does. Check the url, and what stands between here and there.`,
      { status, retryAfter, retryable: status !== undefined && PASSING.has(status) },
    );
  }
  const output = partOf(body, 'Output');
  const items = LISTS.flatMap((list) => {
    const found = output?.[list];
    return Array.isArray(found) ? (found as ManifoldErrorItem[]) : [];
  });
  const cause = items.find((item) => item.code === code && item.message === message) ?? items[0];
  return new ManifoldError(code, message, {
    status,
    retryAfter,
    retryable: first?.retryable === true,
    step: textOf(first, 'step'),
    help: textOf(first, 'help'),
    field: cause?.field,
    channel: cause?.channel,
    native: cause?.native,
    traceId: textOf(partOf(body, 'Report'), 'TraceId'),
    executionId: textOf(output, 'execution_id'),
    items,
  });
}

/** Seconds to wait: the header holds a number of them, or a date. */
export function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object within an answer, of which nothing is known yet. */
export const partOf = (value: unknown, name: string): Part | undefined => {
  const found = isPart(value) ? value[name] : undefined;
  return isPart(found) ? found : undefined;
};

export const textOf = (value: unknown, name: string): string | undefined => {
  const found = isPart(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : undefined;
};

export const numberOf = (value: unknown, name: string): number | undefined => {
  const found = isPart(value) ? value[name] : undefined;
  return typeof found === 'number' ? found : undefined;
};
