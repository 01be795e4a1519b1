// Loaded into a service before all else: certain words hold the event loop up for ever, where they are
// read from a caller, or where they are about to be sent to a channel.
import { Socket } from 'node:net';

const { parse } = JSON;
const { write } = Socket.prototype;

const never = new Int32Array(new SharedArrayBuffer(4));

/** It waits rather than turns: the loop stands as still, and the other tests have the processor. */
const holdUp = (text, word) => {
  if (String(text).includes(word)) Atomics.wait(never, 0, 0);
};

JSON.parse = (text, ...more) => {
  holdUp(text, 'stand-still-now');
  return parse(text, ...more);
};

Socket.prototype.write = function (chunk, ...more) {
  holdUp(chunk, 'stand-still-later');
  return write.call(this, chunk, ...more);
};
