drop function if exists "private"."document_file"(p_file uuid, p_copies text);

drop function if exists "private"."keep_document_files"(p_file uuid, p_copies text, p_original bytea, p_all bytea);

alter table "private"."document_files" drop constraint "document_files_pkey";

drop index if exists "private"."document_files_pkey";


  create table "public"."e_invoices" (
    "document_id" uuid not null,
    "irn" text not null,
    "ack_no" text not null,
    "ack_at" timestamp with time zone not null,
    "signed_qr" text not null,
    "created_at" timestamp with time zone not null default now(),
    "created_by" uuid,
    "cancelled_at" timestamp with time zone,
    "cancel_reason" text,
    "cancelled_by" uuid
      );


alter table "public"."e_invoices" enable row level security;

alter table "private"."document_files" add column "irns" text not null default ''::text;

CREATE INDEX e_invoices_cancelled_by_idx ON public.e_invoices USING btree (cancelled_by) WHERE (cancelled_by IS NOT NULL);

CREATE INDEX e_invoices_created_by_idx ON public.e_invoices USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE UNIQUE INDEX e_invoices_pkey ON public.e_invoices USING btree (document_id);

CREATE UNIQUE INDEX document_files_pkey ON private.document_files USING btree (file_id, copies, irns);

alter table "public"."e_invoices" add constraint "e_invoices_pkey" PRIMARY KEY using index "e_invoices_pkey";

alter table "private"."document_files" add constraint "document_files_pkey" PRIMARY KEY using index "document_files_pkey";

alter table "public"."e_invoices" add constraint "e_invoices_ack_no_check" CHECK ((ack_no ~ '^[0-9]{8,20}$'::text)) not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_ack_no_check";

alter table "public"."e_invoices" add constraint "e_invoices_cancel_reason_check" CHECK ((cancel_reason = ANY (ARRAY['duplicate'::text, 'data_entry'::text, 'order_cancelled'::text, 'other'::text]))) not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_cancel_reason_check";

alter table "public"."e_invoices" add constraint "e_invoices_cancelled" CHECK (((cancelled_at IS NULL) = (cancel_reason IS NULL))) not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_cancelled";

