-- two more that time erases (docs/decisions/0016-leaving.md): the keys of placed orders after 30 days, since no browser
-- repeats a request for so long, and lines of the audit log after eight financial years (Companies Act s.128(5)).

alter table private.erasures drop constraint erasures_what_check,
  add constraint erasures_what_check check (what in ('documents', 'order_people', 'stored_files', 'mails', 'diagnostic_reports', 'complaint_clients',
    'order_requests', 'audit_log'));
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
revoke all on function private.audit_kept_from(timestamptz), private.erase_old_requests(integer) from public;
grant execute on function private.erase_old_requests(integer) to shop_mail;   -- the login of the clock's chores
