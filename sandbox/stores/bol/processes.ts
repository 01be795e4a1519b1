// bol's processes: a write is taken with 202, and its process says later what became of it.
import { Refusal } from '../../living/refusal.ts';
import type { Writes } from '../../living/writes.ts';
import { readJson, readRows } from '../../read-json.ts';
import type { StoreReply, StoreRequest } from '../../store.ts';
import { anything, integer, readParameters } from './params.ts';
import { answer, isBodyOf, mediaType, problem } from './replies.ts';
import type { Seller } from './shops.ts';

/** By the sandbox's clock; bol says seconds to minutes. */
export const doneAfter = 5000;

export interface Processes {
  /** Its steps say why nothing was done, or nothing. Without steps all is done already. */
  accept(
    seller: Seller,
    process: Pick<Process, 'eventType' | 'entityId' | 'description'>,
    steps?: () => string | undefined,
  ): StoreReply;
  /** Undefined for what is none of its addresses. */
  reply(request: StoreRequest, seller: Seller): StoreReply | undefined;
}

interface Process {
  readonly id: string;
  readonly seller: string;
  readonly eventType: string;
  readonly entityId: string;
  readonly description: string;
  readonly at: number;
  /** Undefined where it was never done, as after a reset: bol gives up. */
  outcome?: { readonly failed: string | undefined };
}

export function openProcesses(writes: Writes, now: () => number): Processes {
  const all: Process[] = [];
  let last = 1_234_567;

  function shown({ id, seller: _, outcome, at, ...rest }: Process): object {
    const isOver = now() >= at + doneAfter;
    const ended = outcome === undefined ? 'TIMEOUT' : outcome.failed === undefined ? 'SUCCESS' : 'FAILURE'; // biome-ignore format: one choice
    return {
      ...{ processStatusId: id, ...rest, status: isOver ? ended : 'PENDING' },
      ...(isOver && outcome?.failed !== undefined && { errorMessage: outcome.failed }),
      createTimestamp: new Date(at).toISOString(),
      links: [{ rel: 'self', href: `https://api.bol.com/shared/process-status/${id}` }],
    };
  }

  return {
    accept(seller, process, steps) {
      last += 1;
      const taken: Process = { ...process, id: String(last), seller: seller.name, at: now() };
      all.push(taken);
      if (steps === undefined) taken.outcome = { failed: undefined };
      else if (seller.slow) writes.later(doneAfter * 12, () => attempt(steps));
      else
        writes.later(doneAfter, () => {
          taken.outcome = { failed: attempt(steps) };
        });
      return { ...answer('v10', JSON.stringify(shown(taken))), status: 202 };
    },
    reply(request, { name }) {
      const { method, path } = request;
      const [, id] = /^\/shared\/process-status(?:\/([^/]+))?$/.exec(path) ?? [];
      if (!path.startsWith('/shared/process-status')) return undefined;
      if (request.headers.accept !== mediaType('v10'))
        return problem(request, 406, `Only ${mediaType('v10')} can be sent from here.`);
      const mine = all.filter((one) => one.seller === name);
      const list = (found: readonly Process[]) =>
        answer('v10', JSON.stringify({ processStatuses: found.map(shown) }));
      if (method === 'GET' && id !== undefined) {
        const one = mine.find((process) => process.id === id);
        if (one === undefined) return problem(request, 404, `Process status with id ${id} not found.`); // biome-ignore format: one sentence
        return answer('v10', JSON.stringify(shown(one)));
      }
      if (method === 'GET') {
        const given = readParameters(request, { 'entity-id': anything, 'event-type': anything, page: integer(1) }); // biome-ignore format: one list
        const missing = ['entity-id', 'event-type'].filter((one) => given.text(one) === undefined);
        const wrong = [...given.violations, ...missing.map((one) => ({ name: one, reason: 'It is required.' }))]; // biome-ignore format: one list
        if (wrong.length > 0) return problem(request, 400, 'Bad request', wrong);
        const page = Number(given.text('page') ?? 1);
        const found = mine.filter(({ entityId, eventType }) => entityId === given.text('entity-id') && eventType === given.text('event-type')); // biome-ignore format: one thought
        return list(found.slice((page - 1) * 50, page * 50));
      }
      if (method !== 'POST' || id !== undefined)
        return problem(request, 405, 'This method is not allowed here.');
      if (!isBodyOf('v10', request)) return problem(request, 415, `Only ${mediaType('v10')} is taken here.`); // biome-ignore format: one sentence
      const queries = readRows(readJson(request.body)?.processStatusQueries) ?? [];
      if (queries.length === 0 || queries.length > 1000)
        return problem(request, 400, 'Bad request', [{ name: 'processStatusQueries', reason: 'size must be between 1 and 1000' }]); // biome-ignore format: one sentence
      return list(mine.filter((one) => queries.some((query) => query.processStatusId === one.id)));
    },
  };
}

/** What the catalogue refuses is a failure, in its words. */
function attempt(steps: () => string | undefined): string | undefined {
  try {
    return steps();
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
