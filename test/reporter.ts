// What a process of tests reports to the runner: one line of JSON for each test that ended.
import { resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

export interface Ended {
  readonly file: string;
  readonly name: string;
  /** Tests inside others come before those that hold them; at 0 is the file as a whole. */
  readonly nesting: number;
  readonly seconds: number;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed, or was skipped. */
  readonly why?: string;
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, nesting, skip, details } = data;
    const seconds = details.duration_ms / 1000;
    const outcome = skip !== undefined ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
    const why =
      outcome === 'skipped'
        ? String(skip)
        : reasonOf('error' in details ? details.error : undefined);
    const ended: Ended = {
      file: nesting === 0 ? resolve(name) : (data.file ?? ''),
      name: nesting === 0 ? 'the file' : name,
      nesting,
      seconds,
      outcome,
      ...(why !== undefined && { why }),
    };
    yield `${JSON.stringify(ended)}\n`;
  }
}

/** Of a test that failed because one inside it did, nothing. */
function reasonOf(error: (Error & { readonly failureType?: string }) | undefined) {
  if (error === undefined || error.failureType === 'subtestsFailed') return undefined;
  return inspect(error.cause ?? error, { depth: 4 });
}
