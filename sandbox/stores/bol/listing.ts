// GET /retailer/orders: which items a request asks for, and the pages of 50 they come in.
import type { StoreReply, StoreRequest } from '../../store.ts';
import { dayOf, type Held, type Item } from './orders.ts';
import { flag, integer, matching, oneOf, type Parameters, readParameters } from './params.ts';
import { answer, problem } from './replies.ts';

const pageSize = 50;
const handledFor = 48 * 3_600_000;
const parameters = {
  page: integer(1),
  'fulfilment-method': oneOf('FBR', 'FBB', 'ALL'),
  status: oneOf('OPEN', 'SHIPPED', 'ALL'),
  'change-interval-minute': integer(1, 60),
  'latest-change-date': matching(/^\d{4}-\d{2}-\d{2}$/, 'the date must have the form yyyy-mm-dd'),
  'vvb-only': flag,
} as const;

/** The same date three months earlier, or the last of that month; asked for every order of a list. */
export function historyBegins(now: number): string {
  if (asked?.now === now) return asked.begins;
  const [year = 0, month = 1, date = 1] = dayOf(now).split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 3, 0)).getUTCDate();
  const begin = new Date(Date.UTC(year, month - 4, Math.min(date, last)));
  asked = { now, begins: begin.toISOString().slice(0, 10) };
  return asked.begins;
}

let asked: { readonly now: number; readonly begins: string } | undefined;

/** What bol still knows: orders that are open, and others for three months after their last change. */
export const isVisible = (held: Held, now: number): boolean =>
  held.open || held.changedOn >= historyBegins(now);

/** Newest first; `held` comes sorted that way. */
export function listOrders(
  request: StoreRequest,
  held: readonly Held[],
  wholeOrders: boolean,
  now: number,
): StoreReply {
  const given = readParameters(request, parameters);
  const violations = [...given.violations, ...aboutDates(given, now)];
  if (violations.length > 0) return problem(request, 400, 'Bad request', violations);
  const wanted = wantedBy(given, now);
  const rows: { orderId: string; orderPlacedDateTime: string; orderItems: object[] }[] = [];
  const first = (Number(given.text('page') ?? 1) - 1) * pageSize;
  let count = 0;
  for (const one of held) {
    const items = one.items.filter(wanted);
    if (items.length === 0 || !isVisible(one, now)) continue;
    count += 1;
    if (count <= first) continue;
    rows.push({
      orderId: one.id,
      orderPlacedDateTime: one.placed,
      orderItems: (wholeOrders ? one.items : items).map(({ reduced }) => reduced),
    });
    if (rows.length === pageSize) break;
  }
  return answer('v10', rows.length === 0 ? '{}' : JSON.stringify({ orders: rows }));
}

function aboutDates(given: Parameters, now: number) {
  const date = given.text('latest-change-date');
  if (date === undefined) return [];
  const name = 'latest-change-date';
  const said = `Request contains invalid value(s): '${date}',`;
  if (given.text('change-interval-minute') !== undefined)
    return [{ name, reason: `${said} it cannot be combined with change-interval-minute.` }];
  const written = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(written) || !new Date(written).toISOString().startsWith(date))
    return [{ name, reason: `${said} there is no such date.` }];
  if (date < historyBegins(now))
    return [{ name, reason: `${said} the date may not be more than 3 months in the past.` }];
  if (date > dayOf(now)) return [{ name, reason: `${said} the date may not be in the future.` }];
  return [];
}

/** The filters work on items. FBR and OPEN are what is meant where nothing is said. */
function wantedBy(given: Parameters, now: number): (item: Item) => boolean {
  const method = given.text('fulfilment-method') ?? 'FBR';
  const status = given.text('status') ?? 'OPEN';
  const minutes = given.text('change-interval-minute');
  const date = given.text('latest-change-date');
  const since = minutes === undefined ? undefined : now - Number(minutes) * 60_000;
  return (item) => {
    if (given.text('vvb-only') === 'true') return false;
    if (method !== 'ALL' && item.method !== method) return false;
    if (status === 'OPEN' && !item.open) return false;
    if (status === 'SHIPPED' && (item.open || !item.shipped)) return false;
    if (date !== undefined) return item.changedOn === date;
    if (since !== undefined) return item.changedAt >= since;
    return item.open || item.changedAt >= now - handledFor;
  };
}
