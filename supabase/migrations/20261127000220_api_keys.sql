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

-- of keys for other systems all but what recognises them
select private.audit_table('private.api_keys', '{insert,update}', p_key => 'user_id', p_skipped => '{user_id,digest,hint,created_by,last_used_at,revoked_by}');

-- lists, counts and names tell keys from people
create or replace function private.person_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(k.name || ' (API key)', nullif(btrim(p.full_name), ''), u.email::text)
  from auth.users u left join public.profiles p on p.id = u.id left join private.api_keys k on k.user_id = u.id where u.id = p_user
$$;

create or replace function private.set_role(p_by uuid, p_user uuid, p_email text, p_role text, out refusal text, out person uuid)
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  had text;
begin
  -- one change of roles at a time, and what stands below is asked behind the lock
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  perform from public.user_roles r where r.role = 'owner' order by r.user_id for update;
  if not private.staff_may(p_by, 'staff.manage') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  select u.id, u.email::text as email, u.email_confirmed_at into account from auth.users u
    where u.deleted_at is null and not private.is_api_key(u.id) and case when p_user is null then u.email = lower(btrim(p_email)) else u.id = p_user end;
  if account.id is null then
    refusal := 'NO_ACCOUNT';
    return;
  end if;
  select r.role into had from public.user_roles r where r.user_id = account.id;
  refusal := case
    when had is not distinct from p_role then 'SAME'
    when p_role is not null and account.email_confirmed_at is null then 'UNCONFIRMED'
    when p_role is not null and private.is_blocked(account.id) then 'BLOCKED'
    when had = 'owner' and not exists (
      select from public.user_roles r where r.role = 'owner' and r.user_id <> account.id and not private.is_blocked(r.user_id)) then 'LAST_OWNER'
    end;
  if refusal is not null then return; end if;
  -- the audit log asks who it was
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  delete from public.user_roles r where r.user_id = account.id;
  if p_role is null then
    delete from auth.sessions s where s.user_id = account.id;   -- refresh tokens go with their session
  else
    insert into public.user_roles (user_id, role, granted_by) values (account.id, p_role, p_by);
  end if;
  update private.staff_invites i set withdrawn_at = now() where i.email = account.email and i.accepted_at is null and i.withdrawn_at is null;
  perform private.notify_owners('roles', jsonb_build_object('person', private.person_name(account.id), 'role', p_role, 'had', had));
  person := account.id;
end $$;

create or replace function public.admin_people()
returns table (user_id uuid, full_name text, role text, since timestamptz, granted_by text, last_sign_in_at timestamptz, blocked boolean, email text, second_factor boolean)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('staff.manage') then raise exception 'permission denied for people' using errcode = '42501'; end if;
  return query
    select r.user_id, p.full_name, r.role, r.created_at, private.person_name(r.granted_by), u.last_sign_in_at, private.is_blocked(r.user_id),
      u.email::text, private.has_factor(r.user_id)
    from public.user_roles r join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
    where not private.is_api_key(r.user_id);
end $$;

create or replace function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_key(new.id) then return new; end if;   -- no person, no customer
  insert into public.profiles (id, full_name)
  values (new.id, nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), ''))
  on conflict (id) do nothing;
  return new;
end $$;

create or replace function private.refuse_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_blocked(new.user_id) then
    raise exception 'Your account is blocked. Please write to us if this is a mistake.' using errcode = 'PT403', detail = '{"code":"ACCOUNT_BLOCKED"}';
  end if;
  -- its account is no customer's
  if private.is_api_key(new.user_id) then
    raise exception 'An API key has no cart: create-manual-order orders for a customer' using errcode = 'PT403', detail = '{"code":"API_KEY"}';
  end if;
  return new;
end $$;

