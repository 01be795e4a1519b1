// The command "manifold clients": create, change, list, rotate the secret, delete.
import type { Acts } from '../operate/index.ts';
import { confirmed, YES } from './ask.ts';
import { command, part } from './command.ts';
import { type Chosen, UsageError } from './declare.ts';
import { BACKUPS, CLIENT, rotationOf, secondsOf } from './places.ts';
import { factLines } from './print.ts';
import { type Column, tableLines } from './table.ts';
import { countLines, many } from './text.ts';

/** What it may do, and what users see on the link pages. */
const WISH = {
  'name <name>': 'What users see as the name of the application.',
  'redirect-origin <https://host>...':
    'An origin that magic links may lead back to, and whose pages may frame the link pages.',
  'logo-url <https address>': 'A logo for the link pages.',
  'accent <colour>': 'The colour of buttons on the link pages, such as #1d4ed8.',
  'privacy-url <https address>': 'Your privacy statement.',
  'terms-url <https address>': 'Your terms.',
  'support-url <address>': 'Where users find help: https, or mailto:address.',
  'done-text-en <text>': 'What users read at the end, in English: what happens next.',
  'done-text-nl <text>': 'What users read at the end, in Dutch: what happens next.',
  'done-text-de <text>': 'What users read at the end, in German: what happens next.',
  'done-text-fr <text>': 'What users read at the end, in French: what happens next.',
  'scopes <scope,scope>...':
    'What it may do: orders, products, links unless set; orders.write and products.write are given only so.',
} as const;

const ID = { 'client <client id>': 'The id of the client application.' } as const;

const create = part({
  about: 'create a client application and print its secret, once',
  details:
    'A client application is whatever asks the service for orders and products. It gets an access token with its id and secret, and has users of its own.',
  given: { 'client <client id>': 'An id of your choice: letters, digits, dots, dashes.' },
  options: {
    ...WISH,
    'token-days <days>': 'How long its access tokens live.',
  },
  examples: {
    'clients create my-app': 'A client that may read everything and link users',
    'clients create reports --scopes orders,products --token-days 1':
      'One that only reads, with tokens for a day',
  },
  json: '{ client, client_secret, signing_secret }; client as in "clients list"',
  async run({ given: { client: id }, options: { tokenDays, ...options }, acts, answer }) {
    const wish = { id, ...wishIn(options), tokenSeconds: secondsOf(tokenDays) };
    const made = await (await acts()).clients.create(wish);
    answer(made, [
      `Created the client "${id}" with the scopes ${made.client.scopes.join(', ')}.`,
      ...secretLines(id, made.client_secret),
      '',
      `  signing_secret ${made.signing_secret}`,
      '',
      'Receivers of completion events check signatures with it; it can be shown again with:',
      `manifold clients signing-secret ${id}`,
    ]);
  },
});

/** What was asked for, as the service calls it. */
const wishIn = ({ redirectOrigin: origins, ...wish }: Chosen<typeof WISH>) => ({
  ...wish,
  redirectOrigins: origins?.filter((origin) => origin !== ''),
});

const set = part({
  about: 'change what a client may do and what users see of it; an empty value takes it away',
  given: ID,
  options: {
    ...WISH,
    'version <date>': 'The version of the API by which it is answered, and has its events.',
  },
  examples: {
    'clients set my-app --name "My App" --accent "#0a7d5a"': 'Its name and colour',
    "clients set my-app --logo-url ''": 'No logo any more',
    'clients set my-app --scopes orders,products,links,orders.write':
      'It may ship orders from now on',
    'clients set my-app --version 2026-11-18': 'It is moved to that version of the API',
  },
  json: '{ client } as in "clients list"',
  async run({ given: { client: id }, options, io, acts, answer }) {
    if (Object.values(options).every((value) => value === undefined))
      throw new UsageError('Say what to change.');
    const wish = { ...wishIn(options), version: options.version };
    const client = await (await acts()).clients.set(id, wish);
    answer({ client }, [`Changed the client "${id}". It now has:`, ...factLines(client, io)]);
  },
});

const COLUMNS: readonly Column<Awaited<ReturnType<Acts['clients']['list']>>[number]>[] = [
  { title: 'ID', of: ({ id }) => id },
  { title: 'NAME', of: ({ name }) => name, least: 8 },
  { title: 'SCOPES', of: ({ scopes }) => scopes.join(','), least: 8, leaves: 1 },
  { title: 'SECRETS', of: ({ secrets }) => `${secrets}` },
  { title: 'TOKENS', of: ({ token_days: days }) => (days === null ? 'default' : `${days} days`) },
  {
    title: 'REDIRECTS',
    of: ({ redirect_origins: to }) => to.join(',') || 'any',
    least: 9,
    leaves: 2,
  },
  { title: 'CREATED', of: ({ created_at: at }) => at, leaves: 3 },
];

const list = part({
  about: 'list the client applications',
  examples: { 'clients list': 'All of them' },
  json: '[{ id, name, scopes, secrets, token_days, redirect_origins, logo_url, version, accent, privacy_url, terms_url, support_url, done_text_en, done_text_nl, done_text_de, done_text_fr, created_at }]; secrets is how many are live',
  async run({ acts, io, answer }) {
    const all = await (await acts()).clients.list();
    const none = ['There are no clients yet: manifold clients create <id>'];
    answer(all, all.length > 0 ? tableLines(COLUMNS, all, io) : none);
  },
});

