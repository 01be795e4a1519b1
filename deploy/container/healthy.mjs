// The health check of the container: ends with 0 if the service in it answers. Needs no curl.
const { MANIFOLD_HOST: host = '', MANIFOLD_PORT: port = '8080' } = process.env;
const everywhere = ['', '0.0.0.0', '::'].includes(host);
const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
try {
  const answer = await fetch(`http://${name}:${port}/healthz`, {
    signal: AbortSignal.timeout(2500),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
} catch (error) {
  console.error(`The service does not answer: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
