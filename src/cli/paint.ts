// Colours for people: on a terminal, unless NO_COLOR is set or the stream goes elsewhere.
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout, validateStream: true });
