// The rows of vendors' messages: each taken once, kept until it is dealt with, then known again.
import { ifOpens } from '../keys/seal.ts';
import {
  type Claimed,
  type Claiming,
  type Lease,
  queue,
  RELEASED,
  waiting,
} from '../work/queue.ts';
import { type Base, hashed, insert, update } from './base.ts';
import { shortName } from './bound.ts';
import { storedTime } from './clock.ts';
import { contextOf, type Rec } from './schema.ts';

export interface NewHook {
  readonly channel: string;
  /** The vendor's own. */
  readonly id: string;
  /** What it is about: messages about the same wait for each other. */
  readonly about: string;
  /** JSON. */
  readonly content: string;
}

export interface ClaimedHook
  extends Claimed,
    Pick<Rec<'hook_message'>, 'channel' | 'attempts' | 'receivedAt'> {
  /** Undefined when no key of the ring opens it. */
  readonly content: string | undefined;
}

export function hookStore(base: Base) {
  const { db, now, seal } = base;
  const { claim, ...leased } = queue(base, 'hook_message', 'channel');
  const contextIn = (id: string) => contextOf('hook_message', 'content', id);
  const change = async ({ id, lockedBy }: Lease, to: Partial<Rec<'hook_message'>>) =>
    (await update(db, 'hook_message', { id, lockedBy }, { ...to, ...RELEASED })) > 0;

  return {
    ...leased,

    /** Keeps a message; false if it came before. */
    async add({ channel, id: given, about, content }: NewHook): Promise<boolean> {
      const id = hashed(`${channel} ${given}`);
      const time = now();
      const row = {
        ...waiting(shortName(`${channel} ${about}`)),
        ...{ id, channel, content: seal.seal(content, contextIn(id)) },
        ...{ runAt: time, receivedAt: time },
      };
      return (await insert(db, 'hook_message', row, { by: ['id'] })) > 0;
    },

    async claim(claiming: Claiming): Promise<readonly ClaimedHook[]> {
      return (await claim(claiming)).map((held) => {
        const { id, content } = held;
        return { ...held, content: ifOpens(() => seal.open(content ?? '', contextIn(id))) };
      });
    },

    /** It is dealt with: what it said and whom it was about is erased, that it came is kept. */
    finish: (held: Lease): Promise<boolean> =>
      change(held, { state: 'done', lane: '', content: null, finishedAt: now() }),

    /** It is to be taken up again then. */
    retry: (held: Lease, at: number): Promise<boolean> => change(held, { runAt: storedTime(at) }),
  };
}
