-- what waits to be done, for the figures of the process (docs/operate.md). each count ends at 10,000: a long queue must not make the
-- question slow.

create function private.backlog() returns table (
  mails_queued integer, mails_late_seconds integer, mails_failed integer, pictures_queued integer, refunds_queued integer, jobs_failing integer,
  webhooks_queued integer, webhooks_parked integer, backup_age_seconds integer)
language sql stable security definer set search_path = '' as $$
  select
    (select count(*) from (select from private.mails m where m.status = 'queued' limit 10000) q)::integer,
    -- what was tried and put off is late since it came; some mails are made due yesterday, to go first
    coalesce((select greatest(0, extract(epoch from now() - min(case when q.attempts > 0 then q.created_at else greatest(q.created_at, q.next_attempt_at) end)))::integer
      from (select m.attempts, m.created_at, m.next_attempt_at from private.mails m where m.status = 'queued' order by m.next_attempt_at, m.id limit 10000) q), 0),
    (select count(*) from (select from private.mails m where m.status = 'failed' and m.created_at > now() - interval '1 day' limit 10000) q)::integer,
    (select count(*) from (select from private.picture_downloads d where d.failure is null limit 10000) q)::integer,
    (select count(*) from (select from private.razorpay_refunds r where r.next_at is not null limit 10000) q)::integer,
    (select count(*) from private.jobs j where j.failed_at >= j.finished_at and j.started_at > now() - interval '2 days')::integer,
    (select count(*) from (select from private.webhook_deliveries d where d.state = 'queued' limit 10000) q)::integer,
    (select count(*) from (select from private.webhook_deliveries d where d.state = 'parked' and d.created_at > now() - interval '7 days' limit 10000) q)::integer,
    -- null: there is none
    (select extract(epoch from now() - b.started_at) from private.backups b where b.failure is null and b.finished_at is not null order by b.started_at desc limit 1)::integer
$$;
revoke all on function private.backlog() from public;
grant execute on function private.backlog() to shop_mail;
