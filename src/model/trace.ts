// Traces: the id that follows a request through the rooms, and the spans that say where its time went.

/** What a span says of itself: never a secret, never a person, never a query string. */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;

/** A piece of work under way. Where no traces are kept there is none. */
export interface Span {
  readonly traceId: string;
  /** For the service that is called from here (W3C Trace Context). */
  readonly traceparent: string;
  child(name: string, kind: 'internal' | 'client'): Span;
  /** `fault` is the code of what went wrong, if anything did. */
  end(facts?: SpanFacts, fault?: string): void;
}

/** Starts spans of their own, or within the trace of the caller. */
export interface Tracer {
  start(name: string, kind: 'server' | 'client' | 'internal', from?: string): Span;
  /** From now on hears of spans that could not be sent: how many, and why. */
  onLost(listener: (count: number, reason: string) => void): void;
  /** Sends what is left, for a bounded time. */
  close(): Promise<void>;
}

/** What one request takes along: one id for its report, its lines in the log and its spans. */
export interface Trace {
  /** 32 hex digits. */
  readonly id: string;
  /** As the caller sent it (W3C Trace Context), checked and written again. */
  readonly from: string | undefined;
  readonly span: Span | undefined;
}

/** Where others go on: our span, or, where no traces are kept, what the caller sent. */
export const onward = ({ from, span }: Trace): string | undefined => span?.traceparent ?? from;

const PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST = 512;

export interface Traceparent {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}

/** Undefined where the header is missing or is not exactly one. */
export function readTraceparent(header: unknown): Traceparent | undefined {
  if (typeof header !== 'string' || header.length > LONGEST) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = PATTERN.exec(header) ?? [];
  if (version === undefined || version === 'ff') return undefined;
  // Later versions may say more after it, this one may not.
  if (version === '00' && rest !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const writeTraceparent = ({ traceId, spanId, sampled }: Traceparent): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
