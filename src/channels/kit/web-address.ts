// An address as people type it: with or without its scheme, with more behind it than was asked for.
import { refuse } from './given.ts';

export interface AddressRules {
  readonly key: string;
  /** What to write instead: `the address of the shop, such as https://www.example.com`. */
  readonly example: string;
  readonly reason: string;
  /** Whether plain http will do. */
  readonly plainHttp?: boolean;
}

/** Undefined for what is no address at all. */
export function urlIn(text: string): URL | undefined {
  if (text === '' || /\s/.test(text)) return undefined;
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return URL.parse(whole) ?? undefined;
}

/** The address, refused where it cannot be called. */
export function webAddress(
  text: string,
  { key, example, reason, plainHttp = false }: AddressRules,
): URL {
  const url = urlIn(text);
  if (!url) return refuse(key, `is not an address; write ${example}.`, reason);
  if (url.protocol !== 'https:' && !(plainHttp && url.protocol === 'http:'))
    refuse(key, `must begin with https://${plainHttp ? ' or http://' : ''}; write ${example}.`, reason); // biome-ignore format: one sentence
  if (url.username !== '' || url.password !== '')
    refuse(key, 'must not hold a user name or password; leave them out.', reason);
  return url;
}
