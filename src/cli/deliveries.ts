// The command "manifold deliveries": list, show, replay and test deliveries of a client.
import type { ShownDelivery } from '../operate/events.ts';
import { command, part } from './command.ts';
import { UsageError } from './declare.ts';
import { CLIENT } from './places.ts';
import { lineEach, printAll } from './print.ts';
import { clean, many } from './text.ts';

const DELIVERY = 'The delivery, as "manifold deliveries list" shows it.';
const SHAPE = '{ id, state, attempts, type, url, created_at, next_try_at }';

const list = part({
  about: 'list the deliveries of a client, newest first',
  given: CLIENT,
  options: {
    'state <waiting|delivered|failed>': 'Only those in this state.',
    'type <type>': 'Only events of this type, such as channel.linked.',
    'address <event address id>': 'Only those to this event address.',
  },
  examples: {
    'deliveries list demo-client': 'All of them',
    'deliveries list my-app --state failed': 'Those that no one took',
  },
  json: `[${SHAPE}]; next_try_at is null unless it waits`,
  async run({ given: { client }, options: { state, type, address }, io, json, acts }) {
    const all = (await acts()).deliveries.list(client, { state, type, addressId: address });
    await printAll({ io, json }, all, lineEach(io, line));
  },
});

const show = part({
  about: 'show a delivery, its body and every try',
  given: { ...CLIENT, 'id <delivery id>': DELIVERY },
  examples: { 'deliveries show my-app <delivery id>': 'Why it was not taken' },
  json: `{ id, state, attempts, type, url, created_at, next_try_at, body, tries: [{ at, status, duration_ms, error }] }; body as it was sent`,
  async run({ given: { client, id }, acts, answer }) {
    const delivery = await (await acts()).deliveries.show(client, id);
    answer(delivery, [
      line(delivery),
      clean(JSON.stringify(delivery.body)),
      ...delivery.tries.map(({ at, status, duration_ms, error }) =>
        clean(`${at}  ${status ?? '-'}  ${duration_ms} ms  ${error ?? 'delivered'}`),
      ),
    ]);
  },
});

const replay = part({
  about: 'try a delivery again, or all that failed',
  given: { ...CLIENT, 'id [delivery id]': DELIVERY },
  options: { 'all-failed': 'All deliveries of the client that failed.' },
  examples: {
    'deliveries replay my-app <delivery id>': 'This one',
    'deliveries replay my-app --all-failed': 'After an outage of the receiver',
  },
  json: '{ client_id, replayed }; how many',
  async run({ given: { client, id }, options: { allFailed }, acts, answer }) {
    if (!allFailed && id === undefined) throw new UsageError('The delivery id is missing.');
    if (allFailed && id !== undefined) throw new UsageError(`"${id}" is one word too many.`);
    const replayed = await (await acts()).deliveries.replay(client, id);
    const is = replayed === 1 ? 'is' : 'are';
    const some = many(replayed, 'failed delivery', 'failed deliveries');
    answer({ client_id: client, replayed }, [
      id === undefined ? `${some} ${is} tried again.` : `The delivery ${id} is tried again.`,
    ]);
  },
});

const test = part({
  about: 'have the running service send a test event to an address',
  given: { ...CLIENT, 'url <address>': 'The https address of the receiver.' },
  examples: { 'deliveries test my-app https://app.example.com/events': 'Signed as real ones are' },
  json: '{ client_id, delivery_id }',
  async run({ given: { client, url }, acts, answer }) {
    const sent = await (await acts()).deliveries.test(client, url);
    answer(sent, [testSent(sent)]);
  },
});

export const testSent = (sent: { readonly client_id: string; readonly delivery_id: string }) =>
  `A test event is sent by the running service: manifold deliveries show ${sent.client_id} ${sent.delivery_id}`;

export const deliveries = command('deliveries', { list, show, replay, test });

const line = (delivery: ShownDelivery): string => {
  const { created_at, id, state, attempts, type, url, next_try_at: next } = delivery;
  const facts = [created_at, id, state, many(attempts, 'try', 'tries'), type, url];
  return clean([...facts, ...(next ? [`next ${next}`] : [])].join('  '));
};
