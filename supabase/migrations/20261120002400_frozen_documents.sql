-- what an issued document says is frozen beside its number, in the transaction that issues it, and so are the bytes that were
-- once handed out: settings, products and profiles may change, an invoice does not (cgst rules 46, 46a, 49, 53; s.36: 72 months).

-- ── the series ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- `kind` stays what the steps ask for; `form` is what the law calls the paper. a registered buyer of nil-rated and taxed goods
-- gets two (rule 46a), and each is reversed by a credit note of its own.
alter table public.documents
  add column form text,
  add column content jsonb,
  add column content_hash text;
alter table public.documents drop constraint documents_order_id_kind_key;
drop index public.documents_reverses_idx;

-- whatever the session's zone, so that the same moment has the same text
create function private.utc_text(moment timestamptz) returns text
language sql stable return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- the facts a document is drawn from: frozen rows and the seller as he was. no sum is made here; domain/invoice-content.ts
-- reads them. the buyer's e-mail and telephone stay out: no rule asks for them, and what is frozen cannot be erased.
create function private.document_facts(p_order uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'version', 1,
    'seller', (select jsonb_build_object('store_name', s.store_name, 'legal_name', s.legal_name, 'address', s.address, 'city', s.city, 'pincode', s.pincode,
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year, 'upi_vpa', s.upi_vpa) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'shipping_cost', o.shipping_cost, 'shipping_taxable', o.shipping_taxable, 'shipping_gst', o.shipping_gst, 'total_amount', o.total_amount,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'courier', null, 'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$$;

-- jsonb orders its keys and has one way to write each value, so its text is the canonical form
create function private.content_hash(content jsonb) returns text
language sql stable return encode(sha256(convert_to(content::text, 'UTF8')), 'hex');

revoke all on function private.document_facts(uuid), private.utc_text(timestamptz), private.content_hash(jsonb) from public;

-- numbers issued before this file: frozen as they stand today
update public.documents d set form = case
    when d.kind = 'credit_note' then 'credit_note'
    when (select bool_and(i.rate = 0) from public.order_items i where i.order_id = d.order_id) then 'bill_of_supply'
    when (select bool_or(i.rate = 0) from public.order_items i where i.order_id = d.order_id)
      and (select o.gstin is null from public.orders o where o.id = d.order_id) then 'invoice_cum_bill'
    else 'tax_invoice' end;
update public.documents d set content = private.document_facts(d.order_id) || jsonb_build_object('form', d.form, 'scope', 'all',
    'serial', d.serial, 'issued_at', private.utc_text(d.issued_at), 'reason', (select o.cancel_reason from public.orders o where o.id = d.order_id and d.kind = 'credit_note'),
    'reverses', (select jsonb_build_object('form', r.form, 'serial', r.serial, 'issued_at', private.utc_text(r.issued_at)) from public.documents r where r.id = d.reverses));
update public.documents d set content_hash = private.content_hash(d.content);

alter table public.documents
  alter column form set not null,
  alter column content set not null,
  alter column content_hash set not null,
  add constraint documents_form check (form in ('tax_invoice', 'bill_of_supply', 'invoice_cum_bill', 'credit_note')),
  add constraint documents_form_of_kind check ((form = 'credit_note') = (kind = 'credit_note'));
create unique index documents_one_of_each_form on public.documents (order_id, form) where form <> 'credit_note';
create unique index documents_reversed_once on public.documents (reverses) where reverses is not null;
create index documents_order_id_idx on public.documents (order_id);

-- even the server's own key changes no issued document
revoke insert, update, delete, truncate on public.documents from service_role;

-- ── issuing ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- draws the next number of a series and freezes the document under it. the advisory lock comes before the clock is read: the
-- dates of a series then rise with its numbers, and a number drawn after midnight of 31 march is of the new year.
create function private.number_document(p_order uuid, p_kind text, p_form text, p_facts jsonb, p_reverses uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  prefix text := case p_form when 'bill_of_supply' then 'BOS' when 'credit_note' then 'CN' else 'INV' end;
  issued timestamptz;
  year text;
  number integer;
  facts jsonb;
begin
  perform pg_advisory_xact_lock(hashtext('shop.series'), hashtext(prefix));
  issued := coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, clock_timestamp());
  year := private.financial_year(issued);
  insert into private.serial_counters as c (series, financial_year, last_number) values (prefix, year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into number;
  facts := p_facts || jsonb_build_object('form', p_form, 'serial', format('%s/%s/%s', prefix, year, lpad(number::text, 6, '0')),
    'issued_at', private.utc_text(issued));
  insert into public.documents (order_id, kind, form, serial, reverses, issued_at, content, content_hash)
    values (p_order, p_kind, p_form, facts ->> 'serial', p_reverses, issued, facts, private.content_hash(facts));
  return facts ->> 'serial';
end $$;
revoke all on function private.number_document(uuid, text, text, jsonb, uuid) from public;

-- 'invoice': one document, or two (rule 46a); 'credit_note': reverses p_reverses with the very facts that it froze.
-- series are always locked INV before BOS, so two acceptances cannot wait for each other.
create or replace function private.issue_document(p_order uuid, p_kind text, p_reverses uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  facts jsonb;
  nil_rated boolean;
  taxed boolean;
  serial text;
begin
  if p_kind = 'credit_note' then
    select d.content || jsonb_build_object('reverses', jsonb_build_object('form', d.form, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at)),
        'reason', o.cancel_reason)
      into strict facts from public.documents d join public.orders o on o.id = d.order_id where d.id = p_reverses and d.order_id = p_order;
    return private.number_document(p_order, 'credit_note', 'credit_note', facts, p_reverses);
  end if;

  facts := private.document_facts(p_order) || '{"scope": "all", "reverses": null, "reason": null}';
  select bool_or(i.rate = 0), bool_or(i.rate > 0) into nil_rated, taxed from public.order_items i where i.order_id = p_order;
  if facts -> 'seller' ->> 'gstin' is null or not taxed then   -- who is not registered may not issue a tax invoice (s.31, s.32)
    return private.number_document(p_order, 'invoice', 'bill_of_supply', facts);
  elsif not nil_rated then
    return private.number_document(p_order, 'invoice', 'tax_invoice', facts);
  elsif facts -> 'order' ->> 'gstin' is null then
    return private.number_document(p_order, 'invoice', 'invoice_cum_bill', facts);
  end if;
  serial := private.number_document(p_order, 'invoice', 'tax_invoice', facts || '{"scope": "taxed"}');
  perform private.number_document(p_order, 'invoice', 'bill_of_supply', facts || '{"scope": "nil"}');
  return serial;
end $$;

-- ── the bytes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- what was handed out: the buyer's original and the set of all marked copies, made at the first request for either and never
-- again. they lie in the database and not in the bucket, so that a backup holds numbers, facts and bytes of one moment.
create table private.document_files (
  order_id uuid not null references public.orders (id),
  document_type text not null check (document_type in ('invoice', 'creditNote')),
  copies text not null check (copies in ('original', 'all')),
  bytes bytea not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (order_id, document_type, copies)
);
alter table private.document_files alter column bytes set storage external;   -- a pdf is compressed already
alter table private.document_files enable row level security;   -- no policy and no grant: the two functions below alone

create function private.document_file(p_order uuid, p_type text, p_copies text) returns bytea
language sql stable security definer set search_path = '' as $$
  select f.bytes from private.document_files f where f.order_id = p_order and f.document_type = p_type and f.copies = p_copies
$$;

-- keeps both files unless they are kept already, and answers with the one that is kept: of two who make it at once, the
-- second waits and gets the bytes of the first. only of what was issued: a proforma is never kept.
create function private.keep_document_files(p_order uuid, p_type text, p_copies text, p_original bytea, p_all bytea) returns bytea
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.documents d where d.order_id = p_order and d.kind = case p_type when 'invoice' then 'invoice' else 'credit_note' end) then
    raise exception 'Order % has no issued %', p_order, p_type using errcode = '23514';
  end if;
  insert into private.document_files (order_id, document_type, copies, bytes, sha256)
    select p_order, p_type, f.copies, f.bytes, encode(sha256(f.bytes), 'hex') from (values ('original', p_original), ('all', p_all)) f (copies, bytes)
    on conflict do nothing;
  return private.document_file(p_order, p_type, p_copies);
end $$;
-- documents whose facts are no longer those that were issued; empty unless somebody went past every grant
create function private.check_documents() returns table (id uuid, serial text)
language sql stable set search_path = '' as $$
  select d.id, d.serial from public.documents d
  where d.content_hash <> private.content_hash(d.content) or d.serial <> d.content ->> 'serial' or private.utc_text(d.issued_at) <> d.content ->> 'issued_at'
  union all
  select d.id, d.serial from private.document_files f join public.documents d on d.order_id = f.order_id where f.sha256 <> encode(sha256(f.bytes), 'hex')
$$;

revoke all on function private.check_documents(), private.document_file(uuid, text, text),
  private.keep_document_files(uuid, text, text, bytea, bytea) from public;
-- the login that server functions write with; the function asks first, under the caller's own policies, whose order it is
grant execute on function private.document_file(uuid, text, text), private.keep_document_files(uuid, text, text, bytea, bytea) to shop_orders;
