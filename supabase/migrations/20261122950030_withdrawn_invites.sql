-- An invitation that is withdrawn while somebody accepts it: both asked before either had written, the owner was told that it is
-- withdrawn, and the person had the role. Now they wait for each other, as all changes of roles do.
create or replace function private.withdraw_invite(p_by uuid, p_invite uuid, out refusal text)
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
