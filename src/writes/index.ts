// Writes: each call is done once under its key, and what it leaves open is settled by a worker.
import type { OpenAccount } from '../accounts/index.ts';
import { Fault } from '../model/faults.ts';
import type { ItemOutcome } from '../model/writes.ts';
import type { WriteRun, WriteTask } from '../unified/write-task.ts';
import { createSettler, type SettlerDependencies } from './settler.ts';
import { REPEAT_AFTER, throwUnpermitted, type WriteDependencies, writeItems } from './write.ts';

export type WritesDependencies = Omit<SettlerDependencies, 'store'> & WriteDependencies;

export function createWrites(deps: WritesDependencies) {
  const { store } = deps;
  const { settleAll, start, stop, wake } = createSettler(deps);

  /** The answer that a key was given before; undefined where it is new. */
  async function repeated(
    task: WriteTask,
    executionId: string,
  ): Promise<readonly ItemOutcome[] | undefined> {
    const { client: clientId, key, asked } = task;
    const known = await store.writes.known({ clientId, key, asked });
    if (!known) return undefined;
    if (!known.isSame)
      throw new Fault(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request. Use a key of its own for each.',
        { field: 'Idempotency-Key' },
      );
    const intents = await store.writes.ofExecution(clientId, known.executionId);
    if (intents.length === 0)
      throw new Fault(
        'idempotency_key_reused',
        'What the first request with this Idempotency-Key came to was erased with its user. Use another key.',
        { field: 'Idempotency-Key' },
      );
    const isAnswered = intents.every(({ content: { answer } }) => answer !== undefined);
    if (!isAnswered && known.executionId !== executionId)
      throw new Fault(
        'write_in_progress',
        'The first request with this Idempotency-Key is not answered yet. Ask again a little later.',
        { field: 'Idempotency-Key', retryAfter: REPEAT_AFTER },
      );
    if (!isAnswered) await settleAll(intents);
    const all = isAnswered ? intents : await store.writes.ofExecution(clientId, known.executionId);
    const outcomes = all.flatMap(({ place: index, content: { answer } }) =>
      answer ? [{ index, ...answer }] : [],
    );
    throwUnpermitted(outcomes);
    return outcomes;
  }

  const run = (account: OpenAccount, task: WriteTask, how: WriteRun) =>
    writeItems(deps, account, task, how);

  return { run, repeated, start, stop, wake };
}
