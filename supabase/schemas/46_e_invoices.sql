-- e-invoices: what the invoice registration portal answered for an issued document (cgst rule 48(4), decision 95). the document and its number
-- stay as they are; this is kept beside them.

-- whether a document is reported to the portal: a taxed supply to a registered buyer, or a credit note for one. as needsIrn in domain/einvoice
create function private.needs_irn(content jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select content #>> '{seller,gstin}' is not null and content #>> '{order,gstin}' is not null
    and content ->> 'form' <> 'bill_of_supply' and content #>> '{reverses,form}' is distinct from 'bill_of_supply'
$$;

-- the portal's own formula, so that a number that belongs to another document cannot be stored
create function private.irn_of(d public.documents) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(upper(coalesce(d.content #>> '{seller,gstin}', '') || '20' || private.financial_year(d.issued_at)
    || case d.kind when 'credit_note' then 'CRN' else 'INV' end || d.serial), 'UTF8')), 'hex')
$$;
revoke all on function private.needs_irn(jsonb), private.irn_of(public.documents) from public;

create table public.e_invoices (
  document_id uuid primary key references public.documents (id) on delete cascade,
  irn text not null check (irn ~ '^[0-9a-f]{64}$'),
  ack_no text not null check (ack_no ~ '^[0-9]{8,20}$'),
  ack_at timestamptz not null,
  -- a json web token of the portal: what the qr code on the invoice holds. a longer one fits into no code that can be printed
  signed_qr text not null check (length(signed_qr) <= 2000 and signed_qr ~ '^[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{40,}$'),
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  -- on the portal, within 24 hours; after that only a credit note takes the invoice back. then the document is no invoice (rule 48(5))
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason in ('duplicate', 'data_entry', 'order_cancelled', 'other')),
  cancelled_by uuid references auth.users (id) on delete set null,
  constraint e_invoices_cancelled check ((cancelled_at is null) = (cancel_reason is null)),
  constraint e_invoices_cancelled_in_time check (cancelled_at between ack_at and ack_at + interval '24 hours')
);
create index e_invoices_created_by_idx on public.e_invoices (created_by) where created_by is not null;
create index e_invoices_cancelled_by_idx on public.e_invoices (cancelled_by) where cancelled_by is not null;
alter table public.e_invoices enable row level security;
revoke all on public.e_invoices from anon, authenticated;

-- nothing for anon
grant select on public.e_invoices to authenticated, shop_mail;

-- no insert, update or delete for anyone, also not with the server's own key: the functions below alone, which only add
revoke insert, update, delete, truncate on public.e_invoices from service_role;
create policy "of visible documents" on public.e_invoices for select to authenticated
  using (exists (select from public.documents d where d.id = document_id));
create policy "the mail sender reads" on public.e_invoices for select to shop_mail using (true);

