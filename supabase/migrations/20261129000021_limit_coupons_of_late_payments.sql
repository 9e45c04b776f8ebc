-- whether goods and coupon can be taken again, and no store credit was given back, which may be spent by now; both are locked from here on, products in id order and coupons after them,
-- as every writer does
create or replace function private.can_take_again(p_order uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.payments p where p.order_id = p_order and p.method = 'credit' and p.state <> 'paid') then return false; end if;
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  if exists (
    select from (select i.product_id, sum(i.quantity) as quantity from public.order_items i where i.order_id = p_order group by 1) n
      left join public.products p on p.id = n.product_id where p.stock is null or p.stock < n.quantity
  ) then return false; end if;
  perform from public.discounts d where d.id in (select r.discount_id from private.released_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  -- both limits, as discount_standing has them: else who lets several orders expire and pays them late uses a coupon more often than they may
  return not exists (select from public.discounts d join private.released_redemptions r on r.discount_id = d.id where r.order_id = p_order and (d.times_used >= d.usage_limit
    or d.customer_limit <= (select count(*) from public.discount_redemptions u where u.discount_id = d.id and u.user_id = r.user_id)));
end $$;
