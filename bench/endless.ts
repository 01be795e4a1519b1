// A shop without end: any page of it is made from ten recorded orders, with identifiers and cursors of its own.
import { type Answered, type Asked, type Exchange, nameOf } from './exchange.ts';

export interface Made {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

export interface Endless {
  /** Undefined for what was not recorded. */
  answer(asked: Asked): Made | undefined;
}

/** Orders of the shop, more than anyone walks through. */
export const ORDERS = 2_000_000;
/** Orders are numbered downwards from here, newest first, one a second. */
const NEWEST = 9_000_000;
const NEWEST_AT = Date.UTC(2026, 0, 1);

export const idAt = (position: number): number => NEWEST - position;
export const createdAt = (position: number): string =>
  new Date(NEWEST_AT - position * 1000).toISOString().replace('.000Z', 'Z');
const positionAt = (time: number): number => Math.max(0, (NEWEST_AT - time) / 1000);

type Row = Record<string, unknown>;

/** A record as text, with holes (`@name`), which are filled for the one at a position. */
function template(row: Row, fillings: Readonly<Record<string, (position: number) => string>>) {
  const pieces = JSON.stringify(row).split(/"@(\w+)"/);
  return (position: number): string =>
    pieces
      .map((piece, at) => (at % 2 === 0 ? piece : (fillings[piece]?.(position) ?? '')))
      .join('');
}

type Write = ReturnType<typeof template>;

const page = (templates: readonly Write[], from: number, count: number): string[] =>
  Array.from({ length: Math.max(0, Math.min(count, ORDERS - from)) }, (_, n) => {
    const write = templates[(from + n) % templates.length];
    return write?.(from + n) ?? '';
  });

const textOf = ({ body }: Answered): string => Buffer.from(body, 'base64').toString();

function recordedAnswers(exchanges: readonly Exchange[]) {
  const known = new Map(exchanges.map(({ asked, answered }) => [nameOf(asked), answered]));
  return (asked: Asked): Made | undefined => {
    const found = known.get(nameOf(asked));
    return found && { ...found, body: Buffer.from(found.body, 'base64') };
  };
}

/** Pages by counting: `offset` and `per_page`, and what belongs to orders by `include`. */
export function endlessWoo(exchanges: readonly Exchange[]): Endless {
  const others = recordedAnswers(exchanges);
  const of = (kind: string) => exchanges.filter(({ asked }) => kindOf(asked) === kind);
  const [orders] = of('orders');
  if (!orders) throw new Error('no page of orders was recorded');
  const templates = (JSON.parse(textOf(orders.answered)) as Row[]).map((row) =>
    template({ ...row, id: '@id' }, { id: (position) => String(idAt(position)) }),
  );
  const named = new Map(
    ['customers', 'refunds'].map((kind) => [
      kind,
      of(kind).flatMap(({ answered }) => JSON.parse(textOf(answered)) as Row[]),
    ]),
  );
  const { status, headers } = orders.answered;
  const said = (rows: string[], total: number): Made => ({
    status,
    headers: { ...headers, 'x-wp-total': String(total) },
    body: `[${rows.join(',')}]`,
  });
  return {
    answer(asked) {
      const { searchParams } = new URL(asked.path, 'http://shop');
      const number = (name: string) => Number(searchParams.get(name) ?? 0);
      const kind = kindOf(asked);
      if (kind === 'orders' && searchParams.get('_fields') === null)
        return said(page(templates, number('offset'), number('per_page')), ORDERS);
      const rows = named.get(kind);
      if (!rows) return others(asked);
      const wanted = new Set(searchParams.get('include')?.split(',').map(Number));
      const found = rows.filter(({ id }) => wanted.has(Number(id)));
      return said(
        found.map((row) => JSON.stringify(row)),
        found.length,
      );
    },
  };
}

const kindOf = ({ path }: Asked): string => /\/wc\/v3\/(\w+)\?/.exec(path)?.[1] ?? '';

interface Question {
  readonly query: string;
  readonly variables: {
    readonly first?: number;
    readonly after?: string;
    readonly query?: string;
    readonly ids?: readonly string[];
  };
}

/** Pages by cursor, in searches that may begin at a time. */
export function endlessShopify(exchanges: readonly Exchange[]): Endless {
  const others = recordedAnswers(exchanges);
  const orders = exchanges.find(({ asked }) => questionOf(asked)?.query.includes('query Orders('));
  if (!orders) throw new Error('no page of orders was recorded');
  const { data, extensions } = JSON.parse(textOf(orders.answered)) as {
    data: { orders: { nodes: Row[] } };
    extensions: unknown;
  };
  const gid = (position: number) => `gid://shopify/Order/${idAt(position)}`;
  const templates = data.orders.nodes.map((row) => {
    const holed = { ...row, id: '@gid', legacyResourceId: '@id', createdAt: '@created' };
    return template(holed, {
      gid: (position) => `"${gid(position)}"`,
      id: (position) => `"${idAt(position)}"`,
      created: (position) => `"${createdAt(position)}"`,
    });
  });
  const { status, headers } = orders.answered;
  const rest = `"extensions":${JSON.stringify(extensions)}`;
  return {
    answer(asked) {
      const question = questionOf(asked);
      if (!question) return others(asked);
      const { first = 0, after, query = '', ids } = question.variables;
      if (question.query.includes('query Orders(')) {
        const start = /created_at:<='([^']+)'/.exec(query)?.[1];
        const from = after ? Number(after) + 1 : start ? positionAt(Date.parse(start)) : 0;
        const nodes = page(templates, from, first);
        const info = { hasNextPage: from + first < ORDERS, endCursor: String(from + first - 1) };
        const body = `{"data":{"orders":{"pageInfo":${JSON.stringify(info)},"nodes":[${nodes.join(',')}]}},${rest}}`;
        return { status, headers, body };
      }
      if (question.query.includes('query Fulfillments(')) {
        const nodes = ids?.map((id) => ({ __typename: 'Order', id, fulfillments: [] }));
        return { status, headers, body: `{"data":{"nodes":${JSON.stringify(nodes)}},${rest}}` };
      }
      return others(asked);
    },
  };
}

function questionOf({ method, body }: Asked): Question | undefined {
  return method === 'POST' && body.startsWith('{') ? (JSON.parse(body) as Question) : undefined;
}
