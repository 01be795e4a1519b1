// The layout of the pages where a vendor asks its merchant to sign in and to approve or deny.
import type { StoreReply, StoreRequest } from '../store.ts';

export interface ConsentPage {
  /** The vendor, as its pages name it. */
  readonly vendor: string;
  readonly heading: string;
  readonly text: string;
  /** What the application asks for. */
  readonly items?: readonly string[];
  /** Sent with whichever button is pressed, to `action`, which must be relative. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly action: string;
  readonly method?: 'get' | 'post';
  /** The first is the one the vendor would like to be pressed. */
  readonly buttons: readonly {
    readonly label: string;
    readonly name?: string;
    readonly value?: string;
  }[];
  /** A second button that leads elsewhere, with the same fields. */
  readonly alternative?: { readonly label: string; readonly action: string };
}

/**
 * Whether the merchant has signed in at this vendor. The sandbox has no accounts: the sign-in page
 * adds this name to the query, as a session cookie would be added elsewhere.
 */
export const SIGNED_IN = 'sandbox_signed_in';

export const isSignedIn = ({ query }: StoreRequest): boolean =>
  query.some(([name]) => name === SIGNED_IN);

/** The page to sign in; it leads back to the same address. */
export function signInPage(request: StoreRequest, vendor: string): StoreReply {
  return consentPage({
    vendor,
    heading: `Sign in to ${vendor}`,
    text: 'This is the sandbox: no password is needed.',
    fields: [...request.query, [SIGNED_IN, '1']],
    action: request.path.slice(request.path.lastIndexOf('/') + 1),
    method: 'get',
    buttons: [{ label: 'Sign in as the merchant' }],
  });
}

export function consentPage(page: ConsentPage): StoreReply {
  const { vendor, heading, text, items = [], fields, action, method = 'post', buttons } = page;
  return htmlReply(
    200,
    `${heading} · ${vendor}`,
    `<p class="vendor">${escapeHtml(vendor)} <span>sandbox</span></p>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${items.length > 0 ? `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>` : ''}
<form method="${method}" action="${escapeHtml(action)}">
${fields.map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`).join('\n')}
${buttons.map(buttonOf).join('\n')}
${page.alternative === undefined ? '' : `<button type="submit" formaction="${escapeHtml(page.alternative.action)}">${escapeHtml(page.alternative.label)}</button>`}
</form>`,
  );
}

type Button = ConsentPage['buttons'][number];
const buttonOf = ({ label, name, value }: Button, index: number): string =>
  `<button type="submit"${index === 0 ? ' class="yes"' : ''}${name === undefined ? '' : ` name="${escapeHtml(name)}" value="${escapeHtml(value ?? '')}"`}>${escapeHtml(label)}</button>`;

/** A page of the vendor that only says something. */
export const messagePage = (
  status: number,
  vendor: string,
  heading: string,
  text: string,
): StoreReply =>
  htmlReply(
    status,
    `${heading} · ${vendor}`,
    `<p class="vendor">${escapeHtml(vendor)} <span>sandbox</span></p>
<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>`,
  );

/** Sends the browser on, as vendors do once the merchant has decided. */
export const redirectTo = (location: string): StoreReply => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store' },
  body: null,
});

/** The address with more in its query. */
export function withQuery(
  address: string,
  pairs: readonly (readonly [name: string, value: string])[],
): string {
  const url = new URL(address);
  for (const [name, value] of pairs) url.searchParams.append(name, value);
  return url.href;
}

/** The fields of a form that was sent with POST. */
export const formOf = ({ body }: StoreRequest): URLSearchParams => new URLSearchParams(body);

export const parameterOf = ({ query }: StoreRequest, name: string): string | undefined =>
  query.find(([known]) => known === name)?.[1];

/** Where the app may send browsers: https, or http on this machine, as vendors allow in tests. */
export function isReturnAddress(address: string | undefined): address is string {
  const url = address === undefined ? null : URL.parse(address);
  if (url === null || url.username !== '' || url.hash !== '') return false;
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && local);
}

export function htmlReply(status: number, title: string, body: string): StoreReply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`,
  };
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const style = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #555e6e; --line: #d5dae3; --card: #fff; --ground: #e9ecf2; --yes: #1b6e3c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf2; --soft: #a9b2c2; --line: #343c4d; --card: #1a202d; --ground: #0f131b; --yes: #2b8a50; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { width: min(28rem, calc(100vw - 2rem)); background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 2rem; }
.vendor { margin: 0 0 1.25rem; font-weight: 700; }
.vendor span { color: var(--soft); font-weight: 400; }
h2 { font-size: 1rem; margin: 1.5rem 0 0; }
h1 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 .5rem; }
p, li { color: var(--soft); }
ul { padding-left: 1.2rem; }
form { display: flex; gap: .75rem; flex-wrap: wrap; margin-top: 1.5rem; }
button { min-height: 2.75rem; padding: .5rem 1.1rem; border: 1px solid var(--line); border-radius: .4rem; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button.yes { background: var(--yes); border-color: var(--yes); color: #fff; }
dt { color: var(--soft); font-size: .85rem; margin-top: .75rem; }
dd { margin: 0; font: .9rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; user-select: all; }
`;
