// Where everything is: the paths of all routes, and the addresses that answers give.

const API = '/api/ServiceClientApp';

export const PATHS = {
  orders: `${API}/Unified/Orders`,
  products: `${API}/Unified/Products`,
  fulfillments: `${API}/Unified/Fulfillments`,
  stock: `${API}/Unified/Stock`,
  prices: `${API}/Unified/Prices`,
  carriers: `${API}/Carriers`,
  executions: `${API}/Executions`,
  deliveries: `${API}/Deliveries`,
  eventAddresses: `${API}/EventAddresses`,
  overrides: `${API}/Overrides`,
  watches: `${API}/Watches`,
  changes: `${API}/Changes`,
  users: `${API}/Users`,
  channels: `${API}/Channels`,
  magicLink: `${API}/GetTpUserAuthDisposableToken`,
  token: '/connect/token',
  revocation: '/connect/revocation',
  introspection: '/connect/introspect',
  metadata: '/.well-known/oauth-authorization-server',
  document: '/openapi.json',
  /** What this is, for people who were given only the address. */
  home: '/',
  docs: '/docs',
  errors: '/docs/errors',
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  /** The guides for programs that read: llmstxt.org. */
  llms: '/llms.txt',
  /** For agents: modelcontextprotocol.io. */
  mcp: '/mcp',
  mcpMetadata: '/.well-known/oauth-protected-resource/mcp',
  /** Asked for by browsers of their own accord. */
  icon: '/favicon.ico',
} as const;

/** The documentation: the reference, and the guides by their names, such as `start`. */
export const DOCS_PATHS = {
  reference: `${PATHS.docs}/`,
  guide: (name: string) => `${PATHS.docs}/${name}`,
  /** The same as Markdown. */
  text: (name: string) => `${PATHS.docs}/${name}.md`,
  /** Where in the guides something is said: `?q=`. */
  search: `${PATHS.docs}/search`,
  /** The script of the viewer, at an address that changes with its content. */
  viewer: (version: string) => `${PATHS.docs}/viewer/${version}`,
  /** The calls of the document, as programs that try calls import them. */
  collection: `${PATHS.docs}/collection.json`,
  /** The typed client, as npm installs it. */
  client: `${PATHS.docs}/client.tgz`,
  /** The same in Python, as pip installs it. */
  clientPython: `${PATHS.docs}/client-python.tar.gz`,
} as const;

/** Where a vendor reports what happened on its side: to the operator's app, or to one subscription. */
export const hookPath = (channel: string, handle?: string): string =>
  `/hooks/${channel}${handle === undefined ? '' : `/${handle}`}`;

/** Whether it belongs to the API, whose every failure has the shape of an answer. */
export const isOfApi = (path: string): boolean => path.startsWith(`${API}/`);

/** Whether people read there how to use it. */
export const isOfDocs = (path: string): boolean =>
  path === PATHS.docs || path.startsWith(`${PATHS.docs}/`);

const LINK = '/link';

/** Whether people see it, whose every failure is a page; vendors' servers see one part of it. */
export const isOfLink = (path: string): boolean =>
  (path === LINK || path.startsWith(`${LINK}/`)) && !path.startsWith(`${LINK}/receive/`);

/** The pages an end user sees. Given `:channel` and the like, they are patterns of routes. */
export const LINK_PATHS = {
  start: LINK,
  icon: `${LINK}/assets/favicon.svg`,
  /** What opens a link inside the application's own page. */
  script: `${LINK}.js`,
  /** Where a vendor sends the browser back to. */
  back: (channel: string) => `${LINK}/return/${channel}`,
  /** Asks for whom a shop came back, where the vendor does not say. */
  whose: (channel: string) => `${LINK}/whose/${channel}`,
  /** Where a vendor's own server brings a credential to. */
  receive: (state: string) => `${LINK}/receive/${state}`,
  /** A page that only says something, at an address that holds nothing else. */
  said: (message: string) => `${LINK}/said/${message}`,
  asset: (name: string) => `${LINK}/assets/${name}`,
  logo: (client: string) => `${LINK}/logo/${client}`,
  /** A stylesheet with the colour of a client. */
  accent: (name: string) => `${LINK}/accent/${name}`,
} as const;

