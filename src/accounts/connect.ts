// Opens a channel for one account: signs with its credential, renews it in time, hands out `call`.
import { hash, randomUUID } from 'node:crypto';
import type { Channel, Reading } from '../channels/channel.ts';
import { cleaned } from '../channels/clean.ts';
import { secretsAmong } from '../channels/field.ts';
import { mustBePlaced } from '../channels/misplaced.ts';
import { UNSAID } from '../model/attention.ts';
import type { Credential, Given, Grant, VendorApp } from '../model/credential.ts';
import { endsAfter } from '../model/ends-after.ts';
import type { Ask, Call, Signed } from '../model/exchange.ts';
import { Fault, type Sent } from '../model/faults.ts';
import { lruCache } from '../model/lru-cache.ts';
import type { Renewal } from '../model/watch.ts';
import { type CallDependencies, createCall, type Execution, type Terms } from '../net/call.ts';
import {
  cleanFault,
  refusalScrubberOf,
  type Scrubber,
  scrubberOf,
  secretsOf,
  secretsOfApp,
  secretsOfAsk,
} from '../net/scrub.ts';
import type { Reason } from '../store/index.ts';
import type { AppStanding } from './app-standing.ts';
import { createFacts } from './facts.ts';

/** One account of one channel, as an execution uses it. */
export interface Opening {
  readonly name: string;
  readonly channel: Channel;
  readonly credential: Credential;
  /** Stable while the credential is: budgets and remembered facts belong to it. */
  readonly identity: string;
  /** Where the credential is stored; absent where the caller manages it (`params`). */
  readonly stored?: Stored;
}

export interface Stored {
  /**
   * Renews alone among all instances: hands `work` the credential as it is stored now and keeps
   * what it yields, sealed in its place; or gives back what is stored, where that is no longer what
   * was `held`. `ahead`: it is to be renewed in time, whether or not it is used. Undefined when the
   * credential is gone.
   */
  renew(
    held: Credential,
    work: (current: Credential) => Promise<Grant>,
    options: { readonly ahead: boolean },
  ): Promise<Credential | undefined>;
  /** Called when the vendor refuses to renew, for the sake of the grant itself. */
  refused(reason: Reason): Promise<void>;
}

export interface Opened {
  readonly call: Call;
  readonly remember: Reading['remember'];
  /** As `call`, but nothing is signed: for asks that carry their own authorisation. */
  readonly bare: Call;
  /** Renews the token now if it ends within so many milliseconds. */
  readonly freshen: (within?: number) => Promise<void>;
  /** Takes the account's secrets out of a fault that a driver made of what the vendor said. */
  readonly clean: (error: unknown) => unknown;
  /** The reading ended: what drivers added to remembered values is measured. */
  readonly settle: () => void;
}

export interface ConnectDependencies extends CallDependencies {
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly appStanding: AppStanding;
  readonly allowedPorts: ReadonlySet<string>;
  /** A token was renewed, or could not be. */
  readonly onRenewal?: ((channel: string, outcome: Renewal) => void) | undefined;
}

/** Tokens are renewed this long before they end, so that none ends on the way. */
export const AHEAD = 5 * 60_000;
const RENEWAL_DEADLINE = 20_000;
const PASSING = new Set<string>(['channel_failed', 'channel_timeout', 'channel_rate_limited']);

export type Connect = (opening: Opening, execution: Execution) => Opened;

