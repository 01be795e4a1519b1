// Client applications: what they are, their secrets, and deleting them.
import { CONSOLE_PATHS } from '../http/paths.ts';
import { NEWEST_VERSION, VERSIONS } from '../model/versions.ts';
import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './layout.ts';
import { button, type Column, card, facts, input, once, table, to, when } from './parts.ts';
import type { ConsoleRoutes, Shown, Visit } from './scope.ts';

type Client = Awaited<ReturnType<Acts['clients']['list']>>[number];

const HERE = pathOf('clients');
const at = (id: string, ...act: readonly string[]) => CONSOLE_PATHS.area('clients', id, ...act);

const COLUMNS: readonly Column<Client>[] = [
  { title: 'Client', of: ({ id }) => to(at(id), id) },
  { title: 'Name', of: ({ name }) => name },
  { title: 'Scopes', of: ({ scopes }) => scopes.join(', ') },
  { title: 'Live secrets', of: ({ secrets }) => secrets, isFigure: true },
  { title: 'Made', of: ({ created_at }) => when(created_at) },
];

/** What users see of a client: as an act calls it, as it is shown, and as people say. */
const SEEN = [
  ['name', 'name', 'Name'],
  ['logoUrl', 'logo_url', 'Logo'],
  ['accent', 'accent', 'Colour of buttons'],
  ['privacyUrl', 'privacy_url', 'Privacy statement'],
  ['termsUrl', 'terms_url', 'Terms'],
  ['supportUrl', 'support_url', 'Help: https, or mailto:'],
  ['doneTextEn', 'done_text_en', 'At the end, in English'],
  ['doneTextNl', 'done_text_nl', 'In Dutch'],
  ['doneTextDe', 'done_text_de', 'In German'],
  ['doneTextFr', 'done_text_fr', 'In French'],
] as const;

const find = async ({ acts, params }: Visit): Promise<Client | undefined> =>
  (await acts.clients.list()).find(({ id }) => id === params.id);

export function clientArea({ page, act }: ConsoleRoutes): void {
  page('clients', HERE, async (visit) => ({
    title: 'Clients',
    body: html`${table('Clients', COLUMNS, await visit.acts.clients.list(), 'There are no clients yet.')}${
      visit.isAdmin &&
      card(
        'New client',
        html`<form class="filters" method="post" action="${CONSOLE_PATHS.area('clients')}">${visit.formToken}${input('id', { label: 'Id, such as my-app' })}${input('name', { label: 'Name that users see' })}${button('Make it')}</form>`,
      )
    }`,
  }));

  act('clients', HERE, {
    async run({ acts }, form) {
      const { client, client_secret, signing_secret } = await acts.clients.create({
        id: form.get('id') ?? '',
        name: form.get('name') || (form.get('id') ?? ''),
      });
      return {
        page: madeOnce(client.id, 'The client is made', {
          'Client id': client.id,
          'Client secret': client_secret,
          'Signing secret of events': signing_secret,
        }),
      };
    },
  });

  page('clients', at(':id'), async (visit) => {
    const client = await find(visit);
    if (!client) return undefined;
    const { id } = client;
    const held = await visit.acts.clients.holdings(id);
    return {
      title: client.name,
      above: [['Clients', HERE]],
      body: html`${facts({
        'Client id': id,
        Scopes: client.scopes.join(', '),
        'Live secrets': client.secrets,
        'Tokens last':
          client.token_days === null ? 'as the service is set' : `${client.token_days} days`,
        'Version of the API': `${client.version}${client.version === NEWEST_VERSION ? ', the newest' : ''}`,
        'Return addresses': client.redirect_origins.join(', '),
        Made: when(client.created_at),
        ...Object.fromEntries(Object.entries(held).map(([name, count]) => [label(name), count])),
      })}${ways(visit, id)}${seenCard(visit, client)}${versionCard(visit, client)}${secretsCard(visit, id)}`,
    };
  });

  act('clients', at(':id', 'seen'), {
    async run({ acts, params }, form) {
      const texts = SEEN.map(([key]) => [key, form.get(key) ?? undefined] as const);
      const origins = form.get('redirectOrigins')?.split(/\s+/).filter(Boolean);
      await acts.clients.set(params.id, {
        ...Object.fromEntries(texts),
        redirectOrigins: origins,
      });
      return { say: `Users see ${params.id} so from now on.`, to: at(params.id) };
    },
  });

  act('clients', at(':id', 'version'), {
    async run({ acts, params }, form) {
      const { version } = await acts.clients.set(params.id, { version: form.get('version') ?? '' });
      return { say: `${params.id} is answered by version ${version}.`, to: at(params.id) };
    },
  });

  act('clients', at(':id', 'rotate-secret'), {
    asks: async ({ params }, form) => [
      html`<p>${params.id} gets a new secret, which is shown once. ${
        form.get('end') === 'now'
          ? 'The old one stops working now.'
          : 'The old one works until you end it.'
      }</p>`,
      'Make a new secret',
    ],
    async run({ acts, params }, form) {
      const endOld = form.get('end') === 'now';
      const { client_secret } = await acts.clients.rotateSecret(params.id, { endOld });
      return { page: madeOnce(params.id, 'The new secret', { 'Client secret': client_secret }) };
    },
  });

  act('clients', at(':id', 'end-old-secret'), {
    asks: async ({ params }) => [
      html`<p>What still uses the old secret of ${params.id} can get no token any more.</p>`,
      'End the old secret',
    ],
    async run({ acts, params }) {
      await acts.clients.endOldSecret(params.id, false);
      return { say: 'The old secret no longer works.', to: at(params.id) };
    },
  });

  act('clients', at(':id', 'rotate-signing'), {
    asks: async ({ params }) => [
      html`<p>Events to ${params.id} are signed with a new secret beside the old one, so that receivers can change over.</p>`,
      'Make a new signing secret',
    ],
    async run({ acts, params }) {
      await acts.clients.rotateSigning(params.id, {});
      const [secret = ''] = await acts.clients.signingSecrets(params.id);
      return { page: madeOnce(params.id, 'The new signing secret', { 'Signing secret': secret }) };
    },
  });

  act('clients', at(':id', 'delete'), {
    asks: async (visit) => {
      const held = await visit.acts.clients.holdings(visit.params.id);
      return [
        html`<p><strong>${visit.params.id}</strong> is deleted, with everything that is kept for it. This cannot be undone.</p>${facts(Object.fromEntries(Object.entries(held).map(([name, count]) => [label(name), count])))}`,
        'Delete the client',
      ];
    },
    async run({ acts, params }) {
      await acts.clients.delete(params.id);
      return { say: `${params.id} is deleted.`, to: HERE };
    },
  });
}

