// A collector of traces: takes OTLP over HTTP as protobuf and keeps the spans, read by hand.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../until.ts';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2 where it failed. */
  readonly status: number;
}

export interface Collector {
  readonly origin: string;
  readonly spans: CollectedSpan[];
  readonly resource: Record<string, string | number>;
  /** The headers of the last export. */
  headers: Readonly<Record<string, unknown>>;
  /** Whatever was sent, byte for byte. */
  readonly raw: Buffer[];
  until(enough: (spans: readonly CollectedSpan[]) => boolean): Promise<unknown>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    collector.headers = request.headers;
    collector.raw.push(body);
    for (const resourceSpans of all(fieldsOf(body), 1)) {
      const parts = fieldsOf(resourceSpans);
      for (const resource of all(parts, 1))
        Object.assign(collector.resource, attributesOf(all(fieldsOf(resource), 1)));
      for (const scope of all(parts, 2))
        for (const span of all(fieldsOf(scope), 2)) collector.spans.push(spanOf(span));
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: Collector = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    resource: {},
    headers: {},
    raw: [],
    until: (enough) => until(() => collector.spans, String(enough), enough),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

type Field = readonly [number: number, value: Buffer | bigint];

/** The fields of one message, in the wire format of Protocol Buffers. */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [number, type] = [tag >> 3, tag & 7];
    if (type === 0) fields.push([number, varint()]);
    else {
      const length = type === 2 ? Number(varint()) : type === 1 ? 8 : 4;
      fields.push([number, bytes.subarray(at, at + length)]);
      at += length;
    }
  }
  return fields;
}

const all = (fields: readonly Field[], number: number): Buffer[] =>
  fields.flatMap(([each, value]) => (each === number && Buffer.isBuffer(value) ? [value] : []));
const number = (fields: readonly Field[], of: number): number =>
  Number(fields.find(([each]) => each === of)?.[1] ?? 0);

function attributesOf(pairs: readonly Buffer[]): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const pair of pairs) {
    const fields = fieldsOf(pair);
    const [key] = all(fields, 1);
    const value = fieldsOf(all(fields, 2)[0] ?? Buffer.alloc(0));
    const [text] = all(value, 1);
    found[String(key)] = text === undefined ? number(value, 3) : String(text);
  }
  return found;
}

function spanOf(bytes: Buffer): CollectedSpan {
  const fields = fieldsOf(bytes);
  const hex = (of: number) => all(fields, of)[0]?.toString('hex') ?? '';
  const [status] = all(fields, 15);
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: String(all(fields, 5)[0]),
    kind: number(fields, 6),
    attributes: attributesOf(all(fields, 9)),
    status: status ? number(fieldsOf(status), 3) : 0,
  };
}
