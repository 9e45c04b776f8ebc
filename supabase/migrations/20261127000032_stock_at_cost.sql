set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.stock_cover(p_from date, p_to date, p_list text DEFAULT 'soon'::text, p_within integer DEFAULT 14, p_sort text DEFAULT 'left'::text, p_ascending boolean DEFAULT true, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
 SET random_page_cost TO '1.1'
AS $function$
declare
  w record;
  today date;
  last date;
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_from, p_to);
  if p_list not in ('soon', 'dead', 'all') or p_sort not in ('name', 'left', 'stock', 'units', 'money') or p_within not between 0 and 3650
    or p_limit not between 1 and 100000 then
    raise exception 'There is no such list' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  today := (w.as_of at time zone 'Asia/Kolkata')::date;
  last := least(p_to, today);
  with sold as (
    select i.product_id, sum(i.quantity) as units from public.orders o join public.order_items i on i.order_id = o.id
    where o.created_at >= w.since and o.created_at < w.until and private.is_sale(o.status, o.payment_state) group by 1
  ), lately as (
    select distinct i.product_id from public.orders o join public.order_items i on i.order_id = o.id
    where o.created_at >= (today - 89)::timestamp at time zone 'Asia/Kolkata' and o.created_at <= w.as_of and private.is_sale(o.status, o.payment_state)
  ), goods as materialized (
    select p.id, p.name, p.sku, p.image_url, p.status, p.stock, coalesce(s.units, 0) as units, d.days, p.stock * p.base_price as money,
      p.stock * c.cost as cost,
      -- whole days that the stock lasts: none is left once it is sold out
      case when s.units > 0 then floor(p.stock * d.days / s.units)::bigint end as days_left,
      p.stock > 0 and l.product_id is null and p.created_at < (today - 89)::timestamp at time zone 'Asia/Kolkata' as dead
    from public.products p
    left join sold s on s.product_id = p.id
    left join lately l on l.product_id = p.id
    left join public.product_costs c on c.product_id = p.id and (select private.may('costs.read'))
    cross join lateral (select greatest(last - greatest(p_from, (p.created_at at time zone interval '5 hours 30 minutes')::date) + 1, 1) as days) d
    where p.stock > 0 or s.units > 0
  ), listed as (
    select g.* from goods g where case p_list when 'soon' then g.status = 'active' and g.days_left <= p_within when 'dead' then g.dead else true end
  ), chosen as (
    select y.*, row_number() over () as place from (
      select l.* from (select x.*, case p_sort when 'left' then x.days_left when 'stock' then x.stock when 'units' then x.units when 'money' then x.money end as rank
        from listed x) l
      order by case when p_ascending then l.rank end nulls last, case when not p_ascending then l.rank end desc nulls last,
        case when p_sort = 'name' and p_ascending then lower(l.name) end, case when p_sort = 'name' and not p_ascending then lower(l.name) end desc,
        l.money desc, l.id limit p_limit) y
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'soon', (select count(*) from goods g where g.status = 'active' and g.days_left <= p_within),
    'out', (select count(*) from goods g where g.status = 'active' and g.days_left <= p_within and g.stock = 0),
    'dead', (select count(*) from goods g where g.dead),
    'dead_money', (select coalesce(sum(g.money), 0) from goods g where g.dead),
    'money', (select coalesce(sum(g.money), 0) from goods g),
    'cost', (select sum(g.cost) from goods g),
    'costless', (select count(*) from goods g where g.stock > 0 and g.cost is null),
    'all', (select count(*) from goods),
    'rows', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'sku', c.sku, 'image_url', c.image_url, 'status', c.status, 'stock', c.stock,
        'units', c.units, 'days', c.days, 'days_left', c.days_left, 'money', c.money, 'cost', c.cost) order by c.place) from chosen c), '[]'))
    into answer;
  return answer;
end $function$
;
