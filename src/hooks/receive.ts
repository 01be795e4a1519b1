// Takes a vendor's message in: proven on its bytes, kept before it is answered, each one once.
import type { Channel } from '../channels/channel.ts';
import type { HookKind, HookRequest, Hooks } from '../channels/hook.ts';
import type { VendorApp } from '../model/credential.ts';
import type { Store } from '../store/index.ts';

export type Tell = (
  level: 'debug' | 'info' | 'warn',
  facts: Readonly<Record<string, unknown>>,
  sentence: string,
) => void;

export interface ReceiveDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  /** The operator's app at each vendor, by channel. */
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Pick<Store, 'hooks'>;
  readonly now: () => number;
  readonly tell: Tell;
  /** There is a new message. */
  readonly wake: () => void;
}

/** A flood of forgeries fills no log. */
const TELL_EVERY = 60_000;
/** Further than this in the future no vendor's clock is. */
const AHEAD = 10 * 60_000;
const HOUR = 60 * 60_000;
const ENDS: ReadonlySet<HookKind> = new Set(['uninstalled', 'shop_redact']);

export function createReceive({ channels, apps, store, now, tell, wake }: ReceiveDependencies) {
  const toldNotSet = new Set<string>();
  const refused = new Map<string, { told: number; since: number }>();

  function refuse(channel: string): false {
    const known = refused.get(channel) ?? { told: -Infinity, since: 0 };
    const due = Math.abs(now() - known.told) >= TELL_EVERY;
    const count = known.since + 1;
    if (due) tell('warn', { channel, count }, 'hooks with a wrong signature were refused');
    refused.set(channel, due ? { told: now(), since: 0 } : { ...known, since: count });
    return false;
  }

  /** The app that signatures are checked with; undefined where it is not set. */
  function appOf(channel: string, { needs }: Hooks): VendorApp | undefined {
    const app = apps[channel] ?? {};
    if (needs.every((key) => app[key])) return app;
    if (!toldNotSet.has(channel))
      tell('warn', { channel }, 'hooks are refused: the operator’s app at this channel is not set');
    toldNotSet.add(channel);
    return undefined;
  }

  return {
    /** How the channel's vendor sends its messages; undefined where it sends none. */
    methodOf: (name: string): Hooks['method'] | undefined =>
      Object.hasOwn(channels, name) ? channels[name]?.hooks?.method : undefined,

    /** True once it is kept, or need not be; false when it is not the vendor's. */
    async receive(name: string, request: HookRequest): Promise<boolean> {
      const hooks = channels[name]?.hooks;
      const app = hooks && appOf(name, hooks);
      if (!app) return false;
      if (!hooks.verify(request, app, now())) return refuse(name);
      const message = hooks.read(request);
      if (!message) {
        tell('debug', { channel: name }, 'a hook that says nothing we need');
        return true;
      }
      const { id, ...said } = message;
      // A shop can be left and linked again and again, in the same words: that counts for an hour.
      const once = ENDS.has(said.kind) ? `${id} ${Math.floor(now() / HOUR)}` : id;
      // A time to come would make every link look older than it.
      const at = said.at !== undefined && said.at > now() + AHEAD ? undefined : said.at;
      const content = JSON.stringify({ ...said, at });
      if (await store.hooks.add({ channel: name, id: once, about: said.account, content })) wake();
      else tell('debug', { channel: name, kind: said.kind }, 'a hook came again');
      return true;
    },
  };
}
