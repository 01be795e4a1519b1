// Runs the tests, as many processes together as keep the processors busy:
//   npm test                    every kind of test, in some minutes on two processors
//   npm run test:all            every repetition too: seeds, kills, all pairs, both databases, every page
//   npm test -- --channel=bol   what concerns one channel
//   npm test -- paging catalogue  the files whose path has one of these words, repetitions too
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { HOW_TO_GET_ONE, hasBrowser } from './browser/found.ts';
import type { Ended } from './reporter.ts';

/** How long each file took when it was last measured (`--measure`), in seconds. */
const TIMES = resolve(import.meta.dirname, 'times.json');
/** A file that was never measured. */
const USUAL = 3;
/** These keep a processor busy; the others wait for processes of their own, and with repetitions for long. Files share a process, since a start costs more than most of them. */
const BUSY =
  /^(?:src|sandbox)\/|^test\/(?!(?:browser|chaos|instances|hostile|deploy|python)\/|guides\/examples\.|events\/hostile-rules\.)/;
/** They share a browser too: one for each processor, since a browser is several processes. */
const IN_BROWSER = /^test\/browser\//;
/** One that awaits something before its tests is loaded as no other can be. */
const AWAITS = /^(?:const [^\n]*= )?await /m;
/** They hold one caller's time against another's: nothing else runs meanwhile. */
const MEASURED = /^test\/(?:hostile\/|events\/hostile-rules\.)/;
/** So long files that share a process take together: a start is worth it, and none is left for the end. */
const SHARE = { least: 20, most: 400 };
/** Repetitions take longer than what was measured without them. */
const SHARE_OF_ALL = 80;
/** These loop over all channels, and name them. */
const LOOPED =
  /^test\/(?:contract\/|link\/(?:wrong-servers|operator)|(?:mutations|nonsense|currencies|sample|house)\.)/;
/** Repetitions of what other files have shown once. */
const LONG = /\.long\.test\.ts$/;

const { values: given, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    channel: { type: 'string' },
    measure: { type: 'boolean', default: false },
  },
});

// Tests wait for one another's answers, and some for a clock: twice as many keep all processors busy.
const together = Math.min(6, availableParallelism()) * 2;

const times = JSON.parse(readFileSync(TIMES, 'utf8')) as Record<string, number>;
const timeOf = (file: string): number => times[file] ?? USUAL;

/** The files that are wanted, and the only names of tests in them. */
function wanted(): { readonly files: readonly string[]; readonly pattern?: string } {
  const all = globSync('{src,sandbox,test}/**/*.test.ts').map((file) => file.replaceAll('\\', '/'));
  const { channel } = given;
  if (channel !== undefined) {
    if (!existsSync(`src/channels/${channel}`)) throw new Error(`there is no channel ${channel}`);
    const own = all.filter((file) => file.split('/').includes(channel));
    const looped = all.filter((file) => LOOPED.test(file) && !LONG.test(file));
    return { files: [...own, ...looped], pattern: `\\b${channel}\\b` };
  }
  if (words.length > 0)
    return { files: all.filter((file) => words.some((word) => file.includes(word))) };
  return { files: given.all ? all : all.filter((file) => !LONG.test(file)) };
}

interface Job {
  readonly files: readonly string[];
  readonly seconds: number;
  readonly pattern?: string | undefined;
}

/** Shares of files that take about as long as one another: `count`, or as many as their length asks for. */
function sharesOf(files: readonly string[], count = countFor(files)): readonly Job[] {
  const shares = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files) {
    const least = shares.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += timeOf(file);
  }
  return shares;
}

function countFor(files: readonly string[]): number {
  const sum = files.reduce((seconds, file) => seconds + timeOf(file), 0);
  const few = Math.max(1, Math.min(together, Math.ceil(sum / SHARE.least)));
  // As many rounds of them as it takes: one share more would be left alone at the end.
  const most = given.all ? SHARE_OF_ALL : SHARE.most;
  return few * Math.max(1, Math.ceil(sum / few / most));
}

/** The longest first, so that none is left for the end. */
function jobsOf(files: readonly string[], pattern: string | undefined): readonly Job[] {
  const kindOf = (file: string) =>
    IN_BROWSER.test(file)
      ? 'inBrowser'
      : MEASURED.test(file) || AWAITS.test(readFileSync(file, 'utf8'))
        ? 'alone'
        : BUSY.test(file)
          ? 'busy'
          : given.all
            ? 'alone'
            : 'waiting';
  const {
    busy = [],
    waiting = [],
    inBrowser = [],
    alone = [],
  } = Object.groupBy(
    files.toSorted((a, b) => timeOf(b) - timeOf(a)),
    kindOf,
  );
  return [
    ...sharesOf(busy),
    ...sharesOf(waiting),
    ...sharesOf(inBrowser, Math.ceil(together / 2)),
    ...alone.map((file) => ({ files: [file], seconds: timeOf(file) })),
  ]
    .filter((job) => job.files.length > 0)
    .map((job) => ({
      ...job,
      // The tests of a channel's own files do not repeat its name.
      pattern: job.files.some((file) => file.startsWith('test/')) ? pattern : undefined,
    }))
    .toSorted((a, b) => b.seconds - a.seconds);
}

