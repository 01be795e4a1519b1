// Asks vendors, where the operator wants that: whether their APIs can be reached and take the apps.

import type { Channel } from '../../channels/channel.ts';
import { channels } from '../../channels/index.ts';
import type { VendorApp } from '../../model/credential.ts';
import { endsAfter } from '../../model/ends-after.ts';
import { Fault } from '../../model/faults.ts';
import { createBreaker } from '../../net/breaker.ts';
import { createCall, HOST_RESTS } from '../../net/call.ts';
import { createIntake } from '../../net/intake.ts';
import { createBudgets } from '../../net/pace.ts';
import { createRoutes, readRoutes } from '../../net/route.ts';
import { scrub, secretsOfApp } from '../../net/scrub.ts';
import { createSender, type Sender } from '../../net/send.ts';
import { createStanding } from '../../net/standing.ts';
import { VERSION } from '../../version.ts';
import { type Check, type Finding, ok, type Scene, warning, wrong } from './check.ts';

const WITHIN = 8000;
const MAX_REPLY = 1024 * 1024;

export const vendors: Check = {
  id: 'vendors',
  async run(scene, signal) {
    if (!scene.live) return [];
    const sender = createSender({ maxBytes: MAX_REPLY });
    const end = AbortSignal.any([signal, endsAfter(WITHIN)]);
    try {
      const found = await Promise.all(
        Object.entries(channels).map(([name, channel]) => ofOne(name, channel, scene, sender, end)),
      );
      const all = found.flat();
      return all.length > 0 ? all : [ok('vendors', 'Nobody is linked, and no app is set.')];
    } finally {
      await sender.close();
    }
  },
};

async function ofOne(
  name: string,
  channel: Channel,
  scene: Scene,
  sender: Sender,
  signal: AbortSignal,
): Promise<Finding[]> {
  const app = scene.config.apps[name];
  const account = await scene.store?.accounts.some(name);
  const found: Finding[] = [];
  // A merchant's own server says nothing of the vendor, and is not the operator's to try.
  const host = account && !channel.selfHosted ? channel.hosts(account)[0] : undefined;
  if (host !== undefined) found.push(await reach(host, channel.title, scene, sender, signal));
  if (app?.clientId && app.clientSecret && channel.checkApp)
    found.push(await tryApp(name, channel, app, scene, sender, signal));
  return found;
}

const routesOf = ({ config }: Scene) =>
  createRoutes(config.routes === undefined ? [] : readRoutes(config.routes));

/** One unsigned request: any answer will do. */
async function reach(
  host: string,
  title: string,
  scene: Scene,
  sender: Sender,
  signal: AbortSignal,
): Promise<Finding> {
  const began = Date.now();
  try {
    const { headers, status } = await sender.send({
      ...{ method: 'GET', url: new URL(`https://${host}/`), route: routesOf(scene)(host) },
      ...{ headers: { 'user-agent': agentOf(scene) }, body: undefined, signal, discard: true },
    });
    const took = Date.now() - began;
    const date = Date.parse(headers.date ?? '');
    if (!Number.isNaN(date)) scene.clocks.set(title, Math.round(began + took / 2 - (date + 500)));
    return status >= 500
      ? warning('vendors', `${title} answers, but with ${status}.`, 'See the vendor’s status page.')
      : ok('vendors', `${title} answers.`);
  } catch (error) {
    const why = error instanceof Fault ? error.message : `${host} did not answer in time.`;
    return wrong(
      'vendors',
      `${title} cannot be reached from here: ${why}`,
      'Let this machine call out by https (port 443), and look names up by DNS.',
    );
  }
}

async function tryApp(
  name: string,
  channel: Channel,
  app: VendorApp,
  scene: Scene,
  sender: Sender,
  signal: AbortSignal,
): Promise<Finding> {
  const { title } = channel;
  const call = createCall(
    {
      ...{ sender, routes: routesOf(scene), now: Date.now, random: Math.random },
      budgets: createBudgets(Date.now),
      breaker: createBreaker({ ...HOST_RESTS, random: Math.random }),
      intake: createIntake(MAX_REPLY * 64),
      standing: createStanding(),
      userAgent: agentOf(scene),
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
    return ok('vendor-apps', `${title} accepts your app.`);
  } catch (error) {
    const said = scrub(error instanceof Error ? error.message : String(error), secretsOfApp(app));
    const isRefused = error instanceof Fault && error.code === 'app_refused';
    return isRefused
      ? wrong(
          'vendor-apps',
          said,
          'Compare client ID and secret with those in the vendor’s console.',
        )
      : warning('vendor-apps', `Whether ${title} accepts your app is not known: ${said}`);
  }
}

const agentOf = ({ config }: Scene) => `Manifold/${VERSION} (+${config.baseUrl})`;
