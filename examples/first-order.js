// The first order of a shop.
//
//   npm start                        in one terminal: the service with nine sandbox stores
//   node examples/first-order.js     in another; or name a channel: … first-order.js amazon
import { Manifold } from '@manifold-commerce/client';

const manifold = new Manifold({
  url: process.env.MANIFOLD_URL ?? 'http://localhost:8080',
  clientId: process.env.CLIENT_ID ?? 'demo-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'demo-secret',
});
const channel = process.argv[2] ?? 'shopify';
const user = process.env.USER_ID ?? 'demo-user';

for await (const order of manifold.orders({ channel, user, limit: 1 })) {
  console.log(`${order.name ?? order.id} of ${order.created_at}, ${order.financial_status}`);
  for (const { quantity, title, price } of order.line_items)
    console.log(`  ${quantity} × ${title} at ${price}`);
  console.log(`  total ${order.total_price} ${order.currency}`);
  break; // No further page is asked for.
}
