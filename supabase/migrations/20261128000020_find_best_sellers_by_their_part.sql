-- the index of the sums by product has the part of a product before its id
create or replace function public.sales_overview(p_from date, p_to date, p_before_from date, p_before_to date) returns jsonb
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
