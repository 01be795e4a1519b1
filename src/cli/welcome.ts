// What the terminal shows once the service is up: addresses, credentials, commands to paste.
import { CONSOLE_PATHS, DOCS_PATHS, PATHS } from '../http/paths.ts';
import { nameOf } from '../operate/which-store.ts';
import type { Config } from '../serve/config.ts';
import { DEMO } from '../serve/demo-client.ts';
import type { Service } from '../serve/service.ts';
import type { Io } from './declare.ts';
import { paint } from './text.ts';

interface Welcome extends Partial<Omit<Service, 'close'>> {
  readonly config: Config;
  /** Milliseconds from the start to now. */
  readonly took: number;
  readonly io: Io;
}

export function welcome(shown: Welcome): void {
  const { config, sandbox, signingSecret, magicLink, channels = [], took, io } = shown;
  const { baseUrl, authUrl, workers, consoleUrl, dataDir } = config;
  const dim = (text: string) => paint('dim', text);
  const ready = `is ready in ${(took / 1000).toFixed(1)} s, ${config.mode} mode`;
  const signIn = sandbox ? '' : dim(' sign in with: manifold console');
  const rows: readonly (readonly [title: string, text: string | false | undefined])[] = [
    ['service', paint('bold', baseUrl)],
    ['tokens', authUrl !== baseUrl && authUrl],
    ['guides', `${baseUrl}${DOCS_PATHS.guide('start')}`],
    ['reference', `${baseUrl}${PATHS.docs}`],
    ['console', config.console === 'on' && `${consoleUrl}${CONSOLE_PATHS.home}${signIn}`],
    ['store', nameOf(config)],
    ['workers', workers > 1 && `${workers} ${dim('processes on one port')}`],
    [
      'sandbox',
      sandbox && `${sandbox.origin} ${dim(`${Object.keys(sandbox.shops).length} fake stores`)}`,
    ],
    ['client', sandbox && `${DEMO.client} / ${DEMO.secret}`],
    ['signing', sandbox && signingSecret],
    ['user', sandbox && `${DEMO.user} ${dim(`linked with ${channels.join(', ')}`)}`],
    ['magic link', sandbox && magicLink && `${magicLink} ${dim('open it in a browser, once')}`],
  ];
  const typed = sandbox ? commandsFor(config, channels[0] ?? '') : [];
  const lines = [
    ...['', `  ${paint(['bold', 'cyan'], 'Manifold')} ${dim(ready)}`, ''],
    ...rows.flatMap(([title, text]) => (text ? `  ${dim(title.padEnd(12))}${text}` : [])),
    ...typed.flatMap(([what, line]) => ['', `  ${dim(`# ${what}`)}`, `  ${line}`]),
    ...(sandbox ? ['', `  ${dim('Ctrl-C ends it. Data stays in')} ${dataDir}`] : []),
  ];
  for (const line of [...lines, '']) io.out(line);
}

const commandsFor = ({ baseUrl, authUrl }: Config, channel: string) =>
  [
    [
      'Get an access token',
      `TOKEN=$(curl -s ${authUrl}${PATHS.token} -d grant_type=client_credentials -d client_id=${DEMO.client} -d client_secret=${DEMO.secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    ],
    [
      'Read two orders',
      `curl -s "${baseUrl}${PATHS.orders}?channel=${channel}&tpUserId=${DEMO.user}" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"limit":2}'`,
    ],
    [
      'Make a magic link',
      `curl -s "${baseUrl}${PATHS.magicLink}?tpUserId=new-user" -H "Authorization: Bearer $TOKEN"`,
    ],
  ] as const;
