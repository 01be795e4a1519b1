// The command "manifold deliveries": list, show, replay and test deliveries of a client.
import {
  createDeliveries,
  DELIVERY_STATES,
  type Deliveries,
  type Delivery,
} from '../events/deliveries.ts';
import { audit } from './audit.ts';
import { command, part } from './command.ts';
import { type Open, UsageError } from './declare.ts';
import { jsonList } from './json-list.ts';
import { CLIENT, requireClient, time, using } from './on-store.ts';

const ROWS_AT_ONCE = 100;
const ID = {
  word: 'delivery id',
  about: 'The delivery, as "manifold deliveries list" shows it.',
} as const;
const SHAPE = '{ id, state, attempts, type, url, created_at, next_try_at }';

const list = part({
  about: 'list the deliveries of a client, newest first',
  given: { client: CLIENT },
  options: {
    state: {
      value: 'state',
      about: 'Only waiting, delivered or failed ones.',
      words: DELIVERY_STATES,
    },
    type: { value: 'type', about: 'Only events of this type, such as channel.linked.' },
    address: { value: 'event address id', about: 'Only those to this event address.' },
  },
  examples: [
    ['deliveries list demo-client', 'All of them'],
    ['deliveries list my-app --state failed', 'Those that nobody took'],
  ],
  json: `[${SHAPE}]; next_try_at is null unless it waits`,
  async run({ given: { client }, options, io, json, open }) {
    const { type, address: addressId } = options;
    const state = DELIVERY_STATES.find((word) => word === options.state);
    const filter = { state, type, addressId };
    return await withDeliveries(client, open, async (all) => {
      const printed = jsonList(io);
      let after: { at: number; id: string } | undefined;
      do {
        const page = await all.list(client, filter, after, ROWS_AT_ONCE);
        for (const delivery of page.rows) {
          if (json) printed.add(asJson(delivery));
          else io.out(line(delivery));
        }
        after = page.next;
      } while (after);
      if (json) printed.end();
      return 0;
    });
  },
});

const show = part({
  about: 'show a delivery, its body and every try',
  given: { client: CLIENT, id: ID },
  examples: [['deliveries show my-app <delivery id>', 'Why it was not taken']],
  json: `${SHAPE} with body (as it was sent) and tries: [{ at, status, duration_ms, error }]`,
  async run({ given: { client, id }, open, answer }) {
    return await withDeliveries(client, open, async (all) => {
      const delivery = await all.find(client, id);
      const tries = delivery.tries.map(({ at, status, duration, error }) => ({
        ...{ at: time(at), status: status ?? null, duration_ms: duration, error: error ?? null },
      }));
      answer({ ...asJson(delivery), body: JSON.parse(delivery.body), tries }, [
        line(delivery),
        delivery.body,
        ...tries.map(
          ({ at, status, duration_ms, error }) =>
            `${at}  ${status ?? '-'}  ${duration_ms} ms  ${error ?? 'delivered'}`,
        ),
      ]);
      return 0;
    });
  },
});

const replay = part({
  about: 'try a delivery anew, or all that failed',
  given: { client: CLIENT, id: { ...ID, optional: true } },
  options: { 'all-failed': { about: 'All deliveries of the client that failed.' } },
  examples: [
    ['deliveries replay my-app <delivery id>', 'This one'],
    ['deliveries replay my-app --all-failed', 'After an outage of the receiver'],
  ],
  json: '{ client_id, replayed }; how many',
  async run({ given: { client, id }, options, open, answer }) {
    const failed = options['all-failed'];
    if (!failed && id === undefined) throw new UsageError('The delivery id is missing.');
    if (failed && id !== undefined) throw new UsageError(`"${id}" is one word too many.`);
    return await withDeliveries(client, open, async (all, note) => {
      if (id !== undefined) {
        await all.replay(client, id);
        await note('replay', { id });
        answer({ client_id: client, replayed: 1 }, [`The delivery ${id} is tried anew.`]);
        return 0;
      }
      const count = await all.replayFailed(client);
      await note('replay', { count });
      answer({ client_id: client, replayed: count }, [
        `${count} failed ${count === 1 ? 'delivery is' : 'deliveries are'} tried anew.`,
      ]);
      return 0;
    });
  },
});

const test = part({
  about: 'have the running service send a test event to an address',
  given: { client: CLIENT, url: { word: 'address', about: 'The https address of the receiver.' } },
  examples: [['deliveries test my-app https://app.example.com/events', 'Signed as real ones are']],
  json: '{ client_id, delivery_id }',
  async run({ given: { client, url }, open, answer }) {
    return await withDeliveries(client, open, async (all, note) => {
      const { id } = await all.test(client, url);
      await note('test', { id });
      answer({ client_id: client, delivery_id: id }, [
        `A test event is sent by the running service: manifold deliveries show ${client} ${id}`,
      ]);
      return 0;
    });
  },
});

export const deliveries = command('deliveries', { list, show, replay, test });

/** A running service sees the changes within about a second; there is nobody to wake here. */
async function withDeliveries(
  client: string,
  open: Open,
  work: (
    all: Deliveries,
    note: (act: string, facts: { id?: string; count?: number }) => Promise<void>,
  ) => Promise<number>,
): Promise<number> {
  return await using(open, async ({ store, config }) => {
    await requireClient(store, client);
    const bounds = {
      local: config.mode === 'sandbox',
      ports: new Set(config.allowedPorts),
    };
    const all = createDeliveries({ store, bounds, now: Date.now, wake: () => {} });
    return await work(all, (act, facts) => audit(store, `deliveries.${act}`, { client, ...facts }));
  });
}

const asJson = ({ id, state, attempts, type, url, createdAt, nextTryAt }: Delivery) => ({
  ...{ id, state, attempts, type, url, created_at: time(createdAt) },
  next_try_at: state === 'waiting' ? time(nextTryAt) : null,
});

function line({ id, state, attempts, type, url, createdAt, nextTryAt }: Delivery): string {
  const next = state === 'waiting' ? `  next ${time(nextTryAt)}` : '';
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return `${time(createdAt)}  ${id}  ${state}  ${tries}  ${type}  ${url}${next}`;
}
