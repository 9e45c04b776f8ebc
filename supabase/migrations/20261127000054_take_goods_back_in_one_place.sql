set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.take_in(p_order uuid, p_pieces jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products p where p.id in (select b.product from jsonb_to_recordset(p_pieces) b (product uuid)) order by p.id for no key update;
  perform set_config('shop.stock_reason', 'return', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.arrived
    from (select x.product, sum(x.restocked + x.damaged)::integer as arrived
      from jsonb_to_recordset(p_pieces) x (product uuid, restocked integer, damaged integer) group by 1) b
    where p.id = b.product and b.arrived > 0;
  perform set_config('shop.stock_reason', 'damaged', true);
  update public.products p set stock = p.stock - b.damaged
    from (select x.product, sum(x.damaged)::integer as damaged from jsonb_to_recordset(p_pieces) x (product uuid, damaged integer) group by 1) b
    where p.id = b.product and b.damaged > 0;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION private.restock_return(p_return returns)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.take_in(p_return.order_id, (select jsonb_agg(jsonb_build_object('product', i.product_id, 'restocked', l.restocked, 'damaged', l.damaged))
    from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = p_return.id))
$function$
;

CREATE OR REPLACE FUNCTION private.take_back(p_shipment uuid, p_order uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.take_in(p_order, (select jsonb_agg(jsonb_build_object('product', i.product_id, 'restocked', l.restocked, 'damaged', l.damaged))
    from public.shipment_lines l join public.order_items i on i.id = l.order_item_id where l.shipment_id = p_shipment))
$function$
;

revoke all on function private.take_in(uuid, jsonb) from public;
