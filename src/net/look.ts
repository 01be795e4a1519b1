// A look at an address of the operator's own, from outside: its name, its certificate, what it answers.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { Agent, request } from 'undici';

/** What a server shows of itself before a word is said. */
export interface Certificate {
  readonly endsAt: number;
  /** Why a browser would refuse it; undefined where it would not. */
  readonly problem: string | undefined;
}

export interface Answered {
  readonly status: number;
  /** How the body begins. */
  readonly text: string;
  /** Milliseconds that this machine's clock is ahead of the server's, give or take a second. */
  readonly clockAhead: number | undefined;
}

const MOST_BYTES = 64 * 1024;
const SHOWN = 4096;

/** Throws where the name leads nowhere. */
export async function resolves(hostname: string): Promise<void> {
  if (isIP(hostname) === 0) await lookup(hostname, { all: true });
}

export function certificateOf(url: URL, signal: AbortSignal): Promise<Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
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

/** One GET, no redirects followed. Not guarded: the operator's own address may well be inside. */
export async function ask(url: URL, signal: AbortSignal): Promise<Answered> {
  const agent = new Agent({ allowH2: false, maxResponseSize: MOST_BYTES });
  try {
    const before = Date.now();
    const { statusCode, headers, body } = await request(url, { dispatcher: agent, signal });
    const middle = (before + Date.now()) / 2;
    const text = (await body.text()).slice(0, SHOWN);
    const date = Date.parse(String(headers.date ?? ''));
    // The header has whole seconds, cut off.
    const clockAhead = Number.isNaN(date) ? undefined : Math.round(middle - (date + 500));
    return { status: statusCode, text, clockAhead };
  } finally {
    await agent.destroy();
  }
}
