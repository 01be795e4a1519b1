// The log leaves out whatever is a secret by its name, as the channels declare them.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { secretKeys } from '../channels/field.ts';
import { channels } from '../channels/index.ts';
import { createLog } from './log.ts';

test('no key that a channel declares a secret is written, however deep it stands', () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const keys = secretKeys(Object.values(channels).flatMap(({ fields }) => fields));
  const log = createLog('info', { secretKeys: keys, destination });
  const names = [...new Set([...keys, 'secrets', 'params', 'body', 'authorization', 'cookie'])];
  for (const name of names) {
    const secret = { [name]: 'canary' };
    log.info({ ...secret, one: secret, two: { three: secret } }, 'by mistake');
  }
  assert.equal(lines.length, names.length);
  for (const line of lines) {
    assert.ok(!line.includes('canary'), line);
    assert.equal(line.split('***').length, 4, line);
  }
});
