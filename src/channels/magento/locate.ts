// Finds a Magento shop from whatever address of it was typed: a page, a language's folder, the admin.
import type { Given } from '../../model/credential.ts';
import type { Call, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Located } from '../channel.ts';
import { findTag, type Tag } from '../kit/page.ts';
import {
  closedBy,
  foldersOf,
  isSameSite,
  type Seen,
  seeData,
  seeSite,
  shownAddress,
} from '../kit/search.ts';
import { API_PATHS, areSettings, isCloud } from './asks.ts';
import { rightMissing } from './sentence.ts';
import { addressIn } from './shop-address.ts';

/**
 * Magento names the place of its API nowhere, but answers for it in a way of its own: a caller that asks
 * for the settings of the store views without a key gets the name of the missing right.
 */
export async function locate(given: Given, call: Call): Promise<Located> {
  const { baseUrl } = addressIn(given);
  // Adobe's own host, with the tenant in its path: there is nothing to search for.
  if (isCloud(baseUrl)) return { given, address: shownAddress(baseUrl) };
  const typed = new URL(baseUrl);
  const page = await seeSite(typed, call);
  const folders = foldersOf(page.url);
  const found = await firstThatAnswers(folders, call);
  if (found === undefined) throw noMagento(page);
  const base = await withoutView(found.base, call);
  return {
    given: { ...given, baseUrl: base, ...(found.path !== USUAL && { apiPath: found.path }) },
    address: shownAddress(base),
    ...(!isSameSite(new URL(base).host, typed.host) && { elsewhere: true as const }),
  };
}

async function firstThatAnswers(
  folders: readonly string[],
  call: Call,
): Promise<{ readonly base: string; readonly path: string } | undefined> {
  for (const folder of folders)
    for (const path of API_PATHS) {
      const base = await answers(folder, path, call);
      if (base !== undefined) return { base, path };
    }
  return undefined;
}

const [USUAL] = API_PATHS;

/** The address at which Magento's API answers for this folder; undefined where none does. */
async function answers(folder: string, path: string, call: Call): Promise<string | undefined> {
  const { url, reply } = await seeData(new URL(`${folder}${path}/V1/store/storeConfigs`), call);
  const isMagento = (reply.status < 300 && areSettings(reply)) || namesRight(rightMissing(reply));
  if (!isMagento) return undefined;
  const base = /^(.*?)(?:\/index\.php)?\/rest\/(?:\w+\/)?V1\//.exec(url.pathname)?.[1];
  return base === undefined ? undefined : `${url.origin}${base}`;
}

/** Every right of Magento has the module that wants it before its name. */
const namesRight = (right: string | undefined): boolean =>
  right !== undefined && /\bMagento_\w+::\w+/.test(right);

/**
 * With store codes in its addresses a shop answers in the folder of each view, too. Such a folder is
 * the code of a view, and no part of the shop's own address.
 */
async function withoutView(base: string, call: Call): Promise<string> {
  const [, above, code] = /^(https?:\/\/[^/]+(?:\/.*)?)\/(\w{1,32})$/.exec(base) ?? [];
  if (above === undefined || code === undefined) return base;
  const isView = await answers(above, `/rest/${code}`, call);
  return isView === undefined ? base : above;
}

/** Its theme starts its scripts in a way of its own, on every page. */
const isMagentoPage = ({ headers, text }: Pick<Reply, 'headers' | 'text'>): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-magento-')) ||
  findTag(text, startsMagento) !== undefined;

const startsMagento = ({ name, attributes }: Tag): boolean =>
  name === 'script' && attributes.get('type')?.toLowerCase() === 'text/x-magento-init';

export const recognises = isMagentoPage;

function noMagento({ url, reply }: Seen): Fault {
  const { host } = url;
  if (reply.status === 503)
    return wrong(`${host} is in maintenance mode or overloaded (503).`, 'maintenance');
  if (isMagentoPage(reply))
    return wrong(
      `${host} is a Magento shop, but its REST API cannot be reached: a firewall may hold it back.`,
      'api_closed',
    );
  return (
    closedBy({ url, reply }) ??
    wrong(
      `There is no Magento API at ${host}: check the address of the shop. Where the storefront is a separate application, give the address of Magento itself.`,
      'not_magento',
    )
  );
}

const wrong = (message: string, reason: string): Fault =>
  new Fault('channel_failed', message, { field: 'baseUrl', reason, retryable: false });