/** `magicLinks` as people read it. */
const label = (name: string): string =>
  name
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());

const madeOnce = (id: string, title: string, secrets: Readonly<Record<string, string>>): Shown => ({
  title,
  above: [
    ['Clients', HERE],
    [id, at(id)],
  ],
  body: html`${once(secrets)}<p><a class="button plain" href="${at(id)}">To the client</a></p>`,
});

/** What else there is of one. */
const ways = (_: Visit, id: string): Html =>
  html`<p class="ways">${(
    ['users', 'executions', 'deliveries', 'watches', 'overrides'] as const
  ).map(
    (area) =>
      html`<a class="button plain" href="${`${pathOf(area)}?client=${encodeURIComponent(id)}`}">Its ${area}</a>`,
  )}</p>`;

const seenCard = (visit: Visit, client: Client): Html | false =>
  visit.isAdmin &&
  card(
    'What users see',
    html`<p>On the link pages. At the end, say what happens next in your application. An empty field takes away what was there.</p><form class="filters" method="post" action="${at(client.id, 'seen')}">${visit.formToken}${SEEN.map(
      ([key, shown, label]) => input(key, { label, value: client[shown] ?? '' }),
    )}${input('redirectOrigins', {
      ...{ label: 'Origins that links may lead back to, one a line', rows: 2 },
      value: client.redirect_origins.join('\n'),
    })}${button('Save')}</form>`,
  );

/** Where there is another one. */
const versionCard = (visit: Visit, { id, version }: Client): Html | false =>
  visit.isAdmin &&
  VERSIONS.some((one) => one !== version) &&
  card(
    'Version of the API',
    html`<p>Requests that name no other are answered by it, and events are sent by it. It can be moved back.</p><form class="filters" method="post" action="${at(id, 'version')}">${visit.formToken}${input('version', { label: 'Version', value: version, choices: VERSIONS.map((one) => [one, one] as const) })}${button('Move the client')}</form>`,
  );

const secretsCard = (visit: Visit, id: string): Html | undefined =>
  visit.isAdmin
    ? card(
        'Secrets',
        html`<p>Secrets are kept as hashes or sealed; no page shows one that is there already.</p><div class="acts">${visit.does(at(id, 'rotate-secret'), 'New client secret')}${visit.does(at(id, 'end-old-secret'), 'End the old secret')}${visit.does(at(id, 'rotate-signing'), 'New signing secret')}${visit.does(at(id, 'delete'), 'Delete the client', { look: 'danger' })}</div>`,
      )
    : undefined;
