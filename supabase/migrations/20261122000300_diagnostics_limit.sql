-- whether a log of this account, or of a visitor, is still kept in this hour: five per account, twenty from visitors
-- together. asked before a log is read and redacted, so that one that is refused costs nothing
create function private.may_file_diagnostics(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < (case when p_user is null then 20 else 5 end)
  from private.diagnostic_reports r where r.user_id is not distinct from p_user and r.created_at > now() - interval '1 hour'
$$;
revoke all on function private.may_file_diagnostics(uuid) from public;
grant execute on function private.may_file_diagnostics(uuid) to shop_orders;

create or replace function private.file_diagnostics(p_user uuid, p_page text, p_build text, p_agent text, p_entries jsonb, out number text, out refusal text)
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
