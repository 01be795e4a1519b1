// The command "manifold events": the event addresses of a client, their secrets, and a test event.
import { readTypes } from '../events/address-body.ts';
import {
  createEventAddresses,
  type EventAddress,
  type EventAddresses,
} from '../events/addresses.ts';
import { createSigning } from '../events/signing.ts';
import { Faults } from '../model/gather.ts';
import { ALL_TYPES } from '../model/notices.ts';
import { audit } from './audit.ts';
import { command, part } from './command.ts';
import { type Open, UsageError } from './declare.ts';
import { CLIENT, DAY_SECONDS, daysOf, requireClient, using } from './on-store.ts';

const KEEP_DAYS = 7;
const ID = {
  word: 'event address id',
  about: 'The event address, as "manifold events list" shows it.',
} as const;
const TYPES = {
  value: 'type,type',
  about: 'The types of events it wants, such as channel.linked; all ("*") unless set.',
  many: true,
} as const;
const SHAPE = '{ id, url, types, paused }';
const BOTH = { client: CLIENT, id: ID } as const;

const list = part({
  about: 'list the event addresses of a client',
  given: { client: CLIENT },
  examples: [['events list demo-client', 'In the sandbox']],
  json: `[${SHAPE}]`,
  async run({ given: { client }, open, answer }) {
    return await withAddresses(client, open, async (addresses) => {
      const all = await addresses.list(client);
      answer(
        all.map(asJson),
        all.length > 0
          ? all.map(line)
          : [`There are no event addresses yet: manifold events add ${client} <https address>`],
      );
      return 0;
    });
  },
});

const add = part({
  about: 'add an address where a client wants events, and print its signing secret, once',
  given: { client: CLIENT, url: { word: 'address', about: 'The https address of the receiver.' } },
  options: { types: TYPES },
  examples: [
    ['events add my-app https://app.example.com/events', 'Every event'],
    [
      'events add my-app https://app.example.com/links --types channel.linked,channel.unlinked',
      'Two of them',
    ],
  ],
  json: `${SHAPE} with signing_secret`,
  async run({ given: { client, url }, options, open, answer }) {
    const types = typesOf(options.types) ?? [ALL_TYPES];
    return await withAddresses(client, open, async (addresses, note) => {
      const { secret = '', ...added } = await addresses.add(client, { url, types, paused: false });
      await note('add', added.id);
      answer({ ...asJson(added), signing_secret: secret }, [line(added), ...secretLines(secret)]);
      return 0;
    });
  },
});

const set = part({
  about: 'change an event address, or the types it wants',
  given: BOTH,
  options: {
    url: { value: 'https address', about: 'Where its events go from now on.' },
    types: TYPES,
  },
  examples: [['events set my-app <event address id> --types "*"', 'Every event']],
  json: SHAPE,
  async run({ given: { client, id }, options: { url, types: given }, open, answer }) {
    const types = typesOf(given);
    if (url === undefined && !types) throw new UsageError('Say what to change: --url or --types.');
    return await withAddresses(client, open, async (addresses, note) => {
      const wish = { ...(url !== undefined && { url }), ...(types && { types }) };
      const changed = await addresses.set(client, id, wish);
      await note('set', id);
      answer(asJson(changed), [line(changed)]);
      return 0;
    });
  },
});

const switchedTo = (paused: boolean, about: string, why: string) =>
  part({
    about,
    given: BOTH,
    examples: [[`events ${paused ? 'pause' : 'resume'} my-app <event address id>`, why]],
    json: SHAPE,
    async run({ given: { client, id }, open, answer }) {
      return await withAddresses(client, open, async (addresses, note) => {
        const changed = await addresses.set(client, id, { paused });
        await note(paused ? 'pause' : 'resume', id);
        answer(asJson(changed), [line(changed)]);
        return 0;
      });
    },
  });

