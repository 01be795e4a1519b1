// The Helm chart: with the values that only an operator knows it makes the objects of deploy/kubernetes,
// and with others what these values say, or a sentence why not. It is rendered by helm where there is one,
// or by render.go, out of the libraries that Helm is made of.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { readConfig } from '../../src/serve/config.ts';
import { SETTINGS } from '../../src/serve/settings.ts';
import { find } from './front.ts';
import {
  DEPLOY,
  kustomization,
  type Manifest,
  manifests,
  parseManifests,
  wrongWith,
} from './manifests.ts';

const CHART = join(DEPLOY, 'helm');
const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'manifold-chart-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const helm = find('helm');
/** Where Debian puts the sources of Go's libraries. */
const LIBRARIES = '/usr/share/gocode';
const go = ['github.com/Masterminds/sprig', 'github.com/xeipuuv/gojsonschema', 'sigs.k8s.io/yaml']
  .map((name) => join(LIBRARIES, 'src', name))
  .every(existsSync)
  ? find('go')
  : undefined;
const skip =
  helm || go ? false : 'THIS MACHINE HAS NEITHER HELM NOR GO AND SPRIG: the chart is not tested';

/** Values of an operator, of which any depth may be left out. */
type Values = Readonly<Record<string, unknown>>;
const renderer = join(folder, 'render');
function render(values: Values, release = 'manifold') {
  const given = join(folder, 'values.json');
  writeFileSync(given, JSON.stringify(values));
  return helm
    ? spawnSync(helm, ['template', release, CHART, '-n', 'manifold', '-f', given], TEXT)
    : spawnSync(renderer, [CHART, release, 'manifold', given], TEXT);
}
const TEXT = { encoding: 'utf8' } as const;

const made: Manifest[] = [];
function objects(values: Values, release?: string): Manifest[] {
  const { status, stdout, stderr } = render(values, release);
  assert.equal(status, 0, stderr);
  const found = parseManifests(stdout).filter((each) => each !== null);
  made.push(...found);
  return found;
}
const kind = (all: readonly Manifest[], name: string): Manifest =>
  all.find((each) => each.kind === name) ?? assert.fail(`there is no ${name}`);
const kinds = (all: readonly Manifest[]) => all.map((each) => each.kind).sort();
const sorted = (all: readonly Manifest[]) =>
  all.toSorted((one, other) => one.kind.localeCompare(other.kind));

const [image] = kustomization.images;
const ADDRESS = kind(manifests, 'ConfigMap').data.MANIFOLD_BASE_URL;
/** What there is no default for. */
const NEEDED = {
  image: { repository: image.newName },
  settings: { MANIFOLD_BASE_URL: ADDRESS },
};
/** Labels of every object, so that two releases may be in one namespace. */
const OWNERSHIP = {
  'app.kubernetes.io/instance': 'manifold',
  'app.kubernetes.io/version': chart.appVersion,
  'app.kubernetes.io/managed-by': 'Helm',
  'helm.sh/chart': `manifold-${chart.version}`,
};
const ONE = { replicaCount: 1, autoscaling: { enabled: false } };
const EMBEDDED = { ...NEEDED, ...ONE, database: { secret: '' } };

const setting = (name: string): Values => ({
  ...NEEDED,
  settings: { ...NEEDED.settings, [name]: 'x' },
});

