-- with the events that wait or were given up, and the age of the last good backup
drop function private.backlog();
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
  union all select 'webhook_off', '', true, jsonb_build_object('at', h.switched_off_at) from hook h where not h.active and h.switched_off_at is not null
  union all select 'webhook_failing', '', false, jsonb_build_object('at', h.failing_since) from hook h, moment m
    where h.active and h.failing_since < m.at - interval '15 minutes'
  union all select 'webhooks_parked', '', false, jsonb_build_object('count', w.webhooks_parked) from waiting w where w.webhooks_parked > 0
  union all select 'refunds_late', '', false, jsonb_build_object('count', p.count)
    from (select count(*) from (select from private.razorpay_refunds q join public.refunds r on r.id = q.refund_id, moment m
      where q.next_at is not null and r.created_at < m.at - interval '1 hour' limit 1000) q) p
    where p.count > 0
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
grant execute on function public.shop_health() to authenticated;

-- the health has it
drop function public.last_backup();

-- the addresses of owners, in one place
create function private.owner_emails() returns setof text
language sql stable security definer set search_path = '' as $$
  select u.email from public.user_roles r join auth.users u on u.id = r.user_id where r.role = 'owner' and u.email is not null and not private.is_blocked(r.user_id)
$$;
revoke all on function private.owner_emails() from public;

-- one mail to each owner, including the one who made the change: it may have been an intruder with their password
create or replace function private.notify_owners(p_what text, p_details jsonb default '{}') returns void
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

-- with the health for those who may change settings
create or replace function private.dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  now_ timestamptz := private.clock_now();
  today timestamptz := date_trunc('day', now_ at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
  date_ date := (now_ at time zone 'Asia/Kolkata')::date;
  sales jsonb;
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;

  -- one pass by day; of each day also what it had sold by this time of day, for the periods that end in the middle of one
  with days as (
    select (o.created_at at time zone 'Asia/Kolkata')::date as day, count(*) as orders, sum(o.total_amount) as amount,
      count(*) filter (where u.by_now) as orders_by_now, coalesce(sum(o.total_amount) filter (where u.by_now), 0) as amount_by_now
    from public.orders o cross join lateral (select (o.created_at at time zone 'Asia/Kolkata')::time <= (now_ at time zone 'Asia/Kolkata')::time as by_now) u
    where o.created_at >= today - interval '59 days' and o.created_at <= now_
      and private.is_sale(o.status, o.payment_state)
    group by 1
  ), periods (name, length) as (values ('today', 1), ('week', 7), ('month', 30)),
  sums as (
    select s.name, jsonb_build_object(
      'orders', coalesce(sum(d.orders) filter (where d.day > date_ - s.length), 0),
      'amount', coalesce(sum(d.amount) filter (where d.day > date_ - s.length), 0),
      'orders_before', coalesce(sum(case when d.day = date_ - s.length then d.orders_by_now else d.orders end) filter (where d.day <= date_ - s.length), 0),
      'amount_before', coalesce(sum(case when d.day = date_ - s.length then d.amount_by_now else d.amount end) filter (where d.day <= date_ - s.length), 0)) as sum
    from periods s left join days d on d.day > date_ - 2 * s.length
    group by s.name
  )
  select (select jsonb_object_agg(m.name, m.sum) from sums m) || jsonb_build_object('days', (
      select jsonb_agg(jsonb_build_object('day', date_ - n, 'orders', coalesce(d.orders, 0), 'amount', coalesce(d.amount, 0)) order by n desc)
      from generate_series(0, 59) n left join days d on d.day = date_ - n))
    into sales;

  return jsonb_build_object(
    'as_of', now_,
    'sales', sales,
    'verify', private.order_queue('o.payment_state = ''awaiting_verification'''),
    'accept', private.order_queue('o.status = ''pending'' and o.payment_state in (''cod_pending'', ''paid'')'),
    'ship', private.order_queue('o.status = ''processing'''),
    'refund', private.order_queue('o.id in (select r.order_id from public.refunds r where r.state in (''due'', ''asked'', ''failed'') union all select x.id from public.orders x where x.payment_state = ''refund_due'')'),
    'collect', private.order_queue('private.is_to_collect(o.status, o.payment_state)'),
    'stock', (with low as materialized (
        select p.id, p.name, p.sku, p.stock, p.units_sold, p.image_url from private.low_stock l join public.products p on p.id = l.product_id
        where p.status = 'active')
      select jsonb_build_object('count', count(*), 'out', count(*) filter (where low.stock = 0),
        'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.stock, r.units_sold desc, r.id)
          from (select * from low order by low.stock, low.units_sold desc, low.id limit 6) r), '[]'))
      from low),
    'mails', (select count(*) from (select from private.mails m where m.status = 'failed' limit 100001) c),
    'complaints', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select k.created_at from public.complaints k where k.status = 'open' order by k.created_at limit 100001) c),
    'health', private.health_summary(),
    'returns', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select r.created_at from public.returns r where r.state in ('requested', 'received') order by r.created_at limit 100001) c),
    'feed', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id) from (
      select o.id, o.created_at, coalesce(nullif(o.company_name, ''), o.full_name) as name, o.city, o.state, o.status, o.payment_method, o.payment_state, o.total_amount
      from public.orders o order by o.created_at desc, o.id limit 12) f), '[]'));
end $$;
revoke all on function private.dashboard() from public;
grant execute on function private.dashboard() to service_role;

create or replace function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;
  return (select jsonb_object_agg(d.key, case when private.may(coalesce(s.permission, 'analytics.read')) then d.value else 'null' end)
    from jsonb_each(private.dashboard()) d
    left join (values ('as_of', 'panel'), ('sales', 'analytics.read'), ('verify', 'payments.manage'), ('refund', 'payments.manage'), ('collect', 'payments.manage'), ('accept', 'orders.process'),
      ('ship', 'orders.process'), ('returns', 'orders.process'), ('feed', 'orders.read'), ('stock', 'catalogue.write'), ('mails', 'mails.read'), ('complaints', 'complaints.write'), ('health', 'settings.write'))
      s (part, permission) on s.part = d.key);
end $$;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;
