// The published document as a reader and a generator meet it: whole, described, true, and runnable.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { resourceOf } from '../../src/accounts/resource.ts';
import { channels } from '../../src/channels/index.ts';
import { FAULTS } from '../../src/model/faults.ts';
import { FILLED_BY } from '../../src/model/filled-by.ts';
import { ORDER_INCLUDES, PRODUCT_INCLUDES } from '../../src/model/include.ts';
import { NOTICE_TYPES } from '../../src/model/notices.ts';
import { OPERATION_TABLE } from '../../src/model/operations.ts';
import { WARNING_CODES } from '../../src/model/warnings.ts';
import { SCOPES } from '../../src/tokens/index.ts';
import { type Document, fitting, type Route, readDocument, wrongBy } from '../document.ts';
import { type Answered, type Run, recordedOf, runExamples } from '../examples.ts';
import { ACCOUNTS, filledBy, folderOf, samplesIn, written } from '../filled-by.ts';
import { NOW, unifiedOf } from '../samples.ts';
import { CLIENT, type Service, startService } from '../service.ts';
import { getToken } from '../token.ts';

/** What records hold only where `include` asks for it. */
const INCLUDED = new Set([...Object.keys(ORDER_INCLUDES), ...Object.keys(PRODUCT_INCLUDES)]);

let service: Service;
let document: Document;
let raw: Document;
before(async () => {
  service = await startService({ scopes: SCOPES });
  document = await readDocument(service);
  raw = JSON.parse((await service.app.server.inject('/openapi.json')).body);
});
after(() => service.close());

const routes = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ path, method, route })),
  );

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly 'x-channels'?: readonly string[];
}

const schemas = () => Object.entries(document.components.schemas as Record<string, Schema>);

/** Whether it says what it is, itself or by what it refers to. */
const isDescribed = ({ description, $ref }: Schema): boolean =>
  Boolean(
    description ??
      (document.components.schemas[$ref?.split('/').at(-1) ?? ''] as Schema | undefined)
        ?.description,
  );

describe('the document', () => {
  test('every reference leads somewhere, and every component is used', () => {
    const text = JSON.stringify(raw);
    const refs = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/([^"]*)"/g)].map(([, to]) => to),
    );
    assert.ok(refs.size > 100);
    const components = Object.entries(raw.components).flatMap(([kind, all]) =>
      kind === 'securitySchemes' ? [] : Object.keys(all).map((name) => `${kind}/${name}`),
    );
    assert.deepEqual([...refs].sort(), components.sort());
  });

  test('says who may use it and where to read on', () => {
    const { info, tags } = document;
    assert.deepEqual(info.license, { name: 'Apache License 2.0', identifier: 'Apache-2.0' });
    const named = new Set(routes().flatMap(({ route }) => route.tags));
    assert.deepEqual([...named].sort(), tags.map(({ name }) => name).sort());
  });

  test('every operation, parameter and field says what it is', () => {
    for (const { path, route } of routes()) {
      assert.ok(route.operationId && route.summary && route.description, path);
      for (const { name, description } of route.parameters ?? [])
        assert.ok(description, `${route.operationId} ${name}`);
    }
    for (const [name, schema] of schemas()) {
      assert.ok(schema.description, name);
      for (const [field, property] of Object.entries(schema.properties ?? {}))
        assert.ok(field === 'type' || isDescribed(property), `${name}.${field}`);
    }
  });

  test('every object has a name; only the pairs of params stand where they are used', () => {
    const inline: string[] = [];
    const look = (schema: Schema, place: string, isRoot = false) => {
      if (schema.properties && !isRoot && !/^Params\w+\/items/.test(place)) inline.push(place);
      for (const [name, part] of Object.entries(schema.properties ?? {}))
        look(part, `${place}.${name}`);
      for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) look(part, place);
      if (schema.items) look(schema.items, `${place}/items`);
      if (typeof schema.additionalProperties === 'object') look(schema.additionalProperties, place);
    };
    for (const [name, schema] of schemas()) look(schema, name, true);
    for (const { route } of [...routes(), ...webhooks()]) {
      const bodies = [route.requestBody, ...Object.values(route.responses)];
      for (const body of bodies)
        for (const { schema } of Object.values(body?.content ?? {}))
          look(schema as Schema, route.operationId);
    }
    assert.deepEqual(inline, []);
  });

  test('no description is lost in a choice: only objects with a name are in one with null', () => {
    for (const [name, { properties = {} }] of schemas())
      for (const [field, { anyOf }] of Object.entries(properties)) {
        const isOrNull = anyOf?.some((one) => (one as { type?: string }).type === 'null');
        if (isOrNull)
          assert.ok(
            anyOf?.every((one) => one.$ref ?? (one as { type?: string }).type === 'null'),
            `${name}.${field}`,
          );
      }
  });

  test('records hold all their fields, beside those that must be asked for', () => {
    for (const [name, schema] of schemas())
      if (name in FILLED_BY.orders || name in FILLED_BY.products)
        assert.deepEqual(
          schema.required,
          Object.keys(schema.properties ?? {}).filter((field) => !INCLUDED.has(field)),
          name,
        );
  });

  test('codes are those of the tables, with room for more', () => {
    const known = (name: string) =>
      (document.components.schemas[name] as { anyOf: readonly { enum?: string[] }[] }).anyOf;
    assert.deepEqual(known('ErrorCode'), [
      { type: 'string', enum: Object.keys(FAULTS) },
      { type: 'string' },
    ]);
    assert.deepEqual(known('WarningCode'), [
      { type: 'string', enum: [...WARNING_CODES] },
      { type: 'string' },
    ]);
  });

  test('faults stand with the operations that answer them, and with no others', () => {
    const having = (code: string) =>
      routes().flatMap(({ route: { operationId, responses } }) =>
        Object.values(responses).some(({ description }) => description.includes(`\`${code}\``))
          ? [operationId]
          : [],
      );
    assert.deepEqual(having('invalid_cursor'), ['listChanges']);
    assert.deepEqual(having('cursor_expired'), ['listChanges']);
    assert.deepEqual(having('too_many_watches'), ['putWatch']);
    const writing = ['fulfillments', 'stock', 'prices'];
    assert.deepEqual(having('idempotency_key_reused'), writing);
    assert.deepEqual(having('write_in_progress'), writing);
    const both = ['permission_missing', 'keys_missing', 'channel_timeout', 'result_quota_met'];
    for (const code of both)
      for (const id of writing) assert.ok(having(code).includes(id), `${code} of ${id}`);
  });

  test('errors are empty or whole', () => {
    const schema = document.components.schemas.Errors ?? {};
    const whole = {
      ...{ code: 'unexpected', message: 'x', step: 'fetch', retryable: true },
      help: 'https://x',
    };
    assert.equal(wrongBy(document, schema, {}), undefined);
    assert.equal(wrongBy(document, schema, whole), undefined);
    for (const name of Object.keys(whole)) {
      const { [name as 'code']: one, ...others } = whole;
      assert.ok(wrongBy(document, schema, others), `without ${name}`);
      assert.ok(wrongBy(document, schema, { [name]: one }), `${name} alone`);
    }
  });
});

