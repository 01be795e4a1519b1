// `npm run carry [rows]`: kills moves and backups at random, then carries a large store, and prints what it took.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restore } from '../../src/care/restore.ts';
import { openStore } from '../../src/store/index.ts';
import { openEmbedded } from '../../src/store/sqlite.ts';
import { startPostgres } from '../postgres.ts';
import { testSeal as seal } from './databases.ts';
import { fillStore, insertRows } from './filled.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const KILLS = 20;
const folder = mkdtempSync(join(tmpdir(), 'manifold-carry-'));
const postgres = await startPostgres();

/** Runs a child, kills it after so long if it is asked to, and says how it ended and what it took. */
async function run(file: string, args: readonly string[], killAfter?: number) {
  const started = performance.now();
  const script = new URL(file, import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const timer = killAfter && setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code] = await once(child, 'close');
  clearTimeout(timer || undefined);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return { done: code === 0, seconds, kilobytes: Number(out.trim().split('\n').at(-1)), err };
}

try {
  // 20 tables: a twentieth of the rows in each.
  const small = await fillStore(join(folder, 'small'), 100, 20);
  const to = await postgres.fresh();
  let killed = 0;
  let done = false;
  for (let n = 0; n < KILLS && !done; n++) {
    done = (await run('./move-child.ts', [small, to], 300 + Math.random() * 4000)).done;
    killed += Number(!done);
  }
  // The last one goes on to the end, or finds that it is done.
  if (!done) {
    const last = await run('./move-child.ts', [small, to]);
    if (!last.done) throw new Error(last.err);
  }
  console.log(`moves: ${killed} killed, then moved and compared row by row`);

  let whole = 0;
  const busy = await fillStore(join(folder, 'busy'), 100, 20);
  for (let n = 0; n < KILLS; n++) {
    const file = join(folder, `busy-${n}.db`);
    await run('./backup-child.ts', [busy, file], 300 + Math.random() * 6000);
    if (!existsSync(file)) continue;
    const target = join(folder, 'busy-restored');
    rmSync(target, { recursive: true, force: true });
    await restore({ file, dataDir: target, force: false });
    whole += 1;
  }
  console.log(
    `backups: ${KILLS} killed, ${whole} of them too late; each of these was restored whole`,
  );

  const large = await fillStore(join(folder, 'large'), 1, 1);
  const clients = Math.ceil(rows / 20 / 100);
  for (let at = 0; at < clients; at += 10) {
    const opened = await openEmbedded(large);
    insertRows(opened.db, Math.min(10, clients - at), 100, (at + 1) * 100);
    opened.close();
  }
  const size = statSync(join(large, 'manifold.db')).size / 1024 ** 2;
  const file = join(folder, 'large.db');
  const service = await openStore({ dataDir: large, role: 'service', seal });
  const waits: number[] = [];
  let backing = true;
  const made = run('./backup-child.ts', [large, file]).finally(() => {
    backing = false;
  });
  for (let n = 0; backing; n++) {
    const begun = performance.now();
    await service.users.ensure('client-0', `during ${n}`);
    waits.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const backup = await made;
  await service.close();
  waits.sort((a, b) => a - b);
  const at = (share: number) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(1);
  console.log(
    `${rows} rows, ${size.toFixed(1)} MiB: backup ${backup.seconds} s, ${Math.round(backup.kilobytes / 1024)} MiB of memory; ${waits.length} writes meanwhile took ${at(0.5)} ms (half), ${at(0.99)} (99 of 100), ${at(0.9999)} (longest)`,
  );
  const restored = performance.now();
  await restore({ file, dataDir: join(folder, 'again'), force: false });
  console.log(`restored and checked in ${((performance.now() - restored) / 1000).toFixed(1)} s`);
  const opened = performance.now();
  await (await openStore({ dataDir: join(folder, 'again'), role: 'service', seal })).close();
  console.log(
    `first start and end after it: ${((performance.now() - opened) / 1000).toFixed(1)} s`,
  );
  const again = performance.now();
  await (await openStore({ dataDir: join(folder, 'again'), role: 'service', seal })).close();
  console.log(
    `start and end after a clean end: ${((performance.now() - again) / 1000).toFixed(1)} s`,
  );
  const moved = await run('./move-child.ts', [large, await postgres.fresh()]);
  if (!moved.done) throw new Error(moved.err);
  console.log(`moved in ${moved.seconds} s, ${Math.round(moved.kilobytes / 1024)} MiB of memory`);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
