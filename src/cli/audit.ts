// Leaves a trace of what was done by the command line: a running service writes it to its log.
import { userInfo } from 'node:os';
import type { Act } from '../model/watch.ts';
import type { Store } from '../store/index.ts';

/**
 * Notes an act that is done. The line comes from the service, within seconds or when it starts next,
 * so that it is where the others are, whatever becomes of this terminal.
 */
export async function audit(
  { acts }: Pick<Store, 'acts'>,
  act: string,
  facts: NonNullable<Act['facts']> = {},
): Promise<void> {
  await acts.add({ act, facts: { ...facts, login: login() } });
}

/** Who is at the machine; in a container there may be a number without a name. */
function login(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