-- the irns that are printed on the documents of a file, sorted; '' for none. which rendition of the file is handed out follows from it
create function private.file_irns(p_file uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(string_agg(e.irn, ',' order by e.irn collate "C"), '')
  from public.e_invoices e join public.documents d on d.id = e.document_id where d.file_id = p_file and e.cancelled_at is null
$$;

-- what was recorded for the documents issued from p_from until p_until
create function private.e_invoices_between(p_user uuid, p_from timestamptz, p_until timestamptz)
returns table (document_id uuid, serial text, irn text, ack_no text, ack_at text, cancelled_at text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  return query select d.id, d.serial, e.irn, e.ack_no, private.utc_text(e.ack_at), private.utc_text(e.cancelled_at)
    from public.e_invoices e join public.documents d on d.id = e.document_id where d.issued_at >= p_from and d.issued_at < p_until;
end $$;

-- the numbers whose irn was cancelled, of the documents issued from p_from until p_until and of the invoices that these reverse: what a return
-- leaves out (domain/gstr1/void-documents.ts). a credit note may be of a later month than its invoice
create function private.cancelled_e_invoices(p_user uuid, p_from timestamptz, p_until timestamptz) returns table (serial text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  return query
    select d.serial from public.e_invoices e join public.documents d on d.id = e.document_id
      where e.cancelled_at is not null and d.issued_at >= p_from and d.issued_at < p_until
    union
    select i.serial from public.documents n join public.e_invoices e on e.document_id = n.reverses join public.documents i on i.id = n.reverses
      where e.cancelled_at is not null and n.issued_at >= p_from and n.issued_at < p_until;
end $$;

-- the documents with these numbers that may get an irn, with the irn that they get
create function private.documents_to_register(p_user uuid, p_serials text[]) returns table (id uuid, serial text, irn text, content jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'gst.write') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  return query select d.id, d.serial, private.irn_of(d), d.content from public.documents d where d.serial = any (p_serials[1:1000]);
end $$;

-- stores one answer. RECORDED; SAME: it is stored already; OTHER: another one is. the qr code's own text is compared before, in
-- functions/e-invoices: sql cannot read it
create function private.record_e_invoice(p_user uuid, p_document uuid, p_irn text, p_ack_no text, p_ack_at timestamptz, p_signed_qr text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  d public.documents;
  old public.e_invoices;
  sold public.orders;
begin
  if not private.staff_may(p_user, 'gst.write') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated')::text, true);   -- who the audit log names
  select x.* into d from public.documents x where x.id = p_document for key share;
  if not found or not private.needs_irn(d.content) then return 'NOT_DUE'; end if;
  if private.irn_of(d) <> p_irn then return 'WRONG_IRN'; end if;
  -- the portal's clock may be some minutes ahead
  if p_ack_at < d.issued_at - interval '1 day' or p_ack_at > private.clock_now() + interval '1 day' then return 'WRONG_TIME'; end if;
  insert into public.e_invoices (document_id, irn, ack_no, ack_at, signed_qr, created_at, created_by)
    values (d.id, p_irn, p_ack_no, p_ack_at, p_signed_qr, private.clock_now(), p_user) on conflict do nothing;
  if not found then
    select x.* into strict old from public.e_invoices x where x.document_id = d.id;
    return case when old.ack_no = p_ack_no and old.signed_qr = p_signed_qr then 'SAME' else 'OTHER' end;
  end if;
  select o.* into strict sold from public.orders o where o.id = d.order_id;
  if sold.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (sold.user_id, 'E-invoice ready', format('%s of your order #%s (no. %s) is registered with the tax authority. Its e-invoice can be downloaded.', d.serial,
        left(sold.id::text, 8), private.order_number_text(sold.order_number)), 'order_update', sold.id, private.clock_now());
  end if;
  return 'RECORDED';
end $$;

-- writes down that an irn was cancelled on the portal. DONE, UNKNOWN, ALREADY, or WRONG_TIME: not within 24 hours of the acknowledgement
create function private.cancel_e_invoice(p_user uuid, p_document uuid, p_at timestamptz, p_reason text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  e public.e_invoices;
begin
  if not private.staff_may(p_user, 'gst.write') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated')::text, true);
  select x.* into e from public.e_invoices x where x.document_id = p_document for update;
  if not found then return 'UNKNOWN'; end if;
  if e.cancelled_at is not null then return 'ALREADY'; end if;
  if p_at not between e.ack_at and e.ack_at + interval '24 hours' or p_at > private.clock_now() then return 'WRONG_TIME'; end if;
  update public.e_invoices x set cancelled_at = p_at, cancel_reason = p_reason, cancelled_by = p_user where x.document_id = p_document;
  return 'DONE';
end $$;
revoke all on function private.file_irns(uuid), private.e_invoices_between(uuid, timestamptz, timestamptz), private.cancelled_e_invoices(uuid, timestamptz, timestamptz), private.documents_to_register(uuid, text[]),
  private.record_e_invoice(uuid, uuid, text, text, timestamptz, text), private.cancel_e_invoice(uuid, uuid, timestamptz, text) from public;
grant execute on function private.e_invoices_between(uuid, timestamptz, timestamptz), private.cancelled_e_invoices(uuid, timestamptz, timestamptz), private.documents_to_register(uuid, text[]),
  private.record_e_invoice(uuid, uuid, text, text, timestamptz, text), private.cancel_e_invoice(uuid, uuid, timestamptz, text) to shop_orders;
