// Client applications: create, change, list, rotate the secret, delete.
import { randomUUID } from 'node:crypto';
import { VERSIONS } from '../model/versions.ts';
import type { Client, ClientBranding, ClientSecret, Store } from '../store/index.ts';
import { changedBranding, type WantedBranding } from './branding.ts';
import { DEFAULT_SCOPES, inOrder, isScope, SCOPES } from './scopes.ts';
import { hashSecret, newClientSecret } from './secret.ts';
import type { Verifier } from './verify.ts';

const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const LONGEST_NAME = 200;
const SHORTEST_TOKEN = 60;
const LONGEST_TOKEN = 10 * 365 * 24 * 60 * 60;
const ROTATE_TRIES = 5;

export interface NewClient extends WantedBranding {
  readonly id: string;
  /** The id if absent. The end user sees it on the link pages. */
  readonly name?: string | undefined;
  /** A secret chosen by the operator, for sandboxes; absent: 256 random bits. */
  readonly secret?: string | undefined;
  /** All but those to write if absent. */
  readonly scopes?: readonly string[] | undefined;
  /** Where magic links may lead back to; any if absent. */
  readonly redirectOrigins?: readonly string[] | undefined;
  /** The service's own setting if absent. */
  readonly tokenSeconds?: number | undefined;
  readonly logoUrl?: string | undefined;
}

/** What may be changed of a client; what is absent stays, an empty text takes it away. */
export interface ClientChange
  extends WantedBranding,
    Pick<NewClient, 'name' | 'scopes' | 'redirectOrigins' | 'logoUrl'> {
  /** Of the API, by which it is answered. */
  readonly version?: string | undefined;
}

export interface Rotation {
  /** The secrets before end immediately. Without it the last of them stays live beside the new one. */
  readonly endOld?: boolean;
  /** Otherwise, how long that one stays live; absent: until the rotation is closed. */
  readonly keepOldSeconds?: number | undefined;
  /** Tokens issued with secrets that end now are revoked. */
  readonly revokeTokens?: boolean;
}

/** A client with its secret, which is known only now. */
export interface WithSecret {
  readonly client: Client;
  readonly secret: string;
  readonly revokedTokens: number;
}

/** What an operator asked for cannot be done; the message says why. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: 'unknown_client' | 'id_taken' | 'invalid';

  constructor(code: ClientError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export type Clients = ReturnType<typeof createClients>;

export function createClients(
  store: Pick<Store, 'clients' | 'tokens'>,
  now: () => number,
  verifier: Verifier,
) {
  const get = async (id: string): Promise<Client> => {
    const client = await store.clients.find(id);
    if (!client) throw unknownClient(id);
    return client;
  };

  const create = async (wanted: NewClient): Promise<WithSecret> => {
    const secret = wanted.secret ?? newClientSecret();
    const client = await store.clients.create({
      ...checked(wanted),
      secrets: [secretOf(secret, now())],
    });
    if (!client) throw new ClientError('id_taken', `There is already a client "${wanted.id}".`);
    return { client, secret, revokedTokens: 0 };
  };

  /** Changes the secrets, again if another process did so in between; returns those left out. */
  const change = async (id: string, next: (live: ClientSecret[]) => ClientSecret[]) => {
    for (let left = ROTATE_TRIES; left > 0; left -= 1) {
      const client = await get(id);
      const secrets = next(liveSecrets(client, now()));
      if (await store.clients.replaceSecrets(client, secrets)) {
        const kept = new Set(secrets.map((secret) => secret.id));
        const ended = client.secrets.map((secret) => secret.id).filter((each) => !kept.has(each));
        return { client: { ...client, secrets }, ended };
      }
    }
    throw new ClientError('invalid', `The secrets of "${id}" are being changed by someone else.`);
  };

  const revoke = async (id: string, ended: readonly string[]): Promise<number> => {
    const revoked = await store.tokens.revokeIssuedWith(id, ended);
    verifier.forgetClient(id);
    return revoked;
  };

  return {
    create,

    /** Creates the client unless its id is there already; returns which. */
    async ensure(wanted: NewClient): Promise<'created' | 'kept'> {
      try {
        await create(wanted);
        return 'created';
      } catch (error) {
        if (error instanceof ClientError && error.code === 'id_taken') return 'kept';
        throw error;
      }
    },

    /** Changes what it may do, what users see of it, where they may be led and how it is answered. */
    async update(id: string, change: ClientChange): Promise<Client> {
      const before = await get(id);
      const { name = before.name, redirectOrigins = before.redirectOrigins } = change;
      const { scopes = before.scopes, version = before.version } = change;
      if (version !== before.version && !VERSIONS.some((known) => known === version))
        throw new ClientError('invalid', `There is no version "${version}" of the API: it has ${VERSIONS.join(', ')}.`); // biome-ignore format: one sentence
      const logoUrl = (change.logoUrl ?? before.logoUrl) || undefined;
      const wanted = { ...change, id, name, scopes, redirectOrigins, logoUrl };
      const updated = await store.clients.update({ ...checked(wanted, before.branding), version });
      if (!updated) throw unknownClient(id);
      verifier.forgetClient(id);
      return updated;
    },

    find: store.clients.find,
    list: store.clients.list,

    async rotateSecret(id: string, rotation: Rotation = {}): Promise<WithSecret> {
      const { endOld = false, keepOldSeconds, revokeTokens = false } = rotation;
      const secret = newClientSecret();
      const fresh = secretOf(secret, now());
      const end = keepOldSeconds === undefined ? null : now() + keepOldSeconds * 1000;
      const { client, ended } = await change(id, (live) => [
        ...(endOld ? [] : live.slice(-1).map((old) => ({ ...old, expiresAt: end }))),
        fresh,
      ]);
      const revokedTokens = revokeTokens ? await revoke(id, ended) : 0;
      return { client, secret, revokedTokens };
    },

    /** Ends the older of two live secrets, which closes a rotation; returns how many tokens ended. */
    async endOldSecret(id: string, revokeTokens = false): Promise<number> {
      const { ended } = await change(id, (live) => {
        if (live.length > 1) return live.slice(-1);
        throw new ClientError('invalid', `The client "${id}" has only one live secret.`);
      });
      return revokeTokens ? await revoke(id, ended) : 0;
    },

    /** Removes the client with its users, credentials and tokens for good. */
    async delete(id: string): Promise<void> {
      if (!(await store.clients.remove(id))) throw unknownClient(id);
      verifier.forgetClient(id);
    },
  };
}

