// Whether a page far into a walk costs what the first one does, and whether a long walk keeps its memory.
import { parseKeys } from '../src/keys/ring.ts';
import { createSeal } from '../src/keys/seal.ts';
import type { Envelope } from '../src/model/envelope.ts';
import { openCursor, sealCursor } from '../src/unified/page-token.ts';
import { createdAt, idAt } from './endless.ts';
import type { Templates } from './endless-channel.ts';
import { type Figure, figureOf, rounded, rows, written } from './harness.ts';
import type { Request } from './load.ts';
import type { Recorded, Recording, Scratch } from './pages.ts';
import { type Measurable, startAsked, startService } from './parts.ts';

export interface Flat {
  readonly channel: string;
  /** Microseconds of processor time for an order, at pages of this number and the following ones. */
  readonly costs: readonly { readonly page: number; readonly each: Figure }[];
  /** Orders walked through one after the other, without a jump. */
  readonly walked: number;
  /** Bytes of the process at even stretches of that walk. */
  readonly memory: readonly number[];
  /** Length of the page token at the beginning and at the end of that walk. */
  readonly token: readonly [number, number];
}

export interface FlatOptions {
  readonly repeats: number;
  /** Pages of one stretch whose cost is taken. */
  readonly stretch: number;
  /** Orders of the walk: 20,000 are short, 1,000,000 are 100,000 pages. */
  readonly walk: number;
}

const LIMIT = 10;
const FAR = [1000, 10_000, 100_000];
const LOOKS = 10;
const CLIENT = 'bench';

/** Pages of ten orders of woocommerce and shopify; starts a service of its own on the place of the recording. */
export async function measureFlat(
  recording: Recording,
  place: Scratch,
  options: FlatOptions,
): Promise<Flat[]> {
  const known = (channel: string) =>
    recording.pages
      .filter((page) => page.channel === channel)
      .flatMap(({ first, exchanges }) => [...first, ...exchanges]);
  const shops = await startAsked('./endless-channel.ts');
  try {
    const templates: Templates = {
      woocommerce: known('woocommerce'),
      shopify: known('shopify'),
    };
    await shops.ask(templates);
    const settings = {
      ...recording.settings,
      MANIFOLD_ROUTES: JSON.stringify({ '*': shops.origin }),
    };
    const service = await startService({ settings });
    try {
      const measured: Flat[] = [];
      for (const name of ['woocommerce', 'shopify']) {
        const page = recording.pages.find(
          ({ channel, operation, credentials, limit }) =>
            channel === name &&
            operation === 'orders' &&
            credentials === 'params' &&
            limit === LIMIT,
        );
        if (!page) throw new Error(`no page of ${LIMIT} orders of ${name} was recorded`);
        measured.push(await measureWalk(page, place, service, options));
      }
      return measured;
    } finally {
      await service.stop();
    }
  } finally {
    await shops.stop();
  }
}

async function measureWalk(
  page: Recorded,
  place: Scratch,
  service: Measurable,
  { repeats, stretch, walk }: FlatOptions,
): Promise<Flat> {
  const ask = walker(service.origin, page.request(0));
  // Once, so that the code is compiled and the shop known.
  const early = await ask(undefined, 0, stretch);
  const pages = walk / LIMIT;
  const starts = new Map<number, string | undefined>([[1, undefined]]);
  const memory = [(await service.used()).memory];
  let token: string | undefined;
  const looks = Array.from({ length: LOOKS }, (_, n) => Math.round(((n + 1) * pages) / LOOKS));
  const stops = new Set([...looks, ...FAR.map((far) => far - 1).filter((far) => far < pages)]);
  let at = 0;
  for (const stop of [...stops].toSorted((a, b) => a - b)) {
    token = await ask(token, at, stop - at);
    at = stop;
    if (FAR.includes(at + 1)) starts.set(at + 1, token);
    if (looks.includes(at)) memory.push((await service.used()).memory);
  }
  if (token === undefined) throw new Error('the walk ended');
  for (const far of FAR)
    if (!starts.has(far)) starts.set(far, jump(token, (far - 1) * LIMIT, page, place));
  const costs = new Map([...starts.keys()].map((start) => [start, [] as number[]]));
  for (let n = 0; n < repeats; n++)
    for (const [page, start] of starts) {
      const before = await service.used();
      await ask(start, page - 1, stretch);
      const { processor } = await service.used();
      costs.get(page)?.push((processor - before.processor) / stretch / LIMIT);
    }
  return {
    channel: page.channel,
    costs: [...costs]
      .toSorted(([a], [b]) => a - b)
      .map(([from, each]) => ({ page: from, each: figureOf(each) })),
    walked: walk,
    memory,
    token: [early.length, token.length],
  };
}

/** Walks so many pages on from a token, and sees that each is whole and where it should be. */
function walker(origin: string, { path, headers, body }: Request) {
  const given = JSON.parse(body) as object;
  return async (from: string | undefined, at: number, count: number): Promise<string> => {
    let token = from;
    for (let n = at; n < at + count; n++) {
      const reply = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...given, ...(token && { next_page_token: token }) }),
      });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(`page ${n + 1}: ${reply.status} ${text}`);
      const { result, next_page_token } = (JSON.parse(text) as Envelope).Output;
      const first = (result[0] as { id?: string } | undefined)?.id;
      if (result.length !== LIMIT || first !== String(idAt(n * LIMIT)) || !next_page_token)
        throw new Error(`page ${n + 1}: ${result.length} orders from ${first} on`);
      token = next_page_token;
    }
    if (token === undefined) throw new Error('no page was asked for');
    return token;
  };
}

/** The token of a walk, as it would be so many orders on. */
function jump(
  token: string,
  orders: number,
  { channel, operation }: Recorded,
  { keys }: Scratch,
): string {
  const seal = createSeal(parseKeys(keys));
  const owner = { client: CLIENT, user: 'user-0', channel, operation };
  const now = Date.now();
  const cursor = openCursor(seal, token, owner, now);
  return sealCursor(seal, { ...cursor, page: cursorAt(channel, orders) }, owner, now);
}

/** The driver's own cursor after so many orders. */
function cursorAt(channel: string, orders: number): unknown {
  const last = orders - 1;
  if (channel === 'woocommerce') return { at: orders, last: idAt(last) };
  // Its searches begin again every 24,000 orders.
  const read = orders % 24_000;
  const start = orders - read - 1;
  return {
    ...{ after: String(last), read },
    ...(start > 0 && {
      start: { value: createdAt(start), ids: [`gid://shopify/Order/${idAt(start)}`] },
    }),
  };
}

const megabytes = (bytes: number) => rounded(bytes / 1e6);

export const flatRows = (lines: readonly Flat[]): string =>
  rows(
    [
      ...['channel', ...[1, ...FAR].map((at) => `µs an order, page ${at.toLocaleString('en')}`)],
      ...['orders walked', 'memory on the way, MB', 'page token'],
    ],
    lines.map(({ channel, costs, walked, memory, token }) => [
      ...[channel, ...costs.map(({ each }) => written(each))],
      rounded(walked),
      memory.map(megabytes).join(' '),
      token.join(' to '),
    ]),
  );
