// The page in a vendor's admin where a merchant finds the keys of a shop; every store has one.
import type { FormKeys, Store, StoreReply, StoreRequest } from '../store.ts';
import { escapeHtml, htmlReply } from './page.ts';

/** For a browser that looks for a page the store does not have. */
export function keysPage(store: Store, request: StoreRequest): StoreReply {
  const named = store.keys?.shopAt(request.host);
  const shop =
    store.shops.find(({ name }) => name === named) ??
    store.shops.find(({ host }) => host === request.host) ??
    store.shops[0];
  const forms = shop === undefined ? [] : (store.keys?.of(shop.name) ?? []);
  return htmlReply(
    200,
    `Keys · ${store.title}`,
    `<p class="vendor">${escapeHtml(store.title)} <span>sandbox</span></p>
<h1>Keys of ${escapeHtml(shop?.title ?? 'the shop')}</h1>
<p>The vendor’s admin shows them about here. Copy each into the field of the same name.</p>
${forms.map(formSection).join('')}`,
  );
}

const formSection = ({ form, values }: FormKeys, _: number, all: readonly FormKeys[]): string =>
  `${all.length > 1 ? `<h2>${escapeHtml(form)}</h2>` : ''}<dl>${values
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')}</dl>`;

/** Many tokens are an id and a secret in base64: forms ask for the two by themselves. */
export function halvesOf(token: string | undefined): readonly [first: string, second: string] {
  const text = Buffer.from((token ?? '').replace(/^Basic /, ''), 'base64').toString();
  const [first = '', second = ''] = text.split(':');
  return [first, second];
}

/** The pairs whose value is there. */
export const filled = (
  pairs: readonly (readonly [label: string, value: unknown])[],
): FormKeys['values'] =>
  pairs.flatMap(([label, value]) =>
    typeof value === 'string' && value !== '' ? [[label, value] as const] : [],
  );
