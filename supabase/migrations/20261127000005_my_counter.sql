drop function if exists "public"."bought_before"(p_limit integer);

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.my_counter()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    -- those that wait for money first, so that none is hidden behind newer ones
    'on_the_way', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.to_pay desc, o.created_at desc, o.id), '[]') from (
        select o.id, o.created_at, o.status, o.payment_method, o.payment_state, o.total_amount, o.pincode,
          o.payment_method <> 'cod' and o.payment_state in ('awaiting_payment', 'failed') as to_pay, count(*) over () as of,
          (select max(h.created_at) from public.order_status_history h where h.order_id = o.id and h.status = 'shipped') as shipped_at
        from public.orders o where o.user_id = (select auth.uid()) and o.status in ('pending', 'processing', 'shipped')
        order by to_pay desc, o.created_at desc, o.id limit 3) o),
    -- what the last order had, and what was bought more than once, the most often first
    'again', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.times desc, a.bought_at desc, a.product ->> 'id'), '[]') from (
        select b.* from (select *, max(bought_at) over () as last from public.bought_before(100)) b
        where b.times > 1 or b.bought_at = b.last
        order by b.times desc, b.bought_at desc, b.product ->> 'id' limit 8) a),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') from (
        select o.id, o.created_at, o.total_amount, l.products, l.goods
        from public.orders o
        cross join lateral (
          select count(*) as products,
            coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'image_url', i.image_url)) filter (where i.place <= 4), '[]') as goods
          from (
            select product_name, image_url, row_number() over (order by product_name, id) as place
            from public.order_items where order_id = o.id) i) l
        where o.user_id = (select auth.uid())
        order by o.created_at desc, o.id limit 3) r),
    'delivery', (
      select jsonb_build_object('dispatch_days', dispatch_days, 'transit_home_min', transit_home_min, 'transit_home_max', transit_home_max,
        'transit_other_min', transit_other_min, 'transit_other_max', transit_other_max, 'transit_remote_min', transit_remote_min,
        'transit_remote_max', transit_remote_max, 'dispatch_holidays', dispatch_holidays)
      from public.settings limit 1))
$function$
;

CREATE OR REPLACE FUNCTION public.bought_before(p_limit integer DEFAULT 24)
 RETURNS TABLE(quantity integer, bought_at timestamp with time zone, product jsonb, unit_price numeric, times integer)
 LANGUAGE sql
 STABLE ROWS 24
 SET search_path TO ''
AS $function$
  select l.quantity, l.bought_at, to_jsonb(c), l.unit_price, l.times
  from (
    select distinct on (i.product_id) i.product_id, i.quantity, o.created_at as bought_at, i.unit_price,
      (count(*) over (partition by i.product_id))::integer as times
    from (
      select id, created_at from public.orders where user_id = (select auth.uid()) and status <> 'cancelled'
      order by created_at desc limit 200) o
    join public.order_items i on i.order_id = o.id
    where i.product_id is not null
    order by i.product_id, o.created_at desc, i.quantity desc) l
  cross join lateral (
    select p.id, p.name, p.brand, p.image_url, p.image_thumbhash, p.price, p.retail_price, p.mrp, p.gst_percent, p.pricing_tiers,
      p.min_order_quantity, p.stock
    from public.products p where p.id = l.product_id and p.status = 'active') c
  order by l.bought_at desc, l.product_id
  limit least(p_limit, 100)
$function$
;
revoke all on function public.bought_before(integer) from public;
grant execute on function public.bought_before(integer) to authenticated;
revoke all on function public.my_counter() from public;
grant execute on function public.my_counter() to authenticated;
