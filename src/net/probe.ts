// An address of the operator's own, as anyone sees it: its name, its certificate, what it answers.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { Agent, type Dispatcher, request } from 'undici';

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Milliseconds that this machine's clock is ahead of the server's, give or take a second. */
  readonly clockAhead: number | undefined;
}

const MOST_BYTES = 16 * 1024 * 1024;

/** Throws where the name leads nowhere. */
export async function resolves(hostname: string): Promise<void> {
  if (isIP(hostname) === 0) await lookup(hostname, { all: true });
}

/** What a server shows of itself before a word is said; `problem` is why a browser would refuse it. */
export function certificateOf(url: URL, signal: AbortSignal) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  type Certificate = { readonly endsAt: number; readonly problem: string | undefined };
  return new Promise<Certificate>((resolve, reject) => {
    const socket = connect(
      {
        host,
        port: Number(url.port || 443),
        ...(isIP(host) === 0 && { servername: host }),
        // Looked at whatever it is: what is wrong with it is the answer.
        rejectUnauthorized: false,
      },
      () => {
        const { valid_to: end } = socket.getPeerCertificate();
        const problem = socket.authorized ? undefined : codeOf(socket.authorizationError);
        resolve({ endsAt: Date.parse(end), problem });
        done();
      },
    );
    const stop = () => socket.destroy(signal.reason);
    const done = () => {
      signal.removeEventListener('abort', stop);
      socket.destroy();
    };
    socket.once('error', (error) => {
      reject(error);
      done();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}

const codeOf = (error: unknown): string =>
  typeof error === 'string' ? error : ((error as { code?: string } | null)?.code ?? String(error));

/** One request, no redirects followed. Not guarded: the operator's own address may well be inside. */
export async function ask(
  url: URL,
  signal: AbortSignal,
  method: Dispatcher.HttpMethod = 'GET',
  json?: object,
): Promise<Answered> {
  const agent = new Agent({ allowH2: false, maxResponseSize: MOST_BYTES });
  try {
    const before = Date.now();
    const { statusCode, headers, body } = await request(url, {
      ...{ dispatcher: agent, signal, method },
      ...(json && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
    });
    const middle = (before + Date.now()) / 2;
    const text = await body.text();
    const date = Date.parse(String(headers.date ?? ''));
    // The header has whole seconds, cut off.
    const clockAhead = Number.isNaN(date) ? undefined : Math.round(middle - (date + 500));
    return { status: statusCode, text, clockAhead };
  } finally {
    await agent.destroy();
  }
}
