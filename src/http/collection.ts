// The calls of the OpenAPI document as a collection, in the form that Postman, Bruno and Insomnia import.

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly unknown[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: object }>> }>
    >;
  };
}
export interface ApiDocument {
  readonly info: { readonly title: string; readonly description?: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** The answer of the token service is kept for the calls that follow. */
const KEEPS_TOKEN = "pm.collectionVariables.set('token', pm.response.json().access_token);";
/** What callers have of their own, by the names that the examples give it. */
const OWN: Readonly<Record<string, string>> = {
  'demo-client': '{{client_id}}',
  'demo-secret': '{{client_secret}}',
  'demo-user': '{{user}}',
};
const own = (value: unknown): string => OWN[String(value)] ?? String(value);

/** Each write has a key of its own. */
const KNOWN: Readonly<Record<string, string>> = {
  'Idempotency-Key': '{{$guid}}',
  channel: '{{channel}}',
};
const exampleOf = (name: string, example: unknown): string =>
  KNOWN[name] ?? (example === undefined ? '' : own(example));

/** `{name}` in a path as a collection has it. */
const segment = (part: string): string => part.replace(/^\{(\w+)\}$/, ':$1');

export function collectionOf({ info, servers, tags, paths }: ApiDocument): object {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: itemOf(path, method.toUpperCase(), operation),
    })),
  );
  const variables = {
    base: servers[0]?.url,
    client_id: 'demo-client',
    client_secret: 'demo-secret',
  };
  const parameters = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => operation.parameters ?? []),
  );
  const channel = parameters.find(({ name, example }) => name === 'channel' && example)?.example;
  const more = { user: 'demo-user', channel, token: '' };
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries({ ...variables, ...more }).map(([key, value]) => ({ key, value })),
    item: tags.map(({ name, description }) => ({
      ...{ name, description },
      item: calls.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  };
}

function itemOf(path: string, method: string, operation: Operation): object {
  const { operationId, summary, description, parameters = [], security, requestBody } = operation;
  // What every call may have is left out.
  const given = (place: Parameter['in']) =>
    parameters.filter((one) => one.$ref === undefined && one.in === place);
  const pairs = (place: Parameter['in']) =>
    given(place).map(({ name, example, required, description }) => ({
      ...{ key: name, value: exampleOf(name, example), description },
      ...(!required && { disabled: true }),
    }));
  const query = pairs('query');
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const [example] = Object.values(content?.examples ?? {});
  const parts = path.split('/').slice(1).map(segment);
  const asked = query
    .filter((one) => !('disabled' in one))
    .map(({ key, value }) => `${key}=${value}`);
  return {
    name: summary,
    ...(operationId === 'createAccessToken' && {
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: [KEEPS_TOKEN] } }],
    }),
    request: {
      ...{ method, description },
      ...(security?.length === 0 && { auth: { type: 'noauth' } }),
      header: [...pairs('header'), ...(type ? [{ key: 'Content-Type', value: type }] : [])],
      url: {
        raw: `{{base}}/${parts.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
        ...{ host: ['{{base}}'], path: parts, query, variable: pairs('path') },
      },
      ...(example && { body: bodyOf(type, example.value) }),
    },
  };
}

const bodyOf = (type: string | undefined, value: object): object =>
  type === 'application/x-www-form-urlencoded'
    ? {
        mode: 'urlencoded',
        urlencoded: Object.entries(value).map(([key, one]) => ({ key, value: own(one) })),
      }
    : {
        mode: 'raw',
        raw: JSON.stringify(value, (_, one) => (typeof one === 'string' ? own(one) : one), 2),
        options: { raw: { language: 'json' } },
      };
