// The files in deploy/ against the service: settings, ports, times and users agree, and the programs
// that read them take them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parse } from 'yaml';
import { PATHS } from '../../src/http/paths.ts';
import { readConfig } from '../../src/serve/config.ts';
import { freePort } from '../port.ts';
import { CADDY_FILE, documentedNginx, find, NGINX_FILE, nginxAround } from './front.ts';
import { DEPLOY, kustomization, manifests, parseManifests } from './manifests.ts';

const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'manifold-deploy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const DEFAULTS = readConfig({});
/** What production must have, where a file leaves it to the operator. */
const SECRETS = { MANIFOLD_DATABASE_URL: 'postgres://db.example.com/manifold' };
/** On top of the time for draining: last words, deliveries under way, the store. */
const BEYOND = 10;

/** A program of the machine, or why what needs it is not tested. */
function needs(program: string) {
  const file = find(program);
  const name = program.toUpperCase();
  return {
    file: file ?? '',
    skip: file ? false : `THIS MACHINE HAS NO ${name}: its files are not tested`,
  };
}
const run = (file: string, ...args: string[]) =>
  spawnSync(file, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, SYSTEMD_PAGER: '' },
  });

/** The first number after a name, such as a time in seconds. */
function figure(text: string, name: string): number {
  const found = new RegExp(`^\\s*${name}[\\s=]+"?(\\d+)`, 'm').exec(text)?.[1];
  assert.ok(found, `${name} is not there`);
  return Number(found);
}

describe('the container file', () => {
  const text = read('Containerfile');
  const script = read('container/assemble.sh');
  const env = Object.fromEntries(
    [...text.matchAll(/\b(MANIFOLD_\w+)=(\S+)/g)].map(([, ...pair]) => pair),
  );

  test('sets what the service understands, and opens the port it listens on', () => {
    const { port, mode, host } = readConfig({ ...env, MANIFOLD_KEYS_FILE: '/keys' });
    assert.deepEqual([mode, host], ['production', '0.0.0.0']);
    assert.equal(figure(text, 'EXPOSE'), port);
  });

  test('runs as the user that owns its data, who is not root', () => {
    const [, user] = /^USER (\d+:\d+)$/m.exec(text) ?? [];
    assert.ok(user && !user.startsWith('0'));
    assert.ok(text.includes(`--chown=${user} /owned /\n`));
    assert.ok(script.includes(`manifold:x:${user}:`));
    assert.match(text, /^FROM scratch$/m);
    assert.doesNotMatch(
      text,
      /^\s*(ENTRYPOINT|CMD|RUN) (?!\[|sh \/checkout)/m,
      'there is no shell',
    );
  });

  test('is given all that it copies, and nothing else', () => {
    const ignored = readFileSync(join(DEPLOY, '../.dockerignore'), 'utf8').split('\n');
    const letIn = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    assert.equal(
      ignored.find((line) => line && !line.startsWith('#')),
      '*',
    );
    const copied = [...script.matchAll(/"\$checkout\/([^"]+)"/g)].map(([, path = '']) => path);
    assert.ok(copied.length > 5);
    for (const path of copied)
      assert.ok(
        letIn.some((each) => path === each || path.startsWith(`${each}/`)),
        path,
      );
    for (const path of letIn)
      assert.ok(
        copied.some((each) => each === path || each.startsWith(`${path}/`)),
        path,
      );
  });

  test('has a health check that says when nothing answers', async () => {
    const port = await freePort();
    const checked = spawnSync(process.execPath, [join(DEPLOY, 'container/healthy.mjs')], {
      encoding: 'utf8',
      env: { MANIFOLD_PORT: String(port), MANIFOLD_HOST: '0.0.0.0' },
    });
    assert.equal(checked.status, 1);
    assert.match(checked.stderr, /^The service does not answer: .*ECONNREFUSED.*\n$/);
  });
});

describe('the compose file', () => {
  const { services } = parse(read('compose.yaml'));
  const { environment: set, ...manifold } = services.manifold;
  const compose = needs('docker-compose');

  test('sets what the service understands, and gives it what it names', () => {
    const given = { MANIFOLD_BASE_URL: 'https://api.example.com', POSTGRES_PASSWORD: 'abc' };
    const filled = Object.entries(set as Record<string, string>).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):\?[^}]+\}/g, (_, each) => given[each as keyof typeof given]),
    ]);
    const config = readConfig({ MANIFOLD_MODE: 'production', ...Object.fromEntries(filled) });
    assert.equal(config.baseUrl.replace(/\/$/, ''), given.MANIFOLD_BASE_URL);
    const { username, password, hostname, pathname } = new URL(config.databaseUrl ?? '');
    const { POSTGRES_USER, POSTGRES_DB } = services.database.environment;
    assert.deepEqual([username, password, pathname], [POSTGRES_USER, 'abc', `/${POSTGRES_DB}`]);
    assert.ok(hostname in manifold.depends_on && hostname in services);
    assert.equal(config.keysFile, `/run/secrets/${manifold.secrets[0]}`);
    assert.ok(manifold.ports[0].endsWith(`:${config.port}`));
    assert.ok(Number.parseInt(manifold.stop_grace_period, 10) >= config.drainSeconds + BEYOND);
    // Every name of ours is one that the documents explain.
    const explained = readFileSync(join(DEPLOY, '../docs/settings.md'), 'utf8');
    for (const name of Object.keys(set)) assert.ok(explained.includes(`\`${name}\``), name);
  });

  test('has no rights, and is taken by docker-compose', { skip: compose.skip }, () => {
    assert.deepEqual([manifold.read_only, manifold.cap_drop], [true, ['ALL']]);
    const taken = spawnSync(compose.file, ['-f', join(DEPLOY, 'compose.yaml'), 'config', '-q'], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        MANIFOLD_BASE_URL: 'https://x.example',
        POSTGRES_PASSWORD: 'x',
      },
    });
    assert.equal(taken.status, 0, taken.stderr);
  });
});

