// All orders since yesterday, from every channel the user has linked, as CSV.
//
//   npm start                                        in one terminal
//   node examples/orders-to-csv.js > orders.csv      in another; or … orders-to-csv.js 2026-11-01
import { Manifold } from '@manifold-commerce/client';

const manifold = new Manifold({
  url: process.env.MANIFOLD_URL ?? 'http://localhost:8080',
  clientId: process.env.CLIENT_ID ?? 'demo-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'demo-secret',
  onWait: ({ seconds, error }) => console.error(`${error.message} Going on in ${seconds} s.`),
});
const user = process.env.USER_ID ?? 'demo-user';
const since = process.argv[2] ?? new Date(Date.now() - 86_400_000);

const columns = /** @type {const} */ ([
  ...['channel_name', 'id', 'name', 'created_at', 'email'],
  ...['financial_status', 'fulfillment_status', 'currency', 'total_price'],
]);

/** A spreadsheet takes a text that begins with = or @ for a formula; an apostrophe keeps it a text. */
const cell = (/** @type {string | null} */ value) => {
  const text = (value ?? '').replace(/^[=+@\t\r-]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

console.log(columns.join());
for (const { channel } of (await manifold.user(user)).channels) {
  if (['magento', 'sharetribe'].includes(channel)) continue; // They have no orders.
  const orders = manifold.orders({
    ...{ channel, user, fields: columns, created_at_min: since },
    status: 'any', // Some channels give open orders alone, unless asked for others.
  });
  for await (const order of orders) console.log(columns.map((name) => cell(order[name])).join());
}
