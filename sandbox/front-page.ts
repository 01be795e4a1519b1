// The sandbox's front page: its stores, shops, demo credentials and how to plant a fault.
import type { Catalogue } from './catalogue/types.ts';
import { faultKinds, faultMeanings } from './faults.ts';
import type { Store, StoreShop } from './store.ts';

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
<p>Has a merchant remove the app, and the vendor tell the service, twice. Stores with hooks: ${stores
    .filter(({ hooks }) => hooks !== undefined)
    .map(({ channel, hooks }) => `<code>${escapeHtml(channel)}</code> (${hooks?.kinds.join(', ')})`)
    .join('; ')}.</p>
<pre>curl -X POST http://${escapeHtml(host)}/_sandbox/hooks \\
  -d '{"channel":"shopify","shop":"demo","kind":"uninstalled"}'</pre>
</section>
</main>
</body>
</html>
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
${store.shops.map(shopCard).join('')}
</div>
</section>
`;
}

function shopCard(shop: StoreShop): string {
  const pairs = [
    ...Object.entries(shop.credential.account),
    ...Object.entries(shop.credential.secrets),
  ];
  return `<article>
<h3>${escapeHtml(shop.title)}</h3>
<p>${escapeHtml(shop.about)}</p>
<dl>
${pairs.map(([key, value]) => `<dt>${escapeHtml(key)}</dt><dd><code>${escapeHtml(String(value))}</code></dd>`).join('\n')}
</dl>
<p class="count">${shop.orders.length} orders, ${shop.products.length} products, ${escapeHtml(shop.timeZone)}</p>
</article>
`;
}

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
