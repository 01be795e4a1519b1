// Sandbox mode: starts the fake stores and links a demo user with every channel there is.
import type * as Server from '../../sandbox/server.ts';
import type { App } from '../app.ts';
import type { Channel } from '../channels/channel.ts';
import { type Config, ConfigError } from '../config.ts';
import { hookPath, LINK_PATHS } from '../http/paths.ts';
import type { Account, Given, VendorApp } from '../model/credential.ts';
import type { Route } from '../net/route.ts';
import { DEMO } from './demo-client.ts';

/** One demo account, keyed as `params` are. */
interface DemoAccount {
  readonly account: Readonly<Record<string, string | readonly string[]>>;
  readonly secrets: Readonly<Record<string, string>>;
}

export interface Sandbox {
  readonly origin: string;
  readonly routes: readonly Route[];
  readonly accounts: Readonly<Record<string, DemoAccount>>;
  /** Those of every shop, the demo shop first. */
  readonly shops: Readonly<Record<string, readonly DemoAccount[]>>;
  /** The operator's app at each fake vendor. */
  readonly apps: Readonly<Record<string, VendorApp>>;
  close(): Promise<void>;
}

/** The stores run in this process, and are loaded only here: production never reads them. */
export async function startDemo(config: Config): Promise<Sandbox> {
  const sandbox = await openStores({
    port: config.sandboxPort,
    host: config.host,
    rates: config.sandboxRates,
    ...(config.sandboxLog !== undefined && { log: config.sandboxLog }),
  });
  const accounts: Record<string, DemoAccount> = {};
  const shops: Record<string, readonly DemoAccount[]> = {};
  const apps: Record<string, VendorApp> = {};
  const routes: Route[] = [];
  for (const store of sandbox.stores) {
    for (const pattern of store.hosts) routes.push({ pattern, origin: sandbox.origin });
    const [shop] = store.shops;
    if (shop) accounts[store.channel] = shop.credential;
    shops[store.channel] = store.shops.map(({ credential }) => credential);
    if (store.app) apps[store.channel] = store.app;
    store.install?.register(`${config.baseUrl}${LINK_PATHS.back(store.channel)}`);
    store.hooks?.register(`${config.baseUrl}${hookPath(store.channel)}`);
  }
  return { origin: sandbox.origin, routes, accounts, shops, apps, close: sandbox.close };
}

/** The fake stores by themselves. */
export async function openStores(options: Parameters<typeof Server.startSandbox>[0]) {
  const { startSandbox } = await import('../../sandbox/server.ts').catch(packageMissing);
  return await startSandbox(options);
}

/** What only the stores need is a development package, which a production install leaves out. */
function packageMissing(error: NodeJS.ErrnoException): never {
  const name = /^Cannot find package '([^']+)'/.exec(error.message)?.[1];
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || name === undefined) throw error;
  throw new ConfigError(
    `Sandbox mode needs the package "${name}", which is not installed: run "npm ci" without --omit=dev, or set MANIFOLD_MODE=production.`,
  );
}

/** Seen anew at each start, since the fake vendors forget the tokens they gave out. */
export async function seedDemo(
  { tokens, store, events }: App,
  sandbox: Sandbox,
  channels: Readonly<Record<string, Channel>>,
): Promise<{ readonly signingSecret: string | undefined }> {
  // Another instance on the same database may do the same at this moment.
  await tokens.clients.ensure({ id: DEMO.client, secret: DEMO.secret, name: 'Demo application' });
  const [signingSecret] = (await events.signing.live(DEMO.client)) ?? [];
  const user = await store.users.ensure(DEMO.client, DEMO.user);
  if (!user) return { signingSecret };
  for (const [name, channel] of Object.entries(channels)) {
    const demo = sandbox.accounts[name];
    if (!demo) continue;
    const credential = channel.accept(givenOf(demo, channel));
    const account = { ...plainOf(demo, channel), ...credential.account };
    await store.credentials.save({
      userId: user.id,
      channel: name,
      account,
      accountKey: channel.accountName?.(account),
      secrets: credential.secrets,
      expiresAt: channel.renewal?.endsAt(credential) ?? null,
    });
  }
  return { signingSecret };
}

/** Whom the examples of the reference come from, with keys that work for as long as it runs. */
export const demoOf = (shops: Sandbox['shops'], channels: Readonly<Record<string, Channel>>) => ({
  clientId: DEMO.client,
  clientSecret: DEMO.secret,
  tpUserId: DEMO.user,
  params: Object.fromEntries(
    Object.entries(channels).flatMap(([name, channel]) => {
      const lasting = shops[name]?.find((shop) => !endsByItself(shop, channel));
      if (!lasting) return [];
      const given = Object.entries(givenOf(lasting, channel));
      return [[name, given.flatMap(([key, value]) => (value ? [{ key, value }] : []))]];
    }),
  ),
});

/** A token that was issued for some time; what is exchanged for one at each call is not. */
function endsByItself(demo: DemoAccount, channel: Channel): boolean {
  const { account, secrets } = channel.accept(givenOf(demo, channel));
  const credential = { account: { ...plainOf(demo, channel), ...account }, secrets };
  return (channel.renewal?.endsAt(credential) ?? 0) > 0;
}

const givenOf = (demo: DemoAccount, channel: Channel): Given => {
  const keys = new Set(channel.fields.map(({ key }) => key));
  const all = Object.entries({ ...demo.account, ...demo.secrets });
  return Object.fromEntries(all.filter(([key]) => keys.has(key)));
};

/** Settings that a link flow would have added, such as when a token ends. */
const plainOf = (demo: DemoAccount, channel: Channel): Account => {
  const keys = new Set(channel.fields.map(({ key }) => key));
  const plain: Record<string, string> = {};
  for (const [key, value] of Object.entries(demo.account))
    if (!keys.has(key) && typeof value === 'string') plain[key] = value;
  return plain;
};
