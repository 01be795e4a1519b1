// The Lightspeed shops of the sandbox: a demo shop, and others with one real-world quirk each.
import { createHash } from 'node:crypto';
import type { Catalogue } from '../../catalogue/types.ts';
import { type Holding, stillFew } from '../../holding.ts';
import { derived } from '../../living/derived.ts';
import type { StoreShop } from '../../store.ts';
import { seen } from './moves.ts';

export type Cluster = 'eu1' | 'us1';

export const hosts: Readonly<Record<Cluster, string>> = {
  eu1: 'api.webshopapp.com',
  us1: 'api.shoplightspeed.com',
};

/** The operator's app: a key and a secret of its own on each cluster. */
export const apps: Readonly<Record<Cluster, { readonly key: string; readonly secret: string }>> = {
  eu1: { key: digest('app eu1 key'), secret: digest('app eu1 secret') },
  us1: { key: digest('app us1 key'), secret: digest('app us1 secret') },
};

/** Groups of permissions, as the back office shows them. */
export const groups = [
  'content',
  'products',
  'customers',
  'orders',
  'settings',
  'tracking',
] as const;
export type Group = (typeof groups)[number];

export interface LightspeedShop extends StoreShop {
  readonly number: number;
  readonly cluster: Cluster;
  /** Codes of the active languages, the default one first. */
  readonly languages: readonly string[];
  /** The zone in which date filters are read; answers are written in `timeZone`. */
  readonly filterZone: string;
  readonly key: string;
  readonly secret: string;
  readonly enabled: boolean;
  readonly reads: readonly Group[];
  readonly writes: readonly Group[];
  /** Words that old shops have for the state of an order. */
  readonly oldStatuses: boolean;
  /** Lists in the catalogue come as arrays. */
  readonly arrays: boolean;
  /** Lines of an order are said not to be there when they are asked for the first time. */
  readonly flaky: boolean;
  /** Errors come with status 200. */
  readonly politeErrors: boolean;
}

type Quirks = Partial<
  Pick<
    LightspeedShop,
    | 'cluster'
    | 'languages'
    | 'filterZone'
    | 'timeZone'
    | 'enabled'
    | 'reads'
    | 'writes'
    | 'oldStatuses'
    | 'arrays'
    | 'flaky'
    | 'politeErrors'
  >
> & {
  /** The value of `region`. */
  readonly region?: string;
  readonly few?: true;
  readonly nothing?: true;
  /** Linked by an installation of the app rather than by a key of its own. */
  readonly installed?: true;
};

const readable: readonly Group[] = ['products', 'customers', 'orders', 'settings'];
const without = (group: Group): readonly Group[] => readable.filter((name) => name !== group);

export function shopsOf(catalogue: Catalogue): readonly LightspeedShop[] {
  // Lightspeed has no place for products that were put away.
  const all = derived(catalogue, () => ({
    orders: catalogue.orders,
    products: catalogue.products.filter(({ status }) => status !== 'archived').map(seen),
  }));
  const these = stillFew(all());
  const some = derived(catalogue, () => these(all()));
  const none = (): Holding => ({ orders: [], products: [] });
  let number = 356_890;
  const make = (
    name: string,
    title: string,
    about: string,
    quirks: Quirks = {},
  ): LightspeedShop => {
    const { region, few, nothing, installed, ...rest } = quirks;
    number += 1;
    const cluster = rest.cluster ?? 'eu1';
    const languages = rest.languages ?? ['nl', 'en'];
    const app = apps[cluster];
    const key = installed ? app.key : digest(`${name} key`);
    const secret = installed
      ? createHash('md5')
          .update(`${digest(`${name} token`)}${app.secret}`)
          .digest('hex')
      : digest(`${name} secret`);
    const held = nothing ? none : few ? some : all;
    const reads = (group: Group): boolean =>
      rest.enabled !== false && rest.reads?.includes(group) !== false;
    return {
      timeZone: catalogue.shop.timeZone,
      filterZone: rest.timeZone ?? catalogue.shop.timeZone,
      enabled: true,
      reads: readable,
      writes: readable.filter((group) => rest.reads?.includes(group) ?? true),
      oldStatuses: false,
      arrays: false,
      flaky: false,
      politeErrors: false,
      ...rest,
      cluster,
      languages,
      name,
      title,
      about,
      number,
      host: hosts[cluster],
      key,
      secret,
      credential: {
        account: { region: region ?? `${cluster}/${languages[0]}` },
        secrets: { token: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
      },
      get orders() {
        return reads('orders') ? held().orders : [];
      },
      get products() {
        return reads('products') ? held().products : [];
      },
    };
  };
  return [
    make('demo', 'Demo shop', 'Cluster eu1, Dutch and English; date filters are read as the time of Amsterdam.'),
    make('small', 'Small shop', 'Twelve orders and a few products; its region is a language alone.', {
      few: true,
      region: 'nl',
    }),
    make('empty', 'Empty shop', 'No order and no product yet.', { nothing: true }),
    make('utc', 'Shop that filters in UTC', 'Date filters are read as UTC, although answers carry the offset of Amsterdam.', {
      filterZone: 'UTC',
    }),
    make('american', 'American shop', 'Cluster us1, American English, every time in UTC.', {
      cluster: 'us1',
      languages: ['us'],
      timeZone: 'UTC',
      region: 'US',
    }),
    make('pacific', 'Shop in Seattle', 'Cluster us1, keeps its clock seven or eight hours behind UTC.', {
      cluster: 'us1',
      languages: ['us', 'fr'],
      timeZone: 'America/Los_Angeles',
      region: 'us1-fr',
    }),
    make('german', 'German shop', 'German alone is active; its region names the cluster only.', {
      languages: ['de'],
      few: true,
      region: 'EU',
    }),
    make('elsewhere', 'Shop known by its language', 'Its region is a language, but it is not on the cluster where one would look first.', {
      cluster: 'us1',
      languages: ['fr'],
      timeZone: 'UTC',
      few: true,
      region: 'fr',
    }),
    make('old', 'Old shop', 'Orders have the states new and processing; lists of the catalogue are arrays.', {
      oldStatuses: true,
      arrays: true,
      few: true,
    }),
    make('flaky', 'Flaky shop', 'Lines of an order are said not to be there when they are asked for the first time.', {
      flaky: true,
      few: true,
    }),
    make('polite', 'Polite shop', 'Errors come with status 200.', { politeErrors: true, few: true }),
    make('no-orders', 'Shop whose key may not read orders', 'The key lacks the permission to read orders.', {
      reads: without('orders'),
    }),
    make('no-products', 'Shop whose key may not read products', 'The key lacks the permission to read products.', {
      reads: without('products'),
      few: true,
    }),
    make('no-settings', 'Shop whose key may not read settings', 'The key lacks the permission to read settings, so the currency is unknown.', {
      reads: without('settings'),
      few: true,
    }),
    make('read-only', 'Shop whose key may only read', 'The key may read everything and write nothing.', {
      writes: [],
      few: true,
    }),
    make('disabled', 'Shop with a disabled key', 'The key was switched off.', { enabled: false, few: true }),
    make('installed', 'Shop with the app', 'Linked by installing the app: the password is made of its token.', {
      installed: true,
      few: true,
    }),
  ]; // biome-ignore format: one shop after the other
}

/** 32 hex digits, as keys and secrets are. */
export function digest(text: string): string {
  return createHash('md5').update(`sandbox ${text}`).digest('hex');
}
