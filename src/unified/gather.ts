// Gathering what is wrong with a request, so that the caller can mend it all at once.
import { Fault } from '../model/faults.ts';

/** The faults of one request. */
export class Faults {
  readonly #found: Fault[] = [];

  add(fault: Fault) {
    this.#found.push(fault);
  }

  keep<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#found.push(error);
      return undefined;
    }
  }

  throwAny() {
    const [first, ...others] = this.#found;
    if (!first) return;
    throw first.with({ others });
  }
}
