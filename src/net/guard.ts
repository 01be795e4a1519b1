// The address guard: which addresses may be called at all, checked by name and again at connect time.
import { BlockList, isIP } from 'node:net';
import { Fault } from '../model/faults.ts';

/** Ports that web servers are expected on; an operator may allow more. */
const USUAL_PORTS = new Set(['', '80', '443', '8080', '8443']);

/** Everything that is not plainly a public address (IANA special-purpose registries). */
const blocked = new BlockList();
/** Public IPv6 is 2000::/3; inside it those of the list are not. */
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');
for (const subnet of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16
  192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20`.split(/\s+/)) {
  const [network = '', prefix] = subnet.split('/');
  blocked.addSubnet(network, Number(prefix), isIP(network) === 4 ? 'ipv4' : 'ipv6');
}

/** True for an address that must never be called: private, loopback, link-local, mapped and so on. */
export function isBlocked(address: string): boolean {
  const plain = address.split('%')[0] ?? '';
  const family = isIP(plain);
  if (family === 4) return blocked.check(plain, 'ipv4');
  if (family === 6) return !unicast.check(plain, 'ipv6') || blocked.check(plain, 'ipv6');
  return true;
}

export interface Bounds {
  /** Host names that may be called; `any` public one while a shop is searched for, unsigned. */
  readonly hosts: readonly string[] | 'any';
  readonly plainHttp: boolean;
  /** Ports the operator allows beside the usual ones. */
  readonly ports?: ReadonlySet<string>;
}

/** Throws unless the address is one that may be called. `routed` hosts are the operator's choice. */
export function guard(url: URL, bounds: Bounds, routed: boolean): void {
  const refuse = (why: string, reason: string): never => {
    const message = `${url.protocol}//${url.host} cannot be called: ${why}`;
    throw new Fault('address_not_allowed', message, { reason });
  };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('only https is.', 'https_only');
  if (url.protocol === 'http:' && !bounds.plainHttp) refuse('it must be https.', 'https_only');
  if (url.username !== '' || url.password !== '')
    refuse('it holds a user name or password; leave those out of the address.', 'login_in_address');
  if (bounds.hosts !== 'any' && !bounds.hosts.includes(url.host))
    refuse('it is not a host of this account.', 'other_host');
  if (routed) return;
  if (!USUAL_PORTS.has(url.port) && !bounds.ports?.has(url.port))
    refuse(`port ${url.port} is not allowed.`, 'port_not_allowed');
  const name = url.hostname.replace(/^\[|\]$/g, '');
  if (!isIP(name) && !name.replace(/\.$/, '').includes('.') && !LOCAL_LABELS.has(name))
    refuse('one word is not a whole address; it is not on the public internet.', 'one_word');
  if (isIP(name) ? isBlocked(name) : !isPublicName(name))
    refuse('it is not on the public internet.', 'private_address');
}

/** A name with a dot that does not end in a label reserved for local use (RFC 6761 and others). */
export function isPublicName(name: string): boolean {
  const host = name.replace(/\.$/, '');
  const last = host.split('.').at(-1) ?? '';
  return host.includes('.') && !LOCAL_LABELS.has(last) && !/^\d+$/.test(last);
}

const LOCAL_LABELS = new Set(
  'localhost local localdomain internal intranet lan home corp arpa test invalid example onion default'.split(
    ' ',
  ),
);
