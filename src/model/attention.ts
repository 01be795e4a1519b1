// Why a linked account needs its user's attention, in one table: the code, and what it means.
import { listed, openWords } from './schema.ts';

export const ATTENTION = {
  credential_refused: 'The channel refuses the access and does not say why.',
  access_denied: 'The key is refused: it is wrong, switched off or deleted.',
  access_token: 'The access token is not known, or belongs to another integration.',
  authorisation_ended: 'What the user agreed to ended or was withdrawn.',
  bearer_refused: 'The access token is refused, or not accepted on its own.',
  client_refused: 'The client ID and client secret are refused.',
  client_unknown: 'The client ID and client secret are not known, or the secret was replaced.',
  company_needed: 'The client serves several companies: the company must be named.',
  consent_ended: 'What the user agreed to ended or was withdrawn.',
  consumer_key: 'The consumer key is not known.',
  ims_refused: 'The client ID or client secret is refused when a token is requested.',
  key_refused: 'The API key is not known, or another was generated in its place.',
  key_unknown: 'The consumer key is not known, or does not reach the shop.',
  keys_missing: 'The key that sealed the access is no longer in this service’s store.',
  keys_refused: 'The client ID and client secret are refused.',
  no_store_view: 'The shop no longer has the store view that was named.',
  other_app: 'The refresh token was issued to another app.',
  refused: 'The access is refused without a reason.',
  revoked: 'The access token was revoked.',
  secret_wrong: 'The consumer key is known, but the secret is wrong.',
  shop_moved: 'The shop has another address now.',
  shop_unknown: 'There is no shop at the address any more.',
  signature: 'The signature is refused: one of the secrets is wrong.',
  signature_refused: 'The signature is refused: the secret or the address is wrong.',
  token_expired: 'The access token ended, and there is nothing to renew it with.',
  token_invalid: 'The token was revoked, or belongs to another region.',
  token_must_expire: 'Tokens of this app that never end are no longer taken.',
  token_refused: 'The access token is refused: revoked, ended, or its app was removed.',
  unknown_keys: 'The client ID and client secret are not known, or were deleted.',
  unknown_language: 'The language that was named is not active in the shop any more.',
  wrong_cluster: 'The shop is in another region than the one that was chosen.',
} as const satisfies Record<string, string>;

export type AttentionCode = keyof typeof ATTENTION;
/** Of a refusal that says no more, or for which the channel declares no code. */
export const UNSAID: AttentionCode = 'credential_refused';
export const ATTENTION_CODES = Object.keys(ATTENTION) as readonly AttentionCode[];

export const AttentionCodeSchema = openWords<AttentionCode>(
  'AttentionCode',
  `Why a channel needs attention, for programs. Others may be added: treat one that you do not know as \`${UNSAID}\`.\n\n${listed(ATTENTION)}`,
  ATTENTION_CODES,
);
