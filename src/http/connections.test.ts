// Which connections are closed at the end: those that ask nothing, also if they never did.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { watchConnections } from './connections.ts';

test('a fresh connection is waited for until it asks, is closed, or the time is over', async () => {
  const server = createServer((_, response) => response.end('done'));
  const connections = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const opened = async () => {
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    await accepted;
    return socket;
  };
  await connections.asked(60_000);
  const [asking, leaving] = [await opened(), await opened()];
  let waiting = true;
  const asked = connections.asked(60_000).then(() => {
    waiting = false;
  });
  asking.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(asking, 'data');
  assert.equal(waiting, true);
  leaving.destroy();
  await asked;
  const silent = await opened();
  await connections.asked(20);
  silent.destroy();
  asking.destroy();
  server.close();
});

test('quiet connections are closed, those with a request under way get their answer', async () => {
  let answer = () => {};
  const server = createServer((request, response) => {
    if (request.url === '/quick') response.end('quick');
    else answer = () => response.end('slow');
  });
  const connections = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const opened = async (sent: string) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (piece) => {
      heard += piece;
    });
    await once(socket, 'connect');
    socket.write(sent);
    return { socket, heard: () => heard };
  };
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
  const never = await opened('');
  const begun = await opened('GET /quick HT');
  const done = await opened(head('/quick'));
  await once(done.socket, 'data');
  const slow = await opened(head('/slow'));
  while (server.listenerCount('request') > 0 && `${answer}` === '() => {}')
    await new Promise(setImmediate);
  const closed = Promise.all([never, begun, done].map(({ socket }) => once(socket, 'close')));
  connections.closeQuiet();
  await closed;
  answer();
  await once(slow.socket, 'data');
  assert.match(slow.heard(), /slow/);
  slow.socket.destroy();
  server.close();
});
