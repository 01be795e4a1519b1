// Who the sandbox knows from its first start: everybody may know this secret.

export const DEMO = { client: 'demo-client', secret: 'demo-secret', user: 'demo-user' } as const;

/** In whose name the sandbox itself reads; its secret is known to no one. */
export const OWN = { client: 'sandbox', user: 'sandbox' } as const;
