-- what changes the sums of past days (49_sales_days.sql): notes by triggers, and the job that sums again

create function private.note_category_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.category_changed (product_id) values (new.id);
  return null;
end $$;
revoke all on function private.note_category_change() from public;
create trigger note_category_change after update on public.products
  for each row when (old.category_id is distinct from new.category_id) execute function private.note_category_change();

-- writes changed categories into the sums, of some products at a time: in each day there may be one row of each. true: more wait
create function private.sum_changed_categories() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- one statement: what changes after it began stays in the list, and both sums change by the same rows
  with taken as (
    delete from private.category_changed m where m.id in (select o.id from private.category_changed o order by o.id limit 500) returning m.product_id
  ), found as (
    select s.day, s.product_id, s.category_id as former, p.category_id as present
    from (select distinct t.product_id from taken t) t join public.products p on p.id = t.product_id
    cross join private.sales_past d
    join private.sales_products s on s.day = d.day and private.product_part(s.product_id) = private.product_part(t.product_id) and s.product_id = t.product_id
    where s.category_id is distinct from p.category_id
  ), moved as (
    update private.sales_products s set category_id = f.present from found f
    where s.day = f.day and private.product_part(s.product_id) = private.product_part(f.product_id) and s.product_id = f.product_id
    returning s.day, f.former, f.present, s.units, s.paise
  )
  insert into private.sales_categories as c (day, category_id, units, paise)
  select m.day, x.category_id, sum(x.units), sum(x.paise)
  from moved m cross join lateral (values (m.former, -m.units, -m.paise), (m.present, m.units, m.paise)) x (category_id, units, paise) group by 1, 2
  on conflict (day, category_id) do update set units = c.units + excluded.units, paise = c.paise + excluded.paise;
  return exists (select from private.category_changed);
end $$;
revoke all on function private.sum_changed_categories() from public;

-- after an order of a past day has changed in what is summed: by each order's own row (80_order_triggers.sql), so that it is called for no other
create function private.note_sales_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sales_changed (day)
  select distinct (t.at at time zone interval '5 hours 30 minutes')::date
  from (values (case when tg_op <> 'INSERT' then old.created_at end), (case when tg_op <> 'DELETE' then new.created_at end)) t (at)
  where t.at < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes';
  return null;
end $$;
revoke all on function private.note_sales_change() from public;

-- a line that is changed or taken away, or whose product is deleted
create function private.note_sold_line_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sales_changed (day)
  select (o.created_at at time zone interval '5 hours 30 minutes')::date from public.orders o
  where o.id = case tg_op when 'DELETE' then old.order_id else new.order_id end;
  return null;
end $$;
revoke all on function private.note_sold_line_change() from public;
create trigger note_sold_line_change after update of product_id, quantity, total on public.order_items
  for each row when ((old.product_id, old.quantity, old.total) is distinct from (new.product_id, new.quantity, new.total))
  execute function private.note_sold_line_change();
create trigger note_sold_line_gone after delete on public.order_items for each row execute function private.note_sold_line_change();

-- a job: sums past days that are new or have changed, for about `p_ms` milliseconds. true: more days wait.
create function private.sum_sales(p_ms integer default 3000) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  began timestamptz := clock_timestamp();
  -- ten minutes late: a clock that is set back over midnight would let orders of the day in unnoticed
  today date := ((private.clock_now() - interval '10 minutes') at time zone interval '5 hours 30 minutes')::date;
  next date;
  since timestamptz;
  notes bigint[];
  more boolean;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.sum_sales')) then return false; end if;

  -- days that have ended since
  insert into private.sales_past (day, marked)
  select g::date, pg_current_xact_id()
  from generate_series(coalesce((select max(p.day) + 1 from private.sales_past p),
    (select (min(o.created_at) at time zone interval '5 hours 30 minutes')::date from public.orders o))::timestamp, (today - 1)::timestamp, interval '1 day') g
  on conflict do nothing;
  insert into private.sales_past (day, marked)
  select distinct c.day, pg_current_xact_id() from private.sales_changed c where c.day < today and not exists (select from private.sales_past p where p.day = c.day);
  more := private.sum_changed_categories();
  -- after a restore, numbers of transactions may be ahead of this database's own: such days are marked again
  update private.sales_past p set marked = pg_current_xact_id() where not p.summed and p.marked > pg_current_xact_id();

  loop
    select p.day into next from private.sales_past p
    where p.marked < pg_snapshot_xmin(pg_current_snapshot()) and p.day < today
      and (not p.summed or exists (select from private.sales_changed c where c.day = p.day))
    -- new days first, then those whose change waits longest, so that no day is left out
    order by p.summed, (select min(c.id) from private.sales_changed c where c.day = p.day), p.day desc limit 1;
    if next is null then return more; end if;
    if clock_timestamp() > began + make_interval(secs => p_ms / 1000.0) then return true; end if;

    since := next::timestamp at time zone interval '5 hours 30 minutes';
    -- noted before it is summed: what changes in between stays noted
    notes := array(select c.id from private.sales_changed c where c.day = next);
    delete from private.sales_days s where s.day = next;
    insert into private.sales_days (day, place_of_supply, payment_method, orders, units, revenue, charges, discount, gst,
        cancelled, cancelled_amount, refunds, refunds_amount, waiting, waiting_amount)
      select a.* from private.add_up_sales(since, since + interval '1 day') a;
    delete from private.sales_products s where s.day = next;
    insert into private.sales_products (day, product_id, units, paise, category_id)
      select a.*, p.category_id from private.add_up_products(since, since + interval '1 day') a left join public.products p on p.id = a.product_id;
    delete from private.sales_categories s where s.day = next;
    insert into private.sales_categories (day, category_id, units, paise)
      select next, s.category_id, sum(s.units), sum(s.paise) from private.sales_products s where s.day = next group by 2;
    delete from private.sales_changed c where c.id = any (notes);
    update private.sales_past p set summed = true where p.day = next and not p.summed;
  end loop;
end $$;
revoke all on function private.sum_sales(integer) from public;
grant execute on function private.sum_sales(integer) to shop_mail;
