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
}

export interface ShopOptions {
  readonly random: () => number;
  /** Most milliseconds by which a list is behind, or the vendor's clock behind ours, together. */
  readonly late: number;
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

export function openShop({ random, late }: ShopOptions) {
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

  const stampNow = () => Math.floor(time - behind);
  function write(id: string) {
    const versions = history.get(id) ?? [];
    const version = (versions.at(-1)?.version ?? 0) + 1;
    const shownFrom = time + (random() < 0.3 ? (late - behind) * random() : 0);
    versions.push({ version, stamp: stampNow(), shownFrom });
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
    }
  }

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

  function list({ limit = 10, next_page_token: token, ...filters }: Body): Response {
    const mark = token === undefined ? undefined : JSON.parse(atob(token));
    if (mark && time - mark.issued > DAY) return fault(400, 'invalid_page_token', false);
    if (mark && JSON.stringify(mark.filters) !== JSON.stringify(filters))
      return fault(400, 'invalid_request', false);
    const { updated_at_min: min, updated_at_max: max, ids } = filters;
    const matching = shown().filter(({ id, stamp }) => {
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
    const next =
      rest.length > limit ? btoa(JSON.stringify({ issued: time, filters, last })) : undefined;
    return json(200, {
      Errors: {},
      Output: {
        execution_id: 'x',
        override_count: 0,
        result: result.map(({ id, version }) => ({ id, version })),
        ...(next && { next_page_token: next }),
      },
      Report: {},
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
    },
    truth: (): Item[] =>
      [...history].map(([id, versions]) => ({ id, version: versions.at(-1)?.version ?? 0 })),
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
      const answer = list(JSON.parse(String(init.body)));
      live();
      return answer;
    },
  };
}
