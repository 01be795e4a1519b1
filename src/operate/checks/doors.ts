// The doors of the service: its public address, ports, proxies, metrics, traces, the demo client.
import { PATHS } from '../../http/paths.ts';
import { endsAfter } from '../../model/ends-after.ts';
import { type Answered, ask, certificateOf, resolves } from '../../net/probe.ts';
import { collectorOf, openTracer } from '../../observe/trace.ts';
import { DEMO } from '../../serve/demo-client.ts';
import { tryPort } from '../../serve/ports.ts';
import { sentenceFor } from '../sentence.ts';
import { check, type Finding, type Say, type Scene, sayOf, whenEnds } from './check.ts';

const WITHIN = 5000;
/** Most certificates are renewed by themselves a month before they end. */
const SOON = 14 * 24 * 60 * 60 * 1000;

export const address = check('public-address', async (scene, say, signal) => {
  const { baseUrl, authUrl } = scene.config;
  const origins = [...new Set([baseUrl, authUrl])];
  const found = origins.map((origin) => checkOrigin(origin, scene, say, signal));
  return (await Promise.all(found)).flat();
});

async function checkOrigin(
  origin: string,
  { inspection, clocks }: Scene,
  say: Say,
  signal: AbortSignal,
): Promise<Finding[]> {
  const url = new URL(PATHS.alive, origin);
  const within = () => AbortSignal.any([signal, endsAfter(WITHIN)]);
  /** While no instance runs, no one is expected to answer. */
  const silent = (how: string): Finding =>
    (inspection?.instances.length ?? 0) > 0
      ? say.wrong(
          `${origin} ${how}.`,
          'An instance runs: check the proxy, the firewall, MANIFOLD_HOST and MANIFOLD_PORT.',
        )
      : say.warning(
          `${origin} ${how}.`,
          'Start the service; then check the proxy and the firewall.',
        );
  try {
    await resolves(url.hostname.replace(/^\[|\]$/g, ''));
  } catch {
    const remedy = 'Add it to your DNS, or correct MANIFOLD_BASE_URL.';
    return [say.wrong(`The name ${url.hostname} does not resolve.`, remedy)];
  }
  const found: Finding[] = [];
  try {
    if (url.protocol === 'https:') {
      found.push(await checkCertificate(url, within()));
      if (found[0]?.state === 'wrong') return found;
    }
    const answer = await ask(url, within());
    const { status, clockAhead } = answer;
    if (clockAhead !== undefined) clocks.set(url.host, clockAhead);
    if (isOurs(answer)) return [...found, say.ok(`${origin} answers.`)];
    if (status >= 500) return [...found, silent(`answers ${status}, as a proxy without a service`)];
    const other = say.wrong(
      `At ${origin} something else answers (${status}).`,
      'Have the proxy pass everything on to the service, or correct MANIFOLD_BASE_URL.',
    );
    return [...found, other];
  } catch (error) {
    return [...found, silent(`does not answer (${codeOf(error)})`)];
  }
}

async function checkCertificate(url: URL, signal: AbortSignal): Promise<Finding> {
  const say = sayOf('certificate');
  const { endsAt, problem } = await certificateOf(url, signal);
  if (problem !== undefined)
    return say.wrong(
      `Clients will not trust the certificate of ${url.host}: ${problem}.`,
      'Give the proxy a valid certificate for this name, with its chain.',
    );
  const sentence = `The certificate of ${url.host} ends ${whenEnds(endsAt, Date.now())}.`;
  return endsAt - Date.now() > SOON
    ? say.ok(sentence)
    : say.warning(sentence, 'Renew it; see why that did not happen by itself.');
}

/** Whether that is what this service answers where it is asked whether it lives. */
export function isOurs({ status, text }: Pick<Answered, 'status' | 'text'>): boolean {
  try {
    const body: unknown = JSON.parse(text);
    const says = typeof body === 'object' && body !== null && 'status' in body && body.status;
    return status === 200 && says === 'ok';
  } catch {
    return false;
  }
}

