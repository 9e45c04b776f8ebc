drop function if exists "public"."admin_orders"(p_filters jsonb, p_sort text, p_ascending boolean, p_cursor jsonb, p_backwards boolean, p_limit integer, p_day_filters jsonb);



  create table "private"."piece_units" (
    "order_item_id" uuid not null,
    "shipment_id" uuid,
    "units" int4multirange not null
      );


alter table "private"."piece_units" enable row level security;

alter table "public"."orders" add column "invoice_per_parcel" boolean not null default false;

alter table "public"."settings" add column "invoice_per_parcel" boolean not null default false;

alter table "public"."shipments" add column "invoice_file" uuid;

CREATE INDEX piece_units_order_item_id_idx ON private.piece_units USING btree (order_item_id);

CREATE INDEX piece_units_shipment_id_idx ON private.piece_units USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);

alter table "private"."piece_units" add constraint "piece_units_order_item_id_fkey" FOREIGN KEY (order_item_id) REFERENCES order_items(id) ON DELETE CASCADE not valid;

alter table "private"."piece_units" validate constraint "piece_units_order_item_id_fkey";

alter table "private"."piece_units" add constraint "piece_units_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE CASCADE not valid;

alter table "private"."piece_units" validate constraint "piece_units_shipment_id_fkey";

alter table "private"."piece_units" add constraint "piece_units_units_check" CHECK ((NOT isempty(units))) not valid;

alter table "private"."piece_units" validate constraint "piece_units_units_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.amount_of_units(p_amount numeric, p_units int4multirange, p_quantity integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(private.share_of(p_amount, upper(u), p_quantity) - private.share_of(p_amount, lower(u), p_quantity)), 0) from unnest(p_units) u
$function$
;

CREATE OR REPLACE FUNCTION private.first_units(p_free int4multirange, p_count integer)
 RETURNS int4multirange
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select range_agg(int4range(lower(f.part), least(upper(f.part), lower(f.part) + p_count - f.before)))
  from (select part, coalesce(sum(upper(part) - lower(part)) over (order by lower(part) rows between unbounded preceding and 1 preceding), 0)::integer as before
    from unnest(p_free) part) f
  where f.before < p_count
$function$
;

CREATE OR REPLACE FUNCTION private.freeze_invoicing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.invoice_per_parcel := coalesce((select s.invoice_per_parcel from public.settings s), false);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.give_up_pieces(p_pieces jsonb)
 RETURNS numeric
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(private.amount_of_units(i.taxable, t.units, i.quantity) + private.amount_of_units(i.cgst, t.units, i.quantity)
    + private.amount_of_units(i.sgst, t.units, i.quantity) + private.amount_of_units(i.igst, t.units, i.quantity)), 0)
  from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer) join public.order_items i on i.id = r.line
  cross join lateral private.take_units(i.id, r.quantity, null) t (units)
$function$
;

