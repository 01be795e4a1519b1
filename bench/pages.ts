// The pages that are measured, and how they are recorded from the sandbox through the service itself.
import { startSandbox } from '../sandbox/server.ts';
import type { StoreCredential } from '../sandbox/store.ts';
import { channels } from '../src/channels/index.ts';
import { PATHS } from '../src/http/paths.ts';
import { parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import type { Envelope } from '../src/model/envelope.ts';
import type { Operation } from '../src/model/execution.ts';
import { createApp } from '../src/serve/app.ts';
import { appSetting, readConfig } from '../src/serve/config.ts';
import { createLog } from '../src/serve/log.ts';
import type { Store } from '../src/store/index.ts';
import type { Exchange } from './exchange.ts';
import type { Request } from './load.ts';
import { type Channel, startChannel } from './parts.ts';
import { shopOf } from './shops.ts';

export interface PageKind {
  readonly channel: string;
  readonly operation: Operation;
  readonly limit: number;
  /** Credentials of the request itself, or stored ones. */
  readonly credentials: 'params' | 'stored';
  /** What else is asked for. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Requests of one repeat; few where a limit counts by something that all shops share. */
  readonly requests?: number;
}

/** A page that was recorded. */
export interface Recorded extends PageKind {
  readonly name: string;
  /** What the service asks of the channel for it, once it knows the shop, and what it gets. */
  readonly exchanges: readonly Exchange[];
  /** The same for the first call of a shop, before anything is remembered of it. */
  readonly first: readonly Exchange[];
  readonly answer: Envelope;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** The request of the n-th shop. */
  readonly request: (n: number) => Request;
}

export interface Recording {
  readonly channel: Channel;
  readonly pages: readonly Recorded[];
  /** Settings with which the service finds the channel and the operator's apps. */
  readonly settings: Readonly<Record<string, string>>;
}

/** How many shops share the calls, so that no rate limit waits. */
export const SHOPS = 100;
const CLIENT = { id: 'bench', secret: 'bench-secret' } as const;

export interface Scratch {
  readonly dataDir: string;
  readonly keys: string;
  readonly databaseUrl?: string | undefined;
}

/**
 * Fills a store with a client and a user for each shop, and records every page once. The service of
 * this process asks a channel that passes on to the sandbox; what is recorded is what it then gets.
 */
export async function record(kinds: readonly PageKind[], place: Scratch): Promise<Recording> {
  const sandbox = await startSandbox({ port: 0, rates: 'relaxed' });
  const channel = await startChannel();
  const stores = new Map(sandbox.stores.map((store) => [store.channel, store]));
  const demo = (name: string): StoreCredential => {
    const [shop] = stores.get(name)?.shops ?? [];
    if (!shop) throw new Error(`the sandbox has no shop of ${name}`);
    return shop.credential;
  };
  const settings: Record<string, string> = {
    MANIFOLD_DATA_DIR: place.dataDir,
    MANIFOLD_KEYS: place.keys,
    MANIFOLD_CLIENT_RATE: '1000000',
    MANIFOLD_CLIENT_BURST: '1000000',
    MANIFOLD_CLIENT_CALLS: '20000',
    MANIFOLD_MAX_CALLS: '40000',
    MANIFOLD_ROUTES: JSON.stringify({ '*': channel.origin }),
    ...(place.databaseUrl && { MANIFOLD_DATABASE_URL: place.databaseUrl }),
  };
  const names = [...new Set(kinds.map((kind) => kind.channel))];
  for (const name of names)
    for (const [key, value] of Object.entries(stores.get(name)?.app ?? {}))
      settings[appSetting(name, key)] = value;

  const config = readConfig({
    ...settings,
    MANIFOLD_MODE: 'production',
    MANIFOLD_BASE_URL: 'http://localhost:8080',
  });
  const seal = createSeal(parseKeys(place.keys));
  const app = await createApp({
    ...{ config, channels, seal, log: createLog('error', { secretKeys: [] }) },
    routes: [{ pattern: '*', origin: channel.origin }],
  });
  try {
    await app.tokens.clients.ensure({ ...CLIENT, name: 'Benchmark' });
    await linkShops(app.store, names, demo);
    const token = await tokenOf(app.server);
    const recorded: Recorded[] = [];
    for (const kind of kinds) {
      const request = requester(kind, token, demo);
      // The first call also learns what is remembered of a shop; the second is what is measured.
      await channel.record(sandbox.origin);
      await ask(app.server, request(0));
      const first = await channel.list();
      const { text, answer } = await ask(app.server, request(0));
      const exchanges = await channel.list();
      const bytes = exchanges.map(({ answered }) => Buffer.byteLength(answered.body, 'base64'));
      recorded.push({
        ...kind,
        name: `${kind.channel}, ${answer.Output.result.length} ${kind.operation}${kind.credentials === 'stored' ? ', stored' : ''}`,
        exchanges,
        first,
        answer,
        bytesIn: bytes.reduce((all, one) => all + one, 0),
        bytesOut: Buffer.byteLength(text),
        request,
      });
    }
    await channel.replay();
    return { channel, pages: recorded, settings };
  } catch (error) {
    await channel.stop();
    throw error;
  } finally {
    await app.close();
    await sandbox.close();
  }
}

async function linkShops(
  store: Store,
  names: readonly string[],
  demo: (name: string) => StoreCredential,
): Promise<void> {
  for (let n = 0; n < SHOPS; n++) {
    const user = await store.users.ensure(CLIENT.id, userOf(n));
    if (!user) throw new Error('the client of the benchmark is gone');
    for (const name of names) {
      const channel = channels[name];
      if (!channel) throw new Error(`there is no channel ${name}`);
      const pairs = shopOf(name, demo(name), n).map(({ key, value }) => [key, value]);
      const { account, secrets } = channel.accept(Object.fromEntries(pairs));
      const accountKey = channel.accountName?.(account);
      const link = { userId: user.id, channel: name, account, accountKey, secrets };
      await store.credentials.save({ ...link, expiresAt: null });
    }
  }
}

const userOf = (n: number): string => `user-${n}`;

/** The n-th request for a page: each shop in its turn. */
function requester(
  { channel, operation, limit, credentials, filters }: PageKind,
  token: string,
  demo: (name: string) => StoreCredential,
): (n: number) => Request {
  const shops = Array.from({ length: SHOPS }, (_, n): Request => {
    const params = { [channel]: shopOf(channel, demo(channel), n) };
    return {
      path: `${PATHS[operation]}?channel=${channel}&tpUserId=${userOf(n)}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ limit, ...filters, ...(credentials === 'params' && { params }) }),
    };
  });
  return (n) => shops[n % SHOPS] as Request;
}

type Server = Awaited<ReturnType<typeof createApp>>['server'];

async function tokenOf(server: Server): Promise<string> {
  const { id, secret } = CLIENT;
  const reply = await server.inject({
    method: 'POST',
    url: '/connect/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
  });
  return reply.json<{ access_token: string }>().access_token;
}

async function ask(server: Server, { path, headers, body }: Request) {
  const reply = await server.inject({ method: 'POST', url: path, headers, payload: body });
  if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
  return { text: reply.body, answer: reply.json<Envelope>() };
}
