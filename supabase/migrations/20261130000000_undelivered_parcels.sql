-- a parcel that was not delivered comes back while its order goes on with the others (docs/decisions/0082-shipments.md)

alter table public.shipments add column undelivered boolean not null default false,
  add constraint shipments_undelivered check (not undelivered or state in ('returning', 'returned', 'lost')) not valid;

alter table public.remittance_lines drop constraint remittance_lines_problem_check,
  add constraint remittance_lines_problem_check check (problem in ('unknown', 'ambiguous', 'cancelled', 'undelivered', 'not_cod', 'paid')) not valid;

-- the pieces of an order's lines that are sent: how many are in a parcel, packed ones included, and how many have left. what was not delivered is no
-- longer part of the order. callers hold the order's lock
create or replace function private.pieces_of(p_order uuid) returns table (item uuid, product uuid, quantity integer, in_parcels integer, gone integer)
language sql stable security definer set search_path = '' as $$
  select i.id, i.product_id, i.quantity - i.cancelled_quantity, coalesce(sum(l.quantity), 0)::integer, coalesce(sum(l.quantity) filter (where s.state <> 'packed'), 0)::integer
  from public.order_items i
  left join (public.shipment_lines l join public.shipments s on s.id = l.shipment_id and not s.undelivered) on l.order_item_id = i.id
  where i.order_id = p_order group by i.id
$$;

-- a whole order that is marked as shipped: its packed parcels leave, and everything that is in none is one more parcel. the columns of the
-- order name the courier and number of this one
create or replace function private.ship_everything(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known boolean := exists (select from public.shipments s where s.order_id = p_order.id and not s.undelivered and s.tracking_number = nullif(btrim(p_order.tracking_number), ''));
begin
  update public.shipments s set state = 'shipped', shipped_at = private.clock_now(), version = s.version + 1,
      courier = case when s.own_delivery then null else coalesce(s.courier, nullif(btrim(p_order.courier), '')) end,
      tracking_number = case when s.own_delivery or known then s.tracking_number else coalesce(s.tracking_number, nullif(btrim(p_order.tracking_number), '')) end
    where s.order_id = p_order.id and s.state = 'packed';
  if exists (select from private.pieces_of(p_order.id) p where p.quantity > p.in_parcels) then
    perform private.add_shipment(p_order.id, null, 'shipped', p_order.courier, case when not known then p_order.tracking_number end, false);
  end if;
end $$;

-- of parcels that left in one step the one that was made last: it is of that step, and the order names it
create or replace function private.latest_shipment(p_order uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from public.shipments s where s.order_id = p_order and s.state <> 'packed' and not s.undelivered order by s.shipped_at desc, s.created_at desc, s.number desc limit 1
$$;

-- credits pieces, [{line, quantity}], of an order's invoices in the order of their issue, in one file. p_invoiced: the file of the one invoice that
-- has them, of a parcel. p_charges: the charges are credited too, if they are not yet. returns the sum of the notes.
-- a tax invoice and a bill of supply of one order (rule 46a) share one file and its charges: the facts of both have them whole, so they count once
create function private.credit_pieces(p_order uuid, p_pieces jsonb, p_reason text, p_charges boolean, p_file uuid, p_invoiced uuid default null) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  rest jsonb := (select coalesce(jsonb_object_agg(r.line, r.quantity), '{}') from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer));
  invoice record;
  lines jsonb;
  issued text;
  charges numeric;
  charged uuid[] := '{}';
  credited numeric := 0;
begin
  for invoice in select d.id, d.file_id from public.documents d where d.order_id = p_order and d.kind = 'invoice' order by d.issued_at, d.serial desc loop
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'quantity', least(l.quantity - l.credited, (rest ->> l.line::text)::integer)) order by l.place), '[]')
      into lines from private.invoice_lines(invoice.id) l
      where l.quantity > l.credited and (rest ->> l.line::text)::integer > 0 and (p_invoiced is null or invoice.file_id = p_invoiced);
    charges := case when p_charges then private.charge_sum(private.uncredited_charges(invoice.id), 'amount') else 0 end;
    continue when lines = '[]' and charges = 0;
    issued := private.issue_credit_note(invoice.id, lines, p_reason, p_charges, p_file);
    credited := credited + (select private.charge_sum(d.content -> 'items', 'total') from public.documents d where d.serial = issued)
      + case when invoice.file_id = any (charged) then 0 else charges end;
    if charges > 0 then charged := charged || invoice.file_id; end if;
    select coalesce(jsonb_object_agg(x.key, x.value::integer - coalesce((select (c ->> 'quantity')::integer from jsonb_array_elements(lines) c where c ->> 'line' = x.key), 0)), '{}')
      into rest from jsonb_each_text(rest) x;
  end loop;
  if exists (select from jsonb_each_text(rest) x where x.value::integer > 0) then
    raise exception 'More would be credited than is left of the invoices' using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  return credited;
