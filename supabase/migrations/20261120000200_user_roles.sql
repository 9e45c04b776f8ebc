-- who runs the shop (docs/rules.md#roles). a customer has no row here.

create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'super_admin')),
  granted_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_granted_by_idx on public.user_roles (granted_by);
comment on table public.user_roles is 'Back-office roles; a super_admin has role admin too.';

-- policies ask these once per statement as (select private.is_admin()). definer, because a policy of user_roles that
-- read user_roles would recurse.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()) and role in ('admin', 'super_admin'))
$$;
revoke all on function private.is_admin() from public;
grant execute on function private.is_admin() to authenticated;   -- not anon: no policy of anon asks it

create function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles where user_id = (select auth.uid()) and role = 'super_admin')
$$;
revoke all on function private.is_super_admin() from public;
grant execute on function private.is_super_admin() to authenticated;

-- the panel's question (docs/rules.md#roles). true or false for one's own id, and for any id when an admin or the
-- server asks; everybody else hears false whatever the truth is.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r
    where r.user_id = _user_id
      and (r.role = _role or (r.role = 'super_admin' and _role = 'admin'))
      and (_user_id = (select auth.uid()) or (select auth.role()) = 'service_role' or (select private.is_admin()))
  )
$$;
revoke all on function public.has_role(uuid, text) from public, anon;   -- anonymous callers have no grant
grant execute on function public.has_role(uuid, text) to authenticated, service_role;

create function private.set_granted_by() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.granted_by := auth.uid();
  return new;
end $$;
revoke all on function private.set_granted_by() from public;
create trigger set_granted_by before insert on public.user_roles
  for each row when (current_user = 'authenticated') execute function private.set_granted_by();

-- the shop never loses its last super admin through the panel
create function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.user_roles where role = 'super_admin' order by user_id for update;
  if not exists (select from public.user_roles where role = 'super_admin' and user_id <> old.user_id) then
    raise exception 'The last super admin cannot be removed' using errcode = 'PT409', detail = '{"code":"LAST_SUPER_ADMIN"}';
  end if;
  return old;
end $$;
revoke all on function private.keep_a_super_admin() from public;
create trigger keep_a_super_admin before delete on public.user_roles
  for each row when (current_user = 'authenticated' and old.role = 'super_admin') execute function private.keep_a_super_admin();

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated;   -- nothing for anon
grant select, delete on public.user_roles to authenticated;
grant insert (user_id, role) on public.user_roles to authenticated;
-- no update: a role is granted or taken away, never turned into another

create policy "own roles, and all of them for admins" on public.user_roles for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "super admins grant roles" on public.user_roles for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "super admins take roles away" on public.user_roles for delete to authenticated
  using ((select private.is_super_admin()));
