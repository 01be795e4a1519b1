// The long form of the tests of many instances, for people: `npm run instances`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
const args = ['--test', '--test-concurrency=1', ...files.map((name) => `${folder}${name}`)];
const { status } = spawnSync(process.execPath, args, {
  stdio: 'inherit',
  env: { ...process.env, INSTANCES_LONG: '1' },
});
process.exitCode = status ?? 1;
