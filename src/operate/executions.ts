// What an operator sees of data calls: searched in every way, one in all its steps, and the same request run again.
import { json } from 'node:stream/consumers';
import { createAddresses } from '../http/paths.ts';
import type { KeptDetails } from '../model/details.ts';
import type { Envelope } from '../model/envelope.ts';
import { type Executed, isWrite, type Operation } from '../model/execution.ts';
import type { Execution } from '../store/index.ts';
import type { House } from './audit.ts';
import { compare } from './compare.ts';
import { PAGE_ROWS, pageOf, placeIn } from './page.ts';
import { ActError } from './sentence.ts';

export type { Difference } from './compare.ts';

interface ExecutionSearch {
  readonly client?: string | undefined;
  /** What the client calls its user; only together with the client. */
  readonly user?: string | undefined;
  readonly channel?: string | undefined;
  readonly outcome?: Execution['outcome'] | undefined;
  readonly code?: string | undefined;
  /** Milliseconds since 1970: started at or after, at or before. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A request as the pipeline takes it. */
interface RequestAgain {
  readonly operation: Operation;
  readonly client: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Why the same request cannot be sent again. */
const NOT_AGAIN = {
  write: 'It wrote to the channel; what it wrote is not written twice.',
  params: 'The account came with the request, and is not kept.',
  too_long: 'The request was too long to be kept.',
  not_kept: 'The request is not kept.',
} as const;

export function executionActs({ store, config, audited }: House) {
  const helpOf = createAddresses(config.baseUrl).error;

  async function opened(id: string) {
    const found = await store.executions.open(id);
    if (found) return found;
    throw new ActError(
      `There is no execution "${id}": they are kept for 30 days, and go with their user.`,
    );
  }

  async function answerTo({ clientId, id }: Pick<Execution, 'clientId' | 'id'>) {
    const kept = await store.jobs.result(clientId, id);
    return kept && ((await json(kept.result)) as Envelope);
  }

  return {
    /** Newest first. */
    async page({ client, user, ...search }: ExecutionSearch, after?: string) {
      if (user !== undefined && client === undefined)
        throw new ActError('Name the client too: each has users of its own.');
      const filter = { ...search, tpUserId: user };
      const place = placeIn(after);
      return pageOf(await store.executions.list(client, filter, place, PAGE_ROWS), shown);
    },

    /** One with all its steps; of the request and the answer only whether they are kept. */
    async find(id: string) {
      const { details, ...execution } = await opened(id);
      const { clientId: client, operation } = execution;
      const kept = await store.jobs.result(client, id);
      kept?.result.destroy();
      const written = isWrite(operation) ? await store.writes.outcomes(client, id) : [];
      const why = whyNotAgain(operation, details);
      return {
        ...shown(execution),
        ...{ stages: details?.stages ?? [], calls: details?.calls ?? [] },
        more_calls: details?.more_calls ?? 0,
        warnings: details?.warnings ?? execution.warnings,
        // A vendor's own words may hold anything: see `show`.
        faults: (details?.faults ?? []).map(({ native: _, ...fault }) => ({
          ...{ ...fault, help: helpOf(fault.code) },
        })),
        durations: execution.durations,
        again: { possible: why === undefined, why: why === undefined ? null : NOT_AGAIN[why] },
        answer_until: kept ? time(kept.expiresAt) : null,
        items: written.map(({ place, outcome, code, state }) => ({
          ...{ index: place, outcome, code, settled: state === 'done' },
        })),
      };
    },

    /** What was asked, without secrets, what vendors said, and the answer while it is kept: all may be about buyers. */
    async show(id: string) {
      const { details, ...execution } = await opened(id);
      return await audited('executions.show', { client: execution.clientId, id }, async () => ({
        request: details?.request ?? null,
        native: (details?.faults ?? []).flatMap(({ native }) => native ?? []),
        answer: (await answerTo(execution)) ?? null,
      }));
    },

    /** Sends the same request again by `run`; compared field by field where the first answer is kept. */
    async again(id: string, run: (request: RequestAgain) => Promise<Envelope>) {
      const { details, clientId: client, operation } = await opened(id);
      const why = whyNotAgain(operation, details);
      const request = details?.request;
      if (why !== undefined || !request || isWrite(operation))
        throw new ActError(NOT_AGAIN[why ?? 'not_kept']);
      return await audited('executions.again', { client, id }, async () => {
        const first = await answerTo({ clientId: client, id });
        const again = await run({ operation, client, query: request.query, body: request.body });
        const compared = first && compare(first.Output.result, again.Output.result);
        return { again, compared: compared ?? null };
      });
    },
  };
}

function whyNotAgain(
  operation: Executed,
  details: KeptDetails | null,
): keyof typeof NOT_AGAIN | undefined {
  if (isWrite(operation)) return 'write';
  if (!details) return 'not_kept';
  if (details.params) return 'params';
  return details.request ? undefined : 'too_long';
}

const shown = (execution: Execution) => ({
  id: execution.id,
  client: execution.clientId,
  user: execution.tpUserId,
  operation: execution.operation,
  channel: execution.channel,
  mode: execution.mode,
  outcome: execution.outcome,
  stage: execution.stage,
  code: execution.code,
  trace_id: execution.traceId,
  records: execution.resultCount,
  overrides: execution.overrideCount,
  channel_calls: execution.calls,
  warning_count: execution.warnings.reduce((sum, { count }) => sum + count, 0),
  duration_ms: execution.durations?.TotalRequestsDuration ?? null,
  started_at: time(execution.startedAt),
  finished_at: execution.finishedAt === null ? null : time(execution.finishedAt),
});

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
