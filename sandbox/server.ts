// One HTTP server that simulates every vendor: it picks the store by the Host header.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { hangUp, sendBroken } from './breakage.ts';
import { catalogueOf, defaultAnchor, lastDaysOf } from './catalogue/index.ts';
import type { Catalogue, Instant } from './catalogue/types.ts';
import { keysPage } from './consent/keys-page.ts';
import { type Courier, openCourier } from './courier.ts';
import { type ExchangeLog, openExchangeLog } from './exchange-log.ts';
import {
  type DueForWrite,
  type FaultPlan,
  type Faults,
  type FaultTarget,
  isReplyFault,
  isWriteFault,
  neutralFault,
  openFaults,
  readFaultHeader,
  withRetryAfter,
} from './faults.ts';
import { prefixed } from './host-prefix.ts';
import { type Changes, openChanges } from './living/calls.ts';
import { lagging } from './living/lagging.ts';
import { openLiving } from './living/living.ts';
import { attempted, openWrites } from './living/writes.ts';
import { ownReply } from './own-pages.ts';
import type { OpenStore, Rates, Store, StoreReply, StoreRequest } from './store.ts';
import { stores as everyStore } from './stores/index.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** What the catalogue is built around; the start of the current UTC day unless set. */
  readonly anchor?: Instant;
  /** Shops have the orders of so many days before the anchor; those of years unless set. */
  readonly days?: number | undefined;
  readonly now?: () => number;
  /** A file that gets every exchange as a JSON line. */
  readonly log?: string;
  /** Vendor unless set: relaxed limits are shown but never refuse. */
  readonly rates?: Rates;
  /** Milliseconds after which vendors show a change, as where a list comes from an index; 0 unless set. */
  readonly lag?: number;
  /** The same as `rates: 'relaxed'`. */
  readonly relaxed?: boolean;
  readonly stores?: readonly OpenStore[];
}

export interface Sandbox extends OpenedSandbox {
  readonly origin: string;
  readonly port: number;
}

export interface OpenedSandbox {
  /** As it is now: the same object, whatever is changed. */
  readonly catalogue: Catalogue;
  readonly stores: readonly Store[];
  readonly faults: Faults;
  readonly changes: Changes;
  /** Brings messages about changes to those who subscribed to them. */
  readonly courier: Courier;
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { listen, ...opened } = openSandbox(options);
  return { ...opened, ...(await listen()) };
}

