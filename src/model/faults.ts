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

/** One of its list; `RETRY` where the same request may succeed later without a change. */
const of =
  (list: FaultList) =>
  (status: number, when: string, retryable = false): FaultKind => ({
    status,
    list,
    retryable,
    when,
  });
const RETRY = true;
const request = of('schemaValidationErrors');
const channel = of('restErrors');
const operation = of('operationErrors');
const service = of('unexpectedErrors');

export const FAULTS = {
  invalid_request: request(400, 'The query or the body is wrong.'),
  unsupported_filter: request(400, 'The channel cannot honour this filter exactly.'),
  unsupported_include: request(400, 'The channel does not have what the request wants included.'),
  invalid_page_token: request(
    400,
    'The page token was changed, has expired, or belongs to another request.',
  ),
  invalid_cursor: request(400, 'The cursor of the log of changes is not one of this client’s.'),
  unsupported_channel: request(400, 'There is no such channel, or it does not have this resource.'),
  address_not_allowed: request(
    400,
    'The address is in a private network or not one of the vendor’s.',
  ),
  body_too_large: request(413, 'The body is over 1 MiB.'),
  unsupported_media_type: request(415, 'The body is not JSON.'),
  invalid_token: operation(401, 'No access token, or not a valid one.'),
  insufficient_scope: operation(403, 'The token lacks the scope.'),
  unknown_user: operation(404, 'No user has this tpUserId.'),
  not_found: operation(404, 'There is no such path, delivery, execution or event address.'),
  method_not_allowed: operation(405, 'The address is right, the method is not.'),
  channel_not_linked: operation(409, 'The user has not authorised this channel.'),
  cursor_expired: operation(410, 'The log of changes no longer reaches back to this cursor.'),
  idempotency_key_reused: operation(422, 'The key was used for another request before.'),
  write_in_progress: operation(
    409,
    'A call with the same key, or for the same order or variant, is under way.',
    RETRY,
  ),
  too_many_watches: operation(409, 'The client has as many watches as it may have.'),
  rate_limited: operation(
    429,
    'The client sent too many requests, or has too many calls under way.',
    RETRY,
  ),
  result_quota_met: operation(
    429,
    'No more results of background executions are kept for this client now.',
    RETRY,
  ),
  credential_refused: channel(424, 'The channel refused the credential.'),
  keys_missing: operation(
    424,
    'The key that the credentials of this user are sealed with is gone: the user must link again.',
  ),
  permission_missing: channel(424, 'The credential is good, but lacks a permission.'),
  channel_rate_limited: channel(
    429,
    'The channel’s own limit cannot be waited out within the deadline.',
    RETRY,
  ),
  channel_failed: channel(502, 'The channel answered with an error of its own.', RETRY),
  channel_invalid_response: channel(
    502,
    'The channel’s answer was broken, too large, or not what it should be.',
    RETRY,
  ),
  channel_timeout: channel(504, 'The channel was too slow for the deadline.', RETRY),
  deadline_passed: operation(
    504,
    'The client’s own override rules were not done within the deadline.',
    RETRY,
  ),
  app_refused: service(
    503,
    'The operator’s own app at the channel is not set, or the channel refuses it. The user’s link stays.',
    RETRY,
  ),
  set_aside: service(
    500,
    'The service ended twice while this background execution ran; it is not run again.',
  ),
  unexpected: service(500, 'A fault of this service.', RETRY),
  unavailable: service(
    503,
    'The service is shutting down, has all its places or connections taken, or its store cannot be reached or written.',
    RETRY,
  ),
} as const satisfies Record<string, FaultKind>;

export type FaultCode = keyof typeof FAULTS;

/**
 * Whether what was asked of the outside left. `no`: not a byte did. `maybe`: it did, and no whole answer
 * came, so that it may have been done. `yes`: it was answered.
 */
export type Sent = 'no' | 'maybe' | 'yes';

export interface FaultDetail {
  readonly field?: string | undefined;
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
  /** Whether the call left; on every fault that a call to the outside ended with. */
  readonly sent?: Sent | undefined;
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
  readonly sent: Sent | undefined;
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
    this.sent = detail.sent;
    this.others = detail.others ?? [];
  }

  with({ message = this.message, ...changed }: FaultDetail & { readonly message?: string }): Fault {
    return new Fault(this.code, message, { ...this, cause: this.cause, ...changed });
  }
}

export const invalid = (field: string, message: string): Fault =>
  new Fault('invalid_request', message, { field });
