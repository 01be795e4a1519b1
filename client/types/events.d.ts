import type { KnownEvent } from './records.d.ts';
/** Sent on request, to try a receiver. */
export interface TestEvent {
    readonly type: 'delivery.test';
    readonly timestamp: string;
    readonly data: {
        readonly message: string;
    };
}
/**
 * Distinguished by its `type`. A newer service may send types that this list lacks: let those pass by.
 */
export type ManifoldEvent = KnownEvent | TestEvent;
/** A verified event; `id` is the same whenever it is sent again. */
export type Verified = ManifoldEvent & {
    readonly id: string;
};
/** Headers as any platform has them. */
export type HeadersLike = {
    get(name: string): string | null;
} | Readonly<Record<string, string | readonly string[] | undefined>>;
export interface VerifyOptions {
    /** Seconds by which the clocks may differ, and for which a recorded event may be sent again. Default: 300. */
    readonly tolerance?: number | undefined;
    /** The time in milliseconds. */
    readonly now?: (() => number) | undefined;
}
/**
 * The event in a request, if one of the secrets signed it; several may be live while one is changed.
 * The body is what came, to the byte: parsing it and writing it again breaks the signature.
 */
export declare function verifyEvent(body: string | Uint8Array<ArrayBuffer> | ArrayBuffer, headers: HeadersLike, secrets: string | readonly string[], { tolerance, now }?: VerifyOptions): Promise<Verified>;
