// Takes a vendor's message in: proven on its bytes, kept before it is answered, each one once.
import type { HookKind, HookRequest } from '../../channels/hook.ts';
import type { VendorApp } from '../../model/credential.ts';
import type { Store } from '../../store/index.ts';
import { createReceiveHints, type HintDependencies, signedByApp } from './receive-hints.ts';

export interface ReceivedHook extends HookRequest {
  readonly method: string;
}

export interface ReceiveDependencies extends HintDependencies {
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Pick<Store, 'hooks' | 'hookSubscriptions'>;
  readonly wake: () => void;
}

/** A flood of forgeries fills no log. */
const LOG_EVERY = 60_000;
/** Further than this in the future no vendor's clock is. */
const AHEAD = 10 * 60_000;
const HOUR = 60 * 60_000;
const ENDS: ReadonlySet<HookKind> = new Set(['uninstalled', 'shop_redact']);

export function createReceive(deps: ReceiveDependencies) {
  const { channels, apps, store, now, log, wake } = deps;
  const hinted = createReceiveHints(deps);
  const loggedNotSet = new Set<string>();
  const refused = new Map<string, { logged: number; since: number }>();

  function refuse(channel: string): false {
    const known = refused.get(channel) ?? { logged: -Infinity, since: 0 };
    const due = Math.abs(now() - known.logged) >= LOG_EVERY;
    const count = known.since + 1;
    if (due) log('warn', { channel, count }, 'hooks with a wrong signature were refused');
    refused.set(channel, due ? { logged: now(), since: 0 } : { ...known, since: count });
    return false;
  }

  /** The app that signatures are checked with; undefined where it is not set. */
  function appOf(channel: string, needs: readonly string[]): VendorApp | undefined {
    const app = apps[channel] ?? {};
    if (needs.every((key) => app[key])) return app;
    if (!loggedNotSet.has(channel))
      log(
        'warn',
        { channel },
        'hooks are refused: the operator’s app at this channel is not configured',
      );
    loggedNotSet.add(channel);
    return undefined;
  }

  /** What a vendor sends to the operator's app. */
  async function fromApp(name: string, request: ReceivedHook): Promise<boolean> {
    const { hooks, hints } = channels[name] ?? {};
    const isHook = hooks?.method === request.method;
    const needs = isHook ? hooks.needs : (hints?.byApp?.needs ?? []);
    const app = appOf(name, needs);
    if (!app) return false;
    const isSigned = isHook
      ? hooks.verify(request, app, now())
      : hints && signedByApp(hints, request, app);
    if (!isSigned) return refuse(name);
    if (isHook && (await keep(name, request))) return true;
    if (hints) await hinted.fromApp(name, hints, request);
    return true;
  }

  /** False where it is no message that is dealt with afterwards. */
  async function keep(name: string, request: HookRequest): Promise<boolean> {
    const { hooks, hints } = channels[name] ?? {};
    const message = hooks?.read(request);
    if (!message) {
      if (!hints?.read(request).length)
        log('debug', { channel: name }, 'a hook that says nothing we need');
      return false;
    }
    const { id, ...said } = message;
    // A shop can be left and linked again and again, in the same words: that counts for an hour.
    const once = ENDS.has(said.kind) ? `${id} ${Math.floor(now() / HOUR)}` : id;
    // A time to come would make every link look older than it.
    const at = said.at !== undefined && said.at > now() + AHEAD ? undefined : said.at;
    const content = JSON.stringify({ ...said, at });
    if (await store.hooks.add({ channel: name, id: once, about: said.account, content })) wake();
    else log('debug', { channel: name, kind: said.kind }, 'a hook was received again');
    return true;
  }

  return {
    /** How messages come to the app's address, or to one of a subscription's own; none where they do not. */
    methodsOf(name: string, isOwn: boolean): readonly string[] {
      const { hooks, hints } = Object.hasOwn(channels, name) ? (channels[name] ?? {}) : {};
      if (isOwn) return hints ? ['POST'] : [];
      return [...new Set([...(hooks ? [hooks.method] : []), ...(hints?.byApp ? ['POST'] : [])])];
    },

    /** True once it is kept, or need not be; false when it is not the vendor's. `handle` ends its address. */
    async receive(name: string, request: ReceivedHook, handle?: string): Promise<boolean> {
      if (handle === undefined) return await fromApp(name, request);
      return (await hinted.fromSubscription(name, request, handle)) || refuse(name);
    },
  };
}