CREATE OR REPLACE FUNCTION private.goods_of(p_items jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(to_jsonb(g) order by g.hsn, g.unit, g.rate) from (
    select i.hsn, i.unit, i.rate, sum(i.taxable) as taxable, sum(i.cgst) as cgst, sum(i.sgst) as sgst, sum(i.igst) as igst, sum(i.total) as total
    from jsonb_to_recordset(p_items) i (hsn text, unit text, rate numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric, total numeric)
    group by 1, 2, 3) g
$function$
;

CREATE OR REPLACE FUNCTION private.issue_forms(p_order uuid, p_facts jsonb, p_goods jsonb, p_file uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts jsonb := p_facts || '{"scope": "all", "reverses": null, "reason": null}';
  nil_rated boolean;
  taxed boolean;
  serial text;
begin
  select bool_or(i.rate = 0), bool_or(i.rate > 0) into nil_rated, taxed from jsonb_to_recordset(p_goods) i (rate numeric);
  if facts -> 'seller' ->> 'gstin' is null or not taxed then   -- who is not registered may not issue a tax invoice (s.31, s.32)
    return private.number_document(p_order, 'bill_of_supply', facts, p_file);
  elsif not nil_rated then
    return private.number_document(p_order, 'tax_invoice', facts, p_file);
  elsif facts -> 'order' ->> 'gstin' is null then
    return private.number_document(p_order, 'invoice_cum_bill', facts, p_file);
  end if;
  serial := private.number_document(p_order, 'tax_invoice', facts || '{"scope": "taxed"}', p_file);
  perform private.number_document(p_order, 'bill_of_supply', facts || '{"scope": "nil"}', p_file);
  return serial;
end $function$
;

CREATE OR REPLACE FUNCTION private.issue_parcel_invoice(p_shipment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
  facts jsonb;
  file uuid := gen_random_uuid();
  earlier uuid;
begin
  select x.* into strict s from public.shipments x where x.id = p_shipment;
  perform private.take_units(l.order_item_id, l.quantity, s.id) from public.shipment_lines l where l.shipment_id = s.id;
  if s.number = 1 then
    for earlier in select d.id from public.documents d where d.order_id = s.order_id and d.kind = 'invoice'
      and private.charge_sum(private.uncredited_charges(d.id), 'amount') > 0 order by d.issued_at, d.serial desc loop
      perform private.issue_credit_note(earlier, '[]', 'Charged with parcel 1, which was packed again', true, file);
    end loop;
  end if;
  facts := private.parcel_facts(s);
  file := gen_random_uuid();
  perform private.issue_forms(s.order_id, facts, coalesce(facts -> 'ordered', facts -> 'items'), file);
  update public.shipments x set invoice_file = file where x.id = s.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.parcel_facts(p_shipment shipments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts jsonb := private.checked_facts(p_shipment.order_id);
  charges jsonb := case when p_shipment.number = 1 then private.charges_of(facts) else '[]' end;
  items jsonb;
begin
  select jsonb_agg(r.item || a.amounts || jsonb_build_object('quantity', l.quantity, 'total',
      (a.amounts ->> 'taxable')::numeric + (a.amounts ->> 'cgst')::numeric + (a.amounts ->> 'sgst')::numeric + (a.amounts ->> 'igst')::numeric) order by r.place)
    into strict items
    from jsonb_array_elements(facts -> 'items') with ordinality r (item, place)
    join public.shipment_lines l on l.shipment_id = p_shipment.id and l.order_item_id = (r.item ->> 'line')::uuid
    join private.piece_units u on u.shipment_id = l.shipment_id and u.order_item_id = l.order_item_id
    cross join lateral (select jsonb_object_agg(k, private.amount_of_units((r.item ->> k)::numeric, u.units, (r.item ->> 'quantity')::integer)) as amounts
      from unnest(array['discount', 'taxable', 'cgst', 'sgst', 'igst']) k) a;
  return facts || jsonb_build_object('parcel', p_shipment.number, 'items', items, 'order', (facts -> 'order') || private.sums_of_part(items, charges))
    || case when private.charge_sum(charges, 'amount') > 0 then jsonb_build_object('ordered', private.goods_of(facts -> 'items')) else '{}' end;
end $function$
;

CREATE OR REPLACE FUNCTION private.take_back_parcel_invoice(p_shipment shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  why text := format('Parcel %s was unpacked', p_shipment.number);
  file uuid := gen_random_uuid();
  part record;
begin
  if p_shipment.invoice_file is null then return; end if;
  if not exists (select from public.shipments s where s.order_id = p_shipment.order_id and s.id <> p_shipment.id) then
    perform private.credit_rest(p_shipment.order_id, why);
    return;
  end if;
  for part in select d.id, l.lines from public.documents d
    cross join lateral (select jsonb_agg(jsonb_build_object('line', x.line, 'quantity', x.quantity - x.credited)) as lines
      from private.invoice_lines(d.id) x where x.quantity > x.credited) l
    where d.file_id = p_shipment.invoice_file and d.kind = 'invoice' and l.lines is not null order by d.serial desc loop
    perform private.issue_credit_note(part.id, part.lines, why, false, file);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.take_units(p_item uuid, p_count integer, p_shipment uuid)
 RETURNS int4multirange
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken int4multirange;
begin
  select private.first_units(int4multirange(int4range(0, i.quantity)) - coalesce((select range_agg(u.units) from private.piece_units u where u.order_item_id = i.id), '{}'), p_count)
    into taken from public.order_items i where i.id = p_item;
  insert into private.piece_units (order_item_id, shipment_id, units) values (p_item, p_shipment, taken);
  return taken;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_shipment(p_order uuid, p_lines jsonb, p_state text, p_courier text, p_tracking text, p_own boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
  place integer;
begin
  select min(n) into place from generate_series(1, 100) n where not exists (select from public.shipments s where s.order_id = p_order and s.number = n);
  if place is null then
    raise exception 'An order has at most 100 parcels' using errcode = 'PT409', detail = '{"code":"TOO_MANY_SHIPMENTS"}';
  end if;
  insert into public.shipments (order_id, number, state, courier, tracking_number, own_delivery, shipped_at, created_at, created_by)
    values (p_order, place, p_state, nullif(btrim(p_courier), ''), nullif(btrim(p_tracking), ''), p_own,
      case when p_state <> 'packed' then private.clock_now() end, private.clock_now(), auth.uid())
    returning id into made;
  insert into public.shipment_lines (shipment_id, order_item_id, quantity)
    select made, c.item, c.quantity from private.chosen_pieces(p_order, p_lines) c;
  if (select o.invoice_per_parcel from public.orders o where o.id = p_order) then perform private.issue_parcel_invoice(made); end if;
  return made;
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_courier_booking(p_staff uuid, p_shipment uuid, p_version integer, p_courier text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        'city', o.city, 'state', o.state, 'pincode', o.pincode, 'phone', o.phone, 'total_amount', o.total_amount, 'payment_method', o.payment_method,
        'payment_state', o.payment_state) from public.orders o where o.id = s.order_id),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_name', i.product_name, 'quantity', i.quantity, 'total', i.total,
        'weight_grams', p.weight_grams) order by i.product_name collate "C", i.id)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = s.order_id),
    'shipments', (select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'state', x.state,
        'invoiced', (select d.content #> '{order,total_amount}' from public.documents d where d.file_id = x.invoice_file limit 1), 'shipment_lines',
        (select jsonb_agg(jsonb_build_object('order_item_id', l.order_item_id, 'quantity', l.quantity)) from public.shipment_lines l where l.shipment_id = x.id)) order by x.number)
      from public.shipments x where x.order_id = s.order_id),
    'seller', (select jsonb_build_object('name', coalesce(nullif(t.legal_name, ''), t.store_name), 'address', t.address, 'city', t.city, 'state', t.state_code,
        'pincode', t.pincode, 'phone', t.phone) from public.settings t));
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
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year, 'upi_vpa', s.upi_vpa) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'order_number', o.order_number, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'offers', o.offers, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'charges', o.charges, 'total_amount', o.total_amount,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'invoice_per_parcel', o.invoice_per_parcel, 'courier', null,
      'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('line', i.id, 'product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$function$
