// One call to a channel: signed, paced, guarded, timed, retried where that is safe, and recorded.
import type {
  Ask,
  Budget,
  Budgets,
  Call,
  Caller,
  Explain,
  Limit,
  Pace,
  Pairs,
  Reply,
  Signed,
} from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';
import { TooMuch } from '../model/json-outline.ts';
import type { Trace } from '../model/trace.ts';
import type { CallWatch, HoldUp } from '../model/watch.ts';
import type { Breaker, BreakerOptions } from './breaker.ts';
import { type Bounds, guard } from './guard.ts';
import type { Intake, Taking } from './intake.ts';
import { createLimits } from './limits.ts';
import { writeQuery } from './query.ts';
import { Answered, type Parsed, parse, plain, settled } from './reply.ts';
import type { Routes } from './route.ts';
import type { Scrubber } from './scrub.ts';
import type { Received, Sender } from './send.ts';
import { type Presented, present, type Standing } from './standing.ts';

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
  /** A call begins; call what it returns when it ended. */
  asked(uri: string): () => void;
  /** Waiting begins; call what it returns when it ended. */
  waiting(): () => void;
}

export interface CallDependencies {
  readonly sender: Sender;
  readonly routes: Routes;
  readonly budgets: Budgets;
  readonly breaker: Breaker;
  readonly intake: Intake;
  readonly standing: Standing;
  readonly now: () => number;
  /** Between 0 and 1, for jitter. */
  readonly random: () => number;
  readonly userAgent: string;
  /** Hears of every try, and of what calls wait for. */
  readonly watch?: CallWatch | undefined;
}

/** What one execution brings: its deadline, its end, its report. */
export interface Execution {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Absent where nothing is reported of it. */
  readonly recorder?: Recorder | undefined;
  /** On whose behalf: the client application. Absent for the service's own work. */
  readonly client?: string | undefined;
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
  readonly budgets: readonly Budget[];
  readonly at: Presented;
  /** Whom a client sees fail, with credentials of its own, is left alone for that client only. */
  readonly breakerKey: string;
}

/** What one call is for, the same at each try. */
interface Target {
  readonly ask: Ask;
  readonly url: URL;
  readonly uri: string;
  readonly site: Site;
}

const MAX_TRIES = 3;
const FIRST_PAUSE = 250;
/** A call that takes longer says that the server has enough to do. */
const SLOW = 10_000;
/** What a parsed value costs in memory beside its text, roughly. */
const VALUE_BYTES = 32;
/** When the host of a channel is left alone, and for how long. */
export const HOST_RESTS: Omit<BreakerOptions, 'random'> = {
  opensAfter: 8,
  firstRest: 2000,
  longestRest: 30_000,
};

/** The reason of a fault that the breaker made. */
const LEFT_ALONE = 'host_left_alone';
/** Statuses that may pass by themselves. */
const PASSING = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524]);

