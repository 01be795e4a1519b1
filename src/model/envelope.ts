// The response of a data call: the three objects Errors, Output and Report.

import { FAULTS, type FaultCode } from './faults.ts';
import { listed, meaning, named, object, openWords, wordOf } from './schema.ts';
import { type Static, type TSchema, Type } from './type.ts';
import { type LeftOut, WARNING_CODES, WARNINGS, type WarningCode } from './warnings.ts';

export const STAGES = ['validate', 'authorize', 'fetch', 'transform'] as const;
export type Stage = (typeof STAGES)[number];

export const StageSchema = named(
  'Stage',
  wordOf(STAGES, 'The stage reached; on failure the one that failed.'),
);

export const ErrorCode = openWords<FaultCode>(
  'ErrorCode',
  `What went wrong, for programs. Others may be added, so take one that you do not know as you would take its HTTP status.\n\n${listed(
    Object.fromEntries(Object.entries(FAULTS).map(([code, { when }]) => [code, when])),
  )}`,
  Object.keys(FAULTS) as FaultCode[],
);

export const WarningCodeSchema = openWords<WarningCode>(
  'WarningCode',
  `What the reader of the result should know, for programs. Others may be added.\n\n${listed(WARNINGS)}`,
  WARNING_CODES,
);

export const ErrorItem = object('ErrorItem', 'One thing that went wrong.', {
  code: ErrorCode,
  message: Type.String({ description: 'What is wrong and how to fix it, in a sentence.' }),
  field: Type.Optional(Type.String({ description: 'The input at fault.' })),
  channel: Type.Optional(Type.String({ description: 'The channel that was asked.' })),
  status: Type.Optional(Type.Integer({ description: 'The channel’s HTTP status.' })),
  native: Type.Optional(Type.String({ description: 'The channel’s own words.' })),
});
export type ErrorItem = Static<typeof ErrorItem>;

const errorList = (description: string) =>
  Type.Unsafe<ErrorItem[] | null>({
    type: ['array', 'null'],
    items: ErrorItem,
    description: `${description} Null where there is nothing of the kind.`,
  });

/** All of them are there, or none is. */
const cause = {
  code: ErrorCode,
  message: Type.String({ description: 'What is wrong and how to fix it, in a sentence.' }),
  step: StageSchema,
  retryable: Type.Boolean({
    description: 'Whether the same request may succeed later without a change.',
  }),
  help: Type.String({ format: 'uri', description: 'Where the code is explained.' }),
};
const CAUSE = Object.keys(cause);

type Cause = { readonly [K in keyof typeof cause]: Static<(typeof cause)[K]> };

export const Errors = named(
  'Errors',
  Type.Unsafe<Cause | Record<string, never>>({
    type: 'object',
    properties: cause,
    dependentRequired: Object.fromEntries(
      CAUSE.map((name) => [name, CAUSE.filter((other) => other !== name)]),
    ),
    additionalProperties: false,
    description: 'Empty on success; otherwise the first cause, with all its fields.',
  }),
);
export type Errors = Static<typeof Errors>;

const ReportFilter = object('ReportFilter', 'A filter in force.', {
  name: Type.String({ description: 'The filter, as in the request.' }),
  value: Type.String({ description: 'Its value.' }),
  by: wordOf(
    ['channel', 'service', 'default'],
    'channel: done by the channel; service: done here, exactly; default: in force although not asked for.',
  ),
});
export type FilterInForce = Static<typeof ReportFilter>;

const Warning = object('Warning', 'What the reader of the result should know.', {
  code: WarningCodeSchema,
  message: Type.String({ description: 'In a sentence.' }),
  field: Type.Optional(Type.String({ description: 'The field of the record concerned.' })),
  ids: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The records concerned: the first of them, and all of them where `leaves_out` is there.',
    }),
  ),
  count: Type.Integer({ description: 'How many times it was met in this response.' }),
  leaves_out: Type.Optional(
    wordOf(
      ['records', 'values'] satisfies readonly LeftOut[],
      'What the channel has and this answer lacks, so that it must not be taken for deleted: whole records, or the values of `field`. Of the records in `ids`; of any, where `ids` are fewer than `count`.',
    ),
  ),
});
export type Warning = Static<typeof Warning>;

const milliseconds = (description: string) =>
  Type.Number({ minimum: 0, description: `Milliseconds. ${description}` });

const ExtResource = object('ExtResource', 'A call made to the channel.', {
  Uri: Type.String({ description: 'What was asked, without secrets.' }),
  Duration: milliseconds('This call alone.'),
});

export const TraceId = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'Names this call in logs and traces; that of your `traceparent`, if you sent one.',
});

export const DURATION_FIELDS = {
  TotalExtResourcesDuration: milliseconds('Time with at least one channel call under way.'),
  TotalEventsTransitDuration: milliseconds('Time spent waiting: rate limits, pauses, queues.'),
  TotalTransformationsDuration: milliseconds('Mapping of records.'),
  TotalRequestsDuration: milliseconds('The whole call.'),
};

export const Report = object('Report', 'How the result came about.', {
  TraceId,
  ...DURATION_FIELDS,
  ExtResources: Type.Array(ExtResource, {
    description: 'Every call made to the channel, failed and repeated ones too.',
  }),
  Filters: Type.Array(ReportFilter, { description: 'Every filter in force, defaults included.' }),
  Warnings: Type.Array(Warning, { description: 'What the reader of the result should know.' }),
});
export type Report = Static<typeof Report>;

export const ExecutionId = Type.String({
  format: 'uuid',
  description: 'Names this execution (UUIDv7).',
});

const outputFields = {
  step: StageSchema,
  isSuccess: Type.Boolean({ description: 'Whether the call did what it was asked.' }),
  schemaValidationErrors: errorList('What is wrong with the request.'),
  restErrors: errorList('What went wrong at the channel.'),
  operationErrors: errorList('What stands in the way here: token, scope, user, limit.'),
  unexpectedErrors: errorList('What is the fault of this service.'),
  execution_id: ExecutionId,
  override_count: Type.Integer({
    minimum: 0,
    description: 'How many values were changed by override rules.',
  }),
  next_page_token: Type.Optional(
    Type.String({
      description: 'Send it with the next request to get the next page. Absent on the last page.',
    }),
  ),
  next_page_token_url: Type.Optional(
    Type.String({
      format: 'uri',
      description: 'Where to POST, without a body, for the next page. Absent on the last page.',
    }),
  ),
};

/** The whole response for one kind of record. */
export const envelope = <S extends TSchema>(name: string, description: string, result: S) =>
  object(name, description, {
    Errors,
    Output: object(`${name}Output`, 'The result, and how it ended.', {
      ...outputFields,
      result: meaning(result, 'The records; empty on failure.'),
    }),
    Report,
  });

export const Failure = envelope(
  'Failure',
  'What every failed request of the API answers: the cause, in the usual three objects.',
  Type.Array(Type.Unknown(), { maxItems: 0 }),
);

type Whole = Static<typeof Failure>;

export interface Envelope<Unified = unknown> extends Readonly<Omit<Whole, 'Output'>> {
  readonly Output: Readonly<Omit<Whole['Output'], 'result'>> & {
    readonly result: readonly Unified[];
  };
}
