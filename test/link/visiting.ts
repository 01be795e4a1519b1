// A visitor of the link pages without a browser: keeps the cookies of one visit, and sends its forms.
import assert from 'node:assert/strict';
import type { Place } from '../browser/visitor.ts';

export interface Visitor {
  /** The path of the visit. */
  readonly home: string;
  /** Paths are of the visit, or whole. */
  get(path: string): Promise<Response>;
  /** A form by its names and values, to which its token is added, or as it was served. */
  post(path: string, form: Readonly<Record<string, string>> | URLSearchParams): Promise<Response>;
}

export async function visitBy(
  place: Place,
  user: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Visitor> {
  let cookie = '';
  let home = '';
  let formToken = '';
  const whole = (path: string) =>
    path.startsWith('/link') ? `${place.origin}${path}` : `${place.origin}${home}${path}`;
  const asked = async (path: string, more: RequestInit = {}) => {
    const headers = { cookie, 'accept-language': 'en' };
    const response = await fetch(whole(path), { ...more, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      if (pair.startsWith('manifold_visit=')) cookie = pair;
    }
    return response;
  };
  const link = new URL(await place.magicLink(user, query));
  const token = link.searchParams.get('token') ?? '';
  const landing = await (await asked(`/link?token=${token}`)).text();
  home = /action="([^"]+)"/.exec(landing)?.[1] ?? '';
  const entered = await asked(home, { method: 'POST', body: new URLSearchParams({ token }) });
  assert.equal(entered.status, 303);
  const page = await (await asked('/channels')).text();
  formToken = /name="_form" value="([^"]+)"/.exec(page)?.[1] ?? '';
  return {
    home,
    get: (path) => asked(path),
    post: (path, form) =>
      asked(path, {
        method: 'POST',
        body:
          form instanceof URLSearchParams
            ? form
            : new URLSearchParams({ ...form, _form: formToken }),
      }),
  };
}
