-- the figures of /admin/sales-analytics (docs/decisions/0028). one call per screen, from the sums of past days and the orders of all
-- others (49_sales_days.sql, docs/decisions/0120), so they are what the rows say at that moment. definer, so that no policy is evaluated
-- for each of the rows behind a sum; each first checks that the caller may read the analytics. names and the previous period only for
-- what is shown.

-- a period of indian days, both ends included, as times. one that reaches today ends now
create function private.times_of_days(p_from date, p_to date, p_now timestamptz, out since timestamptz, out until timestamptz)
language sql stable set search_path = '' as $$
  select p_from::timestamp at time zone 'Asia/Kolkata', least((p_to + 1)::timestamp at time zone 'Asia/Kolkata', p_now + interval '1 microsecond')
$$;
revoke all on function private.times_of_days(date, date, timestamptz) from public;

-- two periods of indian days, both ends included, as times. a period that reaches today ends now, and the one it is compared with
-- ends at the same time of its own last day. refuses periods that would take too long, and callers who are no admins.
create function private.sales_window(p_from date, p_to date, p_before_from date, p_before_to date,
  out as_of timestamptz, out since timestamptz, out until timestamptz, out before_since timestamptz, out before_until timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  today date;
  ahead integer;
begin
  if not public.may('analytics.read') then raise exception 'permission denied for the analytics' using errcode = '42501'; end if;
  if p_from is null or p_to is null or p_before_from is null or p_before_to is null or p_to < p_from or p_before_to < p_before_from
    or p_to - p_from > 1826 or p_before_to - p_before_from > 1826 then
    raise exception 'A period has a first and a last day, and at most five years' using errcode = '22023', detail = '{"code":"BAD_PERIOD"}';
  end if;
  as_of := private.clock_now();
  today := (as_of at time zone 'Asia/Kolkata')::date;
  ahead := greatest(p_to - today, 0);
  select t.since, t.until into since, until from private.times_of_days(p_from, p_to, as_of) t;
  before_since := p_before_from::timestamp at time zone 'Asia/Kolkata';
  before_until := case when p_to < today then (p_before_to + 1)::timestamp at time zone 'Asia/Kolkata'
    else (p_before_to - ahead)::timestamp at time zone 'Asia/Kolkata' + (until - today::timestamp at time zone 'Asia/Kolkata') end;
end $$;
revoke all on function private.sales_window(date, date, date, date) from public;

-- the screen's first page: both periods in figures and by day, and what sold best, from where, paid how.
create function public.sales_overview(p_from date, p_to date, p_before_from date, p_before_to date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  overview jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  with sales as materialized (
    select true as this, s.* from private.sales_of(w.since, w.until) s
    union all
    select false, s.* from private.sales_of(w.before_since, w.before_until) s
  ), by_day as (
    select s.this, s.day, sum(s.orders) as orders, sum(s.revenue) as revenue, sum(s.units) as units from sales s group by 1, 2 having sum(s.orders) > 0
  ), figures as (
    select t.this, jsonb_build_object('orders', coalesce(sum(s.orders), 0), 'revenue', coalesce(sum(s.revenue), 0), 'units', coalesce(sum(s.units), 0),
        'charges', coalesce(sum(s.charges), 0), 'discount', coalesce(sum(s.discount), 0), 'gst', coalesce(sum(s.gst), 0),
        'cancelled', coalesce(sum(s.cancelled), 0), 'cancelled_amount', coalesce(sum(s.cancelled_amount), 0),
        'refunds', coalesce(sum(s.refunds), 0), 'refunds_amount', coalesce(sum(s.refunds_amount), 0),
        'waiting', coalesce(sum(s.waiting), 0), 'waiting_amount', coalesce(sum(s.waiting_amount), 0)) as figures
    from (values (true), (false)) t (this) left join sales s on s.this = t.this group by t.this
  ), series as (
    select d.this, jsonb_agg(jsonb_build_object('day', d.day, 'orders', d.orders, 'revenue', d.revenue, 'units', d.units) order by d.day) as days
    from by_day d group by d.this
  ), products as materialized (
    select s.product_id, sum(s.units::double precision) as units, sum(s.paise::double precision) as paise from private.products_sold(w.since, w.until) s
    where s.product_id is not null group by 1
  ), best as materialized (
    select p.* from products p order by p.paise desc, p.product_id limit 8
  ), best_before as (   -- of these few alone, by the index
    select s.product_id, sum(s.paise::double precision) as paise from private.products_sold(w.before_since, w.before_until) s
    where s.product_id = any (array(select b.product_id from best b)) and private.product_part(s.product_id) = any (array(select private.product_part(b.product_id) from best b))
    group by 1
  ), states as (
    select s.place_of_supply as key, coalesce(sum(s.orders) filter (where s.this), 0) as orders, coalesce(sum(s.revenue) filter (where s.this), 0) as revenue,
      coalesce(sum(s.revenue) filter (where not s.this), 0) as revenue_before
    from sales s group by 1 having sum(s.orders) > 0
  ), methods as (
    select s.payment_method as key, coalesce(sum(s.orders) filter (where s.this), 0) as orders, coalesce(sum(s.revenue) filter (where s.this), 0) as revenue,
      coalesce(sum(s.revenue) filter (where not s.this), 0) as revenue_before
    from sales s group by 1 having sum(s.orders) > 0
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'this', (select f.figures from figures f where f.this),
    'before', (select f.figures from figures f where not f.this),
    'days', coalesce((select s.days from series s where s.this), '[]'),
    'days_before', coalesce((select s.days from series s where not s.this), '[]'),
    'products', coalesce((select jsonb_agg(jsonb_build_object('key', b.product_id, 'name', p.name, 'image_url', p.image_url, 'units', b.units, 'revenue', private.rupees(b.paise),
        'revenue_before', private.rupees(coalesce(e.paise, 0))) order by b.paise desc, b.product_id)
      from best b join public.products p on p.id = b.product_id
      left join best_before e on e.product_id = b.product_id), '[]'),
    'sold', (select count(*) from products),
    'states', coalesce((select jsonb_agg(to_jsonb(s) order by s.revenue desc, s.key) from states s), '[]'),
    'methods', coalesce((select jsonb_agg(to_jsonb(m) order by m.revenue desc, m.key) from methods m), '[]'))
    into overview;
  return overview;
end $$;
revoke all on function public.sales_overview(date, date, date, date) from public;
grant execute on function public.sales_overview(date, date, date, date) to authenticated;

-- the body lets admins through; nothing for anon

-- the period by one attribute, compared with the previous period. `key` null: lines of products that were deleted, goods without a
-- category, orders without an account. of a product and a category what was paid for the goods (their lines, tax included);
-- of all others the whole order. a category includes its sub-categories, so the rows add up to more than their total.
create function public.sales_breakdown(p_by text, p_from date, p_to date, p_before_from date, p_before_to date,
  p_sort text default 'revenue', p_ascending boolean default false, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  sums text;
  totals text;
  named text;
  sorted text;
  cut text;   -- of the sums, so that only what may be shown leaves its part
  first_named boolean := p_sort = 'name' or p_by = 'category';   -- else only what is shown gets its name
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  sorted := format('%s %s nulls last, x.revenue desc nulls last, x.key nulls last',
    case p_sort when 'name' then 'lower(x.name)' when 'units' then 'coalesce(x.units, 0)' when 'orders' then 'coalesce(x.orders, 0)'
      when 'before' then 'coalesce(x.revenue_before, 0)' when 'change' then 'coalesce(x.revenue, 0) - coalesce(x.revenue_before, 0)'
      else 'coalesce(x.revenue, 0)' end,
    case when p_ascending then 'asc' else 'desc' end);
  cut := case when first_named then '' else format('order by %s limit $5', sorted) end;
  -- amounts in paise, as double precision (private.sales_products); in rupees only where they are shown. `n`: the sums of the part, before the cut
  sums := case
    when p_by = 'product' then format(
      'select g.part, y.* from generate_series(0, 63, $6) g (part) cross join lateral (
         select x.*, count(*) over () as n from (
           select l.product_id as key, sum(l.units::double precision) filter (where l.this) as units, sum(l.paise::double precision) filter (where l.this) as revenue,
             sum(l.paise::double precision) filter (where not l.this) as revenue_before, null::bigint as orders
           from (
             select d.this, s.product_id, s.units, s.paise
             from days d join private.sales_products s on s.day = d.day and private.product_part(s.product_id) between g.part and g.part + $6 - 1 where d.summed
             union all
             select r.* from unsummed_parts u cross join lateral unnest(u.this, u.product_id, u.units, u.paise) r where u.part = g.part) l
           group by 1) x %s) y', cut)
    when p_by = 'category' then
      'select 0 as part, l.category_id as key, sum(l.units::double precision) filter (where l.this) as units, sum(l.paise::double precision) filter (where l.this) as revenue,
         sum(l.paise::double precision) filter (where not l.this) as revenue_before, null::bigint as orders, 0 as n
       from (
         select true as this, c.* from private.categories_sold($1, $2) c
         union all
         select false, c.* from private.categories_sold($3, $4) c) l
       group by 2 having sum(l.units) filter (where l.this) <> 0 or sum(l.units) filter (where not l.this) <> 0'
    when p_by in ('state', 'payment') then format(
      'select 0 as part, s.%I as key, null::bigint as units, (sum(s.revenue) filter (where s.this) * 100)::double precision as revenue,
         (sum(s.revenue) filter (where not s.this) * 100)::double precision as revenue_before, sum(s.orders) filter (where s.this) as orders, count(*) over () as n
       from sales s group by 2 having sum(s.orders) > 0', case p_by when 'state' then 'place_of_supply' else 'payment_method' end)
    -- not summed by day: nearly every order has another. by bigint, as postgresql turns a numeric into a double precision by way of text
    when p_by = 'customer' then format(
      'select x.*, count(*) over () as n from (
         select 0 as part, s.user_id as key, null::bigint as units, sum(s.paise) filter (where s.this) as revenue,
           sum(s.paise) filter (where not s.this) as revenue_before, count(*) filter (where s.this) as orders
         from (
           select true as this, o.user_id, (o.total_amount * 100)::bigint::double precision as paise from public.orders o
             where o.created_at >= $1 and o.created_at < $2 and private.is_sale(o.status, o.payment_state)
           union all
           select false, o.user_id, (o.total_amount * 100)::bigint::double precision from public.orders o
             where o.created_at >= $3 and o.created_at < $4 and private.is_sale(o.status, o.payment_state)) s
         group by 2) x %s', cut)
    end;
  if sums is null or p_sort not in ('name', 'units', 'orders', 'revenue', 'before', 'change') or p_limit not between 1 and 100000 then
    raise exception 'There is no such breakdown' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  -- not from the rows behind the breakdown, which may be as many as products were sold
  totals := case p_by
    when 'product' then
      'select sum(l.units) filter (where l.this) as units, sum(l.paise::double precision) filter (where l.this) as revenue,
         sum(l.paise::double precision) filter (where not l.this) as revenue_before
       from (
         select d.this, c.units, c.paise from days d join private.sales_categories c on c.day = d.day where d.summed
         union all
         select u.this, u.units, u.paise from unsummed u) l'
    when 'category' then 'select sum(g.units) as units, sum(g.revenue) as revenue, sum(g.revenue_before) as revenue_before from sums g'
    else
      'select 0 as units, (sum(s.revenue) filter (where s.this) * 100)::double precision as revenue,
         (sum(s.revenue) filter (where not s.this) * 100)::double precision as revenue_before from sales s' end;
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
  execute format(
    'with recursive tree (id, name, line, path) as (
       select c.id, c.name, array[c.id], null::text from public.categories c where c.parent_id is null
       union all
       select c.id, c.name, t.line || c.id, concat_ws('' › '', t.path, t.name) from public.categories c join tree t on c.parent_id = t.id
     ), sales as materialized (
       select true as this, s.* from private.sales_of($1, $2) s
       union all
       select false, s.* from private.sales_of($3, $4) s
     ), days as materialized (
       select true as this, d.* from private.days_of_sales($1, $2) d
       union all
       select false, d.* from private.days_of_sales($3, $4) d
     ), unsummed as materialized (
       select d.this, private.product_part(s.product_id) / $6 * $6 as part, s.product_id, s.units, s.paise
       from days d cross join lateral private.add_up_products(d.since, d.until) s where not d.summed
     ), unsummed_parts as materialized (   -- a row for each part, which is found faster than its rows among those of all parts
       select u.part, array_agg(u.this) as this, array_agg(u.product_id) as product_id, array_agg(u.units) as units, array_agg(u.paise) as paise
       from unsummed u group by 1
     ), sums as materialized (%s), %s
     select jsonb_build_object(
       ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''key'', c.key, ''name'', c.name, ''detail'', c.detail, ''image_url'', c.image_url,
           ''units'', coalesce(c.units, 0), ''orders'', coalesce(c.orders, 0), ''revenue'', private.rupees(coalesce(c.revenue, 0)),
           ''revenue_before'', private.rupees(coalesce(c.revenue_before, 0))) order by c.place)
         from shown c), ''[]''),
       ''count'', %s,
       ''total'', private.rupees(coalesce(t.revenue, 0)), ''total_before'', private.rupees(coalesce(t.revenue_before, 0)), ''units'', coalesce(t.units, 0),
       ''orders'', (select coalesce(sum(s.orders), 0) from sales s where s.this),
       ''charges'', (select coalesce(sum(s.charges), 0) from sales s where s.this))
     from (%s) t',
    sums,
    case when first_named
      then format('named as materialized (%s), shown as (
        select y.*, row_number() over () as place from (select x.* from named x order by %s limit $5) y)', format(named, 'sums'), sorted)
      else format('chosen as materialized (
        select y.*, row_number() over () as place from (select x.* from sums x order by %s limit $5) y), shown as (%s)', sorted, format(named, 'chosen')) end,
    case when p_by = 'category' then '(select count(*) from named)' else '(select coalesce(sum(p.n), 0) from (select distinct g.part, g.n from sums g) p)' end,
    totals)
    into answer using w.since, w.until, w.before_since, w.before_until, p_limit,
      least(private.parts_at_once(w.since, w.until), private.parts_at_once(w.before_since, w.before_until));
  return answer || jsonb_build_object('as_of', w.as_of);
end $$;
revoke all on function public.sales_breakdown(text, date, date, date, date, text, boolean, integer) from public;
grant execute on function public.sales_breakdown(text, date, date, date, date, text, boolean, integer) to authenticated;
