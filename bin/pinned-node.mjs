// Finds the Node that comes with this package, and runs it. Plain JavaScript, so that any Node can read it.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';

/** The oldest Node that can run the service. */
const OLDEST = [24, 16];
const require = createRequire(import.meta.url);
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The path of the Node to run on: the pinned one, else this one if it is new enough; else ends with one line. */
export function chooseNode() {
  const { optionalDependencies } = read(new URL('../package.json', import.meta.url));
  const machine = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const name = Object.keys(optionalDependencies).find((each) => each.endsWith(`-${machine}`));
  const version = name && optionalDependencies[name];
  if (process.version === `v${version}`) return process.execPath;
  const { file, why } = name ? find(name, version) : { why: `none comes with it for ${machine}` };
  if (file) return file;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath;
  console.error(
    `Manifold needs Node ${OLDEST.join('.')} or later: this is Node ${process.versions.node}, and ${why}. Install Node 24 and start it with that.`,
  );
  return process.exit(1);
}

/** The executable of a Node package, or why it cannot be used. */
function find(name, version) {
  let file;
  try {
    const about = require.resolve(`${name}/package.json`);
    file = join(dirname(about), read(about).bin.node);
  } catch {
    return {
      why: `${name} is not installed ("npm ci" does that, unless optional ones are omitted)`,
    };
  }
  // Tried rather than guessed: it is made for glibc and runs neither on Alpine nor on very old systems.
  const said = spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout;
  if (said?.trim() === `v${version}`) return { file };
  return { why: `${name} does not run here (it needs glibc, in a version of this decade)` };
}

/** Runs Node in place of this process where the system can do that, else as its child. */
export function runNode(node, args, options = {}) {
  if (process.execve && process.platform !== 'win32')
    process.execve(node, [node, ...args], process.env);
  const child = spawn(node, args, { stdio: 'inherit', ...options });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to the child as well.
  process.on('SIGINT', () => isatty(0) || child.kill('SIGINT'));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
