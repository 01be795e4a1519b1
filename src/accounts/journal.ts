// The report of one execution: every channel call, true durations, filters in force, warnings.
import { performance } from 'node:perf_hooks';
import type { Warning as Said } from '../channels/reading.ts';
import type { FilterInForce, Report, Warning } from '../model/envelope.ts';
import type { CallMade } from '../model/execution.ts';
import { createMeter } from '../model/meter.ts';
import { LEFT_OUT } from '../model/warnings.ts';
import type { Recorder } from '../net/call.ts';

/** The first few records a warning was met in are named; the rest is counted. */
const NAMED_RECORDS = 5;
/** Where something is left out, as many as a page can hold: anyone who keeps a copy needs all of them. */
const LEFT_OUT_RECORDS = 250;
const MAX_WARNINGS = 100;

export interface Journal extends Recorder {
  /** Mapping begins; call what it returns when it ended. */
  transforming(): () => void;
  filter(filter: FilterInForce): void;
  warn(warning: Said): void;
  /** What was warned of so far, each as it was first said, with the records that are named. */
  noted(): readonly (Said & Pick<Warning, 'ids'>)[];
  report(): Report;
  /** Every try of a call, in the order in which they began. */
  calls(): readonly CallMade[];
}

/** `waited` milliseconds were spent in line before it began. */
export function createJournal(
  traceId: string,
  waited = 0,
  clock = () => performance.now(),
): Journal {
  const started = clock();
  const [asking, waiting, transforming] = [
    createMeter(clock),
    createMeter(clock),
    createMeter(clock),
  ];
  const made: (Omit<CallMade, 'duration'> & { duration?: number })[] = [];
  const calls = () =>
    made.map((call) => ({ ...call, duration: call.duration ?? clock() - started - call.start }));
  const filters: FilterInForce[] = [];
  const warnings = new Map<string, { -readonly [K in keyof Warning]: Warning[K] }>();
  const first = new Map<string, Said>();

  return {
    asked(asked) {
      const call: (typeof made)[number] = { ...asked, start: clock() - started };
      made.push(call);
      const end = asking.begin();
      return (ended) => {
        if (call.duration === undefined)
          Object.assign(call, ended, { duration: clock() - started - call.start });
        end();
      };
    },
    waiting: () => waiting.begin(),
    transforming: () => transforming.begin(),
    filter: (filter) => filters.push(filter),
    warn(said) {
      const { code, message, field, id } = said;
      const key = `${code}\n${field ?? ''}\n${message}`;
      let warning = warnings.get(key);
      const leaves_out = LEFT_OUT[code];
      if (!warning) {
        if (warnings.size >= (leaves_out ? LEFT_OUT_RECORDS : MAX_WARNINGS)) {
          if (!leaves_out) return;
          // Counted without its name: what is left out is never left unsaid.
          const kin = [...warnings.values()].find((one) => one.code === code);
          if (kin) {
            kin.count++;
            return;
          }
        }
        warning = { code, message, ...(field !== undefined && { field }), count: 0 };
        if (leaves_out) warning.leaves_out = leaves_out;
        warnings.set(key, warning);
        first.set(key, said);
      }
      warning.count++;
      const named = leaves_out ? LEFT_OUT_RECORDS : NAMED_RECORDS;
      if (id !== undefined && (warning.ids?.length ?? 0) < named)
        warning.ids = [...(warning.ids ?? []), id];
    },
    noted: () => [...first].map(([key, said]) => ({ ...said, ids: warnings.get(key)?.ids ?? [] })),
    report: () => ({
      TraceId: traceId,
      TotalExtResourcesDuration: thousandths(asking.total()),
      TotalEventsTransitDuration: thousandths(waited + waiting.total()),
      TotalTransformationsDuration: thousandths(transforming.total()),
      TotalRequestsDuration: thousandths(waited + clock() - started),
      ExtResources: calls().map(({ uri, duration }) => ({
        Uri: uri,
        Duration: thousandths(duration),
      })),
      Filters: filters,
      Warnings: [...warnings.values()],
    }),
    calls,
  };
}

const thousandths = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;
