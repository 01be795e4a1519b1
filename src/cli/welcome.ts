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
  const { baseUrl, authUrl } = config;
  const dim = (text: string) => paint('dim', text);
  const row = (title: string, text: string) => `  ${dim(title.padEnd(12))}${text}`;
  const ready = `is ready in ${(took / 1000).toFixed(1)} s, ${config.mode} mode`;
  const lines = [
    ...['', `  ${paint(['bold', 'cyan'], 'Manifold')} ${dim(ready)}`, ''],
    row('service', paint('bold', baseUrl)),
    ...(authUrl === baseUrl ? [] : [row('tokens', authUrl)]),
    row('guides', `${baseUrl}${DOCS_PATHS.guide('start')}`),
    row('reference', `${baseUrl}${PATHS.docs}`),
    ...(config.console === 'on'
      ? [
          row(
            'console',
            `${config.consoleUrl}${CONSOLE_PATHS.home}${sandbox ? '' : dim(' sign in with: manifold console')}`,
          ),
        ]
      : []),
    row('store', nameOf(config)),
    ...(config.workers > 1
      ? [row('workers', `${config.workers} ${dim('processes on one port')}`)]
      : []),
  ];
  if (sandbox) {
    const stores = `${Object.keys(sandbox.shops).length} fake stores`;
    lines.push(
      row('sandbox', `${sandbox.origin} ${dim(stores)}`),
      row('client', `${DEMO.client} / ${DEMO.secret}`),
      ...(signingSecret ? [row('signing', signingSecret)] : []),
      row('user', `${DEMO.user} ${dim(`linked with ${channels.join(', ')}`)}`),
      ...(magicLink
        ? [row('magic link', `${magicLink} ${dim('open it in a browser, once')}`)]
        : []),
      ...commandsFor(config, channels[0] ?? '').flatMap(([what, typed]) => [
        ...['', `  ${dim(`# ${what}`)}`, `  ${typed}`],
      ]),
      ...['', `  ${dim('Ctrl-C ends it. Data stays in')} ${config.dataDir}`],
    );
  }
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
