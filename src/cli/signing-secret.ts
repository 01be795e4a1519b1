// The command "manifold clients signing-secret": show, rotate and end the secrets that sign events.
import { createSigning } from '../events/signing.ts';
import type { Store } from '../store/index.ts';
import { ClientError, unknownClient } from '../tokens/index.ts';
import { audit } from './audit.ts';
import { daysOf, type Io, type Part, parse, UsageError, using } from './command.ts';

export const signingSecret: Part = async (args, io, open) => {
  const { positionals, values } = parse(
    args,
    {
      rotate: { type: 'boolean', default: false },
      'end-old': { type: 'boolean', default: false },
      'keep-days': { type: 'string' },
    },
    'client id',
  );
  const [id = ''] = positionals;
  const { rotate, 'end-old': endOld, 'keep-days': keep } = values;
  if (keep !== undefined && (!rotate || endOld))
    throw new UsageError('--keep-days goes with --rotate and without --end-old.');
  const keepOldSeconds = daysOf(keep);
  return await using(open, async ({ store }) => {
    const signing = createSigning(store.signing, Date.now);
    if (rotate) {
      if (!(await signing.rotate(id, { endOld, keepOldSeconds }))) throw unknownClient(id);
    } else if (endOld) {
      const ended = await signing.endOld(id);
      if (ended === undefined) throw unknownClient(id);
      if (!ended)
        throw new ClientError('invalid', `The client "${id}" has only one live signing secret.`);
    }
    const done = rotate ? 'rotate' : 'end_old';
    if (rotate || endOld) await audit(store, `clients.signing_secret.${done}`, { client: id });
    const live = await signing.live(id);
    if (!live) throw unknownClient(id);
    live.forEach((secret, at) => {
      io.out(`  signing_secret  ${secret}${at > 0 ? '  (the older one)' : ''}`);
    });
    if (rotate && live.length > 1)
      io.out(
        `Events carry a signature of each; end the older one with: manifold clients signing-secret ${id} --end-old`,
      );
    return 0;
  });
};

/** Makes the secret of a new client and shows it. */
export async function showSigningSecret(io: Io, store: Store, id: string): Promise<void> {
  const [secret] = (await createSigning(store.signing, Date.now).live(id)) ?? [];
  io.out(`  signing_secret ${secret}`);
}