end $$;
revoke all on function private.credit_pieces(uuid, jsonb, text, boolean, uuid, uuid) from public;

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
  total := private.credit_pieces(r.order_id, (select jsonb_agg(jsonb_build_object('line', l.order_item_id, 'quantity', l.credited))
    from public.return_lines l where l.return_id = r.id and l.credited > 0), 'Return ' || r.number, coalesce(p_charges, false), file);
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

-- contract: credit_pieces does it; used by SQL alone
drop function private.credit_return(public.returns, boolean, uuid);

-- contract: it answers what is due back; used by SQL alone
drop function private.lower_payment(public.orders, numeric, text, uuid);
-- what is still to pay becomes less first, by p_open at most; what is left of the amount is due back. of money that is on its way the amount is fixed
-- already. p_file: as of owe_refund. returns what is due back
create function private.lower_payment(p_order public.orders, p_amount numeric, p_reason text, p_file uuid, p_open numeric default null) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  awaited public.payments;
  due numeric := p_amount;
begin
  if p_order.payment_state = 'cod_pending' then
    select p.* into awaited from public.payments p where p.order_id = p_order.id and p.state = 'cod_pending' for no key update;
    if not found then
      raise exception 'Order % has no payment to lower', p_order.id using errcode = 'PT409', detail = '{"code":"REFUND_TOO_LARGE"}';
    end if;
    due := p_amount - least(p_amount, awaited.amount, coalesce(p_open, p_amount));
    -- with nothing left to come, an order of which something is paid is paid
    if awaited.amount = p_amount - due and (due > 0 or exists (select from public.payments p where p.order_id = p_order.id and p.state = 'paid')) then
      update public.payments p set amount = 0, state = 'paid' where p.id = awaited.id;
    else
      update public.payments p set amount = p.amount - (p_amount - due) where p.id = awaited.id;
    end if;
  elsif p_order.payment_state <> 'paid' then
    due := private.set_off(p_order.id, p_amount);
  end if;
  if due > 0 then perform private.owe_refund(p_order.id, due, 'cancellation', p_reason, p_file => p_file); end if;
  return due;
end $$;

-- the reason of a step of staff, without space around it
create function private.stated_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 300 then
    raise exception 'This needs a reason of at most 300 characters' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  return btrim(p_reason);
end $$;

create function private.check_payment_can_change(p_order public.orders) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_order.payment_state not in ('paid', 'cod_pending', 'awaiting_payment', 'failed') then
    raise exception 'Settle the payment of this order first' using errcode = 'PT409', detail = '{"code":"PAYMENT_OPEN"}';
  end if;
end $$;

