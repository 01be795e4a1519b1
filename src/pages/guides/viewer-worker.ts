// A thread that unpacks the script of the viewer: a third of a second that no one waits behind, and
// packages that are out of memory again when it ends.
import { parentPort } from 'node:worker_threads';
import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { PATHS } from '../../http/paths.ts';

// The package has no other door: its script is a text within its one module.
const server = Fastify();
await server.register(reference, {
  routePrefix: PATHS.docs,
  configuration: { url: PATHS.document },
});
const url = `${PATHS.docs}/js/scalar.js`;
const { statusCode, rawPayload } = await server.inject({ method: 'GET', url });
if (statusCode !== 200) throw new Error(`The viewer answered ${statusCode} for ${url}.`);
parentPort?.postMessage(rawPayload);
