// A client application on an origin of its own, with a strict policy, that opens links in its page.
import { createServer } from 'node:http';
import { CLIENT } from '../service.ts';
import { getToken } from '../token.ts';
import type { Place } from './visitor.ts';

export interface Application {
  readonly origin: string;
  /** The address of its page, with a link for this user ready to be opened by its button. */
  pageFor(user: string, query?: Readonly<Record<string, string>>): Promise<string>;
  magicLink(user: string, query?: Readonly<Record<string, string>>): Promise<string>;
  /** The channels of one of its users, as the service says. */
  linked(user: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** What an application writes for it; the documentation shows the same. */
const SCRIPT = `
const said = document.getElementById('said');
const say = (name) => ({ session, ...about }) => { said.textContent += name + ' ' + JSON.stringify(about) + '\\n'; };
const events = [];
window.events = events;
const note = (kind) => (about) => { events.push({ kind, ...about }); };
document.getElementById('open').addEventListener('click', () => {
  window.opened = Manifold.openLink({
    uri: new URLSearchParams(location.search).get('uri'),
    language: new URLSearchParams(location.search).get('language') ?? undefined,
    theme: new URLSearchParams(location.search).get('theme') ?? undefined,
    onLoad: note('load'),
    onEvent: note('event'),
    onError: note('error'),
    onLinked: say('linked'),
    onFinish: say('finished'),
    onExit: say('exit'),
  });
});
`;

/** The host of its origin is another site than the service's, unless it is the same. */
export async function openApplication(
  place: Place,
  id: string,
  { host = 'localhost', registered = true } = {},
): Promise<Application> {
  const server = createServer((request, response) => {
    const script = request.url === '/app.js';
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${place.origin}; frame-src ${place.origin}`,
    );
    response.end(
      script
        ? SCRIPT
        : `<!doctype html><html lang="en"><title>App</title><h1>App</h1>
<button id="open">Connect</button><pre id="said"></pre>
<script src="${place.origin}/link.js"></script><script src="/app.js"></script></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const origin = `http://${host}:${port}`;
  await place.app.tokens.clients.create({
    ...{ id, secret: CLIENT.secret, name: 'Orderly' },
    redirectOrigins: [registered ? origin : 'https://elsewhere.example'],
  });
  const token = await getToken(place.origin, { id, secret: CLIENT.secret });
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${place.origin}/api/ServiceClientApp/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return await response.json();
  };
  const magicLink: Application['magicLink'] = async (user, query = {}) => {
    const all = new URLSearchParams({ tpUserId: user, ...query });
    return ((await get(`GetTpUserAuthDisposableToken?${all}`)) as { uri: string }).uri;
  };
  return {
    origin,
    magicLink,
    pageFor: async (user, query) =>
      `${origin}/?${new URLSearchParams({ uri: await magicLink(user, query) })}`,
    async linked(user) {
      const { channels } = (await get(`Users/${user}`)) as {
        channels: readonly { channel: string }[];
      };
      return channels.map(({ channel }) => channel);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
