// One call to a channel: signed, paced, guarded, timed, retried where that is safe, and recorded.
import type {
  Ask,
  Budget,
  Call,
  Explain,
  Limit,
  Pace,
  Pairs,
  Reply,
  Signed,
} from '../model/exchange.ts';
import type { CallMade } from '../model/execution.ts';
import { Fault, type Sent } from '../model/faults.ts';
import { TooMuch } from '../model/json-outline.ts';
import type { Trace } from '../model/trace.ts';
import type { BreakerOptions } from './breaker.ts';
import {
  createGates,
  type GatesDependencies,
  LEFT_ALONE,
  type Passage,
  type Passing,
  type Waiting,
} from './gates.ts';
import { type Bounds, guard } from './guard.ts';
import type { Intake, Taking } from './intake.ts';
import { writeQuery } from './query.ts';
import { Answered, type Parsed, parse, plain, settled } from './reply.ts';
import type { Routes } from './route.ts';
import type { Scrubber } from './scrub.ts';
import type { Received, Sender } from './send.ts';
import { present } from './standing.ts';

/** How a channel wants to be called, for one account. */
export interface Terms {
  /** The channel's name: what fails for one channel says nothing about another. */
  readonly channel: string;
  readonly bounds: Bounds;
  readonly limits: readonly Limit[];
  /** Names whose budget a call counts against. */
  readonly credential: string;
  readonly application: string;
  readonly explain?: Explain | undefined;
  readonly pace?: ((reply: Reply, ask: Ask) => readonly Pace[]) | undefined;
  readonly sign: (ask: Ask) => Signed;
  /** The asks carry the credential themselves, as those for a token do. */
  readonly carried?: true;
  /** What takes secrets out of an answer with this status; undefined where they belong in it. */
  readonly scrubber?: (ask: Ask, status: number) => Scrubber | undefined;
}

/** Where the time of an execution is written down. */
export interface Recorder {
  /** A try of a call begins; call what it returns when it ended. */
  asked(
    call: Pick<CallMade, 'method' | 'uri' | 'tries' | 'waited'>,
  ): (end?: Pick<CallMade, 'status' | 'bytes' | 'fault'>) => void;
  /** Waiting begins; call what it returns when it ended. */
  waiting(): () => void;
}

export interface CallDependencies extends GatesDependencies {
  readonly sender: Sender;
  readonly routes: Routes;
  readonly intake: Intake;
  /** Between 0 and 1, for jitter. */
  readonly random: () => number;
  readonly userAgent: string;
}

/** What one execution brings: its deadline, its end, its report. */
export interface Execution extends Waiting {
  /** Absent where nothing is reported of it. */
  readonly recorder?: Recorder | undefined;
  /** On whose behalf: the client application. Absent for the service's own work. */
  readonly client?: string | undefined;
  /** The part of each limit that all work like it may use together; absent: all of it. */
  readonly share?: number | undefined;
  /** Its calls pass others of the same client that wait for a limit. */
  readonly first?: boolean | undefined;
  /** What it takes in, counted until it is closed; absent: each answer is counted for itself. */
  readonly taking?: Taking | undefined;
  /** The trace it belongs to, and the span its calls are part of. */
  readonly trace?: Trace | undefined;
}

/** What is the same for all asks of one operation at one origin. */
interface Site {
  /** How every address there begins: no login fits into it. */
  readonly beginning: string;
  readonly operation: string | undefined;
  readonly route: string | undefined;
  /** What of a call the gates are shown. */
  readonly passing: Pick<Passing, 'host' | 'budgets' | 'at' | 'breakerKey'>;
}

/** What one call is for, the same at each try. */
interface Target {
  readonly ask: Ask;
  readonly url: URL;
  readonly uri: string;
  readonly site: Site;
  /** Whether it left, in any of its tries. */
  sent: Sent;
}

const MAX_TRIES = 3;
const FIRST_PAUSE = 250;
/** What a parsed value costs in memory beside its text, roughly. */
const VALUE_BYTES = 32;
/** When the host of a channel is left alone, and for how long. */
export const HOST_RESTS: Omit<BreakerOptions, 'random'> = {
  opensAfter: 8,
  firstRest: 2000,
  longestRest: 30_000,
};

/** What changes nothing, and so may be tried again. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'OPTIONS']);

/** Statuses that may pass by themselves. */
const PASSING = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524]);