const codeOf = (error: unknown): string => {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  return code ?? (name === 'TimeoutError' ? `${WITHIN / 1000} s` : (message ?? String(error)));
};

export const ports = check('ports', async ({ config }, { ok, wrong }, signal) => {
  const { host, port, mode, sandboxPort, metricsHost, metricsPort, consolePort } = config;
  const wanted: readonly [host: string, port: number | undefined][] = [
    [host, port],
    [host, mode === 'sandbox' ? sandboxPort : undefined],
    [metricsHost, metricsPort],
    [host, consolePort],
  ];
  const found: Finding[] = [];
  // Nothing is wrong with ports that the running service itself has.
  const isRunning = await isServed(host, port, signal);
  for (const [at, number] of wanted) {
    const refused = number === undefined ? undefined : await tryPort(config, at, number);
    const taken = refused?.code === 'EADDRINUSE';
    if (!refused || (taken && isRunning)) continue;
    const remedy = taken
      ? `See who has it: ss -ltnp 'sport = :${number}'`
      : 'Give an address of this machine, and a port from 1024 on, or let the service use lower ones.';
    found.push(wrong(refused.sentence, remedy));
  }
  return found.length > 0 ? found : ok('The ports are free, or this service has them.');
});

async function isServed(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const url = new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}${PATHS.alive}`);
  return await ask(url, AbortSignal.any([signal, endsAfter(WITHIN)])).then(isOurs, () => false);
}

export const traces = check('traces', async (_, { ok, warning, wrong }, signal) => {
  try {
    const tracer = await openTracer();
    if (!tracer) return undefined;
    await tracer.close();
  } catch (error) {
    const why = sentenceFor(error);
    if (why === undefined) throw error;
    return wrong(why, 'Correct the variable, or unset it to keep no traces.');
  }
  const url = collectorOf(process.env);
  try {
    await ask(url, AbortSignal.any([signal, endsAfter(WITHIN)]));
    return ok(`The collector of traces at ${url.host} answers.`);
  } catch {
    return warning(
      `The collector of traces at ${url.host} does not answer: what is sent there is lost.`,
      'Start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT; without that variable no traces are kept.',
    );
  }
});

export const proxies = check('proxies', ({ config: { baseUrl, trustProxy } }, { ok, warning }) => {
  if (typeof trustProxy === 'number' || trustProxy.length > 0)
    return ok('The trusted proxies are set.');
  // The service itself speaks plain http: https is a proxy's doing.
  if (!baseUrl.startsWith('https:')) return ok('No proxy is needed for this address.');
  return warning(
    'The public address is https, so a proxy stands in front, but none is trusted: all visitors share its address and its limits.',
    'Set MANIFOLD_TRUST_PROXY to the proxy’s address, such as loopback or 10.0.0.0/8.',
  );
});

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;
const SHORT_TOKEN = 16;

export const metrics = check('metrics', ({ config }, { ok, warning }) => {
  const { metricsToken: token, metricsPort: port, metricsHost: host } = config;
  if (token !== undefined && token.length < SHORT_TOKEN)
    return warning(
      `MANIFOLD_METRICS_TOKEN has fewer than ${SHORT_TOKEN} characters and could be guessed.`,
      'Make a longer one: openssl rand -hex 32',
    );
  if (port !== undefined && !LOOPBACK.test(host))
    return warning(
      `/metrics can be read without a token by anyone who reaches ${host}:${port}.`,
      'Let no one but Prometheus reach that port.',
    );
  if (port !== undefined || token !== undefined) return ok('/metrics is protected.');
  return ok('/metrics is off; MANIFOLD_METRICS_PORT or MANIFOLD_METRICS_TOKEN switches it on.');
});

export const demo = check('demo-client', async ({ store }, { wrong }) =>
  (await store?.clients.find(DEMO.client))
    ? wrong(
        `The store has the sandbox’s client "${DEMO.client}", whose secret everybody knows.`,
        `manifold clients delete ${DEMO.client}`,
      )
    : undefined,
);
