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

-- admins and roles: who runs the shop, seen by admins, changed by super admins who enter their password again. a session that is left
-- unattended must not make an admin, so API clients may neither insert nor delete: the server function set-role checks the
-- password and writes on the login of the server functions, as the deletion of an account does.

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
  ('gst.write', '{owner,manager,accounts}'),
  ('analytics.read', '{owner,manager,accounts}'),
  ('catalogue.write', '{owner,manager,catalogue}'),
  ('marketing.write', '{owner,manager,catalogue}'),
  ('costs.read', '{owner,manager,accounts}'),
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

-- is the session of this token still open, and does it have the second factor if the shop requires one? an access token outlives its session by up to an
-- hour: for staff that hour does not count. every token of the auth service names its session; claims without one are those that
-- server functions set after they have checked the caller themselves, and those of api keys, which the gateway looks up for each request.
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

-- has this user the permission? for server functions, which name the user, from a token whose session they have checked
create function private.staff_may(p_user uuid, p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r join private.role_permissions p on p.role = r.role
    where r.user_id = p_user and p.permission = p_permission
      and not exists (select from public.account_blocks b where b.user_id = r.user_id))
$$;
grant execute on function private.staff_may(uuid, text) to shop_orders;

-- has the caller the permission? policies evaluate it once per statement as (select private.may('…'))
create function private.may(p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.staff_may(auth.uid(), p_permission) and private.session_is_good()
$$;

-- service_role: the audit of profiles calls it in a trigger's condition, where the right to call is checked even if nothing is called
grant execute on function private.may(text) to authenticated, service_role;
revoke all on function private.session_is_open(), private.session_is_good(), private.staff_may(uuid, text), private.may(text) from public;

-- the same for functions with their caller's own rights, which reach nothing of the schema private, and for server functions
create function public.may(p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$ select private.may(p_permission) $$;
revoke all on function public.may(text) from public;
grant execute on function public.may(text) to authenticated, service_role;

-- nothing for anon

-- the panel's question (docs/rules.md#roles): 'admin' is anyone who may enter it, 'super_admin' the owner; other names are roles. callers
-- get the truth about themselves; staff and the server get it about anyone, other callers always get false.
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

-- the name that history and lists show: a key's, or a person's own, else the email address
create function private.person_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(k.name || ' (API key)', nullif(btrim(regexp_replace(p.full_name, '\(api key\)', '', 'gi')), ''), u.email::text)
  from auth.users u left join public.profiles p on p.id = u.id left join private.api_keys k on k.user_id = u.id where u.id = p_user
$$;
revoke all on function private.person_name(uuid) from public;

-- Managers change the profiles of customers, not of staff: the audit log, the timelines and the mails to owners name a person by the
-- profile, so a manager could pass off one person as another.
create function private.has_staff_role(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles r where r.user_id = p_user)
$$;
revoke all on function private.has_staff_role(uuid) from public;
grant execute on function private.has_staff_role(uuid) to authenticated;

-- no update: a role is granted or taken away, never turned into another

create policy "own roles, and all of them for admins" on public.user_roles for select to authenticated
  using ((user_id = (select auth.uid())) OR (select private.may('customers.read')));
