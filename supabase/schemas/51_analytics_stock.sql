-- how long the stock lasts, on /admin/sales-analytics (docs/decisions/0028). definer, and checked, like the functions of 51_analytics.sql

-- the days of a period on which a product was on sale: a younger one is measured by its own days
create function private.days_on_sale(p_from date, p_to date, p_created timestamptz) returns integer
language sql immutable parallel safe return greatest(p_to - greatest(p_from, (p_created at time zone interval '5 hours 30 minutes')::date) + 1, 1);
revoke all on function private.days_on_sale(date, date, timestamptz) from public;

-- what was sold of each product in a period, and whether any was in a second one, which may overlap it: the sums of both are read once.
-- `rows`: the planner would expect few products, and look for each of the shop's among them
create function private.units_sold(p_since timestamptz, p_until timestamptz, p_lately_since timestamptz, p_lately_until timestamptz)
returns table (product_id uuid, units bigint, lately boolean)
language sql stable rows 100000 set search_path = '' as $$
  with days as materialized (
    select d.day, d.since, d.until, d.summed, bool_or(not d.lately) as this, bool_or(d.lately) as lately
    from (
      select false as lately, x.* from private.days_of_sales(p_since, p_until) x
      union all
      select true, x.* from private.days_of_sales(p_lately_since, p_lately_until) x) d
    group by 1, 2, 3, 4
  ), at_once as materialized (
    select least(private.parts_at_once(p_since, p_until), private.parts_at_once(p_lately_since, p_lately_until)) as n
  ), unsummed_parts as materialized (
    select private.product_part(s.product_id) / n.n * n.n as part, array_agg(d.this) as this, array_agg(d.lately) as lately,
      array_agg(s.product_id) as product_id, array_agg(s.units) as units
    from at_once n cross join days d cross join lateral private.add_up_products(d.since, d.until) s where not d.summed group by 1
  )
  select y.* from at_once n cross join generate_series(0, 63, n.n) g (part) cross join lateral (
    select l.product_id, (sum(l.units::double precision) filter (where l.this))::bigint as units, bool_or(l.lately) as lately
    from (
      select d.this, d.lately, s.product_id, s.units
      from days d join private.sales_products s on s.day = d.day and private.product_part(s.product_id) between g.part and g.part + n.n - 1 where d.summed
      union all
      select r.* from unsummed_parts u cross join lateral unnest(u.this, u.lately, u.product_id, u.units) r where u.part = g.part) l
    where l.product_id is not null group by 1) y
$$;
revoke all on function private.units_sold(timestamptz, timestamptz, timestamptz, timestamptz) from public;

-- how long the stock lasts at the pace of the days from p_from to p_to, as of p_now: what public.stock_cover returns to those who may read it
create function private.cover_stock(p_now timestamptz, p_from date, p_to date, p_list text, p_within integer, p_sort text, p_ascending boolean, p_limit integer,
  p_costs boolean) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  today date := (p_now at time zone 'Asia/Kolkata')::date;
  last date := least(p_to, today);
  dead_since timestamptz := (today - 89)::timestamp at time zone 'Asia/Kolkata';   -- ninety days, today included
  answer jsonb;
begin
  select * into w from private.times_of_days(p_from, p_to, p_now);
  with goods as (
    select p.id, p.status = 'active' as active, p.stock, s.units, p.base_price, p.stock * c.cost as cost, p_costs and c.cost is null as costless,
      -- whole days that the stock lasts: none is left once it is sold out
      case when s.units > 0 then p.stock * private.days_on_sale(p_from, last, p.created_at)::bigint / s.units end as days_left,
      p.stock > 0 and p.created_at < dead_since and s.lately is not true as dead
    from public.products p
    left join private.units_sold(w.since, w.until, dead_since, p_now + interval '1 microsecond') s on s.product_id = p.id
    left join public.product_costs c on c.product_id = p.id and p_costs
    where p.stock > 0 or s.units > 0
  ), kept as materialized (   -- a row for each product of the list, and one for all others of a price: as many rows as products may not fit into work_mem
    select case when case p_list when 'soon' then g.active and g.days_left <= p_within when 'dead' then g.dead else true end then g.id end as id, g.base_price,
      count(*) as n, sum(g.stock) as stock, min(g.units) as units, min(g.days_left) as days_left, sum(g.cost) as cost, count(*) filter (where g.costless and g.stock > 0) as costless,
      count(*) filter (where g.active and g.days_left <= p_within) as soon, count(*) filter (where g.active and g.days_left <= p_within and g.stock = 0) as out,
      count(*) filter (where g.dead) as dead, sum(g.stock) filter (where g.dead) as dead_stock
    from goods g group by 1, 2
  ), chosen as (
    select y.*, row_number() over () as place from (
      select l.* from (select x.*, x.stock * x.base_price as money,
          case p_sort when 'left' then x.days_left when 'stock' then x.stock when 'units' then coalesce(x.units, 0) when 'money' then x.stock * x.base_price end as rank,
          case p_sort when 'name' then (select lower(p.name) from public.products p where p.id = x.id) end as name
        from kept x where x.id is not null) l
      order by case when p_ascending then l.rank end nulls last, case when not p_ascending then l.rank end desc nulls last,
        case when p_ascending then l.name end, case when not p_ascending then l.name end desc, l.money desc, l.id limit p_limit) y
  )
  select jsonb_build_object(
    'as_of', p_now,
    'soon', coalesce(sum(k.soon), 0),
    'out', coalesce(sum(k.out), 0),
    'dead', coalesce(sum(k.dead), 0),
    'dead_money', coalesce(sum(k.dead_stock * k.base_price), 0),
    'money', coalesce(sum(k.stock * k.base_price), 0),
    'cost', sum(k.cost),
    'costless', coalesce(sum(k.costless), 0),
    'all', coalesce(sum(k.n), 0),
    'rows', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', p.name, 'sku', p.sku, 'image_url', p.image_url, 'status', p.status, 'stock', c.stock,
        'units', coalesce(c.units, 0), 'days', private.days_on_sale(p_from, last, p.created_at), 'days_left', c.days_left, 'money', c.money, 'cost', c.cost) order by c.place)
      from chosen c join public.products p on p.id = c.id), '[]'))
  from kept k
    into answer;
  return answer;
