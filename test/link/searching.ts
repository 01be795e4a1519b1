// A web of made-up shops for a search: what each address answers, asked through the real guard.

import { createSearch, type Search } from '../../src/accounts/search.ts';
import { createBreaker } from '../../src/net/breaker.ts';
import { HOST_RESTS } from '../../src/net/call.ts';
import { createIntake } from '../../src/net/intake.ts';
import { unknownHost } from '../../src/net/names.ts';
import { createBudgets } from '../../src/net/pace.ts';
import type { Received, Sending } from '../../src/net/send.ts';
import { createStanding } from '../../src/net/standing.ts';

export interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What an address answers; undefined: there is no such host. */
export type Web = (url: URL) => Answered | undefined | Promise<Answered | undefined>;

export function searching(web: Web): { readonly search: Search; readonly asked: string[] } {
  const asked: string[] = [];
  const send = async ({ url, headers, signal }: Sending): Promise<Received> => {
    signal.throwIfAborted();
    asked.push(url.href);
    if (Object.keys(headers).some((name) => /^authorization$|token/.test(name)))
      throw new Error('a search must not be signed');
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const answer = await Promise.race([web(url), aborted]);
    if (!answer) throw unknownHost(url.host);
    const { status = 200, body = '' } = answer;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers: answer.headers ?? {}, bytes: Buffer.from(text) };
  };
  const search = createSearch({
    sender: { send, close: async () => {} },
    routes: () => undefined,
    budgets: createBudgets(Date.now),
    breaker: createBreaker({ ...HOST_RESTS, random: () => 0.5 }),
    intake: createIntake(64 * 1024 * 1024),
    standing: createStanding(),
    now: Date.now,
    random: () => 0,
    userAgent: 'test',
    allowedPorts: new Set(),
  });
  return { search, asked };
}

export const redirect = (location: string, status = 301): Answered => ({
  status,
  headers: { location },
});

const page = (body: string, headers: Readonly<Record<string, string>> = {}, status = 200) => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: `<!doctype html><html><head><title>Shop</title>${body}</head></html>`,
});

export const NOWHERE: Answered = page('<h1>404</h1>', {}, 404);

/** A WordPress site with WooCommerce, as WordPress itself answers: every page names the API. */
export function wordpress(
  site: string,
  { namespaces = ['wp/v2', 'wc/v3'], link = 'header' as 'header' | 'html' | 'none', closed = false, marks = '' } = {}, // biome-ignore format: one line
): Web {
  const base = new URL(site);
  const folder = base.pathname.replace(/\/$/, '');
  return (url) => {
    if (url.host !== base.host) return undefined;
    if (url.protocol !== base.protocol) return redirect(`${base.origin}${url.pathname}`);
    if (!`${url.pathname}/`.startsWith(`${folder}/`)) return NOWHERE;
    const root = `${site}/wp-json/`;
    if (url.pathname === `${folder}/wp-json/`) {
      const hidden = { code: 'rest_cannot_access', message: 'No.', data: { status: 401 } };
      return closed
        ? { status: 401, body: hidden }
        : { body: { name: 'Kade & Zonen', description: '', namespaces } };
    }
    const isThere = [`${folder}/`, folder, `${folder}/shop/`].includes(url.pathname);
    return page(
      `${link === 'html' ? `<link rel="https://api.w.org/" href="${root}" />` : ''}${marks}`,
      link === 'header' ? { link: `<${root}>; rel="https://api.w.org/"` } : {},
      isThere ? 200 : 404,
    );
  };
}

/** A Magento shop; `views` are the codes that its addresses may have as their first folder. */
export function magento(
  site: string,
  { views = ['default', 'nl'], codes = false, rewrites = true, api = true } = {},
): Web {
  const base = new URL(site);
  const folder = base.pathname.replace(/\/$/, '');
  return (url) => {
    if (url.host !== base.host) return undefined;
    if (url.protocol !== base.protocol) return redirect(`${base.origin}${url.pathname}`);
    if (!`${url.pathname}/`.startsWith(`${folder}/`)) return NOWHERE;
    const parts = url.pathname.slice(folder.length).split('/').filter((part) => part !== ''); // biome-ignore format: one chain
    if (codes && views.includes(parts[0] ?? '')) parts.shift();
    const byIndex = parts[0] === 'index.php';
    if (byIndex) parts.shift();
    const init = '<script type="text/x-magento-init">{}</script>';
    if (parts[0] !== 'rest' || (!byIndex && !rewrites)) return page(init, {}, parts[0] ? 404 : 200);
    if (!api) return { status: 403, headers: {}, body: '<html>No.</html>' };
    if (views.includes(parts[1] ?? '')) parts.splice(1, 1);
    if (parts[1] !== 'V1') return { status: 400, body: { message: 'Specified request cannot be processed.' } }; // biome-ignore format: one line
    return {
      status: 401,
      body: {
        message: "The consumer isn't authorized to access %resources.",
        parameters: { resources: 'Magento_Backend::store' },
      },
    };
  };
}

/** Shopify's storefronts: under its own name, and under a domain of the shop's own. */
export function shopify(name: string, domain: string, { meta = true, password = false } = {}): Web {
  const permanent = `${name}.myshopify.com`;
  const headers = { 'x-shopid': '7012345', 'powered-by': 'Shopify' };
  return (url) => {
    if (url.host.endsWith('.myshopify.com') && url.host !== permanent) return NOWHERE;
    if (url.host !== permanent && url.host !== domain) return undefined;
    if (url.protocol === 'http:') return redirect(`https://${url.host}${url.pathname}`);
    if (url.host === permanent) return { ...redirect(`https://${domain}${url.pathname}`), headers: { ...headers, location: `https://${domain}${url.pathname}` } }; // biome-ignore format: one line
    if (password && url.pathname !== '/password') return { status: 302, headers: { ...headers, location: '/password' } }; // biome-ignore format: one line
    if (url.pathname === '/meta.json')
      return meta
        ? { headers, body: { name: 'Velo Nord', myshopify_domain: permanent } }
        : { ...NOWHERE, headers };
    return page(`<script>Shopify.shop = "${permanent}";</script>`, headers);
  };
}

/** The first web that knows the host answers. */
export const together =
  (...webs: readonly Web[]): Web =>
  async (url) => {
    for (const web of webs) {
      const answer = await web(url);
      if (answer) return answer;
    }
    return undefined;
  };
