CREATE OR REPLACE FUNCTION public.withdraw_refund(p_refund uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refund public.refunds := private.lock_refund(p_refund, p_version);
begin
  if refund.source <> 'goodwill' or refund.state not in ('due', 'failed') or private.is_with_razorpay(refund, true)
    or exists (select from public.orders o where o.id = refund.order_id and o.status = 'cancelled') then
    raise exception 'This refund cannot be withdrawn' using errcode = 'PT409', detail = '{"code":"REFUND_NOT_DUE"}';
  end if;
  update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.id = refund.id;
end $function$
;
