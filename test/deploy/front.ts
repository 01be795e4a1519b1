// Real proxies in front of the service for a test: nginx and Caddy from the system's packages.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../port.ts';

export interface Front {
  readonly origin: string;
  /** What it wrote to its log. */
  readonly said: () => string;
  stop(): Promise<void>;
}

/** A configuration for a port and the ports of the instances; what it needs may be put in the folder. */
type Written = (folder: string, port: number, upstreams: readonly number[]) => string;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const NGINX_FILE = join(ROOT, 'deploy/nginx/manifold.conf');
export const CADDY_FILE = join(ROOT, 'deploy/caddy/Caddyfile');

/** Where a program is; undefined on a machine that has none. */
export function find(program: string): string | undefined {
  const places = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin'];
  return places
    .map((place) => join(place, program))
    .find((file) => spawnSync(file, ['--help']).error === undefined);
}

/** The text with each part replaced; all of them must be there, or the file has changed its shape. */
export function fill(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`there is no "${from}" to be replaced`);
    return filled.replaceAll(from, to);
  }, text);
}

/** A folder with a certificate for localhost, for as long as the test runs. */
export function certificate(folder: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', cert],
  ]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  return { key, cert };
}

/** The file as it is documented, with the ports and the certificate of this test. */
export function documentedNginx(
  folder: string,
  port: number,
  upstreams: readonly number[],
): string {
  const { key, cert } = certificate(folder);
  const [first, second] = upstreams;
  return fill(readFileSync(NGINX_FILE, 'utf8'), {
    '127.0.0.1:8080': `127.0.0.1:${first}`,
    '127.0.0.1:8081': `127.0.0.1:${second}`,
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'listen [::]:443 ssl;': '',
    'listen 80;': 'listen unix:http.sock;',
    'listen [::]:80;': '',
    '/etc/ssl/manifold/fullchain.pem': cert,
    '/etc/ssl/manifold/privkey.pem': key,
  });
}

/** For machines that may vanish: a dead one is tried once in 2 seconds. */
export const setAsideNginx: Written = (...given) =>
  fill(documentedNginx(...given), { 'max_fails=0;': 'max_fails=1 fail_timeout=2s;' });

/** As somebody writes it who has not read about it. */
export const plainNginx = (_: string, port: number, upstreams: readonly number[]) => `
upstream manifold { ${upstreams.map((each) => `server 127.0.0.1:${each};`).join(' ')} }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://manifold; } }`;

export const documentedCaddy = (_: string, port: number, upstreams: readonly number[]) => {
  const [first, second] = upstreams;
  return fill(readFileSync(CADDY_FILE, 'utf8'), {
    '127.0.0.1:8080': `127.0.0.1:${first}`,
    '127.0.0.1:8081': `127.0.0.1:${second}`,
    'api.example.com {': `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {`,
  });
};

export const plainCaddy = (_: string, port: number, upstreams: readonly number[]) => `{
	admin off
}
http://127.0.0.1:${port} {
	reverse_proxy ${upstreams.map((each) => `127.0.0.1:${each}`).join(' ')}
}
`;

/** All that nginx writes stays in its folder; an instance of the system's is not touched. */
export async function startNginx(
  program: string,
  upstreams: readonly number[],
  written: Written = documentedNginx,
): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-nginx-'));
  const port = await freePort();
  const site = written(folder, port, upstreams);
  writeFileSync(join(folder, 'nginx.conf'), nginxAround(folder, site));
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return await running(child, port, site.includes('ssl_certificate') ? 'https' : 'http', folder);
}

/** What stands around a site in a configuration of nginx that is sufficient unto itself. */
export function nginxAround(folder: string, site: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${site.replaceAll('unix:', `unix:${folder}/`)}
}`;
}

export async function startCaddy(
  program: string,
  upstreams: readonly number[],
  written: Written = documentedCaddy,
): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'manifold-caddy-'));
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, written(folder, port, upstreams));
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return await running(child, port, 'http', folder);
}

async function running(
  child: ChildProcess,
  port: number,
  scheme: string,
  folder: string,
): Promise<Front> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const exit = once(child, 'exit').then(() => {});
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await listens(port))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`the proxy did not start: ${said}`);
    }
    await setTimeout(20);
  }
  return { origin: `${scheme}://127.0.0.1:${port}`, said: () => said, stop };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const found = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return found;
}
