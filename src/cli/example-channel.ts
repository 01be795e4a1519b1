// A channel for examples that run as they are: read off the folders, since loading nine drivers takes a while.
import { existsSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';

const FOLDER = new URL('../channels/', import.meta.url);
/** In an installed package the files are JavaScript. */
const CODE = extname(import.meta.url);

/** One that has orders. */
const exampleChannel = (): string =>
  readdirSync(FOLDER).find((name) => existsSync(new URL(`${name}/orders${CODE}`, FOLDER))) ??
  '<channel>';

export const withChannel = (typed: string): string =>
  typed.replaceAll('<channel>', exampleChannel());
