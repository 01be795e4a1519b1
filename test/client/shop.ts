// A made-up service with one shop behind it, whose clock and records move while they are read.

/** Numbers from 0 to 1, the same for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Version {
  readonly version: number;
  /** Milliseconds, by the vendor's clock. */
  readonly stamp: number;
  /** From when lists show it: an index may be behind the shop. */
  readonly shownFrom: number;
}

/** What the copy holds of a record. */
export interface Item {
  readonly id: string;
  readonly version: number;
  readonly created_at: string;
  readonly images: readonly { readonly id: string }[];
}

/** What the shop has. */
export interface Truth {
  readonly id: string;
  readonly version: number;
  /** Whether lists show it. */
  readonly isListed: boolean;
}

export interface ShopOptions {
  readonly random: () => number;
  /** Most milliseconds by which a list is behind, or the vendor's clock behind ours, together. */
  readonly late: number;
  /** What vendors do beside, and the service says. */
  readonly odd?: Oddities;
}

/** None of them deletes anything. */
export interface Oddities {
  /** Records older than this (milliseconds) are in no list and in no look-up by id. */
  readonly window?: number;
  /** Records become unreadable, some without a name, and are mended without a new date. */
  readonly broken?: boolean;
  /** Records change to a state that lists leave out, and look-ups by id name. */
  readonly hidden?: boolean;
  /** So many records of a page come with their images. */
  readonly images?: number;
  /** The most records of a page. */
  readonly page?: number;
}

type Order = (a: Shown, b: Shown) => number;
interface Shown extends Version {
  readonly id: string;
}

/** Vendors sort as they like. */
const ORDERS: readonly Order[] = [
  (a, b) => Number(a.id) - Number(b.id),
  (a, b) => Number(b.id) - Number(a.id),
  (a, b) => a.stamp - b.stamp || Number(a.id) - Number(b.id),
  (a, b) => b.stamp - a.stamp || Number(a.id) - Number(b.id),
];

const DAY = 86_400_000;
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const fault = (status: number, code: string, retryable: boolean) =>
  json(
    status,
    {
      Errors: { code, message: `It is ${code}.`, step: 'fetch', retryable, help: '' },
      Output: { result: [] },
      Report: {},
    },
    retryable ? { 'retry-after': '0' } : {},
  );

