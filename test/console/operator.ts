// A browser of an operator: it keeps its cookies and sends the forms of the pages that it was shown.
import type { LightMyRequestResponse } from 'fastify';
import { actsOn } from '../../src/operate/index.ts';
import { readConfig } from '../../src/serve/config.ts';
import type { Service } from '../service.ts';

export const CONSOLE_URL = 'https://console.example.com';

/** The settings of a service whose console is for those who sign in. */
export const SIGNED_IN = {
  MANIFOLD_MODE: 'production',
  MANIFOLD_BASE_URL: 'https://api.example.com',
  MANIFOLD_KEYS_FILE: '/nowhere',
  MANIFOLD_CONSOLE: 'on',
  MANIFOLD_CONSOLE_URL: CONSOLE_URL,
} as const;

/** The operators' acts on a service, as the command line has them. */
export function actsOf({ app, dataDir }: Service) {
  const config = readConfig({ ...SIGNED_IN, MANIFOLD_DATA_DIR: dataDir });
  return actsOn(
    { config, store: app.store, tokens: app.tokens },
    { by: 'command line', login: 'root' },
  );
}

type Headers = Readonly<Record<string, string>>;

export function createOperator({ app }: Service, host = new URL(CONSOLE_URL).host) {
  const cookies = new Map<string, string>();

  async function send(
    method: 'GET' | 'POST',
    url: string,
    form?: Readonly<Record<string, string>>,
    headers: Headers = {},
  ): Promise<LightMyRequestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.server.inject({
      ...{ method, url },
      headers: {
        ...{ host, ...(cookie && { cookie }) },
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value, maxAge } of answer.cookies as unknown as readonly Cookie[])
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    return answer;
  }

  const get = (url: string, headers?: Headers) => send('GET', url, undefined, headers);

  return {
    cookies,
    get,
    post: (url: string, form: Readonly<Record<string, string>>, headers?: Headers) =>
      send('POST', url, form, headers),

    /** Signs in at the address that the command printed. */
    async enter(address: string): Promise<LightMyRequestResponse> {
      const { pathname, search, searchParams } = new URL(address);
      await get(`${pathname}${search}`);
      return await send('POST', pathname, { token: searchParams.get('token') ?? '' });
    },

    /** Sends a form that stands on a page, with what it holds. */
    async submit(page: string, action: string, typed: Readonly<Record<string, string>> = {}) {
      const shown = await get(page);
      const sent = await send('POST', action, { ...fieldsOf(shown.body, action), ...typed });
      return sent;
    },

    /** The token that forms of a page bring back. */
    formToken: async (page: string) =>
      /name="form" value="([^"]+)"/.exec((await get(page)).body)?.[1] ?? '',
  };
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly maxAge?: number;
}

/** What a form on a page holds. */
export function fieldsOf(page: string, action: string): Readonly<Record<string, string>> {
  const form = page.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
  const [own = ''] = form.split('</form>');
  return Object.fromEntries(
    [...own.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
}
