-- how long the stock lasts wrote a row of every product with its texts, and read them nine times; sums by product were read five times

-- the days of a period on which a product was on sale: a younger one is measured by its own days
create function private.days_on_sale(p_from date, p_to date, p_created timestamptz) returns integer
language sql immutable parallel safe return greatest(p_to - greatest(p_from, (p_created at time zone interval '5 hours 30 minutes')::date) + 1, 1);
revoke all on function private.days_on_sale(date, date, timestamptz) from public;

create or replace function public.stock_cover(p_from date, p_to date, p_list text default 'soon', p_within integer default 14,
  p_sort text default 'left', p_ascending boolean default true, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  today date;
  last date;
  dead_since timestamptz;   -- ninety days, today included
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_from, p_to);
  if p_list not in ('soon', 'dead', 'all') or p_sort not in ('name', 'left', 'stock', 'units', 'money') or p_within not between 0 and 3650
    or p_limit not between 1 and 100000 then
    raise exception 'There is no such list' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  today := (w.as_of at time zone 'Asia/Kolkata')::date;
  last := least(p_to, today);
  dead_since := (today - 89)::timestamp at time zone 'Asia/Kolkata';
  with sold as (
    select s.product_id, sum(s.units::double precision)::bigint as units from private.products_sold(w.since, w.until) s group by 1
  ), goods as materialized (   -- narrow, because there are as many rows as products
    select p.id, p.status = 'active' as active, p.stock, s.units, p.stock * p.base_price as money, p.stock * c.cost as cost,
      -- whole days that the stock lasts: none is left once it is sold out
      case when s.units > 0 then floor(p.stock * private.days_on_sale(p_from, last, p.created_at) / s.units)::bigint end as days_left,
      p.stock > 0 and p.created_at < dead_since and not p.id in (
        select l.product_id from private.products_sold(dead_since, w.as_of + interval '1 microsecond') l where l.product_id is not null) as dead
    from public.products p
    left join sold s on s.product_id = p.id
    left join public.product_costs c on c.product_id = p.id and (select private.may('costs.read'))
    where p.stock > 0 or s.units > 0
  ), chosen as (
    select y.*, row_number() over () as place from (
      select l.* from (select x.*, case p_sort when 'left' then x.days_left when 'stock' then x.stock when 'units' then coalesce(x.units, 0) when 'money' then x.money end as rank,
          case p_sort when 'name' then (select lower(p.name) from public.products p where p.id = x.id) end as name
        from goods x where case p_list when 'soon' then x.active and x.days_left <= p_within when 'dead' then x.dead else true end) l
      order by case when p_ascending then l.rank end nulls last, case when not p_ascending then l.rank end desc nulls last,
        case when p_ascending then l.name end, case when not p_ascending then l.name end desc, l.money desc, l.id limit p_limit) y
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'soon', count(*) filter (where g.active and g.days_left <= p_within),
    'out', count(*) filter (where g.active and g.days_left <= p_within and g.stock = 0),
    'dead', count(*) filter (where g.dead),
    'dead_money', coalesce(sum(g.money) filter (where g.dead), 0),
    'money', coalesce(sum(g.money), 0),
    'cost', sum(g.cost),
    'costless', count(*) filter (where g.stock > 0 and g.cost is null),
    'all', count(*),
    'rows', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', p.name, 'sku', p.sku, 'image_url', p.image_url, 'status', p.status, 'stock', c.stock,
        'units', coalesce(c.units, 0), 'days', private.days_on_sale(p_from, last, p.created_at), 'days_left', c.days_left, 'money', c.money, 'cost', c.cost) order by c.place)
      from chosen c join public.products p on p.id = c.id), '[]'))
  from goods g
    into answer;
  return answer;
end $$;

