// The doctor's findings for people: aligned, what is wrong in colour, the remedy under each.
import type { Config } from '../config.ts';
import type { Finding, State } from './checks/check.ts';
import type { Io } from './declare.ts';
import { paint } from './paint.ts';
import { nameOf } from './which-store.ts';
import { roomOn, wrapped } from './wrap.ts';

export interface Shown {
  readonly findings: readonly Finding[];
  readonly config: Config | undefined;
  readonly version: string;
  /** Whether vendors were asked. */
  readonly live: boolean;
  readonly io: Io;
}

const MARKS: Readonly<
  Record<State, { readonly mark: string; readonly style: 'green' | 'yellow' | 'red' }>
> = {
  ok: { mark: '✓', style: 'green' },
  warning: { mark: '!', style: 'yellow' },
  wrong: { mark: '✗', style: 'red' },
};

export function show(shown: Shown): void {
  const { findings, config, version, io } = shown;
  const width = roomOn(process.stdout.columns);
  const label = Math.max(...findings.map(({ id }) => id.length));
  const indent = ' '.repeat(label + 6);
  const room = width - indent.length;
  io.out('');
  io.out(`  ${paint(['bold', 'cyan'], 'Manifold')} ${paint('dim', version)}`);
  if (config) io.out(`  ${paint('dim', nameOf(config))}`);
  io.out('');
  let before = '';
  for (const { id, state, sentence, remedy } of findings) {
    const { mark, style } = MARKS[state];
    const name = (id === before ? '' : id.replaceAll('-', ' ')).padEnd(label);
    before = id;
    const [first = '', ...more] = wrapped(sentence, room);
    io.out(`  ${paint(style, mark)} ${paint('bold', name)}  ${first}`);
    for (const line of more) io.out(`${indent}${line}`);
    const [act, ...rest] = remedy === undefined ? [] : wrapped(remedy, room - 2);
    if (act !== undefined) io.out(`${indent}${paint(style, '→')} ${act}`);
    for (const line of rest) io.out(`${indent}  ${line}`);
  }
  io.out('');
  io.out(`  ${summary(findings)}`);
  for (const line of afterwords(shown)) io.out(`  ${paint('dim', line)}`);
  io.out('');
}

function summary(findings: readonly Finding[]): string {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length;
  const [bad, doubtful] = [count('wrong'), count('warning')];
  if (bad === 0 && doubtful === 0) return paint(['bold', 'green'], 'All is good.');
  const parts = [
    bad > 0 ? paint(['bold', 'red'], `${bad} wrong`) : 'Nothing is wrong',
    ...(doubtful > 0
      ? [paint('yellow', `${doubtful} ${doubtful === 1 ? 'warning' : 'warnings'}`)]
      : []),
  ];
  return `${parts.join(', ')}.`;
}

function afterwords({ config, live }: Shown): string[] {
  if (!config) return ['The rest is checked once the settings are good.'];
  if (config.mode === 'sandbox')
    return [
      'This is the sandbox: demo stores and a demo client, nothing for the public.',
      'For production set MANIFOLD_MODE=production; docs/operate says how.',
    ];
  return [
    ...(live ? [] : ['No vendor was asked; --live does that.']),
    'Whether backups are made cannot be seen from here: docs/operate/backup.md.',
  ];
}
