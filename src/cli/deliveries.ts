// The command "manifold deliveries": list, show, replay and test deliveries of a client.
import {
  createDeliveries,
  DELIVERY_STATES,
  type Deliveries,
  type Delivery,
} from '../events/deliveries.ts';
import { audit } from './audit.ts';
import { group, type Open, type Part, parse, requireClient, UsageError, using } from './command.ts';

const USAGE = `Usage:
  manifold deliveries list <client id> [--state waiting|delivered|failed] [--type <type>]
                                       [--address <event address id>]
  manifold deliveries show <client id> <delivery id>
  manifold deliveries replay <client id> <delivery id>
  manifold deliveries replay <client id> --all-failed
  manifold deliveries test <client id> <https address>`;

const ROWS_AT_ONCE = 100;

const list: Part = async (args, io, open) => {
  const options = {
    state: { type: 'string' },
    type: { type: 'string' },
    address: { type: 'string' },
  } as const;
  const { positionals, values } = parse(args, options, 'client id');
  const [client = ''] = positionals;
  const { type, address: addressId } = values;
  const state = DELIVERY_STATES.find((word) => word === values.state);
  if (values.state !== undefined && !state)
    throw new UsageError(`--state is one of ${DELIVERY_STATES.join(', ')}.`);
  const filter = { state, type, addressId };
  return await withDeliveries(client, open, async (all) => {
    let after: { at: number; id: string } | undefined;
    do {
      const page = await all.list(client, filter, after, ROWS_AT_ONCE);
      for (const delivery of page) io.out(line(delivery));
      const last = page.length === ROWS_AT_ONCE ? page.at(-1) : undefined;
      after = last && { at: last.createdAt, id: last.id };
    } while (after);
    return 0;
  });
};

const show: Part = async (args, io, open) => {
  const [client = '', id = ''] = parse(args, {}, 'client id', 'delivery id').positionals;
  return await withDeliveries(client, open, async (all) => {
    const delivery = await all.find(client, id);
    io.out(line(delivery));
    io.out(delivery.body);
    for (const { at, duration, status, error } of delivery.tries)
      io.out(`${time(at)}  ${status ?? '-'}  ${duration} ms  ${error ?? 'delivered'}`);
    return 0;
  });
};

const replay: Part = async (args, io, open) => {
  const options = { 'all-failed': { type: 'boolean', default: false } } as const;
  const failed = args.includes('--all-failed');
  const names = failed ? ['client id'] : ['client id', 'delivery id'];
  const [client = '', id = ''] = parse(args, options, ...names).positionals;
  return await withDeliveries(client, open, async (all, note) => {
    if (failed) {
      const count = await all.replayFailed(client);
      await note('replay', { count });
      io.out(`${count} failed ${count === 1 ? 'delivery is' : 'deliveries are'} tried anew.`);
    } else {
      await all.replay(client, id);
      await note('replay', { id });
      io.out(`The delivery ${id} is tried anew.`);
    }
    return 0;
  });
};

const test: Part = async (args, io, open) => {
  const [client = '', url = ''] = parse(args, {}, 'client id', 'address').positionals;
  return await withDeliveries(client, open, async (all, note) => {
    const { id } = await all.test(client, url);
    await note('test', { id });
    io.out(`A test event is sent by the running service: manifold deliveries show ${client} ${id}`);
    return 0;
  });
};

export const deliveries = group('deliveries', USAGE, { list, show, replay, test });

/** A running service sees the changes within about a second; there is nobody to wake here. */
async function withDeliveries(
  client: string,
  open: Open,
  work: (
    all: Deliveries,
    note: (act: string, facts: { id?: string; count?: number }) => Promise<void>,
  ) => Promise<number>,
): Promise<number> {
  return await using(open, async ({ store, config }) => {
    await requireClient(store, client);
    const bounds = {
      local: config.mode === 'sandbox',
      ports: new Set(config.allowedPorts),
    };
    const all = createDeliveries({ store, bounds, now: Date.now, wake: () => {} });
    return await work(all, (act, facts) => audit(store, `deliveries.${act}`, { client, ...facts }));
  });
}

function line({ id, state, attempts, type, url, createdAt, nextTryAt }: Delivery): string {
  const next = state === 'waiting' ? `  next ${time(nextTryAt)}` : '';
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return `${time(createdAt)}  ${id}  ${state}  ${tries}  ${type}  ${url}${next}`;
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
