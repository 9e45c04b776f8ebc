-- what a customer bought before, for the trade list: each product with the quantity and the moment of its last order, the latest first.

-- runs with the caller's own rights. staff see every order, so the owner is named all the same. of an account with very many orders the
-- latest 200 are enough: a list of what is restocked, not a history.
create function public.bought_before(p_limit integer default 24) returns table (quantity integer, bought_at timestamptz, product jsonb)
language sql stable set search_path = '' rows 24 as $$
  select l.quantity, l.bought_at, to_jsonb(c)
  from (
    select distinct on (i.product_id) i.product_id, i.quantity, o.created_at as bought_at
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
$$;
revoke all on function public.bought_before(integer) from public;
grant execute on function public.bought_before(integer) to authenticated;