export function createConnect(deps: ConnectDependencies): Connect {
  /** Tokens of credentials that came with a request: these are stored nowhere. */
  const grants = lruCache<Grant>({ max: 10_000 });
  const renewing = new Map<string, Promise<Credential>>();
  const facts = createFacts({ now: deps.now });
  /** Made once for a credential and its tokens: that takes longer than a look at a short answer. */
  const scrubbers = lruCache<Scrubber>({ max: 200 });

  return function connect(opening, execution) {
    const { name, channel, identity } = opening;
    const ahead = channel.renewal?.ahead ?? AHEAD;
    const { stored } = opening;
    const usesUp = channel.renewal?.usesUp(opening.credential) === true;
    // A stored credential was read just now: what another instance renewed is in it.
    let credential: Credential = (stored ? undefined : grants.get(identity)) ?? opening.credential;

    /**
     * Calls of this account. A vendor's error may repeat what was sent to it: none of what is `held`
     * leaves with its words. A good answer is left as it is, unless `good` makes what takes secrets out.
     */
    function calling(
      held: (ask: Ask) => readonly string[],
      execution: Execution,
      more: Partial<Terms> = {},
      good?: () => Scrubber,
    ): Call {
      const terms: Terms = {
        channel: name,
        bounds: {
          hosts: channel.hosts(credential.account),
          plainHttp: channel.plainHttp ?? false,
          ports: deps.allowedPorts,
        },
        limits: channel.limits,
        credential: `${name}/${identity}`,
        application: `${name}/${deps.apps[name]?.clientId ?? ''}`,
        explain: channel.explain,
        pace: channel.pace?.bind(channel),
        sign: () => ({}),
        scrubber: (ask, status) => (status < 400 ? good?.() : refusalScrubberOf(held(ask))),
        ...more,
      };
      const call = createCall(deps, terms, execution);
      return (ask) =>
        call(ask).catch((error: unknown) => {
          throw cleanFault(error, held(ask));
        });
    }

    // How the secrets were last sent: as Basic authorization they look like none of them.
    let signed: Signed = {};
    const sign = (ask: Ask) => {
      const nonce = randomUUID().replaceAll('-', '');
      signed = channel.sign(ask, credential, { now: deps.now(), nonce });
      return signed;
    };
    const kept = () => [
      ...secretsOf(opening.credential.secrets),
      ...secretsOf(credential.secrets),
      ...secretsOfApp(deps.apps[name]),
    ];
    const secrets = () => [...kept(), ...secretsOfAsk(signed)];
    const scrubber = (): Scrubber => {
      const held = kept();
      const key = JSON.stringify(held);
      const known = scrubbers.get(key);
      const scrubber = known ?? scrubberOf(held);
      if (!known) scrubbers.set(key, scrubber);
      return scrubber;
    };
    const signing = calling(secrets, execution, { sign }, scrubber);

    // Good answers to these hold new tokens, and may hold an old one that stays.
    const carried = (ask: Ask) => [...secrets(), ...secretsOfAsk(ask)];
    const bare: Call = (ask) => asApp(calling(carried, execution))(ask);

    const remembered = new Set<string>();
    const call = channel.renewal ? renewingCall : signing;
    return { call, remember, bare, freshen, clean, settle };

    function clean(error: unknown): unknown {
      return cleanFault(error, secrets());
    }

    function settle() {
      for (const key of remembered) facts.measure(execution.client ?? '', key);
    }

    async function freshen(within = ahead) {
      if (ends() - within <= deps.now()) credential = await renew();
    }

    async function renewingCall(ask: Ask) {
      // What may pass, such as a token service that is down, does not end what is still good.
      if (ends() - ahead <= deps.now())
        await freshen().catch((error: unknown) =>
          ends() > deps.now() && error instanceof Fault && PASSING.has(error.code)
            ? undefined
            : saying('no')(error),
        );
      try {
        return await signing(ask);
      } catch (error) {
        const refused = error instanceof Fault && error.code === 'credential_refused';
        if (!refused || ends() === Infinity) throw error;
        // The ask itself was answered, by a refusal.
        credential = await renew().catch(saying('yes'));
        return await signing(ask);
      }
    }

    /** When the token in hand ends; never, where nothing can be renewed. */
    function ends(token = credential): number {
      if (!channel.renewal || (usesUp && !stored)) return Infinity;
      return channel.renewal.endsAt(token) ?? Infinity;
    }

    /** One renewal at a time for an account; a call that comes meanwhile shares its outcome. */
    function renew(): Promise<Credential> {
      const held = grants.get(identity);
      if (!stored && held && held !== credential && held.endsAt - ahead > deps.now())
        return Promise.resolve(held);
      let underWay = renewing.get(identity);
      if (!underWay) {
        underWay = renewNow().finally(() => renewing.delete(identity));
        renewing.set(identity, underWay);
      }
      return underWay;
    }

    async function renewNow(): Promise<Credential> {
      try {
        if (stored) return await renewStored(stored);
        const grant = await ask(credential);
        grants.set(identity, grant);
        return grant;
      } catch (error) {
        grants.delete(identity);
        if (error instanceof Fault && error.code === 'app_refused')
          deps.appStanding.refused(name, error, deps.now());
        if (isVendorsWord(error)) await stored?.refused(attentionBy(error, channel));
        throw timedOut(error);
      }
    }

    async function renewStored(store: Stored): Promise<Credential> {
      const options = { ahead: usesUp };
      let kept = await store.renew(credential, ask, options);
      // Linked again meanwhile: what is stored has no token yet.
      if (kept && ends(kept) <= deps.now()) kept = await store.renew(kept, ask, options);
      if (!kept) throw new Fault('channel_not_linked', 'The channel was just unlinked.');
      return kept;
    }

    function ask(current: Credential): Promise<Grant> {
      const { renewal } = channel;
      if (!renewal) throw new Fault('unexpected', 'This channel has nothing to renew.');
      // Its own end: a client that goes away must not break off a token that others wait for.
      const mine = (ask: Ask) => [...carried(ask), ...secretsOf(current.secrets)];
      const own = {
        signal: endsAfter(RENEWAL_DEADLINE),
        deadline: deps.now() + RENEWAL_DEADLINE,
        recorder: execution.recorder,
        client: execution.client,
        trace: execution.trace,
      };
      const call = asApp(calling(mine, own, { carried: true }));
      return renewal.renew(current, deps.apps[name], call, deps.now()).then(
        (grant) => {
          deps.onRenewal?.(name, 'renewed');
          return grant;
        },
        (error: unknown) => {
          deps.onRenewal?.(name, isVendorsWord(error) ? 'refused' : 'failed');
          throw error;
        },
      );
    }

    /** Notes how the vendor takes the operator's own app, where an ask carries it. */
    function asApp(call: Call): Call {
      return async (ask) => {
        if (!ask.byApp) return call(ask);
        const { host } = new URL(ask.url);
        deps.appStanding.check(name, host, deps.now());
        try {
          const reply = await call(ask);
          deps.appStanding.worked(name, host);
          return reply;
        } catch (error) {
          if (error instanceof Fault && error.code === 'app_refused')
            deps.appStanding.refused(name, error, deps.now(), host);
          throw error;
        }
      };
    }

    async function remember<T>(key: string, seconds: number, make: () => Promise<T>): Promise<T> {
      const whole = `${name}/${identity}/${key}`;
      const client = execution.client ?? '';
      remembered.add(whole);
      const known = facts.get(client, whole);
      if (known) return known.value as T;
      // Only what arrived is shared: another's broken-off call must not become ours.
      const value = await make();
      facts.set(client, whole, value, seconds * 1000);
      return value;
    }
  };
}

