// For tests: a vendor's answers with every place spoiled in every way, read as the service reads them.
import assert from 'node:assert/strict';
import { createJournal } from '../src/accounts/journal.ts';
import type { Channel, Reading } from '../src/channels/channel.ts';
import { Fault } from '../src/model/faults.ts';
import { transform } from '../src/unified/transform.ts';
import type { Task } from '../src/unified/validate.ts';
import { mutations } from './mutations.ts';
import type { ListInclude } from './samples.ts';

/** What a vendor answers, by names of the test's own. */
export type Answers = Readonly<Record<string, unknown>>;

export interface Spoiling {
  /** The channel's identifier. */
  readonly name: string;
  readonly channel: Channel;
  readonly operation: 'orders' | 'products';
  readonly answers: Answers;
  /** Names of the answers that are spoiled, one place at a time, while the others stay. */
  readonly spoiled: RegExp;
  /** A reading whose calls get these answers. */
  readonly readingOf: (answers: Answers) => Reading;
}

/** Whatever is spoiled, records are read or refused as unreadable; nothing else may ever be thrown. */
export async function mustReadOrRefuse(spoiling: Spoiling): Promise<void> {
  const wrong: string[] = [];
  let tried = 0;
  for (const [at, answer] of Object.entries(spoiling.answers)) {
    if (!spoiling.spoiled.test(at)) continue;
    for (const { path, into, value } of mutations({ body: answer })) {
      tried++;
      const { body } = value as { readonly body: unknown };
      const odd = await oddIn({ ...spoiling.answers, [at]: body }, spoiling);
      if (odd !== undefined) wrong.push(`${at} ${path} as ${into}: ${odd}`);
    }
  }
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} of ${tried} went wrong`);
  assert.ok(tried > 0, 'no answer was spoiled');
}

/** Fetches and transforms, reading on; the sentence of anything but records and faults of them. */
async function oddIn(
  answers: Answers,
  { name, channel, operation, readingOf }: Spoiling,
): Promise<string | undefined> {
  const resource = channel[operation];
  assert.ok(resource, `${name} has no ${operation}`);
  const faults: Fault[] = [];
  const leaveOut = (fault: Fault) => faults.push(fault);
  try {
    const reading = { ...readingOf(answers), leaveOut };
    const lists = Object.keys(resource.includes ?? {}) as ListInclude[];
    const query = { limit: 10, ...(lists.length > 0 && { include: lists }) };
    const { items } = await resource.fetch(query, undefined, reading);
    // All that transforming looks at.
    const task = { operation, name, resource, query } as unknown as Task;
    await transform(items, task, {}, reading.now, createJournal('0'.repeat(32)), leaveOut);
  } catch (error) {
    if (!(error instanceof Fault)) return String(error);
    faults.push(error);
  }
  const other = faults.find(({ code }) => code !== 'channel_invalid_response');
  return other && `${other.code}: ${other.message}`;
}
