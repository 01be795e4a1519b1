// What the pages of the console cost with a million executions in the embedded store: `npm run bench:console`.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { channels } from '../src/channels/index.ts';
import { EMBEDDED_FILE } from '../src/store/index.ts';
import { createOperator } from '../test/console/operator.ts';
import { startService } from '../test/service.ts';
import { figureOf, keep, machine, rounded, rows, written } from './harness.ts';

const EXECUTIONS = Number(process.env.BENCH_EXECUTIONS ?? 1_000_000);
const USERS = 20_000;
const REPEATS = Number(process.env.BENCH_REPEATS ?? 7);
const CODES = ['channel_timeout', 'credential_refused', 'rate_limited', 'invalid_request'];
const RESULTS = new URL('results/console.json', import.meta.url);
const MONTH = 30 * 86_400_000;

const PAGES = [
  '/console',
  '/console/executions',
  '/console/executions?channel=bol',
  '/console/executions?client=test-client&user=user-77',
  '/console/executions?client=test-client&channel=mirakl&outcome=failed&span=7d',
  '/console/executions?code=rate_limited',
  '/console/executions?outcome=failed&code=invalid_request&span=30d',
  '/console/health?span=24h',
  '/console/health?span=30d',
  '/console/links?span=30d',
  '/console/users?client=test-client',
  '/console/clients',
  '/console/clients/test-client',
  '/console/deliveries?client=test-client',
  '/console/watches?client=test-client',
  '/console/overrides?client=test-client',
  '/console/try',
  '/console/audit',
];

const service = await startService({ today: Date.now() });
try {
  fill(join(service.dataDir, EMBEDDED_FILE), service.now());
  const operator = createOperator(service, 'localhost:8080');
  const { body } = await operator.get('/console/executions?channel=shopify');
  const [one = ''] = /\/console\/executions\/[\w-]+/.exec(body) ?? [];
  const lines = [];
  for (const path of [...PAGES, one]) {
    const spent: number[] = [];
    let size = 0;
    for (let n = 0; n <= REPEATS; n += 1) {
      const before = process.cpuUsage();
      const answer = await operator.get(path);
      const { user, system } = process.cpuUsage(before);
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
      size = answer.body.length;
      if (n > 0) spent.push((user + system) / 1000);
    }
    lines.push({
      path: path === one ? '/console/executions/{id}' : path,
      size,
      processor: figureOf(spent),
    });
  }
  const shown = lines.map(({ path, size, processor }) => [
    ...[path, `${rounded(size / 1024, 0)} KB`, `${written(processor)} ms`],
  ]);
  console.log(rows(['page', 'size', 'processor'], shown));
  keep(RESULTS, { machine: machine(), executions: EXECUTIONS, lines });
} finally {
  await service.close();
}

/** Behind the service's back, as years of use would leave it. */
function fill(file: string, now: number): void {
  const db = new DatabaseSync(file);
  db.exec('pragma synchronous = off; begin');
  const user = db.prepare(
    'insert into "user" (id, client_id, tp_user_id, created_at, updated_at) values (?, ?, ?, ?, 0)',
  );
  for (let n = 0; n < USERS; n += 1) user.run(`u${n}`, 'test-client', `user-${n}`, now - MONTH);
  const names = Object.keys(channels);
  const add =
    db.prepare(`insert into execution (id, client_id, user_id, operation, channel, tp_user_id,
    mode, outcome, stage, code, trace_id, result_count, override_count, calls, durations, warnings,
    started_at, finished_at, details) values (?, 'test-client', ?, ?, ?, ?, 'direct', ?, 'transform', ?, ?, 20, 0, 3,
    null, '[]', ?, ?, null)`);
  for (let n = 0; n < EXECUTIONS; n += 1) {
    const at = now - MONTH + Math.floor((n / EXECUTIONS) * MONTH);
    const failed = n % 50 === 0;
    const who = n % USERS;
    add.run(
      ...[`x${String(n).padStart(8, '0')}`, `u${who}`, n % 2 ? 'orders' : 'products'],
      ...[names[n % names.length] ?? '', `user-${who}`, failed ? 'failed' : 'succeeded'],
      ...[failed ? (CODES[(n / 50) % CODES.length] ?? '') : null, 'trace', at, at + 400],
    );
  }
  const step = db.prepare(
    `insert into link_step (id, session, client_id, user_id, step, channel, code, at) values (?, ?, 'test-client', ?, ?, ?, null, ?)`,
  );
  for (let n = 0; n < USERS; n += 1)
    for (const [place, name] of ['opened', 'begun', 'chosen', 'sent', 'linked'].entries())
      if (n % (place + 1) === 0)
        step.run(
          `s${n}-${place}`,
          `session-${n}`,
          `u${n}`,
          name,
          place > 1 ? (names[n % names.length] ?? null) : null,
          now - Math.floor((n / USERS) * MONTH),
        );
  db.exec('commit; analyze');
  db.close();
}
