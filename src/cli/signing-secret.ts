// The command "manifold clients signing-secret": show, rotate and end the secrets that sign events.
import { createSigning } from '../events/signing.ts';
import type { Store } from '../store/index.ts';
import { ClientError } from '../tokens/index.ts';
import { type Io, type Part, parse, UsageError, using } from './command.ts';

const DAY_SECONDS = 24 * 60 * 60;

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
  if (keep !== undefined && (!rotate || endOld || !/^[1-9]\d{0,3}$/.test(keep)))
    throw new UsageError(
      '--keep-days is a whole number from 1, with --rotate and without --end-old.',
    );
  return await using(open, async ({ store }) => {
    const signing = createSigning(store, Date.now);
    const unknown = () => new ClientError('unknown_client', `There is no client "${id}".`);
    if (rotate) {
      const keepOldSeconds = keep === undefined ? undefined : Number(keep) * DAY_SECONDS;
      if (!(await signing.rotate(id, { endOld, keepOldSeconds }))) throw unknown();
    } else if (endOld) {
      const ended = await signing.endOld(id);
      if (ended === undefined) throw unknown();
      if (!ended)
        throw new ClientError('invalid', `The client "${id}" has only one live signing secret.`);
    }
    const live = await signing.live(id);
    if (!live) throw unknown();
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
  const [secret] = (await createSigning(store, Date.now).live(id)) ?? [];
  io.out(`  signing_secret ${secret}`);
}
