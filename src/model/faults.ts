// Everything that can go wrong, in one table: code, HTTP status, error list, whether to try again.

/** The four lists of `Output`; each fault belongs to one. */
export type FaultList =
  | 'schemaValidationErrors'
  | 'restErrors'
  | 'operationErrors'
  | 'unexpectedErrors';

interface FaultKind {
  readonly status: number;
  readonly list: FaultList;
  /** The same request may succeed later without a change. */
  readonly retryable: boolean;
  /** For people: when this code is given. */
  readonly when: string;
}

const kind = (status: number, list: FaultList, retryable: boolean, when: string): FaultKind => ({
  status,
  list,
  retryable,
  when,
});

export const FAULTS = {
  invalid_request: kind(400, 'schemaValidationErrors', false, 'The query or the body is wrong.'),
  unsupported_filter: kind(
    400,
    'schemaValidationErrors',
    false,
    'The channel cannot honour this filter exactly.',
  ),
  unsupported_include: kind(
    400,
    'schemaValidationErrors',
    false,
    'The channel does not have what the request wants included.',
  ),
  invalid_page_token: kind(
    400,
    'schemaValidationErrors',
    false,
    'The page token was changed, ran out, or belongs to another request.',
  ),
  unsupported_channel: kind(
    400,
    'schemaValidationErrors',
    false,
    'There is no such channel, or it does not have this resource.',
  ),
  address_not_allowed: kind(
    400,
    'schemaValidationErrors',
    false,
    'The address is in a private network or not one of the vendor’s.',
  ),
  body_too_large: kind(413, 'schemaValidationErrors', false, 'The body is over 1 MiB.'),
  unsupported_media_type: kind(415, 'schemaValidationErrors', false, 'The body is not JSON.'),
  invalid_token: kind(401, 'operationErrors', false, 'No access token, or not a valid one.'),
  insufficient_scope: kind(403, 'operationErrors', false, 'The token lacks the scope.'),
  unknown_user: kind(404, 'operationErrors', false, 'No user has this tpUserId.'),
  not_found: kind(
    404,
    'operationErrors',
    false,
    'There is no such path, delivery, execution or event address.',
  ),
  method_not_allowed: kind(
    405,
    'operationErrors',
    false,
    'The address is right, the method is not.',
  ),
  channel_not_linked: kind(
    409,
    'operationErrors',
    false,
    'The user has not authorised this channel.',
  ),
  rate_limited: kind(
    429,
    'operationErrors',
    true,
    'The client sent too many requests, or has too many calls under way.',
  ),
  result_quota_met: kind(
    429,
    'operationErrors',
    true,
    'No more results of background executions are kept for this client now.',
  ),
  credential_refused: kind(424, 'restErrors', false, 'The channel refused the credential.'),
  keys_missing: kind(
    424,
    'operationErrors',
    false,
    'The key that the credentials of this user are sealed with is gone: the user must link again.',
  ),
  permission_missing: kind(
    424,
    'restErrors',
    false,
    'The credential is good, but lacks a permission.',
  ),
  channel_rate_limited: kind(
    429,
    'restErrors',
    true,
    'The channel’s own limit cannot be waited out within the deadline.',
  ),
  channel_failed: kind(502, 'restErrors', true, 'The channel answered with an error of its own.'),
  channel_invalid_response: kind(
    502,
    'restErrors',
    true,
    'The channel’s answer was broken, too large, or not what it should be.',
  ),
  channel_timeout: kind(504, 'restErrors', true, 'The channel was too slow for the deadline.'),
  deadline_passed: kind(
    504,
    'operationErrors',
    true,
    'The client’s own override rules were not done within the deadline.',
  ),
  app_refused: kind(
    503,
    'unexpectedErrors',
    true,
    'The operator’s own app at the channel is not set, or the channel refuses it. The user’s link stays.',
  ),
  set_aside: kind(
    500,
    'unexpectedErrors',
    false,
    'The service ended twice while this background execution ran; it is not run again.',
  ),
  unexpected: kind(500, 'unexpectedErrors', true, 'A fault of this service.'),
  unavailable: kind(
    503,
    'unexpectedErrors',
    true,
    'The service is shutting down, has all its places or connections taken, or its store cannot be reached or written.',
  ),
} as const satisfies Record<string, FaultKind>;

export type FaultCode = keyof typeof FAULTS;

export interface FaultDetail {
  /** The input field at fault. */
  readonly field?: string | undefined;
  /** The channel's HTTP status. */
  readonly status?: number | undefined;
  /** A finer cause than the code, such as `permalinks_off`, for which the link pages have words. */
  readonly reason?: string | undefined;
  /** The channel's own sentence, scrubbed of secrets. */
  readonly native?: string | undefined;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfter?: number | undefined;
  /** The channel's record that alone is at fault; the rest of the answer can be read. */
  readonly record?: string | undefined;
  /** Whether the same request may succeed later without a change, where the code alone does not say. */
  readonly retryable?: boolean | undefined;
  /** Faults found beside this one, of the same request. */
  readonly others?: readonly Fault[] | undefined;
  readonly cause?: unknown;
}

/** Anything that goes wrong and that the caller learns of, in a sentence that can be acted on. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly field: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly native: string | undefined;
  readonly retryAfter: number | undefined;
  readonly record: string | undefined;
  readonly retryable: boolean;
  readonly others: readonly Fault[];

  constructor(code: FaultCode, message: string, detail: FaultDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'Fault';
    this.code = code;
    this.field = detail.field;
    this.status = detail.status;
    this.reason = detail.reason;
    this.native = detail.native;
    this.retryAfter = detail.retryAfter;
    this.record = detail.record;
    this.retryable = detail.retryable ?? FAULTS[code].retryable;
    this.others = detail.others ?? [];
  }

  /** The same fault, said otherwise or with other details. */
  with({ message = this.message, ...changed }: FaultDetail & { readonly message?: string }): Fault {
    return new Fault(this.code, message, { ...this, cause: this.cause, ...changed });
  }
}

/** Something is wrong with one field of a request. */
export const invalid = (field: string, message: string): Fault =>
  new Fault('invalid_request', message, { field });
