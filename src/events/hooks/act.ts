// Does what a vendor's message asks for: ends links, erases what is kept, notifies the clients.

import { isVendorsWord } from '../../accounts/connect.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Channel } from '../../channels/channel.ts';
import type { HookMessage } from '../../channels/hook.ts';
import { endsAfter } from '../../model/ends-after.ts';
import { Fault } from '../../model/faults.ts';
import { type Notice, notice } from '../../model/notices.ts';
import { eachRow, type Holder, type Store, StoreUnavailableError } from '../../store/index.ts';

export interface ActDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly store: Pick<Store, 'accounts' | 'credentials'>;
  readonly accounts: Pick<Accounts, 'stored'>;
  /** One event to a client; a repeat under the same `once` is the same event. */
  readonly announce: (clientId: string, event: Notice, once: string) => Promise<unknown>;
  readonly now: () => number;
}

export interface Acting {
  readonly name: string;
  readonly message: Omit<HookMessage, 'id'>;
  /** Ours, the same whenever it is taken up. */
  readonly once: string;
  readonly receivedAt: number;
  /** The last try: a shop that gives no answer now keeps its link. */
  readonly last: boolean;
  /** Breaks off what is asked of a channel. */
  readonly signal: AbortSignal;
}

const CONCURRENCY = 200;
const DEADLINE_MS = 25_000;
const MOST_ORDERS = 1000;

export function createAct(deps: ActDependencies) {
  const { channels, store, accounts, announce, now } = deps;

  /** May be done again from the beginning: what is done already is found done. */
  return async function act(acting: Acting) {
    const { name, message, once, receivedAt } = acting;
    const channel = channels[name];
    // `kept`: the shop still takes the credential, or it is none of the operator's app; `unanswered`: it
    // never said whether it does, and these links stay too.
    const count = { unlinked: 0, kept: 0, unanswered: 0, notified: 0, results: 0 };
    if (!channel) return count;
    const { kind, account } = message;
    const concerned = new Set<string>();
    const stay = new Set<string>();
    let unasked: unknown;
    for await (const holder of holdersOf(name, account)) {
      const ends = kind === 'uninstalled' || kind === 'shop_redact';
      try {
        if (ends && !(await isOver(acting, holder, channel))) {
          stay.add(holder.clientId);
          count.kept += 1;
          continue;
        }
      } catch (error) {
        if (error instanceof StoreUnavailableError || acting.signal.aborted) throw error;
        stay.add(holder.clientId);
        if (acting.last) count.unanswered += 1;
        else unasked = error;
        continue;
      }
      // Before the link goes: without it no one would find them again.
      if (kind.endsWith('_redact')) count.results += await store.accounts.eraseResults(holder);
      if (!ends) concerned.add(holder.clientId);
      else if (await unlink(holder, kind)) {
        concerned.add(holder.clientId);
        count.unlinked += 1;
      }
    }
    if (unasked !== undefined) throw unasked;
    const event = privacyEvent(name, message, receivedAt);
    if (!event) return count;
    for (const client of await store.accounts.formerClients(name, account)) concerned.add(client);
    // Who has the shop linked still, or again, must not take it for gone.
    const clients = [...concerned].filter((client) => !stay.has(client));
    for (const client of clients) await announce(client, event, `${once} ${client}`);
    if (kind === 'shop_redact') await store.accounts.forgetFormer(name, account, clients);
    return { ...count, notified: clients.length };
  };

  function holdersOf(name: string, account: string): AsyncGenerator<Holder> {
    return eachRow(CONCURRENCY, (last) =>
      store.accounts.holders(name, account, last?.userId, CONCURRENCY),
    );
  }

  function unlink(holder: Holder, kind: 'uninstalled' | 'shop_redact'): Promise<boolean> {
    const why = kind === 'uninstalled' ? 'uninstalled' : 'redacted';
    return store.credentials.remove(holder, why, holder.linkedAt);
  }

  /**
   * Whether a link ended with the app. What a message says can have been sent before, or by somebody
   * who has another text of the vendor's signature: the shop itself is always asked.
   */
  async function isOver({ signal }: Acting, holder: Holder, channel: Channel): Promise<boolean> {
    const way = channel.ways.find(({ id }) => id === holder.way);
    // Keys of the merchant's own do not end with the operator's app.
    if (way && way.kind !== 'consent') return false;
    return !(await works(holder, signal));
  }

  /** Whether the channel still lets it in; throws where the channel does not say. */
  async function works(holder: Holder, signal: AbortSignal): Promise<boolean> {
    const account = await accounts.stored(holder, {
      signal: AbortSignal.any([signal, endsAfter(DEADLINE_MS)]),
      deadline: now() + DEADLINE_MS,
      client: holder.clientId,
    });
    // Linked again since, or gone: either way not ours to end.
    if (account?.stored?.linkedAt !== holder.linkedAt) return true;
    try {
      await account.check();
      return true;
    } catch (error) {
      const { code } = error instanceof Fault ? error : {};
      if (code === 'permission_missing') return true;
      if (isVendorsWord(error)) return false;
      if ((error as Error)?.name === 'TimeoutError')
        throw new Fault('channel_timeout', 'The channel did not answer in time.');
      throw error;
    }
  }
}

/** What clients are sent about a request for someone's data; undefined for what is no request. */
function privacyEvent(channel: string, message: Acting['message'], receivedAt: number) {
  const { kind, account: shop, at, reference, customer, orders = [] } = message;
  if (kind === 'uninstalled') return undefined;
  return notice('privacy.request', at ?? receivedAt, {
    ...{ kind, channel, shop, reference: reference ?? null, customer_id: customer ?? null },
    order_ids: orders.slice(0, MOST_ORDERS),
    order_count: orders.length,
  });
}
