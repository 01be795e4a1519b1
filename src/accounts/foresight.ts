// Expiry foresight: what ends within 30 days, sent to the clients concerned and counted for the operator.
import type { Channel } from '../channels/channel.ts';
import { endOfVersion } from '../channels/versions.ts';
import { type Ending, FORESEEN_MS } from '../model/foresight.ts';
import { type NoticeData, notice } from '../model/notices.ts';
import { remembered } from '../model/remembered.ts';
import { writeInstant } from '../model/time.ts';
import { eachRow, type Store } from '../store/index.ts';

type ServiceEnding = Omit<NoticeData<'service.expiring'>, 'ends_at'> & { readonly endsAt: number };

export interface ForesightDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  /** When the client secret of the operator's own app at a vendor ends, where the operator noted it. */
  readonly appSecretEnds: Readonly<Record<string, number>>;
  readonly store: Pick<Store, 'expiring' | 'notices'>;
  readonly now: () => number;
}

const KEPT_MS = 5 * 60_000;
const AT_A_TIME = 500;
const CLIENTS_AT_A_TIME = 500;

export function createForesight(deps: ForesightDependencies) {
  const { channels, appSecretEnds, store, now } = deps;
  const { expiring, notices } = store;
  const said = new Set<string>();

  /** The versions that every call uses unless it asks for another. */
  function versions(): ServiceEnding[] {
    return Object.entries(channels).flatMap(([channel, { versions: known }]) => {
      const endsAt = endOfVersion(known, known.default);
      if (endsAt === undefined || endsAt > now() + FORESEEN_MS) return [];
      return { what: 'api_version', channel, name: known.default, endsAt };
    });
  }

  async function endings(): Promise<readonly Ending[]> {
    const endings: Ending[] = (await expiring.grants(FORESEEN_MS)).map((grants) => ({
      what: 'grant',
      ...grants,
    }));
    for (const { what, channel, endsAt } of versions()) {
      if (channel === null || (await expiring.clientsOf(channel, '', 1)).length === 0) continue;
      endings.push({ what, channel, count: 1, soonest: endsAt });
    }
    for (const [channel, soonest] of Object.entries(appSecretEnds))
      if (soonest <= now() + FORESEEN_MS)
        endings.push({ what: 'app_secret', channel, count: 1, soonest });
    const secrets = await expiring.secrets(FORESEEN_MS);
    for (const what of ['client_secret', 'signing_secret'] as const) {
      const ends = secrets.filter((secret) => secret.what === what).map(({ endsAt }) => endsAt);
      if (ends.length === 0) continue;
      endings.push({ what, channel: null, count: ends.length, soonest: Math.min(...ends) });
    }
    return endings;
  }

  const kept = remembered(endings, now, KEPT_MS);

  /** The same end is the same event, whichever instance sends it, and however often. */
  const announce = (clientId: string, ending: ServiceEnding) => {
    const { what, channel, name, endsAt } = ending;
    const once = `service.expiring/${what}/${channel ?? ''}/${name}/${endsAt}`;
    const data = { ...ending, ends_at: writeInstant(endsAt) };
    return notices.add(clientId, notice('service.expiring', now(), data), once);
  };

  async function announceVersion(version: ServiceEnding, ending: () => boolean) {
    if (version.channel === null || version.endsAt <= now()) return;
    const { channel } = version;
    const clients = eachRow(CLIENTS_AT_A_TIME, (last?: string) =>
      expiring.clientsOf(channel, last, CLIENTS_AT_A_TIME),
    );
    for await (const client of clients) {
      if (ending()) return;
      await announce(client, version);
    }
  }

  return {
    /** What ends soon; asked again within 5 minutes, it says the same. */
    expiring: () => kept.get('all'),

    /** Notifies clients of what ends, once for each end; returns what is new and only the operator can mend. */
    async notify(ending = () => false): Promise<readonly Ending[]> {
      for (let more = true; more && !ending(); )
        more = (await expiring.notify(FORESEEN_MS, AT_A_TIME)) === AT_A_TIME;
      for (const version of versions()) await announceVersion(version, ending);
      for (const { clientId, ...secret } of await expiring.secrets(FORESEEN_MS)) {
        if (ending()) break;
        await announce(clientId, { ...secret, channel: null });
      }
      const operators = (await endings()).filter(
        ({ what }) => what === 'api_version' || what === 'app_secret',
      );
      const fresh = operators.filter(
        ({ what, channel, soonest }) => !said.has(`${what}/${channel}/${soonest}`),
      );
      for (const { what, channel, soonest } of fresh) said.add(`${what}/${channel}/${soonest}`);
      return fresh;
    },
  };
}
