// The link flow as the HTTP edge uses it: visits, what they offer, tries, drafts, trips and logos.

import type { Channel } from '../channels/channel.ts';
import type { Way } from '../channels/way.ts';
import type { Connect } from '../connect.ts';
import type { Given, VendorApp } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import { browserAddress, type Routes } from '../net/route.ts';
import type { Sender } from '../net/send.ts';
import type { Seal } from '../seal.ts';
import type { Search } from '../search.ts';
import type { FinishStatus, Store, Visit } from '../store/index.ts';
import { createAttempt, createNameOf } from './attempt.ts';
import { createDrafts } from './drafts.ts';
import { createHomecomings } from './homecoming.ts';
import { createJourneys, type JourneyDependencies } from './journey.ts';
import { createLocate } from './locate.ts';
import { createLogos } from './logo.ts';
import { createOffer } from './offer.ts';
import { createTryPlaces } from './places.ts';
import { createTrips } from './trip.ts';
import { createVisits, type Guest } from './visit.ts';

export interface LinkDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  /** The operator's app at each vendor. */
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Store;
  readonly seal: Seal;
  readonly connect: Connect;
  readonly search: Search;
  readonly routes: Routes;
  readonly sender: Sender;
  readonly now: () => number;
  readonly addresses: JourneyDependencies['addresses'];
  readonly onUnexpected: (error: unknown) => void;
}

export type Link = ReturnType<typeof createLink>;

export function createLink(deps: LinkDependencies) {
  const takePlace = createTryPlaces();
  const locate = createLocate({ ...deps, takePlace });
  const attempt = createAttempt({ ...deps, takePlace });
  const drafts = createDrafts(deps);
  const journeys = createJourneys(deps);
  return {
    visits: createVisits(deps),
    offer: createOffer(deps),
    attempt,
    locate,
    drafts,
    trips: createTrips({ ...deps, journeys, attempt, drafts }),
    homecomings: createHomecomings({
      ...{ ...deps, journeys, drafts },
      nameOf: createNameOf({ ...deps, takePlace }),
    }),
    /** Ends the visit for good. */
    finish: ({ visit }: Guest, wanted: FinishStatus) => deps.store.visits.finish(visit, wanted),
    /** Erases the access to a channel; the visit no longer counts it as linked. */
    async disconnect({ id, userId }: Visit, channel: string): Promise<void> {
      await deps.store.visits.dropLinked(id, channel);
      await deps.store.credentials.remove({ userId, channel }, 'by_user');
      await deps.store.drafts.forget(id, channel);
    },
    logoOf: createLogos(deps),
    place,
    /**
     * The same for a visitor who asks to be shown it: the shop is looked for first, since the page
     * that was typed may be any of its pages. What cannot be found is shown as it was typed.
     */
    async showPlace(
      visit: Visit,
      name: string,
      way: Way,
      given: Given,
    ): Promise<Place | undefined> {
      const known = place(way, given);
      if (way.kind !== 'form' || way.placeNeeds === undefined || !known || 'needs' in known)
        return known;
      try {
        const located = await locate(visit, name, way, given);
        return located ? place(way, located.given) : known;
      } catch (error) {
        if (error instanceof Fault) return known;
        throw error;
      }
    },
  };

  /** Where the values are in the channel's own admin, as far as what was typed says it. */
  function place(way: Way | undefined, given: Given): Place | undefined {
    if (way?.kind !== 'form' || !way.place) return undefined;
    const url = URL.parse(addressOf(way.place, given) ?? '');
    if (url?.protocol === 'https:' || url?.protocol === 'http:')
      return { address: browserAddress(url.href, deps.routes) };
    return way.placeNeeds === undefined ? undefined : { needs: way.placeNeeds };
  }
}

/** A page to open, or the input that must be typed before it is known. */
export type Place = { readonly address: string } | { readonly needs: string };

/** What was typed may be no address at all. */
function addressOf(place: (given: Given) => string | undefined, given: Given): string | undefined {
  try {
    return place(given);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}
