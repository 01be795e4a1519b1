// What the token service refuses, with the error codes of RFC 6749 section 5.2.

export type TokenErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type';

export class TokenFault extends Error {
  override readonly name = 'TokenFault';
  readonly code: TokenErrorCode;
  /** Set when there were too many wrong secrets: whole seconds to wait. */
  readonly retryAfter: number | undefined;
  /** Whose secret it should have been, where there is such a client. */
  readonly clientId: string | undefined;

  /** The sentence keeps to the characters RFC 6749 allows: no quotation mark, no backslash. */
  constructor(code: TokenErrorCode, sentence: string, retryAfter?: number, clientId?: string) {
    super(sentence);
    this.code = code;
    this.retryAfter = retryAfter;
    this.clientId = clientId;
  }
}
