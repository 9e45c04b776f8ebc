-- one line for each row of a statement. arguments: key, the column that says what was looked at, skipped columns, shown columns ('' for all),
-- whether a new row's values are written down ('yes'): without them the row itself is its first state, since every later line has what was
-- before. rows are compared in the statement itself: a function call for each of ten thousand rows took ten times as long. one plan for each
-- table and login, without a nested loop, which would take minutes for five thousand rows: planning took four times as long as writing a line
create or replace function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
declare
  key constant text := tg_argv[0];
  about constant text := tg_argv[1];
  skipped constant text[] := tg_argv[2];
  shown constant text[] := nullif(tg_argv[3], '');
  with_values constant boolean := tg_argv[4] = 'yes';
  me constant uuid := auth.uid();
begin
  if tg_op = 'UPDATE' then
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, n.line ->> about, 'update', c.changes
      from (select to_jsonb(x) as line from changed x offset 0) n
      join (select to_jsonb(x) as line from before x offset 0) b on b.line ->> key = n.line ->> key
      cross join lateral (
        select jsonb_object_agg(k.key, case
            when (shown is null or k.key = any (shown)) and k.key !~ '(secret|password|token)'
              then jsonb_build_array(private.audit_value(b.line -> k.key), private.audit_value(k.value)) end) as changes
        from jsonb_each(n.line) k
        where k.value is distinct from coalesce(b.line -> k.key, 'null') and k.key <> all (skipped)) c
      where c.changes is not null;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, n.line ->> about, 'insert',
        case when with_values then coalesce(private.audit_changes(null, n.line, skipped, shown), '{}') else '{}' end
      from (select to_jsonb(x) as line from changed x offset 0) n;
  else
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, b.line ->> about, 'delete', coalesce(private.audit_changes(b.line, null, skipped, shown), '{}')
      from (select to_jsonb(x) as line from before x offset 0) b;
  end if;
  return null;
end $$;