-- an order is less by these pieces. p_in_shop: they can be sold at once; otherwise when their parcel is here. locks in the sequence of every step:
-- products in id order, then store credit, both before the series of the credit notes
create function private.drop_pieces(p_order public.orders, p_pieces jsonb, p_in_shop boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select i.product_id from jsonb_to_recordset(p_pieces) r (line uuid) join public.order_items i on i.id = r.line)
    order by p.id for no key update;
  perform set_config('shop.stock_reason', 'cancellation', true), set_config('shop.stock_order', p_order.id::text, true);
  update public.products p set stock = p.stock + case when p_in_shop then b.quantity else 0 end, units_sold = greatest(p.units_sold - b.quantity, 0)
    from (select i.product_id, sum(r.quantity)::integer as quantity from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer)
      join public.order_items i on i.id = r.line group by 1) b
    where p.id = b.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
  if p_order.store_credit > 0 and p_order.user_id is not null then perform private.lock_store_credit(p_order.user_id); end if;
  update public.order_items i set cancelled_quantity = i.cancelled_quantity + r.quantity
    from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer) where i.id = r.line;
end $$;

-- the other parcels are the whole order now, if nothing else is to be sent. their mails were sent when they left
create function private.follow_rest(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  reached text;
begin
  select x.* into strict o from public.orders x where x.id = p_order;
  reached := case when exists (select from private.pieces_of(o.id) p where p.quantity > p.gone) then o.status
    when exists (select from public.shipments s where s.order_id = o.id and s.state = 'shipped') then 'shipped' else 'delivered' end;
  perform set_config('shop.quiet', 'on', true);
  if reached = o.status then update public.orders x set updated_at = now() where x.id = o.id; end if;
  if reached <> 'processing' and o.status = 'processing' then update public.orders x set status = 'shipped' where x.id = o.id; end if;
  if reached = 'delivered' then update public.orders x set status = 'delivered' where x.id = o.id; end if;
  perform set_config('shop.quiet', '', true);
end $$;

-- contract: it says what became of the goods, too; used by SQL alone
drop function private.notify_rest(public.orders, text, numeric, text);
-- history, notification and mail; the reason is erased with the person, as that of every change (private.erase_change_notes)
create function private.notify_rest(p_order public.orders, p_what text, p_goods text, p_less numeric, p_due numeric, p_reason text, p_credited boolean)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  money text := concat_ws(' ', case when p_less > 0 then format('You pay ₹%s less.', p_less) end, case when p_due > 0 then format('₹%s is refunded.', p_due) end);
  note text := concat_ws(' ', format('%s: %s.', p_what, case when length(p_goods) > 200 then left(p_goods, 199) || '…' else p_goods end), nullif(money, ''),
    'Reason: ' || p_reason);
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (p_order.id, p_order.status, 'Order changed: ' || note, auth.uid(), private.clock_now(), false);
  if p_order.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (p_order.user_id, 'Part of your order cancelled',
      left('Of order #' || left(p_order.id::text, 8) || ' (no. ' || private.order_number_text(p_order.order_number) || ') ' || note, 600), 'order_update', p_order.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values ('order_rest', p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'note', note, 'credited', p_credited));
  end if;
end $$;

-- p_version: of the order on the screen. pieces in packed parcels are not given up: they are unpacked first. returns the amount in rupees
-- that the customer gets back or does not pay
create or replace function public.cancel_rest(p_order uuid, p_version integer, p_reason text) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  pieces jsonb;
  names text;
  file uuid := gen_random_uuid();
  amount numeric;
  due numeric := 0;
  why text;
begin
  if not private.may('orders.process') then raise exception 'permission denied for shipments' using errcode = '42501'; end if;
  why := private.stated_reason(p_reason);
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'This order is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if o.version is distinct from p_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if o.status <> 'processing' or not exists (select from private.pieces_of(o.id) p where p.gone > 0) then
    raise exception 'Nothing of this order has left: cancel all of it' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', o.status)::text;
  end if;
  perform private.check_payment_can_change(o);
  select jsonb_agg(jsonb_build_object('line', p.item, 'quantity', p.quantity - p.in_parcels)),
      string_agg((p.quantity - p.in_parcels) || ' × ' || i.product_name, ', ' order by i.product_name, i.id)
    into pieces, names from private.pieces_of(o.id) p join public.order_items i on i.id = p.item where p.quantity > p.in_parcels;
  if pieces is null then raise exception 'Everything is in a parcel' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}'; end if;

  perform private.drop_pieces(o, pieces, true);
  if o.invoice_per_parcel then   -- what is in no parcel is on no invoice
    amount := private.give_up_pieces(pieces);
  else
    amount := private.credit_pieces(o.id, pieces, why, false, file);
  end if;
  if amount > 0 then due := private.lower_payment(o, amount, why, case when not o.invoice_per_parcel then file end); end if;
  perform private.notify_rest(o, 'not sent any more', names, amount - due, due, why, not o.invoice_per_parcel);
  perform private.follow_rest(o.id);
  return amount;
