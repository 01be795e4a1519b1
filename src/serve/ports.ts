// The ports that the service listens on: why one cannot be had, in one sentence, at the start and for the doctor.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, ConfigError } from './config.ts';

/** The error of a server that could not listen, for the operator; undefined where it is another's. */
export function portTaken(error: unknown, config: Config): ConfigError | undefined {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  const isMetrics = port !== undefined && port === config.metricsPort;
  const settings = {
    MANIFOLD_SANDBOX_PORT: config.sandboxPort,
    MANIFOLD_METRICS_PORT: config.metricsPort,
    MANIFOLD_CONSOLE_PORT: config.consolePort,
  };
  const [setting] = Object.entries(settings).find(([, one]) => one === port) ?? ['MANIFOLD_PORT'];
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} is taken. Stop what uses it, or set ${setting} to another.`,
    );
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const [host, both] = isMetrics
      ? [config.metricsHost, 'MANIFOLD_METRICS_HOST and MANIFOLD_METRICS_PORT']
      : [config.host, 'MANIFOLD_HOST and MANIFOLD_PORT'];
    const where = isMetrics ? config.metricsPort : (port ?? config.port);
    return new ConfigError(`${host}:${where} cannot be listened on (${code}). Check ${both}.`);
  }
  return undefined;
}

/** What a start would say of a port; undefined where it could be had. */
export async function tryPort(config: Config, host: string, port: number) {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    const refusal = portTaken({ ...(error as object), port }, config);
    if (!refusal) throw error;
    return { code: (error as NodeJS.ErrnoException).code, sentence: refusal.message };
  } finally {
    server.close();
  }
}
