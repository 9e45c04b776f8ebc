-- what an account may still order as cash on delivery, so that the checkout chooses and offers only what will be accepted.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.cod_allowance(p_user uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.limit_of('first_cod_rupees') - coalesce((select sum(o.total_amount) from public.orders o
      where o.user_id = p_user and o.payment_state = 'cod_pending' and o.status in ('pending', 'processing', 'shipped')), 0)
    where not exists (select from public.orders o where o.user_id = p_user and o.status = 'delivered')
$function$
;

CREATE OR REPLACE FUNCTION public.cod_allowance()
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.cod_allowance((select auth.uid()))
$function$
;

CREATE OR REPLACE FUNCTION private.guard_order_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  placed timestamptz := private.clock_now();
  most integer;
begin
  -- one order of an account at a time: two at once would both be below the limit. the order service holds its locks on goods and
  -- discounts by now, and takes none after this
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(new.user_id::text));
  most := private.limit_of('orders_per_hour');
  if (select count(*) from (select from public.orders o
      where o.user_id = new.user_id and o.channel = 'online' and o.created_at > placed - interval '1 hour' limit most) c) >= most then
    raise exception 'Too many orders in an hour' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_ORDERS', 'limit', most)::text;
  end if;
  if new.payment_state = 'awaiting_payment' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders o where o.user_id = new.user_id and o.channel = 'online' and o.status = 'pending'
        and o.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if new.payment_state = 'cod_pending' and new.total_amount > private.cod_allowance(new.user_id) then
    most := private.limit_of('first_cod_rupees');
    raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', most)::text;
  end if;
  return new;
end $function$
;

revoke all on function private.cod_allowance(uuid) from public;
revoke all on function public.cod_allowance() from public;
grant execute on function public.cod_allowance() to authenticated;
