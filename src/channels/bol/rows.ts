// The rows of bol's lists, and how an empty list of bol's differs from an answer of somebody else.
import type { Reply } from '../../model/exchange.ts';
import { isRecord, listIn } from '../kit/loose.ts';

/** The media types that bol alone answers with. */
const OWN = /\bvnd\.retailer\./i;

/**
 * The rows under a name, as they came. An empty list of bol's is an empty object; an object that
 * holds other things and not this one is bol's only where it says so. Undefined: no list of bol's.
 */
export function rowsIn({ headers, body }: Reply, name: string): readonly unknown[] | undefined {
  const hasOthers = isRecord(body) && !(name in body) && Object.keys(body).length > 0;
  if (hasOthers && !OWN.test(headers['content-type'] ?? '')) return undefined;
  return listIn(body, name);
}
