// Examples of the published document: requests that run as they are, and what they were answered.
import { readFileSync } from 'node:fs';
import type { Stage } from '../model/envelope.ts';
import { COMPLETED, completionEvent, TEST, testEvent } from '../model/event.ts';
import { FAULTS, Fault, type FaultCode, type FaultList } from '../model/faults.ts';
import {
  channelExpiring,
  channelLinked,
  channelNeedsAttention,
  channelRecovered,
  channelUnlinked,
  linkFinished,
  type NoticeType,
  privacyRequest,
  serviceExpiring,
} from '../model/notices.ts';
import { refusal } from '../unified/answer.ts';
import { createAddresses } from './paths.ts';
import { UNAVAILABLE } from './token.ts';

/** Whom requests in examples come from. In the sandbox these are there, and the requests run. */
export interface Demo {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tpUserId: string;
  /** What opens a shop of each channel, as it is sent in `params`. */
  readonly params: Readonly<
    Record<string, readonly { readonly key: string; readonly value: string | readonly string[] }[]>
  >;
}

/** Where there is no sandbox. */
export const NOBODY: Demo = {
  clientId: 'your-client-id',
  clientSecret: 'your-client-secret',
  tpUserId: 'your-user-id',
  params: {},
};

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

const ID = '01990a5e-8c1f-7d3a-9b52-3f6f0c1d2e4a';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const AT = Date.UTC(2026, 10, 15, 12);
const DAY = 24 * 60 * 60 * 1000;

/** Values of parameters by name, in whatever operation they are. */
export const parameterExamples = (
  { tpUserId }: Demo,
  channel: string,
): Readonly<Record<string, string>> => ({ channel, tpUserId });

/** Bodies that can be sent as they are, by operation. The first is the one that viewers show. */
export function requestExamples(
  demo: Demo,
  channel: string,
): Readonly<Record<string, Record<string, Example>>> {
  const rules = [{ field: 'note', expression: '"No. " & id' }];
  const { clientId: client_id, clientSecret: client_secret } = demo;
  const one = (summary: string, value: unknown) => ({ example: { summary, value } });
  const data = {
    first: { summary: 'One, to see what comes', value: { limit: 1 } },
    changed: {
      summary: 'Whatever changed since',
      value: { limit: 100, updated_at_min: '2026-10-01T00:00:00+00:00' },
    },
    ...Object.fromEntries(
      Object.entries(demo.params).map(([name, pairs]) => [
        `params_${name}`,
        {
          summary: `With a credential for ${name} (set \`channel\` to it)`,
          value: { limit: 1, params: { [name]: pairs } },
        },
      ]),
    ),
  };
  return {
    createAccessToken: one('With the secret in the body', {
      ...{ grant_type: 'client_credentials', client_id, client_secret },
    }),
    revokeAccessToken: one('With the secret in the body', {
      ...{ token: 'mfa_0123456789', client_id, client_secret },
    }),
    introspectAccessToken: one('With the secret in the body', {
      ...{ token: 'mfa_0123456789', client_id, client_secret },
    }),
    orders: {
      ...data,
      changed: {
        ...data.changed,
        value: { ...data.changed.value, status: 'any' },
      },
    },
    products: data,
    testDelivery: one('To your receiver', { url: 'https://example.com/events' }),
    putEventAddresses: one('One address, for all that happens to channels', {
      addresses: [
        {
          url: 'https://example.com/events',
          types: ['channel.linked', 'channel.needs_attention', 'channel.unlinked'],
        },
      ],
    }),
    rotateEventAddressSecret: one('The secret before stays live for a week', { keep_old_days: 7 }),
    putOverrides: one('A note on every order', { channel, resource: 'orders', rules }),
    tryOverrides: one('On a record that holds only what the rule reads', {
      ...{ channel, resource: 'orders', rules },
      sample: { id: '1001' },
    }),
  };
}

/** An example of each event, made as they are made. */
export function eventExamples(
  { tpUserId }: Demo,
  channel: string,
): Readonly<Record<string, object>> {
  const whose = { tpUserId, channel };
  const notices = {
    'channel.linked': channelLinked(whose, AT),
    'channel.needs_attention': channelNeedsAttention(whose, 'credential_refused', AT),
    'channel.recovered': channelRecovered(whose, AT),
    'channel.unlinked': channelUnlinked(whose, 'by_user', AT),
    'channel.expiring': channelExpiring(whose, 'grant', AT + 20 * DAY, AT),
    'service.expiring': serviceExpiring(
      { what: 'api_version', channel, name: '2026-01', endsAt: AT + 20 * DAY },
      AT,
    ),
    'link.finished': linkFinished(tpUserId, 'completed', [channel], AT),
    'privacy.request': privacyRequest(
      {
        ...{ kind: 'customer_redact', channel, shop: 'your-shop.example' },
        ...{ reference: null, customer: '7012345678901', orders: ['5012345678901'] },
      },
      AT,
    ),
  } satisfies Record<NoticeType, object>;
  const completed = completionEvent({
    ...{ id: ID, traceId: TRACE, operation: 'orders', channel, tpUserId },
    ...{ finishedAt: AT, isSuccess: true, stage: 'transform', resultCount: 2 },
    ...{ nextPageToken: undefined, errors: {} },
  });
  return { [COMPLETED]: completed, ...notices, [TEST]: testEvent(AT) };
}

/** Answers of a run, by operation and status, and by the code of what went wrong. */
interface Recorded {
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly failures: Readonly<Record<string, unknown>>;
}

/** The run was one at this address. */
export const RECORDED_AT = 'http://localhost:8080';

/** What was answered, with the addresses of this service. */
export function recorded(baseUrl: string): Recorded {
  const text = readFileSync(new URL('./examples.json', import.meta.url), 'utf8');
  return JSON.parse(text.replaceAll(`"${RECORDED_AT}`, `"${baseUrl}`));
}

/** The token service refuses all that is asked of it in the same way. */
export function answerExample({ answers }: Recorded, id: string, status: string): unknown {
  const own = answers[id]?.[status];
  if (own !== undefined || Number(status) < 400) return own;
  return status === '503' ? UNAVAILABLE : answers.createAccessToken?.[status];
}

/** What cannot be had in a run is made by the same hand, with the sentence of the table. */
export function failureExample(code: FaultCode, { failures }: Recorded, baseUrl: string): unknown {
  if (failures[code]) return failures[code];
  const { list, when } = FAULTS[code];
  const fault = new Fault(code, when);
  const { envelope } = refusal(fault, STAGE_OF[list], TRACE, createAddresses(baseUrl));
  return {
    Errors: envelope.Errors,
    Output: { ...envelope.Output, execution_id: ID },
    Report: { ...envelope.Report, TotalRequestsDuration: 0.2 },
  };
}

const STAGE_OF = {
  schemaValidationErrors: 'validate',
  operationErrors: 'authorize',
  restErrors: 'fetch',
  unexpectedErrors: 'fetch',
} as const satisfies Record<FaultList, Stage>;
