// A folder outside the project into which public tools are installed; it is kept for the next time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Scratch {
  readonly folder: string;
  /** Runs a program of one of the packages; its output, and whether it went well. */
  run(program: string, args: readonly string[]): Promise<Ran>;
}

export interface Ran {
  readonly isGood: boolean;
  readonly output: string;
}

export async function openScratch(
  name: string,
  packages: Readonly<Record<string, string>>,
): Promise<Scratch> {
  const folder = join(tmpdir(), `manifold-${name}`);
  mkdirSync(folder, { recursive: true });
  const wanted = `${JSON.stringify({ private: true, type: 'module', dependencies: packages }, null, 2)}\n`;
  const file = join(folder, 'package.json');
  const isThere = existsSync(join(folder, 'node_modules', '.package-lock.json'));
  if (!isThere || readFileSync(file, 'utf8') !== wanted) {
    writeFileSync(file, wanted);
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { isGood, output } = await ran('npm', args, folder);
    if (!isGood) throw new Error(`npm install: ${output}`);
  }
  return {
    folder,
    // By the Node that runs this: some of the tools want a newer one than the machine's.
    run: (program, args) =>
      ran(process.execPath, [join(folder, 'node_modules', program), ...args], folder),
  };
}

/** Any program, in a folder. One that is not there has not gone well. */
export async function ran(program: string, args: readonly string[], cwd: string): Promise<Ran> {
  const child = spawn(program, args, { cwd, env: { ...process.env, NO_COLOR: '1', CI: '1' } });
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => pieces.push(String(chunk)));
  const isThere = once(child, 'spawn').then(
    () => true,
    () => false,
  );
  if (!(await isThere)) return { isGood: false, output: `there is no ${program}` };
  const [code] = await once(child, 'close');
  return { isGood: code === 0, output: pieces.join('') };
}
