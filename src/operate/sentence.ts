// Faults that an operator can mend, as one sentence.

import { KeyRingError } from '../keys/ring.ts';
import { FAULTS, Fault } from '../model/faults.ts';
import { ConfigError } from '../serve/config.ts';
import { StoreOpenError, StoreUnavailableError } from '../store/faults.ts';
import { ClientError } from '../tokens/index.ts';

export { reasonOf } from '../store/faults.ts';

export class ActError extends Error {
  override readonly name = 'ActError';
}

const FOR_OPERATORS = [ActError, ClientError, ConfigError, Fault, KeyRingError, StoreOpenError];

/** What it is about is not there, or no longer. */
export const isMissing = (error: unknown): boolean =>
  (error instanceof Fault && FAULTS[error.code].status === 404) ||
  (error instanceof ClientError && error.code === 'unknown_client');

/** What is wrong, where an operator can mend it; undefined where only a stack will help. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof StoreUnavailableError) return error.sentence;
  const known = error instanceof Error && FOR_OPERATORS.some((kind) => error instanceof kind);
  return known ? error.message : undefined;
}
