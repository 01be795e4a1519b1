// The stall's own error: it answers 410 on days on which it is not there.
import type { Channel } from '../../src/channels/channel.ts';
import { Fault } from '../../src/model/faults.ts';

export const explain: NonNullable<Channel['explain']> = ({ status }) =>
  status === 410
    ? new Fault('channel_failed', 'The stall is not on the market today.', { status })
    : undefined;