;

CREATE OR REPLACE FUNCTION private.follow_order_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    perform private.credit_rest(new.id, new.cancel_reason);
  end if;
  perform private.notify_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.issue_credit_note(p_invoice uuid, p_lines jsonb, p_reason text, p_charges boolean DEFAULT false, p_file uuid DEFAULT gen_random_uuid())
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  d public.documents;
  charges jsonb;
  credited jsonb;
  facts jsonb;
begin
  select x.* into d from public.documents x where x.id = p_invoice and x.kind = 'invoice';
  if not found then raise exception 'There is no such invoice' using errcode = 'PT404', detail = '{"code":"DOCUMENT_NOT_FOUND"}'; end if;
  perform from public.orders o where o.id = d.order_id for no key update;
  facts := d.content || jsonb_build_object('reason', p_reason,
    'reverses', jsonb_build_object('form', d.form, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at)));
  if p_lines is null and not exists (select from public.documents n where n.reverses = p_invoice) then
    return private.number_document(d.order_id, 'credit_note', facts, p_file, p_invoice);
  end if;

  if exists (select from jsonb_to_recordset(p_lines) a (line uuid, quantity integer)
      left join private.invoice_lines(p_invoice) l on l.line = a.line
      group by a.line having min(coalesce(a.quantity, 0)) < 1 or sum(a.quantity) > coalesce(max(l.quantity - l.credited), 0)) then
    raise exception 'More would be credited than is left of invoice %', d.serial using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  select jsonb_agg(l.item || jsonb_build_object('line', l.line, 'quantity', a.units) || a.amounts order by l.place) into credited
  from private.invoice_lines(p_invoice) l
  cross join lateral (select m.units, (
      select jsonb_object_agg(k, private.share_of((l.item ->> k)::numeric, l.credited + m.units, l.quantity) - private.share_of((l.item ->> k)::numeric, l.credited, l.quantity))
      from unnest(array['discount', 'taxable', 'cgst', 'sgst', 'igst']) k) as amounts
    from (select case when p_lines is null then l.quantity - l.credited
      else (select sum(x.quantity) from jsonb_to_recordset(p_lines) x (line uuid, quantity integer) where x.line = l.line)::integer end as units) m) a
  where a.units > 0;
  charges := case when p_charges or p_lines is null then private.uncredited_charges(p_invoice) else '[]' end;
  if credited is null and private.charge_sum(charges, 'amount') = 0 then
    raise exception 'Nothing is left of invoice %', d.serial using errcode = 'PT409', detail = '{"code":"NOTHING_TO_CREDIT"}';
  end if;
  -- the columns are rounded one by one, so a line comes to their sum
  select coalesce(jsonb_agg(r.item || jsonb_build_object('total',
      (r.item ->> 'taxable')::numeric + (r.item ->> 'cgst')::numeric + (r.item ->> 'sgst')::numeric + (r.item ->> 'igst')::numeric) order by r.place), '[]')
    into credited from jsonb_array_elements(credited) with ordinality r (item, place);
  facts := facts || jsonb_build_object('version', 3, 'items', credited,
    'order', (facts -> 'order') - array['shipping_cost', 'shipping_taxable', 'shipping_gst'] || private.sums_of_part(credited, charges),
    'invoiced', jsonb_build_object('charges', private.charges_of(d.content), 'goods', private.goods_of(d.content -> 'items')));
  return private.number_document(d.order_id, 'credit_note', facts, p_file, p_invoice);
