-- an invoice whose irn was cancelled stayed in gstr-1 and 3b
-- the numbers whose irn was cancelled, of the documents issued from p_from until p_until and of the invoices that these reverse: what a return
-- leaves out (domain/gstr1/void-documents.ts). a credit note may be of a later month than its invoice
create or replace function private.cancelled_e_invoices(p_user uuid, p_from timestamptz, p_until timestamptz) returns table (serial text)
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
revoke all on function private.cancelled_e_invoices(uuid, timestamptz, timestamptz) from public;
grant execute on function private.cancelled_e_invoices(uuid, timestamptz, timestamptz) to shop_orders;
