// `npm run pack [folder]`: all packages as npm and pip install them. Node runs no TypeScript among installed
// packages, so the server's has the same files in the same places, without their types.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientPackage, pythonPackage, toJavaScript } from '../src/pages/guides/client-package.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARTS = [
  ...['bin', 'src', 'sandbox', 'client', 'clients', 'examples', 'docs'],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'NOTICE'],
];
/** What only tests load, and what people who develop read. Native samples stay: rules are tried on them. */
const LEFT_OUT = [
  /\.test\.ts$|(^|\/)(fake-[^/]*|trial|losses)\.ts$/,
  /\/samples\/.*(?<!\.native\.json)$/,
  /\.wat$|^client\/(generate\.ts|tsconfig\.json)$|^examples\/tsconfig\.json$|^docs\/pictures\/|^clients\/python\/tests\/|\.pyc$/,
];

const filesOf = (part: string): string[] =>
  statSync(join(ROOT, part)).isFile()
    ? [part]
    : readdirSync(join(ROOT, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length));

/** Without what runs in a checkout alone. */
function manifest(): string {
  const {
    private: _,
    scripts,
    devDependencies,
    ...rest
  } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return `${JSON.stringify(rest, null, 2)}\n`;
}

function layOut(at: string): void {
  const put = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(join(at, file)), { recursive: true });
    writeFileSync(join(at, file), content);
  };
  rmSync(at, { recursive: true, force: true });
  put('package.json', manifest());
  for (const file of PARTS.flatMap(filesOf)) {
    if (LEFT_OUT.some((pattern) => pattern.test(file))) continue;
    const content = readFileSync(join(ROOT, file));
    const isSource = /\.m?[jt]s$/.test(file) && !file.endsWith('.d.ts');
    if (!isSource) put(file, content);
    else put(file.replace(/\.ts$/, '.js'), toJavaScript(content.toString()));
  }
}

async function pack(to: string): Promise<void> {
  layOut(join(to, 'server'));
  const npm = ['pack', '--silent', '--pack-destination', to, join(to, 'server')];
  const server = execFileSync('npm', npm, { encoding: 'utf8' }).trim();
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'client/package.json'), 'utf8'));
  const client = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
  writeFileSync(join(to, client), await clientPackage());
  const python = `manifold_commerce-${version}.tar.gz`;
  writeFileSync(join(to, python), await pythonPackage());
  for (const file of [server, client, python])
    console.log(`${join(to, file)} ${(statSync(join(to, file)).size / 1e6).toFixed(1)} MB`);
}

if (import.meta.main) await pack(resolve(process.argv[2] ?? join(ROOT, 'dist')));
