// The tables as the first step makes them, in SQL that both databases take.
import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** The step `0001_tables`. Like every step it never changes once released. */
export async function createTables(db: Kysely<Tables>): Promise<void> {
  for (const statement of STATEMENTS.split(';'))
    if (statement.trim() !== '') await sql.raw(statement).execute(db);
}

// Everything of a client or a user hangs on its row by a cascade, so that deleting the row deletes
// it all in one statement, and nothing can be added to it afterwards.
const STATEMENTS = `
  create table client (
    id text primary key,
    name text not null,
    secrets text not null,
    scopes text not null,
    redirect_origins text not null,
    token_seconds bigint,
    logo_url text,
    created_at bigint not null,
    signing_secrets text,
    looks text
  );

  create table access_token (
    hash text primary key,
    client_id text not null references client (id) on delete cascade,
    secret_id text not null,
    scopes text not null,
    created_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    used_at bigint
  );
  create index access_token_client_id_secret_id on access_token (client_id, secret_id);
  create index access_token_client_id_created_at on access_token (client_id, created_at);
  create index access_token_expires_at on access_token (expires_at);

  create table "user" (
    id text primary key,
    client_id text not null references client (id) on delete cascade,
    tp_user_id text not null,
    created_at bigint not null,
    updated_at bigint not null,
    constraint user_of_client unique (client_id, tp_user_id)
  );

  create table user_key (
    user_id text primary key references "user" (id) on delete cascade,
    sealed text not null,
    created_at bigint not null
  );

  create table credential (
    user_id text not null references "user" (id) on delete cascade,
    channel text not null,
    account text not null,
    secrets text not null,
    state text not null,
    state_reason text,
    state_code text,
    linked_at bigint not null,
    updated_at bigint not null,
    expires_at bigint,
    version bigint not null,
    name text,
    account_key text,
    way text,
    grant_ends_at bigint,
    notified_end bigint,
    constraint credential_of_user primary key (user_id, channel)
  );
  create index credential_expires_at on credential (expires_at);
  create index credential_grant_ends_at on credential (grant_ends_at);
  create index credential_channel_account_key on credential (channel, account_key);

  create table magic_link (
    hash text primary key,
    client_id text not null references client (id) on delete cascade,
    user_id text not null references "user" (id) on delete cascade,
    scopes text not null,
    redirect_url text,
    created_at bigint not null,
    expires_at bigint not null,
    redeemed_at bigint,
    user_name text
  );
  create index magic_link_client_id_created_at on magic_link (client_id, created_at);
  create index magic_link_user_id on magic_link (user_id);
  create index magic_link_expires_at on magic_link (expires_at);

  create table visit (
    id text primary key,
    link_hash text not null unique,
    client_id text not null references client (id) on delete cascade,
    user_id text not null references "user" (id) on delete cascade,
    scopes text not null,
    redirect_url text,
    linked text not null,
    created_at bigint not null,
    expires_at bigint not null,
    user_name text,
    finished_at bigint,
    status text
  );
  create index visit_client_id on visit (client_id);
  create index visit_user_id on visit (user_id);
  create index visit_expires_at on visit (expires_at);

  create table vendor_trip (
    id text primary key,
    visit_id text not null references visit (id) on delete cascade,
    channel text not null,
    way text not null,
    state_hash text not null unique,
    pending_state text not null,
    arrival text,
    outcome text,
    created_at bigint not null,
    expires_at bigint not null,
    departed_at bigint,
    claimed_at bigint
  );
  create index vendor_trip_visit_id_created_at on vendor_trip (visit_id, created_at);

  create table draft (
    id text primary key,
    visit_id text not null references visit (id) on delete cascade,
    channel text not null,
    way text not null,
    content text not null,
    created_at bigint not null,
    expires_at bigint not null
  );
  create index draft_visit_id_created_at on draft (visit_id, created_at);
  create index draft_expires_at on draft (expires_at);

  create table renewal (
    user_id text not null references "user" (id) on delete cascade,
    channel text not null,
    holder text not null,
    held_until bigint not null,
    retry_at bigint not null,
    constraint renewal_of_credential primary key (user_id, channel)
  );

  create table execution (
    id text primary key,
    client_id text not null references client (id) on delete cascade,
    user_id text references "user" (id) on delete cascade,
    operation text not null,
    channel text,
    tp_user_id text,
    mode text not null,
    outcome text not null,
    stage text not null,
    code text,
    trace_id text not null,
    result_count bigint not null,
    override_count bigint not null,
    calls bigint not null,
    durations text not null,
    warnings text not null,
    started_at bigint not null,
    finished_at bigint
  );
  create index execution_client_id_started_at_id on execution (client_id, started_at, id);
  create index execution_client_id_tp_user_id on execution (client_id, tp_user_id, started_at, id);
  create index execution_started_at on execution (started_at);
  create index execution_user_id on execution (user_id) where user_id is not null;

  create table job (
    id text primary key,
    lane text not null,
    state text not null,
    run_at bigint not null,
    attempts bigint not null,
    locked_until bigint not null,
    locked_by text not null,
    deaths bigint not null default 0,
    client_id text not null references client (id) on delete cascade,
    user_id text references "user" (id) on delete cascade,
    request text,
    callback text,
    result text,
    size bigint not null,
    created_at bigint not null,
    expires_at bigint
  );
  create index job_state_lane_run_at on job (state, lane, run_at);
  create index job_waiting on job (run_at) where state = 'waiting';
  create index job_client_id_expires_at_size on job (client_id, expires_at, size);
  create index job_expires_at on job (expires_at);
  create index job_user_id on job (user_id) where user_id is not null;

  create table event_address (
    id text primary key,
    client_id text not null references client (id) on delete cascade,
    url text not null,
    types text not null,
    signing_secrets text not null,
    paused bigint not null,
    created_at bigint not null,
    updated_at bigint not null
  );
  create index event_address_client_id on event_address (client_id);

  create table delivery (
    id text primary key,
    lane text not null,
    state text not null,
    run_at bigint not null,
    attempts bigint not null,
    locked_until bigint not null,
    locked_by text not null,
    deaths bigint not null default 0,
    client_id text not null references client (id) on delete cascade,
    user_id text references "user" (id) on delete cascade,
    execution_id text,
    address_id text,
    account text,
    type text not null,
    content text not null,
    tries text not null,
    delete_when_sent bigint not null default 0,
    created_at bigint not null,
    give_up_at bigint not null,
    finished_at bigint
  );
  create index delivery_state_lane_run_at on delivery (state, lane, run_at);
  create index delivery_waiting on delivery (run_at) where state = 'waiting';
  create index delivery_client_id_created_at_id on delivery (client_id, created_at, id);
  create index delivery_failed on delivery (client_id, created_at, id) where state = 'failed';
  create index delivery_created_at on delivery (created_at);
  create index delivery_user_id on delivery (user_id) where user_id is not null;
  create index delivery_execution_id on delivery (client_id, execution_id) where user_id is null;
  create index delivery_delete_when_sent on delivery (id) where delete_when_sent = 1;
  create index delivery_account on delivery (client_id, account) where account is not null;

  create table hook_message (
    id text primary key,
    lane text not null,
    state text not null,
    run_at bigint not null,
    attempts bigint not null,
    locked_until bigint not null,
    locked_by text not null,
    deaths bigint not null default 0,
    channel text not null,
    content text,
    received_at bigint not null,
    finished_at bigint
  );
  create index hook_message_state_lane_run_at on hook_message (state, lane, run_at);
  create index hook_message_waiting on hook_message (run_at) where state = 'waiting';
  create index hook_message_received_at on hook_message (received_at);

  create table former_account (
    channel text not null,
    account_key text not null,
    client_id text not null references client (id) on delete cascade,
    until bigint not null,
    constraint former_account_of_client primary key (channel, account_key, client_id)
  );
  create index former_account_client_id on former_account (client_id);
  create index former_account_until on former_account (until);

  create table field_override (
    client_id text not null references client (id) on delete cascade,
    channel text not null,
    resource text not null,
    rules text not null,
    updated_at bigint not null,
    constraint field_override_of_client primary key (client_id, channel, resource)
  );

  create table switched_off_rule (
    client_id text not null references client (id) on delete cascade,
    channel text not null,
    resource text not null,
    field text not null,
    set_at bigint not null,
    since bigint not null,
    reason text not null,
    constraint switched_off_rule_of_client primary key (client_id, channel, resource, field)
  );

  create table bucket (
    key text primary key,
    tat double precision not null,
    paused_until double precision not null,
    every double precision,
    burst double precision,
    touched_at bigint not null
  );
  create index bucket_touched_at on bucket (touched_at);

  create table place (
    key text not null,
    slot bigint not null,
    holder text not null,
    held_until bigint not null,
    constraint place_of_key primary key (key, slot)
  );
  create index place_holder on place (holder);

  create table key_in_use (
    key_id text primary key,
    proof text not null,
    since bigint not null
  );

  create table instance (
    id text primary key,
    version text not null,
    keys text not null,
    started_at bigint not null,
    seen_at bigint not null,
    clock_ahead bigint not null
  );

  create table act (
    id text primary key,
    name text not null,
    facts text not null,
    at bigint not null
  );

  create table probe (
    id text primary key,
    padding text not null
  )`;
