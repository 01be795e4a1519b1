// A receiver of events: checks the signature, drops repeats, answers immediately.
//
//   npm start                                               in one terminal; it prints "signing"
//   SIGNING_SECRET=whsec_… node examples/receiver.js        in another
//   npm run manifold deliveries test demo-client http://localhost:9000
import { createServer } from 'node:http';
import { ManifoldError, verifyEvent } from '@manifold-commerce/client';

const MAX_BODY = 64 * 1024;
const secrets = (process.env.SIGNING_SECRET ?? '').split(','); // two while one is changed

// An event may come more than once, always with the same id. Keep the ids where your data is, with a
// unique key, so that a repeat is noticed after a restart too.
const seen = new Set();

const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405).end();
  try {
    // The signature is over the bytes as they came: verify before parsing.
    const event = await verifyEvent(await read(request), request.headers, secrets);
    response.writeHead(204).end(); // within 15 seconds, or it is sent again
    if (!seen.has(event.id)) handle(event);
    seen.add(event.id);
  } catch (error) {
    const forged = error instanceof ManifoldError && error.code === 'invalid_event';
    response.writeHead(forged ? 401 : 400).end();
  }
});

/** @param {import('@manifold-commerce/client').Verified} event */
function handle({ type, data }) {
  // No order data: read that with a data call, or at the execution's address.
  if (type !== 'execution.completed') console.log(`${type} ${JSON.stringify(data)}`);
  else if (data.isSuccess)
    console.log(`${data.execution_id}: ${data.result_count} ${data.operation} of ${data.channel}`);
  else console.log(`${data.execution_id} failed: ${data.Errors.code}`);
}

/** @param {import('node:http').IncomingMessage} request */
async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  console.log(`listening on http://127.0.0.1:${port}`);
});
