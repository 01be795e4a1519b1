import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

it('the platform still knows the option: of one that it does not know it would say nothing', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  assert.match(options, /--allocation-site-pretenuring /);
});
