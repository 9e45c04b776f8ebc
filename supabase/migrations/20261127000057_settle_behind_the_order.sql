-- a payment is settled behind the lock of its order, as every step takes the two; otherwise staff and a step at the same time were a deadlock

CREATE OR REPLACE FUNCTION private.locked_to_settle(p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then return false; end if;
  perform from public.orders o where o.id = p_order for no key update;
  return true;
end $function$
;
revoke all on function private.locked_to_settle(uuid) from public;
grant execute on function private.locked_to_settle(uuid) to authenticated;

alter policy "admins settle" on "public"."payments" using (private.locked_to_settle(order_id));
