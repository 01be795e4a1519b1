// Dashboard, alert rules and their page against the metrics there are, and all of it in a real Prometheus.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { channels } from '../../src/channels/index.ts';
import { newKeyEntry, parseKeys } from '../../src/keys/ring.ts';
import { createSeal } from '../../src/keys/seal.ts';
import { createPrimaryMetrics } from '../../src/observe/cluster.ts';
import { type App, createApp } from '../../src/serve/app.ts';
import { readConfig } from '../../src/serve/config.ts';
import { createLog } from '../../src/serve/log.ts';
import { freePort } from '../port.ts';
import { until } from '../until.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ALERTS = join(ROOT, 'docs/operate/alerts.yaml');
const read = (name: string) => readFileSync(join(ROOT, 'docs/operate', name), 'utf8');

const isThere = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;
/** Not a word less than this where a machine has no Prometheus. */
const without = (tool: string) =>
  isThere(tool)
    ? false
    : `NOT TESTED: there is no ${tool} on this machine (Debian: apt-get install prometheus)`;

const folder = mkdtempSync(join(tmpdir(), 'manifold-prometheus-'));
let app: App;
let text: string;
let origin: string;
/** The families there are, and of what type. */
const families = new Map<string, string>();

before(async () => {
  app = await createApp({
    config: readConfig({ MANIFOLD_DATA_DIR: join(folder, 'data'), MANIFOLD_METRICS_PORT: '0' }),
    channels,
    routes: [],
    seal: createSeal(parseKeys(newKeyEntry('test'))),
    log: createLog('silent', { secretKeys: [] }),
  });
  assert.ok(app.metricsServer);
  origin = await app.metricsServer.listen({ host: '127.0.0.1', port: 0 });
  await app.server.inject('/healthz');
  text = await (await fetch(`${origin}/metrics`)).text();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    families.set(name, type);
  // Of the process that keeps several workers.
  for (const { name, type } of await createPrimaryMetrics(() => 2).registry.getMetricsAsJSON())
    families.set(name, String(type));
});
after(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The metrics that a text of queries names. */
function namedIn(queries: string): string[] {
  const names = queries.match(/\b(?:manifold|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names)];
}

function isFamily(name: string): boolean {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  return families.has(name) || families.get(base) === 'histogram';
}

describe('what operators are given', () => {
  it('alerts and dashboard name only metrics that there are', () => {
    const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.ok(queries.length > 25);
    const named = [...namedIn(queries.join('\n')), ...namedIn(read('alerts.yaml'))];
    assert.ok(named.length > 25);
    assert.deepEqual(
      named.filter((name) => !isFamily(name)),
      [],
    );
  });

  it('every family has a row in the documentation, and every row a family', () => {
    const rows = [...read('metrics.md').matchAll(/^\| `(manifold_[a-z_]+)` \|/gm)];
    const ours = [...families.keys()].filter((name) => name.startsWith('manifold_'));
    assert.deepEqual(rows.map(([, name]) => name).sort(), ours.sort());
  });

  it('every family of ours is on the dashboard', () => {
    const named = new Set(
      namedIn(read('grafana-dashboard.json')).map((name) => name.replace(/_(bucket|count)$/, '')),
    );
    const ours = [...families.keys()].filter((name) => name.startsWith('manifold_'));
    assert.deepEqual(
      ours.filter((name) => !named.has(name)),
      [],
    );
  });
});

describe('promtool', { skip: without('promtool') }, () => {
  const promtool = (args: string[], input?: string) => {
    const { stdout, stderr, status } = spawnSync('promtool', args, { input, encoding: 'utf8' });
    return { said: `${stdout}${stderr}`, status };
  };

  it('finds nothing wrong with our metrics', () => {
    const { said } = promtool(['check', 'metrics'], text);
    // Of three of the library's own names it does not approve.
    const ours = said
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('nodejs_active_'));
    assert.deepEqual(ours, []);
  });

  it('takes the alert rules', () => {
    const { said, status } = promtool(['check', 'rules', ALERTS]);
    assert.equal(status, 0, said);
    assert.match(said, /SUCCESS: 1\d rules found/);
  });

  it('and they fire when they should, and only then', () => {
    const fires = (alertname: string, at: string, ...labels: string[]) => ({
      expr: `ALERTS{alertname="${alertname}",alertstate="firing"}`,
      eval_time: at,
      exp_samples: labels.map((each) => ({
        labels: `ALERTS{alertname="${alertname}",alertstate="firing",${each}}`,
        value: 1,
      })),
    });
    const calls = (outcome: string, values: string, channel = 'a') => ({
      series: `manifold_calls_total{resource="orders",channel="${channel}",outcome="${outcome}"}`,
      values,
    });
    const trial = {
      rule_files: [ALERTS],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [
            { series: 'manifold_store_usable{instance="x"}', values: '1 0 0 0 1 1 1' },
            { series: 'manifold_store_usable{instance="y"}', values: '1 1 1 1 1 1 1' },
          ],
          promql_expr_test: [
            fires('ManifoldStoreUnusable', '1m'),
            fires('ManifoldStoreUnusable', '3m', 'instance="x",severity="page"'),
            fires('ManifoldStoreUnusable', '5m'),
          ],
        },
        {
          interval: '1m',
          input_series: [
            // Every instance says the same of one queue: one alert.
            ...['x', 'y'].map((instance) => ({
              series: `manifold_queue_oldest_seconds{instance="${instance}",queue="jobs"}`,
              values: '0+60x20',
            })),
            { series: 'manifold_queue_oldest_seconds{instance="x",queue="hooks"}', values: '5x20' },
          ],
          promql_expr_test: [
            fires('ManifoldQueueOld', '8m'),
            fires('ManifoldQueueOld', '12m', 'queue="jobs",severity="page"'),
          ],
        },
        {
          interval: '1m',
          input_series: [
            calls('ok', '0+30x40'),
            calls('channel_failed', '0+30x40'),
            calls('ok', '0+60x40', 'b'),
            calls('credential_refused', '0+60x40', 'b'),
            // One call an hour says nothing.
            calls('channel_failed', '0x39 1', 'c'),
          ],
          promql_expr_test: [
            fires('ManifoldChannelFailing', '30m', 'channel="a",severity="warn"'),
            fires('ManifoldChannelBudgetUsedUp', '30m'),
          ],
        },
        {
          interval: '1m',
          input_series: [
            // Broken ones wait for somebody, whom an event reached.
            ...['behind', 'broken'].map((state) => ({
              series: `manifold_watches_behind_seconds{instance="x",state="${state}"}`,
              values: '0+60x450',
            })),
          ],
          promql_expr_test: [
            fires('ManifoldWatchesBehind', '6h'),
            fires('ManifoldWatchesBehind', '7h', 'severity="warn"'),
          ],
        },
        {
          interval: '1m',
          input_series: [
            { series: 'manifold_clock_ahead_seconds{instance="x"}', values: '-600x10' },
            { series: 'manifold_clock_ahead_seconds{instance="y"}', values: '0.2x10' },
          ],
          promql_expr_test: [fires('ManifoldClockWrong', '8m', 'instance="x",severity="warn"')],
        },
        {
          interval: '1m',
          input_series: [
            { series: 'manifold_worker_deaths_total{instance="x"}', values: '0 1 2 3 4 5 5 5' },
            { series: 'manifold_worker_deaths_total{instance="y"}', values: '0 0 1 1 1 1 1 1' },
          ],
          promql_expr_test: [fires('ManifoldWorkersDying', '6m', 'instance="x",severity="warn"')],
        },
      ],
    };
    // JSON is YAML.
    const file = join(folder, 'trial.json');
    writeFileSync(file, JSON.stringify(trial));
    const { said, status } = promtool(['test', 'rules', file]);
    assert.equal(status, 0, said);
  });
});

