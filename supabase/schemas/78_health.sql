-- what is wrong with this deployment (docs/decisions/0115-health.md): the back office shows it, and owners get a mail about what is urgent.
-- counts, times, names of jobs and of servers; no personal data, and no text of an error. unlogged: what is lost is measured again.

create unlogged table private.disks (
  server text primary key check (server ~ '^[a-zA-Z0-9._-]{1,64}$'),
  free_bytes bigint not null check (free_bytes >= 0),
  total_bytes bigint not null check (total_bytes > 0),
  measured_at timestamptz not null default clock_timestamp()
);
create unlogged table private.alerts (
  code text not null check (code ~ '^[a-z_]{1,40}$'),
  server text not null default '',   -- '': the whole shop
  urgent boolean not null,
  began_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  mailed_at timestamptz,
  primary key (code, server)
);
alter table private.disks enable row level security;
alter table private.alerts enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.disks, private.alerts from public;

-- said by each process: the space where it keeps its data
create function private.note_disk(p_server text, p_free bigint, p_total bigint) returns void
language sql security definer set search_path = '' as $$
  delete from private.disks where measured_at < clock_timestamp() - interval '1 day';
  insert into private.disks (server, free_bytes, total_bytes) values (p_server, p_free, p_total)
    on conflict (server) do update set free_bytes = excluded.free_bytes, total_bytes = excluded.total_bytes, measured_at = excluded.measured_at;
$$;

-- urgent: worth a mail at night. what lasts a moment only (a failed try of a job) is in it too; mails wait twenty minutes: a job that failed once is tried again after fifteen
create function private.problems() returns table (code text, server text, urgent boolean, facts jsonb)
language sql stable security definer set search_path = '' rows 10 as $$
  with moment as materialized (select clock_timestamp() as at),
  waiting as materialized (select b.* from private.backlog() b),
  backup as materialized (select b.* from private.backup_state() b),
  hook as materialized (select e.* from private.webhook_endpoints e limit 1)
  select case when d.free_bytes < least(536870912, d.total_bytes / 20) then 'disk_full' else 'disk_low' end, d.server, true,
      jsonb_build_object('server', d.server, 'free_bytes', d.free_bytes, 'total_bytes', d.total_bytes)
    from private.disks d, moment m
    where d.measured_at > m.at - interval '1 hour' and d.free_bytes < least(d.total_bytes / 10, 10737418240)
  union all select 'mails_late', '', true, jsonb_build_object('count', w.mails_queued, 'minutes', w.mails_late_seconds / 60)
    from waiting w where w.mails_late_seconds > 900
  union all select 'mails_failed', '', w.mails_failed >= 10, jsonb_build_object('count', w.mails_failed) from waiting w where w.mails_failed > 0
  union all select 'jobs_failing', '', true, jsonb_build_object('jobs', jsonb_agg(j.name order by j.name)) from private.jobs j, moment m
    where j.failed_at >= j.finished_at and j.started_at > m.at - interval '2 days' and j.name <> 'back_up' having count(*) > 0
  union all select 'jobs_stuck', '', true, jsonb_build_object('jobs', jsonb_agg(j.name order by j.name)) from private.jobs j, moment m
    where j.runner is not null and j.held_until < m.at - interval '1 minute' and j.started_at > m.at - interval '2 days' and j.name <> 'back_up' having count(*) > 0
  union all select 'backups_off', '', false, '{}' from backup b where not b.scheduled
  union all select 'backup_failing', '', (select count(*) > 1 from private.backups f where f.failure is not null and f.started_at > coalesce(b.last_good_at, '-infinity')),
      jsonb_build_object('at', b.last_failed_at, 'good_at', b.last_good_at) from backup b where b.scheduled and b.failing   -- the second try is urgent
  union all select 'backup_overdue', '', true, jsonb_build_object('good_at', b.last_good_at) from backup b where b.overdue and not b.failing
  union all select 'backup_incomplete', '', false, jsonb_build_object('count', b.last_good_missing) from backup b where b.last_good_missing > 0
  union all select 'documents_damaged', '', true, jsonb_build_object('count', d.count)
    from (select count(*) from (select from private.damaged_document_files limit 1000) d) d where d.count > 0
  union all select 'webhook_off', '', true, jsonb_build_object('at', h.switched_off_at) from hook h where not h.active and h.switched_off_at is not null
  union all select 'webhook_failing', '', false, jsonb_build_object('at', h.failing_since) from hook h, moment m
    where h.active and h.failing_since < m.at - interval '15 minutes'
  union all select 'webhooks_parked', '', false, jsonb_build_object('count', w.webhooks_parked) from waiting w where w.webhooks_parked > 0
  union all select 'refunds_late', '', false, jsonb_build_object('count', p.count)
    from (select count(*) from (select from private.razorpay_refunds q join public.refunds r on r.id = q.refund_id, moment m
      where q.next_at is not null and r.created_at < m.at - interval '1 hour' limit 1000) q) p
    where p.count > 0
  -- of keys that are in use; who reads the mail creates another in time
  union all select 'api_keys_expire', '', k.first < m.at + interval '3 days', jsonb_build_object('count', k.count, 'at', k.first)
    from moment m, lateral (select count(*), min(a.expires_at) as first from private.api_keys a
      where a.revoked_at is null and a.expires_at between m.at and m.at + interval '14 days' and a.last_used_at > m.at - interval '30 days') k
    where k.count > 0
