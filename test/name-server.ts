// A name server on loopback for tests: answers for the names it knows, is silent about others.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface Zone {
  /** IPv4 addresses by name; an empty list is a name that does not exist. */
  readonly [name: string]: readonly string[];
}

export interface FakeNameServer {
  readonly address: string;
  /** Questions for IPv4 addresses so far, in order. */
  readonly asked: string[];
  close(): void;
}

/** A name that is not in the zone never gets an answer. */
export async function startNameServer(zone: Zone, ttl = 30): Promise<FakeNameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    if (type === A) asked.push(name);
    const known = zone[name];
    if (!known) return;
    const addresses = type === A ? known : [];
    const header = Buffer.from(question.subarray(0, 12));
    // An answer with recursion; 3 is "no such name".
    header.writeUInt16BE(0x8180 | (known.length === 0 ? 3 : 0), 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([
        header,
        question.subarray(12, end),
        ...addresses.map((address) => answer(address, ttl)),
      ]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

const A = 1;

function readQuestion(question: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + size));
    at += size + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 };
}

function answer(address: string, ttl: number): Buffer {
  const record = Buffer.alloc(16);
  // A pointer to the name in the question, type A, class IN.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(A, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(ttl, 6);
  record.writeUInt16BE(4, 10);
  for (const [i, part] of address.split('.').entries()) record[12 + i] = Number(part);
  return record;
}
