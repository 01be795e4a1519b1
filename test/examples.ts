// The examples of the published document, run as they are against the sandbox. Run as a program it
// writes what was answered to src/http/examples.json.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { channels } from '../src/channels/index.ts';
import { WRITES } from '../src/model/execution.ts';
import { FAULTS, type FaultCode } from '../src/model/faults.ts';
import { writeInstant } from '../src/model/time.ts';
import { DEMO } from '../src/serve/demo-client.ts';
import { seedDemo } from '../src/serve/sandbox.ts';
import { type Document, type Parameter, type Route, readDocument } from './document.ts';
import { MADE_ANSWERS, madeEvents, madeFailure } from './made-examples.ts';
import { pairsOf } from './params.ts';
import { type Service, startService, TODAY } from './service.ts';
import { until } from './until.ts';

export interface Answered {
  readonly operation: string;
  readonly path: string;
  readonly method: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Run {
  readonly document: Document;
  readonly answers: readonly Answered[];
  /** Of the token service. */
  readonly refusals: readonly Answered[];
  /** By code. */
  readonly failures: ReadonlyMap<string, Answered>;
  /** What a value of this very run is replaced by, so that two runs are alike. */
  readonly alike: (body: unknown) => unknown;
}

/** In this order: each has what it needs, and what takes away comes last. */
const ORDER = [
  ...['tokenServiceMetadata', 'introspectAccessToken', 'revokeAccessToken', 'createMagicLink'],
  ...[
    'listChannels',
    'getLineage',
    'getUser',
    ...['listWays', 'linkChannel'],
    'listUsers',
    'orders',
    'products',
    'listCarriers',
    ...WRITES,
    'listExecutions',
    'getExecution',
    'putEventAddresses',
  ],
  ...['listEventAddresses', 'rotateEventAddressSecret', 'testEventAddress', 'testDelivery'],
  ...['getDelivery', 'replayDelivery', 'replayFailedDeliveries', 'listDeliveries'],
  ...['putWatch', 'getWatch', 'listWatches', 'listChanges', 'deleteWatch'],
  ...['tryOverrides', 'putOverrides', 'listOverrides', 'unlinkChannel', 'deleteUser'],
];

export async function runExamples(): Promise<Run> {
  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0);
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const service = await startService();
  try {
    return await runAt(service, `http://localhost:${port}/events`);
  } finally {
    await service.close();
    receiver.close();
  }
}

async function runAt(service: Service, receiver: string): Promise<Run> {
  const shops = Object.fromEntries(
    service.sandbox.stores.map(({ channel, shops: all }) => [
      channel,
      all.map(({ credential }) => credential),
    ]),
  );
  await seedDemo(service.app, shops, channels);
  const document = await readDocument(service);
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => [
        route.operationId,
        { path, method, route },
      ]),
    ),
  );
  const answers: Answered[] = [];
  /** What only the run knows. */
  const ids: Record<string, string> = {};
  const values: Record<string, string> = { [RECEIVER]: receiver };
  let token = '';

  async function send(id: string, more: Sending = {}): Promise<Answered> {
    const found = operations.get(id);
    if (!found) throw new Error(`the document has no ${id}`);
    const { path, method, route } = found;
    const url = new URL(
      service.origin +
        path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(ids[id] && name === 'id' ? ids[id] : exampleOf(route, name)),
        ),
    );
    for (const one of parametersOf(route, 'query'))
      if (one.required)
        url.searchParams.set(one.name, more.query?.[one.name] ?? exampleOf(route, one.name));
    for (const [name, value] of Object.entries(more.query ?? {})) url.searchParams.set(name, value);
    const [[type, media] = []] = Object.entries(route.requestBody?.content ?? {});
    const [example] = Object.values(media?.examples ?? {});
    const body = more.body ?? (example && replacing(example.value, values));
    const response = await fetch(url, {
      method: method.toUpperCase(),
      headers: {
        ...(route.security.length > 0 && { authorization: `Bearer ${more.token ?? token}` }),
        ...(body !== undefined && type && { 'content-type': type }),
        ...Object.fromEntries(
          parametersOf(route, 'header')
            .filter(({ required }) => required)
            .map(({ name }) => [name, exampleOf(route, name)]),
        ),
        ...more.headers,
      },
      ...(body !== undefined && { body: written(body, type) }),
    });
    const text = await response.text();
    return {
      ...{ operation: id, path, method, status: response.status, headers: response.headers },
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  async function keep(id: string, more?: Sending): Promise<Answered> {
    const answered = await send(id, more);
    answers.push(answered);
    return answered;
  }

  const issued = await keep('createAccessToken');
  token = textAt(issued.body, 'access_token');
  values.mfa_0123456789 = token;
  for (const id of ORDER) {
    if (id === 'revokeAccessToken')
      values.mfa_0123456789 = textAt((await send('createAccessToken')).body, 'access_token');
    if (id === 'listExecutions') {
      // Each to its end: one that is running would look otherwise in the list.
      for (const later of [...WRITES, 'orders', 'products']) {
        const headers = { prefer: 'respond-async', 'Idempotency-Key': `${later} later` };
        ids.getExecution = textAt((await keep(later, { headers })).body, 'execution_id');
        await until(async () => textAt((await send('getExecution')).body, 'status') !== 'running');
      }
    }
    const isDelivered = async () =>
      textAt((await send('getDelivery')).body, 'state') === 'delivered';
    if (id === 'listDeliveries') await until(isDelivered);
    const isWrite = WRITES.some((one) => one === id);
    const more = isWrite ? { headers: { 'Idempotency-Key': id } } : {};
    const { body } = await keep(id, id === 'listChanges' ? { query: { limit: '2' } } : more);
    if (id === 'putEventAddresses') {
      const [{ id: first = '' } = {}] = (body as { addresses: { id: string }[] }).addresses;
      ids.rotateEventAddressSecret = first;
      ids.testEventAddress = first;
    }
    if (id === 'putWatch') {
      ids.getWatch = textAt(body, 'id');
      ids.deleteWatch = ids.getWatch;
      await until(async () => textAt((await send('getWatch')).body, 'state') === 'live');
    }
    if (id === 'testDelivery') {
      ids.getDelivery = textAt(body, 'id');
      ids.replayDelivery = ids.getDelivery;
      await until(isDelivered);
    }
  }
  const left = [...operations.keys()].filter((id) => !answers.some((one) => one.operation === id));
  if (left.length > 0) throw new Error(`not run: ${left.join(', ')}`);

  // Again, since the examples ended with forgetting the user.
  await seedDemo(service.app, shops, channels);
  const failures = new Map<string, Answered>();
  for (const [code, sending] of Object.entries(await failing(service, send))) {
    const answered = await send(sending.id ?? 'orders', sending);
    if (textAt((answered.body as { Errors: object }).Errors, 'code') !== code)
      throw new Error(`${code}: ${JSON.stringify(answered.body)}`);
    failures.set(code, answered);
  }
  const refusals = await refusedTokens(send);
  return {
    document,
    answers,
    refusals,
    failures,
    alike: createAlike(service.now(), receiver),
  };
}