end $$;

-- contract: credit_pieces and drop_pieces do it; used by SQL alone
drop function private.invoices_of_pieces(uuid, jsonb);
-- contract: the same; used by SQL alone
drop function private.restock_pieces(uuid, jsonb);

revoke all on function private.lower_payment(public.orders, numeric, text, uuid, numeric), private.stated_reason(text), private.check_payment_can_change(public.orders),
  private.drop_pieces(public.orders, jsonb, boolean), private.follow_rest(uuid), private.notify_rest(public.orders, text, text, numeric, numeric, text, boolean) from public;

-- p_version: of the parcel, p_order_version: of its order, whose payment the screen has shown. p_charges: of an order that is paid, what was charged
-- besides the goods goes back too; of cash on delivery it is taken back with the parcel that was to collect it, because no other one does.
-- with cash on delivery the labels of the other parcels stay true: the customer does not pay what this one was to collect, and what was paid for it in
-- other ways is due back, together what its label was made from; the credit notes may differ from it by their rounding.
-- returns the amount in rupees that the customer gets back or does not pay
create function public.book_undelivered(p_shipment uuid, p_version integer, p_order_version integer, p_reason text, p_charges boolean default false) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{shipped}');
  o public.orders;
  pieces jsonb;
  names text;
  file uuid := gen_random_uuid();
  cash numeric(12, 2) := private.parcel_to_collect(s.id);
  worth numeric(12, 2) := private.parcel_amount(s.id);
  amount numeric;
  due numeric := 0;
  latest public.shipments;
  why text := private.stated_reason(p_reason);
begin
  select x.* into strict o from public.orders x where x.id = s.order_id;
  if o.version is distinct from p_order_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  perform private.check_payment_can_change(o);
  select jsonb_agg(jsonb_build_object('line', l.order_item_id, 'quantity', l.quantity)),
      string_agg(l.quantity || ' × ' || i.product_name, ', ' order by i.product_name, i.id)
    into pieces, names from public.shipment_lines l join public.order_items i on i.id = l.order_item_id where l.shipment_id = s.id;
  if not exists (select from private.pieces_of(o.id) p
      where p.quantity > coalesce((select l.quantity from public.shipment_lines l where l.shipment_id = s.id and l.order_item_id = p.item), 0)) then
    raise exception 'Nothing else is left of this order: cancel it' using errcode = 'PT409', detail = '{"code":"ONLY_PARCEL"}';
  end if;

  perform private.drop_pieces(o, pieces, false);
  update public.shipments x set state = 'returning', undelivered = true, version = x.version + 1 where x.id = s.id;
  select x.* into latest from public.shipments x where x.id = private.latest_shipment(o.id);
  update public.orders x set courier = latest.courier, tracking_number = latest.tracking_number
    where x.id = o.id and (x.courier, x.tracking_number) is distinct from (latest.courier, latest.tracking_number);
  amount := private.credit_pieces(o.id, pieces, why, case when o.payment_state = 'cod_pending' then s.number = 1 else coalesce(p_charges, false) end, file, s.invoice_file);
  if o.payment_state = 'cod_pending' then amount := worth; else cash := null; end if;
  if amount > 0 then due := private.lower_payment(o, amount, why, file, cash); end if;
  perform private.notify_rest(o, format('parcel %s was not delivered and comes back', s.number), names, amount - due, due, why, true);
  perform private.follow_rest(o.id);
  return amount;
