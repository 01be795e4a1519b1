// Lines for tokens that clients share: of each client one call waits for a token, the others behind it.
import type { Turn } from '../model/exchange.ts';
import { createPlaces, type Places } from '../model/places.ts';

export interface TokenLines {
  enter(
    key: string,
    patience: number,
    signal: AbortSignal,
  ): Promise<Turn | { readonly refused: number }>;
}

interface Line {
  readonly places: Places;
  /** Those in it, the one whose turn it is included. */
  length: number;
  /** How long the last one waited for its token. */
  each: number;
}

/**
 * A token is set aside for whoever asks first. So that one client cannot have all of the next
 * minute set aside for its calls, it has one token set aside at a time: clients who wait then get
 * every second, every third token, whatever each has piled up.
 */
export function createTokenLines(): TokenLines {
  const lines = new Map<string, Line>();

  return {
    async enter(key, patience, signal) {
      const line = lines.get(key) ?? { places: createPlaces(ONE), length: 0, each: 0 };
      const expected = line.length * line.each;
      if (expected > patience) return { refused: expected };
      lines.set(key, line);
      line.length++;
      const out = () => {
        if (--line.length === 0) lines.delete(key);
      };
      try {
        const leave = await line.places.enter('', signal);
        return {
          leave(waited) {
            line.each = waited;
            leave();
            out();
          },
        };
      } catch (error) {
        out();
        throw error;
      }
    },
  };
}

const ONE = { max: 1, line: Number.POSITIVE_INFINITY };
