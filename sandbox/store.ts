// What a sandbox store is: one vendor, fed from the catalogue, answering for its host names.
import type { Catalogue, Order, Product, Variant } from './catalogue/types.ts';
import type { Moves } from './living/derived.ts';
import type { Writes } from './living/writes.ts';

/** One parsed request, as the vendor's server would see it behind its TLS end point. */
export interface StoreRequest {
  readonly method: string;
  /** The vendor's host name, lower case, with its port when one was named. */
  readonly host: string;
  /** True unless `x-forwarded-proto: http` says that the caller meant plain http. */
  readonly https: boolean;
  /** The path as sent, still percent-encoded. */
  readonly path: string;
  /** The raw query without the question mark. */
  readonly rawQuery: string;
  /** Decoded pairs in the order sent; `+` is a space. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface StoreReply {
  /** 0 closes the connection without a response, like a port without a listener. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for answers without a body (204, 304, HEAD). */
  readonly body: string | Uint8Array | null;
  /** A page of the shop for its customers, which no contract of the API knows: it is not logged. */
  readonly isPage?: true;
}

/** Vendor: limits are enforced. Relaxed: nothing is refused, headers keep their shape. */
export type Rates = 'vendor' | 'relaxed';

export interface StoreContext {
  readonly catalogue: Catalogue;
  readonly now: () => number;
  readonly rates: Rates;
  /** Registers what is called after every change; absent where the catalogue never changes. */
  readonly onChange?: (listener: () => void) => void;
  /** What the writes of a channel do to the catalogue; absent likewise (`noWrites`). */
  readonly writesAs?: (channel: string) => Writes;
}

/** Value of a credential key; a list for keys such as amazon's marketplaceIds. */
export type CredentialValue = string | readonly string[];

