// The command "manifold keys": make, add, watch and give up keys of the key ring.
import { randomBytes } from 'node:crypto';
import { newKeyEntry } from '../key-ring.ts';
import type { Forgotten } from '../store/index.ts';
import { audit } from './audit.ts';
import { command, part } from './command.ts';
import { CommandError, UsageError } from './declare.ts';
import { addToKeyFile, makeKeyFile } from './key-file.ts';
import { using } from './on-store.ts';
import { openSeal } from './open.ts';

const KEY = { word: 'key id', about: 'A name for the key; one is made up unless given.' } as const;
const YES = { yes: { about: 'The key is lost, and what it sealed may go.' } } as const;

const idOr = (id: string | undefined): string => id ?? `k${randomBytes(4).toString('hex')}`;

const fresh = part({
  about: 'make a key: a new key file, or an entry to print',
  details: [
    'The key ring seals every credential that is kept. In production MANIFOLD_KEYS_FILE names the file that it is in.',
  ],
  given: { id: { ...KEY, optional: true } },
  options: {
    file: { value: 'path', about: 'Make a key file, for its owner alone.' },
  },
  examples: [
    ['keys new --file /etc/manifold/keys', 'A key ring for production'],
    ['keys new', 'An entry for MANIFOLD_KEYS'],
  ],
  json: '{ id, entry }, or { id, file } with --file',
  async run({ given, options: { file }, io, json, answer }) {
    const id = idOr(given.id);
    const entry = newKeyEntry(id);
    if (file === undefined) {
      // The entry alone goes to the output, so that it can be piped.
      answer({ id, entry }, [entry]);
      if (json) return 0;
      io.err('Put this entry first in the key ring, before those already there.');
      io.err('Start every instance with it; then what is stored is moved to it by itself.');
      return 0;
    }
    makeKeyFile(file, entry);
    answer({ id, file }, [
      `Made the key file ${file}, for its owner alone.`,
      'It seals every credential: keep a copy in a safe place. It is in no backup.',
    ]);
    return 0;
  },
});

const rotate = part({
  about: 'add a key to the key file and move everything to it',
  given: { id: { ...KEY, optional: true } },
  examples: [['keys rotate', 'A new key; running instances take it up by themselves']],
  json: '{ id, file, instances }; how many are running',
  async run({ given, open, answer }) {
    const id = idOr(given.id);
    return await using(open, async ({ config, store }) => {
      if (config.keysFile === undefined)
        throw new UsageError(
          'The key ring is not in a file: set MANIFOLD_KEYS_FILE. With MANIFOLD_KEYS, put an entry of "manifold keys new" first on every instance and start them anew one after the other; the rest happens by itself.',
        );
      const others = await store.instances.alive();
      addToKeyFile(config.keysFile, newKeyEntry(id));
      await audit(store, 'keys.rotate', { key: id });
      answer({ id, file: config.keysFile, instances: others.length }, [
        `Added the key "${id}" to ${config.keysFile}.`,
        whatNext(others.length),
        'Keep a copy of the file in a safe place. How far it is: manifold keys status',
      ]);
      return 0;
    });
  },
});

function whatNext(instances: number): string {
  if (instances === 0)
    return 'No service is running: the next start seals with it and moves what is stored to it.';
  return instances === 1
    ? 'The running instance takes it up within 10 seconds, seals with it, and moves what is stored to it.'
    : `All ${instances} instances must have this file: copy it to each machine. They seal with the key once all have it.`;
}

