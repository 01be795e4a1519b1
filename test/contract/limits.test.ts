// Rate limits as the vendors set them: callers are paced or learn when to return, vendors never say no.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { shownOn } from '../all.ts';
import { startService } from '../service.ts';
import { everything } from './expected.ts';

/** Enough calls at the same time to use up the budget of any channel that has one. */
const CALLS = 40;

describe('under the vendors’ own limits', { concurrency: 3 }, () => {
  for (const [name, channel] of shownOn(channels, 3)) {
    // A channel without a published rate has nothing that could be used up.
    if (!channel.limits.some(({ tokens }) => tokens)) continue;
    const kind = channel.orders ? 'orders' : 'products';
    test(`${name}: many callers at the same time are served or learn when to return, and the vendor never refuses`, async () => {
      const service = await startService({ rates: 'vendor' });
      try {
        const base = kind === 'orders' ? everything(service, name) : {};
        // The first answer shows what the vendor really charges and allows.
        const first = await service[kind](name, { ...base, limit: 20 });
        assert.equal(first.status, 200, first.text.slice(0, 300));
        const answers = await Promise.all(
          Array.from({ length: CALLS }, () =>
            service[kind](name, { ...base, limit: 20 }, { headers: { prefer: 'wait=3' } }),
          ),
        );
        for (const answer of answers) {
          if (answer.status === 200) continue;
          const [item] = answer.body.Output.restErrors ?? [];
          // On a busy machine a call may also simply run out of its three seconds.
          assert.match(
            item?.code ?? '',
            /^channel_(rate_limited|timeout)$/,
            answer.text.slice(0, 300),
          );
          assert.equal(
            item?.status,
            undefined,
            `the vendor itself refused: ${answer.text.slice(0, 300)}`,
          );
          if (answer.status === 429) assert.ok(Number(answer.headers.get('retry-after')) >= 1);
        }
      } finally {
        await service.close();
      }
    });
  }
});
