-- the customer's own page. the email address stays in auth.users and reaches the back office through a server function.

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

-- no insert: the trigger makes the row. no delete: it is deleted with the account

create policy "own profile, and all of them for admins" on public.profiles for select to authenticated
  using ((id = (select auth.uid())) OR (select private.may('customers.read')));
create policy "own profile, and customers' for admins" on public.profiles for update to authenticated
  using ((id = (select auth.uid())) OR (select private.may('staff.manage')) OR ((select private.may('customers.write')) AND (NOT private.has_staff_role(id))))
  with check ((id = (select auth.uid())) OR (select private.may('staff.manage')) OR ((select private.may('customers.write')) AND (NOT private.has_staff_role(id))));

-- the command palette: an order by its number, serial, buyer or telephone, a product by name or sku, a customer. one call,
-- each kind bounded, so that a keystroke costs the same in a large shop. admins alone; definer, because ilike is not
-- leakproof and would read whole tables behind the policies.

-- who is looked for by name, company or telephone. not on orders: every order and each of its steps would write some forty
-- entries; so orders are found by their customer, and by name among the newest 2,000 (counter sales have no customer)
create index profiles_words_idx on public.profiles using gin
  ((coalesce(full_name, '') || ' ' || coalesce(company_name, '') || ' ' || coalesce(phone, '')) extensions.gin_trgm_ops);

-- ── the buyer on the telephone ──────────────────────────────────────────────────────────────────────────────────────────────
create index profiles_gstin_idx on public.profiles (gstin) where gstin is not null;
create trigger touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();

-- full_name arrives as user metadata at sign-up. cut, not refused: a long name must not break sign-up.
create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_key(new.id) then return new; end if;   -- no person, no customer
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
  -- the checks of the table count trimmed text. not valid: an older row stays as it is until it is changed
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

-- user_id cannot be updated: an address cannot be moved to another account

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

-- blocked accounts. banned_until of auth.users is what the auth service checks (docs/api.md#auth: user_banned), here and on a
-- hosted project; the row here has reason, person and time, and is what the database checks: an access token is valid
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

-- may the caller block or unblock the account? admins may block customers, super admins also admins, no one themselves. takes the locks:
-- for an admin all super admins in order first, so that of two who block each other at once one remains; then the account, so
-- that an order in progress finishes first.
create function private.lock_blockable(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('customers.write') then raise exception 'permission denied for accounts' using errcode = '42501'; end if;
  if private.is_api_key(p_user) then raise exception 'An API key is revoked, not blocked' using errcode = 'PT409', detail = '{"code":"API_KEY"}'; end if;
  if p_user = auth.uid() then raise exception 'You cannot block your own account' using errcode = 'PT409', detail = '{"code":"OWN_ACCOUNT"}'; end if;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    perform from public.user_roles r where r.role = 'owner' order by r.user_id for update;
    -- checked behind the lock: the caller may have been blocked just before
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

-- what a blocked account with a valid token may not do: order, and fill a cart. it may still read its own data and complain.
create function private.refuse_blocked() returns trigger
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
revoke all on function private.is_blocked(uuid), private.lock_blockable(uuid), private.refuse_blocked(), public.block_account(uuid, text), public.unblock_account(uuid) from public;
grant execute on function public.block_account(uuid, text), public.unblock_account(uuid) to authenticated;

-- the data of a sign-up is stored when its link is opened, not when the row of auth.users is made: anyone can sign
-- up with any address. so name and first consents are taken over at the confirmation too.

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

-- the sessions of the caller: a list, and ending one of them. the tables belong to the auth service; these functions show and
-- end the caller's own sessions alone.

-- enough for users to recognise their connection, too little to identify them
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

-- the current one first, then the newest. `second_factor`: it was entered at the sign-in; where an account has one and this is
-- false, the sign-in stopped after the password.
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

-- false: it has ended already, or belongs to another account
create function public.end_session(p_session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.own_session() is null then return false; end if;
  delete from auth.sessions s where s.id = p_session and s.user_id = (select auth.uid());
  return found;
end $$;
revoke all on function public.my_sessions(), public.end_session(uuid) from public;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;

-- for the policy: no role may use the schema

alter policy "own profile, and customers' for admins" on public.profiles
  using (id = (select auth.uid()) or (select private.may('staff.manage')) or (select private.may('customers.write')) and not private.has_staff_role(id))
  with check (id = (select auth.uid()) or (select private.may('staff.manage')) or (select private.may('customers.write')) and not private.has_staff_role(id));
