set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.payment_state_of(p_order uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when not cancelled then coalesce(open, case when due then 'refund_due' when back and not kept then 'refunded' else 'paid' end)
    when open = 'awaiting_verification' then open
    when due or paid then 'refund_due'
    when money_back or back and open is distinct from 'awaiting_payment' then 'refunded'
    else open end
  from (
    select o.status = 'cancelled' as cancelled, max(p.state) filter (where private.is_open_payment(p.state)) as open, bool_or(p.state = 'refund_due') as due,
      bool_or(p.state = 'paid') as paid, bool_or(p.state = 'paid' and p.amount > 0) as kept, bool_or(p.state = 'refunded') as back,
      bool_or(p.state = 'refunded' and p.method <> 'credit') as money_back
    from public.orders o join public.payments p on p.order_id = o.id where o.id = p_order group by o.status) s
$function$
;

CREATE OR REPLACE FUNCTION private.begin_order_change(p_by uuid, p_order uuid, p_version integer, p_own boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'overrides', (select coalesce(jsonb_agg(jsonb_build_object('kind', v.kind, 'product_id', v.product_id)), '[]') from public.order_overrides v where v.order_id = o.id));
end $function$
;

CREATE OR REPLACE FUNCTION private.cancel_unpaid_orders()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shop record;
  cancelled integer;
begin
  select make_interval(hours => s.upi_unpaid_hours) as upi_unpaid, make_interval(mins => s.razorpay_unpaid_minutes) as razorpay_unpaid into shop from public.settings s;
  with overdue as (
    select o.id from public.orders o cross join lateral (select private.awaited_since(o) as since) w
    where o.status = 'pending' and not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0) and (
      o.payment_state = 'awaiting_payment' and w.since < private.clock_now() - case o.payment_method
        when 'upi' then shop.upi_unpaid
        when 'razorpay' then shop.razorpay_unpaid
        else interval '100 years' end   -- cash is not awaited
      and not (o.payment_method = 'razorpay' and w.since > private.clock_now() - interval '1 day' - shop.razorpay_unpaid and exists (
        select from private.razorpay_orders r where r.order_id = o.id and (r.asked_at is null or r.asked_at < w.since + shop.razorpay_unpaid)))
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'razorpay' and w.since < private.clock_now() - interval '6 days'
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.claim_holds_until < private.clock_now())
      or o.payment_state = 'failed' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.updated_at < private.clock_now() - shop.upi_unpaid))
    order by o.created_at limit 100
    for no key update of o skip locked   -- a payment or cancellation in progress goes first
  )
  update public.orders o set status = 'cancelled' from overdue where o.id = overdue.id;
  get diagnostics cancelled = row_count;
  return cancelled;
end $function$
;

