// The tools: each with what it is for, which scopes it asks for, what it takes and what it calls.
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdUntilRead } from '../http/answer.ts';
import type { Callable } from '../http/api.ts';
import { callerOf, mustHave } from '../http/bearer.ts';
import type { Calls } from '../http/calls.ts';
import { runCall } from '../http/unified.ts';
import type { ChannelCapabilities } from '../model/capabilities.ts';
import { type Executed, OPERATIONS, type Operation, Resource } from '../model/execution.ts';
import { Fault, invalid } from '../model/faults.ts';
import { OPERATION_TABLE } from '../model/operations.ts';
import { meaning, record, UserId, wordOf } from '../model/schema.ts';
import { type TSchema, Type } from '../model/type.ts';
import { WRITE_TABLE, type WriteOperation } from '../model/writes.ts';
import { SCOPES, type Scope } from '../tokens/scopes.ts';
import type { Accept } from '../unified/index.ts';

type Args = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Any of these will do. */
  readonly scopes: readonly Scope[];
  readonly writes?: true;
  readonly input: TSchema;
  /** Throws a fault where it cannot. */
  run(args: Args, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

export interface ToolOptions {
  readonly accept: Accept;
  readonly calls: Calls;
  readonly deadlineSeconds: number;
  /** The routes of the API by their ids. */
  readonly routes: ReadonlyMap<string, Callable>;
  readonly capabilities: () => Promise<readonly ChannelCapabilities[]>;
  /** What the fields of such a native record are made of. */
  readonly sourcesOf: (channel: string, operation: Operation, native: unknown) => unknown;
  /** Channels that have each kind of record, and those that take each kind of write. */
  readonly having: Readonly<Record<Executed, readonly string[]>>;
}

export function toolsOf(options: ToolOptions): readonly Tool[] {
  const { accept, calls, deadlineSeconds, capabilities, sourcesOf, having } = options;

  /** A data call like any other: with a slot among them, and noted as one. */
  async function ask(
    operation: Executed,
    { tpUserId, channel, ...body }: Args,
    [request, reply]: readonly [FastifyRequest, FastifyReply],
    key?: string,
  ) {
    await calls.enter(request, reply, deadlineSeconds * 1000);
    const named = Object.entries({ tpUserId, channel });
    const query = Object.fromEntries(named.filter(([, value]) => value !== undefined));
    const ended = await runCall(accept, 'now', request, {
      ...{ operation, query, body, deadlineSeconds, lenient: false },
      ...(key !== undefined && { key }),
    });
    holdUntilRead(reply, ended.out);
    if (ended.fault) throw ended.fault;
    return ended.envelope;
  }

  const where = (channels: readonly string[]) => ({
    channel: wordOf(channels, 'The channel.'),
    tpUserId: UserId,
  });

  const reading = (operation: Operation): Tool => {
    const { params: _, ...fields } = propertiesOf(OPERATION_TABLE[operation].body);
    return {
      name: `read_${operation}`,
      description: `Reads one page of a user's ${operation} from one channel, live. Go on with next_page_token; name fields to keep the answer short. A filter that the channel cannot honour is refused; the tool channels says which it takes.`,
      scopes: [operation],
      input: record({ ...where(having[operation]), ...fields }),
      async run(args, ...within) {
        const { Output, Report } = await ask(operation, args, within);
        const { result, next_page_token, execution_id } = Output;
        const { Filters: filters, Warnings: warnings } = Report;
        return { [operation]: result, next_page_token, filters, warnings, execution_id };
      },
    };
  };

  const writing = (name: string, operation: WriteOperation, what: string): Tool => {
    const { scope, body } = WRITE_TABLE[operation];
    const { params: _, dry_run: __, ...fields } = propertiesOf(body);
    return {
      name,
      description: `${what} Unless dry_run is false nothing is written: the answer says what would be. Every item has its own outcome, read back from the channel.`,
      ...{ scopes: [scope], writes: true },
      input: record({
        ...{ ...where(having[operation]), ...fields, dry_run: DRY_RUN },
        idempotency_key: IDEMPOTENCY_KEY,
      }),
      async run({ idempotency_key, dry_run = true, ...args }, ...within) {
        if (typeof dry_run !== 'boolean')
          throw invalid('dry_run', '"dry_run" must be true or false.');
        if (idempotency_key !== undefined && typeof idempotency_key !== 'string')
          throw invalid('idempotency_key', '"idempotency_key" must be text.');
        if (!dry_run && idempotency_key === undefined)
          throw invalid(
            'idempotency_key',
            '"idempotency_key" is missing: give each write a key of its own, such as a UUID, and the same one when you repeat it.',
          );
        const key = idempotency_key ?? randomUUID();
        const { Output, Report } = await ask(operation, { ...args, dry_run }, within, key);
        const { result: outcomes, execution_id } = Output;
        return { dry_run, outcomes, warnings: Report.Warnings, execution_id };
      },
    };
  };

  /** A list of the API: its query as arguments. */
  const listing = (name: string, id: string, description: string): Tool => {
    const route = options.routes.get(id);
    if (!route) throw new Error(`there is no route ${id}`);
    return {
      ...{ name, description, scopes: route.scopes },
      input: record(propertiesOf(route.query)),
      run: (args, request, reply) => route.run(request, reply, `?${queryOf(args)}`),
    };
  };

  const one: Tool = {
    name: 'one_record',
    description:
      'Reads one order or product by its id: the record, the native record as the channel gave it (raw), why each null is null (reasons), and which native values each field is made of (lineage).',
    scopes: OPERATIONS,
    input: record({
      ...where([...new Set([...having.orders, ...having.products])]),
      resource: meaning(Resource, 'What it is.'),
      id: Type.String({ minLength: 1, description: '`id` of the record.' }),
    }),
    async run({ resource, id, ...args }, ...within) {
      const operation = OPERATIONS.find((word) => word === resource);
      if (!operation)
        throw invalid('resource', `"resource" must be one of ${OPERATIONS.join(', ')}.`);
      mustHave(callerOf(within[0]).scopes, operation);
      if (typeof id !== 'string' || id.includes(','))
        throw invalid('id', '"id" must be the id of one record, as text.');
      const [unknown] = Object.keys(args).filter((name) => !Object.hasOwn(where([]), name));
      if (unknown !== undefined) throw invalid(unknown.slice(0, 60), 'There is no such argument.');
      // Some channels show open orders alone unless asked otherwise.
      const every = operation === 'orders' ? { status: 'any' } : {};
      const asked = { ...args, ...every, ids: id, include: 'raw,reasons' };
      const { Output, Report } = await ask(operation, asked, within);
      const [found] = Output.result as readonly Args[];
      if (!found)
        throw new Fault('not_found', `The channel shows none of the ${operation} by this id.`);
      const { raw, reasons, ...unified } = found;
      const lineage = sourcesOf(String(args.channel), operation, raw);
      return { record: unified, raw, reasons, lineage, warnings: Report.Warnings };
    },
  };

  const channels: Tool = {
    name: 'channels',
    description:
      'What each channel has: the filters that its orders and products take, and what can be written. With a channel: everything about that one, limits and versions too.',
    scopes: SCOPES,
    input: record({
      channel: Type.Optional(wordOf([...new Set(Object.values(having).flat())], 'Only this one.')),
    }),
    async run({ channel, ...others }) {
      const [unknown] = Object.keys(others);
      if (unknown !== undefined) throw invalid(unknown.slice(0, 60), 'There is no such argument.');
      const all = await capabilities();
      if (channel === undefined) return { channels: all.map(shortOf) };
      const found = all.find((each) => each.channel === channel);
      if (!found)
        throw new Fault(
          'unsupported_channel',
          `There is no such channel; there are ${all.map((each) => each.channel).join(', ')}.`,
          { field: 'channel' },
        );
      return found;
    },
  };

  return [
    channels,
    listing(
      'users',
      'listUsers',
      'Lists the users of your application with the channels that each has linked, and what to do where one needs attention.',
    ),
    ...OPERATIONS.map(reading),
    one,
    listing(
      'changes_since',
      'listChanges',
      'Reads the log of changes of what is watched, oldest first, from a cursor. Keep next_cursor for the next call; begin with "now" to skip history.',
    ),
    writing('fulfill', 'fulfillments', 'Reports what has left the merchant, with its tracking.'),
    writing('set_stock', 'stock', 'Sets how many of a variant can be sold.'),
    writing('set_prices', 'prices', 'Sets what a variant costs.'),
  ];
}

const DRY_RUN = Type.Optional(
  Type.Boolean({ default: true, description: 'False writes for real; true unless set.' }),
);
const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    maxLength: 255,
    description:
      'Your own name of this write, such as a UUID; the same one when you repeat it. Required unless it is a dry run.',
  }),
);

const propertiesOf = (schema: TSchema): Record<string, TSchema> =>
  (schema as { readonly properties?: Record<string, TSchema> }).properties ?? {};

/** As an address has them: the route reads them as strictly as it reads any. */
function queryOf(args: Args): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'object') throw invalid(name.slice(0, 60), `"${name}" must be one value.`);
    query.set(name, String(value));
  }
  return query;
}

const shortOf = ({ channel, title, orders, products, writes }: ChannelCapabilities) => ({
  ...{ channel, title },
  orders: orders && { filters: Object.keys(orders.filters), include: orders.include },
  products: products && { filters: Object.keys(products.filters), include: products.include },
  writes: Object.entries(writes).flatMap(([name, taken]) => (taken ? name : [])),
});
