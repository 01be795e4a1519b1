// Makes clients of the published document with five public generators, compiles them strictly, and has
// each read orders and products from the sandbox; and a Python one where its generator is to be had.
// Needs the network.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from './sandbox.ts';
import { openScratch, ran } from './scratch.ts';

interface Generator {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Where it writes its types, to count them. */
  readonly types: string;
  /** What somebody would write with it. It prints what it read. */
  readonly use: string;
  /** Why its own files do not stand `exactOptionalPropertyTypes`, where they do not. */
  readonly inexact?: string;
}

/** The same in each: good answers, then a refusal that is distinguished by its code. */
const asked = (orders: string, refused: string, products: string) => `
const [order] = ${orders}.Output.result;
if (!order) throw new Error('no order');
const total: string | null = order.total_price;
const city: string | null | undefined = order.shipping_address?.city;
const skus: (string | null)[] = order.line_items.map(({ sku }) => sku);
const paid: boolean = order.financial_status === 'paid';
const warnings: string[] = ${orders}.Report.Warnings.map(({ code }) => code);
if (typeof total !== 'string' || skus.length === 0) throw new Error(JSON.stringify(order));
const { code, retryable } = ${refused}.Errors;
if (code !== 'unknown_user' || retryable !== false) throw new Error(String(code));
const [product] = ${products}.Output.result;
const price: string | null | undefined = product?.variants[0]?.price;
if (typeof price !== 'string') throw new Error(JSON.stringify(product));
console.log(JSON.stringify({ product: product?.title, price, order: order.name, total, city, skus, paid, warnings, code }));
`;

const FROM = `
const baseUrl = process.env.ORIGIN ?? '';
const credentials = {
  grant_type: 'client_credentials',
  client_id: 'demo-client',
  client_secret: 'demo-secret',
} as const;
const query = { channel: 'shopify', tpUserId: 'demo-user' } as const;
const stranger = { ...query, tpUserId: 'stranger' };
const body = { limit: 1, status: 'any', created_at_min: null } as const;
`;

