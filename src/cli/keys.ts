// The command "manifold keys": make, add, watch and give up keys of the key ring.
import { randomBytes } from 'node:crypto';
import { makeKeyFile, newKeyEntry } from '../operate/keys.ts';
import { command, part } from './command.ts';
import { UsageError } from './declare.ts';
import { countLines, many } from './text.ts';

const KEY = { 'id [key id]': 'A name for the key; one is made up unless given.' } as const;

const idOr = (id: string | undefined): string => id ?? `k${randomBytes(4).toString('hex')}`;

const fresh = part({
  about: 'make a key: a new key file, or an entry to print',
  details:
    'The key ring seals every credential that is kept. In production MANIFOLD_KEYS_FILE names the file that it is in.',
  given: KEY,
  options: { 'file <path>': 'Make a key file, for its owner alone.' },
  examples: {
    'keys new --file /etc/manifold/keys': 'A key ring for production',
    'keys new': 'An entry for MANIFOLD_KEYS',
  },
  json: '{ id, entry }, or { id, file } with --file',
  async run({ given, options: { file }, io, json, answer }) {
    const id = idOr(given.id);
    const entry = newKeyEntry(id);
    if (file !== undefined) {
      makeKeyFile(file, entry);
      answer({ id, file }, [
        `Made the key file ${file}, for its owner alone.`,
        'It seals every credential: keep a copy in a safe place. It is in no backup.',
      ]);
      return;
    }
    // The entry alone goes to the output, so that it can be piped.
    answer({ id, entry }, [entry]);
    if (json) return;
    io.err('Put this entry first in the key ring, before those already there.');
    io.err('Start every instance with it; then what is stored moves to it by itself.');
  },
});

const rotate = part({
  about: 'add a key to the key file and move everything to it',
  given: KEY,
  examples: { 'keys rotate': 'A new key; running instances take it up by themselves' },
  json: '{ id, file, instances }; how many are running',
  async run({ given, acts, answer }) {
    const { keys: on } = await acts();
    if (on.file === undefined)
      throw new UsageError(
        'The key ring is not in a file: set MANIFOLD_KEYS_FILE. With MANIFOLD_KEYS, put an entry of "manifold keys new" first on every instance and start them again one after the other; the rest happens by itself.',
      );
    const done = await on.rotate(idOr(given.id), on.file);
    answer(done, [
      `Added the key "${done.id}" to ${done.file}.`,
      whatNext(done.instances),
      'Keep a copy of the file in a safe place. To see how far it is: manifold keys status',
    ]);
  },
});

function whatNext(instances: number): string {
  if (instances === 0)
    return 'No service is running: the next start seals with it and moves what is stored to it.';
  return instances === 1
    ? 'The running instance takes it up within 10 seconds, seals with it, and moves what is stored to it.'
    : `All ${instances} instances must have this file: copy it to each machine. They seal with the key once all have it.`;
}

const STATES = {
  new: 'new: waits until every instance has it',
  not_needed: 'not needed: it may leave the ring',
  needed: 'still needed: leave it in the ring',
} as const;

const status = part({
  about: 'show which key seals, and which are still needed',
  examples: { 'keys status': 'Before a key leaves the ring' },
  json: '[{ id, state, since, on_instances, instances }]; state is new, seals, needed or not_needed',
  async run({ acts, answer }) {
    const all = await (await acts()).keys.status();
    const line = ({ id, state, since, on_instances: have, instances }: (typeof all)[number]) => {
      const said = state === 'seals' ? `seals, since ${since}` : STATES[state];
      return `${id}  ${said}${instances === 0 ? '' : `, on ${have} of ${instances} instances`}`;
    };
    answer(all, all.map(line));
  },
});

const rewrap = part({
  about: 'move what is stored to the newest key now',
  examples: { 'keys rewrap': 'Rather than wait for the service to do it' },
  json: '{ rewrapped, failed }',
  async run({ io, json, acts, answer }) {
    const { rewrapped, failed } = await (await acts()).keys.rewrap();
    const next = [
      'Page tokens and cookies made with older keys end within a day: leave those keys in the',
      'ring until "manifold keys status" says that they are not needed.',
    ];
    answer({ rewrapped, failed }, [
      `Moved ${many(rewrapped, 'sealed value')} to the newest key.`,
      ...(failed > 0 ? [] : next),
    ]);
    if (failed > 0 && !json)
      io.err(`${failed} could not be opened with any key of the ring: keep the older keys.`);
    return failed > 0 ? 1 : 0;
  },
});

const forget = part({
  about: 'abandon a lost key, and delete what it sealed',
  given: { 'id <key id>': 'The key that is lost.' },
  options: { yes: 'The key is lost, and what it sealed may go.' },
  examples: { 'keys forget k1 --yes': 'Users must link again what it sealed' },
  json: '{ id, removed }; removed counts what it sealed',
  async run({ given: { id }, options: { yes }, acts, answer }) {
    if (!yes)
      throw new UsageError(
        `Everything sealed with "${id}" would be removed for good, and users must link again: say --yes if the key is lost.`,
      );
    const removed = await (await acts({ someKeysLost: true })).keys.forget(id);
    answer({ id, removed }, [
      `The key "${id}" is abandoned. What it sealed was removed:`,
      ...countLines(removed),
    ]);
  },
});

export const keys = command('keys', { new: fresh, rotate, status, rewrap, forget });
