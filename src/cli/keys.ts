// The command "manifold keys": make a key for the key ring, rewrap stored credentials to the newest.
import { randomBytes } from 'node:crypto';
import { newKeyEntry } from '../seal.ts';
import type { CredentialKey } from '../store/index.ts';
import { audit } from './audit.ts';
import { group, type Part, parse, using } from './command.ts';

const USAGE = `Usage:
  manifold keys new [<id>]
  manifold keys rewrap`;

// The entry alone goes to the output, so that it can be piped into a file.
const fresh: Part = async (args, io) => {
  const given = args.length > 0 ? parse(args, {}, 'key id').positionals[0] : undefined;
  io.out(newKeyEntry(given ?? `k${randomBytes(4).toString('hex')}`));
  io.err(
    'Put this entry first in MANIFOLD_KEYS, before those already there, separated by a comma.',
  );
  io.err('Start every instance with it, then run: manifold keys rewrap');
  return 0;
};

const rewrap: Part = async (args, io, open) => {
  parse(args, {});
  return await using(open, async ({ store }) => {
    const total = { seen: 0, rewrapped: 0, failed: 0 };
    let next: CredentialKey | undefined;
    do {
      const part = await store.credentials.rewrap(next);
      total.seen += part.seen;
      total.rewrapped += part.rewrapped;
      total.failed += part.failed;
      next = part.next;
    } while (next);
    const others = await store.rewrapEvents();
    total.failed += others.failed;
    const { rewrapped, failed } = total;
    await audit(store, 'keys.rewrap', { rewrapped: rewrapped + others.rewrapped, failed });
    if (others.rewrapped > 0)
      io.out(
        `Rewrapped ${others.rewrapped} signing secrets, event addresses, deliveries and stored executions.`,
      );
    io.out(`Rewrapped ${total.rewrapped} of ${total.seen} stored credentials to the newest key.`);
    if (total.failed === 0) {
      io.out(
        'Older keys are no longer needed for stored credentials. Page tokens and cookies made',
      );
      io.out('with them end with them, so leave them in the ring for a day.');
      return 0;
    }
    io.err(`${total.failed} could not be opened with any key of the ring: keep the older keys.`);
    return 1;
  });
};

export const keys = group('keys', USAGE, { new: fresh, rewrap });
