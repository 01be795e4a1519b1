// Keeps a copy of all orders of a channel in SQLite. Run it as often as you like: each run reads what
// changed since the one before, and goes on where that was broken off. docs/keep-a-copy.md says why.
//
//   npm start                                            in one terminal
//   node examples/sync-to-sqlite.js orders.db shopify    in another, with Node 22.13 or later
import { DatabaseSync } from 'node:sqlite';
import { Manifold, mergeLeftOut } from '@manifold-commerce/client';

const manifold = new Manifold({
  url: process.env.MANIFOLD_URL ?? 'http://localhost:8080',
  clientId: process.env.CLIENT_ID ?? 'demo-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'demo-secret',
});
const user = process.env.USER_ID ?? 'demo-user';
const [file = 'orders.db', channel = 'shopify'] = process.argv.slice(2);

const db = new DatabaseSync(file);
db.exec(`create table if not exists orders (id text primary key, updated_at text, record text);
  create table if not exists sync (name text primary key, state text)`);
const find = db.prepare('select record from orders where id = ?');
const put = db.prepare('insert or replace into orders values (?, ?, ?)');
const keep = db.prepare('insert or replace into sync values (?, ?)');
const kept = db.prepare('select state from sync where name = ?').get(`orders ${channel}`);

const state = kept?.state?.toString();
const batches = manifold.sync({ resource: 'orders', channel, user, state, lenient: true });
for await (const { records, state, completeUntil, partial, warnings } of batches) {
  db.exec('begin'); // The records and the state that belongs to them: both, or neither.
  for (const order of records) {
    // What this answer left out of an order is kept as it was.
    const old = JSON.parse(find.get(order.id)?.record?.toString() ?? 'null');
    const whole = mergeLeftOut(order, old, partial);
    put.run(order.id, order.updated_at, JSON.stringify(whole));
  }
  keep.run(`orders ${channel}`, state);
  db.exec('commit');
  for (const { code, message } of warnings) console.warn(`${code}: ${message}`);
  console.log(
    `${records.length} orders, complete until ${completeUntil?.toISOString() ?? 'later'}`,
  );
}
console.log(`${db.prepare('select count(*) as n from orders').get()?.n} orders in ${file}`);
db.close();
