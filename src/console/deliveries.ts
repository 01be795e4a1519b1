// Events on their way to clients: each delivery with its tries, and the addresses they go to.
import { CONSOLE_PATHS } from '../http/paths.ts';
import { COMPLETED, TEST } from '../model/event.ts';
import { NOTICE_TYPES } from '../model/notices.ts';
import type { ShownAddress, ShownDelivery } from '../operate/events.ts';
import { html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import {
  addressOf,
  anyOf,
  type Column,
  card,
  facts,
  filters,
  json,
  mark,
  more,
  once,
  table,
  to,
  when,
} from './parts.ts';
import type { ConsoleRoutes, Shown, Visit } from './scope.ts';
import { ofClient } from './whose.ts';

const HERE = pathOf('deliveries');
const at = (client: string, id: string, ...act: readonly string[]) =>
  CONSOLE_PATHS.area('deliveries', client, id, ...act);
const addressAt = (client: string, id: string, ...act: readonly string[]) =>
  CONSOLE_PATHS.area('deliveries', client, 'addresses', id, ...act);
const TYPES: readonly string[] = [COMPLETED, ...NOTICE_TYPES, TEST];
const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;
const STATES = Object.keys(TONES) as (keyof typeof TONES)[];

const stateOf = ({ state }: ShownDelivery) => mark(state, TONES[state]);
const onOrPaused = ({ paused }: ShownAddress) =>
  paused ? mark('paused', 'warn') : mark('on', 'good');

/** Without what may be a key of the receiver's. */
function shortUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return 'cannot be opened';
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

export function deliveryArea({ page, act }: ConsoleRoutes): void {
  page('deliveries', HERE, async (visit) => {
    const { query, acts } = visit;
    const { client, field } = await ofClient(visit);
    const filter = {
      state: STATES.find((one) => one === query.state),
      type: query.type || undefined,
      addressId: query.address || undefined,
    };
    const { rows, next } =
      client === '' ? NONE : await acts.deliveries.page(client, filter, query.after);
    const addresses = client === '' ? [] : await acts.events.list(client);
    const columns: readonly Column<ShownDelivery>[] = [
      { title: 'Delivery', of: ({ id }) => to(at(client, id), id) },
      { title: 'State', of: stateOf },
      { title: 'Type', of: ({ type }) => type },
      { title: 'Tries', of: ({ attempts }) => attempts, isFigure: true },
      { title: 'Made', of: ({ created_at }) => when(created_at) },
      { title: 'Next try', of: ({ next_try_at }) => when(next_try_at) },
    ];
    const addressColumns: readonly Column<ShownAddress>[] = [
      { title: 'Address', of: ({ id, url }) => to(addressAt(client, id), shortUrl(url)) },
      { title: 'State', of: onOrPaused },
      { title: 'Types', of: ({ types }) => types.join(', ') },
    ];
    return {
      title: 'Deliveries',
      body: html`${filters(HERE, {
        client: field,
        state: { label: 'State', value: query.state, choices: anyOf('Any', STATES) },
        type: { label: 'Type', value: query.type, choices: anyOf('Any', TYPES) },
      })}${table(
        'Deliveries',
        columns,
        rows,
        next === undefined
          ? 'There are no such deliveries.'
          : 'There are none among those looked at.',
      )}${more(HERE, { ...query, client }, next)}<div class="acts">${visit.does(
        `${HERE}/replay-failed`,
        'Replay all that failed',
        { fields: { client } },
      )}</div>${card(
        'Event addresses',
        table('Event addresses', addressColumns, addresses, 'This client has no event address.'),
      )}`,
    };
  });

  act('deliveries', `${HERE}/replay-failed`, {
    asks: async (_, form) => [
      html`<p>Every failed delivery of <strong>${form.get('client')}</strong> that still has somewhere to go is sent again, with the same id and body. Receivers that know the id ignore it.</p>`,
      'Replay all that failed',
    ],
    async run({ acts }, form) {
      const client = form.get('client') ?? '';
      const count = await acts.deliveries.replay(client);
      return {
        say: `Deliveries that are tried again: ${count}.`,
        to: addressOf(HERE, { client }),
      };
    },
  });

  page('deliveries', at(':client', ':id'), async (visit) => await detail(visit));

  act('deliveries', at(':client', ':id', 'show'), {
    forAll: true,
    async run(visit) {
      const { client, id } = visit.params;
      return {
        page: await visit.acts.console.show('delivery', { client, id }, () => detail(visit, true)),
      };
    },
  });

  act('deliveries', at(':client', ':id', 'replay'), {
    async run({ acts, params: { client, id } }) {
      await acts.deliveries.replay(client, id);
      return { say: 'It is sent again.', to: at(client, id) };
    },
  });

  page('deliveries', addressAt(':client', ':id'), async (visit) => {
    const { client, id } = visit.params;
    const address = (await visit.acts.events.list(client)).find((one) => one.id === id);
    if (!address) return undefined;
    const does = (name: string, words: string, look: 'plain' | 'danger' = 'plain') =>
      visit.does(addressAt(client, id, name), words, { look });
    return {
      title: 'Event address',
      above: above(client),
      body: html`${facts({
        Address: shortUrl(address.url),
        State: onOrPaused(address),
        Types: address.types.join(', '),
        Id: id,
        Client: to(CONSOLE_PATHS.area('clients', client), client),
      })}<p class="ways"><a class="button plain" href="${addressOf(HERE, { client, address: id })}">Its deliveries</a></p><div class="acts">${
        address.paused ? does('resume', 'Resume') : does('pause', 'Pause')
      }${does('test', 'Send a test event')}${does('rotate', 'New signing secret')}${does('remove', 'Remove', 'danger')}</div>`,
    };
  });

  for (const name of ['pause', 'resume'] as const)
    act('deliveries', addressAt(':client', ':id', name), {
      async run({ acts, params: { client, id } }) {
        await acts.events.set(client, id, { paused: name === 'pause' }, name);
        const say =
          name === 'pause'
            ? 'It is paused: what is for it waits, for 48 hours at most.'
            : 'It is resumed, and what waited goes out.';
        return { say, to: addressAt(client, id) };
      },
    });

  act('deliveries', addressAt(':client', ':id', 'test'), {
    async run({ acts, params: { client, id } }) {
      const { delivery_id } = await acts.events.test(client, id);
      return { say: 'This test event is on its way.', to: at(client, delivery_id) };
    },
  });

  act('deliveries', addressAt(':client', ':id', 'rotate'), {
    asks: async () => [
      html`<p>Events to this address are signed with a new secret beside the old one, so that the receiver can change over.</p>`,
      'Make a new signing secret',
    ],
    async run({ acts, params: { client, id } }) {
      const { signing_secret } = await acts.events.rotate(client, id, {});
      const back = addressAt(client, id);
      return {
        page: {
          title: 'The new signing secret',
          above: [...above(client), ['Event address', back]],
          body: html`${once({ 'Signing secret': signing_secret })}<p><a class="button plain" href="${back}">To the address</a></p>`,
        },
      };
    },
  });

  act('deliveries', addressAt(':client', ':id', 'remove'), {
    asks: async () => [
      html`<p>No event goes to this address any more, and what waits for it fails. This cannot be undone.</p>`,
      'Remove the address',
    ],
    async run({ acts, params: { client, id } }) {
      await acts.events.remove(client, id);
      return { say: 'The event address is removed.', to: addressOf(HERE, { client }) };
    },
  });
}

const NONE = { rows: [], next: undefined };

const above = (client: string) => [['Deliveries', addressOf(HERE, { client })]] as const;

type Try = Awaited<ReturnType<Visit['acts']['deliveries']['show']>>['tries'][number];
const TRIES: readonly Column<Try>[] = [
  { title: 'At', of: ({ at }) => when(at) },
  { title: 'Status', of: ({ status }) => status, isFigure: true },
  { title: 'Took', of: ({ duration_ms }) => `${Math.round(duration_ms)} ms`, isFigure: true },
  { title: 'Error', of: ({ error }) => error },
];

/** What was sent may hold buyers' data: only on request. */
async function detail(visit: Visit, isWhole = false): Promise<Shown> {
  const { client, id } = visit.params;
  const { body, tries, ...delivery } = await visit.acts.deliveries.show(client, id);
  return {
    title: 'Delivery',
    above: above(client),
    body: html`${facts({
      Id: id,
      State: stateOf(delivery),
      Type: delivery.type,
      To: shortUrl(delivery.url),
      Made: when(delivery.created_at),
      'Next try': when(delivery.next_try_at),
      Client: to(CONSOLE_PATHS.area('clients', client), client),
    })}<div class="acts">${visit.does(at(client, id, 'replay'), 'Send it again')}${
      !isWhole && visit.does(at(client, id, 'show'), 'Show what is sent', { forAll: true })
    }</div>${isWhole && json(body, 'What is sent')}${card('Tries', table('Tries', TRIES, tries, 'It was not tried yet.'))}`,
  };
}
