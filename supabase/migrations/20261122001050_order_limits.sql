-- How many orders one account may place, and to whom mails about orders go.

-- Orders of the counter and the telephone are the shop's own acts and have no limit. Only the order desk writes orders for clients, so
-- demo data and orders brought along from elsewhere pass.
create function private.guard_order_limits() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  placed timestamptz := private.moment();
  most integer;
begin
  -- one order of an account at a time: two at once would both be below the limit. the desk holds its locks on goods and discounts by
  -- now, and asks for none after this
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(new.user_id::text));
  most := private.limit_of('orders_per_hour');
  if (select count(*) from (select from public.orders o
      where o.user_id = new.user_id and o.channel = 'online' and o.created_at > placed - interval '1 hour' limit most) c) >= most then
    raise exception 'Too many orders in an hour' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_ORDERS', 'limit', most)::text;
  end if;
  if new.payment_state = 'awaiting_payment' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders o where o.user_id = new.user_id and o.channel = 'online' and o.status = 'pending'
        and o.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if new.payment_state = 'cod_pending' then
    most := private.limit_of('first_cod_rupees');
    if new.total_amount + (select coalesce(sum(o.total_amount), 0) from public.orders o where o.user_id = new.user_id and o.payment_state = 'cod_pending'
        and o.status in ('pending', 'processing', 'shipped')) > most
      and not exists (select from public.orders o where o.user_id = new.user_id and o.status = 'delivered') then
      raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', most)::text;
    end if;
  end if;
  return new;
end $$;
revoke all on function private.guard_order_limits() from public;
create trigger guard_order_limits before insert on public.orders
  for each row when (new.channel = 'online' and new.user_id is not null and current_user = 'shop_orders') execute function private.guard_order_limits();
create index orders_open_idx on public.orders (user_id) where status in ('pending', 'processing', 'shipped');

-- Mails about an online order go to the address that its account has proven, whatever address was typed at the checkout: a stranger's
-- address gets no mail in the shop's name, with a name and an address that somebody else chose. What staff typed for a customer on the
-- telephone is believed. Every mail about an order passes here, whoever queues it; who has no proven address gets none (skip_nobody).
create function private.address_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o record;
begin
  select x.channel, x.user_id into o from public.orders x where x.id = (new.data ->> 'order_id')::uuid;
  if o.channel = 'online' then
    new.recipient := coalesce((select u.email from auth.users u where u.id = o.user_id and u.email_confirmed_at is not null), '');
  end if;
  return new;
end $$;
revoke all on function private.address_order_mail() from public;
-- before skip_nobody, by name
create trigger address_order_mail before insert on private.mails
  for each row when (new.kind in ('order_placed', 'order_status', 'order_refunded')) execute function private.address_order_mail();
