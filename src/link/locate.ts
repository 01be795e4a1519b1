// Finds the shop that a visitor means, before a key is tried or the visitor is sent there.

import type { Located } from '../channels/channel.ts';
import type { Way } from '../channels/way.ts';
import type { Given } from '../model/credential.ts';
import type { Call, Reply } from '../model/exchange.ts';
import { Fault } from '../model/faults.ts';
import { withoutEnd } from '../model/text.ts';
import type { Visit } from '../store/index.ts';
import type { From } from './dependencies.ts';
import { OTHER_KIND } from './diagnosis.ts';
import { ADDRESS } from './form.ts';
import { inSlot, type Waiting } from './try-slots.ts';

/** A shop that was found, and whether it is at the very address that was typed. */
export interface Found extends Located {
  readonly isAsTyped: boolean;
}

export type Locate = ReturnType<typeof createLocate>;

export function createLocate(deps: Waiting & From<'channels' | 'search'>) {
  /** The one other channel whose shops write such a page; undefined where nothing is certain. */
  const otherKind = (name: string, page: Reply): string | undefined => {
    const kinds = Object.keys(deps.channels).filter((known) =>
      deps.channels[known]?.recognises?.(page),
    );
    return kinds.length === 1 && kinds[0] !== name ? kinds[0] : undefined;
  };

  /**
   * Undefined where the way asks for no address that could be searched for. Throws a fault with the
   * field and the reason where no such shop is found; for a consent also where a shop may be there,
   * but was not seen to be one.
   */
  return async function locate(
    visit: Visit,
    name: string,
    way: Way,
    given: Given,
  ): Promise<Found | undefined> {
    const channel = deps.channels[name];
    const { locate: find } = channel ?? {};
    const address = given[ADDRESS];
    if (!channel || !find || address === undefined) return undefined;
    return await inSlot(deps, visit, async (within) => {
      const call = deps.search(name, channel, within);
      let page: Reply | undefined;
      const seeing: Call = async (ask) => {
        const reply = await call(ask);
        // A search asks for data, too: only of a page no more than its head is wanted.
        if (ask.head !== undefined) page = reply;
        return reply;
      };
      try {
        // Only the address: a server that is asked where the shop is has no business with a key.
        const located = await find({ [ADDRESS]: address }, seeing);
        if (located.doubt && way.kind === 'consent') throw located.doubt;
        const isAsTyped = bare(String(address)) === bare(located.address);
        return { ...located, given: { ...given, ...located.given }, isAsTyped };
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        const other = error.code === 'channel_failed' && page && otherKind(name, page);
        if (other)
          throw new Fault('channel_failed', 'Another kind of shop is at this address.', {
            field: ADDRESS,
            reason: `${OTHER_KIND}${other}`,
            retryable: false,
            cause: error,
          });
        // Whatever went wrong, it went wrong with the address that was typed.
        throw error.field === undefined ? error.with({ field: ADDRESS }) : error;
      }
    });
  };
}

/** An address without what makes no difference to people. */
const bare = (address: string): string =>
  withoutEnd(
    address
      .trim()
      .toLowerCase()
      .replace(/^https:\/\//, ''),
    '/',
  );
