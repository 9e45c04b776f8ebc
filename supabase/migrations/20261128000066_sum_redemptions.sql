-- the list of discounts read the order of each redemption there ever was, to know what it took off.
alter table public.discount_redemptions add column amount numeric(12, 2);
alter table private.released_redemptions add column amount numeric(12, 2);
grant insert (amount) on public.discount_redemptions to shop_orders;
create index if not exists discount_redemptions_uses_idx on public.discount_redemptions (discount_id, user_id) include (amount);
-- contract: the new index takes its place; used by SQL alone
drop index public.discount_redemptions_discount_id_idx;

create or replace function public.discount_uses() returns table (discount_id uuid, uses bigint, given numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('marketing.write') then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  return query select r.discount_id, count(*), coalesce(sum(r.amount), 0) + coalesce(sum(
      (select sum((o.value ->> 'amount')::numeric) from public.orders x, jsonb_array_elements(x.offers) o
        where x.id = r.order_id and o.value ->> 'id' = r.discount_id::text)) filter (where r.amount is null), 0)
    from public.discount_redemptions r group by r.discount_id;
end $$;

create or replace function private.remember_redemption() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.released_redemptions (order_id, discount_id, user_id, amount)
    select old.order_id, old.discount_id, old.user_id, old.amount from public.orders o, public.discounts d
    where o.id = old.order_id and o.status = 'cancelled' and d.id = old.discount_id
    on conflict do nothing;
  return null;
end $$;

create or replace function private.follow_reopening() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_take_again(new.id) then
    raise exception 'The goods of order % are sold', new.id using errcode = 'PT409', detail = '{"code":"OUT_OF_STOCK"}';
  end if;
  perform set_config('shop.stock_reason', 'order', true), set_config('shop.stock_order', new.id::text, true);
  update public.products p set stock = p.stock - n.quantity, units_sold = p.units_sold + n.quantity
    from (select i.product_id, sum(i.quantity)::integer as quantity from public.order_items i where i.order_id = new.id group by 1) n
    where p.id = n.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
  with released as (delete from private.released_redemptions r where r.order_id = new.id returning r.*),
  used as (insert into public.discount_redemptions (order_id, discount_id, user_id, amount)
    select r.order_id, r.discount_id, r.user_id, r.amount from released r returning discount_id)
  update public.discounts d set times_used = d.times_used + 1 from used
    where d.id = used.discount_id and (d.code is not null or d.usage_limit is not null);
  return null;
end $$;
