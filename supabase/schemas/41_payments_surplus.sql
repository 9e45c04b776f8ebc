-- money that fits no open payment (docs/decisions/0135-recorded-by-mistake-and-too-much.md): a second transfer, one for a cancelled order, more than is
-- open. it is a payment of its order that is owed back, and changes neither what the order is worth nor its documents.

-- what a payment brought too much is due back from that payment, so that who undoes it finds both together
create function private.owe_surplus(p_payment public.payments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.refunds (order_id, payment_id, amount, source, reason, created_by, created_at)
    select p_payment.order_id, p_payment.id, p_payment.surplus, 'surplus',
      case when o.status = 'cancelled' then 'It came when the order was cancelled' else 'You paid more than the order costs' end, auth.uid(), private.clock_now()
    from public.orders o where o.id = p_payment.order_id;
end $$;
revoke all on function private.owe_surplus(public.payments) from public;

-- staff record it. what fits the payment that is open is refused: it is recorded as that payment. more than that pays it, and the rest is owed back.
-- of a cancelled order all is owed back, unless it covers what its buyer was to pay, which may open the order again as ever. returns the state of the payment
create function public.record_surplus(p_order uuid, p_version integer, p_method text, p_amount numeric, p_reference text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  given text := private.begin_payment(p_order, coalesce(p_version, 0), p_method, p_reference);
  o public.orders;
  awaited public.payments;
  made public.payments;
begin
  if private.is_received_amount(p_amount) is not true then
    raise exception 'A payment is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  select x.* into o from public.orders x where x.id = p_order;
  select p.* into awaited from public.payments p where p.order_id = p_order and private.is_open_payment(p.state) order by p.created_at, p.id limit 1 for no key update;
  if awaited.method = 'razorpay' and o.status <> 'cancelled' then
    raise exception 'Razorpay settles the payment that is open' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
  end if;
  if awaited.method <> 'razorpay' and (o.status <> 'cancelled' or p_amount >= awaited.amount and awaited.amount > 0) then
    if p_amount <= awaited.amount then
      raise exception '% is open: record it as that payment', awaited.amount using errcode = 'PT409', detail = jsonb_build_object('code', 'FITS_OPEN', 'open', awaited.amount)::text;
    end if;
    return (private.receive_money(awaited.id, p_amount, given, p_method)).state;
  end if;
  -- all money of the order is back, or on its way: this is too
  insert into public.payments (order_id, method, state, amount, surplus, provider_reference, created_at)
    values (o.id, p_method, case when o.status = 'cancelled' or o.payment_state in ('refund_due', 'refunded') then 'refund_due' else 'paid' end, p_amount, p_amount, given,
      private.clock_now()) returning * into made;
  perform private.owe_surplus(made), private.log_new_payment(made);
  update public.orders x set payment_state = private.payment_state_of(x.id), updated_at = now() where x.id = o.id;   -- its guard raises the version
  return made.state;
exception when unique_violation then
  raise exception 'This reference belongs to another payment' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $$;
revoke all on function public.record_surplus(uuid, integer, text, numeric, text) from public;

-- the body checks the permission; nothing for anon
grant execute on function public.record_surplus(uuid, integer, text, numeric, text) to authenticated;
