// Traces by OpenTelemetry, switched on by its standard variables; its packages are loaded only then.
import type {
  Context,
  Span as OtelSpan,
  Tracer as OtelTracer,
  SpanContext,
} from '@opentelemetry/api';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import { endsAfter } from '../model/ends-after.ts';
import { readTraceparent, type Span, type Tracer, writeTraceparent } from '../model/trace.ts';
import { unlessGone } from '../model/unless-gone.ts';
import { ConfigError } from '../serve/config.ts';
import { VERSION } from '../serve/version.ts';

type Env = Readonly<Record<string, string | undefined>>;

type Lost = Parameters<Tracer['onLost']>[0];

/** At the end of the process, for what was not sent yet. */
const LAST_WORDS = 2000;
/** Within it one export fails for good, however often it was tried; then the next batch has its turn. */
const EXPORT_WITHIN = 10_000;

/** Whether the variables ask for traces. */
export function wantsTraces(env: Env): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = env;
  if (OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false;
  if (OTEL_TRACES_EXPORTER?.trim() === 'none') return false;
  return Boolean(
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim() || env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim(),
  );
}

/** Where they are sent, by the same variables. */
export function collectorOf(env: Env): URL {
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim();
  if (own) return new URL(own);
  return new URL(`${env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim().replace(/\/$/, '')}/v1/traces`);
}

/** Undefined where no traces are wanted: then nothing is loaded and no span is ever made. */
export async function openTracer(
  env: Env = process.env,
  version = VERSION,
): Promise<Tracer | undefined> {
  if (!wantsTraces(env)) return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol && protocol.trim() !== 'http/protobuf')
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}": traces are sent by http/protobuf alone. Leave it out and give the collector’s HTTP port (4318 as a rule).`,
    );
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
    const url = env[name]?.trim();
    if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new ConfigError(`${name} must be an address such as http://localhost:4318.`);
  }
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const own = resources.resourceFromAttributes({
    'service.name': 'manifold',
    'service.version': version,
  });
  let heard: Lost = () => {};
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(own).merge(given),
    sampler: samplerOf(env, sdk),
    // No span holds much: names, codes, a status.
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: 256, eventCountLimit: 0 },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reporting(new OTLPTraceExporter(), (count, why) => heard(count, why)),
        exportTimeoutMillis: numberOr(env.OTEL_BSP_EXPORT_TIMEOUT, EXPORT_WITHIN),
        scheduledDelayMillis: numberOr(env.OTEL_BSP_SCHEDULE_DELAY, 5000),
        // Beyond it spans are dropped: a collector that is away costs so much memory and no more.
        maxQueueSize: numberOr(env.OTEL_BSP_MAX_QUEUE_SIZE, 2048),
        maxExportBatchSize: numberOr(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, 512),
      }),
    ],
  });
  return {
    start: starting(api, provider.getTracer('manifold', version)),
    onLost(listener) {
      heard = listener;
    },
    close: () => unlessGone(provider.shutdown(), endsAfter(LAST_WORDS)).catch(() => {}),
  };
}

function starting(
  {
    trace,
    ROOT_CONTEXT,
    SpanKind,
    SpanStatusCode,
    TraceFlags,
  }: typeof import('@opentelemetry/api'),
  tracer: OtelTracer,
): Tracer['start'] {
  const KINDS = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    internal: SpanKind.INTERNAL,
  } as const;

  function wrap(span: OtelSpan): Span {
    const context = span.spanContext();
    let within: Context | undefined;
    return {
      traceId: context.traceId,
      traceparent: written(context),
      child(name, kind) {
        within ??= trace.setSpan(ROOT_CONTEXT, span);
        return wrap(tracer.startSpan(name, { kind: KINDS[kind] }, within));
      },
      end(facts, fault) {
        for (const [name, value] of Object.entries(facts ?? {}))
          if (value !== undefined) span.setAttribute(name, value);
        if (fault !== undefined) {
          span.setAttribute('error.type', fault);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  return (name, kind, from) => {
    const remote = readTraceparent(from);
    const context = remote
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: remote.traceId,
          spanId: remote.spanId,
          traceFlags: remote.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
          isRemote: true,
        })
      : ROOT_CONTEXT;
    return wrap(tracer.startSpan(name, { kind: KINDS[kind] }, context));
  };
}

const written = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  writeTraceparent({ traceId, spanId, sampled: (traceFlags & 1) === 1 });

/** What is not sent is counted and said; to the processor it is over either way. */
function reporting(exporter: SpanExporter, onLost: Lost): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // 0 is success: the enumeration itself would be loaded before it is wanted.
        if (result.code !== 0) onLost(spans.length, result.error?.message ?? 'it was not taken');
        done({ code: 0 });
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** The names are OpenTelemetry's own; this version of its library leaves reading them to us. */
function samplerOf(env: Env, sdk: typeof import('@opentelemetry/sdk-trace')): Sampler {
  const name = env.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on';
  const ratio = () => {
    const given = env.OTEL_TRACES_SAMPLER_ARG?.trim() || '1';
    const value = Number(given);
    if (!(value >= 0 && value <= 1))
      throw new ConfigError(
        `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${given}".`,
      );
    return new sdk.TraceIdRatioBasedSampler(value);
  };
  const samplers: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: ratio,
    parentbased_always_on: () => new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    parentbased_always_off: () => new sdk.ParentBasedSampler({ root: new sdk.AlwaysOffSampler() }),
    parentbased_traceidratio: () => new sdk.ParentBasedSampler({ root: ratio() }),
  };
  const make = Object.hasOwn(samplers, name) ? samplers[name] : undefined;
  if (!make)
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}, not "${name}".`,
    );
  return make();
}

function numberOr(text: string | undefined, fallback: number): number {
  const value = Number(text?.trim() || fallback);
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
}
