import type { Connection } from './connection.ts';
import type { AttentionCode, Channel, ChannelCapabilities, ChannelLineage, WriteScope } from './records.d.ts';
export interface User {
    /** Your own identifier of the user. */
    readonly tpUserId: string;
    readonly created_at: string;
    readonly channels: readonly LinkedChannel[];
}
export interface LinkedChannel {
    readonly channel: Channel;
    /** needs_attention: the channel refuses the key. Send the user a new magic link. */
    readonly state: 'linked' | 'needs_attention';
    /** Why it needs attention, for programs. */
    readonly code: AttentionCode | null;
    /** Why it needs attention, for people. */
    readonly reason: string | null;
    /** What the account calls itself. */
    readonly name: string | null;
    /** Plain settings of the account, such as its address. Never a secret. */
    readonly account: Readonly<Record<string, unknown>>;
    /** Which writes the user agreed to when linking; null where it was not noted. */
    readonly writes: readonly WriteScope[] | null;
    /** What ends within 30 days. */
    readonly expiring: readonly {
        readonly what: 'grant' | 'api_version';
        readonly ends_at: string;
    }[];
    readonly linked_at: string;
    readonly updated_at: string;
}
export interface UserFilters {
    /** Only users who have linked this channel. */
    readonly channel?: Channel | undefined;
    /** Only users with a channel in this state. */
    readonly state?: LinkedChannel['state'] | undefined;
    readonly signal?: AbortSignal | undefined;
}
export interface MagicLinkOptions {
    /** Your own identifier of the user; an unknown one makes the user. */
    readonly user: string;
    /** What you call the user, shown on every page. */
    readonly userName?: string | undefined;
    /** Where the user goes afterwards. */
    readonly redirectUrl?: string | undefined;
    /** Which channels are offered; all unless set. */
    readonly channels?: readonly Channel[] | undefined;
    readonly signal?: AbortSignal | undefined;
}
export interface MagicLink {
    /** Give this to the user. */
    readonly uri: string;
    /** The one-time token within it. */
    readonly token: string;
    readonly expiresAt: Date;
}
export declare const userPath: (user: string) => string;
export declare function makeMagicLink(connection: Connection, { user, userName, redirectUrl, channels, signal }: MagicLinkOptions): Promise<MagicLink>;
export declare function listUsers(connection: Connection, { channel, state, signal }: UserFilters): AsyncIterable<User>;
export declare function readUser(connection: Connection, user: string, signal?: AbortSignal): Promise<User>;
export declare function forgetUser(connection: Connection, user: string, signal?: AbortSignal): Promise<void>;
export declare function unlinkChannel(connection: Connection, user: string, channel: Channel, signal?: AbortSignal): Promise<void>;
export declare function listChannels(connection: Connection, signal?: AbortSignal): Promise<readonly ChannelCapabilities[]>;
/** What the fields of a channel's records are made of. */
export declare function lineageOf(connection: Connection, channel: string, signal?: AbortSignal): Promise<ChannelLineage>;
