-- a received return is settled as an exchange: its credit becomes the payment of a new order, in one transaction of the order service
-- (functions/exchange-return, docs/decisions/0094-store-credit-and-exchange.md)

-- what a piece of each line can be exchanged for: the same product, or one of its family
create function private.exchange_choices(p_order uuid) returns table (item uuid, product uuid, name text, in_stock boolean)
language sql stable security definer set search_path = '' as $$
  select i.id, p.id, p.name, p.stock > 0
  from public.order_items i join public.products sold on sold.id = i.product_id
  join public.products p on p.id = sold.id or p.family_id = sold.family_id
  where i.order_id = p_order and p.status = 'active'
$$;

-- the same for the customer of the order and for staff who see orders
create function public.exchange_choices(p_order uuid) returns table (item uuid, product uuid, name text, in_stock boolean)
language sql stable security definer set search_path = '' rows 100 as $$
  select c.* from public.orders o cross join lateral private.exchange_choices(o.id) c
  where o.id = p_order and (o.user_id = auth.uid() or private.may('orders.read'))
  order by c.name collate "C", c.product limit 5000
$$;

-- comes first: may this person of the staff settle returns and enter orders? the rest of the transaction is in their name, and the order of the
-- return is locked as every step locks it. returns its order, or why not
create function private.begin_exchange(p_staff uuid, p_return uuid, p_version integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  r public.returns;
  o public.orders;
begin
  if not private.staff_may(p_staff, 'orders.process') or not private.staff_may(p_staff, 'orders.create') then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_staff, 'role', 'authenticated')::text, true);
  r := private.lock_return(p_return, p_version, '{received}');
  select x.* into o from public.orders x where x.id = r.order_id;
  if o.user_id is null then raise exception 'An exchange needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}'; end if;
  return to_jsonb(o);
end $$;

-- settles the return for the new order p_order, whose id is known and which is written next. p_most: what it costs, so that no more becomes store
-- credit; null: all of it does. returns how much that is
create function private.settle_exchange(p_staff uuid, p_return uuid, p_version integer, p_closing jsonb, p_order uuid, p_most numeric) returns numeric
language plpgsql security definer set search_path = '' as $$
begin
  if not private.staff_may(p_staff, 'orders.process') or not private.staff_may(p_staff, 'orders.create') then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  return private.settle_return(p_return, p_version, p_closing -> 'lines', (p_closing ->> 'charges')::boolean, (p_closing ->> 'deduction')::numeric,
    p_closing ->> 'deduction_reason', 'exchange', p_most, p_order);
end $$;

-- after the new order is written: is it the one that the return names, and has its customer the goods that were asked? then its credit is spent
create function private.finish_exchange(p_staff uuid, p_return uuid, p_order uuid, p_overrides jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  r public.returns;
begin
  select x.* into r from public.returns x where x.id = p_return and x.exchange_order = p_order and x.settled_as = 'exchange';
  select x.* into o from public.orders x where x.id = p_order and x.made_by = p_staff and x.status = 'pending' and x.xmin = pg_current_xact_id()::xid;
  if r.id is null or o.id is null or o.user_id is distinct from (select y.user_id from public.orders y where y.id = r.order_id) then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  insert into public.order_overrides (order_id, kind, product_id, listed, given, reason)
    select p_order, c.kind, c.product_id, c.listed, c.given, nullif(btrim(c.reason), '')
    from jsonb_to_recordset(p_overrides) as c (kind text, product_id uuid, listed numeric, given numeric, reason text);
  if o.store_credit > 0 then perform private.spend_store_credit(p_order); end if;
end $$;

revoke all on function private.exchange_choices(uuid), public.exchange_choices(uuid), private.begin_exchange(uuid, uuid, integer),
  private.settle_exchange(uuid, uuid, integer, jsonb, uuid, numeric), private.finish_exchange(uuid, uuid, uuid, jsonb) from public;
grant execute on function private.begin_exchange(uuid, uuid, integer), private.settle_exchange(uuid, uuid, integer, jsonb, uuid, numeric),
  private.finish_exchange(uuid, uuid, uuid, jsonb) to shop_orders;

-- the body lets the owner of the order and staff through; nothing for anon
grant execute on function public.exchange_choices(uuid) to authenticated;
