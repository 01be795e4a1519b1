// Why the nulls of a record are null: what is added to records by `include=reasons`.
import type { Journal } from '../accounts/journal.ts';
import type { Channel, Note, Warning } from '../channels/channel.ts';
import { sourcesOf } from '../channels/lineage.ts';
import { reasonsOf } from '../channels/reasons.ts';
import type { Operation } from '../model/execution.ts';
import type { Reasons } from '../model/lineage.ts';

/** Notes what is warned of while one record after the other is read. */
export function explaining(
  { channel, operation }: { channel: Pick<Channel, 'lineage'>; operation: Operation },
  journal: Journal,
) {
  const forms = channel.lineage()[operation] ?? {};
  // Of the page: what was said while it was fetched.
  const before = journal.noted();
  let own: Warning[] = [];
  return {
    begin() {
      own = [];
    },
    warn: ((warning) => {
      own.push(warning);
      journal.warn(warning);
    }) satisfies Note,
    reasons(native: unknown, record: Readonly<Record<string, unknown>>): Reasons {
      const ofPage = before.filter(
        ({ ids = [] }) => ids.length === 0 || ids.includes(String(record.id)),
      );
      return reasonsOf(record, sourcesOf(forms, native), [...own, ...ofPage]);
    },
  };
}

/** Those of fields that the record still has, and that no one set since. */
export function reasonsWithin(
  record: Readonly<Record<string, unknown>>,
  isSet: (field: string) => boolean = () => false,
): Reasons {
  const has = (path: string) => {
    const [field = ''] = path.split(/[.[]/);
    return field in record && !isSet(field);
  };
  return Object.fromEntries(
    Object.entries(record.reasons as Reasons).filter(([path]) => has(path)),
  );
}
