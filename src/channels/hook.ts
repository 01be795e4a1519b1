// What a vendor sends by itself: to the operator's app, and to those who subscribed to changes of a shop.
import type { Account, VendorApp } from '../model/credential.ts';
import type { Call } from '../model/exchange.ts';

/** The app was removed from a shop; a customer asks for their data, or for its end; a shop does. */
export type HookKind = 'uninstalled' | 'data_request' | 'customer_redact' | 'shop_redact';

/** A message as it came. */
export interface HookRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The bytes that were signed; they are never written again. */
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

/** A record that may have changed; undefined: some of them did. */
export interface Hint {
  readonly resource: 'orders' | 'products';
  readonly record: string | undefined;
}

/** How a channel is called for a subscription. */
export interface HintConnection {
  readonly account: Account;
  readonly call: Call;
  readonly version: string;
}

/** One subscription: what is to be reported, and where to. */
export interface HintSubscription extends HintConnection {
  /** Ours: of this subscription alone, or, where it is `shared`, of the operator's app. */
  readonly address: string;
  /** Others of the same shop have the same address: what they subscribed to is left alone. */
  readonly shared: boolean;
  /** What only the vendor and we know of this subscription. */
  readonly secret: string;
  /** As the channel's `changes` declare them. */
  readonly topics: readonly string[];
}

/** Whether the vendor reports changes now, or the credential may not have it do so. */
export type HintState = 'active' | 'not_permitted';

/** How what comes to an address of its own is proven beside the address, which none but the vendor knows. */
export type HintProof =
  | {
      readonly by: 'secret';
      /** Compares in constant time. Pure. */
      verify(request: HookRequest, secret: string): boolean;
    }
  | {
      readonly by: 'keys';
      /** The vendor's public keys, by their names: asked for at each check, never for a message. */
      keys(connection: HintConnection): Promise<Readonly<Record<string, string>>>;
      verify(request: HookRequest, keys: Readonly<Record<string, string>>): boolean;
    };

/**
 * Messages that hint at changes. None is ever taken for the record itself: a hint says what to read
 * again, so that one that is old, repeated or forged costs a call and changes nothing.
 */
export interface Hints {
  /**
   * What the operator's app signs: for shops that were linked by it, messages come to the app's own
   * address. For all others, and where the vendor does not sign, each subscription has its own.
   */
  readonly byApp?: {
    readonly needs: readonly string[];
    /** Compares in constant time. Pure. */
    verify(request: HookRequest, app: VendorApp): boolean;
    /** The account that a message is about, as the channel's `accountName` gives it. */
    accountOf(request: HookRequest): string | undefined;
  };
  /** Absent: by the address alone. */
  readonly proof?: HintProof;
  /** What a proven message hints at; none where it is nothing that concerns us. Pure. */
  read(request: HookRequest): readonly Hint[];
  /**
   * Brings the vendor's subscriptions to what is wanted: makes what is missing, switches on what was
   * switched off, removes what is too many. May be done again and again.
   */
  keep(subscription: HintSubscription): Promise<HintState>;
  /** Removes them. May be done again. */
  end(subscription: HintSubscription): Promise<void>;
}