export function createCall(deps: CallDependencies, terms: Terms, execution: Execution): Call {
  const { signal, deadline, recorder } = execution;
  const { watch } = deps;
  const { channel } = terms;
  const waiting = (why: HoldUp) => {
    const [recorded, watched] = [recorder?.waiting(), watch?.waiting(channel, why)];
    return () => {
      recorded?.();
      watched?.();
    };
  };
  const limits = createLimits(deps.budgets, deps.now, {
    signal,
    deadline,
    waiting,
    ear: watch && {
      left: (limit, share) => watch.spent(channel, limit, share),
      refused: (limit) => watch.refused(channel, limit),
    },
  });

  let last: Site | undefined;

  return async function call(ask) {
    const url = addressOf(ask);
    const uri = url.href;
    const site = siteOf(url, uri, ask.operation);
    const { budgets, at } = site;
    const target: Target = { ask, url, uri, site };

    let met: Fault | undefined;
    for (let tries = 1; ; tries++) {
      try {
        deps.standing.check(at, deps.now());
        const caller = { client: at.client, proven: deps.standing.works(at) };
        const pacing = limits.pace(budgets, ask.cost ?? 1, caller);
        const early = pacing instanceof Promise ? await pacing : pacing;
        const reply = await attempt(target, caller, tries);
        for (const budget of early) deps.budgets.resume(budget, deps.now(), caller);
        return reply;
      } catch (error) {
        if (error === signal.reason) throw limits.blamed(met);
        const pause = pauseBefore(error, ask, tries);
        if (pause === undefined || deps.now() + pause >= deadline) throw error;
        if (error instanceof Fault && error.code === 'channel_rate_limited') met = error;
        await limits.wait(pause).catch(() => {
          throw limits.blamed(met);
        });
      }
    }
  };

  async function attempt(target: Target, caller: Caller, tries: number): Promise<Reply> {
    const { ask, url, uri, site } = target;
    const { route, budgets, at, breakerKey } = site;
    const entering = limits.enter(budgets, caller);
    const leave = typeof entering === 'function' ? entering : await entering;
    const resting = deps.breaker.closedFor(breakerKey, deps.now());
    if (resting > 0) {
      leave();
      throw leftAlone(url.host, resting);
    }
    const { standing } = deps;
    try {
      // Others of the same kind may have been refused while this one waited.
      standing.check(at, deps.now());
    } catch (error) {
      leave();
      throw error;
    }
    const note = deps.breaker.begin(breakerKey);
    const ended = recorder?.asked(uri);
    const method = ask.method ?? 'GET';
    const { operation } = ask;
    const seen = watch?.sent({ channel, method, url, operation, tries, trace: execution.trace });
    let status: number | undefined;
    let failed: unknown;
    const sentAt = deps.now();
    const taking = execution.taking ?? deps.intake.open(execution.client);
    const take = (bytes: number) => {
      const room = taking.add(bytes, signal);
      // Whoever has the room may need a place at the same host before it can give it back.
      if (room) leave();
      return room?.finally(waiting('memory'));
    };
    try {
      const signed = terms.sign(ask);
      const received = await deps.sender.send({
        method,
        url: withQuery(url, signed.query),
        route,
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
      });
      status = received.status;
      note(received.status < 500 ? 'good' : 'bad', deps.now());
      if (received.status >= 500 || deps.now() - sentAt > SLOW) limits.strain(budgets, caller);
      const parsing = parse(received.bytes, ask, {
        signal,
        weigh: (values) => take(values * VALUE_BYTES),
      });
      const parsed = parsing instanceof Promise ? await parsing : parsing;
      const scrubber = terms.scrubber?.(ask, received.status);
      const safe = scrubber?.answer(received, parsed, ask.head) ?? [received, parsed];
      const [answer, read] = safe instanceof Promise ? await safe : safe;
      const reply = judge(answer, read, target, caller);
      const isShown = terms.carried || signed.headers || signed.query;
      if (reply.status < 400 && isShown) standing.worked(at);
      return reply;
    } catch (error) {
      failed = error;
      if (error instanceof Fault && error.code === 'credential_refused')
        standing.refused(at, deps.now());
      // Noted already when a reply came; otherwise only what the host is to blame for counts.
      note(isHostsFault(error, deps.now() - sentAt) ? 'bad' : 'unknown', deps.now());
      throw error;
    } finally {
      if (!execution.taking) taking.close();
      ended?.();
      seen?.ended({ status, fault: failed === undefined ? undefined : codeOf(failed) });
      leave();
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
      budgets: budgetsOf(terms, operation, host),
      at: present(execution.client ?? '', terms.credential, host, isShop),
      breakerKey: JSON.stringify([channel, origin, execution.client ?? null]),
    };
    return last;
  }

  function judge(
    received: Received,
    [body, unreadable]: Parsed,
    { ask, url, site: { budgets } }: Target,
    caller: Caller,
  ): Reply {
    const { status } = received;
    const reply = new Answered(received, body, ask.head);
    limits.learn(budgets, terms.pace?.(reply, ask) ?? [], caller);
    if (ask.expect?.includes(status)) return reply;
    const found = terms.explain?.(reply, ask) ?? plain(reply, url, deps.now());
    if (found) {
      const fault = settled(found, reply, deps.now());
      if (fault.code === 'channel_rate_limited') limits.hold(budgets, fault.retryAfter, caller);
      throw fault;
    }
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
    const reads = ask.reads ?? (ask.method ?? 'GET') !== 'POST';
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

const leftAlone = (host: string, resting: number) =>
  new Fault(
    'channel_failed',
    `${host} failed again and again and is left alone for a moment. Try again in ${Math.ceil(resting / 1000)} seconds.`,
    { reason: LEFT_ALONE, retryAfter: resting },
  );

/** A name that does not exist, or that no name server answers for, says nothing about a host. */
const NO_HOST = ['unknown_host', 'name_unanswered'];

/** No connection, or no answer in a time that is long for anyone. */
function isHostsFault(error: unknown, took: number): boolean {
  if (!(error instanceof Fault) || NO_HOST.includes(error.reason ?? '')) return false;
  return error.code === 'channel_failed' || (error.code === 'channel_timeout' && took > SLOW);
}

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

function budgetsOf(terms: Terms, operation: string | undefined, host: string): Budget[] {
  const shares = { credential: terms.credential, host, application: terms.application };
  return terms.limits
    .filter(({ operations }) => !operations || operations.includes(operation ?? ''))
    .map((limit) => ({ key: `${limit.name}/${shares[limit.by]}`, limit }));
}
