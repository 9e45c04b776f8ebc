-- what the sign-in service wrote down goes when nobody needs it any more (docs/decisions/0016-leaving.md): IP addresses and
-- browsers' names are personal data, and a refresh token of a telephone sold long ago still opens an account. up to p_limit rows
-- of each kind; answers how many.
alter table private.erasures drop constraint erasures_what_check,
  add constraint erasures_what_check check (what in ('documents', 'order_people', 'stored_files', 'mails', 'diagnostic_reports', 'complaint_clients',
    'order_requests', 'audit_log', 'sessions', 'unconfirmed_accounts', 'one_time_tokens', 'flow_states', 'sign_in_log', 'registrations',
    'mfa_challenges', 'mfa_attempts'));

create function private.erase_old_sign_ins(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.moment();
  gone text[];
  erased integer;
  own record;
  total integer := 0;
begin
  -- a session in use is renewed every hour. refresh tokens and how it was signed in go by cascade
  with old as (
    select s.id from auth.sessions s where s.updated_at < moment - interval '90 days' or s.not_after < moment - interval '1 day'
      order by s.updated_at limit p_limit for update skip locked),
    erased as (delete from auth.sessions s using old where s.id = old.id returning s.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('sessions', gone, 'Not used for 90 days');

  -- an address that nobody proved. staff who were invited, and whoever has ordered, are no such account
  with old as (
    select u.id from auth.users u
      where u.email_confirmed_at is null and u.created_at < moment - interval '90 days'
        and coalesce(greatest(u.confirmation_sent_at, u.invited_at), u.created_at) < moment - interval '90 days'
        and u.last_sign_in_at is null
        and not exists (select from public.user_roles r where r.user_id = u.id)
        and not exists (select from public.orders o where o.user_id = u.id)
      order by u.created_at limit p_limit for update skip locked),
    erased as (delete from auth.users u using old where u.id = old.id returning u.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('unconfirmed_accounts', gone, 'Not confirmed for 90 days');

  -- links and codes, which end within a day
  with old as (
    select t.id from auth.one_time_tokens t where t.created_at < (moment - interval '7 days') at time zone 'utc' order by t.created_at limit p_limit),
    erased as (delete from auth.one_time_tokens t using old where t.id = old.id returning t.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('one_time_tokens', gone, '7 days old');
  with old as (
    select f.id from auth.flow_state f where f.created_at < moment - interval '7 days' order by f.created_at limit p_limit),
    erased as (delete from auth.flow_state f using old where f.id = old.id returning f.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('flow_states', gone, '7 days old');

  -- who signed in from where
  with old as (
    select a.id from auth.audit_log_entries a where a.created_at < moment - interval '180 days' order by a.created_at limit p_limit),
    erased as (delete from auth.audit_log_entries a using old where a.id = old.id returning a.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('sign_in_log', gone, 'CERT-In directions of 28 April 2022: 180 days');

  -- tables of the shop's own sign-in service, which a hosted project may not have
  for own in select t.name from unnest('{registrations,mfa_challenges,mfa_attempts}'::text[]) t (name) where to_regclass('auth.' || t.name) is not null loop
    execute format('delete from auth.%I t where t.ctid = any (array(select o.ctid from auth.%1$I o where o.created_at < $1 limit $2))', own.name)
      using moment - interval '7 days', p_limit;
    get diagnostics erased = row_count;
    if erased > 0 then
      insert into private.erasures (what, ids, count, rule) values (own.name, '{}', erased, '7 days old');
      total := total + erased;
    end if;
  end loop;
  return total;
end $$;
revoke all on function private.erase_old_sign_ins(integer) from public;
grant execute on function private.erase_old_sign_ins(integer) to shop_mail;   -- the login of the clock's chores
