// Families of metrics whose sets of labels are found once: what every request counts are plain
// numbers then, which the library is handed when somebody asks for them.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

type LabelValue = string | number;

interface Family {
  readonly name: string;
  readonly help: string;
  /** At most three. */
  readonly labelNames: readonly string[];
  readonly registers: Registry[];
}

/** What belongs to one set of labels. */
interface SetOf<Own> {
  readonly labels: Readonly<Record<string, LabelValue>>;
  readonly own: Own;
}

interface Sets<Own> {
  /** By the values of the labels, in the order of their names. */
  at(first: LabelValue, second?: LabelValue, third?: LabelValue): Own;
}

/** A number that is added to. */
interface Count {
  value: number;
}

export const counters = (family: Family): Sets<Count> => counted(family, Counter);
export const gauges = (family: Family): Sets<Count> => counted(family, Gauge);

function counted(family: Family, Kind: typeof Counter | typeof Gauge): Sets<Count> {
  const { at, all } = createSets(family, (): Count => ({ value: 0 }));
  const metric: Counter | Gauge = new Kind({
    ...family,
    collect() {
      metric.reset();
      for (const { labels, own } of all) metric.inc(labels, own.value);
    },
  });
  return { at };
}

export function histograms(
  family: Family & { readonly buckets: readonly number[] },
): Sets<Pick<Spread, 'observe'>> {
  const { buckets } = family;
  const { at, all } = createSets(family, () => new Spread(buckets));
  new Histogram({
    ...family,
    buckets: [...buckets],
    collect() {
      // The library has no way to set what a histogram holds but its own field.
      const told = all.map(({ labels, own }) => ({ labels, ...own.tell() }));
      Object.assign(this, { hashMap: Object.fromEntries(told.entries()) });
    },
  });
  return { at };
}

/** How many values fell below each bound and above the one before it, and what they come to. */
class Spread {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #count = 0;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be counted`);
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] ?? value)) at++;
    if (at < bounds.length) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#count += 1;
    this.#sum += value;
  }

  /** In the library's own words. */
  tell() {
    const bucketValues = Object.fromEntries(
      this.#bounds.map((bound, at) => [bound, this.#counts[at]]),
    );
    return { bucketValues, count: this.#count, sum: this.#sum };
  }
}

function createSets<Own>({ labelNames }: Pick<Family, 'labelNames'>, make: () => Own) {
  const all: SetOf<Own>[] = [];
  const known = new Map<LabelValue, Map<LabelValue, Map<LabelValue, Own>>>();

  function add(values: readonly [LabelValue, LabelValue, LabelValue]): Own {
    const [first, second, third] = values;
    const seconds = known.get(first) ?? new Map<LabelValue, Map<LabelValue, Own>>();
    const thirds = seconds.get(second) ?? new Map<LabelValue, Own>();
    const own = make();
    known.set(first, seconds.set(second, thirds.set(third, own)));
    all.push({
      labels: Object.fromEntries(labelNames.map((name, at) => [name, values[at] ?? ''])),
      own,
    });
    return own;
  }

  return {
    all,
    at: (first: LabelValue, second: LabelValue = '', third: LabelValue = ''): Own =>
      known.get(first)?.get(second)?.get(third) ?? add([first, second, third]),
  };
}
