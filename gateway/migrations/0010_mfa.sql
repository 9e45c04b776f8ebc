-- Second factors with GoTrue's table and column names, so that accounts can move to and from hosted Supabase.
-- What differs: secrets are sealed with a key of this server, and attempts are rows of their own instead of a lock on the
-- account: whoever only knows the password must be able neither to guess a code nor to lock the owner out.

create type auth.factor_type as enum ('totp', 'webauthn', 'phone', 'recovery_code');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz,
  -- the newest 30-second step whose code was accepted: no code is good twice
  last_used_step bigint not null default -1
);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet,
  otp_code text,
  -- a challenge is for the session that asked for it
  session_id uuid not null references auth.sessions (id) on delete cascade
);
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_session_id_idx on auth.mfa_challenges (session_id);

create table auth.mfa_recovery_code_sets (
  id uuid primary key,
  user_id uuid not null unique references auth.users (id) on delete cascade,
  mfa_factor_id uuid not null unique references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table auth.mfa_recovery_codes (
  id uuid primary key,
  mfa_recovery_code_set_id uuid not null references auth.mfa_recovery_code_sets (id) on delete cascade,
  code_hash text not null,
  consumed_at timestamptz,
  created_at timestamptz not null,
  unique (mfa_recovery_code_set_id, code_hash)
);

create table auth.mfa_attempts (
  id bigint generated always as identity primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  session_id uuid not null,
  network text not null,
  succeeded boolean not null,
  created_at timestamptz not null
);
create index mfa_attempts_factor_id_idx on auth.mfa_attempts (factor_id, created_at);

-- A session keeps which factor raised it; without the factor it is an ordinary session again.
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;

grant select, insert, update, delete on auth.mfa_factors, auth.mfa_challenges, auth.mfa_recovery_code_sets, auth.mfa_recovery_codes,
  auth.mfa_attempts to supabase_auth_admin;
