// What the link flow is given; each part of it takes what it needs.
import type { Accounts } from '../accounts/index.ts';
import type { Search } from '../accounts/search.ts';
import type { Channel } from '../channels/channel.ts';
import type { Seal } from '../keys/seal.ts';
import type { VendorApp } from '../model/credential.ts';
import type { Routes } from '../net/route.ts';
import type { Sender } from '../net/send.ts';
import type { Store } from '../store/index.ts';

export interface LinkDependencies {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly apps: Readonly<Record<string, VendorApp>>;
  readonly store: Store;
  readonly seal: Pick<Seal, 'sealToken' | 'openToken'>;
  readonly accounts: Pick<Accounts, 'given'>;
  readonly search: Search;
  readonly routes: Routes;
  readonly sender: Sender;
  readonly now: () => number;
  /** Where vendors send the browser, and their servers a credential. */
  readonly addresses: Readonly<Record<'back' | 'receive', (name: string) => string>>;
  readonly onUnexpected: (error: unknown) => void;
}

/** Some of it. */
export type From<Name extends keyof LinkDependencies> = Pick<LinkDependencies, Name>;