test('every warning of the table is noted somewhere', () => {
  const source = ['channels', 'accounts', 'unified', 'writes']
    .flatMap((room) => readdirSync(new URL(`../../src/${room}`, import.meta.url), ALL))
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8'))
    .join('\n');
  for (const code of WARNING_CODES) assert.ok(source.includes(`'${code}'`), code);
});
const ALL = { recursive: true, withFileTypes: true } as const;

describe('which channels fill a field', () => {
  test('is what the samples give (npm run filled-by writes it)', () => {
    assert.deepEqual(FILLED_BY, written(filledBy()));
  });

  test('a field that a driver names has a value in some sample of its channel', () => {
    const unseen: string[] = [];
    for (const kind of ['orders', 'products'] as const)
      for (const [name, channel] of Object.entries(channels)) {
        const filled = new Set<string>();
        const named = new Set<string>();
        for (const native of samplesIn(folderOf(name), kind)) {
          const context = { account: ACCOUNTS[name] ?? {}, now: NOW, note: () => {} };
          const draft = resourceOf(channel, kind)?.transform(native, context);
          leaves(draft, '', named);
          leaves(unifiedOf(name, channel, kind, native, ACCOUNTS[name]).record, '', filled, true);
        }
        for (const field of named)
          if (
            OPERATION_TABLE[kind].recordFields.has(field.split('.')[0] ?? '') &&
            !filled.has(field)
          )
            unseen.push(`${name} ${kind} ${field}`);
      }
    assert.deepEqual(unseen.sort(), Object.keys(NEVER_FILLED).sort());
  });

  test('is said of every field of every record', () => {
    for (const kind of ['orders', 'products'] as const) {
      const having = Object.keys(channels).filter((name) => channels[name]?.[kind]);
      for (const [name, fields] of Object.entries(FILLED_BY[kind])) {
        const { properties = {} } = document.components.schemas[name] as Schema;
        assert.deepEqual(Object.keys(properties), Object.keys(fields), name);
        for (const [field, filling] of Object.entries(fields)) {
          const { description = '', 'x-channels': said = [] } = properties[field] ?? {};
          assert.deepEqual([...said].sort(), filling.split(' ').filter(Boolean).sort());
          const isAll = said.length === having.length;
          assert.equal(description.endsWith(' Every channel fills it.'), isAll, `${name}.${field}`);
          assert.equal(description.endsWith(' No channel fills it.'), said.length === 0);
          if (!isAll && said.length > 0)
            for (const channel of having)
              assert.equal(
                new RegExp(` Filled by .*\\b${channel}\\b`).test(description),
                said.includes(channel),
                `${name}.${field} ${channel}`,
              );
        }
      }
    }
  });
});