describe('the Helm chart', { skip }, () => {
  before(() => {
    if (helm) return;
    const source = join(import.meta.dirname, 'render.go');
    const { status, stderr } = spawnSync(go ?? '', ['build', '-o', renderer, source], {
      ...TEXT,
      env: {
        ...{ PATH: process.env.PATH, HOME: homedir(), GOPATH: LIBRARIES },
        ...{ GO111MODULE: 'off', GOFLAGS: '', CGO_ENABLED: '0' },
      },
    });
    assert.equal(status, 0, stderr);
  });

  test('makes the objects of deploy/kubernetes, and names what differs', () => {
    const ours = objects(NEEDED).map((each) => {
      const { labels, ...metadata } = each.metadata;
      const { 'app.kubernetes.io/name': name, ...ownership } = labels;
      assert.deepEqual([name, ownership], ['manifold', OWNERSHIP], each.kind);
      const text = JSON.stringify({ ...each, metadata }).replaceAll(
        `,"app.kubernetes.io/instance":"manifold"`,
        '',
      );
      return JSON.parse(text);
    });
    // Pods are replaced when a setting changes, since it is read at the start.
    const { annotations } = kind(ours, 'Deployment').spec.template.metadata;
    assert.match(annotations['checksum/settings'], /^[0-9a-f]{64}$/);
    delete annotations['checksum/settings'];

    const theirs = structuredClone(manifests)
      // "--create-namespace" makes it.
      .filter((each) => each.kind !== 'Namespace')
      .map((each) => {
        const { labels: _, ...metadata } = each.metadata;
        return { ...each, metadata: { ...metadata, namespace: kustomization.namespace } };
      });
    const [container] = kind(theirs, 'Deployment').spec.template.spec.containers;
    container.image = `${image.newName}:${image.newTag}`;
    assert.deepEqual(sorted(ours), sorted(theirs));
  });

  test('has the version of the service, which is the tag of its image', () => {
    const { version } = JSON.parse(readFileSync(join(DEPLOY, '../package.json'), 'utf8'));
    assert.deepEqual([chart.version, chart.appVersion], [version, version]);
  });

  test('three replicas on PostgreSQL, with a secret of their own for each', () => {
    const all = objects({
      ...NEEDED,
      replicaCount: 3,
      autoscaling: { enabled: false },
      database: { secret: 'db', entry: 'url' },
      keys: { secret: 'ring', entry: 'all' },
      settingsSecret: 'apps',
      imagePullSecrets: ['registry'],
      networkPolicy: { databaseCIDR: '10.1.2.3/32', databasePort: 6432 },
    });
    assert.ok(!kinds(all).includes('HorizontalPodAutoscaler'));
    const { replicas, template } = kind(all, 'Deployment').spec;
    assert.equal(replicas, 3);
    const [container] = template.spec.containers;
    assert.deepEqual(container.env[0].valueFrom.secretKeyRef, { name: 'db', key: 'url' });
    assert.deepEqual(container.envFrom[1], { secretRef: { name: 'apps' } });
    const { secretName, items } = template.spec.volumes[0].secret;
    assert.deepEqual([secretName, items], ['ring', [{ key: 'all', path: 'keys' }]]);
    assert.deepEqual(template.spec.imagePullSecrets, [{ name: 'registry' }]);
    assert.deepEqual(kind(all, 'NetworkPolicy').spec.egress[1], {
      to: [{ ipBlock: { cidr: '10.1.2.3/32' } }],
      ports: [{ port: 6432, protocol: 'TCP' }],
    });
  });

  test('an ingress for the public host names, with a certificate', () => {
    const settings = { ...NEEDED.settings, MANIFOLD_AUTH_URL: 'https://auth.example.com:8443' };
    const ingress = { enabled: true, className: 'nginx', tlsSecret: 'certificate' };
    const all = objects({ ...NEEDED, settings, ingress });
    const { ingressClassName, tls, rules } = kind(all, 'Ingress').spec;
    const hosts = ['api.example.com', 'auth.example.com'];
    assert.deepEqual([ingressClassName, tls], ['nginx', [{ hosts, secretName: 'certificate' }]]);
    assert.deepEqual(
      rules.map((each: { host: string }) => each.host),
      hosts,
    );
    const { service } = rules[0].http.paths[0].backend;
    const found = kind(all, 'Service');
    assert.deepEqual(service, {
      name: found.metadata.name,
      port: { name: found.spec.ports[0].name },
    });
    const same = { ...NEEDED.settings, MANIFOLD_AUTH_URL: ADDRESS };
    const once = objects({ ...NEEDED, settings: same, ingress: { enabled: true } });
    assert.equal(kind(once, 'Ingress').spec.rules.length, 1);
  });

  test('the embedded database: one instance, on a volume that stays', () => {
    const all = objects({ ...EMBEDDED, persistence: { size: '2Gi', storageClass: 'fast' } });
    const { replicas, strategy, template } = kind(all, 'Deployment').spec;
    assert.deepEqual([replicas, strategy], [1, { type: 'Recreate' }]);
    const [container] = template.spec.containers;
    assert.equal(container.env, undefined);
    const { metadata, spec } = kind(all, 'PersistentVolumeClaim');
    assert.equal(metadata.annotations['helm.sh/resource-policy'], 'keep');
    assert.deepEqual(spec, {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      resources: { requests: { storage: '2Gi' } },
    });
    const [, volume] = template.spec.volumes;
    assert.deepEqual(volume, {
      name: 'data',
      persistentVolumeClaim: { claimName: metadata.name },
    });
    const { mountPath } = container.volumeMounts[1];
    const file = readFileSync(join(DEPLOY, 'Containerfile'), 'utf8');
    assert.ok(file.includes(`MANIFOLD_DATA_DIR=${mountPath} `), 'where the image has it');
    assert.ok(!JSON.stringify(kind(all, 'NetworkPolicy')).includes('5432'));

    const kept = objects({ ...EMBEDDED, persistence: { existingClaim: 'mine' } });
    assert.ok(!kinds(kept).includes('PersistentVolumeClaim'));
    const { volumes } = kind(kept, 'Deployment').spec.template.spec;
    assert.equal(volumes[1].persistentVolumeClaim.claimName, 'mine');
  });

  test('settings reach the service as they were written, and pods have the time they need', () => {
    const settings = {
      ...NEEDED.settings,
      MANIFOLD_TOKEN_SECONDS: 7_776_000,
      MANIFOLD_DRAIN_SECONDS: 120,
      MANIFOLD_ROUTES: '{"a.example": "http://10.0.0.1"}',
      MANIFOLD_TRUST_PROXY: null,
    };
    const all = objects({ ...NEEDED, settings });
    const { data } = kind(all, 'ConfigMap');
    assert.equal(data.MANIFOLD_TOKEN_SECONDS, '7776000');
    assert.equal(data.MANIFOLD_ROUTES, settings.MANIFOLD_ROUTES);
    assert.ok(!('MANIFOLD_TRUST_PROXY' in data));
    const config = readConfig({ MANIFOLD_MODE: 'production', ...data });
    assert.equal(config.drainSeconds, 120);
    const { spec } = kind(all, 'Deployment').spec.template;
    assert.equal(spec.terminationGracePeriodSeconds, 135);
    const without = { ...NEEDED.settings, MANIFOLD_DRAIN_SECONDS: null };
    const fallback = kind(objects({ ...NEEDED, settings: without }), 'Deployment').spec.template;
    assert.equal(fallback.spec.terminationGracePeriodSeconds, readConfig({}).drainSeconds + 15);
    const before = kind(objects(NEEDED), 'Deployment').spec.template.metadata.annotations;
    assert.notDeepEqual(kind(all, 'Deployment').spec.template.metadata.annotations, before);
  });

  test('what can be left out is left out, and what is added is there', () => {
    const collector = { to: [{ podSelector: {} }], ports: [{ port: 4318, protocol: 'TCP' }] };
    const tolerations = [{ key: 'only', operator: 'Exists', effect: 'NoSchedule' }];
    const more = objects({
      ...NEEDED,
      networkPolicy: { extraEgress: [collector] },
      nodeSelector: { disk: 'fast' },
      tolerations,
      ingress: { enabled: true, annotations: { 'cert-manager.io/issuer': 'us' } },
    });
    assert.deepEqual(kind(more, 'NetworkPolicy').spec.egress.at(-1), collector);
    const { spec } = kind(more, 'Deployment').spec.template;
    assert.deepEqual([spec.nodeSelector, spec.tolerations], [{ disk: 'fast' }, tolerations]);
    const { annotations } = kind(more, 'Ingress').metadata;
    assert.deepEqual(annotations, { 'cert-manager.io/issuer': 'us' });
    const less = { podDisruptionBudget: { enabled: false }, networkPolicy: { enabled: false } };
    assert.deepEqual(kinds(objects({ ...NEEDED, ...ONE, ...less })), [
      ...['ConfigMap', 'Deployment', 'Service'],
    ]);
  });

  test('a name that looks like a number stays a name, and two releases are apart', () => {
    const name = '1e3';
    const all = objects(
      {
        ...NEEDED,
        keys: { secret: name, entry: name },
        database: { secret: name, entry: name },
        settingsSecret: name,
        imagePullSecrets: [name],
        networkPolicy: { ingressNamespace: name, monitoringNamespace: name },
        ingress: { enabled: true, className: name, tlsSecret: name },
      },
      name,
    );
    objects({ ...EMBEDDED, persistence: { storageClass: name, existingClaim: '' } }, name);
    objects({ ...EMBEDDED, persistence: { existingClaim: name } }, name);
    for (const { metadata } of all) assert.equal(metadata.name, `${name}-manifold`);
    const { labels } = kind(all, 'Deployment').spec.template.metadata;
    assert.deepEqual(labels, {
      'app.kubernetes.io/name': 'manifold',
      'app.kubernetes.io/instance': name,
    });
    for (const found of [
      kind(all, 'Deployment').spec.selector.matchLabels,
      kind(all, 'Service').spec.selector,
      kind(all, 'PodDisruptionBudget').spec.selector.matchLabels,
      kind(all, 'NetworkPolicy').spec.podSelector.matchLabels,
    ])
      assert.deepEqual(found, labels);
  });

  const MANY = /The embedded database has one writer: set replicaCount to 1 and/;
  const refused: readonly (readonly [why: string, values: Values, says: RegExp])[] = [
    ['no address', { image: NEEDED.image }, /Set settings.MANIFOLD_BASE_URL to/],
    ['no image', { settings: NEEDED.settings }, /Set image.repository to/],
    ['the embedded database by itself', { ...NEEDED, database: { secret: '' } }, MANY],
    ['twice the embedded database', { ...EMBEDDED, replicaCount: 2 }, MANY],
    ['it with autoscaling', { ...EMBEDDED, autoscaling: { enabled: true } }, MANY],
    ['a misspelled value', { ...NEEDED, replicas: 3 }, /replicas/],
    ['a misspelled inner value', { ...NEEDED, ingress: { enable: true } }, /enable/],
    ['no instance', { ...NEEDED, replicaCount: 0 }, /replicaCount/],
    ['a value of another kind', { ...NEEDED, autoscaling: { enabled: 'no' } }, /enabled/],
    ['no secret of the key ring', { ...NEEDED, keys: { secret: '' } }, /secret/],
    ['a value taken away', { ...NEEDED, probes: null }, /probes/],
    ...SETTINGS.filter(({ secret }) => secret)
      .map(({ name }) => name)
      .concat('MANIFOLD_SHOPIFY_CLIENT_SECRET', 'OTEL_EXPORTER_OTLP_HEADERS')
      .map((name) => [name, setting(name), new RegExp(`${name} is a secret: put it in`)] as const),
    ...['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT', 'DATA_DIR', 'KEYS_FILE']
      .map((name) => `MANIFOLD_${name}`)
      .map((name) => [name, setting(name), new RegExp(`${name} is set by the chart`)] as const),
  ];
  for (const [why, values, says] of refused)
    test(`refuses ${why}`, () => {
      const { status, stdout, stderr } = render(values);
      assert.equal(status, 1);
      assert.match(stderr, says);
      assert.equal(stdout, '');
    });

  test('Kubernetes’ own types know all that was made, and find what is misspelled', () => {
    assert.ok(made.length > 50);
    assert.equal(wrongWith([...made, ...manifests], folder), '');
    const text = JSON.stringify(made.find((each) => each.kind === 'Deployment'));
    const wrong = text
      .replace('"periodSeconds":2', '"periodSecond":2')
      .replace('"runAsUser":10001', '"runAsUser":"10001"');
    const found = wrongWith([JSON.parse(wrong)], folder);
    assert.match(found, /'"periodSecond"' does not exist in type 'Probe'/);
    assert.match(found, /'string' is not assignable to type 'number'/);
  });

  const kubeconform = find('kubeconform');
  test('kubeconform takes them', {
    skip: !kubeconform && 'THIS MACHINE HAS NO KUBECONFORM: its schemas are not asked',
  }, () => {
    const input = made.map((each) => JSON.stringify(each)).join('\n---\n');
    const { status, stdout } = spawnSync(kubeconform ?? '', ['-strict'], { ...TEXT, input });
    assert.equal(status, 0, stdout);
  });

  test('helm lint finds nothing', {
    skip: !helm && 'THIS MACHINE HAS NO HELM: its linter is not asked',
  }, () => {
    const { status, stdout, stderr } = spawnSync(helm ?? '', ['lint', '--strict', CHART], TEXT);
    assert.equal(status, 0, `${stdout}${stderr}`);
  });
});
