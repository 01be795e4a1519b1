// The command "manifold doctor": its findings aligned, what is wrong in colour, the remedy under each.
import type { Finding, State } from '../operate/checks/check.ts';
import { type Examined, examine, listSettings } from '../operate/doctor.ts';
import { nameOf } from '../operate/which-store.ts';
import { VERSION } from '../serve/version.ts';
import { command, part } from './command.ts';
import { hanging, many, paint, roomOn } from './text.ts';

const examineAll = part({
  about:
    'check the settings, the store, the keys, the clock, the files, the public address and the apps at vendors',
  details:
    'Under each thing that is wrong it says how to fix it. It changes nothing, and ends with 0 if nothing is wrong (warnings alone are no fault), with 1 otherwise.',
  options: {
    live: 'Also ask the vendors: whether they can be reached and accept your apps.',
    settings: 'List every setting, its present value and what it is for.',
  },
  examples: {
    doctor: 'Before the first start, and after each change',
    '--env-file /etc/manifold/manifold.env doctor --live': 'With the settings of the service',
    'doctor --settings': 'What can be set',
  },
  json: '{ ok, version, mode, store, checks: [{ id, state, sentence, remedy? }] }; state is ok, warning or wrong. With --settings: [{ name, value, default, about }], secrets masked',
  async run({ options: { live, settings }, io, answer }) {
    if (settings) {
      const all = listSettings();
      answer(all, settingLines(all, roomOn(io.columns)));
      return 0;
    }
    const { config, findings } = await examine(live);
    const isGood = findings.every(({ state }) => state !== 'wrong');
    const about = config && { mode: config.mode, store: nameOf(config) };
    answer(
      { ok: isGood, version: VERSION, ...about, checks: findings },
      linesOf({ config, findings }, live),
    );
    return isGood ? 0 : 1;
  },
});

export const doctor = command('doctor', { '': examineAll });

const settingLines = (all: ReturnType<typeof listSettings>, room: number): string[] =>
  all.flatMap(({ name, value, default: fallback, about }) => [
    `${paint('bold', name)}  ${value ?? paint('dim', fallback || '(none)')}`,
    ...hanging('    ', 4, about, room),
  ]);

const MARKS = {
  ok: { mark: '✓', style: 'green' },
  warning: { mark: '!', style: 'yellow' },
  wrong: { mark: '✗', style: 'red' },
} as const satisfies Readonly<Record<State, object>>;

function linesOf({ findings, config }: Examined, live: boolean): string[] {
  const label = Math.max(...findings.map(({ id }) => id.length));
  const indent = label + 6;
  const room = roomOn(process.stdout.columns);
  const ofOne = ({ id, state, sentence, remedy }: Finding, at: number): string[] => {
    const { mark, style } = MARKS[state];
    const name = (id === findings[at - 1]?.id ? '' : id.replaceAll('-', ' ')).padEnd(label);
    const arrow = `${' '.repeat(indent)}${paint(style, '→')} `;
    return [
      ...hanging(`  ${paint(style, mark)} ${paint('bold', name)}  `, indent, sentence, room),
      ...(remedy === undefined ? [] : hanging(arrow, indent + 2, remedy, room)),
    ];
  };
  return [
    ...['', `  ${paint(['bold', 'cyan'], 'Manifold')} ${paint('dim', VERSION)}`],
    ...(config ? [`  ${paint('dim', nameOf(config))}`] : []),
    ...['', ...findings.flatMap(ofOne), '', `  ${summary(findings)}`],
    ...afterwords(config, live).map((line) => `  ${paint('dim', line)}`),
    '',
  ];
}

function summary(findings: readonly Finding[]): string {
  const count = (state: State) => findings.filter((finding) => finding.state === state).length;
  const [bad, doubtful] = [count('wrong'), count('warning')];
  if (bad + doubtful === 0) return paint(['bold', 'green'], 'All is good.');
  const wrong = bad > 0 ? paint(['bold', 'red'], `${bad} wrong`) : 'Nothing is wrong';
  return `${doubtful > 0 ? `${wrong}, ${paint('yellow', many(doubtful, 'warning'))}` : wrong}.`;
}

function afterwords(config: Examined['config'], live: boolean): string[] {
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
