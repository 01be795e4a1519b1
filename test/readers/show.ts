// Prints every reader with the text that costs it most, for n and for 2n characters.
import { channels } from '../../src/channels/index.ts';
import { readersOf } from './channels.ts';
import { measure, type Reader } from './cost.ts';
import { PLAIN_SHAPES, SHAPES, type Shape } from './shapes.ts';
import { READERS } from './table.ts';

const N = 32 * 1024;

console.log(`| reader | text | ${N} characters | ${2 * N} |\n|---|---|---|---|`);
for (const [file, readers] of Object.entries(READERS))
  for (const [name, read] of Object.entries(readers)) await show(`${file}: ${name}`, read, SHAPES);
for (const [name, channel] of Object.entries(channels))
  for (const [what, read] of Object.entries(readersOf(channel)))
    await show(`${name}: ${what}`, read, PLAIN_SHAPES);

async function show(reader: string, read: Reader, shapes: readonly Shape[]) {
  let worst = { name: '', once: 0, twice: 0 };
  for (const shape of shapes) {
    const { once, twice } = await measure(read, shape, N);
    if (twice > worst.twice) worst = { name: shape.name, once, twice };
  }
  const [once, twice] = [worst.once, worst.twice].map((cost) => `${cost.toFixed(1)} ms`);
  console.log(`| ${reader} | ${worst.name.replaceAll('|', '\\|')} | ${once} | ${twice} |`);
}