/** Everything of one visit is under a path of its own, to which its cookie is bound. */
export function visitPaths(visit: string) {
  const home = `${LINK}/visit/${visit}`;
  const channel = (name: string) => `${home}/channels/${name}`;
  const trip = (id: string, step: string) => `${home}/trips/${id}/${step}`;
  return {
    home,
    channels: `${home}/channels`,
    linked: (name: string) => `${home}/channels?linked=${name}`,
    unlinked: (name: string) => `${home}/channels?unlinked=${name}`,
    disconnect: (name: string) => `${home}/disconnect/${name}`,
    channel,
    way: (name: string, way: string) => `${channel(name)}/${way}`,
    /** What was tried, with what became of it. */
    tried: (name: string, way: string, draft: string, step?: number) =>
      `${channel(name)}?${new URLSearchParams({ way, try: draft, ...(step !== undefined && { step: String(step + 1) }) })}`,
    /** Where the browser of an application that draws its own forms begins it. */
    begin: (id: string) => trip(id, 'begin'),
    leaving: (id: string) => trip(id, 'leaving'),
    back: (id: string) => trip(id, 'back'),
    confirm: (id: string) => trip(id, 'confirm'),
    checking: (id: string) => trip(id, 'checking'),
    arrived: (id: string) => trip(id, 'arrived'),
    /** In the application's own page, while the trip is made in a tab beside it. */
    waiting: (id: string) => trip(id, 'waiting'),
    /** In that tab, at the end of the trip. */
    done: (id: string) => trip(id, 'done'),
    progress: `${home}/progress`,
    finish: `${home}/finish`,
    closed: `${home}/closed`,
    said: (message: string) => `${home}/said/${message}`,
  };
}

const CONSOLE = '/console';

/** The operators' pages. Given `:id` and the like, they are patterns of routes. */
export const CONSOLE_PATHS = {
  home: CONSOLE,
  enter: `${CONSOLE}/enter`,
  leave: `${CONSOLE}/leave`,
  asset: (name: string) => `${CONSOLE}/assets/${name}`,
  /** A list, one of it, and what can be done with that one. */
  area: (area: string, ...parts: readonly string[]) =>
    [CONSOLE, area, ...parts].map(within).join('/'),
} as const;

/** A part of a path; patterns of routes stay what they are. */
const within = (part: string): string =>
  part.startsWith('/') || part.startsWith(':') ? part : encodeURIComponent(part);

/**
 * The routes whose answers are compressed where that is asked for. No other is: an answer that holds a
 * secret beside words of somebody else's choice gives the secret away by its length (BREACH), and so
 * nothing of the link's pages, no token, no magic link and no signing secret is.
 */
export const isCompressed = (route: string): boolean =>
  COMPRESSED.has(route) ||
  isSameForAll(route) ||
  (COMPRESSED_BELOW.some((folder) => route.startsWith(folder)) && !route.includes('/Link/'));
const COMPRESSED: ReadonlySet<string> = new Set([
  ...[PATHS.orders, PATHS.products, PATHS.executions, PATHS.deliveries],
  ...[PATHS.overrides, PATHS.users, PATHS.metrics],
]);
const COMPRESSED_BELOW = [...COMPRESSED].map((path) => `${path}/`);

/** Those among them that say the same to everybody, until the service is another. */
export const isSameForAll = (route: string): boolean =>
  SAME.has(route) ||
  isOfDocs(route) ||
  route.startsWith(LINK_PATHS.asset('')) ||
  route.startsWith(CONSOLE_PATHS.asset(''));
const SAME: ReadonlySet<string> = new Set([
  ...[PATHS.document, PATHS.channels, PATHS.llms, LINK_PATHS.script],
]);

/** Asked for by machines and browsers of their own accord, so that no one reads about it. */
export const isQuiet = (route: string): boolean =>
  QUIET.has(route) || QUIET_BELOW.some((folder) => route.startsWith(folder));
const QUIET: ReadonlySet<string> = new Set([
  ...[PATHS.alive, PATHS.ready, PATHS.metrics, PATHS.icon, LINK_PATHS.script],
]);
const QUIET_BELOW = [
  ...[LINK_PATHS.asset(''), LINK_PATHS.accent(''), LINK_PATHS.logo(''), CONSOLE_PATHS.asset('')],
];

/** Whether vendors can call it: they do by https, and from outside. */
export function isPublic(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' && !PRIVATE.test(hostname);
}
const PRIVATE =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)|\.(localhost|local|internal)$/;

export type Addresses = ReturnType<typeof createAddresses>;

/** What the rooms below put into answers without knowing where anything is. */
export const createAddresses = (baseUrl: string) => ({
  nextPage: (operation: 'orders' | 'products', query: Readonly<Record<string, string>>) =>
    `${baseUrl}${PATHS[operation]}?${new URLSearchParams(query)}`,
  execution: (id: string) => `${baseUrl}${PATHS.executions}/${id}`,
  error: (code: string) => `${baseUrl}${PATHS.errors}#${code}`,
  docs: `${baseUrl}${PATHS.docs}`,
  magicLink: (token: string) => `${baseUrl}${LINK_PATHS.start}?token=${token}`,
  /** Where an operator signs in, once. */
  console: (token: string) => `${baseUrl}${CONSOLE_PATHS.enter}?token=${token}`,
  back: (channel: string) => `${baseUrl}${LINK_PATHS.back(channel)}`,
  beginTrip: (visit: string, trip: string, query: Readonly<Record<string, string>>) =>
    `${baseUrl}${visitPaths(visit).begin(trip)}?${new URLSearchParams(query)}`,
  receive: (state: string) => `${baseUrl}${LINK_PATHS.receive(state)}`,
  hook: (channel: string, handle?: string) => `${baseUrl}${hookPath(channel, handle)}`,
});
