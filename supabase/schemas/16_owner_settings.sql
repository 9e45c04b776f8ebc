-- what only an owner changes, with a mail to all owners: legal identity, UPI address, second factor of the staff.

create function private.owner_emails() returns setof text
language sql stable security definer set search_path = '' as $$
  select u.email from public.user_roles r join auth.users u on u.id = r.user_id where r.role = 'owner' and u.email is not null and not private.is_blocked(r.user_id)
$$;
revoke all on function private.owner_emails() from public;

-- one mail to each owner, including the one who made the change: it may have been an intruder with their password
create function private.notify_owners(p_what text, p_details jsonb default '{}') returns void
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
    select 'owner_notice', e.email, p_details || jsonb_build_object('what', p_what, 'by', private.person_name(auth.uid()), 'at', now()), holds
    from private.owner_emails() e (email);
end $$;
revoke all on function private.notify_owners(text, jsonb) from public;

-- begins every act of an owner: the transaction goes on in their name, and the owners are notified when it commits
create function private.begin_owner_act(p_by uuid, p_what text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.staff_may(p_by, 'owner.settings') then raise exception 'permission denied for the settings of the owner' using errcode = '42501'; end if;
  if p_what not in ('mail_server', 'test_mail', 'payment_keys', 'identity', 'staff_security', 'demo_removed') then
    raise exception 'There is no such act: %', p_what using errcode = '22023';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  if p_what <> 'test_mail' then perform private.notify_owners(p_what); end if;
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
    raise exception 'The settings have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  given := jsonb_populate_record(kept, p_changes);
  update public.settings s set store_name = given.store_name, legal_name = given.legal_name, address = given.address, city = given.city,
    state_code = given.state_code, pincode = given.pincode, gstin = given.gstin, upi_vpa = given.upi_vpa;
  return (select s.version from public.settings s);
end $$;

-- demands a second factor of all staff. the caller must have one, or no one could undo it
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

-- what the frame of the back office needs about its user; null: no staff. permissions are empty while the session lacks
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