create or replace function public.sales_breakdown(p_by text, p_from date, p_to date, p_before_from date, p_before_to date,
  p_sort text default 'revenue', p_ascending boolean default false, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  sums text;
  named text;
  sorted text;
  first_named boolean := p_sort = 'name' or p_by = 'category';   -- else only what is shown gets its name
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  -- amounts in paise, as double precision (private.sales_products); in rupees only where they are shown
  sums := case
    when p_by in ('product', 'category') then format(
      'select %s as key, sum(l.units::double precision) filter (where l.this) as units, sum(l.paise::double precision) filter (where l.this) as revenue,
         sum(l.paise::double precision) filter (where not l.this) as revenue_before, null::bigint as orders
       from (
         select true as this, p.* from private.products_sold($1, $2) p
         union all
         select false, p.* from private.products_sold($3, $4) p) l %s
       group by 1', case p_by when 'product' then 'l.product_id' else 'p.category_id' end,
      case p_by when 'category' then 'left join public.products p on p.id = l.product_id' else '' end)
    when p_by in ('state', 'payment') then format(
      'select s.%I as key, null::bigint as units, (sum(s.revenue) filter (where s.this) * 100)::double precision as revenue,
         (sum(s.revenue) filter (where not s.this) * 100)::double precision as revenue_before, sum(s.orders) filter (where s.this) as orders
       from sales s group by 1 having sum(s.orders) > 0', case p_by when 'state' then 'place_of_supply' else 'payment_method' end)
    when p_by = 'customer' then   -- not summed by day: nearly every order has another
      'select s.user_id as key, null::bigint as units, sum(s.paise) filter (where s.this) as revenue,
         sum(s.paise) filter (where not s.this) as revenue_before, count(*) filter (where s.this) as orders
       from (
         select true as this, o.user_id, (o.total_amount * 100)::double precision as paise from public.orders o
           where o.created_at >= $1 and o.created_at < $2 and private.is_sale(o.status, o.payment_state)
         union all
         select false, o.user_id, (o.total_amount * 100)::double precision from public.orders o
           where o.created_at >= $3 and o.created_at < $4 and private.is_sale(o.status, o.payment_state)) s
       group by 1'
    end;
  if sums is null or p_sort not in ('name', 'units', 'orders', 'revenue', 'before', 'change') or p_limit not between 1 and 100000 then
    raise exception 'There is no such breakdown' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  named := case p_by
    when 'product' then 'select g.*, p.name, p.sku as detail, p.image_url from %I g left join public.products p on p.id = g.key'
    when 'customer' then 'select g.*, coalesce(nullif(p.company_name, ''''), nullif(p.full_name, '''')) as name,
        case when coalesce(p.company_name, '''') <> '''' then nullif(p.full_name, '''') end as detail, null::text as image_url
      from %I g left join public.profiles p on p.id = g.key'
    -- each category with all that stands below it: a line counts for its category and for every one above it
    when 'category' then 'select c.id as key, sum(g.units) as units, sum(g.revenue) as revenue, sum(g.revenue_before) as revenue_before,
        null::bigint as orders, min(c.name) as name, min(c.path) as detail, null::text as image_url
      from %I g left join (select t.id as below, a.id, a.name, a.path from tree t join tree a on a.id = any (t.line)) c on c.below = g.key
      group by c.id'
    else 'select g.*, g.key as name, null::text as detail, null::text as image_url from %I g' end;
  sorted := format('%s %s nulls last, x.revenue desc nulls last, x.key nulls last',
    case p_sort when 'name' then 'lower(x.name)' when 'units' then 'coalesce(x.units, 0)' when 'orders' then 'coalesce(x.orders, 0)'
      when 'before' then 'coalesce(x.revenue_before, 0)' when 'change' then 'coalesce(x.revenue, 0) - coalesce(x.revenue_before, 0)'
      else 'coalesce(x.revenue, 0)' end,
    case when p_ascending then 'asc' else 'desc' end);
  execute format(
    'with recursive tree (id, name, line, path) as (
       select c.id, c.name, array[c.id], null::text from public.categories c where c.parent_id is null
       union all
       select c.id, c.name, t.line || c.id, concat_ws('' › '', t.path, t.name) from public.categories c join tree t on c.parent_id = t.id
     ), sales as materialized (
       select true as this, s.* from private.sales_of($1, $2) s
       union all
       select false, s.* from private.sales_of($3, $4) s
     ), sums as materialized (%s), %s
     select jsonb_build_object(
       ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''key'', c.key, ''name'', c.name, ''detail'', c.detail, ''image_url'', c.image_url,
           ''units'', coalesce(c.units, 0), ''orders'', coalesce(c.orders, 0), ''revenue'', private.rupees(coalesce(c.revenue, 0)),
           ''revenue_before'', private.rupees(coalesce(c.revenue_before, 0))) order by c.place)
         from shown c), ''[]''),
       ''count'', %s,
       ''total'', private.rupees(t.revenue), ''total_before'', private.rupees(t.revenue_before), ''units'', t.units,
       ''orders'', (select coalesce(sum(s.orders), 0) from sales s where s.this),
       ''charges'', (select coalesce(sum(s.charges), 0) from sales s where s.this))
     from (   -- read once: of products there are as many rows as were sold
       select count(*) as n, coalesce(sum(g.revenue), 0) as revenue, coalesce(sum(g.revenue_before), 0) as revenue_before, coalesce(sum(g.units), 0) as units from sums g) t',
    sums,
    case when first_named
      then format('named as materialized (%s), shown as (
        select y.*, row_number() over () as place from (select x.* from named x order by %s limit $5) y)', format(named, 'sums'), sorted)
      else format('chosen as materialized (
        select y.*, row_number() over () as place from (select x.* from sums x order by %s limit $5) y), shown as (%s)', sorted, format(named, 'chosen')) end,
    case when p_by = 'category' then '(select count(*) from named)' else 't.n' end)
    into answer using w.since, w.until, w.before_since, w.before_until, p_limit;
  return answer || jsonb_build_object('as_of', w.as_of);
end $$;
