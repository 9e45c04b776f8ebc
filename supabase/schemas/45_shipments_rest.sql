-- what is left of an order that has gone in part is given up: out of stock after all, or the customer does not want to wait
-- (docs/decisions/0082-shipments.md). the lines stay what was agreed; stock, credit notes and money follow in one transaction.

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

-- p_version: of the order on the screen. pieces in packed parcels are not given up: they are unpacked first. returns the amount in rupees
-- that the customer gets back or does not pay
create function public.cancel_rest(p_order uuid, p_version integer, p_reason text) returns numeric
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
revoke all on function private.lower_payment(public.orders, numeric, text, uuid, numeric), private.check_payment_can_change(public.orders),
  private.drop_pieces(public.orders, jsonb, boolean), private.follow_rest(uuid), private.notify_rest(public.orders, text, text, numeric, numeric, text, boolean),
  public.cancel_rest(uuid, integer, text) from public;

-- the body lets staff through; nothing for anon
grant execute on function public.cancel_rest(uuid, integer, text) to authenticated;