/** Two versions that people use side by side. */
const orval = (name: string, ending: string): Generator => ({
  name,
  program: `${name}/dist/bin/orval.${ending}`,
  args: ['--input', 'openapi.json', '--output', `${name}/api.ts`, '--client', 'fetch'],
  types: `${name}/api.ts`,
  use: `import { createAccessToken, orders, products } from './${name}/api';
${FROM}
const ask = fetch;
globalThis.fetch = (url, init) => ask(String(url).replace(/^https?:\\/\\/[^/]+|^/, baseUrl), init);
const token = await createAccessToken(credentials);
if (token.status !== 200) throw new Error(token.data.error_description);
const headers = { authorization: \`Bearer \${token.data.access_token}\` };
const read = await orders(query, body, { headers });
const refused = await orders(stranger, {}, { headers });
const goods = await products(query, { limit: 1 }, { headers });
if (read.status !== 200 || refused.status !== 404) throw new Error('not as it should be');
if (goods.status !== 200) throw new Error('no products');
${asked('read.data', 'refused.data', 'goods.data')}`,
});

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    program: 'openapi-typescript/bin/cli.js',
    args: ['openapi.json', '-o', 'openapi-typescript/schema.ts'],
    types: 'openapi-typescript/schema.ts',
    use: `import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript/schema';
${FROM}
const client = createClient<paths>({ baseUrl });
const token = await client.POST('/connect/token', {
  body: credentials,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
if (!token.data) throw new Error(token.error.error_description);
const headers = { authorization: \`Bearer \${token.data.access_token}\` };
const path = '/api/ServiceClientApp/Unified/Orders';
const read = await client.POST(path, { params: { query }, body, headers });
const refused = await client.POST(path, { params: { query: stranger }, headers });
const goods = await client.POST('/api/ServiceClientApp/Unified/Products', { params: { query }, body: { limit: 1 }, headers });
if (!read.data || !('Output' in read.data) || !refused.error) throw new Error('not as it should be');
if (!goods.data || !('Output' in goods.data)) throw new Error('no products');
${asked('read.data', 'refused.error', 'goods.data')}`,
  },
  {
    name: 'hey-api',
    program: '@hey-api/openapi-ts/bin/run.js',
    args: ['-i', 'openapi.json', '-o', 'hey-api', '-c', '@hey-api/client-fetch'],
    types: 'hey-api/types.gen.ts',
    inexact: 'but for exactOptionalPropertyTypes in what it brings beside the types',
    use: `import { client } from './hey-api/client.gen';
import { createAccessToken, orders, products } from './hey-api/sdk.gen';
${FROM}
client.setConfig({ baseUrl });
const token = await createAccessToken({ body: credentials, throwOnError: true });
client.setConfig({ auth: token.data.access_token });
const read = await orders({ query, body, throwOnError: true });
const refused = await orders({ query: stranger });
const goods = await products({ query, body: { limit: 1 }, throwOnError: true });
if (!('Output' in read.data) || !refused.error) throw new Error('not as it should be');
if (!('Output' in goods.data)) throw new Error('no products');
${asked('read.data', 'refused.error', 'goods.data')}`,
  },
  orval('orval-8', 'mjs'),
  orval('orval-7', 'js'),
  {
    name: 'swagger-typescript-api',
    program: 'swagger-typescript-api/dist/cli.mjs',
    args: ['generate', '-p', 'openapi.json', '-o', 'swagger-typescript-api', '-n', 'api.ts'],
    types: 'swagger-typescript-api/api.ts',
    use: `import { Api } from './swagger-typescript-api/api';
${FROM}
const api = new Api<string>({
  baseUrl,
  securityWorker: (token) => ({ headers: { authorization: \`Bearer \${token}\` } }),
});
const token = await api.connect.createAccessToken(credentials);
api.setSecurityData(token.data.access_token);
const read = await api.api.orders(query, body);
const refused = await api.api.orders(stranger, {}).then(
  () => undefined,
  (answer: Awaited<ReturnType<typeof api.api.orders>>) => answer.error,
);
const goods = await api.api.products(query, { limit: 1 });
if (!('Output' in read.data) || !refused) throw new Error('not as it should be');
if (!('Output' in goods.data)) throw new Error('no products');
${asked('read.data', 'refused', 'goods.data')}`,
  },
];

/** Both kinds of records, through the models that it makes; each has a class of its own. */
const USE_PYTHON = `
import json, os, urllib.parse, urllib.request
from python_client.models import OrdersAnswer, ProductsAnswer

def post(path, data, headers):
    request = urllib.request.Request(os.environ["ORIGIN"] + path, data.encode(), headers)
    return json.load(urllib.request.urlopen(request))

credentials = {"grant_type": "client_credentials", "client_id": "demo-client", "client_secret": "demo-secret"}
token = post("/connect/token", urllib.parse.urlencode(credentials), {})["access_token"]
headers = {"authorization": "Bearer " + token, "content-type": "application/json"}
for kind, name in ((OrdersAnswer, "Orders"), (ProductsAnswer, "Products")):
    path = "/api/ServiceClientApp/Unified/" + name + "?channel=shopify&tpUserId=demo-user"
    came = post(path, '{"limit": 3}', headers)
    read = kind.from_dict(came)
    wanted = [one["id"] for one in came["Output"]["result"]]
    assert wanted and [one.id for one in read.output.result] == wanted, name
    print(name, len(read.output.result), end="; ")
`;

const scratch = await openScratch('generators', {
  typescript: '5.9.3',
  '@types/node': '24.19.2',
  esbuild: '0.28.2',
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.99.0',
  'orval-8': 'npm:orval@8.20.0',
  'orval-7': 'npm:orval@7.21.0',
  'swagger-typescript-api': '13.13.0',
});
const at = (name: string) => join(scratch.folder, name);
const sandbox = await startSandbox();
process.env.ORIGIN = sandbox.origin;
const document = await (await fetch(`${sandbox.origin}/openapi.json`)).text();
writeFileSync(at('openapi.json'), document);

