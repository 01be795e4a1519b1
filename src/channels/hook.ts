// What a vendor tells the operator's app without being asked: how it is proven, and what it says.
import type { VendorApp } from '../model/credential.ts';

/** The app was removed from a shop; a customer asks for their data, or for its end; a shop does. */
export type HookKind = 'uninstalled' | 'data_request' | 'customer_redact' | 'shop_redact';

/** A message as it came. */
export interface HookRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The bytes that were signed; they are never written anew. */
  readonly body: Uint8Array;
}

export interface HookMessage {
  /** Of what the vendor signed: a repeat of the message has the same, whatever is sent around it. */
  readonly id: string;
  readonly kind: HookKind;
  /** The account it is about, as the channel's `accountName` gives it. */
  readonly account: string;
  /** When it happened, by the vendor's clock; undefined where that, or the account, is not sure. */
  readonly at: number | undefined;
  /** The vendor's reference of a request. */
  readonly reference?: string;
  /** Whom a request is about, and which orders: identifiers, never an address or a name. */
  readonly customer?: string;
  readonly orders?: readonly string[];
}

export interface Hooks {
  readonly method: 'GET' | 'POST';
  /** Keys of the operator's app without which nothing can be proven. */
  readonly needs: readonly string[];
  /** Whether the vendor signed it for this app; compares in constant time. Pure. */
  verify(request: HookRequest, app: VendorApp, now: number): boolean;
  /** What a proven message says; undefined where it is nothing that concerns us. Pure. */
  read(request: HookRequest): HookMessage | undefined;
}
