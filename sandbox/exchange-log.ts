// Writes every exchange of an API as one JSON line, in order, with secrets masked.
import { createWriteStream } from 'node:fs';
import type { Store, StoreReply, StoreRequest } from './store.ts';

export interface ExchangeLog {
  write(store: Store, request: StoreRequest, reply: StoreReply): void;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

export function openExchangeLog(file: string): ExchangeLog {
  const stream = createWriteStream(file, { flags: 'a' });
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  return {
    write(store, request, reply) {
      if (reply.isPage) return;
      stream.write(`${JSON.stringify(exchangeOf(store, request, reply))}\n`);
    },
    close: () =>
      new Promise((resolve, reject) => {
        stream.end(() => (failure === undefined ? resolve() : reject(failure)));
        if (stream.destroyed) resolve();
      }),
  };
}

type IsSecret = (name: string) => boolean;

function exchangeOf(store: Store, request: StoreRequest, reply: StoreReply): object {
  const own = new Set(store.secretNames ?? []);
  const isSecret: IsSecret = (name) => own.has(name) || secretName.test(name);
  const inBody: IsSecret = (name) => own.has(name) || bodySecretName.test(name);
  const body = reply.body === null ? null : Buffer.from(reply.body).toString();
  return {
    channel: store.channel,
    host: request.host,
    method: request.method,
    path: request.path,
    query: maskPairs(request.rawQuery, isSecret),
    headers: maskHeaders(request.headers, isSecret),
    body: request.body === '' ? null : maskBody(request.body, isSecret, inBody),
    status: reply.status,
    responseHeaders: maskHeaders(reply.headers, isSecret),
    responseBody: body === null || body === '' ? null : maskBody(body, isSecret, inBody),
  };
}

/** Names of headers, query and form parameters. Page tokens are no secret. */
const secretName =
  /^((proxy-)?authorization|(set-)?cookie|x-[a-z-]*(token|key)|(access|refresh|id)[-_]token|token|client[-_]secret|consumer[-_](key|secret)|oauth_(consumer_key|signature|token|nonce)|password|api[-_]?key|code|hmac)$/i;

/** In JSON bodies `code`, `key` and `token` are plain data, so only unmistakable names count. */
const bodySecretName =
  /^((access|refresh|id)_token|(client|consumer)_secret|consumer_key|password)$/;

function maskHeaders(
  headers: Readonly<Record<string, string>>,
  isSecret: IsSecret,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      isSecret(name) ? '***' : maskQueries(value, isSecret),
    ]),
  );
}

/** Masks the values of secret parameters in a query or form, keeping the rest as sent. */
function maskPairs(text: string, isSecret: IsSecret): string {
  return text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at > 0 && isSecret(pair.slice(0, at)) ? `${pair.slice(0, at)}=***` : pair;
    })
    .join('&');
}

/** Addresses inside a header, such as Link, may repeat the caller's query. */
function maskQueries(value: string, isSecret: IsSecret): string {
  return value.replace(/([?&])([\w-]+)=([^&>;\s]*)/g, (whole, mark: string, name: string) =>
    isSecret(name) ? `${mark}${name}=***` : whole,
  );
}

function maskBody(text: string, isSecret: IsSecret, inBody: IsSecret): string {
  if (/^\s*[{[]/.test(text)) {
    return text.replace(
      /"([\w-]+)"(\s*:\s*)"(?:[^"\\]|\\.)*"/g,
      (whole, name: string, colon: string) => (inBody(name) ? `"${name}"${colon}"***"` : whole),
    );
  }
  return /^[\w.~%+-]+=/.test(text) ? maskPairs(text, isSecret) : text;
}
