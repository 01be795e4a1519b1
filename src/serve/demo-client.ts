// Who the sandbox knows from its first start: everybody may know this secret.

export const DEMO = { client: 'demo-client', secret: 'demo-secret', user: 'demo-user' } as const;
