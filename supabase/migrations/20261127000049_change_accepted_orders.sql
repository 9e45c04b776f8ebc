drop function if exists "private"."write_order_change"(p_staff uuid, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text);


set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.write_order_change(p_staff uuid, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  before numeric;
  reissued boolean;
  credited uuid;
  files jsonb;
  short text := '#' || left(p_id::text, 8);
  shown text := case when length(p_note) > 540 then left(p_note, 539) || '…' else p_note end;
begin
  select x.* into o from public.orders x where x.id = p_id and x.status in ('pending', 'processing') and x.version = p_version for no key update;
  if not found or not private.staff_may(p_staff, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  before := o.total_amount;
  reissued := o.status = 'processing' and (p_items is not null or p_order - 'phone' <> '{}');
  if reissued then credited := private.credit_rest(p_id, p_reason); end if;
  if p_items is not null then
    perform set_config('shop.stock_reason', 'change', true), set_config('shop.stock_order', p_id::text, true);
    update public.products p set stock = p.stock - m.more, units_sold = greatest(p.units_sold + m.more, 0)
      from (select q.product_id, sum(q.quantity)::integer as more from (
          select i.product_id, -i.quantity as quantity from public.order_items i where i.order_id = p_id
          union all select n.product_id, n.quantity from jsonb_to_recordset(p_items) n (product_id uuid, quantity integer)) q
        where q.product_id is not null group by 1) m
      where p.id = m.product_id and m.more <> 0;
    perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
    delete from public.order_items i where i.order_id = p_id and i.id not in (
      select n.id from jsonb_to_recordset(p_items) n (id uuid) where n.id is not null);
    update public.order_items i set (quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
        = (n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total)
      from jsonb_populate_recordset(null::public.order_items, p_items) n where i.id = n.id and i.order_id = p_id;
    insert into public.order_items (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
      select p_id, n.product_id, n.product_name, n.sku, n.hsn, n.unit, n.image_url, n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total
      from jsonb_populate_recordset(null::public.order_items, p_items) n where n.id is null;
  end if;
  update public.orders x set (full_name, company_name, gstin, address, city, state, pincode, phone, place_of_supply, coupon_code, offers,
      goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount)
    = (select n.full_name, n.company_name, n.gstin, n.address, n.city, n.state, n.pincode, n.phone, n.place_of_supply, n.coupon_code, n.offers,
      n.goods_total, n.discount_total, n.subtotal_base, n.total_gst, n.cgst, n.sgst, n.igst, n.charges, n.total_amount
      from jsonb_populate_record(o, p_order) n)
    where x.id = p_id returning x.* into o;
  -- what was received stays what it was: a payment that is still to come follows the total, and what was paid too much is due back
  if o.total_amount < before and o.payment_state = 'paid' then
    perform private.owe_refund(p_id, before - o.total_amount, 'change', p_reason);
  elsif o.total_amount <> before then
    update public.payments p set amount = o.total_amount where p.order_id = p_id and p.state in ('cod_pending', 'awaiting_payment', 'failed');
    if exists (select from public.payments p where p.order_id = p_id and p.amount <> o.total_amount) then
      raise exception 'The payments of order % have another amount than its total', p_id using errcode = '23514';
    end if;
  end if;
  if reissued then
    perform private.issue_invoice(p_id);
    files := jsonb_build_array(credited, (select d.file_id from public.documents d where d.order_id = p_id and d.kind = 'invoice' and not exists (
      select from public.documents n where n.reverses = d.id) limit 1));
  end if;
  insert into public.order_status_history (order_id, status, notes, created_by, created_at) values (p_id, o.status, p_note, p_staff, private.clock_now());
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, 'Order changed', 'Order ' || short || ': ' || shown, 'order_update', p_id, private.clock_now());
  end if;
  insert into private.mails (kind, recipient, data) values ('order_changed', o.email, jsonb_strip_nulls(
    jsonb_build_object('order_id', p_id, 'status', o.status, 'note', shown, 'files', files)));
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_order_change(p_staff uuid, p_order uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  if not private.staff_may(p_staff, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_staff, 'role', 'authenticated')::text, true);
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then return '{"refused": "ORDER_NOT_FOUND"}'; end if;
  if o.status not in ('pending', 'processing') then return jsonb_build_object('refused', 'ORDER_CLOSED', 'status', o.status); end if;
  if exists (select from public.shipments s where s.order_id = o.id) then return jsonb_build_object('refused', 'ORDER_PACKED', 'status', o.status); end if;
  if exists (select from public.documents d join public.documents n on n.reverses = d.id where d.order_id = o.id and not private.is_credited(d.id)) then
    return jsonb_build_object('refused', 'ORDER_CREDITED', 'status', o.status);
  end if;
  if o.version <> p_version then return jsonb_build_object('refused', 'ORDER_CHANGED', 'status', o.status); end if;
  return jsonb_build_object('order', to_jsonb(o),
    'items', (select jsonb_agg(to_jsonb(i) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id),
    'invoices', (select coalesce(jsonb_agg(d.serial order by d.issued_at, d.serial desc), '[]') from public.documents d
      where d.order_id = o.id and d.kind = 'invoice' and not private.is_credited(d.id)),
    'refundable', (select m.refundable from private.money_of(o.id) m),
    'overrides', (select coalesce(jsonb_agg(jsonb_build_object('kind', v.kind, 'product_id', v.product_id)), '[]') from public.order_overrides v where v.order_id = o.id));
end $function$
;

grant execute on function private.write_order_change(uuid,uuid,integer,jsonb,jsonb,text,text) to shop_orders;
