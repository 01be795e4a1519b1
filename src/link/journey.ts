// What every step of a trip needs: what the service brings along, the way it goes, and whose it is.
import type { ByConsent, Trip as Journey } from '../channels/way.ts';
import { Fault } from '../model/faults.ts';
import type { Trip } from '../store/index.ts';
import type { From } from './dependencies.ts';
import { hashToken } from './token.ts';
import type { Guest } from './visit.ts';

export type Journeys = ReturnType<typeof createJourneys>;

export function createJourneys({
  channels,
  apps,
  store,
  now,
  addresses,
}: From<'channels' | 'apps' | 'store' | 'now' | 'addresses'>) {
  const journey = (
    name: string,
    { state, verifier, writes }: Pick<Trip['pendingState'], 'state' | 'verifier' | 'writes'>,
    appName: string,
    at = now(),
  ): Journey => ({
    app: apps[name] ?? {},
    state,
    verifier,
    challenge: hashToken(verifier),
    returnUrl: addresses.back(name),
    receiveUrl: addresses.receive(state),
    ...{ appName, writes },
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
