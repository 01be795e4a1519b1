// What is kept of an execution to show how it went and to run it again: bounded, and without secrets.
import { type Details, type Executed, isWrite } from './execution.ts';
import { OPERATION_TABLE } from './operations.ts';

/** Details as they are kept. */
export interface KeptDetails {
  /**
   * Null where it was too long to be kept. Without what is no part of such a request, since it may be
   * a secret in the wrong place; the items of a write are in rows of their own.
   */
  readonly request: { readonly query: Values; readonly body: Values } | null;
  /** Whether account settings came with it, which are not kept: it cannot be sent again. */
  readonly params: boolean;
  readonly stages: readonly {
    readonly stage: string;
    readonly start: number;
    readonly duration: number;
  }[];
  readonly calls: readonly KeptCall[];
  /** Calls beyond those that are kept. */
  readonly more_calls: number;
  readonly warnings: Details['warnings'];
  readonly faults: Details['faults'];
}

/** Milliseconds; `start` counts from the beginning of the execution. */
export interface KeptCall {
  readonly method: string;
  readonly host: string;
  /** Of the query the names, and values that are a small number, a date, true or false. */
  readonly path: string;
  readonly status: number | null;
  /** Of the answer, unpacked. */
  readonly bytes: number | null;
  readonly code: string | null;
  readonly tries: number;
  readonly waited: number;
  readonly start: number;
  readonly duration: number;
}

type Values = Readonly<Record<string, unknown>>;

const MOST_CALLS = 100;
const MOST_WARNINGS = 20;
const LONGEST_REQUEST = 8192;
const ADDRESS = /^[^/]*\/\/([^/?#]*)([^?#]*)\??([^#]*)/;
/** Shorter than any telephone number. */
const PLAIN_VALUE = /^(?:\d{1,6}|true|false|\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?)$/;

/** Not where the event goes: that address may hold a token. */
const QUERY_NAMES = ['channel', 'tpUserId', 'next_page_token'];

export function keptDetails(operation: Executed, details: Details): KeptDetails {
  const { request, stages, calls, warnings, faults } = details;
  const { params, ...fields } = isWrite(operation) ? {} : OPERATION_TABLE[operation].fields;
  const asked = {
    query: only(request.query, QUERY_NAMES),
    body: only(request.body, Object.keys(fields)),
  };
  let start = 0;
  return {
    request: JSON.stringify(asked).length > LONGEST_REQUEST ? null : asked,
    params: only(request.body, ['params']).params != null,
    stages: Object.entries(stages).map(([stage, took]) => {
      const one = { stage, start: rounded(start), duration: rounded(took) };
      start += took;
      return one;
    }),
    calls: calls.slice(0, MOST_CALLS).map(({ uri, status, bytes, fault, ...call }) => ({
      ...{ method: call.method, ...placeOf(uri), tries: call.tries },
      ...{ status: status ?? null, bytes: bytes ?? null, code: fault ?? null },
      ...{ waited: rounded(call.waited), start: rounded(call.start) },
      duration: rounded(call.duration),
    })),
    more_calls: Math.max(0, calls.length - MOST_CALLS),
    warnings: warnings.slice(0, MOST_WARNINGS),
    faults,
  };
}

/** Those of these that it has: a stranger may send any number of others. */
function only(given: unknown, names: readonly string[]): Values {
  if (given === null || typeof given !== 'object') return {};
  const values = given as Values;
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]),
  );
}

/** The host and the path of an address, with as much of its query as is no one's. */
function placeOf(uri: string): Pick<KeptCall, 'host' | 'path'> {
  const [, host = '', path = '', query = ''] = ADDRESS.exec(uri) ?? [];
  if (query === '') return { host, path };
  const shown = [...new URLSearchParams(query)].map(
    ([name, value]) => `${name}=${PLAIN_VALUE.test(value) ? value : '…'}`,
  );
  return { host, path: `${path}?${shown.join('&')}` };
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