interface Sending {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly token?: string;
}

/** Requests that fail in as many ways as can be had without breaking anything. */
async function failing(
  service: Service,
  send: (id: string, more?: Sending) => Promise<Answered>,
): Promise<Partial<Record<FaultCode, Sending>>> {
  await send('createMagicLink', { query: { tpUserId: 'new-user' } });
  const used = { 'Idempotency-Key': 'used' };
  await send('stock', { headers: used });
  const products = await send('createAccessToken', {
    body: {
      ...{ grant_type: 'client_credentials', scope: 'products' },
      ...{ client_id: DEMO.client, client_secret: DEMO.secret },
    },
  });
  const params = {
    shopify: pairsOf('shopify', service.shop('shopify', 'no-orders').credential),
  };
  const wrong = [
    { key: 'baseUrl', value: 'https://demo.myshopify.com' },
    { key: 'token', value: 'shpat_00000000000000000000000000000000' },
  ];
  return {
    invalid_request: { body: { limit: 0, colour: 'red' } },
    unsupported_filter: { query: { channel: 'mirakl' }, body: { since_id: '1' } },
    invalid_page_token: { body: { next_page_token: 'changed' } },
    unsupported_channel: { query: { channel: 'magento' } },
    address_not_allowed: { query: { completionCallbackUrl: 'https://10.0.0.1/events' } },
    body_too_large: { body: { fields: 'a'.repeat(1024 * 1024) } },
    unsupported_media_type: { headers: { 'content-type': 'text/plain' } },
    invalid_token: { token: 'mfa_wrong' },
    insufficient_scope: { token: textAt(products.body, 'access_token') },
    idempotency_key_reused: { id: 'prices', headers: used },
    unknown_user: { query: { tpUserId: 'unknown' } },
    not_found: { id: 'getExecution' },
    channel_not_linked: { query: { tpUserId: 'new-user' } },
    credential_refused: { body: { params: { shopify: wrong } } },
    permission_missing: { body: { params } },
  };
}

/** Wrong in every way that can be had; a client that there is not takes the blame. */
async function refusedTokens(
  send: (id: string, more?: Sending) => Promise<Answered>,
): Promise<readonly Answered[]> {
  const asked = { client_id: 'your-client-id', client_secret: 'not-the-secret' };
  const grant_type = 'client_credentials';
  const ask = (body: object) => send('createAccessToken', { body });
  const found = new Map<number, Answered>();
  for (const body of [
    asked,
    { grant_type, ...asked, scope: 'a'.repeat(70_000) },
    ...Array.from({ length: 10 }, () => ({ grant_type, ...asked })),
  ]) {
    const answered = await ask(body);
    if (!found.has(answered.status)) found.set(answered.status, answered);
  }
  return [...found.values()].sort((a, b) => a.status - b.status);
}

const parametersOf = (route: Route, place: Parameter['in']) =>
  (route.parameters ?? []).filter((one) => one.in === place);

