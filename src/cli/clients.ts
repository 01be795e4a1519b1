// The command "manifold clients": create, change, list, rotate the secret, delete.
import type { Client } from '../store/index.ts';
import { type ClientChange, liveSecrets } from '../tokens/index.ts';
import { confirmed, YES } from './ask.ts';
import { audit } from './audit.ts';
import { command, part } from './command.ts';
import { type Chosen, UsageError } from './declare.ts';
import { CLIENT, DAY_SECONDS, daysOf, requireClient, time, using } from './on-store.ts';
import { liveSigningSecrets, signingSecret } from './signing-secret.ts';
import { columns } from './table.ts';

/** What users see on the link pages. */
const SHOWN = {
  name: { value: 'name', about: 'What users see as the name of the application.' },
  'redirect-origin': {
    value: 'https://host',
    about: 'An origin that magic links may lead back to, and whose pages may frame the link pages.',
    many: true,
  },
  'logo-url': { value: 'https address', about: 'A logo for the link pages.' },
  accent: { value: 'colour', about: 'The colour of buttons on the link pages, such as #1d4ed8.' },
  'privacy-url': { value: 'https address', about: 'Your privacy statement.' },
  'terms-url': { value: 'https address', about: 'Your terms.' },
  'support-url': { value: 'address', about: 'Where users find help: https, or mailto:address.' },
} as const;

const ID = { client: { ...CLIENT, about: 'The id of the client application.' } } as const;

const create = part({
  about: 'create a client application and print its secret, once',
  details: [
    'A client application is whatever asks the service for orders and products. It gets an access token with its id and secret, and has users of its own.',
  ],
  given: {
    client: { word: 'client id', about: 'An id of your choice: letters, digits, dots, dashes.' },
  },
  options: {
    ...SHOWN,
    scopes: {
      value: 'scope,scope',
      about: 'What it may do: orders, products, links. All unless set.',
      many: true,
    },
    'token-days': { value: 'days', about: 'How long its access tokens live.' },
  },
  examples: [
    ['clients create my-app', 'A client that may do everything'],
    [
      'clients create reports --scopes orders,products --token-days 1',
      'One that only reads, with tokens for a day',
    ],
  ],
  json: '{ client, client_secret, signing_secret }; client as in "clients list"',
  async run({ given: { client: id }, options, open, answer }) {
    const wanted = {
      id,
      ...shownIn(options),
      scopes: options.scopes
        ?.flatMap((list) => list.split(/[\s,]+/))
        .filter((scope) => scope !== ''),
      tokenSeconds: daysOf(options['token-days']),
    };
    return await using(open, async ({ tokens, store }) => {
      const { client, secret } = await tokens.clients.create(wanted);
      await audit(store, 'clients.create', { client: client.id });
      const [signing = ''] = (await liveSigningSecrets(store, client.id)) ?? [];
      answer({ client: asJson(client), client_secret: secret, signing_secret: signing }, [
        `Created the client "${client.id}" with the scopes ${client.scopes.join(', ')}.`,
        ...secretLines(client.id, secret),
        '',
        `  signing_secret ${signing}`,
        '',
        'Receivers of completion events check signatures with it; it can be shown again with:',
        `manifold clients signing-secret ${client.id}`,
      ]);
      return 0;
    });
  },
});

/** What users see of a client, as the service calls it. */
function shownIn(options: Chosen<typeof SHOWN>): ClientChange {
  return {
    name: options.name,
    redirectOrigins: options['redirect-origin']?.filter((origin) => origin !== ''),
    logoUrl: options['logo-url'],
    accent: options.accent,
    privacyUrl: options['privacy-url'],
    termsUrl: options['terms-url'],
    supportUrl: options['support-url'],
  };
}

