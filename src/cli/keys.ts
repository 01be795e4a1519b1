// The command "manifold keys": make, add, watch and give up keys of the key ring.
import { randomBytes } from 'node:crypto';
import { newKeyEntry } from '../key-ring.ts';
import type { Forgotten } from '../store/index.ts';
import { audit } from './audit.ts';
import { group, type Io, type Part, parse, UsageError, using } from './command.ts';
import { addToKeyFile, makeKeyFile } from './key-file.ts';
import { openSeal } from './open.ts';

const USAGE = `Usage:
  manifold keys new [<id>] [--file <path>]   make a key: a new key file, or an entry to print
  manifold keys rotate [<id>]                add a key to the key file and move everything to it
  manifold keys status                       which key seals, which are still needed
  manifold keys rewrap                       move what is stored to the newest key now
  manifold keys forget <id> [--yes]          give up a key that is lost, with all it sealed`;

const idFrom = (args: readonly string[]): string => args[0] ?? `k${randomBytes(4).toString('hex')}`;

/** At most one word: the id of the new key. */
function parseNew(args: readonly string[]) {
  const words = args.filter((each, at) => !each.startsWith('-') && args[at - 1] !== '--file');
  const options = { file: { type: 'string' } } as const;
  return parse(args, options, ...(words.length > 0 ? ['key id'] : []));
}

const fresh: Part = async (args, io) => {
  const { positionals, values } = parseNew(args);
  const entry = newKeyEntry(idFrom(positionals));
  if (values.file === undefined) {
    // The entry alone goes to the output, so that it can be piped.
    io.out(entry);
    io.err('Put this entry first in the key ring, before those already there.');
    io.err('Start every instance with it; then what is stored is moved to it by itself.');
    return 0;
  }
  makeKeyFile(values.file, entry);
  io.out(`Made the key file ${values.file}, for its owner alone.`);
  io.out('It seals every credential: keep a copy in a safe place. It is in no backup.');
  return 0;
};

const rotate: Part = async (args, io, open) => {
  const { positionals } = parse(args, {}, ...(args.length > 0 ? ['key id'] : []));
  const id = idFrom(positionals);
  return await using(open, async ({ config, store }) => {
    if (config.keysFile === undefined)
      throw new UsageError(
        'The key ring is not in a file: set MANIFOLD_KEYS_FILE. With MANIFOLD_KEYS, put an entry of "manifold keys new" first on every instance and start them anew one after the other; the rest happens by itself.',
      );
    const others = await store.instances.alive();
    addToKeyFile(config.keysFile, newKeyEntry(id));
    await audit(store, 'keys.rotate', { key: id });
    io.out(`Added the key "${id}" to ${config.keysFile}.`);
    io.out(whatNext(others.length));
    io.out('Keep a copy of the file in a safe place. How far it is: manifold keys status');
    return 0;
  });
};

function whatNext(instances: number): string {
  if (instances === 0)
    return 'No service is running: the next start seals with it and moves what is stored to it.';
  return instances === 1
    ? 'The running instance takes it up within 10 seconds, seals with it, and moves what is stored to it.'
    : `All ${instances} instances must have this file: copy it to each machine. They seal with the key once all have it.`;
}

const status: Part = async (args, io, open) => {
  parse(args, {});
  return await using(open, async ({ config, store }) => {
    const { ring } = openSeal(config).kept;
    const used = await store.keys.inUse();
    const instances = await store.instances.alive();
    const newestUsed = used.at(-1)?.id;
    for (const id of ring.ids) {
      const since = used.find((key) => key.id === id)?.since;
      const have = instances.filter(({ keys }) => keys.includes(id)).length;
      const state =
        since === undefined
          ? have < instances.length
            ? 'new: waits until every instance has it'
            : 'not needed: it may leave the ring'
          : id === newestUsed
            ? `seals, since ${new Date(since).toISOString()}`
            : 'still needed: leave it in the ring';
      const known = instances.length === 0 ? '' : `, on ${have} of ${instances.length} instances`;
      io.out(`${id}  ${state}${known}`);
    }
    return 0;
  });
};

const rewrap: Part = async (args, io, open) => {
  parse(args, {});
  return await using(open, async ({ store }) => {
    const { rewrapped, failed } = await store.rewrap();
    await audit(store, 'keys.rewrap', { rewrapped, failed });
    io.out(`Moved ${rewrapped} sealed ${rewrapped === 1 ? 'value' : 'values'} to the newest key.`);
    if (failed > 0) {
      io.err(`${failed} could not be opened with any key of the ring: keep the older keys.`);
      return 1;
    }
    io.out(
      'Page tokens and cookies made with older keys end within a day: leave those keys in the',
    );
    io.out('ring until "manifold keys status" says that they are not needed.');
    return 0;
  });
};

const forget: Part = async (args, io, open) => {
  const { positionals, values } = parse(
    args,
    { yes: { type: 'boolean', default: false } },
    'key id',
  );
  const [id = ''] = positionals;
  return await using(
    open,
    async ({ config, store }) => {
      if (openSeal(config).kept.ring.find(id)) {
        io.err(`The key "${id}" is in the key ring: it is not lost.`);
        return 1;
      }
      if (!values.yes)
        throw new UsageError(
          `Everything sealed with "${id}" would be removed for good, and users must link anew: say --yes if the key is lost.`,
        );
      const gone = await store.forgetKey(id);
      await audit(store, 'keys.forget', { key: id, ...gone });
      showForgotten(io, id, gone);
      return 0;
    },
    { someKeysLost: true },
  );
};

/** What each is called, one and many. */
const FORGOTTEN: Readonly<Record<keyof Forgotten, readonly [one: string, many: string]>> = {
  credentials: ['credential', 'credentials'],
  signingSecrets: ['signing secret', 'signing secrets'],
  eventAddresses: ['event address', 'event addresses'],
  deliveries: ['delivery', 'deliveries'],
  executions: ['background execution', 'background executions'],
  hooks: ['message of a vendor', 'messages of vendors'],
};

function showForgotten(io: Io, id: string, gone: Forgotten) {
  const parts = (Object.keys(FORGOTTEN) as (keyof Forgotten)[])
    .filter((what) => gone[what] > 0)
    .map((what) => `${gone[what]} ${FORGOTTEN[what][gone[what] === 1 ? 0 : 1]}`);
  io.out(
    `The key "${id}" is given up. Removed: ${parts.join(', ') || 'nothing was sealed with it'}.`,
  );
}

export const keys = group('keys', USAGE, { new: fresh, rotate, status, rewrap, forget });
