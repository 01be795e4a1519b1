// Who may read the files of the service, who owns them, and whether there is room for more.
import { readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Finding, type Say } from './check.ts';

const OTHERS = 0o077;
const MIB = 1024 * 1024;
const LITTLE = 64 * MIB;
const NOT_MUCH = 1024 * MIB;
/** What the service keeps in its folder. */
const OURS = /^(manifold\.|sandbox-keys$)/;

const isOpen = ({ mode }: Stats) => (mode & OTHERS) !== 0;
const modeOf = ({ mode }: Stats) => `(mode ${(mode & 0o777).toString(8).padStart(4, '0')})`;
const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
/** As a shell takes it. */
const quoted = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

export const files = check('files', ({ config }, say) => {
  const { dataDir, databaseUrl, keysFile, mode } = config;
  // Windows has no such modes.
  if (process.platform === 'win32') return undefined;
  const found = [
    ...(keysFile ? ofKeys(keysFile, say) : []),
    ...(databaseUrl === undefined || mode === 'sandbox' ? ofFolder(dataDir, say) : []),
  ];
  if (found.length > 0 || (!keysFile && !statOf(dataDir))) return found;
  return say.ok('Only their owner can use the files of the service.');
});

function ofKeys(file: string, { wrong }: Say): Finding[] {
  const there = statOf(file);
  // A file that is missing is said where it is read.
  if (!there || !isOpen(there)) return [];
  const sentence = `Users other than its owner can use the key file ${file} ${modeOf(there)}.`;
  return [wrong(sentence, `chmod 600 ${quoted(file)}`)];
}

function ofFolder(folder: string, { warning, wrong }: Say): Finding[] {
  const there = statOf(folder);
  // What else is in its place is said where it is used.
  if (!there?.isDirectory()) return [];
  const inside = readdirSync(folder)
    .filter((name) => OURS.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = statOf(path);
      return stat ? [{ path, stat, typed: quoted(path) }] : [];
    });
  const open = inside.filter(({ stat }) => isOpen(stat));
  // A command that was run as root leaves files that the service cannot write.
  const foreign = inside.filter(({ stat }) => stat.uid !== there.uid);
  const named = (some: typeof inside) => some.map(({ typed }) => typed).join(' ');
  return [
    isOpen(there) &&
      warning(
        `Others can look into the data folder ${folder} ${modeOf(there)}.`,
        `chmod 700 ${quoted(folder)}`,
      ),
    open.length > 0 &&
      wrong(
        `Others can use ${open.map(({ path, stat }) => `${path} ${modeOf(stat)}`).join(', ')}.`,
        `chmod 600 ${named(open)}`,
      ),
    foreign.length > 0 &&
      wrong(
        `${foreign.map(({ path }) => path).join(', ')} and the data folder belong to different users: the service may not be able to write.`,
        `Run commands as the user of the service; now: chown --reference=${quoted(folder)} ${named(foreign)}`,
      ),
  ].filter((each) => each !== false);
}

export const disk = check('disk', ({ config: { dataDir, databaseUrl } }, say) => {
  if (databaseUrl !== undefined || !statOf(dataDir)) return undefined;
  const { bavail, bsize } = statfsSync(dataDir);
  const left = bavail * bsize;
  const sentence = `${sizeOf(left)} are free where the data folder is.`;
  if (left >= NOT_MUCH) return say.ok(sentence);
  const remedy = 'Make room, or give the data folder a larger disk.';
  return (left < LITTLE ? say.wrong : say.warning)(sentence, remedy);
});

const sizeOf = (bytes: number): string =>
  bytes < 1024 * MIB
    ? `${Math.floor(bytes / MIB)} MiB`
    : `${Math.floor(bytes / (1024 * MIB)).toLocaleString('en-US')} GiB`;
