// The catalogue as vendors show it whose lists are behind their records: every state so much later.
import type { Catalogue } from '../catalogue/types.ts';
import { type Living, type Present, presentOf, viewOf } from './living.ts';

export interface Shown extends Pick<Living, 'catalogue' | 'onChange'> {
  /** Shows what is due by now. */
  show(): void;
}

export function lagging(
  { catalogue, onChange }: Pick<Living, 'catalogue' | 'onChange'>,
  lag: number,
  now: () => number,
): Shown {
  const stateOf = (of: Catalogue) => ({ version: of.version, present: presentOf(of) });
  const later: { readonly from: number; readonly version: number; readonly present: Present }[] =
    [];
  const listeners: (() => void)[] = [];
  let shown = stateOf(catalogue);
  onChange(() => later.push({ from: now() + lag, ...stateOf(catalogue) }));
  return {
    catalogue: viewOf(catalogue, { state: () => shown.present, version: () => shown.version }),
    onChange: (listener) => {
      listeners.push(listener);
    },
    show() {
      for (let [next] = later; next && next.from <= now(); [next] = later) {
        later.shift();
        shown = next;
        for (const listener of listeners) listener();
      }
    },
  };
}
