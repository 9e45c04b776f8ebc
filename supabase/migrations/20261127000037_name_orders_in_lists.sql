drop function if exists "public"."stock_history"(p_product uuid, p_before bigint, p_limit integer);

drop function if exists "public"."unmatched_payments"();

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.stock_history(p_product uuid, p_before bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 20)
 RETURNS TABLE(id bigint, at timestamp with time zone, quantity integer, reason text, note text, order_id uuid, order_number integer, actor_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select m.id, m.created_at, m.quantity, m.reason, m.note, m.order_id, o.order_number, private.person_name(m.created_by)
  from public.stock_movements m left join public.orders o on o.id = m.order_id
  where (select private.may('catalogue.write')) and m.product_id = p_product and (p_before is null or m.id < p_before)
  order by m.id desc limit least(greatest(p_limit, 1), 100)
$function$
;

CREATE OR REPLACE FUNCTION public.unmatched_payments()
 RETURNS TABLE(payment_id text, provider_order_id text, order_id uuid, order_number integer, amount numeric, currency text, status text, reason text, refund text, received_at timestamp with time zone, resolved_at timestamp with time zone, resolved_by uuid, note text, last_error text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  return query select c.id, c.provider_order_id, c.order_id, o.order_number, round(c.amount / 100.0, 2), c.currency, c.status,
      case when c.refund = 'failed' and c.standing = 'kept' then 'refund_failed' when c.doubted_at is not null then 'not_known' else c.standing end,
      c.refund, c.received_at, c.resolved_at, c.resolved_by, c.note, c.last_error
    from private.razorpay_payments c left join public.orders o on o.id = c.order_id
    where c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed' or c.doubted_at is not null
    order by c.resolved_at is not null, c.received_at desc, c.id limit 200;
end $function$
;

grant execute on function public.stock_history(uuid, bigint, integer), public.unmatched_payments() to authenticated;
