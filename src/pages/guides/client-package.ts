// The clients as npm and pip install them, made of this installation's own files: someone who has only the
// address of the service can install them from there. `npm run pack` makes the same files.
import { readdir, readFile } from 'node:fs/promises';
import module from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const ROOT = new URL('../../../', import.meta.url);

/** What only makes the examples run beside the source. */
const BESIDE_SOURCE = /^(package\.json|tsconfig\.json|client\.(js|d\.ts))$/;

/** Without its types, and leading to files of the same kind. */
export const toJavaScript = (source: string): string =>
  module
    .stripTypeScriptTypes(source)
    .replaceAll(
      /(\bfrom |\bimport |\bimport\(|\bnew URL\()(['`])(\.[^'`\n]*)\.ts\2/g,
      '$1$2$3.js$2',
    );

export async function clientPackage(): Promise<Buffer> {
  const files = new Map<string, Buffer>();
  const add = async (folder: string, to: string) => {
    const at = new URL(folder, ROOT);
    for (const name of (await readdir(at, { recursive: true })).sort()) {
      if (!/\.\w+$/.test(name) || BESIDE_SOURCE.test(name)) continue;
      const content = await readFile(new URL(name, at));
      if (!name.endsWith('.ts') || name.endsWith('.d.ts')) files.set(`${to}/${name}`, content);
      else
        files.set(
          `${to}/${name.replace(/ts$/, 'js')}`,
          Buffer.from(toJavaScript(content.toString())),
        );
    }
  };
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    files.set(name, await readFile(new URL(`client/${name}`, ROOT)));
  await add('client/src/', 'dist');
  await add('client/types/', 'dist');
  await add('examples/', 'examples');
  return packed('package', files);
}

/** The Python client as a source distribution: what setuptools, or any other that reads it, makes a wheel of. */
export async function pythonPackage(): Promise<Buffer> {
  const at = new URL('clients/python/', ROOT);
  const files = new Map<string, Buffer>();
  const add = async (name: string) => files.set(name, await readFile(new URL(name, at)));
  for (const name of ['pyproject.toml', 'README.md', 'LICENSE']) await add(name);
  for (const name of (await readdir(new URL('manifold_commerce/', at))).sort())
    if (/\.(py|typed)$/.test(name)) await add(`manifold_commerce/${name}`);
  const settings = String(files.get('pyproject.toml')).split('\n');
  const said = (name: string) => {
    const start = `${name} = "`;
    return settings.find((line) => line.startsWith(start))?.slice(start.length, -1) ?? '';
  };
  const facts = [
    ...['Metadata-Version: 2.1', `Name: ${said('name')}`, `Version: ${said('version')}`],
    ...[`Summary: ${said('description')}`, 'License: Apache-2.0'],
    ...[`Requires-Python: ${said('requires-python')}`, 'Description-Content-Type: text/markdown'],
  ];
  const page = `${facts.join('\n')}\n\n${files.get('README.md')}`;
  files.set('PKG-INFO', Buffer.from(page));
  return packed(`manifold_commerce-${said('version')}`, files);
}

const packed = (folder: string, files: ReadonlyMap<string, Buffer>): Promise<Buffer> =>
  promisify(gzip)(tar(folder, files), { level: 9 });

const BLOCK = 512;

/** As POSIX.1-1988 has it (ustar), which every npm and pip reads. */
function tar(folder: string, files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, content] of files) {
    const head = Buffer.alloc(BLOCK);
    const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
    const none = octal(0, 7);
    for (const [at, text] of [
      ...([
        [0, `${folder}/${name}`],
        [100, octal(0o644, 7)],
        [108, none],
        [116, none],
      ] as const),
      // The same content makes the same file, on every instance: it is of no time.
      ...([
        [124, octal(content.length, 11)],
        [136, octal(0, 11)],
        [156, '0'],
      ] as const),
      ...([
        [257, 'ustar\0' + '00'],
        [148, ' '.repeat(8)],
      ] as const),
    ])
      head.write(text, at, 'latin1');
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
    parts.push(head, content, Buffer.alloc(-content.length & (BLOCK - 1)));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}
