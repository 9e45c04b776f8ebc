-- what mixes money and work, cut to what each role may see; and who did it, by name.

-- the dashboard: each part for whom it is; null for everybody else. what this list does not name is a figure until somebody says
-- otherwise
alter function public.admin_dashboard() set schema private;
alter function private.admin_dashboard() rename to dashboard;
revoke all on function private.dashboard() from public, authenticated;
create function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;
  return (select jsonb_object_agg(d.key, case when private.may(coalesce(s.permission, 'analytics.read')) then d.value else 'null' end)
    from jsonb_each(private.dashboard()) d
    left join (values ('as_of', 'panel'), ('sales', 'analytics.read'), ('verify', 'payments.manage'), ('refund', 'payments.manage'), ('collect', 'payments.manage'), ('accept', 'orders.process'),
      ('ship', 'orders.process'), ('feed', 'orders.read'), ('stock', 'catalogue.write'), ('mails', 'mails.read'), ('complaints', 'complaints.write'))
      s (part, permission) on s.part = d.key);
end $$;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;   -- the body asks; nothing for anon

-- the name that history and lists show: a person's own, else the e-mail address
create function private.person_name(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.full_name), ''), u.email::text) from auth.users u left join public.profiles p on p.id = u.id where u.id = p_user
$$;
revoke all on function private.person_name(uuid) from public;

-- names of the staff, of today and of those who left, for lists that show who did something
create function public.staff_names() returns table (user_id uuid, name text, present boolean)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('panel') then raise exception 'permission denied for staff' using errcode = '42501'; end if;
  return query select s.id, private.person_name(s.id), bool_or(s.present) from (
    select r.user_id as id, true as present from public.user_roles r
    union all select a.row_id::uuid, false from public.audit_log a where a.table_name = 'user_roles' and a.row_id ~ '^[0-9a-f-]{36}$') s
  where exists (select from auth.users u where u.id = s.id) group by s.id;
end $$;
revoke all on function public.staff_names() from public;
grant execute on function public.staff_names() to authenticated;   -- the body asks; nothing for anon
create index audit_log_roles_idx on public.audit_log (row_id) where table_name = 'user_roles';

do $patch$
declare
  patch record;
  target oid;
  source text;
begin
  for patch in select * from (values
    -- the palette: each kind for whom it is
    ('public.admin_search', 'from orders o order by', 'from orders o where private.may(''orders.read'') order by'),
    ('public.admin_search', 'from best b order by', 'from best b where private.may(''catalogue.write'') order by'),
    ('public.admin_search', 'from people p order by', 'from people p where private.may(''customers.read'') order by'),
    -- the customer on the telephone, without figures for whoever only writes orders down
    ('public.find_buyers', 'p.email, p.orders, p.last_order_at from people p)',
      'p.email, case when private.may(''customers.read'') then p.orders end, case when private.may(''customers.read'') then p.last_order_at end from people p)'),
    -- who did it
    ('public.order_timeline', 'e.actor, p.full_name, e.data', 'e.actor, private.person_name(e.actor), e.data'),
    ('public.order_timeline', E'\n  left join public.profiles p on p.id = e.actor', ''),
    ('public.row_history', 'a.actor, p.full_name,', 'a.actor, private.person_name(a.actor),'),
    ('public.row_history', ' left join public.profiles p on p.id = a.actor', ''),
    ('public.row_history', 'where a.row_id = p_row', 'where (select private.may(''audit.read'')) and a.row_id = p_row'),
    ('public.row_history', 'STABLE ROWS', 'STABLE SECURITY DEFINER ROWS'),
    ('public.stock_history', 'm.order_id, p.full_name', 'm.order_id, private.person_name(m.created_by)'),
    ('public.stock_history', ' left join public.profiles p on p.id = m.created_by', ''),
    ('public.stock_history', 'where m.product_id = p_product', 'where (select private.may(''catalogue.write'')) and m.product_id = p_product'),
    ('public.stock_history', 'STABLE ROWS', 'STABLE SECURITY DEFINER ROWS'),
    ('public.admin_customer', '''by'', w.full_name', '''by'', private.person_name(b.blocked_by)'),
    ('public.admin_customer', ' left join public.profiles w on w.id = b.blocked_by', '')
  ) p (name, old, new) loop
    for target in select p.oid from pg_catalog.pg_proc p where p.pronamespace::regnamespace || '.' || p.proname = patch.name loop
      source := pg_catalog.pg_get_functiondef(target);
      if position(patch.old in source) = 0 then
        raise warning '% does not hold: %', patch.name, patch.old;   -- supabase/tests/permissions.test.ts fails where it matters
        continue;
      end if;
      execute replace(source, patch.old, patch.new);
    end loop;
  end loop;
end $patch$;
