// What became of something that Mirakl works on: an action of Connect, or a file of a marketplace.
import type { Reply } from '../../model/exchange.ts';
import type { Refusal } from '../../model/writes.ts';
import type { Reading } from '../channel.ts';
import { listed, membersOf } from '../kit/loose.ts';
import { filled } from '../kit/text.ts';
import { CONNECT_HOST } from './connect.ts';
import { askMarketplace, isMarketplace } from './marketplace.ts';
import { refusedWith } from './write-asks.ts';

type State = 'working' | 'done' | Refusal;

export const follow = (process: string, reading: Reading): Promise<State> =>
  isMarketplace(reading.account) ? followImport(process, reading) : followAction(process, reading);

async function followAction(id: string, { call }: Reading): Promise<State> {
  const { body } = await call({
    url: `https://${CONNECT_HOST}/api/v2/orders/actions/${encodeURIComponent(id)}`,
    operation: 'v2-getActionStatus',
    expect: [404],
  });
  const { status, errors } = membersOf(body);
  if (status === 'SUCCESS') return 'done';
  if (status !== 'FAILED') return 'working';
  const words = listed<{ message?: unknown }>(errors ?? []).map(({ message }) => filled(message));
  return refusedWith(words.find((one) => one !== null));
}

/** Files that end without having been read. */
const FAILED = ['FAILED', 'CANCELLED', 'CANCELED'];
/** So much of a report is read: the lines of one call and their reasons. */
const MOST_REPORT = 200_000;

async function followImport(process: string, { account, call }: Reading): Promise<State> {
  const [kind, id, sku] = JSON.parse(process) as readonly [string, string, string];
  const path = `/api/offers/${kind}/imports`;
  const own = `${path}/${encodeURIComponent(id)}`;
  const isStock = kind === 'stock';
  const { body } = await call(
    isStock
      ? askMarketplace(account, 'STO02', `${own}/status`)
      : askMarketplace(account, 'PRI02', path, [['import_id', id]]),
  );
  const found = isStock ? body : listed(membersOf(body).data ?? [])[0];
  const { status, reason_status: reason, has_error_report: hasErrors } = membersOf(found);
  const state = filled(status) ?? '';
  if (FAILED.includes(state)) return refusedWith(filled(reason) ?? `the file is ${state}`);
  if (state !== 'COMPLETE') return 'working';
  if (hasErrors !== true) return 'done';
  const report = askMarketplace(account, isStock ? 'STO03' : 'PRI03', `${own}/error_report`);
  const why = reasonIn(await call({ ...report, head: MOST_REPORT }), sku);
  return why === undefined ? 'done' : refusedWith(why);
}

/** The number of a line, the reason, and then the line as it was sent; only lines in error are there. */
function reasonIn({ text }: Reply, sku: string): string | undefined {
  const rows = text.split(/\r?\n/).map(cellsOf);
  return rows.find(([, , ...sent]) => sent.includes(sku.replaceAll('"', '')))?.[1];
}

/** Cells between semicolons, without any quotation marks. */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = [''];
  let isQuoted = false;
  for (const character of line)
    if (character === '"') isQuoted = !isQuoted;
    else if (character === ';' && !isQuoted) cells.push('');
    else cells.push(`${cells.pop()}${character}`);
  return cells;
}
