// Requests that are not HTTP, or too much of it: they reach no route, and are answered all the same.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { Fault } from '../model/faults.ts';
import { NEWEST_VERSION, VERSION_HEADER } from '../model/versions.ts';
import { refusal } from '../unified/answer.ts';
import type { Addresses } from './paths.ts';

const CAUSES: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'The request was not complete within 60 seconds. Send it again.',
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and the headers have more than 16 KiB together. Send what is long in the body.',
  ],
};
const ANY = ['400 Bad Request', 'The request is not HTTP/1.1 as RFC 9112 has it.'] as const;

/** For the server's `clientErrorHandler`. The connection ends with it: no one knows where the next one begins. */
export const answerUnreadable =
  (addresses: Addresses, isAnswering: (socket: Socket) => boolean) =>
  (error: { readonly code?: string }, socket: Socket): void => {
    // Anyone who is gone hears nothing, and what else is being said must not be mixed with this.
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const [status, sentence] = CAUSES[error.code ?? ''] ?? ANY;
    const fault = new Fault('invalid_request', sentence);
    const traceId = randomBytes(16).toString('hex');
    const body = JSON.stringify(refusal(fault, 'validate', traceId, addresses).envelope);
    const head = [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      `${VERSION_HEADER}: ${NEWEST_VERSION}`,
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  };
