// The protocol itself, by its official package: a server for each request, and an answer in JSON.
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Tool } from './tools.ts';

export interface Served {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
  readonly gone: AbortSignal;
  readonly version: string;
  readonly tools: readonly Tool[];
  /** Undefined where there is no such tool. */
  run(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly isError: boolean; readonly text: string } | undefined>;
}

const INSTRUCTIONS =
  'Orders and products of the shops that end users linked, in one format. Begin with users to see who has linked what, and channels to see which filters each takes. Money is decimal text, times carry their offset.';
/** What the protocol calls wrong parameters. */
const INVALID_PARAMS = -32_602;

export async function serve(asked: Served): Promise<Response> {
  const { url, body, gone } = asked;
  const headers = new Headers();
  for (const [name, value] of Object.entries(asked.headers))
    if (value !== undefined) headers.set(name, String(value));
  const request = new Request(url, { method: 'POST', headers, signal: gone });
  const parsed = body === undefined ? {} : { parsedBody: body };
  // Revisions since 2026-07-28 know no session at all; those before may have one, which is not offered.
  if (!(await isLegacyRequest(request, body)))
    return createMcpHandler(() => serverOf(asked), { legacy: 'reject', maxSubscriptions: 0 }).fetch(
      request,
      parsed,
    );
  const server = serverOf(asked);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, parsed);
  } finally {
    await server.close();
  }
}

function serverOf({ version, tools, run }: Served): Server {
  const server = new Server(
    { name: 'manifold', title: 'Manifold', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(listed) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
    const ran = await run(name, args);
    if (!ran)
      throw Object.assign(new Error(`There is no tool ${name.slice(0, 60)}.`), {
        code: INVALID_PARAMS,
      });
    const { isError, text } = ran;
    return { content: [{ type: 'text' as const, text }], ...(isError && { isError }) };
  });
  return server;
}

const listed = ({ name, description, input, writes }: Tool) => ({
  ...{ name, description },
  inputSchema: input as { type: 'object' },
  annotations: { readOnlyHint: !writes, destructiveHint: writes === true, openWorldHint: true },
});
