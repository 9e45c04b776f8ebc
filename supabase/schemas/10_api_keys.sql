-- keys with which other systems act as a member of staff with one role (docs/api-keys.md, docs/decisions/0117-api-keys.md). each is an account of
-- its own that nobody can sign in to: no address, no password, banned at the auth service. so policies, the audit log and the names in
-- lists treat what a key does as they treat what a person does.

create table private.api_keys (
  -- deferred: the key is written before its account, whose triggers ask whether it belongs to a person
  user_id uuid primary key references auth.users (id) on delete cascade deferrable initially deferred,
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  role text not null check (role in ('manager', 'catalogue', 'orders', 'accounts')),   -- as it was given; what counts is user_roles
  digest bytea not null unique check (length(digest) = 32),   -- sha-256 of the key, which has 256 random bits: no salt and no slow hash needed
  hint text not null check (length(hint) = 4),                -- its last characters, to recognise it by
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz check (expires_at > created_at),
  last_used_at timestamptz,   -- to the minute
  revoked_at timestamptz,     -- the row stays: history names it
  revoked_by uuid references auth.users (id) on delete set null
);
-- history names keys: two of one name would be one there
create unique index api_keys_name_idx on private.api_keys (lower(name)) where revoked_at is null;
create index api_keys_created_by_idx on private.api_keys (created_by);
create index api_keys_revoked_by_idx on private.api_keys (revoked_by);
alter table private.api_keys enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.api_keys from public;

-- is it the account of a key, of today or of the past? lists and counts of people leave those out
create function private.is_api_key(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.api_keys k where k.user_id = p_user)
$$;

-- makes a key in the name of p_by, or returns a refusal: FORBIDDEN, ROLE (more than p_by may do themselves), NAME_TAKEN, TOO_MANY_KEYS. all owners
-- get a mail. p_days null: it does not expire
create function private.create_api_key(p_by uuid, p_name text, p_role text, p_days integer, p_digest bytea, p_hint text, out refusal text, out key uuid)
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := gen_random_uuid();
begin
  -- one change of roles at a time, and what stands below is asked behind the lock
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  if not private.staff_may(p_by, 'staff.manage') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  refusal := case
    when p_role = 'owner' or exists (select from private.role_permissions p where p.role = p_role and not private.staff_may(p_by, p.permission)) then 'ROLE'
    when exists (select from private.api_keys k where lower(k.name) = lower(btrim(p_name)) and k.revoked_at is null) then 'NAME_TAKEN'
    when (select count(*) from private.api_keys k where k.revoked_at is null) >= 50 then 'TOO_MANY_KEYS'
    end;
  if refusal is not null then return; end if;
  -- the audit log asks who it was
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  insert into private.api_keys (user_id, name, role, digest, hint, created_by, expires_at)
    values (account, btrim(p_name), p_role, p_digest, p_hint, p_by, now() + make_interval(days => p_days));
  -- the auth service of a hosted project cannot read a user whose tokens are null. not 'infinity': nor that
  insert into auth.users (instance_id, id, aud, role, raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new,
      email_change, banned_until, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', account, 'authenticated', 'authenticated', '{"provider": "api_key", "providers": ["api_key"]}', '{}', '', '', '',
      '', now() + interval '100 years', now(), now());
  insert into public.user_roles (user_id, role, granted_by) values (account, p_role, p_by);
  perform private.notify_owners('api_key', jsonb_build_object('person', btrim(p_name), 'role', p_role));
  key := account;
end $$;

-- whose key it is. no row: there is no such key. problem: REVOKED (also without its role), EXPIRED. use is noted once a minute, so that a busy
-- key writes no more than an idle one; a note that another call is writing is not waited for
create function private.find_api_key(p_digest bytea) returns table (account uuid, problem text, expires_at timestamptz)
language plpgsql security definer set search_path = '' rows 1 as $$
#variable_conflict use_column
declare
  found_key private.api_keys;
  refusal text;
begin
  select k.* into found_key from private.api_keys k where k.digest = p_digest;
  if found_key.user_id is null then return; end if;
  refusal := case
    when found_key.revoked_at is not null or not private.staff_may(found_key.user_id, 'panel') then 'REVOKED'
    when found_key.expires_at <= now() then 'EXPIRED'
    end;
  if refusal is null and (found_key.last_used_at is null or found_key.last_used_at < now() - interval '1 minute') then
    update private.api_keys k set last_used_at = date_trunc('minute', now())
      where k.user_id = (select l.user_id from private.api_keys l where l.user_id = found_key.user_id for no key update skip locked);
  end if;
  return query select found_key.user_id, refusal, found_key.expires_at;
end $$;

-- for the screen: those that are valid or expired, then the newest of those that were revoked
create function public.api_keys()
returns table (id uuid, name text, role text, hint text, created_by text, maker_is_owner boolean, created_at timestamptz, last_used_at timestamptz,
  expires_at timestamptz, revoked_at timestamptz, revoked_by text)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('staff.manage') then raise exception 'permission denied for API keys' using errcode = '42501'; end if;
  return query
    select k.user_id, k.name, coalesce(r.role, k.role), k.hint, private.person_name(k.created_by), coalesce(private.staff_may(k.created_by, 'staff.manage'), false),
      k.created_at, k.last_used_at, k.expires_at, k.revoked_at, private.person_name(k.revoked_by)
    from private.api_keys k left join public.user_roles r on r.user_id = k.user_id
    order by k.revoked_at desc nulls first, k.created_at desc, k.user_id limit 100;
end $$;

-- ends a key at once and in all processes: without its role it may do nothing, even in a request that has begun. false: it was revoked before
create function public.revoke_api_key(p_key uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('staff.manage') then raise exception 'permission denied for API keys' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  update private.api_keys k set revoked_at = now(), revoked_by = auth.uid() where k.user_id = p_key and k.revoked_at is null;
  if not found then return false; end if;
  delete from public.user_roles r where r.user_id = p_key;
  return true;
end $$;
revoke all on function private.is_api_key(uuid), private.create_api_key(uuid, text, text, integer, bytea, text), private.find_api_key(bytea),
  public.api_keys(), public.revoke_api_key(uuid) from public;

-- the server function create-api-key asks for the password first; the gateway looks up what a caller sends
grant execute on function private.create_api_key(uuid, text, text, integer, bytea, text), private.find_api_key(bytea) to shop_orders;

-- the functions check permissions; nothing for anon
grant execute on function public.api_keys(), public.revoke_api_key(uuid) to authenticated;
