// Faults on demand: what can go wrong with a vendor, planted for a store, a shop or a path.
import { type ReplyFault, replyFaults, type StoreReply } from './store.ts';

/** Faults of the transport: the vendor's answer never arrives whole. */
export const transportFaults = [
  'latency',
  'reset',
  'half-body',
  'broken-json',
  'wrong-content-type',
  'endless-body',
  'slow-drip',
  'stalled-headers',
  'stalled-body',
  'huge-headers',
  'same-page',
] as const;
export type TransportFault = (typeof transportFaults)[number];

/** Faults of writes: what is answered is not what was done. They hit no request that writes nothing. */
export const writeFaults = [
  'write-dropped',
  'write-then-500',
  'write-then-stall',
  'write-then-reset',
] as const;
export type WriteFault = (typeof writeFaults)[number];
export type FaultKind = ReplyFault | TransportFault | WriteFault;

export const faultKinds: readonly FaultKind[] = [
  ...replyFaults,
  ...transportFaults,
  ...writeFaults,
];

/** What each kind does, for the front page and the documentation. */
export const faultMeanings: Readonly<Record<FaultKind, string>> = {
  '401': 'the vendor refuses the credential',
  '403': 'the credential lacks a permission',
  '404': 'the resource or the store is not there',
  '429': 'the rate limit is used up; Retry-After says for how long (retryAfter, 2 s unless set)',
  '429-no-retry-after': 'the rate limit is used up; nothing says for how long',
  '500': 'the vendor fails',
  '503': 'the vendor is down for maintenance',
  expired: 'the access token ran out, in the words the vendor has for it',
  latency: 'the true answer comes late (ms, 1000 unless set)',
  reset: 'the connection breaks before any answer',
  'half-body': 'half of the true answer arrives, then the connection breaks',
  'broken-json': 'the true answer with its end cut off, complete as far as HTTP can see',
  'wrong-content-type': 'a web page with status 200 instead of the answer',
  'endless-body': 'a body that never ends',
  'slow-drip': 'the true answer a few bytes at a time (ms between them, 50 unless set)',
  'stalled-headers': 'the connection stays open and nothing ever comes',
  'stalled-body': 'headers and the first bytes, then nothing more',
  'huge-headers': 'the true answer behind 256 KiB of headers',
  'same-page': 'the first answer of an address again, whatever page is asked for',
  'write-dropped': 'a write is answered as done, and nothing is written',
  'write-then-500': 'a write is done, and answered with 500',
  'write-then-stall': 'a write is done, and no answer ever comes',
  'write-then-reset': 'a write is done, and the connection breaks before any answer',
};

export interface FaultPlan {
  readonly kind: FaultKind;
  readonly channel?: string;
  /** Name of a shop (`StoreShop.name`), for stores whose shops have their own hosts. */
  readonly shop?: string;
  readonly host?: string;
  /** Part of the path. */
  readonly path?: string;
  readonly method?: string;
  /** How many requests it hits; until it is lifted when absent. */
  readonly times?: number;
  /** How many matching requests pass unharmed first. */
  readonly skip?: number;
  readonly ms?: number;
  /** Seconds, or any text for a Retry-After header such as a date. */
  readonly retryAfter?: number | string;
}

export interface PlantedFault extends FaultPlan {
  readonly id: number;
  /** Requests it has hit. */
  readonly hits: number;
}

export interface FaultTarget {
  readonly channel: string;
  readonly shops: readonly string[];
  readonly host: string;
  readonly path: string;
  readonly method: string;
}

export interface Faults {
  plant(plan: FaultPlan): PlantedFault;
  list(): readonly PlantedFault[];
  /** Lifts one, or all. */
  lift(id?: number): void;
  /** The fault that is due for a request, counted as a hit; those of writes are apart. */
  due(target: FaultTarget): FaultPlan | undefined;
  /** Likewise of a request that may write; undefined where none is planted for it. */
  dueForWrite(target: FaultTarget): DueForWrite | undefined;
}

export interface DueForWrite {
  /** Undefined where the write passes unharmed and is counted. */
  readonly plan: FaultPlan | undefined;
  /** Takes the count back, where nothing was written after all. */
  undo(): void;
}

