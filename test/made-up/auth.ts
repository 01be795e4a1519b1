// How the stall is asked for access: what was given, what each ask carries, the cheapest proof.
import type { Channel } from '../../src/channels/channel.ts';

export const accept: Channel['accept'] = ({ host, token }) => ({
  account: { host: String(host) },
  secrets: { token: String(token) },
});

export const sign: Channel['sign'] = (_, { secrets }) => ({
  headers: { 'x-stall-token': secrets.token ?? '' },
});

export const check: Channel['check'] = async ({ host }, { call }) => {
  await call({ url: `https://${host}/orders`, query: [['size', '1']] });
  return {};
};
