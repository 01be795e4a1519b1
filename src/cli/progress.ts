// How far a long command is: one line that changes on a terminal, a line now and then elsewhere.
import type { WriteStream } from 'node:tty';

export interface Progress {
  readonly show: (done: number, all: number) => void;
  /** Ends the line, if one was begun. */
  readonly end: () => void;
}

const TERMINAL_MS = 200;
const ELSEWHERE_MS = 10_000;

export function progress(
  to: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean },
  clock: () => number = () => performance.now(),
): Progress {
  let last = clock();
  let open = false;
  const line = (done: number, all: number) =>
    `${done.toLocaleString('en')} of ${all.toLocaleString('en')} rows`;
  return {
    show(done, all) {
      const wait = to.isTTY ? TERMINAL_MS : ELSEWHERE_MS;
      const finished = done === all && open;
      if (clock() - last < wait && !finished) return;
      last = clock();
      // Written over in one piece, to the end of the line, so that nothing flickers.
      to.write(to.isTTY ? `\r${line(done, all)}\u001b[K` : `${line(done, all)}\n`);
      open = to.isTTY === true;
    },
    end() {
      if (open) to.write('\n');
      open = false;
    },
  };
}
