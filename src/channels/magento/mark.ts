// The vendor's own mark, a trademark of its owner. From Font Awesome Free (fontawesome.com), CC BY 4.0.
// Written by "npm run marks".
import type { Mark } from '../mark.ts';

export const mark: Mark = {
  colour: '#e1552a',
  box: '0 0 448 512',
  path: 'M445.9 127.9l0 256.1-63.4 36.5 0-255.8-158.5-91.6-158.6 91.6 .4 255.9-63.3-36.6 0-255.9 221.9-128.1 221.5 127.9zM255.8 420.5l-31.6 18.4-31.8-18.2 0-256-63.3 36.6 .1 255.9 94.9 54.9 95.1-54.9 0-256-63.4-36.6 0 255.9z',
};
