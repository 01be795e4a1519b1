// Several processes on one port: whichever of them is asked shows the metrics of all on one page.
import { AggregatorRegistry, Counter, Gauge } from 'prom-client';

/** What the process that keeps the others knows, in the format of Prometheus. */
export interface ClusterPage {
  /** Every worker's metrics; undefined where one of them did not answer in time. */
  readonly workers: string | undefined;
  /** What only the primary counts. */
  readonly primary: string;
}

/** This process as one of several. */
export interface Peers {
  /** Of this process, from 1. */
  readonly number: number;
  metrics(): Promise<ClusterPage>;
}

export function createPrimaryMetrics(ready: () => number) {
  const registry = new AggregatorRegistry();
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
  return {
    registry,
    died: () => deaths.inc(),
    page: async (): Promise<ClusterPage> => ({
      workers: await registry.clusterMetrics().catch(() => undefined),
      primary: await registry.metrics(),
    }),
  };
}
