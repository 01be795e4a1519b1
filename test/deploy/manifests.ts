// What deploy/kubernetes and the chart make: Kubernetes' objects, and whether they are what it understands.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const DEPLOY = join(ROOT, 'deploy');

// biome-ignore lint/suspicious/noExplicitAny: objects of any kind, of which each test names what it reads
export type Manifest = any;

/** As Kubernetes reads it, where 0400 is octal. */
export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text, { version: '1.1' }).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS();
  });

const file = (name: string) => readFileSync(join(DEPLOY, 'kubernetes', name), 'utf8');
export const kustomization: Manifest = parse(file('kustomization.yaml'));
export const manifests: readonly Manifest[] = kustomization.resources.flatMap((name: string) =>
  parseManifests(file(name)),
);

/** What Kubernetes' own types say is wrong with objects, each written as a value of its type. */
export function wrongWith(objects: readonly Manifest[], folder: string): string {
  const types = join(ROOT, 'node_modules/kubernetes-types');
  const source = objects.map((each, index) => {
    const [group, version] = each.apiVersion.includes('/')
      ? each.apiVersion.split('/')
      : ['core', each.apiVersion];
    const type = `import('${types}/${group.replace('.k8s.io', '')}/${version}').${each.kind}`;
    return `export const object${index}: ${type} = ${JSON.stringify(each, null, 1)};\n`;
  });
  const checked = join(folder, 'objects.ts');
  writeFileSync(checked, source.join(''));
  const options = ['--noEmit', '--strict', '--ignoreConfig', '--types', '', checked];
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), options, {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}
