// The promises of the service, without HTTP: tokens, data calls, events, hooks, linking.
import { createForesight } from '../accounts/foresight.ts';
import { createAccounts } from '../accounts/index.ts';
import { createRenewals } from '../accounts/renewals.ts';
import { createChanges } from '../changes/index.ts';
import { createHooks, createSubscriptions } from '../events/hooks/index.ts';
import { createEvents, type Events } from '../events/index.ts';
import { writeEnd } from '../http/answer.ts';
import { isPublic } from '../http/paths.ts';
import { createDirect } from '../link/direct.ts';
import { createLink } from '../link/link.ts';
import { createMagicLinks } from '../link/magic-link.ts';
import { createUsers } from '../link/users.ts';
import type { Fault } from '../model/faults.ts';
import type { Log } from '../model/watch.ts';
import { StoreUnavailableError } from '../store/index.ts';
import { createTokens } from '../tokens/index.ts';
import { createUnified, type KeptRequest } from '../unified/index.ts';
import { createWrites } from '../writes/index.ts';
import type { House } from './house.ts';
import { describe } from './log.ts';
import type { Outside } from './outside.ts';

const MIB = 1024 * 1024;

export type Services = ReturnType<typeof createServices>;

export function createServices(house: House, outside: Outside) {
  const { config, channels, seal, log, store, now, observe, addresses, receivers } = house;
  const { connect, intake, routes, sender, search } = outside;
  const { apps, appSecretEnds } = config;

  const tokens = createTokens({
    ...{ store, now, tokenSeconds: config.tokenSeconds, clientTokens: config.clientTokens },
    onTrouble: (error) =>
      log.warn({ reason: String(error) }, 'the use of tokens could not be recorded'),
  });

  const triedAgain = (room: string) => (error: unknown) => {
    const trouble = error instanceof StoreUnavailableError ? error.trouble : undefined;
    // The store says once what is wrong with it, and once that it is well again.
    if (trouble !== undefined && trouble !== 'busy') return;
    log.warn({ trouble, err: describe(error) }, `${room}: the work is tried again`);
  };

  const onUnreadable = (fault: Fault, channel: string, traceId: string) =>
    log.warn(
      { traceId, channel, record: fault.record, err: describe(fault.cause ?? fault) },
      'a record of a channel cannot be read',
    );
  const { onUnexpected } = house;
  const accounts = createAccounts({
    ...{ channels, store, connect, now, onUnexpected, onUnreadable },
  });
  const writes = createWrites({
    ...{ channels, store, accounts, now, random: Math.random, onUnexpected },
    onTrouble: triedAgain('writes'),
    onSetAside: observe.setAside,
  });
  const unified = createUnified({
    ...{ writes, channels, store, seal, accounts, intake, now, addresses, receivers, onUnexpected },
    deadlineSeconds: config.deadlineSeconds,
    settle: (finished) => events.executions.settle(finished),
    keep: (kept) => events.jobs.begin(kept.started, kept),
  });

  const events: Events<KeptRequest> = createEvents<KeptRequest>({
    ...{ store, receivers, now, random: Math.random, userAgent: house.userAgent },
    async run(kept, signal) {
      const trace = observe.resume(kept.started);
      const ended = await unified.runKept(kept, signal, trace);
      trace.span?.end(undefined, ended.fault?.code);
      return writeEnd(ended);
    },
    abandon: async (kept, job, why) => writeEnd(await unified.abandon(kept, job, why)),
    ...{ onEnded: observe.ranLater, onSetAside: observe.setAside, watch: observe.deliveries },
    quota: { bytes: config.clientResultMb * MIB, rows: config.clientResults },
    onTrouble: triedAgain('events'),
  });

  const hookLog: Log = (level, facts, sentence) => log[level](facts, sentence);
  const subscriptions = createSubscriptions({
    ...{ channels, apps, store, accounts, now, log: hookLog },
    // The fake vendors of the sandbox are on the same machine.
    addressOf: config.mode === 'sandbox' || isPublic(config.baseUrl) ? addresses.hook : undefined,
  });
  const changes = createChanges({
    ...{ channels, accounts, store, now, random: Math.random, onUnexpected, subscriptions },
    ...{ most: config.clientWatches, accept: unified.accept },
    onTrouble: triedAgain('changes'),
    onSetAside: observe.setAside,
    onFound: observe.changesFound,
  });

  const link = createLink({
    ...{ channels, apps, store, seal, accounts, routes, sender, now, addresses, search },
    onUnexpected: (error) => onUnexpected(error, 'link'),
  });
  const makeMagicLink = createMagicLinks({
    ...{ store, now, addressOf: addresses.magicLink, channels: Object.keys(channels) },
    validSeconds: config.linkSeconds,
  });
  /** The address of one for a user of a client; undefined when there is no such client. */
  const magicLink = async (clientId: string, tpUserId: string) => {
    const client = await store.clients.find(clientId);
    return client && (await makeMagicLink({ client, query: { tpUserId } })).uri;
  };
  const users = createUsers({ channels, store, now, flush: () => events.executions.flush() });
  return {
    ...{ tokens, unified, events, changes, writes, subscriptions },
    hooks: createHooks({
      ...{ channels, apps, store, accounts, now, random: Math.random, log: hookLog },
      onHint: changes.hint,
      announce: store.notices.add,
      onTrouble: triedAgain('hooks'),
      onSetAside: observe.setAside,
    }),
    foresight: createForesight({ channels, appSecretEnds, store, now }),
    renewDue: createRenewals({ accounts, store, now, isClosing: house.isClosing }),
    ...{ link, makeMagicLink, magicLink, users },
    direct: createDirect({ link, makeMagicLink, users, store, beginAt: addresses.beginTrip }),
  };
}
