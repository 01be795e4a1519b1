// What operations answer, for the published document: each status with its headers and examples.
import { Failure } from '../model/envelope.ts';
import { FAULTS, type FaultCode } from '../model/faults.ts';
import type { Tag } from './described.ts';
import type { Components } from './openapi-schemas.ts';

/** What decides how an operation can fail. */
export interface Operation {
  readonly id: string;
  readonly tags: readonly Tag[];
  readonly hasBody: boolean;
  readonly hasPath: boolean;
}

type Where = (operation: Operation) => boolean;

const everywhere: Where = () => true;
const nowhere: Where = () => false;
const data: Where = ({ tags }) => tags.includes('Data');
const rules: Where = ({ id, tags }) => tags.includes('Overrides') && id !== 'listOverrides';
const user: Where = (operation) => data(operation) || /User|Channel/.test(operation.id);

/** Where each fault can be met. */
const WHERE: Readonly<Record<FaultCode, Where>> = {
  invalid_request: everywhere,
  unsupported_filter: data,
  unsupported_include: data,
  invalid_page_token: (operation) =>
    data(operation) || /^list(Exec|Deliv|Users)/.test(operation.id),
  unsupported_channel: (operation) =>
    data(operation) || rules(operation) || operation.id === 'unlinkChannel',
  address_not_allowed: (operation) => data(operation) || operation.id === 'testDelivery',
  body_too_large: ({ hasBody }) => hasBody,
  unsupported_media_type: ({ hasBody }) => hasBody,
  invalid_token: everywhere,
  insufficient_scope: everywhere,
  unknown_user: user,
  not_found: ({ id, hasPath }) => hasPath && !/User|Channel/.test(id),
  // An operation of this document has its method.
  method_not_allowed: nowhere,
  channel_not_linked: (operation) => data(operation) || operation.id === 'unlinkChannel',
  rate_limited: everywhere,
  result_quota_met: data,
  credential_refused: data,
  keys_missing: data,
  permission_missing: data,
  channel_rate_limited: data,
  channel_failed: data,
  channel_invalid_response: data,
  channel_timeout: data,
  deadline_passed: (operation) => data(operation) || rules(operation),
  app_refused: data,
  // Only within the result of a background execution.
  set_aside: nowhere,
  unexpected: everywhere,
  unavailable: everywhere,
};

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
});
const seconds = (description: string) => ({
  description,
  schema: { type: 'integer', minimum: 1, examples: [2] },
});

/** Headers by name, as components. */
export const HEADERS = {
  RateLimit: text(
    'What is left of the client’s own limit: requests, and seconds until all are there again.',
    '"client";r=99;t=1',
  ),
  'RateLimit-Policy': text(
    'The client’s own limit: requests in so many seconds.',
    '"client";q=100;w=2',
  ),
  'Retry-After': seconds('Seconds after which trying again makes sense.'),
  'Preference-Applied': text('What of `Prefer` was honoured (RFC 7240).', 'respond-async'),
  Location: text('Where the result will be; as `status_url`.', 'https://…'),
  'WWW-Authenticate': text(
    'What is asked of the token (RFC 6750), or of the client (RFC 7617).',
    'Bearer realm="manifold", error="invalid_token"',
  ),
} as const;
type Header = keyof typeof HEADERS;

const headers = (...names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const LIMIT = ['RateLimit', 'RateLimit-Policy'] as const;

/** Those that a good answer of the API carries. */
export function headersOf(operation: Operation, status: number): object {
  const more: Header[] = [];
  if (operation.id === 'getExecution') more.push('Retry-After');
  if (data(operation)) more.push('Preference-Applied');
  if (data(operation) && status === 202) more.push('Location');
  return headers(...LIMIT, ...more);
}

/** Those of the token service, where it refuses. */
export function tokenHeadersOf(status: number): object {
  if (status === 401) return headers('WWW-Authenticate');
  return status === 429 || status === 503 ? headers('Retry-After') : {};
}

/** Whoever is turned away at the door does not learn of a limit. */
function failureHeaders(status: number): object {
  if (status === 401 || status === 403) return headers('WWW-Authenticate');
  if (status === 500) return {};
  if (status === 503) return headers('Retry-After');
  return status === 429 ? headers(...LIMIT, 'Retry-After') : headers(...LIMIT);
}

export interface Answers {
  /** How an operation of the API can fail, by status. */
  failures(operation: Operation): Readonly<Record<string, object>>;
  /** What everything else answers where a request cannot even be read. */
  unreadable(): Readonly<Record<string, object>>;
  /** All that was referred to so far, by name, and the codes in it. */
  all(): Readonly<Record<string, object>>;
  codes(): readonly FaultCode[];
}

/** Answers that many operations have in common stand once, among the components. */
export function createAnswers({ refer }: Components): Answers {
  const responses = new Map<string, object>();
  const used = new Set<FaultCode>();
  return {
    failures(operation) {
      const codes = CODES.filter((code) => WHERE[code](operation));
      const byStatus = Map.groupBy(codes, (code) => FAULTS[code].status);
      return Object.fromEntries([...byStatus].map(([status, some]) => [status, put(status, some)]));
    },
    unreadable: () => ({ 400: put(400, ['invalid_request']) }),
    codes: () => CODES.filter((code) => used.has(code)),
    all: () => Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1))),
  };

  function put(status: number, codes: readonly FaultCode[]) {
    const name = codes.map(nameOf).join('Or');
    for (const code of codes) used.add(code);
    responses.set(name, {
      description: codes.map((code) => `\`${code}\`: ${FAULTS[code].when}`).join(' '),
      headers: failureHeaders(status),
      content: {
        'application/json': {
          schema: refer(Failure),
          examples: Object.fromEntries(
            codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    });
    return { $ref: `#/components/responses/${name}` };
  }
}

const CODES = Object.keys(FAULTS) as readonly FaultCode[];

/** `rate_limited` becomes `RateLimited`. */
const nameOf = (code: string): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
