-- What the embedded services need in the database of a project beyond its published schema, so that a process of this repository can
-- answer in the place of the project's own services. A shop never does this: it forwards to the project.

alter role supabase_realtime_admin login;
grant anon, authenticated, service_role to supabase_realtime_admin, supabase_storage_admin;
-- Its own deletions; those of everybody else stay refused.
alter role supabase_storage_admin set storage.allow_delete_query = 'true';

set role supabase_auth_admin;
alter type auth.factor_type add value 'recovery_code';
alter table auth.mfa_factors add column last_used_step bigint not null default -1;
alter table auth.mfa_challenges add column session_id uuid not null references auth.sessions on delete cascade, alter column ip_address drop not null;
create table auth.mfa_recovery_code_sets (
  id uuid primary key,
  user_id uuid not null unique references auth.users on delete cascade,
  mfa_factor_id uuid not null unique references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table auth.mfa_recovery_codes (
  id uuid primary key,
  mfa_recovery_code_set_id uuid not null references auth.mfa_recovery_code_sets on delete cascade,
  code_hash text not null,
  consumed_at timestamptz,
  created_at timestamptz not null,
  unique (mfa_recovery_code_set_id, code_hash)
);
create table auth.mfa_attempts (
  id bigint generated always as identity primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  session_id uuid not null,
  network text not null,
  succeeded boolean not null,
  created_at timestamptz not null
);
-- The services of a project write these themselves.
alter table auth.identities alter column created_at set default now(), alter column updated_at set default now();
alter table auth.sessions alter column created_at set default now(), alter column updated_at set default now();
alter table auth.mfa_amr_claims alter column id set default gen_random_uuid(), alter column created_at set default now(), alter column updated_at set default now();
alter table auth.refresh_tokens alter column created_at set default now(), alter column updated_at set default now();
alter table auth.one_time_tokens alter column id set default gen_random_uuid();
alter table auth.flow_state alter column created_at set default now(), alter column updated_at set default now();
alter table auth.audit_log_entries alter column created_at set default now();
alter table auth.users alter column created_at set default now(), alter column updated_at set default now();
reset role;

create table realtime.messages_of_today partition of realtime.messages default;
grant insert on realtime.messages to supabase_realtime_admin;
