// A dashboard of the last seven days: one page, and a small server that keeps the client's secret.
//
//   npm start                     in one terminal
//   node examples/dashboard.js    in another, then open http://localhost:9003
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Manifold, ManifoldError } from '@manifold-commerce/client';

const manifold = new Manifold({
  url: process.env.MANIFOLD_URL ?? 'http://localhost:8080',
  clientId: process.env.CLIENT_ID ?? 'demo-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'demo-secret',
});
const user = process.env.USER_ID ?? 'demo-user';
const page = readFileSync(new URL('dashboard.html', import.meta.url));
const WEEK = 7 * 86_400_000;
const FRESH = 60_000;

const fields = /** @type {const} */ ([
  ...['name', 'created_at', 'currency', 'total_price'],
  ...['financial_status', 'fulfillment_status'],
]);

/** One channel's week; what goes wrong with one does not hide the others. */
async function weekOf(/** @type {string} */ channel, /** @type {Date} */ since) {
  const orders = [];
  try {
    const query = { channel, user, fields, created_at_min: since };
    for await (const order of manifold.orders({ ...query, status: 'any' })) orders.push(order);
    return { channel, orders };
  } catch (error) {
    if (!(error instanceof ManifoldError)) throw error;
    return { channel, orders, problem: error.message };
  }
}

async function read() {
  const now = process.env.NOW ? new Date(process.env.NOW) : new Date();
  const since = new Date(now.getTime() - WEEK);
  const linked = (await manifold.user(user)).channels.map(({ channel }) => channel);
  const selling = linked.filter((channel) => !['magento', 'sharetribe'].includes(channel));
  const channels = await Promise.all(selling.map((channel) => weekOf(channel, since)));
  return JSON.stringify({ now, channels });
}

/** Anyone who looks within a minute sees the same, and the channels are asked once. @type {Promise<string> | undefined} */
let kept;
let readAt = 0;
const week = () => {
  if (!kept || Date.now() - readAt > FRESH) {
    readAt = Date.now();
    kept = read();
    kept.catch(() => {
      kept = undefined;
    });
  }
  return kept;
};

const server = createServer(async ({ url }, response) => {
  if (url === '/') return response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  if (url !== '/week.json') return response.writeHead(404).end();
  try {
    response.setHeader('content-type', 'application/json').end(await week());
  } catch (error) {
    console.error(String(error));
    response.writeHead(502).end();
  }
});

server.listen(Number(process.env.PORT ?? 9003), 'localhost', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  console.log(`open http://localhost:${port}`);
});
