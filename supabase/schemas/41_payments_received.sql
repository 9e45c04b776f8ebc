-- money that arrived, recorded by staff or by a courier's remittance (docs/decisions/0091-receivables.md)

-- what of an order is still to come. cancelled orders collect nothing, whatever their payments say
create function private.is_open_payment(state text) returns boolean
language sql immutable return state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed');
revoke all on function private.is_open_payment(text) from public;

create function private.has_open_amount(p_order uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments p where p.order_id = p_order and p.amount > 0 and private.is_open_payment(p.state))
$$;
revoke all on function private.has_open_amount(uuid) from public;

-- the one place that records money that arrived for a payment. the caller holds the order's lock and has checked who asks. a part becomes a
-- payment of its own, so that received, open and refundable amounts stay sums of payments; the rest stays open in its state. what was paid too
-- much is due back (41_payments_surplus.sql). what becomes of a cancelled order is decided by the payment's guard. p_method: how it came, null as agreed
create function private.receive_money(p_payment uuid, p_amount numeric, p_reference text, p_method text default null) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  before public.payments;
  received public.payments;
begin
  select p.* into before from public.payments p where p.id = p_payment for no key update;
  if p_amount < before.amount then
    if exists (select from public.orders o where o.id = before.order_id and o.status = 'cancelled') then
      raise exception 'This order is cancelled' using errcode = 'PT409', detail = '{"code":"ORDER_CANCELLED"}';
    end if;
    update public.payments p set amount = p.amount - p_amount where p.id = p_payment;
    insert into public.payments (order_id, method, state, amount, provider_reference, created_at)
      values (before.order_id, coalesce(p_method, before.method), 'paid', p_amount, p_reference, private.clock_now()) returning * into received;
    update public.orders x set updated_at = now() where x.id = before.order_id;   -- its guard raises the version
    perform private.log_new_payment(received);
    return received;
  end if;
  -- follow_payment moves the order with it
  update public.payments p set state = 'paid', amount = p_amount, surplus = p_amount - before.amount, method = coalesce(p_method, p.method),
      provider_reference = coalesce(p_reference, p.provider_reference)
    where p.id = p_payment returning p.* into received;
  if received.state = 'paid' and p_amount > before.amount then perform private.owe_surplus(received); end if;
  return received;
end $$;

-- a change of state is in the log, a new row is not: who recorded it, and how much
create function private.log_new_payment(p_payment public.payments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (at, actor, table_name, row_id, action, changes) values (private.clock_now(), auth.uid(), 'payments', p_payment.order_id::text, 'insert',
    jsonb_strip_nulls(jsonb_build_object('state', jsonb_build_array(null, p_payment.state), 'method', jsonb_build_array(null, p_payment.method),
      'amount', jsonb_build_array(null, p_payment.amount), 'surplus', case when p_payment.surplus > 0 then jsonb_build_array(null, p_payment.surplus) end)));
end $$;
revoke all on function private.receive_money(uuid, numeric, text, text), private.log_new_payment(public.payments) from public;

create function private.is_received_amount(amount numeric) returns boolean
language sql immutable return amount > 0 and amount = round(amount, 2) and amount <= 9999999999.99;
revoke all on function private.is_received_amount(numeric) from public;

-- the same for what is open of an order: all of it (p_amount null), or a part, and never more
create function private.receive_payment(p_order uuid, p_amount numeric default null, p_method text default null, p_reference text default null) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  awaited public.payments;
begin
  if not private.is_received_amount(p_amount) then   -- null: all of it
    raise exception 'A payment is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  perform from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  select p.* into awaited from public.payments p where p.order_id = p_order and private.is_open_payment(p.state) order by p.created_at, p.id limit 1 for no key update;
  if not found then
    raise exception 'No payment of this order is awaited' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  if awaited.method = 'razorpay' then
    raise exception 'Razorpay settles this payment' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
  end if;
  if p_amount > awaited.amount then
    raise exception 'Only % is open', awaited.amount using errcode = 'PT409', detail = jsonb_build_object('code', 'MORE_THAN_OPEN', 'open', awaited.amount)::text;
  end if;
  return private.receive_money(awaited.id, coalesce(p_amount, awaited.amount), p_reference, p_method);
exception when unique_violation then
  raise exception 'This reference belongs to another payment' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $$;
revoke all on function private.receive_payment(uuid, numeric, text, text) from public;

-- behind the order's lock: may this person record money of it, and is it as the screen showed it? p_version null: it is not compared
create function private.begin_payment(p_order uuid, p_version integer, p_method text, p_reference text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  given text := nullif(upper(regexp_replace(left(p_reference, 100), '\s', '', 'g')), '');
begin
  if not private.may('payments.manage') then raise exception 'permission denied for payments' using errcode = '42501'; end if;
  perform from public.orders o where o.id = p_order and (p_version is null or o.version = p_version) for no key update;
  if not found then
    if not exists (select from public.orders o where o.id = p_order) then
      raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
    end if;
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  if p_method is null or p_method not in ('cod', 'cash', 'upi', 'card', 'bank') then
    raise exception 'Money arrives in cash, by UPI, card or bank transfer' using errcode = '22023', detail = '{"code":"INVALID_METHOD"}';
  end if;
  if (p_method in ('upi', 'bank') or given is not null) and (given is null or given !~ '^[A-Z0-9/_-]{6,35}$') then
    raise exception 'The reference of the payment is needed' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  return given;
end $$;
revoke all on function private.begin_payment(uuid, integer, text, text) from public;

-- staff record that money has arrived. returns the state of the payment: paid, or refund_due of an order that stays cancelled
create function public.record_payment(p_order uuid, p_version integer, p_method text, p_reference text default null, p_amount numeric default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  given text := private.begin_payment(p_order, p_version, p_method, p_reference);
begin
  return (private.receive_payment(p_order, p_amount, p_method, given)).state;
end $$;

-- what the shop brought itself is delivered and its money is there: one step for both
create function public.deliver_paid(p_order uuid, p_version integer, p_method text, p_reference text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given text := private.begin_payment(p_order, p_version, p_method, p_reference);
begin
  if not private.may('orders.process') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  update public.orders o set status = 'delivered' where o.id = p_order;
  perform private.receive_payment(p_order, null, p_method, given);
end $$;
revoke all on function public.record_payment(uuid, integer, text, text, numeric), public.deliver_paid(uuid, integer, text, text) from public;

-- the bodies check the permissions; nothing for anon
grant execute on function public.record_payment(uuid, integer, text, text, numeric), public.deliver_paid(uuid, integer, text, text) to authenticated;
