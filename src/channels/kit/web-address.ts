// An address as people type it: with or without its scheme, mistyped, with more behind it than was asked for.
import { withoutEnd, withoutStart } from '../../model/text.ts';
import { refuse } from './given.ts';
import { visible } from './invisible.ts';

export interface AddressRules {
  readonly key: string;
  /** What to write instead: `the address of the shop, such as https://www.example.com`. */
  readonly example: string;
  readonly reason: string;
  /** Whether plain http will do. */
  readonly plainHttp?: boolean;
}

/** `https//`, `htps://`, `http:\\`, `https;/`, `https:www…`: only these letters, and what ends a scheme. */
const SCHEME = /^(?=[hts]*p)(?=[hps]*t)([htps]{3,8})(?::\/*(?!\d)|[;.,]?\/+)/i;
const WHOLE_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const MAIL = /^(?:mailto:)?[^\s@/:]+@[^\s@/:.]+\.[^\s@/:]+$/i;

/** No address of a shop is longer. */
const LONGEST = 2000;

/** What stands around an address that was copied; every space is a plain one by then. */
const QUOTES = ' \n"\'`´«»‹›„“”‟‘’‚‛';
const BEFORE = `${QUOTES}<([{`;
const BEHIND = `${QUOTES}>)]},;:!?`;

/** What was typed with all mended that is certain, as an address with its scheme; '' for nothing. */
export function mended(text: string): string {
  // Copied with what stood around it, or typed on a keyboard with wide characters.
  if (text.length > LONGEST) return '';
  const plain = visible(text)
    .replace(/[\uff0e\u3002\uff61]/g, '.')
    .replaceAll('\uff0f', '/')
    .replaceAll('\uff1a', ':')
    .replaceAll('\\', '/');
  let rest = withoutEnd(withoutStart(plain, BEFORE), BEHIND);
  if (rest === '') return '';
  let scheme = 'https';
  // Written twice where a template had one already: the last is the one that was meant.
  for (let found = SCHEME.exec(rest); found; found = SCHEME.exec(rest)) {
    scheme = /s/i.test(found[1] ?? '') ? 'https' : 'http';
    rest = rest.slice(found[0].length);
  }
  if (WHOLE_SCHEME.test(rest)) return rest;
  rest = withoutStart(rest, '/');
  const [host = '', ...path] = rest.split(/(?=[/?#])/);
  // A comma is no part of any name; a dot at its end is, but means the same host.
  const [name = '', port] = host.replaceAll(',', '.').split(/(?=:\d+$)/);
  return `${scheme}://${withoutEnd(name, '.')}${port ?? ''}${path.join('')}`;
}

export const isMail = (text: string): boolean => text.length <= LONGEST && MAIL.test(visible(text));

/** Undefined for what is no address at all. */
export function urlIn(text: string): URL | undefined {
  const whole = mended(text);
  if (whole === '' || /\s/.test(whole) || isMail(text)) return undefined;
  return URL.parse(whole) ?? undefined;
}

/** The address, refused where it cannot be called. */
export function webAddress(
  text: string,
  { key, example, reason, plainHttp = false }: AddressRules,
): URL {
  if (isMail(text)) return refuse(key, `is a mail address; write ${example}.`, 'mail_address');
  const url = urlIn(text);
  if (!url) return refuse(key, `is not an address; write ${example}.`, reason);
  if (url.protocol !== 'https:' && !(plainHttp && url.protocol === 'http:'))
    refuse(key, `must begin with https://${plainHttp ? ' or http://' : ''}; write ${example}.`, reason); // biome-ignore format: one sentence
  if (url.username !== '' || url.password !== '')
    refuse(key, 'must not hold a user name or password; leave them out.', 'login_in_address');
  return url;
}
