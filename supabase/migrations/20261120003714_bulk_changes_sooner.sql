-- what made a change of eight thousand prices longer than the eight seconds a request has: forty trigrams of the name written
-- for each new price, the tiers read again though nobody touched them (20261120003770_unregistered_shop.sql), and a function
-- call a row for the audit log.

-- entries wait in a short list and are written together; orders never touch this index
alter index public.products_name_trigrams set (fastupdate = on, gin_pending_list_limit = 256);

-- as in 20261120003500_audit_log.sql, with the comparison in the statement itself: a change of ten thousand rows called a
-- function ten thousand times
create or replace function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  skipped text[] := tg_argv[2];
  told text[] := nullif(tg_argv[3], '');
  me uuid := auth.uid();
begin
  if tg_op = 'UPDATE' then
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, r.about, ''update'', c.changes
      from (select n.%2$I::text as about, to_jsonb(b) as before, to_jsonb(n) as after from changed n join before b on b.%1$I = n.%1$I offset 0) r
      cross join lateral (
        select jsonb_object_agg(k.key, case
            when ($4 is null or k.key = any ($4)) and k.key !~ ''(secret|password|token)''
              then jsonb_build_array(private.audit_value(r.before -> k.key), private.audit_value(k.value)) end) as changes
        from jsonb_each(r.after) k
        where k.value is distinct from coalesce(r.before -> k.key, ''null'') and k.key <> all ($3)) c
      where c.changes is not null', tg_argv[0], tg_argv[1]) using me, tg_table_name, skipped, told;
  elsif tg_op = 'INSERT' then
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, n.%1$I::text, ''insert'',
        case when $5 then coalesce(private.audit_changes(null, to_jsonb(n), $3, $4), ''{}'') else ''{}'' end
      from changed n', tg_argv[1]) using me, tg_table_name, skipped, told, tg_argv[4] = 'yes';
  else
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, b.%1$I::text, ''delete'', coalesce(private.audit_changes(to_jsonb(b), null, $3, $4), ''{}'')
      from before b', tg_argv[1]) using me, tg_table_name, skipped, told;
  end if;
  return null;
end $$;
