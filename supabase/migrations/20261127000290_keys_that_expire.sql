-- The health page says when API keys in use will expire.
create or replace function private.problems() returns table (code text, server text, urgent boolean, facts jsonb)
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
