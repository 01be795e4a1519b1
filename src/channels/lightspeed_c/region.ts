// Where a shop lives: the two clusters, and the many ways in which people write a region.

export const CLUSTERS = ['eu1', 'us1'] as const;
export type Cluster = (typeof CLUSTERS)[number];

export const HOSTS: Readonly<Record<Cluster, string>> = {
  eu1: 'api.webshopapp.com',
  us1: 'api.shoplightspeed.com',
};

/** What a region tells; a language alone leaves the cluster open. */
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

export const readCluster = (text: string): Cluster | undefined =>
  SPELLINGS.get(text.trim().toLowerCase());

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
  if (second === undefined) {
    const cluster = readCluster(first);
    const language = readLanguage(first);
    return cluster ? { cluster } : language ? { language } : undefined;
  }
  return both(first, second) ?? both(second, first);
}

function both(clusterWord: string, languageWord: string): Region | undefined {
  const cluster = readCluster(clusterWord);
  const language = readLanguage(languageWord);
  return cluster && language ? { cluster, language } : undefined;
}
