// An application that opens the link in its own page: one page, and one call that asks for a magic link.
// Register its origin first: manifold clients create my-app --redirect-origin http://localhost:9001
import { createServer } from 'node:http';

const SERVICE = process.env.MANIFOLD_URL ?? 'http://localhost:8080';
const CLIENT_ID = process.env.CLIENT_ID ?? '';
const CLIENT_SECRET = process.env.CLIENT_SECRET ?? '';

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

async function magicLink(tpUserId: string): Promise<string> {
  const grant = await fetch(`${SERVICE}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      scope: 'links',
    }),
  });
  const { access_token } = (await grant.json()) as { access_token: string };
  const query = new URLSearchParams({ tpUserId });
  const made = await fetch(
    `${SERVICE}/api/ServiceClientApp/GetTpUserAuthDisposableToken?${query}`,
    { headers: { authorization: `Bearer ${access_token}` } },
  );
  if (!made.ok) throw new Error(`no magic link: ${made.status}`);
  return ((await made.json()) as { uri: string }).uri;
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET' && request.url === '/')
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  if (request.method !== 'POST' || request.url !== '/my-magic-link')
    return response.writeHead(404).end();
  try {
    // In an application: the user who is signed in, and nobody that the page names.
    const uri = await magicLink('user-1');
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
