// Tests of how wrong secrets are slowed down.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createThrottle } from './throttle.ts';

function at(start = 1_000_000_000) {
  let time = start;
  const throttle = createThrottle(() => time);
  return {
    throttle,
    wait: (ms: number) => {
      time += ms;
    },
    wrong: (clientId: string, address: string) => throttle.wrong(clientId, address),
    fail: (times: number, clientId: string, address: (n: number) => string) => {
      for (let n = 0; n < times; n += 1) throttle.wrong(clientId, address(n));
    },
  };
}

describe('wrong secrets of one client', () => {
  it('are free five times, then come too soon, with pauses that double up to five minutes', () => {
    const { wrong, wait } = at();
    for (let n = 0; n < 5; n += 1) assert.equal(wrong('a', `10.0.0.${n}`), 0);
    assert.equal(wrong('a', '10.0.1.1'), 1000);
    wait(400);
    assert.equal(wrong('a', '10.0.1.2'), 600, 'waiting is not prolonged by trying');
    const pauses: number[] = [];
    let pause = 600;
    for (let n = 0; n < 11; n += 1) {
      wait(pause);
      assert.equal(wrong('a', `10.1.${n}.1`), 0);
      pause = wrong('a', `10.2.${n}.1`);
      pauses.push(pause / 1000);
    }
    assert.deepEqual(pauses, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  });

  it('leave other clients alone', () => {
    const { wrong, fail } = at();
    fail(10, 'a', (n) => `10.0.0.${n}`);
    assert.equal(wrong('b', '10.9.9.9'), 0);
  });

  it('are forgotten after a right one, or after a quarter of an hour', () => {
    const { throttle, wrong, fail, wait } = at();
    fail(6, 'a', (n) => `10.0.0.${n}`);
    throttle.right('a');
    assert.equal(wrong('a', '10.0.0.1'), 0);
    fail(6, 'b', (n) => `10.0.1.${n}`);
    wait(15 * 60_000);
    fail(5, 'b', (n) => `10.0.1.${n}`);
    assert.equal(wrong('b', '10.0.2.1'), 1000);
  });

  it('are not held against it longer when the clock is set back', () => {
    const { wrong, fail, wait } = at();
    fail(6, 'a', (n) => `10.0.0.${n}`);
    wait(-3_600_000);
    assert.equal(wrong('a', '10.0.0.1'), 0);
  });
});

describe('wrong secrets from one address', () => {
  it('are free twenty times over all clients', () => {
    const { wrong } = at();
    for (let n = 0; n < 20; n += 1) assert.equal(wrong(`c${n}`, '10.0.0.1'), 0);
    assert.equal(wrong('c20', '10.0.0.1'), 1000);
    assert.equal(wrong('c20', '10.0.0.2'), 0);
  });

  it('count as one for all of an IPv6 network, and for an IPv4 address in either spelling', () => {
    for (const [one, other] of [
      ['2001:db8:1:2::1', '2001:DB8:0001:2:ffff:0:0:9'],
      ['2001:db8::1', '2001:db8:0:0:1::'],
      ['::1', '0:0:0:0:5::'],
      ['fe80::1%eth0', 'fe80::2%eth1'],
      ['::ffff:10.0.0.7', '10.0.0.7'],
    ] as const) {
      const { wrong } = at();
      for (let n = 0; n < 20; n += 1) wrong(`c${n}`, one);
      assert.equal(wrong('x', other), 1000, `${one} ${other}`);
      assert.equal(wrong('y', '2001:db8:1:3::1'), 0);
    }
  });

  it('stand even after a right secret', () => {
    const { throttle, wrong } = at();
    for (let n = 0; n < 20; n += 1) wrong(`c${n}`, '10.0.0.1');
    throttle.right('c1');
    assert.equal(wrong('c1', '10.0.0.1'), 1000);
  });
});

it('forgets the oldest when there are too many to remember', () => {
  const { wrong, fail } = at();
  fail(6, 'a', (n) => `10.0.0.${n}`);
  for (let n = 0; n < 10_000; n += 1) wrong(`other-${n}`, `10.1.${n >> 8}.${n & 255}`);
  assert.equal(wrong('a', '10.3.0.1'), 0);
});