const set = part({
  about: 'change what users see of a client; an empty value takes it away',
  given: ID,
  options: SHOWN,
  examples: [
    [`clients set my-app --name "My App" --accent "#0a7d5a"`, 'Its name and colour'],
    [`clients set my-app --logo-url ''`, 'No logo any more'],
  ],
  json: '{ client } as in "clients list"',
  async run({ given: { client: id }, options, open, answer }) {
    if (Object.values(options).every((value) => value === undefined))
      throw new UsageError('Say what to change.');
    return await using(open, async ({ tokens, store }) => {
      const client = await tokens.clients.update(id, shownIn(options));
      const { name, redirectOrigins, logoUrl, looks } = client;
      await audit(store, 'clients.set', { client: id });
      const rows = [
        ['name', name],
        ['redirects', redirectOrigins.join(', ') || 'any'],
        ['logo', logoUrl ?? 'none'],
        ['accent', looks.accent ?? 'none'],
        ['privacy', looks.privacyUrl ?? 'none'],
        ['terms', looks.termsUrl ?? 'none'],
        ['support', looks.supportUrl ?? 'none'],
      ];
      answer({ client: asJson(client) }, [
        `Changed the client "${id}". Its link pages now have:`,
        ...columns(rows).map((line) => `  ${line}`),
      ]);
      return 0;
    });
  },
});

const list = part({
  about: 'list the client applications',
  examples: [['clients list', 'All of them']],
  json: '[{ id, name, scopes, secrets, token_days, redirect_origins, logo_url, accent, privacy_url, terms_url, support_url, created_at }]; secrets is how many are live',
  async run({ open, answer }) {
    return await using(open, async ({ tokens }) => {
      const all = await tokens.clients.list();
      const rows = all.map((client) => [
        client.id,
        client.name,
        client.scopes.join(','),
        `${live(client)}`,
        client.tokenSeconds === null ? 'default' : `${client.tokenSeconds / DAY_SECONDS} days`,
        client.redirectOrigins.join(',') || 'any',
        time(client.createdAt),
      ]);
      const head = ['ID', 'NAME', 'SCOPES', 'SECRETS', 'TOKENS', 'REDIRECTS', 'CREATED'];
      answer(
        all.map(asJson),
        rows.length > 0
          ? columns([head, ...rows])
          : ['There are no clients yet: manifold clients create <id>'],
      );
      return 0;
    });
  },
});

const live = (client: Client): number => liveSecrets(client, Date.now()).length;

const asJson = (client: Client) => ({
  id: client.id,
  name: client.name,
  scopes: client.scopes,
  secrets: live(client),
  token_days: client.tokenSeconds === null ? null : client.tokenSeconds / DAY_SECONDS,
  redirect_origins: client.redirectOrigins,
  logo_url: client.logoUrl,
  accent: client.looks.accent ?? null,
  privacy_url: client.looks.privacyUrl ?? null,
  terms_url: client.looks.termsUrl ?? null,
  support_url: client.looks.supportUrl ?? null,
  created_at: time(client.createdAt),
});

const REVOKE = { about: 'Also revoke the access tokens that were got with the ended secrets.' };

const rotateSecret = part({
  about: 'give a client a new secret, beside the old one or in its place',
  given: ID,
  options: {
    'keep-days': {
      value: 'days',
      about: 'How long the old secret still works; until it is ended, unless set.',
    },
    'end-old': { about: 'End the old secrets now.' },
    'revoke-tokens': REVOKE,
  },
  examples: [
    ['clients rotate-secret my-app --keep-days 7', 'A week to change over'],
    ['clients rotate-secret my-app --end-old --revoke-tokens', 'The old one has leaked'],
  ],
  json: '{ client_id, client_secret, revoked_tokens }',
  async run({ given: { client: id }, options, open, answer }) {
    const endOld = options['end-old'];
    const revokeTokens = options['revoke-tokens'];
    const keepOldSeconds = daysOf(options['keep-days']);
    if (revokeTokens && !endOld)
      throw new UsageError('--revoke-tokens ends the tokens of ended secrets: give --end-old too.');
    if (keepOldSeconds !== undefined && endOld)
      throw new UsageError('--end-old ends the old secret now: leave out --keep-days.');
    return await using(open, async ({ tokens, store }) => {
      const wish = { endOld, revokeTokens, keepOldSeconds };
      const { secret, revokedTokens } = await tokens.clients.rotateSecret(id, wish);
      await audit(store, 'clients.rotate_secret', { client: id, endOld, revokeTokens });
      const old = endOld
        ? 'The old secrets have ended.'
        : keepOldSeconds !== undefined
          ? `The old secret works for ${options['keep-days']} more days.`
          : `The old secret still works; end it with: manifold clients end-old-secret ${id}`;
      answer({ client_id: id, client_secret: secret, revoked_tokens: revokedTokens }, [
        `The client "${id}" has a new secret.`,
        ...secretLines(id, secret),
        old,
        ...(revokeTokens ? [revoked(revokedTokens)] : []),
      ]);
      return 0;
    });
  },
});

