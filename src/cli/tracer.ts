// Where spans go, or why they cannot: at the start and for the doctor.
import { ConfigError } from '../config.ts';
import type { Tracer } from '../model/trace.ts';
import { openTracer, TraceSettingError } from '../observe/trace.ts';
import { VERSION } from '../version.ts';

/** By OpenTelemetry's own variables, which its library reads too. */
export async function tracerOf(): Promise<Tracer | undefined> {
  try {
    return await openTracer(process.env, VERSION);
  } catch (error) {
    if (error instanceof TraceSettingError) throw new ConfigError(error.message);
    throw error;
  }
}
