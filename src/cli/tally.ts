// How far an export is: a bar where the end is known, the count, the rate and the size.

export interface Tally {
  readonly show: (count: number, bytes: number) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

interface To {
  write(text: string): unknown;
  readonly columns?: number;
}

const BAR = 24;
const BETWEEN = 100;

/** A line that changes, on a terminal; nothing elsewhere. `before` was there from an earlier run. */
export function tally(
  to: To | undefined,
  {
    what,
    of,
    before = 0,
  }: { readonly what: string; readonly of?: number | undefined; readonly before?: number },
  clock: () => number = () => performance.now(),
): Tally {
  const started = clock();
  let last = Number.NEGATIVE_INFINITY;
  let open = false;
  return {
    show(count, bytes) {
      const now = clock();
      if (!to || (now - last < BETWEEN && count !== of)) return;
      last = now;
      const seconds = (now - started) / 1000;
      const parts = [
        of === undefined ? `${number(count)} ${what}` : `${number(count)} of ${number(of)} ${what}`,
        ...(seconds > 0.5 ? [`${number(Math.round((count - before) / seconds))}/s`] : []),
        sizeOf(bytes),
        `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
      ];
      const line = `${barOf(count, of, seconds)}  ${parts.join('  ')}`;
      // Written over in one piece, and never so long that it breaks.
      to.write(`\r${line.slice(0, (to.columns ?? 80) - 1)}\u001b[K`);
      open = true;
    },
    end() {
      if (open) to?.write('\r\u001b[K');
      open = false;
    },
  };
}

/** Filled as far as it is; where the end is not known, something that moves. */
function barOf(count: number, of: number | undefined, seconds: number): string {
  if (of !== undefined && of > 0) {
    const full = Math.min(BAR, Math.floor((count / of) * BAR));
    return `${'━'.repeat(full)}${'─'.repeat(BAR - full)}`;
  }
  const at = Math.floor(seconds * 10) % BAR;
  return Array.from({ length: BAR }, (_, each) => ((each - at + BAR) % BAR < 5 ? '━' : '─')).join(
    '',
  );
}

const number = (count: number): string => count.toLocaleString('en');

/** "940 B", "12.3 kB", "4.0 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
