-- the staff: roles, invitations, resignation. an owner decides and enters the password again; the server functions act on their
-- own login.

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

-- gives an account a role, another one, or none (p_role null), in the name of p_by; or returns a refusal: FORBIDDEN, NO_ACCOUNT,
-- UNCONFIRMED (the address is not verified), BLOCKED, SAME, LAST_OWNER. by id or by email address. an account that loses its
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

-- the body lets admins through; nothing for anon
grant execute on function private.set_role(uuid, uuid, text, text) to shop_orders;

-- ── invitations ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- an invitation belongs to an address: the account with this verified address accepts it, within seven days. the link in its mail
-- creates an account if there is none; the auth service makes and stores it, no table here does.
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

-- invites, or renews an invitation for a week, possibly with another role. `known`: the address has an account that is confirmed, so
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
  perform private.notify_owners('invite', jsonb_build_object('person', address, 'role', p_role));
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
    and private.staff_may(i.invited_by, 'staff.manage')   -- the invitations of a removed owner are void
$$;

-- the invitation of the signed-in user; null: none, or not valid any more
create function public.my_invite() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('role', i.role, 'invited_by', private.person_name(i.invited_by), 'expires_at', i.expires_at)
  from private.open_invite() i where i.id is not null
$$;

-- the invited person enters their name and gets the role
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
    from public.user_roles r join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
    where not private.is_api_key(r.user_id);
end $$;
revoke all on function public.staff_invites(), private.open_invite(), public.my_invite(), public.accept_invite(text), public.admin_people() from public;

-- the functions check permissions; nothing for anon
grant execute on function public.staff_invites(), public.my_invite(), public.accept_invite(text), public.admin_people() to authenticated;

-- an invitation that is withdrawn while it is being accepted: the two wait for each other, as all changes of roles do
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

revoke all on function private.invite_staff(uuid, text, text), private.withdraw_invite(uuid, uuid) from public;
grant execute on function private.invite_staff(uuid, text, text), private.withdraw_invite(uuid, uuid) to shop_orders;
