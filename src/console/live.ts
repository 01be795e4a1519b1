// What the console asks of the running service, beside the operators' acts.
import type { Watches } from '../changes/watches.ts';
import type { Users } from '../link/users.ts';
import type { ChannelCapabilities } from '../model/capabilities.ts';
import type { Envelope } from '../model/envelope.ts';
import type { Operation } from '../model/execution.ts';
import type { OverrideSets } from '../unified/override-sets.ts';
import type { Sources } from './made-of.ts';

/** A data request as a client would send it. */
export interface Asked {
  readonly operation: Operation;
  readonly client: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Only the service itself can do it; its rooms are handed in. */
export interface Live {
  readonly channels: Readonly<Record<string, { readonly title: string }>>;
  /** Undefined when there is no such client. */
  magicLink(client: string, tpUserId: string): Promise<string | undefined>;
  /** What each channel can, by its own declarations. */
  capabilities(): Promise<readonly ChannelCapabilities[]>;
  /** Reads as the API does for that client: by its budgets, its overrides, and noted as an execution. */
  read(asked: Asked): Promise<Envelope<Readonly<Record<string, unknown>>>>;
  /** What the fields of such a native record are made of. */
  sourcesOf(channel: string, operation: Operation, native: unknown): Sources;
  /** What an error code means. */
  helpOf(code: string): string;
  /** Writes down what is still in memory of calls that ended. */
  flush(): Promise<void>;
  readonly users: Pick<Users, 'list' | 'status'>;
  readonly watches: Pick<Watches, 'list' | 'find' | 'remove'>;
  readonly overrides: OverrideSets;
}