CREATE OR REPLACE FUNCTION private.document_facts(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'version', 3,
    'seller', (select jsonb_build_object('store_name', s.store_name, 'legal_name', s.legal_name, 'address', s.address, 'city', s.city, 'pincode', s.pincode,
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year,
      -- the code on a document asks for its total: not once a part of it was paid
      'upi_vpa', case when o.payment_state = 'paid' or not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0) then s.upi_vpa end) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'order_number', o.order_number, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'offers', o.offers, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'charges', o.charges, 'total_amount', o.total_amount, 'store_credit', o.store_credit,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'invoice_per_parcel', o.invoice_per_parcel, 'courier', null,
      'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('line', i.id, 'product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$function$
;

CREATE OR REPLACE FUNCTION private.follow_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders o set payment_state = private.payment_state_of(o.id) where o.id = new.order_id and o.payment_state <> private.payment_state_of(o.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_refunds(p_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid public.payments;
begin
  select p.* into paid from public.payments p where p.id = p_payment for no key update;
  if paid.state not in ('paid', 'refund_due')
    or paid.amount > (select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = p_payment and r.state = 'paid') then return; end if;
  update public.payments p set state = 'refunded' where p.id = p_payment;
  update public.orders o set payment_state = 'refunded'
    where o.id = paid.order_id and o.payment_state <> 'refunded' and private.payment_state_of(o.id) = 'refunded';
end $function$
;

CREATE OR REPLACE FUNCTION private.guard_order_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  actors text[] := '{}';
  step record;
begin
  if tg_argv[0] = 'client' then
    if private.may('orders.process') then actors := actors || 'admin'::text; end if;
    if old.user_id = me then actors := actors || 'customer'::text; end if;
  else
    actors := '{admin,system}';
  end if;

  if new.status = old.status then
    if old.status = 'cancelled' and (new.cancelled_by, new.cancel_reason) is distinct from (old.cancelled_by, old.cancel_reason) and tg_argv[0] = 'client' then
      raise exception 'A cancelled order keeps who cancelled it and why' using errcode = 'PT409', detail = '{"code":"ORDER_CLOSED"}';
    end if;
  else
    -- a reason makes it the admin's step. without one it can still be the customer's own cancellation, also of a customer who is staff
    select s.* into step from public.order_steps s
      where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)
        and (not s.needs_reason or btrim(coalesce(new.cancel_reason, '')) <> '')
      order by s.needs_reason desc, s.actor limit 1;
    if not found then
      if exists (select from public.order_steps s where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)) then
        raise exception 'This step needs a reason' using errcode = '23514', detail = '{"code":"REASON_REQUIRED"}';
      end if;
      raise exception 'An order cannot go from % to %', old.status, new.status
        using errcode = case when 'admin' = any (actors) then 'PT409' else '42501' end, detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', old.status, 'to', new.status)::text;
    end if;
    if step.actor = 'customer' and new.cancelled_by is distinct from me then
      raise exception 'An order is cancelled in one''s own name' using errcode = '42501';
    end if;
    if step.actor = 'admin' and new.status = 'cancelled' and tg_argv[0] = 'client' then
      new.cancelled_by := me;   -- whatever the request said
    end if;
    -- its cash comes later; of an order that costs nothing there is none
    if new.status = 'delivered' and new.payment_state = 'cod_pending' and not private.has_open_amount(new.id) then new.payment_state := 'paid'; end if;
    -- a part may have arrived before the rest, or may have gone back already
    if new.status = 'cancelled' and new.payment_state in ('paid', 'cod_pending', 'awaiting_payment', 'failed') then
      new.payment_state := case
        when new.payment_state = 'paid' or exists (select from public.payments p where p.order_id = new.id and p.state = 'paid' and p.method <> 'credit') then 'refund_due'
        when exists (select from public.payments p where p.order_id = new.id and p.state = 'refunded' and p.method <> 'credit') then 'refunded'
        else new.payment_state end;
    end if;
  end if;

  if tg_argv[0] = 'client' and not 'admin' = any (actors)
    and (new.courier, new.tracking_number, new.cancel_reason) is distinct from (old.courier, old.tracking_number, old.cancel_reason) then
    raise exception 'permission denied for table orders' using errcode = '42501';   -- docs/rules.md#what-customers-may-change
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_order_change(p_by uuid, p_own boolean, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if p_own then
    perform private.check_change_limits(o, coalesce(p_order ->> 'payment_state', state), coalesce((p_order ->> 'total_amount')::numeric, before));
  end if;
  credit := o.store_credit;
  if credit > 0 and o.user_id is not null then perform private.lock_store_credit(o.user_id); end if;   -- before the series of the credit notes
  reissued := o.status = 'processing' and not o.invoice_per_parcel and (p_items is not null or p_order - '{phone,payment_method,payment_state}'::text[] <> '{}');
  if reissued then credited := private.credit_rest(p_id, p_reason); end if;
  if p_items is not null then
    perform set_config('shop.stock_reason', 'change', true), set_config('shop.stock_order', p_id::text, true);
    update public.products p set stock = p.stock - m.more, units_sold = greatest(p.units_sold + m.more, 0)
      from (select q.product_id, sum(q.quantity)::integer as more from (
          select i.product_id, -i.quantity as quantity from public.order_items i where i.order_id = p_id
          union all select n.product_id, n.quantity from jsonb_to_recordset(p_items) n (product_id uuid, quantity integer)) q
        where q.product_id is not null group by 1) m
      where p.id = m.product_id and m.more <> 0;
    perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
    delete from public.order_items i where i.order_id = p_id and i.id not in (
      select n.id from jsonb_to_recordset(p_items) n (id uuid) where n.id is not null);
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
    perform private.owe_refund(p_id, -rest, 'change', p_reason);
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
end $function$
;

CREATE OR REPLACE FUNCTION public.my_counter()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
          (select max(h.created_at) from public.order_status_history h where h.order_id = o.id and h.status = 'shipped') as shipped_at
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
$function$
;

CREATE OR REPLACE FUNCTION public.remind_of_payment(p_order uuid, p_channel text, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  due numeric;
  pay_by timestamptz;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for payment reminders' using errcode = '42501'; end if;
  if p_channel is null or p_channel not in ('mail', 'whatsapp') then
    raise exception 'A reminder goes by mail or WhatsApp' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  -- the lock first: of two people at once the second finds the reminder of the first
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  select m.to_collect into due from private.money_of(p_order) m;
  if not private.is_remindable(o) or due <= 0 then
    raise exception 'This order waits for no payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  if exists (select from public.payment_reminders r where r.order_id = p_order and r.created_at > private.clock_now() - interval '1 day') then
    raise exception 'The customer was reminded within a day' using errcode = 'PT429', detail = '{"code":"REMINDED_TODAY"}';
  end if;
  if (select count(*) from public.payment_reminders r where r.order_id = p_order) >= private.limit_of('reminders_per_order') then
    raise exception 'The customer was reminded often enough' using errcode = 'PT429', detail = '{"code":"TOO_MANY_REMINDERS"}';
  end if;
  if o.version is distinct from p_version then
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  if p_channel = 'mail' then
    -- as the mails of orders are addressed (private.address_order_mail): without an address nothing would be sent
    if (o.channel = 'online' and not exists (select from auth.users u where u.id = o.user_id and u.email_confirmed_at is not null))
      or (o.channel <> 'online' and o.email = '') then
      raise exception 'This order has no address for mails' using errcode = 'PT409', detail = '{"code":"NO_EMAIL"}';
    end if;
    select private.awaited_since(o) + make_interval(hours => s.upi_unpaid_hours) into pay_by from public.settings s
      where o.status = 'pending' and o.payment_method = 'upi' and o.payment_state = 'awaiting_payment'
        -- of an order of which a part was paid the rest has no date
        and not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0);
    insert into private.mails (kind, recipient, data) values ('order_reminder', o.email, jsonb_build_object('order_id', o.id, 'amount', due, 'until', pay_by,
      'pays', (select p.reference from public.payments p where p.order_id = o.id and private.is_open_payment(p.state) order by p.created_at, p.id limit 1)));
    if o.user_id is not null then
      insert into public.notifications (user_id, title, message, type, order_id, created_at) values (o.user_id, 'Payment reminder',
        'Your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') waits for your payment of ₹'
          || to_char(due, 'FM99999999990.00') || '.', 'order_update', o.id, private.clock_now());
    end if;
  end if;
  insert into public.payment_reminders (order_id, channel, amount, sent_by, created_at) values (o.id, p_channel, due, auth.uid(), private.clock_now());
end $function$
;

revoke all on function private.payment_state_of(uuid) from public;

-- a mail says what is still to come
grant execute on function private.money_of(uuid) to shop_mail;
