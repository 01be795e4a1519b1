// Which addresses may receive events: https on the public internet; this machine too in sandbox mode.
import { Fault, invalid } from '../model/faults.ts';
import { MAX_ADDRESS_LENGTH } from '../model/text.ts';
import { guard } from './guard.ts';

export interface ReceiverBounds {
  /** Receivers on this machine may be called, by http too: for development. */
  readonly local: boolean;
  /** Ports the operator allows beside the usual ones. */
  readonly ports: ReadonlySet<string>;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The address, if events may go there; checked by name here and by address at connect time. */
export function receiverAddress(text: string, field: string, bounds: ReceiverBounds): URL {
  const url = text.length <= MAX_ADDRESS_LENGTH ? URL.parse(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text))
    throw invalid(
      field,
      `"${field}" must be an absolute https address of at most ${MAX_ADDRESS_LENGTH} characters.`,
    );
  if (bounds.local && isLocal(url) && url.username === '' && url.password === '') return url;
  try {
    guard(url, { hosts: [url.host], plainHttp: true, ports: bounds.ports }, false);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw error.with({ message: `"${field}": ${error.message}`, field });
  }
  if (url.protocol !== 'https:') throw invalid(field, `"${field}" must begin with https://.`);
  return url;
}

/** Events to this machine itself pass by the guard; `receiverAddress` says when that may be. */
export function isLocal(url: URL): boolean {
  return LOCAL_HOSTS.has(url.hostname);
}
