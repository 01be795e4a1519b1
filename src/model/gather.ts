// Gathering what is wrong with a request, so that the caller can mend it all in one go.
import { Fault } from './faults.ts';

/** Beyond these, faults are only counted. */
export const MOST_FAULTS = 20;

export class Faults {
  readonly #found: Fault[] = [];
  #unsaid = 0;

  get count(): number {
    return this.#found.length + this.#unsaid;
  }

  /** A function makes the fault only where it will be said: finding the words takes time. */
  add(fault: Fault | (() => Fault)) {
    if (this.#found.length === MOST_FAULTS) this.#unsaid += 1;
    else this.#found.push(typeof fault === 'function' ? fault() : fault);
  }

  keep<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.add(error);
      return undefined;
    }
  }

  throwAny() {
    const [first, ...others] = this.#found;
    if (!first) return;
    if (this.#unsaid > 0) others.push(unsaid(this.#unsaid));
    throw first.with({ others });
  }
}

const unsaid = (count: number): Fault =>
  new Fault(
    'invalid_request',
    `${count.toLocaleString('en')} more ${count === 1 ? 'fault is' : 'faults are'} not listed; mend these first.`,
  );
