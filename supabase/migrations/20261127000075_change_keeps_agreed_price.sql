set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.begin_order_change(p_by uuid, p_order uuid, p_version integer, p_own boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  if not p_own and not private.staff_may(p_by, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  if p_own and private.is_blocked(p_by) then raise exception 'Your account is blocked' using errcode = 'PT403', detail = '{"code":"ACCOUNT_BLOCKED"}'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  select x.* into o from public.orders x where x.id = p_order and (not p_own or x.user_id = p_by) for no key update;
  if not found then return '{"refused": "ORDER_NOT_FOUND"}'; end if;
  if p_own and o.channel <> 'online' then return jsonb_build_object('refused', 'ONLY_STAFF', 'status', o.status); end if;
  if o.status <> 'pending' and (p_own or o.status <> 'processing') then return jsonb_build_object('refused', 'ORDER_CLOSED', 'status', o.status); end if;
  if exists (select from public.shipments s where s.order_id = o.id) then return jsonb_build_object('refused', 'ORDER_PACKED', 'status', o.status); end if;
  if exists (select from public.documents d join public.documents n on n.reverses = d.id where d.order_id = o.id and not private.is_credited(d.id)) then
    return jsonb_build_object('refused', 'ORDER_CREDITED', 'status', o.status);
  end if;
  if o.version <> p_version then return jsonb_build_object('refused', 'ORDER_CHANGED', 'status', o.status); end if;
  return jsonb_build_object('order', to_jsonb(o),
    'items', (select jsonb_agg(to_jsonb(i) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id),
    'invoices', (select coalesce(jsonb_agg(d.serial order by d.issued_at, d.serial desc), '[]') from public.documents d
      where d.order_id = o.id and d.kind = 'invoice' and not private.is_credited(d.id)),
    'money', (select jsonb_build_object('refundable', m.refundable, 'to_collect', m.to_collect, 'received', m.received - coalesce(
      (select sum(p.amount) from public.payments p where p.order_id = o.id and p.method = 'credit' and p.state in ('paid', 'refund_due', 'refunded')), 0)) from private.money_of(o.id) m),
    'overrides', (select coalesce(jsonb_agg(jsonb_build_object('kind', v.kind, 'product_id', v.product_id, 'given', v.given)), '[]') from public.order_overrides v where v.order_id = o.id));
end $function$
;
