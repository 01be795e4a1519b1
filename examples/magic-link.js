// A magic link in an Express app: /connect sends the signed-in user to link shops, /connected is where
// they come back to. The handlers are plain Node, so they work in node:http too, as here. In Express:
//
//   const app = express();
//   app.get('/connect', connect);
//   app.get('/connected', connected);
//   app.listen(9002);
//
//   npm start                      in one terminal
//   node examples/magic-link.js    in another, then open http://localhost:9002/connect
import { createServer } from 'node:http';
import { Manifold, ManifoldError } from 'manifold-client';

/** @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<unknown>} Handler */

const manifold = new Manifold({
  url: process.env.MANIFOLD_URL ?? 'http://localhost:8080',
  clientId: process.env.CLIENT_ID ?? 'demo-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'demo-secret',
});

/** In an application: who is signed in, by its session, and nobody that the request names. */
const signedIn = () => ({ id: 'user-1', name: 'Ada' });

/** @type {Handler} */
const connect = async ({ headers }, response) => {
  const { id, name } = signedIn();
  const redirectUrl = `http://${headers.host}/connected`;
  const { uri } = await manifold.magicLink({ user: id, userName: name, redirectUrl });
  response.writeHead(303, { location: uri }).end();
};

/** @type {Handler} */
const connected = async (_, response) => {
  // What the address says came by the browser; what the service says is true.
  const { channels } = await manifold.user(signedIn().id);
  const states = channels.map(({ channel, state }) => `${channel}: ${state}`);
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(states.join('\n') || 'Nothing is linked yet: open /connect.');
};

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const handler = { '/connect': connect, '/connected': connected }[pathname];
  if (!handler) return response.writeHead(404).end();
  try {
    await handler(request, response);
  } catch (error) {
    console.error(error instanceof ManifoldError ? error.message : error);
    response.writeHead(502).end('Shops cannot be linked right now. Try again in a minute.');
  }
});

server.listen(Number(process.env.PORT ?? 9002), 'localhost', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  console.log(`open http://localhost:${port}/connect`);
});
