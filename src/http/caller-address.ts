// The address a request comes from: the visitor's, also where trusted proxies stand in front.
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** In place of `ip`, which is that of the proxy where there is one. */
    readonly callerAddress: string;
  }
}

/** Ranges of proxies, or how many of them stand in front. */
export type TrustedProxies = readonly string[] | number;

/** What people call the ranges that proxies are often in. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/*
 * The framework's own `trustProxy` is left alone, for three reasons. It would have X-Forwarded-Host
 * and -Proto believed, while links are made from the base URL alone. It trusts no one when it is
 * given a number. And it takes "192.0.2.1:5000", as some proxies write it, for an address: with each
 * connection another one, and no throttle would ever see the same visitor twice.
 */
export function knowCallers(server: FastifyInstance, proxies: TrustedProxies) {
  const isTrusted = trust(proxies);
  server.decorateRequest('callerAddress', {
    getter(this: FastifyRequest) {
      const { socket, headers } = this.raw;
      return callerAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], isTrusted);
    },
  });
}

type IsTrusted = (address: string, hop: number) => boolean;

export function trust(proxies: TrustedProxies): IsTrusted {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const list = new BlockList();
  for (const range of proxies.flatMap((each) => NAMED[each] ?? [each])) {
    const [given = '', bits] = range.split('/');
    const address = read(given) ?? given;
    // A single address may be written as IPv6 holds IPv4; a range of such is one of IPv6.
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(given, Number(bits), familyOf(given));
  }
  return (address) => list.check(address, familyOf(address));
}

/**
 * Each proxy adds the address that it was called from at the end of the header, so it is read from
 * there: as far as the word of those is taken who wrote it, and no further. What a visitor put in
 * front is never reached. Where a trusted proxy wrote something that is no address, the proxy counts.
 */
export function callerAddress(
  peer: string,
  header: string | readonly string[] | undefined,
  isTrusted: IsTrusted,
): string {
  let address = read(peer) ?? peer;
  if (isIP(address) === 0 || header === undefined) return address;
  const said = String(header).split(',');
  for (let hop = 0; isTrusted(address, hop); hop++) {
    const next = read(said.pop()?.trim() ?? '');
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** An address without port, brackets and zone, in one form; undefined if it is none. */
function read(text: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? plain ?? text).split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return isIP(mapped) === 0 ? undefined : mapped;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