end $$;
revoke all on function public.book_undelivered(uuid, integer, integer, text, boolean) from public;

-- the body lets staff through; nothing for anon
grant execute on function public.book_undelivered(uuid, integer, integer, text, boolean) to authenticated;

-- the open orders: what for (cod, awaited, verify), how much, and since when. cash on delivery is awaited since its last parcel arrived, or left;
-- everything else since the order was placed. the list is as long as the work that is open (orders_to_collect_idx)
create or replace function private.open_receivables() returns table (id uuid, kind text, amount numeric, since timestamptz, courier text)
language sql stable security definer set search_path = '' rows 500 as $$
  select o.id,
    case o.payment_state when 'cod_pending' then 'cod' when 'awaiting_verification' then 'verify' else 'awaited' end,
    (select coalesce(sum(p.amount) filter (where private.is_open_payment(p.state)), 0) from public.payments p where p.order_id = o.id),
    case when o.payment_state = 'cod_pending' then coalesce((select max(case when o.status = 'delivered' then s.delivered_at else s.shipped_at end)
      from public.shipments s where s.order_id = o.id and not s.undelivered), o.created_at) else o.created_at end,
    coalesce(btrim(o.courier), '')
  from public.orders o where private.is_to_collect(o.status, o.payment_state)
$$;

-- what a parcel is worth, in rupees: parcelAmount() of domain/orders/parcels.ts, which labels use. a test compares both. parcels that were not
-- delivered are not counted, except the one that is asked for
create or replace function private.parcel_amount(p_shipment uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select (d.content #>> '{order,total_amount}')::numeric from public.documents d join public.shipments x on x.invoice_file = d.file_id
      where x.id = p_shipment limit 1),
    (sum(floor(i.total * 100 * l.with_it / i.quantity) - floor(i.total * 100 * l.before / i.quantity))
      + case when s.number = 1 then o.total_amount * 100 - sum(i.total * 100) else 0 end) / 100)
  from public.shipments s
  join public.orders o on o.id = s.order_id
  join public.order_items i on i.order_id = s.order_id
  cross join lateral (
    select coalesce(sum(x.quantity) filter (where t.number < s.number), 0) as before, coalesce(sum(x.quantity) filter (where t.number <= s.number), 0) as with_it
    from public.shipments t join public.shipment_lines x on x.shipment_id = t.id
    where t.order_id = s.order_id and x.order_item_id = i.id and (t.id = s.id or not t.undelivered)) l
  where s.id = p_shipment group by s.number, o.total_amount
$$;

