// Every act that changes something is in the audit: begun before it is done, so that none is without a trace.
import { userInfo } from 'node:os';
import type { Act } from '../model/watch.ts';
import type { AuditFilter, Store } from '../store/index.ts';
import { unknownClient } from '../tokens/index.ts';
import type { Opened } from './open.ts';
import { PAGE_ROWS, pageOf, placeIn } from './page.ts';

/** Who acts: by which face, and as whom. */
export interface Actor {
  readonly by: 'command line' | 'console';
  readonly login: string;
}

/** Who is at the machine; in a container there may be a number without a name. */
export function commandLine(): Actor {
  const by = 'command line';
  try {
    return { by, login: userInfo().username };
  } catch {
    return { by, login: `uid ${process.getuid?.() ?? 'unknown'}` };
  }
}

type Facts = NonNullable<Act['facts']>;

/** Adds what is known only then to the facts of an act. */
type Note = <F extends Facts>(more: F) => F;

/** Does it, with a row of the audit around it. */
type Audited = <T>(act: string, facts: Facts, work: (note: Note) => Promise<T>) => Promise<T>;

export interface House extends Opened {
  readonly audited: Audited;
  /** Throws unless there is such a client. */
  readonly requireClient: (id: string) => Promise<void>;
}

/** The same for what belongs to a client that must be there. */
export const auditedFor =
  ({ audited, requireClient }: House): Audited =>
  async (act, facts, work) => {
    await requireClient(String(facts.client));
    return await audited(act, facts, work);
  };

export function houseOf(opened: Opened, { by, login }: Actor): House {
  const { audit, clients } = opened.store;
  return {
    ...opened,
    async audited(act, { client, ...facts }, work) {
      const known: Record<string, Facts[string]> = { login, ...facts };
      const note: Note = (more) => {
        Object.assign(known, more);
        return more;
      };
      const row = await audit.begin(by, { act, facts: { client, ...known } });
      try {
        const done = await work(note);
        await audit.end(row, known);
        return done;
      } catch (error) {
        // Where the store is away the row stays, and says that the end is not known.
        await audit.end(row, undefined).catch(() => {});
        throw error;
      }
    },
    async requireClient(id) {
      if (!(await clients.find(id))) throw unknownClient(id);
    },
  };
}

/** A page of it, newest first. */
export async function auditPage(
  { audit }: Pick<Store, 'audit'>,
  filter: AuditFilter,
  after?: string,
) {
  const { rows, next } = pageOf(await audit.list(filter, placeIn(after), PAGE_ROWS));
  return { rows: rows.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })), next };
}
