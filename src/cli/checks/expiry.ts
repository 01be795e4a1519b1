// What ends soon: grants, versions, secrets; and what the operator should note so that it can be told.
import { channels } from '../../channels/index.ts';
import { secretEndsSetting } from '../../config.ts';
import { createForesight } from '../../foresight.ts';
import type { Ending } from '../../model/foresight.ts';
import { type Check, type Finding, ok, warning, whenEnds, wrong } from './check.ts';

export const expiry: Check = {
  id: 'expiry',
  async run({ config, store }) {
    const { apps, appSecretEnds } = config;
    const unnoted = Object.entries(channels).flatMap(([name, { title, appSecretDays }]) => {
      const isSet = apps[name]?.clientId !== undefined && appSecretDays !== undefined;
      if (!isSet || appSecretEnds[name] !== undefined) return [];
      return warning(
        'expiry',
        `${title} ends the client secret of an app ${appSecretDays} days after it was made, and does not say when yours was.`,
        `Note the day in ${secretEndsSetting(name)}=YYYY-MM-DD, and it is told ahead of time.`,
      );
    });
    if (!store) return unnoted;
    const { now } = store;
    const endings = await createForesight({ channels, appSecretEnds, store, now }).expiring();
    const found = endings.map((ending) => findingOf(ending, now()));
    if (found.length + unnoted.length > 0) return [...unnoted, ...found];
    return [ok('expiry', 'Nothing that is known ends within 30 days.')];
  },
};

function findingOf({ what, channel, count, soonest }: Ending, now: number): Finding {
  const title = channels[channel ?? '']?.title ?? channel;
  const ends = whenEnds(soonest, now);
  const first = count === 1 ? ends : `the first ${ends}`;
  const many = (one: string, more: string) =>
    count === 1 ? `1 ${one} ends` : `${count} ${more} end`;
  const say = soonest > now ? warning : wrong;
  switch (what) {
    case 'grant':
      return say(
        'expiry',
        `${title}: ${many('user’s consent', 'users’ consents')} within 30 days, ${first}.`,
        'Their clients were told (channel.expiring); those users must link anew.',
      );
    case 'api_version':
      return say(
        'expiry',
        `${title} ends the version of its API that is used here ${ends}.`,
        'Update Manifold.',
      );
    case 'app_secret':
      return say(
        'expiry',
        `The client secret of your app at ${title} ends ${ends}.`,
        `Make another there, set it, and the new day in ${secretEndsSetting(channel ?? '')}.`,
      );
    case 'client_secret':
      return say(
        'expiry',
        `${many('older secret of a client', 'older secrets of clients')} within 30 days, ${first}.`,
        'Who still uses one must take the newer; "manifold clients list" names the clients.',
      );
    case 'signing_secret':
      return say(
        'expiry',
        `${many('older signing secret', 'older signing secrets')} within 30 days, ${first}.`,
        'Receivers must know the newer by then.',
      );
  }
}
