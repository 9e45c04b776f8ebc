-- a bare upi link calls nobody back: the buyer tells the bank's reference (utr), and an admin compares it with the account
-- (docs/india.md#payment). until then the order awaits verification, and the clock does not cancel it.

create function public.claim_payment(p_order uuid, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  utr text := upper(regexp_replace(p_reference, '\s', '', 'g'));
begin
  if utr is null or utr !~ '^[A-Z0-9]{12,22}$' then
    raise exception 'A UPI reference has 12 digits' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  -- the order first, as every step locks it: a claim and a cancellation wait for each other
  perform from public.orders o where o.id = p_order and o.user_id = auth.uid() for no key update;
  if not found then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  update public.payments p set state = 'awaiting_verification', provider_reference = utr
    from public.orders o
    where o.id = p_order and o.status = 'pending' and p.order_id = o.id and p.method = 'upi' and p.state in ('awaiting_payment', 'awaiting_verification');
  if not found then
    raise exception 'This order does not wait for a UPI payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
exception when unique_violation then
  raise exception 'This reference belongs to another order' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $$;
revoke all on function public.claim_payment(uuid, text) from public;
grant execute on function public.claim_payment(uuid, text) to authenticated;   -- for one's own orders; nothing for anon
