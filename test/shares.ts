// Runs many test files in few processes: all of a processor's share in one, on every processor.
// "node bin/node.mjs test/shares.ts 'src/**/*.test.ts'"
import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** The largest first, each to the share that has least so far. */
function sharesOf(files: readonly string[], count: number): string[][] {
  const shares = Array.from({ length: count }, () => ({ size: 0, files: [] as string[] }));
  const sized = files.map((file) => ({ file, size: statSync(file).size }));
  for (const { file, size } of sized.sort((a, b) => b.size - a.size)) {
    const [least] = shares.toSorted((a, b) => a.size - b.size);
    least?.files.push(file);
    if (least) least.size += size;
  }
  return shares.map((share) => share.files).filter((share) => share.length > 0);
}

/** What a process writes is kept until it ends, so that two never write into one another. */
function run(files: readonly string[]): Promise<number> {
  const args = ['--test', '--test-isolation=none', '--test-reporter=dot', ...files];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      done(code ?? 1);
    });
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // More than processors where tests wait a lot.
  options: { shares: { type: 'string', default: String(Math.min(4, availableParallelism())) } },
});
const files = globSync(positionals);
const shares = sharesOf(files, Number(values.shares));
const codes = await Promise.all(shares.map(run));
process.exitCode = files.length > 0 && codes.every((code) => code === 0) ? 0 : 1;
