-- a payment that arrives after the scheduler has cancelled the order reserves the goods again, if they are still there
-- (docs/rules.md#order-before-payment).

insert into public.order_steps (from_status, to_status, actor, needs_reason, display_order) values ('cancelled', 'pending', 'system', false, 9);

-- what the customer or an admin cancelled stays cancelled, and so does an order whose account is deleted
create function private.guard_reopening() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.cancelled_by is not null or old.cancel_reason is not null or old.user_id is null or new.payment_state <> 'paid' then
    raise exception 'Only a payment opens an order again that the clock has cancelled' using errcode = 'PT409', detail = '{"code":"STEP_NOT_ALLOWED"}';
  end if;
  return new;
end $$;

-- which discounts a cancelled order had counted for it: they are counted again with it
create table private.released_redemptions (
  order_id uuid not null references public.orders (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  amount numeric(12, 2),
  primary key (order_id, discount_id)
);
create index released_redemptions_discount_id_idx on private.released_redemptions (discount_id);
create index released_redemptions_user_id_idx on private.released_redemptions (user_id);
alter table private.released_redemptions enable row level security;

-- no policy and no grant: the two functions below alone

create function private.remember_redemption() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.released_redemptions (order_id, discount_id, user_id, amount)
    select old.order_id, old.discount_id, old.user_id, old.amount from public.orders o, public.discounts d
    where o.id = old.order_id and o.status = 'cancelled' and d.id = old.discount_id
    on conflict do nothing;
  return null;
end $$;

-- whether goods and coupon can be taken again, and no store credit was given back, which may be spent by now; both are locked from here on, products in id order and coupons after them,
-- as every writer does
create function private.can_take_again(p_order uuid) returns boolean
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

create function private.follow_reopening() returns trigger
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
revoke all on function private.guard_reopening(), private.remember_redemption(), private.can_take_again(uuid), private.follow_reopening() from public;

create trigger remember_redemption after delete on public.discount_redemptions
  for each row execute function private.remember_redemption();
