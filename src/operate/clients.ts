// What an operator does with client applications and their secrets.
import { createSigning, type Rotation as SigningRotation } from '../events/signing.ts';
import type { Client } from '../store/index.ts';
import {
  type ClientChange,
  ClientError,
  liveSecrets,
  type NewClient,
  type Tokens,
  unknownClient,
} from '../tokens/index.ts';
import type { House } from './audit.ts';

const DAY_SECONDS = 24 * 60 * 60;

export function clientActs({ store, tokens, audited, requireClient }: House) {
  const signing = createSigning(store.signing, Date.now);

  const signingSecrets = async (id: string): Promise<readonly string[]> => {
    const live = await signing.live(id);
    if (!live) throw unknownClient(id);
    return live;
  };

  return {
    list: async () => (await tokens.clients.list()).map(shown),

    create: (wish: NewClient) =>
      audited('clients.create', { client: wish.id }, async () => {
        const { client, secret } = await tokens.clients.create(wish);
        const [signing_secret = ''] = await signingSecrets(client.id);
        return { client: shown(client), client_secret: secret, signing_secret };
      }),

    set: (id: string, change: ClientChange) =>
      audited('clients.set', { client: id, version: change.version }, async () =>
        shown(await tokens.clients.update(id, change)),
      ),

    rotateSecret(id: string, wish: Parameters<Tokens['clients']['rotateSecret']>[1] = {}) {
      const { endOld, revokeTokens } = wish;
      return audited('clients.rotate_secret', { client: id, endOld, revokeTokens }, async () => {
        const { secret, revokedTokens } = await tokens.clients.rotateSecret(id, wish);
        return { client_id: id, client_secret: secret, revoked_tokens: revokedTokens };
      });
    },

    endOldSecret: (id: string, revokeTokens: boolean) =>
      audited('clients.end_old_secret', { client: id, revokeTokens }, async () => ({
        client_id: id,
        revoked_tokens: await tokens.clients.endOldSecret(id, revokeTokens),
      })),

    /** Those in force, the newest first; the first is made where there is none. */
    signingSecrets,

    rotateSigning: (id: string, rotation: SigningRotation) =>
      audited('clients.signing_secret.rotate', { client: id }, async () => {
        if (!(await signing.rotate(id, rotation))) throw unknownClient(id);
      }),

    endOldSigning: (id: string) =>
      audited('clients.signing_secret.end_old', { client: id }, async () => {
        const ended = await signing.endOld(id);
        if (ended === undefined) throw unknownClient(id);
        if (!ended)
          throw new ClientError('invalid', `The client "${id}" has only one live signing secret.`);
      }),

    /** What would go with it. */
    async holdings(id: string) {
      await requireClient(id);
      return await store.clients.holdings(id);
    },

    delete: (id: string) =>
      audited('clients.delete', { client: id }, () => tokens.clients.delete(id)),
  };
}

/** A client as operators see it: no secret, only how many are live. */
const shown = ({ branding, ...client }: Client) => ({
  id: client.id,
  name: client.name,
  scopes: client.scopes,
  secrets: liveSecrets({ branding, ...client }, Date.now()).length,
  token_days: client.tokenSeconds === null ? null : client.tokenSeconds / DAY_SECONDS,
  redirect_origins: client.redirectOrigins,
  logo_url: client.logoUrl,
  version: client.version,
  accent: branding.accent ?? null,
  privacy_url: branding.privacyUrl ?? null,
  terms_url: branding.termsUrl ?? null,
  support_url: branding.supportUrl ?? null,
  done_text_en: branding.doneTextEn ?? null,
  done_text_nl: branding.doneTextNl ?? null,
  done_text_de: branding.doneTextDe ?? null,
  done_text_fr: branding.doneTextFr ?? null,
  created_at: new Date(client.createdAt).toISOString(),
});
