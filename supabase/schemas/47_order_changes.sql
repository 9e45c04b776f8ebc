-- ── an order is changed: by staff until it is packed, by its customer while it is pending (docs/decisions/0078-changing-an-order.md, 0079, 0093) ──
-- what the order service calls while it changes one. lines, discounts and amounts come from the same quote as every order's.

-- comes first: may this person change it? p_own: as the customer, then it has to be theirs and placed online, for what staff agreed on is
-- not theirs to change. the rest of this transaction is in their name (history, audit log), the order is locked as every step locks it.
-- returns the order with its lines, what staff agreed on and the invoices that a change takes back, or why not: another version than the
-- one on the screen, an order that has left or is cancelled, one of which something is packed, or one of whose invoice a part is credited
-- (a new invoice would charge that part again)
create function private.begin_order_change(p_by uuid, p_order uuid, p_version integer, p_own boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
begin
  if not p_own and not private.staff_may(p_by, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  if p_own and private.is_blocked(p_by) then raise exception 'Your account is blocked' using errcode = 'PT403', detail = '{"code":"ACCOUNT_BLOCKED"}'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  select x.* into o from public.orders x where x.id = p_order and (not p_own or x.user_id = p_by) for no key update;
  if not found then return '{"refused": "ORDER_NOT_FOUND"}'; end if;
  if p_own and o.channel <> 'online' then return jsonb_build_object('refused', 'ONLY_STAFF', 'status', o.status); end if;
  if o.status <> 'pending' and (p_own or o.status <> 'processing') then return jsonb_build_object('refused', 'ORDER_CLOSED', 'status', o.status); end if;
  if exists (select from public.shipments s where s.order_id = o.id) then return jsonb_build_object('refused', 'ORDER_PACKED', 'status', o.status); end if;
  if exists (select from public.documents d join public.documents n on n.reverses = d.id where d.order_id = o.id and not private.is_credited(d.id)) then
    return jsonb_build_object('refused', 'ORDER_CREDITED', 'status', o.status);
  end if;
  if o.version <> p_version then return jsonb_build_object('refused', 'ORDER_CHANGED', 'status', o.status); end if;
  return jsonb_build_object('order', to_jsonb(o),
    'items', (select jsonb_agg(to_jsonb(i) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id),
    'invoices', (select coalesce(jsonb_agg(d.serial order by d.issued_at, d.serial desc), '[]') from public.documents d
      where d.order_id = o.id and d.kind = 'invoice' and not private.is_credited(d.id)),
    'money', (select jsonb_build_object('refundable', m.refundable, 'to_collect', m.to_collect, 'received', m.received - coalesce(
      (select sum(p.amount) from public.payments p where p.order_id = o.id and p.method = 'credit' and p.state in ('paid', 'refund_due', 'refunded')), 0)) from private.money_of(o.id) m),
    'overrides', (select coalesce(jsonb_agg(jsonb_build_object('kind', v.kind, 'product_id', v.product_id, 'given', v.given)), '[]') from public.order_overrides v where v.order_id = o.id));
end $$;

-- after the locks on the buyer and the products: the uses of the order's discounts are given back, and then all discounts are read as for a
-- new order. those that the order has already still hold for it, also after their end, unless p_as_new
create function private.lock_discounts_of(p_order uuid, p_products uuid[], p_as_new boolean)
returns table (id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric,
  combines boolean, standing text, covers uuid[], counted boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  had uuid[];
begin
  select x.* into o from public.orders x where x.id = p_order;
  had := array(select r.discount_id from public.discount_redemptions r where r.order_id = p_order);
  perform from public.discounts d
    where d.id = any (had) or (d.is_active and d.code is null and d.usage_limit is not null and private.discount_standing(d, o.user_id) = 'OK')
    order by d.id for no key update;
  perform private.release_discounts(p_order);
  return query select * from private.discounts_for(o.user_id, o.coupon_code, p_products, case when p_as_new then '{}' else had end);
end $$;

-- what one customer may do with it a thousand times: the limits of placing an order hold for what the order becomes, and the number of changes
-- is bounded, because each is a mail and may begin the time to pay again. comes before the order is written: placing one takes this lock before
-- the rows that follow an order
create function private.check_change_limits(o public.orders, p_state text, p_total numeric) returns void
language plpgsql security definer set search_path = '' as $$
declare
  at timestamptz := private.clock_now();
  had numeric := case when o.payment_state = 'cod_pending' then o.total_amount - o.store_credit else 0 end;
  new_rest numeric := greatest(p_total - o.store_credit, 0);
  most integer;
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(o.user_id::text));
  if (select count(*) from public.order_status_history h
      where h.order_id = o.id and h.created_by = o.user_id and h.notes like 'Order changed by customer%') >= private.limit_of('changes_per_order')
    or (select count(*) from public.order_status_history h
      where h.created_by = o.user_id and h.created_at > at - interval '1 day' and h.notes like 'Order changed by customer%') >= private.limit_of('changes_per_day') then
    raise exception 'Too many changes' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CHANGES"}';
  end if;
  if p_state = 'awaiting_payment' and o.payment_state = 'cod_pending' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders x where x.user_id = o.user_id and x.channel = 'online' and x.status = 'pending'
        and x.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if p_state = 'cod_pending' and new_rest > had and new_rest - had > private.cod_allowance(o.user_id) then
    raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', private.limit_of('first_cod_rupees'))::text;
  end if;
end $$;
revoke all on function private.check_change_limits(public.orders, text, numeric) from public;

-- writes the change, in one transaction with the locks above. p_order: the new values of columns of the order; p_items: all its lines, those
-- without an id are new, and null where no line changes; p_note: what changed and why, for the history and the customer. an invoice is taken back
-- with p_reason, and a new one says what was changed; of an order that is accepted, phone number and payment method replace no invoice
create function private.write_order_change(p_by uuid, p_own boolean, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text, p_reason text) returns void
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
revoke all on function private.begin_order_change(uuid, uuid, integer, boolean), private.lock_discounts_of(uuid, uuid[], boolean),
  private.write_order_change(uuid, boolean, uuid, integer, jsonb, jsonb, text, text) from public;
grant execute on function private.begin_order_change(uuid, uuid, integer, boolean), private.lock_discounts_of(uuid, uuid[], boolean),
  private.write_order_change(uuid, boolean, uuid, integer, jsonb, jsonb, text, text) to shop_orders;

-- why an order was changed may be about a person: it goes from history and mails when the person does
create function private.erase_change_notes(p_orders uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_status_history h set notes = 'Order changed' where h.order_id = any (p_orders) and h.notes like 'Order changed: %';
  update private.mails m set data = m.data - 'note' where m.kind in ('order_changed', 'order_rest') and m.data ->> 'order_id' = any (p_orders::text[]) and m.data ? 'note';
end $$;
revoke all on function private.erase_change_notes(uuid[]) from public;