end $function$
;

CREATE OR REPLACE FUNCTION private.issue_invoice(p_order uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts jsonb := private.checked_facts(p_order);
begin
  return private.issue_forms(p_order, facts, facts -> 'items', gen_random_uuid());
end $function$
;

CREATE OR REPLACE FUNCTION private.mail_document(p_mail bigint)
 RETURNS TABLE(document_type text, file_id uuid, bytes bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select named.document_type, f.file_id, private.document_file(f.file_id, 'original', private.file_irns(f.file_id))
  from (
    select m.kind, (m.data ->> 'order_id')::uuid as order_id, m.data -> 'files' as files,
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
      and (named.files is null or named.files ? d.file_id::text)
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
$function$
;

CREATE OR REPLACE FUNCTION private.order_conditions(p_filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    conditions := conditions || 'o.status = ''processing'' and exists (select from public.shipments h where h.order_id = o.id and h.state <> ''packed'')'::text;
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
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
      goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state)
    = (select n.full_name, n.company_name, n.gstin, n.address, n.city, n.state, n.pincode, n.phone, n.place_of_supply, n.coupon_code, n.offers,
      n.goods_total, n.discount_total, n.subtotal_base, n.total_gst, n.cgst, n.sgst, n.igst, n.charges, n.total_amount, n.payment_method, n.payment_state
      from jsonb_populate_record(o, p_order) n)
    where x.id = p_id returning x.* into o;
  -- what was received stays what it was: a payment that is still to come follows the total, and what was paid too much is due back
  if o.total_amount < before and o.payment_state = 'paid' then
    perform private.owe_refund(p_id, before - o.total_amount, 'change', p_reason);
  elsif o.total_amount <> before or o.payment_method <> paid_by then
    -- a reference that was not found belongs to the old method. the time to pay counts from now where nothing was awaited before
    update public.payments p set method = o.payment_method, state = o.payment_state, failure = null, provider_reference = null, claimed_at = null,
        awaited_since = private.clock_now()
      where p.order_id = p_id and o.payment_method <> paid_by and p.state in ('cod_pending', 'awaiting_payment', 'failed');
    update public.payments p set amount = o.total_amount where p.order_id = p_id and p.state in ('cod_pending', 'awaiting_payment', 'failed');
    if exists (select from public.payments p where p.order_id = p_id and (p.amount, p.method, p.state) is distinct from (o.total_amount, o.payment_method, o.payment_state)) then
      raise exception 'The payments of order % have another amount than its total', p_id using errcode = '23514';
    end if;
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

CREATE OR REPLACE FUNCTION public.admin_orders(p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'placed'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50, p_day_filters jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text, phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric, charges jsonb, total_amount numeric, payment_method text, payment_state text, courier text, tracking_number text, version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text, day_orders integer, day_cancelled integer, day_total numeric, order_number integer, units_gone integer, refund_due numeric, to_collect numeric, invoice_per_parcel boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
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
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount,
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
      where o.status = 'processing' and h.order_id = o.id and h.state <> 'packed') g
    cross join lateral (select coalesce(sum(r.amount), 0) as due from public.refunds r where r.order_id = o.id and r.state in ('due', 'asked', 'failed')) b
    cross join lateral (select coalesce(sum(x.amount) filter (where o.status <> 'cancelled' and private.is_open_payment(x.state)), 0) as open
      from public.payments x where x.order_id = o.id) w
    left join lateral (select x.provider_reference, x.failure from public.payments x where x.order_id = o.id order by x.created_at desc limit 1) p on true
    left join (%4$s) y on y.day = (o.created_at at time zone 'Asia/Kolkata')::date
    order by %2$s$query$,
    conditions, ordering, least(greatest(p_limit, 1), 1001), days);
end $function$
;

CREATE OR REPLACE FUNCTION public.cancel_rest(p_order uuid, p_version integer, p_reason text)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if amount > 0 then perform private.lower_payment(o, amount, why); end if;
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
end $function$
;




CREATE OR REPLACE FUNCTION public.unpack_shipment(p_shipment uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed}');
begin
  perform private.take_back_parcel_invoice(s);
  delete from public.shipments x where x.id = s.id;
  update public.orders o set updated_at = now() where o.id = s.order_id;
end $function$
;

CREATE TRIGGER freeze_invoicing BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.freeze_invoicing();

grant update (invoice_per_parcel) on public.settings to authenticated;

revoke all on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb) from public;
grant execute on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb) to authenticated;
