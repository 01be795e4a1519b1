// What an operator sees and does of end users: what they linked, what is kept of them, and deleting them.
import { type Counts, type Exported, OWNED, type Owned } from '../store/index.ts';
import { unknownClient } from '../tokens/index.ts';
import type { House } from './audit.ts';
import { eachOf } from './page.ts';
import { ActError } from './sentence.ts';

export type { Owned } from '../store/index.ts';

const PAGE = 500;

export function userActs({ store, config, audited, requireClient }: House) {
  async function kept(client: string, tpUserId: string): Promise<Counts> {
    await requireClient(client);
    const counts = await store.users.kept(client, tpUserId);
    if (counts) return counts;
    throw new ActError(`Nothing is kept about a user "${tpUserId}" of "${client}".`);
  }

  return {
    kept,

    /** However many there are, with what they linked. */
    async *list(client: string) {
      await requireClient(client);
      const all = eachOf((after) => store.users.page(client, { after, limit: PAGE }));
      for await (const { user, links } of all)
        yield {
          tpUserId: user.tpUserId,
          channels: links.map(({ channel, state }) => ({
            channel,
            state: state === 'linked' ? ('linked' as const) : ('needs_attention' as const),
          })),
        };
    },

    /** Everything that is kept of one, as a JSON document in pieces. Whose it is the audit does not say. */
    export: (client: string, tpUserId: string) =>
      audited('users.export', { client }, async () => {
        await kept(client, tpUserId);
        const about = { client, tpUserId, made_at: new Date(store.now()).toISOString() };
        return documentOf(about, store.users.export(client, tpUserId));
      }),

    /** The address that `make`, the running service, gives for a user; for whom the audit does not say. */
    magicLink: (client: string, make: () => Promise<string | undefined>) =>
      audited('users.magic_link', { client }, async () => {
        const uri = await make();
        if (uri === undefined) throw unknownClient(client);
        return uri;
      }),

    /** Removes the credential of one channel, for good. */
    unlink: (client: string, tpUserId: string, channel: string) =>
      audited('users.unlink', { client, channel }, async () => {
        const user = await store.users.find(client, tpUserId);
        if (!user || !(await store.credentials.remove({ userId: user.id, channel }, 'by_operator')))
          throw new ActError(`This user has not linked ${channel}, or no longer.`);
      }),

    /** Whose it was is forgotten with the user. Undefined where another deleted it meanwhile. */
    delete: (client: string, tpUserId: string) =>
      audited('users.delete', { client }, () =>
        store.users.remove(client, tpUserId, 'by_operator'),
      ),

    /** Writes the embedded database’s file again, without its free space; false where there is none. */
    async rewriteFile(): Promise<boolean> {
      await store.rewriteFile();
      return config.databaseUrl === undefined;
    },
  };
}

/** What the rows of a table are called in an export, where that is not its name with an s. */
const PARTS: Readonly<Partial<Record<Exported['table'], string>>> = {
  ...{ user: 'user', user_key: 'keys', job: 'background_executions', bucket: 'budgets' },
  ...{ watch: 'watches', delivery: 'deliveries', vendor_trip: 'trips' },
  ...{ due: 'due', seen: 'seen', swept: 'swept' },
};
const partOf = (table: Exported['table']): string => PARTS[table] ?? `${table}s`;

/** The same for people, where the name of the part says little. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ due: 'times of readings', seen: 'digests of records', swept: 'parts of sweeps' },
};
export const wordsOf = (table: Owned): string => WORDS[table] ?? partOf(table).replaceAll('_', ' ');

/** Piece by piece: of the rows, one is in memory at a time, and of a result a part of it. */
async function* documentOf(
  about: Readonly<Record<string, string>>,
  rows: AsyncIterable<Exported>,
): AsyncGenerator<string> {
  yield `{\n"about": ${JSON.stringify(about)}`;
  const empty = new Set<Exported['table']>([...OWNED.toReversed(), 'former_account']);
  let part: Exported['table'] | undefined;
  for await (const { table, row, result } of rows) {
    yield table === part ? ',\n' : `${part ? '\n]' : ''},\n"${partOf(table)}": [\n`;
    part = table;
    empty.delete(table);
    const text = JSON.stringify(row, readable);
    if (!result) yield text;
    else {
      yield `${text.slice(0, -1)},"result":`;
      for await (const piece of result.setEncoding('utf8')) yield piece;
      yield '}';
    }
  }
  if (part) yield '\n]';
  for (const table of empty) yield `,\n"${partOf(table)}": []`;
  yield '\n}\n';
}

/** Times are kept as milliseconds; people read dates. */
function readable(name: string, value: unknown): unknown {
  const isTime = typeof value === 'number' && value > 0 && /(_at|until|_end)$/.test(name);
  return isTime ? new Date(value).toISOString() : value;
}
