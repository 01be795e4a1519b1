// Tokens of Login with Amazon: refresh tokens that last, access tokens that end after an hour.
import { createHash, randomBytes } from 'node:crypto';
import { openCodes } from '../../consent/codes.ts';

export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The operator's app, as sellers see it when they are asked for consent. */
export const publicApp = {
  title: 'Manifold',
  appId: 'amzn1.sellerapps.app.2f1c4a7e-5b9d-48c2-a3e4-f50617283940',
  clientId: 'amzn1.application-oa2-client.6f1d0c7e5b9a48c2a3e4f5061728394a',
  clientSecret: 'amzn1.oa2-cs.v1.5a1e0b7c93d84f62b6a7c8d9e0f10213',
} as const;

/** A private app that one seller made. */
export const privateApp = {
  clientId: 'amzn1.application-oa2-client.c0a8b1d2e3f405162738495a6b7c8d9e',
  clientSecret: 'amzn1.oa2-cs.v1.0d9c8b7a695847362514031f2e3d4c5b',
} as const;

export interface Access {
  /** Name of the shop. */
  readonly shop: string;
  readonly endsAt: number;
  /** A restricted data token opens the personal data of Orders v0, and nothing else. */
  readonly restricted: boolean;
}

export const accessSeconds = 3600;
const codeSeconds = 300;

export interface Tokens {
  /** The lasting token of a seller for an app; the same each time. */
  refreshToken(shop: string, app: App): string;
  /** Whom a refresh token belongs to; null when it is none. */
  readRefreshToken(token: string): { readonly shop: string; readonly app: App } | null;
  access(shop: string, restricted?: boolean): string;
  open(token: string): Access | undefined;
  /** A code as the consent page hands it out: once, for five minutes. */
  code(shop: string, redirectUri: string): string;
  redeem(code: string, redirectUri: string): string | null;
}

export function openTokens(now: () => number): Tokens {
  const refresh = new Map<string, { readonly shop: string; readonly app: App }>();
  const live = new Map<string, Access>();
  const codes = openCodes<{ readonly shop: string; readonly redirectUri: string }>(
    now,
    codeSeconds,
    (bytes) => `ANxt${bytes.toString('hex')}`,
  );
  const drawn = (prefix: string) => `${prefix}${randomBytes(30).toString('hex')}`;
  return {
    refreshToken(shop, app) {
      const text = createHash('sha256').update(`sandbox ${shop} ${app.clientId}`).digest('hex');
      const token = `Atzr|IwEBI${text}`;
      refresh.set(token, { shop, app });
      return token;
    },
    readRefreshToken: (token) => refresh.get(token) ?? null,
    access(shop, restricted = false) {
      // Ended tokens are kept for a while, so that they can be distinguished from unknown ones.
      for (const [old, { endsAt }] of live) {
        if (endsAt + accessSeconds * 1000 > now()) break;
        live.delete(old);
      }
      const token = drawn(restricted ? 'Atz.sprdt|' : 'Atza|IwEBI');
      live.set(token, { shop, endsAt: now() + accessSeconds * 1000, restricted });
      return token;
    },
    open: (token) => live.get(token),
    code: (shop, redirectUri) => codes.mint({ shop, redirectUri }),
    redeem(code, redirectUri) {
      const grant = codes.redeem(code);
      return grant?.redirectUri === redirectUri ? grant.shop : null;
    },
  };
}
