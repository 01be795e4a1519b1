// Calls to the channels: how they are sent, how fast, and with whose keys.
import { createConnect } from '../accounts/connect.ts';
import { createSearch } from '../accounts/search.ts';
import { createBreaker } from '../net/breaker.ts';
import { HOST_RESTS } from '../net/call.ts';
import { createIntake } from '../net/intake.ts';
import { createBudgets } from '../net/pace.ts';
import { createRoutes } from '../net/route.ts';
import { createSender } from '../net/send.ts';
import { createSharedBudgets } from '../net/shared-pace.ts';
import { createStanding } from '../net/standing.ts';
import type { House } from './house.ts';

const MIB = 1024 * 1024;
const MAX_REPLY = 32 * MIB;

export type Outside = ReturnType<typeof createOutside>;

export function createOutside(house: House) {
  const { config, log, store, now, observe, userAgent, routes, appStanding } = house;
  const home = createBudgets(now);
  const onBudget = (error: unknown) => log.warn({ reason: String(error) }, 'a budget was not kept');
  const shared = createSharedBudgets(store.budgets, home, Math.random, onBudget);
  const calling = {
    ...{ now, random: Math.random, userAgent, watch: observe.calls },
    sender: createSender({ maxBytes: MAX_REPLY }),
    routes: createRoutes(routes),
    budgets: config.databaseUrl === undefined ? home : shared,
    breaker: createBreaker({ ...HOST_RESTS, random: Math.random }),
    intake: createIntake(config.answersMb * MIB),
    standing: createStanding(),
    allowedPorts: new Set(config.allowedPorts),
  };
  const own = { apps: config.apps, appStanding, onRenewal: observe.renewed };
  return {
    ...calling,
    connect: createConnect({ ...calling, ...own }),
    search: createSearch(calling),
  };
}
