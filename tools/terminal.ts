// A terminal as a web page: what commands wrote, with their colours, to take a picture of.

export interface Shown {
  readonly command: string;
  /** As it was written to a terminal. */
  readonly output: string;
}

type Theme = 'light' | 'dark';

/** The eight colours, then the eight bright ones. */
const COLOURS: Readonly<Record<Theme, readonly string[]>> = {
  light: [
    ...['#24292f', '#cf222e', '#116329', '#7d4e00', '#0969da', '#8250df', '#1b7c83', '#57606a'],
    ...['#57606a', '#a40e26', '#1a7f37', '#633c01', '#218bff', '#a475f9', '#3192aa', '#8c959f'],
  ],
  dark: [
    ...['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
    ...['#6e7681', '#ffa198', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#f0f6fc'],
  ],
};

const GROUND: Readonly<Record<Theme, { page: string; bar: string; text: string }>> = {
  light: { page: '#f6f8fa', bar: '#eaeef2', text: '#1f2328' },
  dark: { page: '#0d1117', bar: '#161b22', text: '#e6edf3' },
};

export function terminalPage(shown: readonly Shown[], theme: Theme): string {
  const { page, bar, text } = GROUND[theme];
  const lines = shown.map(
    ({ command, output }) =>
      `<b class="prompt">$</b> <b>${escaped(command)}</b>\n${painted(output.trim(), theme)}`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 0; background: ${page}; color: ${text}; }
    header { display: flex; gap: 8px; padding: 12px 16px; background: ${bar}; }
    header i { width: 12px; height: 12px; border-radius: 50%; background: currentColor; opacity: .2; }
    pre { margin: 0; padding: 18px 20px 22px; font: 13.5px/1.17 "DejaVu Sans Mono", ui-monospace, monospace; white-space: pre-wrap; }
    .prompt { color: ${COLOURS[theme][4]}; }
  </style><header><i></i><i></i><i></i></header><pre>${lines.join('\n\n')}</pre>`;
}

/** Colours, bold and dim; whatever else a terminal understands must not be there. */
function painted(output: string, theme: Theme): string {
  const plain = { colour: '', ground: '', bold: false, dim: false };
  const style = { ...plain };
  const parts = output.replaceAll('\r', '').split(new RegExp(`${ESCAPE}\\[([0-9;]*)m`));
  return parts
    .map((part, i) => {
      if (i % 2 === 1) {
        for (const code of part.split(';').map(Number)) apply(code);
        return '';
      }
      if (part.includes(ESCAPE)) throw new Error('This output moves the cursor.');
      return part === '' ? '' : `<span style="${css()}">${escaped(part)}</span>`;
    })
    .join('');

  function apply(code: number) {
    if (code === 0) Object.assign(style, plain);
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 22) Object.assign(style, { bold: false, dim: false });
    else if (code === 39) style.colour = '';
    else if (code >= 30 && code <= 37) style.colour = COLOURS[theme][code - 30] ?? '';
    else if (code >= 90 && code <= 97) style.colour = COLOURS[theme][code - 82] ?? '';
    else if (code === 49) style.ground = '';
    else if (code === 47 || code === 107) style.ground = '#fff';
    else throw new Error(`No one knows how to paint ${code}.`);
  }

  function css(): string {
    const { colour, ground, bold, dim } = style;
    return [
      colour && `color:${ground ? '#000' : colour}`,
      ground && `background:${ground}`,
      bold && 'font-weight:700',
      dim && 'opacity:.6',
    ]
      .filter(Boolean)
      .join(';');
  }
}

const ESCAPE = String.fromCharCode(27);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
