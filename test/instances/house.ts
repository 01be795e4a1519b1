// Several real processes of the service on one real PostgreSQL, with the vendors beside them that count what arrives.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import type { OpenStore, Rates, StoreShop } from '../../sandbox/store.ts';
import { stores as everyStore } from '../../sandbox/stores/index.ts';
import { channels } from '../../src/channels/index.ts';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import type { Account, Secrets } from '../../src/model/credential.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import {
  type ProcessOptions,
  type ServiceProcess,
  serviceProcess,
} from '../chaos/service-process.ts';
import { DEMO_CLIENT } from '../token.ts';

/** One request as a vendor saw it. */
export interface Arrived {
  readonly channel: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly isThrottled: boolean;
  /** Says which instance asked: it holds the address of that instance. */
  readonly agent: string;
  readonly at: number;
}

export interface Vendors {
  readonly sandbox: Sandbox;
  readonly arrived: Arrived[];
  /** Called before a request is answered, with the agent that sent it; may wait. */
  before: (agent: string) => unknown;
  shop(channel: string, name?: string): StoreShop;
}

export interface House {
  readonly instances: readonly ServiceProcess[];
  /** Vendors that refuse nothing, and others that keep to their limits, for `strictChannels`. */
  readonly vendors: Vendors;
  readonly strict: Vendors;
  /** The same database, directly; brought up to date when it is first asked for. */
  readonly store: () => Promise<Store>;
  /** A user linked with a shop, with these changes to its credential; returns the user's key. */
  link(tpUserId: string, channel: string, shop: StoreShop, given?: Given): Promise<string>;
  /** A further instance on the same database; not started. */
  instance(options?: Partial<ProcessOptions>): Promise<ServiceProcess>;
  close(): Promise<void>;
}

interface Given {
  readonly account?: Account;
  readonly secrets?: Secrets;
  readonly expiresAt?: number;
}

export interface HouseOptions {
  /** The database as the instances reach it, and as it is reached directly. */
  readonly databaseUrl: string;
  readonly direct?: string;
  readonly instances: readonly Partial<ProcessOptions>[];
  /** Channels whose vendors keep to their limits. */
  readonly strictChannels?: readonly string[];
}

export async function startHouse(options: HouseOptions): Promise<House> {
  const { databaseUrl, direct = databaseUrl, strictChannels = [] } = options;
  const [vendors, strict] = [await startVendors('relaxed'), await startVendors('vendor')];
  const dataDir = mkdtempSync(join(tmpdir(), 'manifold-instances-'));
  const keys = newKeyEntry('shared');
  const routes = Object.fromEntries(
    vendors.sandbox.stores.flatMap(({ channel, hosts }) => {
      const { origin } = (strictChannels.includes(channel) ? strict : vendors).sandbox;
      return hosts.map((host) => [host, origin]);
    }),
  );
  const settings = { MANIFOLD_KEYS: keys, MANIFOLD_ROUTES: JSON.stringify(routes) };
  const made: ServiceProcess[] = [];
  const instance = async (more: Partial<ProcessOptions> = {}) => {
    const all = { ...settings, ...more.settings };
    const one = await serviceProcess({ dataDir, databaseUrl, ...more, settings: all });
    made.push(one);
    return one;
  };
  let opened: Promise<Store> | undefined;
  const store = () => {
    const seal = createSeal(parseKeys(keys));
    opened ??= openStore({ databaseUrl: direct, dataDir, role: 'tool', seal });
    return opened;
  };
  const close = async () => {
    await Promise.all(made.map((one) => one.stop()));
    await (await opened)?.close();
    await Promise.all([vendors.sandbox.close(), strict.sandbox.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const instances: ServiceProcess[] = [];
    for (const more of options.instances) instances.push(await instance(more));
    // All at the same moment: the tables are made by one of them.
    await Promise.all(instances.map((one) => one.start()));
    return {
      ...{ instances, vendors, strict, store, instance, close },
      link: async (...given) => linkUser(await store(), ...given),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function linkUser(
  store: Store,
  tpUserId: string,
  channel: string,
  { credential }: StoreShop,
  given: Given = {},
): Promise<string> {
  const driver = channels[channel];
  if (!driver) throw new Error(`there is no channel ${channel}`);
  const known = new Set(driver.fields.map(({ key }) => key));
  const both = Object.entries({ ...credential.account, ...credential.secrets });
  const typed = driver.accept(Object.fromEntries(both.filter(([key]) => known.has(key))));
  const user = await store.users.ensure(DEMO_CLIENT.id, tpUserId);
  if (!user) throw new Error('the demo client is gone');
  await store.credentials.save({
    ...{ userId: user.id, channel, expiresAt: given.expiresAt ?? null },
    account: { ...typed.account, ...given.account },
    secrets: given.secrets ?? typed.secrets,
  });
  return user.id;
}

/** The sandbox, in this process, noting what arrives. */
async function startVendors(rates: Rates): Promise<Vendors> {
  const arrived: Arrived[] = [];
  const noting =
    (open: OpenStore): OpenStore =>
    (context) => {
      const store = open(context);
      const { handle } = store;
      return Object.assign(store, {
        async handle(request: Parameters<typeof handle>[0]) {
          const { method, path, headers } = request;
          const agent = headers['user-agent'] ?? '';
          await vendors.before(agent);
          const reply = await handle(request);
          const isThrottled = reply.status === 429 || String(reply.body).includes('"THROTTLED"');
          const { channel } = store;
          const seen = { channel, method, path, status: reply.status, isThrottled };
          arrived.push({ ...seen, agent, at: performance.now() });
          return reply;
        },
      });
    };
  const sandbox = await startSandbox({ port: 0, rates, stores: everyStore.map(noting) });
  const vendors: Vendors = {
    ...{ sandbox, arrived },
    before: () => {},
    shop(channel, name = 'demo') {
      const shops = sandbox.stores.find((store) => store.channel === channel)?.shops ?? [];
      const found = shops.find((shop) => shop.name === name);
      if (!found) throw new Error(`${channel} has no shop ${name}`);
      return found;
    },
  };
  return vendors;
}
