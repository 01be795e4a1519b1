// An agent: the protocol's own client, connected with a token.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** Revisions of the protocol: with and without a handshake. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

/** Anything. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answered {
  readonly isError: boolean;
  /** What the tool answered, as JSON. */
  readonly answer: Json;
}

export interface Agent {
  readonly client: Client;
  tools(): Promise<readonly string[]>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<Answered>;
  close(): Promise<void>;
}

export async function connect(
  origin: string,
  token: string,
  revision: Revision = '2026-07-28',
): Promise<Agent> {
  const isOld = revision === '2025-11-25';
  const client = new Client(
    { name: 'agent', version: '1' },
    { versionNegotiation: { mode: isOld ? 'legacy' : { pin: revision } } },
  );
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  );
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}) {
      const { isError = false, content } = await client.callTool({ name, arguments: args });
      const [first, ...others] = content;
      assert.equal(others.length, 0);
      assert.ok(first?.type === 'text');
      return { isError, answer: JSON.parse(first.text) };
    },
    close: () => client.close(),
  };
}
