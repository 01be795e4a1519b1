// Expiry foresight: what ends within 30 days, told to the clients concerned and counted for the operator.
import type { Channel } from './channels/channel.ts';
import { endOfVersion } from './channels/versions.ts';
import { type Ending, FORESEEN_MS } from './model/foresight.ts';
import { type ServiceEnding, serviceExpiring } from './model/notices.ts';
import { remembered } from './model/remembered.ts';
import { eachRow, type Store } from './store/index.ts';

export interface ForesightDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  /** When the client secret of the operator's own app at a vendor ends, where the operator noted it. */
  readonly appSecretEnds: Readonly<Record<string, number>>;
  readonly store: Pick<Store, 'expiring' | 'notices'>;
  readonly now: () => number;
}

export interface Foresight {
  /** What ends soon; asked again within 5 minutes, it says the same. */
  expiring(): Promise<readonly Ending[]>;
  /**
   * Tells clients what ends for them, once for each end, in short steps until `ending` says so.
   * Returns what only the operator can mend and was not returned before.
   */
  tell(ending?: () => boolean): Promise<readonly Ending[]>;
}

const KEPT_MS = 5 * 60_000;
const TOLD_AT_ONCE = 500;
const CLIENTS_AT_ONCE = 500;

export function createForesight(deps: ForesightDependencies): Foresight {
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

  async function look(): Promise<readonly Ending[]> {
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

  const kept = remembered(look, now, KEPT_MS);

  /** The same end is the same event, whichever instance tells of it, and however often. */
  const announce = (clientId: string, ending: ServiceEnding) => {
    const { what, channel, name, endsAt } = ending;
    const once = `service.expiring/${what}/${channel ?? ''}/${name}/${endsAt}`;
    return notices.add(clientId, serviceExpiring(ending, now()), once);
  };

  async function tellOfVersion(version: ServiceEnding, ending: () => boolean) {
    if (version.channel === null || version.endsAt <= now()) return;
    const { channel } = version;
    const clients = eachRow(CLIENTS_AT_ONCE, (last?: string) =>
      expiring.clientsOf(channel, last, CLIENTS_AT_ONCE),
    );
    for await (const client of clients) {
      if (ending()) return;
      await announce(client, version);
    }
  }

  return {
    expiring: () => kept.get('all'),

    async tell(ending = () => false) {
      for (let more = true; more && !ending(); )
        more = (await expiring.tell(FORESEEN_MS, TOLD_AT_ONCE)) === TOLD_AT_ONCE;
      for (const version of versions()) await tellOfVersion(version, ending);
      for (const { clientId, ...secret } of await expiring.secrets(FORESEEN_MS)) {
        if (ending()) break;
        await announce(clientId, { ...secret, channel: null });
      }
      const operators = (await look()).filter(
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