const endOldSecret = part({
  about: 'end the older of two secrets of a client',
  given: ID,
  options: { 'revoke-tokens': REVOKE },
  examples: [['clients end-old-secret my-app', 'When everybody has the new one']],
  json: '{ client_id, revoked_tokens }',
  async run({ given: { client: id }, options, open, answer }) {
    return await using(open, async ({ tokens, store }) => {
      const revokeTokens = options['revoke-tokens'];
      const count = await tokens.clients.endOldSecret(id, revokeTokens);
      await audit(store, 'clients.end_old_secret', { client: id, revokeTokens });
      answer({ client_id: id, revoked_tokens: count }, [
        `The older secret of the client "${id}" has ended; the newer one works.`,
        ...(revokeTokens ? [revoked(count)] : []),
      ]);
      return 0;
    });
  },
});

/** What goes with a client, as it is shown before it goes. */
const HELD = {
  users: 'users',
  credentials: 'credentials that they linked',
  tokens: 'access tokens',
  executions: 'executions',
  results: 'background executions and their results',
  deliveries: 'deliveries of events',
  waiting: 'of these deliveries still to be sent',
} as const;

const remove = part({
  about: 'delete a client with its users and all that is kept of them',
  details: ['It shows what goes, and asks for the id once more unless --yes is given.'],
  given: ID,
  options: YES,
  examples: [['clients delete my-app', 'After showing what goes with it']],
  json: '{ client_id, deleted }; deleted counts what went with it',
  async run({ given: { client: id }, options, io, json, open, answer }) {
    return await using(open, async ({ store, tokens }) => {
      await requireClient(store, id);
      const held = await store.clients.holdings(id);
      if (!json) {
        io.out(`With the client "${id}" go:`);
        for (const line of columns(
          Object.entries(HELD).map(([name, what]) => [
            held[name as keyof typeof HELD].toLocaleString('en-US'),
            what,
          ]),
        ))
          io.out(`  ${line}`);
      }
      if (!(await confirmed(io, options.yes, id))) return 1;
      await tokens.clients.delete(id);
      await audit(store, 'clients.delete', { client: id });
      answer({ client_id: id, deleted: held }, [
        `Deleted the client "${id}" with all that was kept of it and of its users.`,
        'Backups made before still hold it, until they are deleted or the key that they are sealed with has left the ring.',
      ]);
      return 0;
    });
  },
});

export const clients = command('clients', {
  create,
  set,
  list,
  'rotate-secret': rotateSecret,
  'end-old-secret': endOldSecret,
  'signing-secret': signingSecret,
  delete: remove,
});

const secretLines = (id: string, secret: string): string[] => [
  '',
  `  client_id      ${id}`,
  `  client_secret  ${secret}`,
  '',
  'The secret is shown this once and stored only as a hash: keep it in a safe place.',
];

const revoked = (count: number): string =>
  `Revoked ${count} access ${count === 1 ? 'token' : 'tokens'}; they stop working within 5 seconds.`;
