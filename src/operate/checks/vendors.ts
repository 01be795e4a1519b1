// Vendors: the operator's own apps there, what ends soon, and, where that is wanted, whether they answer.
import { createForesight } from '../../accounts/foresight.ts';
import type { Channel } from '../../channels/channel.ts';
import { channels } from '../../channels/index.ts';
import { SealError } from '../../keys/seal.ts';
import type { VendorApp } from '../../model/credential.ts';
import { endsAfter } from '../../model/ends-after.ts';
import { Fault } from '../../model/faults.ts';
import type { Ending } from '../../model/foresight.ts';
import { createBreaker } from '../../net/breaker.ts';
import { createCall, HOST_RESTS } from '../../net/call.ts';
import { createIntake } from '../../net/intake.ts';
import { createBudgets } from '../../net/pace.ts';
import { createRoutes } from '../../net/route.ts';
import { scrub, secretsOfApp } from '../../net/scrub.ts';
import { createSender } from '../../net/send.ts';
import { createStanding } from '../../net/standing.ts';
import { appSetting, type Config, secretEndsSetting } from '../../serve/config.ts';
import { VERSION } from '../../serve/version.ts';
import type { Store } from '../../store/index.ts';
import { check, type Finding, type Say, sayOf, whenEnds } from './check.ts';

const PAIRS = [
  ['clientId', 'clientSecret'],
  ['usClientId', 'usClientSecret'],
] as const;

/** So many stored credentials of a channel are looked at; more would say the same. */
const MOST = 1000;

export const apps = check('vendor-apps', async ({ config, store }, say) => {
  const found = [
    ...unknown(config, say),
    ...halfSet(config, say),
    ...(store ? await missing(config, store, say) : []),
  ];
  if (found.length > 0) return found;
  const set = Object.entries(config.apps).filter(([, { clientId }]) => clientId);
  const titles = set.map(([name]) => channels[name]?.title ?? name);
  if (titles.length > 0) return say.ok(`Your own apps are set for ${titles.join(', ')}.`);
  const needed = store ? ', and no one needs one: users link by forms' : '';
  return say.ok(`No app of yours is set${needed}.`);
});

/** A channel that does not exist is a typing mistake. */
const unknown = ({ apps: set, appSecretEnds }: Config, say: Say): Finding[] =>
  [...new Set([...Object.keys(set), ...Object.keys(appSecretEnds)])]
    .filter((name) => !Object.hasOwn(channels, name))
    .map((name) =>
      say.wrong(
        `MANIFOLD_${name.toUpperCase()}_… names no channel.`,
        `Channels are ${Object.keys(channels).join(', ')}.`,
      ),
    );

/** An id without its secret, or the other way round, opens nothing. */
const halfSet = ({ apps: set }: Config, say: Say): Finding[] =>
  Object.keys(channels).flatMap((channel) =>
    PAIRS.flatMap((pair) => {
      const app = set[channel] ?? {};
      const [one, ...both] = pair.filter((key) => app[key]);
      if (one === undefined || both.length > 0) return [];
      const other = appSetting(channel, pair.find((key) => key !== one) ?? one);
      const sentence = `${appSetting(channel, one)} is set, but ${other} is not: they belong together.`;
      return say.wrong(sentence, `Set ${other}.`);
    }),
  );

/** Users who linked by consent cannot go on without the operator's app. */
async function missing(config: Config, store: Store, say: Say): Promise<Finding[]> {
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
        say.wrong(
          `${many} of ${title} cannot be renewed without your app there. No user is marked for it.`,
          `Set ${PAIRS[0].map((key) => appSetting(name, key)).join(' and ')}.`,
        ),
      );
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      const sentence = `The stored credentials of ${title} cannot be opened: ${error.message}`;
      found.push(say.warning(sentence, 'See what is said of the keys.'));
    }
  }
  return found;
}

export const expiry = check('expiry', async ({ config, store }, say) => {
  const { apps, appSecretEnds } = config;
  const unnoted = Object.entries(channels).flatMap(([name, { title, appSecretDays }]) => {
    const isSet = apps[name]?.clientId !== undefined && appSecretDays !== undefined;
    if (!isSet || appSecretEnds[name] !== undefined) return [];
    return say.warning(
      `${title} ends the client secret of an app ${appSecretDays} days after it was made, and does not say when yours was.`,
      `Note the day in ${secretEndsSetting(name)}=YYYY-MM-DD, and it is announced ahead of time.`,
    );
  });
  if (!store) return unnoted;
  const { now } = store;
  const endings = await createForesight({ channels, appSecretEnds, store, now }).expiring();
  const found = endings.map((ending) =>
    (ending.soonest > now() ? say.warning : say.wrong)(...wordsOf(ending, now())),
  );
  if (found.length + unnoted.length > 0) return [...unnoted, ...found];
  return say.ok('Nothing known expires within 30 days.');
});