export function liveSecrets(client: Client, time: number): ClientSecret[] {
  return client.secrets.filter((secret) => (secret.expiresAt ?? Infinity) > time);
}

function secretOf(secret: string, createdAt: number): ClientSecret {
  return { id: randomUUID(), hash: hashSecret(secret), createdAt, expiresAt: null };
}

export function unknownClient(id: string): ClientError {
  return new ClientError('unknown_client', `There is no client "${id}".`);
}

function checked(
  wanted: NewClient,
  before: ClientBranding = {},
): Omit<Client, 'createdAt' | 'secrets' | 'version'> {
  const {
    id,
    name = id,
    scopes = DEFAULT_SCOPES,
    redirectOrigins = [],
    tokenSeconds,
    logoUrl,
  } = wanted;
  const refuse = (message: string) => new ClientError('invalid', message);
  if (!CLIENT_ID.test(id)) {
    throw refuse(
      'A client id is 1 to 64 letters, digits, ".", "_" or "-", not beginning with a sign.',
    );
  }
  if (name.trim() === '' || name.length > LONGEST_NAME || hasControl(name)) {
    throw refuse(`A client name has 1 to ${LONGEST_NAME} characters on one line.`);
  }
  if (wanted.secret === '') throw refuse('A client secret must not be empty.');
  const unknown = scopes.find((scope) => !isScope(scope));
  if (unknown !== undefined || scopes.length === 0) {
    const what =
      unknown === undefined ? 'A client needs a scope' : `There is no scope "${unknown}"`;
    throw refuse(`${what}: use any of ${SCOPES.join(', ')}.`);
  }
  const seconds = tokenSeconds ?? SHORTEST_TOKEN;
  if (!Number.isSafeInteger(seconds) || seconds < SHORTEST_TOKEN || seconds > LONGEST_TOKEN) {
    throw refuse('Access tokens are valid for at least 60 seconds and at most 10 years.');
  }
  if (logoUrl !== undefined && !isWebAddress(logoUrl)) {
    throw refuse('The logo is an https address.');
  }
  return {
    id,
    name: name.trim(),
    scopes: inOrder(scopes),
    redirectOrigins: [...new Set(redirectOrigins.map(toOrigin))],
    tokenSeconds: tokenSeconds ?? null,
    logoUrl: logoUrl ?? null,
    branding: changedBranding(before, wanted, refuse),
  };
}

function toOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bare = url && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (!bare || !isWebAddress(text)) {
    throw new ClientError(
      'invalid',
      `"${text}" is not an origin: write https://host, without a path; http only for localhost.`,
    );
  }
  return url.origin;
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.has(hostname));
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

function hasControl(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text);
}
