// Who may use the console: invitations, good for one browser, and the stays of those that came with one.
import { randomBytes } from 'node:crypto';
import { type Base, changed, findOne, hashed, insert, remove } from './base.ts';
import type { Rec } from './schema.ts';

export type ConsoleRole = Rec<'console_session'>['role'];

/** Whom a browser acts as. */
export interface Operator {
  readonly login: string;
  readonly role: ConsoleRole;
}

const BYTES = 32;

export function consoleStore({ db, now }: Pick<Base, 'db' | 'now'>) {
  async function add(
    { login, role }: Operator,
    state: 'invited' | 'open',
    life: number,
    within: Base['db'] = db,
  ): Promise<string> {
    const token = `mfc_${randomBytes(BYTES).toString('base64url')}`;
    const row = { hash: hashed(token), login, role, state, createdAt: now() };
    await insert(within, 'console_session', { ...row, expiresAt: row.createdAt + life });
    return token;
  }

  const find = async (token: string, state: 'invited' | 'open'): Promise<Operator | undefined> => {
    const row = await findOne(db, 'console_session', { hash: hashed(token), state });
    return row && row.expiresAt > now() ? { login: row.login, role: row.role } : undefined;
  };

  return {
    /** The token of an invitation. */
    invite: (operator: Operator, life: number) => add(operator, 'invited', life),

    /** Looks at an invitation without using it. */
    invited: (token: string) => find(token, 'invited'),

    /** Uses an invitation up; the token of the stay is a new one, which no one can have known before. */
    accept: (token: string, life: number) =>
      db.transaction().execute(async (work) => {
        const used = await work
          .deleteFrom('console_session')
          .where('hash', '=', hashed(token))
          .where('state', '=', 'invited')
          .where('expires_at', '>', now())
          .returning(['login', 'role'])
          .executeTakeFirst();
        return used && { ...used, token: await add(used, 'open', life, work) };
      }),

    /** Begins a stay without an invitation. */
    open: (operator: Operator, life: number) => add(operator, 'open', life),

    /** Whose stay it is, while it lasts. */
    find: (token: string) => find(token, 'open'),

    end: (token: string) => remove(db, 'console_session', { hash: hashed(token) }),

    /** Ends every stay and invitation; returns how many. */
    endAll: () => changed(db.deleteFrom('console_session').where('expires_at', '>', now())),
  };
}
