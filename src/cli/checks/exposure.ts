// What stands between the service and the world: proxies, metrics, the demo client.
import { DEMO } from '../demo-client.ts';
import { type Check, ok, warning, wrong } from './check.ts';

export const proxies: Check = {
  id: 'proxies',
  async run({ config: { baseUrl, trustProxy } }) {
    const isTrusted = typeof trustProxy === 'number' || trustProxy.length > 0;
    // The service itself speaks plain http: https is a proxy's doing.
    if (!baseUrl.startsWith('https:') || isTrusted)
      return [
        ok(
          'proxies',
          isTrusted
            ? 'It is set which proxies are believed.'
            : 'No proxy is needed for this address.',
        ),
      ];
    return [
      warning(
        'proxies',
        'The public address is https, so a proxy stands in front, but none is trusted: all visitors share its address and its limits.',
        'Set MANIFOLD_TRUST_PROXY to the proxy’s address, such as loopback or 10.0.0.0/8.',
      ),
    ];
  },
};

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;
const SHORT_TOKEN = 16;

export const metrics: Check = {
  id: 'metrics',
  async run({ config: { metrics: set } }) {
    if (set.token !== undefined && set.token.length < SHORT_TOKEN)
      return [
        warning(
          'metrics',
          `MANIFOLD_METRICS_TOKEN has fewer than ${SHORT_TOKEN} characters and could be guessed.`,
          'Make a longer one: openssl rand -hex 32',
        ),
      ];
    if (set.port !== undefined && !LOOPBACK.test(set.host))
      return [
        warning(
          'metrics',
          `/metrics can be read without a token by whoever reaches ${set.host}:${set.port}.`,
          'Let nobody but Prometheus reach that port.',
        ),
      ];
    const isThere = set.port !== undefined || set.token !== undefined;
    return [
      ok(
        'metrics',
        isThere
          ? '/metrics is protected.'
          : '/metrics is off; MANIFOLD_METRICS_PORT or MANIFOLD_METRICS_TOKEN switches it on.',
      ),
    ];
  },
};

export const demo: Check = {
  id: 'demo-client',
  async run({ store }) {
    if (!store || !(await store.clients.find(DEMO.client))) return [];
    return [
      wrong(
        'demo-client',
        `The store has the sandbox’s client "${DEMO.client}", whose secret everybody knows.`,
        `manifold clients delete ${DEMO.client}`,
      ),
    ];
  },
};
