// Events on their way to clients: each delivery with its tries, and the addresses they go to.
import { COMPLETED, TEST } from '../model/event.ts';
import { NOTICE_TYPES } from '../model/notices.ts';
import type { ShownAddress, ShownDelivery } from '../operate/events.ts';
import { html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import { oneClient, oneOf } from './filters.ts';
import { addressOf, facts, json, listed, mark, to, toClient, way, when } from './parts.ts';
import type { AreaRoutes } from './scope.ts';
import { type Shown, shownOnce, type Visit } from './visit.ts';

const HERE = pathOf('deliveries');
const at = (client: string, id: string) => pathOf('deliveries', client, id);
const addressAt = (client: string, id: string) => pathOf('deliveries', client, 'addresses', id);
const TYPES: readonly string[] = [COMPLETED, ...NOTICE_TYPES, TEST];
const TONES = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;
const STATES = Object.keys(TONES) as (keyof typeof TONES)[];
const FILTERS = {
  client: oneClient,
  state: oneOf('State', STATES),
  type: oneOf('Type', TYPES),
};

const stateOf = ({ state }: ShownDelivery) => mark(state, TONES[state]);
const onOrPaused = ({ paused }: ShownAddress) =>
  paused ? mark('paused', 'warn') : mark('on', 'good');

/** Without what may be a key of the receiver's. */
function shortUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return 'cannot be opened';
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

export function deliveryArea({ list, page, act }: AreaRoutes): void {
  list({
    filters: FILTERS,
    async rows({ acts, query }, { client, ...filter }, after) {
      if (client === '') return { rows: [] };
      const addressId = query.address || undefined;
      return await acts.deliveries.page(client, { ...filter, addressId }, after);
    },
    columns: (_, { client }) => ({
      Delivery: ({ id }) => to(at(client, id), id),
      State: stateOf,
      Type: ({ type }) => type,
      Tries: { figure: ({ attempts }) => attempts },
      Made: ({ created_at }) => when(created_at),
      'Next try': ({ next_try_at }) => when(next_try_at),
    }),
    none: 'There are no such deliveries.',
    async below({ acts, does }, { client }) {
      const addresses = client === '' ? [] : await acts.events.list(client);
      const replay = does('replay-failed', REPLAY_ALL, { fields: { client } });
      return html`<div class="acts">${replay}</div>${listed(
        'Event addresses',
        {
          Address: ({ id, url }) => to(addressAt(client, id), shortUrl(url)),
          State: onOrPaused,
          Types: ({ types }) => types.join(', '),
        },
        addresses,
        'This client has no event address.',
      )}`;
    },
  });

  act('replay-failed', {
    asks: (_, form) =>
      html`<p>Every failed delivery of <strong>${form.get('client')}</strong> that still has somewhere to go is sent again, with the same id and body. Receivers that know the id ignore it.</p>`,
    sure: REPLAY_ALL,
    async run({ acts }, form) {
      const client = form.get('client') ?? '';
      const count = await acts.deliveries.replay(client);
      return { say: `Deliveries that are tried again: ${count}.`, to: addressOf(HERE, { client }) };
    },
  });

  page(':client/:id', (visit) => detail(visit));

  act(':client/:id/show', {
    forAll: true,
    run(visit) {
      const { client, id } = visit.params;
      return visit.acts.console.show('delivery', { client, id }, () => detail(visit, true));
    },
  });

  act(':client/:id/replay', {
    async run({ acts, params: { client, id } }) {
      await acts.deliveries.replay(client, id);
      return 'It is sent again.';
    },
  });

  page(':client/addresses/:id', async ({ acts, does, params: { client, id } }) => {
    const address = (await acts.events.list(client)).find((one) => one.id === id);
    if (!address) return undefined;
    return {
      title: 'Event address',
      body: html`${facts({
        Address: shortUrl(address.url),
        State: onOrPaused(address),
        Types: address.types.join(', '),
        Id: id,
        Client: toClient(client),
      })}<p class="ways">${way(addressOf(HERE, { client, address: id }), 'Its deliveries')}</p><div class="acts">${
        address.paused ? does('resume', 'Resume') : does('pause', 'Pause')
      }${does('test', 'Send a test event')}${does('rotate', 'New signing secret')}${does('remove', 'Remove', { look: 'danger' })}</div>`,
    };
  });

  for (const [name, said] of [
    ['pause', 'It is paused: no events are recorded for it. What waited is held for 48 hours.'],
    ['resume', 'It is resumed, and what waited goes out.'],
  ] as const)
    act(`:client/addresses/:id/${name}`, {
      async run({ acts, params: { client, id } }) {
        await acts.events.set(client, id, { paused: name === 'pause' }, name);
        return said;
      },
    });

  act(':client/addresses/:id/test', {
    async run({ acts, params: { client, id } }) {
      const { delivery_id } = await acts.events.test(client, id);
      return { say: 'This test event is on its way.', to: at(client, delivery_id) };
    },
  });

  act(':client/addresses/:id/rotate', {
    asks: () =>
      html`<p>Events to this address are signed with a new secret beside the old one, so that the receiver can change over.</p>`,
    sure: 'Make a new signing secret',
    async run({ acts, params: { client, id } }) {
      const { signing_secret } = await acts.events.rotate(client, id, {});
      const secrets = { 'Signing secret': signing_secret };
      const under = ['Event address', addressAt(client, id)] as const;
      return shownOnce('The new signing secret', secrets, under, 'To the address');
    },
  });

  act(':client/addresses/:id/remove', {
    asks: () =>
      html`<p>No event goes to this address any more, and what waits for it fails. This cannot be undone.</p>`,
    sure: 'Remove the address',
    async run({ acts, params: { client, id } }) {
      await acts.events.remove(client, id);
      return { say: 'The event address is removed.', to: addressOf(HERE, { client }) };
    },
  });
}

const REPLAY_ALL = 'Replay all that failed';

/** What was sent may hold buyers' data: only on request. */
async function detail({ acts, does, params }: Visit, isWhole = false): Promise<Shown> {
  const { client, id } = params;
  const { body, tries, ...delivery } = await acts.deliveries.show(client, id);
  return {
    title: 'Delivery',
    body: html`${facts({
      Id: id,
      State: stateOf(delivery),
      Type: delivery.type,
      To: shortUrl(delivery.url),
      Made: when(delivery.created_at),
      'Next try': when(delivery.next_try_at),
      Client: toClient(client),
    })}<div class="acts">${does('replay', 'Send it again')}${
      !isWhole && does('show', 'Show what is sent', { forAll: true })
    }</div>${isWhole && json(body, 'What is sent')}${listed(
      'Tries',
      {
        At: (one) => when(one.at),
        Status: { figure: ({ status }) => status },
        Took: { figure: ({ duration_ms }) => `${Math.round(duration_ms)} ms` },
        Error: ({ error }) => error,
      },
      tries,
      'It was not tried yet.',
    )}`,
  };
}
