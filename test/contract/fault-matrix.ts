// Every fault of the sandbox, and the code each must end in: one table for the tests and the command.
import type { FaultKind, FaultPlan } from '../../sandbox/faults.ts';
import type { FaultCode } from '../../src/model/faults.ts';
import type { Answer, Service } from '../service.ts';

export interface Failure {
  readonly plan: Omit<FaultPlan, 'channel'>;
  readonly code: FaultCode;
  /** Whether trying again may help, where the code alone does not say. */
  readonly retryable?: boolean;
  /** Ends with the caller's own deadline. */
  readonly slow?: true;
}

export const FAILURES: readonly Failure[] = [
  { plan: { kind: '401' }, code: 'credential_refused' },
  { plan: { kind: 'expired' }, code: 'credential_refused' },
  { plan: { kind: '403' }, code: 'permission_missing' },
  { plan: { kind: '404' }, code: 'channel_failed', retryable: false },
  { plan: { kind: '429', retryAfter: 120 }, code: 'channel_rate_limited' },
  { plan: { kind: '429-no-retry-after' }, code: 'channel_rate_limited' },
  { plan: { kind: '500' }, code: 'channel_failed' },
  { plan: { kind: '503' }, code: 'channel_failed' },
  { plan: { kind: 'reset' }, code: 'channel_failed' },
  { plan: { kind: 'half-body' }, code: 'channel_invalid_response' },
  { plan: { kind: 'broken-json' }, code: 'channel_invalid_response' },
  { plan: { kind: 'wrong-content-type' }, code: 'channel_invalid_response', retryable: false },
  { plan: { kind: 'huge-headers' }, code: 'channel_invalid_response' },
  { plan: { kind: 'endless-body' }, code: 'channel_invalid_response' },
  { plan: { kind: 'stalled-headers' }, code: 'channel_timeout', slow: true },
  { plan: { kind: 'stalled-body' }, code: 'channel_timeout', slow: true },
  { plan: { kind: 'slow-drip', ms: 500 }, code: 'channel_timeout', slow: true },
  { plan: { kind: 'latency', ms: 4000 }, code: 'channel_timeout', slow: true },
];

/** Where a vendor means something else by a fault, with the reason. */
const OTHERWISE: Readonly<Record<string, Partial<Record<FaultKind, FaultCode>>>> = {
  // Shopify answers 404 for a shop that is not there (any more): the link is no longer good.
  shopify: { '404': 'credential_refused' },
};

export const codeFor = (channel: string, { plan, code }: Failure): FaultCode =>
  OTHERWISE[channel]?.[plan.kind] ?? code;

/** Plants the fault, makes one call, and lifts it again. */
export async function fail(
  service: Service,
  channel: string,
  kind: 'orders' | 'products',
  { plan, slow }: Failure,
): Promise<Answer> {
  service.sandbox.faults.plant({ ...plan, channel });
  try {
    return await service[kind](
      channel,
      { limit: 2 },
      slow ? { headers: { prefer: 'wait=1' } } : {},
    );
  } finally {
    service.sandbox.faults.lift();
  }
}
