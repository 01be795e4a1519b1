// The operator's own apps at vendors: set whole or not at all, and there where somebody needs them.
import { channels } from '../../channels/index.ts';
import { appSetting, type Config } from '../../config.ts';
import { SealError } from '../../seal.ts';
import type { Store } from '../../store/index.ts';
import { type Check, type Finding, ok, warning, wrong } from './check.ts';

const PAIRS = [
  ['clientId', 'clientSecret'],
  ['usClientId', 'usClientSecret'],
] as const;

/** So many stored credentials of a channel are looked at; more would say the same. */
const MOST = 1000;

export const apps: Check = {
  id: 'vendor-apps',
  async run({ config, store }) {
    const found = [
      ...unknown(config),
      ...halfSet(config),
      ...(store ? await missing(config, store) : []),
    ];
    if (found.length > 0) return found;
    const set = Object.entries(config.apps).filter(([, { clientId }]) => clientId);
    const titles = set.map(([name]) => channels[name]?.title ?? name);
    return [
      ok(
        'vendor-apps',
        titles.length === 0
          ? `No app of yours is set${store ? ', and nobody needs one: users link by forms' : ''}.`
          : `Your own apps are set for ${titles.join(', ')}.`,
      ),
    ];
  },
};

/** A channel that does not exist is a typing mistake. */
const unknown = (config: Config): Finding[] =>
  [...new Set([...Object.keys(config.apps), ...Object.keys(config.appSecretEnds)])]
    .filter((name) => !Object.hasOwn(channels, name))
    .map((name) =>
      wrong(
        'vendor-apps',
        `MANIFOLD_${name.toUpperCase()}_… names no channel.`,
        `Channels are ${Object.keys(channels).join(', ')}.`,
      ),
    );

/** An id without its secret, or the other way round, opens nothing. */
const halfSet = ({ apps: set }: Config): Finding[] =>
  Object.keys(channels).flatMap((channel) =>
    PAIRS.flatMap((pair) => {
      const app = set[channel] ?? {};
      const [one, ...both] = pair.filter((key) => app[key]);
      if (one === undefined || both.length > 0) return [];
      const other = appSetting(channel, pair.find((key) => key !== one) ?? one);
      return wrong(
        'vendor-apps',
        `${appSetting(channel, one)} is set, but ${other} is not: they belong together.`,
        `Set ${other}.`,
      );
    }),
  );

/** Users who linked by consent cannot go on without the operator's app. */
async function missing(config: Config, store: Store): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [name, { title, renewal }] of Object.entries(channels)) {
    const { clientId, clientSecret } = config.apps[name] ?? {};
    const byApp = renewal?.byApp;
    if (!byApp || (clientId && clientSecret)) continue;
    try {
      const { found: count, all } = await store.renewals.count(name, byApp, MOST);
      if (count === 0) continue;
      const many = `${all ? '' : 'at least '}${count} stored ${count === 1 ? 'credential' : 'credentials'}`;
      found.push(
        wrong(
          'vendor-apps',
          `${many} of ${title} cannot be renewed without your app there. No user is marked for it.`,
          `Set ${PAIRS[0].map((key) => appSetting(name, key)).join(' and ')}.`,
        ),
      );
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      const sentence = `The stored credentials of ${title} cannot be opened: ${error.message}`;
      found.push(warning('vendor-apps', sentence, 'See what is said of the keys.'));
    }
  }
  return found;
}