export function createCall(deps: CallDependencies, terms: Terms, execution: Execution): Call {
  const { signal, deadline, recorder } = execution;
  const { watch } = deps;
  const { channel } = terms;
  const gates = createGates(deps, channel, execution);
  let last: Site | undefined;

  return async function call(ask) {
    const target = targetOf(ask);
    let met: Fault | undefined;
    let since = deps.now();
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(target, tries, since);
      } catch (error) {
        if (error === signal.reason) throw withSent(gates.blamed(met), target.sent);
        const pause = pauseBefore(error, ask, tries);
        if (pause === undefined || deps.now() + pause >= deadline)
          throw withSent(error, target.sent);
        if (error instanceof Fault && error.code === 'channel_rate_limited') met = error;
        since = deps.now();
        await gates.wait(pause, 'retry').catch(() => {
          throw withSent(gates.blamed(met), target.sent);
        });
      }
    }
  };

  function targetOf(ask: Ask): Target {
    const url = addressOf(ask);
    try {
      const site = siteOf(url, url.href, ask.operation);
      return { ask, url, uri: url.href, site, sent: 'no' };
    } catch (error) {
      throw withSent(error, 'no');
    }
  }

  /** One try: through all gates, there and back. What fails on the way is heard by those it passed. */
  async function attempt(target: Target, tries: number, since: number): Promise<Reply> {
    const { at } = target.site.passing;
    const passing = {
      ...target.site.passing,
      cost: target.ask.cost ?? 1,
      caller: { client: at.client, proven: deps.standing.works(at), first: execution.first },
    };
    const passed: Passage[] = [];
    let sentAt = deps.now();
    try {
      for (const gate of gates.list) {
        const entering = gate(passing);
        passed.push(entering instanceof Promise ? await entering : entering);
      }
      sentAt = deps.now();
      return await exchange(target, passed, tries, sentAt - since);
    } catch (error) {
      for (const passage of passed) passage.failed?.(error, deps.now() - sentAt);
      throw error;
    } finally {
      for (const passage of passed) passage.leave?.();
    }
  }

  async function exchange(
    target: Target,
    passed: readonly Passage[],
    tries: number,
    waited: number,
  ): Promise<Reply> {
    const { ask, url, uri, site } = target;
    const { method = 'GET', operation } = ask;
    const ended = recorder?.asked({ method, uri, tries, waited });
    const { client, trace } = execution;
    const seen = watch?.sent({ channel, client, method, url, operation, tries, trace });
    let status: number | undefined;
    let bytes: number | undefined;
    let failed: unknown;
    const sentAt = deps.now();
    const taking = execution.taking ?? deps.intake.open(execution.client);
    const take = (bytes: number) => {
      const room = taking.add(bytes, signal);
      // Anyone who has the room may need a place at the same host before it can give it back.
      if (room) for (const passage of passed) passage.leave?.();
      return room?.finally(gates.waiting('memory'));
    };
    const before = target.sent;
    try {
      const signed = terms.sign(ask);
      const received = await deps.sender.send({
        method,
        url: withQuery(url, signed.query),
        route: site.route,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'gzip, deflate',
          'user-agent': deps.userAgent,
          // No driver signs headers; what it sends itself stands.
          ...seen?.headers,
          ...ask.headers,
          ...signed.headers,
        },
        body: ask.body,
        signal,
        client: execution.client,
        taking: take,
        head: ask.head,
        onLeaving: () => {
          target.sent = 'maybe';
        },
      });
      status = received.status;
      bytes = received.bytes.length;
      // Of an earlier try it may not be known.
      if (before !== 'maybe') target.sent = 'yes';
      for (const passage of passed) passage.answered?.(status, deps.now() - sentAt);
      const weigh = (values: number) => take(values * VALUE_BYTES);
      const parsed = await parse(received.bytes, ask, { signal, weigh });
      const scrubber = terms.scrubber?.(ask, received.status);
      const [answer, read] = (await scrubber?.answer(received, parsed, ask.head)) ?? [
        received,
        parsed,
      ];
      const reply = judge(answer, read, target, passed);
      const isShown = Boolean(terms.carried || signed.headers || signed.query);
      for (const passage of passed) passage.worked?.(reply, isShown);
      return reply;
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      if (!execution.taking) taking.close();
      const fault = failed === undefined ? undefined : codeOf(failed);
      ended?.({ status, bytes, fault });
      seen?.ended({ status, fault });
    }
  }

  /** An execution mostly asks one host again and again: what holds there is found out once. */
  function siteOf(url: URL, uri: string, operation: string | undefined): Site {
    if (last && last.operation === operation && uri.startsWith(last.beginning)) return last;
    const { host, origin } = url;
    const route = deps.routes(host);
    guard(url, terms.bounds, route !== undefined);
    // Tokens may come from a host that serves many shops.
    const isShop =
      !terms.carried && terms.limits.some(({ by, tokens }) => by === 'host' && !tokens);
    last = {
      beginning: `${origin}/`,
      operation,
      route,
      passing: {
        host,
        budgets: budgetsOf(terms, operation, host, execution.share),
        at: present(execution.client ?? '', terms.credential, host, isShop),
        breakerKey: JSON.stringify([channel, origin, execution.client ?? null]),
      },
    };
    return last;
  }

  function judge(
    received: Received,
    [body, unreadable]: Parsed,
    { ask, url }: Target,
    passed: readonly Passage[],
  ): Reply {
    const { status } = received;
    const reply = new Answered(received, body, ask.head);
    const paces = terms.pace?.(reply, ask) ?? [];
    for (const passage of passed) passage.paced?.(paces);
    if (ask.expect?.includes(status)) return reply;
    const found = terms.explain?.(reply, ask) ?? plain(reply, url, deps.now());
    if (found) throw settled(found, reply, deps.now());
    if (unreadable instanceof TooMuch)
      throw new Fault(
        'channel_invalid_response',
        `${url.host} sent an answer with more in it than is accepted: ${unreadable.message}.`,
        { status, retryable: false },
      );
    if (unreadable) {
      const isPage = reply.text.trimStart().startsWith('<');
      throw new Fault(
        'channel_invalid_response',
        isPage
          ? `${url.host} answered with a web page instead of data; the address of the account may be wrong.`
          : `${url.host} sent an answer that cannot be read.`,
        {
          status,
          cause: unreadable,
          ...(isPage && { retryable: false }),
        },
      );
    }
    return reply;
  }

  /** Milliseconds to wait before another try; undefined when there should be none. */
  function pauseBefore(error: unknown, ask: Ask, tries: number): number | undefined {
    const reads = ask.reads ?? SAFE.has(ask.method ?? 'GET');
    if (!(error instanceof Fault) || !reads || tries >= MAX_TRIES || signal.aborted)
      return undefined;
    if (error.reason === LEFT_ALONE || !error.retryable) return undefined;
    const jittered = FIRST_PAUSE * 2 ** (tries - 1) * (0.5 + deps.random());
    if (error.code === 'channel_rate_limited') return error.retryAfter ?? jittered * 4;
    if (error.code !== 'channel_failed') return undefined;
    const passing = error.status === undefined || PASSING.has(error.status);
    return passing ? Math.max(error.retryAfter ?? 0, jittered) : undefined;
  }
}

