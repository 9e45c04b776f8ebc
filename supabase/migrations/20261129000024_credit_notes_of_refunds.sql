-- the mail about a refund had the newest credit note of its order, which may be that of another return; the refund knows its own now. those of before
-- are left without: their mails were sent, or name the amount alone
alter table public.refunds add column credit_file uuid;

-- contract: it has one more parameter; used by SQL alone
drop function private.owe_refund(uuid, numeric, text, text, boolean);
-- the one place that makes money of an order due back. the newest payment that covers the amount owes it; if none does, several do. money goes
-- before store credit, which is given back at once. p_as_credit: money too becomes store credit of the account. p_file: the
-- credit notes that it follows from, which its mail carries. returns the first row. the caller has checked who asks; the order's row is locked here, so that two callers cannot both use the same rest.
create function private.owe_refund(p_order uuid, p_amount numeric, p_source text, p_reason text, p_as_credit boolean default false, p_file uuid default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  open numeric := p_amount;
  part numeric;
  paid record;
  made uuid;
  first_made uuid;
begin
  if p_amount is null or p_amount <= 0 or p_amount <> round(p_amount, 2) or p_amount > 9999999999.99 then
    raise exception 'A refund is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  perform from public.orders o where o.id = p_order for no key update;
  for paid in
    select p.id, private.refundable_of(p.id) as rest from public.payments p where p.order_id = p_order
    order by p.method = 'credit', private.refundable_of(p.id) >= p_amount desc, p.created_at desc, p.id
  loop
    part := least(open, paid.rest);
    continue when part <= 0;
    insert into public.refunds (order_id, payment_id, amount, source, reason, created_by, created_at, credit_file, state, method, paid_at)
      values (p_order, paid.id, part, p_source, nullif(btrim(p_reason), ''), auth.uid(), private.clock_now(), p_file, case when p_as_credit then 'paid' else 'due' end,
        case when p_as_credit then 'credit' end, case when p_as_credit then private.clock_now() end) returning id into made;
    first_made := coalesce(first_made, made);
    open := open - part;
  end loop;
  if open > 0 then
    raise exception 'Only % of order % can be refunded', p_amount - open, p_order
      using errcode = 'PT409', detail = jsonb_build_object('code', 'REFUND_TOO_LARGE', 'refundable', p_amount - open)::text;
  end if;
  return first_made;
end $$;
revoke all on function private.owe_refund(uuid, numeric, text, text, boolean, uuid) from public;

-- a payment that becomes due back as a whole owes what is left of it; one that is recorded as refunded as a whole has paid what was open; and
-- one that never was owes nothing
create or replace function private.follow_refunded_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rest numeric := new.amount - coalesce((select sum(r.amount) from public.refunds r where r.payment_id = new.id and r.state <> 'withdrawn'), 0);
  by_method text := case when new.method = 'cod' then null else new.method end;
begin
  if new.state = 'refund_due' then
    if rest > 0 then
      -- of money that arrives after the cancellation; what the cancellation itself owes gets its credit notes from it (follow_order_step)
      insert into public.refunds (order_id, payment_id, amount, source, created_by, created_at, credit_file)
        values (new.order_id, new.id, rest, 'cancellation', auth.uid(), private.clock_now(), case when old.state <> 'paid' then (
          select d.file_id from public.documents d where d.order_id = new.order_id and d.kind = 'credit_note' order by d.issued_at desc limit 1) end);
    end if;
    perform private.follow_refunds(new.id);
  elsif new.state = 'refunded' then
    update public.refunds r set state = 'paid', paid_at = private.clock_now(), method = coalesce(r.method, by_method), version = r.version + 1
      where r.payment_id = new.id and r.state in ('due', 'asked', 'failed');
    if rest > 0 then
      insert into public.refunds (order_id, payment_id, amount, state, source, method, created_by, created_at, paid_at)
        values (new.order_id, new.id, rest, 'paid', 'cancellation', by_method, auth.uid(), private.clock_now(), private.clock_now());
    end if;
  elsif new.state <> 'paid' then
    update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.payment_id = new.id and r.state in ('due', 'asked', 'failed');
  end if;
  return null;
end $$;

create or replace function private.follow_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  file uuid;
begin
  if tg_op = 'INSERT' then
    perform private.notify_order_step(new, null, coalesce(auth.uid(), new.user_id));
    return null;
  end if;
  if new.status = 'processing' then
    if not new.invoice_per_parcel then perform private.issue_invoice(new.id); end if;
  elsif new.status = 'shipped' then
    perform private.ship_everything(new);
  elsif new.status = 'delivered' then
    perform private.deliver_everything(new.id);
    if old.payment_state = 'cod_pending' and new.payment_state = 'paid' then
      update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
    end if;
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    perform private.call_back(new.id);
    if new.coupon_code is not null or new.offers <> '[]' then perform private.release_discounts(new.id); end if;
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    file := private.credit_rest(new.id, new.cancel_reason);
    if file is not null then
      update public.refunds r set credit_file = file where r.order_id = new.id and r.source = 'cancellation' and r.state <> 'withdrawn' and r.credit_file is null;
    end if;
  end if;
  perform private.notify_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $$;

-- a refund of a kept charge that the shop did not ask for. it settles what is due with its amount; otherwise it is a refund of its own, and what is
-- due becomes less where both together would be more than was received. null: nothing is left that it could be
create or replace function private.adopt_razorpay_refund(p_refund jsonb, p_charge text, p_order uuid) returns private.razorpay_refunds
language plpgsql security definer set search_path = '' as $$
declare
  sent private.razorpay_refunds;
  back public.payments;
  due public.refunds;
  given numeric := round((p_refund ->> 'amount')::bigint / 100.0, 2);
  over numeric;
  made uuid;
begin
  select p.* into back from public.payments p where p.order_id = p_order and p.method = 'razorpay' and p.state in ('paid', 'refund_due');
  if not found then return null; end if;
  select s.refund_id into made from private.razorpay_refunds s join public.refunds r on r.id = s.refund_id
    where s.charge_id = p_charge and s.provider_id is null and r.state in ('due', 'failed') and r.amount = given
    order by r.created_at limit 1;
  if not found then
    over := given - private.refundable_of(back.id);
    for due in select r.* from public.refunds r left join private.razorpay_refunds s on s.refund_id = r.id
      where r.payment_id = back.id and r.state in ('due', 'failed') and s.provider_id is null order by r.created_at desc
    loop
      exit when over <= 0;
      if due.amount <= over then
        update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.id = due.id;
      else
        update public.refunds r set amount = r.amount - over, version = r.version + 1 where r.id = due.id;
      end if;
      over := over - least(over, due.amount);
    end loop;
    given := given - greatest(over, 0);
    if given <= 0 then
      update private.razorpay_payments c set last_error = 'Razorpay returned more than was received' where c.id = p_charge;
      return null;
    end if;
    insert into public.refunds (order_id, payment_id, amount, state, source, reason, method, created_at, credit_file) values (p_order, back.id, given, 'asked',
      case back.state when 'refund_due' then 'cancellation' else 'goodwill' end, 'Made at Razorpay', 'razorpay', private.clock_now(), case back.state when 'refund_due' then (
        select r.credit_file from public.refunds r where r.payment_id = back.id and r.source = 'cancellation' order by r.created_at desc limit 1) end) returning id into made;
    insert into private.razorpay_refunds (refund_id, charge_id, claimed_at) values (made, p_charge, now());
  end if;
  update private.razorpay_refunds s set provider_id = p_refund ->> 'id', claimed_at = coalesce(s.claimed_at, now()) where s.refund_id = made returning s.* into sent;
  return sent;
end $$;

-- contract: it has one more parameter; used by SQL alone
drop function private.lower_payment(public.orders, numeric, text);
-- only what was paid, or is paid on delivery: of money that is on its way the amount is fixed already. p_file: as of owe_refund
create function private.lower_payment(p_order public.orders, p_amount numeric, p_reason text, p_file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  awaited public.payments;
begin
  if p_order.payment_state = 'paid' then
    perform private.owe_refund(p_order.id, p_amount, 'cancellation', p_reason, p_file => p_file);
  else
    -- of cash on delivery a part may have arrived: what is still open becomes less first
    select p.* into awaited from public.payments p where p.order_id = p_order.id and p.state = 'cod_pending' for no key update;
    if not found then
      raise exception 'Order % has no payment to lower', p_order.id using errcode = 'PT409', detail = '{"code":"REFUND_TOO_LARGE"}';
    end if;
    if p_amount <= awaited.amount and (p_amount < awaited.amount or not exists (select from public.payments p where p.order_id = p_order.id and p.state = 'paid')) then
      update public.payments p set amount = p.amount - p_amount where p.id = awaited.id;
    else
      update public.payments p set amount = 0, state = 'paid' where p.id = awaited.id;
      if p_amount > awaited.amount then perform private.owe_refund(p_order.id, p_amount - awaited.amount, 'cancellation', p_reason, p_file => p_file); end if;
    end if;
  end if;
end $$;
revoke all on function private.lower_payment(public.orders, numeric, text, uuid) from public;

-- p_version: of the order on the screen. pieces in packed parcels are not given up: they are unpacked first. returns the amount in rupees
-- that the customer gets back or does not pay
create or replace function public.cancel_rest(p_order uuid, p_version integer, p_reason text) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  pieces jsonb;
  names text;
  file uuid := gen_random_uuid();
  part record;
  amount numeric;
  why text := nullif(btrim(p_reason), '');
begin
  if not private.may('orders.process') then raise exception 'permission denied for shipments' using errcode = '42501'; end if;
  if why is null or length(why) > 300 then
    raise exception 'This needs a reason of at most 300 characters' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'This order is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if o.version is distinct from p_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if o.status <> 'processing' or not exists (select from private.pieces_of(o.id) p where p.gone > 0) then
    raise exception 'Nothing of this order has left: cancel all of it' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', o.status)::text;
  end if;
  if o.payment_state not in ('paid', 'cod_pending') then
    raise exception 'Settle the payment of this order first' using errcode = 'PT409', detail = '{"code":"PAYMENT_OPEN"}';
  end if;
  select jsonb_agg(jsonb_build_object('line', p.item, 'quantity', p.quantity - p.in_parcels)),
      string_agg((p.quantity - p.in_parcels) || ' × ' || i.product_name, ', ' order by i.product_name, i.id)
    into pieces, names from private.pieces_of(o.id) p join public.order_items i on i.id = p.item where p.quantity > p.in_parcels;
  if pieces is null then raise exception 'Everything is in a parcel' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}'; end if;

  perform private.restock_pieces(o.id, pieces);
  if o.store_credit > 0 and o.user_id is not null then perform private.lock_store_credit(o.user_id); end if;   -- before the series of the credit notes
  update public.order_items i set cancelled_quantity = i.cancelled_quantity + r.quantity
    from jsonb_to_recordset(pieces) r (line uuid, quantity integer) where i.id = r.line;
  if o.invoice_per_parcel then   -- what is in no parcel is on no invoice
    amount := private.give_up_pieces(pieces);
  else
    for part in select * from private.invoices_of_pieces(o.id, pieces) loop
      perform private.issue_credit_note(part.invoice, part.lines, why, false, file);
    end loop;
  end if;
  if not o.invoice_per_parcel and jsonb_array_length(pieces) <> (select count(*) from public.documents d cross join jsonb_array_elements(d.content -> 'items') where d.file_id = file) then
    raise exception 'The invoices of order % do not have all of these pieces', o.id using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  amount := coalesce(amount, (select sum((d.content #>> '{order,total_amount}')::numeric) from public.documents d where d.file_id = file));
  if amount > 0 then perform private.lower_payment(o, amount, why, case when not o.invoice_per_parcel then file end); end if;
  perform private.notify_rest(o, case when length(names) > 200 then left(names, 199) || '…' else names end, amount, why);

  -- its parcels are the whole order now. their mails were sent when they left
  if not exists (select from private.pieces_of(o.id) p where p.quantity > p.gone) then
    perform set_config('shop.quiet', 'on', true);
    update public.orders x set status = 'shipped' where x.id = o.id;
    if not exists (select from public.shipments s where s.order_id = o.id and s.state = 'shipped') then
      update public.orders x set status = 'delivered' where x.id = o.id;
    end if;
    perform set_config('shop.quiet', '', true);
  else
    update public.orders x set updated_at = now() where x.id = o.id;
  end if;
  return amount;
end $$;

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
    -- a reference of its own: banks refuse a second payment under the first one's
    insert into public.payments (order_id, method, state, amount, reference, awaited_since, created_at)
      select p_id, o.payment_method, o.payment_state, rest, replace(p_id::text, '-', '') || 'd' || count(*), private.clock_now(), private.clock_now()
      from public.payments p where p.order_id = p_id;
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

-- ends a received return. p_lines: [{item, credited}], the pieces that are credited; null: those that arrived. p_deduction: rupees that the shop
-- keeps back of the credit notes, with a reason. p_charges: the delivery charge is credited too, if it is not yet. p_settle: the rest is refunded as it
-- was paid, or is store credit of the account, of an exchange up to p_most (null: all of it). returns how much became store credit
create or replace function private.settle_return(p_return uuid, p_version integer, p_lines jsonb, p_charges boolean, p_deduction numeric, p_deduction_reason text,
  p_settle text, p_most numeric default null, p_exchange uuid default null) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  r public.returns;
  o public.orders;
  file uuid := gen_random_uuid();
  total numeric;
  due numeric;
  credit numeric;
begin
  r := private.lock_return(p_return, p_version, '{received}');
  if p_settle is null or p_settle not in ('refund', 'credit', 'exchange') then
    raise exception 'A return is settled as refund, store credit or exchange' using errcode = '22023', detail = '{"code":"INVALID","field":"settle"}';
  end if;
  select x.* into o from public.orders x where x.id = r.order_id;
  if p_settle <> 'refund' and o.user_id is null then
    raise exception 'Store credit needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}';
  end if;
  if o.user_id is not null and (p_settle <> 'refund' or o.store_credit > 0) then perform private.lock_store_credit(o.user_id); end if;
  if p_lines is not null and (private.are_return_lines(p_lines, '{credited}') is distinct from true or exists (
      select from (select l.* from public.return_lines l where l.return_id = p_return) l
      full join jsonb_to_recordset(p_lines) as c (item uuid, credited integer) on c.item = l.order_item_id
      where l.quantity is null or c.credited is null or c.credited > l.quantity)) then
    raise exception 'No more than the pieces of the return are credited' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  update public.return_lines l set credited = coalesce((select c.credited from jsonb_to_recordset(p_lines) as c (item uuid, credited integer) where c.item = l.order_item_id),
    l.restocked + l.damaged) where l.return_id = p_return;
  if p_deduction is null or p_deduction < 0 or p_deduction <> round(p_deduction, 2) or (p_deduction > 0 and coalesce(length(btrim(p_deduction_reason)), 0) not between 1 and 400) then
    raise exception 'What is kept back is in whole paise, and has a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  total := private.credit_return(r, coalesce(p_charges, false), file);
  if p_deduction > total then
    raise exception 'More would be kept back than is credited' using errcode = '22023', detail = jsonb_build_object('code', 'DEDUCTION_TOO_LARGE', 'credited', total)::text;
  end if;
  due := private.set_off(r.order_id, total - p_deduction);
  credit := case when p_settle = 'refund' then 0 else least(due, coalesce(p_most, due)) end;
  perform set_config('shop.exchange', case when p_settle = 'exchange' and p_most is not null then 'on' else '' end, true);
  if credit > 0 then perform private.owe_refund(r.order_id, credit, 'return', 'Return ' || r.number, true, file); end if;
  perform set_config('shop.exchange', '', true);
  if due > credit then perform private.owe_refund(r.order_id, due - credit, 'return', 'Return ' || r.number, p_file => file); end if;
  update public.returns x set state = 'closed', ended_at = private.clock_now(), credited = total, deduction = p_deduction,
      deduction_reason = case when p_deduction > 0 then btrim(p_deduction_reason) end, settled_as = p_settle, exchange_order = p_exchange,
      credit_file = case when total > 0 then file end, version = x.version + 1
    where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
  return credit;
end $$;

-- the documents of a mail, one row per file: the accepted order's invoice; the credit note with the cancellation; with a refund those that
-- it follows from, and none with goodwill; what a
-- change or a return issued, which its mail names; what was handed over in the shop has one mail, and that one carries the invoice. the mail about a
-- parcel carries its invoice. no row: nothing was issued, so the mail carries nothing. bytes are null until the document has been rendered.
create or replace function private.mail_document(p_mail bigint) returns table (document_type text, file_id uuid, bytes bytea)
language sql stable security definer set search_path = '' as $$
  select named.document_type, f.file_id, private.document_file(f.file_id, 'original', private.file_irns(f.file_id))
  from (
    select m.kind, (m.data ->> 'order_id')::uuid as order_id, m.data -> 'files' as files,
      (select r.credit_file from public.refunds r where m.kind = 'order_refunded' and r.id = (m.data ->> 'refund_id')::uuid) as refund_file,
      case
        when m.kind = 'order_status' and (m.data ->> 'status' = 'processing' or m.data -> 'handed_over' = 'true')
          then case when not (select o.invoice_per_parcel from public.orders o where o.id = (m.data ->> 'order_id')::uuid) then 'invoice' end
        when m.kind = 'order_status' and m.data ->> 'status' = 'cancelled' or m.kind = 'order_refunded' then 'creditNote'
        else t.document_type
      end as document_type
    from private.mails m left join (values ('creditNote'), ('invoice')) t (document_type) on m.kind in ('order_changed', 'order_return')
    where m.id = p_mail and m.status = 'queued' and m.kind in ('order_status', 'order_refunded', 'order_changed', 'order_return')
  ) named
  cross join lateral (
    select d.file_id from public.documents d
    where d.order_id = named.order_id and d.kind = case named.document_type when 'invoice' then 'invoice' when 'creditNote' then 'credit_note' end
      and (named.files is null or named.files ? d.file_id::text) and (named.kind <> 'order_refunded' or d.file_id = named.refund_file)
    -- the acceptance issues the first invoice, a cancellation the last credit note
    order by case named.document_type when 'invoice' then d.issued_at end, d.issued_at desc limit 1) f
  where named.kind not in ('order_changed', 'order_return') or named.files is not null
  union all
  -- a parcel with an invoice of its own: in its mail, or in that of the order's step if it had none
  select 'invoice', s.invoice_file, private.document_file(s.invoice_file, 'original')
  from private.mails m join public.shipments s on s.order_id = (m.data ->> 'order_id')::uuid
  where m.id = p_mail and m.status = 'queued' and s.invoice_file is not null and s.state <> 'packed'
    and case m.kind when 'order_shipment' then s.id = (m.data ->> 'shipment_id')::uuid
      when 'order_status' then (m.data ->> 'status' = 'shipped' or m.data -> 'handed_over' = 'true') and not exists (select from private.mails x
        where x.kind = 'order_shipment' and x.data ->> 'order_id' = m.data ->> 'order_id' and x.data ->> 'shipment_id' = s.id::text)
      else false end
$$;
