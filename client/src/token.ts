// The access token: asked for once by the first call that needs it, kept, and renewed ahead of its end.
import { numberOf, parse, retryAfterOf, textOf } from './answer.ts';
import { ManifoldError } from './error.ts';

export interface Tokens {
  /** A token that holds; everyone who asks meanwhile waits for the same. */
  get(): Promise<string>;
  /** The service does not take this one any more. */
  drop(token: string): void;
}

export interface TokenOptions {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | undefined;
  /** Sends one request, and answers with the text of what came. */
  readonly send: (url: string, init: RequestInit) => Promise<{ response: Response; text: string }>;
  readonly now: () => number;
}

/** A token is renewed this long before its end, or when a tenth of its life is left. */
const AHEAD = 300_000;
const SHARE = 0.1;

export function createTokens(options: TokenOptions): Tokens {
  let kept: { readonly token: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;

  async function ask(): Promise<string> {
    const asked = options.now();
    const { token, life } = await request(options);
    kept = { token, until: asked + life - Math.min(AHEAD, life * SHARE) };
    return token;
  }

  return {
    get() {
      if (kept && options.now() < kept.until) return Promise.resolve(kept.token);
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    drop(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}

async function request({ url, clientId, clientSecret, scope, send }: TokenOptions) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope !== undefined && { scope }),
  });
  const { response, text } = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: body.toString(),
  });
  const answer = parse(text);
  const token = textOf(answer, 'access_token');
  const seconds = numberOf(answer, 'expires_in');
  if (response.ok && token !== undefined && seconds !== undefined)
    return { token, life: seconds * 1000 };
  throw refused(response, answer, clientSecret);
}

/** RFC 6749 names the cause in a word. */
function refused(response: Response, answer: unknown, secret: string): ManifoldError {
  const { status } = response;
  const code = textOf(answer, 'error');
  // A server at a wrong address may repeat what it was sent.
  const said = textOf(answer, 'error_description')?.replaceAll(secret, '…');
  const retryAfter = retryAfterOf(response.headers.get('retry-after'));
  const retryable = status === 429 || status >= 500;
  if (code === undefined)
    return new ManifoldError(
      'not_manifold',
      `${response.url || 'The token service'} answered ${status}, but gave no access token. Check the url (and authUrl, if the token service has its own address).`,
      { status, retryAfter, retryable },
    );
  if (code === 'invalid_client' && !retryable)
    return new ManifoldError(
      'invalid_client',
      'The client id and secret are not accepted. Check both; a secret that was rotated or a client that was deleted is refused for good, and the operator gives you a new one.',
      { status },
    );
  return new ManifoldError(code, said ?? `The token service answered ${status} ${code}.`, {
    status,
    retryAfter,
    retryable,
  });
}