const REVOKE = {
  'revoke-tokens': 'Also revoke the access tokens that were got with the ended secrets.',
} as const;

const rotateSecret = part({
  about: 'give a client a new secret, beside the old one or in its place',
  given: ID,
  options: {
    'keep-days <days>': 'How long the old secret still works; until it is ended, unless set.',
    'end-old': 'End the old secrets now.',
    ...REVOKE,
  },
  examples: {
    'clients rotate-secret my-app --keep-days 7': 'A week to change over',
    'clients rotate-secret my-app --end-old --revoke-tokens': 'The old one has leaked',
  },
  json: '{ client_id, client_secret, revoked_tokens }',
  async run({ given: { client: id }, options, acts, answer }) {
    const { endOld, revokeTokens, keepDays } = options;
    if (revokeTokens && !endOld)
      throw new UsageError('--revoke-tokens ends the tokens of ended secrets: give --end-old too.');
    const wish = { ...rotationOf(options), revokeTokens };
    const done = await (await acts()).clients.rotateSecret(id, wish);
    const kept =
      keepDays === undefined
        ? `The old secret still works; end it with: manifold clients end-old-secret ${id}`
        : `The old secret works for ${keepDays} more days.`;
    answer(done, [
      `The client "${id}" has a new secret.`,
      ...secretLines(id, done.client_secret),
      endOld ? 'The old secrets have ended.' : kept,
      ...(revokeTokens ? [revoked(done.revoked_tokens)] : []),
    ]);
  },
});

const endOldSecret = part({
  about: 'end the older of two secrets of a client',
  given: ID,
  options: REVOKE,
  examples: { 'clients end-old-secret my-app': 'When everybody has the new one' },
  json: '{ client_id, revoked_tokens }',
  async run({ given: { client: id }, options: { revokeTokens }, acts, answer }) {
    const done = await (await acts()).clients.endOldSecret(id, revokeTokens);
    answer(done, [
      `The older secret of the client "${id}" has ended; the newer one works.`,
      ...(revokeTokens ? [revoked(done.revoked_tokens)] : []),
    ]);
  },
});

const signingSecret = part({
  about: 'show, rotate or end the secrets that sign events to a client',
  given: CLIENT,
  options: {
    rotate: 'Make a new one; events carry a signature of each while both are live.',
    'keep-days <days>': 'With --rotate: how long the old one still signs.',
    'end-old': 'End the older one; with --rotate immediately.',
  },
  examples: {
    'clients signing-secret my-app': 'Show it',
    'clients signing-secret my-app --rotate --keep-days 7': 'A new one, with a week to change over',
  },
  json: '{ client_id, signing_secrets }, the newest first',
  async run({ given: { client: id }, options, acts, answer }) {
    const { rotate, endOld, keepDays } = options;
    const rotation = rotationOf(options);
    if (keepDays !== undefined && !rotate) throw new UsageError('--keep-days goes with --rotate.');
    const { clients: on } = await acts();
    if (rotate) await on.rotateSigning(id, rotation);
    else if (endOld) await on.endOldSigning(id);
    const live = await on.signingSecrets(id);
    const older = `Events carry a signature of each; end the older one with: manifold clients signing-secret ${id} --end-old`;
    answer({ client_id: id, signing_secrets: live }, [
      ...live.map(
        (secret, at) => `  signing_secret  ${secret}${at > 0 ? '  (the older one)' : ''}`,
      ),
      ...(rotate && live.length > 1 ? [older] : []),
    ]);
  },
});

/** What goes with a client, where its name alone says too little. */
const HELD: Readonly<Record<string, string>> = {
  results: 'background executions and their results',
  waiting: 'of these deliveries still to be sent',
};

const remove = part({
  about: 'delete a client, its users and everything kept about them',
  details: 'It shows what is deleted, and asks for the id once more unless --yes is given.',
  given: ID,
  options: YES,
  examples: { 'clients delete my-app': 'After showing what goes with it' },
  json: '{ client_id, deleted }; deleted counts what went with it',
  async run({ given: { client: id }, options, io, json, acts, answer }) {
    const { clients: on } = await acts();
    const held = await on.holdings(id);
    const goes = countLines(held, (what) => HELD[what] ?? what);
    for (const line of json ? [] : [`To be deleted with the client "${id}":`, ...goes])
      io.out(line);
    if (!(await confirmed(io, options.yes, id))) return 1;
    await on.delete(id);
    answer({ client_id: id, deleted: held }, [
      `Deleted the client "${id}" and everything kept about it and its users.`,
      BACKUPS,
    ]);
    return 0;
  },
});

export const clients = command('clients', {
  ...{ create, set, list, 'rotate-secret': rotateSecret, 'end-old-secret': endOldSecret },
  ...{ 'signing-secret': signingSecret, delete: remove },
});

const secretLines = (id: string, secret: string): string[] => [
  '',
  `  client_id      ${id}`,
  `  client_secret  ${secret}`,
  '',
  'The secret is shown this once and stored only as a hash: keep it in a safe place.',
];

const revoked = (count: number): string =>
  `Revoked ${many(count, 'access token')}; they stop working within 5 seconds.`;
