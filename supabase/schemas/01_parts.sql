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
