-- a payment that arrives after the clock has cancelled the order takes the goods again, if they are still there
-- (docs/rules.md#order-before-payment).

insert into public.order_steps (from_status, to_status, actor, needs_reason, display_order) values ('cancelled', 'pending', 'system', false, 9);

-- what the customer or an admin cancelled stays cancelled, and so does an order whose buyer is gone
create function private.guard_reopening() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.cancelled_by is not null or old.cancel_reason is not null or old.user_id is null or new.payment_state <> 'paid' then
    raise exception 'Only a payment opens an order again that the clock has cancelled' using errcode = 'PT409', detail = '{"code":"STEP_NOT_ALLOWED"}';
  end if;
  return new;
end $$;
create trigger guard_reopening before update of status on public.orders
  for each row when (old.status = 'cancelled' and new.status = 'pending') execute function private.guard_reopening();

-- which discounts a cancelled order had counted for it: they are counted again with it
create table private.released_redemptions (
  order_id uuid not null references public.orders (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  primary key (order_id, discount_id)
);
create index released_redemptions_discount_id_idx on private.released_redemptions (discount_id);
create index released_redemptions_user_id_idx on private.released_redemptions (user_id);
alter table private.released_redemptions enable row level security;   -- no policy and no grant: the two functions below alone

create function private.remember_redemption() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.released_redemptions (order_id, discount_id, user_id)
    select old.order_id, old.discount_id, old.user_id from public.orders o, public.discounts d
    where o.id = old.order_id and o.status = 'cancelled' and d.id = old.discount_id
    on conflict do nothing;
  return null;
end $$;
create trigger remember_redemption after delete on public.discount_redemptions
  for each row execute function private.remember_redemption();

-- whether goods and coupon can be taken again; both are locked from here on, products in id order and coupons after them,
-- as every writer does
create function private.can_take_again(p_order uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  if exists (
    select from (select i.product_id, sum(i.quantity) as quantity from public.order_items i where i.order_id = p_order group by 1) n
      left join public.products p on p.id = n.product_id where p.stock is null or p.stock < n.quantity
  ) then return false; end if;
  perform from public.discounts d where d.id in (select r.discount_id from private.released_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  return not exists (select from public.discounts d join private.released_redemptions r on r.discount_id = d.id where r.order_id = p_order and d.times_used >= d.usage_limit);
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
  used as (insert into public.discount_redemptions (order_id, discount_id, user_id) select r.order_id, r.discount_id, r.user_id from released r returning discount_id)
  update public.discounts d set times_used = d.times_used + 1 from used
    where d.id = used.discount_id and (d.code is not null or d.usage_limit is not null);
  return null;
end $$;
create trigger follow_reopening after update of status on public.orders
  for each row when (old.status = 'cancelled' and new.status = 'pending') execute function private.follow_reopening();

revoke all on function private.guard_reopening(), private.remember_redemption(), private.can_take_again(uuid), private.follow_reopening() from public;

-- as in 20261120001080_order_effects.sql, and what is said when an order is open again
create or replace function private.tell_order_step(p_order public.orders, p_previous text, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short text := '#' || left(p_order.id::text, 8);
  reopened boolean := p_order.status = 'pending' and p_previous is not null;
  note text := case when reopened then 'Order open again: the payment arrived after all' else case p_order.status
    when 'pending' then 'Order placed'
    when 'processing' then 'Order accepted'
    when 'shipped' then 'Order shipped' || coalesce(' with ' || nullif(p_order.courier, ''), '') || coalesce(', tracking ' || nullif(p_order.tracking_number, ''), '')
    when 'delivered' then 'Order delivered'
    else case
      when p_order.cancelled_by is null and p_order.cancel_reason is null then 'Order cancelled because it was not paid'
      when p_order.cancelled_by = p_order.user_id and p_order.cancel_reason is null then 'Order cancelled by customer'
      else 'Order cancelled: ' || coalesce(p_order.cancel_reason, 'no reason given') end
    end end;
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at)
    values (p_order.id, p_order.status, note, p_by, private.moment());
  if p_order.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (
      p_order.user_id,
      case when reopened then 'Payment received' else case p_order.status when 'pending' then 'Order placed' when 'processing' then 'Order accepted'
        when 'shipped' then 'Order shipped' when 'delivered' then 'Order delivered' else 'Order cancelled' end end,
      case when reopened then 'Your payment for order ' || short || ' has arrived, and the order is open again.' else case p_order.status
        when 'pending' then 'Thank you! We have received your order ' || short || '.'
        when 'processing' then 'Your order ' || short || ' has been accepted and is being packed.'
        when 'shipped' then 'Your order ' || short || ' is on its way' || coalesce(' with ' || nullif(p_order.courier, ''), '')
          || coalesce(' (' || nullif(p_order.tracking_number, '') || ')', '') || '.'
        when 'delivered' then 'Your order ' || short || ' has been delivered.'
        else 'Your order ' || short || ' has been cancelled' || coalesce(': ' || nullif(p_order.cancel_reason, ''), '') || '.' end end,
      'order_update', p_order.id, private.moment());
  end if;
  -- orders that are made up for a demo, or brought along from another shop, mail nobody
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $$;
