// What an integration may not read: found out by asking, and never remembered.
import type { Ask, Reply } from '../../model/exchange.ts';
import { Fault } from '../../model/faults.ts';
import type { Reading } from '../channel.ts';
import { explain } from './explain.ts';
import { rightMissing } from './sentence.ts';

const HOUR = 3600;

/** Thrown so that a refusal is not remembered: a right is soon given. */
class Denied extends Error {}

/** What is made of an answer, kept for a while; undefined where the integration lacks the right to it. */
export async function rememberIfAllowed<T>(
  { remember, call }: Reading,
  key: string,
  ask: () => Promise<Ask>,
  make: (reply: Reply) => T | Promise<T>,
  seconds = HOUR,
): Promise<T | undefined> {
  try {
    return await remember(key, seconds, async () => {
      const asked = await ask();
      const reply = await call({ ...asked, expect: [401, ...(asked.expect ?? [])] });
      if (reply.status !== 401) return make(reply);
      if (rightMissing(reply) !== undefined) throw new Denied();
      throw explain(reply, asked) ?? new Fault('credential_refused', 'The shop refused the credential.'); // biome-ignore format: one line
    });
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
    return undefined;
  }
}