/** What became of a renewal says nothing of the ask that it was for. */
const saying = (sent: Sent) => (error: unknown) =>
  Promise.reject(error instanceof Fault ? error.with({ sent }) : error);

/** Refused by the vendor itself, not for want of a setting of ours nor from memory: it has a status. */
export const isVendorsWord = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'credential_refused' && error.status !== undefined;

/** Why the account needs attention then; a code that the channel does not declare is no one's. */
export const attentionBy = (
  { reason, message }: Fault,
  { refusals }: Pick<Channel, 'refusals'>,
): Reason => ({ code: refusals.find((code) => code === reason) ?? UNSAID, message });

/** The renewal's own deadline shows as the channel being slow. */
function timedOut(error: unknown): unknown {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new Fault('channel_timeout', 'The channel was too slow to renew its token.');
  return error;
}

/** What was given, as its channel reads it; a refusal repeats nothing that is declared a secret. */
export function accepted(given: Given, channel: Channel): Credential {
  try {
    mustBePlaced(given, channel);
    return channel.accept(cleaned(given, channel));
  } catch (error) {
    throw cleanFault(error, secretsAmong(given, channel.fields));
  }
}

export function fingerprint(name: string, { account, secrets }: Credential): string {
  return hash('sha256', JSON.stringify([name, account, secrets]), 'base64url').slice(0, 22);
}
