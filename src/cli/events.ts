// The command "manifold events": the event addresses of a client, their secrets, and a test event.
import { readTypes } from '../events/address-body.ts';
import {
  createEventAddresses,
  type EventAddress,
  type EventAddresses,
  throwAny,
} from '../events/addresses.ts';
import { createSigning } from '../events/signing.ts';
import type { Fault } from '../model/faults.ts';
import { ALL_TYPES } from '../model/notices.ts';
import { audit } from './audit.ts';
import {
  DAY_SECONDS,
  daysOf,
  group,
  type Io,
  type Open,
  type Part,
  parse,
  requireClient,
  UsageError,
  using,
} from './command.ts';

const USAGE = `Usage:
  manifold events list <client id>
  manifold events add <client id> <https address> [--types <type>,<type>]
  manifold events set <client id> <event address id> [--url <https address>] [--types <type>,<type>]
  manifold events pause <client id> <event address id>
  manifold events resume <client id> <event address id>
  manifold events rotate <client id> <event address id> [--keep-days <days> | --end-old]
  manifold events test <client id> <event address id>
  manifold events remove <client id> <event address id>`;

const KEEP_DAYS = 7;

const list: Part = async (args, io, open) => {
  const [client = ''] = parse(args, {}, 'client id').positionals;
  return await withAddresses(client, open, async (addresses) => {
    const all = await addresses.list(client);
    if (all.length === 0)
      io.out(`There are no event addresses yet: manifold events add ${client} <https address>`);
    for (const address of all) io.out(line(address));
    return 0;
  });
};

const add: Part = async (args, io, open) => {
  const options = { types: { type: 'string', multiple: true } } as const;
  const { positionals, values } = parse(args, options, 'client id', 'address');
  const [client = '', url = ''] = positionals;
  const types = typesOf(values.types) ?? [ALL_TYPES];
  return await withAddresses(client, open, async (addresses, note) => {
    const { secret = '', ...added } = await addresses.add(client, { url, types, paused: false });
    await note('add', added.id);
    io.out(line(added));
    showSecret(io, secret);
    return 0;
  });
};

const set: Part = async (args, io, open) => {
  const options = {
    url: { type: 'string' },
    types: { type: 'string', multiple: true },
  } as const;
  const { positionals, values } = parse(args, options, 'client id', 'event address id');
  const [client = '', id = ''] = positionals;
  const types = typesOf(values.types);
  const { url } = values;
  if (url === undefined && !types) throw new UsageError('Say what to change: --url or --types.');
  return await withAddresses(client, open, async (addresses, note) => {
    const wish = { ...(url !== undefined && { url }), ...(types && { types }) };
    io.out(line(await addresses.set(client, id, wish)));
    await note('set', id);
    return 0;
  });
};

const switchedTo =
  (paused: boolean): Part =>
  async (args, io, open) => {
    const [client = '', id = ''] = parse(args, {}, 'client id', 'event address id').positionals;
    return await withAddresses(client, open, async (addresses, note) => {
      io.out(line(await addresses.set(client, id, { paused })));
      await note(paused ? 'pause' : 'resume', id);
      return 0;
    });
  };

const rotate: Part = async (args, io, open) => {
  const { positionals, values } = parse(
    args,
    { 'end-old': { type: 'boolean', default: false }, 'keep-days': { type: 'string' } },
    'client id',
    'event address id',
  );
  const [client = '', id = ''] = positionals;
  const { 'end-old': endOld, 'keep-days': keep } = values;
  if (endOld && keep !== undefined)
    throw new UsageError('--end-old ends the old secret now: leave out --keep-days.');
  const keepOldSeconds = daysOf(keep) ?? KEEP_DAYS * DAY_SECONDS;
  return await withAddresses(client, open, async (addresses, note) => {
    showSecret(io, await addresses.rotate(client, id, { endOld, keepOldSeconds }));
    await note('rotate', id);
    io.out(
      endOld
        ? 'The secret before has ended.'
        : `Events carry a signature of the secret before too, for ${keepOldSeconds / DAY_SECONDS} days.`,
    );
    return 0;
  });
};

const test: Part = async (args, io, open) => {
  const [client = '', id = ''] = parse(args, {}, 'client id', 'event address id').positionals;
  return await withAddresses(client, open, async (addresses, note) => {
    const delivery = await addresses.test(client, id);
    await note('test', id);
    io.out(
      `A test event is sent by the running service: manifold deliveries show ${client} ${delivery.id}`,
    );
    return 0;
  });
};

const remove: Part = async (args, io, open) => {
  const [client = '', id = ''] = parse(args, {}, 'client id', 'event address id').positionals;
  return await withAddresses(client, open, async (addresses, note) => {
    await addresses.remove(client, id);
    await note('remove', id);
    io.out(`Removed the event address ${id}; what waited for it has failed.`);
    return 0;
  });
};

export const events = group('events', USAGE, {
  list,
  add,
  set,
  pause: switchedTo(true),
  resume: switchedTo(false),
  rotate,
  test,
  remove,
});

/** A running service sees the changes within about a second; there is nobody to wake here. */
async function withAddresses(
  client: string,
  open: Open,
  work: (
    addresses: EventAddresses,
    note: (act: string, id: string) => Promise<void>,
  ) => Promise<number>,
): Promise<number> {
  return await using(open, async ({ store, config }) => {
    await requireClient(store, client);
    const bounds = { local: config.mode === 'sandbox', ports: new Set(config.allowedPorts) };
    const signing = createSigning(store.addressSigning, Date.now);
    const wake = () => {};
    const note = (act: string, id: string) => audit(store, `events.${act}`, { client, id });
    const addresses = createEventAddresses({ store, signing, bounds, now: Date.now, wake });
    return await work(addresses, note);
  });
}

function typesOf(given: readonly string[] | undefined): readonly string[] | undefined {
  if (!given) return undefined;
  const faults: Fault[] = [];
  const names = given.flatMap((part) => part.split(/[\s,]+/)).filter((name) => name !== '');
  const types = readTypes(names, '--types', faults);
  throwAny(faults);
  return types;
}

function showSecret(io: Io, secret: string): void {
  io.out('');
  io.out(`  signing_secret  ${secret}`);
  io.out('');
  io.out(
    'The secret is shown this once: give it to the receiver, which checks signatures with it.',
  );
}

const line = ({ id, url, types, paused }: EventAddress): string =>
  `${id}  ${url}  ${types.join(',')}${paused ? '  paused' : ''}`;
