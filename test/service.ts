// The service as a client sees it, with the sandbox beside it: what contract tests talk to.
import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import type { OpenStore, Rates, Store as SandboxStore, StoreShop } from '../sandbox/store.ts';
import { stores as everyStore } from '../sandbox/stores/index.ts';
import type { Channel } from '../src/channels/channel.ts';
import { secretKeys } from '../src/channels/field.ts';
import { channels as everyChannel } from '../src/channels/index.ts';
import { newKeyEntry, parseKeys } from '../src/keys/ring.ts';
import { createSeal, type Seal } from '../src/keys/seal.ts';
import type { Envelope } from '../src/model/envelope.ts';
import type { Tracer } from '../src/model/trace.ts';
import type { Route } from '../src/net/route.ts';
import { type App, createApp } from '../src/serve/app.ts';
import { readConfig } from '../src/serve/config.ts';
import { createLog } from '../src/serve/log.ts';
import { demoOf } from '../src/serve/sandbox.ts';
import { isAll, isDeep, isOne } from './all.ts';
import { quickFolder } from './quick-folder.ts';
import { getToken } from './token.ts';

/** The day the tests live in; the clock runs on from here. */
export const TODAY = Date.UTC(2026, 10, 15, 12);

/** Orders of so many days show every trait, most of them once, which a test of the catalogue proves. */
export const DAYS = isAll ? 60 : 45;

export interface ServiceOptions {
  /** Another day to live in. */
  readonly today?: number;
  /** Milliseconds that the vendors' clocks are ahead of ours, or behind where it is negative. */
  readonly ahead?: number;
  /** Milliseconds after which vendors show a change. */
  readonly lag?: number;
  /** The shops have orders of so many days: `DAYS` unless set, and years of them for one channel or where every product is wanted. */
  readonly days?: number;
  readonly rates?: Rates;
  readonly channels?: Readonly<Record<string, Channel>>;
  /** Beside those of the sandbox. */
  readonly stores?: readonly OpenStore[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly databaseUrl?: string;
  /** Beside those of the sandbox. */
  readonly routes?: readonly Route[];
  /** The operator has no app at any vendor. */
  readonly withoutApps?: boolean;
  /** In place of one of its own. */
  readonly seal?: Seal;
  /** An origin between the service and the sandbox, which passes calls on. */
  readonly between?: string;
  /** The operator's apps, in place of those that the sandbox's vendors know. */
  readonly apps?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A file for every exchange with a vendor, in place of the one that the environment names. */
  readonly exchanges?: string;
  /** What the clients may do, where that is more than usual. */
  readonly scopes?: readonly string[];
  /** Where spans go. */
  readonly tracer?: Tracer | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Envelope<Record<string, unknown>>;
}

export interface Asking {
  readonly user?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A client application of its own, with its own users. */
export interface Tenant {
  readonly id: string;
  readonly token: string;
  orders(channel: string, body?: unknown, asking?: Asking): Promise<Answer>;
  products(channel: string, body?: unknown, asking?: Asking): Promise<Answer>;
  /** Links a user with one of the channel's sandbox shops; the user is named after the shop. */
  link(channel: string, shop: string): Promise<string>;
}

export interface Service extends Tenant {
  readonly origin: string;
  readonly sandbox: Sandbox;
  readonly app: App;
  /** Where the embedded store is. */
  readonly dataDir: string;
  /** Everything logged so far. */
  readonly logged: () => string;
  readonly now: () => number;
  /** Lets time pass, for the service and the sandbox. */
  forward(milliseconds: number): void;
  /** Stops the clock of both, which `forward` moves all the same, or lets it run on. */
  hold(isHeld: boolean): void;
  /** Every page to the end, as one list. */
  walk(kind: 'orders' | 'products', channel: string, body?: object, asking?: Asking): Promise<Walk>;
  channel(name: string): Channel;
  store(channel: string): SandboxStore;
  shop(channel: string, name?: string): StoreShop;
  /** A further client, with a token of its own; none of its users is linked yet. */
  tenant(id: string): Promise<Tenant>;
  close(): Promise<void>;
}

export interface Walk {
  readonly items: readonly Record<string, unknown>[];
  readonly pages: readonly number[];
}

export const CLIENT = { id: 'test-client', secret: 'test-secret-canary' } as const;
/** More pages than any walk has: a walk that does not end is a failure, not a hang. */
const MAX_PAGES = 2000;

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { today = TODAY, ahead = 0, lag = 0 } = options;
  let started = Date.now();
  let heldAt: number | undefined;
  let forwarded = 0;
  const now = () => today + ((heldAt ?? Date.now()) - started) + forwarded;
  const channels = options.channels ?? everyChannel;
  const log: string[] = [];
  const { MANIFOLD_SANDBOX_LOG: given } = process.env;
  const exchanges = options.exchanges ?? (given && `${given}.${process.pid}.jsonl`);
  const sandbox = await startSandbox({
    port: 0,
    now: () => now() + ahead,
    lag,
    anchor: today - (today % 86_400_000),
    days: isDeep || isOne ? undefined : (options.days ?? DAYS),
    rates: options.rates ?? 'relaxed',
    stores: [...everyStore, ...(options.stores ?? [])],
    ...(exchanges && { log: exchanges }),
  });
  const dataDir = quickFolder('manifold-test-');
  const apps = Object.fromEntries(
    sandbox.stores.flatMap((store) =>
      store.app && !options.withoutApps ? [[store.channel, store.app]] : [],
    ),
  );
  const config = readConfig({
    MANIFOLD_DATA_DIR: dataDir,
    MANIFOLD_LOG_LEVEL: 'debug',
    MANIFOLD_CLIENT_RATE: '100000',
    MANIFOLD_CLIENT_BURST: '100000',
    ...(options.databaseUrl && { MANIFOLD_DATABASE_URL: options.databaseUrl }),
    ...options.settings,
  });
  for (const store of sandbox.stores)
    store.install?.register(`${config.baseUrl}/link/return/${store.channel}`);
  const app = await createAppOr(() => sandbox.close(), {
    config: { ...config, apps: options.apps ?? apps },
    channels,
    routes: [
      ...(options.routes ?? []),
      ...sandbox.stores.flatMap((store) =>
        store.hosts.map((pattern) => ({ pattern, origin: options.between ?? sandbox.origin })),
      ),
    ],
    seal: options.seal ?? createSeal(parseKeys(newKeyEntry('test'))),
    log: createLog('debug', {
      secretKeys: secretKeys(Object.values(channels).flatMap(({ fields }) => fields)),
      destination: new Writable({
        write(chunk, _, done) {
          log.push(String(chunk));
          done();
        },
      }),
    }),
    now,
    tracer: options.tracer,
    demo: demoOf(
      Object.fromEntries(
        sandbox.stores.map(({ channel, shops }) => [
          channel,
          shops.map(({ credential }) => credential),
        ]),
      ),
      channels,
    ),
  });
  const port = Number(options.settings?.MANIFOLD_PORT ?? 0);
  await app.server.listen({ host: '127.0.0.1', port });
  const address = app.server.server.address();
  const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  const own = await tenant(CLIENT.id);

