// Calls that write, as a client application makes them.
import { randomUUID } from 'node:crypto';
import type { ItemOutcome, WriteOperation } from '../../src/model/writes.ts';

const PATHS = { fulfillments: 'Fulfillments', stock: 'Stock', prices: 'Prices' } as const;

export interface Writing {
  readonly channel: string;
  readonly user: string;
  /** Null: none is sent. */
  readonly key?: string | null | undefined;
  readonly prefer?: string;
  readonly callback?: string;
  /** Beside the items. */
  readonly more?: object;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly result: readonly ItemOutcome[];
  readonly isSuccess: boolean;
  readonly code: string | undefined;
  readonly text: string;
  readonly executionId: string;
}

export async function write(
  { origin, token }: { readonly origin: string; readonly token: string },
  operation: WriteOperation,
  items: readonly object[],
  { channel, user, key = randomUUID(), prefer, callback, more }: Writing,
): Promise<Answered> {
  const query = new URLSearchParams({
    ...{ channel, tpUserId: user },
    ...(callback && { completionCallbackUrl: callback }),
  });
  const address = `${origin}/api/ServiceClientApp/Unified/${PATHS[operation]}?${query}`;
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(key !== null && { 'idempotency-key': key }),
      ...(prefer && { prefer }),
    },
    body: JSON.stringify({ items, ...more }),
  });
  const text = await response.text();
  const { Output = {}, Errors = {}, execution_id, isSuccess } = JSON.parse(text);
  return {
    ...{ status: response.status, headers: response.headers, text, result: Output.result ?? [] },
    ...{ isSuccess: Output.isSuccess ?? isSuccess, code: Errors.code },
    executionId: Output.execution_id ?? execution_id,
  };
}