end $$;
revoke all on function private.cover_stock(timestamptz, date, date, text, integer, text, boolean, integer, boolean) from public;

-- the answers that staff of a large catalogue see first, which take more than a second: a job caches them (docs/decisions/0132-stock-of-a-large-catalogue.md).
-- unlogged: after a crash it is empty, and they are made again
create unlogged table private.stock_covers (
  question jsonb primary key,   -- private.cover_question
  answer jsonb not null,   -- with costs
  made_at timestamptz not null
);
alter table private.stock_covers enable row level security;
-- no policy and no grant: the functions below alone
revoke all on private.stock_covers from public;

create function private.cover_question(p_from date, p_to date, p_list text, p_within integer, p_sort text, p_ascending boolean, p_limit integer) returns jsonb
language sql stable return jsonb_build_array(p_from, p_to, p_list, p_within, p_sort, p_ascending, p_limit);
revoke all on function private.cover_question(date, date, text, integer, text, boolean, integer) from public;

-- a job: of a large catalogue, caches what each list of the last thirty days shows first on /admin/sales-analytics?view=stock (app/data/admin/reports/analytics.ts)
create function private.cache_stock_covers() returns void
language plpgsql security definer set search_path = '' as $$
declare
  now_at timestamptz := private.clock_now();
  today date := (now_at at time zone 'Asia/Kolkata')::date;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.cache_stock_covers')) then return; end if;
  if not private.is_large_catalogue() then
    delete from private.stock_covers;
    return;
  end if;
  with made as (
    select private.cover_question(today - 29, today, l.list, 14, l.sort, l.ascending, 50) as question,
      private.cover_stock(now_at, today - 29, today, l.list, 14, l.sort, l.ascending, 50, true) as answer
    from (values ('soon', 'left', true), ('dead', 'money', false), ('all', 'left', true)) l (list, sort, ascending)
  ), gone as (
    delete from private.stock_covers k where not exists (select from made m where m.question = k.question)
  )
  insert into private.stock_covers (question, answer, made_at) select m.question, m.answer, now_at from made m
    on conflict (question) do update set answer = excluded.answer, made_at = excluded.made_at;
end $$;
revoke all on function private.cache_stock_covers() from public;
grant execute on function private.cache_stock_covers() to shop_mail;

-- how long the stock lasts at the pace of the period, and what is not selling. `list`: soon (active, sold out within
-- p_within days), dead (in stock, older than 90 days and not sold for 90), all (what was sold or is in stock). a product
-- that is younger than the period is measured by its own days. money: what the stock would bring at the price of one.
-- cost: what the stock cost, null for who may not read costs and where no product has one; costless: products in stock without one, 0 for who
-- may not read costs. as_of: of a large catalogue, when a job made the answer, up to 20 minutes ago.
create function public.stock_cover(p_from date, p_to date, p_list text default 'soon', p_within integer default 14,
  p_sort text default 'left', p_ascending boolean default true, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  w record;
  costs boolean := private.may('costs.read');
  cached jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_from, p_to);
  if p_list not in ('soon', 'dead', 'all') or p_sort not in ('name', 'left', 'stock', 'units', 'money') or p_within not between 0 and 3650
    or p_limit not between 1 and 100000 then
    raise exception 'There is no such list' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  select k.answer into cached from private.stock_covers k
    where k.question = private.cover_question(p_from, p_to, p_list, p_within, p_sort, p_ascending, p_limit) and k.made_at > w.as_of - interval '20 minutes';
  if cached is null then
    return private.cover_stock(w.as_of, p_from, p_to, p_list, p_within, p_sort, p_ascending, p_limit, costs);
  elsif costs then
    return cached;
  end if;
  return cached || jsonb_build_object('cost', null, 'costless', 0, 'rows',
    (select coalesce(jsonb_agg(r.row || '{"cost": null}' order by r.place), '[]') from jsonb_array_elements(cached -> 'rows') with ordinality r (row, place)));
end $$;
revoke all on function public.stock_cover(date, date, text, integer, text, boolean, integer) from public;
grant execute on function public.stock_cover(date, date, text, integer, text, boolean, integer) to authenticated;
