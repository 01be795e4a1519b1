// How many tries of a visit may be under way at once: in all, of one client, and of one end user.
import { Fault } from '../model/faults.ts';
import { createPlaces } from '../model/places.ts';
import type { Visit } from '../store/index.ts';

const AT_ONCE = 1000;
const AT_ONCE_CLIENT = 100;
const AT_ONCE_USER = 4;

/** Takes a place; throws `channel_rate_limited` where none is left. */
export type TakePlace = (visit: Visit) => () => void;

export function createTryPlaces(): TakePlace {
  const clients = createPlaces({ max: AT_ONCE, each: AT_ONCE_CLIENT });
  const users = createPlaces({ max: AT_ONCE, each: AT_ONCE_USER });
  return (visit) => {
    const [ofUser, ofClient] = [users.take(visit.userId), clients.take(visit.clientId)];
    const leave = () => {
      ofUser?.();
      ofClient?.();
    };
    if (ofUser && ofClient) return leave;
    leave();
    throw new Fault('channel_rate_limited', 'Too many tries are under way at the same time.', {
      reason: 'too_many_tries',
    });
  };
}
