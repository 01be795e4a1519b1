// `npm run assemble`: puts what `src/model/structure.wat` is assembled to into `structure-code.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const model = new URL('../src/model/', import.meta.url);

/** The code, as it stands in the file. */
export async function assembled(): Promise<string> {
  const { parseWat } = await wabt();
  const name = 'structure.wat';
  const module = parseWat(name, readFileSync(new URL(name, model), 'utf8'), { simd: true });
  try {
    return Buffer.from(module.toBinary({}).buffer).toString('base64');
  } finally {
    module.destroy();
  }
}

async function write(): Promise<void> {
  const lines = [
    '// What `structure.wat` is assembled to (`npm run assemble`; a test holds the one against the other).',
    `export const CODE =\n  '${await assembled()}';`,
  ];
  writeFileSync(new URL('structure-code.ts', model), `${lines.join('\n')}\n`);
}

if (import.meta.main) void write();
