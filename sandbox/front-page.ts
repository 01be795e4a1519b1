// The sandbox's front page: how to change things, its stores, shops and keys, and how to plant a fault.
import type { Catalogue } from './catalogue/types.ts';
import { faultKinds, faultMeanings } from './faults.ts';
import type { FormKeys, Store, StoreShop } from './store.ts';

export function frontPage(stores: readonly Store[], catalogue: Catalogue, host: string): string {
  const { orders, products, customers, moments } = catalogue;
  const example = stores[0]?.channel ?? 'woocommerce';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox stores</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<h1>Sandbox stores</h1>
<p>One shop, as each vendor would serve it, in its own shapes. A request reaches a store by its <code>Host</code> header. Every credential below opens invented data only.</p>
<dl class="facts">
${fact('Orders', orders.length)}${fact('Products', products.length)}${fact('Customers', customers.length)}${fact('Built around', new Date(moments.anchor).toISOString().slice(0, 10))}
</dl>
</header>
${livingSection(catalogue, host)}
${stores.map(storeSection).join('')}
<section>
<h2>Faults</h2>
<p>Plant one for a store, a shop, a host or a part of a path; <code>times</code> says how many requests it hits.</p>
<pre>curl -X POST http://${escapeHtml(host)}/_sandbox/faults \\
  -d '{"kind":"503","channel":"${escapeHtml(example)}","path":"orders","times":2}'
curl http://${escapeHtml(host)}/_sandbox/faults            # what is planted
curl -X DELETE http://${escapeHtml(host)}/_sandbox/faults  # lift them all</pre>
<p>Or for one direct call, with the header <code>x-sandbox-fault: latency; ms=500</code>.</p>
<table><thead><tr><th scope="col">Kind</th><th scope="col">What happens</th></tr></thead><tbody>
${faultKinds.map((kind) => `<tr><td><code>${kind}</code></td><td>${escapeHtml(faultMeanings[kind])}</td></tr>`).join('\n')}
</tbody></table>
</section>
<section>
<h2>Hooks</h2>
<p>Makes a merchant remove the app and the vendor notify the service, twice. Stores with hooks: ${stores
    .filter(({ hooks }) => hooks !== undefined)
    .map(({ channel, hooks }) => `<code>${escapeHtml(channel)}</code> (${hooks?.kinds.join(', ')})`)
    .join('; ')}.</p>
<pre>curl -X POST http://${escapeHtml(host)}/_sandbox/hooks \\
  -d '{"channel":"shopify","shop":"demo","kind":"uninstalled"}'</pre>
<p>Stores that report changes to those who subscribe: ${stores
    .filter(({ hints }) => hints !== undefined)
    .map(({ channel }) => `<code>${escapeHtml(channel)}</code>`)
    .join(', ')}. Late, twice, in any order, one in five lost:</p>
<pre>curl -X POST http://${escapeHtml(host)}/_sandbox/hints \\
  -d '{"times":2,"lateMs":500,"shuffled":true,"lost":20}'</pre>
</section>
</main>
</body>
</html>
`;
}

/** What can be done to the catalogue, in lines that run as they are. */
function livingSection({ orders, products }: Catalogue, host: string): string {
  const open = orders.findLast(({ state, paidAt }) => state === 'open' && paidAt !== null);
  const number = open?.number ?? orders.at(-1)?.number ?? 1001;
  const sku =
    products.find(({ variants: [one] }) => one?.sku && one.price)?.variants[0]?.sku ?? '1';
  const at = `http://${escapeHtml(host)}/_sandbox`;
  return `<section>
<h2>Change things</h2>
<p>One call is one step. Every shop that holds the record shows it immediately, in its vendor’s own way and with the dates that vendor would update; the answer says which vendors show it, under which identifier, and why the others do not.</p>
<pre>curl -X POST ${at}/orders                      # a new order, paid
curl -X POST ${at}/orders -d '{"lines":[{"sku":"${escapeHtml(sku)}","quantity":2}],"paid":false}'
curl -X POST ${at}/orders/${number}/ship            # or pay, refund, edit, cancel
curl -X POST ${at}/orders/${number}/refund -d '{"lines":[{"line":1,"quantity":1}]}'
curl -X POST ${at}/orders/${number}/edit -d '{"note":"Leave it with the neighbours"}'
curl -X DELETE ${at}/orders/${number}
curl -X POST ${at}/products -d '{"title":"Rain cape","price":"49.95","stock":12}'
curl -X POST ${at}/products/${escapeHtml(sku)}/edit -d '{"price":"12.50","stock":3}'  # or archive, publish
curl -X POST ${at}/random -d '{"steps":50,"seed":7}'   # the same seed does the same
curl '${at}/orders?limit=5'                    # the newest, and what became of them
curl -X POST ${at}/reset                       # back to the start</pre>
</section>
`;
}

