// Tokens in the form of JSON Web Tokens, signed with a key that only the sandbox has.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Jwts<Payload extends object> {
  write(header: object, payload: Payload): string;
  /** Null for what was not written here; whether it has ended is the caller's to say. */
  read(token: string): Payload | null;
}

export function openJwts<Payload extends object>(key: string | Buffer): Jwts<Payload> {
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    write(header, payload) {
      const body = `${encode(header)}.${encode(payload)}`;
      return `${body}.${sign(body).toString('base64url')}`;
    },
    read(token) {
      const [header = '', payload = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const own = sign(`${header}.${payload}`);
      if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload;
    },
  };
}

export const encode = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
