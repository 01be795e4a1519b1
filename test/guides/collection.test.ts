// The collection of calls, sent as a program that imports it would: every call is one that the service takes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { ApiDocument } from '../../src/http/collection.ts';
import { SCOPES } from '../../src/tokens/scopes.ts';
import { CLIENT, type Service, startService } from '../service.ts';

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
interface Item {
  readonly name: string;
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
  readonly request: {
    readonly method: string;
    readonly auth?: { readonly type: string };
    readonly header: readonly Pair[];
    readonly url: {
      readonly raw: string;
      readonly path: readonly string[];
      readonly query: readonly Pair[];
      readonly variable: readonly Pair[];
    };
    readonly body?: { readonly raw?: string; readonly urlencoded?: readonly Pair[] };
  };
}
interface Collection {
  readonly variable: readonly Pair[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

let service: Service;
let collection: Collection;
let document: ApiDocument;
before(async () => {
  service = await startService({ scopes: SCOPES });
  const read = async (path: string) => (await fetch(`${service.origin}${path}`)).json();
  collection = (await read('/docs/collection.json')) as Collection;
  document = (await read('/openapi.json')) as ApiDocument;
});
after(() => service?.close());

test('it has every call of the document, under its heading', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const wanted = operations.map(({ tags, summary }) => `${tags[0]}: ${summary}`);
  const found = collection.item.flatMap(({ name, item }) =>
    item.map((one) => `${name}: ${one.name}`),
  );
  assert.deepEqual(found.toSorted(), wanted.toSorted());
});

test('each call that needs no identifier of its own is understood as it stands', async () => {
  const known = new Map(collection.variable.map(({ key, value }) => [key, value]));
  known.set('base', service.origin).set('user', 'demo');
  known.set('client_id', CLIENT.id).set('client_secret', CLIENT.secret);
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name) =>
      name === '$guid' ? randomUUID() : (known.get(name) ?? assert.fail(name)),
    );
  const sent = async ({ request, event }: Item) => {
    const { method, auth, header, url, body } = request;
    const path = url.variable.reduce(
      (all, { key, value }) => all.replace(`:${key}`, value),
      url.raw.replace('{{base}}', ''),
    );
    const form = body?.urlencoded?.map(({ key, value }) => [key, filled(value)] as const);
    const answer = await fetch(filled(`{{base}}${path}`), {
      method,
      headers: {
        ...Object.fromEntries(
          header.filter((one) => !one.disabled).map((one) => [one.key, filled(one.value)]),
        ),
        ...(auth?.type !== 'noauth' && { authorization: `Bearer ${known.get('token')}` }),
      },
      ...(body && {
        body: form ? new URLSearchParams(Object.fromEntries(form)) : filled(body.raw ?? ''),
      }),
    });
    const text = await answer.text();
    // As the program that imports it runs the script.
    for (const { script } of event ?? []) {
      const pm = {
        collectionVariables: { set: (key: string, value: string) => known.set(key, value) },
        response: { json: () => JSON.parse(text) },
      };
      new Function('pm', script.exec.join('\n'))(pm);
    }
    return { status: answer.status, text };
  };
  const [tokens, ...others] = collection.item;
  const create = tokens?.item[0] ?? assert.fail();
  const items = [create, ...others.flatMap(({ item }) => item)].filter(
    ({ request: { method, url } }) => method !== 'DELETE' && !url.path.includes(':id'),
  );
  for (const item of items) {
    const { status, text } = await sent(item);
    assert.ok(status >= 200 && status < 300, `${item.name}: ${status} ${text.slice(0, 300)}`);
  }
  assert.match(known.get('token') ?? '', /^mfa_/);
  assert.ok(items.length > 20, `${items.length}`);
});
