// What all benchmarks share: several processes at the same work for a while, medians, one table, one file.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';

/** What one process says of its share of the work. */
export interface Share {
  readonly done: number;
  readonly failed: number;
  /** Seconds that it worked. */
  readonly seconds: number;
  /** Processor time of this process, in microseconds. */
  readonly processor: number;
  readonly roundTrips: number;
}

export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** One line of the table: some work, by so many processes. */
export interface Measured {
  readonly work: string;
  readonly processes: number;
  readonly perSecond: Figure;
  /** Microseconds of this service's processor time for one. */
  readonly processor: Figure;
  readonly roundTrips: number;
}

export interface Workers {
  /** Has the first `count` of them do the work for so long, all together. */
  run(count: number, work: string, milliseconds: number): Promise<readonly Share[]>;
  stop(): Promise<void>;
}

/** Starts `count` processes of a worker file, which says "ready", then answers each piece of work. */
export async function startWorkers(file: URL, count: number, given: unknown): Promise<Workers> {
  const children = Array.from({ length: count }, () => fork(file, [JSON.stringify(given)]));
  const stop = async () => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  };
  try {
    await Promise.all(children.map(answer));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async run(running, work, milliseconds) {
      const at = children.slice(0, running);
      const answers = at.map(answer);
      for (const child of at) child.send({ work, milliseconds });
      return (await Promise.all(answers)) as Share[];
    },
    stop,
  };
}

async function answer(child: ChildProcess): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a worker ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

/** Throws when anything failed: figures of work that was not done say nothing. */
export function summed(shares: readonly Share[]): {
  readonly perSecond: number;
  readonly processor: number;
  readonly roundTrips: number;
} {
  const sum = (of: (share: Share) => number) => shares.reduce((all, share) => all + of(share), 0);
  const [done, failed] = [sum((share) => share.done), sum((share) => share.failed)];
  if (failed > 0 || done === 0) throw new Error(`${failed} failed, ${done} were done`);
  return {
    perSecond: sum((share) => share.done / share.seconds),
    processor: sum((share) => share.processor) / done,
    roundTrips: sum((share) => share.roundTrips) / done,
  };
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  const [least = Number.NaN] = sorted;
  const middle = sorted.length / 2;
  const [low = least, high = least] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return { median: (low + high) / 2, least, most: sorted.at(-1) ?? least };
}

export const machine = () => ({
  processors: availableParallelism(),
  kind: cpus()[0]?.model.trim() ?? 'unknown',
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.versions.node,
});

export function table(lines: readonly Measured[]): string {
  return rows(
    ['work', 'instances', 'a second', 'µs of processor each', 'round trips each'],
    lines.map(({ work, processes, perSecond, processor, roundTrips }) => [
      ...[work, String(processes), written(perSecond), written(processor), roundTrips.toFixed(2)],
    ]),
  );
}

/** A number for a table: whole from 100 on, else with so many decimals. */
export const rounded = (value: number, decimals = 1): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(decimals);

/** The median, with the least and the most. */
export const written = ({ median, least, most }: Figure, decimals = 1): string =>
  `${rounded(median, decimals)} (${rounded(least, decimals)} to ${rounded(most, decimals)})`;

/** A table in Markdown, its columns as wide as they must be. */
export function rows(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, ...lines];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...lines.map(line),
  ].join('\n');
}

export function keep(file: URL, results: unknown): void {
  mkdirSync(dirname(file.pathname), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
