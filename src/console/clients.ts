// Client applications: what they are, their secrets, and deleting them.
import { NEWEST_VERSION, VERSIONS } from '../model/versions.ts';
import type { Acts } from '../operate/index.ts';
import { type Html, html } from '../pages/html.ts';
import { pathOf } from './areas.ts';
import { addressOf, type Columns, capital, card, facts, toClient, way, when } from './parts.ts';
import type { AreaRoutes } from './scope.ts';
import { type Shown, shownOnce, type Visit } from './visit.ts';

type Client = Awaited<ReturnType<Acts['clients']['list']>>[number];

const HERE = pathOf('clients');

const COLUMNS: Columns<Client> = {
  Client: ({ id }) => toClient(id),
  Name: ({ name }) => name,
  Scopes: ({ scopes }) => scopes.join(', '),
  'Live secrets': { figure: ({ secrets }) => secrets },
  Made: ({ created_at }) => when(created_at),
};

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

export function clientArea({ list, page, act }: AreaRoutes): void {
  list({
    filters: {},
    rows: async ({ acts }) => ({ rows: await acts.clients.list() }),
    columns: () => COLUMNS,
    none: 'There are no clients yet.',
    below: ({ isAdmin, does }) =>
      isAdmin &&
      card(
        'New client',
        does(HERE, 'Make it', {
          inputs: { id: { label: 'Id, such as my-app' }, name: { label: 'Name that users see' } },
        }),
      ),
  });

  act('', {
    async run({ acts }, form) {
      const { client, client_secret, signing_secret } = await acts.clients.create({
        id: form.get('id') ?? '',
        name: form.get('name') || (form.get('id') ?? ''),
      });
      return madeOnce(client.id, 'The client is made', {
        'Client id': client.id,
        'Client secret': client_secret,
        'Signing secret of events': signing_secret,
      });
    },
  });

  page(':id', async (visit) => {
    const client = (await visit.acts.clients.list()).find(({ id }) => id === visit.params.id);
    if (!client) return undefined;
    const { id, token_days, version } = client;
    return {
      title: client.name,
      body: html`${facts({
        'Client id': id,
        Scopes: client.scopes.join(', '),
        'Live secrets': client.secrets,
        'Tokens last': token_days === null ? 'as the service is set' : `${token_days} days`,
        'Version of the API': `${version}${version === NEWEST_VERSION ? ', the newest' : ''}`,
        'Return addresses': client.redirect_origins.join(', '),
        Made: when(client.created_at),
        ...(await holdingsOf(visit, id)),
      })}<p class="ways">${OTHERS.map((area) => way(addressOf(pathOf(area), { client: id }), `Its ${area}`))}</p>${
        visit.isAdmin && cards(visit, client)
      }`,
    };
  });

  act(':id/seen', {
    async run({ acts, params }, form) {
      const texts = SEEN.map(([key]) => [key, form.get(key) ?? undefined] as const);
      const origins = form.get('redirectOrigins')?.split(/\s+/).filter(Boolean);
      await acts.clients.set(params.id, {
        ...Object.fromEntries(texts),
        redirectOrigins: origins,
      });
      return `Users see ${params.id} so from now on.`;
    },
  });

  act(':id/version', {
    async run({ acts, params }, form) {
      const { version } = await acts.clients.set(params.id, { version: form.get('version') ?? '' });
      return `${params.id} is answered by version ${version}.`;
    },
  });

  act(':id/rotate-secret', {
    asks: ({ params }, form) =>
      html`<p>${params.id} gets a new secret, which is shown once. ${
        form.get('end') === 'now'
          ? 'The old one stops working now.'
          : 'The old one works until you end it.'
      }</p>`,
    sure: 'Make a new secret',
    async run({ acts, params }, form) {
      const endOld = form.get('end') === 'now';
      const { client_secret } = await acts.clients.rotateSecret(params.id, { endOld });
      return madeOnce(params.id, 'The new secret', { 'Client secret': client_secret });
    },
  });

  act(':id/end-old-secret', {
    asks: ({ params }) =>
      html`<p>What still uses the old secret of ${params.id} can get no token any more.</p>`,
    sure: 'End the old secret',
    async run({ acts, params }) {
      await acts.clients.endOldSecret(params.id, false);
      return 'The old secret no longer works.';
    },
  });

  act(':id/rotate-signing', {
    asks: ({ params }) =>
      html`<p>Events to ${params.id} are signed with a new secret beside the old one, so that receivers can change over.</p>`,
    sure: 'Make a new signing secret',
    async run({ acts, params }) {
      await acts.clients.rotateSigning(params.id, {});
      const [secret = ''] = await acts.clients.signingSecrets(params.id);
      return madeOnce(params.id, 'The new signing secret', { 'Signing secret': secret });
    },
  });

  act(':id/delete', {
    asks: async (visit) =>
      html`<p><strong>${visit.params.id}</strong> is deleted, with everything that is kept for it. This cannot be undone.</p>${facts(await holdingsOf(visit, visit.params.id))}`,
    sure: 'Delete the client',
    async run({ acts, params }) {
      await acts.clients.delete(params.id);
      return { say: `${params.id} is deleted.`, to: HERE };
    },
  });
}

/** What else there is of one. */
const OTHERS = ['users', 'executions', 'deliveries', 'watches', 'overrides'] as const;

/** What is kept for it, `magicLinks` as people read it. */
async function holdingsOf({ acts }: Visit, id: string): Promise<Readonly<Record<string, number>>> {
  const held = Object.entries(await acts.clients.holdings(id));
  const label = (name: string) => capital(name.replaceAll(/([A-Z])/g, ' $1').toLowerCase());
  return Object.fromEntries(held.map(([name, count]) => [label(name), count]));
}

const madeOnce = (id: string, title: string, secrets: Readonly<Record<string, string>>): Shown =>
  shownOnce(title, secrets, [id, pathOf('clients', id)], 'To the client');

/** What can be changed of one. */
function cards({ does }: Visit, client: Client): Html {
  const { version } = client;
  return html`${card(
    'What users see',
    html`<p>On the link pages. At the end, say what happens next in your application. An empty field takes away what was there.</p>${does(
      'seen',
      'Save',
      {
        inputs: {
          ...Object.fromEntries(
            SEEN.map(([key, shown, label]) => [key, { label, value: client[shown] ?? '' }]),
          ),
          redirectOrigins: {
            ...{ label: 'Origins that links may lead back to, one a line', rows: 2 },
            value: client.redirect_origins.join('\n'),
          },
        },
      },
    )}`,
  )}${
    // Where there is another one.
    VERSIONS.some((one) => one !== version) &&
    card(
      'Version of the API',
      html`<p>Requests that name no other are answered by it, and events are sent by it. It can be moved back.</p>${does(
        'version',
        'Move the client',
        { inputs: { version: { label: 'Version', value: version, choices: VERSIONS } } },
      )}`,
    )
  }${card(
    'Secrets',
    html`<p>Secrets are kept as hashes or sealed; no page shows one that is there already.</p><div class="acts">${does('rotate-secret', 'New client secret')}${does('end-old-secret', 'End the old secret')}${does('rotate-signing', 'New signing secret')}${does('delete', 'Delete the client', { look: 'danger' })}</div>`,
  )}`;
}
