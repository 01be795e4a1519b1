// Loaded into a service before all else: certain words hold the event loop up for ever, where they are
// read from a caller, or where they are about to be sent to a channel.
import { Socket } from 'node:net';

const { parse } = JSON;
const { write } = Socket.prototype;

const holdUp = (text, word) => {
  for (const held = String(text).includes(word); held; );
};

JSON.parse = (text, ...more) => {
  holdUp(text, 'stand-still-now');
  return parse(text, ...more);
};

Socket.prototype.write = function (chunk, ...more) {
  holdUp(chunk, 'stand-still-later');
  return write.call(this, chunk, ...more);
};
