// What tests of many instances ask of them, as client applications and browsers do.
import { DEMO_CLIENT } from '../token.ts';

export const API = '/api/ServiceClientApp';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  readonly body: any;
}

export interface Asking {
  readonly origin: string;
  readonly token: string;
}

export async function ask(
  { origin, token }: Asking,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const answer = await fetch(`${origin}${API}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

export interface Wishes {
  readonly limit?: number;
  readonly callback?: string;
  readonly later?: boolean;
  /** Seconds that the answer may take. */
  readonly wait?: number;
}

/** One data call of a linked user. */
export function orders(
  asking: Asking,
  channel: string,
  tpUserId: string,
  more: Wishes = {},
): Promise<Answer> {
  const { limit = 1, callback, later = false, wait } = more;
  const prefer = [...(later ? ['respond-async'] : []), ...(wait ? [`wait=${wait}`] : [])];
  const query = new URLSearchParams({
    ...{ channel, tpUserId },
    ...(callback && { completionCallbackUrl: callback }),
  });
  return ask(asking, `/Unified/Orders?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: prefer.join(', ') },
    body: JSON.stringify({ limit }),
  });
}

export async function magicLink(asking: Asking, tpUserId: string): Promise<string> {
  const { body } = await ask(
    asking,
    `/GetTpUserAuthDisposableToken?${new URLSearchParams({ tpUserId })}`,
  );
  return body.token;
}

/** A browser that has the page of a link open, on one instance, and has not gone on yet. */
export async function visitor(origin: string, token: string) {
  const landing = await fetch(`${origin}/link?token=${token}`, { redirect: 'manual' });
  const home = /action="([^"]+)"/.exec(await landing.text())?.[1] ?? '';
  const cookie = landing.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    status: landing.status,
    /** Goes on, on this instance or another; returns the status: 303 for the one who may. */
    async enter(at = origin): Promise<number> {
      const answer = await fetch(`${at}${home}`, {
        method: 'POST',
        body: new URLSearchParams({ token }),
        headers: { cookie },
        redirect: 'manual',
      });
      await answer.text();
      return answer.status;
    },
  };
}

export async function revoke(origin: string, token: string): Promise<number> {
  const answer = await fetch(`${origin}/connect/revocation`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ token, client_id: DEMO_CLIENT.id, client_secret: DEMO_CLIENT.secret },
    }),
  });
  await answer.text();
  return answer.status;
}