-- what all parcels of an order are to bring with what has come already, in rupees: what was agreed, less what is not sent any more
create function private.owed_of(p_order uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select private.kept_of(p_order) + coalesce((select sum(p.amount) from public.payments p where p.order_id = p_order and private.is_open_payment(p.state)), 0)
$$;
revoke all on function private.owed_of(uuid) from public;
grant execute on function private.owed_of(uuid) to shop_orders;   -- labels

-- what the label of a parcel collects, in rupees: parcelToCollect() of domain/orders/parcels.ts. what came by other ways, such as store credit,
-- pays the first parcels; what couriers have transferred belongs to its own parcel and changes nothing here. once nothing is left to pack, the last
-- parcel collects what the others do not: notes of what is not sent are rounded by themselves
create or replace function private.parcel_to_collect(p_shipment uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when s.undelivered then 0 else greatest(0, w.with_it - k.otherwise) - greatest(0, w.before - k.otherwise) end
  from public.shipments s
  cross join private.owed_of(s.order_id) d (owed)
  cross join lateral (
    select least(d.owed, coalesce(sum(private.parcel_amount(x.id)) filter (where x.number < s.number), 0)) as before,
      case when max(x.number) = s.number and not exists (select from private.pieces_of(s.order_id) p where p.quantity > p.in_parcels) then d.owed
        else least(d.owed, sum(private.parcel_amount(x.id)) filter (where x.number <= s.number)) end as with_it
    from public.shipments x where x.order_id = s.order_id and not x.undelivered) w
  cross join private.paid_otherwise(s.order_id) k (otherwise)
  where s.id = p_shipment
$$;

-- each row with its parcel, the order's open amount and what can be booked of it. a row without a number of a parcel is found by the order's
-- number if the order has one parcel that was not booked as undelivered. problem 'repeated': it was booked before, or is twice in the file
create or replace function private.match_remittance(p_rows jsonb)
returns table (place integer, tracking text, order_text text, line_key text, collected numeric, charges numeric, order_id uuid, shipment_id uuid, order_number integer,
  name text, expected numeric, bookable numeric, problem text)
language sql stable security definer set search_path = '' as $$
  with given as (
    select r.place, nullif(btrim(r.tracking), '') as tracking, nullif(btrim(r."order"), '') as order_text, r.collected, r.charges,
      upper(regexp_replace(r.tracking, '\s', '', 'g')) as number, private.order_number_in(r."order") as ordered
    from jsonb_to_recordset(p_rows) r (place integer, tracking text, "order" text, collected numeric, charges numeric)
  ), found as (
    select g.*, coalesce(nullif(g.number, ''), 'ORDER ' || coalesce(g.ordered::text, upper(g.order_text))) as line_key, f.parcels, f.shipment_id
    from given g cross join lateral (
      select count(*) as parcels, (array_agg(s.id))[1] as shipment_id from public.shipments s
      where case when coalesce(g.number, '') <> '' then s.id in (
          select x.id from public.shipments x where upper(regexp_replace(x.tracking_number, '\s', '', 'g')) = g.number and x.tracking_number is not null)
        else s.order_id = (select o.id from public.orders o where o.order_number = g.ordered) and not s.undelivered end) f
  ), known as (
    select f.*, s.order_id, o.order_number, coalesce(nullif(o.company_name, ''), o.full_name) as name,
      case when s.id is not null then private.parcel_to_collect(s.id) end as expected,
      (select coalesce(sum(p.amount), 0) from public.payments p where p.order_id = o.id and private.is_open_payment(p.state)) as open,
      case
        when exists (select from public.remittance_lines l where l.line_key = f.line_key and l.collected = f.collected)
          or row_number() over (partition by f.line_key, f.collected order by f.place) > 1 then 'repeated'
        when f.parcels = 0 then 'unknown'
        when f.parcels > 1 then 'ambiguous'
        when o.payment_method <> 'cod' then 'not_cod'
        when f.collected = 0 then null
        when o.status = 'cancelled' then 'cancelled'
        when s.undelivered then 'undelivered'   -- its money is no part of what the other parcels bring
        when o.payment_state <> 'cod_pending' then 'paid'
      end as problem
    from found f
    left join public.shipments s on f.parcels = 1 and s.id = f.shipment_id
    left join public.orders o on o.id = s.order_id
  )
  select k.place, k.tracking, k.order_text, k.line_key, k.collected, k.charges, k.order_id, k.shipment_id, k.order_number, k.name, k.expected,
    case when k.problem is null then greatest(0, least(k.collected, k.open - coalesce(sum(k.collected) filter (where k.problem is null)
      over (partition by k.order_id order by k.place rows between unbounded preceding and 1 preceding), 0))) else 0 end,
    k.problem
  from known k order by k.place
$$;

-- what the courier has to know of a packed parcel. begun again after a failure it is the same booking
create or replace function private.begin_courier_booking(p_staff uuid, p_shipment uuid, p_version integer, p_courier text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
  b public.courier_bookings;
begin
  select x.* into b from public.courier_bookings x where x.shipment_id = s.id;
  if b.state in ('booked', 'cancelling') then
    raise exception 'A courier is booked already' using errcode = 'PT409', detail = '{"code":"COURIER_BOOKED"}';
  end if;
  if s.version is distinct from p_version then raise exception 'The parcel has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if s.state <> 'packed' then
    raise exception 'This parcel has left' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', s.state)::text;
  end if;
  if b.shipment_id is null then
    insert into public.courier_bookings (shipment_id, courier, state, booked_by, created_at) values (s.id, p_courier, 'booking', p_staff, private.clock_now());
  end if;
  return jsonb_build_object(
    'parcel', jsonb_build_object('id', s.id, 'number', s.number),
    'order', (select jsonb_build_object('id', o.id, 'order_number', o.order_number, 'full_name', o.full_name, 'company_name', o.company_name, 'address', o.address,
        'city', o.city, 'state', o.state, 'pincode', o.pincode, 'phone', o.phone, 'total_amount', o.total_amount, 'paid', private.paid_otherwise(o.id), 'owed', private.owed_of(o.id),
        'payment_method', o.payment_method, 'payment_state', o.payment_state) from public.orders o where o.id = s.order_id),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_name', i.product_name, 'quantity', i.quantity, 'cancelled_quantity', i.cancelled_quantity, 'total', i.total,
        'weight_grams', p.weight_grams) order by i.product_name collate "C", i.id)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = s.order_id),
    'shipments', (select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'state', x.state, 'undelivered', x.undelivered,
        'invoiced', (select d.content #> '{order,total_amount}' from public.documents d where d.file_id = x.invoice_file limit 1), 'shipment_lines',
        (select jsonb_agg(jsonb_build_object('order_item_id', l.order_item_id, 'quantity', l.quantity)) from public.shipment_lines l where l.shipment_id = x.id)) order by x.number)
      from public.shipments x where x.order_id = s.order_id),
    'seller', (select jsonb_build_object('name', coalesce(nullif(t.legal_name, ''), t.store_name), 'address', t.address, 'city', t.city, 'state', t.state_code,
        'pincode', t.pincode, 'phone', t.phone) from public.settings t));
