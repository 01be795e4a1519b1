// The command "manifold events": the event addresses of a client, their secrets, and a test event.
import { type ShownAddress, typesIn } from '../operate/events.ts';
import { command, part } from './command.ts';
import { UsageError } from './declare.ts';
import { testSent } from './deliveries.ts';
import { CLIENT, rotationOf } from './places.ts';
import { clean } from './text.ts';

const KEEP_DAYS = 7;
const TYPES = {
  'types <type,type>...':
    'The types of events it wants, such as channel.linked; all ("*") unless set.',
} as const;
const SHAPE = '{ id, url, types, paused }';
const BOTH = {
  ...CLIENT,
  'id <event address id>': 'The event address, as "manifold events list" shows it.',
} as const;

const list = part({
  about: 'list the event addresses of a client',
  given: CLIENT,
  examples: { 'events list demo-client': 'In the sandbox' },
  json: `[${SHAPE}]`,
  async run({ given: { client }, acts, answer }) {
    const all = await (await acts()).events.list(client);
    const none = `There are no event addresses yet: manifold events add ${client} <https address>`;
    answer(all, all.length > 0 ? all.map(line) : [none]);
  },
});

const add = part({
  about: 'add an address where a client wants events, and print its signing secret, once',
  given: { ...CLIENT, 'url <address>': 'The https address of the receiver.' },
  options: TYPES,
  examples: {
    'events add my-app https://app.example.com/events': 'Every event',
    'events add my-app https://app.example.com/links --types channel.linked,channel.unlinked':
      'Two of them',
  },
  json: '{ id, url, types, paused, signing_secret }',
  async run({ given: { client, url }, options, acts, answer }) {
    const types = typesIn(options.types, '--types');
    const added = await (await acts()).events.add(client, url, types);
    answer(added, [line(added), ...secretLines(added.signing_secret)]);
  },
});

const set = part({
  about: 'change an event address, or the types it wants',
  given: BOTH,
  options: { 'url <https address>': 'Where its events go from now on.', ...TYPES },
  examples: { 'events set my-app <event address id> --types "*"': 'Every event' },
  json: SHAPE,
  async run({ given: { client, id }, options, acts, answer }) {
    const { url } = options;
    const types = typesIn(options.types, '--types');
    if (url === undefined && !types) throw new UsageError('Say what to change: --url or --types.');
    const wish = { ...(url !== undefined && { url }), ...(types && { types }) };
    const changed = await (await acts()).events.set(client, id, wish);
    answer(changed, [line(changed)]);
  },
});

const switched = (act: 'pause' | 'resume', about: string, why: string) =>
  part({
    about,
    given: BOTH,
    examples: { [`events ${act} my-app <event address id>`]: why },
    json: SHAPE,
    async run({ given: { client, id }, acts, answer }) {
      const paused = act === 'pause';
      const changed = await (await acts()).events.set(client, id, { paused }, act);
      answer(changed, [line(changed)]);
    },
  });

const rotate = part({
  about: 'give an event address a new signing secret, and print it, once',
  given: BOTH,
  options: {
    'keep-days <days>': `How long the old one still signs beside it; ${KEEP_DAYS} unless set.`,
    'end-old': 'End the old one now.',
  },
  examples: { 'events rotate my-app <event address id> --keep-days 2': 'Two days to change over' },
  json: '{ id, signing_secret }',
  async run({ given: { client, id }, options: { endOld, keepDays }, acts, answer }) {
    const kept = keepDays ?? (endOld ? undefined : KEEP_DAYS);
    const rotation = rotationOf({ endOld, keepDays: kept });
    const made = await (await acts()).events.rotate(client, id, rotation);
    answer(made, [
      ...secretLines(made.signing_secret),
      endOld
        ? 'The previous secret has ended.'
        : `Events also carry a signature of the previous secret, for ${kept} days.`,
    ]);
  },
});

const test = part({
  about: 'have the running service send a test event to an event address',
  given: BOTH,
  examples: { 'events test my-app <event address id>': 'Signed as real ones are' },
  json: '{ client_id, delivery_id }',
  async run({ given: { client, id }, acts, answer }) {
    const sent = await (await acts()).events.test(client, id);
    answer(sent, [testSent(sent)]);
  },
});

const remove = part({
  about: 'remove an event address; what waits for it fails',
  given: BOTH,
  examples: { 'events remove my-app <event address id>': 'It gets nothing any more' },
  json: '{ id }',
  async run({ given: { client, id }, acts, answer }) {
    const removed = await (await acts()).events.remove(client, id);
    answer(removed, [`Removed the event address ${id}; what waited for it has failed.`]);
  },
});

export const events = command('events', {
  ...{ list, add, set },
  pause: switched(
    'pause',
    'record no events for an address, and hold what waits, until it is resumed',
    'While the receiver is mended',
  ),
  resume: switched('resume', 'send again to an address that was paused', 'It works again'),
  ...{ rotate, test, remove },
});

const secretLines = (secret: string): string[] => [
  '',
  `  signing_secret  ${secret}`,
  '',
  'The secret is shown this once: give it to the receiver, which checks signatures with it.',
];

const line = ({ id, url, types, paused }: ShownAddress): string =>
  clean(`${id}  ${url}  ${types.join(',')}${paused ? '  paused' : ''}`);