function exampleOf(route: Route, name: string): string {
  const found = route.parameters?.find((one) => one.name === name)?.example;
  return found ?? 'none';
}

const written = (body: unknown, type: string | undefined): string =>
  type === 'application/json'
    ? JSON.stringify(body)
    : new URLSearchParams(body as Record<string, string>).toString();

const replacing = (value: unknown, by: Readonly<Record<string, string>>): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) => by[one as string] ?? one);

function textAt(body: unknown, name: string): string {
  const value = (body as Readonly<Record<string, unknown>>)[name];
  if (typeof value !== 'string') throw new Error(`no ${name} in ${JSON.stringify(body)}`);
  return value;
}

/** Where the examples send events to; a receiver of the run stands in for it. */
const RECEIVER = 'https://example.com/events';
const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;
const DAY = 24 * HOUR;
const DURATIONS: Readonly<Record<string, number>> = {
  TotalExtResourcesDuration: 182.4,
  TotalEventsTransitDuration: 0,
  TotalTransformationsDuration: 1.9,
  TotalRequestsDuration: 189.7,
  Duration: 182.4,
  duration: 31.5,
  iat: 1_794_744_000,
  exp: 1_802_520_000,
  expirationUtcUnixTimeSeconds: 1_794_747_600,
};
/** Texts of chance, and what stands for the first, the second and so on of them. */
const CHANCE: readonly (readonly [RegExp, (n: number) => string])[] = [
  // Where a page of a vendor is to be found while its host is a fake one.
  [/http:\/\/127\.0\.0\.1:\d+\/_host\//g, () => 'https://'],
  [/\bmfa_[\w-]{43}/g, () => 'mfa_Rk9FexampleFexampleFexampleFexampleFexample'],
  [/\bwhsec_[\w+/=-]{20,}/g, () => 'whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZQ=='],
  [
    /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (n) => `0199e8a2-1c00-7000-8000-${hex(n, 12)}`,
  ],
  [/(?<![0-9a-f])[0-9a-f]{32}\b/g, (n) => `4bf92f3577b34da6a3ce929d${hex(n, 8)}`],
  [/\b[1-9]\d{15}\b/g, (n) => `225179981368524${n % 10}`],
  [/\b[0-9a-z]+\.[0-9a-z]{8}\.[\w-]{16}/g, () => '2s.mhs7k3c0.Zm9vYmFyYmF6cXV4'],
  [/(?<=^|=)[\w-]{43}$/g, () => 'a-token-that-is-good-for-one-use-0123456789'],
  [/\b[\w-]{100,}/g, () => 'AQR0ZXN0-the-token-of-the-next-page'],
];
const hex = (n: number, width: number) => n.toString(16).padStart(width, '0');

/** Times of the run, durations and random texts become the same in every run. */
function createAlike(ended: number, receiver: string): (body: unknown) => unknown {
  const seen = new Map<string, string>();
  return (body) =>
    JSON.parse(JSON.stringify(body), (key, value) => {
      if (typeof value === 'number') return DURATIONS[key] ?? value;
      if (typeof value !== 'string') return value;
      if (value === receiver) return RECEIVER;
      if (key === 'session') return 'c2Vzc2lvbi1vZi1hLXZpc2l';
      const at = Date.parse(value);
      const isInstant = /^\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d$/.test(value);
      // Reckoned from the moment of the call, such as the end of what is kept for a day.
      const days = Math.floor((at - TODAY + SECOND) / DAY);
      if (isInstant && at - days * DAY <= ended + HOUR) return writeInstant(TODAY + days * DAY);
      return CHANCE.reduce(
        (text, [pattern, make], i) =>
          text.replaceAll(pattern, (found) => {
            const key = `${i} ${found}`;
            const known = [...seen.keys()].filter((one) => one.startsWith(`${i} `)).length;
            const put = seen.get(key) ?? make(known + 1);
            seen.set(key, put);
            return put;
          }),
        value,
      );
    });
}

/** As it is kept. */
export function recordedOf({ document, answers, refusals, failures, alike }: Run) {
  const made: Record<string, Record<string, unknown>> = {};
  for (const { operation, status, body } of [...answers, ...refusals])
    if (body !== undefined) made[operation] = { ...made[operation], [status]: alike(body) };
  for (const [operation, more] of Object.entries(MADE_ANSWERS))
    made[operation] = { ...made[operation], ...more };
  const failed = (code: FaultCode) => {
    const found = failures.get(code);
    return found ? alike(found.body) : madeFailure(code);
  };
  const codes = (Object.keys(FAULTS) as FaultCode[]).filter(
    (code) => code in document.components.examples,
  );
  return {
    answers: made,
    failures: Object.fromEntries(codes.map((code) => [code, failed(code)])),
    events: madeEvents(Object.keys(channels)[0] ?? ''),
  };
}

async function write(): Promise<void> {
  const recorded = recordedOf(await runExamples());
  writeFileSync(
    new URL('../src/http/examples.json', import.meta.url),
    `${JSON.stringify(recorded, null, 2)}\n`,
  );
}

if (import.meta.main) void write();
