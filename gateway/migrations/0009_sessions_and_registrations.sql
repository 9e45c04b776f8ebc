-- Whether the caller's session still exists. An access token stays valid for its hour, also after the session was ended by a
-- sign-out, a new password or a block; a policy that cannot wait that long asks here. One look-up by primary key.
-- False for a token without a session: a key, or claims that no sign-in made.
create function auth.session_lives() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    where s.id = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
      and s.user_id = (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
      and (s.not_after is null or s.not_after > now()))
$$;
revoke all on function auth.session_lives() from public;
grant execute on function auth.session_lives() to anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin;

-- Sign-ups whose link was not opened yet. Anybody can sign up with anybody's address, so what a sign-up brings, a password and
-- metadata, stays beside its own token and reaches the account only when that link is opened.
create table auth.registrations (
  token_hash text primary key check (char_length(token_hash) > 0),   -- SHA-256, as everywhere
  user_id uuid not null references auth.users (id) on delete cascade,
  password_hash text not null check (char_length(password_hash) > 0),
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index registrations_user_id_created_at_idx on auth.registrations (user_id, created_at desc);
grant select, insert, update, delete on auth.registrations to supabase_auth_admin;
