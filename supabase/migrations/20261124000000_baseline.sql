-- The schema as supabase/schemas had it on 24 November 2026. A landed migration is never edited: what is to change is changed there, and
-- `npm run migration -- name` writes the step.

set check_function_bodies = off;

-- 00_foundation.sql

-- what every later file stands on: the private schema, closed defaults, the desk logins and the small trigger functions.
-- only features that hosted supabase offers: no superuser is needed here, a role with createrole and createdb is enough.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- mail queue, counters, guards and request keys. never in the list of exposed schemas, and nobody from the wire
-- gets usage: policies reach private.is_admin() by its oid, which asks for execute alone.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;

-- hosted supabase opens every new table and function of public to anon and authenticated; here each grant is written out
-- beside its table, so the defaults are closed first. service_role is the server's own key and passes rls anyway.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- roles belong to the cluster, not to the database: another database of the same server may have made them already.
-- neither gets a password here: the server (or the operator of a hosted database) sets one. noinherit and without
-- membership, so a login that leaks is worth exactly the grants listed for it.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'shop_orders') then
    create role shop_orders login noinherit nocreatedb nocreaterole;   -- the place-order desk (docs/rules.md#placing-an-order)
    -- the desk sends the same few statements again and again, each for a handful of rows by their keys. one plan for all
    -- orders, and never a scan, which a connection that began with a dozen orders would keep for its life
    alter role shop_orders set plan_cache_mode = 'force_generic_plan';
    alter role shop_orders set enable_seqscan = off;
    -- how long a buyer waits for those in front before hearing that the shop is busy
    alter role shop_orders set lock_timeout = '5s';
    alter role shop_orders set statement_timeout = '10s';
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'shop_mail') then
    create role shop_mail login noinherit nocreatedb nocreaterole;     -- the mail sender (docs/rules.md#mails)
  end if;
exception when duplicate_object then null;   -- two databases migrating at the same time
end $$;
grant usage on schema public, private to shop_orders, shop_mail;

-- the moment an effect is dated with. `shop.as_of` lets the demo seed and tests live in the past; it cannot be set
-- over the wire, which sets `request.*` alone.
-- a `return` body is bound when it is made, so it needs no search_path of its own, and postgresql can inline it.
create function private.moment() returns timestamptz
language sql stable return coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, now());

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- optimistic locking: a form sends the version it read as a filter, and a stale write finds no row.
create function private.next_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- what a shopkeeper may type as a gstin; the checksum is domain/gstin.ts
create function private.looks_like_gstin(value text) returns boolean
language sql immutable parallel safe return value ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$';
grant execute on function private.looks_like_gstin(text) to public;

-- How much one account may ask of the shop. One place for the numbers: the functions and triggers that refuse read them here,
-- so they hold for several servers at once. An owner changes a number with one update; no client role reads or writes them.
create table private.limits (
  name text primary key,
  value integer not null check (value >= 0),
  about text not null
);
alter table private.limits enable row level security;

-- no policy and no grant: read by the definer functions alone
revoke all on private.limits from public;
insert into private.limits (name, value, about) values
  ('orders_per_hour', 20, 'Orders that one account places online in an hour.'),
  ('unpaid_orders', 5, 'Pending online orders of one account that wait for a payment. More would hold stock that nobody pays for.'),
  ('first_cod_rupees', 25000, 'Rupees that an account without a delivered order may owe on delivery, over all its open orders.'),
  ('claims_per_order', 5, 'UPI references that a buyer may tell for one order, corrections included.'),
  ('claims_per_day', 20, 'UPI references that one account may tell in 24 hours.'),
  ('claim_days', 7, 'Days that a UPI reference nobody has verified keeps an order open and its goods reserved.'),
  ('unknown_coupons_per_hour', 20, 'Unknown coupon codes that one account may try in an hour.'),
  ('unknown_coupons_in_all', 600, 'Unknown coupon codes in an hour over all accounts, after which an account has only a few tries.'),
  ('unknown_coupons_when_busy', 3, 'Tries that an account has while the total is reached.'),
  ('complaints_per_email', 3, 'Complaints in 24 hours under one e-mail address. Each sends a mail to it, and a stranger may have typed it.'),
  ('complaints_per_account', 5, 'Complaints of one account in 24 hours.'),
  ('complaints_per_client', 10, 'Complaints of one network in an hour.'),
  ('complaints_of_visitors', 200, 'Complaints of all visitors together in an hour.');

create function private.limit_of(p_name text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  found_value integer;
begin
  select l.value into strict found_value from private.limits l where l.name = p_name;
  return found_value;
end $$;
revoke all on function private.limit_of(text) from public;

-- 10_roles.sql

-- who runs the shop (docs/rules.md#roles). a customer has no row here.

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('owner', 'manager', 'catalogue', 'orders', 'accounts')),
  granted_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (user_id)
);
create index user_roles_granted_by_idx on public.user_roles (granted_by);
alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;

-- nothing for anon
grant select, delete on public.user_roles to authenticated;
grant insert (user_id, role) on public.user_roles to authenticated;

-- admins and roles: who runs the shop, seen by admins, changed by super admins who say their password again. a session that lies
-- open must not make an admin, so the wire's own insert and delete are taken back: the server function set-role proves the
-- password and writes at the desk of server functions, as ending an account does.

revoke insert, delete on public.user_roles from authenticated;
comment on table public.user_roles is 'Back-office roles; a super_admin has role admin too.';
comment on table public.user_roles is 'Staff, one role each. What a role may do: private.role_permissions.';

create table private.role_permissions (
  role text not null check (role in ('owner', 'manager', 'catalogue', 'orders', 'accounts')),
  permission text not null check (permission ~ '^[a-z]+(\.[a-z]+)?$'),
  primary key (role, permission)
);
alter table private.role_permissions enable row level security;

-- no policy and no grant: read through the functions below
revoke all on private.role_permissions from public;
insert into private.role_permissions (permission, role)
select p.permission, unnest(p.roles) from (values
  ('panel', '{owner,manager,catalogue,orders,accounts}'::text[]),   -- enter the back office
  ('orders.read', '{owner,manager,orders,accounts}'),
  ('orders.process', '{owner,manager,orders}'),
  ('orders.create', '{owner,manager,orders}'),
  ('payments.manage', '{owner,manager,accounts}'),
  ('gst.read', '{owner,manager,accounts}'),
  ('analytics.read', '{owner,manager,accounts}'),
  ('catalogue.write', '{owner,manager,catalogue}'),
  ('marketing.write', '{owner,manager,catalogue}'),
  ('customers.read', '{owner,manager,accounts}'),
  ('customers.write', '{owner,manager}'),
  ('customers.emails', '{owner}'),
  ('complaints.write', '{owner,manager,orders}'),
  ('mails.read', '{owner,manager}'),
  ('settings.write', '{owner,manager}'),
  ('audit.read', '{owner,manager}'),
  ('owner.settings', '{owner}'),
  ('staff.manage', '{owner}')
) p (permission, roles);

-- the owner may demand a second factor of all staff
create table private.staff_security (
  id boolean primary key default true check (id),
  second_factor_required boolean not null default false
);
alter table private.staff_security enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.staff_security from public;
insert into private.staff_security default values;

-- is the session of this token still open, and proven as far as the shop asks? an access token outlives its session by up to an
-- hour: for staff that hour does not count. every token of the auth service names its session; claims without one are those that
-- server functions set after they have checked the caller themselves.
create function private.session_is_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.jwt() ->> 'session_id' is null or exists (
    select from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()))
$$;

create function private.session_is_good() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_is_open() and (auth.jwt() ->> 'session_id' is null or coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not (select x.second_factor_required from private.staff_security x))
$$;

-- may this person? for server functions, which say for whom they ask, from a token whose session they have checked
create function private.staff_may(p_user uuid, p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r join private.role_permissions p on p.role = r.role
    where r.user_id = p_user and p.permission = p_permission
      and not exists (select from public.account_blocks b where b.user_id = r.user_id))
$$;
grant execute on function private.staff_may(uuid, text) to shop_orders;

-- may the caller? policies ask it once per statement as (select private.may('…'))
create function private.may(p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.staff_may(auth.uid(), p_permission) and private.session_is_good()
$$;

-- service_role: the audit of profiles asks in a trigger's condition, where the right to call is checked even if nothing is called
grant execute on function private.may(text) to authenticated, service_role;
revoke all on function private.session_is_open(), private.session_is_good(), private.staff_may(uuid, text), private.may(text) from public;

-- the same for functions with their caller's own rights, which reach nothing of the schema private, and for server functions
create function public.may(p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$ select private.may(p_permission) $$;
revoke all on function public.may(text) from public;
grant execute on function public.may(text) to authenticated, service_role;

-- nothing for anon

-- the panel's question (docs/rules.md#roles): 'admin' is whoever may enter it, 'super_admin' the owner; other names are roles. true or
-- false about oneself, and about anybody when staff or the server asks; everybody else hears false whatever is true.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r
    where r.user_id = _user_id
      and case _role when 'admin' then private.staff_may(r.user_id, 'panel') when 'super_admin' then r.role = 'owner' else r.role = _role end
      and not exists (select from public.account_blocks b where b.user_id = r.user_id)
      and (_user_id = (select auth.uid()) and (select private.session_is_good())
        or (select auth.role()) = 'service_role' or (select private.may('panel')))
  )
$$;
revoke all on function public.has_role(uuid, text) from public, anon;

-- anonymous callers have no grant
grant execute on function public.has_role(uuid, text) to authenticated, service_role;

-- what the caller may do, for screens and server functions; empty for customers
create function public.my_permissions() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.permission order by p.permission), '{}')
  from public.user_roles r join private.role_permissions p on p.role = r.role
  where r.user_id = auth.uid() and private.may(p.permission)
$$;
revoke all on function public.my_permissions() from public;
grant execute on function public.my_permissions() to authenticated;
create policy "pictures of goods" on storage.objects for all to authenticated
  using (bucket_id in ('product_images', 'category_images') and (select private.may('catalogue.write')))
  with check (bucket_id in ('product_images', 'category_images') and (select private.may('catalogue.write')));
create policy "pictures of banners" on storage.objects for all to authenticated
  using (bucket_id = 'banner_images' and (select private.may('marketing.write')))
  with check (bucket_id = 'banner_images' and (select private.may('marketing.write')));

-- the body asks; nothing for anon

-- the name that history and lists show: a person's own, else the e-mail address
create function private.person_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.full_name), ''), u.email::text) from auth.users u left join public.profiles p on p.id = u.id where u.id = p_user
$$;
revoke all on function private.person_name(uuid) from public;

-- names of the staff, of today and of those who left, for lists that show who did something
create function public.staff_names() returns table (user_id uuid, name text, present boolean)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('panel') then raise exception 'permission denied for staff' using errcode = '42501'; end if;
  return query select s.id, private.person_name(s.id), bool_or(s.present) from (
    select r.user_id as id, true as present from public.user_roles r
    union all select a.row_id::uuid, false from public.audit_log a where a.table_name = 'user_roles' and a.row_id ~ '^[0-9a-f-]{36}$') s
  where exists (select from auth.users u where u.id = s.id) group by s.id;
end $$;
revoke all on function public.staff_names() from public;
grant execute on function public.staff_names() to authenticated;

-- who works here: roles, invitations, leaving. an owner decides, with the password said again; the server functions act at the
-- desk's login.

-- a role for somebody, another one, or none any more (p_role null), in the name of p_by; or says why not: FORBIDDEN, NO_ACCOUNT,
-- UNCONFIRMED (whose address it is was never proven), BLOCKED, SAME, LAST_OWNER. by id or by e-mail address. whoever loses the
-- role is signed out everywhere in the same transaction.
create function private.set_role(p_by uuid, p_user uuid, p_email text, p_role text, out refusal text, out person uuid)
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
    where u.deleted_at is null and case when p_user is null then u.email = lower(btrim(p_email)) else u.id = p_user end;
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
  perform private.tell_owners('roles', jsonb_build_object('person', private.person_name(account.id), 'role', p_role, 'had', had));
  person := account.id;
end $$;

-- the body lets admins through; nothing for anon
grant execute on function private.set_role(uuid, uuid, text, text) to shop_orders;

-- ── invitations ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- an invitation belongs to an address: it is accepted by the account that has proven this address, within seven days. the link in
-- its mail opens the account of whoever had none; it is made and kept by the auth service and stands nowhere here.
create table private.staff_invites (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('owner', 'manager', 'catalogue', 'orders', 'accounts')),
  invited_by uuid references auth.users (id) on delete set null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index staff_invites_open_idx on private.staff_invites (email) where accepted_at is null and withdrawn_at is null;
create index staff_invites_invited_by_idx on private.staff_invites (invited_by);
alter table private.staff_invites enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.staff_invites from public;

-- invites, or invites once more with a new week and perhaps another role. known: the address has an account that is confirmed, so
-- that the mail needs no link of the auth service. refusals: FORBIDDEN, STAFF (works here already), BLOCKED, TOO_MANY
create function private.invite_staff(p_by uuid, p_email text, p_role text, out refusal text, out invite uuid, out known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(p_email));
  account record;
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  if not private.staff_may(p_by, 'staff.manage') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  select u.id, u.email_confirmed_at is not null as proven into account from auth.users u where u.email = address and u.deleted_at is null;
  known := coalesce(account.proven, false);
  refusal := case
    when exists (select from public.user_roles r where r.user_id = account.id) then 'STAFF'
    when private.is_blocked(account.id) then 'BLOCKED'
    when (select count(*) from private.staff_invites i where i.sent_at > now() - interval '1 hour') >= 30
      or exists (select from private.staff_invites i where i.email = address and i.sent_at > now() - interval '1 minute') then 'TOO_MANY'
    end;
  if refusal is not null then return; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  delete from private.staff_invites i where coalesce(i.accepted_at, i.withdrawn_at, i.expires_at) < now() - interval '90 days';
  insert into private.staff_invites (email, role, invited_by) values (address, p_role, p_by)
    on conflict (email) where accepted_at is null and withdrawn_at is null
    do update set role = excluded.role, invited_by = excluded.invited_by, sent_at = now(), expires_at = now() + interval '7 days'
    returning id into invite;
  if known then
    insert into private.mails (kind, recipient, data, next_attempt_at)
      values ('staff_invite', address, jsonb_build_object('role', p_role, 'by', private.person_name(p_by)), now() - interval '1 day');
  end if;
  perform private.tell_owners('invite', jsonb_build_object('person', address, 'role', p_role));
end $$;

-- the invitations that wait, for owners
create function public.staff_invites() returns table (id uuid, email text, role text, invited_by text, sent_at timestamptz, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('staff.manage') then raise exception 'permission denied for invitations' using errcode = '42501'; end if;
  return query select i.id, i.email, i.role, private.person_name(i.invited_by), i.sent_at, i.expires_at
    from private.staff_invites i where i.accepted_at is null and i.withdrawn_at is null order by i.sent_at desc;
end $$;

create function private.open_invite() returns private.staff_invites
language sql stable security definer set search_path = '' as $$
  select i from auth.users u join private.staff_invites i on i.email = lower(u.email)
  where u.id = auth.uid() and u.email_confirmed_at is not null and u.deleted_at is null and not private.is_blocked(u.id)
    and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
    and private.staff_may(i.invited_by, 'staff.manage')   -- an owner who was removed invites nobody any more
$$;

-- the invitation of whoever is signed in; null: there is none, or none any more
create function public.my_invite() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('role', i.role, 'invited_by', private.person_name(i.invited_by), 'expires_at', i.expires_at)
  from private.open_invite() i where i.id is not null
$$;

-- the invited person says their name and begins
create function public.accept_invite(p_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  open private.staff_invites;
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  open := private.open_invite();
  if open.id is null or not private.session_is_open() then
    raise exception 'There is no invitation for this account' using errcode = 'PT404', detail = '{"code":"NO_INVITE"}';
  end if;
  if length(btrim(coalesce(p_name, ''))) not between 1 and 120 then
    raise exception 'Enter your name' using errcode = '22023', detail = '{"code":"NAME_REQUIRED"}';
  end if;
  update public.profiles p set full_name = btrim(p_name) where p.id = auth.uid();
  insert into public.user_roles (user_id, role, granted_by) values (auth.uid(), open.role, open.invited_by) on conflict do nothing;
  update private.staff_invites i set accepted_at = now() where i.id = open.id;
  return open.role;
end $$;

create function public.admin_people()
returns table (user_id uuid, full_name text, role text, since timestamptz, granted_by text, last_sign_in_at timestamptz, blocked boolean, email text, second_factor boolean)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('staff.manage') then raise exception 'permission denied for people' using errcode = '42501'; end if;
  return query
    select r.user_id, p.full_name, r.role, r.created_at, private.person_name(r.granted_by), u.last_sign_in_at, private.is_blocked(r.user_id),
      u.email::text, private.has_factor(r.user_id)
    from public.user_roles r join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id;
end $$;
revoke all on function public.staff_invites(), private.open_invite(), public.my_invite(), public.accept_invite(text), public.admin_people() from public;

-- the bodies ask; nothing for anon
grant execute on function public.staff_invites(), public.my_invite(), public.accept_invite(text), public.admin_people() to authenticated;

-- Customers' profiles are changed by whoever may change customers. Those of the staff are not theirs: the audit log, the timelines and
-- the mails to owners name a person by the profile, and a manager could have given an owner's name to somebody, or another to the owner.
create function private.works_here(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles r where r.user_id = p_user)
$$;
revoke all on function private.works_here(uuid) from public;
grant execute on function private.works_here(uuid) to authenticated;

-- an invitation that is withdrawn while somebody accepts it: the two wait for each other, as all changes of roles do
create function private.withdraw_invite(p_by uuid, p_invite uuid, out refusal text)
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  if not private.staff_may(p_by, 'staff.manage') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  update private.staff_invites i set withdrawn_at = now() where i.id = p_invite and i.accepted_at is null and i.withdrawn_at is null;
  if not found then refusal := 'NOT_OPEN'; end if;
end $$;

-- no update: a role is granted or taken away, never turned into another

create policy "own roles, and all of them for admins" on public.user_roles for select to authenticated
  using ((user_id = (select auth.uid())) OR (select private.may('customers.read')));
revoke all on function private.invite_staff(uuid, text, text), private.withdraw_invite(uuid, uuid) from public;
grant execute on function private.invite_staff(uuid, text, text), private.withdraw_invite(uuid, uuid) to shop_orders;

-- 11_profiles.sql

-- the customer's own page. the e-mail address stays in auth.users and reaches the back office through a server function.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (length(full_name) <= 120),
  company_name text check (length(company_name) <= 160),
  gstin text check (private.looks_like_gstin(gstin)),
  phone text check (length(phone) <= 20),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_created_at_idx on public.profiles (created_at desc, id);
alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;

-- nothing for anon
grant select on public.profiles to authenticated;
grant update (full_name, company_name, gstin, phone) on public.profiles to authenticated;

-- no insert: the trigger makes the row. no delete: it goes with the account

create policy "own profile, and all of them for admins" on public.profiles for select to authenticated
  using ((id = (select auth.uid())) OR (select private.may('customers.read')));
create policy "own profile, and customers' for admins" on public.profiles for update to authenticated
  using ((id = (select auth.uid())) OR (select private.may('staff.manage')) OR ((select private.may('customers.write')) AND (NOT private.works_here(id))))
  with check ((id = (select auth.uid())) OR (select private.may('staff.manage')) OR ((select private.may('customers.write')) AND (NOT private.works_here(id))));

-- the command palette: an order by its number, serial, buyer or telephone, a product by name or sku, a customer. one call,
-- each kind bounded, so that a keystroke costs the same in a large shop. admins alone; definer, because ilike is not
-- leakproof and would read whole tables behind the policies.

-- who is looked for by name, company or telephone. not on orders: every order and each of its steps would write some forty
-- entries; so orders are found by their customer, and by name among the newest 2,000 (counter sales have no customer)
create index profiles_words_idx on public.profiles using gin
  ((coalesce(full_name, '') || ' ' || coalesce(company_name, '') || ' ' || coalesce(phone, '')) extensions.gin_trgm_ops);

-- ── the buyer on the telephone ──────────────────────────────────────────────────────────────────────────────────────────────
create index profiles_gstin_idx on public.profiles (gstin) where gstin is not null;

-- the back office's customers: one line each for the list, one call for the page of one.

create index profiles_name_idx on public.profiles (lower(coalesce(nullif(full_name, ''), company_name, '')), id);
create trigger touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();

-- full_name arrives as user metadata at sign-up. cut, not refused: a long name must not break sign-up.
create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), ''))
  on conflict (id) do nothing;
  return new;
end $$;
revoke all on function private.make_profile() from public;
create trigger make_profile after insert on auth.users for each row execute function private.make_profile();

-- the customer's address book. an order copies what it ships to and never looks back here.

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  full_name text not null check (length(btrim(full_name)) between 1 and 120),
  company_name text check (length(company_name) <= 160),
  gstin text check (private.looks_like_gstin(gstin)),
  address text not null check (length(btrim(address)) between 1 and 400),
  city text not null check (length(btrim(city)) between 1 and 80),
  state text not null check (length(btrim(state)) between 1 and 60),
  pincode text not null check (pincode ~ '^[1-9][0-9]{5}$'),
  email text check (length(email) <= 254),
  phone text not null check (length(phone) between 10 and 20),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the checks of the table count what is left after trimming. not valid: a row of before stays as it is until somebody changes it
  constraint addresses_lengths_check check (
  length(full_name) <= 200 and length(address) <= 500 and length(city) <= 120 and length(state) <= 80) not valid
);
create index addresses_user_id_idx on public.addresses (user_id, created_at desc);
create unique index addresses_one_default on public.addresses (user_id) where is_default;
alter table public.addresses enable row level security;
revoke all on public.addresses from anon, authenticated;

-- nothing for anon
grant select, delete on public.addresses to authenticated;
grant insert (user_id, full_name, company_name, gstin, address, city, state, pincode, email, phone, is_default) on public.addresses to authenticated;
grant update (full_name, company_name, gstin, address, city, state, pincode, email, phone, is_default) on public.addresses to authenticated;

-- user_id cannot be updated: an address is not handed over

create policy "own addresses, and customers' for admins" on public.addresses for select to authenticated
  using ((user_id = (select auth.uid())) OR (select private.may('customers.read')));
create policy "add own" on public.addresses for insert to authenticated with check (user_id = (select auth.uid()));
create policy "change own" on public.addresses for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "delete own" on public.addresses for delete to authenticated using (user_id = (select auth.uid()));
create trigger touch_updated_at before update on public.addresses
  for each row execute function private.touch_updated_at();

-- choosing a new default is one write for the client
create function private.move_default_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.addresses set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  return new;
end $$;
create trigger move_default_address before insert or update of is_default on public.addresses
  for each row when (new.is_default) execute function private.move_default_address();

-- who may not come in any more. banned_until of auth.users is what the auth service asks (docs/api.md#auth: user_banned), here and on a
-- hosted project; the row here says why, by whom and since when, and is what the database itself asks: an access token lives on
-- for up to an hour.

create table public.account_blocks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  reason text not null check (length(btrim(reason)) between 1 and 400),
  blocked_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index account_blocks_blocked_by_idx on public.account_blocks (blocked_by);
alter table public.account_blocks enable row level security;
revoke all on public.account_blocks from anon, authenticated;

-- nothing for anon
grant select on public.account_blocks to authenticated;

-- no insert, update, delete for anyone: the two functions below alone, which end the sessions too
create policy "admins read" on public.account_blocks for select to authenticated
  using ((select private.may('customers.read')));

create function private.is_blocked(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.account_blocks b where b.user_id = p_user)
$$;

-- whom may the caller block or let in again? an admin customers, a super admin also admins, nobody himself. takes the locks: of
-- an admin all super admins in order first, so that two who block each other at the same moment leave one; then the account, so
-- that an order which is being placed is finished first.
create function private.lock_blockable(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('customers.write') then raise exception 'permission denied for accounts' using errcode = '42501'; end if;
  if p_user = auth.uid() then raise exception 'Nobody blocks his own account' using errcode = 'PT409', detail = '{"code":"OWN_ACCOUNT"}'; end if;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    perform from public.user_roles r where r.role = 'owner' order by r.user_id for update;
    -- asked behind the lock: he may have been blocked meanwhile
    if not private.may('staff.manage') then raise exception 'Only a super admin blocks an admin' using errcode = '42501', detail = '{"code":"STAFF"}'; end if;
  end if;
  perform from auth.users u where u.id = p_user for update;
  if not found then raise exception 'There is no such account' using errcode = 'PT404', detail = '{"code":"NO_ACCOUNT"}'; end if;
end $$;

create function public.block_account(p_user uuid, p_reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  perform private.lock_blockable(p_user);
  if length(btrim(coalesce(p_reason, ''))) not between 1 and 400 then
    raise exception 'A reason is needed' using errcode = '23514', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  insert into public.account_blocks (user_id, reason, blocked_by) values (p_user, btrim(p_reason), auth.uid()) on conflict do nothing returning created_at into since;
  if since is null then raise exception 'This account is blocked already' using errcode = 'PT409', detail = '{"code":"ALREADY_BLOCKED"}'; end if;
  -- not 'infinity': the auth service of a hosted project cannot read it
  update auth.users u set banned_until = now() + interval '100 years' where u.id = p_user;
  delete from auth.sessions s where s.user_id = p_user;   -- refresh tokens go with their session
  return since;
end $$;

create function public.unblock_account(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_blockable(p_user);
  delete from public.account_blocks b where b.user_id = p_user;
  if not found then return false; end if;
  update auth.users u set banned_until = null where u.id = p_user;
  return true;
end $$;

-- what a token that is still good may not do: order, and fill a cart. reading what is one's own stays, and so does a complaint.
create function private.refuse_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_blocked(new.user_id) then
    raise exception 'Your account is blocked. Please write to us if this is a mistake.' using errcode = 'PT403', detail = '{"code":"ACCOUNT_BLOCKED"}';
  end if;
  return new;
end $$;
revoke all on function private.is_blocked(uuid), private.lock_blockable(uuid), private.refuse_blocked(), public.block_account(uuid, text), public.unblock_account(uuid) from public;
grant execute on function public.block_account(uuid, text), public.unblock_account(uuid) to authenticated;

-- what a sign-up brings reaches the account when its own link is opened, not when the row of auth.users is made: anybody can sign
-- up with anybody's address. so name and first consents are taken over at the confirmation too.

create function private.name_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set full_name = nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), '')
    where p.id = new.id and p.full_name is null and btrim(new.raw_user_meta_data ->> 'full_name') <> '';
  return null;
end $$;
revoke all on function private.name_profile() from public;
create trigger name_profile after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.name_profile();

-- where somebody is signed in: a list of one's own sessions, and ending one of them. the tables are the sign-in service's; these
-- functions show and end what belongs to the caller and nothing else.

-- enough to recognise one's own connection, too little to be worth stealing
create function private.shortened_network(p_address inet) returns text
language sql immutable set search_path = '' as $$
  select case when p_address is null then null
    else host(network(set_masklen(p_address, case family(p_address) when 4 then 24 else 48 end))) end
$$;
revoke all on function private.shortened_network(inet) from public;

-- the session of the caller's token, while it lives: an access token outlives its session by up to an hour
create function private.own_session() returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from auth.sessions s
  where s.id = ((select auth.jwt()) ->> 'session_id')::uuid and s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
$$;
revoke all on function private.own_session() from public;

-- the newest first, this one before all. `second_factor`: it was given at the sign-in; without it, where the account asks for one,
-- somebody knew the password and came no further.
create function public.my_sessions()
returns table (id uuid, this_device boolean, user_agent text, network text, signed_in_at timestamptz, last_used_at timestamptz, second_factor boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.id = private.own_session(), s.user_agent, private.shortened_network(s.ip), s.created_at,
    coalesce(s.refreshed_at at time zone 'utc', s.created_at), coalesce(s.aal::text, 'aal1') <> 'aal1'
  from auth.sessions s
  where s.user_id = (select auth.uid()) and private.own_session() is not null and (s.not_after is null or s.not_after > now())
  order by 2 desc, 6 desc, 1
  limit 100
$$;

-- false: it is gone already, or belongs to somebody else
create function public.end_session(p_session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.own_session() is null then return false; end if;
  delete from auth.sessions s where s.id = p_session and s.user_id = (select auth.uid());
  return found;
end $$;
revoke all on function public.my_sessions(), public.end_session(uuid) from public;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;

-- for the policy: nobody reaches the schema

alter policy "own profile, and customers' for admins" on public.profiles
  using (id = (select auth.uid()) or (select private.may('staff.manage')) or (select private.may('customers.write')) and not private.works_here(id))
  with check (id = (select auth.uid()) or (select private.may('staff.manage')) or (select private.may('customers.write')) and not private.works_here(id));

-- 12_settings.sql

-- the shop's own facts and switches: one row, typed columns, so that a misspelt setting cannot exist (docs/rules.md#store-settings).

create table public.settings (
  id boolean primary key default true check (id),   -- true is the only key there is: one row
  store_name text not null default 'Shringar' check (length(btrim(store_name)) between 1 and 80),
  legal_name text not null default '',
  address text not null default '',
  city text not null default '',
  state_code text not null default '27' check (state_code ~ '^[0-9]{2}$'),
  pincode text not null default '' check (pincode = '' or pincode ~ '^[1-9][0-9]{5}$'),
  gstin text check (private.looks_like_gstin(gstin)),
  email text not null default '',
  phone text not null default '',
  whatsapp text,
  founded_year integer not null default 2010 check (founded_year between 1800 and 2200),
  -- Mon-Fri 9:00-18:00, Sat 10:00-16:00, Sun closed
  hours jsonb not null default '[{"days":"Mon-Fri","opens":"9:00","closes":"18:00"},{"days":"Sat","opens":"10:00","closes":"16:00"},{"days":"Sun","opens":null,"closes":null}]'
    check (jsonb_typeof(hours) = 'array'),
  social jsonb not null default '{}' check (jsonb_typeof(social) = 'object'),
  grievance_name text not null default '',
  grievance_email text not null default '',
  grievance_phone text not null default '',
  prices_include_gst boolean not null default true,
  forced_gst_percent numeric(5, 2) default 18 check (forced_gst_percent between 0 and 100),   -- null: each product's own rate
  show_gst_breakdown boolean not null default false,
  free_delivery_from numeric(12, 2) not null default 1500 check (free_delivery_from >= 0),
  delivery_charge numeric(12, 2) not null default 100 check (delivery_charge >= 0),
  cod_enabled boolean not null default true,
  upi_vpa text check (upi_vpa ~ '^[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9.-]{1,63}$'),
  upi_unpaid_hours integer not null default 48 check (upi_unpaid_hours between 1 and 720),               -- docs/rules.md#order-before-payment
  razorpay_unpaid_minutes integer not null default 30 check (razorpay_unpaid_minutes between 5 and 1440), -- docs/rules.md#order-before-payment
  demo_mode boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- the first two digits of a gstin are its State (docs/india.md#gstin)
  check (gstin is null or left(gstin, 2) = state_code),
  -- offered when an admin switched it on and there are keys to do it with (docs/rules.md#payment-states)
  razorpay_enabled boolean not null default false,
  -- the month's issued documents for the return (docs/india.md#reports): read by the server function gst-return alone, for admins.
  -- more digits of hsn in table 12, and e-invoices, are asked of who sold for more than five crore in the year before
  turnover_above_5_crore boolean not null default false,
  -- the shop's other places (E-Commerce Rules 2020, rule 5: headquarters and all branches), one a line, for the contact page.
  -- invoices keep the principal place of the settings.
  other_addresses text not null default '' check (length(other_addresses) <= 2000),
  -- How long a parcel takes: working days until the shop hands it over, then days on the way by where it goes. domain/delivery-days.ts
  -- makes a range of dates of it for a PIN code. Sundays are no days of dispatch; the others that are none stand in a list.
  dispatch_days integer not null default 1 check (dispatch_days between 0 and 60),
  transit_home_min integer not null default 1 check (transit_home_min between 0 and 60),      -- the shop's own State
  transit_home_max integer not null default 3 check (transit_home_max between 0 and 60),
  transit_other_min integer not null default 3 check (transit_other_min between 0 and 60),
  transit_other_max integer not null default 6 check (transit_other_max between 0 and 60),
  transit_remote_min integer not null default 5 check (transit_remote_min between 0 and 60),  -- North-East, J&K, Ladakh, islands
  transit_remote_max integer not null default 10 check (transit_remote_max between 0 and 60),
  dispatch_holidays date[] not null default '{}'
    check (cardinality(dispatch_holidays) <= 60 and array_position(dispatch_holidays, null) is null),
  constraint settings_transit_home check (transit_home_min <= transit_home_max),
  constraint settings_transit_other check (transit_other_min <= transit_other_max),
  constraint settings_transit_remote check (transit_remote_min <= transit_remote_max),
  constraint settings_whatsapp
  check (length(whatsapp) <= 40 and regexp_replace(whatsapp, '[[:space:]().-]', '', 'g') ~ '^(\+91|91|0)?[6-9][0-9]{9}$')
);
alter table public.settings enable row level security;
revoke all on public.settings from anon, authenticated;
grant select on public.settings to anon, authenticated, shop_orders, shop_mail;
grant update (store_name, legal_name, address, city, state_code, pincode, gstin, email, phone, whatsapp, founded_year, hours, social,
  grievance_name, grievance_email, grievance_phone, prices_include_gst, forced_gst_percent, show_gst_breakdown, free_delivery_from,
  delivery_charge, cod_enabled, upi_vpa, upi_unpaid_hours, razorpay_unpaid_minutes, demo_mode) on public.settings to authenticated;

-- no insert, no delete: the row is always there and always one

create policy "everybody reads" on public.settings for select to anon, authenticated, shop_orders, shop_mail using (true);
create policy "admins change" on public.settings for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));
grant update (razorpay_enabled) on public.settings to authenticated;
grant update (turnover_above_5_crore) on public.settings to authenticated;
grant update (other_addresses) on public.settings to authenticated;

-- what only an owner changes, after saying the password again: the mail server, the payment keys, where UPI money goes, who the shop
-- is, and the staff. the server functions prove the password and then act here, at the desk's login, in the owner's name.

-- the legal identity and the UPI address leave the ordinary settings
revoke update (store_name, legal_name, address, city, state_code, pincode, gstin, upi_vpa) on public.settings from authenticated;

-- whoever may write the settings, by the policy that stands
grant update (dispatch_days, transit_home_min, transit_home_max, transit_other_min, transit_other_max, transit_remote_min, transit_remote_max,
  dispatch_holidays) on public.settings to authenticated;
insert into public.settings default values;
create trigger next_version before update on public.settings for each row execute function private.next_version();

-- the series of issued documents as the owner names them: prefix/year/number (cgst rules 46, 49 and 53: at most 16 characters of
-- letters, digits, '-' and '/', consecutive, unique in its financial year). a series that has issued a number this year runs on
-- until 31 march, unless it is full; a new name waits for 1 april. domain/serials.ts says the same to the form.

create table public.serial_series (
  kind text primary key check (kind in ('tax_invoice', 'bill_of_supply', 'credit_note')),
  prefix text not null check (prefix ~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$'),
  digits integer not null check (digits between 4 and 6),
  -- what follows on 1 april of next_from; all three or none
  next_prefix text check (next_prefix ~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$'),
  next_digits integer check (next_digits between 4 and 6),
  next_from date,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (length(prefix) + digits <= 9),             -- with '/26-27/' 16 characters
  check (length(next_prefix) + next_digits <= 9),
  check (num_nonnulls(next_prefix, next_digits, next_from) in (0, 3))
);
alter table public.serial_series enable row level security;
revoke all on public.serial_series from anon, authenticated;

-- nothing for anon
grant select on public.serial_series to authenticated;

-- no insert, update or delete: set_serial_series() alone, which knows what a running series bears
revoke insert, update, delete, truncate on public.serial_series from service_role;
create policy "admins read" on public.serial_series for select to authenticated
  using ((select private.may('settings.write')));
insert into public.serial_series (kind, prefix, digits) values ('tax_invoice', 'INV', 6), ('bill_of_supply', 'BOS', 6), ('credit_note', 'CN', 6);
create trigger next_version before update on public.serial_series for each row execute function private.next_version();

-- which series a document of this kind belongs to at a moment
create function private.series_at(p_kind text, p_moment timestamptz) returns table (prefix text, digits integer)
language sql stable set search_path = '' as $$
  select case when n.follows then s.next_prefix else s.prefix end, case when n.follows then s.next_digits else s.digits end
  from public.serial_series s
  cross join lateral (select coalesce(s.next_from <= (p_moment at time zone 'Asia/Kolkata')::date, false) as follows) n
  where s.kind = p_kind
$$;

-- the first of april after a moment, in india
create function private.next_financial_year(p_moment timestamptz) returns date
language sql stable set search_path = '' as $$
  select make_date(extract(year from (p_moment at time zone 'Asia/Kolkata') - interval '3 months')::integer + 1, 4, 1)
$$;

-- what the screen shows: each series, its last number this year, and what comes next
create function public.serial_overview() returns table (kind text, prefix text, digits integer, next_prefix text, next_digits integer, next_from date,
  version integer, financial_year text, last_number integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  year text := private.financial_year(private.moment());
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  return query
    select s.kind, a.prefix, a.digits,
      case when a.pending then s.next_prefix end, case when a.pending then s.next_digits end, case when a.pending then s.next_from end,
      s.version, year, coalesce((select c.last_number from private.serial_counters c where c.series = a.prefix and c.financial_year = year), 0)
    from public.serial_series s
    cross join lateral (select n.prefix, n.digits, coalesce(s.next_from > (private.moment() at time zone 'Asia/Kolkata')::date, false) as pending
      from private.series_at(s.kind, private.moment()) n) a
    order by array_position(array['tax_invoice', 'bill_of_supply', 'credit_note'], s.kind);
end $$;

-- names a series. at once where no number of this year stands under its name, or where it is full; else from 1 april. naming it
-- as it is takes a waiting name back. answers the date from which it holds; null: from now on.
create function public.set_serial_series(p_kind text, p_prefix text, p_digits integer, p_version integer) returns date
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := private.moment();
  kept public.serial_series;
  runs record;
  issued integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(hashtext('shop.series'), hashtext(p_kind));
  lock table public.serial_series in share row exclusive mode;   -- two who name two series alike
  select s.* into kept from public.serial_series s where s.kind = p_kind;
  if not found then raise exception 'There is no such series' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"kind"}'; end if;
  if kept.version <> p_version then
    raise exception 'Somebody else has named this series meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_prefix is null or p_prefix !~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$' then
    raise exception 'A prefix is made of capital letters, digits and hyphens between them' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"prefix"}';
  elsif p_digits is null or p_digits not between 4 and 6 then
    raise exception 'Numbers have four to six digits' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"digits"}';
  elsif length(p_prefix) + p_digits > 9 then
    raise exception 'With the year and its slashes the number would be longer than the 16 characters of rule 46'
      using errcode = '22023', detail = '{"code":"SERIES_TOO_LONG","field":"prefix"}';
  end if;
  -- 'CMP' numbers complaints. a name that any other kind has, waits for or ever had would mix two series into one
  if p_prefix = 'CMP' or exists (select from public.serial_series s where s.kind <> p_kind and p_prefix in (s.prefix, s.next_prefix))
    or exists (select from public.documents d where d.serial like p_prefix || '/%'
      and case d.form when 'invoice_cum_bill' then 'tax_invoice' else d.form end <> p_kind) then
    raise exception 'Another series has this prefix' using errcode = 'PT409', detail = '{"code":"PREFIX_TAKEN","field":"prefix"}';
  end if;

  select s.prefix, s.digits into strict runs from private.series_at(p_kind, today) s;
  if (runs.prefix, runs.digits) = (p_prefix, p_digits) then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  select c.last_number into issued from private.serial_counters c where c.series = runs.prefix and c.financial_year = private.financial_year(today);
  if coalesce(issued, 0) = 0 or issued >= power(10, runs.digits) - 1 then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  update public.serial_series s set prefix = runs.prefix, digits = runs.digits, next_prefix = p_prefix, next_digits = p_digits,
    next_from = private.next_financial_year(today) where s.kind = p_kind;
  return private.next_financial_year(today);
end $$;
revoke all on function private.series_at(text, timestamptz), private.next_financial_year(timestamptz), public.serial_overview(),
  public.set_serial_series(text, text, integer, integer) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.serial_overview(), public.set_serial_series(text, text, integer, integer) to authenticated;

-- the shop's own words on /terms, /privacy and /about, where the owner has replaced the texts that come with it. plain
-- text in the markup of domain/page-text.ts, which the server alone renders; no row: the page's own text. history: the audit log.

create table public.page_texts (
  page text primary key check (page in ('terms', 'privacy', 'about')),
  body text not null check (length(btrim(body)) between 1 and 40000),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
alter table public.page_texts enable row level security;
revoke all on public.page_texts from anon, authenticated;
grant select on public.page_texts to anon, authenticated;
grant insert (page, body), update (body), delete on public.page_texts to authenticated;
create policy "everybody reads" on public.page_texts for select to anon, authenticated using (true);
create policy "admins write" on public.page_texts for insert to authenticated
  with check ((select private.may('settings.write')));
create policy "admins change" on public.page_texts for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));

-- deleting is going back to the page's own text
create policy "admins reset" on public.page_texts for delete to authenticated
  using ((select private.may('settings.write')));
create trigger next_version before update on public.page_texts for each row execute function private.next_version();

-- the shop's own mail server and sender, set in the back office; without it the environment's SMTP_URL holds, and without that the
-- outbox. kept as the payment keys are: a table without grants, written by admins, its password read by the sender alone.

-- no check constraint on the password: its message would print the failing row into the answer and the log
create table private.mail_setup (
  id boolean primary key default true check (id),
  host text,                    -- null: no server of its own
  port integer,
  security text check (security in ('tls', 'starttls', 'none')),
  username text,
  password text,
  from_name text,               -- null: the store's name
  from_address text,            -- null: MAIL_FROM, or orders@ the site's host
  reply_to text,                -- null: the store's e-mail
  environment text not null default 'outbox' check (environment in ('outbox', 'smtp')),   -- what the server was started with
  environment_host text,
  version integer not null default 1,
  changed_at timestamptz
);
alter table private.mail_setup enable row level security;
insert into private.mail_setup (id) values (true);

-- all that an admin may know
create function public.mail_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  return (select jsonb_build_object('host', m.host, 'port', m.port, 'security', m.security, 'username', m.username, 'password_set', m.password is not null,
    'from_name', m.from_name, 'from_address', m.from_address, 'reply_to', m.reply_to, 'environment', m.environment, 'environment_host', m.environment_host,
    'version', m.version, 'changed_at', m.changed_at) from private.mail_setup m);
end $$;

create function private.refuse_mail_setup(p_field text, p_code text, p_message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', p_message using errcode = '22023', detail = jsonb_build_object('code', p_code, 'field', p_field)::text;
end $$;

-- what the server was started with, so that the screen can say what holds; a host, never a login
create function private.note_mail_environment(p_environment text, p_host text) returns void
language sql security definer set search_path = '' as $$
  update private.mail_setup m set environment = p_environment, environment_host = p_host
  where (m.environment, m.environment_host) is distinct from (p_environment, p_host)
$$;

-- what became of it, for whoever asked; null: no such mail
create function public.test_mail_result(p_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  return (select jsonb_build_object('status', m.status, 'recipient', m.recipient, 'error', case m.status when 'failed' then m.last_error end)
    from private.mails m where m.id = p_id and m.kind = 'test' and m.data ->> 'asked_by' = auth.uid()::text);
end $$;

create function private.guard_message_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  select m[1] into wrong from regexp_matches(new.subject || ' ' || new.opening, '\{([^{}]*)\}', 'g') m
    where m[1] <> all (private.message_placeholders(new.key)) limit 1;
  if found then
    raise exception 'There is no {%} in this message', wrong
      using errcode = '23514', detail = jsonb_build_object('code', 'UNKNOWN_PLACEHOLDER', 'placeholder', wrong)::text;
  end if;
  return new;
end $$;

-- a text with its placeholders filled, in one pass: what a customer is called is never looked through for placeholders
create function private.fill_text(p_text text, p_values jsonb) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(string_agg(case when m[1] ~ '^\{[a-z]+\}$' then coalesce(p_values ->> btrim(m[1], '{}'), '') else m[1] end, '' order by n), ' {2,}', ' ', 'g'))
  from regexp_matches(p_text, '(\{[a-z]+\}|[^{]+|\{)', 'g') with ordinality as found (m, n)
$$;

-- the mail that confirms an address goes to whoever has it, not to whoever entered it: no {name} in it, which is a stranger's
-- text. the list is that of documents/mails/texts.ts, and a test compares the two.
create function private.message_placeholders(p_key text) returns text[]
language sql immutable set search_path = '' as $$
  select case p_key
    when 'mail_signup' then '{shop}'::text[]
    when 'mail_recovery' then '{shop}'
    when 'mail_email_change' then '{shop}'
    when 'mail_magiclink' then '{shop}'
    when 'mail_invite' then '{shop}'
    when 'mail_order_placed' then '{name,order,total,shop}'
    when 'mail_order_reopened' then '{name,order,total,shop}'
    when 'mail_order_processing' then '{name,order,total,shop}'
    when 'mail_order_shipped' then '{name,order,total,courier,tracking,shop}'
    when 'mail_order_delivered' then '{name,order,total,shop}'
    when 'mail_order_cancelled' then '{name,order,total,shop}'
    when 'mail_order_refunded' then '{name,order,total,shop}'
    when 'mail_complaint_received' then '{number,officer,shop}'
    when 'notice_order_placed' then '{name,order}'
    when 'notice_order_reopened' then '{name,order}'
    when 'notice_order_processing' then '{name,order}'
    when 'notice_order_shipped' then '{name,order,courier,tracking}'
    when 'notice_order_delivered' then '{name,order}'
    when 'notice_order_cancelled' then '{name,order,reason}'
  end
$$;
grant execute on function private.message_placeholders(text) to authenticated;

-- ── telling the owners, by the way that held before ─────────────────────────────────────────────────────────────────────────
-- a mail may be bound to the mail server of its day: whoever takes over the mail server must not receive, or swallow, the mail that
-- says so. the former server is kept as long as such a mail waits.
create table private.former_mail_setups (
  version integer primary key,
  host text,
  port integer,
  security text,
  username text,
  password text,
  from_name text,
  from_address text,
  reply_to text,
  changed_at timestamptz
);
alter table private.former_mail_setups enable row level security;

-- no policy and no grant: private.mail_shop() alone
revoke all on private.former_mail_setups from public;

create function private.mail_shop(p_version integer default null)
returns table (host text, port integer, security text, username text, password text, from_name text, from_address text, reply_to text, version integer)
language sql stable security definer set search_path = '' as $$
  select s.host, s.port, s.security, s.username, s.password, s.from_name, s.from_address, s.reply_to, s.version from (
    select f.host, f.port, f.security, f.username, f.password, f.from_name, f.from_address, f.reply_to, f.version, 1 as place
      from private.former_mail_setups f where f.version = p_version
    union all
    select m.host, m.port, m.security, m.username, m.password, m.from_name, m.from_address, m.reply_to, m.version, 2 from private.mail_setup m) s
  order by s.place limit 1
$$;
revoke all on function private.mail_shop(integer) from public;
grant execute on function private.mail_shop(integer) to shop_mail;

create function private.forget_former_mail_setups() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.former_mail_setups f
    where not exists (select from private.mails m where m.mail_setup_version = f.version and m.status = 'queued' and m.id <> old.id);
  return null;
end $$;
revoke all on function private.forget_former_mail_setups() from public;

-- one mail to each owner, also to the one who did it: it may have been somebody with their password
create function private.tell_owners(p_what text, p_details jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  holds integer;
begin
  if p_what = 'mail_server' then
    insert into private.former_mail_setups (host, port, security, username, password, from_name, from_address, reply_to, version, changed_at)
      select m.host, m.port, m.security, m.username, m.password, m.from_name, m.from_address, m.reply_to, m.version, m.changed_at from private.mail_setup m
      on conflict do nothing;
    select m.version into holds from private.mail_setup m;
  end if;
  insert into private.mails (kind, recipient, data, mail_setup_version)
    select 'owner_notice', u.email, p_details || jsonb_build_object('what', p_what, 'by', private.person_name(auth.uid()), 'at', now()), holds
    from public.user_roles r join auth.users u on u.id = r.user_id where r.role = 'owner' and u.email is not null and not private.is_blocked(r.user_id);
end $$;
revoke all on function private.tell_owners(text, jsonb) from public;

-- the beginning of every act of an owner: the transaction goes on in their name, and the owners are told when it is committed
create function private.begin_owner_act(p_by uuid, p_what text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.staff_may(p_by, 'owner.settings') then raise exception 'permission denied for the settings of the owner' using errcode = '42501'; end if;
  if p_what not in ('mail_server', 'test_mail', 'payment_keys', 'identity', 'staff_security') then
    raise exception 'There is no such act: %', p_what using errcode = '22023';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  if p_what <> 'test_mail' then perform private.tell_owners(p_what); end if;
end $$;

-- who the shop is before the law, and where UPI money goes. p_changes: columns and their values; what is not named stays
create function private.set_identity(p_version integer, p_changes jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept public.settings;
  given public.settings;
  unknown text;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the identity of the shop' using errcode = '42501'; end if;
  select k.key into unknown from jsonb_object_keys(p_changes) k (key)
    where k.key not in ('store_name', 'legal_name', 'address', 'city', 'state_code', 'pincode', 'gstin', 'upi_vpa') limit 1;
  if found then
    raise exception 'There is no % in the identity of the shop', unknown using errcode = '22023', detail = jsonb_build_object('code', 'INVALID', 'field', unknown)::text;
  end if;
  select s.* into strict kept from public.settings s for update;
  if kept.version <> p_version then
    raise exception 'Somebody else has changed the settings' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  given := jsonb_populate_record(kept, p_changes);
  update public.settings s set store_name = given.store_name, legal_name = given.legal_name, address = given.address, city = given.city,
    state_code = given.state_code, pincode = given.pincode, gstin = given.gstin, upi_vpa = given.upi_vpa;
  return (select s.version from public.settings s);
end $$;

-- a second factor for all staff. whoever demands it must have one, else nobody could take it back
create function private.has_factor(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one boolean := false;
begin
  if to_regclass('auth.mfa_factors') is not null then
    execute 'select exists (select from auth.mfa_factors f where f.user_id = $1 and f.status::text = ''verified'')' into found_one using p_user;
  end if;
  return found_one;
end $$;

create function private.set_staff_security(p_required boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the security of the staff' using errcode = '42501'; end if;
  if p_required and not private.has_factor(auth.uid()) then
    raise exception 'Set up your own second factor first' using errcode = 'PT409', detail = '{"code":"NO_FACTOR"}';
  end if;
  update private.staff_security set second_factor_required = p_required where second_factor_required <> p_required;
end $$;
revoke all on function private.begin_owner_act(uuid, text), private.set_identity(integer, jsonb), private.has_factor(uuid), private.set_staff_security(boolean) from public;
grant execute on function private.begin_owner_act(uuid, text), private.set_identity(integer, jsonb), private.set_staff_security(boolean) to shop_orders;

create function public.staff_security() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('staff.manage') then raise exception 'permission denied for the security of the staff' using errcode = '42501'; end if;
  return (select jsonb_build_object('second_factor_required', s.second_factor_required) from private.staff_security s);
end $$;

-- all that the back office's frame must know about whoever opens it; null: no staff. permissions are empty while the session lacks
-- the second factor that the shop demands
create function public.my_access() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('role', r.role, 'name', nullif(btrim(p.full_name), ''), 'email', u.email, 'permissions', to_jsonb(public.my_permissions()),
    'second_factor', jsonb_build_object('enrolled', private.has_factor(r.user_id), 'given', coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2',
      'required', (select s.second_factor_required from private.staff_security s)))
  from public.user_roles r join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
  where r.user_id = auth.uid() and not private.is_blocked(r.user_id)
$$;
revoke all on function public.staff_security(), public.my_access() from public;
grant execute on function public.staff_security(), public.my_access() to authenticated;

create table public.message_texts (
  key text primary key check (private.message_placeholders(key) is not null),
  subject text not null check (length(btrim(subject)) between 1 and 120 and subject !~ '[[:cntrl:]]'),
  opening text not null check (length(btrim(opening)) between 1 and 2000),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (key not like 'notice%' or length(opening) <= 500)
);
alter table public.message_texts enable row level security;
revoke all on public.message_texts from anon, authenticated;

-- nothing for anon
grant select on public.message_texts to authenticated, shop_mail;
grant insert (key, subject, opening), update (subject, opening), delete on public.message_texts to authenticated;
create policy "admins read" on public.message_texts for select to authenticated
  using ((select private.may('settings.write')));
create policy "the mail sender reads" on public.message_texts for select to shop_mail using (true);
create policy "admins write" on public.message_texts for insert to authenticated
  with check ((select private.may('settings.write')));
create policy "admins change" on public.message_texts for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));
create policy "admins reset" on public.message_texts for delete to authenticated
  using ((select private.may('settings.write')));
create trigger next_version before update on public.message_texts for each row execute function private.next_version();
create trigger guard_text before insert or update on public.message_texts for each row execute function private.guard_message_text();
revoke all on function private.message_placeholders(text), private.guard_message_text(), private.fill_text(text, jsonb) from public;
create function private.send_test_mail() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  address text;
  id bigint;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(hashtext('shop.test_mail'), hashtext(me::text));
  if (select count(*) from private.mails m where m.kind = 'test' and m.data ->> 'asked_by' = me::text and m.created_at > now() - interval '10 minutes') >= 5 then
    raise exception 'Five test mails in ten minutes are enough: try again later' using errcode = 'PT429', detail = '{"code":"TOO_MANY"}';
  end if;
  select u.email into strict address from auth.users u where u.id = me;
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values ('test', address, jsonb_build_object('asked_by', me), now() - interval '1 day') returning private.mails.id into id;
  return id;
end $$;
revoke all on function private.send_test_mail() from public;
create function private.set_mail_setup(p_host text, p_port integer, p_security text, p_username text, p_password text,
  p_from_name text, p_from_address text, p_reply_to text, p_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept private.mail_setup;
  given private.mail_setup;
  address constant text := '^[^\s@<>,;:"()\[\]\\]+@[^\s@<>,;:"()\[\]\\]+\.[^\s@<>,;:"()\[\]\\]+$';
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  select m.* into strict kept from private.mail_setup m for update;
  if kept.version <> p_version then
    raise exception 'Somebody else has changed the mail server meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  given.host := lower(nullif(btrim(p_host), ''));
  given.from_name := nullif(btrim(p_from_name), '');
  given.from_address := nullif(btrim(p_from_address), '');
  given.reply_to := nullif(btrim(p_reply_to), '');
  if given.from_name is not null and (length(given.from_name) > 80 or given.from_name ~ '[[:cntrl:]]') then
    perform private.refuse_mail_setup('from_name', 'INVALID_MAIL_SETUP', 'A name of one line, of 80 characters at most');
  elsif given.from_address is not null and (length(given.from_address) > 200 or given.from_address !~ address) then
    perform private.refuse_mail_setup('from_address', 'INVALID_MAIL_SETUP', 'This is no e-mail address');
  elsif given.reply_to is not null and (length(given.reply_to) > 200 or given.reply_to !~ address) then
    perform private.refuse_mail_setup('reply_to', 'INVALID_MAIL_SETUP', 'This is no e-mail address');
  end if;
  if given.host is not null then
    given.port := p_port;
    given.security := p_security;
    given.username := nullif(btrim(p_username), '');
    if length(given.host) > 253 or given.host !~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$' then
      perform private.refuse_mail_setup('host', 'INVALID_MAIL_SETUP', 'This is no name of a server');
    elsif given.port is null or given.port not between 1 and 65535 then
      perform private.refuse_mail_setup('port', 'INVALID_MAIL_SETUP', 'A port is a number from 1 to 65535');
    elsif given.security is null or given.security not in ('tls', 'starttls', 'none') then
      perform private.refuse_mail_setup('security', 'INVALID_MAIL_SETUP', 'Choose how the connection is encrypted');
    elsif given.security = 'none' and given.host not in ('localhost', '127.0.0.1') then
      perform private.refuse_mail_setup('security', 'INVALID_MAIL_SETUP', 'Unencrypted mail may only go to this machine itself');
    elsif length(given.username) > 200 or given.username ~ '[[:cntrl:]]' then
      perform private.refuse_mail_setup('username', 'INVALID_MAIL_SETUP', 'This is no user name');
    elsif length(p_password) > 500 or p_password ~ '[[:cntrl:]]' then
      perform private.refuse_mail_setup('password', 'INVALID_MAIL_SETUP', 'This is no password');
    end if;
    if given.username is not null then
      given.password := nullif(p_password, '');
      if given.password is null and (given.host, given.port, given.username) is not distinct from (kept.host, kept.port, kept.username)
        and (given.security = kept.security or given.security <> 'none') then
        given.password := kept.password;
      end if;
      if given.password is null then
        perform private.refuse_mail_setup('password', 'PASSWORD_AGAIN', 'A new server or user name needs the password again');
      end if;
    end if;
  end if;
  update private.mail_setup m set host = given.host, port = given.port, security = given.security, username = given.username, password = given.password,
    from_name = given.from_name, from_address = given.from_address, reply_to = given.reply_to, version = m.version + 1, changed_at = now();
  return kept.version + 1;
end $$;
revoke all on function private.set_mail_setup(text, integer, text, text, text, text, text, text, integer) from public;
grant execute on function private.note_mail_environment(text, text) to shop_mail;
grant execute on function private.send_test_mail() to shop_orders;
grant execute on function private.set_mail_setup(text, integer, text, text, text, text, text, text, integer) to shop_orders;
grant execute on function public.mail_setup(), public.test_mail_result(bigint) to authenticated;   -- nothing for anon

-- 20_categories.sql

-- the form of a category names the top level 'none', and an api client may send it as it is: the column reads it as null, like
-- every other way in. a domain with a cast from json is how postgrest lets a column read its own input ("domain
-- representations"); the uuid type itself cannot be taught. reads, filters and sql see a plain uuid.

create domain public.category_parent as uuid;

create function public.category_parent(json) returns public.category_parent
language sql immutable strict parallel safe
return nullif($1 #>> '{}', 'none')::uuid;
revoke all on function public.category_parent(json) from public;
grant execute on function public.category_parent(json) to authenticated, service_role;
grant execute on function public.category_parent(json) to authenticator;

-- postgrest reads the casts that its own login may use

create cast (json as public.category_parent) with function public.category_parent(json) as implicit;

-- a tree by parent_id. null is the top level; the form's 'none' becomes null before it gets here (docs/rules.md#categories).

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 80),
  -- ?category= and menus. filled from the name when the writer leaves it empty
  slug text not null default '' unique check (slug <> '' and slug !~ '[A-Z\s/?#%&]'),
  name_hi text check (length(name_hi) <= 80),
  description text check (length(description) <= 4000),
  image_url text check (length(image_url) <= 500),
  -- no cascade: deleting a category with children is refused, the screen asks where they go
  parent_id public.category_parent references public.categories (id) check (parent_id <> id),
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index categories_parent_id_idx on public.categories (parent_id, display_order);
alter table public.categories enable row level security;
revoke all on public.categories from anon, authenticated;
grant select on public.categories to anon, authenticated;
grant insert (id, name, slug, name_hi, description, image_url, parent_id, display_order) on public.categories to authenticated;
grant update (name, slug, name_hi, description, image_url, parent_id, display_order) on public.categories to authenticated;
grant delete on public.categories to authenticated;
create policy "everybody reads" on public.categories for select to anon, authenticated using (true);
create policy "admins add" on public.categories for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.categories for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.categories for delete to authenticated
  using ((select private.may('catalogue.write')));
create trigger touch_updated_at before update on public.categories for each row execute function private.touch_updated_at();

-- like a product's slug (docs/rules.md#product-addresses), as far as sql can: any script's letters and marks stay, ascii
-- punctuation and space become hyphens
create function private.fill_category_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.slug := coalesce(nullif(btrim(pg_catalog.regexp_replace(lower(new.name), '[\s!-/:-@[-`{-~]+', '-', 'g'), '-'), ''), new.id::text);
  return new;
end $$;
create trigger fill_category_slug before insert or update of slug on public.categories
  for each row when (new.slug = '') execute function private.fill_category_slug();

-- a category cannot become its own ancestor. one writer of the tree at a time: two moves that are each harmless can
-- close a circle together.
create function private.refuse_category_cycle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  if exists (
    with recursive ancestors (id, parent_id) as (
      select c.id, c.parent_id from public.categories c where c.id = new.parent_id
      union                                      -- not union all: stops even on a circle made earlier by hand
      select c.id, c.parent_id from public.categories c join ancestors a on c.id = a.parent_id
    )
    select from ancestors where id = new.id
  ) then
    raise exception 'A category cannot become its own ancestor' using errcode = '23514', detail = '{"code":"CATEGORY_CYCLE"}';
  end if;
  return new;
end $$;
revoke all on function private.refuse_category_cycle() from public;

-- the tree of categories as the back office arranges it (docs/rules.md#categories). all three run as the caller: policies
-- decide about rows, and the check at the head gives who is no admin an error instead of nothing done.

-- how many products of any status stand in each category itself, not below it
create function public.category_usage() returns table (category_id uuid, products bigint)
language sql stable security invoker set search_path = '' as $$
  select p.category_id, count(*) from public.products p where p.category_id is not null group by p.category_id
$$;
revoke all on function public.category_usage() from public;
grant execute on function public.category_usage() to authenticated;

-- counts what the caller may see; nothing for anon

-- puts the categories of one parent (null: the top) into this order. the list names all that stand there and may bring others
-- in; one that leaves out somebody or names somebody gone was drawn from an old tree, and is refused whole.
create function public.arrange_categories(p_parent uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  -- the lock of private.refuse_category_cycle(), taken before the tree is read
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  if exists (select from public.categories c where c.parent_id is not distinct from p_parent and c.id <> all (p_ids))
    or (select count(*) from public.categories c where c.id = any (p_ids)) <> cardinality(p_ids)
    or (p_parent is not null and not exists (select from public.categories c where c.id = p_parent)) then
    raise exception 'The categories were changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.categories c set parent_id = p_parent, display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where c.id = wanted.id and (c.parent_id is distinct from p_parent or c.display_order <> wanted.place);
end $$;
revoke all on function public.arrange_categories(uuid, uuid[]) from public;
grant execute on function public.arrange_categories(uuid, uuid[]) to authenticated;

-- deletes a category after its products and sub-categories went where the admin said (sub-categories: null is the top). the
-- numbers are those she was shown: with others there the question was another one. answers the picture, for the caller to remove.
create function public.delete_category(
  p_id uuid, p_products integer, p_children integer, p_products_to uuid default null, p_children_to uuid default null
) returns text
language plpgsql security invoker set search_path = '' as $$
declare
  picture text;
  products integer;
  children integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  select c.image_url into picture from public.categories c where c.id = p_id for update;   -- a new product waits for this
  if not found then
    raise exception 'This category is gone already' using errcode = 'PT404', detail = '{"code":"NOT_FOUND"}';
  end if;
  select count(*) into products from public.products p where p.category_id = p_id;
  select count(*) into children from public.categories c where c.parent_id = p_id;
  if products <> p_products or children <> p_children then
    raise exception 'The category was changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if products > 0 and (p_products_to is null or p_products_to = p_id) then
    raise exception 'Say where the products go' using errcode = '22023', detail = '{"code":"INVALID","field":"products_to"}';
  end if;
  if children > 0 and p_children_to = p_id then
    raise exception 'Say where the sub-categories go' using errcode = '22023', detail = '{"code":"INVALID","field":"children_to"}';
  end if;
  update public.products p set category_id = p_products_to where p.category_id = p_id;
  update public.categories c set parent_id = p_children_to where c.parent_id = p_id;
  delete from public.categories c where c.id = p_id;
  return picture;
end $$;
revoke all on function public.delete_category(uuid, integer, integer, uuid, uuid) from public;
grant execute on function public.delete_category(uuid, integer, integer, uuid, uuid) to authenticated;
create trigger refuse_category_cycle before insert or update of parent_id on public.categories
  for each row when (new.parent_id is not null) execute function private.refuse_category_cycle();

-- 21_products.sql

-- the catalogue. prices are rupees; whether they include gst is a setting (docs/rules.md#prices-include-gst).

create table public.products (
  id uuid primary key default gen_random_uuid(),
  sku text not null unique default upper(left(replace(gen_random_uuid()::text, '-', ''), 10)) check (length(sku) between 1 and 40),
  name text not null check (length(btrim(name)) between 1 and 200),
  description text check (length(description) <= 20000),
  brand text check (length(brand) <= 80),
  image_url text check (length(image_url) <= 500),          -- 'bucket/path' or an http address; the first of product_images
  image_thumbhash text check (length(image_thumbhash) <= 64),
  price numeric(12, 2) not null check (price >= 0),
  retail_price numeric(12, 2) check (retail_price >= 0),
  mrp numeric(12, 2) check (mrp > 0),
  -- what the first unit costs before tiers (docs/rules.md#base-price-and-tiers); listings sort and filter by it
  base_price numeric(12, 2) not null generated always as (case when retail_price > 0 then retail_price else price end) stored,
  gst_percent numeric(5, 2) not null default 18 check (gst_percent between 0 and 100),
  hsn text check (hsn ~ '^[0-9]{4}([0-9]{2}){0,2}$'),
  unit text not null default 'NOS' check (length(unit) between 1 and 12),
  stock integer not null default 0 check (stock >= 0),       -- the truth (docs/rules.md#stock); sold twice is impossible here
  units_sold integer not null default 0 check (units_sold >= 0),
  popularity integer not null default 0,                     -- units_sold as of the last private.rank_products()
  category_id uuid references public.categories (id),        -- no cascade: a category with products is not deleted
  is_featured boolean not null default false,
  min_order_quantity integer not null default 1 check (min_order_quantity between 1 and 99999),
  pricing_tiers jsonb,
  status text not null default 'active' check (status in ('active', 'draft', 'archived')),
  net_quantity text check (length(net_quantity) <= 60),
  country_of_origin text check (length(country_of_origin) <= 60),
  manufacturer text check (length(manufacturer) <= 400),
  generic_name text check (length(generic_name) <= 120),
  best_before text check (length(best_before) <= 120),
  ingredients text check (length(ingredients) <= 10000),
  how_to_use text check (length(how_to_use) <= 10000),
  import_key text unique check (length(import_key) between 1 and 200),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint products_active_has_price check (status <> 'active' or coalesce(nullif(retail_price, 0), price) > 0),
  -- one product as its form saves it: the row and its pictures in one transaction, over what was shown and nothing else.
  -- all run as the caller: policies and column grants decide about rows, and the check at the head gives who is no admin an error.
  -- what the law asks beside the columns that are there (cosmetics rules 2020, docs/india.md#product-labels): both are printed on the pack
  licence text check (length(licence) <= 120),
  batch text check (length(batch) <= 120)
) with (fillfactor = 75);

-- room in the page for the next version of a row

-- one index a sort, status first because policies and visitors always ask for active; id breaks ties (docs/rules.md#filters-and-sorting).
-- under rls an index serves leakproof comparisons alone: text, uuid and integer are, numeric and ilike are not. so a price
-- range is filtered while reading (12 ms at 50,000 products), and the trigrams are for search_products.
-- none of them names stock or units_sold: an order changes these two alone, and so it writes no index (a HOT update). with
-- them indexed it rewrote every entry of the row, some forty trigrams among them.
create index products_newest_idx on public.products (status, created_at desc, id);
create index products_price_idx on public.products (status, base_price, id);
create index products_popular_idx on public.products (status, popularity desc, id);
create index products_category_idx on public.products (category_id, status, created_at desc, id);
create index products_featured_idx on public.products (created_at desc, id) where is_featured and status = 'active';
-- entries wait in a short list and are written together: a change of ten thousand prices would write forty trigrams of each name one by one
create index products_name_trigrams on public.products using gin (name extensions.gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 256);
alter table public.products enable row level security;
revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated, shop_orders;
grant insert (id, sku, name, description, brand, image_url, image_thumbhash, price, retail_price, mrp, gst_percent, hsn, unit, stock,
  category_id, is_featured, min_order_quantity, pricing_tiers, status, net_quantity, country_of_origin, manufacturer, generic_name,
  best_before, ingredients, how_to_use, import_key) on public.products to authenticated;
grant update (sku, name, description, brand, image_url, image_thumbhash, price, retail_price, mrp, gst_percent, hsn, unit, stock,
  category_id, is_featured, min_order_quantity, pricing_tiers, status, net_quantity, country_of_origin, manufacturer, generic_name,
  best_before, ingredients, how_to_use, import_key) on public.products to authenticated;
grant delete on public.products to authenticated;
grant update (stock, units_sold) on public.products to shop_orders;

-- units_sold, popularity, version and created_at are nobody's to write over the wire

create policy "active products are public" on public.products for select to anon, authenticated using (status = 'active');
create policy "admins read all" on public.products for select to authenticated
  using ((select private.may('catalogue.write')));
create policy "admins add" on public.products for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.products for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.products for delete to authenticated
  using ((select private.may('catalogue.write')));
create policy "the desk reads what it sells" on public.products for select to shop_orders using (true);
create policy "the desk takes stock" on public.products for update to shop_orders using (true) with check (true);

-- the order pad: hundreds of typed lines are looked up in one statement, and what was found goes into the cart in one.

-- sku and name as people write them, whatever the case. pattern_ops serves equality and prefixes alike
create index products_sku_folded_idx on public.products (upper(sku) text_pattern_ops);
create index products_name_folded_idx on public.products (lower(name));
grant insert (licence, batch) on public.products to authenticated;
grant update (licence, batch) on public.products to authenticated;

-- an order that takes stock must not make the admin's open form stale: only the form's own columns count as a new version
create function private.next_product_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price}'::text[]
    is distinct from to_jsonb(old) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price}'::text[] then
    new.version := old.version + 1;
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger next_version before update on public.products   -- the desk only takes stock, the ranking changes nothing one edits
  for each row when (current_user <> 'shop_orders' and old.popularity = new.popularity) execute function private.next_product_version();

-- 'Most Popular' sorts by popularity, which the server's clock brings up to units_sold every minute. the ids are ordered as
-- every writer of stock orders them; who is being sold this very moment is ranked the next time.
create function private.rank_products() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ranked integer;
begin
  update public.products p set popularity = p.units_sold
    from (select c.id from public.products c where c.popularity <> c.units_sold order by c.id for no key update skip locked) changed
    where p.id = changed.id;
  get diagnostics ranked = row_count;
  return ranked;
end $$;
revoke all on function private.rank_products() from public;
grant execute on function private.rank_products() to shop_mail;

-- the login that works in the background

-- what was deleted stays known as deleted: its page answers 410, not 404 (docs/rules.md#product-addresses). the id alone: it
-- may have been a draft
create table public.deleted_products (
  id uuid primary key,
  deleted_at timestamptz not null default now()
);
alter table public.deleted_products enable row level security;
revoke all on public.deleted_products from anon, authenticated;
grant select on public.deleted_products to anon, authenticated;

-- written by the trigger alone
create policy "everybody reads" on public.deleted_products for select to anon, authenticated using (true);

create function private.remember_deleted_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deleted_products (id) values (old.id) on conflict (id) do nothing;
  return old;
end $$;
revoke all on function private.remember_deleted_product() from public;
create trigger remember_deleted after delete on public.products for each row execute function private.remember_deleted_product();

-- what may be saved as a price: tiers that make sense, and never above mrp (docs/rules.md#prices).
-- the one place where sql calculates with money; domain/price-tiers.ts is its equal and a test compares the two.

-- a list, the json text of a list, or an object of entries; entries without two numbers are ignored, as when reading
create function private.price_tiers(tiers jsonb) returns table (min_quantity numeric, discount_percent numeric)
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(tiers) = 'string' then
    begin
      tiers := (tiers #>> '{}')::jsonb;
    exception when invalid_text_representation then
      return;
    end;
  end if;
  return query
    select (t.entry ->> 'min_quantity')::numeric, (t.entry ->> 'discount_percent')::numeric
    from (
      select value as entry from jsonb_array_elements(case when jsonb_typeof(tiers) = 'array' then tiers else '[]' end)
      union all
      select value from jsonb_each(case when jsonb_typeof(tiers) = 'object' then tiers else '{}' end)
    ) t
    where jsonb_typeof(t.entry -> 'min_quantity') = 'number' and jsonb_typeof(t.entry -> 'discount_percent') = 'number'
      and (t.entry ->> 'min_quantity')::numeric >= 1
      and (t.entry ->> 'discount_percent')::numeric >= 0 and (t.entry ->> 'discount_percent')::numeric < 100
    order by 1;
end $$;

-- several pictures a product; the first one is copied to products.image_url, which lists and carts read (docs/rules.md#pictures).

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  image_url text not null check (length(image_url) between 1 and 500),
  alt text check (length(alt) <= 300),
  display_order integer not null default 0,
  thumbhash text check (length(thumbhash) <= 64),
  created_at timestamptz not null default now()
);
create index product_images_product_id_idx on public.product_images (product_id, display_order, id);
alter table public.product_images enable row level security;
revoke all on public.product_images from anon, authenticated;
grant select on public.product_images to anon, authenticated;
grant insert (id, product_id, image_url, alt, display_order, thumbhash) on public.product_images to authenticated;
grant update (image_url, alt, display_order, thumbhash) on public.product_images to authenticated;
grant delete on public.product_images to authenticated;

-- product_id cannot be updated: a picture belongs to the product it was taken of

-- the sub-select runs under the caller's own rights: a draft's pictures are as hidden as the draft
create policy "pictures of visible products" on public.product_images for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
create policy "admins add" on public.product_images for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.product_images for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.product_images for delete to authenticated
  using ((select private.may('catalogue.write')));

-- files that nothing shows any more: neither a picture of any product (two may show the same: an import may name it twice, and
-- nothing forbids it) nor an order's line of this one, which goes on showing what was sold
create index product_images_image_url_idx on public.product_images (image_url);

create function private.show_first_image() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.product_id, old.product_id);
  picture record;
begin
  select i.image_url, i.thumbhash into picture from public.product_images i
    where i.product_id = changed order by i.display_order, i.id limit 1;
  update public.products p set image_url = picture.image_url, image_thumbhash = picture.thumbhash
    where p.id = changed and (p.image_url, p.image_thumbhash) is distinct from (picture.image_url, picture.thumbhash);
  return null;
end $$;
revoke all on function private.show_first_image() from public;
create trigger show_first_image after insert or update or delete on public.product_images
  for each row execute function private.show_first_image();

-- "what is paid per unit never above mrp" holds for a hundred units as for one. with gst on top a line is taxed as a whole: the
-- fraction of a paisa that rounding forgives a single unit comes back a hundredfold. so the guard compares mrp with the most a
-- unit can cost at any quantity, which is the exact price with gst, and for a single unit the two rounded halves.
-- domain/gst.ts, mostPaidPerUnit, is the same rule.
create function private.unit_paid(price numeric, rate numeric, includes_gst boolean) returns numeric
language sql immutable set search_path = '' as $$
  select case when includes_gst then price
    else greatest(price + 2 * round(price * (rate / 2) / 100, 2), ceil(price * (100 + rate)) / 100) end
$$;
comment on column public.products.licence is 'The manufacturing licence, or of imports the registration.';

create function public.unused_product_files(p_product uuid, p_files text[]) returns text[]
language sql stable security invoker set search_path = '' as $$
  select coalesce(array_agg(f.file), '{}')
  from unnest(p_files) f (file)
  where f.file like 'product\_images/%'
    and not exists (select from public.product_images i where i.image_url = f.file)
    and not exists (select from public.order_items l where l.product_id = p_product and l.image_url = f.file)
$$;
revoke all on function public.unused_product_files(uuid, text[]) from public;
grant execute on function public.unused_product_files(uuid, text[]) to authenticated;

-- reads under the caller's policies; nothing for anon

-- saves the columns that changed over the version that was shown, or adds a product (p_version null) under the id that the
-- form chose: sent twice it is added once. p_pictures: all of them in their order, [{id?, image_url, alt, thumbhash?}], null where they did not
-- change: a new one is blurred while it loads by the thumbhash that its form made, one that stays keeps its own.
-- p_pictures_shown: as they were. stock is given to a new product and no other: afterwards it moves by a movement.
-- answers {"version", "unused"}: the files that the caller may now remove.
create function public.save_product(
  p_id uuid, p_version integer, p_product jsonb, p_pictures jsonb default null, p_pictures_shown jsonb default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known constant text[] := '{sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,ingredients,how_to_use}';
  wanted text[] := array(select k from jsonb_object_keys(p_product) k order by k);
  columns text;
  of_new text;
  now_there integer;
  shown jsonb;
  files text[] := '{}';
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if not wanted <@ (case when p_version is null then known || '{stock}'::text[] else known end) then
    raise exception 'These columns are not saved by the form' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  select string_agg(format('%I', k), ', '), string_agg(format('n.%I', k), ', ') into columns, of_new from unnest(wanted) k;

  if p_version is null then
    if exists (select from public.products p where p.id = p_id) then
      raise exception 'This product was added already' using errcode = 'PT409', detail = '{"code":"ADDED_ALREADY"}';
    end if;
    execute format('insert into public.products (id, %s) select $1, %s from jsonb_populate_record(null::public.products, $2) n', columns, of_new)
      using p_id, p_product;
  else
    select p.version into now_there from public.products p where p.id = p_id for update;
    if not found then
      raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
    end if;
    if now_there <> p_version then
      raise exception 'This product was changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if columns is not null then
      execute format('update public.products p set (%s) = (select %s from jsonb_populate_record(p, $2) n) where p.id = $1', columns, of_new)
        using p_id, p_product;
    end if;
  end if;

  if p_pictures is not null then
    -- pictures do not move the version: an order must find the product as it was. they are compared themselves
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'image_url', i.image_url, 'alt', i.alt) order by i.display_order, i.id), '[]'),
        coalesce(array_agg(i.image_url), '{}')
      into shown, files from public.product_images i where i.product_id = p_id;
    if shown <> coalesce(p_pictures_shown, '[]') then
      raise exception 'The pictures were changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if jsonb_array_length(p_pictures) > 12 then
      raise exception 'A product has at most 12 pictures' using errcode = '22023', detail = '{"code":"TOO_MANY_PICTURES"}';
    end if;
    if exists (select from jsonb_array_elements(p_pictures) w where w ->> 'image_url' !~ '^(product_images/[^/]|https?://)') then
      raise exception 'A picture lies where no picture of a product lies' using errcode = '22023', detail = '{"code":"INVALID"}';
    end if;
    delete from public.product_images i where i.product_id = p_id
      and not exists (select from jsonb_array_elements(p_pictures) w where (w ->> 'id')::uuid = i.id);
    update public.product_images i set image_url = w.value ->> 'image_url', alt = w.value ->> 'alt', display_order = w.place,
        thumbhash = case when i.image_url = w.value ->> 'image_url' then i.thumbhash else w.value ->> 'thumbhash' end
      from jsonb_array_elements(p_pictures) with ordinality w (value, place)
      where i.product_id = p_id and i.id = (w.value ->> 'id')::uuid
        and (i.image_url, i.alt, i.display_order) is distinct from (w.value ->> 'image_url', w.value ->> 'alt', w.place::integer);
    insert into public.product_images (product_id, image_url, alt, display_order, thumbhash)
      select p_id, w.value ->> 'image_url', w.value ->> 'alt', w.place, w.value ->> 'thumbhash'
      from jsonb_array_elements(p_pictures) with ordinality w (value, place) where w.value -> 'id' is null or w.value ->> 'id' is null;
    -- an imported product may have shown a picture without a row of its own
    if p_pictures = '[]' then
      update public.products p set image_url = null, image_thumbhash = null where p.id = p_id and p.image_url is not null;
    end if;
  end if;
  select p.version into now_there from public.products p where p.id = p_id;
  return jsonb_build_object('version', now_there, 'unused', to_jsonb(public.unused_product_files(p_id, files)));
end $$;
revoke all on function public.save_product(uuid, integer, jsonb, jsonb, jsonb) from public;
grant execute on function public.save_product(uuid, integer, jsonb, jsonb, jsonb) to authenticated;

-- nothing for anon

-- deletes what was never ordered. an order's line would lose its product, its cancellation could give no stock back and the
-- reports their rows: what was sold is archived. answers the files that the caller may now remove.
create function public.delete_product(p_id uuid, p_version integer) returns text[]
language plpgsql security invoker set search_path = '' as $$
declare
  now_there integer;
  orders integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  select p.version into now_there from public.products p where p.id = p_id for update;   -- an order of it waits for this
  if not found then
    raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if now_there <> p_version then
    raise exception 'This product was changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  select count(distinct l.order_id) into orders from public.order_items l where l.product_id = p_id;
  if orders > 0 then
    raise exception 'This product is in % orders and is archived instead', orders
      using errcode = 'PT409', detail = jsonb_build_object('code', 'IN_ORDERS', 'orders', orders)::text;
  end if;
  select coalesce(array_agg(i.image_url), '{}') into files from public.product_images i where i.product_id = p_id;
  delete from public.products p where p.id = p_id;
  return public.unused_product_files(p_id, files);
end $$;
revoke all on function public.delete_product(uuid, integer) from public;
grant execute on function public.delete_product(uuid, integer) to authenticated;

-- what the filters of the back office's list offer: the brands and the tax rates there are, each with its number of products.
-- with the caller's own rights: an admin reads all, anybody else what visitors see
create function public.product_values() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'brands', coalesce((select jsonb_agg(jsonb_build_object('value', b.brand, 'count', b.count) order by lower(b.brand)) from (
      select p.brand, count(*) as count from public.products p where p.brand is not null group by p.brand order by count(*) desc, p.brand limit 2000) b), '[]'),
    'rates', coalesce((select jsonb_agg(jsonb_build_object('value', r.gst_percent, 'count', r.count) order by r.gst_percent) from (
      select p.gst_percent, count(*) as count from public.products p group by p.gst_percent) r), '[]'))
$$;
revoke all on function public.product_values() from public;
grant execute on function public.product_values() to authenticated;

-- what a sale is, in one place: the dashboard, the analytics and the list of orders behind a figure mean the same (docs/decisions/0023).
-- an order that is not cancelled and that the shop has accepted or been paid for. a body in standard sql, so that it is
-- written into the query that asks: a condition, not a call for each row.
create function private.is_sale(status text, payment_state text) returns boolean
language sql immutable return status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid');
revoke all on function private.is_sale(text, text) from public;

-- who has no gstin may not collect gst (cgst act s.32): domain/settings.ts reads every rate as nil then, and the guards of the
-- prices follow. what the switches say lies ready for the day of the registration; that day every product is checked again.

-- the tiers are checked where they change: a change of ten thousand prices (docs/decisions/0024) reads none of them
create function private.guard_product_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
  rate numeric;
  paid numeric;
  highest numeric;
begin
  if tg_op = 'INSERT' or new.pricing_tiers is distinct from old.pricing_tiers then
    if exists (select from private.price_tiers(new.pricing_tiers) t group by t.min_quantity having count(*) > 1) then
      raise exception 'Two price tiers start at the same quantity'
        using errcode = '23514', detail = '{"code":"DUPLICATE_TIER"}';
    end if;
    if exists (
      select from (select t.discount_percent, lag(t.discount_percent) over (order by t.min_quantity) as before
        from private.price_tiers(new.pricing_tiers) t) steps
      where steps.discount_percent < steps.before
    ) then
      raise exception 'A price tier gives less discount than a smaller quantity'
        using errcode = '23514', detail = '{"code":"FALLING_DISCOUNT"}';
    end if;
  end if;

  if new.mrp is null then return new; end if;   -- no mrp, no guard
  select s.prices_include_gst or s.gstin is null as prices_include_gst, case when s.gstin is null then 0 else s.forced_gst_percent end as forced_gst_percent
    into shop from public.settings s;
  rate := coalesce(shop.forced_gst_percent, new.gst_percent);
  -- generated columns are not there yet in a before trigger. a tier only lowers the price, so the base price decides
  paid := private.unit_paid(case when new.retail_price > 0 then new.retail_price else new.price end, rate, shop.prices_include_gst);
  if paid > new.mrp then
    highest := new.mrp;
    if not shop.prices_include_gst then
      highest := trunc(new.mrp * 100 / (100 + rate), 2) + 0.02;
      while private.unit_paid(highest, rate, false) > new.mrp loop highest := highest - 0.01; end loop;
    end if;
    raise exception 'The price with GST is ₹% above MRP; the highest allowed price is ₹%', paid - new.mrp, highest
      using errcode = '23514',
        detail = jsonb_build_object('code', 'ABOVE_MRP', 'paid', paid, 'mrp', new.mrp, 'over', paid - new.mrp, 'highest', highest)::text;
  end if;
  return new;
end $$;
revoke all on function private.guard_product_prices() from public;

-- changing how GST is charged changes what every buyer pays: each product is checked against its MRP again
create function private.recheck_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  above record;
begin
  select count(*) as products, min(p.name) as first into above
  from public.products p
  where p.mrp is not null
    and private.unit_paid(p.base_price, case when new.gstin is null then 0 else coalesce(new.forced_gst_percent, p.gst_percent) end,
      new.prices_include_gst or new.gstin is null) > p.mrp;
  if above.products > 0 then
    raise exception '% products would cost more than their MRP, first of all %', above.products, above.first
      using errcode = '23514', detail = jsonb_build_object('code', 'ABOVE_MRP', 'products', above.products)::text;
  end if;
  return new;
end $$;
revoke all on function private.recheck_prices() from public;
create trigger recheck_prices before update of prices_include_gst, forced_gst_percent, gstin on public.settings
  for each row when (old.prices_include_gst is distinct from new.prices_include_gst or old.forced_gst_percent is distinct from new.forced_gst_percent
    or (old.gstin is null) <> (new.gstin is null))
  execute function private.recheck_prices();
create trigger guard_prices before insert or update of price, retail_price, mrp, gst_percent, pricing_tiers on public.products
  for each row execute function private.guard_product_prices();

-- 22_product_changes.sql

-- a price list written to the catalogue, a chunk a call, each chunk one transaction (docs/decisions/0024). what a row means is
-- decided by domain/product-import; here it is only written, and every guard of the table asks again.

-- the products of a list, for telling what each row would change. with the caller's own rights: the policies decide
create function public.products_by_sku(p_skus text[]) returns setof public.products
language sql stable security invoker set search_path = '' rows 500 as $$
  select p.* from public.products p where p.sku = any (p_skus)
$$;
revoke all on function public.products_by_sku(text[]) from public;
grant execute on function public.products_by_sku(text[]) to authenticated;

-- nothing for anon

-- p_rows: [{"row": 2, "sku": "A-1", "import_key": null, "set": {"name": …, "price": …}}], 1,000 at most. a sku that is there is
-- updated in the columns of `set` and no others; one that is not is added. the same chunk again changes nothing: what is the
-- same already is not written, so a chunk whose answer was lost may be sent again.
-- p_skip: a row that a guard refuses is left out and answered with its reason; without it such a row refuses its whole chunk.
-- answers [{"row": 2, "outcome": "new" | "changed" | "same" | "refused", "message": …, "detail": …}].
create function public.import_products(p_rows jsonb, p_skip boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  written jsonb;
  one jsonb;
  why text;
  detail text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'A chunk is a list of at most 1,000 rows' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;

  begin
    perform set_config('shop.stock_reason', 'import', true);
    -- in the order in which the desk and every other writer lock products
    perform from public.products p where p.sku in (select r.value ->> 'sku' from jsonb_array_elements(p_rows) r) order by p.id for no key update;

    with given as materialized (
      select (r.value ->> 'row')::integer as row, r.value ->> 'sku' as sku, r.value ->> 'import_key' as import_key, r.value -> 'set' as set
      from jsonb_array_elements(p_rows) r
    ), changed as (
      update public.products p set
        name = n.name, brand = n.brand, category_id = n.category_id, price = n.price, retail_price = n.retail_price, mrp = n.mrp,
        gst_percent = n.gst_percent, hsn = n.hsn, unit = n.unit, stock = n.stock, min_order_quantity = n.min_order_quantity,
        pricing_tiers = n.pricing_tiers, status = n.status, is_featured = n.is_featured, description = n.description,
        net_quantity = n.net_quantity, generic_name = n.generic_name, country_of_origin = n.country_of_origin,
        manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use
      from given g join public.products q on q.sku = g.sku cross join lateral jsonb_populate_record(q, g.set) n
      where p.id = q.id and n is distinct from q
      returning p.sku
    ), added as (
      insert into public.products (sku, import_key, name, brand, category_id, price, retail_price, mrp, gst_percent, hsn, unit, stock,
        min_order_quantity, pricing_tiers, status, is_featured, description, net_quantity, generic_name, country_of_origin,
        manufacturer, best_before, ingredients, how_to_use)
      select g.sku, g.import_key, n.name, n.brand, n.category_id, n.price, n.retail_price, n.mrp, coalesce(n.gst_percent, 18), n.hsn,
        coalesce(n.unit, 'NOS'), coalesce(n.stock, 0), coalesce(n.min_order_quantity, 1), n.pricing_tiers, coalesce(n.status, 'draft'),
        coalesce(n.is_featured, false), n.description, n.net_quantity, n.generic_name, n.country_of_origin, n.manufacturer,
        n.best_before, n.ingredients, n.how_to_use
      from given g cross join lateral jsonb_populate_record(null::public.products, g.set) n
      where not exists (select from public.products p where p.sku = g.sku)
      returning sku
    )
    select jsonb_agg(jsonb_build_object('row', g.row, 'outcome',
        case when g.sku in (select sku from added) then 'new' when g.sku in (select sku from changed) then 'changed' else 'same' end) order by g.row)
      into written from given g;
    perform set_config('shop.stock_reason', '', true);
    return coalesce(written, '[]');
  exception when integrity_constraint_violation or data_exception then
    if not p_skip or jsonb_array_length(p_rows) = 1 then raise; end if;
  end;

  written := '[]';
  for one in select r.value from jsonb_array_elements(p_rows) r loop
    begin
      written := written || public.import_products(jsonb_build_array(one));
    exception when integrity_constraint_violation or data_exception then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('row', one -> 'row', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  return written;
end $$;
revoke all on function public.import_products(jsonb, boolean) from public;
grant execute on function public.import_products(jsonb, boolean) to authenticated;

-- many products changed at once, each from the values that were shown to the values wanted: prices by a percent, a tax rate, a
-- shelf, a status. one transaction: all of them or none. undo is the same call with both sides exchanged.

-- p_changes: [{"id": …, "was": {"price": 118}, "now": {"price": 120}}], the columns below alone. a product that no longer has
-- the values of `was`, or is gone, was changed by somebody else: then nothing is written, and the answer names up to twenty.
-- the arithmetic is domain/price-change.ts; here stand the guards: mrp, falling discounts, an active product's price.
create function public.change_products(p_changes jsonb) returns integer
language plpgsql security invoker set search_path = '' as $$
declare
  stale jsonb;
  done integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_changes) <> 'array' or jsonb_array_length(p_changes) > 20000 then
    raise exception 'At most 20,000 products can be changed at once' using errcode = '22023', detail = '{"code":"TOO_MANY"}';
  end if;
  -- in the order in which the desk and every other writer lock products
  perform from public.products p where p.id in (select (c.value ->> 'id')::uuid from jsonb_array_elements(p_changes) c) order by p.id for no key update;

  select jsonb_build_object('code', 'STALE', 'products', count(*), 'ids', jsonb_agg(s.id) filter (where s.place <= 20)) into stale
  from (
    select c.value -> 'id' as id, row_number() over () as place
    from jsonb_array_elements(p_changes) c
    left join public.products p on p.id = (c.value ->> 'id')::uuid
    left join lateral jsonb_populate_record(p, c.value -> 'was') w on p.id is not null
    where p.id is null or w is distinct from p
  ) s;
  if (stale ->> 'products')::integer > 0 then
    raise exception 'Somebody else changed % of these products meanwhile', stale ->> 'products' using errcode = 'PT409', detail = stale::text;
  end if;

  update public.products p set
    price = n.price, retail_price = n.retail_price, mrp = n.mrp, pricing_tiers = n.pricing_tiers, gst_percent = n.gst_percent,
    hsn = n.hsn, category_id = n.category_id, min_order_quantity = n.min_order_quantity, is_featured = n.is_featured, status = n.status
  from jsonb_array_elements(p_changes) c
    join public.products q on q.id = (c.value ->> 'id')::uuid
    cross join lateral jsonb_populate_record(q, c.value -> 'now') n
  where p.id = q.id and n is distinct from q;
  get diagnostics done = row_count;
  return done;
end $$;
revoke all on function public.change_products(jsonb) from public;
grant execute on function public.change_products(jsonb) to authenticated;

-- 23_search.sql

-- search: what contains the typed words, facets of a selection, suggestions that forgive slips, and the staff's own search.

-- how many products each further choice of the filter panel would show: or within one filter, and across filters, and a
-- filter does not narrow its own counts. one pass over the products the caller may see.
-- p_query: name contains, as the listing does. p_stock: out_of_stock | low_stock (1-9) | in_stock (10 or more), section 9.
-- p_moq: minimum order of at most so many units. prices are base prices, both ends included.
-- answers {total, category: {uuid: n}, brand: {name: n}, country: {name: n}, stock: {…: n}, moq: {"6": n}, price: {min, max}}
-- what contains the text comes from search_products and its index: read under rls every name would be compared, ten times the
-- time at 50,000 products.

create function public.product_facets(
  p_category uuid[] default null,
  p_query text default null,
  p_min numeric default null,
  p_max numeric default null,
  p_stock text[] default null,
  p_brand text[] default null,
  p_country text[] default null,
  p_moq integer default null
) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with kinds as (   -- products alike in everything a filter asks: a few hundred rows stand for many thousand
    select p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq,
      case when p.stock = 0 then 'out_of_stock' when p.stock < 10 then 'low_stock' else 'in_stock' end as stock,
      (p_min is null or p.base_price >= p_min) and (p_max is null or p.base_price <= p_max) as in_price,
      count(*) as n, min(p.base_price) as cheapest, max(p.base_price) as dearest
    from (
      select s.* from public.products s where nullif(btrim(p_query), '') is null
      union all
      select s.* from public.search_products(p_query) s where btrim(p_query) <> ''
    ) p
    where p.status = 'active'   -- an admin's storefront counts what customers see
    group by 1, 2, 3, 4, 5, 6
  ),
  seen as materialized (
    select k.*,
      coalesce(k.category_id = any (p_category), p_category is null) as in_category,
      coalesce(k.brand = any (p_brand), p_brand is null) as in_brand,
      coalesce(k.country = any (p_country), p_country is null) as in_country,
      coalesce(k.stock = any (p_stock), p_stock is null) as in_stock,
      p_moq is null or k.moq <= p_moq as in_moq
    from kinds k
  )
  select jsonb_build_object(
    'total', (select coalesce(sum(n), 0) from seen where in_category and in_brand and in_country and in_stock and in_moq and in_price),
    'category', (select coalesce(jsonb_object_agg(category_id, n), '{}') from (select category_id, sum(n) as n from seen
      where category_id is not null and in_brand and in_country and in_stock and in_moq and in_price group by 1) f),
    'brand', (select coalesce(jsonb_object_agg(brand, n), '{}') from (select brand, sum(n) as n from seen
      where brand is not null and in_category and in_country and in_stock and in_moq and in_price group by 1) f),
    'country', (select coalesce(jsonb_object_agg(country, n), '{}') from (select country, sum(n) as n from seen
      where country is not null and in_category and in_brand and in_stock and in_moq and in_price group by 1) f),
    'stock', (select coalesce(jsonb_object_agg(stock, n), '{}') from (select stock, sum(n) as n from seen
      where in_category and in_brand and in_country and in_moq and in_price group by 1) f),
    'moq', (select coalesce(jsonb_object_agg(moq, n), '{}') from (select moq, sum(n) as n from seen
      where in_category and in_brand and in_country and in_stock and in_price group by 1) f),
    'price', (select jsonb_build_object('min', min(cheapest), 'max', max(dearest)) from seen
      where in_category and in_brand and in_country and in_stock and in_moq)
  )
$$;
revoke all on function public.product_facets from public;
grant execute on function public.product_facets to anon, authenticated;

-- search that forgives: suggestions while typing, and what comes close when nothing contains the text (docs/rules.md#search).
-- a word of the text may be a beginning; a word no product knows is read as the known words nearest to it.

create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- words are runs of letters, marks and digits of any script, as in domain/search-tokens.ts; a test compares the two on
-- every character. postgresql's own parser and its character classes split hindi at its vowel signs, and depend on the
-- database's locale, so the characters between words are listed: all punctuation, symbols, spaces and controls of unicode 17.
-- what unicode has not assigned yet counts as a letter. joiners are dropped first: they stand inside words.
create function private.search_tokens(value text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select found[1] from pg_catalog.regexp_matches(
    pg_catalog.regexp_replace(normalize(value, nfkc), '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'),
    '[^'
    '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    '\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u0375\u037e\u0384-\u0385\u0387\u03f6\u0482\u055a-\u055f'
    '\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe'
    '\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3'
    '\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b'
    '\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f'
    '\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6'
    '\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f'
    '\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf'
    '\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20c1\u2100-\u2101\u2103-\u2106\u2108-\u2109'
    '\u2114\u2116-\u2118\u211e-\u2123\u2125\u2127\u2129\u212e\u213a-\u213b\u2140-\u2144\u214a-\u214d\u214f\u218a-\u244a'
    '\u249c-\u24e9\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004'
    '\u3008-\u3020\u3030\u3036-\u3037\u303d-\u303f\u309b-\u309c\u30a0\u30fb\u3190-\u3191\u3196-\u319f\u31c0-\u31ef'
    '\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff'
    '\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf'
    '\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1'
    '\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufb29\ufbb2-\ufbd2\ufd3e-\ufd4f\ufd90-\ufd91\ufdc8-\ufdcf\ufdfc-\ufdff'
    '\ufe10-\ufe19\ufe30-\ufe6b\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\ufffd\U00010100-\U00010102'
    '\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857'
    '\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6'
    '\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8'
    '\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143'
    '\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9'
    '\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643'
    '\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46'
    '\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71'
    '\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2'
    '\U00013430-\U0001343f\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f'
    '\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001ccef\U0001ccfa-\U0001cef0\U0001cf50-\U0001d164'
    '\U0001d16a-\U0001d16c\U0001d173-\U0001d17a\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245'
    '\U0001d300-\U0001d356\U0001d6c1\U0001d6db\U0001d6fb\U0001d715\U0001d735\U0001d74f\U0001d76f\U0001d789\U0001d7a9'
    '\U0001d7c3\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da8b'
    '\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5'
    '\U0001f10d-\U0001fbef\U0001fbfa\U000e0001-\U000e007f\U000f0000-\U0010fffd'
    ']+', 'g') found)
$$;
revoke all on function private.search_tokens(text) from public;

-- how words are kept and looked for: small letters, without latin accents. many at a time: a call costs as much as ten words
create function private.fold_words(words text) returns text
language sql stable parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(words, nfkc))))
$$;
revoke all on function private.fold_words(text) from public;

-- a word as the text form of tsvector and tsquery takes it, whatever it contains
create function private.quote_lexeme(word text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''''
$$;
revoke all on function private.quote_lexeme(text) from public;

create function private.join_queries(queries text[], operator text) returns tsquery
language sql immutable strict parallel safe set search_path = '' as $$
  select pg_catalog.string_agg('(' || q || ')', operator)::tsquery from unnest(queries) q
$$;
revoke all on function private.join_queries(text[], text) from public;

-- the words of each product that visitors see. not a column of products: every sale rewrites that row, and with it would go
-- an entry for each word into the index.
create table private.search_documents (
  product_id uuid primary key references public.products (id) on delete cascade,
  words tsvector not null,    -- weights: a name, b brand and generic name, c category, d description
  best_seller boolean not null default false
) with (fillfactor = 90);
create index search_documents_words_idx on private.search_documents using gin (words) with (fastupdate = off);

-- a beginning of three letters is in thousands of products; the few asked for are nearly always among the best sellers
create index search_documents_best_idx on private.search_documents using gin (words) with (fastupdate = off) where best_seller;
alter table private.search_documents enable row level security;

-- no policy and no grant: the functions below alone

-- the words there are, to find the ones meant by a misspelling. words with digits are left out: 30ml is not a slip of 50ml
create table private.lexemes (
  word text collate "C" primary key,   -- by code point, so that a beginning is a range of the index
  documents integer not null
);
alter table private.lexemes enable row level security;

-- one row for each change of a document that the lexemes do not know of. no counter that writers would wait for
create table private.search_changes (
  id bigint primary key generated always as identity
);
alter table private.search_changes enable row level security;

create function private.search_words(product public.products) returns tsvector
language sql stable set search_path = '' as $$
  select coalesce(string_agg('''' || replace(replace(w.word, '\', '\\'), '''', '''''') || ''':' || w.place, ' '), '')::tsvector
  from (
    -- one place a weight: where in the text a word stands is of no use to a suggestion. 40 characters tell words apart
    select distinct left(t.word, 40) as word, f.place
    from (values
      ('1A', product.name),
      ('2B', concat_ws(' ', product.brand, product.generic_name)),
      ('3C', (select concat_ws(' ', c.name, c.name_hi) from public.categories c where c.id = product.category_id)),
      ('4D', left(product.description, 4000))
    ) f (place, value), string_to_table(private.fold_words(array_to_string(private.search_tokens(f.value), ' ')), ' ') t (word)
  ) w
  where w.word <> ''
$$;
revoke all on function private.search_words(public.products) from public;

create function private.index_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'active' then
    insert into private.search_documents as d (product_id, words) values (new.id, private.search_words(new))
    on conflict (product_id) do update set words = excluded.words where d.words <> excluded.words;
  else
    delete from private.search_documents where product_id = new.id;   -- its words tell nobody of a draft
  end if;
  return null;
end $$;
revoke all on function private.index_product() from public;

create function private.index_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.search_documents d set words = private.search_words(p) from public.products p
  where p.category_id = new.id and d.product_id = p.id;
  return null;
end $$;
revoke all on function private.index_category() from public;

create function private.note_search_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.search_changes default values;
  return null;
end $$;
revoke all on function private.note_search_change() from public;
create trigger note_change after insert or update of words or delete on private.search_documents
  for each statement execute function private.note_search_change();

-- what the clock does: marks the 2,000 best sellers, and counts the words anew if a document changed since the last time.
-- both may be late: they make a search quick and find misspellings, they do not decide what is found. a word that is too new
-- to be counted is looked up in the documents. answers whether the words were counted.
create function private.refresh_search() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  best uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtext('private.refresh_search')) then
    return false;   -- another process is at it
  end if;
  best := array(select p.id from public.products p where p.status = 'active' order by p.popularity desc, p.id limit 2000);
  -- whoever changes a product this moment goes first
  update private.search_documents d set best_seller = false where d.product_id in (
    select o.product_id from private.search_documents o where o.best_seller and o.product_id <> all (best) for update skip locked);
  update private.search_documents d set best_seller = true where d.product_id in (
    select o.product_id from private.search_documents o where not o.best_seller and o.product_id = any (best) for update skip locked);

  delete from private.search_changes;
  if not found then
    return false;
  end if;
  with counted as materialized (
    select s.word collate "C" as word, s.ndoc from ts_stat('select words from private.search_documents') s where s.word !~ '\d'
  ), gone as (
    delete from private.lexemes l where not exists (select from counted c where c.word = l.word)
  )
  insert into private.lexemes as l (word, documents) select c.word, c.ndoc from counted c
  on conflict (word) do update set documents = excluded.documents where l.documents <> excluded.documents;
  return true;
end $$;
revoke all on function private.refresh_search() from public;
grant execute on function private.refresh_search() to shop_mail;

-- the login that works in the background

-- the tsquery of one folded word: its beginning if a product has it, else the three nearest known words; null if nothing
-- resembles it. `nearest` has the nearest alone, and only in names, brands and generic names.
-- two letters exchanged are one slip, as for the hand that typed them; levenshtein would count two.
create function private.word_query(token text, out anywhere tsquery, out nearest tsquery)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$   -- an index knows at once that a word is nowhere
declare
  beginning tsquery := private.quote_lexeme(token) || ':*';
  slips integer := case when length(token) < 3 then 0 when length(token) < 5 then 1 when length(token) < 9 then 2 else 3 end;
  exchanged text[] := array(select overlay(token placing reverse(substr(token, i, 2)) from i for 2) from generate_series(1, length(token) - 1) i);
  closest integer;
begin
  if exists (select from private.lexemes l where l.word >= token collate "C" and l.word < (token || chr(1114111)) collate "C")
    or exists (select from private.search_documents d where d.words @@ beginning) then
    anywhere := beginning;
    nearest := private.quote_lexeme(token) || ':*AB';
    return;
  end if;
  if slips = 0 or token ~ '\d' then
    return;
  end if;
  -- most slips leave the first letter alone: its part of the index is read first, and does if one slip explains the word
  for attempt in 1..2 loop
    select string_agg(private.quote_lexeme(c.word), ' | ')::tsquery,
      string_agg(private.quote_lexeme(c.word) || ':AB', ' | ') filter (where c.distance = c.fewest)::tsquery,
      min(c.distance)
    into anywhere, nearest, closest
    from (
      select l.word, k.distance, min(k.distance) over () as fewest
      from private.lexemes l, lateral (
        select case when l.word = any (exchanged) or left(l.word, length(token)) = any (exchanged) then 1
          else least(   -- the whole word, and as much of it as has been typed
            extensions.levenshtein_less_equal(token, l.word, slips),
            extensions.levenshtein_less_equal(token, left(l.word, length(token)), slips)) end as distance) k
      where (attempt = 2 or l.word >= left(token, 1) collate "C" and l.word < (left(token, 1) || chr(1114111)) collate "C")
        and length(l.word) >= length(token) - slips
        and k.distance <= slips
      order by k.distance, l.documents desc, l.word limit 3
    ) c;
    exit when closest = 1;
  end loop;
end $$;
revoke all on function private.word_query(text) from public;

-- the products meant by these words (domain/search-tokens.ts makes them), best first: those with all words, or if there are
-- none with all but one, or with any; among them those that say it in name, brand or generic name; then the most bought.
-- reads past rls, as the index cannot be used under it, and repeats the visitors' policy. bounded against long requests:
-- six words are looked at, and the 400 most bought of what they match put in order.
create function public.suggest_products(p_tokens text[], p_limit integer default 6) returns setof public.products
language plpgsql stable security definer rows 20
  -- the words decide which index is best, so each call is planned
  set search_path = '' set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0 as $$
declare
  shown constant integer := least(greatest(coalesce(p_limit, 6), 0), 50);
  anywhere text[];
  nearest tsquery[];
  ladder tsquery[];
  found uuid[];
  among_best boolean;
  sure integer;   -- how many of them have every word where it counts
begin
  select array_agg(q.anywhere::text), array_agg(q.nearest) into anywhere, nearest
  from (
    select distinct left(private.fold_words(left(t.token, 200)), 40) as word from unnest(p_tokens[1:6]) t (token)
  ) w, private.word_query(w.word) q
  where w.word <> '' and q.anywhere is not null;
  if anywhere is null then
    return;
  end if;

  ladder := array[private.join_queries(anywhere, ' & ')];
  if cardinality(anywhere) > 2 then
    ladder := ladder || private.join_queries(array(
      select private.join_queries(array_remove(anywhere, a), ' & ')::text from unnest(anywhere) a), ' | ');
  end if;
  if cardinality(anywhere) > 1 then
    ladder := ladder || private.join_queries(anywhere, ' | ');
  end if;

  <<steps>>
  for step in 1..cardinality(ladder) loop
    -- no product outside the best sellers sells more than one of them: enough sure ones there are the answer
    foreach among_best in array array[true, false] loop
      select array_agg(c.id order by c.places desc, c.popularity desc, c.id), count(*) filter (where c.places = cardinality(nearest))
      into found, sure
      from (
        select p.id, p.popularity, (select count(*) from unnest(nearest) q where d.words @@ q) as places
        from private.search_documents d join public.products p on p.id = d.product_id
        where d.words @@ ladder[step] and p.status = 'active' and (d.best_seller or not among_best)
        order by p.popularity desc, p.id limit 400
      ) c;
      exit steps when sure >= shown or cardinality(found) >= shown and step > 1 and step = cardinality(ladder);
    end loop;
    exit when found is not null;
  end loop;

  return query
    select p.* from unnest(found[1:shown]) with ordinality f (id, place) join public.products p on p.id = f.id and p.status = 'active'
    order by f.place;
end $$;
revoke all on function public.suggest_products(text[], integer) from public;
grant execute on function public.suggest_products(text[], integer) to anon, authenticated;

-- what was there before
insert into private.search_documents (product_id, words)
select p.id, private.search_words(p) from public.products p where p.status = 'active';
select private.refresh_search();

-- the back office's search for products: what contains the text in name, sku, brand or hsn. behind row policies ilike uses no
-- index, and four of them for each of fifty thousand products were half a second.

-- the words stand beside the products, as the orders' do (docs/decisions/0025): written when one of the four changes, and no
-- price, stock or sale rewrites their entries. a line each: no text is found across two of them.
create table private.product_words (
  product_id uuid primary key references public.products (id) on delete cascade,
  words text not null
);
alter table private.product_words enable row level security;

-- no policy and no grant: admin_products() reads it
revoke all on private.product_words from public;
create index product_words_idx on private.product_words using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

create function private.product_words_of(name text, sku text, brand text, hsn text) returns text
language sql immutable return lower(name || E'\n' || coalesce(sku, '') || E'\n' || coalesce(brand, '') || E'\n' || coalesce(hsn, ''));
insert into private.product_words select p.id, private.product_words_of(p.name, p.sku, p.brand, p.hsn) from public.products p;

create function private.follow_product_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.product_words select n.id, private.product_words_of(n.name, n.sku, n.brand, n.hsn) from changed n;
  else
    update private.product_words w set words = private.product_words_of(new.name, new.sku, new.brand, new.hsn) where w.product_id = new.id;
  end if;
  return null;
end $$;

-- a page of what is found. admins alone, asked once. p_filters: status, category, brand, gst (lists), featured (boolean), missing
-- (columns that are null in one), stock (list of [from, to], to may be null). p_sort: a column of the list; equal ones by id.
-- p_cursor: [value, id] of the row to go on from. backwards answers the rows before it, the nearest first.
create function public.admin_products(p_search text, p_filters jsonb default '{}', p_sort text default 'created_at', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50)
returns setof public.products
language plpgsql stable security definer set search_path = '' rows 50 as $$
declare
  pattern text := '%' || regexp_replace(lower(left(p_search, 200)), '([\\%_])', '\\\1', 'g') || '%';   -- %, _ and \ are letters here
  sort_type text := case p_sort when 'name' then 'text' when 'base_price' then 'numeric' when 'stock' then 'integer'
    when 'units_sold' then 'integer' when 'created_at' then 'timestamptz' end;
  upwards boolean := p_ascending <> p_backwards;
  conditions text[];
  hits integer;
  one text;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  if sort_type is null then raise exception 'Products are not sorted by %', p_sort using errcode = '22023'; end if;

  execute format('select count(*) from (select from private.product_words w where w.words like %L limit 2000) c', pattern) into hits;
  -- a rare text is taken from the index; a common one is asked of each product as the list walks past it
  conditions := array[format(case when hits < 2000 then 'p.id in (select w.product_id from private.product_words w where w.words like %L)'
    else 'exists (select from private.product_words w where w.product_id = p.id and w.words like %L)' end, pattern)];
  if p_filters ? 'status' then conditions := conditions || private.one_of('p.status', p_filters -> 'status'); end if;
  if p_filters ? 'category' then conditions := conditions || private.one_of('p.category_id', p_filters -> 'category'); end if;
  if p_filters ? 'brand' then conditions := conditions || private.one_of('p.brand', p_filters -> 'brand'); end if;
  if p_filters ? 'gst' then conditions := conditions || private.one_of('p.gst_percent', p_filters -> 'gst'); end if;
  if p_filters ? 'featured' then conditions := conditions || format('p.is_featured = %L', (p_filters ->> 'featured')::boolean); end if;
  if p_filters ? 'missing' then
    select '(' || string_agg(format('p.%I is null', m.name), ' or ') || ')' into one
    from jsonb_array_elements_text(p_filters -> 'missing') m (name) where m.name in ('hsn', 'image_url', 'category_id', 'mrp', 'brand');
    conditions := conditions || coalesce(one, 'true');
  end if;
  if p_filters ? 'stock' then
    select '(' || string_agg(format('p.stock between %L and %L', (b.value ->> 0)::integer, coalesce((b.value ->> 1)::integer, 2147483647)), ' or ') || ')' into one
    from jsonb_array_elements(p_filters -> 'stock') b;
    conditions := conditions || coalesce(one, 'true');
  end if;
  if p_cursor is not null then
    conditions := conditions || format(
      -- the last of these says nothing new, but is a range of an index
      '(p.%1$I %4$s %2$L::%5$s or (p.%1$I = %2$L::%5$s and p.id %6$s %3$L)) and p.%1$I %4$s= %2$L::%5$s',
      p_sort, p_cursor ->> 0, (p_cursor ->> 1)::uuid, case when upwards then '>' else '<' end, sort_type, case when p_backwards then '<' else '>' end);
  end if;
  return query execute format('select p.* from public.products p where %s order by p.%I %s, p.id %s limit %s',
    array_to_string(conditions, ' and '), p_sort, case when upwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end,
    least(greatest(p_limit, 1), 1001));
end $$;
grant execute on function public.admin_products(text, jsonb, text, boolean, jsonb, boolean, integer) to authenticated;
revoke all on function private.product_words_of(text, text, text, text), private.follow_product_words(),
  public.admin_products(text, jsonb, text, boolean, jsonb, boolean, integer) from public;

-- Texts that somebody outside sends are cut before work is done on them. A search for half a million letters kept a connection of the
-- visitors and a core busy until the statement's time was up; a payment reference of four million spaces took seven seconds.

-- name contains, as a set of products. the text is cut: a name has at most 200 characters, so what is cut off could match nothing, and a
-- search for half a million letters kept a connection and a core busy until the statement's time was up.
create function public.search_products(p_query text) returns setof public.products
language sql stable security definer set search_path = '' rows 50 as $$
  select p.* from public.products p
  where p.status = 'active' and btrim(p_query) <> ''
    and p.name ilike '%' || replace(replace(replace(left(btrim(p_query), 500), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
revoke all on function public.search_products(text) from public;
grant execute on function public.search_products(text) to anon, authenticated;
create trigger index_renamed after update on public.categories for each row
  when ((old.name, old.name_hi) is distinct from (new.name, new.name_hi)) execute function private.index_category();
create trigger index_inserted after insert on public.products for each row when (new.status = 'active') execute function private.index_product();
create trigger index_updated after update on public.products for each row
  when ((old.name, old.brand, old.generic_name, old.category_id, old.description, old.status)
    is distinct from (new.name, new.brand, new.generic_name, new.category_id, new.description, new.status))
  execute function private.index_product();
create trigger words_written after insert on public.products referencing new table as changed
  for each statement execute function private.follow_product_words();
create trigger words_changed after update of name, sku, brand, hsn on public.products for each row
  when ((old.name, old.sku, old.brand, old.hsn) is distinct from (new.name, new.sku, new.brand, new.hsn)) execute function private.follow_product_words();

-- 24_order_pad.sql

-- the order pad: products by code or name, many at once (docs/rules.md).

create function private.pad_product(p public.products) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name, 'brand', p.brand, 'image_url', p.image_url, 'image_thumbhash', p.image_thumbhash,
    'price', p.price, 'retail_price', p.retail_price, 'mrp', p.mrp, 'gst_percent', p.gst_percent, 'hsn', p.hsn, 'unit', p.unit, 'stock', p.stock,
    'min_order_quantity', p.min_order_quantity, 'pricing_tiers', p.pricing_tiers, 'status', p.status)
$$;
revoke all on function private.pad_product(public.products) from public;

-- [{product_id, quantity}] on top of what the caller's cart holds, in one statement and whole or not at all. runs with the
-- caller's own rights. answers what the cart holds of each now; a product that is no longer sold is left out.
create function public.add_to_cart(p_lines jsonb) returns table (product_id uuid, quantity integer)
language sql volatile set search_path = '' as $$
  with wanted as (
    select (l ->> 'product_id')::uuid as product, sum((l ->> 'quantity')::integer) as units from jsonb_array_elements(p_lines) l group by 1)
  insert into public.cart_items as c (user_id, product_id, quantity)
  select auth.uid(), w.product, least(w.units, 99999) from wanted w join public.products p on p.id = w.product and p.status = 'active' order by w.product
  on conflict on constraint cart_items_user_id_product_id_key do update set quantity = least(c.quantity + excluded.quantity, 99999), updated_at = now()
  returning c.product_id, c.quantity
$$;
revoke all on function public.add_to_cart(jsonb) from public;
grant execute on function public.add_to_cart(jsonb) to authenticated;

-- near matches of the order pad by both: letters first (trigrams, which know a product the moment it is made), then what the
-- search engine means by the words, in any order, which knows a new product's words some seconds later. the engine shows what
-- has any word where nothing has all, and a line of a list carries sizes and scraps: what shares too few letters with the
-- whole text is left out. a list is better told that a line is unknown than offered what it cannot mean.
create function public.near_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 100 as $$
  with terms as (
    select distinct t.term, upper(left(t.term, greatest(length(t.term) - 1, 3))) as beginning
    from unnest(p_terms[1:25]) as t (term) where length(t.term) between 3 and 100)
  select t.term, 'near', private.pad_product(c.p) from terms t cross join lateral (
    select distinct on ((u.p).id) u.p, u.source, u.place from (
      (select s as p, 1 as source, row_number() over (order by extensions.similarity(t.term, s.sku) desc, s.id) as place
        from (select s.* from public.products s
          where upper(s.sku) ~>=~ t.beginning and upper(s.sku) ~<~ (t.beginning || U&'\+10ffff') and s.status = 'active' limit 20) r
        join public.products s on s.id = r.id)
      union all
      (select s, 2, row_number() over (order by extensions.word_similarity(t.term, s.name) desc, s.units_sold desc, s.id)
        from (select s.id from public.products s where t.term operator(extensions.<%) s.name and s.status = 'active' limit 200) r
        join public.products s on s.id = r.id)
      union all
      (select s, 3, row_number() over () from public.suggest_products(private.search_tokens(t.term), 12) s
        where extensions.word_similarity(t.term, s.name) >= 0.3)) u
    where u.place <= 4
    order by (u.p).id, u.source, u.place) c
  order by t.term, c.source, c.place
$$;
revoke all on function public.near_order_lines(text[]) from public;
grant execute on function public.near_order_lines(text[]) to anon, authenticated;

-- products that are called exactly so. definer like search_products: upper() and lower() are not leakproof, so under RLS the indexes would
-- stay unused; the visitors' policy is repeated here. each text is looked up in the index by itself, because a join is planned by the
-- statistics of the table: right after a large import 1,000 texts were compared with every product, four seconds instead of a tenth.
create function public.match_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 500 as $$
  with terms as (select distinct t.term from unnest(p_terms[1:3000]) as t (term) where length(t.term) between 1 and 200)
  select t.term, 'sku', s.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where upper(p.sku) = upper(t.term) and p.status = 'active' order by p.id limit 6) s
  union all
  select t.term, 'name', n.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where lower(p.name) = lower(t.term) and p.status = 'active' order by p.id limit 6) n
$$;
revoke all on function public.match_order_lines(text[]) from public;
grant execute on function public.match_order_lines(text[]) to anon, authenticated;

-- 25_banners.sql

-- the home page's slides.

create table public.banner_images (
  id uuid primary key default gen_random_uuid(),
  title text check (length(title) <= 120),             -- the slide falls back to a welcome title when empty
  description text check (length(description) <= 400),
  image_url text not null check (length(image_url) between 1 and 500),
  phone_image_url text check (length(phone_image_url) <= 500),
  -- a path of this shop or https: a slide never carries a javascript: link
  link text check (link ~ '^(/([^/\\]|$)|https://)' and length(link) <= 500),
  is_active boolean not null default true,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- a banner may wait for its day and leave by itself. pages that show banners are at most a minute old (docs/rules.md#caching), so the
  -- minute is what a schedule is good for.
  starts_at timestamptz,
  ends_at timestamptz,
  constraint banner_images_ends_after_start check (ends_at > starts_at)
);
create index banner_images_active_idx on public.banner_images (display_order, id) where is_active;
alter table public.banner_images enable row level security;
revoke all on public.banner_images from anon, authenticated;
grant select on public.banner_images to anon, authenticated;
grant insert (id, title, description, image_url, phone_image_url, link, is_active, display_order) on public.banner_images to authenticated;
grant update (title, description, image_url, phone_image_url, link, is_active, display_order) on public.banner_images to authenticated;
grant delete on public.banner_images to authenticated;
create policy "admins read all" on public.banner_images for select to authenticated
  using ((select private.may('marketing.write')));
create policy "admins add" on public.banner_images for insert to authenticated
  with check ((select private.may('marketing.write')));
create policy "admins change" on public.banner_images for update to authenticated
  using ((select private.may('marketing.write')))
  with check ((select private.may('marketing.write')));
create policy "admins delete" on public.banner_images for delete to authenticated
  using ((select private.may('marketing.write')));
grant insert (starts_at, ends_at) on public.banner_images to authenticated;
grant update (starts_at, ends_at) on public.banner_images to authenticated;
create policy "banners of the day are public" on public.banner_images for select to anon, authenticated
  using (is_active and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()));
create trigger touch_updated_at before update on public.banner_images for each row execute function private.touch_updated_at();
comment on column public.banner_images.ends_at is 'The first moment at which it is no longer shown.';

-- puts all banners into this order; a list that lacks one or names one that is gone was drawn before another admin's change
create function public.arrange_banners(p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.may('marketing.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.banner_images.display_order'));
  if (select count(*) from public.banner_images) <> cardinality(p_ids)
    or (select count(*) from public.banner_images b where b.id = any (p_ids)) <> cardinality(p_ids) then
    raise exception 'The banners were changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.banner_images b set display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where b.id = wanted.id and b.display_order <> wanted.place;
end $$;
revoke all on function public.arrange_banners(uuid[]) from public;
grant execute on function public.arrange_banners(uuid[]) to authenticated;

-- 30_cart.sql

-- what a customer means to buy. prices are never kept here: the cart is priced afresh every time (docs/rules.md#stale-quotes).

create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 99999),   -- 0 is a delete (section 5); five digits are a wholesale order
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, product_id)   -- adding again raises the quantity
);
create index cart_items_product_id_idx on public.cart_items (product_id);
alter table public.cart_items enable row level security;
revoke all on public.cart_items from anon, authenticated;

-- nothing for anon: the cart needs a signed-in user
grant select, delete on public.cart_items to authenticated;
grant insert (user_id, product_id, quantity) on public.cart_items to authenticated;
grant update (quantity, updated_at) on public.cart_items to authenticated;

-- the client sends updated_at; the clock here wins
grant select, delete on public.cart_items to shop_orders;
grant update (updated_at) on public.cart_items to shop_orders;

-- `select … for update` asks for the right; the policy below lets no write through

-- not even admins look into a cart
create policy "own cart" on public.cart_items for select to authenticated using (user_id = (select auth.uid()));
create policy "add what is sold" on public.cart_items for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.products p where p.id = product_id and p.status = 'active'));
create policy "change own" on public.cart_items for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "empty own" on public.cart_items for delete to authenticated using (user_id = (select auth.uid()));
create policy "the desk reads a cart" on public.cart_items for select to shop_orders using (true);
create policy "the desk empties a cart" on public.cart_items for delete to shop_orders using (true);
create policy "the desk locks a cart" on public.cart_items for update to shop_orders using (true) with check (false);
grant update (user_id, product_id) on public.cart_items to authenticated;
create trigger touch_updated_at before update on public.cart_items for each row execute function private.touch_updated_at();
create trigger refuse_blocked before insert or update on public.cart_items for each row execute function private.refuse_blocked();

-- a cart holds no more lines than an order takes: the same number as MOST_ORDER_LINES in domain/order-size.ts, and a test compares both.

create function private.most_cart_lines() returns integer
language sql immutable set search_path = '' as $$ select 1000 $$;

-- counted after the statement, because add_to_cart writes many lines at once. two statements of one account at the same moment would each
-- count without the other: the lock lets them in one after the other, and the count that follows has a snapshot of its own.
create function private.bound_cart() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.most_cart_lines();
  buyer uuid;
begin
  for buyer in select distinct a.user_id from added a order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('cart ' || buyer, 0));
    if (select count(*) from public.cart_items c where c.user_id = buyer) > most then
      raise exception 'A cart holds at most % products. Order these first, or remove some.', to_char(most, 'FM9,999')
        using errcode = 'PT409', detail = '{"code":"CART_FULL"}';
    end if;
  end loop;
  return null;
end $$;
create trigger bound_cart after insert on public.cart_items referencing new table as added for each statement execute function private.bound_cart();
revoke all on function private.most_cart_lines(), private.bound_cart() from public;

-- an upsert sets every column it sends, the key too: `on conflict (user_id, product_id) do update` asks for the right to update both,
-- although neither changes. a line stays what it is and whose it is: the guard refuses any other value.

create function private.keep_cart_line() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.user_id is distinct from old.user_id or new.product_id is distinct from old.product_id then
    raise exception 'A line of the cart keeps its product and its owner' using errcode = '42501';
  end if;
  return new;
end $$;
revoke all on function private.keep_cart_line() from public;
create trigger keep_cart_line before update of user_id, product_id on public.cart_items
  for each row execute function private.keep_cart_line();

-- 40_orders.sql

-- which steps an order may take, and by whom (docs/rules.md#order-states): the guard and the screens read these rows.

create table public.order_steps (
  from_status text not null check (from_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  to_status text not null check (to_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  actor text not null check (actor in ('customer', 'admin', 'system')),
  needs_reason boolean not null default false,   -- the panel asks, the customer hears it
  display_order integer not null default 0,
  primary key (from_status, to_status, actor)
);

-- refused at the door

alter table public.order_steps enable row level security;
revoke all on public.order_steps from anon, authenticated;
grant select on public.order_steps to anon, authenticated;

-- changed by migrations alone: not even admins rewrite the rules
create policy "everybody reads" on public.order_steps for select to anon, authenticated using (true);
insert into public.order_steps (from_status, to_status, actor, needs_reason, display_order) values
  ('pending', 'processing', 'admin', false, 1),      -- accepting: issues the invoice number, has no undo
  ('processing', 'shipped', 'admin', false, 2),
  ('shipped', 'delivered', 'admin', false, 3),
  ('pending', 'cancelled', 'customer', false, 4),
  ('pending', 'cancelled', 'system', false, 5),      -- left unpaid
  ('pending', 'cancelled', 'admin', true, 6),
  ('processing', 'cancelled', 'admin', true, 7),
  ('shipped', 'cancelled', 'admin', true, 8);

-- an order freezes what was agreed: who, where to, and every amount (docs/rules.md#frozen-facts). prices are never looked up again.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- null once the account is gone (the document stays 72 months) and for a counter sale to nobody in particular
  user_id uuid references auth.users (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  full_name text not null check (length(full_name) <= 120),
  company_name text check (length(company_name) <= 160),
  gstin text check (private.looks_like_gstin(gstin)),
  address text not null check (length(address) <= 400),
  city text not null check (length(city) <= 80),
  state text not null check (length(state) <= 60),
  pincode text not null check (pincode ~ '^[1-9][0-9]{5}$'),
  email text not null check (length(email) <= 254),
  phone text not null check (length(phone) <= 20),
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  seller_state text not null check (seller_state ~ '^[0-9]{2}$'),
  prices_include_gst boolean not null,
  coupon_code text check (length(coupon_code) <= 40),
  goods_total numeric(12, 2) not null check (goods_total >= 0),           -- as the cart shows it: after tiers and coupon
  discount_total numeric(12, 2) not null default 0 check (discount_total >= 0),
  subtotal_base numeric(12, 2) not null check (subtotal_base >= 0),       -- taxable value of the goods
  total_gst numeric(12, 2) not null check (total_gst >= 0),               -- heads of the goods
  cgst numeric(12, 2) not null check (cgst >= 0),
  sgst numeric(12, 2) not null check (sgst >= 0),
  igst numeric(12, 2) not null check (igst >= 0),
  shipping_cost numeric(12, 2) not null default 0 check (shipping_cost >= 0),
  shipping_taxable numeric(12, 2) not null default 0 check (shipping_taxable >= 0),
  shipping_gst numeric(12, 2) not null default 0 check (shipping_gst >= 0),
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  payment_method text not null check (payment_method in ('cod', 'upi', 'razorpay', 'cash', 'card', 'bank')),
  payment_state text not null
    check (payment_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  courier text check (length(courier) <= 80),
  tracking_number text check (length(tracking_number) <= 80),
  cancelled_by uuid references auth.users (id) on delete set null,   -- null: the system, or not cancelled
  cancel_reason text check (length(cancel_reason) <= 400),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_total check (total_amount = subtotal_base + total_gst + shipping_cost),
  constraint orders_heads check (total_gst = cgst + sgst + igst),
  constraint orders_one_kind_of_supply check (case when place_of_supply = seller_state then igst = 0 else cgst = 0 and sgst = 0 end),
  constraint orders_goods check (goods_total = case when prices_include_gst then subtotal_base + total_gst else subtotal_base end),
  constraint orders_shipping check (shipping_cost = shipping_taxable + shipping_gst),
  constraint orders_cancelled_by check (status = 'cancelled' or (cancelled_by is null and cancel_reason is null)),
  -- what was taken off by which offer or coupon: [{id, name, code, amount, free_delivery}], amounts in rupees, names as they were.
  -- orders of before have none, and their coupon in coupon_code
  offers jsonb not null default '[]' check (jsonb_typeof(offers) = 'array'),
  -- orders that the shop writes down for somebody: on the telephone, at the counter (docs/decisions/0026-manual-orders.md). the
  -- same desk makes them as place-order; here stand what it may do beyond that, and for whom alone.
  -- how an order came, and which admin wrote it down. `online`: the buyer herself
  channel text not null default 'online',
  made_by uuid references auth.users (id) on delete set null,   -- null: the buyer herself, or the admin's account is gone
  constraint orders_channel check (channel in ('online', 'telephone', 'counter', 'whatsapp', 'other')),
  constraint orders_made_by check (made_by is null or channel <> 'online')
);
create index orders_user_id_idx on public.orders (user_id, created_at desc, id);
create index orders_newest_idx on public.orders (created_at desc, id);
create index orders_status_idx on public.orders (status, created_at desc, id);
create index orders_cancelled_by_idx on public.orders (cancelled_by) where cancelled_by is not null;
create index orders_unpaid_idx on public.orders (created_at) where status = 'pending' and payment_state = 'awaiting_payment';
alter table public.orders enable row level security;
revoke all on public.orders from anon, authenticated;

-- nothing for anon
grant select on public.orders to authenticated, shop_mail;

-- one list for two kinds of people, since both are `authenticated`: the guard holds customers to status and cancelled_by.
-- no amount, address or payment state is in it: nobody rewrites an order
grant update (status, cancelled_by, cancel_reason, courier, tracking_number) on public.orders to authenticated;

-- insert is the desk's alone, and it writes every column that is agreed; version and the dates are the database's
grant insert (id, user_id, status, full_name, company_name, gstin, address, city, state, pincode, email, phone, place_of_supply, seller_state,
  prices_include_gst, coupon_code, goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, shipping_cost, shipping_taxable,
  shipping_gst, total_amount, payment_method, payment_state) on public.orders to shop_orders;

-- no select for the desk: it makes the id itself and needs nobody's orders. no delete for anyone: orders are kept

create policy "own orders, and all of them for admins" on public.orders for select to authenticated
  using ((user_id = (select auth.uid())) OR (select private.may('orders.read')));

-- the client's update (docs/rules.md#cancellation): {status: cancelled, cancelled_by} where status is pending; zero rows otherwise
create policy "cancel an own pending order" on public.orders for update to authenticated
  using (user_id = (select auth.uid()) and status = 'pending')
  with check (user_id = (select auth.uid()) and status = 'cancelled' and cancelled_by = (select auth.uid()));
create policy "admins move orders on" on public.orders for update to authenticated
  using ((select private.may('orders.process')))
  with check ((select private.may('orders.process')));
create policy "the mail sender reads" on public.orders for select to shop_mail using (true);
create index orders_checking_idx on public.orders (created_at) where status = 'pending' and payment_state = 'awaiting_verification';
grant insert (offers) on public.orders to shop_orders;

-- what the back office opens on: what needs doing, what was sold, what has just come in. one call, one transaction, one
-- moment (docs/decisions/0023). admins alone, asked once: definer, so that no policy is asked again for each of the rows.

-- the two piles that no index knew: few rows each, whatever the size of the shop. sales of sixty days are read from
-- orders_newest_idx: what came in lately lies together
create index orders_money_idx on public.orders (payment_state, created_at, id) where payment_state in ('awaiting_verification', 'refund_due');

-- the back office's list of orders: one call, one page, whatever is asked for. admins alone, asked once: definer, because the
-- policies would be asked for each of a hundred thousand rows, and ilike behind them uses no index.

-- lists that are narrow: a State is one of 37, and most orders come from a few of them
create index orders_state_idx on public.orders (state, created_at desc, id);

-- what is rare of the payments; awaiting_verification and refund_due are in orders_money_idx
create index orders_unsettled_idx on public.orders (payment_state, created_at desc, id) where payment_state in ('awaiting_payment', 'failed', 'refunded');

-- the dearest orders, and a way of paying that nobody uses (docs/decisions/0025)
create index orders_total_idx on public.orders (total_amount desc, id);
create index orders_method_idx on public.orders (payment_method, created_at desc, id);
create index orders_made_by_idx on public.orders (made_by) where made_by is not null;

-- buyers without an account: found by the newest of their orders, and erased by time
create index orders_guests_idx on public.orders (created_at desc, id) where user_id is null;
grant insert (channel, made_by) on public.orders to shop_orders;
create policy "the desk takes orders" on public.orders for insert to shop_orders
  with check ((status = 'pending') AND (payment_state = ANY (ARRAY['cod_pending', 'awaiting_payment'])) AND
CASE channel
    WHEN 'online' THEN ((user_id IS NOT NULL) AND (made_by IS NULL))
    ELSE private.staff_may(made_by, 'orders.create')
END);

-- sales alone, by when they were placed: a placed order is in it once it is accepted or paid
create index orders_sales_idx on public.orders (created_at)
  include (id, user_id, place_of_supply, payment_method, total_amount, shipping_cost, discount_total, total_gst, shipping_gst)
  where status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid');

-- what an order became that is no sale, by the same days
create index orders_no_sales_idx on public.orders (created_at)
  include (status, payment_state, total_amount)
  where not (status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid'));
create index orders_refused_claims_idx on public.orders (created_at) where status = 'pending' and payment_state = 'failed';
create index orders_to_collect_idx on public.orders (created_at, id) include (total_amount)
  where status in ('processing', 'shipped', 'delivered') and payment_state in ('awaiting_payment', 'awaiting_verification', 'failed');
create index orders_open_idx on public.orders (user_id) where status in ('pending', 'processing', 'shipped');

create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,   -- null once deleted; everything else is frozen
  product_name text not null,
  sku text,
  hsn text,
  unit text not null default 'NOS',
  image_url text,
  quantity integer not null check (quantity > 0),
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  discount numeric(12, 2) not null default 0 check (discount >= 0),   -- the coupon's share
  taxable numeric(12, 2) not null check (taxable >= 0),
  rate numeric(5, 2) not null check (rate between 0 and 100),
  cgst numeric(12, 2) not null check (cgst >= 0),
  sgst numeric(12, 2) not null check (sgst >= 0),
  igst numeric(12, 2) not null check (igst >= 0),
  total numeric(12, 2) not null check (total >= 0),                   -- what is paid for the line
  constraint order_items_total check (total = taxable + cgst + sgst + igst)
);
create index order_items_product_id_idx on public.order_items (product_id);
alter table public.order_items enable row level security;
revoke all on public.order_items from anon, authenticated;

-- nothing for anon
grant select on public.order_items to authenticated, shop_mail;
grant insert (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
  on public.order_items to shop_orders;

-- no update, no delete for anyone: lines are frozen
create policy "lines of visible orders" on public.order_items for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));

-- under the caller's own policies
create policy "the desk writes lines" on public.order_items for insert to shop_orders with check (true);
create policy "the mail sender reads" on public.order_items for select to shop_mail using (true);

-- the figures of /admin/sales-analytics (docs/decisions/0028). one call a screen, added up from the rows when it is asked:
-- nothing is kept, so nothing can be late or wrong. definer, so that no policy is asked again for each of the rows behind a
-- sum; each begins by asking whether an admin is there. the day of a moment by the offset that india has had since 1945, which
-- is sooner than by the name of its zone; names and the stretch before only for what is shown.

-- in the place of the index on order_id alone: as many entries, a little longer, and the sums need not fetch the lines
create index order_items_sums_idx on public.order_items (order_id) include (product_id, quantity, total);

-- the sum of the lines is the order, whoever wrote it. deferred to the commit, because the order comes before its lines;
-- line prices add up too: unit price × quantity less the coupon's share is what the order shows as goods.
create function private.check_order_sums() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lines record;
begin
  select count(*) as n, sum(i.total) as total, sum(i.taxable) as taxable, sum(i.cgst) as cgst, sum(i.sgst) as sgst, sum(i.igst) as igst,
    sum(i.discount) as discount, sum(i.unit_price * i.quantity - i.discount) as goods
  into lines from public.order_items i where i.order_id = new.id;
  if (lines.total, lines.taxable, lines.cgst, lines.sgst, lines.igst, lines.discount, lines.goods) is not distinct from
     (new.subtotal_base + new.total_gst, new.subtotal_base, new.cgst, new.sgst, new.igst, new.discount_total, new.goods_total) then
    return null;   -- sums of no line at all are null, and an order's amounts are not
  end if;
  if not exists (select from public.orders where id = new.id) then return null; end if;   -- deleted again in the same transaction
  if lines.n = 0 then
    raise exception 'An order has at least one line' using errcode = '23514';
  end if;
  raise exception 'The lines of order % do not add up to its totals', new.id using errcode = '23514';
end $$;
revoke all on function private.check_order_sums() from public;

-- every step an order took. written by the trigger of order_effects in the step's own transaction.

create table public.order_status_history (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  notes text check (length(notes) <= 600),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index order_status_history_order_id_idx on public.order_status_history (order_id, created_at);
create index order_status_history_created_by_idx on public.order_status_history (created_by);
alter table public.order_status_history enable row level security;
revoke all on public.order_status_history from anon, authenticated;

-- nothing for anon
grant select on public.order_status_history to authenticated;
grant insert (order_id, status, notes, created_by) on public.order_status_history to authenticated;

-- see absorb_insert
-- no update, no delete: history is not rewritten
create policy "history of visible orders" on public.order_status_history for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "the client's own cancellation" on public.order_status_history for insert to authenticated
  with check (created_by = (select auth.uid()) and status = 'cancelled');

-- after its update the client inserts the history row itself. the step has already written it, so the
-- insert is accepted for one's own cancelled order and absorbed (docs/rules.md#cancellation). a row swallowed by a before trigger never
-- reaches the policies, hence the whole question is asked here.
create function private.absorb_history_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.created_by is distinct from auth.uid() or new.status <> 'cancelled' or not exists (
    select from public.orders o where o.id = new.order_id and o.user_id = auth.uid() and o.status = 'cancelled'
  ) then
    raise exception 'new row violates row-level security policy for table "order_status_history"' using errcode = '42501';
  end if;
  return null;
end $$;
revoke all on function private.absorb_history_insert() from public;
create trigger absorb_insert before insert on public.order_status_history
  for each row when (current_user in ('anon', 'authenticated')) execute function private.absorb_history_insert();

-- what a step does. before: may it be taken, by this caller, with these columns? after: history, notification, mail,
-- invoice number, stock. all in the step's own transaction (docs/rules.md#orders).

-- the caller cannot be seen inside a definer function, so the trigger's condition looks and the argument tells:
-- 'wire' is a person over rest, 'server' is the owner, service_role or another trigger.
create function private.guard_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  actors text[] := '{}';
  step record;
begin
  if tg_argv[0] = 'wire' then
    if private.may('orders.process') then actors := actors || 'admin'::text; end if;
    if old.user_id = me then actors := actors || 'customer'::text; end if;
  else
    actors := '{admin,system}';
  end if;

  if new.status = old.status then
    if old.status = 'cancelled' and (new.cancelled_by, new.cancel_reason) is distinct from (old.cancelled_by, old.cancel_reason) and tg_argv[0] = 'wire' then
      raise exception 'A cancelled order keeps who cancelled it and why' using errcode = 'PT409', detail = '{"code":"ORDER_CLOSED"}';
    end if;
  else
    -- a reason makes it the admin's step. without one it can still be the customer's own cancellation, whoever he is besides
    select s.* into step from public.order_steps s
      where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)
        and (not s.needs_reason or btrim(coalesce(new.cancel_reason, '')) <> '')
      order by s.needs_reason desc, s.actor limit 1;
    if not found then
      if exists (select from public.order_steps s where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)) then
        raise exception 'This step needs a reason' using errcode = '23514', detail = '{"code":"REASON_REQUIRED"}';
      end if;
      raise exception 'An order cannot go from % to %', old.status, new.status
        using errcode = case when 'admin' = any (actors) then 'PT409' else '42501' end, detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', old.status, 'to', new.status)::text;
    end if;
    if step.actor = 'customer' and new.cancelled_by is distinct from me then
      raise exception 'An order is cancelled in one''s own name' using errcode = '42501';
    end if;
    if step.actor = 'admin' and new.status = 'cancelled' and tg_argv[0] = 'wire' then
      new.cancelled_by := me;   -- whatever the request said
    end if;
    if new.status = 'delivered' and new.payment_state = 'cod_pending' then new.payment_state := 'paid'; end if;
    if new.status = 'cancelled' and new.payment_state = 'paid' then new.payment_state := 'refund_due'; end if;
  end if;

  if tg_argv[0] = 'wire' and not 'admin' = any (actors)
    and (new.courier, new.tracking_number, new.cancel_reason) is distinct from (old.courier, old.tracking_number, old.cancel_reason) then
    raise exception 'permission denied for table orders' using errcode = '42501';   -- docs/rules.md#what-customers-may-change
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
revoke all on function private.guard_order_step() from public;

-- gives the goods of a cancelled order back. products are locked in id order, as every writer of stock does.
create function private.restock(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  perform set_config('shop.stock_reason', 'cancellation', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.quantity, units_sold = greatest(p.units_sold - b.quantity, 0)
    from (select i.product_id, sum(i.quantity)::integer as quantity from public.order_items i where i.order_id = p_order group by 1) b
    where p.id = b.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $$;
revoke all on function private.restock(uuid) from public;

create function private.follow_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.tell_order_step(new, null, coalesce(auth.uid(), new.user_id));
    return null;
  end if;
  if new.status = 'processing' then
    perform private.issue_document(new.id, 'invoice');
  elsif new.status = 'delivered' and old.payment_state = 'cod_pending' then
    update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    perform private.issue_document(new.id, 'credit_note', d.id) from public.documents d where d.order_id = new.id and d.kind = 'invoice';
  end if;
  perform private.tell_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $$;
revoke all on function private.follow_order_step() from public;

-- place-order's keys: the same key answers the same order again (docs/rules.md#placing-an-order). kept private: answers name orders.

create table private.order_requests (
  user_id uuid not null references auth.users (id) on delete cascade,
  key text not null check (length(key) between 8 and 200),
  body_hash text not null,
  response jsonb,
  order_id uuid references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index order_requests_order_id_idx on private.order_requests (order_id);
alter table private.order_requests enable row level security;
grant select on private.order_requests to shop_orders;
grant insert (user_id, key, body_hash, response, order_id) on private.order_requests to shop_orders;
grant update (response, order_id) on private.order_requests to shop_orders;

-- no delete for the desk: a used key stays used
create policy "the desk looks up" on private.order_requests for select to shop_orders using (true);
create policy "the desk claims" on private.order_requests for insert to shop_orders with check (true);
create policy "the desk answers" on private.order_requests for update to shop_orders using (true) with check (true);

-- the back office's log of an order: which fields changed, by whom. field names only, never personal values (docs/india.md#personal-data).

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  fields text[] not null,
  actor uuid,
  created_at timestamptz not null default now()
);
create index order_events_order_id_idx on public.order_events (order_id, id);
alter table public.order_events enable row level security;
revoke all on public.order_events from anon, authenticated;

-- nothing for anon
grant select on public.order_events to authenticated;

-- written by the trigger alone
create policy "admins read" on public.order_events for select to authenticated
  using ((select private.may('orders.read')));

create function private.log_order_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  select array_agg(n.key order by n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key not in ('version', 'updated_at');
  if changed is not null then
    insert into public.order_events (order_id, fields, actor, created_at) values (new.id, changed, auth.uid(), private.moment());
  end if;
  return null;
end $$;
revoke all on function private.log_order_change() from public;

-- orders are found by name, company and telephone. not by an index on orders: each of an order's steps would write its forty
-- entries again (docs/decisions/0023, 0025). beside them the words are written once, with the order.

create table private.order_words (
  order_id uuid primary key references public.orders (id) on delete cascade,
  words text not null   -- lower case; of the telephone the digits
);
alter table private.order_words enable row level security;

-- no policy and no grant: admin_orders() reads it
revoke all on private.order_words from public;

-- a small waiting list: an order that empties it pays for sixteen others, not for two hundred
create index order_words_idx on private.order_words using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

create function private.words_of(full_name text, company_name text, phone text) returns text
language sql immutable return lower(concat_ws(' ', full_name, company_name, regexp_replace(phone, '\D', '', 'g')));
revoke all on function private.words_of(text, text, text) from public;
insert into private.order_words select o.id, private.words_of(o.full_name, o.company_name, o.phone) from public.orders o;

create function private.follow_order_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.order_words values (new.id, private.words_of(new.full_name, new.company_name, new.phone))
    on conflict (order_id) do update set words = excluded.words;
  return null;
end $$;
revoke all on function private.follow_order_words() from public;

-- tells everybody who should know of a step: history, the customer's notifications, the mail queue. title and message are the owner's own
-- where there are some
create function private.tell_order_step(p_order public.orders, p_previous text, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short text := '#' || left(p_order.id::text, 8);
  reopened boolean := p_order.status = 'pending' and p_previous is not null;
  note text := case when reopened then 'Order open again: the payment arrived after all' else case p_order.status
    when 'pending' then 'Order placed'
    when 'processing' then 'Order accepted'
    when 'shipped' then 'Order shipped' || coalesce(' with ' || nullif(p_order.courier, ''), '') || coalesce(', tracking ' || nullif(p_order.tracking_number, ''), '')
    when 'delivered' then 'Order delivered'
    else case
      when p_order.cancelled_by is null and p_order.cancel_reason is null then 'Order cancelled because it was not paid'
      when p_order.cancelled_by = p_order.user_id and p_order.cancel_reason is null then 'Order cancelled by customer'
      else 'Order cancelled: ' || coalesce(p_order.cancel_reason, 'no reason given') end
    end end;
  own public.message_texts;
  words jsonb;
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at)
    values (p_order.id, p_order.status, note, p_by, private.moment());
  if p_order.user_id is not null then
    select t.* into own from public.message_texts t
      where t.key = 'notice_order_' || case when reopened then 'reopened' when p_order.status = 'pending' then 'placed' else p_order.status end;
    if found then
      words := jsonb_build_object('name', p_order.full_name, 'order', short, 'courier', p_order.courier, 'tracking', p_order.tracking_number, 'reason', p_order.cancel_reason);
      own.subject := left(private.fill_text(own.subject, words), 120);
      own.opening := left(private.fill_text(own.opening, words), 600);
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (
      p_order.user_id,
      coalesce(nullif(own.subject, ''), case when reopened then 'Payment received' else case p_order.status when 'pending' then 'Order placed' when 'processing' then 'Order accepted'
        when 'shipped' then 'Order shipped' when 'delivered' then 'Order delivered' else 'Order cancelled' end end),
      coalesce(nullif(own.opening, ''), case when reopened then 'Your payment for order ' || short || ' has arrived, and the order is open again.' else case p_order.status
        when 'pending' then 'Thank you! We have received your order ' || short || '.'
        when 'processing' then 'Your order ' || short || ' has been accepted and is being packed.'
        when 'shipped' then 'Your order ' || short || ' is on its way' || coalesce(' with ' || nullif(p_order.courier, ''), '')
          || coalesce(' (' || nullif(p_order.tracking_number, '') || ')', '') || '.'
        when 'delivered' then 'Your order ' || short || ' has been delivered.'
        else 'Your order ' || short || ' has been cancelled' || coalesce(': ' || nullif(p_order.cancel_reason, ''), '') || '.' end end),
      'order_update', p_order.id, private.moment());
  end if;
  -- orders that are made up for a demo, or brought along from another shop, mail nobody
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $$;
revoke all on function private.tell_order_step(public.orders, text, uuid) from public;

-- How many orders one account may place, and to whom mails about orders go.

-- Orders of the counter and the telephone are the shop's own acts and have no limit. Only the order desk writes orders for clients, so
-- demo data and orders brought along from elsewhere pass.
create function private.guard_order_limits() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  placed timestamptz := private.moment();
  most integer;
begin
  -- one order of an account at a time: two at once would both be below the limit. the desk holds its locks on goods and discounts by
  -- now, and asks for none after this
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(new.user_id::text));
  most := private.limit_of('orders_per_hour');
  if (select count(*) from (select from public.orders o
      where o.user_id = new.user_id and o.channel = 'online' and o.created_at > placed - interval '1 hour' limit most) c) >= most then
    raise exception 'Too many orders in an hour' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_ORDERS', 'limit', most)::text;
  end if;
  if new.payment_state = 'awaiting_payment' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders o where o.user_id = new.user_id and o.channel = 'online' and o.status = 'pending'
        and o.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if new.payment_state = 'cod_pending' then
    most := private.limit_of('first_cod_rupees');
    if new.total_amount + (select coalesce(sum(o.total_amount), 0) from public.orders o where o.user_id = new.user_id and o.payment_state = 'cod_pending'
        and o.status in ('pending', 'processing', 'shipped')) > most
      and not exists (select from public.orders o where o.user_id = new.user_id and o.status = 'delivered') then
      raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', most)::text;
    end if;
  end if;
  return new;
end $$;
revoke all on function private.guard_order_limits() from public;

-- Mails about an online order go to the address that its account has proven, whatever address was typed at the checkout: a stranger's
-- address gets no mail in the shop's name, with a name and an address that somebody else chose. What staff typed for a customer on the
-- telephone is believed. Every mail about an order passes here, whoever queues it; who has no proven address gets none (skip_nobody).
create function private.address_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o record;
begin
  select x.channel, x.user_id into o from public.orders x where x.id = (new.data ->> 'order_id')::uuid;
  if o.channel = 'online' then
    new.recipient := coalesce((select u.email from auth.users u where u.id = o.user_id and u.email_confirmed_at is not null), '');
  end if;
  return new;
end $$;
revoke all on function private.address_order_mail() from public;

-- 41_payments.sql

-- attempts to pay, attached to an order that exists already (docs/rules.md#order-before-payment). orders.payment_state is the sum of them.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  method text not null check (method in ('cod', 'upi', 'razorpay', 'cash', 'card', 'bank')),
  state text not null
    check (state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  amount numeric(12, 2) not null check (amount >= 0),
  reference text unique check (length(reference) <= 64),            -- ours: `tr` of a upi link
  provider_reference text unique check (length(provider_reference) <= 100),   -- theirs: utr or payment id; one payment, one order
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- why the last attempt did not go through, in the bank's words; the order can still be paid
  failure text check (length(failure) <= 300),
  -- A UPI link calls nobody back: the buyer tells the bank's reference, and staff compare it with the account. Until somebody has
  -- looked, the claim is work, whatever became of its order: it stays in the queue 'verify' when the order is cancelled by its
  -- buyer, by staff or by the clock, and the account behind it is not deleted.
  claimed_at timestamptz,
  -- Until when an unverified UPI reference keeps its order open stands beside the claim, so that staff and buyer read it before the clock
  -- acts on it. A later change of the limit does not move a date that was shown.
  claim_holds_until timestamptz
);
create index payments_order_id_idx on public.payments (order_id, created_at);
create index payments_state_idx on public.payments (state, created_at);
alter table public.payments enable row level security;
revoke all on public.payments from anon, authenticated;

-- nothing for anon
grant select on public.payments to authenticated;
grant update (state, provider_reference) on public.payments to authenticated;
grant insert (order_id, method, state, amount, reference) on public.payments to shop_orders;

-- amount and method are not updated, nothing is deleted: money leaves a trace
create policy "payments of visible orders" on public.payments for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "admins settle" on public.payments for update to authenticated
  using ((select private.may('payments.manage')))
  with check ((select private.may('payments.manage')));
create policy "the desk opens a payment" on public.payments for insert to shop_orders
  with check (state in ('cod_pending', 'awaiting_payment'));
create trigger touch_updated_at before update on public.payments for each row execute function private.touch_updated_at();

-- an admin who confirms or refunds a payment moves the order's payment state in the same transaction
create function private.follow_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set payment_state = case when status = 'cancelled' and new.state = 'paid' then 'refund_due' else new.state end
    where id = new.order_id and payment_state <> new.state;
  return null;
end $$;
revoke all on function private.follow_payment() from public;
create trigger follow_payment after update of state on public.payments
  for each row when (old.state is distinct from new.state and pg_trigger_depth() = 0) execute function private.follow_payment();

-- Which way the state of a payment may go, and by whom. The guard reads these rows, as the guard of orders reads order_steps.
create table public.payment_steps (
  from_state text not null check (from_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  to_state text not null check (to_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  actor text not null check (actor in ('customer', 'admin', 'system')),
  primary key (from_state, to_state, actor)
);
alter table public.payment_steps enable row level security;
revoke all on public.payment_steps from anon, authenticated;

-- nothing for anon
grant select on public.payment_steps to authenticated;

-- changed by migrations alone
create policy "signed-in people read" on public.payment_steps for select to authenticated using (true);
insert into public.payment_steps (from_state, to_state, actor) values
  ('awaiting_payment', 'awaiting_verification', 'customer'),   -- the buyer tells the bank's reference
  ('failed', 'awaiting_verification', 'customer'),             -- and corrects one that was not found
  ('cod_pending', 'paid', 'admin'),
  ('awaiting_payment', 'paid', 'admin'),
  ('awaiting_verification', 'paid', 'admin'),
  ('awaiting_verification', 'failed', 'admin'),                -- the money is not on the account
  ('failed', 'paid', 'admin'),                                 -- it turned up after all
  ('refund_due', 'refunded', 'admin'),
  ('cod_pending', 'paid', 'system'),                           -- delivered
  ('awaiting_payment', 'awaiting_verification', 'system'),     -- Razorpay holds the money or does not know yet
  ('awaiting_verification', 'awaiting_payment', 'system'),     -- and then nothing came of it
  ('awaiting_payment', 'paid', 'system'),
  ('awaiting_verification', 'paid', 'system'),
  ('awaiting_payment', 'refund_due', 'system'),                -- it arrived for an order that stays cancelled
  ('awaiting_verification', 'refund_due', 'system'),
  ('paid', 'refund_due', 'system'),                            -- the order was cancelled
  ('paid', 'refunded', 'system'),                              -- sent back in Razorpay's dashboard
  ('refund_due', 'refunded', 'system');

-- 'wire': a person over rest. 'server': the owner, service_role or another function, as in guard_order_step. Money that arrives for
-- an order that the clock has cancelled opens it again if its goods are still there, and is due back otherwise: the same rule for
-- every way of paying (settle_razorpay_payment decides it before it comes here).
create function private.guard_payment_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actors text[] := case when tg_argv[0] = 'wire' then array['admin'] else array['customer', 'admin', 'system'] end;
  o public.orders;
begin
  if not exists (select from public.payment_steps s where s.from_state = old.state and s.to_state = new.state and s.actor = any (actors)) then
    raise exception 'A payment cannot go from % to %', old.state, new.state
      using errcode = 'PT409', detail = jsonb_build_object('code', 'PAYMENT_STEP_NOT_ALLOWED', 'from', old.state, 'to', new.state)::text;
  end if;
  if new.state <> 'paid' then return new; end if;
  -- the order's row first for everybody who has not locked it yet: a cancellation at the same moment waits, or is waited for
  select x.* into o from public.orders x where x.id = new.order_id for no key update;
  if o.status <> 'cancelled' then return new; end if;
  if o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(o.id) then
    update public.orders x set status = 'pending', payment_state = 'paid' where x.id = o.id;
  else
    new.state := 'refund_due';
  end if;
  return new;
end $$;
revoke all on function private.guard_payment_step() from public;
create trigger guard_payment_step_wire before update of state on public.payments
  for each row when (old.state is distinct from new.state and current_user in ('anon', 'authenticated')) execute function private.guard_payment_step('wire');
create trigger guard_payment_step_server before update of state on public.payments
  for each row when (old.state is distinct from new.state and current_user not in ('anon', 'authenticated')) execute function private.guard_payment_step('server');

-- what was told, for the limits: references that turned out wrong are not kept
create table private.payment_claims (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  claimed_at timestamptz not null
);
create index payment_claims_order_id_idx on private.payment_claims (order_id);
create index payment_claims_user_id_idx on private.payment_claims (user_id, claimed_at);
alter table private.payment_claims enable row level security;

-- no policy and no grant: the function below alone
revoke all on private.payment_claims from public;

-- Money that is owed stays in sight: orders that were accepted, shipped or delivered although nobody had paid for them. Cash on
-- delivery is none of it, since it is taken at the door.
create function private.is_to_collect(status text, payment_state text) returns boolean
language sql immutable return status in ('processing', 'shipped', 'delivered') and payment_state in ('awaiting_payment', 'awaiting_verification', 'failed');
revoke all on function private.is_to_collect(text, text) from public;

-- how much that is, and for how long it has been owed. ages: by days since the order was placed, the youngest first.
create function public.money_to_collect() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for money to collect' using errcode = '42501'; end if;
  return (
    with owed as (
      select o.total_amount, o.created_at, private.moment() - o.created_at as age from public.orders o where private.is_to_collect(o.status, o.payment_state)
    ), ages (from_day, to_day) as (values (0, 7), (8, 30), (31, 90), (91, null::integer))
    select jsonb_build_object(
      'as_of', private.moment(),
      'count', (select count(*) from owed),
      'amount', (select coalesce(sum(w.total_amount), 0) from owed w),
      'oldest', (select min(w.created_at) from owed w),
      'ages', (select jsonb_agg(jsonb_build_object('from_day', a.from_day, 'to_day', a.to_day, 'count', s.count, 'amount', s.amount) order by a.from_day)
        from ages a cross join lateral (
          select count(*) as count, coalesce(sum(w.total_amount), 0) as amount from owed w
          where w.age >= make_interval(days => a.from_day) and (a.to_day is null or w.age < make_interval(days => a.to_day + 1))) s)));
end $$;
revoke all on function public.money_to_collect() from public;
grant execute on function public.money_to_collect() to authenticated;

create function private.date_claim() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.claim_holds_until := new.claimed_at + make_interval(days => private.limit_of('claim_days'));
  return new;
end $$;
revoke all on function private.date_claim() from public;
create trigger date_claim before update of claimed_at on public.payments
  for each row when (new.claimed_at is distinct from old.claimed_at) execute function private.date_claim();

-- cancels orders whose time to pay is up, and answers how many. left open: what Razorpay was not asked about since then, unless it does not
-- answer for a day, or does not say for six days what became of a payment (goods are not held without end); and what has a UPI reference
-- that nobody has verified, until claim_holds_until. nothing is lost: a claim stays in the queue, and money that is found later opens the
-- order again or is due back.
create function private.cancel_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
  cancelled integer;
begin
  select make_interval(hours => s.upi_unpaid_hours) as upi_unpaid, make_interval(mins => s.razorpay_unpaid_minutes) as razorpay_unpaid into shop from public.settings s;
  with overdue as (
    select o.id from public.orders o
    where o.status = 'pending' and (
      o.payment_state = 'awaiting_payment' and o.created_at < private.moment() - case o.payment_method
        when 'upi' then shop.upi_unpaid
        when 'razorpay' then shop.razorpay_unpaid
        else interval '100 years' end   -- cash is not awaited
      and not (o.payment_method = 'razorpay' and o.created_at > private.moment() - interval '1 day' - shop.razorpay_unpaid and exists (
        select from private.razorpay_orders r where r.order_id = o.id and (r.asked_at is null or r.asked_at < o.created_at + shop.razorpay_unpaid)))
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'razorpay' and o.created_at < private.moment() - interval '6 days'
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.claim_holds_until < private.moment())
      or o.payment_state = 'failed' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.updated_at < private.moment() - shop.upi_unpaid))
    order by o.created_at limit 100
    for no key update skip locked        -- whoever is paying or cancelling this very moment goes first
  )
  update public.orders o set status = 'cancelled' from overdue where o.id = overdue.id;
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;
revoke all on function private.cancel_unpaid_orders() from public;

-- the mail sender is the login that works in the background; it may ring the clock, not choose an order
grant execute on function private.cancel_unpaid_orders() to shop_mail;

-- a buyer names the reference of their UPI payment: for every own order that is to be paid by UPI and is not settled, also after it was
-- accepted unpaid or cancelled, since the money may have left the account before. a cancelled order is opened again when the money is found,
-- not when somebody says so: an invented reference takes no goods off the shelf.
create function public.claim_payment(p_order uuid, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  utr text := upper(regexp_replace(left(p_reference, 100), '\s', '', 'g'));
  told timestamptz := private.moment();
begin
  if utr is null or utr !~ '^[A-Z0-9]{12,22}$' then
    raise exception 'A UPI reference has 12 digits' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  -- one claim of an account at a time: two at once would both be below the limit
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.claims'), pg_catalog.hashtext(auth.uid()::text));
  -- the order first, as every step locks it: a claim and a cancellation wait for each other
  perform from public.orders o where o.id = p_order and o.user_id = auth.uid() for no key update;
  if not found then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  -- sent twice: told already
  perform from public.payments p where p.order_id = p_order and p.method = 'upi' and p.state = 'awaiting_verification' and p.provider_reference = utr;
  if found then return; end if;
  if (select count(*) from private.payment_claims c where c.order_id = p_order) >= private.limit_of('claims_per_order')
    or (select count(*) from private.payment_claims c where c.user_id = auth.uid() and c.claimed_at > told - interval '1 day') >= private.limit_of('claims_per_day') then
    raise exception 'Too many references were told' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CLAIMS"}';
  end if;
  update public.payments p set state = 'awaiting_verification', provider_reference = utr, claimed_at = told
    where p.order_id = p_order and p.method = 'upi' and p.state in ('awaiting_payment', 'awaiting_verification', 'failed');
  if not found then
    raise exception 'This order does not wait for a UPI payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  insert into private.payment_claims (order_id, user_id, claimed_at) values (p_order, auth.uid(), told);
exception when unique_violation then
  raise exception 'This reference belongs to another order' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $$;
revoke all on function public.claim_payment(uuid, text) from public;
grant execute on function public.claim_payment(uuid, text) to authenticated;

-- 42_stock.sql

-- why stock is what it is (docs/rules.md#stock): products.stock is the truth, each change leaves a row in the same transaction, and
-- private.check_stock_sums() proves that the two agree.

create table public.stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null,   -- no foreign key: the ledger outlives a deleted product
  quantity integer not null check (quantity <> 0),   -- plus came in, minus went out
  reason text not null check (length(reason) between 1 and 60),   -- initial, order, cancellation, adjustment, purchase, …
  order_id uuid references public.orders (id) on delete set null,
  created_by uuid,
  created_at timestamptz not null default now(),
  -- stock that a hand moves says why (docs/rules.md#stock). domain/stock-movement.ts is the same list; a test compares the two.
  note text check (length(note) between 1 and 300)
);
create index stock_movements_product_id_idx on public.stock_movements (product_id, id);
create index stock_movements_order_id_idx on public.stock_movements (order_id) where order_id is not null;
alter table public.stock_movements enable row level security;
revoke all on public.stock_movements from anon, authenticated;

-- nothing for anon
grant select on public.stock_movements to authenticated;
grant insert (product_id, quantity, reason, order_id) on public.stock_movements to shop_orders;

-- no update, no delete for anyone, no insert by hand: changing stock is what writes a movement
create policy "admins read" on public.stock_movements for select to authenticated
  using ((select private.may('catalogue.write')));
create policy "the desk sells" on public.stock_movements for insert to shop_orders
  with check (reason = 'order' and quantity < 0 and order_id is not null);

-- empty when all is well
create function private.check_stock_sums() returns table (product_id uuid, stock integer, movements bigint)
language sql stable security definer set search_path = '' as $$
  select p.id, p.stock, coalesce(m.total, 0)
  from public.products p
  left join (select s.product_id, sum(s.quantity) as total from public.stock_movements s group by 1) m on m.product_id = p.id
  where p.stock <> coalesce(m.total, 0)
$$;
revoke all on function private.check_stock_sums() from public;
comment on column public.stock_movements.note is 'A supplier, a bill, what happened. Of goods, not of people.';

-- reason and order come from the transaction's own settings; an admin's plain edit is an adjustment
create function private.record_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (product_id, quantity, reason, order_id, created_by, created_at, note) values (
    new.id,
    case tg_op when 'INSERT' then new.stock else new.stock - old.stock end,
    coalesce(nullif(current_setting('shop.stock_reason', true), ''), case tg_op when 'INSERT' then 'initial' else 'adjustment' end),
    nullif(current_setting('shop.stock_order', true), '')::uuid,
    auth.uid(),
    private.moment(),
    nullif(current_setting('shop.stock_note', true), ''));
  return null;
end $$;
revoke all on function private.record_stock() from public;

-- moves a product's stock and says why. p_quantity: pieces, as they are counted: what came in or went out is positive, a
-- correction has a sign, a count is what lies there. p_shown: the stock that was on the screen; a count made while somebody
-- bought was a count of something else. answers the stock there is now.
create function public.move_stock(p_product uuid, p_reason text, p_quantity integer, p_shown integer default null, p_note text default null)
returns integer
language plpgsql security invoker set search_path = '' as $$
declare
  before integer;
  moved integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if p_reason is null or p_reason not in ('purchase', 'return', 'damaged', 'used', 'count', 'correction') then
    raise exception 'Stock that is moved by hand needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  if p_quantity is null or (p_reason = 'count' and p_quantity < 0) or (p_reason = 'correction' and p_quantity = 0)
    or (p_reason not in ('count', 'correction') and p_quantity <= 0) or abs(p_quantity) > 1000000 then
    raise exception 'This is no quantity to move' using errcode = '22023', detail = '{"code":"QUANTITY"}';
  end if;
  if p_reason = 'correction' and btrim(coalesce(p_note, '')) = '' then
    raise exception 'A correction says what was wrong' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  select p.stock into before from public.products p where p.id = p_product for update;
  if not found then
    raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if p_reason = 'count' and before is distinct from p_shown then
    raise exception 'The stock moved while it was counted' using errcode = 'PT409', detail = jsonb_build_object('code', 'STALE', 'stock', before)::text;
  end if;
  moved := case p_reason when 'count' then p_quantity - before when 'damaged' then -p_quantity when 'used' then -p_quantity else p_quantity end;
  if before + moved < 0 then
    raise exception 'Only % are there', before using errcode = '23514', detail = jsonb_build_object('code', 'BELOW_ZERO', 'stock', before)::text;
  end if;
  if moved = 0 then return before; end if;   -- counted, and it agrees
  perform set_config('shop.stock_reason', p_reason, true), set_config('shop.stock_note', left(btrim(coalesce(p_note, '')), 300), true);
  update public.products p set stock = before + moved where p.id = p_product;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_note', '', true);
  return before + moved;
end $$;
revoke all on function public.move_stock(uuid, text, integer, integer, text) from public;
grant execute on function public.move_stock(uuid, text, integer, integer, text) to authenticated;

-- nothing for anon

-- a product's movements, newest first, each with who made it. p_before: the id of the last line
-- of the page before. with the caller's own rights: the policy lets admins through, everybody else reads nothing
create function public.stock_history(p_product uuid, p_before bigint default null, p_limit integer default 20)
returns table (id bigint, at timestamptz, quantity integer, reason text, note text, order_id uuid, actor_name text)
language sql stable security definer set search_path = '' rows 20 as $$
  select m.id, m.created_at, m.quantity, m.reason, m.note, m.order_id, private.person_name(m.created_by)
  from public.stock_movements m
  where (select private.may('catalogue.write')) and m.product_id = p_product and (p_before is null or m.id < p_before)
  order by m.id desc limit least(greatest(p_limit, 1), 100)
$$;
revoke all on function public.stock_history(uuid, bigint, integer) from public;
grant execute on function public.stock_history(uuid, bigint, integer) to authenticated;
create trigger record_first_stock after insert on public.products
  for each row when (new.stock <> 0) execute function private.record_stock();

-- the desk writes its movements itself, beside its update and with the order's id; a second row would break the sum
create trigger record_stock after update of stock on public.products
  for each row when (old.stock <> new.stock and current_user <> 'shop_orders') execute function private.record_stock();

-- 43_discounts.sql

-- coupons. customers cannot list them: a code is told, not looked up.

create table public.discounts (
  id uuid primary key default gen_random_uuid(),
  code text unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
  description text check (length(description) <= 200),
  kind text not null check (kind in ('percent', 'amount', 'free_delivery')),
  value numeric(12, 2) not null constraint discounts_value_check check (case kind when 'free_delivery' then value = 0 else value > 0 end),          -- percent off, or rupees off the goods
  minimum_goods numeric(12, 2) not null default 0 check (minimum_goods >= 0),
  maximum_discount numeric(12, 2) check (maximum_discount > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  usage_limit integer check (usage_limit > 0),
  times_used integer not null default 0 check (times_used >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (kind <> 'percent' or value <= 100),
  check (ends_at > starts_at),
  check (times_used <= usage_limit),
  -- what a coupon does beside percent and amount, on which goods, how often, and who has used it (docs/rules.md#discounts).
  -- every limit is counted under the lock of the coupon's own row: two last uses cannot both be taken.
  customer_limit integer check (customer_limit > 0),
  product_ids uuid[] not null default '{}',    -- with category_ids: on these goods alone; both empty: on all.
  category_ids uuid[] not null default '{}',
  -- an offer is told to every customer by a notification of type promotion, once, by an admin. it
  -- arrives live like any other. who registers later finds the offer where it is shown, not in yesterday's news.
  announced_at timestamptz,
  -- discounts without a code, which apply by themselves. the stacking rule is domain/discounted-quote.ts alone (docs/decisions/0021);
  -- here stand who may have which discount now, the locks under which limits are counted, and what an order keeps of it.
  title text check (length(btrim(title)) between 1 and 60),           -- what buyers read where there is no code
  combines boolean not null default false,                            -- a coupon on top of automatic offers
  constraint discounts_name check (code is not null or title is not null)
);
alter table public.discounts enable row level security;
revoke all on public.discounts from anon, authenticated;

-- nothing for anon
grant select, delete on public.discounts to authenticated;
grant insert (code, description, kind, value, minimum_goods, maximum_discount, starts_at, ends_at, usage_limit, is_active) on public.discounts to authenticated;
grant update (code, description, kind, value, minimum_goods, maximum_discount, starts_at, ends_at, usage_limit, is_active) on public.discounts to authenticated;

-- times_used is counted, not typed

create policy "admins read" on public.discounts for select to authenticated
  using ((select private.may('marketing.write')));
create policy "admins add" on public.discounts for insert to authenticated
  with check ((select private.may('marketing.write')));
create policy "admins change" on public.discounts for update to authenticated
  using ((select private.may('marketing.write')))
  with check ((select private.may('marketing.write')));
create policy "admins delete" on public.discounts for delete to authenticated
  using ((select private.may('marketing.write')));
grant insert (customer_limit, product_ids, category_ids) on public.discounts to authenticated;
grant update (customer_limit, product_ids, category_ids) on public.discounts to authenticated;

-- the desk locks the one it was told
grant select (id, code, times_used), update (times_used) on public.discounts to shop_orders;
create policy "the desk locks a coupon" on public.discounts for select to shop_orders using (true);
create policy "the desk counts a use" on public.discounts for update to shop_orders using (true) with check (true);
grant insert (title, combines) on public.discounts to authenticated;
grant update (title, combines) on public.discounts to authenticated;
create index discounts_automatic_idx on public.discounts (id) where code is null and is_active;
create trigger touch_updated_at before update on public.discounts for each row execute function private.touch_updated_at();

-- no foreign keys: goods that are gone are simply in no cart
comment on column public.discounts.category_ids is 'With all their sub-categories.';

create table public.discount_redemptions (
  order_id uuid not null references public.orders (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (order_id, discount_id)
);
create index discount_redemptions_discount_id_idx on public.discount_redemptions (discount_id, user_id);
create index discount_redemptions_user_id_idx on public.discount_redemptions (user_id);
alter table public.discount_redemptions enable row level security;
revoke all on public.discount_redemptions from anon, authenticated;

-- nothing for anon
grant select on public.discount_redemptions to authenticated;
grant insert (order_id, discount_id, user_id) on public.discount_redemptions to shop_orders;

-- no update, no delete for anyone: a cancelled order gives its use back by trigger
create policy "admins read" on public.discount_redemptions for select to authenticated
  using ((select private.may('marketing.write')));
create policy "the desk books a use" on public.discount_redemptions for insert to shop_orders with check (true);
comment on column public.discounts.times_used is 'Counted under the row''s lock where there is a usage_limit, and for every coupon. An offer without a limit locks nothing: its uses are its redemptions.';

-- ── in force ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- whether a discount holds at all, before any goods are looked at; for one buyer, or for anybody where p_user is null
create function private.discount_standing(d public.discounts, p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not d.is_active then 'OFF'
    when d.starts_at > private.moment() then 'NOT_STARTED'
    when d.ends_at <= private.moment() then 'ENDED'
    when d.times_used >= d.usage_limit then 'USED_UP'
    when d.customer_limit <= (select count(*) from public.discount_redemptions r where r.discount_id = d.id and r.user_id = p_user) then 'ALREADY_USED'
    else 'OK' end
$$;
revoke all on function private.discount_standing(public.discounts, uuid) from public;

-- the offers in force and the coupon of this code, as one buyer meets them now. covers: those of p_products that it is for;
-- null for all. an offer is left out where it does not stand or covers none of them; a coupon tells why. what is switched
-- off does not exist. `counted`: a use raises times_used.
create function private.discounts_for(p_user uuid, p_code text, p_products uuid[])
returns table (id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric,
  combines boolean, standing text, covers uuid[], counted boolean)
language sql stable security definer set search_path = '' as $$
  select d.id, d.code, d.title, d.description, d.kind, d.value, d.minimum_goods, d.maximum_discount, d.combines, s.standing, g.covers,
    d.code is not null or d.usage_limit is not null
  from public.discounts d
  cross join lateral (select private.discount_standing(d, p_user) as standing) s
  cross join lateral (
    select case when d.product_ids <> '{}' or d.category_ids <> '{}' then coalesce((
      with recursive shelf as (
        select unnest(d.category_ids) as id
        union select c.id from public.categories c join shelf on c.parent_id = shelf.id)
      select array_agg(p.id order by p.id) from public.products p
      where p.id = any (p_products) and (p.id = any (d.product_ids) or p.category_id in (select shelf.id from shelf))), '{}') end as covers) g
  where d.is_active and (d.code = upper(btrim(p_code)) or (d.code is null and s.standing = 'OK' and (g.covers is null or g.covers <> '{}')))
  order by d.id
$$;
revoke all on function private.discounts_for(uuid, text, uuid[]) from public;

-- prices that are only shown are read without a lock
grant execute on function private.discounts_for(uuid, text, uuid[]) to shop_orders;

-- for the order desk, after its locks on cart and products: first the discounts whose uses are counted, in the order of their
-- ids, then what they are behind those locks (a volatile function reads each statement anew). how often this buyer used one is
-- held by the lock on his cart. an offer without a limit is not locked: one for everybody would queue every order of the shop.
create function private.lock_discounts(p_user uuid, p_code text)
returns table (id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric,
  combines boolean, standing text, covers uuid[], counted boolean)
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- most shops, most days: nothing to ask about
  if p_code is null and not exists (select from public.discounts d where d.code is null and d.is_active) then return; end if;
  perform from public.discounts d
    where d.is_active and (d.code = upper(btrim(p_code)) or (d.code is null and d.usage_limit is not null and private.discount_standing(d, p_user) = 'OK'))
    order by d.id for no key update;
  return query select * from private.discounts_for(p_user, p_code, array(select i.product_id from public.cart_items i where i.user_id = p_user));
end $$;
revoke all on function private.lock_discounts(uuid, text) from public;
grant execute on function private.lock_discounts(uuid, text) to shop_orders;

-- the offers that apply by themselves to these products, for whoever asks. the products come from the asker: the cart on his
-- screen may be ahead of the one that is stored
create function public.find_offers(p_products uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(c) - 'counted' order by c.id), '[]') from private.discounts_for(auth.uid(), null, p_products[1:1000]) c
  where auth.uid() is not null
$$;
revoke all on function public.find_offers(uuid[]) from public;
grant execute on function public.find_offers(uuid[]) to authenticated;

-- nothing for anon: a cart needs a signed-in user

-- ── counting ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- who was cancelled may use them again. locked in the order of ids, as the desk does
create function private.give_discounts_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.discounts d where d.id in (select r.discount_id from public.discount_redemptions r where r.order_id = new.id)
    order by d.id for no key update;
  with given as (delete from public.discount_redemptions r where r.order_id = new.id returning r.discount_id)
  update public.discounts d set times_used = greatest(d.times_used - 1, 0) from given
    where d.id = given.discount_id and (d.code is not null or d.usage_limit is not null);
  return null;
end $$;
revoke all on function private.give_discounts_back() from public;

-- an offer that gets a limit later has used what its redemptions say
create function private.count_uses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.times_used := (select count(*) from public.discount_redemptions r where r.discount_id = new.id);
  return new;
end $$;
revoke all on function private.count_uses() from public;
create trigger count_uses before update of usage_limit, code on public.discounts
  for each row when (new.usage_limit is not null and (old.usage_limit is null or (old.code is null) <> (new.code is null)))
  execute function private.count_uses();

-- ── offers reach those who asked for them ───────────────────────────────────────────────────────────────────────────────────
-- an offer is announced once, to customers who agreed to offers
create function public.announce_discount(p_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  offer public.discounts;
  told integer;
begin
  if not private.may('marketing.write') then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  -- locked: two presses announce once
  select d.* into offer from public.discounts d where d.id = p_id for no key update;
  if not found then raise exception 'No such discount' using errcode = 'PT404', detail = '{"code":"DISCOUNT_NOT_FOUND"}'; end if;
  if offer.announced_at is not null then raise exception 'This discount was announced already' using errcode = 'PT409', detail = '{"code":"ALREADY_ANNOUNCED"}'; end if;
  if private.discount_standing(offer, null) <> 'OK' then
    raise exception 'This discount cannot be used now' using errcode = 'PT409', detail = '{"code":"NOT_IN_FORCE"}';
  end if;
  insert into public.notifications (user_id, title, message, type, created_at)
    select p.id,
      case offer.kind
        when 'percent' then trim_scale(offer.value)::text || '% off'
        when 'amount' then '₹' || trim_scale(offer.value)::text || ' off'
        else 'Free delivery' end,
      coalesce(nullif(btrim(offer.description), '') || '. ', nullif(btrim(offer.title), '') || '. ', '')
        || coalesce('Use the code ' || offer.code || ' at checkout', 'It is taken off in your cart')
        || coalesce(' until ' || to_char(offer.ends_at at time zone 'Asia/Kolkata', 'FMMon FMDD, YYYY'), '') || '.',
      'promotion', private.moment()
    from public.profiles p
    where (select c.given from public.consents c where c.user_id = p.id and c.purpose = 'offers' order by c.id desc limit 1)
      and not exists (select from public.user_roles r where r.user_id = p.id);   -- the house knows its own offers
  get diagnostics told = row_count;
  update public.discounts d set announced_at = private.moment() where d.id = p_id;
  return told;
end $$;
revoke all on function public.announce_discount(uuid) from public;
grant execute on function public.announce_discount(uuid) to authenticated;

-- how often each discount was used and what it took off, for the list of the back office. coupons and limited offers have a
-- count of their own; an offer without a limit is counted by its redemptions alone
create function public.discount_uses() returns table (discount_id uuid, uses bigint, given numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('marketing.write') then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  return query select r.discount_id, count(*), coalesce(sum(
      (select sum((o.value ->> 'amount')::numeric) from public.orders x, jsonb_array_elements(x.offers) o
        where x.id = r.order_id and o.value ->> 'id' = r.discount_id::text)), 0)
    from public.discount_redemptions r group by r.discount_id;
end $$;
revoke all on function public.discount_uses() from public;
grant execute on function public.discount_uses() to authenticated;

-- Coupon codes cannot be guessed at speed. Codes that do not exist are counted for each account, whatever network it asks from, and
-- over all accounts, since accounts cost nothing. Codes that an account has found before always work: a mistyped one locks nobody
-- out of their own discount.
create table private.unknown_coupons (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code bytea not null,   -- a fingerprint: what was tried may be a code of tomorrow
  tried_at timestamptz not null
);
create index unknown_coupons_user_id_idx on private.unknown_coupons (user_id, tried_at);
create index unknown_coupons_tried_at_idx on private.unknown_coupons (tried_at);
alter table private.unknown_coupons enable row level security;

create table private.found_coupons (
  user_id uuid not null references auth.users (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  primary key (user_id, discount_id)
);
create index found_coupons_discount_id_idx on private.found_coupons (discount_id);

-- on both no policy and no grant: the function below alone
alter table private.found_coupons enable row level security;
revoke all on private.unknown_coupons, private.found_coupons from public;
insert into private.found_coupons (user_id, discount_id)
  select distinct r.user_id, r.discount_id from public.discount_redemptions r join public.discounts d on d.id = r.discount_id
  where r.user_id is not null and d.code is not null;

-- False: this account has tried too many codes, and is not told whether this one exists. Counts the try where it does not. A try is
-- committed whatever becomes of the order: callers run it in a transaction of its own, or raise nothing after it.
create function private.may_try_coupon(p_user uuid, p_code text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked timestamptz := private.moment();
  coupon uuid := (select d.id from public.discounts d where d.code = upper(btrim(p_code)) and d.is_active);
  fingerprint bytea := sha256(convert_to(upper(btrim(p_code)), 'utf8'));
  tried integer;
begin
  if exists (select from private.found_coupons f where f.user_id = p_user and f.discount_id = coupon) then return true; end if;
  -- one try of an account at a time: many at once would all be below the limit
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.coupon_tries'), pg_catalog.hashtext(p_user::text));
  -- the same wrong code again tells nothing new: a cart that changes has it looked up anew
  if coupon is null and exists (select from private.unknown_coupons u where u.user_id = p_user and u.code = fingerprint and u.tried_at > asked - interval '1 hour') then
    return true;
  end if;
  tried := (select count(*) from private.unknown_coupons u where u.user_id = p_user and u.tried_at > asked - interval '1 hour');
  if tried >= private.limit_of('unknown_coupons_per_hour') or tried >= private.limit_of('unknown_coupons_when_busy')
    and (select count(*) from private.unknown_coupons u where u.tried_at > asked - interval '1 hour') >= private.limit_of('unknown_coupons_in_all') then
    return false;
  end if;
  if coupon is null then
    insert into private.unknown_coupons (user_id, code, tried_at) values (p_user, fingerprint, asked);
    delete from private.unknown_coupons u where u.user_id = p_user and u.tried_at <= asked - interval '1 day';
  else
    insert into private.found_coupons (user_id, discount_id) values (p_user, coupon) on conflict do nothing;
  end if;
  return true;
end $$;
revoke all on function private.may_try_coupon(uuid, text) from public;
grant execute on function private.may_try_coupon(uuid, text) to shop_orders;

create function public.find_coupon(p_code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or btrim(coalesce(p_code, '')) = '' then return null; end if;
  if not private.may_try_coupon(auth.uid(), p_code) then
    raise exception 'Too many coupon codes were tried' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CODES"}';
  end if;
  return (select to_jsonb(c) - 'counted'
    from private.discounts_for(auth.uid(), p_code, array(select i.product_id from public.cart_items i where i.user_id = auth.uid())) c where c.code is not null);
end $$;
revoke all on function public.find_coupon(text) from public;
grant execute on function public.find_coupon(text) to authenticated;

-- 44_razorpay.sql

-- razorpay: who works with it, its keys, and whether it is offered (docs/india.md#payment).

-- a login of its own (as placing an order has): it may call the functions named in these files, and touches no table.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'shop_payments') then
    create role shop_payments login noinherit nocreatedb nocreaterole;
    -- razorpay wants its answer within five seconds and asks again later: better refused than late
    alter role shop_payments set lock_timeout = '3s';
    alter role shop_payments set statement_timeout = '4s';
  end if;
exception when duplicate_object then null;   -- two databases migrating at the same time
end $$;
grant usage on schema private to shop_payments;

-- no check constraint on the secrets: its message would print the failing row into the answer and the log
create table private.razorpay_keys (
  id boolean primary key default true check (id),
  key_id text,
  key_secret text,
  previous_key_secret text,
  webhook_secret text,
  previous_webhook_secret text,
  previous_until timestamptz,   -- how long what was signed before the change still counts
  changed_at timestamptz not null default now()
);
alter table private.razorpay_keys enable row level security;

-- no policy and no grant: the functions below alone

create function private.check_razorpay_key(p_field text, p_value text, p_pattern text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_value is null or p_value !~ p_pattern then
    raise exception 'This is no Razorpay key' using errcode = '22023', detail = jsonb_build_object('code', 'INVALID_RAZORPAY_KEYS', 'field', p_field)::text;
  end if;
end $$;

-- what the payment desk signs and compares with: the secrets that count now, the current one first
create function private.razorpay_shop() returns table (key_id text, key_secrets text[], webhook_secrets text[])
language sql stable security definer set search_path = '' as $$
  select k.key_id,
    array_remove(array[k.key_secret, case when k.previous_until > now() then k.previous_key_secret end], null),
    array_remove(array[k.webhook_secret, case when k.previous_until > now() then k.previous_webhook_secret end], null)
  from private.razorpay_keys k where k.key_id is not null
$$;
grant execute on function private.razorpay_shop() to shop_payments;

create function private.guard_razorpay_enabled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.razorpay_keys k where k.key_id is not null) then
    raise exception 'Razorpay needs its keys first' using errcode = 'PT409', detail = '{"code":"RAZORPAY_KEYS_MISSING"}';
  end if;
  return new;
end $$;

-- what razorpay has told: its order for one of ours, every payment tried on it, and which of them is the one that pays.
-- no name, address, card or telephone number is kept, only ids, amounts and states.

create table private.razorpay_orders (
  id text primary key,
  order_id uuid not null unique references public.orders (id) on delete cascade,   -- one of ours has one of theirs
  created_at timestamptz not null default now(),
  asked_at timestamptz,                            -- up to when all is known that was tried on it
  next_check_at timestamptz default now() + interval '1 minute'   -- null: no more
);
create index razorpay_orders_due_idx on private.razorpay_orders (next_check_at) where next_check_at is not null;
alter table private.razorpay_orders enable row level security;

-- amounts in paise, as on razorpay's wire. standing: what became of money that was taken. null: none was, or it went back
-- before we heard of it.
create table private.razorpay_payments (
  id text primary key,
  provider_order_id text,
  order_id uuid references public.orders (id) on delete set null,
  amount bigint,
  currency text,
  status text not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  vouched boolean not null default false,   -- the browser came back with razorpay's signature
  standing text check (standing in ('kept', 'second_charge', 'amount_differs', 'unknown_order')),
  amount_refunded bigint not null default 0,
  refund text not null default 'none' check (refund in ('none', 'due', 'asked', 'processed', 'failed', 'by_hand')),
  refund_round integer not null default 0,   -- part of the idempotency key: a new one only after a refund that is known to have failed
  refund_failed_id text,                     -- the refund that failed last: it is told of more than once
  refund_tries integer not null default 0,
  refund_next_at timestamptz,
  last_error text,
  received_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid,   -- no foreign key: the trace outlives the account
  note text,
  confirmed_at timestamptz,   -- Razorpay has listed it as taken, when asked
  doubted_at timestamptz
);
create index razorpay_payments_order_id_idx on private.razorpay_payments (order_id);
create index razorpay_payments_provider_order_id_idx on private.razorpay_payments (provider_order_id) where order_id is null;
create index razorpay_payments_refund_idx on private.razorpay_payments (refund_next_at) where refund in ('due', 'asked');
create index razorpay_payments_listed_idx on private.razorpay_payments (received_at desc) where standing in ('second_charge', 'amount_differs', 'unknown_order') or refund = 'failed';

-- never two charges kept, whatever the code above it does
create unique index razorpay_payments_one_kept on private.razorpay_payments (order_id) where standing = 'kept';

-- on all three no policy and no grant: functions alone
alter table private.razorpay_payments enable row level security;

-- told under rules that asked nobody
create index razorpay_payments_doubted_idx on private.razorpay_payments (received_at desc) where doubted_at is not null;

-- events that were taken; they come more than once (docs/india.md#payment)
create table private.razorpay_events (
  id text primary key,
  event text not null,
  received_at timestamptz not null default now()
);
create index razorpay_events_received_idx on private.razorpay_events (received_at);
alter table private.razorpay_events enable row level security;

-- no grant to change it: the settling function writes it

-- razorpay says what was paid and paid back, nobody's hand
create function private.guard_provider_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Razorpay settles this payment' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
end $$;

-- a payment that arrives after the clock has cancelled the order takes the goods again, if they are still there
-- (docs/rules.md#order-before-payment).

insert into public.order_steps (from_status, to_status, actor, needs_reason, display_order) values ('cancelled', 'pending', 'system', false, 9);

-- what the customer or an admin cancelled stays cancelled, and so does an order whose buyer is gone
create function private.guard_reopening() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.cancelled_by is not null or old.cancel_reason is not null or old.user_id is null or new.payment_state <> 'paid' then
    raise exception 'Only a payment opens an order again that the clock has cancelled' using errcode = 'PT409', detail = '{"code":"STEP_NOT_ALLOWED"}';
  end if;
  return new;
end $$;

-- which discounts a cancelled order had counted for it: they are counted again with it
create table private.released_redemptions (
  order_id uuid not null references public.orders (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  primary key (order_id, discount_id)
);
create index released_redemptions_discount_id_idx on private.released_redemptions (discount_id);
create index released_redemptions_user_id_idx on private.released_redemptions (user_id);
alter table private.released_redemptions enable row level security;

-- no policy and no grant: the two functions below alone

create function private.remember_redemption() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.released_redemptions (order_id, discount_id, user_id)
    select old.order_id, old.discount_id, old.user_id from public.orders o, public.discounts d
    where o.id = old.order_id and o.status = 'cancelled' and d.id = old.discount_id
    on conflict do nothing;
  return null;
end $$;

-- whether goods and coupon can be taken again; both are locked from here on, products in id order and coupons after them,
-- as every writer does
create function private.can_take_again(p_order uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  if exists (
    select from (select i.product_id, sum(i.quantity) as quantity from public.order_items i where i.order_id = p_order group by 1) n
      left join public.products p on p.id = n.product_id where p.stock is null or p.stock < n.quantity
  ) then return false; end if;
  perform from public.discounts d where d.id in (select r.discount_id from private.released_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  return not exists (select from public.discounts d join private.released_redemptions r on r.discount_id = d.id where r.order_id = p_order and d.times_used >= d.usage_limit);
end $$;

create function private.follow_reopening() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_take_again(new.id) then
    raise exception 'The goods of order % are sold', new.id using errcode = 'PT409', detail = '{"code":"OUT_OF_STOCK"}';
  end if;
  perform set_config('shop.stock_reason', 'order', true), set_config('shop.stock_order', new.id::text, true);
  update public.products p set stock = p.stock - n.quantity, units_sold = p.units_sold + n.quantity
    from (select i.product_id, sum(i.quantity)::integer as quantity from public.order_items i where i.order_id = new.id group by 1) n
    where p.id = n.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
  with released as (delete from private.released_redemptions r where r.order_id = new.id returning r.*),
  used as (insert into public.discount_redemptions (order_id, discount_id, user_id) select r.order_id, r.discount_id, r.user_id from released r returning discount_id)
  update public.discounts d set times_used = d.times_used + 1 from used
    where d.id = used.discount_id and (d.code is not null or d.usage_limit is not null);
  return null;
end $$;
revoke all on function private.guard_reopening(), private.remember_redemption(), private.can_take_again(uuid), private.follow_reopening() from public;

-- the one place where everything that is known of a razorpay payment meets: webhook, the browser's return, a question by the
-- buyer or the clock, the answer to a capture or a refund. each takes the order's row first and then the payment's, so they
-- queue; and what is known only grows: a status that comes late never takes an order back (events come out of order).

create function private.razorpay_rank(status text) returns integer
language sql immutable return array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], status);

-- p_payment: { id, order_id (theirs), amount (paise), currency, status, amount_refunded, failure }. unknown members are null.
-- state: the order's payment state, null for an unknown order. capture: the caller should take the money that is authorised.
create function private.settle_razorpay_payment(p_payment jsonb, p_vouched boolean, out state text, out capture boolean)
language plpgsql security definer set search_path = '' as $$
declare
  ours uuid;
  o public.orders;
  charge private.razorpay_payments;
  awaited public.payments;
  reopened boolean := false;
  checking boolean;
begin
  capture := false;
  select coalesce((select r.order_id from private.razorpay_orders r where r.id = p_payment ->> 'order_id'),
    (select c.order_id from private.razorpay_payments c where c.id = p_payment ->> 'id')) into ours;
  if ours is not null then
    select x.* into o from public.orders x where x.id = ours for no key update;
    select p.* into awaited from public.payments p where p.order_id = ours and p.method = 'razorpay' for no key update;
  end if;

  insert into private.razorpay_payments as c (id, provider_order_id, order_id, amount, currency, status, vouched, amount_refunded) values (
      p_payment ->> 'id', p_payment ->> 'order_id', ours, (p_payment ->> 'amount')::bigint, p_payment ->> 'currency', p_payment ->> 'status', p_vouched,
      coalesce((p_payment ->> 'amount_refunded')::bigint, 0))
    on conflict (id) do update set
      provider_order_id = coalesce(c.provider_order_id, excluded.provider_order_id),
      order_id = coalesce(c.order_id, excluded.order_id),
      amount = coalesce(c.amount, excluded.amount),
      currency = coalesce(c.currency, excluded.currency),
      status = case when private.razorpay_rank(excluded.status) > private.razorpay_rank(c.status) then excluded.status else c.status end,
      vouched = c.vouched or excluded.vouched,
      amount_refunded = greatest(c.amount_refunded, excluded.amount_refunded)
    returning c.* into charge;

  -- money was taken: what for? one that was nobody's is looked at again when its order has become known
  if charge.status = 'captured' and (charge.standing is null
      or charge.standing = 'unknown_order' and awaited.id is not null and charge.refund = 'none' and charge.resolved_at is null) then
    charge.standing := case
      when awaited.id is null then 'unknown_order'
      when charge.amount is distinct from (o.total_amount * 100)::bigint or charge.currency is distinct from 'INR' then 'amount_differs'
      when awaited.state in ('paid', 'refund_due', 'refunded') then 'second_charge'
      else 'kept' end;
    update private.razorpay_payments c set standing = charge.standing,
        refund = case charge.standing when 'second_charge' then 'due' else c.refund end,
        refund_next_at = case charge.standing when 'second_charge' then now() else c.refund_next_at end
      where c.id = charge.id;
    if charge.standing = 'kept' then
      reopened := o.status = 'cancelled' and o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours);
      if reopened then update public.orders x set status = 'pending', payment_state = 'paid' where x.id = ours; end if;
      update public.payments p set state = case when o.status = 'cancelled' and not reopened then 'refund_due' else 'paid' end,
          provider_reference = charge.id, failure = null where p.id = awaited.id
        returning p.* into awaited;
    end if;
  -- money that went back by other hands is followed until it has arrived; a hold that ran out was never money
  elsif charge.status = 'refunded' and charge.standing is not null and charge.refund in ('none', 'due') then
    update private.razorpay_payments c set refund = 'asked', refund_next_at = now() where c.id = charge.id;
  end if;

  if awaited.state in ('awaiting_payment', 'awaiting_verification') then
    select coalesce(bool_or(c.status = 'authorized' or c.status = 'created' and c.vouched), false) into checking
      from private.razorpay_payments c where c.order_id = ours and c.standing is null;
    update public.payments p set state = case when checking then 'awaiting_verification' else 'awaiting_payment' end,
        failure = case when checking then null when charge.status = 'failed' and p_payment ->> 'status' = 'failed'
          then left(coalesce(nullif(p_payment ->> 'failure', ''), 'The bank did not accept it'), 300) else p.failure end
      where p.id = awaited.id;
    capture := charge.status = 'authorized' and charge.amount = (o.total_amount * 100)::bigint and charge.currency = 'INR'
      and (o.status <> 'cancelled' or (o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours)));
    if charge.status = 'authorized' then update private.razorpay_orders r set next_check_at = now() where r.order_id = ours; end if;
  end if;
  select x.payment_state into state from public.orders x where x.id = ours;
end $$;

-- p_refund: { id, payment_id, amount (paise), status: pending | processed | failed }. amount may be the sum of several.
-- false: it was no news
create function private.settle_razorpay_refund(p_refund jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_refund ->> 'payment_id') for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_refund ->> 'payment_id' for no key update;
  if not found or charge.refund in ('processed', 'by_hand') then return false; end if;

  if p_refund ->> 'status' = 'failed' then
    -- a new round has a new idempotency key; the old one would be answered with the old failure for ever
    update private.razorpay_payments c set refund_round = c.refund_round + 1, refund_tries = c.refund_tries + 1, last_error = 'Razorpay could not refund it',
        refund_failed_id = p_refund ->> 'id', refund = case when c.refund_tries >= 9 then 'failed' else 'due' end,
        refund_next_at = now() + make_interval(mins => least(360, (2 ^ least(c.refund_tries, 10))::integer))
      where c.id = charge.id and c.refund in ('due', 'asked') and c.refund_failed_id is distinct from p_refund ->> 'id';
    return found;
  elsif p_refund ->> 'status' = 'processed' and (p_refund ->> 'amount')::bigint >= charge.amount then
    update private.razorpay_payments c set status = 'refunded', refund = 'processed', amount_refunded = c.amount, refund_next_at = null, last_error = null,
      resolved_at = coalesce(c.resolved_at, now()) where c.id = charge.id;
    if charge.standing = 'kept' then
      update public.payments p set state = 'refunded' where p.order_id = charge.order_id and p.method = 'razorpay' and p.state in ('paid', 'refund_due');
    elsif charge.standing = 'second_charge' then
      insert into public.notifications (user_id, title, message, type, order_id)
        select o.user_id, 'Second payment returned', 'Your order #' || left(o.id::text, 8) || ' was paid twice. The second payment of ₹' || to_char(charge.amount / 100.0, 'FM99999999990.00')
          || ' is on its way back to you.', 'order_update', o.id from public.orders o where o.id = charge.order_id and o.user_id is not null;
    end if;
  elsif charge.standing is not null and (charge.refund in ('due', 'asked') or charge.amount_refunded >= charge.amount) then
    update private.razorpay_payments c set refund = 'asked', last_error = null, refund_tries = c.refund_tries + 1,
      refund_next_at = now() + make_interval(mins => least(720, (2 ^ least(c.refund_tries, 10))::integer)) where c.id = charge.id;
  end if;
  return true;
end $$;

-- an order as its payment begins: what is due (paise) and under which of razorpay's orders, if there is one yet; the payments
-- that a browser has vouched for and razorpay has not told of
create function private.razorpay_begin(p_order uuid)
returns table (provider_order_id text, amount bigint, reference text, state text, awaited boolean, vouched text[], asked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.id, (o.total_amount * 100)::bigint, p.reference, o.payment_state, o.status <> 'cancelled' and o.payment_state = 'awaiting_payment',
    array(select c.id from private.razorpay_payments c where c.order_id = o.id and c.vouched and c.status = 'created'), clock_timestamp()
  from public.orders o
    join public.payments p on p.order_id = o.id and p.method = 'razorpay'
    left join private.razorpay_orders r on r.order_id = o.id
  where o.id = p_order
$$;

-- the first of razorpay's orders that is written down is the one that counts; whoever made another meanwhile is told which.
-- its id is given to a browser only from here, so a second one cannot be paid.
create function private.keep_razorpay_order(p_order uuid, p_provider_order text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  counts text;
begin
  perform from public.orders o where o.id = p_order for no key update;
  insert into private.razorpay_orders (id, order_id) values (p_provider_order, p_order) on conflict do nothing;
  select r.id into strict counts from private.razorpay_orders r where r.order_id = p_order;
  -- should anything have been heard of it before, it finds its order now
  perform private.settle_razorpay_payment(jsonb_build_object('id', c.id, 'order_id', counts, 'status', c.status), false)
    from private.razorpay_payments c where c.provider_order_id = counts and c.order_id is null;
  return counts;
end $$;

-- true for the first delivery of an event; a second that comes at the same moment waits for the first to be settled or undone
create function private.take_razorpay_event(p_id text, p_event text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.razorpay_events (id, event) values (left(p_id, 100), left(p_event, 60)) on conflict do nothing;
  return found;
end $$;
revoke all on function private.razorpay_rank(text), private.settle_razorpay_payment(jsonb, boolean), private.settle_razorpay_refund(jsonb),
  private.razorpay_begin(uuid), private.keep_razorpay_order(uuid, text), private.take_razorpay_event(text, text) from public;
grant execute on function private.settle_razorpay_payment(jsonb, boolean), private.settle_razorpay_refund(jsonb), private.razorpay_begin(uuid),
  private.keep_razorpay_order(uuid, text), private.take_razorpay_event(text, text) to shop_payments;

-- what the clock does about razorpay: it asks about orders, sends money back, and lists what a person must look at. several
-- processes may do it: a row is handed out for five minutes at a time, and no lock is held while razorpay is asked.

-- payments to ask about, for the longest silent first
create function private.claim_razorpay_checks(p_limit integer) returns table (order_id uuid)
language sql security definer set search_path = '' as $$
  update private.razorpay_orders r set next_check_at = now() + interval '5 minutes'
  from (select d.id from private.razorpay_orders d where d.next_check_at <= now() order by d.next_check_at limit p_limit for update skip locked) due
  where r.id = due.id returning r.order_id
$$;

-- razorpay has told all it knew at p_asked. asked again ever more seldom, but right at the moment when the order would be
-- cancelled; after six days a hold has run out (razorpay returns what is not captured within five) and nothing more can come.
create function private.note_razorpay_checked(p_order uuid, p_asked timestamptz) returns void
language sql security definer set search_path = '' as $$
  update private.razorpay_orders r set asked_at = greatest(r.asked_at, p_asked),
    next_check_at = case
      when now() > r.created_at + interval '6 days' and o.payment_state <> 'awaiting_verification' then null
      when o.status = 'pending' and o.payment_state = 'awaiting_payment' and d.deadline > now() then least(d.deadline, n.later)
      else n.later end
  from public.orders o, public.settings s,
    lateral (select o.created_at + make_interval(mins => s.razorpay_unpaid_minutes) as deadline) d,
    lateral (select now() + least(interval '12 hours', greatest(interval '1 minute', (now() - o.created_at) / 4)) as later) n
  where r.order_id = p_order and o.id = r.order_id
$$;

-- money to send back, or to follow on its way
create function private.claim_razorpay_refunds(p_limit integer) returns table (payment_id text, amount bigint, round integer)
language sql security definer set search_path = '' as $$
  update private.razorpay_payments c set refund_next_at = now() + interval '5 minutes'
  from (select d.id from private.razorpay_payments d where d.refund in ('due', 'asked') and d.refund_next_at <= now()
    order by d.refund_next_at limit p_limit for update skip locked) due
  where c.id = due.id returning c.id, c.amount, c.refund_round
$$;

-- razorpay said no to a refund (nobody could be reached is no answer, and not counted). after ten it is a person's business
create function private.note_razorpay_refusal(p_payment text, p_error text) returns void
language sql security definer set search_path = '' as $$
  update private.razorpay_payments c set last_error = left(p_error, 300), refund_tries = c.refund_tries + 1,
    refund = case when c.refund_tries >= 9 then 'failed' else c.refund end,
    refund_next_at = now() + make_interval(mins => least(360, (2 ^ least(c.refund_tries, 10))::integer))
  where c.id = p_payment and c.refund in ('due', 'asked')
$$;

-- retries of an event come within a day
create function private.forget_razorpay_events() returns void
language sql security definer set search_path = '' as $$
  delete from private.razorpay_events e where e.received_at < now() - interval '30 days'
$$;

-- an admin decides: 'refund' has it sent back, 'resolve' says that it was settled by hand, and how
create function public.settle_orphan_payment(p_payment_id text, p_action text, p_note text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for orphan payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('refund', 'resolve') then raise exception 'Refund or resolve' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if p_action = 'resolve' and coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say how it was settled' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c
    where c.id = p_payment_id and (c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed') for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.refund not in ('none', 'failed') then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(nullif(btrim(p_note), ''), 400), last_error = null, refund_tries = 0,
      refund = case p_action when 'refund' then 'due' else 'by_hand' end, refund_next_at = case p_action when 'refund' then now() end
    where c.id = charge.id;
  if p_action = 'resolve' and charge.standing = 'kept' then
    update public.payments p set state = 'refunded' where p.order_id = charge.order_id and p.method = 'razorpay' and p.state = 'refund_due';
  end if;
end $$;
grant execute on function private.claim_razorpay_checks(integer), private.note_razorpay_checked(uuid, timestamptz), private.claim_razorpay_refunds(integer),
  private.note_razorpay_refusal(text, text), private.forget_razorpay_events() to shop_payments;

-- A leaked webhook secret marks orders as paid that nobody paid. Three answers: the old secrets can be ended at once; Razorpay is asked
-- about every payment that only an event told of; and one that it does not know is put before staff, and its goods stay here.

-- ends what was signed before the last change. Otherwise that counts for two days, because Razorpay repeats events under the old secret.
create function public.end_previous_razorpay_secrets() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  update private.razorpay_keys k set previous_key_secret = null, previous_webhook_secret = null, previous_until = null;
end $$;

-- what an admin may know of the keys. the key id is in every payment window
create function public.razorpay_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('settings.write') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  return (select jsonb_build_object('key_id', max(k.key_id), 'key_secret_set', count(k.key_secret) = 1, 'webhook_secret_set', count(k.webhook_secret) = 1,
    'changed_at', max(k.changed_at), 'previous_until', max(k.previous_until) filter (where k.previous_until > now())) from private.razorpay_keys k);
end $$;

-- what an event alone has told is asked about at the next turn of the clock
create function private.ask_about_kept() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.razorpay_orders r set next_check_at = now() where r.order_id = new.order_id;
  return null;
end $$;
create trigger ask_about_kept after update of standing on private.razorpay_payments
  for each row when (new.standing = 'kept' and old.standing is distinct from 'kept' and new.confirmed_at is null) execute function private.ask_about_kept();

-- payments that made the order paid and that Razorpay has not confirmed yet; amounts in paise
create function private.unconfirmed_razorpay_payments(p_order uuid) returns table (payment_id text, amount bigint)
language sql stable security definer set search_path = '' as $$
  select c.id, c.amount from private.razorpay_payments c
  where c.order_id = p_order and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null
$$;

create function private.note_razorpay_word(p_payment text, p_confirmed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- the order first, as everybody who settles a payment locks it
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment) for no key update;
  update private.razorpay_payments c set confirmed_at = case when p_confirmed then now() end,
      doubted_at = case when not p_confirmed then coalesce(c.doubted_at, now()) end
    where c.id = p_payment and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null;
end $$;

-- a refund that becomes due, by a cancellation or a late payment, is sent by the clock. money that Razorpay does not know is not sent back:
-- staff say first what it is
create function private.follow_refund_due() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.razorpay_payments c set refund = 'due', refund_next_at = now()
    where c.order_id = new.order_id and c.standing = 'kept' and c.refund = 'none' and (c.doubted_at is null or c.resolved_at is not null);
  return null;
end $$;

-- a payment that never was: its order waits for its money again
insert into public.payment_steps (from_state, to_state, actor) values ('paid', 'awaiting_payment', 'system'), ('refund_due', 'awaiting_payment', 'system');

-- money that belongs to no order, or to none any more, and payments that Razorpay does not know; open ones first
create function public.orphan_payments() returns table (payment_id text, provider_order_id text, order_id uuid, amount numeric, currency text, status text,
  reason text, refund text, received_at timestamptz, resolved_at timestamptz, resolved_by uuid, note text, last_error text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for orphan payments' using errcode = '42501'; end if;
  return query select c.id, c.provider_order_id, c.order_id, round(c.amount / 100.0, 2), c.currency, c.status,
      case when c.refund = 'failed' and c.standing = 'kept' then 'refund_failed' when c.doubted_at is not null then 'not_known' else c.standing end,
      c.refund, c.received_at, c.resolved_at, c.resolved_by, c.note, c.last_error
    from private.razorpay_payments c
    where c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed' or c.doubted_at is not null
    order by c.resolved_at is not null, c.received_at desc, c.id limit 200;
end $$;

-- staff decide about a payment that Razorpay does not know. 'accept': it is real, they have seen it in Razorpay's dashboard; the goods
-- may go. 'reject': it never was; the order waits for its money again, and the clock cancels it where nothing comes.
create function public.settle_unmatched_payment(p_payment_id text, p_action text, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for orphan payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('accept', 'reject') then raise exception 'Accept or reject' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say what you have seen' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_payment_id and c.doubted_at is not null for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.resolved_at is not null then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(btrim(p_note), 400),
      standing = case p_action when 'accept' then c.standing end, status = case p_action when 'accept' then c.status else 'failed' end,
      refund = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then 'due' else c.refund end,
      refund_next_at = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then now() else c.refund_next_at end
    from public.payments p where c.id = charge.id and p.order_id = charge.order_id and p.method = 'razorpay';
  if p_action = 'reject' then
    update public.payments p set state = 'awaiting_payment', provider_reference = null
      where p.order_id = charge.order_id and p.method = 'razorpay' and p.state in ('paid', 'refund_due') and p.provider_reference = charge.id;
  end if;
end $$;
grant execute on function private.unconfirmed_razorpay_payments(uuid), private.note_razorpay_word(text, boolean) to shop_payments;

-- the bodies let admins through; nothing for anon
grant execute on function public.end_previous_razorpay_secrets(), public.settle_unmatched_payment(text, text, text) to authenticated;

-- goods whose payment Razorpay does not know are neither accepted nor sent, whoever takes the step
create function private.hold_doubted_goods() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.razorpay_payments c where c.order_id = new.id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  return new;
end $$;
create trigger guard_razorpay_enabled before update of razorpay_enabled on public.settings
  for each row when (new.razorpay_enabled and not old.razorpay_enabled) execute function private.guard_razorpay_enabled();
create trigger guard_provider_payment before update on public.payments
  for each row when (old.method = 'razorpay' and current_user in ('anon', 'authenticated')) execute function private.guard_provider_payment();
create trigger follow_refund_due after update of state on public.payments
  for each row when (new.method = 'razorpay' and new.state = 'refund_due' and old.state <> 'refund_due') execute function private.follow_refund_due();
create trigger remember_redemption after delete on public.discount_redemptions
  for each row execute function private.remember_redemption();
revoke all on function private.guard_provider_payment(), private.follow_refund_due() from public;
revoke all on function private.claim_razorpay_checks(integer), private.note_razorpay_checked(uuid, timestamptz), private.claim_razorpay_refunds(integer),
  private.note_razorpay_refusal(text, text), private.forget_razorpay_events(), public.orphan_payments(), public.settle_orphan_payment(text, text, text) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.orphan_payments(), public.settle_orphan_payment(text, text, text) to authenticated;
revoke all on function public.end_previous_razorpay_secrets(), private.ask_about_kept(), private.unconfirmed_razorpay_payments(uuid),
  private.note_razorpay_word(text, boolean), private.hold_doubted_goods(), public.settle_unmatched_payment(text, text, text) from public;
create function private.set_razorpay_keys(p_key_id text, p_key_secret text, p_webhook_secret text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept private.razorpay_keys;
  given private.razorpay_keys;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  insert into private.razorpay_keys (id) values (true) on conflict do nothing;
  select k.* into kept from private.razorpay_keys k for update;
  given.key_id := coalesce(nullif(btrim(p_key_id), ''), kept.key_id);
  given.key_secret := coalesce(nullif(btrim(p_key_secret), ''), kept.key_secret);
  given.webhook_secret := coalesce(nullif(btrim(p_webhook_secret), ''), kept.webhook_secret);
  perform private.check_razorpay_key('key_id', given.key_id, '^rzp_(test|live)_[A-Za-z0-9]{4,40}$'),
    private.check_razorpay_key('key_secret', given.key_secret, '^[!-~]{8,100}$'),
    private.check_razorpay_key('webhook_secret', given.webhook_secret, '^[!-~]{8,100}$');
  if (given.key_secret, given.webhook_secret) is distinct from (kept.key_secret, kept.webhook_secret) and kept.key_secret is not null then
    given.previous_key_secret := kept.key_secret;
    given.previous_webhook_secret := kept.webhook_secret;
    given.previous_until := now() + interval '2 days';
  else
    given.previous_key_secret := kept.previous_key_secret;
    given.previous_webhook_secret := kept.previous_webhook_secret;
    given.previous_until := kept.previous_until;
  end if;
  update private.razorpay_keys k set key_id = given.key_id, key_secret = given.key_secret, webhook_secret = given.webhook_secret,
    previous_key_secret = given.previous_key_secret, previous_webhook_secret = given.previous_webhook_secret, previous_until = given.previous_until, changed_at = now();
end $$;
revoke all on function private.set_razorpay_keys(text, text, text) from public;
grant execute on function private.set_razorpay_keys(text, text, text) to shop_orders;
grant execute on function public.razorpay_setup() to authenticated;   -- nothing for anon

-- 45_documents.sql

-- invoices and credit notes: numbers issued once, in order, without a gap (cgst rules 46 and 53, docs/india.md#gst-documents).

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),   -- no cascade: an order with a number cannot be deleted
  kind text not null check (kind in ('invoice', 'credit_note')),
  serial text not null unique check (length(serial) <= 16),
  reverses uuid references public.documents (id),           -- a credit note names its invoice
  issued_at timestamptz not null,
  check ((kind = 'credit_note') = (reverses is not null)),
  -- what an issued document says is frozen beside its number, in the transaction that issues it, and so are the bytes that were
  -- once handed out: settings, products and profiles may change, an invoice does not (cgst rules 46, 46a, 49, 53; s.36: 72 months).
  -- ── the series ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
  -- `kind` stays what the steps ask for; `form` is what the law calls the paper. a registered buyer of nil-rated and taxed goods
  -- gets two (rule 46a), and each is reversed by a credit note of its own.
  form text not null constraint documents_form check (form in ('tax_invoice', 'bill_of_supply', 'invoice_cum_bill', 'credit_note')),
  content jsonb not null,
  content_hash text not null,
  constraint documents_form_of_kind check ((form = 'credit_note') = (kind = 'credit_note'))
);
create index documents_issued_at_idx on public.documents (issued_at desc, id);

-- only order steps issue numbers

alter table public.documents enable row level security;
revoke all on public.documents from anon, authenticated;

-- nothing for anon
grant select on public.documents to authenticated, shop_mail;

-- no insert, update or delete for anyone: a number is issued by accepting an order and never reused
create policy "documents of visible orders" on public.documents for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "the mail sender reads" on public.documents for select to shop_mail using (true);
create unique index documents_one_of_each_form on public.documents (order_id, form) where form <> 'credit_note';
create unique index documents_reversed_once on public.documents (reverses) where reverses is not null;
create index documents_order_id_idx on public.documents (order_id);

-- even the server's own key changes no issued document
revoke insert, update, delete, truncate on public.documents from service_role;

-- one row per series and financial year. the upsert locks it until the issuing transaction ends, so parallel issuers
-- queue, and a rollback gives its number back: that is what gapless means, and why a sequence would not do.
create table private.serial_counters (
  series text not null,
  financial_year text not null,
  last_number integer not null check (last_number between 1 and 1000000),
  primary key (series, financial_year)
);
alter table private.serial_counters enable row level security;

-- no policy and no grant: private.issue_document alone

-- 1 April to 31 March, Indian time: '26-27'
create function private.financial_year(moment timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(start, 'YY') || '-' || to_char(start + interval '1 year', 'YY')
  from (select date_trunc('year', (moment at time zone 'Asia/Kolkata') - interval '3 months') as start) y
$$;

-- whatever the session's zone, so that the same moment has the same text
create function private.utc_text(moment timestamptz) returns text
language sql stable return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- jsonb orders its keys and has one way to write each value, so its text is the canonical form
create function private.content_hash(content jsonb) returns text
language sql stable return encode(sha256(convert_to(content::text, 'UTF8')), 'hex');

-- 'invoice': one document, or two (rule 46a); 'credit_note': reverses p_reverses with the very facts that it froze.
-- series are always locked INV before BOS, so two acceptances cannot wait for each other.
create function private.issue_document(p_order uuid, p_kind text, p_reverses uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb;
  nil_rated boolean;
  taxed boolean;
  serial text;
begin
  if p_kind = 'credit_note' then
    select d.content || jsonb_build_object('reverses', jsonb_build_object('form', d.form, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at)),
        'reason', o.cancel_reason)
      into strict facts from public.documents d join public.orders o on o.id = d.order_id where d.id = p_reverses and d.order_id = p_order;
    return private.number_document(p_order, 'credit_note', 'credit_note', facts, p_reverses);
  end if;

  facts := private.document_facts(p_order) || '{"scope": "all", "reverses": null, "reason": null}';
  select bool_or(i.rate = 0), bool_or(i.rate > 0) into nil_rated, taxed from public.order_items i where i.order_id = p_order;
  if facts -> 'seller' ->> 'gstin' is null or not taxed then   -- who is not registered may not issue a tax invoice (s.31, s.32)
    return private.number_document(p_order, 'invoice', 'bill_of_supply', facts);
  elsif not nil_rated then
    return private.number_document(p_order, 'invoice', 'tax_invoice', facts);
  elsif facts -> 'order' ->> 'gstin' is null then
    return private.number_document(p_order, 'invoice', 'invoice_cum_bill', facts);
  end if;
  serial := private.number_document(p_order, 'invoice', 'tax_invoice', facts || '{"scope": "taxed"}');
  perform private.number_document(p_order, 'invoice', 'bill_of_supply', facts || '{"scope": "nil"}');
  return serial;
end $$;
revoke all on function private.issue_document(uuid, text, uuid) from public;

-- ── the bytes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- what was handed out: the buyer's original and the set of all marked copies, made at the first request for either and never
-- again. they lie in the database and not in the bucket, so that a backup holds numbers, facts and bytes of one moment.
create table private.document_files (
  order_id uuid not null references public.orders (id),
  document_type text not null check (document_type in ('invoice', 'creditNote')),
  copies text not null check (copies in ('original', 'all')),
  bytes bytea storage external not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (order_id, document_type, copies)
);

-- a pdf is compressed already
alter table private.document_files enable row level security;

-- no policy and no grant: the two functions below alone

create function private.document_file(p_order uuid, p_type text, p_copies text) returns bytea
language sql stable security definer set search_path = '' as $$
  select f.bytes from private.document_files f where f.order_id = p_order and f.document_type = p_type and f.copies = p_copies
$$;

-- keeps both files unless they are kept already, and answers with the one that is kept: of two who make it at once, the
-- second waits and gets the bytes of the first. only of what was issued: a proforma is never kept.
create function private.keep_document_files(p_order uuid, p_type text, p_copies text, p_original bytea, p_all bytea) returns bytea
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.documents d where d.order_id = p_order and d.kind = case p_type when 'invoice' then 'invoice' else 'credit_note' end) then
    raise exception 'Order % has no issued %', p_order, p_type using errcode = '23514';
  end if;
  insert into private.document_files (order_id, document_type, copies, bytes, sha256)
    select p_order, p_type, f.copies, f.bytes, encode(sha256(f.bytes), 'hex') from (values ('original', p_original), ('all', p_all)) f (copies, bytes)
    on conflict do nothing;
  return private.document_file(p_order, p_type, p_copies);
end $$;

-- documents whose facts are no longer those that were issued; empty unless somebody went past every grant
create function private.check_documents() returns table (id uuid, serial text)
language sql stable set search_path = '' as $$
  select d.id, d.serial from public.documents d
  where d.content_hash <> private.content_hash(d.content) or d.serial <> d.content ->> 'serial' or private.utc_text(d.issued_at) <> d.content ->> 'issued_at'
  union all
  select d.id, d.serial from private.document_files f join public.documents d on d.order_id = f.order_id where f.sha256 <> encode(sha256(f.bytes), 'hex')
$$;
revoke all on function private.check_documents(), private.document_file(uuid, text, text),
  private.keep_document_files(uuid, text, text, bytea, bytea) from public;

-- the login that server functions write with; the function asks first, under the caller's own policies, whose order it is
grant execute on function private.document_file(uuid, text, text), private.keep_document_files(uuid, text, text, bytea, bytea) to shop_orders;

-- a document names its discount by the coupon only where nothing else was taken off: the facts carry what the order kept
create function private.document_facts(p_order uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'version', 1,
    'seller', (select jsonb_build_object('store_name', s.store_name, 'legal_name', s.legal_name, 'address', s.address, 'city', s.city, 'pincode', s.pincode,
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year, 'upi_vpa', s.upi_vpa) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'offers', o.offers, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'shipping_cost', o.shipping_cost, 'shipping_taxable', o.shipping_taxable, 'shipping_gst', o.shipping_gst, 'total_amount', o.total_amount,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'courier', null, 'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$$;

-- ── issuing ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- draws the next number of a series and freezes the document under it. the advisory lock comes before the clock is read: the dates of a
-- series then rise with its numbers, and a number drawn after midnight of 31 March is of the new year. the lock goes by kind, not by prefix:
-- renaming a series takes it too.
create function private.number_document(p_order uuid, p_kind text, p_form text, p_facts jsonb, p_reverses uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  counted text := case p_form when 'invoice_cum_bill' then 'tax_invoice' else p_form end;
  named record;
  issued timestamptz;
  year text;
  number integer;
  facts jsonb;
begin
  perform pg_advisory_xact_lock(hashtext('shop.series'), hashtext(counted));
  issued := coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, clock_timestamp());
  year := private.financial_year(issued);
  select s.prefix, s.digits into strict named from private.series_at(counted, issued) s;
  insert into private.serial_counters as c (series, financial_year, last_number) values (named.prefix, year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into number;
  if number >= power(10, named.digits) then
    raise exception 'The series %/% is full: give it more digits or another prefix under Settings, Numbers', named.prefix, year
      using errcode = 'PT409', detail = jsonb_build_object('code', 'SERIES_FULL', 'kind', counted)::text;
  end if;
  facts := p_facts || jsonb_build_object('form', p_form, 'serial', format('%s/%s/%s', named.prefix, year, lpad(number::text, named.digits, '0')),
    'issued_at', private.utc_text(issued));
  insert into public.documents (order_id, kind, form, serial, reverses, issued_at, content, content_hash)
    values (p_order, p_kind, p_form, facts ->> 'serial', p_reverses, issued, facts, private.content_hash(facts));
  return facts ->> 'serial';
end $$;
revoke all on function private.number_document(uuid, text, text, jsonb, uuid) from public;
revoke all on function private.document_facts(uuid), private.utc_text(timestamptz), private.content_hash(jsonb) from public;

-- 46_gst_return.sql

-- one page of what was issued from p_from until p_until, oldest first: the facts frozen under each number, and `at` to go on
-- from. ids run downwards within a moment, as documents_issued_at_idx does when it is read backwards.
create function private.gst_documents(p_user uuid, p_from timestamptz, p_until timestamptz, p_after_at timestamptz, p_after_id uuid, p_limit integer)
returns table (id uuid, at text, content jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the return' using errcode = '42501'; end if;
  return query select d.id, private.utc_text(d.issued_at), d.content from public.documents d
    where d.issued_at >= coalesce(p_after_at, p_from) and d.issued_at < p_until
      and (p_after_at is null or d.issued_at > p_after_at or d.id < p_after_id)
    order by d.issued_at, d.id desc limit least(p_limit, 1000);
end $$;

-- which of these numbers were ever issued: a series that begins the month with 13 had its 12 before
create function private.gst_serials(p_user uuid, p_serials text[]) returns table (serial text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the return' using errcode = '42501'; end if;
  return query select d.serial from public.documents d where d.serial = any (p_serials);
end $$;
revoke all on function private.gst_documents(uuid, timestamptz, timestamptz, timestamptz, uuid, integer), private.gst_serials(uuid, text[]) from public;
grant execute on function private.gst_documents(uuid, timestamptz, timestamptz, timestamptz, uuid, integer), private.gst_serials(uuid, text[]) to shop_orders;

-- 47_manual_orders.sql

-- ── what was conceded by hand, and why ──────────────────────────────────────────────────────────────────────────────────────
-- for the shop's own eyes: a reason is about a person or a rival as often as not. the order's amounts say what was charged
create table public.order_concessions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('price', 'discount', 'minimum', 'delivery')),
  product_id uuid,                                            -- of price and minimum; no foreign key: it outlives the product
  listed numeric(12, 2) check (listed >= 0),                  -- the unit price, minimum or charge that would have held; null for a discount
  given numeric(12, 2) not null check (given >= 0),           -- what held instead; of a discount what it took off
  reason text check (length(btrim(reason)) between 1 and 200),
  created_at timestamptz not null default now(),
  constraint order_concessions_reason check (reason is not null or kind in ('minimum', 'delivery')),
  constraint order_concessions_product check ((product_id is not null) = (kind in ('price', 'minimum')))
);
create index order_concessions_order_id_idx on public.order_concessions (order_id);
alter table public.order_concessions enable row level security;
revoke all on public.order_concessions from anon, authenticated;

-- nothing for anon
grant select on public.order_concessions to authenticated;

-- no update, no delete for anyone: they are frozen with the order. customers see none, not even of their own orders
create policy "admins read" on public.order_concessions for select to authenticated
  using ((select private.may('orders.read')));

-- ── what the desk asks for while it makes one ───────────────────────────────────────────────────────────────────────────────
-- before anything else: is this an admin? then everything that follows in this transaction is in her name (history, audit log),
-- and with p_quiet mails nobody. answers the e-mail address of the buyer's account, which an admin's own screen may not show
create function private.open_manual_order(p_admin uuid, p_buyer uuid, p_quiet boolean, out buyer_email text, out buyer_known boolean)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.staff_may(p_admin, 'orders.create') then raise exception 'permission denied for manual orders' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_admin, 'role', 'authenticated')::text, true);
  if p_quiet then perform set_config('shop.quiet', 'on', true); end if;
  select u.email into buyer_email from auth.users u where u.id = p_buyer;
  buyer_known := p_buyer is null or found;
end $$;

-- the locks that place-order takes on a cart: how often one buyer used a discount is counted behind them. a buyer with an empty
-- cart has no row to lock, hence the advisory one between two manual orders
create function private.lock_buyer(p_buyer uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_buyer is null then return; end if;
  perform pg_advisory_xact_lock(hashtext('shop.manual_buyer'), hashtext(p_buyer::text));
  perform from public.cart_items i where i.user_id = p_buyer order by i.product_id for update;
end $$;

-- lock_discounts for goods that are in no cart
create function private.lock_discounts_for(p_user uuid, p_code text, p_products uuid[])
returns table (id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric,
  combines boolean, standing text, covers uuid[], counted boolean)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_code is null and not exists (select from public.discounts d where d.code is null and d.is_active) then return; end if;
  perform from public.discounts d
    where d.is_active and (d.code = upper(btrim(p_code)) or (d.code is null and d.usage_limit is not null and private.discount_standing(d, p_user) = 'OK'))
    order by d.id for no key update;
  return query select * from private.discounts_for(p_user, p_code, p_products);
end $$;

-- after the order is written: books what was received, keeps what was conceded, and moves the order on by the allowed steps, each
-- with its guard, its document and its history. one payment belongs to one order: the unique reference says so
create function private.finish_manual_order(p_admin uuid, p_order uuid, p_received boolean, p_reference text, p_concessions jsonb, p_accept boolean, p_hand_over boolean, p_mail boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  made public.orders;
begin
  select o.* into made from public.orders o where o.id = p_order and o.made_by = p_admin and o.status = 'pending' and o.xmin = pg_current_xact_id()::xid;
  if not found or not private.staff_may(p_admin, 'orders.create') then raise exception 'permission denied for manual orders' using errcode = '42501'; end if;
  insert into public.order_concessions (order_id, kind, product_id, listed, given, reason)
    select p_order, c.kind, c.product_id, c.listed, c.given, nullif(btrim(c.reason), '')
    from jsonb_to_recordset(p_concessions) as c (kind text, product_id uuid, listed numeric, given numeric, reason text);
  if p_received then
    update public.payments p set state = 'paid', provider_reference = p_reference where p.order_id = p_order and p.state = 'awaiting_payment';
    if not found then raise exception 'Order % waits for no payment', p_order using errcode = '23514'; end if;
  end if;
  if p_accept or p_hand_over then
    update public.orders o set status = 'processing' where o.id = p_order;
  end if;
  if not p_hand_over then return; end if;
  -- across the counter: the steps in between take no time, so nobody is told of them, and history says what they were
  update public.orders o set status = 'shipped' where o.id = p_order;
  update public.orders o set status = 'delivered' where o.id = p_order;
  update public.order_status_history h set notes = case h.status when 'shipped' then 'Handed over in the shop' else 'Collected in the shop' end
    where h.order_id = p_order and h.status in ('shipped', 'delivered');
  delete from public.notifications n where n.order_id = p_order;
  if made.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (made.user_id, 'Thank you for your visit',
      'Your purchase #' || left(p_order::text, 8) || ' in our shop is among your orders, with its invoice.', 'order_update', p_order, private.moment());
  end if;
  if p_mail and made.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_status', made.email,
      jsonb_build_object('order_id', p_order, 'status', 'delivered', 'previous_status', 'pending', 'handed_over', true));
  end if;
end $$;
revoke all on function private.open_manual_order(uuid, uuid, boolean), private.lock_buyer(uuid), private.lock_discounts_for(uuid, text, uuid[]),
  private.finish_manual_order(uuid, uuid, boolean, text, jsonb, boolean, boolean, boolean) from public;
grant execute on function private.open_manual_order(uuid, uuid, boolean), private.lock_buyer(uuid), private.lock_discounts_for(uuid, text, uuid[]),
  private.finish_manual_order(uuid, uuid, boolean, text, jsonb, boolean, boolean, boolean) to shop_orders;

-- ── mails ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- who gave no address gets no mail, whatever happens to the order
create function private.skip_nobody() returns trigger
language plpgsql set search_path = '' as $$
begin
  return null;
end $$;
revoke all on function private.skip_nobody() from public;

-- customers by name, company, telephone or GSTIN, and those without an account by the newest 2,000 of their orders. an e-mail
-- address is searched and shown for a super admin alone (docs/rules.md#roles); for others it silently finds nobody
create function public.find_buyers(p_query text, p_limit integer default 8)
returns table (id uuid, order_id uuid, full_name text, company_name text, gstin text, phone text, email text, orders bigint, last_order_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 8 as $$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := right(regexp_replace(query, '\D', '', 'g'), 10);
  many integer := least(greatest(p_limit, 1), 20);
  every boolean := private.may('customers.emails');
begin
  if not private.may('orders.create') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  if length(query) < 2 then return; end if;
  return query
  with found as (
    (select p.id from public.profiles p
      where coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike words limit 50)
    union (select p.id from public.profiles p
      where length(digits) = 10 and coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike '%' || digits || '%' limit 20)
    union (select p.id from public.profiles p where p.gstin = upper(query))
    union (select u.id from auth.users u where every and u.email = lower(query))
  ), people as (
    select p.id, p.full_name, p.company_name, p.gstin, p.phone, case when every then u.email::text end as email, s.orders, s.last_order_at
    from found join public.profiles p on p.id = found.id join auth.users u on u.id = p.id
    cross join lateral (select count(*) as orders, max(o.created_at) as last_order_at from public.orders o where o.user_id = p.id) s
    order by s.last_order_at desc nulls last, p.created_at desc limit many
  ), guests as (
    select distinct on (coalesce(nullif(n.phone, ''), n.id::text)) n.* from (
      select o.id, o.full_name, o.company_name, o.gstin, o.phone, o.email, o.created_at from public.orders o
      where o.user_id is null order by o.created_at desc, o.id limit 2000) n
    where n.phone <> '' and (n.full_name ilike words or n.company_name ilike words or n.gstin = upper(query)
      or (length(digits) >= 5 and n.phone like '%' || digits || '%'))
    order by coalesce(nullif(n.phone, ''), n.id::text), n.created_at desc
  )
  (select p.id, null::uuid, p.full_name, p.company_name, p.gstin, p.phone, p.email, case when private.may('customers.read') then p.orders end, case when private.may('customers.read') then p.last_order_at end from people p)
  union all
  (select null::uuid, g.id, g.full_name, g.company_name, g.gstin, g.phone, null::text, null::bigint, g.created_at from guests g order by g.created_at desc limit many);
end $$;
revoke all on function public.find_buyers(text, integer) from public;
grant execute on function public.find_buyers(text, integer) to authenticated;

-- the body lets admins through; nothing for anon

-- ── leaving ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- the reasons go with the account that they may be about
create function private.erase_concession_reasons() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_concessions c set reason = 'Erased' from public.orders o where o.user_id = old.id and c.order_id = o.id and c.reason is not null;
  return old;
end $$;
revoke all on function private.erase_concession_reasons() from public;
create trigger erase_concession_reasons before delete on auth.users for each row execute function private.erase_concession_reasons();

-- buyers without an account cannot delete it: half a year after the last step an order's telephone, e-mail address and reasons go, and of
-- one that was never invoiced the name and address too. an invoice keeps both for its 72 months (docs/india.md#gst-documents).
create function private.erase_guests(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone uuid[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into gone from (
    select o.id from public.orders o
    where o.user_id is null and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and o.phone || o.email <> ''
      and o.updated_at < private.moment() - interval '180 days'
      and not exists (select from private.retention_holds h where h.order_id = o.id)
    order by o.id limit p_limit for update of o skip locked) due;
  if gone is null then return 0; end if;
  update public.orders o set email = '', phone = '' where o.id = any (gone);
  update public.order_concessions c set reason = 'Erased' where c.order_id = any (gone) and c.reason is not null;
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', cancel_reason = null
    where o.id = any (gone) and not exists (select from public.documents d where d.order_id = o.id);
  return private.note_erasure('order_people', gone::text[], 'Without an account, and 180 days after the last step');
end $$;
revoke all on function private.erase_guests(integer) from public;
grant execute on function private.erase_guests(integer) to shop_mail;

-- 48_notifications_and_mails.sql

-- real rows, one per event and person (docs/rules.md#notifications). written by triggers and by the server; the reader only
-- marks them read.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null check (length(title) <= 120),
  message text not null check (length(message) <= 600),
  type text not null check (type in ('order_update', 'promotion', 'system')),
  read boolean not null default false,
  order_id uuid references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- a notification may lead to a product
  product_id uuid references public.products (id) on delete set null
);
create index notifications_user_id_idx on public.notifications (user_id, created_at desc, id);
create index notifications_unread_idx on public.notifications (user_id) where not read;
create index notifications_order_id_idx on public.notifications (order_id) where order_id is not null;
alter table public.notifications enable row level security;
revoke all on public.notifications from anon, authenticated;

-- nothing for anon
grant select on public.notifications to authenticated;
grant update (read) on public.notifications to authenticated;

-- no insert: nobody writes to somebody else's bell. no delete: no screen offers one
create policy "own notifications" on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy "mark own as read" on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create index notifications_product_id_idx on public.notifications (product_id) where product_id is not null;

-- mails to send. queued in the causing transaction: what was rolled back is never mailed, what was committed always is.
-- data holds ids and states; names and lines are read from the order when it is rendered.

create table private.mails (
  id bigint generated always as identity primary key,
  kind text not null,                       -- order_placed | order_status
  recipient text not null,                  -- cleared when personal data is erased
  data jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  mail_setup_version integer
);
create index mails_due_idx on private.mails (next_attempt_at, id) where status = 'queued';

-- no NOTIFY: commits that carry one are written to disk one after the other, for the whole server. the sender looks every second.

alter table private.mails enable row level security;
grant select on private.mails to shop_mail;
grant update (status, attempts, last_error, next_attempt_at, sent_at) on private.mails to shop_mail;

-- no insert for the sender: it does not decide who gets mail. nothing for anybody else: it is full of addresses
create policy "the mail sender reads" on private.mails for select to shop_mail using (true);
create policy "the mail sender keeps the book" on private.mails for update to shop_mail using (true) with check (true);

-- the body lets admins through; nothing for anon
create index mails_failed_idx on private.mails (created_at desc, id desc) where status = 'failed';

-- one order's mails, for its timeline
create index mails_order_idx on private.mails ((data ->> 'order_id')) where data ->> 'order_id' is not null;
create index mails_test_idx on private.mails (created_at) where kind = 'test';

-- null: whatever holds when it is sent
create index mails_bound_idx on private.mails (mail_setup_version) where mail_setup_version is not null and status = 'queued';

-- mails beside those of an order's steps: a refund to its buyer, and to the shop what is running out. each is queued in
-- the transaction that caused it, as every mail. and what could not be sent can be seen and sent again.

create function private.tell_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' and new.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_refunded', new.email, jsonb_build_object('order_id', new.id));
  end if;
  return null;
end $$;
revoke all on function private.tell_refund() from public;

-- only what is sold tells: who counts or imports knows. the ten is where the label says 'Only N left'
-- (docs/rules.md#stock-labels); a product tells once on its way down, since the next sale does not cross it again.
create function private.tell_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mails (kind, recipient, data)
    select 'low_stock', s.email, jsonb_build_object('product_id', new.id, 'name', new.name, 'sku', new.sku, 'stock', new.stock)
    from public.settings s where s.email <> '';
  return null;
end $$;
revoke all on function private.tell_low_stock() from public;

-- puts a given-up mail back into the queue, with all its attempts before it
create function public.retry_mail(p_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('mails.read') then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  update private.mails m set status = 'queued', attempts = 0, next_attempt_at = now() where m.id = p_id and m.status = 'failed';
  if not found then raise exception 'No such failed mail' using errcode = 'PT404', detail = '{"code":"MAIL_NOT_FOUND"}'; end if;
end $$;
revoke all on function public.retry_mail(bigint) from public;
grant execute on function public.retry_mail(bigint) to authenticated;
grant usage on schema private to supabase_auth_admin;

-- sent, given up or erased: nobody needs the link any more
create function private.forget_link() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.data := new.data - 'sealed';
  return new;
end $$;
revoke all on function private.forget_link() from public;
create trigger forget_link before update of status on private.mails
  for each row when (new.status <> 'queued' and old.data ? 'sealed') execute function private.forget_link();
create trigger skip_nobody before insert on private.mails for each row when (new.recipient = '') execute function private.skip_nobody();

-- the document of a mail: the accepted order's invoice; the credit note with the cancellation and with the refund; what was handed over in
-- the shop has one mail, and that one carries the invoice. no row: nothing was issued, so the mail carries nothing. bytes are null until
-- the document has been rendered.
create function private.mail_paper(p_mail bigint) returns table (document_type text, bytes bytea)
language sql stable security definer set search_path = '' as $$
  select named.document_type, private.document_file(named.order_id, named.document_type, 'original')
  from (
    select (m.data ->> 'order_id')::uuid as order_id,
      case
        when m.kind = 'order_status' and (m.data ->> 'status' = 'processing' or m.data -> 'handed_over' = 'true') then 'invoice'
        when m.kind = 'order_status' and m.data ->> 'status' = 'cancelled' or m.kind = 'order_refunded' then 'creditNote'
      end as document_type
    from private.mails m where m.id = p_mail and m.status = 'queued' and m.kind in ('order_status', 'order_refunded')
  ) named
  where exists (select from public.documents d
    where d.order_id = named.order_id and d.kind = case named.document_type when 'invoice' then 'invoice' when 'creditNote' then 'credit_note' end)
$$;
revoke all on function private.mail_paper(bigint) from public;
grant execute on function private.mail_paper(bigint) to shop_mail;

-- what the sign-in service tells the owner of an address that somebody else entered; its link is the shop itself
create function private.queue_notice_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kind <> 'account_exists' then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  insert into private.mails (kind, recipient, data)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at));
end $$;
revoke all on function private.queue_notice_mail(text, text, text, timestamptz) from public;
grant execute on function private.queue_notice_mail(text, text, text, timestamptz) to supabase_auth_admin;

-- the sign-in service also tells the owner of an account what happened to its second factor: mails whose link is the shop itself

-- a mail of the sign-in service. its link is stored sealed; the notices about a second factor link to the shop itself and have none
create function private.queue_auth_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kind not in ('signup', 'recovery', 'email_change', 'magiclink', 'invite',
                    'mfa_factor_enrolled', 'mfa_factor_unenrolled', 'mfa_recovery_code_used', 'mfa_wrong_codes') then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  -- somebody waits for it: before all that is due, whose readers do not
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at), now() - interval '1 day');
end $$;
revoke all on function private.queue_auth_mail(text, text, text, timestamptz) from public;

-- this one function; it has no grant on any table there
grant execute on function private.queue_auth_mail(text, text, text, timestamptz) to supabase_auth_admin;

-- before skip_nobody, by name
create trigger address_order_mail before insert on private.mails
  for each row when (new.kind in ('order_placed', 'order_status', 'order_refunded')) execute function private.address_order_mail();
create trigger forget_former_mail_setups after update of status on private.mails
  for each row when (old.mail_setup_version is not null and new.status <> 'queued') execute function private.forget_former_mail_setups();

-- mails that were given up after ten attempts, newest first: whom and why, not what was in them. the address may be the one that a
-- customer signs in with, so only those who may see such addresses see it whole
create function public.failed_mails() returns table (id bigint, kind text, recipient text, attempts integer, last_error text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('mails.read') then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  return query select m.id, m.kind, case when private.may('customers.emails') then m.recipient else regexp_replace(m.recipient, '^(.).*@', '\1…@') end,
      m.attempts, case when private.may('customers.emails') then m.last_error else replace(m.last_error, m.recipient, '(the address)') end, m.created_at
    from private.mails m where m.status = 'failed' order by m.created_at desc, m.id desc limit 200;
end $$;
revoke all on function public.failed_mails() from public;
grant execute on function public.failed_mails() to authenticated;
create trigger tell_low_stock after update of stock on public.products
  for each row when (old.stock >= 10 and new.stock < 10 and current_user = 'shop_orders') execute function private.tell_low_stock();

-- 50_admin_lists.sql

-- products with fewer than ten, where the label says 'Only N left'. an index on stock would be rewritten by every order
-- of that product; this list is touched when a product crosses the ten, and reading it is not reading 50,000 products.
create table private.low_stock (
  product_id uuid primary key references public.products (id) on delete cascade
);
alter table private.low_stock enable row level security;

-- no policy and no grant: the triggers write it, the dashboard reads it
revoke all on private.low_stock from public;
insert into private.low_stock select p.id from public.products p where p.stock < 10;

create function private.follow_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.low_stock select n.id from changed n where n.stock < 10 on conflict do nothing;
  elsif new.stock < 10 then
    insert into private.low_stock values (new.id) on conflict do nothing;
  else
    delete from private.low_stock l where l.product_id = new.id;
  end if;
  return null;
end $$;
revoke all on function private.follow_low_stock() from public;

-- one pile of orders: how many (counted up to 1,000), since when, and the three that wait longest
create function private.order_pile(p_where text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  pile jsonb;
begin
  execute format('select jsonb_build_object(
      ''count'', (select count(*) from (select from public.orders o where %1$s limit 1001) c),
      ''oldest'', (select o.created_at from public.orders o where %1$s order by o.created_at limit 1),
      ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', coalesce(nullif(r.company_name, ''''), r.full_name),
          ''total_amount'', r.total_amount, ''created_at'', r.created_at) order by r.created_at, r.id)
        from (select o.id, o.company_name, o.full_name, o.total_amount, o.created_at from public.orders o where %1$s order by o.created_at limit 3) r), ''[]''))',
    p_where) into pile;
  return pile;
end $$;
revoke all on function private.order_pile(text) from public;

create function public.admin_search(p_query text, p_limit integer default 5)
returns table (kind text, id uuid, title text, detail text, status text, amount numeric, at timestamptz)
language plpgsql stable security definer set search_path = '' rows 15 as $$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  -- %, _ and \ are letters here
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := regexp_replace(query, '\D', '', 'g');
  number text := lower(regexp_replace(query, '^#', ''));
  many integer := least(greatest(p_limit, 1), 20);
  low uuid;
  high uuid;
begin
  if not private.may('panel') then raise exception 'permission denied for search' using errcode = '42501'; end if;
  if length(query) < 2 then return; end if;
  if number ~ '^[0-9a-f]{4}[0-9a-f-]{0,32}$' and length(replace(number, '-', '')) <= 32 then   -- the beginning of an id is a range of the key
    low := rpad(replace(number, '-', ''), 32, '0')::uuid;
    high := rpad(replace(number, '-', ''), 32, 'f')::uuid;
  end if;

  return query
  with people as (
    select p.id, p.full_name, p.company_name, p.phone, p.created_at from public.profiles p
    where coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike words limit 50
  ), numbered as (
    select o.id from public.orders o where o.id between low and high limit many
  ), serials as (
    select d.order_id as id from public.documents d where d.serial = upper(query) limit many
  ), bought as (
    select r.id from people p cross join lateral (
      select o.id from public.orders o where o.user_id = p.id order by o.created_at desc limit many) r limit 100
  ), recent as (
    select n.id from (select o.id, o.full_name, o.company_name, o.phone from public.orders o order by o.created_at desc limit 2000) n
    where n.full_name ilike words or n.company_name ilike words or (length(digits) >= 5 and regexp_replace(n.phone, '\D', '', 'g') like '%' || digits || '%') limit 100
  ), orders as (
    select o.* from public.orders o
    where o.id in (select id from numbered union select id from serials union select id from bought union select id from recent)
    order by o.created_at desc limit many
  ), goods as (
    select g.* from (
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 1 as place from public.products p
        where upper(p.sku) ~>=~ upper(query) and upper(p.sku) ~<~ (upper(query) || U&'\+10ffff') limit many)
      union all
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 2 from public.products p where p.name ilike words limit 200)) g
  ), best as (
    select distinct on (g.id) g.* from goods g order by g.id, g.place
  )
  (select 'order', o.id, coalesce(nullif(o.company_name, ''), o.full_name), '#' || left(o.id::text, 8) || ' · ' || o.city, o.status, o.total_amount, o.created_at
    from orders o where private.may('orders.read') order by o.created_at desc)
  union all
  (select 'product', b.id, b.name, b.sku || ' · ' || b.stock || ' in stock', b.status, b.base_price, null::timestamptz
    from best b where private.may('catalogue.write') order by b.place, b.popularity desc, b.id limit many)
  union all
  (select 'customer', p.id, coalesce(nullif(p.full_name, ''), nullif(p.company_name, ''), 'No name'), concat_ws(' · ', nullif(p.company_name, ''), nullif(p.phone, '')), null::text, null::numeric, p.created_at
    from people p where private.may('customers.read') order by p.created_at desc limit many);
end $$;
revoke all on function public.admin_search(text, integer) from public;
grant execute on function public.admin_search(text, integer) to authenticated;

-- what admins write down about an order, for themselves: 'asked for delivery after two'. seen by admins alone, changed by
-- whoever wrote it and for a day: after that it is what was known then.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  author uuid default auth.uid() references auth.users (id) on delete set null,   -- null: the account is gone
  body text not null check (length(btrim(body)) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index order_notes_order_id_idx on public.order_notes (order_id, created_at);
create index order_notes_author_idx on public.order_notes (author);
alter table public.order_notes enable row level security;
revoke all on public.order_notes from anon, authenticated;

-- nothing for anon
grant select, delete on public.order_notes to authenticated;
grant insert (order_id, body) on public.order_notes to authenticated;

-- author and moment are the database's
grant update (body) on public.order_notes to authenticated;
create policy "admins read" on public.order_notes for select to authenticated
  using ((select private.may('orders.read')));
create policy "admins write" on public.order_notes for insert to authenticated
  with check ((select private.may('orders.process')) AND (author = (select auth.uid())));
create policy "authors correct for a day" on public.order_notes for update to authenticated
  using ((select private.may('orders.process')) AND (author = (select auth.uid())) AND (created_at > (now() - '1 day'::interval)))
  with check ((select private.may('orders.process')) AND (author = (select auth.uid())));
create policy "authors delete for a day" on public.order_notes for delete to authenticated
  using ((select private.may('orders.process')) AND (author = (select auth.uid())) AND (created_at > (now() - '1 day'::interval)));

create function private.stamp_order_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := now();
  return new;
end $$;
revoke all on function private.stamp_order_note() from public;
create trigger stamp_edit before update of body on public.order_notes
  for each row when (old.body is distinct from new.body) execute function private.stamp_order_note();

-- a note may name its buyer: it goes when the buyer's telephone goes from the order, by erasure or by retention
-- (private.erase_person, private.erase_documents). nobody else may write that column.
create function private.erase_order_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.order_notes n where n.order_id = new.id;
  return null;
end $$;
revoke all on function private.erase_order_notes() from public;

-- `column = 'x'` or `column in ('x', 'y')`: an equality keeps the order of an index behind it
create function private.one_of(p_column text, p_values jsonb) returns text
language sql immutable set search_path = '' as $$
  select case count(*) when 0 then 'false' when 1 then format('%s = %L', p_column, min(v)) else format('%s in (%s)', p_column, string_agg(quote_literal(v), ', ')) end
  from jsonb_array_elements_text(p_values) v
$$;

-- the orders that a search means, as a list of selects: the beginning of an id, a serial or its last digits (of any
-- series that has issued numbers), a bank reference, and from three letters on a name, a company or a telephone. a common
-- word is asked of each order as the list walks past it: fifty are soon found, and thousands need not be sorted. which is which,
-- two thousand hits tell.
create function private.order_search(p_query text) returns text
language plpgsql stable set search_path = '' as $$
declare
  query text := btrim(left(p_query, 120));
  bare text := replace(lower(regexp_replace(query, '^#', '')), '-', '');
  digits text := regexp_replace(query, '\D', '', 'g');
  year text := private.financial_year(private.moment());
  year_before text := private.financial_year(private.moment() - interval '1 year');
  serials text[] := array[upper(query)];
  -- %, _ and \ are letters here
  pattern text := '%' || regexp_replace(lower(query), '([\\%_])', '\\\1', 'g') || '%';
  hits integer;
  parts text[] := '{}';
begin
  if bare ~ '^[0-9a-f]{4,32}$' then   -- the beginning of an id is a range of the key
    parts := parts || format('select x.id from public.orders x where x.id between %L and %L', rpad(bare, 32, '0')::uuid, rpad(bare, 32, 'f')::uuid);
  end if;
  if query ~ '^[0-9]{1,6}$' then
    serials := serials || coalesce((select array_agg(format('%s/%s/%s', c.series, c.financial_year, lpad(query, n, '0')))
      from private.serial_counters c, generate_series(greatest(4, length(query)), 6) n where c.financial_year in (year, year_before)), '{}');
  end if;
  parts := parts || format('select d.order_id from public.documents d where d.serial = any (%L)', serials)
    || format('select p.order_id from public.payments p where p.provider_reference in (%L, %L)', query, upper(query));
  if length(query) >= 3 then
    execute format('select count(*) from (select from private.order_words w where w.words like %L limit 2000) c', pattern) into hits;
    parts := parts || format(case when hits < 2000 then 'select w.order_id from private.order_words w where w.words like %L'
      -- o is the list's own row: no join, a look into one row
      else 'select o.id where exists (select from private.order_words w where w.order_id = o.id and w.words like %L)' end, pattern);
  end if;
  if length(digits) >= 5 and query ~ '^[-+() 0-9]+$' and right(digits, 10) <> query then
    -- a telephone as people write it: the country's code may be missing on either side
    parts := parts || format('select w.order_id from private.order_words w where w.words like %L', '%' || right(digits, 10) || '%');
  end if;
  return array_to_string(parts, ' union all ');
end $$;

-- p_filters: search, status, payment, method, state (lists), from, to (indian days, inclusive), customer, product, category, sales
-- (true: what the dashboard counts), ids. p_sort: placed or total. p_cursor: [value, id] of the row to go on from.
-- backwards answers the rows before it, the nearest first.
create function public.admin_orders(p_filters jsonb default '{}', p_sort text default 'placed', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50)
returns table (id uuid, created_at timestamptz, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text,
  phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric,
  shipping_cost numeric, shipping_gst numeric, total_amount numeric, payment_method text, payment_state text, courier text, tracking_number text,
  version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
declare
  conditions text[] := '{}';
  categories uuid[];
  -- newest or dearest first, then by id; ascending is the very reverse, so that one index serves both
  reversed boolean := p_ascending <> p_backwards;
  sorted text := case p_sort when 'placed' then 'created_at' when 'total' then 'total_amount' end;
  sort_type text := case p_sort when 'placed' then 'timestamptz' else 'numeric' end;
  ordering text;
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if sorted is null then raise exception 'Orders are not sorted by %', p_sort using errcode = '22023'; end if;
  ordering := format(case when reversed then 'o.%I, o.id desc' else 'o.%I desc, o.id' end, sorted);

  if p_filters ? 'status' then conditions := conditions || private.one_of('o.status', p_filters -> 'status'); end if;
  if p_filters ? 'payment' then conditions := conditions || private.one_of('o.payment_state', p_filters -> 'payment'); end if;
  if p_filters ? 'method' then conditions := conditions || private.one_of('o.payment_method', p_filters -> 'method'); end if;
  if p_filters ? 'state' then conditions := conditions || private.one_of('o.state', p_filters -> 'state'); end if;
  if p_filters ? 'ids' then conditions := conditions || private.one_of('o.id', p_filters -> 'ids'); end if;
  if p_filters ? 'from' then
    conditions := conditions || format('o.created_at >= %L', (p_filters ->> 'from')::date::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'to' then
    conditions := conditions || format('o.created_at < %L', ((p_filters ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'customer' then conditions := conditions || format('o.user_id = %L', (p_filters ->> 'customer')::uuid); end if;
  if p_filters ? 'product' then
    conditions := conditions || format('o.id in (select i.order_id from public.order_items i where i.product_id = %L)', (p_filters ->> 'product')::uuid);
  end if;
  if p_filters ? 'category' then
    with recursive below as (
      select (p_filters ->> 'category')::uuid as id
      union select c.id from public.categories c join below b on c.parent_id = b.id)
    select array_agg(b.id) into categories from below b;
    conditions := conditions || format('exists (select from public.order_items i join public.products g on g.id = i.product_id where i.order_id = o.id and g.category_id = any (%L))', categories);
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  if p_cursor is not null then
    conditions := conditions || format(
      -- the last of these says nothing new, but is a range of an index
      case when reversed then '(o.%1$I > %2$L or (o.%1$I = %2$L and o.id < %3$L)) and o.%1$I >= %2$L'
        else '(o.%1$I < %2$L or (o.%1$I = %2$L and o.id > %3$L)) and o.%1$I <= %2$L' end,
      sorted, case sort_type when 'timestamptz' then ((p_cursor ->> 0)::timestamptz)::text else ((p_cursor ->> 0)::numeric)::text end, (p_cursor ->> 1)::uuid);
  end if;

  return query execute format($query$
    select o.id, o.created_at, o.status, o.user_id, o.full_name, o.company_name, o.gstin, o.city, o.state, o.pincode, o.phone, o.place_of_supply,
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.shipping_cost, o.shipping_gst, o.total_amount,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure
    from (select o.* from public.orders o where %1$s order by %2$s limit %3$s) o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    left join lateral (select y.provider_reference, y.failure from public.payments y where y.order_id = o.id order by y.created_at desc limit 1) p on true
    order by %2$s$query$,
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), ordering, least(greatest(p_limit, 1), 1001));
end $$;

-- everything that happened to one order, oldest first, with who did it: its steps, what was changed beside them, its payments,
-- its mails (whether they went out, never to whom or what was in them) and its notes. an order that is written down by hand takes
-- its steps at one moment: they are told in their own order, not in that of their random ids
create function public.order_timeline(p_order uuid)
returns table (at timestamptz, kind text, actor uuid, actor_name text, data jsonb)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return query
  select e.at, e.kind, e.actor, private.person_name(e.actor), e.data from (
    select h.created_at as at, 'step' as kind, h.created_by as actor, jsonb_build_object('id', h.id, 'status', h.status, 'notes', h.notes) as data
      from public.order_status_history h where h.order_id = p_order
    union all
    -- a step's own line is told by the step, and the order's payment by the payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action = 'update'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $$;

-- what each customer has bought so far, kept beside the profile: a list of 20,000 customers sorted by what they spent reads the
-- end of an index instead of every order of the shop. a row of its own, not columns of profiles: an order would rewrite the
-- entries of the name search, and move the updated_at that a form's edit is held against (docs/decisions/0027).

create table public.customer_figures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  orders integer not null default 0,              -- sales
  spent numeric(14, 2) not null default 0,        -- their total_amount
  last_order_at timestamptz,                      -- the newest order, whatever became of it
  state text                                      -- where that one went
) with (fillfactor = 80);
create index customer_figures_spent_idx on public.customer_figures (spent desc, user_id);
create index customer_figures_last_idx on public.customer_figures (last_order_at desc nulls last, user_id);
alter table public.customer_figures enable row level security;
revoke all on public.customer_figures from anon, authenticated;

-- nothing for anon; written by the triggers below alone
revoke insert, update, delete, truncate on public.customer_figures from service_role;
grant select on public.customer_figures to authenticated;
create policy "admins read" on public.customer_figures for select to authenticated
  using ((select private.may('customers.read')));

-- counts some customers again from their orders: for orders that change hands or days, and for an owner who repairs
create function private.count_customers(p_users uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customer_figures f where f.user_id = any (p_users) order by f.user_id for no key update;
  update public.customer_figures f set (orders, spent, last_order_at, state) = (
    select count(*) filter (where s.sale), coalesce(sum(o.total_amount) filter (where s.sale), 0), max(o.created_at),
      (array_agg(o.state order by o.created_at desc, o.id))[1]
    from public.orders o cross join lateral (select private.is_sale(o.status, o.payment_state) as sale) s
    where o.user_id = f.user_id)
  where f.user_id = any (p_users);
end $$;

-- her row follows her orders by what changed, so that a step costs the same for the first order and the thousandth. statement
-- triggers: a bulk step locks its customers in the order of their ids, so that two of them wait instead of deadlocking.
create function private.follow_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted uuid[] := '{}';
  users uuid[];
begin
  if tg_op = 'INSERT' then
    users := array(select distinct n.user_id from changed n where n.user_id is not null);
    perform from public.customer_figures f where f.user_id = any (users) order by f.user_id for no key update;
    update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent, last_order_at = newest.created_at, state = newest.state
    from (
      select n.user_id, count(*) filter (where s.sale) as orders, coalesce(sum(n.total_amount) filter (where s.sale), 0) as spent
      from changed n cross join lateral (select private.is_sale(n.status, n.payment_state) as sale) s
      where n.user_id is not null group by n.user_id) d
    cross join lateral (
      select o.created_at, o.state from public.orders o where o.user_id = d.user_id order by o.created_at desc, o.id limit 1) newest
    where f.user_id = d.user_id;
  elsif tg_op = 'UPDATE' then
    counted := array(select distinct u.id from changed n join before b on b.id = n.id cross join lateral (values (b.user_id), (n.user_id)) u (id)
      where u.id is not null and (n.user_id, n.created_at, n.state) is distinct from (b.user_id, b.created_at, b.state));
    if counted <> '{}' then perform private.count_customers(counted); end if;
    -- nearly every step changes nothing here: shipped, delivered, a courier, a payment of what was accepted already
    users := array(select distinct n.user_id from changed n join before b on b.id = n.id
      where n.user_id <> all (counted)
        and (private.is_sale(n.status, n.payment_state), n.total_amount) is distinct from (private.is_sale(b.status, b.payment_state), b.total_amount));
    if users <> '{}' then
      perform from public.customer_figures f where f.user_id = any (users) order by f.user_id for no key update;
      update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent
      from (
        select n.user_id, sum(now_.sale - was.sale) as orders, sum(now_.sale * n.total_amount - was.sale * b.total_amount) as spent
        from changed n join before b on b.id = n.id
        cross join lateral (select private.is_sale(n.status, n.payment_state)::integer as sale) now_
        cross join lateral (select private.is_sale(b.status, b.payment_state)::integer as sale) was
        where n.user_id = any (users) group by n.user_id) d
      where f.user_id = d.user_id;
    end if;
  else
    counted := array(select distinct b.user_id from before b where b.user_id is not null);
    if counted <> '{}' then perform private.count_customers(counted); end if;
  end if;
  return null;
end $$;

create function private.make_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.customer_figures (user_id) values (new.id);
  return null;
end $$;
revoke all on function private.count_customers(uuid[]), private.follow_customer_figures(), private.make_customer_figures() from public;
insert into public.customer_figures (user_id) select p.id from public.profiles p;
select private.count_customers(array(select p.id from public.profiles p));

-- what admins note about a customer. she does not see them in the shop, and gets them with the export of her data (dpdp act 2023,
-- s.11): what is written here is written so that she may read it. they go with the account.

create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  note text not null check (length(btrim(note)) between 1 and 2000),
  author uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index customer_notes_user_id_idx on public.customer_notes (user_id, created_at desc, id);
create index customer_notes_author_idx on public.customer_notes (author);
alter table public.customer_notes enable row level security;
revoke all on public.customer_notes from anon, authenticated;

-- nothing for anon
grant select, delete on public.customer_notes to authenticated;
grant insert (user_id, note) on public.customer_notes to authenticated;
grant update (note) on public.customer_notes to authenticated;

-- author and customer cannot be written: a note is in one's own name, about whom it was written
create policy "admins read" on public.customer_notes for select to authenticated
  using ((select private.may('customers.read')));
create policy "admins add" on public.customer_notes for insert to authenticated
  with check ((select private.may('customers.write')) AND (author = (select auth.uid())));
create policy "admins change their own" on public.customer_notes for update to authenticated
  using ((select private.may('customers.write')) AND (author = (select auth.uid())))
  with check ((select private.may('customers.write')) AND (author = (select auth.uid())));
create policy "admins delete their own, super admins any" on public.customer_notes for delete to authenticated
  using ((select private.may('customers.write')) AND ((author = (select auth.uid())) OR (select private.may('staff.manage'))));
create trigger touch_updated_at before update on public.customer_notes for each row execute function private.touch_updated_at();

-- for the export of one's own data: what the shop has written down about the caller, without who wrote it
create function public.kept_about_me() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at) order by n.created_at, n.id), '[]')
      from public.customer_notes n where n.user_id = (select auth.uid())),
    'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at) from public.account_blocks b where b.user_id = (select auth.uid())),
    'figures', (select to_jsonb(f) - 'user_id' from public.customer_figures f where f.user_id = (select auth.uid())))
$$;
revoke all on function public.kept_about_me() from public;
grant execute on function public.kept_about_me() to authenticated;

-- with the caller's own rights: who is no admin finds no figures, and so no line. sorted by name, since, spent or last order it
-- walks an index; ties and pages go by id, which is the figures' user_id too.
create view public.customers with (security_invoker = true) as
  select p.id, p.full_name, p.company_name, p.gstin, p.phone, p.created_at, f.orders, f.spent, f.last_order_at,
    -- who never ordered may have said where she lives
    coalesce(f.state, (select a.state from public.addresses a where a.user_id = p.id order by a.is_default desc, a.created_at desc limit 1)) as state,
    b.created_at as blocked_at,
    exists (select from public.user_roles r where r.user_id = p.id) as is_staff,
    lower(coalesce(nullif(p.full_name, ''), p.company_name, '')) as sort_name,
    coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') || ' ' || coalesce(p.gstin, '') as words
  from public.profiles p
  join public.customer_figures f on f.user_id = p.id
  left join public.account_blocks b on b.user_id = p.id;
revoke all on public.customers from anon, authenticated, service_role;

-- read alone, and nothing for anon
grant select on public.customers to authenticated, service_role;

-- e-mails are for a super admin (docs/rules.md#roles); everybody else gets none, and no error. by id, or by how an address begins
create function public.auth_emails(p_users uuid[] default null, p_begins text default null)
returns table (user_id uuid, email text)
language sql stable security definer set search_path = '' rows 50 as $$
  (select u.id, u.email::text from auth.users u where u.id = any (p_users) and (select private.may('customers.emails')) limit 1000)
  union
  (select u.id, u.email::text from auth.users u
    where length(p_begins) >= 3 and starts_with(u.email::text, lower(p_begins)) and (select private.may('customers.emails')) order by u.email limit 50)
$$;

-- one customer: profile, figures, block, addresses, consents, complaints and what she buys most. null: no such customer
create function public.admin_customer(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('customers.read') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'profile', jsonb_build_object('id', p.id, 'full_name', p.full_name, 'company_name', p.company_name, 'gstin', p.gstin, 'phone', p.phone,
        'created_at', p.created_at, 'updated_at', p.updated_at),
      'email', case when private.may('customers.emails') then u.email end,
      'last_sign_in_at', u.last_sign_in_at,
      'roles', (select coalesce(jsonb_agg(r.role order by r.role desc), '[]') from public.user_roles r where r.user_id = p.id),
      'orders', f.orders, 'spent', f.spent, 'last_order_at', f.last_order_at,
      'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'by', private.person_name(b.blocked_by))
        from public.account_blocks b where b.user_id = p.id),
      'addresses', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'updated_at' order by a.is_default desc, a.created_at desc), '[]')
        from (select * from public.addresses x where x.user_id = p.id order by x.is_default desc, x.created_at desc limit 50) a),
      'consents', (select coalesce(jsonb_agg(to_jsonb(c) order by c.purpose), '[]') from (
        select distinct on (s.purpose) s.purpose, s.given, s.created_at from public.consents s where s.user_id = p.id order by s.purpose, s.id desc) c),
      'complaints', (select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at desc), '[]') from (
        select x.id, x.number, x.status, x.created_at from public.complaints x where x.user_id = p.id order by x.created_at desc limit 5) k),
      -- of her newest 500 orders
      'products', (select coalesce(jsonb_agg(to_jsonb(g) order by g.quantity desc, g.total desc, g.name), '[]') from (
        select i.product_id, max(i.product_name) as name, sum(i.quantity) as quantity, sum(i.total) as total, count(distinct i.order_id) as orders
        from (select o.id from public.orders o
          where o.user_id = p.id and private.is_sale(o.status, o.payment_state) order by o.created_at desc limit 500) o
        join public.order_items i on i.order_id = o.id
        group by i.product_id, case when i.product_id is null then i.product_name end
        order by quantity desc, total desc limit 6) g))
    from public.profiles p join auth.users u on u.id = p.id join public.customer_figures f on f.user_id = p.id where p.id = p_user);
end $$;
revoke all on function public.auth_emails(uuid[], text), public.admin_customer(uuid) from public;
grant execute on function public.auth_emails(uuid[], text), public.admin_customer(uuid) to authenticated;

-- the body lets admins through; nothing for anon

-- how many wait in each of the list's views, counted up to a thousand. a claim waits whatever became of its order
create function public.order_piles() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return jsonb_build_object(
    'accept', (select count(*) from (select from public.orders o where o.status = 'pending' and o.payment_state in ('cod_pending', 'paid') limit 1001) c),
    'verify', (select count(*) from (select from public.orders o where o.payment_state = 'awaiting_verification' limit 1001) c),
    'ship', (select count(*) from (select from public.orders o where o.status = 'processing' limit 1001) c),
    'shipped', (select count(*) from (select from public.orders o where o.status = 'shipped' limit 1001) c),
    'collect', (select count(*) from (select from public.orders o where private.is_to_collect(o.status, o.payment_state) limit 1001) c),
    'refund', (select count(*) from (select from public.orders o where o.payment_state = 'refund_due' limit 1001) c));
end $$;

create function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;
  return (select jsonb_object_agg(d.key, case when private.may(coalesce(s.permission, 'analytics.read')) then d.value else 'null' end)
    from jsonb_each(private.dashboard()) d
    left join (values ('as_of', 'panel'), ('sales', 'analytics.read'), ('verify', 'payments.manage'), ('refund', 'payments.manage'), ('collect', 'payments.manage'), ('accept', 'orders.process'),
      ('ship', 'orders.process'), ('feed', 'orders.read'), ('stock', 'catalogue.write'), ('mails', 'mails.read'), ('complaints', 'complaints.write'))
      s (part, permission) on s.part = d.key);
end $$;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;
create trigger make_figures after insert on public.profiles for each row execute function private.make_customer_figures();
create trigger low_stock_made after insert on public.products referencing new table as changed
  for each statement execute function private.follow_low_stock();
create trigger low_stock_crossed after update of stock on public.products
  for each row when ((old.stock < 10) <> (new.stock < 10)) execute function private.follow_low_stock();
revoke all on function private.one_of(text, jsonb), private.order_search(text), public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer),
  public.order_piles(), public.order_timeline(uuid) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer), public.order_piles(), public.order_timeline(uuid) to authenticated;
create function private.dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  now_ timestamptz := private.moment();
  today timestamptz := date_trunc('day', now_ at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
  date_ date := (now_ at time zone 'Asia/Kolkata')::date;
  sales jsonb;
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;

  -- one pass by day; of each day also what it had sold by this time of day, for the stretches that end in the middle of one
  with days as (
    select (o.created_at at time zone 'Asia/Kolkata')::date as day, count(*) as orders, sum(o.total_amount) as amount,
      count(*) filter (where u.by_now) as orders_by_now, coalesce(sum(o.total_amount) filter (where u.by_now), 0) as amount_by_now
    from public.orders o cross join lateral (select (o.created_at at time zone 'Asia/Kolkata')::time <= (now_ at time zone 'Asia/Kolkata')::time as by_now) u
    where o.created_at >= today - interval '59 days' and o.created_at <= now_
      and private.is_sale(o.status, o.payment_state)
    group by 1
  ), stretches (name, length) as (values ('today', 1), ('week', 7), ('month', 30)),
  sums as (
    select s.name, jsonb_build_object(
      'orders', coalesce(sum(d.orders) filter (where d.day > date_ - s.length), 0),
      'amount', coalesce(sum(d.amount) filter (where d.day > date_ - s.length), 0),
      'orders_before', coalesce(sum(case when d.day = date_ - s.length then d.orders_by_now else d.orders end) filter (where d.day <= date_ - s.length), 0),
      'amount_before', coalesce(sum(case when d.day = date_ - s.length then d.amount_by_now else d.amount end) filter (where d.day <= date_ - s.length), 0)) as sum
    from stretches s left join days d on d.day > date_ - 2 * s.length
    group by s.name
  )
  select (select jsonb_object_agg(m.name, m.sum) from sums m) || jsonb_build_object('days', (
      select jsonb_agg(jsonb_build_object('day', date_ - n, 'orders', coalesce(d.orders, 0), 'amount', coalesce(d.amount, 0)) order by n desc)
      from generate_series(0, 59) n left join days d on d.day = date_ - n))
    into sales;

  return jsonb_build_object(
    'as_of', now_,
    'sales', sales,
    'verify', private.order_pile('o.payment_state = ''awaiting_verification'''),
    'accept', private.order_pile('o.status = ''pending'' and o.payment_state in (''cod_pending'', ''paid'')'),
    'ship', private.order_pile('o.status = ''processing'''),
    'refund', private.order_pile('o.payment_state = ''refund_due'''),
    'collect', private.order_pile('private.is_to_collect(o.status, o.payment_state)'),
    'stock', (with low as materialized (
        select p.id, p.name, p.sku, p.stock, p.units_sold, p.image_url from private.low_stock l join public.products p on p.id = l.product_id
        where p.status = 'active')
      select jsonb_build_object('count', count(*), 'out', count(*) filter (where low.stock = 0),
        'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.stock, r.units_sold desc, r.id)
          from (select * from low order by low.stock, low.units_sold desc, low.id limit 6) r), '[]'))
      from low),
    'mails', (select count(*) from (select from private.mails m where m.status = 'failed' limit 1001) c),
    'complaints', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select k.created_at from public.complaints k where k.status = 'open' order by k.created_at limit 1001) c),
    'feed', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id) from (
      select o.id, o.created_at, coalesce(nullif(o.company_name, ''), o.full_name) as name, o.city, o.state, o.status, o.payment_method, o.payment_state, o.total_amount
      from public.orders o order by o.created_at desc, o.id limit 12) f), '[]'));
end $$;
revoke all on function private.dashboard() from public;
grant execute on function private.dashboard() to service_role;

-- 51_analytics.sql

-- two stretches of indian days, both ends included, as moments. a stretch that reaches today ends now, and what it is held
-- against ends at the same time of its own last day. refuses what would be read for ever, and who is no admin.
create function private.sales_window(p_from date, p_to date, p_before_from date, p_before_to date,
  out as_of timestamptz, out since timestamptz, out until timestamptz, out before_since timestamptz, out before_until timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  today date;
  ahead integer;
begin
  if not public.may('analytics.read') then raise exception 'permission denied for the analytics' using errcode = '42501'; end if;
  if p_from is null or p_to is null or p_before_from is null or p_before_to is null or p_to < p_from or p_before_to < p_before_from
    or p_to - p_from > 1826 or p_before_to - p_before_from > 1826 then
    raise exception 'A stretch has a first and a last day, and at most five years' using errcode = '22023', detail = '{"code":"BAD_STRETCH"}';
  end if;
  as_of := private.moment();
  today := (as_of at time zone 'Asia/Kolkata')::date;
  ahead := greatest(p_to - today, 0);
  since := p_from::timestamp at time zone 'Asia/Kolkata';
  until := least((p_to + 1)::timestamp at time zone 'Asia/Kolkata', as_of + interval '1 microsecond');
  before_since := p_before_from::timestamp at time zone 'Asia/Kolkata';
  before_until := case when p_to < today then (p_before_to + 1)::timestamp at time zone 'Asia/Kolkata'
    else (p_before_to - ahead)::timestamp at time zone 'Asia/Kolkata' + (until - today::timestamp at time zone 'Asia/Kolkata') end;
end $$;
revoke all on function private.sales_window(date, date, date, date) from public;

-- the screen's first page: both stretches in figures and by day, and what sold best, from where, paid how.
create function public.sales_overview(p_from date, p_to date, p_before_from date, p_before_to date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  overview jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  with sale as materialized (
    select true as this, o.id, (o.created_at at time zone interval '5 hours 30 minutes')::date as day, o.place_of_supply, o.payment_method,
      o.total_amount, o.shipping_cost, o.discount_total, o.total_gst + o.shipping_gst as gst
    from public.orders o where o.created_at >= w.since and o.created_at < w.until and private.is_sale(o.status, o.payment_state)
    union all
    select false, o.id, (o.created_at at time zone interval '5 hours 30 minutes')::date, o.place_of_supply, o.payment_method,
      o.total_amount, o.shipping_cost, o.discount_total, o.total_gst + o.shipping_gst
    from public.orders o where o.created_at >= w.before_since and o.created_at < w.before_until and private.is_sale(o.status, o.payment_state)
  ), lines as materialized (   -- one pass over the lines: by day, and by product. joined to the orders themselves, whose ids the planner knows to be unique
    select true as this, l.day, l.product_id, grouping(l.product_id) = 1 as by_day, sum(l.quantity) as units, sum(l.total) as revenue
    from (
      select (o.created_at at time zone interval '5 hours 30 minutes')::date as day, i.product_id, i.quantity, i.total
      from public.orders o join public.order_items i on i.order_id = o.id
      where o.created_at >= w.since and o.created_at < w.until and private.is_sale(o.status, o.payment_state)) l
    group by grouping sets ((l.day), (l.product_id))
    union all
    select false, (o.created_at at time zone interval '5 hours 30 minutes')::date, null, true, sum(i.quantity), null
    from public.orders o join public.order_items i on i.order_id = o.id
    where o.created_at >= w.before_since and o.created_at < w.before_until and private.is_sale(o.status, o.payment_state)
    group by 2
  ), days as materialized (
    select s.this, s.day, count(*) as orders, sum(s.total_amount) as revenue, sum(s.shipping_cost) as delivery, sum(s.discount_total) as discount, sum(s.gst) as gst
    from sale s group by s.this, s.day
  ), by_day as materialized (
    select d.*, coalesce(l.units, 0) as units from days d left join lines l on l.by_day and l.this = d.this and l.day = d.day
  ), rest as (   -- orders that are no sale: cancelled, sent back, not yet accepted or paid
    select true as this, o.status, o.payment_state, o.total_amount from public.orders o
      where o.created_at >= w.since and o.created_at < w.until and not private.is_sale(o.status, o.payment_state)
    union all
    select false, o.status, o.payment_state, o.total_amount from public.orders o
      where o.created_at >= w.before_since and o.created_at < w.before_until and not private.is_sale(o.status, o.payment_state)
  ), stretches (this) as (values (true), (false)),
  figures as (
    select t.this, jsonb_build_object('orders', coalesce(s.orders, 0), 'revenue', coalesce(s.revenue, 0), 'units', coalesce(s.units, 0),
        'delivery', coalesce(s.delivery, 0), 'discount', coalesce(s.discount, 0), 'gst', coalesce(s.gst, 0),
        'cancelled', coalesce(r.cancelled, 0), 'cancelled_amount', coalesce(r.cancelled_amount, 0),
        'refunds', coalesce(r.refunds, 0), 'refunds_amount', coalesce(r.refunds_amount, 0),
        'waiting', coalesce(r.waiting, 0), 'waiting_amount', coalesce(r.waiting_amount, 0)) as figures
    from stretches t
    left join (select d.this, sum(d.orders) as orders, sum(d.revenue) as revenue, sum(d.units) as units, sum(d.delivery) as delivery,
      sum(d.discount) as discount, sum(d.gst) as gst from by_day d group by d.this) s on s.this = t.this
    left join (select q.this, count(*) filter (where q.status = 'cancelled') as cancelled,
      sum(q.total_amount) filter (where q.status = 'cancelled') as cancelled_amount,
      count(*) filter (where q.payment_state in ('refund_due', 'refunded')) as refunds,
      sum(q.total_amount) filter (where q.payment_state in ('refund_due', 'refunded')) as refunds_amount,
      count(*) filter (where q.status = 'pending') as waiting,
      sum(q.total_amount) filter (where q.status = 'pending') as waiting_amount from rest q group by q.this) r on r.this = t.this
  ), series as (
    select d.this, jsonb_agg(jsonb_build_object('day', d.day, 'orders', d.orders, 'revenue', d.revenue, 'units', d.units) order by d.day) as days
    from by_day d group by d.this
  ), best as (
    select l.product_id, l.units, l.revenue from lines l where not l.by_day and l.this and l.product_id is not null
    order by l.revenue desc, l.product_id limit 8
  ), best_before as (   -- of these few alone, by their own index
    select i.product_id, sum(i.total) as revenue from public.order_items i join public.orders o on o.id = i.order_id
    where i.product_id in (select b.product_id from best b)
      and o.created_at >= w.before_since and o.created_at < w.before_until and private.is_sale(o.status, o.payment_state)
    group by 1
  ), states as (
    select s.place_of_supply as key, count(*) filter (where s.this) as orders, coalesce(sum(s.total_amount) filter (where s.this), 0) as revenue,
      coalesce(sum(s.total_amount) filter (where not s.this), 0) as revenue_before
    from sale s group by 1
  ), methods as (
    select s.payment_method as key, count(*) filter (where s.this) as orders, coalesce(sum(s.total_amount) filter (where s.this), 0) as revenue,
      coalesce(sum(s.total_amount) filter (where not s.this), 0) as revenue_before
    from sale s group by 1
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'this', (select f.figures from figures f where f.this),
    'before', (select f.figures from figures f where not f.this),
    'days', coalesce((select s.days from series s where s.this), '[]'),
    'days_before', coalesce((select s.days from series s where not s.this), '[]'),
    'products', coalesce((select jsonb_agg(jsonb_build_object('key', b.product_id, 'name', p.name, 'image_url', p.image_url, 'units', b.units, 'revenue', b.revenue,
        'revenue_before', coalesce(e.revenue, 0)) order by b.revenue desc, b.product_id)
      from best b join public.products p on p.id = b.product_id
      left join best_before e on e.product_id = b.product_id), '[]'),
    'sold', (select count(*) from lines l where not l.by_day and l.this and l.product_id is not null),
    'states', coalesce((select jsonb_agg(to_jsonb(s) order by s.revenue desc, s.key) from states s), '[]'),
    'methods', coalesce((select jsonb_agg(to_jsonb(m) order by m.revenue desc, m.key) from methods m), '[]'))
    into overview;
  return overview;
end $$;
revoke all on function public.sales_overview(date, date, date, date) from public;
grant execute on function public.sales_overview(date, date, date, date) to authenticated;

-- the body lets admins through; nothing for anon

-- the stretch by one thing, held against the one before. `key` null: lines of products that were deleted, goods without a
-- category, orders without an account. of a product and a category what was paid for the goods (their lines, tax included);
-- of all others the whole order. a category holds what stands below it too, so its rows add up to more than their total.
create function public.sales_breakdown(p_by text, p_from date, p_to date, p_before_from date, p_before_to date,
  p_sort text default 'revenue', p_ascending boolean default false, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  sums text;
  named text;
  sorted text;
  first_named boolean := p_sort = 'name' or p_by = 'category';   -- else only what is shown gets its name
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  sums := case when p_by in ('product', 'category') then
      'select l.product_id::text as key, sum(l.quantity) filter (where l.this) as units, sum(l.total) filter (where l.this) as revenue,
         sum(l.total) filter (where not l.this) as revenue_before, null::bigint as orders
       from (
         select true as this, i.product_id, i.quantity, i.total from public.orders o join public.order_items i on i.order_id = o.id
           where o.created_at >= $1 and o.created_at < $2 and private.is_sale(o.status, o.payment_state)
         union all
         select false, i.product_id, i.quantity, i.total from public.orders o join public.order_items i on i.order_id = o.id
           where o.created_at >= $3 and o.created_at < $4 and private.is_sale(o.status, o.payment_state)) l
       group by l.product_id'
    when p_by in ('customer', 'state', 'payment') then format(
      'select s.%I::text as key, null::bigint as units, sum(s.total_amount) filter (where s.this) as revenue,
         sum(s.total_amount) filter (where not s.this) as revenue_before, count(*) filter (where s.this) as orders
       from sale s group by s.%1$I', case p_by when 'customer' then 'user_id' when 'state' then 'place_of_supply' else 'payment_method' end)
    end;
  if sums is null or p_sort not in ('name', 'units', 'orders', 'revenue', 'before', 'change') or p_limit not between 1 and 100000 then
    raise exception 'There is no such breakdown' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  named := case p_by
    when 'product' then 'select g.*, p.name, p.sku as detail, p.image_url from %I g left join public.products p on p.id = g.key::uuid'
    when 'customer' then 'select g.*, coalesce(nullif(p.company_name, ''''), nullif(p.full_name, '''')) as name,
        case when coalesce(p.company_name, '''') <> '''' then nullif(p.full_name, '''') end as detail, null::text as image_url
      from %I g left join public.profiles p on p.id = g.key::uuid'
    -- each category with all that stands below it: a line counts for its category and for every one above it
    when 'category' then 'select c.id::text as key, sum(g.units) as units, sum(g.revenue) as revenue, sum(g.revenue_before) as revenue_before,
        null::bigint as orders, min(c.name) as name, min(c.path) as detail, null::text as image_url
      from %I g left join public.products p on p.id = g.key::uuid
      left join (select t.id as below, a.id, a.name, a.path from tree t join tree a on a.id = any (t.line)) c on c.below = p.category_id
      group by c.id'
    else 'select g.*, g.key as name, null::text as detail, null::text as image_url from %I g' end;
  sorted := format('%s %s nulls last, x.revenue desc nulls last, x.key nulls last',
    case p_sort when 'name' then 'lower(x.name)' when 'units' then 'coalesce(x.units, 0)' when 'orders' then 'coalesce(x.orders, 0)'
      when 'before' then 'coalesce(x.revenue_before, 0)' when 'change' then 'coalesce(x.revenue, 0) - coalesce(x.revenue_before, 0)'
      else 'coalesce(x.revenue, 0)' end,
    case when p_ascending then 'asc' else 'desc' end);
  execute format(
    'with recursive tree (id, name, line, path) as (
       select c.id, c.name, array[c.id], null::text from public.categories c where c.parent_id is null
       union all
       select c.id, c.name, t.line || c.id, concat_ws('' › '', t.path, t.name) from public.categories c join tree t on c.parent_id = t.id
     ), sale as materialized (
       select true as this, o.id, o.user_id, o.place_of_supply, o.payment_method, o.total_amount, o.shipping_cost from public.orders o
         where o.created_at >= $1 and o.created_at < $2 and private.is_sale(o.status, o.payment_state)
       union all
       select false, o.id, o.user_id, o.place_of_supply, o.payment_method, o.total_amount, o.shipping_cost from public.orders o
         where o.created_at >= $3 and o.created_at < $4 and private.is_sale(o.status, o.payment_state)
     ), sums as materialized (%s), %s
     select jsonb_build_object(
       ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''key'', c.key, ''name'', c.name, ''detail'', c.detail, ''image_url'', c.image_url,
           ''units'', coalesce(c.units, 0), ''orders'', coalesce(c.orders, 0), ''revenue'', coalesce(c.revenue, 0), ''revenue_before'', coalesce(c.revenue_before, 0)) order by c.place)
         from shown c), ''[]''),
       ''count'', (select count(*) from %s),
       ''total'', (select coalesce(sum(g.revenue), 0) from sums g),
       ''total_before'', (select coalesce(sum(g.revenue_before), 0) from sums g),
       ''units'', (select coalesce(sum(g.units), 0) from sums g),
       ''orders'', (select count(*) from sale s where s.this),
       ''delivery'', (select coalesce(sum(s.shipping_cost), 0) from sale s where s.this))',
    sums,
    case when first_named
      then format('named as materialized (%s), shown as (
        select y.*, row_number() over () as place from (select x.* from named x order by %s limit $5) y)', format(named, 'sums'), sorted)
      else format('chosen as materialized (
        select y.*, row_number() over () as place from (select x.* from sums x order by %s limit $5) y), shown as (%s)', sorted, format(named, 'chosen')) end,
    case when first_named then 'named' else 'sums' end)
    into answer using w.since, w.until, w.before_since, w.before_until, p_limit;
  return answer || jsonb_build_object('as_of', w.as_of);
end $$;
revoke all on function public.sales_breakdown(text, date, date, date, date, text, boolean, integer) from public;
grant execute on function public.sales_breakdown(text, date, date, date, date, text, boolean, integer) to authenticated;

-- likewise

-- how long the stock lasts at the pace of the stretch, and what lies without being sold. `list`: soon (active, gone within
-- p_within days), dead (in stock, older than 90 days and not sold for 90), all (what was sold or is in stock). a product
-- that is younger than the stretch is measured by its own days. money: what the stock would bring at the price of one.
create function public.stock_cover(p_from date, p_to date, p_list text default 'soon', p_within integer default 14,
  p_sort text default 'left', p_ascending boolean default true, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  today date;
  last date;
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_from, p_to);
  if p_list not in ('soon', 'dead', 'all') or p_sort not in ('name', 'left', 'stock', 'units', 'money') or p_within not between 0 and 3650
    or p_limit not between 1 and 100000 then
    raise exception 'There is no such list' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  today := (w.as_of at time zone 'Asia/Kolkata')::date;
  last := least(p_to, today);
  with sold as (
    select i.product_id, sum(i.quantity) as units from public.orders o join public.order_items i on i.order_id = o.id
    where o.created_at >= w.since and o.created_at < w.until and private.is_sale(o.status, o.payment_state) group by 1
  ), lately as (
    select distinct i.product_id from public.orders o join public.order_items i on i.order_id = o.id
    where o.created_at >= (today - 89)::timestamp at time zone 'Asia/Kolkata' and o.created_at <= w.as_of and private.is_sale(o.status, o.payment_state)
  ), goods as materialized (
    select p.id, p.name, p.sku, p.image_url, p.status, p.stock, coalesce(s.units, 0) as units, d.days, p.stock * p.base_price as money,
      -- whole days that the stock lasts: none is left once it is sold out
      case when s.units > 0 then floor(p.stock * d.days / s.units)::bigint end as days_left,
      p.stock > 0 and l.product_id is null and p.created_at < (today - 89)::timestamp at time zone 'Asia/Kolkata' as dead
    from public.products p
    left join sold s on s.product_id = p.id
    left join lately l on l.product_id = p.id
    cross join lateral (select greatest(last - greatest(p_from, (p.created_at at time zone interval '5 hours 30 minutes')::date) + 1, 1) as days) d
    where p.stock > 0 or s.units > 0
  ), listed as (
    select g.* from goods g where case p_list when 'soon' then g.status = 'active' and g.days_left <= p_within when 'dead' then g.dead else true end
  ), chosen as (
    select y.*, row_number() over () as place from (
      select l.* from (select x.*, case p_sort when 'left' then x.days_left when 'stock' then x.stock when 'units' then x.units when 'money' then x.money end as rank
        from listed x) l
      order by case when p_ascending then l.rank end nulls last, case when not p_ascending then l.rank end desc nulls last,
        case when p_sort = 'name' and p_ascending then lower(l.name) end, case when p_sort = 'name' and not p_ascending then lower(l.name) end desc,
        l.money desc, l.id limit p_limit) y
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'soon', (select count(*) from goods g where g.status = 'active' and g.days_left <= p_within),
    'out', (select count(*) from goods g where g.status = 'active' and g.days_left <= p_within and g.stock = 0),
    'dead', (select count(*) from goods g where g.dead),
    'dead_money', (select coalesce(sum(g.money), 0) from goods g where g.dead),
    'money', (select coalesce(sum(g.money), 0) from goods g),
    'all', (select count(*) from goods),
    'rows', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'sku', c.sku, 'image_url', c.image_url, 'status', c.status, 'stock', c.stock,
        'units', c.units, 'days', c.days, 'days_left', c.days_left, 'money', c.money) order by c.place) from chosen c), '[]'))
    into answer;
  return answer;
end $$;
revoke all on function public.stock_cover(date, date, text, integer, text, boolean, integer) from public;
grant execute on function public.stock_cover(date, date, text, integer, text, boolean, integer) to authenticated;

-- 52_audit.sql

-- who changed what, when, from what to what (docs/rules.md#back-office-edits). written by triggers in the change's own transaction; read by
-- admins, changed by nobody. ids and changed field names of people, never their values (dpdp act 2023, docs/india.md#personal-data): what
-- would have to be erased is not copied in the first place.

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor uuid,                 -- no foreign key: the log outlives the account. null: the shop itself
  table_name text not null,
  row_id text not null,       -- of a payment its order's, of a picture its product's: what one looks at
  action text not null check (action in ('insert', 'update', 'delete')),
  changes jsonb not null      -- {"price": [118, 120], "phone": null}: before and after, or null where the value is not told
);

-- the pages of one row's history, of one person's work, and of everything
create index audit_log_row_idx on public.audit_log (row_id, id desc);
create index audit_log_actor_idx on public.audit_log (actor, id desc);
alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated;

-- nothing for anon
-- append-only: even the server's own key writes no line and takes none away
revoke insert, update, delete, truncate on public.audit_log from service_role;
grant select on public.audit_log to authenticated;
create policy "admins read" on public.audit_log for select to authenticated
  using ((select private.may('audit.read')));

-- the body asks; nothing for anon
create index audit_log_roles_idx on public.audit_log (row_id) where table_name = 'user_roles';

-- long texts are cut: the log says that and how a description changed, it is no second store of it
create function private.audit_value(value jsonb) returns jsonb
language sql immutable return case
  when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…')
  else value end;

-- what differs between two states of a row, either of which may be null. told: the columns whose values may be told; null: all.
-- a column that sounds like a secret is never told, whoever forgot to say so.
create function private.audit_changes(before jsonb, after jsonb, skipped text[], told text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(k.key, case
      when (told is null or k.key = any (told)) and k.key !~ '(secret|password|token)'
        then jsonb_build_array(private.audit_value(before -> k.key), private.audit_value(after -> k.key)) end)
  from jsonb_each(coalesce(after, before)) k
  where k.key <> all (skipped)
    and coalesce(before -> k.key, 'null') is distinct from coalesce(after -> k.key, 'null')
$$;

-- puts a table under the log. each later migration that brings a table of the back office calls this once.
-- p_when: for which callers a change is written, as a trigger's condition; statement triggers with transition tables, so that
-- ten thousand rows are one insert and a statement of somebody exempt costs a comparison.
create function private.audit_table(
  p_table regclass, p_operations text[] default '{insert,update,delete}', p_key text default 'id', p_about text default null,
  p_skipped text[] default '{}', p_told text[] default null, p_values boolean default true, p_when text default 'true')
returns void
language plpgsql set search_path = '' as $$
declare
  operation text;
begin
  foreach operation in array p_operations loop
    execute format('create trigger %I after %s on %s referencing %s for each statement when (%s) execute function private.write_audit(%L, %L, %L, %L, %L)',
      'audit_' || operation, operation, p_table,
      case operation when 'insert' then 'new table as changed' when 'delete' then 'old table as before' else 'old table as before new table as changed' end,
      p_when, p_key, coalesce(p_about, p_key), p_skipped || '{created_at,updated_at,version}'::text[], coalesce(p_told::text, ''),
      case when p_values then 'yes' else '' end);
  end loop;
end $$;

-- the lines about one row, newest first, with the person's name. p_before: the id of the last line of the page before.
-- with the caller's own rights: the policy above lets admins through, everybody else reads nothing
create function public.row_history(p_tables text[], p_row text, p_before bigint default null, p_limit integer default 20)
returns table (id bigint, at timestamptz, actor uuid, actor_name text, table_name text, action text, changes jsonb)
language sql stable security definer set search_path = '' rows 20 as $$
  select a.id, a.at, a.actor, private.person_name(a.actor), a.table_name, a.action, a.changes
  from public.audit_log a
  where (select private.may('audit.read')) and a.row_id = p_row and a.table_name = any (p_tables) and (p_before is null or a.id < p_before)
  order by a.id desc limit least(greatest(p_limit, 1), 100)
$$;
revoke all on function public.row_history(text[], text, bigint, integer) from public;
grant execute on function public.row_history(text[], text, bigint, integer) to authenticated;

-- one line for each row of a statement. arguments: key, the column that says what was looked at, skipped columns, told columns ('' for all),
-- whether a new row's values are written down ('yes'): without them the row itself is its first state, since every later line has what was
-- before. rows are compared in the statement itself: a function call for each of ten thousand rows took ten times as long.
create function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  skipped text[] := tg_argv[2];
  told text[] := nullif(tg_argv[3], '');
  me uuid := auth.uid();
begin
  if tg_op = 'UPDATE' then
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, r.about, ''update'', c.changes
      from (select n.%2$I::text as about, to_jsonb(b) as before, to_jsonb(n) as after from changed n join before b on b.%1$I = n.%1$I offset 0) r
      cross join lateral (
        select jsonb_object_agg(k.key, case
            when ($4 is null or k.key = any ($4)) and k.key !~ ''(secret|password|token)''
              then jsonb_build_array(private.audit_value(r.before -> k.key), private.audit_value(k.value)) end) as changes
        from jsonb_each(r.after) k
        where k.value is distinct from coalesce(r.before -> k.key, ''null'') and k.key <> all ($3)) c
      where c.changes is not null', tg_argv[0], tg_argv[1]) using me, tg_table_name, skipped, told;
  elsif tg_op = 'INSERT' then
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, n.%1$I::text, ''insert'',
        case when $5 then coalesce(private.audit_changes(null, to_jsonb(n), $3, $4), ''{}'') else ''{}'' end
      from changed n', tg_argv[1]) using me, tg_table_name, skipped, told, tg_argv[4] = 'yes';
  else
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, b.%1$I::text, ''delete'', coalesce(private.audit_changes(to_jsonb(b), null, $3, $4), ''{}'')
      from before b', tg_argv[1]) using me, tg_table_name, skipped, told;
  end if;
  return null;
end $$;
select private.audit_table('private.staff_security', '{update}', p_skipped => '{id}');
select private.audit_table('public.profiles', '{update}', p_told => '{}', p_when => 'current_user = ''authenticated'' and private.may(''customers.write'')');
select private.audit_table('private.staff_invites', '{insert,update}', p_skipped => '{id,email,invited_by,sent_at}', p_told => '{role,expires_at,accepted_at,withdrawn_at}');

-- the reason is about a person: the log says that and by whom, never why
select private.audit_table('public.account_blocks', '{insert,delete}', p_key => 'user_id', p_skipped => '{user_id,blocked_by}', p_told => '{}');
select private.audit_table('public.serial_series', '{update}', p_key => 'kind');
select private.audit_table('public.page_texts', p_key => 'page');

-- no policy and no grant: the functions below alone

-- who changed what: server and sender by value, login and password only that they were changed
select private.audit_table('private.mail_setup', '{update}', p_skipped => '{changed_at,environment,environment_host}',
  p_told => '{host,port,security,from_name,from_address,reply_to}');

-- and the same of the payment keys: the id stands in every payment window, of the secrets only that they were changed
select private.audit_table('private.razorpay_keys', '{update}', p_skipped => '{changed_at,previous_key_secret,previous_webhook_secret,previous_until}',
  p_told => '{key_id}');

-- the check constraint runs as whoever writes; no usage on the schema

select private.audit_table('public.message_texts', p_key => 'key');

-- of the reason that there is one, not what it says: it may name somebody, and the row itself keeps it
select private.audit_table('public.order_concessions', '{insert}', p_about => 'order_id', p_skipped => '{id,order_id}', p_told => '{kind,product_id,listed,given}');

-- that a note was written, changed or deleted, and by whom; never what it said: it may say anything about anybody
select private.audit_table('public.order_notes', p_about => 'order_id', p_skipped => '{id,order_id,author,edited_at}', p_told => '{}');
select private.audit_table('public.customer_notes', p_about => 'user_id', p_skipped => '{id,user_id,author}', p_told => '{}', p_values => false);
revoke all on function private.audit_value(jsonb), private.audit_changes(jsonb, jsonb, text[], text[]), private.write_audit(),
  private.audit_table(regclass, text[], text, text, text[], text[], boolean, text) from public;

-- goods. the desk and the clock change stock, sales and their ranking alone, and stock_movements says so already: for those
-- two logins nothing is even looked at. who edits stock by hand finds it in the movements too, with the reason.
select private.audit_table('public.products', p_values => false,
  p_skipped => '{stock,units_sold,popularity,base_price,image_thumbhash}',
  p_when => 'current_user <> ''shop_orders'' and session_user not in (''shop_orders'', ''shop_mail'')');
select private.audit_table('public.product_images', p_about => 'product_id', p_skipped => '{id,product_id,thumbhash}');
select private.audit_table('public.categories');
select private.audit_table('public.banner_images');
select private.audit_table('public.discounts', p_skipped => '{times_used}', p_when => 'current_user <> ''shop_orders''');

-- the shop
select private.audit_table('public.settings', '{update}');
select private.audit_table('public.user_roles', '{insert,delete}', p_key => 'user_id', p_skipped => '{user_id}');

-- the triggers of orders stand in 80_order_triggers.sql
select private.audit_table('public.payments', '{update,delete}', p_about => 'order_id', p_skipped => '{order_id}', p_told => '{state,method,amount}');

-- 60_privacy.sql

-- what no law wants kept any more goes (dpdp act 2023, s.8(7)). the server's clock asks once a day (server/retention.ts); the
-- rules and their reasons are in docs/decisions/0016-leaving.md.

-- what was erased, by which rule: ids alone. append-only, and read by the owner of the database.
create table private.erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null default private.moment(),
  what text not null check (what in ('documents', 'order_people', 'stored_files', 'mails', 'diagnostic_reports', 'complaint_clients',
    'order_requests', 'audit_log', 'sessions', 'unconfirmed_accounts', 'one_time_tokens', 'flow_states', 'sign_in_log', 'registrations',
    'mfa_challenges', 'mfa_attempts')),
  ids text[] not null,                 -- none of complaint_clients: a fingerprint is no id
  count integer not null check (count > 0),
  rule text not null
);
alter table private.erasures enable row level security;

-- no policy and no grant: the functions below alone

-- who is party to an appeal or under investigation keeps what it is about for a year after its end (cgst s.36, proviso). laid
-- down and taken away by the owner of the database, in sql.
create table private.retention_holds (
  id bigint generated always as identity primary key,
  order_id uuid references public.orders (id) on delete cascade,   -- null: nothing at all is erased
  reason text not null check (length(btrim(reason)) between 3 and 400),
  placed_at timestamptz not null default now()
);
create index retention_holds_order_id_idx on private.retention_holds (order_id);
alter table private.retention_holds enable row level security;

create function private.note_erasure(p_what text, p_ids text[], p_rule text) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(p_ids) is null or cardinality(p_ids) = 0 then return 0; end if;
  insert into private.erasures (what, ids, count, rule) values (p_what, p_ids, cardinality(p_ids), p_rule);
  return cardinality(p_ids);
end $$;

-- documents of before this moment are no longer kept (cgst s.36): 72 months after the annual return of their financial year was
-- due, the 31 december that follows it. what was issued until 31 march 2027 is kept until 31 december 2033. as
-- domain/retention.ts has it.
create function private.documents_kept_from(p_at timestamptz default private.moment()) returns timestamptz
language sql stable return make_timestamptz(extract(year from p_at at time zone 'Asia/Kolkata')::integer - 7, 4, 1, 0, 0, 0, 'Asia/Kolkata');

-- erases the documents of up to p_limit orders whose last one is no longer kept, with their frozen bytes and with what only they
-- kept: name and address of a buyer whose account is gone (private.erase_person left them because the document names them). who
-- still has an account has her orders; they go with it. amounts, lines, PIN code and State stay for the books of the stock.
-- answers how many orders; two servers at once share them.
create function private.erase_documents(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept_from timestamptz := private.documents_kept_from();
  rule constant text := 'CGST Act s.36: 72 months from the due date of the annual return';
  expired uuid[];
  gone text[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into expired from (
    select o.id from public.orders o
    where o.id in (select d.order_id from public.documents d where d.issued_at < kept_from)
      and not exists (select from public.documents d where d.order_id = o.id and d.issued_at >= kept_from)
      and not exists (select from private.retention_holds h where h.order_id = o.id)
      and o.payment_state <> 'refund_due'   -- somebody still waits for money
    order by o.id limit p_limit for update of o skip locked) due;
  if expired is null then return 0; end if;

  delete from private.document_files f where f.order_id = any (expired);
  with erased as (delete from public.documents d where d.order_id = any (expired) returning d.id)   -- a note and its invoice at once
    select array_agg(e.id::text) into gone from erased e;
  perform private.note_erasure('documents', gone, rule);

  with erased as (
    update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
        cancel_reason = null
      where o.id = any (expired) and o.user_id is null returning o.id)
    select array_agg(e.id::text) into gone from erased e;
  update public.order_status_history h set notes = 'Order cancelled' where h.order_id = any (gone::uuid[]) and h.status = 'cancelled' and h.notes is not null;
  perform private.note_erasure('order_people', gone, rule);
  return cardinality(expired);
end $$;

-- names of files to take out of the bucket `documents`: whatever is no copy of an issued document. a proforma and a packing slip
-- are drawn anew at each request and name the buyer's telephone; their address is good for a minute. noted before they go, so
-- that what goes is noted; should the removal fail, tomorrow notes and removes it again.
create function private.erase_stored_files(p_limit integer default 200) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  select array_agg(old.name) into gone from (
    select o.name from storage.objects o
    where o.bucket_id = 'documents' and coalesce(o.updated_at, o.created_at) < private.moment() - interval '1 day'
      and not exists (
        select from public.documents d
        where d.order_id = case when o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then split_part(o.name, '/', 1)::uuid end
          and d.kind = case when o.name like '%/invoice%' then 'invoice' when o.name like '%/creditNote%' then 'credit_note' end
          and d.issued_at <= coalesce(o.updated_at, o.created_at))
    order by o.name limit p_limit) old;
  perform private.note_erasure('stored_files', gone, 'No copy of an issued document, and older than a day');
  return query select unnest(gone);
end $$;

-- what the shop wrote down to work with, and needs no longer. up to p_limit rows of each kind; answers how many.
create function private.erase_old_logs(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select m.id from private.mails m
      where m.status = 'sent' and m.sent_at < private.moment() - interval '90 days'
        or m.status = 'failed' and m.created_at < private.moment() - interval '180 days'
      order by m.id limit p_limit for update skip locked),
    erased as (delete from private.mails m using old where m.id = old.id returning m.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('mails', gone, 'Sent 90 days ago, or given up and 180 days old');

  with old as (
    select r.number from private.diagnostic_reports r where r.created_at < private.moment() - interval '30 days' order by r.number limit p_limit for update skip locked),
    erased as (delete from private.diagnostic_reports r using old where r.number = old.number returning r.number)
    select array_agg(e.number) into gone from erased e;
  total := total + private.note_erasure('diagnostic_reports', gone, '30 days old');

  -- the hour is over that private.file_complaint counts; it takes them away itself when the next complaint comes
  with erased as (delete from private.complaint_clients c where c.filed_at <= private.moment() - interval '1 hour' returning 1)
    insert into private.erasures (what, ids, count, rule) select 'complaint_clients', '{}', count(*), 'An hour old' from erased having count(*) > 0;
  return total;
end $$;
revoke all on function private.note_erasure(text, text[], text), private.documents_kept_from(timestamptz), private.erase_documents(integer),
  private.erase_stored_files(integer), private.erase_old_logs(integer) from public;
grant execute on function private.erase_documents(integer), private.erase_stored_files(integer), private.erase_old_logs(integer) to shop_mail;

-- notices and consents (dpdp act 2023, s.5 to 7): what people were told, word for word, and what they agreed to. a log: the last
-- row of a purpose holds. withdrawing is a row like giving (s.6(4)): the same insert, the same switch.

create table public.consent_notices (
  purpose text not null check (purpose in ('account', 'offers', 'back_in_stock')),
  version integer not null check (version > 0),
  needs_consent boolean not null,              -- false: needed to serve an account; told, not asked
  text text not null,
  published_at timestamptz not null default now(),
  primary key (purpose, version)
);
alter table public.consent_notices enable row level security;
revoke all on public.consent_notices from anon, authenticated;
grant select on public.consent_notices to anon, authenticated;

-- no insert, update, delete for anyone: a new notice is a new migration, and what was shown stays as it was
create policy "notices are public" on public.consent_notices for select to anon, authenticated using (true);

-- the words of app/words/en/consents.ts; a test holds them together
insert into public.consent_notices (purpose, version, needs_consent, text) values
  ('account', 1, false, 'We keep your name, email address, orders and addresses to run your account, to deliver, and to write your invoices. Nothing is sold or passed on for advertising. You can see, correct, export and delete it in your profile.'),
  ('offers', 1, true, 'Tell me about offers. They come to my notifications, and I can switch this off in my profile at any time.');

create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  purpose text not null,
  version integer not null,
  given boolean not null,                      -- for a purpose that is told and not asked: the notice was shown
  created_at timestamptz not null default now(),
  foreign key (purpose, version) references public.consent_notices (purpose, version)
);
create index consents_user_id_idx on public.consents (user_id, purpose, id desc);
create index consents_notice_idx on public.consents (purpose, version);
alter table public.consents enable row level security;
revoke all on public.consents from anon, authenticated;

-- nothing for anon
grant select on public.consents to authenticated;
grant insert (purpose, version, given) on public.consents to authenticated;

-- no update, no delete for anyone: a log. the owner and the moment are the database's
create policy "own consents, and all of them for admins" on public.consents for select to authenticated
  using ((user_id = (select auth.uid())) OR (select private.may('customers.read')));

-- nobody agrees for somebody else, and there is nothing to withdraw of what an account needs: it is deleted
create policy "one's own answer" on public.consents for insert to authenticated
  with check (user_id = (select auth.uid()) and purpose = 'offers');

-- a second press of the same answer is no news
create function private.skip_same_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select (c.version, c.given) from public.consents c where c.user_id = new.user_id and c.purpose = new.purpose order by c.id desc limit 1)
     is not distinct from (new.version, new.given) then
    return null;
  end if;
  return new;
end $$;
revoke all on function private.skip_same_consent() from public;
create trigger skip_same_consent before insert on public.consents for each row execute function private.skip_same_consent();

-- what was answered on the registration form arrives as user metadata, before there is a session: {"notices": {"account": 1,
-- "offers": 1}}. a purpose that is not in it was not ticked, and that is no row: nobody has agreed by saying nothing.
create function private.log_first_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.consents (user_id, purpose, version, given)
    select new.id, n.purpose, n.version, true from public.consent_notices n
    where new.raw_user_meta_data -> 'notices' -> n.purpose = to_jsonb(n.version) order by n.purpose;
  return null;
end $$;
revoke all on function private.log_first_consents() from public;
create trigger log_first_consents after insert on auth.users for each row execute function private.log_first_consents();

-- no index on created_at: every order would write it, for one run a day

-- lines of before this moment are no longer kept: eight financial years after the one they were written in
create function private.audit_kept_from(p_at timestamptz default private.moment()) returns timestamptz
language sql stable return make_timestamptz(extract(year from (p_at at time zone 'Asia/Kolkata') - interval '3 months')::integer - 8, 4, 1, 0, 0, 0, 'Asia/Kolkata');

-- up to p_limit rows of each kind; answers how many. the keys' rows name a person and what she was answered, so the note holds
-- orders' ids alone. the log is read from its oldest line: ids rise with time.
create function private.erase_old_requests(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select r.user_id, r.key from private.order_requests r where r.created_at < private.moment() - interval '30 days'
      limit p_limit for update skip locked),
    erased as (delete from private.order_requests r using old where r.user_id = old.user_id and r.key = old.key returning r.order_id)
    select array_agg(coalesce(e.order_id::text, '')) into gone from erased e;
  total := total + private.note_erasure('order_requests', gone, '30 days old');

  if not exists (select from private.retention_holds h where h.order_id is null) then
    with old as (select a.id, a.at from public.audit_log a order by a.id limit p_limit),
      erased as (delete from public.audit_log a using old where a.id = old.id and old.at < private.audit_kept_from() returning a.id)
      select array_agg(e.id::text) into gone from erased e;
    total := total + private.note_erasure('audit_log', gone, 'Companies Act s.128(5): eight financial years');
  end if;
  return total;
end $$;
grant execute on function private.erase_old_requests(integer) to shop_mail;
revoke all on function private.audit_kept_from(timestamptz), private.erase_old_requests(integer) from public;

create function private.erase_old_sign_ins(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.moment();
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

  -- an address that nobody proved. staff who were invited, and whoever has ordered, are no such account
  with old as (
    select u.id from auth.users u
      where u.email_confirmed_at is null and u.created_at < moment - interval '90 days'
        and coalesce(greatest(u.confirmation_sent_at, u.invited_at), u.created_at) < moment - interval '90 days'
        and u.last_sign_in_at is null
        and not exists (select from public.user_roles r where r.user_id = u.id)
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
revoke all on function private.erase_old_sign_ins(integer) from public;
grant execute on function private.erase_old_sign_ins(integer) to shop_mail;

-- deletes an account, or says why not yet: STAFF (the role must be given up first), OPEN_ORDERS (somebody waits for goods or money, and both
-- need a name and an address). one transaction: the lock on the user makes an order that is being placed at this moment wait, and then it
-- finds no buyer.
create function private.delete_account(p_user uuid, out refusal text, out orders uuid[])
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users u where u.id = p_user for update;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    refusal := 'STAFF';
    return;
  end if;
  select array_agg(o.id order by o.created_at desc) into orders from public.orders o
    where o.user_id = p_user and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due'));
  if orders is not null then
    refusal := 'OPEN_ORDERS';
    return;
  end if;
  delete from auth.users u where u.id = p_user;
end $$;
revoke all on function private.delete_account(uuid) from public;

-- the login that server functions write with. not `authenticated`: a stolen session alone must not end an account, so the
-- function asks for the password first
grant execute on function private.delete_account(uuid) to shop_orders;

-- whoever deletes the row of auth.users past that function: the orders whose money is under way keep their buyer until it is settled,
-- and are then erased with those of people without an account
create function private.erase_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- profile, addresses, cart, notifications and request keys go by cascade. orders stay, without their owner.
  update public.orders o set email = '', phone = ''   -- rule 46 asks for name and address, and for no way to call somebody
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due')
      and exists (select from public.documents d where d.order_id = o.id);
  -- never invoiced, or no longer: no law wants this one. amounts, lines, PIN code and State stay for the books of the stock
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
      cancel_reason = null
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due')
      and not exists (select from public.documents d where d.order_id = o.id);
  update public.order_status_history h set notes = 'Order cancelled' from public.orders o
    where o.user_id = old.id and o.id = h.order_id and h.status = 'cancelled' and h.notes is not null
      and not exists (select from public.documents d where d.order_id = o.id);
  -- a complaint that waits for its answer keeps its author; afterwards number, words and state remain on record
  update public.complaints c set name = 'Deleted customer', email = 'erased', phone = null
    where c.user_id = old.id and c.status <> 'open';
  -- what was not sent is not sent any more, except about a complaint that is still open
  update private.mails m set recipient = '', last_error = null, status = case m.status when 'queued' then 'failed' else m.status end
    where lower(m.recipient) = lower(old.email)
      and not exists (select from public.complaints c where c.id::text = m.data ->> 'complaint_id' and c.status = 'open');
  update auth.audit_log_entries a set ip_address = '' where a.payload::jsonb ->> 'actor_id' = old.id::text;
  return old;
end $$;
revoke all on function private.erase_person() from public;

-- what was logged when the row was made is not logged twice (private.skip_same_consent)
create trigger log_confirmed_consents after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.log_first_consents();
create trigger erase_person before delete on auth.users for each row execute function private.erase_person();

-- 61_complaints.sql

-- complaints to the grievance officer, each with a ticket number (e-commerce rules 2020, docs/india.md#consumer-protection).
-- anybody may file one, through the function file-complaint alone; the officer's desk is the admins.

create table public.complaints (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (length(number) <= 16),       -- 'CMP/26-27/000001', told to the complainant
  user_id uuid references auth.users (id) on delete set null,      -- who was signed in; null for a visitor
  order_id uuid references public.orders (id) on delete set null,  -- one of the author's own orders
  name text not null check (length(btrim(name)) between 1 and 100),
  email text not null check (length(email) between 3 and 254),
  phone text check (length(phone) between 1 and 20),
  message text not null check (length(btrim(message)) between 10 and 4000),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index complaints_user_id_idx on public.complaints (user_id, created_at desc);
create index complaints_order_id_idx on public.complaints (order_id) where order_id is not null;
create index complaints_email_idx on public.complaints (lower(email), created_at desc);
create index complaints_status_idx on public.complaints (status, created_at, id);

-- admin: what waits longest
create index complaints_visitors_idx on public.complaints (created_at desc) where user_id is null;

-- the login that server functions write with

alter table public.complaints enable row level security;
revoke all on public.complaints from anon, authenticated;

-- nothing for anon: a visitor keeps the number and the mail
grant select on public.complaints to authenticated, shop_mail;
grant update (status) on public.complaints to authenticated;

-- no insert for anybody: private.file_complaint alone. no delete: what was complained about stays on record

create policy "own complaints" on public.complaints for select to authenticated using (user_id = (select auth.uid()));
create policy "admins read all" on public.complaints for select to authenticated
  using ((select private.may('complaints.write')));
create policy "admins answer" on public.complaints for update to authenticated
  using ((select private.may('complaints.write')))
  with check ((select private.may('complaints.write')));
create policy "the mail sender reads" on public.complaints for select to shop_mail using (true);
create trigger touch_updated_at before update on public.complaints for each row execute function private.touch_updated_at();

-- a stranger who types ever new e-mail addresses could use up the 200 complaints that visitors have in an hour, and nobody
-- else could file one. so each client has ten an hour besides. p_client is its network, null where clients are not limited
-- (loopback, docs/api.md#limits-per-client). kept is a fingerprint, and for that hour alone.
create table private.complaint_clients (
  client bytea not null,
  filed_at timestamptz not null
);
create index complaint_clients_idx on private.complaint_clients (client, filed_at);
alter table private.complaint_clients enable row level security;
revoke all on private.complaint_clients from public;

-- files a complaint and answers its number, or why not: TOO_MANY, ORDER_UNKNOWN. the limits (private.limits) are checked here and not in the
-- server function, so that they hold for several servers at once.
create function private.file_complaint(p_user uuid, p_order uuid, p_name text, p_email text, p_phone text, p_message text, p_client text, out number text, out refusal text)
language plpgsql security definer set search_path = '' as $$
declare
  complaint uuid;
  filed timestamptz := private.moment();
  year text := private.financial_year(filed);
  last integer;
  officer text;
  caller bytea := sha256(convert_to(p_client, 'utf8'));
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.complaints'));   -- two at once would both be below the limit
  if (select count(*) from public.complaints c where lower(c.email) = lower(p_email) and c.created_at > filed - interval '1 day') >= private.limit_of('complaints_per_email')
    or (p_user is not null and (select count(*) from public.complaints c where c.user_id = p_user and c.created_at > filed - interval '1 day') >= private.limit_of('complaints_per_account'))
    or (p_user is null and (select count(*) from public.complaints c where c.user_id is null and c.created_at > filed - interval '1 hour') >= private.limit_of('complaints_of_visitors'))
    or (select count(*) from private.complaint_clients c where c.client = caller and c.filed_at > filed - interval '1 hour') >= private.limit_of('complaints_per_client') then
    refusal := 'TOO_MANY';
    return;
  end if;
  if p_order is not null and not exists (select from public.orders o where o.id = p_order and o.user_id = p_user) then
    refusal := 'ORDER_UNKNOWN';   -- somebody else's order is as unknown as none
    return;
  end if;
  insert into private.serial_counters as c (series, financial_year, last_number) values ('CMP', year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into last;
  number := format('CMP/%s/%s', year, lpad(last::text, 6, '0'));
  insert into public.complaints (number, user_id, order_id, name, email, phone, message, created_at)
    values (number, p_user, p_order, p_name, p_email, p_phone, p_message, filed) returning id into complaint;
  delete from private.complaint_clients c where c.filed_at <= filed - interval '1 hour';
  if caller is not null then
    insert into private.complaint_clients (client, filed_at) values (caller, filed);
  end if;
  select coalesce(nullif(s.grievance_email, ''), nullif(s.email, '')) into officer from public.settings s;
  insert into private.mails (kind, recipient, data) values ('complaint_received', p_email, jsonb_build_object('complaint_id', complaint));
  if officer is not null then
    insert into private.mails (kind, recipient, data) values ('complaint_filed', officer, jsonb_build_object('complaint_id', complaint));
  end if;
end $$;
revoke all on function private.file_complaint(uuid, uuid, text, text, text, text, text) from public;
grant execute on function private.file_complaint(uuid, uuid, text, text, text, text, text) to shop_orders;
select private.audit_table('public.complaints', '{update,delete}', p_skipped => '{user_id}', p_told => '{status}');

-- 62_diagnostics.sql

-- logs that customers send from the diagnostics panel, each under a
-- number that they can tell the shop. private: nobody reads it over the wire; the shop's owner looks a number up in sql.

create table private.diagnostic_reports (
  number text primary key check (length(number) <= 16),              -- 'LOG-5F0C11D2AE', at random: it counts nothing and leads to no other
  user_id uuid references auth.users (id) on delete cascade,          -- who was signed in; null for a visitor. goes with the account
  page text not null check (length(page) <= 300),
  build text not null check (length(build) <= 60),
  agent text not null check (length(agent) <= 300),
  entries jsonb not null check (jsonb_typeof(entries) = 'array' and jsonb_array_length(entries) between 1 and 200),
  created_at timestamptz not null default now()
);
create index diagnostic_reports_user_id_idx on private.diagnostic_reports (user_id, created_at desc);
create index diagnostic_reports_created_at_idx on private.diagnostic_reports (created_at desc);
alter table private.diagnostic_reports enable row level security;

-- whether a log of this account, or of a visitor, is still kept in this hour: five per account, twenty from visitors
-- together. asked before a log is read and redacted, so that one that is refused costs nothing
create function private.may_file_diagnostics(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < (case when p_user is null then 20 else 5 end)
  from private.diagnostic_reports r where r.user_id is not distinct from p_user and r.created_at > now() - interval '1 hour'
$$;
revoke all on function private.may_file_diagnostics(uuid) from public;
grant execute on function private.may_file_diagnostics(uuid) to shop_orders;

-- keeps a report and answers its number, or why not. an account and visitors together have a limit by the hour; what is older than 30 days or
-- beyond the newest 1000 goes, so that the table has an end.
create function private.file_diagnostics(p_user uuid, p_page text, p_build text, p_agent text, p_entries jsonb, out number text, out refusal text)
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('private.diagnostic_reports'));   -- two at once would both be below the limit
  if not private.may_file_diagnostics(p_user) then
    refusal := 'TOO_MANY';
    return;
  end if;
  delete from private.diagnostic_reports r where r.created_at < now() - interval '30 days'
    or r.number in (select k.number from private.diagnostic_reports k order by k.created_at desc offset 999);
  number := 'LOG-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 10));
  insert into private.diagnostic_reports (number, user_id, page, build, agent, entries) values (number, p_user, p_page, p_build, p_agent, p_entries);
end $$;
revoke all on function private.file_diagnostics(uuid, text, text, text, jsonb) from public;
grant execute on function private.file_diagnostics(uuid, text, text, text, jsonb) to shop_orders;

-- 63_wishlist.sql

-- what a customer likes, kept in the account: one row for each product, nothing else. prices and stock are read when it is shown.

insert into private.limits (name, value, about) values
  ('wishlist_items', 500, 'Products on the wishlist of one account.');

create table public.wishlist_items (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
create index wishlist_items_product_id_idx on public.wishlist_items (product_id);
alter table public.wishlist_items enable row level security;
revoke all on public.wishlist_items from anon, authenticated;

-- nothing for anon: a wishlist needs an account
grant select, delete on public.wishlist_items to authenticated;
grant insert (user_id, product_id) on public.wishlist_items to authenticated;

-- no update for anyone: there is nothing to change in a row

-- not even staff look into a wishlist
create policy "own wishlist" on public.wishlist_items for select to authenticated using (user_id = (select auth.uid()));
create policy "wish for what is sold" on public.wishlist_items for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.products p where p.id = product_id and p.status = 'active'));
create policy "remove own" on public.wishlist_items for delete to authenticated using (user_id = (select auth.uid()));

-- before each row: a list of thousands ends at the first that is too many. one statement of an account at a time, because two at once
-- would each count without the other. a product that is on the list already takes no further room.
create function private.bound_wishlist() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('wishlist_items');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.wishlist'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.wishlist_items w where w.user_id = new.user_id and w.product_id <> new.product_id limit most) w) >= most then
    raise exception 'A wishlist holds at most % products. Remove one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'WISHLIST_FULL', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.bound_wishlist() from public;
create trigger bound_wishlist before insert on public.wishlist_items
  for each row when (current_user = 'authenticated' and new.user_id = auth.uid()) execute function private.bound_wishlist();

-- the words of app/words/en/consents.ts; a test compares the two
insert into public.consent_notices (purpose, version, needs_consent, text) values
  ('back_in_stock', 1, true, 'Tell me once, by email and in my notifications, when this product is back in stock. My request is used for nothing else, and I can cancel it here or in my wishlist.');
insert into private.limits (name, value, about) values
  ('stock_requests', 200, 'Sold-out products that one account may wait for.'),
  ('stock_mails_waiting', 100, 'Mails about returned products that wait in the queue at once, so that mails about orders do not wait behind them.');

create table public.stock_requests (
  user_id uuid not null references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  purpose text not null default 'back_in_stock' check (purpose = 'back_in_stock'),
  version integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id),
  foreign key (purpose, version) references public.consent_notices (purpose, version)
);
create index stock_requests_product_id_idx on public.stock_requests (product_id, created_at);
create index stock_requests_notice_idx on public.stock_requests (purpose, version);
alter table public.stock_requests enable row level security;
revoke all on public.stock_requests from anon, authenticated;

-- nothing for anon: a mail goes to a proven address only
grant select, delete on public.stock_requests to authenticated;

-- no insert and no update for anyone: ask_when_back() below looks at the stock first. staff see numbers, not people (stock_waiting)
create policy "own requests" on public.stock_requests for select to authenticated using (user_id = (select auth.uid()));
create policy "withdraw own" on public.stock_requests for delete to authenticated using (user_id = (select auth.uid()));

-- asks to be told. p_version: the notice that was shown. asking again changes nothing. refused where the product is there: a page may be a
-- minute old. the product is locked against a change of its stock until the request is committed, so a product that comes back at this
-- very moment is either seen here or finds the request.
create function public.ask_when_back(p_product uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  most constant integer := private.limit_of('stock_requests');
  there integer;
begin
  if me is null then raise exception 'permission denied for stock requests' using errcode = '42501'; end if;
  select p.stock into there from public.products p where p.id = p_product and p.status = 'active' for share;
  if not found then raise exception 'This product is no longer sold' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if there > 0 then raise exception 'This product is back in stock' using errcode = 'PT409', detail = '{"code":"IN_STOCK"}'; end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.stock_requests'), pg_catalog.hashtext(me::text));
  if (select count(*) from (select from public.stock_requests r where r.user_id = me and r.product_id <> p_product limit most) r) >= most then
    raise exception 'You are waiting for % products already. Cancel one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_REQUESTS', 'limit', most)::text;
  end if;
  insert into public.stock_requests (user_id, product_id, version) values (me, p_product, p_version) on conflict do nothing;
end $$;
revoke all on function public.ask_when_back(uuid, integer) from public;
grant execute on function public.ask_when_back(uuid, integer) to authenticated;

-- nothing for anon

-- how many wait for each of these products, for lists of at most a few hundred; a product nobody waits for is left out
create function public.stock_waiting(p_products uuid[]) returns table (product_id uuid, waiting integer)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for stock requests' using errcode = '42501'; end if;
  return query select r.product_id, count(*)::integer from public.stock_requests r where r.product_id = any (p_products[1:500]) group by 1;
end $$;
revoke all on function public.stock_waiting(uuid[]) from public;
grant execute on function public.stock_waiting(uuid[]) to authenticated;

-- a product that is back, and those who asked to be told. the transaction that brings it back only notes the product, so that a cancelled
-- order or an import does not wait for thousands of messages; the clock's job writes them, a few at a time.

create table private.restocked (
  product_id uuid primary key references public.products (id) on delete cascade,
  noted_at timestamptz not null
);
create index restocked_noted_at_idx on private.restocked (noted_at, product_id);
alter table private.restocked enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.restocked from public;

-- whatever brings it back: a movement by hand, an import, a cancelled order, the product form, a draft that is published. it updates a note
-- that is there already, because it then waits for the job that may be about to remove it.
create function private.note_restocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.stock_requests r where r.product_id = new.id) then
    insert into private.restocked (product_id, noted_at) values (new.id, private.moment())
      on conflict (product_id) do update set noted_at = excluded.noted_at;
  end if;
  return null;
end $$;
revoke all on function private.note_restocked() from public;

-- tells those who wait for a product that is back: the request goes, the notification and the mail are written, all in one statement, so each
-- request is told of once whatever the stock does afterwards. what sold out again before this ran is told of when it comes back the next
-- time. mail only to proven addresses, and no more at once than the queue has room for; the rest wait for the next run, as does a product
-- or a request that somebody changes at this moment. @returns how many were told
create function private.tell_restocked() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  room integer := private.limit_of('stock_mails_waiting')
    - (select count(*) from private.mails m where m.kind = 'back_in_stock' and m.status = 'queued' and m.attempts = 0);
  note record;
  done integer;
  told integer := 0;
begin
  for note in
    select r.product_id, p.name, p.stock > 0 and p.status = 'active' as there
    from private.restocked r join public.products p on p.id = r.product_id
    order by r.noted_at, r.product_id limit 50 for update of r skip locked for key share of p skip locked
  loop
    if note.there then
      exit when room <= 0;
      with due as (
        select r.user_id from public.stock_requests r where r.product_id = note.product_id order by r.created_at, r.user_id limit room for update skip locked
      ), used as (
        delete from public.stock_requests r using due d where r.product_id = note.product_id and r.user_id = d.user_id returning r.user_id, r.created_at
      ), rung as (
        insert into public.notifications (user_id, title, message, type, product_id, created_at)
          select u.user_id, 'Back in stock', note.name || ' is back in stock. You asked us to tell you.', 'system', note.product_id, private.moment() from used u
      ), mailed as (
        insert into private.mails (kind, recipient, data)
          select 'back_in_stock', a.email, jsonb_build_object('product_id', note.product_id, 'name', note.name, 'asked_at', u.created_at)
          from used u join auth.users a on a.id = u.user_id
          where a.email_confirmed_at is not null and a.email <> '' and not exists (select from public.account_blocks b where b.user_id = u.user_id)
      )
      select count(*) into done from used;
      room := room - done;
      told := told + done;
      continue when exists (select from public.stock_requests r where r.product_id = note.product_id);
    end if;
    delete from private.restocked r where r.product_id = note.product_id;
  end loop;
  return told;
end $$;
revoke all on function private.tell_restocked() from public;
grant execute on function private.tell_restocked() to shop_mail;
create trigger note_restocked after update of stock, status on public.products for each row
  when (new.stock > 0 and new.status = 'active' and (old.stock <= 0 or old.status <> 'active')) execute function private.note_restocked();

-- 70_storage.sql

-- pictures are public to read, admins write them; documents are private and only the server touches them (docs/rules.md#pictures).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product_images', 'product_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('category_images', 'category_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('banner_images', 'banner_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('documents', 'documents', false, 10485760, '{application/pdf}')
on conflict (id) do nothing;

-- 71_public_reads.sql

-- a commit that changes what anonymous pages show drops the server's caches (docs/rules.md#caching): NOTIFY shop_changed, '<table>'.
-- statement triggers with transition tables: a request that touches no row (anybody may send one) announces nothing.

create function private.announce_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select from changed) then
    perform pg_notify('shop_changed', tg_table_name);
  end if;
  return null;
end $$;

-- every order takes stock, and a busy shop would never serve from its cache. so stock counts when its label changes (up to
-- 10 is shown as a number, 11 and more as 'In Stock'), sales not at all: 'Most Popular' may be 60 s old.
create function private.announce_product_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from changed n join before o on o.id = n.id
    where least(n.stock, 11) <> least(o.stock, 11)
      or to_jsonb(n) - '{stock,units_sold,popularity,updated_at}'::text[] is distinct from to_jsonb(o) - '{stock,units_sold,popularity,updated_at}'::text[]
  ) then
    perform pg_notify('shop_changed', tg_table_name);
  end if;
  return null;
end $$;
do $$
declare
  topic text;
begin
  foreach topic in array array['products', 'product_images', 'categories', 'banner_images', 'settings', 'order_steps'] loop
    execute format('create trigger announce_insert after insert on public.%I referencing new table as changed
      for each statement execute function private.announce_change()', topic);
    execute format('create trigger announce_delete after delete on public.%I referencing old table as changed
      for each statement execute function private.announce_change()', topic);
    if topic <> 'products' then
      execute format('create trigger announce_update after update on public.%I referencing new table as changed
        for each statement execute function private.announce_change()', topic);
    end if;
  end loop;
end $$;

-- the desk changes stock and sales alone, so for it the label is the whole question, and most orders need no function for it
create function private.announce_sale() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('shop_changed', tg_table_name);
  return null;
end $$;

-- the sitemap in parts: where each part begins and when something in it last changed, in one statement. a part is then
-- read by its key, `id > after`.

create function public.sitemap_parts(p_size integer) returns table (after uuid, lastmod timestamptz)
language sql stable security definer set search_path = '' as $$
  with numbered as (
    select p.id, p.updated_at, lag(p.id) over (order by p.id) as before, (row_number() over (order by p.id) - 1) / greatest(p_size, 100) as part
    from public.products p where p.status = 'active')   -- definer for one plan without the policy; this is what it says
  select (array_agg(n.before order by n.id))[1], max(n.updated_at) from numbered n group by n.part order by n.part
$$;
revoke all on function public.sitemap_parts(integer) from public;
grant execute on function public.sitemap_parts(integer) to anon, authenticated;

-- kept pages are dropped (docs/rules.md#caching)
create trigger announce_insert after insert on public.page_texts referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_update after update on public.page_texts referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_delete after delete on public.page_texts referencing old table as changed for each statement execute function private.announce_change();
create trigger announce_update after update on public.products referencing old table as before new table as changed
  for each statement when (current_user <> 'shop_orders') execute function private.announce_product_update();
create trigger announce_sale after update of stock on public.products
  for each row when (least(new.stock, 11) <> least(old.stock, 11) and current_user = 'shop_orders') execute function private.announce_sale();

-- 72_realtime.sql

-- what signed-in pages hear live (docs/rules.md#notifications); each subscriber only gets rows that rls lets him see. the publication is
-- supabase's own and exists already; a plain postgresql gets it here.

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
alter publication supabase_realtime add table public.notifications, public.orders;

-- 73_bounds.sql

-- What customers write over REST without a function between: one account could fill the disk with addresses, with answers to a notice,
-- or with one address of five million spaces.

insert into private.limits (name, value, about) values
  ('addresses', 100, 'Addresses in the book of one account.'),
  ('consents_per_day', 20, 'Changes of mind about notices of one account in 24 hours. Each is a row that is never deleted.');

-- for each row and before it: a list of thousands ends at the first that is too many. one statement of an account at a time, because two
-- at once would each count without the other
create function private.bound_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('addresses');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.addresses'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.addresses a where a.user_id = new.user_id limit most) a) >= most then
    raise exception 'An account holds at most % addresses. Delete one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_ADDRESSES', 'limit', most)::text;
  end if;
  return new;
end $$;

create function private.bound_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('consents_per_day');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.consents'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.consents c
      where c.user_id = new.user_id and c.created_at > private.moment() - interval '1 day' limit most) c) >= most then
    raise exception 'This was changed too often today' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.bound_addresses(), private.bound_consents() from public;
create trigger bound_addresses before insert on public.addresses
  for each row when (current_user = 'authenticated' and new.user_id = auth.uid()) execute function private.bound_addresses();

-- after skip_same_consent, by name: an answer that is no news counts for nothing
create trigger stay_within_a_day before insert on public.consents
  for each row when (current_user = 'authenticated' and new.user_id = auth.uid()) execute function private.bound_consents();

-- 80_order_triggers.sql

-- All triggers of orders, in the order in which they fire: before the row, then after it, then after the statement; among equals by name.
-- What a trigger function does stands in the file of its subject (search for `function private.NAME`).
--
-- What happens when an order is cancelled, in one transaction:
--   1. guard_step_*: is this step allowed for this person (order_steps)? a paid order becomes refund_due (40_orders.sql).
--   2. follow_step: goods go back to stock (private.restock), the paid payment becomes refund_due, each issued invoice is reversed by a
--      credit note, and the customer gets a notification and a mail (private.tell_order_step).
--      a payment of Razorpay that becomes refund_due is queued for its refund (follow_refund_due, 44_razorpay.sql).
--      stock that rises from nothing is noted for those who wait for the product (note_restocked, 63_wishlist.sql).
--   3. give_discounts_back: coupons and offers of the order can be used again (43_discounts.sql).
--   4. log_change: the order's own log; figures_changed: the customer's figures (50_admin_lists.sql); the audit log.

-- ── before ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create trigger guard_order_limits before insert on public.orders
  for each row when (new.channel = 'online' and new.user_id is not null and current_user = 'shop_orders') execute function private.guard_order_limits();

-- an admin at the counter too: the account must be unblocked first
create trigger refuse_blocked before insert on public.orders for each row when (new.user_id is not null) execute function private.refuse_blocked();

create trigger guard_reopening before update of status on public.orders
  for each row when (old.status = 'cancelled' and new.status = 'pending') execute function private.guard_reopening();
create trigger guard_step_server before update on public.orders
  for each row when (current_user not in ('anon', 'authenticated')) execute function private.guard_order_step('server');
create trigger guard_step_wire before update on public.orders
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_order_step('wire');
create trigger hold_doubted_goods before update of status on public.orders
  for each row when (new.status in ('processing', 'shipped') and old.status <> new.status and new.payment_method = 'razorpay') execute function private.hold_doubted_goods();

-- ── after each row ──────────────────────────────────────────────────────────────────────────────────────────────────────────
create trigger erase_notes after update of full_name, phone on public.orders
  for each row when (new.phone = '' and (old.full_name, old.phone) is distinct from (new.full_name, new.phone)) execute function private.erase_order_notes();
create trigger follow_placement after insert on public.orders
  for each row execute function private.follow_order_step();
create trigger follow_reopening after update of status on public.orders
  for each row when (old.status = 'cancelled' and new.status = 'pending') execute function private.follow_reopening();
create trigger follow_step after update of status on public.orders
  for each row when (old.status is distinct from new.status) execute function private.follow_order_step();

-- after follow_step, by name: products are locked before discounts, as when an order is placed
create trigger give_discounts_back after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled' and (new.coupon_code is not null or new.offers <> '[]'))
  execute function private.give_discounts_back();
create trigger log_change after update on public.orders for each row execute function private.log_order_change();
create trigger tell_refund after update of payment_state on public.orders
  for each row when (old.payment_state <> 'refunded' and new.payment_state = 'refunded') execute function private.tell_refund();

-- what is erased of an order is erased from its search words too
create trigger words_changed after update of full_name, company_name, phone on public.orders
  for each row when ((old.full_name, old.company_name, old.phone) is distinct from (new.full_name, new.company_name, new.phone))
  execute function private.follow_order_words();
create trigger words_written after insert on public.orders for each row execute function private.follow_order_words();

-- ── after the statement ─────────────────────────────────────────────────────────────────────────────────────────────────────
create trigger figures_changed after update on public.orders referencing old table as before new table as changed
  for each statement execute function private.follow_customer_figures();
create trigger figures_deleted after delete on public.orders referencing old table as before
  for each statement execute function private.follow_customer_figures();
create trigger figures_placed after insert on public.orders referencing new table as changed
  for each statement execute function private.follow_customer_figures();

-- the audit log: steps and what is written beside them; of the buyer only which field, never what it said. placing an order online is not
-- logged (the order, its history and the stock movements tell it), but writing one by hand is an act of the staff
select private.audit_table('public.orders', '{update,delete}', p_skipped => '{user_id}',
  p_told => '{status,payment_state,payment_method,courier,tracking_number,cancelled_by,total_amount}');
select private.audit_table('public.orders', '{insert}', p_skipped => '{user_id,id}', p_told => '{status,channel,payment_method,total_amount}',
  p_when => 'current_user = ''shop_orders'' and coalesce(current_setting(''request.jwt.claims'', true), '''') <> ''''');

-- ── at commit ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
create constraint trigger check_sums after insert on public.orders deferrable initially deferred
  for each row execute function private.check_order_sums();

reset check_function_bodies;