end $$;

-- runs with the caller's own rights. staff see every order, so the owner is named all the same.
create or replace function public.my_counter() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    -- those that wait for money first, so that none is hidden behind newer ones
    'on_the_way', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.to_pay desc, o.created_at desc, o.id), '[]') from (
        select o.id, o.order_number, o.created_at, o.status, o.payment_method, o.payment_state, o.total_amount, o.store_credit, o.pincode,
          -- null: a part was paid, so that it is not cancelled for the rest
          case when not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0)
            then coalesce((select max(p.awaited_since) from public.payments p where p.order_id = o.id), o.created_at) end as awaited_since,
          o.payment_method <> 'cod' and o.payment_state in ('awaiting_payment', 'failed') as to_pay,
          coalesce((select sum(p.amount) from public.payments p where p.order_id = o.id and p.state in ('awaiting_payment', 'failed')), 0) as due, count(*) over () as of,
          (select max(h.created_at) from public.order_status_history h where h.order_id = o.id and h.status = 'shipped' and h.automatic) as shipped_at
        from public.orders o where o.user_id = (select auth.uid()) and o.status in ('pending', 'processing', 'shipped')
        order by to_pay desc, o.created_at desc, o.id limit 3) o),
    -- what the last order had, and what was bought more than once, the most often first
    'again', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.times desc, a.bought_at desc, a.product ->> 'id'), '[]') from (
        select b.* from (select *, max(bought_at) over () as last from public.bought_before(100)) b
        where b.times > 1 or b.bought_at = b.last
        order by b.times desc, b.bought_at desc, b.product ->> 'id' limit 8) a),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') from (
        select o.id, o.created_at, o.total_amount, l.products, l.goods
        from public.orders o
        cross join lateral (
          select count(*) as products,
            coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'image_url', i.image_url)) filter (where i.place <= 4), '[]') as goods
          from (
            select product_name, image_url, row_number() over (order by product_name, id) as place
            from public.order_items where order_id = o.id) i) l
        where o.user_id = (select auth.uid())
        order by o.created_at desc, o.id limit 3) r),
    'delivery', (
      select jsonb_build_object('dispatch_days', dispatch_days, 'transit_home_min', transit_home_min, 'transit_home_max', transit_home_max,
        'transit_other_min', transit_other_min, 'transit_other_max', transit_other_max, 'transit_remote_min', transit_remote_min,
        'transit_remote_max', transit_remote_max, 'dispatch_holidays', dispatch_holidays)
      from public.settings limit 1))