/** Keyed as `params.<channel>` of a data request; secrets apart from plain settings. */
export interface StoreCredential {
  readonly account: Readonly<Record<string, CredentialValue>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** One shop of a vendor: its address, its quirk, what it holds and a credential that opens it. */
export interface StoreShop {
  /** Short and stable, such as `demo`, `small`, `older`; the first shop of a store is `demo`. */
  readonly name: string;
  readonly title: string;
  /** One sentence: what is special about it. */
  readonly about: string;
  /** The host name it answers for; several shops of one vendor may share it (`api.bol.com`). */
  readonly host: string;
  /** The zone the shop keeps its clock in. */
  readonly timeZone: string;
  readonly credential: StoreCredential;
  /** What of the catalogue it holds and would list; no channel can hold every order. */
  readonly orders: readonly Order[];
  readonly products: readonly Product[];
  /** Held too, but listed only when a request asks for their state by name. */
  readonly hiddenProducts?: readonly Product[];
}

/** Messages a vendor sends to an app; each vendor sends some of these. */
export const hookKinds = ['uninstalled', 'data_request', 'customer_redact', 'shop_redact'] as const;
export type HookKind = (typeof hookKinds)[number];

/** A signed message, ready to be sent, more than once if need be. */
export interface HookSending {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface StoreHooks {
  /** The address that the operator registered for the app's hooks. */
  register(address: string): void;
  readonly kinds: readonly HookKind[];
  /** Makes it happen in the shop of this name, and returns the message that reports it. */
  happen(kind: HookKind, shop: string): HookSending;
}

/** What happened to a record of the catalogue. */
export interface Happening {
  readonly change: 'created' | 'updated' | 'deleted';
  readonly order?: Order;
  readonly product?: Product;
  /** The order as it was. */
  readonly orderBefore?: Order | undefined;
  readonly productBefore?: Product | undefined;
}

/** A message to one who subscribed. */
export interface HintSending extends HookSending {
  /** What the receiver answered, 0 where it did not: vendors switch off what is not taken. */
  answered(status: number): void;
}

/** For vendors that report changes to those who subscribe to them. */
export interface StoreHints {
  /** The messages about it, to all who subscribed in the shops that hold the record. */
  about(happening: Happening): readonly HintSending[];
  /** Takes out what is to be sent since a subscription was made. */
  waiting?(): readonly HintSending[];
  /** For tests: all that is subscribed to. */
  list(): readonly {
    readonly shop: string;
    readonly topic: string;
    readonly url: string;
    readonly isOn: boolean;
  }[];
  /** For tests: the vendor switches every subscription off. */
  switchOff(): void;
}

/** A published limit, for the front page and for tests; the store enforces it itself. */
export interface StoreLimit {
  readonly name: string;
  readonly requests: number;
  readonly perSeconds: number;
  readonly countedBy: 'credential' | 'shop' | 'application' | 'address';
}

/** Faults that are an answer in the vendor's own shape; the others break the transport. */
export const replyFaults = [
  '401',
  '403',
  '404',
  '429',
  '429-no-retry-after',
  '500',
  '503',
  'expired',
] as const;
export type ReplyFault = (typeof replyFaults)[number];

/** How a vendor shows records, for the answers to calls that change them (`living/`). */
export interface StoreDisplay {
  /** State and times of an order by the vendor's own names, as the shop of this name prints them. */
  order?(order: Order, shop: string): object;
  product(product: Product, shop: string): object;
  /** Why no shop of this vendor lists it, in a sentence; undefined where the vendor could. */
  whyNoOrder(order: Order): string | undefined;
  whyNoProduct(product: Product): string | undefined;
  /** Which changes move the date of a record in the shop of this name; all of them unless said. */
  moves?(shop: string): { readonly order?: Moves<Order>; readonly product?: Moves<Product> };
  /** Whether the shop of this name would list it; where `why…` has no reason against it unless said. */
  listsOrder?(order: Order, shop: string): boolean;
  listsProduct?(product: Product, shop: string): boolean;
  /** Lines of orders look their products up, and change with them. */
  readonly linesFollow?: true;
  /** How the vendor shows that a record was deleted, in a sentence. */
  readonly deletedOrder: string;
  readonly deletedProduct: string;
}

/** What a link form asks for, field by field, under the names that forms and admins have for it. */
export interface FormKeys {
  /** The way of linking, as the form is called. */
  readonly form: string;
  readonly values: readonly (readonly [label: string, value: string])[];
}

/** Where a merchant finds the keys of a shop, and what is shown there. */
export interface StoreKeys {
  /** The shop whose keys a page of the vendor's admin shows, by the host of the page. */
  shopAt(host: string): string | undefined;
  /** By the name of the shop; one entry for each form that its keys fit. */
  of(shop: string): readonly FormKeys[];
}

export interface Store {
  /** The channel's identifier in the specification. */
  readonly channel: string;
  readonly title: string;
  /** Host names and `*.suffix` patterns, including token and login hosts. */
  readonly hosts: readonly string[];
  /** At least one; the first is the demo shop. */
  readonly shops: readonly StoreShop[];
  readonly limits: readonly StoreLimit[];
  /** The operator's app as this vendor knows it: { clientId, clientSecret } and what else it has. */
  readonly app?: Readonly<Record<string, string>>;
  /** For vendors that send browsers back to the one address registered for the app. */
  readonly install?: { register(returnAddress: string): void };
  /** For vendors that notify the operator's app of what happened in a shop. */
  readonly hooks?: StoreHooks;
  readonly hints?: StoreHints;
  readonly display?: StoreDisplay;
  readonly keys?: StoreKeys;
  handle(request: StoreRequest): StoreReply | Promise<StoreReply>;
  /** The vendor's answer for a planted fault; undefined leaves the neutral one. */
  fault?(kind: ReplyFault, request: StoreRequest): StoreReply | undefined;
  /** Names beyond the usual ones (authorization, cookies, `*token*`, `*secret*`) to mask in the log. */
  readonly secretNames?: readonly string[];
  /** Open, closed or cancelled, as the native status that this order is given stands for. */
  bucket?(order: Order): 'open' | 'closed' | 'cancelled';
  /** Native identifiers of catalogue records, as strings. */
  orderId(order: Order): string;
  productId(product: Product): string;
  variantId(product: Product, variant: Variant): string;
}

/** What `stores/<channel>/index.ts` exports: opens the store over a catalogue. */
export type OpenStore = (context: StoreContext) => Store;
