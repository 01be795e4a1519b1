// Sandbox mode: starts the fake stores and links a demo user with every channel there is.
import type * as Server from '../../sandbox/server.ts';
import type { Channel } from '../channels/channel.ts';
import { hookPath, LINK_PATHS } from '../http/paths.ts';
import type { Account, Given, VendorApp } from '../model/credential.ts';
import type { Route } from '../net/route.ts';
import { SCOPES } from '../tokens/scopes.ts';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { DEMO, OWN } from './demo-client.ts';

/** One demo account, keyed as `params` are. */
interface DemoAccount {
  readonly account: Readonly<Record<string, string | readonly string[]>>;
  readonly secrets: Readonly<Record<string, string>>;
}

const SECONDS_BETWEEN_CHANGES = 5;

export type Sandbox = Awaited<ReturnType<typeof startDemo>>;

/** The stores run in this process, and are loaded only here: production never reads them. */
export async function startDemo(config: Config, alive = false) {
  const sandbox = await openStores({
    port: config.sandboxPort,
    host: config.host,
    rates: config.sandboxRates,
    ...(config.sandboxLog !== undefined && { log: config.sandboxLog }),
  });
  const { stores, origin, close } = sandbox;
  sandbox.changes.live(alive ? SECONDS_BETWEEN_CHANGES : 0);
  for (const { channel, install, hooks } of stores) {
    install?.register(`${config.baseUrl}${LINK_PATHS.back(channel)}`);
    hooks?.register(`${config.baseUrl}${hookPath(channel)}`);
  }
  const shops = stores.map(({ channel, shops: all }) => [
    channel,
    all.map(({ credential }): DemoAccount => credential),
  ]);
  const apps = stores.flatMap(({ channel, app }) => (app ? [[channel, app]] : []));
  return {
    ...{ origin, close },
    routes: stores.flatMap(({ hosts }) => hosts.map((pattern): Route => ({ pattern, origin }))),
    /** The accounts of every shop, the demo shop first. */
    shops: Object.fromEntries(shops) as Readonly<Record<string, readonly DemoAccount[]>>,
    /** The operator's app at each fake vendor. */
    apps: Object.fromEntries(apps) as Readonly<Record<string, VendorApp>>,
  };
}

export async function openStores(options: Parameters<typeof Server.startSandbox>[0]) {
  const { startSandbox } = await import('../../sandbox/server.ts');
  return await startSandbox(options);
}

/** Seen again at each start, since the fake vendors forget the tokens they gave out. */
export async function seedDemo(
  { tokens, store, events }: App,
  shops: Sandbox['shops'],
  channels: Readonly<Record<string, Channel>>,
): Promise<{ readonly signingSecret: string | undefined }> {
  // Another instance on the same database may do the same at this moment.
  const demo = { id: DEMO.client, secret: DEMO.secret, name: 'Demo application', scopes: SCOPES };
  await tokens.clients.ensure(demo);
  const [signingSecret] = (await events.signing.live(DEMO.client)) ?? [];
  await linkAll(store, DEMO, channels, (name) => shops[name]?.[0]);
  return { signingSecret };
}

/** The client in whose name the sandbox itself reads; its shops are linked by keys that do not end. */
export async function seedOwn(
  { tokens, store }: App,
  shops: Sandbox['shops'],
  channels: Readonly<Record<string, Channel>>,
): Promise<void> {
  await tokens.clients.ensure({ id: OWN.client, name: 'The sandbox itself' });
  await linkAll(store, OWN, channels, (name, channel) => lastingIn(shops[name], channel));
}

async function linkAll(
  store: App['store'],
  whose: { readonly client: string; readonly user: string },
  channels: Readonly<Record<string, Channel>>,
  shopOf: (name: string, channel: Channel) => DemoAccount | undefined,
): Promise<void> {
  const user = await store.users.ensure(whose.client, whose.user);
  for (const [channel, declared] of user ? Object.entries(channels) : []) {
    const shop = shopOf(channel, declared);
    if (!shop || !user) continue;
    const { accepted, account, secrets } = linkedBy(shop, declared);
    await store.credentials.save({
      ...{ userId: user.id, channel, account, secrets },
      accountKey: declared.accountName?.(account),
      expiresAt: declared.renewal?.endsAt(accepted) ?? null,
    });
  }
}

/** A token that was issued for some time ends; what is exchanged for one at each call does not. */
const lastingIn = (shops: readonly DemoAccount[] | undefined, channel: Channel) =>
  shops?.find((shop) => linkedBy(shop, channel).endsAt <= 0);

/** Whom the examples of the reference come from, with keys that work for as long as it runs. */
export const demoOf = (shops: Sandbox['shops'], channels: Readonly<Record<string, Channel>>) => ({
  clientId: DEMO.client,
  clientSecret: DEMO.secret,
  tpUserId: DEMO.user,
  params: Object.fromEntries(
    Object.entries(channels).flatMap(([name, channel]) => {
      const lasting = lastingIn(shops[name], channel);
      const given = Object.entries(lasting ? linkedBy(lasting, channel).given : {});
      const params = given.flatMap(([key, value]) => (value ? [{ key, value }] : []));
      return lasting ? [[name, params]] : [];
    }),
  ),
});

/** What a link flow would have kept: what was given, and settings it adds, such as when a token ends. */
function linkedBy(demo: DemoAccount, channel: Channel) {
  const keys = new Set(channel.fields.map(({ key }) => key));
  const all = Object.entries({ ...demo.account, ...demo.secrets });
  const given: Given = Object.fromEntries(all.filter(([key]) => keys.has(key)));
  const plain = Object.entries(demo.account).flatMap(([key, value]) =>
    !keys.has(key) && typeof value === 'string' ? [[key, value] as const] : [],
  );
  const accepted = channel.accept(given);
  const account: Account = { ...Object.fromEntries(plain), ...accepted.account };
  const credential = { account, secrets: accepted.secrets };
  return { ...credential, given, accepted, endsAt: channel.renewal?.endsAt(credential) ?? 0 };
}
