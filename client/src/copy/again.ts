// Records that could not be read: asked for again, until they are there or known to be gone.
import type { Connection } from '../connection.ts';
import type { Absent } from '../gone.ts';
import type { Kept, Writing } from './kept.ts';
import { readNamed } from './reading.ts';
import { type Scope, scopeOf, type Tried, type Unread } from './scope.ts';
import type { Steps } from './steps.ts';
import { troubleOf } from './survey.ts';

/** What is not shown is believed to be gone no sooner. */
const GONE_AFTER = 10 * 60_000;
/** What the channel did not show, when the log named it and when everything was listed. */
const NOT_SHOWN = 'not_shown';
const NOT_LISTED = 'not_listed';
const UNREADABLE = 'record_unreadable';

/** Why a record is not in the copy as it is now. */
export function unreadOf(
  scope: Scope,
  { id, answer, why }: Pick<Absent, 'id'> & Partial<Absent>,
  fault: string | null | undefined,
): Unread {
  const isGone = answer === 'gone';
  const message = isGone ? 'The channel does not show it.' : (why ?? 'It could not be read.');
  return { ...scope, id, message, code: fault ?? (isGone ? NOT_SHOWN : UNREADABLE) };
}

export async function* tryAgain(
  connection: Connection,
  kept: Kept,
  of: Scope,
  signal: AbortSignal | undefined,
): Steps {
  const scope = scopeOf(of);
  for (;;) {
    const { tried, controls } = await kept.due(scope);
    if (tried.length === 0) return;
    const asked = new Map(
      [...controls, ...tried.map(({ known }) => known)].map((one) => [one.id, one]),
    );
    try {
      const found = await readNamed(connection, scope, [...asked.values()], signal);
      const { records, partial } = found;
      const here = new Set(records.map(({ id }) => id));
      // An answer that does not show those that were there a moment ago is not believed about others.
      const isBelieved = controls.some(({ id }) => here.has(id));
      const until = (await connection.clock(signal)) - (isBelieved ? GONE_AFTER : Infinity);
      const away = new Map(found.absent.map((one) => [one.id, one]));
      const absent = tried.filter(({ id }) => !here.has(id));
      const judged = absent.map((one) => judge(scope, one, away.get(one.id), until));
      await kept.write({
        records: [{ ...scope, records, partial, sure: true }],
        marks: judged.flatMap(({ marks = [] }) => marks),
        unread: judged.flatMap(({ unread = [] }) => unread),
      });
    } catch (error) {
      const trouble = troubleOf(scope, error);
      const { code, message } = trouble;
      yield trouble;
      await kept.write({ unread: tried.map((one) => ({ ...one, ...later(one, code, message) })) });
    }
  }
}

/** What is away for good is marked; the rest is tried again later. */
function judge(scope: Scope, one: Tried, absent: Absent | undefined, until: number): Writing {
  const { id, code, since } = one;
  const isMissing = code === NOT_SHOWN || code === NOT_LISTED;
  if (isMissing && since <= until && absent?.answer === 'gone')
    return { marks: [{ ...scope, id, as: 'deleted_at' }] };
  if (code === NOT_LISTED && since <= until)
    return { marks: [{ ...scope, id, as: 'left_window_at' }] };
  const { message } = unreadOf(scope, absent ?? one, null);
  return { unread: [{ ...scope, id, ...later(one, UNREADABLE, message) }] };
}

/** What was missing stays so: that something else failed does not show it. */
const later = ({ code, message, tries }: Tried, newCode: string, newMessage: string) =>
  code === NOT_SHOWN || code === NOT_LISTED
    ? { code, message, tries: tries + 1 }
    : { code: newCode, message: newMessage, tries: tries + 1 };
