// A JSON array that is printed while it is read, one record a line, however long it gets.
import type { Io } from './declare.ts';

export interface JsonList {
  readonly add: (record: unknown) => void;
  readonly end: () => void;
}

export function jsonList({ out }: Pick<Io, 'out'>): JsonList {
  // A line is known to have a comma only when the next one comes.
  let held: string | undefined;
  return {
    add(record) {
      out(held === undefined ? '[' : `${held},`);
      held = JSON.stringify(record);
    },
    end() {
      if (held === undefined) out('[]');
      else {
        out(held);
        out(']');
      }
    },
  };
}
