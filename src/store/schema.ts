// The tables and their columns, the same on both databases: text and bigint, times in epoch milliseconds.

export interface ClientTable {
  id: string;
  name: string;
  /** JSON: a list of `ClientSecret`. */
  secrets: string;
  /** JSON: a list of scope names. */
  scopes: string;
  /** JSON: a list of origins; empty allows any. */
  redirect_origins: string;
  /** Validity of its access tokens in seconds; null takes the service's. */
  token_seconds: number | null;
  logo_url: string | null;
  created_at: number;
}

export interface AccessTokenTable {
  hash: string;
  client_id: string;
  secret_id: string;
  /** JSON: a list of scope names. */
  scopes: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

export interface UserTable {
  id: string;
  client_id: string;
  tp_user_id: string;
  created_at: number;
  updated_at: number;
}

export interface CredentialTable {
  user_id: string;
  channel: string;
  /** JSON, not secret. */
  account: string;
  /** Sealed JSON. */
  secrets: string;
  state: 'linked' | 'attention';
  state_reason: string | null;
  linked_at: number;
  updated_at: number;
  expires_at: number | null;
  /** Grows with each change of account or secrets. */
  version: number;
}

export interface MagicLinkTable {
  hash: string;
  client_id: string;
  user_id: string;
  /** JSON: a list of channels. */
  scopes: string;
  redirect_url: string | null;
  created_at: number;
  expires_at: number;
  redeemed_at: number | null;
}

export interface MigrationTable {
  name: string;
  applied_at: number;
}

export interface Tables {
  client: ClientTable;
  access_token: AccessTokenTable;
  user: UserTable;
  credential: CredentialTable;
  magic_link: MagicLinkTable;
  migration: MigrationTable;
}
