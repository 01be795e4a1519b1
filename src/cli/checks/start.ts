// What a start would refuse, found out by the code that refuses it: the ports, and where traces go.
import { PATHS } from '../../http/paths.ts';
import { endsAfter } from '../../model/ends-after.ts';
import { ask } from '../../net/look.ts';
import { collectorOf } from '../../observe/trace.ts';
import { tryPort } from '../ports.ts';
import { sentenceFor } from '../sentence.ts';
import { tracerOf } from '../tracer.ts';
import { type Check, type Finding, ok, warning, wrong } from './check.ts';

const WITHIN = 5000;

export const ports: Check = {
  id: 'ports',
  async run({ config }, signal) {
    const { host, port, mode, sandboxPort, metrics } = config;
    const wanted: readonly (readonly [host: string, port: number])[] = [
      [host, port],
      ...(mode === 'sandbox' ? [[host, sandboxPort] as const] : []),
      ...(metrics.port === undefined ? [] : [[metrics.host, metrics.port] as const]),
    ];
    const found: Finding[] = [];
    for (const [at, number] of wanted) {
      const refused = await tryPort(config, at, number);
      if (!refused) continue;
      const taken = refused.code === 'EADDRINUSE';
      // Nothing is wrong with a port that the running service itself has.
      if (taken && (number !== port || (await isOurs(at, number, signal)))) continue;
      const remedy = taken
        ? `See who has it: ss -ltnp 'sport = :${number}'`
        : 'Give an address of this machine, and a port from 1024 on, or let the service use lower ones.';
      found.push(wrong('ports', refused.sentence, remedy));
    }
    return found.length > 0 ? found : [ok('ports', 'The ports can be listened on.')];
  },
};

async function isOurs(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const url = new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}${PATHS.alive}`);
  try {
    const within = AbortSignal.any([signal, endsAfter(WITHIN)]);
    const { status, text } = await ask(url, within);
    return status === 200 && text.includes('"status":"ok"');
  } catch {
    return false;
  }
}

export const traces: Check = {
  id: 'traces',
  async run(_, signal) {
    try {
      const tracer = await tracerOf();
      if (!tracer) return [];
      await tracer.close();
    } catch (error) {
      const why = sentenceFor(error);
      if (why === undefined) throw error;
      return [wrong('traces', why, 'Correct the variable, or unset it to keep no traces.')];
    }
    const url = collectorOf(process.env);
    try {
      await ask(url, AbortSignal.any([signal, endsAfter(WITHIN)]));
      return [ok('traces', `The collector of traces at ${url.host} answers.`)];
    } catch {
      return [
        warning(
          'traces',
          `The collector of traces at ${url.host} does not answer: what is sent there is lost.`,
          'Start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT; without that variable no traces are kept.',
        ),
      ];
    }
  },
};
