// One client application of the scratch service: its token, its connections, its calls.
import { Agent } from 'undici';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the scenes look into answers of many shapes.
  readonly body: any;
}

export interface Calling {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Reading {
  readonly user?: string;
  readonly prefer?: string;
  readonly callback?: string;
  readonly signal?: AbortSignal;
}

export interface Client {
  readonly id: string;
  readonly token: string;
  call(path: string, calling?: Calling): Promise<Answer>;
  read(kind: 'orders' | 'products', channel: string, body: object, how?: Reading): Promise<Answer>;
  close(): Promise<void>;
}

export const API = '/api/ServiceClientApp';
const PATHS = { orders: 'Orders', products: 'Products' } as const;

/** Connections of its own: anyone who waits must not stand in another's line on this side. */
export async function openClient(origin: string, id: string, secret: string): Promise<Client> {
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

  async function request(path: string, calling: Calling): Promise<Answer> {
    const { method = 'GET', body, headers = {}, signal } = calling;
    const json = body !== undefined && typeof body !== 'string';
    const response = await agent.request({
      origin,
      path,
      method: method as 'GET',
      headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : String(body) }),
      ...(signal && { signal }),
    });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text, body: parsed(text) };
  }

  const issued = await request('/connect/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })}`,
  });
  const token = String(issued.body?.access_token);
  const call = (path: string, calling: Calling = {}) =>
    request(path, {
      ...calling,
      headers: { authorization: `Bearer ${token}`, ...calling.headers },
    });

  return {
    id,
    token,
    call,
    read(kind, channel, body, how = {}) {
      const query = new URLSearchParams({
        channel,
        tpUserId: how.user ?? 'demo-user',
        ...(how.callback && { completionCallbackUrl: how.callback }),
      });
      return call(`${API}/Unified/${PATHS[kind]}?${query}`, {
        method: 'POST',
        body,
        headers: how.prefer ? { prefer: how.prefer } : {},
        ...(how.signal && { signal: how.signal }),
      });
    },
    close: () => agent.destroy(),
  };
}

/** What an answer says of itself, in two words: its status and its code. */
export const inWords = ({ status, body }: Answer): string =>
  `${status} ${body?.Errors?.code ?? body?.error ?? (status < 300 ? 'ok' : '')}`.trim();

/** Keys of a WooCommerce shop, as a request carries them. */
export const wooParams = (baseUrl: string, key = 'good') => ({
  params: {
    woocommerce: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'token', value: Buffer.from(`ck_${key}:cs_${key}`).toString('base64') },
    ],
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
