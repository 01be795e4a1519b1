// Which connections are closed at the end: those that ask nothing, also if they never did.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { watchConnections } from './connections.ts';

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