  let closed = false;
  const service: Service = {
    ...own,
    origin,
    sandbox,
    app,
    now,
    forward: (milliseconds) => {
      forwarded += milliseconds;
    },
    hold: (isHeld) => {
      if (isHeld) heldAt ??= Date.now();
      else if (heldAt !== undefined) {
        started += Date.now() - heldAt;
        heldAt = undefined;
      }
    },
    dataDir,
    logged: () => log.join(''),
    walk,
    channel: (name) => {
      const found = channels[name];
      if (!found) throw new Error(`there is no channel ${name}`);
      return found;
    },
    store: (channel) => {
      const found = sandbox.stores.find((store) => store.channel === channel);
      if (!found) throw new Error(`there is no sandbox store for ${channel}`);
      return found;
    },
    shop: (channel, name = 'demo') => {
      const found = service.store(channel).shops.find((shop) => shop.name === name);
      if (!found) throw new Error(`${channel} has no shop ${name}`);
      return found;
    },
    tenant,
    async close() {
      if (closed) return;
      closed = true;
      await app.close();
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
      // Files of tests keep their service as long as their process lives: what it holds goes now.
      for (const part of [app, sandbox])
        for (const name of Object.keys(part)) Reflect.deleteProperty(part, name);
    },
  };
  for (const channel of Object.keys(channels))
    if (sandbox.stores.some((store) => store.channel === channel))
      await service.link(channel, 'demo');
  return service;

  async function tenant(id: string): Promise<Tenant> {
    const { scopes } = options;
    await app.tokens.clients.create({ id, secret: CLIENT.secret, name: 'Test', scopes });
    const token = await getToken(origin, { ...CLIENT, id });
    return {
      id,
      token,
      orders: (channel, body, asking) => ask(token, 'Orders', channel, body, asking),
      products: (channel, body, asking) => ask(token, 'Products', channel, body, asking),
      link: (channel, shop) => link(id, channel, shop),
    };
  }

  async function ask(
    token: string,
    path: string,
    channel: string,
    body: unknown,
    asking: Asking = {},
  ) {
    const query = new URLSearchParams({
      channel,
      tpUserId: asking.user ?? 'demo',
      ...asking.query,
    });
    const response = await fetch(`${origin}/api/ServiceClientApp/Unified/${path}?${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        // Compressed answers have tests of their own; here they would cost every walk a tenth.
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...asking.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(asking.signal && { signal: asking.signal }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  async function walk(
    kind: 'orders' | 'products',
    channel: string,
    body: object = {},
    asking?: Asking,
  ) {
    const items: Record<string, unknown>[] = [];
    const pages: number[] = [];
    let next: string | undefined;
    do {
      const request = next === undefined ? body : { ...body, next_page_token: next };
      const answer = await service[kind](channel, request, asking);
      if (answer.status !== 200)
        throw new Error(`${channel} ${kind}: ${answer.text.slice(0, 600)}`);
      const { result, next_page_token } = answer.body.Output;
      items.push(...result);
      pages.push(result.length);
      next = next_page_token;
      if (pages.length > MAX_PAGES) throw new Error(`${channel} ${kind}: paging does not end`);
    } while (next !== undefined);
    return { items, pages };
  }

  async function link(client: string, channel: string, name: string): Promise<string> {
    const driver = service.channel(channel);
    const { account, secrets } = service.shop(channel, name).credential;
    const keys = new Set(driver.fields.map(({ key }) => key));
    const all = Object.entries({ ...account, ...secrets });
    const credential = driver.accept(Object.fromEntries(all.filter(([key]) => keys.has(key))));
    const extra: Record<string, string> = {};
    for (const [key, value] of Object.entries(account))
      if (!keys.has(key) && typeof value === 'string') extra[key] = value;
    const user = await app.store.users.ensure(client, name);
    if (!user) throw new Error('the client is gone');
    await app.store.credentials.save({
      userId: user.id,
      channel,
      account: { ...extra, ...credential.account },
      secrets: credential.secrets,
      expiresAt: null,
    });
    return name;
  }
}

/** A service that cannot start must not leave the sandbox open, or the test never ends. */
async function createAppOr(
  undo: () => Promise<void>,
  options: Parameters<typeof createApp>[0],
): Promise<App> {
  try {
    return await createApp(options);
  } catch (error) {
    await undo();
    throw error;
  }
}