/** A signal without a fault is the renewal's own deadline. */
const codeOf = (error: unknown): string =>
  error instanceof Fault
    ? error.code
    : (error as Error)?.name === 'TimeoutError'
      ? 'channel_timeout'
      : 'unexpected';

/** Says whether the call left, on the fault that it ended with; what is thrown may be another's too. */
const withSent = (error: unknown, sent: Sent): unknown =>
  error instanceof Fault && error.sent !== sent ? error.with({ sent }) : error;

/** Mostly the query is all that is missing: then the address is read once, whole. */
function addressOf({ url, query }: Ask): URL {
  if (!query?.length || url.includes('?') || url.includes('#'))
    return withQuery(new URL(url), query);
  return new URL(`${url}?${writeQuery(query)}`);
}

/** What the address has of a query stays as it is written: some servers look for it letter by letter. */
function withQuery(url: URL, pairs: Pairs | undefined): URL {
  if (!pairs?.length) return url;
  const whole = new URL(url);
  whole.search = `${whole.search}${whole.search === '' ? '' : '&'}${writeQuery(pairs)}`;
  return whole;
}

function budgetsOf(
  terms: Terms,
  operation: string | undefined,
  host: string,
  share?: number,
): Budget[] {
  const shares = { credential: terms.credential, host, application: terms.application };
  const all = terms.limits
    .filter(({ operations }) => !operations || operations.includes(operation ?? ''))
    .map((limit) => ({ key: `${limit.name}/${shares[limit.by]}`, limit }));
  return share === undefined ? all : [...all, ...all.flatMap((budget) => partOf(budget, share))];
}

/** A second budget beside the whole one, for work that may use a part of it. */
function partOf({ key, limit }: Budget, share: number): readonly Budget[] {
  const { concurrency: _, tokens, burst, ...rest } = limit;
  if (tokens === undefined) return [];
  const name = `${limit.name} (part)`;
  const part = { ...rest, name, tokens: tokens * share };
  const within = burst === undefined ? part : { ...part, burst: Math.max(1, burst * share) };
  return [{ key: `part/${key}`, limit: within }];
}
