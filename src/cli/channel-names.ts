// The names of the channels, for examples: read off their folders, since loading nine drivers takes a while.
import { existsSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';

const FOLDER = new URL('../channels/', import.meta.url);
/** In an installed package the files are JavaScript. */
const CODE = extname(import.meta.url);

/** Every channel is a folder of its name with a declaration in it. */
export const channelNames = (): string[] =>
  readdirSync(FOLDER).filter((name) => existsSync(new URL(`${name}/auth${CODE}`, FOLDER)));

/** One that has orders, for examples that run as they are. */
const exampleChannel = (): string =>
  channelNames().find((name) => existsSync(new URL(`${name}/orders${CODE}`, FOLDER))) ??
  '<channel>';

export const withChannel = (typed: string): string =>
  typed.replaceAll('<channel>', exampleChannel());