function wordsOf(ending: Ending, now: number): [sentence: string, remedy: string] {
  const { what, channel, count, soonest } = ending;
  const title = channels[channel ?? '']?.title ?? channel;
  const ends = whenEnds(soonest, now);
  const many = (one: string, more: string) =>
    count === 1
      ? `1 ${one} ends within 30 days, ${ends}.`
      : `${count} ${more} end within 30 days, the first ${ends}.`;
  switch (what) {
    case 'grant':
      return [
        `${title}: ${many('user’s consent', 'users’ consents')}`,
        'Their clients were notified (channel.expiring); those users must link again.',
      ];
    case 'api_version':
      return [
        `${title} ends the version of its API that is used here ${ends}.`,
        'Update Manifold.',
      ];
    case 'app_secret':
      return [
        `The client secret of your app at ${title} ends ${ends}.`,
        `Make another there, set it, and the new day in ${secretEndsSetting(channel ?? '')}.`,
      ];
    case 'client_secret':
      return [
        many('older secret of a client', 'older secrets of clients'),
        'Who still uses one must take the newer; "manifold clients list" names the clients.',
      ];
    case 'signing_secret':
      return [
        many('older signing secret', 'older signing secrets'),
        'Receivers must know the newer by then.',
      ];
  }
}

const WITHIN = 8000;
const MAX_REPLY = 1024 * 1024;

export const vendors = check('vendors', async (scene, say, end) => {
  const { config, store, live, clocks } = scene;
  if (!live) return undefined;
  const sender = createSender({ maxBytes: MAX_REPLY });
  const routes = createRoutes(config.routes);
  const userAgent = `Manifold/${VERSION} (+${config.baseUrl})`;
  const signal = AbortSignal.any([end, endsAfter(WITHIN)]);
  try {
    const all = Object.entries(channels).map(([name, channel]) => ofOne(name, channel));
    const found = (await Promise.all(all)).flat();
    return found.length > 0 ? found : say.ok('No one is linked, and no app is set.');
  } finally {
    await sender.close();
  }

  async function ofOne(name: string, channel: Channel): Promise<Finding[]> {
    const app = config.apps[name];
    const account = await store?.accounts.some(name);
    // A merchant's own server says nothing of the vendor, and is not the operator's to try.
    const host = account && !channel.selfHosted ? channel.hosts(account)[0] : undefined;
    const isSet = app?.clientId && app.clientSecret && channel.checkApp;
    return [
      ...(host === undefined ? [] : [await reach(host, channel.title)]),
      ...(isSet ? [await tryApp(name, channel, app)] : []),
    ];
  }

  /** One unsigned request: any answer will do. */
  async function reach(host: string, title: string): Promise<Finding> {
    const began = Date.now();
    try {
      const { headers, status } = await sender.send({
        ...{ method: 'GET', url: new URL(`https://${host}/`), route: routes(host), signal },
        ...{ headers: { 'user-agent': userAgent }, body: undefined, discard: true },
      });
      const took = Date.now() - began;
      const date = Date.parse(headers.date ?? '');
      if (!Number.isNaN(date)) clocks.set(title, Math.round(began + took / 2 - (date + 500)));
      return status >= 500
        ? say.warning(`${title} answers, but with ${status}.`, 'See the vendor’s status page.')
        : say.ok(`${title} answers.`);
    } catch (error) {
      const why = error instanceof Fault ? error.message : `${host} did not answer in time.`;
      return say.wrong(
        `${title} cannot be reached from here: ${why}`,
        'Let this machine call out by https (port 443), and look names up by DNS.',
      );
    }
  }

  async function tryApp(name: string, channel: Channel, app: VendorApp): Promise<Finding> {
    const { title } = channel;
    const { ok, warning, wrong } = sayOf('vendor-apps');
    const call = createCall(
      {
        ...{ sender, routes, userAgent, now: Date.now, random: Math.random },
        budgets: createBudgets(Date.now),
        breaker: createBreaker({ ...HOST_RESTS, random: Math.random }),
        intake: createIntake(MAX_REPLY * 64),
        standing: createStanding(),
      },
      {
        ...{ channel: name, limits: [], credential: name, application: name },
        bounds: { hosts: 'any', plainHttp: false },
        explain: channel.explain,
        sign: () => ({}),
        carried: true,
      },
      { signal, deadline: Date.now() + WITHIN },
    );
    try {
      await channel.checkApp?.(app, call);
      return ok(`${title} accepts your app.`);
    } catch (error) {
      const said = scrub(error instanceof Error ? error.message : String(error), secretsOfApp(app));
      return error instanceof Fault && error.code === 'app_refused'
        ? wrong(said, 'Compare client ID and secret with those in the vendor’s console.')
        : warning(`Whether ${title} accepts your app is not known: ${said}`);
    }
  }
});
