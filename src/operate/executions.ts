// What an operator sees of data calls: searched in every way, one in all its steps, and the same request run again.
import { json } from 'node:stream/consumers';
import { createAddresses } from '../http/paths.ts';
import type { KeptDetails } from '../model/details.ts';
import type { Envelope } from '../model/envelope.ts';
import { type Executed, isWrite, type Operation } from '../model/execution.ts';
import type { Execution, ExecutionFilter } from '../store/index.ts';
import type { House } from './audit.ts';
import { compare } from './compare.ts';
import { PAGE_ROWS, pageOf, placeIn } from './page.ts';
import { ActError } from './sentence.ts';

interface ExecutionSearch extends Omit<ExecutionFilter, 'tpUserId'> {
  readonly client?: string | undefined;
  /** What the client calls its user; only together with the client. */
  readonly user?: string | undefined;
}

/** A request as the pipeline takes it. */
interface RequestAgain extends NonNullable<KeptDetails['request']> {
  readonly operation: Operation;
  readonly client: string;
}

export function executionActs({ store, config, audited }: House) {
  const helpOf = createAddresses(config.baseUrl).error;

  async function opened(id: string) {
    const found = await store.executions.open(id);
    if (found) return found;
    throw new ActError(
      `There is no execution "${id}": they are kept for 30 days, and deleted with their user.`,
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
      return pageOf(await store.executions.list(client, filter, placeIn(after), PAGE_ROWS));
    },

    /** One with all its steps, and without what may be about buyers. */
    async find(id: string) {
      const { details, ...execution } = await opened(id);
      const { clientId, operation } = execution;
      const written = isWrite(operation) ? await store.writes.outcomes(clientId, id) : [];
      const found = requestAgain(execution, details);
      return {
        execution,
        ...{ stages: details?.stages ?? [], calls: details?.calls ?? [] },
        more_calls: details?.more_calls ?? 0,
        warnings: details?.warnings ?? execution.warnings,
        // A vendor's own words may hold anything: see `show`.
        faults: (details?.faults ?? []).map(({ native: _, ...fault }) => ({
          ...{ ...fault, help: helpOf(fault.code) },
        })),
        /** Why the same request cannot be sent again; null where it can. */
        not_again: 'why' in found ? found.why : null,
        items: written,
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
      const { details, ...execution } = await opened(id);
      const request = requestAgain(execution, details);
      if ('why' in request) throw new ActError(request.why);
      return await audited('executions.again', { client: request.client, id }, async () => {
        const first = await answerTo(execution);
        const again = await run(request);
        const compared = first && compare(first.Output.result, again.Output.result);
        return { again, compared: compared ?? null };
      });
    },
  };
}

/** The same request, or why there is none that could be sent again. */
function requestAgain(
  { operation, clientId: client }: { readonly operation: Executed; readonly clientId: string },
  details: KeptDetails | null,
): RequestAgain | { readonly why: string } {
  if (isWrite(operation))
    return { why: 'It wrote to the channel; what it wrote is not written twice.' };
  if (!details) return { why: 'The request is not kept.' };
  if (details.params) return { why: 'The account came with the request, and is not kept.' };
  if (!details.request) return { why: 'The request was too long to be kept.' };
  return { operation, client, ...details.request };
}
