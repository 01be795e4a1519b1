// Signing secrets, of a client or of an event address: made when first needed, rotated with two live
// at a time.
import { remembered } from '../model/remembered.ts';
import type { SigningSecret, SigningSecrets, SigningStore } from '../store/index.ts';
import { newSigningSecret } from './sign.ts';

export type Signing = ReturnType<typeof createSigning>;

export interface Rotation {
  /** The secrets before end immediately. */
  readonly endOld?: boolean;
  /** Otherwise, how long the last of them stays live; absent: until it is ended. */
  readonly keepOldSeconds?: number | undefined;
}

/** Short, so that secrets changed on another instance are soon known here. */
const SEEN_FOR = 1000;

export function createSigning(
  signing: SigningStore,
  now: () => number,
  make: () => string = newSigningSecret,
) {
  const isLive = ({ expiresAt }: SigningSecret) => (expiresAt ?? Infinity) > now();
  const fresh = (): SigningSecret => ({ secret: make(), createdAt: now(), expiresAt: null });

  /** Changes the secrets, again if another process did so in between. */
  async function change(
    owner: string,
    next: (live: readonly SigningSecret[]) => readonly SigningSecret[],
  ): Promise<SigningSecrets | undefined> {
    for (;;) {
      const seen = await signing.find(owner);
      if (!seen) return undefined;
      const live = seen.secrets.filter(isLive);
      const secrets = next(live);
      if (secrets === live) return { ...seen, secrets };
      if (await signing.replace(seen, secrets)) return { ...seen, secrets };
    }
  }

  // Asked for with every delivery.
  const recent = remembered(
    async (owner) => {
      const kept = await change(owner, (live) => (live.length > 0 ? live : [fresh()]));
      return kept?.secrets.map(({ secret }) => secret).reverse();
    },
    now,
    SEEN_FOR,
  );

  return {
    /** The live secrets, newest first, made if there are none; undefined when the owner is gone. */
    live: recent.get,

    /** A new secret beside the last one, which stays live until it is ended or its time is over. */
    async rotate(owner: string, { endOld = false, keepOldSeconds }: Rotation = {}) {
      const end = keepOldSeconds === undefined ? null : now() + keepOldSeconds * 1000;
      const kept = await change(owner, (live) => [
        ...(endOld ? [] : live.slice(-1).map((old) => ({ ...old, expiresAt: end }))),
        fresh(),
      ]);
      recent.forget(owner);
      return kept?.secrets.at(-1)?.secret;
    },

    /** Ends the older of two; false when there is only one. Undefined when the owner is gone. */
    async endOld(owner: string): Promise<boolean | undefined> {
      let ended = false;
      const kept = await change(owner, (live) => {
        ended = live.length > 1;
        return ended ? live.slice(-1) : live;
      });
      recent.forget(owner);
      return kept && ended;
    },
  };
}
