alter table "private"."document_files" drop constraint "document_files_document_type_check";

drop function if exists "private"."document_file"(p_order uuid, p_type text, p_copies text);

drop function if exists "private"."issue_document"(p_order uuid, p_kind text, p_reverses uuid);

drop function if exists "private"."keep_document_files"(p_order uuid, p_type text, p_copies text, p_original bytea, p_all bytea);

drop function if exists "private"."number_document"(p_order uuid, p_kind text, p_form text, p_facts jsonb, p_reverses uuid);

drop function if exists "private"."mail_document"(p_mail bigint);

alter table "private"."document_files" drop constraint "document_files_pkey";

drop index if exists "public"."documents_one_of_each_form";

drop index if exists "public"."documents_reversed_once";

drop index if exists "private"."document_files_pkey";

-- the documents of one kind of an order were one file until now; their kept bytes go with them
alter table "public"."documents" add column "file_id" uuid not null default gen_random_uuid();

update public.documents d set file_id = f.file_id
  from (select x.order_id, x.kind, gen_random_uuid() as file_id from public.documents x group by 1, 2) f
  where d.order_id = f.order_id and d.kind = f.kind;

alter table "private"."document_files" add column "file_id" uuid;

update private.document_files k set file_id = d.file_id
  from public.documents d
  where d.order_id = k.order_id and d.kind = case k.document_type when 'invoice' then 'invoice' else 'credit_note' end;

alter table "private"."document_files" alter column "file_id" set not null;

alter table "private"."document_files" drop column "document_type";



CREATE INDEX document_files_order_id_idx ON private.document_files USING btree (order_id);

CREATE INDEX documents_file_id_idx ON public.documents USING btree (file_id);

CREATE INDEX documents_reverses_idx ON public.documents USING btree (reverses) WHERE (reverses IS NOT NULL);

CREATE UNIQUE INDEX document_files_pkey ON private.document_files USING btree (file_id, copies);

