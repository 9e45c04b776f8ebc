-- each row of the list knows how many orders its day has within the filter, and their total. more columns make it another function
drop function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer);

-- what the filters of the list demand of an order `o`, as the text of a condition. search, status, payment, method, state (lists), from,
-- to (indian days, inclusive), customer, product, category, sales (true: what the dashboard counts), ids
create function private.order_conditions(p_filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  conditions text[] := '{}';
  categories uuid[];
begin
  if p_filters ? 'status' then conditions := conditions || private.one_of('o.status', p_filters -> 'status'); end if;
  if p_filters ? 'payment' then conditions := conditions || private.one_of('o.payment_state', p_filters -> 'payment'); end if;
  if p_filters ? 'method' then conditions := conditions || private.one_of('o.payment_method', p_filters -> 'method'); end if;
  if p_filters ? 'state' then conditions := conditions || private.one_of('o.state', p_filters -> 'state'); end if;
  if p_filters ? 'ids' then conditions := conditions || private.one_of('o.id', p_filters -> 'ids'); end if;
  if p_filters ? 'from' then
    conditions := conditions || format('o.created_at >= %L', (p_filters ->> 'from')::date::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'to' then
    conditions := conditions || format('o.created_at < %L', ((p_filters ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'customer' then conditions := conditions || format('o.user_id = %L', (p_filters ->> 'customer')::uuid); end if;
  if p_filters ? 'product' then
    conditions := conditions || format('o.id in (select i.order_id from public.order_items i where i.product_id = %L)', (p_filters ->> 'product')::uuid);
  end if;
  if p_filters ? 'category' then
    with recursive below as (
      select (p_filters ->> 'category')::uuid as id
      union select c.id from public.categories c join below b on c.parent_id = b.id)
    select array_agg(b.id) into categories from below b;
    conditions := conditions || format('exists (select from public.order_items i join public.products g on g.id = i.product_id where i.order_id = o.id and g.category_id = any (%L))', categories);
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
end $$;

-- p_filters: as above. p_sort: placed or total. p_cursor: [value, id] of the row to go on from. backwards answers the rows before it, the
-- nearest first. p_day_filters: also how many orders within these filters each row's indian day has, on this page or not, how many of
-- them are cancelled, and the total of the others.
create function public.admin_orders(p_filters jsonb default '{}', p_sort text default 'placed', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50, p_day_filters jsonb default null)
returns table (id uuid, created_at timestamptz, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text,
  phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric,
  charges jsonb, total_amount numeric, payment_method text, payment_state text, courier text, tracking_number text,
  version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text,
  day_orders integer, day_cancelled integer, day_total numeric)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
declare
  conditions text;
  -- newest or highest total first, then by id; ascending is the very reverse, so that one index serves both
  reversed boolean := p_ascending <> p_backwards;
  sorted text := case p_sort when 'placed' then 'created_at' when 'total' then 'total_amount' end;
  sort_type text := case p_sort when 'placed' then 'timestamptz' else 'numeric' end;
  ordering text;
  days text := 'select null::date as day, null::integer as orders, null::integer as cancelled, null::numeric as total where false';
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if sorted is null then raise exception 'Orders are not sorted by %', p_sort using errcode = '22023'; end if;
  ordering := format(case when reversed then 'o.%I, o.id desc' else 'o.%I desc, o.id' end, sorted);
  conditions := private.order_conditions(p_filters);
  if p_cursor is not null then
    conditions := conditions || ' and ' || format(
      -- the last of these says nothing new, but is a range of an index
      case when reversed then '(o.%1$I > %2$L or (o.%1$I = %2$L and o.id < %3$L)) and o.%1$I >= %2$L'
        else '(o.%1$I < %2$L or (o.%1$I = %2$L and o.id > %3$L)) and o.%1$I <= %2$L' end,
      sorted, case sort_type when 'timestamptz' then ((p_cursor ->> 0)::timestamptz)::text else ((p_cursor ->> 0)::numeric)::text end, (p_cursor ->> 1)::uuid);
  end if;

  if p_day_filters is not null then
    days := format($days$
      select d.day, t.* from (select distinct (l.created_at at time zone 'Asia/Kolkata')::date as day from listed l) d
      cross join lateral (select count(*)::integer as orders, (count(*) filter (where o.status = 'cancelled'))::integer as cancelled,
          coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0) as total
        from public.orders o where o.created_at >= d.day::timestamp at time zone 'Asia/Kolkata' and o.created_at < (d.day + 1)::timestamp at time zone 'Asia/Kolkata'
          and %s) t$days$, private.order_conditions(p_day_filters));
  end if;

  return query execute format($query$
    with listed as materialized (select o.* from public.orders o where %1$s order by %2$s limit %3$s)
    select o.id, o.created_at, o.status, o.user_id, o.full_name, o.company_name, o.gstin, o.city, o.state, o.pincode, o.phone, o.place_of_supply,
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure,
      y.orders, y.cancelled, y.total
    from listed o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    left join lateral (select x.provider_reference, x.failure from public.payments x where x.order_id = o.id order by x.created_at desc limit 1) p on true
    left join (%4$s) y on y.day = (o.created_at at time zone 'Asia/Kolkata')::date
    order by %2$s$query$,
    conditions, ordering, least(greatest(p_limit, 1), 1001), days);
end $$;

revoke all on function private.order_conditions(jsonb), public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb) from public;

-- the body lets admins through; nothing for anon
grant execute on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb) to authenticated;
