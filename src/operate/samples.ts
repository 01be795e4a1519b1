// Native records to try things on: those that each channel's folder brings, which are of no real buyer.
import { readdir, readFile } from 'node:fs/promises';
import type { Operation } from '../model/execution.ts';
import { ActError } from './sentence.ts';

const END = '.native.json';
/** How the name of a sample begins. */
const BEGIN = { orders: 'order-', products: 'product-' };

const folderOf = (channel: string) =>
  new URL(`../channels/${encodeURIComponent(channel)}/samples/`, import.meta.url);

/** The names of a channel's samples; none where there is no such channel. */
async function list(channel: string, resource: Operation): Promise<readonly string[]> {
  const files = await readdir(folderOf(channel)).catch(() => []);
  return files
    .filter((file) => file.startsWith(BEGIN[resource]) && file.endsWith(END))
    .map((file) => file.slice(BEGIN[resource].length, -END.length))
    .sort();
}

export const samples = {
  list,
  /** As the channel gives it. */
  async read(channel: string, resource: Operation, name: string): Promise<unknown> {
    if (!(await list(channel, resource)).includes(name))
      throw new ActError(`${channel} has no sample "${name}" of ${resource}.`);
    const file = new URL(`${BEGIN[resource]}${name}${END}`, folderOf(channel));
    return JSON.parse(await readFile(file, 'utf8'));
  },
};
