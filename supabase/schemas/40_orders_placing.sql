-- place-order's keys: the same key answers the same order again (docs/rules.md#placing-an-order). kept private: answers name orders.

create table private.order_requests (
  user_id uuid not null references auth.users (id) on delete cascade,
  key text not null check (length(key) between 8 and 200),
  body_hash text not null,
  response jsonb,
  order_id uuid references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index order_requests_order_id_idx on private.order_requests (order_id);
alter table private.order_requests enable row level security;
grant select on private.order_requests to shop_orders;
grant insert (user_id, key, body_hash, response, order_id) on private.order_requests to shop_orders;
grant update (response, order_id) on private.order_requests to shop_orders;

-- no delete for the order service: a used key stays used
create policy "the order service looks up" on private.order_requests for select to shop_orders using (true);
create policy "the order service claims" on private.order_requests for insert to shop_orders with check (true);
create policy "the order service answers" on private.order_requests for update to shop_orders using (true) with check (true);

-- how many orders one account may place.

-- rupees that an account may still order as cash on delivery; null: a delivered order has lifted the limit.
create function private.cod_allowance(p_user uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select private.limit_of('first_cod_rupees') - coalesce((select sum(p.amount) from public.orders o join public.payments p on p.order_id = o.id
      where o.user_id = p_user and o.status in ('pending', 'processing', 'shipped') and p.state = 'cod_pending'), 0)
    where not exists (select from public.orders o where o.user_id = p_user and o.status = 'delivered')
$$;
revoke all on function private.cod_allowance(uuid) from public;

-- what the signed-in customer may still order as cash on delivery
create function public.cod_allowance() returns numeric
language sql stable security definer set search_path = '' as $$
  select private.cod_allowance((select auth.uid()))
$$;
revoke all on function public.cod_allowance() from public;
grant execute on function public.cod_allowance() to authenticated;

-- Manual orders are the shop's own acts and have no limit. Only the order service writes orders for clients, so
-- demo data and orders brought along from elsewhere pass.
create function private.guard_order_limits() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  placed timestamptz := private.clock_now();
  most integer;
begin
  -- one order of an account at a time: two at once would both be below the limit. the order service holds its locks on goods and
  -- discounts by now, and takes none after this
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(new.user_id::text));
  most := private.limit_of('orders_per_hour');
  if (select count(*) from (select from public.orders o
      where o.user_id = new.user_id and o.channel = 'online' and o.created_at > placed - interval '1 hour' limit most) c) >= most then
    raise exception 'Too many orders in an hour' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_ORDERS', 'limit', most)::text;
  end if;
  if new.payment_state = 'awaiting_payment' and new.payment_method <> 'credit' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders o where o.user_id = new.user_id and o.channel = 'online' and o.status = 'pending'
        and o.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if new.payment_state = 'cod_pending' and new.total_amount - new.store_credit > private.cod_allowance(new.user_id) then
    most := private.limit_of('first_cod_rupees');
    raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.guard_order_limits() from public;
