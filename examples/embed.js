// An application that opens the link in a dialog of its own page.
//
//   npm start                                                     in one terminal
//   npm run manifold clients create my-app -- --redirect-origin http://localhost:9001
//   CLIENT_ID=my-app CLIENT_SECRET=… node examples/embed.js       in another, with what that printed
import { createServer } from 'node:http';
import { Manifold } from '@manifold-commerce/client';

const SERVICE = process.env.MANIFOLD_URL ?? 'http://localhost:8080';
const manifold = new Manifold({
  url: SERVICE,
  clientId: process.env.CLIENT_ID ?? 'my-app',
  clientSecret: process.env.CLIENT_SECRET ?? '',
  scope: 'links',
});

const PAGE = `<!doctype html>
<html lang="en">
<title>My application</title>
<button id="connect">Connect your shops</button>
<script src="${SERVICE}/link.js"></script>
<script type="module">
  document.getElementById('connect').addEventListener('click', async () => {
    // Your own server asks for the magic link: the client's secret never belongs in a page.
    const { uri } = await (await fetch('/my-magic-link', { method: 'POST' })).json();
    Manifold.openLink({
      uri,
      onLinked: ({ channel }) => console.log('linked', channel),
      onFinish: ({ status, linked }) => console.log('finished', status, linked),
      onExit: ({ linked }) => console.log('closed', linked),
    });
  });
</script>
</html>
`;

const server = createServer(async (request, response) => {
  if (request.method === 'GET' && request.url === '/')
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  if (request.method !== 'POST' || request.url !== '/my-magic-link')
    return response.writeHead(404).end();
  try {
    // In an application: the user who is signed in, and no one that the page names.
    const { uri } = await manifold.magicLink({ user: 'user-1' });
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ uri }));
  } catch (error) {
    console.error(String(error));
    return response.writeHead(502).end();
  }
});

server.listen(Number(process.env.PORT ?? 9001), 'localhost', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  console.log(`open http://localhost:${port}`);
});
