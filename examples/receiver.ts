// A receiver of completion events: checks the signature, drops repeats, answers at once.
import { createServer, type IncomingMessage } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** What Manifold sends. No order data: read that with a data call, or at the execution's address. */
interface CompletionEvent {
  type: 'execution.completed' | 'delivery.test';
  timestamp: string;
  data: {
    execution_id: string;
    trace_id: string;
    operation: 'orders' | 'products';
    channel: string | null;
    tpUserId: string | null;
    isSuccess: boolean;
    step: 'validate' | 'authorize' | 'fetch' | 'transform';
    result_count: number;
    next_page_token?: string;
    Errors: { code?: string; message?: string; retryable?: boolean };
  };
}

const MAX_BODY = 64 * 1024;
const webhook = new Webhook(process.env.SIGNING_SECRET ?? ''); // whsec_…

// An event may come more than once, always with the same webhook-id. Keep the ids where your
// data is, with a unique key, so that a repeat is noticed after a restart too.
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const answer = (status: number) => response.writeHead(status).end();
  if (request.method !== 'POST') return answer(405);
  let event: CompletionEvent;
  try {
    // The signature is over the bytes as they came: verify before parsing.
    event = webhook.verify(await read(request), headersOf(request)) as CompletionEvent;
  } catch (error) {
    return answer(error instanceof WebhookVerificationError ? 401 : 400);
  }
  const id = String(request.headers['webhook-id']);
  answer(204); // within 15 seconds, or it is sent again
  if (seen.has(id)) return;
  seen.add(id);
  handle(event);
});

function handle({ type, data }: CompletionEvent) {
  if (type !== 'execution.completed') return console.log(`${type} arrived`);
  if (data.isSuccess)
    console.log(`${data.execution_id}: ${data.result_count} ${data.operation} of ${data.channel}`);
  else console.log(`${data.execution_id} failed: ${data.Errors.code}`);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name] ?? '')]));
}

server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  console.log(`listening on http://127.0.0.1:${port}`);
});
