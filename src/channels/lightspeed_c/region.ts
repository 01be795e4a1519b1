// Where a shop lives: the two clusters, and the many ways in which people write a region.
import type { Given } from '../../model/credential.ts';
import { refuse, textIn } from '../kit/given.ts';

export const CLUSTERS = ['eu1', 'us1'] as const;
export type Cluster = (typeof CLUSTERS)[number];

export const HOSTS: Readonly<Record<Cluster, string>> = {
  eu1: 'api.webshopapp.com',
  us1: 'api.shoplightspeed.com',
};

/** A language alone leaves the cluster open. */
export interface Region {
  readonly cluster?: Cluster;
  readonly language?: string;
}

/** `live` is what the vendor's own client calls eu1. */
const SPELLINGS: ReadonlyMap<string, Cluster> = new Map([
  ['eu1', 'eu1'],
  ['eu', 'eu1'],
  ['live', 'eu1'],
  ['us1', 'us1'],
  ['us', 'us1'],
]);

export const isCluster = (word: string | undefined): word is Cluster =>
  CLUSTERS.some((cluster) => cluster === word);

export const otherThan = (cluster: Cluster): Cluster => (cluster === 'eu1' ? 'us1' : 'eu1');

const readCluster = (text: string): Cluster | undefined => SPELLINGS.get(text.trim().toLowerCase());

export function readLanguage(text: string): string | undefined {
  const code = text.trim().toLowerCase();
  return /^[a-z]{2}$/.test(code) ? code : undefined;
}

/**
 * A cluster (`eu1`, `EU`, `us1`), a language (`nl`), or both (`eu1/nl`, `us1-en`). `us` alone is
 * the cluster, although it is the vendor's code for American English too.
 */
export function readRegion(text: string): Region | undefined {
  const [first = '', second, ...others] = text.trim().split(/[\s/_:,;|-]+/);
  if (others.length > 0) return undefined;
  if (second !== undefined) return both(first, second) ?? both(second, first);
  const cluster = readCluster(first);
  const language = readLanguage(first);
  return cluster ? { cluster } : language ? { language } : undefined;
}

function both(clusterWord: string, languageWord: string): Region | undefined {
  const cluster = readCluster(clusterWord);
  const language = readLanguage(languageWord);
  return cluster && language ? { cluster, language } : undefined;
}

/** What each of them must look like, and the reason for which the link pages have words. */
const FORMS = {
  region: [
    'region_form',
    'must be a cluster (eu1 or us1), the two letters of a shop language (such as nl), or both (eu1/nl).',
  ],
  cluster: ['region_form', 'must be eu1 (Europe) or us1 (North America).'],
  language: ['language_form', 'must be two letters, such as nl or en.'],
  shopId: ['shop_form', 'must be the number of the shop, such as 356891.'],
} as const;

/** Undefined where nothing was given; what cannot be read is refused. */
function readIn<T>(
  given: Given,
  key: keyof typeof FORMS,
  read: (text: string) => T | undefined,
): T | undefined {
  const [reason, message] = FORMS[key];
  const text = textIn(given, key);
  return text === '' ? undefined : (read(text) ?? refuse(key, message, reason));
}

export const regionIn = (given: Given): Region => readIn(given, 'region', readRegion) ?? {};
export const clusterIn = (given: Given) => readIn(given, 'cluster', readCluster);
export const languageIn = (given: Given) => readIn(given, 'language', readLanguage);
export const shopIdIn = (given: Given) =>
  readIn(given, 'shopId', (text) => (/^[1-9]\d{0,11}$/.test(text) ? text : undefined));
