// An access token, as every client gets one.

export interface Client {
  readonly id: string;
  readonly secret: string;
}

/** The client of sandbox mode. */
export const DEMO_CLIENT: Client = { id: 'demo-client', secret: 'demo-secret' };

/** With all scopes that the client has, unless some are named. */
export async function getToken(
  origin: string,
  { id, secret }: Client,
  scope?: string,
): Promise<string> {
  const response = await fetch(`${origin}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      ...(scope !== undefined && { scope }),
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
