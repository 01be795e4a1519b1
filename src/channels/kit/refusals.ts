// What a vendor's refusal says: in its own words, by OAuth's, and whether asking again can help.
import type { Reply } from '../../model/exchange.ts';
import { Fault, type FaultCode, type FaultDetail } from '../../model/faults.ts';
import { isRecord } from './loose.ts';
import { filled } from './text.ts';

/** Makes faults of one answer: its status and the vendor's own sentence go with each. */
export const faultsOf =
  ({ status }: Pick<Reply, 'status'>, native: string | undefined) =>
  (code: FaultCode, message: string, detail: FaultDetail = {}): Fault =>
    new Fault(code, message, { status, native, ...detail });

/** What the same request would meet again: not a limit, not a gateway that was busy, not bad luck. */
export const isFinal = (status: number): boolean =>
  status < 500 && ![408, 425, 429].includes(status);

/** The words of an OAuth 2 error (RFC 6749, section 5.2). */
export function oauthErrorIn(body: unknown): {
  readonly error: string | undefined;
  readonly description: string | undefined;
} {
  const { error, error_description: description } = isRecord(body) ? body : {};
  return {
    error: typeof error === 'string' ? error : undefined,
    description: filled(description) ?? undefined,
  };
}

const LONGEST = 500;

/** The parts that say something, as one sentence that is not too long; undefined where none does. */
export function sentenceOf(parts: readonly unknown[], separator = '; '): string | undefined {
  const said = parts.map(filled).filter((part) => part !== null);
  return said.length === 0 ? undefined : said.join(separator).slice(0, LONGEST);
}

/** Whether a web page came where data was asked for. */
export const isPage = ({ text }: Pick<Reply, 'text'>): boolean => /^\s*</.test(text);