alter table "private"."document_files" add constraint "document_files_pkey" PRIMARY KEY using index "document_files_pkey";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.charges_of(p_facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_facts #> '{order,charges}', jsonb_build_array(jsonb_build_object('kind', 'delivery', 'label', 'Delivery', 'rate', null,
    'cost', p_facts #> '{order,shipping_cost}', 'amount', p_facts #> '{order,shipping_cost}',
    'taxable', p_facts #> '{order,shipping_taxable}', 'gst', p_facts #> '{order,shipping_gst}')))
$function$
;

CREATE OR REPLACE FUNCTION private.credit_rest(p_order uuid, p_reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file uuid;
  invoice uuid;
begin
  for invoice in select d.id from public.documents d where d.order_id = p_order and d.kind = 'invoice' and not private.is_credited(d.id)
    order by d.issued_at, d.serial desc loop
    file := coalesce(file, gen_random_uuid());
    perform private.issue_credit_note(invoice, null, p_reason, true, file);
  end loop;
  return file;
end $function$
;

CREATE OR REPLACE FUNCTION private.document_file(p_file uuid, p_copies text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.bytes from private.document_files f where f.file_id = p_file and f.copies = p_copies
$function$
;

CREATE OR REPLACE FUNCTION private.invoice_lines(p_invoice uuid)
 RETURNS TABLE(place integer, line uuid, item jsonb, quantity integer, credited integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sold as (
    select r.place, r.item, coalesce((r.item ->> 'line')::uuid, i.id) as line
    from public.documents d
    cross join jsonb_array_elements(d.content -> 'items') with ordinality r (item, place)
    left join (
      select x.id, x.order_id, row_number() over (order by x.product_name collate "C", x.id) as place from public.order_items x
      where x.order_id = (select y.order_id from public.documents y where y.id = p_invoice)) i on i.place = r.place
    where d.id = p_invoice and (d.content ->> 'scope' = 'all' or ((r.item ->> 'rate')::numeric = 0) = (d.content ->> 'scope' = 'nil'))
  ), credited as (
    select coalesce(r.item ->> 'line', r.place::text) as named, sum((r.item ->> 'quantity')::integer) as quantity
    from public.documents n cross join jsonb_array_elements(n.content -> 'items') with ordinality r (item, place)
    where n.reverses = p_invoice group by 1
  )
  select s.place::integer, s.line, s.item, (s.item ->> 'quantity')::integer, coalesce(c.quantity, 0)::integer
  from sold s left join credited c on c.named in (s.line::text, s.place::text)
$function$
;

CREATE OR REPLACE FUNCTION private.is_credited(p_invoice uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.charge_sum(private.uncredited_charges(p_invoice), 'amount') = 0
    and not exists (select from private.invoice_lines(p_invoice) l where l.credited < l.quantity)
$function$
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
    'invoiced', jsonb_build_object('charges', private.charges_of(d.content), 'goods', (
      select jsonb_agg(to_jsonb(g) order by g.hsn, g.unit, g.rate) from (
        select i.hsn, i.unit, i.rate, sum(i.taxable) as taxable, sum(i.cgst) as cgst, sum(i.sgst) as sgst, sum(i.igst) as igst, sum(i.total) as total
        from jsonb_to_recordset(d.content -> 'items') i (hsn text, unit text, rate numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric, total numeric)
        group by 1, 2, 3) g)));
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
  facts jsonb := private.checked_facts(p_order) || '{"scope": "all", "reverses": null, "reason": null}';
  file uuid := gen_random_uuid();
  nil_rated boolean;
  taxed boolean;
  serial text;
begin
  select bool_or(i.rate = 0), bool_or(i.rate > 0) into nil_rated, taxed from public.order_items i where i.order_id = p_order;
  if facts -> 'seller' ->> 'gstin' is null or not taxed then   -- who is not registered may not issue a tax invoice (s.31, s.32)
    return private.number_document(p_order, 'bill_of_supply', facts, file);
  elsif not nil_rated then
    return private.number_document(p_order, 'tax_invoice', facts, file);
  elsif facts -> 'order' ->> 'gstin' is null then
    return private.number_document(p_order, 'invoice_cum_bill', facts, file);
  end if;
  serial := private.number_document(p_order, 'tax_invoice', facts || '{"scope": "taxed"}', file);
  perform private.number_document(p_order, 'bill_of_supply', facts || '{"scope": "nil"}', file);
  return serial;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_document_files(p_file uuid, p_copies text, p_original bytea, p_all bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sold uuid := (select d.order_id from public.documents d where d.file_id = p_file limit 1);
begin
  if sold is null then
    raise exception 'No document was issued in file %', p_file using errcode = '23514';
  end if;
  insert into private.document_files (order_id, file_id, copies, bytes, sha256)
    select sold, p_file, f.copies, f.bytes, encode(sha256(f.bytes), 'hex') from (values ('original', p_original), ('all', p_all)) f (copies, bytes)
    on conflict do nothing;
  return private.document_file(p_file, p_copies);
end $function$
;

CREATE OR REPLACE FUNCTION private.number_document(p_order uuid, p_form text, p_facts jsonb, p_file uuid, p_reverses uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted text := case p_form when 'invoice_cum_bill' then 'tax_invoice' else p_form end;
  named record;
  issued timestamptz;
  year text;
  number integer;
  facts jsonb;
begin
  perform pg_advisory_xact_lock(hashtext('shop.series'), hashtext(counted));
  issued := coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, clock_timestamp());
  year := private.financial_year(issued);
  select s.prefix, s.digits into strict named from private.series_at(counted, issued) s;
  insert into private.serial_counters as c (series, financial_year, last_number) values (named.prefix, year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into number;
  if number >= power(10, named.digits) then
    raise exception 'The series %/% is full: give it more digits or another prefix under Settings, Numbers', named.prefix, year
      using errcode = 'PT409', detail = jsonb_build_object('code', 'SERIES_FULL', 'kind', counted)::text;
  end if;
  facts := p_facts || jsonb_build_object('form', p_form, 'serial', format('%s/%s/%s', named.prefix, year, lpad(number::text, named.digits, '0')),
    'issued_at', private.utc_text(issued));
  insert into public.documents (order_id, kind, form, serial, reverses, issued_at, content, content_hash, file_id)
    values (p_order, case p_form when 'credit_note' then 'credit_note' else 'invoice' end, p_form, facts ->> 'serial', p_reverses, issued, facts,
      private.content_hash(facts), p_file);
  return facts ->> 'serial';
end $function$
;

CREATE OR REPLACE FUNCTION private.share_of(p_amount numeric, p_units integer, p_quantity integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select round(div(200 * p_amount * p_units + p_quantity, 2 * p_quantity) / 100, 2)
$function$
;

CREATE OR REPLACE FUNCTION private.sums_of_part(p_items jsonb, p_charges jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('discount_total', coalesce(sum(i.discount), 0), 'coupon_code', null, 'offers', '[]'::jsonb, 'charges', p_charges,
    'subtotal_base', coalesce(sum(i.taxable), 0), 'total_gst', coalesce(sum(i.cgst + i.sgst + i.igst), 0), 'cgst', coalesce(sum(i.cgst), 0),
    'sgst', coalesce(sum(i.sgst), 0), 'igst', coalesce(sum(i.igst), 0),
    'total_amount', coalesce(sum(i.total), 0) + private.charge_sum(p_charges, 'amount'))
  from jsonb_to_recordset(p_items) i (discount numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric, total numeric)
$function$
;

CREATE OR REPLACE FUNCTION private.uncredited_charges(p_invoice uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when exists (
      select from public.documents n where n.reverses = p_invoice
        and (not n.content ? 'invoiced' or private.charge_sum(n.content #> '{order,charges}', 'amount') > 0))
    then '[]' else private.charges_of(d.content) end
  from public.documents d where d.id = p_invoice
$function$
;

CREATE OR REPLACE FUNCTION private.check_documents()
 RETURNS TABLE(id uuid, serial text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.id, d.serial from public.documents d
  where d.content_hash <> private.content_hash(d.content) or d.serial <> d.content ->> 'serial' or private.utc_text(d.issued_at) <> d.content ->> 'issued_at'
  union all
  select d.id, d.serial from private.document_files f join public.documents d on d.file_id = f.file_id where f.sha256 <> encode(sha256(f.bytes), 'hex')
$function$
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
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'courier', null, 'tracking_number', null),
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
    perform private.issue_invoice(new.id);
  elsif new.status = 'shipped' then
    perform private.ship_everything(new);
  elsif new.status = 'delivered' then
    perform private.deliver_everything(new.id);
    if old.payment_state = 'cod_pending' then
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

CREATE OR REPLACE FUNCTION private.mail_document(p_mail bigint)
 RETURNS TABLE(document_type text, file_id uuid, bytes bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select named.document_type, f.file_id, private.document_file(f.file_id, 'original')
  from (
    select m.kind, (m.data ->> 'order_id')::uuid as order_id, m.data -> 'files' as files,
      case
        when m.kind = 'order_status' and (m.data ->> 'status' = 'processing' or m.data -> 'handed_over' = 'true') then 'invoice'
        when m.kind = 'order_status' and m.data ->> 'status' = 'cancelled' or m.kind = 'order_refunded' then 'creditNote'
        else t.document_type
      end as document_type
    from private.mails m left join (values ('creditNote'), ('invoice')) t (document_type) on m.kind = 'order_changed'
    where m.id = p_mail and m.status = 'queued' and m.kind in ('order_status', 'order_refunded', 'order_changed')
  ) named
  cross join lateral (
    select d.file_id from public.documents d
    where d.order_id = named.order_id and d.kind = case named.document_type when 'invoice' then 'invoice' when 'creditNote' then 'credit_note' end
      and (named.files is null or named.files ? d.file_id::text)
    -- the acceptance issues the first invoice, a cancellation the last credit note
    order by case named.document_type when 'invoice' then d.issued_at end, d.issued_at desc limit 1) f
  where named.kind <> 'order_changed' or named.files is not null
$function$
;

grant execute on function private.document_file(uuid,text) to shop_orders;
grant execute on function private.keep_document_files(uuid,text,bytea,bytea) to shop_orders;
grant execute on function private.mail_document(bigint) to shop_mail;