/** Everything but the port. */
export function openSandbox(options: SandboxOptions): OpenedSandbox & {
  listen(): Promise<{ readonly origin: string; readonly port: number }>;
} {
  const now = options.now ?? Date.now;
  const host = options.host ?? '127.0.0.1';
  const whole = catalogueOf(options.anchor ?? defaultAnchor(now()));
  const living = openLiving(options.days ? lastDaysOf(whole, options.days) : whole);
  const { catalogue } = living;
  const shown = options.lag ? lagging(living, options.lag, now) : { ...living, show: () => {} };
  const rates = options.rates ?? (options.relaxed === true ? 'relaxed' : 'vendor');
  const courier = openCourier(() => stores);
  const heard = courier.listening(living);
  const { as: writesAs, takeDue } = openWrites(heard, now);
  const stores = (options.stores ?? everyStore).map((open) =>
    open({ catalogue: shown.catalogue, now, rates, onChange: shown.onChange, writesAs }),
  );
  const changes = openChanges(heard, stores, now);
  const faults = openFaults();
  const find = storeFinder(stores);
  const log = options.log === undefined ? undefined : openExchangeLog(options.log);

  const server = createServer((incoming, response) => {
    // By the vendors' own clock.
    response.setHeader('date', new Date(now()).toUTCString());
    shown.show();
    const around = { find, stores, faults, log, catalogue, changes, courier, takeDue };
    answer(incoming, response, around).catch((error: unknown) => {
      // A defect of the sandbox itself must be visible immediately, not taken for a vendor's fault.
      console.error('sandbox:', error);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The sandbox itself failed: ${String(error)}`);
    });
  });
  // Callers keep connections; a server that closes them first would look like a vendor's reset.
  server.keepAliveTimeout = 120_000;
  server.requestTimeout = 0;
  return {
    async listen() {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port, host, resolve);
      });
      const { port } = server.address() as AddressInfo;
      return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port };
    },
    catalogue,
    stores,
    faults,
    changes,
    courier,
    async close() {
      changes.live(0);
      courier.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await log?.close();
    },
  };
}

interface Surroundings {
  readonly find: (host: string) => Store | undefined;
  readonly stores: readonly Store[];
  readonly faults: Faults;
  readonly log: ExchangeLog | undefined;
  readonly catalogue: Catalogue;
  readonly changes: Changes;
  readonly courier: Courier;
  readonly takeDue: () => void;
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  around: Surroundings,
): Promise<void> {
  const body = hasBody(incoming) ? await readBody(incoming) : '';
  const given = requestOf(incoming, body);
  const byBrowser = prefixed(given, (host) => around.find(host) !== undefined);
  const request = byBrowser?.request ?? given;
  around.takeDue();
  const store = around.find(request.host);
  if (store === undefined) {
    send(response, request, await ownReply(request, around));
    return;
  }
  if (byBrowser !== undefined) {
    const reply = await store.handle(request);
    // Not logged: pages are for people, and in no vendor's contract.
    const unplayed = reply.status === 404 && request.method === 'GET';
    send(response, request, unplayed ? keysPage(store, request) : byBrowser.rebase(reply));
    return;
  }
  const target = targetOf(request, store);
  const plan = faultFor(request, target, around.faults);
  if (typeof plan === 'string') {
    send(response, request, { status: 400, headers: { 'content-type': 'text/plain' }, body: plan });
    return;
  }
  if (plan !== undefined && !isWriteFault(plan.kind)) {
    await answerWithFault(plan, request, store, response, around.log);
    return;
  }
  const due = plan ? { plan, undo() {} } : around.faults.dueForWrite(target);
  const handled = due ? attempt(due, request, store, around.log) : store.handle(request);
  const reply = handled instanceof Promise ? await handled : handled;
  if (reply === 'stalled') return;
  if (due === undefined) around.log?.write(store, request, reply);
  send(response, request, reply);
  around.courier.send(store.hints?.waiting?.() ?? []);
}

/** The answer to a request that may write, spoilt where it did. */
async function attempt(
  { plan, undo }: DueForWrite,
  request: StoreRequest,
  store: Store,
  log: ExchangeLog | undefined,
): Promise<StoreReply | 'stalled'> {
  const handle = () => store.handle(request);
  const { value: reply, wrote } = await attempted(plan?.kind === 'write-dropped', handle);
  if (!wrote) undo();
  // What was planted says nothing about the vendor's contract; all else is logged.
  if (!wrote || plan === undefined) log?.write(store, request, reply);
  if (!wrote || plan === undefined || plan.kind === 'write-dropped') return reply;
  if (plan.kind === 'write-then-stall') return 'stalled';
  if (plan.kind === 'write-then-reset') return { status: 0, headers: {}, body: null };
  return store.fault?.('500', request) ?? neutralFault('500');
}

async function answerWithFault(
  plan: FaultPlan,
  request: StoreRequest,
  store: Store,
  response: ServerResponse,
  log: ExchangeLog | undefined,
): Promise<void> {
  const { kind } = plan;
  if (isWriteFault(kind)) return;
  if (isReplyFault(kind)) {
    // Not logged: what was planted says nothing about the vendor's contract.
    send(
      response,
      request,
      withRetryAfter(store.fault?.(kind, request) ?? neutralFault(kind), plan),
    );
    return;
  }
  const reply = await store.handle(request);
  if (kind === 'latency') {
    await wait(plan.ms ?? 1000);
    log?.write(store, request, reply);
    send(response, request, reply);
    return;
  }
  if (kind === 'same-page') {
    send(response, request, firstOf(plan, request, reply));
    return;
  }
  sendBroken(kind, plan, reply, response);
}

/** What each address answered first since a fault was planted. */
const firsts = new WeakMap<FaultPlan, Map<string, StoreReply>>();

function firstOf(plan: FaultPlan, request: StoreRequest, reply: StoreReply): StoreReply {
  const known = firsts.get(plan) ?? new Map<string, StoreReply>();
  firsts.set(plan, known);
  const key = JSON.stringify([
    request.method,
    request.host,
    request.path,
    request.query.filter(([name]) => !PAGING.test(name)),
    questionOf(request.body),
  ]);
  const first = known.get(key) ?? reply;
  known.set(key, first);
  return first;
}

/** What the vendors call a page and its size; all else in a query says what is asked for. */
const PAGING =
  /^(page|offset|after|first|min_id|since_id|id:(min|greater)|limit|max|per_?page|page_?(size|token)|maxResultsPerPage|(pagination|next)Token|searchCriteria\[(currentPage|pageSize|current_page|page_size)\])$/i;

/** A GraphQL body without the page it asks for; nothing of other bodies. */
function questionOf(body: string): string {
  try {
    const { query, variables } = JSON.parse(body) as { query?: unknown; variables?: object };
    return JSON.stringify([
      query,
      Object.entries(variables ?? {}).filter(([name]) => !PAGING.test(name)),
    ]);
  } catch {
    return '';
  }
}

function faultFor(
  request: StoreRequest,
  target: FaultTarget,
  faults: Faults,
): FaultPlan | string | undefined {
  const header = request.headers['x-sandbox-fault'];
  return header === undefined ? faults.due(target) : readFaultHeader(header);
}

const targetOf = ({ host, path, method }: StoreRequest, store: Store): FaultTarget => ({
  channel: store.channel,
  shops: store.shops.filter((shop) => shop.host === host).map((shop) => shop.name),
  ...{ host, path, method },
});

function send(response: ServerResponse, request: StoreRequest, reply: StoreReply): void {
  if (reply.status === 0) {
    hangUp(response);
    return;
  }
  const { body } = reply;
  if (body === null || request.method === 'HEAD') {
    response.writeHead(reply.status, reply.headers);
    response.end();
    return;
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(reply.status, { ...reply.headers, 'content-length': length });
  response.end(body);
}

function hasBody(incoming: IncomingMessage): boolean {
  const length = incoming.headers['content-length'];
  return (
    incoming.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
  );
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function requestOf(incoming: IncomingMessage, body: string): StoreRequest {
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  const rawQuery = mark < 0 ? '' : url.slice(mark + 1);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return {
    method: incoming.method ?? 'GET',
    host: (headers.host ?? '').toLowerCase(),
    https: headers['x-forwarded-proto'] !== 'http',
    path: mark < 0 ? url : url.slice(0, mark),
    rawQuery,
    query: rawQuery === '' ? [] : [...new URLSearchParams(rawQuery)],
    headers,
    body,
  };
}

/** Exact names before `*.suffix` patterns; the first store wins. */
function storeFinder(stores: readonly Store[]): (host: string) => Store | undefined {
  const exact = new Map<string, Store>();
  const suffixes: (readonly [suffix: string, store: Store])[] = [];
  for (const store of stores) {
    for (const pattern of store.hosts) {
      if (pattern.startsWith('*.')) suffixes.push([pattern.slice(1), store]);
      else if (!exact.has(pattern)) exact.set(pattern, store);
    }
  }
  return (host) => {
    const name = host.replace(/:\d+$/, '');
    return exact.get(name) ?? suffixes.find(([suffix]) => name.endsWith(suffix))?.[1];
  };
}