describe('a real Prometheus', { skip: without('prometheus') }, () => {
  it('scrapes the service and loads the rules', async () => {
    const file = join(folder, 'prometheus.json');
    const target = new URL(origin).host;
    writeFileSync(
      file,
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [ALERTS],
        scrape_configs: [{ job_name: 'manifold', static_configs: [{ targets: [target] }] }],
      }),
    );
    const port = await freePort();
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const prometheus = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    prometheus.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const ended = new Promise((done) => prometheus.once('exit', done));
    try {
      const ask = async (path: string): Promise<Answer> => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(
          () => undefined,
        );
        // It says so itself while it is not ready yet.
        return answer?.ok ? ((await answer.json()) as Answer) : {};
      };
      const found = await until(async () => {
        assert.equal(prometheus.exitCode, null, said.slice(-2000));
        const { data } = await ask('query?query=manifold_store_usable');
        return data?.result?.[0]?.value[1];
      }, 'the first reading');
      assert.equal(found, '1');
      const { data } = await ask('rules');
      assert.ok((data?.groups?.[0]?.rules.length ?? 0) > 10);
      const up = await ask('query?query=up');
      assert.equal(up.data?.result?.[0]?.value[1], '1');
    } finally {
      prometheus.kill('SIGKILL');
      await ended;
    }
  });
});

interface Answer {
  readonly data?: {
    readonly result?: readonly { readonly value: readonly [number, string] }[];
    readonly groups?: readonly { readonly rules: readonly unknown[] }[];
  };
}
