// A QR code on a terminal: two rows of dots in a line of text, dark on light whatever its colours are.
import { styleText } from 'node:util';
import { encode } from 'uqr';

/** Scanners want a margin; two dots are enough on a terminal, whose own colour follows. */
const MARGIN = 2;
const HALVES = { '00': ' ', '01': '▄', '10': '▀', '11': '█' } as const;

/** The lines of it; none where the terminal is too narrow. */
export function qrLines(text: string, columns = 200): string[] {
  const { data, size } = encode(text, { ecc: 'L', border: MARGIN });
  if (size > columns) return [];
  const isDark = (row: number, column: number): 0 | 1 => (data[row]?.[column] ? 1 : 0);
  const lines: string[] = [];
  for (let row = 0; row < size; row += 2) {
    let line = '';
    for (let column = 0; column < size; column += 1)
      line += HALVES[`${isDark(row, column)}${isDark(row + 1, column)}`];
    lines.push(dark(line));
  }
  return lines;
}

/** Without colours the light dots are drawn instead: most terminals are dark. */
function dark(line: string): string {
  const style = { stream: process.stdout, validateStream: true };
  const painted = styleText(['black', 'bgWhiteBright'], line, style);
  return painted === line ? line.replaceAll(/[ ▄▀█]/g, (half) => INVERSE[half] ?? half) : painted;
}

const INVERSE: Readonly<Record<string, string>> = { ' ': '█', '█': ' ', '▄': '▀', '▀': '▄' };
