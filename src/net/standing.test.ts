// Credentials that a host refused: how long they wait, and who does not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStanding, type Presented, present } from './standing.ts';

const key = (credential: string, client = 'one', host = 'shop.nl'): Presented =>
  present(client, credential, host, true);

/** Sends as soon as it may, for so long, and is refused each time; returns when it was sent. */
function refusedFor(milliseconds: number, next: () => Presented) {
  const standing = createStanding();
  const sent: number[] = [];
  for (let now = 0; now < milliseconds; now += 250) {
    const presented = next();
    try {
      standing.check(presented, now);
    } catch {
      continue;
    }
    sent.push(now);
    standing.refused(presented, now);
  }
  return { standing, sent };
}

describe('a credential that a host refuses', () => {
  it('waits longer and longer, a minute at most', () => {
    const { sent } = refusedFor(600_000, () => key('wrong'));
    const rests = sent.slice(1).map((at, i) => at - (sent[i] ?? 0));
    const long = rests.filter((rest) => rest > 1000);
    assert.deepEqual(long.slice(0, 7), [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    assert.ok(sent.length < 40, `${sent.length} times in ten minutes`);
  });

  it('says so, with the time to return', () => {
    const { standing } = refusedFor(20_000, () => key('wrong'));
    assert.throws(() => standing.check(key('wrong'), 20_000), {
      code: 'credential_refused',
      reason: 'refused_lately',
    });
  });

  it('may be a new one each time: they wait together', () => {
    let made = 0;
    const { sent, standing } = refusedFor(600_000, () => key(`wrong ${made++}`));
    assert.ok(sent.length < 60, `${sent.length} times in ten minutes`);
    assert.throws(() => standing.check(key('yet another'), 600_000), {
      code: 'channel_rate_limited',
    });
  });

  it('stands in no one else’s way: not the same key of another client, nor at another host', () => {
    const { standing } = refusedFor(60_000, () => key('wrong'));
    standing.check(key('wrong', 'two'), 60_000);
    standing.check(key('wrong', 'one', 'other.nl'), 60_000);
    standing.worked(key('good'));
    for (let now = 60_000; now < 90_000; now += 1000) standing.refused(key(`n${now}`), now);
    standing.check(key('good'), 90_000);
  });

  it('does not count together where many have accounts at one host', () => {
    let made = 0;
    const next = () => ({ ...key(`wrong ${made++}`), isShop: false });
    const { standing } = refusedFor(60_000, next);
    standing.check({ ...key('another user’s'), isShop: false }, 60_000);
  });

  it('is forgotten when it works, and counts as one that works until it is refused', () => {
    const { standing } = refusedFor(60_000, () => key('mended'));
    assert.equal(standing.works(key('mended')), false);
    standing.worked(key('mended'));
    standing.check(key('mended'), 60_000);
    assert.equal(standing.works(key('mended')), true);
    assert.equal(standing.works(key('mended', 'two')), false);
    standing.refused(key('mended'), 60_000);
    assert.equal(standing.works(key('mended')), false);
  });

  it('costs a few calls of one try no more than one', () => {
    const standing = createStanding();
    for (let i = 0; i < 20; i++) standing.refused(key('typed'), i * 10);
    standing.check(key('typed'), 300);
  });

  it('is not kept waiting for an old time by a clock that is set back', () => {
    for (const back of [60_000, 3600_000]) {
      const { standing } = refusedFor(30_000, () => key('wrong'));
      const restOf = (now: number) => {
        try {
          standing.check(key('wrong'), now);
          return 0;
        } catch (error) {
          return (error as { retryAfter: number }).retryAfter;
        }
      };
      const rest = restOf(30_000);
      assert.ok(restOf(30_000 - back) <= rest);
      assert.equal(restOf(30_000 - back + 60_000), 0);
    }
  });
});
