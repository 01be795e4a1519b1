// Prints every reader with the text that costs it most, for a text and one four times as long.
import { channels } from '../../src/channels/index.ts';
import { readersOf } from './channels.ts';
import { measure, type Reader } from './cost.ts';
import { PLAIN_SHAPES, SHAPES, type Shape } from './shapes.ts';
import { READERS } from './table.ts';

const N = 32 * 1024;

console.log(`| reader | text | ${N / 2} characters | ${2 * N} |\n|---|---|---|---|`);
for (const [file, readers] of Object.entries(READERS))
  for (const [name, read] of Object.entries(readers)) await show(`${file}: ${name}`, read, SHAPES);
for (const [name, channel] of Object.entries(channels))
  for (const [what, read] of Object.entries(readersOf(channel)))
    await show(`${name}: ${what}`, read, PLAIN_SHAPES);

async function show(reader: string, read: Reader, shapes: readonly Shape[]) {
  let worst = { name: '', short: 0, long: 0 };
  for (const shape of shapes) {
    const { short, long } = await measure(read, shape, N);
    if (long > worst.long) worst = { name: shape.name, short, long };
  }
  const [short, long] = [worst.short, worst.long].map((cost) => `${cost.toFixed(1)} ms`);
  console.log(`| ${reader} | ${worst.name.replaceAll('|', '\\|')} | ${short} | ${long} |`);
}
