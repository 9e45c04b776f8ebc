-- a payment that staff recorded by mistake can be taken back, and money that fits no open payment is recorded as owed back
-- (docs/decisions/0135-recorded-by-mistake-and-too-much.md)
alter table public.payments add column surplus numeric(12, 2) not null default 0,
  add constraint payments_surplus check (surplus between 0 and amount) not valid,
  drop constraint payments_state_check, add constraint payments_state_check check (state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded', 'undone')) not valid;
alter table public.refunds drop constraint refunds_source_check,
  add constraint refunds_source_check check (source in ('cancellation', 'change', 'return', 'goodwill', 'surplus')) not valid;
alter table public.payment_steps drop constraint payment_steps_to_state_check, add constraint payment_steps_to_state_check check (to_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded', 'undone'));
insert into public.payment_steps (from_state, to_state, actor) values
  ('paid', 'undone', 'system'),                                -- staff had recorded it by mistake (41_payments_undone.sql)
  ('refund_due', 'undone', 'system');

-- what the payments of an order come to: what is awaited, then what was received. of a cancelled order a claim stays open work, and then it says
-- whether money is still due back. store credit goes back at once and leaves the state to the money that was awaited beside it
create or replace function private.payment_state_of(p_order uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not cancelled then coalesce(open, case when kept then 'paid' when due then 'refund_due' when back then 'refunded' else 'paid' end)
    when open = 'awaiting_verification' then open
    when due or paid then 'refund_due'
    when money_back or back and open is distinct from 'awaiting_payment' then 'refunded'
    else open end
  from (
    select o.status = 'cancelled' as cancelled, max(p.state) filter (where private.is_open_payment(p.state)) as open, bool_or(p.state = 'refund_due') as due,
      bool_or(p.state = 'paid') as paid, bool_or(p.state = 'paid' and p.amount > 0) as kept, bool_or(p.state = 'refunded') as back,
      bool_or(p.state = 'refunded' and p.method <> 'credit') as money_back
    from public.orders o join public.payments p on p.order_id = o.id where o.id = p_order group by o.status) s
$$;

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

-- the one place that records money that arrived for a payment. the caller holds the order's lock and has checked who asks. a part becomes a
-- payment of its own, so that received, open and refundable amounts stay sums of payments; the rest stays open in its state. what was paid too
-- much is due back (41_payments_surplus.sql). what becomes of a cancelled order is decided by the payment's guard. p_method: how it came, null as agreed
create or replace function private.receive_money(p_payment uuid, p_amount numeric, p_reference text, p_method text default null) returns public.payments
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
revoke all on function private.log_new_payment(public.payments) from public;

create function private.is_received_amount(amount numeric) returns boolean
language sql immutable return amount > 0 and amount = round(amount, 2) and amount <= 9999999999.99;
revoke all on function private.is_received_amount(numeric) from public;

-- the same for what is open of an order: all of it (p_amount null), or a part, and never more
create or replace function private.receive_payment(p_order uuid, p_amount numeric default null, p_method text default null, p_reference text default null) returns public.payments
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

-- what has come of an order and stays, in rupees: received, less what came too much and what goes back because the order became smaller. it pays the first parcels.
-- goods that come back and goodwill change nothing about what a parcel collects
create or replace function private.kept_of(p_order uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(p.amount - p.surplus) from public.payments p where p.order_id = p_order and p.state in ('paid', 'refund_due', 'refunded')), 0)
    - coalesce((select sum(r.amount) from public.refunds r where r.order_id = p_order and r.source in ('cancellation', 'change') and r.state <> 'withdrawn'), 0)
$$;

-- writes the change, in one transaction with the locks above. p_order: the new values of columns of the order; p_items: all its lines, those
-- without an id are new, and null where no line changes; p_note: what changed and why, for the history and the customer. an invoice is taken back
-- with p_reason, and a new one says what was changed; of an order that is accepted, phone number and payment method replace no invoice
create or replace function private.write_order_change(p_by uuid, p_own boolean, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  before numeric;
  paid_by text;
  state text;
  credit numeric;   -- what store credit pays of it
  awaited public.payments;
  rest numeric;
  reissued boolean;
  credited uuid;
  files jsonb;
  short text := '#' || left(p_id::text, 8);
  shown text := case when length(p_note) > 540 then left(p_note, 539) || '…' else p_note end;
begin
  select x.* into o from public.orders x where x.id = p_id and x.version = p_version and case when p_own
    then x.status = 'pending' and x.user_id = p_by and x.channel = 'online' else x.status in ('pending', 'processing') end for no key update;
  if not found or not p_own and not private.staff_may(p_by, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  before := o.total_amount;
  paid_by := o.payment_method;
  state := o.payment_state;
  credit := o.store_credit;
  if credit > 0 and o.user_id is not null then perform private.lock_store_credit(o.user_id); end if;   -- before the limits, as placing an order does
  if p_own then
    perform private.check_change_limits(o, coalesce(p_order ->> 'payment_state', state), coalesce((p_order ->> 'total_amount')::numeric, before));
  end if;
  reissued := o.status = 'processing' and not o.invoice_per_parcel and (p_items is not null or p_order - '{phone,payment_method,payment_state}'::text[] <> '{}');
  if reissued then
    perform private.lock_serials();   -- before the customer's figures, which follow the order
    credited := private.credit_rest(p_id, p_reason);
  end if;
  if p_items is not null then
    perform set_config('shop.stock_reason', 'change', true), set_config('shop.stock_order', p_id::text, true);
    update public.products p set stock = p.stock - m.more, units_sold = greatest(p.units_sold + m.more, 0)
      from (select q.product_id, sum(q.quantity)::integer as more from (
          select i.product_id, -i.quantity as quantity from public.order_items i where i.order_id = p_id
          union all select n.product_id, n.quantity from jsonb_to_recordset(p_items) n (product_id uuid, quantity integer)) q
        where q.product_id is not null group by 1) m
      where p.id = m.product_id and m.more <> 0;
    perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
    -- what staff agreed on for a product ends with its line: added again, it costs what it costs then
    with gone as (
      delete from public.order_items i where i.order_id = p_id and i.id not in (
        select n.id from jsonb_to_recordset(p_items) n (id uuid) where n.id is not null)
      returning i.product_id)
    delete from public.order_overrides v using gone where v.order_id = p_id and v.product_id = gone.product_id;
    update public.order_items i set (quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
        = (n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total)
      from jsonb_populate_recordset(null::public.order_items, p_items) n where i.id = n.id and i.order_id = p_id;
    insert into public.order_items (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
      select p_id, n.product_id, n.product_name, n.sku, n.hsn, n.unit, n.image_url, n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total
      from jsonb_populate_recordset(null::public.order_items, p_items) n where n.id is null;
  end if;
  update public.orders x set (full_name, company_name, gstin, address, city, state, pincode, phone, place_of_supply, coupon_code, offers,
      goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state, store_credit)
    = (select n.full_name, n.company_name, n.gstin, n.address, n.city, n.state, n.pincode, n.phone, n.place_of_supply, n.coupon_code, n.offers,
      n.goods_total, n.discount_total, n.subtotal_base, n.total_gst, n.cgst, n.sgst, n.igst, n.charges, n.total_amount, n.payment_method, n.payment_state, least(n.store_credit, n.total_amount)
      from jsonb_populate_record(o, p_order) n)
    where x.id = p_id returning x.* into o;
  -- what was received stays what it was: a payment that is still to come follows the total, what was received too much is due back, and what
  -- is missing of a paid order is a payment of its own
  select p.* into awaited from public.payments p where p.order_id = p_id and private.is_open_payment(p.state) order by p.created_at, p.id limit 1;
  rest := coalesce(awaited.amount, 0) + o.total_amount - before;
  if rest < 0 then
    perform private.owe_refund(p_id, -rest, 'change', p_reason, p_file => credited);
  end if;
  if awaited.id is null and rest > 0 then
    perform private.await_payment(p_id, rest);
  elsif awaited.id is not null and (o.total_amount <> before or o.payment_method <> paid_by) then
    -- a reference that was not found belongs to the old method. the time to pay counts from now
    update public.payments p set method = o.payment_method, state = o.payment_state, failure = null, provider_reference = null, claimed_at = null,
      awaited_since = private.clock_now() where p.id = awaited.id and o.payment_method <> paid_by;
    update public.payments p set amount = greatest(rest, 0) where p.id = awaited.id;
    if rest <= 0 and exists (select from public.payments p where p.order_id = p_id and p.state in ('paid', 'refunded')) then
      update public.payments p set state = 'paid' where p.id = awaited.id;
      update public.orders x set payment_state = 'paid' where x.id = p_id returning x.* into o;
    end if;
  end if;
  if exists (select from public.payments p where p.order_id = p_id and private.is_open_payment(p.state)
      and (p.method, p.state) is distinct from (o.payment_method, o.payment_state)) then
    raise exception 'The payments of order % are not those of the order', p_id using errcode = '23514';
  end if;
  if reissued then
    perform private.issue_invoice(p_id);
    files := jsonb_build_array(credited, (select d.file_id from public.documents d where d.order_id = p_id and d.kind = 'invoice' and not exists (
      select from public.documents n where n.reverses = d.id) limit 1));
  end if;
  insert into public.order_status_history (order_id, status, notes, created_by, created_at) values (p_id, o.status, p_note, p_by, private.clock_now());
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, 'Order changed', 'Order ' || short || ': ' || shown, 'order_update', p_id, private.clock_now());
  end if;
  insert into private.mails (kind, recipient, data) values ('order_changed', o.email, jsonb_strip_nulls(
    jsonb_build_object('order_id', p_id, 'status', o.status, 'note', shown, 'files', files)));
end $$;

-- p_filters: as above. p_sort: placed or total. p_cursor: [value, id] of the row to go on from. backwards answers the rows before it, the
-- nearest first. p_day_filters: also how many orders within these filters each row's indian day has, on this page or not, how many of
-- them are cancelled, and the total of the others. units_gone: pieces of an order that is being packed which have left already.
-- refund_due: what is still owed to the customer, also in part. to_collect: what is still to come, as private.money_of says
create or replace function public.admin_orders(p_filters jsonb default '{}', p_sort text default 'placed', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50, p_day_filters jsonb default null)
returns table (id uuid, created_at timestamptz, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text,
  phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric,
  charges jsonb, total_amount numeric, store_credit numeric, payment_method text, payment_state text, courier text, tracking_number text,
  version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text,
  day_orders integer, day_cancelled integer, day_total numeric, order_number integer, units_gone integer, refund_due numeric, to_collect numeric, invoice_per_parcel boolean)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
declare
  conditions text;
  -- newest or highest total first, then by id; ascending is the very reverse, so that one index serves both
  reversed boolean := p_ascending <> p_backwards;
  sorted text := case p_sort when 'placed' then 'created_at' when 'total' then 'total_amount' end;
  sort_type text := case p_sort when 'placed' then 'timestamptz' else 'numeric' end;
  ordering text;
  days text := 'select null::date as day, null::integer as orders, null::integer as cancelled, null::numeric as total where false';
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if sorted is null then raise exception 'Orders are not sorted by %', p_sort using errcode = '22023'; end if;
  ordering := format(case when reversed then 'o.%I, o.id desc' else 'o.%I desc, o.id' end, sorted);
  conditions := private.order_conditions(p_filters);
  if p_cursor is not null then
    conditions := conditions || ' and ' || format(
      -- the last of these says nothing new, but is a range of an index
      case when reversed then '(o.%1$I > %2$L or (o.%1$I = %2$L and o.id < %3$L)) and o.%1$I >= %2$L'
        else '(o.%1$I < %2$L or (o.%1$I = %2$L and o.id > %3$L)) and o.%1$I <= %2$L' end,
      sorted, case sort_type when 'timestamptz' then ((p_cursor ->> 0)::timestamptz)::text else ((p_cursor ->> 0)::numeric)::text end, (p_cursor ->> 1)::uuid);
  end if;

  if p_day_filters is not null then
    days := format($days$
      select d.day, t.* from (select distinct (l.created_at at time zone 'Asia/Kolkata')::date as day from listed l) d
      cross join lateral (select count(*)::integer as orders, (count(*) filter (where o.status = 'cancelled'))::integer as cancelled,
          coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0) as total
        from public.orders o where o.created_at >= d.day::timestamp at time zone 'Asia/Kolkata' and o.created_at < (d.day + 1)::timestamp at time zone 'Asia/Kolkata'
          and %s) t$days$, private.order_conditions(p_day_filters));
  end if;

  return query execute format($query$
    with listed as materialized (select o.* from public.orders o where %1$s order by %2$s limit %3$s)
    select o.id, o.created_at, o.status, o.user_id, o.full_name, o.company_name, o.gstin, o.city, o.state, o.pincode, o.phone, o.place_of_supply,
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount, o.store_credit,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure,
      y.orders, y.cancelled, y.total, o.order_number, g.units, b.due, w.open, o.invoice_per_parcel
    from listed o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    -- only an order that is being packed can have left in part
    cross join lateral (select coalesce(sum(n.quantity), 0)::integer as units from public.shipments h join public.shipment_lines n on n.shipment_id = h.id
      where o.status = 'processing' and h.order_id = o.id and h.state in ('shipped', 'delivered')) g
    cross join lateral (select coalesce(sum(r.amount), 0) as due from public.refunds r where r.order_id = o.id and r.state in ('due', 'asked', 'failed')) b
    cross join lateral (select coalesce(sum(x.amount) filter (where o.status <> 'cancelled' and private.is_open_payment(x.state)), 0) as open
      from public.payments x where x.order_id = o.id) w
    left join lateral (select x.provider_reference, x.failure from public.payments x where x.order_id = o.id and x.state <> 'undone'
      order by x.method = 'credit', private.is_open_payment(x.state) desc, x.created_at desc limit 1) p on true
    left join (%4$s) y on y.day = (o.created_at at time zone 'Asia/Kolkata')::date
    order by %2$s$query$,
    conditions, ordering, least(greatest(p_limit, 1), 1001), days);
end $$;

-- everything that happened to one order, oldest first, with who did it: its steps, other changes, its payments and refunds,
-- its mails (whether they went out, never to whom or what was in them) and its notes. a manual order takes its
-- steps at one time: they are listed in the order of the steps, not of their random ids
create or replace function public.order_timeline(p_order uuid)
returns table (at timestamptz, kind text, actor uuid, actor_name text, data jsonb)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return query
  select e.at, e.kind, e.actor, private.person_name(e.actor), e.data from (
    select h.created_at as at, 'step' as kind, h.created_by as actor, jsonb_build_object('id', h.id, 'status', h.status, 'notes', h.notes) as data
      from public.order_status_history h where h.order_id = p_order
    union all
    -- the step itself has the line of a step, a change of the order by staff has its own, and the payment that of the order's payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
        and not exists (select from public.order_status_history h where h.order_id = p_order and h.created_at = a.at and (h.notes like 'Order changed%' or h.notes like 'Parcel %'))
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action in ('insert', 'update') and a.changes - '{amount,awaited_since}'::text[] <> '{}'
        and a.changes -> 'state' ->> 1 is distinct from 'undone'
    union all
    select u.undone_at, 'undone', u.undone_by, jsonb_build_object('id', u.payment_id, 'amount', x.amount, 'method', x.method, 'reference', u.reference, 'reason', u.reason)
      from private.undone_payments u join public.payments x on x.id = u.payment_id where x.order_id = p_order
    union all
    -- what is due is the refund's own row, unless it was paid in the same act; its later changes do not repeat the amount, but a transfer's reference
    -- says which refund it is
    select r.created_at, 'refund', r.created_by, jsonb_build_object('id', r.id, 'state', case when r.source = 'cancellation' and r.paid_at = r.created_at then 'paid' else 'due' end,
        'amount', r.amount, 'reference', null)
      from public.refunds r where r.order_id = p_order
    union all
    select a.at, 'refund', a.actor, jsonb_build_object('id', a.id, 'state', a.changes -> 'state' ->> 1, 'reference', a.changes -> 'reference' ->> 1,
        'amount', (select max(r.amount) from public.refunds r where r.order_id = p_order and r.reference = a.changes -> 'reference' ->> 1))
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'refunds' and a.action = 'update' and a.changes ? 'state'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select r.created_at, 'reminder', r.sent_by, jsonb_build_object('id', r.id, 'channel', r.channel, 'amount', r.amount)
      from public.payment_reminders r where r.order_id = p_order
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $$;

-- a note may name its buyer: it goes when the buyer's telephone goes from the order, by erasure or by retention
-- (private.erase_person, private.erase_documents). no other function may write that column.
create or replace function private.erase_order_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.order_notes n where n.order_id = new.id;
  update public.refunds r set reason = null where r.order_id = new.id and r.reason is not null;
  update private.undone_payments u set reason = null where u.payment_id in (select p.id from public.payments p where p.order_id = new.id) and u.reason is not null;
  perform private.erase_returns(new.id);
  return null;
end $$;
