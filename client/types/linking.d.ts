import type { Connection } from './connection.ts';
import type { AttentionCode, Channel } from './records.d.ts';
import { type LinkedChannel } from './users.ts';
export type Language = 'en' | 'nl' | 'de' | 'fr';
export interface LinkField {
    /** Its name among the values. */
    readonly key: string;
    readonly label: string;
    readonly hint: string | null;
    readonly example: string;
    readonly kind: 'text' | 'secret' | 'address' | 'choice' | 'choices';
    readonly secret: boolean;
    readonly optional: boolean;
    /** Several values, as an array. */
    readonly list: boolean;
    /** What the whole value fits, as a regular expression with the flag `v`. */
    readonly pattern: string | null;
    readonly begins: readonly string[];
    readonly max_length: number;
    readonly choices: readonly {
        readonly value: string;
        readonly label: string;
        readonly group: string | null;
    }[];
    /** What is known from the account that is linked already. Never a secret. */
    readonly value: string | null;
}
export interface LinkWay {
    readonly way: string;
    readonly kind: 'form' | 'consent';
    readonly title: string;
    readonly suits: string | null;
    /** What to do in the channel’s own admin, one by one. */
    readonly steps: readonly string[];
    readonly to_write: readonly string[];
    /** The page there where the values are; null where it is not known yet. */
    readonly place: string | null;
    /** The field by which it is known: ask again with it as `known`. */
    readonly place_needs: string | null;
    readonly fields: readonly LinkField[];
}
export interface ChannelWays {
    readonly channel: Channel;
    readonly title: string;
    readonly language: Language;
    /** The best first. */
    readonly ways: readonly LinkWay[];
    /** What to say to the user for each code for which the channel can need attention. */
    readonly attention: readonly {
        readonly code: AttentionCode;
        readonly text: string;
    }[];
}
export interface WaysOptions {
    /** Of all texts; English unless set. */
    readonly language?: Language | undefined;
    /** What the user typed for `place_needs`. */
    readonly known?: string | undefined;
    readonly signal?: AbortSignal | undefined;
}
export interface LinkTyped {
    readonly way: string;
    /** By the keys of the fields. */
    readonly values: Readonly<Record<string, string | readonly string[]>>;
    /** Of a consent: where the user comes back to. */
    readonly redirectUrl?: string | undefined;
    readonly userName?: string | undefined;
    readonly language?: Language | undefined;
    readonly signal?: AbortSignal | undefined;
}
export interface LinkResult {
    /** redirect: send the user’s browser to `redirect_to`. */
    readonly outcome: 'linked' | 'refused' | 'redirect';
    readonly account: LinkedChannel | null;
    readonly redirect_to: string | null;
    readonly refusals: readonly {
        readonly code: string;
        readonly field: string | null;
        /** What to say to the user. */
        readonly text: string;
        /** The channel’s own words. */
        readonly native: string | null;
    }[];
    /** A shop at another address: ask the user whether it is theirs. */
    readonly found: {
        readonly address: string;
        readonly name: string | null;
    } | null;
    /** The same in every `link.step` event of this try. */
    readonly session: string;
}
export declare function readWays(connection: Connection, user: string, channel: Channel, { language, known, signal }: WaysOptions): Promise<ChannelWays>;
export declare function linkChannel(connection: Connection, user: string, channel: Channel, { language, signal, ...typed }: LinkTyped): Promise<LinkResult>;
