// Who may read the files of the service, who owns them, and whether there is room for more.
import { readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, type Finding, ok, warning, wrong } from './check.ts';

const OTHERS = 0o077;
const MIB = 1024 * 1024;
const LITTLE = 64 * MIB;
const NOT_MUCH = 1024 * MIB;
/** What the service keeps in its folder. */
const OURS = /^(manifold\.|sandbox-keys$)/;

const modeOf = ({ mode }: Stats) => (mode & 0o777).toString(8).padStart(4, '0');
const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
/** As a shell takes it. */
const quoted = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

export const files: Check = {
  id: 'files',
  async run({ config: { dataDir, databaseUrl, keysFile, mode } }) {
    // Windows has no such modes.
    if (process.platform === 'win32') return [];
    const found = [
      ...(keysFile ? ofKeys(keysFile) : []),
      ...(databaseUrl === undefined || mode === 'sandbox' ? ofFolder(dataDir) : []),
    ];
    if (found.length > 0 || (!keysFile && !statOf(dataDir))) return found;
    return [ok('files', 'Only their owner can use the files of the service.')];
  },
};

function ofKeys(file: string): Finding[] {
  const there = statOf(file);
  // A file that is missing is said where it is read.
  if (!there || (there.mode & OTHERS) === 0) return [];
  return [
    wrong(
      'files',
      `Others than its owner can use the key file ${file} (mode ${modeOf(there)}).`,
      `chmod 600 ${quoted(file)}`,
    ),
  ];
}

function ofFolder(folder: string): Finding[] {
  const there = statOf(folder);
  // What else is in its place is said where it is used.
  if (!there?.isDirectory()) return [];
  const found: Finding[] = [];
  if ((there.mode & OTHERS) !== 0)
    found.push(
      warning(
        'files',
        `Others can look into the data folder ${folder} (mode ${modeOf(there)}).`,
        `chmod 700 ${quoted(folder)}`,
      ),
    );
  const inside = readdirSync(folder)
    .filter((name) => OURS.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = statOf(path);
      return stat ? [{ path, stat }] : [];
    });
  const open = inside.filter(({ stat }) => (stat.mode & OTHERS) !== 0);
  if (open.length > 0)
    found.push(
      wrong(
        'files',
        `Others can use ${open.map(({ path, stat }) => `${path} (mode ${modeOf(stat)})`).join(', ')}.`,
        `chmod 600 ${open.map(({ path }) => quoted(path)).join(' ')}`,
      ),
    );
  // A command that was run as root leaves files that the service cannot write.
  const foreign = inside.filter(({ stat }) => stat.uid !== there.uid);
  if (foreign.length > 0)
    found.push(
      wrong(
        'files',
        `${foreign.map(({ path }) => path).join(', ')} and the data folder belong to different users: the service may not be able to write.`,
        `Run commands as the user of the service; now: chown --reference=${quoted(folder)} ${foreign.map(({ path }) => quoted(path)).join(' ')}`,
      ),
    );
  return found;
}

export const disk: Check = {
  id: 'disk',
  async run({ config: { dataDir, databaseUrl } }) {
    if (databaseUrl !== undefined || !statOf(dataDir)) return [];
    const { bavail, bsize } = statfsSync(dataDir);
    const left = bavail * bsize;
    const sentence = `${sizeOf(left)} are free where the data folder is.`;
    const remedy = 'Make room, or give the data folder a larger disk.';
    if (left < LITTLE) return [wrong('disk', sentence, remedy)];
    return left < NOT_MUCH ? [warning('disk', sentence, remedy)] : [ok('disk', sentence)];
  },
};

const sizeOf = (bytes: number): string =>
  bytes < 1024 * MIB
    ? `${Math.floor(bytes / MIB)} MiB`
    : `${Math.floor(bytes / (1024 * MIB)).toLocaleString('en-US')} GiB`;
