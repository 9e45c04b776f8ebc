-- the backups of this deployment (docs/decisions/0113-backups.md): when they were made, not where they are and not what failed in words,
-- which could name a person or a place. a backup leaves these two tables out: they say nothing about the shop that is restored elsewhere.

create table private.backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default clock_timestamp(),   -- the shop as it was then is what the backup holds
  finished_at timestamptz,
  bytes bigint check (bytes >= 0),
  missing integer check (missing >= 0),            -- files that their store had lost before
  failure text check (failure ~ '^\w{1,40}$'),     -- an SQLSTATE or the name of an error; null: it is whole
  check (finished_at is null or (failure is null) = (bytes is not null))
);
create index backups_good_idx on private.backups (started_at desc) where failure is null and finished_at is not null;
alter table private.backups enable row level security;

-- how often the server makes one by itself; no row: never
create table private.backup_schedule (
  one boolean primary key default true check (one),
  every interval not null check (every > interval '0'),
  since timestamptz not null default clock_timestamp()
);
alter table private.backup_schedule enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.backups, private.backup_schedule from public;

-- for the owner's login, which makes backups; one at a time, so that what was begun before and has not ended was interrupted
create function private.begin_backup() returns bigint
language sql security definer set search_path = '' as $$
  update private.backups set finished_at = clock_timestamp(), failure = 'Interrupted' where finished_at is null;
  delete from private.backups where started_at < clock_timestamp() - interval '400 days';
  insert into private.backups default values returning id;
$$;
create function private.end_backup(p_id bigint, p_bytes bigint, p_missing integer, p_failure text) returns void
language sql security definer set search_path = '' as $$
  update private.backups set finished_at = clock_timestamp(), bytes = p_bytes, missing = p_missing, failure = p_failure where id = p_id
$$;
revoke all on function private.begin_backup(), private.end_backup(bigint, bigint, integer, text) from public;

-- said by each process at its start; null: it makes none
create function private.schedule_backups(p_hours integer) returns void
language sql security definer set search_path = '' as $$
  delete from private.backup_schedule where p_hours is null;
  insert into private.backup_schedule as s (every) select p_hours * interval '1 hour' where p_hours is not null
    on conflict (one) do update set every = excluded.every, since = case when s.every = excluded.every then s.since else excluded.since end;
$$;

-- overdue: the next one should have ended, with half an interval and an hour to spare
create function private.backup_state() returns table (
  scheduled boolean, every_hours integer, last_good_at timestamptz, last_good_bytes bigint, last_good_missing integer,
  last_failed_at timestamptz, last_failure text, failing boolean, overdue boolean)
language sql stable security definer set search_path = '' as $$
  select s.every is not null, (extract(epoch from s.every) / 3600)::integer, good.started_at, good.bytes, good.missing, bad.started_at, bad.failure,
    coalesce(bad.started_at > good.started_at, bad.started_at is not null),
    coalesce(greatest(good.started_at, s.since) + s.every * 1.5 + interval '1 hour' < clock_timestamp(), false)
  from (select 1) one
  left join private.backup_schedule s on true
  left join lateral (select b.started_at, b.bytes, b.missing from private.backups b
    where b.failure is null and b.finished_at is not null order by b.started_at desc limit 1) good on true
  left join lateral (select b.started_at, b.failure from private.backups b where b.failure is not null order by b.started_at desc limit 1) bad on true
$$;
revoke all on function private.schedule_backups(integer), private.backup_state() from public;
grant execute on function private.schedule_backups(integer), private.backup_state() to shop_mail;
