// Podman as `npm run image` runs it: with its own images, containers and networks, which end with it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const folder = mkdtempSync(join(tmpdir(), 'manifold-image-'));

// For containers that are asked for by the socket: no more than a root of few rights may give.
const configuration = join(folder, 'containers.conf');
writeFileSync(
  configuration,
  `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[network]
network_backend = "netavark"
`,
);
process.env.CONTAINERS_CONF = configuration;

/** No engine of the machine is touched, and nothing but root is needed: no systemd, and no cgroups of its own. */
export const OWN = [
  ...['--root', join(folder, 'images'), '--runroot', join(folder, 'run')],
  ...['--network-config-dir', join(folder, 'networks')],
  ...['--cgroup-manager', 'cgroupfs', '--runtime', 'runc'],
];
export const run = (file: string, ...args: string[]) =>
  spawnSync(file, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: Infinity });
export const podman = (...args: string[]) => run('podman', ...OWN, ...args);
process.once('exit', () => {
  podman('rm', '--force', '--all', '--time', '0');
  podman('volume', 'rm', '--force', '--all');
  podman('rmi', '--force', '--all');
  rmSync(folder, { recursive: true, force: true });
});

/** A file system of Debian's packages, which no script has set up. */
export const debian = (into: string, ...packages: string[]) =>
  run(
    ...(['mmdebstrap', '--quiet', '--variant=extract'] as const),
    ...[`--include=${packages.join(',')}`, 'trixie', into],
  );

export function show(what: string, ok: boolean, detail = ''): void {
  console.log(`${ok ? 'good' : 'BAD '}  ${what}${detail && `: ${detail.slice(0, 500)}`}`);
  if (!ok) process.exitCode = 1;
}

/** What all that follows needs. */
export function must(what: string, { status, stderr, stdout }: ReturnType<typeof run>): string {
  show(what, status === 0);
  if (status !== 0) {
    console.error(`${stdout}\n${stderr}`);
    process.exit(1);
  }
  return stdout.trim();
}

/** What only the machine can be lacking, before anything of ours is tried. */
export function needs(what: string, { status, stderr, stdout }: ReturnType<typeof run>): void {
  if (status === 0) return;
  console.log(`THIS MACHINE CANNOT RUN CONTAINERS (${what}): the image is not checked`);
  console.error(`${stdout}\n${stderr}`);
  process.exit(0);
}
