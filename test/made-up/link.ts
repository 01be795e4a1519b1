// How a user links the stall: not at all, it is read with the keys that come with a request.
import type { Way } from '../../src/channels/way.ts';

export const ways: readonly Way[] = [];