test('an operation takes tokens of the scopes it names, and no others', async () => {
  const tokens = await Promise.all(
    SCOPES.map(async (scope) => [scope, await getToken(service.origin, CLIENT, scope)] as const),
  );
  for (const { path, method, route } of routes()) {
    if (route.security.length === 0) continue;
    const taken = route.security.flatMap(({ bearer }) => bearer);
    for (const [scope, token] of tokens) {
      const url = service.origin + path.replaceAll(/\{\w+\}/g, 'unknown');
      const { status } = await fetch(url, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(status === 403, !taken.includes(scope), `${route.operationId} ${scope}`);
    }
  }
});

/** What drivers name although it never has a value, with the reason. */
const NEVER_FILLED = {
  'amazon orders company': 'that a business bought is said, but not which',
  'amazon orders company.id': 'as above',
  'amazon orders company.location_id': 'as above',
  'bigcommerce orders billing_address.id': 'only addresses of shipping have a number',
  'bigcommerce orders customer.default_address.id': 'as above',
  'bigcommerce orders customer.email_marketing_consent.consent_updated_at': 'not said',
  'bigcommerce orders customer.email_marketing_consent.opt_in_level': 'not said',
  'bol orders company.location_id': 'not said',
  'lightspeed_c orders customer.email_marketing_consent.consent_updated_at': 'not said',
  'lightspeed_c orders customer.email_marketing_consent.opt_in_level': 'not said',
  'mirakl orders company.location_id': 'not said',
  'mirakl products variants.inventory_levels.location_name': 'warehouses have a code alone',
};

/** The fields that an object names, or those of them that hold something. */
function leaves(value: unknown, place: string, found: Set<string>, onlyFilled = false): boolean {
  if (place !== '' && !onlyFilled) found.add(place);
  if (value === null || value === undefined) return false;
  const parts = Array.isArray(value)
    ? value.map((one) => [place, one] as const)
    : typeof value === 'object'
      ? Object.entries(value).map(
          ([name, one]) => [place ? `${place}.${name}` : name, one] as const,
        )
      : undefined;
  const isFilled = parts
    ? parts.map(([name, one]) => leaves(one, name, found, onlyFilled)).some(Boolean)
    : true;
  if (place !== '' && isFilled) found.add(place);
  return isFilled;
}

const webhooks = () =>
  Object.entries(document.webhooks).map(([path, methods]) => ({
    path,
    method: 'post',
    route: methods.post as Route,
  }));

test('every event has a webhook with an example', () => {
  const types = ['execution.completed', ...NOTICE_TYPES, 'delivery.test'];
  assert.deepEqual(
    webhooks().map(({ path }) => path),
    types,
  );
  for (const { path, route } of webhooks()) {
    const { schema = {}, example } = route.requestBody?.content['application/json'] ?? {};
    assert.equal((example as { type: string }).type, path);
    assert.equal(wrongBy(document, schema, example), undefined, path);
  }
});

describe('examples', () => {
  let run: Run;
  before(async () => {
    run = await runExamples();
  });

  const find = ({ operation, path, method }: Answered): Route => {
    const route = run.document.paths[path]?.[method];
    assert.ok(route, operation);
    return route;
  };

  test('run as they are, and are answered as the document says', () => {
    const fits = fitting(run.document);
    for (const answered of run.answers) {
      const { operation, path, method, status, body, headers } = answered;
      assert.ok(status < 300, `${operation}: ${status} ${JSON.stringify(body)}`);
      assert.equal(fits(path, method.toUpperCase(), status, body), undefined, operation);
      const said = Object.keys(find(answered).responses[status]?.headers ?? {});
      for (const name of said)
        if (!SOMETIMES.has(name)) assert.ok(headers.has(name), `${operation} ${name}`);
    }
  });

  test('of answers are what was answered (npm run examples writes them)', () => {
    const { answers, failures } = recordedOf(run);
    for (const [operation, byStatus] of Object.entries(answers))
      for (const [status, body] of Object.entries(byStatus)) {
        const found = run.answers.find((one) => one.operation === operation);
        assert.ok(found);
        const { content } = find(found).responses[status] ?? {};
        assert.deepEqual(content?.['application/json']?.example, body, operation);
      }
    for (const [code, body] of Object.entries(failures))
      assert.deepEqual(run.document.components.examples[code]?.value, body, code);
  });

  test('no two titles become one class of a generated client', () => {
    const titles = new Set(Object.keys(run.document.components.schemas));
    JSON.stringify(run.document.components.schemas, (_, value) => {
      if (typeof value?.title === 'string') titles.add(value.title);
      return value;
    });
    const classes = Map.groupBy(titles, (title) =>
      title.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
    );
    assert.deepEqual(
      [...classes.values()].filter((same) => same.length > 1),
      [],
    );
  });

  test('of failures come with the status and the headers that are said', () => {
    const fits = fitting(run.document);
    for (const [code, answered] of run.failures) {
      const { path, method, status, body, headers } = answered;
      assert.equal(fits(path, method.toUpperCase(), status, body), undefined, code);
      const { headers: said = {}, content } = find(answered).responses[status] ?? {};
      for (const name of Object.keys(said)) assert.ok(headers.has(name), `${code} ${name}`);
      assert.ok(Object.keys(content?.['application/json']?.examples ?? {}).includes(code), code);
    }
  });

  test('of the token service’s refusals likewise', () => {
    const fits = fitting(run.document);
    assert.deepEqual(
      run.refusals.map(({ status }) => status),
      [400, 401, 413, 429],
    );
    for (const answered of run.refusals) {
      const { path, method, status, body, headers } = answered;
      assert.equal(fits(path, method.toUpperCase(), status, body), undefined);
      // Where the secret was in the body, nothing is asked of HTTP Basic.
      for (const name of Object.keys(find(answered).responses[status]?.headers ?? {}))
        assert.equal(headers.has(name), name !== 'WWW-Authenticate', `${status} ${name}`);
    }
  });

  test('fit their own schemas and do not contradict themselves', () => {
    let seen = 0;
    for (const { route } of routes())
      for (const body of [route.requestBody, ...Object.values(route.responses)])
        for (const { schema, example, examples = {} } of Object.values(body?.content ?? {})) {
          const values = Object.values(examples).map(({ value }) => value);
          for (const value of example === undefined ? values : [example]) {
            assert.equal(wrongBy(document, schema, value), undefined, route.operationId);
            consistent(value);
            seen++;
          }
        }
    assert.ok(seen > 150, String(seen));
  });

  test('are there for every body that is sent or answered', () => {
    for (const { route } of routes()) {
      for (const { examples } of Object.values(route.requestBody?.content ?? {}))
        assert.ok(Object.keys(examples ?? {}).length > 0, route.operationId);
      for (const [status, { content }] of Object.entries(route.responses)) {
        const { example, examples } = content?.['application/json'] ?? {};
        if (content) assert.ok(example ?? examples, `${route.operationId} ${status}`);
      }
    }
  });

  test('with a credential run for each channel, with nothing linked, hours later too', async () => {
    service.forward(30 * 60 * 60 * 1000);
    const fits = fitting(document);
    for (const kind of ['orders', 'products'] as const) {
      const path = `/api/ServiceClientApp/Unified/${kind === 'orders' ? 'Orders' : 'Products'}`;
      const media = document.paths[path]?.post?.requestBody?.content['application/json'];
      for (const name of Object.keys(channels).filter((one) => channels[one]?.[kind])) {
        const { value } = media?.examples?.[`params_${name}`] ?? {};
        assert.ok(value, name);
        const { status, body } = await service[kind](name, value, { user: 'never-linked' });
        assert.equal(status, 200, `${kind} ${name}: ${JSON.stringify(body.Errors)}`);
        assert.equal(fits(path, 'POST', status, body), undefined);
      }
    }
  });
});

/** Those that are not on every answer of the status. */
const SOMETIMES = new Set(['Retry-After', 'Preference-Applied']);

/** An answer that went well has no errors, and one that did not has those of one list. */
function consistent(value: unknown) {
  const { Errors, Output } = (value ?? {}) as {
    Errors?: { code?: string; step?: string };
    Output?: Readonly<Record<string, unknown>>;
  };
  if (!Errors || !Output) return;
  const lists = Object.entries(Output).filter(([name]) => name.endsWith('Errors'));
  const full = lists.filter(([, list]) => list !== null);
  assert.equal(lists.length, 4);
  assert.equal(Output.isSuccess, Errors.code === undefined);
  assert.equal(full.length, Output.isSuccess ? 0 : 1);
  if (Errors.code === undefined) return;
  const [[name, items] = ['', []]] = full;
  assert.equal(name, FAULTS[Errors.code as keyof typeof FAULTS].list);
  assert.equal((items as { code: string }[])[0]?.code, Errors.code);
  assert.equal(Errors.step, Output.step);
  assert.deepEqual(Output.result, []);
}
