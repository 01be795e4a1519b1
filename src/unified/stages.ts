// The stages of one data call as it passes through them: which it is in, what each took, and their spans.
import { performance } from 'node:perf_hooks';
import type { Stage } from '../model/envelope.ts';
import type { Span, Trace } from '../model/trace.ts';
import type { StageTimes } from '../model/watch.ts';

export function createStages({ id, from, span: whole }: Trace) {
  let stage: Stage = 'validate';
  let since = performance.now();
  let span: Span | undefined = whole?.child(stage, 'internal');
  let over = false;
  const times: { -readonly [S in Stage]?: number } = {};

  function leave(fault?: string) {
    const now = performance.now();
    times[stage] = now - since;
    since = now;
    span?.end(undefined, fault);
  }

  return {
    now: (): Stage => stage,
    enter(next: Stage) {
      leave();
      stage = next;
      span = whole?.child(stage, 'internal');
    },
    /** `fault` is the code of what the present stage failed with, if it did. */
    end(fault?: string): StageTimes {
      if (!over) leave(fault);
      over = true;
      return times;
    },
    /** What is asked of a channel is part of the stage that asks. */
    trace: {
      id,
      from,
      get span() {
        return span;
      },
    } satisfies Trace,
  };
}
