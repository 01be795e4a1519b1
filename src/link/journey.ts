// What every step of a trip needs: what the service brings along, the way it goes, and whose it is.
import { createHash } from 'node:crypto';
import type { Channel } from '../channels/channel.ts';
import type { ByConsent, Trip as Journey } from '../channels/way.ts';
import type { VendorApp } from '../model/credential.ts';
import { Fault } from '../model/faults.ts';
import type { Store, Trip } from '../store/index.ts';
import type { Guest } from './visit.ts';

export interface JourneyDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Store;
  readonly now: () => number;
  /** Where vendors send the browser, and their servers a credential. */
  readonly addresses: Readonly<Record<'back' | 'receive', (name: string) => string>>;
}

export type Journeys = ReturnType<typeof createJourneys>;

export function createJourneys({ channels, apps, store, now, addresses }: JourneyDependencies) {
  const journey = (
    name: string,
    { state, verifier }: Pick<Trip['pendingState'], 'state' | 'verifier'>,
    appName: string,
    at = now(),
  ): Journey => ({
    app: apps[name] ?? {},
    state,
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    returnUrl: addresses.back(name),
    receiveUrl: addresses.receive(state),
    appName,
    now: at,
  });

  const wayOf = (trip: Trip): ByConsent => {
    const way = channels[trip.channel]?.ways.find(({ id }) => id === trip.way);
    if (way?.kind !== 'consent') throw new Fault('unexpected', 'The way of this trip is gone.');
    return way;
  };

  /** A trip of this visit. */
  const own = async ({ visit }: Guest, id: string): Promise<Trip | undefined> => {
    const trip = await store.trips.find(id);
    return trip?.visitId === visit.id ? trip : undefined;
  };

  return { journey, wayOf, own };
}

export const hashState = (state: string): string =>
  createHash('sha256').update(state).digest('base64url');
