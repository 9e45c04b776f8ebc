-- payments that staff decide about.

-- With a leaked webhook secret unpaid orders could be marked as paid. Three measures: old secrets can be ended at once; Razorpay is asked
-- about every payment known only from an event; and staff decide about one that it does not know, whose goods stay here.

-- an admin decides: 'refund' has it sent back, 'resolve' records that it was settled manually, and how
create function public.settle_unmatched_payment(p_payment_id text, p_action text, p_note text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('refund', 'resolve') then raise exception 'Refund or resolve' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if p_action = 'resolve' and coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say how it was settled' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c
    where c.id = p_payment_id and (c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed') for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.refund not in ('none', 'failed') then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(nullif(btrim(p_note), ''), 400), last_error = null, refund_tries = 0,
      refund = case p_action when 'refund' then 'due' else 'by_hand' end, refund_next_at = case p_action when 'refund' then now() end
    where c.id = charge.id;
  if charge.standing = 'kept' then   -- its refunds that failed: they are sent again, or staff have paid them
    update private.razorpay_refunds s set tries = 0, next_at = case p_action when 'refund' then now() end
      where s.charge_id = charge.id and exists (select from public.refunds r where r.id = s.refund_id and r.state = 'failed');
    update public.refunds r set state = case p_action when 'refund' then 'due' else 'paid' end, paid_at = case p_action when 'resolve' then private.clock_now() end,
        version = r.version + 1
      where r.order_id = charge.order_id and r.state = 'failed' and r.id in (select s.refund_id from private.razorpay_refunds s where s.charge_id = charge.id);
    if p_action = 'resolve' then
      perform private.follow_refunds(p.id) from public.payments p where p.order_id = charge.order_id and p.method = 'razorpay';
    end if;
  end if;
end $$;

-- a payment that never was: its order waits for its money again
insert into public.payment_steps (from_state, to_state, actor) values ('paid', 'awaiting_payment', 'system'), ('refund_due', 'awaiting_payment', 'system');

-- money that belongs to no order, or to none any more, and payments that Razorpay does not know; open ones first
create function public.unmatched_payments() returns table (payment_id text, provider_order_id text, order_id uuid, order_number integer, amount numeric, currency text, status text,
  reason text, refund text, received_at timestamptz, resolved_at timestamptz, resolved_by uuid, note text, last_error text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  return query select c.id, c.provider_order_id, c.order_id, o.order_number, coalesce((select sum(r.amount) from public.refunds r
        join private.razorpay_refunds s on s.refund_id = r.id where s.charge_id = c.id and r.state = 'failed'), round(c.amount / 100.0, 2)), c.currency, c.status,
      case when c.refund = 'failed' and c.standing = 'kept' then 'refund_failed' when c.doubted_at is not null then 'not_known' else c.standing end,
      c.refund, c.received_at, c.resolved_at, c.resolved_by, c.note, c.last_error
    from private.razorpay_payments c left join public.orders o on o.id = c.order_id
    where c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed' or c.doubted_at is not null
    order by c.resolved_at is not null, c.received_at desc, c.id limit 200;
end $$;

-- staff decide about a payment that Razorpay does not know. 'accept': it is real, they have seen it in Razorpay's dashboard; the goods
-- may go. 'reject': it never was; the order waits for its payment again, and the scheduler cancels it without one.
create function public.settle_unconfirmed_payment(p_payment_id text, p_action text, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('accept', 'reject') then raise exception 'Accept or reject' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say what you have seen' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_payment_id and c.doubted_at is not null for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.resolved_at is not null then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(btrim(p_note), 400),
      standing = case p_action when 'accept' then c.standing end, status = case p_action when 'accept' then c.status else 'failed' end,
      refund = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then 'due' else c.refund end,
      refund_next_at = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then now() else c.refund_next_at end
    from public.payments p where c.id = charge.id and p.order_id = charge.order_id and p.method = 'razorpay';
  if p_action = 'reject' then
    update public.payments p set state = 'awaiting_payment', provider_reference = null
      where p.order_id = charge.order_id and p.method = 'razorpay' and p.state in ('paid', 'refund_due') and p.provider_reference = charge.id;
  end if;
end $$;

-- an order whose payment Razorpay does not know cannot be accepted or shipped
create function private.hold_doubted_goods() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.razorpay_payments c where c.order_id = new.id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  return new;
end $$;

revoke all on function public.unmatched_payments(), public.settle_unmatched_payment(text, text, text), private.hold_doubted_goods(),
  public.settle_unconfirmed_payment(text, text, text) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.unmatched_payments(), public.settle_unmatched_payment(text, text, text), public.settle_unconfirmed_payment(text, text, text)
  to authenticated;
