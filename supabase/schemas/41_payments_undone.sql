-- a payment that staff recorded by mistake is taken back: the wrong order, amount or way (docs/decisions/0135-recorded-by-mistake-and-too-much.md).
-- its row stays as 'undone' and counts nowhere; what it had paid is open again.

-- who took it back and why, which is not for the customer, who reads the payment. the bank's reference moves here: it is free for the order it belongs to
create table private.undone_payments (
  payment_id uuid primary key references public.payments (id) on delete cascade,
  reason text check (length(btrim(reason)) between 1 and 300),   -- null: erased with the person of the order
  reference text check (length(reference) <= 100),
  undone_by uuid references auth.users (id) on delete set null,
  undone_at timestamptz not null
);
create index undone_payments_undone_by_idx on private.undone_payments (undone_by) where undone_by is not null;
alter table private.undone_payments enable row level security;

-- no policy and no grant: undo_payment writes it, and the order's timeline reads it

-- one more payment of an order is awaited, by the method of the order. a reference of its own: banks refuse a second payment under the first one's.
-- the time to pay counts from now
create function private.await_payment(p_order uuid, p_amount numeric) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payments (order_id, method, state, amount, reference, awaited_since, created_at)
    select o.id, o.payment_method, case o.payment_method when 'cod' then 'cod_pending' else 'awaiting_payment' end, p_amount,
      replace(o.id::text, '-', '') || 'd' || (select count(*) from public.payments p where p.order_id = o.id), private.clock_now(), private.clock_now()
    from public.orders o where o.id = p_order;
end $$;
revoke all on function private.await_payment(uuid, numeric) from public;

-- why a payment cannot be taken back: a code and a sentence; null: it can. the caller holds the order's lock. money that has gone back, or that a
-- return, a change or goodwill owes, was real; what only follows from the payment itself, as its surplus or a cancellation, ends with it
create function private.why_not_undone(o public.orders, p public.payments) returns text[]
language sql stable security definer set search_path = '' as $$
  select case
    when p.method = 'razorpay' then array['PROVIDER_SETTLES', 'Razorpay settles this payment']
    when p.method = 'credit' then array['STORE_CREDIT', 'Store credit was spent by the order itself']
    when p.state = 'refunded' then array['REFUND_EXISTS', 'This payment was refunded']
    when p.state not in ('paid', 'refund_due') or p.amount = 0 then array['PAYMENT_NOT_RECORDED', 'No money is recorded with this payment']
    when exists (select from public.remittance_lines l where l.payment_id = p.id) then array['REMITTED', 'This payment came with the transfer of a courier']
    when exists (select from public.refunds r where r.payment_id = p.id and r.state <> 'withdrawn'
        and not (r.state = 'due' and (r.source = 'surplus' or r.source = 'cancellation' and o.status = 'cancelled'))) then array['REFUND_EXISTS', 'Money of this payment was refunded, or is due back']
    -- with this payment gone it would be no surplus any more
    when p.amount > p.surplus and exists (select from public.refunds r where r.order_id = o.id and r.payment_id <> p.id and r.source = 'surplus' and r.state = 'due')
      then array['SURPLUS_DUE', 'Other money of this order is owed back as too much']
    -- the amount that its buyer has sent is fixed
    when p.amount > p.surplus and exists (select from public.payments x where x.order_id = o.id and x.state = 'awaiting_verification') then array['PAYMENT_OPEN', 'A reported payment of this order has to be checked first']
    when p.amount > p.surplus and o.payment_method in ('razorpay', 'credit') then array['PROVIDER_SETTLES', 'What is open of this order is not recorded by hand']
  end
$$;
revoke all on function private.why_not_undone(public.orders, public.payments) from public;

-- p_version: of the order on the screen. what the payment had paid is open again, together with what still is; what it owed back is not owed any
-- more; and a line of a bank statement can be booked again. the customer is not notified: nothing was said about the payment
create function public.undo_payment(p_payment uuid, p_version integer, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  p public.payments;
  refusal text[];
  why text;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for payments' using errcode = '42501'; end if;
  why := private.stated_reason(p_reason);
  select x.* into o from public.orders x where x.id = (select y.order_id from public.payments y where y.id = p_payment) for no key update;
  if not found then raise exception 'Payment not found' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if o.version is distinct from p_version then
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  select x.* into p from public.payments x where x.id = p_payment for no key update;
  refusal := private.why_not_undone(o, p);
  if refusal is not null then
    raise exception '%', refusal[2] using errcode = 'PT409', detail = jsonb_build_object('code', refusal[1])::text;
  end if;
  if p.amount > p.surplus then
    update public.payments x set amount = x.amount + p.amount - p.surplus, awaited_since = private.clock_now()
      where x.id = (select y.id from public.payments y where y.order_id = o.id and private.is_open_payment(y.state) order by y.created_at, y.id limit 1);
    if not found then perform private.await_payment(o.id, p.amount - p.surplus); end if;
  end if;
  delete from public.bank_receipts r where r.payment_id = p.id;
  -- its refunds follow it (follow_refunded_payment), and so does the day book (note_payment_moment)
  update public.payments x set state = 'undone', provider_reference = null where x.id = p.id;
  update public.orders x set payment_state = private.payment_state_of(x.id), updated_at = now() where x.id = o.id;   -- its guard raises the version
  insert into private.undone_payments (payment_id, reason, reference, undone_by, undone_at)
    values (p.id, why, p.provider_reference, auth.uid(), private.clock_now());
end $$;
revoke all on function public.undo_payment(uuid, integer, text) from public;

-- the body checks the permission; nothing for anon
grant execute on function public.undo_payment(uuid, integer, text) to authenticated;
