// Access and refresh tokens: issued, read back, expired, rotated.
// They carry their own content under a fixed key, so that a credential outlives a restart.
import { createHmac } from 'node:crypto';
import { allScopes, type Scope } from './app.ts';

/** Expiring: a public app's offline token. Custom: pasted by a merchant. Public: never expires. */
const kinds = ['expiring', 'custom', 'public', 'credentials'] as const;
export type TokenKind = (typeof kinds)[number];

const accessPrefix = 'shpat_';
const refreshPrefix = 'shprt_';
export const accessSeconds = 3600;
export const credentialsSeconds = 86_399;
export const refreshSeconds = 7_776_000;

export interface Access {
  readonly shop: number;
  readonly kind: TokenKind;
  readonly scopes: readonly Scope[];
  /** Null for a token that never expires. */
  readonly expiresAt: number | null;
}

export interface Pair {
  readonly token: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

export interface Tokens {
  issue(shop: number, kind: TokenKind, scopes: readonly Scope[]): string;
  issuePair(shop: number, scopes: readonly Scope[]): Pair;
  /** What a token opens now; null when it is wrong, expired or revoked. */
  open(token: string): Access | null;
  /** A new pair for a refresh token; null when it is wrong, expired or already replaced. */
  refresh(refreshToken: string, shop: number): { pair: Pair; scopes: readonly Scope[] } | null;
  /** The merchant removed the public app: whatever it holds for this shop is dead from now on. */
  uninstall(shop: number): void;
  /** How often that happened. */
  uninstalls(shop: number): number;
  /** For tests: ends an access or refresh token at this moment. */
  expire(token: string): void;
}

export function openTokens(now: () => number): Tokens {
  let serial = 0;
  const ended = new Set<string>();
  /** Of each replacement, the refresh token that it replaced. */
  const parents = new Map<string, string>();
  /** The last moments at which the public app was removed from a shop. */
  const removed = new Map<number, { second: number; serial: number; times: number }>();

  /** Many tokens may be made in one second: within it, their numbers show which came first. */
  const isDead = ({ shop, kind, issuedAt, serial: number }: Content): boolean => {
    const end = removed.get(shop);
    if (end === undefined || (kind !== 'expiring' && kind !== 'public')) return false;
    return issuedAt < end.second || (issuedAt === end.second && number <= end.serial);
  };

  const issue: Tokens['issue'] = (shop, kind, scopes) => {
    serial += 1;
    return write(accessPrefix, { shop, kind, scopes, issuedAt: now(), serial });
  };

  const issuePair: Tokens['issuePair'] = (shop, scopes) => {
    const token = issue(shop, 'expiring', scopes);
    const refreshToken = write(refreshPrefix, {
      shop,
      kind: 'expiring',
      scopes,
      issuedAt: now(),
      serial,
    });
    return { token, refreshToken, expiresAt: wholeSecond(now()) + accessSeconds * 1000 };
  };

  return {
    issue,
    issuePair,
    open(token) {
      const read = readBack(accessPrefix, token);
      if (read === null || ended.has(token) || isDead(read)) return null;
      const life = lifeOf(read.kind);
      const expiresAt = life === null ? null : read.issuedAt + life * 1000;
      if (expiresAt !== null && now() >= expiresAt) return null;
      return { shop: read.shop, kind: read.kind, scopes: read.scopes, expiresAt };
    },
    refresh(refreshToken, shop) {
      const read = readBack(refreshPrefix, refreshToken);
      if (read === null || read.shop !== shop || ended.has(refreshToken) || isDead(read))
        return null;
      if (now() >= read.issuedAt + refreshSeconds * 1000) return null;
      // First use of a replacement ends the token it replaced and its other replacements.
      const parent = parents.get(refreshToken);
      if (parent !== undefined) {
        ended.add(parent);
        for (const [child, its] of parents)
          if (its === parent && child !== refreshToken) ended.add(child);
      }
      const pair = issuePair(shop, read.scopes);
      parents.set(pair.refreshToken, refreshToken);
      return { pair, scopes: read.scopes };
    },
    uninstall(shop) {
      const times = (removed.get(shop)?.times ?? 0) + 1;
      removed.set(shop, { second: wholeSecond(now()), serial, times });
    },
    uninstalls: (shop) => removed.get(shop)?.times ?? 0,
    expire(token) {
      ended.add(token);
    },
  };
}

function lifeOf(kind: TokenKind): number | null {
  if (kind === 'expiring') return accessSeconds;
  return kind === 'credentials' ? credentialsSeconds : null;
}

interface Content {
  readonly shop: number;
  readonly kind: TokenKind;
  readonly scopes: readonly Scope[];
  readonly issuedAt: number;
  readonly serial: number;
}

/** 11 bytes of content and 5 of check, printed as 32 hexadecimal digits like the vendor's. */
function write(prefix: string, { shop, kind, scopes, issuedAt, serial }: Content): string {
  const bytes = Buffer.alloc(11);
  bytes.writeUInt8(shop, 0);
  bytes.writeUInt8(kinds.indexOf(kind), 1);
  const bits = allScopes.reduce((sum, scope, i) => sum + (scopes.includes(scope) ? 1 << i : 0), 0);
  bytes.writeUInt16BE(bits, 2);
  bytes.writeUInt32BE(Math.floor(issuedAt / 1000), 4);
  bytes.writeUIntBE(serial % 0x1_00_00_00, 8, 3);
  return prefix + bytes.toString('hex') + checkOf(prefix, bytes);
}

function readBack(prefix: string, token: string): Content | null {
  if (!token.startsWith(prefix)) return null;
  const hex = token.slice(prefix.length);
  if (!/^[0-9a-f]{32}$/.test(hex)) return null;
  const bytes = Buffer.from(hex.slice(0, 22), 'hex');
  if (checkOf(prefix, bytes) !== hex.slice(22)) return null;
  const kind = kinds[bytes.readUInt8(1)];
  if (kind === undefined) return null;
  const bits = bytes.readUInt16BE(2);
  return {
    shop: bytes.readUInt8(0),
    kind,
    scopes: allScopes.filter((_, i) => (bits & (1 << i)) !== 0),
    issuedAt: bytes.readUInt32BE(4) * 1000,
    serial: bytes.readUIntBE(8, 3),
  };
}

function checkOf(prefix: string, bytes: Buffer): string {
  return createHmac('sha256', 'sandbox').update(prefix).update(bytes).digest('hex').slice(0, 10);
}

function wholeSecond(at: number): number {
  return Math.floor(at / 1000) * 1000;
}
