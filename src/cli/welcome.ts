// What the terminal shows once the service is up: addresses, credentials, commands to paste.
import type { Config } from '../config.ts';
import { DOCS_PATHS, PATHS } from '../http/paths.ts';
import type { Io } from './declare.ts';
import { DEMO } from './demo-client.ts';
import { paint } from './paint.ts';
import type { Sandbox } from './sandbox.ts';
import { nameOf } from './which-store.ts';

export interface Welcome {
  readonly config: Config;
  readonly sandbox?: Sandbox | undefined;
  /** Of the demo client, for receivers of its completion events. */
  readonly signingSecret?: string | undefined;
  /** Leads a new user through every channel. */
  readonly magicLink?: string | undefined;
  readonly channels?: readonly string[];
  /** Milliseconds from the start to now. */
  readonly took: number;
  readonly io: Io;
}

export function welcome(shown: Welcome) {
  const { config, sandbox, signingSecret, magicLink, channels = [], took, io } = shown;
  const { baseUrl, authUrl } = config;
  const title = (text: string) => `  ${paint('dim', text.padEnd(12))}`;
  io.out('');
  io.out(
    `  ${paint(['bold', 'cyan'], 'Manifold')} ${paint('dim', `is ready in ${(took / 1000).toFixed(1)} s, ${config.mode} mode`)}`,
  );
  io.out('');
  io.out(`${title('service')}${paint('bold', baseUrl)}`);
  if (authUrl !== baseUrl) io.out(`${title('tokens')}${authUrl}`);
  io.out(`${title('guides')}${baseUrl}${DOCS_PATHS.guide('start')}`);
  io.out(`${title('reference')}${baseUrl}${PATHS.docs}`);
  io.out(`${title('store')}${nameOf(config)}`);
  if (config.workers > 1)
    io.out(`${title('workers')}${config.workers} ${paint('dim', 'processes on one port')}`);
  if (!sandbox) {
    io.out('');
    return;
  }
  io.out(
    `${title('sandbox')}${sandbox.origin} ${paint('dim', `${Object.keys(sandbox.accounts).length} fake stores`)}`,
  );
  io.out(`${title('client')}${DEMO.client} / ${DEMO.secret}`);
  if (signingSecret) io.out(`${title('signing')}${signingSecret}`);
  io.out(`${title('user')}${DEMO.user} ${paint('dim', `linked with ${channels.join(', ')}`)}`);
  if (magicLink)
    io.out(`${title('magic link')}${magicLink} ${paint('dim', 'open it in a browser, once')}`);
  const [first = ''] = channels;
  const commands = [
    [
      'Get an access token',
      `TOKEN=$(curl -s ${authUrl}${PATHS.token} -d grant_type=client_credentials -d client_id=${DEMO.client} -d client_secret=${DEMO.secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    ],
    [
      'Read two orders',
      `curl -s "${baseUrl}${PATHS.orders}?channel=${first}&tpUserId=${DEMO.user}" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"limit":2}'`,
    ],
    [
      'Make a magic link',
      `curl -s "${baseUrl}${PATHS.magicLink}?tpUserId=new-user" -H "Authorization: Bearer $TOKEN"`,
    ],
  ];
  for (const [what, command] of commands) {
    io.out('');
    io.out(`  ${paint('dim', `# ${what}`)}`);
    io.out(`  ${command}`);
  }
  io.out('');
  io.out(`  ${paint('dim', 'Ctrl-C ends it. Data stays in')} ${config.dataDir}`);
  io.out('');
}