export function openShop({ random, late, odd = {} }: ShopOptions) {
  let time = Date.UTC(2026, 0, 1);
  let made = 0;
  let changing = true;
  let issued = 0;
  let used = 0;
  let revoked = 0;
  const history = new Map<string, Version[]>();
  const compare = ORDERS[Math.floor(random() * ORDERS.length)] as Order;
  // Some compare what they show, whole seconds; others the instant behind it.
  const wholeSeconds = random() < 0.5;
  const behind = random() < 0.5 ? 0 : late * random();
  const created = new Map<string, number>();
  const broken = new Set<string>();
  const hidden = new Set<string>();

  const stampNow = () => Math.floor(time - behind);
  function write(id: string) {
    const versions = history.get(id) ?? [];
    const version = (versions.at(-1)?.version ?? 0) + 1;
    const shownFrom = time + (random() < 0.3 ? (late - behind) * random() : 0);
    versions.push({ version, stamp: stampNow(), shownFrom });
    if (!created.has(id)) created.set(id, time);
    history.set(id, versions);
  }
  const create = () => {
    made += 1;
    write(String(made));
  };
  const pick = () => [...history.keys()][Math.floor(random() * history.size)];

  /** Some things happen, and some time passes. */
  function live() {
    time += Math.floor(random() * 90_000);
    if (!changing) return;
    for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
      const id = pick();
      const dice = random();
      if (dice < 0.3 || id === undefined) create();
      else if (dice < 0.9) write(id);
      else history.delete(id);
      // Neither moves a date; what is shown again was changed for it.
      const other = pick();
      if (other !== undefined && odd.broken && random() < 0.2) toggle(broken, other);
      if (other !== undefined && odd.hidden && random() < 0.2)
        if (!toggle(hidden, other)) write(other);
    }
  }

  /** Whether it is in the set from now on. */
  const toggle = (set: Set<string>, id: string): boolean => !set.delete(id) && !!set.add(id);
  const createdOf = (id: string): string => new Date(created.get(id) ?? 0).toISOString();
  const opens = () => time - (odd.window ?? Number.POSITIVE_INFINITY);
  const isShown = (id: string): boolean => (created.get(id) ?? 0) >= opens();
  /** Every fifth record that cannot be read cannot be named either. */
  const nameOf = (id: string) => (Number(id) % 5 === 0 ? {} : { ids: [id] });

  /** What lists show at this moment. */
  const shown = (): Shown[] =>
    [...history].flatMap(([id, versions]) => {
      const version = versions.findLast(({ shownFrom }) => shownFrom <= time);
      return version ? [{ id, ...version }] : [];
    });

  interface Body {
    readonly limit?: number;
    readonly ids?: string;
    readonly updated_at_min?: string;
    readonly updated_at_max?: string;
    readonly next_page_token?: string;
  }

  function list(body: Body, isLenient: boolean): Response {
    const { limit: asked = 10, next_page_token: token, ...filters } = body;
    const limit = Math.min(asked, odd.page ?? asked);
    const Warnings: object[] = [];
    const warn = (code: string, leaves_out: string, more: object) =>
      Warnings.push({ code, message: `It is ${code}.`, count: 1, leaves_out, ...more });
    const Filters: object[] = [];
    if (odd.window !== undefined) {
      Filters.push({
        name: 'created_at_min',
        value: new Date(opens()).toISOString(),
        by: 'default',
      });
      warn('orders_window', 'records', {});
    }
    const mark = token === undefined ? undefined : JSON.parse(atob(token));
    if (mark && time - mark.issued > DAY) return fault(400, 'invalid_page_token', false);
    if (mark && JSON.stringify(mark.filters) !== JSON.stringify(filters))
      return fault(400, 'invalid_request', false);
    const { updated_at_min: min, updated_at_max: max, ids } = filters;
    const matching = shown().filter(({ id, stamp }) => {
      if (!isShown(id)) return false;
      if (hidden.has(id)) {
        if (ids?.split(',').includes(id)) warn('record_not_shown', 'records', { ids: [id] });
        return false;
      }
      const at = wholeSeconds ? Math.floor(stamp / 1000) * 1000 : stamp;
      return (
        (min === undefined || at >= Date.parse(min)) &&
        (max === undefined || at <= Date.parse(max)) &&
        (ids === undefined || ids.split(',').includes(id))
      );
    });
    const rest = matching.sort(compare).filter((one) => !mark || compare(one, mark.last) > 0);
    const result = rest.slice(0, limit);
    const last = result.at(-1);
    const unreadable = result.filter(({ id }) => broken.has(id));
    if (unreadable.length > 0 && !isLenient) return fault(502, 'channel_invalid_response', false);
    for (const { id } of unreadable) warn('record_unreadable', 'records', nameOf(id));
    const readable = result.filter(({ id }) => !broken.has(id));
    const bare = readable.slice(odd.images ?? readable.length).map(({ id }) => id);
    if (bare.length > 0) {
      // Services name the records, or only count them.
      const names = random() < 0.5 ? { ids: bare } : {};
      warn('images_left_out', 'values', { field: 'images', count: bare.length, ...names });
    }
    const next =
      rest.length > limit ? btoa(JSON.stringify({ issued: time, filters, last })) : undefined;
    return json(200, {
      Errors: {},
      Output: {
        execution_id: 'x',
        override_count: 0,
        result: readable.map(({ id, version }) => ({
          id,
          version,
          created_at: createdOf(id),
          images: bare.includes(id) ? [] : [{ id: `${id}-${version}` }],
        })),
        ...(next && { next_page_token: next }),
      },
      Report: { Warnings, Filters },
    });
  }

  return {
    now: () => time,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    live,
    /** Nothing changes any more; time goes on. */
    rest: () => {
      changing = false;
      broken.clear();
    },
    truth: (): Truth[] =>
      [...history].map(([id, versions]) => ({
        id,
        version: versions.at(-1)?.version ?? 0,
        isListed: isShown(id) && !hidden.has(id),
      })),
    /** How old it is, or was. */
    ageOf: (id: string): number => time - (created.get(id) ?? 0),
    /** What the client calls in place of the platform's fetch. */
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      if (url.endsWith('/connect/token')) {
        issued += 1;
        return json(200, { access_token: `token-${issued}`, expires_in: 7_776_000 });
      }
      live();
      // A token that worked is revoked now and then; the next one works.
      const token = Number(/\d+$/.exec(new Headers(init.headers).get('authorization') ?? '')?.[0]);
      if (token === used && random() < 0.05) revoked = token;
      if (token <= revoked) return fault(401, 'invalid_token', false);
      used = token;
      if (random() < 0.05) return fault(503, 'unavailable', true);
      const isLenient = new Headers(init.headers).get('prefer')?.includes('lenient') === true;
      const answer = list(JSON.parse(String(init.body)), isLenient);
      live();
      return answer;
    },
  };
}