describe('the Kubernetes manifests', () => {
  const { resources, secretGenerator, images } = kustomization;
  const kind = (name: string) =>
    manifests.find((each) => each.kind === name) ?? assert.fail(`there is no ${name}`);
  const pod = kind('Deployment').spec.template.spec;
  const [container] = pod.containers;
  const settings = kind('ConfigMap').data as Record<string, string>;
  const image = Object.fromEntries(
    [...read('Containerfile').matchAll(/\b(MANIFOLD_\w+)=(\S+)/g)].map(([, ...pair]) => pair),
  );
  const config = readConfig({ ...image, ...settings, ...SECRETS });

  test('all files are listed, and all have a name', () => {
    const files = readdirSync(join(DEPLOY, 'kubernetes')).filter((name) => name.endsWith('.yaml'));
    assert.deepEqual(files.sort(), [...resources, 'kustomization.yaml'].sort());
    for (const { apiVersion, metadata } of manifests)
      assert.ok(apiVersion && metadata.name === 'manifold');
  });

  test('what is set is text, is understood, and holds no secret', () => {
    for (const [name, value] of Object.entries(settings))
      assert.equal(typeof value, 'string', name);
    for (const name of ['MANIFOLD_DATABASE_URL', 'MANIFOLD_KEYS']) assert.ok(!(name in settings));
    assert.deepEqual(
      container.env.map(({ name }: { name: string }) => name),
      Object.keys(SECRETS),
    );
    assert.equal(pod.enableServiceLinks, false, 'Kubernetes would set MANIFOLD_PORT to an address');
  });

  test('ports and probes are those of the service', () => {
    const ports = Object.fromEntries(
      container.ports.map((port: { name: string; containerPort: number }) => [
        port.name,
        port.containerPort,
      ]),
    );
    assert.deepEqual(ports, { http: config.port, metrics: config.metricsPort });
    assert.equal(config.metricsHost, '0.0.0.0');
    const { annotations } = kind('Deployment').spec.template.metadata;
    assert.equal(annotations['prometheus.io/port'], String(config.metricsPort));
    assert.equal(annotations['prometheus.io/path'], PATHS.metrics);
    assert.equal(container.readinessProbe.httpGet.path, PATHS.ready);
    for (const probe of ['livenessProbe', 'startupProbe'])
      assert.equal(container[probe].httpGet.path, PATHS.alive);
    for (const probe of ['livenessProbe', 'startupProbe', 'readinessProbe'])
      assert.equal(container[probe].httpGet.port, 'http');
    assert.equal(kind('Service').spec.ports[0].targetPort, 'http');
  });

  test('a pod may end its calls, and is out of the way before it closes its door', () => {
    assert.ok(pod.terminationGracePeriodSeconds >= config.drainSeconds + BEYOND);
    assert.ok(config.noticeSeconds < config.drainSeconds);
    const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe;
    assert.ok(config.noticeSeconds > periodSeconds * failureThreshold + timeoutSeconds);
    assert.equal(kind('Deployment').spec.strategy.rollingUpdate.maxUnavailable, 0);
    assert.equal(kind('PodDisruptionBudget').spec.maxUnavailable, 1);
  });

  test('it has no rights, and the key ring is for its user', () => {
    assert.deepEqual(pod.securityContext, {
      runAsNonRoot: true,
      runAsUser: 10001,
      runAsGroup: 10001,
      fsGroup: 10001,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    assert.ok(read('Containerfile').includes(`USER ${pod.securityContext.runAsUser}:`));
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.equal(pod.automountServiceAccountToken, false);
    const [{ secret, name }] = pod.volumes;
    const [mount] = container.volumeMounts;
    assert.deepEqual([secret.defaultMode, mount.name], [0o400, name]);
    assert.equal(config.keysFile, `${mount.mountPath}/${secret.items[0].path}`);
    const made = secretGenerator[0].files.map((each: string) => each.split('=')[0]);
    assert.deepEqual(
      made.sort(),
      [container.env[0].valueFrom.secretKeyRef.key, secret.items[0].key].sort(),
    );
  });

  test('memory and connections suffice', () => {
    const { requests, limits } = container.resources;
    assert.deepEqual([requests.memory, limits.memory], ['512Mi', '1Gi']);
    assert.ok(config.answersMb * 3 + 256 <= 1024);
    const { minReplicas, maxReplicas } = kind('HorizontalPodAutoscaler').spec;
    assert.ok(minReplicas >= 2);
    assert.ok(
      maxReplicas * config.databaseConnections < 100,
      'as many as PostgreSQL allows unless set',
    );
  });

  const kubectl = needs('kubectl');
  test('kustomize puts them together', { skip: kubectl.skip }, () => {
    const copy = join(folder, 'kubernetes');
    cpSync(join(DEPLOY, 'kubernetes'), copy, { recursive: true });
    mkdirSync(join(copy, 'secrets'));
    for (const name of ['keys', 'database-url']) writeFileSync(join(copy, 'secrets', name), 'x');
    const { status, stdout, stderr } = run(kubectl.file, 'kustomize', copy);
    assert.equal(status, 0, stderr);
    const made = parseManifests(stdout);
    assert.equal(made.length, manifests.length + 1, 'and the secret');
    const { image: used } = made.find((each) => each.kind === 'Deployment').spec.template.spec
      .containers[0];
    assert.equal(used, `${images[0].newName}:${images[0].newTag}`);
  });

  test('every selector finds the pods', () => {
    const { labels } = kind('Deployment').spec.template.metadata;
    for (const found of [
      kind('Deployment').spec.selector.matchLabels,
      kind('Service').spec.selector,
      kind('PodDisruptionBudget').spec.selector.matchLabels,
      kind('NetworkPolicy').spec.podSelector.matchLabels,
      ...pod.topologySpreadConstraints.map(
        (each: { labelSelector: { matchLabels: object } }) => each.labelSelector.matchLabels,
      ),
    ])
      assert.deepEqual(found, labels);
  });
});

describe('the systemd unit', () => {
  const unit = read('systemd/manifold.service');
  const settings = Object.fromEntries(
    [...read('systemd/manifold.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, ...pair]) => pair),
  );
  const config = readConfig(settings);

  test('its settings are understood, and it waits for the calls', () => {
    assert.equal(config.mode, 'production');
    assert.equal(`/var/lib/${/^StateDirectory=(.+)$/m.exec(unit)?.[1]}`, config.dataDir);
    assert.ok(figure(unit, 'TimeoutStopSec') >= config.drainSeconds + BEYOND);
    assert.ok(config.noticeSeconds < config.drainSeconds);
    assert.ok(read('systemd/manifold').includes('EnvironmentFile=/etc/manifold/manifold.env'));
  });

  test('what Node compiled is kept where no one else can write', () => {
    const [, kept] = /^Environment=NODE_COMPILE_CACHE=%C\/(.+)$/m.exec(unit) ?? [];
    assert.ok(kept);
    assert.equal(/^CacheDirectory=(.+)$/m.exec(unit)?.[1], kept);
    assert.match(unit, /^CacheDirectoryMode=0700$/m);
  });

  const systemd = needs('systemd-analyze');
  test('systemd takes it, and finds little that it could do harm with', {
    skip: systemd.skip,
  }, () => {
    const file = join(folder, 'manifold.service');
    writeFileSync(file, unit);
    const verified = run(systemd.file, 'verify', '--man=no', file);
    assert.deepEqual([verified.status, verified.stderr], [0, '']);
    // Out of 100, where most units that ship with a system have over 90.
    const security = run(systemd.file, 'security', '--offline=true', '--threshold=20', file);
    assert.equal(security.status, 0, security.stdout);
  });
});

describe('nginx', () => {
  const text = readFileSync(NGINX_FILE, 'utf8');

  test('has times and sizes that fit the service', () => {
    assert.ok(figure(text, 'proxy_read_timeout') > 300, 'the longest deadline');
    assert.ok(figure(text, 'keepalive_timeout') < DEFAULTS.noticeSeconds);
    assert.ok(
      figure(text, 'client_max_body_size') > 1024,
      'the service says that a body is too large',
    );
    for (const path of [PATHS.metrics, PATHS.ready])
      assert.match(text, new RegExp(`location = ${path} +{ return 404; }`));
  });

  const nginx = needs('nginx');
  test('nginx takes it', { skip: nginx.skip }, async () => {
    const site = documentedNginx(folder, await freePort(), [8080, 8081]);
    writeFileSync(join(folder, 'nginx.conf'), nginxAround(folder, site));
    const tested = run(nginx.file, '-t', '-q', '-p', folder, '-c', 'nginx.conf', '-e', 'stderr');
    assert.deepEqual([tested.status, tested.stderr], [0, '']);
  });
});

describe('Caddy', () => {
  const text = readFileSync(CADDY_FILE, 'utf8');

  test('has times and sizes that fit the service', () => {
    assert.ok(figure(text, 'response_header_timeout') > 300, 'the longest deadline');
    assert.ok(figure(text, 'keepalive') < DEFAULTS.noticeSeconds);
    assert.ok(figure(text, 'health_interval') < DEFAULTS.noticeSeconds);
    assert.ok(figure(text, 'max_size') > 1024, 'the service says that a body is too large');
    assert.match(text, new RegExp(`path ${PATHS.metrics} ${PATHS.ready}\\n`));
    assert.match(text, new RegExp(`health_uri ${PATHS.ready}\\n`));
  });

  const caddy = needs('caddy');
  test('Caddy takes it, and would write it the same way', { skip: caddy.skip }, () => {
    const adapted = run(caddy.file, 'validate', '--adapter', 'caddyfile', '--config', CADDY_FILE);
    assert.equal(adapted.status, 0, adapted.stderr);
    assert.equal(run(caddy.file, 'fmt', CADDY_FILE).stdout, text);
  });
});
