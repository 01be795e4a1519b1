// The parts of undici are those that its front door hands out, in the version that is installed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, buildConnector } from './undici.ts';

test('the parts are the same as by the front door', async () => {
  const whole = await import('undici');
  assert.equal(Agent, whole.Agent);
  assert.equal(buildConnector, whole.buildConnector);
});
