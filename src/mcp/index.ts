// Agents: the tools of the Model Context Protocol at one address, stateless, with the tokens of the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secondsToWait } from '../http/answer.ts';
import { type Bearer, callerOf } from '../http/bearer.ts';
import { FREE, overlong } from '../http/bounds.ts';
import { type Calls, goneSignal } from '../http/calls.ts';
import { type Addresses, PATHS } from '../http/paths.ts';
import { queryBy } from '../http/query.ts';
import { Fault, invalid } from '../model/faults.ts';
import { lazily } from '../model/lazily.ts';
import { record } from '../model/schema.ts';
import { fromElsewhere } from '../pages/browser.ts';
import { SCOPES } from '../tokens/scopes.ts';
import { type Tool, type ToolOptions, toolsOf } from './tools.ts';

export interface McpOptions extends ToolOptions {
  readonly bearer: Bearer;
  readonly calls: Calls;
  readonly addresses: Addresses;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly version: string;
}

const NO_QUERY = record({});
/** Characters of an answer: more than that is no help in an agent's context. */
const MAX_ANSWER = 200_000;

export function mcpRoutes(server: FastifyInstance, options: McpOptions): void {
  const { bearer, calls, addresses, baseUrl, authUrl, version } = options;
  const tools = toolsOf(options);
  // The protocol's own package is 33 MB of memory and a fifth of a second.
  const protocol = lazily(() => import('./protocol.ts'));

  server.route({
    method: 'POST',
    url: PATHS.mcp,
    schema: { hide: true, body: FREE },
    onRequest: [refuseElsewhere(baseUrl), calls.shed, bearer(...SCOPES)],
    // Where a client finds out who gives tokens (RFC 9728), as the protocol wants it.
    onSend: async (_, reply) => {
      const challenge = reply.getHeader('www-authenticate');
      const metadata = `resource_metadata="${baseUrl}${PATHS.mcpMetadata}"`;
      if (challenge) reply.header('www-authenticate', `${challenge}, ${metadata}`);
    },
    handler: async (request, reply) => {
      queryBy(NO_QUERY, request.raw.url ?? '');
      if (Array.isArray(request.body))
        return reply.code(400).send(protocolError(-32_600, 'Send one message a request.'));
      const { scopes } = callerOf(request);
      const usable = tools.filter((tool) => tool.scopes.some((scope) => scopes.includes(scope)));
      let unforeseen: unknown;
      const run = async (name: string, args: Readonly<Record<string, unknown>>) => {
        const tool = tools.find((one) => one.name === name);
        if (!tool) return undefined;
        try {
          if (!usable.includes(tool)) throw lacking(tool);
          return { isError: false, text: await answerOf(tool, args, request, reply) };
        } catch (error) {
          // What is not a fault is answered, and reported, as anywhere.
          if (!(error instanceof Fault)) unforeseen = error;
          return { isError: true, text: shownFault(error, request, addresses) };
        }
      };
      const { serve } = await protocol();
      const asked = { url: baseUrl + PATHS.mcp, headers: request.headers, body: request.body };
      const gone = goneSignal(reply);
      const answered = await serve({ ...asked, gone, version, tools: usable, run });
      if (unforeseen) throw unforeseen;
      const text = await answered.text();
      const type = answered.headers.get('content-type');
      if (type) reply.header('content-type', type);
      return reply.code(answered.status).header('cache-control', 'no-store').send(text);
    },
  });

  server.get(PATHS.mcpMetadata, { schema: { hide: true } }, async () => ({
    resource: baseUrl + PATHS.mcp,
    authorization_servers: [authUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${addresses.docs}/agents`,
  }));
}

/** A page of another site has no business here, whatever it knows (DNS rebinding). */
const refuseElsewhere = (baseUrl: string) => async (request: FastifyRequest, reply: FastifyReply) =>
  fromElsewhere(request, baseUrl)
    ? reply.code(403).send(protocolError(-32_000, 'Pages of other sites cannot call this address.'))
    : undefined;

const protocolError = (code: number, message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message },
});

async function answerOf(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const long = overlong(args, tool.input);
  if (long) throw long;
  const text = JSON.stringify(await tool.run(args, request, reply));
  if (text.length <= MAX_ANSWER) return text;
  throw invalid(
    'limit',
    `The answer has ${text.length.toLocaleString('en')} characters, more than ${MAX_ANSWER.toLocaleString('en')}. Ask for fewer records with "limit", or for some "fields" of them.`,
  );
}

const lacking = ({ name, scopes }: Tool): Fault =>
  new Fault(
    'insufficient_scope',
    `The tool ${name} needs an access token with the scope "${scopes.join('" or "')}".`,
  );

function shownFault(error: unknown, { seen }: FastifyRequest, addresses: Addresses): string {
  if (!(error instanceof Fault)) return '';
  const { code, message, field, retryable, others } = error;
  if (seen) seen.outcome = code;
  const also = others.map(({ field, message }) => ({ field, message }));
  return JSON.stringify({
    ...{ code, message, field, retryable, help: addresses.error(code) },
    ...(also.length > 0 && { also }),
    retry_after_seconds: secondsToWait(error),
  });
}
