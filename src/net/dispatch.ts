// One request, its answer taken as it comes: gathered in one piece where nothing has to be unpacked, a stream elsewhere.
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body, or one that is still to be read. */
  readonly body: Buffer | Readable;
}

export interface Dispatching {
  readonly signal: AbortSignal;
  /** Whether the answer must come as a stream; otherwise it is gathered here. */
  readonly asStream: (headers: Answer['headers']) => boolean;
  /** Called with each piece that is gathered; the next one waits for what it returns, and ends with what it throws. */
  readonly taking: (bytes: number) => Promise<void> | undefined;
  /** The request is about to be written. */
  readonly onLeaving: () => void;
  /** The head of the answer is there: whatever fails from now on fails in its middle. */
  readonly onHead: () => void;
}

/** Rejects with what the library or `taking` throws, or with the signal's reason as soon as it comes. */
export function dispatch(
  agent: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { signal, asStream, taking, onLeaving, onHead }: Dispatching,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let head: Omit<Answer, 'body'> | undefined;
    let stream: Readable | undefined;
    const pieces: Buffer[] = [];
    const done = () => signal.removeEventListener('abort', abort);
    const fail = (error: unknown) => {
      done();
      reject(error);
      stream?.destroy(error as Error);
    };
    const abort = () => {
      controller?.abort(signal.reason);
      fail(signal.reason);
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', abort);

    agent.dispatch(options, {
      onRequestStart(given) {
        controller = given;
        if (signal.aborted) given.abort(signal.reason);
        else onLeaving();
      },
      onResponseStart(given, status, received) {
        // What comes before the answer itself, such as 103.
        if (status < 200) return;
        const headers = flatten(received);
        head = { status, headers };
        onHead();
        if (!asStream(headers)) return;
        stream = new Readable({
          read: () => given.resume(),
          destroy(error, closed) {
            done();
            // Left before its end: no one reads the rest, and the connection is not to be used again.
            given.abort(error ?? new Error('the rest is not wanted'));
            closed(error);
          },
        });
        // It may fail before the waiting side listens, and the failure would then be unhandled;
        // reading it later still reports it.
        stream.on('error', () => {});
        resolve({ ...head, body: stream });
      },
      onResponseData(given, piece) {
        if (stream) {
          if (!stream.push(piece)) given.pause();
          return;
        }
        const room = taking(piece.length);
        pieces.push(piece);
        if (!room) return;
        given.pause();
        room.then(
          () => given.resume(),
          (error: Error) => given.abort(error),
        );
      },
      onResponseEnd() {
        done();
        if (stream) stream.push(null);
        else if (head) onceFree(resolve, { ...head, body: joined(pieces) });
      },
      onResponseError: (_, error) => fail(error),
    });
  });
}

/**
 * The library takes a connection for free one round of the event loop after its answer. Anyone who calls
 * again immediately would open a second one, with all that costs: so the answer is handed out after that.
 */
const onceFree = (resolve: (answer: Answer) => void, answer: Answer) =>
  queueMicrotask(() => setImmediate(resolve, answer));

/** One piece is not copied. */
export const joined = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);

type Given = Readonly<Record<string, string | string[] | undefined>>;

const isFlat = (headers: Given): headers is Answer['headers'] => {
  for (const name in headers) if (typeof headers[name] !== 'string') return false;
  return true;
};

function flatten(headers: Given): Answer['headers'] {
  if (isFlat(headers)) return headers;
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}