const rotate = part({
  about: 'give an event address a new signing secret, and print it, once',
  given: BOTH,
  options: {
    'keep-days': {
      value: 'days',
      about: `How long the old one still signs beside it; ${KEEP_DAYS} unless set.`,
    },
    'end-old': { about: 'End the old one now.' },
  },
  examples: [['events rotate my-app <event address id> --keep-days 2', 'Two days to change over']],
  json: '{ id, signing_secret }',
  async run({ given: { client, id }, options, open, answer }) {
    const { 'end-old': endOld, 'keep-days': keep } = options;
    if (endOld && keep !== undefined)
      throw new UsageError('--end-old ends the old secret now: leave out --keep-days.');
    const keepOldSeconds = daysOf(keep) ?? KEEP_DAYS * DAY_SECONDS;
    return await withAddresses(client, open, async (addresses, note) => {
      const secret = await addresses.rotate(client, id, { endOld, keepOldSeconds });
      await note('rotate', id);
      answer({ id, signing_secret: secret }, [
        ...secretLines(secret),
        endOld
          ? 'The secret before has ended.'
          : `Events carry a signature of the secret before too, for ${keepOldSeconds / DAY_SECONDS} days.`,
      ]);
      return 0;
    });
  },
});

const test = part({
  about: 'have the running service send a test event to an event address',
  given: BOTH,
  examples: [['events test my-app <event address id>', 'Signed as real ones are']],
  json: '{ client_id, delivery_id }',
  async run({ given: { client, id }, open, answer }) {
    return await withAddresses(client, open, async (addresses, note) => {
      const delivery = await addresses.test(client, id);
      await note('test', id);
      answer({ client_id: client, delivery_id: delivery.id }, [
        `A test event is sent by the running service: manifold deliveries show ${client} ${delivery.id}`,
      ]);
      return 0;
    });
  },
});

const remove = part({
  about: 'remove an event address; what waits for it fails',
  given: BOTH,
  examples: [['events remove my-app <event address id>', 'It gets nothing any more']],
  json: '{ id }',
  async run({ given: { client, id }, open, answer }) {
    return await withAddresses(client, open, async (addresses, note) => {
      await addresses.remove(client, id);
      await note('remove', id);
      answer({ id }, [`Removed the event address ${id}; what waited for it has failed.`]);
      return 0;
    });
  },
});

export const events = command('events', {
  list,
  add,
  set,
  pause: switchedTo(
    true,
    'keep the events for an address until it is resumed',
    'While the receiver is mended',
  ),
  resume: switchedTo(false, 'send again to an address that was paused', 'It works again'),
  rotate,
  test,
  remove,
});

/** A running service sees the changes within about a second; there is nobody to wake here. */
async function withAddresses(
  client: string,
  open: Open,
  work: (
    addresses: EventAddresses,
    note: (act: string, id: string) => Promise<void>,
  ) => Promise<number>,
): Promise<number> {
  return await using(open, async ({ store, config }) => {
    await requireClient(store, client);
    const bounds = { local: config.mode === 'sandbox', ports: new Set(config.allowedPorts) };
    const signing = createSigning(store.addressSigning, Date.now);
    const wake = () => {};
    const note = (act: string, id: string) => audit(store, `events.${act}`, { client, id });
    const addresses = createEventAddresses({ store, signing, bounds, now: Date.now, wake });
    return await work(addresses, note);
  });
}

function typesOf(given: readonly string[] | undefined): readonly string[] | undefined {
  if (!given) return undefined;
  const faults = new Faults();
  const names = given.flatMap((part) => part.split(/[\s,]+/)).filter((name) => name !== '');
  const types = readTypes(names, '--types', faults);
  faults.throwAny();
  return types;
}

const secretLines = (secret: string): string[] => [
  '',
  `  signing_secret  ${secret}`,
  '',
  'The secret is shown this once: give it to the receiver, which checks signatures with it.',
];

const asJson = ({ id, url, types, paused }: EventAddress) => ({ id, url, types, paused });

const line = ({ id, url, types, paused }: EventAddress): string =>
  `${id}  ${url}  ${types.join(',')}${paused ? '  paused' : ''}`;
