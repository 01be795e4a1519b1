// Where everything is: the paths of all routes, and the addresses that answers give.

const API = '/api/ServiceClientApp';

export const PATHS = {
  orders: `${API}/Unified/Orders`,
  products: `${API}/Unified/Products`,
  executions: `${API}/Executions`,
  deliveries: `${API}/Deliveries`,
  overrides: `${API}/Overrides`,
  users: `${API}/Users`,
  magicLink: `${API}/GetTpUserAuthDisposableToken`,
  token: '/connect/token',
  revocation: '/connect/revocation',
  introspection: '/connect/introspect',
  metadata: '/.well-known/oauth-authorization-server',
  document: '/openapi.json',
  docs: '/docs',
  errors: '/docs/errors',
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const;

/** Whether it belongs to the API, whose every failure has the shape of an answer. */
export const isOfApi = (path: string): boolean => path.startsWith(`${API}/`);

const LINK = '/link';
const LIST = `${LINK}/channels`;

/** The pages an end user sees. Given `:channel` and the like, they are patterns of routes. */
export const LINK_PATHS = {
  start: LINK,
  channels: LIST,
  linked: (channel: string) => `${LIST}?linked=${channel}`,
  channel: (channel: string) => `${LIST}/${channel}`,
  way: (channel: string, way: string) => `${LIST}/${channel}/${way}`,
  leaving: (channel: string) => `${LIST}/${channel}/leaving`,
  checking: (channel: string) => `${LIST}/${channel}/checking`,
  arrived: (channel: string) => `${LIST}/${channel}/arrived`,
  /** Where a vendor sends the browser back to. */
  back: (channel: string) => `${LINK}/return/${channel}`,
  /** Where a vendor's own server brings a credential to. */
  receive: (state: string) => `${LINK}/receive/${state}`,
  finish: `${LINK}/finish`,
  asset: (name: string) => `${LINK}/assets/${name}`,
  logo: (client: string) => `${LINK}/logo/${client}`,
  any: `${LINK}/*`,
} as const;

export type Addresses = ReturnType<typeof createAddresses>;

/** What the rooms below put into answers without knowing where anything is. */
export const createAddresses = (baseUrl: string) => ({
  /** The next page of records. */
  nextPage: (operation: 'orders' | 'products', query: Readonly<Record<string, string>>) =>
    `${baseUrl}${PATHS[operation]}?${new URLSearchParams(query)}`,
  execution: (id: string) => `${baseUrl}${PATHS.executions}/${id}`,
  /** What an error code means. */
  error: (code: string) => `${baseUrl}${PATHS.errors}#${code}`,
  docs: `${baseUrl}${PATHS.docs}`,
  magicLink: (token: string) => `${baseUrl}${LINK_PATHS.start}?token=${token}`,
  back: (channel: string) => `${baseUrl}${LINK_PATHS.back(channel)}`,
  receive: (state: string) => `${baseUrl}${LINK_PATHS.receive(state)}`,
});