$$;

-- notes what began and what ended, and mails the owners what is urgent and has lasted twenty minutes: once, then daily while it lasts, and not
-- twice within an hour for what comes and goes. what is lost in a crash is mailed again.
create function private.raise_alerts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  lasting constant timestamptz := moment - interval '20 minutes';
begin
  -- one at a time
  lock table private.alerts in share row exclusive mode;
  insert into private.alerts as a (code, server, urgent, began_at, seen_at)
    select p.code, p.server, p.urgent, moment, moment from private.problems() p
    on conflict (code, server) do update set urgent = excluded.urgent, seen_at = moment, ended_at = null,
      began_at = case when a.ended_at is null then a.began_at else moment end;
  update private.alerts a set ended_at = moment where a.ended_at is null and a.seen_at < moment;
  delete from private.alerts a where a.ended_at < moment - interval '30 days';
  if not exists (select from private.alerts a where a.ended_at is null and a.urgent and a.began_at <= lasting
    -- a server with a new name is no new problem
    and coalesce((select max(m.mailed_at) <= moment - case when max(m.mailed_at) < a.began_at then interval '1 hour' else interval '1 day' end
      from private.alerts m where m.code = a.code), true)) then return; end if;
  update private.alerts a set mailed_at = moment where a.ended_at is null and a.urgent and a.began_at <= lasting;
  insert into private.mails (kind, recipient, data)
    select 'shop_alert', e.email, jsonb_build_object('problems', (
      select coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'facts', p.facts) order by a.began_at, p.code, p.server), '[]')
      from private.problems() p join private.alerts a on a.code = p.code and a.server = p.server where a.mailed_at = moment))
    from private.owner_emails() e (email);
end $$;

-- for the dashboard
create function private.health_summary() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('problems', f.found, 'urgent', f.urgent, 'backup_at', b.last_good_at, 'backups', b.scheduled)
  from private.backup_state() b, (select count(*) as found, count(*) filter (where p.urgent) as urgent from private.problems() p) f
$$;
revoke all on function private.note_disk(text, bigint, bigint), private.problems(), private.raise_alerts(), private.health_summary() from public;
grant execute on function private.note_disk(text, bigint, bigint), private.raise_alerts() to shop_mail;

create function public.shop_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('settings.write') then raise exception 'permission denied for the health of the shop' using errcode = '42501'; end if;
  return jsonb_build_object(
    'as_of', clock_timestamp(),
    'problems', (select coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'urgent', p.urgent, 'facts', p.facts, 'since', a.began_at)
        order by p.urgent desc, a.began_at, p.code, p.server), '[]')
      from private.problems() p left join private.alerts a on a.code = p.code and a.server = p.server and a.ended_at is null),
    'backup', (select to_jsonb(b) from private.backup_state() b),
    'disks', (select coalesce(jsonb_agg(jsonb_build_object('server', d.server, 'free_bytes', d.free_bytes, 'total_bytes', d.total_bytes) order by d.server), '[]')
      from private.disks d where d.measured_at > clock_timestamp() - interval '1 hour'));
end $$;
revoke all on function public.shop_health() from public;
grant execute on function public.shop_health() to authenticated;   -- nothing for anon
