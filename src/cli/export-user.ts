// The command "manifold users export": everything kept of a user, as one JSON document, however large.
import { once } from 'node:events';
import { open as openFile, rm } from 'node:fs/promises';
import { type Exported, reasonOf } from '../store/index.ts';
import { part } from './command.ts';
import { CommandError } from './declare.ts';
import { CLIENT, requireClient, USER, using } from './on-store.ts';

/** The parts of the document, in the order in which the store gives them. */
const PARTS: readonly (readonly [table: Exported['table'], name: string])[] = [
  ['user', 'user'],
  ['place', 'places'],
  ['bucket', 'budgets'],
  ['user_key', 'keys'],
  ['credential', 'credentials'],
  ['renewal', 'renewals'],
  ['magic_link', 'magic_links'],
  ['visit', 'visits'],
  ['vendor_trip', 'trips'],
  ['draft', 'drafts'],
  ['execution', 'executions'],
  ['job', 'background_executions'],
  ['delivery', 'deliveries'],
  ['former_account', 'former_accounts'],
];

export const exportUser = part({
  about: 'print everything that is kept of a user as JSON; secrets are named and not shown',
  given: { client: CLIENT, user: USER },
  options: {
    file: { value: 'file', about: 'Write it to a new file, for its owner alone.' },
  },
  examples: [
    ['users export my-app user-42 --file answer.json', 'For a user who asks what you know of them'],
  ],
  json: '{ about, user, credentials, … }; it is JSON with and without it',
  async run({ given: { client, user: tpUserId }, options: { file }, io, open }) {
    return await using(open, async ({ store }) => {
      await requireClient(store, client);
      if (!(await store.users.kept(client, tpUserId)))
        throw new CommandError(`Nothing is kept of a user "${tpUserId}" of "${client}".`);
      const about = { client, tpUserId, made_at: new Date(store.now()).toISOString() };
      const pieces = documentOf(about, store.users.export(client, tpUserId));
      if (file === undefined) for await (const piece of pieces) await toOutput(piece);
      else {
        const why = await toFile(file, pieces);
        if (why !== undefined)
          throw new CommandError(`The file ${file} cannot be written: ${why}.`);
        io.err(`Everything kept of the user "${tpUserId}" of "${client}" is in ${file}.`);
      }
      return 0;
    });
  },
});

/** Piece by piece: of the rows, one is in memory at a time, and of a result a part of it. */
async function* documentOf(
  about: Readonly<Record<string, string>>,
  rows: AsyncIterable<Exported>,
): AsyncGenerator<string> {
  yield `{\n"about": ${JSON.stringify(about)}`;
  let at = -1;
  let isFirst = true;
  const goTo = function* (table?: Exported['table']): Generator<string> {
    while (at < PARTS.length && PARTS[at]?.[0] !== table) {
      if (at >= 0) yield isFirst ? ']' : '\n]';
      at += 1;
      isFirst = true;
      const part = PARTS[at];
      if (part) yield `,\n"${part[1]}": [`;
    }
  };
  for await (const { table, row, result } of rows) {
    yield* goTo(table);
    yield `${isFirst ? '' : ','}\n`;
    isFirst = false;
    const text = JSON.stringify(row, readable);
    if (!result) yield text;
    else {
      yield `${text.slice(0, -1)},"result":`;
      for await (const piece of result.setEncoding('utf8')) yield piece;
      yield '}';
    }
  }
  yield* goTo();
  yield '\n}\n';
}

/** Times are kept as milliseconds; people read dates. */
function readable(name: string, value: unknown): unknown {
  const isTime = typeof value === 'number' && value > 0 && /(_at|until|_end)$/.test(name);
  return isTime ? new Date(value).toISOString() : value;
}

async function toOutput(piece: string): Promise<void> {
  if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}

/** For its owner alone; one that is there is left as it is. Returns why it could not be. */
async function toFile(name: string, pieces: AsyncIterable<string>): Promise<string | undefined> {
  let file: Awaited<ReturnType<typeof openFile>>;
  try {
    file = await openFile(name, 'wx', 0o600);
  } catch (error) {
    return reasonOf(error);
  }
  try {
    for await (const piece of pieces) await file.write(piece);
    await file.sync();
    return undefined;
  } catch (error) {
    // Half of the answer would pass for all of it.
    await rm(name, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return reasonOf(error);
  } finally {
    await file.close();
  }
}