const folder = mkdtempSync(join(tmpdir(), 'manifold-tests-'));
/** PostgreSQL as the first process that needs it prepares it; its server runs as another user. */
const prepared = mkdtempSync(join(tmpdir(), 'mfpg-'));
chmodSync(prepared, 0o711);
let started = 0;
/** Once the first process has loaded its files: the others find compiled what each would compile for itself. */
const compiled = Promise.withResolvers<void>();

/** What a process prints is kept until it ends, so that two never write into one another. */
function run(job: Job): Promise<readonly Ended[]> {
  const { files, pattern } = job;
  const results = join(folder, `${started++}.jsonl`);
  const args = [
    // Answers are large and soon forgotten: collected rarely, they cost a twentieth less.
    '--max-semi-space-size=64',
    // A `before` that fails leaves servers open, which would keep the process for ever.
    '--test-force-exit',
    `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
    `--test-reporter-destination=${results}`,
    ...(pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]),
    join(import.meta.dirname, 'share.ts'),
    ...files,
  ];
  const env = {
    ...process.env,
    PREPARED_POSTGRES: prepared,
    ...((given.all || words.length > 0) && { TEST_ALL: '1' }),
    ...(given.channel && { CHANNEL: given.channel }),
  };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  if (job === first) child.once('message', () => compiled.resolve());
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => {
      compiled.resolve();
      const text = existsSync(results) ? readFileSync(results, 'utf8') : '';
      const ended = text
        .split('\n')
        .flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Ended)));
      const isUnsaid = code !== 0 && !ended.some(({ outcome }) => outcome === 'failed');
      if (isUnsaid)
        ended.push({
          file: resolve(files[0] ?? ''),
          name: `the process ended with ${signal ?? code}`,
          nesting: 0,
          seconds: 0,
          outcome: 'failed',
          why: Buffer.concat(printed).toString().slice(-4000),
        });
      done(ended);
    });
  });
}

const { files, pattern } = wanted();
const inBrowser = files.filter((file) => IN_BROWSER.test(file));
const isBlind = inBrowser.length > 0 && !hasBrowser();
const jobs = jobsOf(isBlind ? files.filter((file) => !inBrowser.includes(file)) : files, pattern);
const total = jobs.length;
const all: Ended[] = [];
const begun = performance.now();

async function work(...queues: readonly Job[][]): Promise<void> {
  const next = () => queues.find((queue) => queue.length > 0)?.shift();
  for (let job = next(); job !== undefined; job = next()) {
    const ended = await run(job);
    all.push(...ended);
    for (const { file, name, why } of ended.filter(({ outcome }) => outcome === 'failed'))
      if (why !== undefined)
        console.log(`\n✖ ${relative('.', file)}: ${name}\n  ${why.replaceAll('\n', '\n  ')}`);
  }
}

const {
  busy = [],
  waiting = [],
  quiet = [],
} = Object.groupBy(jobs, ({ files: [file = ''] }) =>
  MEASURED.test(file) ? 'quiet' : BUSY.test(file) ? 'busy' : 'waiting',
);
const first = busy[0] ?? waiting[0];
await Promise.all([
  work(busy, waiting),
  ...Array.from({ length: Math.min(together, total) - 1 }, async () => {
    await compiled.promise;
    await work(busy, waiting);
  }),
  // What waits for processes of its own leaves the processors to others: it begins with them, not after them.
  work(waiting),
]);
await work(quiet);
for (const made of [folder, prepared]) rmSync(made, { recursive: true, force: true });

const count = (outcome: Ended['outcome']) =>
  all.filter(
    (one) =>
      (one.outcome === outcome && one.why !== undefined) ||
      (one.outcome === outcome && outcome === 'passed' && one.nesting > 0),
  ).length;
const failed = all.filter(({ outcome }) => outcome === 'failed').length;
const minutes = (performance.now() - begun) / 60_000;
console.log(
  `${failed === 0 ? '✔' : '✖'} ${count('passed')} tests passed, ${count('failed')} failed, ${count('skipped')} were skipped, in ${minutes.toFixed(1)} minutes.`,
);
if (isBlind)
  console.log(`Skipped: the tests in a browser (files: ${inBrowser.length}). ${HOW_TO_GET_ONE}`);
if (!given.all && words.length === 0 && given.channel === undefined)
  console.log('npm run test:all runs every repetition too.');

if (given.measure) {
  const measured: Record<string, number> = { ...times };
  for (const { file, seconds } of all.filter(({ nesting }) => nesting === 0))
    measured[relative('.', file)] = Math.round(seconds * 10) / 10;
  const known = Object.entries(measured).filter(
    ([file]) => file.endsWith('.test.ts') && existsSync(file),
  );
  const text = JSON.stringify(
    Object.fromEntries(known.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    null,
    2,
  );
  writeFileSync(TIMES, `${text}\n`);
}
process.exitCode = failed === 0 && total > 0 ? 0 : 1;
