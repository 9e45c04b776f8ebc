-- tables whose rows are erased by their age alone are divided by it (docs/decisions/0126-tables-by-time.md): a part for each month or
-- financial year, made ahead, and dropped as a whole. rows are written and read under the table's own name, with its policies and grants;
-- the parts are in a schema that no login may use. a part is named after its first day in india: parts.audit_log_2026_04. the first one has
-- all rows from before it too, and parts.audit_log_rest those for which there is no part, so that no insert fails.
create schema parts;

-- both functions below wait for a lock for less than deadlock_timeout, a second: in a deadlock the other statement goes on and these give
-- up until the next run.

-- makes the parts from the newest one to the one after p_this, the first day of the present part. rows that waited in the rest move into
-- theirs. if another statement holds the rest, as a backup does, the next run makes them: there is a whole step of time for it.
create function private.add_parts(p_table regclass, p_this date, p_step interval) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
declare
  name constant text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  time_column constant text := (select a.attname from pg_catalog.pg_partitioned_table k
    join pg_catalog.pg_attribute a on a.attrelid = k.partrelid and a.attnum = k.partattrs[0] where k.partrelid = p_table);
  newest date;
  first_day date;
  begins timestamptz;
  ends timestamptz;
  part text;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.add_parts'), hashtext(name)) then return; end if;   -- another process is at it
  newest := (select max(to_date(substring(c.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM'))
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid where i.inhparent = p_table);
  if newest >= p_this + p_step then return; end if;
  -- who inserts waits for the table, and then finds the new part. who waited for the rest would be refused by its bounds
  execute format('lock table %s in share row exclusive mode', p_table);
  for first_day in select generate_series(coalesce(newest + p_step, p_this), p_this + p_step, p_step) loop
    part := name || to_char(first_day, '_YYYY_MM');
    begins := case when newest is null and first_day = p_this then '-infinity' else first_day::timestamp at time zone 'Asia/Kolkata' end;
    ends := (first_day + p_step) at time zone 'Asia/Kolkata';
    execute format('lock table parts.%I in access exclusive mode', name || '_rest');
    execute format('create table parts.%I (like %s including constraints)', part, p_table);
    execute format('alter table parts.%I enable row level security', part);
    execute format('with moved as (delete from parts.%1$I r where r.%2$I >= %3$L and r.%2$I < %4$L returning r.*) insert into parts.%5$I select * from moved',
      name || '_rest', time_column, begins, ends, part);
    execute format('alter table %s attach partition parts.%I for values from (%L) to (%L)', p_table, part, begins, ends);
  end loop;
exception when lock_not_available then raise warning 'no parts of % were made, because it is in use', p_table;
end $$;

-- drops the parts of which no row is kept any more, up to the first that has rows, and returns how many rows they had. all are counted before
-- the first lock is taken, so that the table is locked for a moment only. if another statement reads the table for long, the next run drops them.
create function private.drop_parts(p_table regclass, p_step interval, p_kept_from timestamptz) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
declare
  part text;
  due text[] := '{}';
  counted bigint;
  gone bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.add_parts'), hashtext((select c.relname from pg_catalog.pg_class c where c.oid = p_table))) then
    return 0;   -- another process is at it
  end if;
  for part in select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = p_table
      and (to_date(substring(c.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM') + p_step) at time zone 'Asia/Kolkata' <= p_kept_from
    order by c.relname loop
    execute format('select count(*) from parts.%I', part) into counted;
    due := due || part;
    gone := gone + counted;
    exit when counted > 0;
  end loop;
  foreach part in array due loop
    execute format('alter table %s detach partition parts.%I', p_table, part);
    execute format('drop table parts.%I', part);
  end loop;
  return least(gone, 2147483647);
exception when lock_not_available then
  raise warning 'the oldest part of % was not dropped, because it is in use', p_table;
  return 0;
end $$;
revoke all on function private.add_parts(regclass, date, interval), private.drop_parts(regclass, interval, timestamptz) from public;

-- the log as it is becomes the first part, without being read or written. its name and its columns stay: who inserts and who reads notices nothing

-- contract: a table of the same name and columns is made below; used by SQL alone
alter table public.audit_log set schema parts;
create sequence public.audit_log_id_seq;
select setval('public.audit_log_id_seq', s.last_value, s.is_called) from parts.audit_log_id_seq s;
alter table parts.audit_log alter column id drop identity;
alter table parts.audit_log drop constraint audit_log_pkey;
alter table parts.audit_log add constraint audit_log_pkey primary key using index audit_log_id_at_idx;
-- contract: parts are read through the table above them alone, which has this policy; used by SQL alone
drop policy "admins read" on parts.audit_log;
-- contract: the same with its grants; used by SQL alone
revoke all on parts.audit_log from anon, authenticated, service_role;

create table public.audit_log (
  id bigint not null default nextval('public.audit_log_id_seq'),   -- postgresql 15 and 16 attach no part to a table with an identity column
  at timestamptz not null,
  actor uuid,
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  changes jsonb not null,
  primary key (id, at)
) partition by range (at);
alter sequence public.audit_log_id_seq owned by public.audit_log.id;
revoke all on sequence public.audit_log_id_seq from service_role;
create index audit_log_row_idx on public.audit_log (row_id, id desc);
create index audit_log_actor_idx on public.audit_log (actor, id desc);
create index audit_log_roles_idx on public.audit_log (row_id) where table_name = 'user_roles';
alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;
grant select on public.audit_log to authenticated;
create policy "admins read" on public.audit_log for select to authenticated
  using ((select private.may('audit.read')));

create table parts.audit_log_rest partition of public.audit_log default;
alter table parts.audit_log_rest enable row level security;

-- contract: the part has all lines, and takes those of this financial year; used by SQL alone
do $$
declare
  ends constant timestamptz := (select substring(pg_get_constraintdef(c.oid) from $q$'([^']+)'$q$) from pg_catalog.pg_constraint c
    where c.conname = 'audit_log_first_part' and c.conrelid = 'parts.audit_log'::regclass);
  part constant text := to_char(ends at time zone 'Asia/Kolkata' - interval '1 year', '"audit_log_"YYYY_MM');
begin
  execute format('alter table parts.audit_log rename to %I', part);
  execute format('alter table public.audit_log attach partition parts.%I for values from (minvalue) to (%L)', part, ends);
  execute format('alter table parts.%I drop constraint audit_log_first_part', part);
end $$;

-- makes the parts of the audit log, and drops that of a year of which no line is kept; returns how many lines it had
create function private.keep_audit_years() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer := 0;
begin
  -- dropped first: counting may take long, and making parts locks the rest
  if not exists (select from private.retention_holds h where h.order_id is null) then
    gone := private.drop_parts('public.audit_log', '1 year', private.audit_kept_from());
  end if;
  perform private.add_parts('public.audit_log', (private.next_financial_year(private.clock_now()) - interval '1 year')::date, '1 year');
  insert into private.erasures (what, ids, count, rule)
    select 'audit_log', '{}', gone, 'Companies Act s.128(5): eight financial years' where gone > 0;
  return gone;
end $$;
revoke all on function private.keep_audit_years() from public;
select private.keep_audit_years();

-- up to p_limit rows of each kind; returns how many. the keys' rows name a person and the answer they got, so the log has
-- orders' ids alone. years of the log go as parts; the first part has the lines of the years before it too, which go one by one from the
-- oldest: ids rise with time.
create or replace function private.erase_old_requests(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select r.user_id, r.key from private.order_requests r where r.created_at < private.clock_now() - interval '30 days'
      limit p_limit for update skip locked),
    erased as (delete from private.order_requests r using old where r.user_id = old.user_id and r.key = old.key returning r.order_id)
    select array_agg(coalesce(e.order_id::text, '')) into gone from erased e;
  total := total + private.note_erasure('order_requests', gone, '30 days old');

  total := total + private.keep_audit_years();
  if not exists (select from private.retention_holds h where h.order_id is null) then
    with old as (select a.id, a.at from public.audit_log a order by a.id limit p_limit),
      erased as (delete from public.audit_log a using old where a.id = old.id and a.at = old.at and old.at < private.audit_kept_from() returning a.id)
      select array_agg(e.id::text) into gone from erased e;
    total := total + private.note_erasure('audit_log', gone, 'Companies Act s.128(5): eight financial years');
  end if;
  return total;
end $$;