function fact(name: string, value: number | string): string {
  const shown = typeof value === 'number' ? value.toLocaleString('en-GB') : value;
  return `<div><dt>${name}</dt><dd>${shown}</dd></div>`;
}

function storeSection(store: Store): string {
  const limits = store.limits.map(
    (limit) => `${limit.name}: ${limit.requests} per ${limit.perSeconds} s, by ${limit.countedBy}`,
  );
  return `<section>
<h2>${escapeHtml(store.title)} <code>${escapeHtml(store.channel)}</code></h2>
<p>Answers for ${store.hosts.map((name) => `<code>${escapeHtml(name)}</code>`).join(', ')}. ${escapeHtml(limits.join('; ') || 'No limit of its own.')}</p>
<div class="shops">
${store.shops.map((shop) => shopCard(shop, store)).join('')}
</div>
</section>
`;
}

function shopCard(shop: StoreShop, { keys }: Store): string {
  const pairs = [
    ...Object.entries(shop.credential.account),
    ...Object.entries(shop.credential.secrets),
  ];
  return `<article>
<h3>${escapeHtml(shop.title)}</h3>
<p>${escapeHtml(shop.about)}</p>
<h4>As <code>params</code></h4>
<dl>
${pairs.map(([key, value]) => `<dt>${escapeHtml(key)}</dt><dd><code>${escapeHtml(String(value))}</code></dd>`).join('\n')}
</dl>
${(keys?.of(shop.name) ?? []).map(formOf).join('')}
<p class="count">${shop.orders.length} orders, ${shop.products.length} products, ${escapeHtml(shop.timeZone)}</p>
</article>
`;
}

/** What a link form asks for, under the names of its fields. */
const formOf = ({ form, values }: FormKeys): string =>
  `<details><summary>Link form: ${escapeHtml(form)}</summary><dl>${values
    .map(
      ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd><code>${escapeHtml(value)}</code></dd>`,
    )
    .join('')}</dl></details>`;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const style = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6474; --line: #dfe3ea; --card: #ffffff; --ground: #f5f6f9; --accent: #2b5fd9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf2; --soft: #a3acbd; --line: #2d3443; --card: #1a202d; --ground: #11151e; --accent: #8fb1ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; margin: 0 0 .5rem; letter-spacing: -.02em; }
h2 { font-size: 1.3rem; margin: 3rem 0 .5rem; }
h2 code { font-size: .8em; color: var(--soft); font-weight: 400; }
h3 { font-size: 1rem; margin: 0; }
h4 { font-size: .8rem; margin: .75rem 0 0; color: var(--soft); }
h4 code { font-size: 1em; }
details { margin-top: .5rem; font-size: .9rem; }
summary { cursor: pointer; color: var(--soft); }
p { margin: .5rem 0; color: var(--soft); max-width: 60rem; }
code, pre { font: .85em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
code { color: var(--accent); overflow-wrap: anywhere; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; overflow-x: auto; }
.facts { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.5rem 0 0; }
.facts div { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .6rem 1.1rem; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
.shops { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); margin-top: 1rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.1rem; }
article p { font-size: .9rem; }
article dl { margin: .75rem 0 0; }
article dt { color: var(--soft); font-size: .75rem; }
article dd { margin: 0 0 .4rem; }
.count { border-top: 1px solid var(--line); margin: .75rem 0 0; padding-top: .5rem; font-size: .8rem; }
table { border-collapse: collapse; width: 100%; margin-top: 1rem; }
th, td { text-align: left; border-bottom: 1px solid var(--line); padding: .4rem .75rem .4rem 0; vertical-align: top; }
th { font-size: .8rem; color: var(--soft); }
`;
