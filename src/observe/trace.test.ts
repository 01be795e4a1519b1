// When traces are wanted, and what is said of variables that ask for what there is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../serve/config.ts';
import { openTracer, wantsTraces } from './trace.ts';

const AT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

test('only an address of a collector switches traces on, and others switch them off', () => {
  for (const [env, wanted] of [
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'x' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
    [AT, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' }, true],
    [{ ...AT, OTEL_SDK_DISABLED: 'true' }, false],
    [{ ...AT, OTEL_SDK_DISABLED: 'TRUE' }, false],
    [{ ...AT, OTEL_SDK_DISABLED: '1' }, true],
    [{ ...AT, OTEL_TRACES_EXPORTER: 'none' }, false],
  ] as const)
    assert.equal(wantsTraces(env), wanted, JSON.stringify(env));
});

test('without an address there is no tracer', async () => {
  assert.equal(await openTracer({}, '1'), undefined);
});

test('what cannot be had is one sentence', async () => {
  for (const [env, sentence] of [
    [{ ...AT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /http\/protobuf alone/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /must be an address/],
    [{ ...AT, OTEL_TRACES_SAMPLER: 'sometimes' }, /OTEL_TRACES_SAMPLER must be one of/],
    [{ ...AT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, /from 0 to 1/],
  ] as const)
    await assert.rejects(openTracer(env, '1'), (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, sentence);
      return true;
    });
});