$$;

-- what the filters of the list demand of an order `o`, as the text of a condition. search, status, payment, method, state (lists), from,
-- to (indian days, inclusive), customer, product, category, sales (true: what the dashboard counts), waiting (true: a part has left), ids
create or replace function private.order_conditions(p_filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  conditions text[] := '{}';
  categories uuid[];
  guest text;
begin
  if p_filters ? 'status' then conditions := conditions || private.one_of('o.status', p_filters -> 'status'); end if;
  if p_filters ? 'payment' and not p_filters -> 'payment' ? 'refund_due' then
    conditions := conditions || private.one_of('o.payment_state', p_filters -> 'payment');
  elsif p_filters ? 'payment' then   -- also an order that is paid and owes a part of it back
    conditions := conditions || format('o.id in (select r.order_id from public.refunds r where r.state in (''due'', ''asked'', ''failed'') union all select x.id from public.orders x where %s)',
      private.one_of('x.payment_state', p_filters -> 'payment'));
  end if;
  if p_filters ? 'method' then conditions := conditions || private.one_of('o.payment_method', p_filters -> 'method'); end if;
  if p_filters ? 'state' then conditions := conditions || private.one_of('o.state', p_filters -> 'state'); end if;
  if p_filters ? 'ids' then conditions := conditions || private.one_of('o.id', p_filters -> 'ids'); end if;
  if p_filters ? 'from' then
    conditions := conditions || format('o.created_at >= %L', (p_filters ->> 'from')::date::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'to' then
    conditions := conditions || format('o.created_at < %L', ((p_filters ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'customer' then
    select f.guest_key into guest from public.customer_figures f where f.id = (p_filters ->> 'customer')::uuid;
    conditions := conditions || case when guest is null then format('o.user_id = %L', (p_filters ->> 'customer')::uuid)
      else format('o.user_id is null and private.guest_key(o.phone, o.email) = %L', guest) end;
  end if;
  if p_filters ? 'product' then
    conditions := conditions || format('o.id in (select i.order_id from public.order_items i where i.product_id = %L)', (p_filters ->> 'product')::uuid);
  end if;
  if p_filters ? 'category' then
    with recursive below as (
      select (p_filters ->> 'category')::uuid as id
      union select c.id from public.categories c join below b on c.parent_id = b.id)
    select array_agg(b.id) into categories from below b;
    conditions := conditions || format('exists (select from public.order_items i join public.products g on g.id = i.product_id where i.order_id = o.id and g.category_id = any (%L))', categories);
  end if;
  if (p_filters ->> 'waiting')::boolean then   -- pieces of it wait until they are packed
    conditions := conditions || 'o.status = ''processing'' and exists (select from public.shipments h where h.order_id = o.id and h.state in (''shipped'', ''delivered''))'::text;
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
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
