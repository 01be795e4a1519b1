// Connections on their way to a worker: none stays open that nobody takes.
import type { Worker } from 'node:cluster';

/** Another worker may have it by then; closing our copy of it once more does no harm. */
const TAKEN_WITHIN = 500;

interface Handle {
  close(): void;
}

/**
 * Node gives a connection to a worker with a number, and closes its own copy when the worker says that
 * it took that one. If the worker dies before that, or closes its door as the last of them, nobody ever
 * closes the copy, and the caller waits for an answer that cannot come.
 */
export function watchHandover({ process: child }: Worker): void {
  const underWay = new Map<number, Handle>();
  const { send } = child;
  child.send = (...words: unknown[]) => {
    const [message, handle] = words;
    if (isNumbered(message) && isHandle(handle)) underWay.set(message.seq, handle);
    return Reflect.apply(send, child, words);
  };
  child.on('internalMessage', (message: { readonly ack?: number; readonly accepted?: boolean }) => {
    const handle = underWay.get(message.ack ?? -1);
    if (!handle) return;
    underWay.delete(message.ack ?? -1);
    if (!message.accepted) setTimeout(() => handle.close(), TAKEN_WITHIN).unref();
  });
  child.once('exit', () => {
    for (const handle of underWay.values()) handle.close();
  });
}

const isNumbered = (message: unknown): message is { readonly seq: number } =>
  typeof message === 'object' && message !== null && 'seq' in message;

const isHandle = (handle: unknown): handle is Handle =>
  typeof handle === 'object' && handle !== null && 'close' in handle;