alter table "public"."e_invoices" add constraint "e_invoices_cancelled_by_fkey" FOREIGN KEY (cancelled_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_cancelled_by_fkey";

alter table "public"."e_invoices" add constraint "e_invoices_cancelled_in_time" CHECK (((cancelled_at >= ack_at) AND (cancelled_at <= (ack_at + '24:00:00'::interval)))) not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_cancelled_in_time";

alter table "public"."e_invoices" add constraint "e_invoices_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_created_by_fkey";

alter table "public"."e_invoices" add constraint "e_invoices_document_id_fkey" FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_document_id_fkey";

alter table "public"."e_invoices" add constraint "e_invoices_irn_check" CHECK ((irn ~ '^[0-9a-f]{64}$'::text)) not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_irn_check";

alter table "public"."e_invoices" add constraint "e_invoices_signed_qr_check" CHECK (((length(signed_qr) <= 2000) AND (signed_qr ~ '^[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{40,}$'::text))) not valid;

alter table "public"."e_invoices" validate constraint "e_invoices_signed_qr_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.cancel_e_invoice(p_user uuid, p_document uuid, p_at timestamp with time zone, p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.document_file(p_file uuid, p_copies text, p_irns text DEFAULT ''::text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.bytes from private.document_files f where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns
$function$
;

CREATE OR REPLACE FUNCTION private.documents_to_register(p_user uuid, p_serials text[])
 RETURNS TABLE(id uuid, serial text, irn text, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.write') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  return query select d.id, d.serial, private.irn_of(d), d.content from public.documents d where d.serial = any (p_serials[1:1000]);
end $function$
;

CREATE OR REPLACE FUNCTION private.e_invoices_between(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(document_id uuid, serial text, irn text, ack_no text, ack_at text, cancelled_at text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  return query select d.id, d.serial, e.irn, e.ack_no, private.utc_text(e.ack_at), private.utc_text(e.cancelled_at)
    from public.e_invoices e join public.documents d on d.id = e.document_id where d.issued_at >= p_from and d.issued_at < p_until;
end $function$
;

CREATE OR REPLACE FUNCTION private.file_irns(p_file uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(string_agg(e.irn, ',' order by e.irn collate "C"), '')
  from public.e_invoices e join public.documents d on d.id = e.document_id where d.file_id = p_file and e.cancelled_at is null
$function$
;

CREATE OR REPLACE FUNCTION private.irn_of(d documents)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(upper(coalesce(d.content #>> '{seller,gstin}', '') || '20' || private.financial_year(d.issued_at)
    || case d.kind when 'credit_note' then 'CRN' else 'INV' end || d.serial), 'UTF8')), 'hex')
$function$
;

CREATE OR REPLACE FUNCTION private.keep_document_files(p_file uuid, p_copies text, p_original bytea, p_all bytea, p_irns text DEFAULT ''::text)
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
  insert into private.document_files (order_id, file_id, copies, irns, bytes, sha256)
    select sold, p_file, f.copies, p_irns, f.bytes, encode(sha256(f.bytes), 'hex') from (values ('original', p_original), ('all', p_all)) f (copies, bytes)
    on conflict do nothing;
  return private.document_file(p_file, p_copies, p_irns);
end $function$
;

CREATE OR REPLACE FUNCTION private.needs_irn(content jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select content #>> '{seller,gstin}' is not null and content #>> '{order,gstin}' is not null
    and content ->> 'form' <> 'bill_of_supply' and content #>> '{reverses,form}' is distinct from 'bill_of_supply'
$function$
;

CREATE OR REPLACE FUNCTION private.record_e_invoice(p_user uuid, p_document uuid, p_irn text, p_ack_no text, p_ack_at timestamp with time zone, p_signed_qr text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        when m.kind = 'order_status' and (m.data ->> 'status' = 'processing' or m.data -> 'handed_over' = 'true') then 'invoice'
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
$function$
;

grant select on table "public"."e_invoices" to "authenticated";

grant references on table "public"."e_invoices" to "service_role";

grant select on table "public"."e_invoices" to "service_role";

grant trigger on table "public"."e_invoices" to "service_role";

grant select on table "public"."e_invoices" to "shop_mail";


  create policy "of visible documents"
  on "public"."e_invoices"
  as permissive
  for select
  to authenticated
using ((EXISTS ( SELECT
   FROM documents d
  WHERE (d.id = e_invoices.document_id))));



  create policy "the mail sender reads"
  on "public"."e_invoices"
  as permissive
  for select
  to shop_mail
using (true);


CREATE TRIGGER audit_insert AFTER INSERT ON public.e_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('document_id', 'document_id', '{document_id,signed_qr,created_by,cancelled_by,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.e_invoices REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('document_id', 'document_id', '{document_id,signed_qr,created_by,cancelled_by,created_at,updated_at,version}', '', 'yes');

revoke insert, update, delete, truncate on public.e_invoices from service_role;
revoke all on public.e_invoices from anon;
revoke all on function private.document_file(uuid, text, text), private.keep_document_files(uuid, text, bytea, bytea, text) from public;
grant execute on function private.document_file(uuid, text, text), private.keep_document_files(uuid, text, bytea, bytea, text) to shop_orders;
revoke all on function private.needs_irn(jsonb), private.irn_of(public.documents), private.file_irns(uuid),
  private.e_invoices_between(uuid, timestamptz, timestamptz), private.documents_to_register(uuid, text[]),
  private.record_e_invoice(uuid, uuid, text, text, timestamptz, text), private.cancel_e_invoice(uuid, uuid, timestamptz, text) from public;
grant execute on function private.e_invoices_between(uuid, timestamptz, timestamptz), private.documents_to_register(uuid, text[]),
  private.record_e_invoice(uuid, uuid, text, text, timestamptz, text), private.cancel_e_invoice(uuid, uuid, timestamptz, text) to shop_orders;
insert into private.role_permissions (permission, role) values ('gst.write', 'owner'), ('gst.write', 'manager'), ('gst.write', 'accounts');
