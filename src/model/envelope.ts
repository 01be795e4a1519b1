// The response of a data call: the three objects Errors, Output and Report.

import { record } from './schema.ts';
import { type Static, type TSchema, Type } from './type.ts';

export const STAGES = ['validate', 'authorize', 'fetch', 'transform'] as const;
export type Stage = (typeof STAGES)[number];

const StageSchema = Type.Unsafe<Stage>({
  type: 'string',
  enum: [...STAGES],
  description: 'The stage reached; on failure the one that failed.',
});

export const ErrorItem = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    field: Type.Optional(Type.String()),
    channel: Type.Optional(Type.String()),
    status: Type.Optional(Type.Integer({ description: 'The channel’s HTTP status.' })),
    native: Type.Optional(Type.String({ description: 'The channel’s own words.' })),
  },
  { additionalProperties: false },
);
export type ErrorItem = Static<typeof ErrorItem>;

const ErrorList = Type.Unsafe<ErrorItem[] | null>({
  anyOf: [Type.Array(ErrorItem), { type: 'null' }],
});

const FirstCause = record({
  code: Type.String(),
  message: Type.String(),
  step: StageSchema,
  retryable: Type.Boolean(),
  help: Type.String({ description: 'An address in the documentation.' }),
});

export const Errors = Type.Unsafe<Static<typeof FirstCause> | Record<string, never>>({
  anyOf: [{ type: 'object', maxProperties: 0 }, FirstCause],
  description: 'Empty on success; otherwise the first cause.',
});
export type Errors = Static<typeof Errors>;

const FilterInForce = record({
  name: Type.String(),
  value: Type.String(),
  by: Type.Unsafe<'channel' | 'service' | 'default'>({
    type: 'string',
    enum: ['channel', 'service', 'default'],
    description:
      'channel: done by the channel; service: done here, exactly; default: in force although not asked for.',
  }),
});
export type FilterInForce = Static<typeof FilterInForce>;

const Warning = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    field: Type.Optional(Type.String()),
    ids: Type.Optional(
      Type.Array(Type.String(), { description: 'The first of the records concerned.' }),
    ),
    count: Type.Integer({ description: 'How many times it was met in this response.' }),
  },
  { additionalProperties: false },
);
export type Warning = Static<typeof Warning>;

const milliseconds = (description: string) =>
  Type.Number({ minimum: 0, description: `Milliseconds. ${description}` });

export const Report = record({
  TraceId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  TotalExtResourcesDuration: milliseconds('Time with at least one channel call under way.'),
  TotalEventsTransitDuration: milliseconds('Time spent waiting: rate limits, pauses, queues.'),
  TotalTransformationsDuration: milliseconds('Mapping of records.'),
  TotalRequestsDuration: milliseconds('The whole call.'),
  ExtResources: Type.Array(
    record({ Uri: Type.String(), Duration: milliseconds('This call alone.') }),
    { description: 'Every call made to the channel, failed and repeated ones too.' },
  ),
  Filters: Type.Array(FilterInForce, { description: 'Every filter in force, defaults included.' }),
  Warnings: Type.Array(Warning, { description: 'What the reader of the result should know.' }),
});
export type Report = Static<typeof Report>;

const outputFields = {
  step: StageSchema,
  isSuccess: Type.Boolean(),
  schemaValidationErrors: ErrorList,
  restErrors: ErrorList,
  operationErrors: ErrorList,
  unexpectedErrors: ErrorList,
  execution_id: Type.String({ format: 'uuid', description: 'UUIDv7.' }),
  override_count: Type.Integer({ minimum: 0 }),
  next_page_token: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
  next_page_token_url: Type.Optional(Type.String({ format: 'uri' })),
};

/** The whole response for one kind of record. */
export const envelope = <S extends TSchema>(result: S) =>
  record({
    Errors,
    Output: Type.Object(
      { ...outputFields, result: Type.Array(result) },
      { additionalProperties: false },
    ),
    Report,
  });

export interface Envelope<Unified = unknown> {
  readonly Errors: Errors;
  readonly Output: {
    readonly step: Stage;
    readonly isSuccess: boolean;
    readonly schemaValidationErrors: readonly ErrorItem[] | null;
    readonly restErrors: readonly ErrorItem[] | null;
    readonly operationErrors: readonly ErrorItem[] | null;
    readonly unexpectedErrors: readonly ErrorItem[] | null;
    readonly execution_id: string;
    readonly override_count: number;
    readonly next_page_token?: string;
    readonly next_page_token_url?: string;
    readonly result: readonly Unified[];
  };
  readonly Report: Report;
}
