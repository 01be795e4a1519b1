// Asks that write to either API of Mirakl, and what their answers say.
import type { Account } from '../../model/credential.ts';
import type { Ask, Reply } from '../../model/exchange.ts';
import { Refusal } from '../../model/writes.ts';
import { membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { CONNECT_HOST } from './connect.ts';
import { said } from './explain.ts';
import { askMarketplace, type MarketplaceOperation } from './marketplace.ts';

/** What is refused for what is in it, the driver reads itself. */
const REFUSED = [400, 404, 409, 422];
const JSON_BODY = { 'content-type': 'application/json' };

/** `path` follows /api. */
export const writeConnect = (
  method: 'POST' | 'PUT',
  operation: string,
  path: string,
  body: object,
): Ask => ({
  ...{ method, operation, url: `https://${CONNECT_HOST}/api${path}`, headers: JSON_BODY },
  ...{ body: JSON.stringify(body), expect: REFUSED },
});

/** Without a body the length is sent all the same: OR24 asks for it. */
export const writeMarketplace = (
  account: Account,
  method: 'POST' | 'PUT',
  operation: MarketplaceOperation,
  path: string,
  body?: object,
): Ask => ({
  ...askMarketplace(account, operation, path),
  ...{ method, expect: REFUSED },
  ...(body ? { headers: JSON_BODY, body: JSON.stringify(body) } : { body: '' }),
});

const BOUNDARY = 'manifold-import-file';

/** A file as its only part; every cell in quotation marks. */
export function uploadAsk(
  account: Account,
  operation: 'STO01' | 'PRI01',
  path: string,
  rows: readonly (readonly string[])[],
): Ask {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const file = rows.map((row) => `${row.map(cell).join(';')}\n`).join('');
  const head = `Content-Disposition: form-data; name="file"; filename="import.csv"\r\nContent-Type: text/csv; charset=utf-8`;
  return {
    ...askMarketplace(account, operation, path),
    ...{ method: 'POST', expect: REFUSED },
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `--${BOUNDARY}\r\n${head}\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`,
  };
}

export const refusedWith = (words: string | null | undefined): Refusal =>
  new Refusal('refused_by_channel', `Mirakl: ${words ?? 'refused without a word'}`);

/** In Mirakl's words; undefined where it was not refused. */
export const refusalIn = (reply: Reply): Refusal | undefined =>
  reply.status < 400 ? undefined : refusedWith(said(reply));

/** What was taken to be worked on, under the first of these names that is there. */
export function idIn({ body }: Reply, ...names: readonly string[]): string | undefined {
  const members = membersOf(body);
  return names.map((name) => filled(members[name])).find((id) => id !== null) ?? undefined;
}
