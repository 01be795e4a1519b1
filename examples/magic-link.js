// A magic link in an Express app: /connect sends the signed-in user to link shops, /connected is where
// they come back to.
//
//   npm start                      in one terminal
//   node examples/magic-link.js    in another, then open http://localhost:9002/connect

import { Manifold, ManifoldError } from '@manifold-commerce/client';
import express from 'express';

const manifold = new Manifold({
  url: process.env.MANIFOLD_URL ?? 'http://localhost:8080',
  clientId: process.env.CLIENT_ID ?? 'demo-client',
  clientSecret: process.env.CLIENT_SECRET ?? 'demo-secret',
});

/** In an application: who is signed in, by its session, and no one that the request names. */
const signedIn = () => ({ id: 'user-1', name: 'Ada' });

const app = express();

app.get('/connect', async (request, response) => {
  const { id, name } = signedIn();
  const redirectUrl = `${request.protocol}://${request.get('host')}/connected`;
  const { uri } = await manifold.magicLink({ user: id, userName: name, redirectUrl });
  response.redirect(303, uri);
});

app.get('/connected', async (_, response) => {
  // What the address says came by the browser; what the service says is true.
  const { channels } = await manifold.user(signedIn().id);
  const states = channels.map(({ channel, state }) => `${channel}: ${state}`);
  response.type('text').send(states.join('\n') || 'Nothing is linked yet: open /connect.');
});

/** @type {import('express').ErrorRequestHandler} */
const failed = (error, _request, response, _next) => {
  console.error(error instanceof ManifoldError ? error.message : error);
  response.status(502).send('Shops cannot be linked right now. Try again in a minute.');
};
app.use(failed);

const server = app.listen(Number(process.env.PORT ?? 9002), 'localhost', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  console.log(`open http://localhost:${port}/connect`);
});
