-- Customers' profiles are changed by whoever may change customers. Those of the staff are not theirs: the audit log, the timelines and
-- the mails to owners name a person by the profile, and a manager could have given an owner's name to somebody, or another to the owner.
create function private.works_here(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_roles r where r.user_id = p_user)
$$;
revoke all on function private.works_here(uuid) from public;
grant execute on function private.works_here(uuid) to authenticated;   -- for the policy: nobody reaches the schema

alter policy "own profile, and customers' for admins" on public.profiles
  using (id = (select auth.uid()) or (select private.may('staff.manage')) or (select private.may('customers.write')) and not private.works_here(id))
  with check (id = (select auth.uid()) or (select private.may('staff.manage')) or (select private.may('customers.write')) and not private.works_here(id));
