-- invoices and credit notes: numbers issued once, in order, without a gap (cgst rules 46 and 53, docs/india.md#gst-documents).

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),   -- no cascade: an order with a number cannot be deleted
  kind text not null check (kind in ('invoice', 'credit_note')),
  serial text not null unique check (length(serial) <= 16),
  reverses uuid references public.documents (id),           -- a credit note names its invoice
  issued_at timestamptz not null,
  check ((kind = 'credit_note') = (reverses is not null)),
  -- the content of an issued document is frozen with its number, in the transaction that issues it, and so are the bytes that were
  -- once handed out: settings, products and profiles may change, an invoice does not (cgst rules 46, 46a, 49, 53; s.36: 72 months).
  -- ── the series ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
  -- `kind` stays what the steps ask for; `form` is the legal name of the document. a registered buyer of nil-rated and taxed goods
  -- gets two (rule 46a), and each is reversed by a credit note of its own.
  form text not null constraint documents_form check (form in ('tax_invoice', 'bill_of_supply', 'invoice_cum_bill', 'credit_note')),
  content jsonb not null,
  content_hash text not null,
  -- documents issued in one act are printed as one file: an invoice with its bill of supply (rule 46a), the credit notes of a cancellation
  file_id uuid not null default gen_random_uuid(),
  constraint documents_form_of_kind check ((form = 'credit_note') = (kind = 'credit_note'))
);
-- the numbers of a prefix: the unique index sorts by language, where a range of letters means nothing
create index documents_serial_prefix_idx on public.documents (serial text_pattern_ops);
-- the first document of a registered buyer (private.first_buyer_names)
create index documents_buyer_gstin_idx on public.documents ((content #>> '{order,gstin}'), issued_at, id) where content #>> '{order,gstin}' is not null;
create index documents_issued_at_idx on public.documents (issued_at desc, id);

-- only order steps issue numbers

alter table public.documents enable row level security;
revoke all on public.documents from anon, authenticated;

-- nothing for anon
grant select on public.documents to authenticated, shop_mail;

-- no insert, update or delete for anyone: a number is issued by accepting an order and never reused
create policy "documents of visible orders" on public.documents for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "the mail sender reads" on public.documents for select to shop_mail using (true);
create index documents_reverses_idx on public.documents (reverses) where reverses is not null;
create index documents_file_id_idx on public.documents (file_id);
create index documents_order_id_idx on public.documents (order_id);

-- even the server's own key changes no issued document
revoke insert, update, delete, truncate on public.documents from service_role;

-- one row per series and financial year. the upsert locks it until the issuing transaction ends, so parallel issuers
-- queue, and a rollback gives its number back: that is what gapless means, and why a sequence would not do.
create table private.serial_counters (
  series text not null,
  financial_year text not null,
  last_number integer not null check (last_number between 1 and 99999999),
  primary key (series, financial_year)
);
alter table private.serial_counters enable row level security;

-- no policy and no grant: private.number_document alone

-- 1 April to 31 March, Indian time: '26-27'
create function private.financial_year(moment timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(start, 'YY') || '-' || to_char(start + interval '1 year', 'YY')
  from (select date_trunc('year', (moment at time zone 'Asia/Kolkata') - interval '3 months') as start) y
$$;

-- in any time zone of the session, so that the same time has the same text
create function private.utc_text(moment timestamptz) returns text
language sql stable return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- jsonb orders its keys and has one way to write each value, so its text is the canonical form
create function private.content_hash(content jsonb) returns text
language sql stable return encode(sha256(convert_to(content::text, 'UTF8')), 'hex');

-- facts that do not add up to the order's total are not issued: something would be missing from them
create function private.checked_facts(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb := private.document_facts(p_order);
  total numeric := facts #>> '{order,total_amount}';
  shown numeric := private.charge_sum(facts -> 'items', 'total') + private.charge_sum(facts #> '{order,charges}', 'amount');
begin
  if shown is distinct from total or total is distinct from (select o.total_amount from public.orders o where o.id = p_order) then
    raise exception 'The document of order % would show %, and its total is %', p_order, shown, total using errcode = '23514';
  end if;
  return facts;
end $$;
revoke all on function private.checked_facts(uuid) from public;

-- one document, or two (rule 46a), in one file, as the rates of p_goods require
create function private.issue_forms(p_order uuid, p_facts jsonb, p_goods jsonb, p_file uuid) returns text
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- the whole order on one invoice
create function private.issue_invoice(p_order uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb := private.checked_facts(p_order);
begin
  return private.issue_forms(p_order, facts, facts -> 'items', gen_random_uuid());
end $$;
revoke all on function private.issue_invoice(uuid), private.issue_forms(uuid, jsonb, jsonb, uuid) from public;

-- a document names its discount by the coupon only where nothing else was taken off: the facts carry what the order kept
create function private.document_facts(p_order uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

-- ── issuing ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- takes the next number of a series and freezes the document with it. the lock is taken before the time is read: the dates of a series then
-- rise with its numbers, and a number taken after midnight of 31 March is of the new year. renaming a series takes it too.
create function private.number_document(p_order uuid, p_form text, p_facts jsonb, p_file uuid, p_reverses uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  counted text := case p_form when 'invoice_cum_bill' then 'tax_invoice' else p_form end;
  named record;
  issued timestamptz;
  year text;
  number integer;
  facts jsonb;
begin
  perform private.lock_serials();
  issued := coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, clock_timestamp());
  year := private.financial_year(issued);
  select s.prefix, s.digits into strict named from private.series_at(counted, issued) s;
  insert into private.serial_counters as c (series, financial_year, last_number) values (named.prefix, year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into number;
  if number >= power(10, named.digits) then
    update private.serial_counters c set last_number = c.last_number - 1 where c.series = named.prefix and c.financial_year = year;
    select s.prefix, s.digits into strict named from private.continue_series(counted, named.prefix, year) s;
    number := 1;
    insert into private.serial_counters (series, financial_year, last_number) values (named.prefix, year, number);
  end if;
  facts := p_facts || jsonb_build_object('form', p_form, 'serial', format('%s/%s/%s', named.prefix, year, lpad(number::text, named.digits, '0')),
    'issued_at', private.utc_text(issued));
  insert into public.documents (order_id, kind, form, serial, reverses, issued_at, content, content_hash, file_id)
    values (p_order, case p_form when 'credit_note' then 'credit_note' else 'invoice' end, p_form, facts ->> 'serial', p_reverses, issued, facts,
      private.content_hash(facts), p_file);
  return facts ->> 'serial';
end $$;
revoke all on function private.number_document(uuid, text, jsonb, uuid, uuid) from public;
revoke all on function private.document_facts(uuid), private.utc_text(timestamptz), private.content_hash(jsonb) from public;