create or replace function private.opening_items() returns table (place integer, key text, state text, needed text, facts jsonb)
language plpgsql stable security definer set search_path = '' rows 11 as $$
begin
  return query select row_number() over ()::integer, i.key, i.state, i.needed, i.facts
  from public.settings s, private.mail_setup m,
    lateral (select array_remove(array[case when s.address = '' then 'address' end, case when s.city = '' then 'city' end,
        case when s.pincode = '' then 'pincode' end, case when s.email = '' then 'email' end, case when s.phone = '' then 'phone' end], null) as company,
      array_remove(array[case when s.cod_enabled then 'cod' end, case when s.upi_vpa is not null then 'upi' end,
        case when s.razorpay_enabled then 'razorpay' end], null) as methods,
      (select count(*) from (select from public.products p where p.status = 'active' limit 1000) c) as goods,
      (select count(*) from public.user_roles r where not private.is_api_key(r.user_id)) + (select count(*) from private.staff_invites v
        where v.accepted_at is null and v.withdrawn_at is null and v.expires_at > now()) as people,
      (s.free_delivery_from, s.delivery_charge, s.dispatch_days) is distinct from (1500, 100, 1) as delivery_set,
      (select count(*) from public.page_texts) as own_pages,
      m.host is not null or m.environment = 'smtp' as mails_go_out,
      exists (select from public.orders) as ordered) f,
    lateral (values
      ('company', case when f.company = '{}' then 'done' else 'missing' end, 'open', jsonb_build_object('missing', to_jsonb(f.company))),
      ('gstin', case when s.gstin is null then 'check' else 'done' end, null, jsonb_build_object('gstin', s.gstin)),
      ('logo', case when s.logo is null then 'check' else 'done' end, null, '{}'),
      ('products', case when f.goods = 0 then 'missing' else 'done' end, 'open', jsonb_build_object('count', f.goods)),
      ('delivery', case when f.delivery_set then 'done' else 'check' end, null,
        jsonb_build_object('charge', s.delivery_charge, 'free_from', s.free_delivery_from)),
      ('payment', case when f.methods = '{}' then 'missing' else 'done' end, 'open', jsonb_build_object('methods', to_jsonb(f.methods))),
      ('mail', case when f.mails_go_out then 'done' else 'missing' end, null, '{}'),
      ('officer', case when s.grievance_name = '' or (s.grievance_email = '' and s.grievance_phone = '') then 'missing' else 'done' end, 'law', '{}'),
      ('pages', case when f.own_pages = 0 then 'check' else 'done' end, null, jsonb_build_object('count', f.own_pages)),
      ('staff', case when f.people > 1 then 'done' else 'check' end, null, jsonb_build_object('count', f.people)),
      ('order', case when f.ordered then 'done' else 'missing' end, null, '{}')) i (key, state, needed, facts);
end $$;

create or replace function private.erase_old_sign_ins(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.clock_now();
  gone text[];
  erased integer;
  own record;
  total integer := 0;
begin
  -- a session in use is renewed every hour. refresh tokens and how it was signed in go by cascade
  with old as (
    select s.id from auth.sessions s where s.updated_at < moment - interval '90 days' or s.not_after < moment - interval '1 day'
      order by s.updated_at limit p_limit for update skip locked),
    erased as (delete from auth.sessions s using old where s.id = old.id returning s.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('sessions', gone, 'Not used for 90 days');

  -- an unverified address. invited staff and accounts with orders do not count
  with old as (
    select u.id from auth.users u
      where u.email_confirmed_at is null and u.created_at < moment - interval '90 days'
        and coalesce(greatest(u.confirmation_sent_at, u.invited_at), u.created_at) < moment - interval '90 days'
        and u.last_sign_in_at is null
        and not exists (select from public.user_roles r where r.user_id = u.id)
        and not private.is_api_key(u.id)   -- history names revoked ones
        and not exists (select from public.orders o where o.user_id = u.id)
      order by u.created_at limit p_limit for update skip locked),
    erased as (delete from auth.users u using old where u.id = old.id returning u.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('unconfirmed_accounts', gone, 'Not confirmed for 90 days');

  -- links and codes, which end within a day
  with old as (
    select t.id from auth.one_time_tokens t where t.created_at < (moment - interval '7 days') at time zone 'utc' order by t.created_at limit p_limit),
    erased as (delete from auth.one_time_tokens t using old where t.id = old.id returning t.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('one_time_tokens', gone, '7 days old');
  with old as (
    select f.id from auth.flow_state f where f.created_at < moment - interval '7 days' order by f.created_at limit p_limit),
    erased as (delete from auth.flow_state f using old where f.id = old.id returning f.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('flow_states', gone, '7 days old');

  -- who signed in from where
  with old as (
    select a.id from auth.audit_log_entries a where a.created_at < moment - interval '180 days' order by a.created_at limit p_limit),
    erased as (delete from auth.audit_log_entries a using old where a.id = old.id returning a.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('sign_in_log', gone, 'CERT-In directions of 28 April 2022: 180 days');

  -- tables of the shop's own sign-in service, which a hosted project may not have
  for own in select t.name from unnest('{registrations,mfa_challenges,mfa_attempts}'::text[]) t (name) where to_regclass('auth.' || t.name) is not null loop
    execute format('delete from auth.%I t where t.ctid = any (array(select o.ctid from auth.%1$I o where o.created_at < $1 limit $2))', own.name)
      using moment - interval '7 days', p_limit;
    get diagnostics erased = row_count;
    if erased > 0 then
      insert into private.erasures (what, ids, count, rule) values (own.name, '{}', erased, '7 days old');
      total := total + erased;
    end if;
  end loop;
  return total;
end $$;
