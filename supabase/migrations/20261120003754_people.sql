-- admins and roles: who runs the shop, seen by admins, changed by super admins who say their password again. a session that lies
-- open must not make an admin, so the wire's own insert and delete are taken back: the server function set-role proves the
-- password and writes at the desk of server functions, as ending an account does.

revoke insert, delete on public.user_roles from authenticated;
drop policy "super admins grant roles" on public.user_roles;
drop policy "super admins take roles away" on public.user_roles;
drop trigger keep_a_super_admin on public.user_roles;
drop function private.keep_a_super_admin();
drop trigger set_granted_by on public.user_roles;
drop function private.set_granted_by();

create function public.admin_people()
returns table (user_id uuid, full_name text, role text, since timestamptz, granted_by text, last_sign_in_at timestamptz, blocked boolean, email text)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.is_admin() then raise exception 'permission denied for people' using errcode = '42501'; end if;
  return query
    select distinct on (r.user_id) r.user_id, p.full_name, r.role, r.created_at, g.full_name, u.last_sign_in_at, private.is_blocked(r.user_id),
      case when private.is_super_admin() then u.email::text end   -- docs/rules.md#roles
    from public.user_roles r join auth.users u on u.id = r.user_id
    left join public.profiles p on p.id = r.user_id left join public.profiles g on g.id = r.granted_by
    order by r.user_id, r.role desc;   -- of both roles the greater
end $$;

-- makes somebody admin or super_admin, or nothing any more (p_role null), in the name of p_by; or says why not: FORBIDDEN,
-- NO_ACCOUNT, UNCONFIRMED (whose address it is was never proven), BLOCKED, SAME, LAST_SUPER_ADMIN. by id or by e-mail address.
create function private.set_role(p_by uuid, p_user uuid, p_email text, p_role text, out refusal text, out person uuid)
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  had text;
begin
  -- one change of roles at a time, and what stands below is asked behind the lock
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  perform from public.user_roles r where r.role = 'super_admin' order by r.user_id for update;
  if private.is_blocked(p_by) or not exists (select from public.user_roles r where r.user_id = p_by and r.role = 'super_admin') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  select u.id, u.email_confirmed_at into account from auth.users u
    where u.deleted_at is null and case when p_user is null then u.email = lower(btrim(p_email)) else u.id = p_user end;
  if account.id is null then
    refusal := 'NO_ACCOUNT';
    return;
  end if;
  select max(r.role) into had from public.user_roles r where r.user_id = account.id;   -- 'super_admin' > 'admin'
  refusal := case
    when had is not distinct from p_role then 'SAME'
    when p_role is not null and account.email_confirmed_at is null then 'UNCONFIRMED'
    when p_role is not null and private.is_blocked(account.id) then 'BLOCKED'
    when had = 'super_admin' and not exists (
      select from public.user_roles r where r.role = 'super_admin' and r.user_id <> account.id and not private.is_blocked(r.user_id)) then 'LAST_SUPER_ADMIN'
    end;
  if refusal is not null then return; end if;
  -- the audit log asks who it was
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  delete from public.user_roles r where r.user_id = account.id and r.role is distinct from p_role;
  insert into public.user_roles (user_id, role, granted_by) select account.id, p_role, p_by where p_role is not null on conflict do nothing;
  person := account.id;
end $$;

revoke all on function public.admin_people(), private.set_role(uuid, uuid, text, text) from public;
grant execute on function public.admin_people() to authenticated;            -- the body lets admins through; nothing for anon
grant execute on function private.set_role(uuid, uuid, text, text) to shop_orders;   -- the login that server functions write with
