// Paths with a SKU in them: versions of Magento do not sign the same form of one.
import type { Ask, Reply } from '../../model/exchange.ts';
import type { Reads } from './asks.ts';
import { rightMissing } from './sentence.ts';

const DAY = 86_400;

/** Marks an ask whose path is to be signed as Laminas writes it. */
export const DECODED = 'oauth, path decoded';

/**
 * The form of an address that Magento 2.4.6 and 2.4.7 sign: `Laminas\\Uri` decodes what a path may
 * hold as it is, and so changes `/` and `+` in a SKU too (magento2 issues 37278 and 37830). Versions
 * before and after sign the path as it was sent.
 */
export function decodedForm(url: string): string {
  const [root = ''] = /^https?:\/\/[^/]*/.exec(url) ?? [];
  const path = url.slice(root.length);
  const decoded = path.replace(/%[0-9a-f]{2}/gi, (mark) => {
    const character = String.fromCharCode(Number.parseInt(mark.slice(1), 16));
    return /[A-Za-z0-9_\-.~:@&=+$,/;%]/.test(character) ? character : mark.toUpperCase();
  });
  return `${root}${decoded.replace(/%(?![0-9a-f]{2})/gi, '%25')}`;
}

/**
 * Asks with the signature that the shop can be expected to make; where it refuses that one, with
 * the other, which is then the first for a day. Any status below 500 is for the caller.
 */
export async function callWithSku(ask: Ask, reads: Reads): Promise<Reply> {
  const { account, call } = reads;
  const patient: Ask = { ...ask, expect: [400, 401, 403, 404, 406, 414] };
  if (account.auth !== 'oauth' || decodedForm(ask.url) === ask.url) return call(patient);
  const form = await formOf(reads);
  const signed = (decoded: boolean) => call({ ...patient, ...(decoded && { operation: DECODED }) });
  const { decoded } = form;
  const first = await signed(decoded);
  if (first.status !== 401 || rightMissing(first) !== undefined) return first;
  const second = await signed(!decoded);
  if (second.status !== 401 || rightMissing(second) !== undefined) form.decoded = !decoded;
  return second;
}

/** The same ask with the signature that worked for a path with this SKU: what writes is not tried twice. */
export async function asSigned(ask: Ask, reads: Reads): Promise<Ask> {
  if (reads.account.auth !== 'oauth' || decodedForm(ask.url) === ask.url) return ask;
  return (await formOf(reads)).decoded ? { ...ask, operation: DECODED } : ask;
}

const formOf = ({ remember }: Reads): Promise<{ decoded: boolean }> =>
  remember('signed form', DAY, () => Promise.resolve({ decoded: true }));
