// Several processes on one port: whoever of them is asked shows the metrics of all on one page.
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';

/** What one process has counted, as the library hands it to another. */
export type Families = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface Fellows {
  /** Of this process, from 1; every line of the page says whose it is. */
  readonly number: number;
  /** What each of them counted, this one included; whoever does not say so in time is left out. */
  everyones(): Promise<readonly Families[]>;
  /** How this one counts, for whoever of them is asked. */
  tell(own: () => Promise<Families>): void;
}

/** Lines differ in their worker, so that nothing is summed: a new process begins at 0 and is seen to. */
export const onOnePage = (all: readonly Families[]): Promise<string> =>
  AggregatorRegistry.aggregate([...all]).metrics();

/** What only the process that keeps the others knows. */
export function createCrewMetrics(ready: () => number) {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'manifold_workers_ready',
    help: 'Workers that serve, of MANIFOLD_WORKERS.',
    registers,
    collect() {
      this.set(ready());
    },
  });
  const deaths = new Counter({
    name: 'manifold_worker_deaths_total',
    help: 'Workers that ended without being asked to, or could not start again.',
    registers,
  });
  return { died: () => deaths.inc(), families: () => registry.getMetricsAsJSON() };
}