let failed = 0;
for (const generator of GENERATORS) {
  const said = await tried(generator);
  if (said.startsWith('failed')) failed++;
  console.log(`${generator.name}: ${said}`);
}
const python = await triedInPython();
if (python.startsWith('failed')) failed++;
console.log(`openapi-python-client: ${python}`);
await sandbox.close();
console.log(scratch.folder);
process.exitCode = failed === 0 ? 0 : 1;

/** From the machine, or from pip into a folder of its own. Its models read real answers. */
async function triedInPython(): Promise<string> {
  const own = 'openapi-python-client';
  const venv = at('python');
  const installed = join(venv, 'bin', own);
  if (!(await ran(installed, ['--version'], scratch.folder)).isGood) {
    await ran('python3', ['-m', 'venv', venv], scratch.folder);
    const pip = ['-m', 'pip', 'install', '--quiet', '--retries=0', `${own}>=0.24,<1`];
    await ran(join(venv, 'bin/python'), pip, scratch.folder);
  }
  const found = [own, installed];
  for (const program of found) {
    if (!(await ran(program, ['--version'], scratch.folder)).isGood) continue;
    const to = ['--path', 'openapi.json', '--output-path', 'python_client', '--overwrite'];
    const args = ['generate', ...to, '--meta', 'none'];
    const made = await ran(program, args, scratch.folder);
    if (!made.isGood) return `failed to make a client\n${made.output}`;
    writeFileSync(at('use_python.py'), USE_PYTHON);
    const interpreter = program === own ? 'python3' : join(venv, 'bin/python');
    const read = await ran(interpreter, ['use_python.py'], scratch.folder);
    return read.isGood ? `reads ${read.output.trim()}` : `failed to read\n${read.output}`;
  }
  return 'not tried: neither this machine nor pip has it';
}

async function tried({ name, program, args, use, inexact, types }: Generator): Promise<string> {
  rmSync(at(name), { recursive: true, force: true });
  const made = await scratch.run(program, args);
  if (!made.isGood) return `failed to make a client\n${made.output}`;
  writeFileSync(at(`use-${name}.ts`), use);
  for (const [file, exact] of [
    [`use-${name}.ts`, inexact === undefined] as const,
    [types, true] as const,
  ]) {
    writeFileSync(at('tsconfig.json'), JSON.stringify(settings(file, exact)));
    const compiled = await scratch.run('typescript/bin/tsc', ['-p', 'tsconfig.json']);
    if (!compiled.isGood) return `failed to compile\n${compiled.output}`;
  }
  const bundle = `use-${name}.mjs`;
  const joined = await scratch.run('esbuild/bin/esbuild', [
    ...[`use-${name}.ts`, '--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`],
  ]);
  if (!joined.isGood) return `failed to bundle\n${joined.output}`;
  const ran = await scratch.run(`../${bundle}`, []);
  if (!ran.isGood) return `failed to read orders\n${ran.output}`;
  const count = countTypes(types);
  const how = inexact === undefined ? 'strictly' : `strictly (${inexact})`;
  return `compiles ${how}, ${count} types, reads ${ran.output.trim()}`;
}

function countTypes(file: string): number {
  const text = readFileSync(at(file), 'utf8');
  return (text.match(/^export (?:type|interface|enum) /gm) ?? []).length;
}

function settings(file: string, exact: boolean) {
  return {
    compilerOptions: {
      ...{ target: 'es2024', module: 'esnext', moduleResolution: 'bundler', noEmit: true },
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: exact },
      ...{ skipLibCheck: true, lib: ['es2024', 'dom', 'dom.iterable'], types: ['node'] },
    },
    files: [file],
  };
}
