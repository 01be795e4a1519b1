// Feeds a warehouse: orders, order_lines, products and variants of all users, kept up to date as tables
// that dbt can read. Stop it whenever you like; it goes on where it was. docs/keep-a-copy.md has the columns.
//
//   npm start                                in one terminal
//   node examples/warehouse.js warehouse.db       in another, with Node 22.13 or later; --once ends it when it is up to date
import { DatabaseSync } from 'node:sqlite';
import { Manifold, sqliteTarget } from '@manifold-commerce/client';

const manifold = new Manifold({
  url: process.env.MANIFOLD_URL ?? 'http://localhost:8080',
  clientId: process.env.CLIENT_ID ?? 'demo-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'demo-secret',
});
const [file = 'warehouse.db', ...words] = process.argv.slice(2);
const to = sqliteTarget(new DatabaseSync(file)); // or postgresTarget(client), with a client of "pg"
const channels = process.env.CHANNELS?.split(',');
for await (const step of manifold.copy({ to, channels, once: words.includes('--once') }))
  if (step.step === 'trouble') console.warn(`${step.channel ?? 'all'}: ${step.message}`);
  else console.log(JSON.stringify(step));
