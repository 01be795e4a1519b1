// An end user's browser on the link pages of a scratch instance.
import { API, type Client } from './client.ts';

export interface Visit {
  /** Where the pages of the visit are. */
  readonly home: string;
  readonly cookie: string;
  readonly form: string;
}

/** As a browser does: opens the magic link, goes on, and comes to the page of the channel. */
export async function enter(
  origin: string,
  client: Client,
  user: string,
  channel: string,
): Promise<Visit> {
  const made = await client.call(`${API}/GetTpUserAuthDisposableToken?tpUserId=${user}`);
  const token = new URL(made.body.uri).searchParams.get('token') ?? '';
  const landing = await fetch(`${origin}/link?token=${token}`);
  const home = `${origin}${/action="([^"]+)"/.exec(await landing.clone().text())?.[1]}`;
  const entered = await fetch(home, {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { cookie: cookieOf(landing) },
    redirect: 'manual',
  });
  const cookie = cookieOf(entered);
  const page = await fetch(`${home}/channels/${channel}`, { headers: { cookie } });
  const form = /name="_form" value="([^"]+)"/.exec(await page.text())?.[1];
  if (form === undefined) throw new Error(`no form for ${channel}: ${page.status}`);
  return { home, cookie, form };
}

const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
