// The command "manifold clients signing-secret": show, rotate and end the secrets that sign events.
import { createSigning } from '../events/signing.ts';
import type { Store } from '../store/index.ts';
import { ClientError, unknownClient } from '../tokens/index.ts';
import { audit } from './audit.ts';
import { part } from './command.ts';
import { UsageError } from './declare.ts';
import { CLIENT, daysOf, using } from './on-store.ts';

export const signingSecret = part({
  about: 'show, rotate or end the secrets that sign events to a client',
  given: { client: CLIENT },
  options: {
    rotate: { about: 'Make a new one; events carry a signature of each while both are live.' },
    'keep-days': { value: 'days', about: 'With --rotate: how long the old one still signs.' },
    'end-old': { about: 'End the older one; with --rotate at once.' },
  },
  examples: [
    ['clients signing-secret my-app', 'Show it'],
    [
      'clients signing-secret my-app --rotate --keep-days 7',
      'A new one, with a week to change over',
    ],
  ],
  json: '{ client_id, signing_secrets }, the newest first',
  async run({ given: { client: id }, options, open, answer }) {
    const { rotate, 'end-old': endOld, 'keep-days': keep } = options;
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
      const live = await liveSigningSecrets(store, id);
      if (!live) throw unknownClient(id);
      answer({ client_id: id, signing_secrets: live }, [
        ...live.map(
          (secret, at) => `  signing_secret  ${secret}${at > 0 ? '  (the older one)' : ''}`,
        ),
        ...(rotate && live.length > 1
          ? [
              `Events carry a signature of each; end the older one with: manifold clients signing-secret ${id} --end-old`,
            ]
          : []),
      ]);
      return 0;
    });
  },
});

/** Those in force, the newest first; the first is made where there is none. */
export const liveSigningSecrets = (store: Store, id: string) =>
  createSigning(store.signing, Date.now).live(id);
