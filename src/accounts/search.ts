// Opens a call that looks for a shop: unsigned, to any public address, each hop guarded by itself.
import type { Channel } from '../channels/channel.ts';
import type { Call } from '../model/exchange.ts';
import { type CallDependencies, createCall, type Execution } from '../net/call.ts';

export type Search = (name: string, channel: Channel, execution: Execution) => Call;

/**
 * Nothing secret may be handed to what this gives: the shop itself says where the next call goes.
 * Each ask passes the guard and the name server like any other, so that none leads inside.
 */
export const createSearch =
  (deps: CallDependencies & { readonly allowedPorts: ReadonlySet<string> }): Search =>
  (name, { limits, plainHttp = false }, execution) =>
    createCall(
      deps,
      {
        channel: name,
        bounds: { hosts: 'any', plainHttp, ports: deps.allowedPorts },
        limits,
        // Anyone who searches spends of what is the client's own.
        credential: `${name}/search/${execution.client ?? ''}`,
        application: `${name}/search`,
        sign: () => ({}),
      },
      execution,
    );