export function openFaults(): Faults {
  let planted: { plan: FaultPlan; id: number; seen: number; hits: number }[] = [];
  let lastId = 0;
  return {
    plant(plan) {
      lastId += 1;
      planted.push({ plan, id: lastId, seen: 0, hits: 0 });
      return { ...plan, id: lastId, hits: 0 };
    },
    list: () => planted.map(({ plan, id, hits }) => ({ ...plan, id, hits })),
    lift(id) {
      planted = id === undefined ? [] : planted.filter((fault) => fault.id !== id);
    },
    due: (target) => found(target, false)?.plan,
    dueForWrite: (target) => found(target, true),
  };

  function found(target: FaultTarget, ofWrites: boolean): DueForWrite | undefined {
    const seen: typeof planted = [];
    const hit = planted.find((fault) => {
      const { plan } = fault;
      if (isWriteFault(plan.kind) !== ofWrites) return false;
      if (plan.times !== undefined && fault.hits >= plan.times) return false;
      if (!matches(plan, target)) return false;
      fault.seen += 1;
      seen.push(fault);
      return fault.seen > (plan.skip ?? 0);
    });
    if (seen.length === 0) return undefined;
    if (hit) hit.hits += 1;
    return {
      plan: hit?.plan,
      undo() {
        for (const fault of seen) fault.seen -= 1;
        if (hit) hit.hits -= 1;
      },
    };
  }
}

function matches(plan: FaultPlan, target: FaultTarget): boolean {
  return (
    (plan.channel === undefined || plan.channel === target.channel) &&
    (plan.shop === undefined || target.shops.includes(plan.shop)) &&
    (plan.host === undefined || plan.host === target.host) &&
    (plan.path === undefined || target.path.includes(plan.path)) &&
    (plan.method === undefined || plan.method === target.method)
  );
}

/** Checks what came over HTTP; the answer is a plan or a sentence that says what is wrong. */
export function readFaultPlan(value: unknown): FaultPlan | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'send a JSON object';
  const plan = value as Record<string, unknown>;
  for (const [name, given] of Object.entries(plan)) {
    const wanted = planMembers[name];
    if (wanted === undefined)
      return `unknown member ${name}; known: ${Object.keys(planMembers).join(', ')}`;
    if (!wanted.includes(typeof given)) return `${name} must be a ${wanted.join(' or ')}`;
  }
  if (!faultKinds.some((kind) => kind === plan.kind))
    return `kind must be one of ${faultKinds.join(', ')}`;
  return value as FaultPlan;
}

const planMembers: Readonly<Record<string, readonly string[]>> = {
  kind: ['string'],
  channel: ['string'],
  shop: ['string'],
  host: ['string'],
  path: ['string'],
  method: ['string'],
  times: ['number'],
  skip: ['number'],
  ms: ['number'],
  retryAfter: ['number', 'string'],
};

/** The header form for one direct call: `503`, `latency; ms=250`, `429; retryAfter=7`. */
export function readFaultHeader(text: string): FaultPlan | string {
  const [kind = '', ...members] = text.split(';').map((part) => part.trim());
  const plan: Record<string, unknown> = { kind };
  for (const member of members) {
    const [name = '', value = ''] = member.split('=').map((part) => part.trim());
    plan[name] = /^\d+$/.test(value) ? Number(value) : value;
  }
  return readFaultPlan(plan);
}

const neutral: Readonly<Record<ReplyFault, readonly [status: number, message: string]>> = {
  '401': [401, 'The credential was refused.'],
  '403': [403, 'The credential lacks a permission.'],
  '404': [404, 'Not found.'],
  '429': [429, 'Too many requests.'],
  '429-no-retry-after': [429, 'Too many requests.'],
  '500': [500, 'Internal error.'],
  '503': [503, 'Service unavailable.'],
  expired: [401, 'The access token has expired.'],
};

/** The answer of a store that has no words of its own for a fault. */
export function neutralFault(kind: ReplyFault): StoreReply {
  const [status, message] = neutral[kind];
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  };
}

export function isReplyFault(kind: FaultKind): kind is ReplyFault {
  return replyFaults.some((known) => known === kind);
}

export function isWriteFault(kind: FaultKind): kind is WriteFault {
  return writeFaults.some((known) => known === kind);
}

/** The answer with the plan's Retry-After: a 429 has one, its twin has none. */
export function withRetryAfter(reply: StoreReply, plan: FaultPlan): StoreReply {
  const headers = { ...reply.headers };
  if (plan.kind === '429-no-retry-after') delete headers['retry-after'];
  if (plan.retryAfter !== undefined) headers['retry-after'] = String(plan.retryAfter);
  else if (plan.kind === '429') headers['retry-after'] ??= '2';
  return { ...reply, headers };
}
