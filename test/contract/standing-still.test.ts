// A vendor that answers the same page again, on every channel: refused, never repeated, never endless.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { isAll, shownOn } from '../all.ts';
import { type Service, startService } from '../service.ts';
import { everything } from './expected.ts';

/** More pages than a walk that stands still may give before it is noticed: theirs hold up to 250. */
const PATIENCE = 200;
/** More calls to the vendor than one of its pages may cost. */
const MOST_CALLS = 60;

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

for (const [name, channel] of shownOn(channels, 3))
  describe(name, () => {
    for (const kind of ['orders', 'products'] as const) {
      if (!channel[kind]) continue;
      // Several of our pages in one of theirs, or one: without repetitions the first, in fewer pages.
      for (const limit of isAll ? [3, 100] : [30])
        test(`${kind}, ${limit} at a time`, async () => {
          service.sandbox.faults.plant({ kind: 'same-page', channel: name });
          try {
            const { ids, ending, pages } = await walkOn(kind, name, limit);
            // One page of theirs held all there is: nothing came again.
            const whole = ids.length === service.shop(name)[kind].length;
            if (ending.status === 200 && whole) return;
            assert.equal(ending.status, 502, `${pages} pages, ${ids.length} records`);
            assert.ok('code' in ending.body.Errors, ending.text.slice(0, 200));
            assert.equal(ending.body.Errors.code, 'channel_invalid_response');
            assert.equal(new Set(ids).size, ids.length, 'a record was repeated');
            assert.ok(ending.body.Report.ExtResources.length <= MOST_CALLS);
          } finally {
            service.sandbox.faults.lift();
          }
        });
    }
  });

/** Every page until the walk ends or is refused. */
async function walkOn(kind: 'orders' | 'products', name: string, limit: number) {
  const body = kind === 'orders' ? everything(service, name) : {};
  const ids: unknown[] = [];
  let next: string | undefined;
  for (let pages = 1; ; pages++) {
    const ending = await service[kind](name, next ? { next_page_token: next } : { ...body, limit });
    ids.push(...ending.body.Output.result.map(({ id }) => id));
    next = ending.body.Output.next_page_token;
    if (ending.status !== 200 || next === undefined) return { ids, ending, pages };
    assert.ok(pages < PATIENCE, `${ids.length} records in ${pages} pages, and no end`);
  }
}
