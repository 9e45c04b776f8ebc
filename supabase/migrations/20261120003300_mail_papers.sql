-- what a mail carries: the issued document that its own row is about, and no other. the queue holds no bytes; the sender reads
-- the ones that were frozen, while the mail waits and not after.

-- the accepted order's invoice; the credit note with the cancellation and with the refund. no row: nothing was issued, so the
-- mail carries nothing. bytes are null until somebody has had the document drawn.
create function private.mail_paper(p_mail bigint) returns table (document_type text, bytes bytea)
language sql stable security definer set search_path = '' as $$
  select named.document_type, private.document_file(named.order_id, named.document_type, 'original')
  from (
    select (m.data ->> 'order_id')::uuid as order_id,
      case
        when m.kind = 'order_status' and m.data ->> 'status' = 'processing' then 'invoice'
        when m.kind = 'order_status' and m.data ->> 'status' = 'cancelled' or m.kind = 'order_refunded' then 'creditNote'
      end as document_type
    from private.mails m where m.id = p_mail and m.status = 'queued' and m.kind in ('order_status', 'order_refunded')
  ) named
  where exists (select from public.documents d
    where d.order_id = named.order_id and d.kind = case named.document_type when 'invoice' then 'invoice' when 'creditNote' then 'credit_note' end)
$$;
revoke all on function private.mail_paper(bigint) from public;
grant execute on function private.mail_paper(bigint) to shop_mail;   -- nothing for it on document_file: that one takes any order