const status = part({
  about: 'show which key seals, and which are still needed',
  examples: [['keys status', 'Before a key leaves the ring']],
  json: '[{ id, state, since, on_instances, instances }]; state is new, seals, needed or not_needed',
  async run({ open, answer }) {
    return await using(open, async ({ config, store }) => {
      const { ring } = openSeal(config).kept;
      const used = await store.keys.inUse();
      const instances = await store.instances.alive();
      const newestUsed = used.at(-1)?.id;
      const rows = ring.ids.map((id) => {
        const since = used.find((key) => key.id === id)?.since;
        const have = instances.filter(({ keys }) => keys.includes(id)).length;
        const unused = have < instances.length ? ('new' as const) : ('not_needed' as const);
        const needed = id === newestUsed ? ('seals' as const) : ('needed' as const);
        return {
          id,
          state: since === undefined ? unused : needed,
          since: since === undefined ? null : new Date(since).toISOString(),
          on_instances: have,
          instances: instances.length,
        } as const;
      });
      const words = {
        new: 'new: waits until every instance has it',
        not_needed: 'not needed: it may leave the ring',
        needed: 'still needed: leave it in the ring',
      };
      answer(
        rows,
        rows.map(({ id, state, since, on_instances: have, instances: all }) => {
          const said = state === 'seals' ? `seals, since ${since}` : words[state];
          return `${id}  ${said}${all === 0 ? '' : `, on ${have} of ${all} instances`}`;
        }),
      );
      return 0;
    });
  },
});

const rewrap = part({
  about: 'move what is stored to the newest key now',
  examples: [['keys rewrap', 'Rather than wait for the service to do it']],
  json: '{ rewrapped, failed }',
  async run({ io, json, open, answer }) {
    return await using(open, async ({ store }) => {
      const { rewrapped, failed } = await store.rewrap();
      await audit(store, 'keys.rewrap', { rewrapped, failed });
      answer({ rewrapped, failed }, [
        `Moved ${rewrapped} sealed ${rewrapped === 1 ? 'value' : 'values'} to the newest key.`,
        ...(failed > 0
          ? []
          : [
              'Page tokens and cookies made with older keys end within a day: leave those keys in the',
              'ring until "manifold keys status" says that they are not needed.',
            ]),
      ]);
      if (failed === 0) return 0;
      if (!json)
        io.err(`${failed} could not be opened with any key of the ring: keep the older keys.`);
      return 1;
    });
  },
});

const forget = part({
  about: 'give up a key that is lost, with all it sealed',
  given: { id: { word: 'key id', about: 'The key that is lost.' } },
  options: YES,
  examples: [['keys forget k1 --yes', 'Users must link anew what it sealed']],
  json: '{ id, removed }; removed counts what it sealed',
  async run({ given: { id }, options, open, answer }) {
    return await using(
      open,
      async ({ config, store }) => {
        if (openSeal(config).kept.ring.find(id))
          throw new CommandError(`The key "${id}" is in the key ring: it is not lost.`);
        if (!options.yes)
          throw new UsageError(
            `Everything sealed with "${id}" would be removed for good, and users must link anew: say --yes if the key is lost.`,
          );
        const gone = await store.forgetKey(id);
        await audit(store, 'keys.forget', { key: id, ...gone });
        answer({ id, removed: gone }, [inWords(id, gone)]);
        return 0;
      },
      { someKeysLost: true },
    );
  },
});

/** What each is called, one and many. */
const FORGOTTEN: Readonly<Record<keyof Forgotten, readonly [one: string, many: string]>> = {
  credentials: ['credential', 'credentials'],
  signingSecrets: ['signing secret', 'signing secrets'],
  eventAddresses: ['event address', 'event addresses'],
  deliveries: ['delivery', 'deliveries'],
  executions: ['background execution', 'background executions'],
  hooks: ['message of a vendor', 'messages of vendors'],
};

function inWords(id: string, gone: Forgotten): string {
  const parts = (Object.keys(FORGOTTEN) as (keyof Forgotten)[])
    .filter((what) => gone[what] > 0)
    .map((what) => `${gone[what]} ${FORGOTTEN[what][gone[what] === 1 ? 0 : 1]}`);
  return `The key "${id}" is given up. Removed: ${parts.join(', ') || 'nothing was sealed with it'}.`;
}

export const keys = command('keys', { new: fresh, rotate, status, rewrap, forget });
