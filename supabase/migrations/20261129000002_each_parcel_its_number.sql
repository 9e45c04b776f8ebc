-- after a parcel has left: the order names its latest one, is shipped with its last piece, and the customer is notified of a part. of two that leave at
-- once, the first to begin may be the second to come here: named by the order, its number would become that of the latest (follow_courier)
create or replace function private.follow_dispatch(p_shipment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments;
  o public.orders;
  last boolean;
  latest boolean;
begin
  select x.* into strict s from public.shipments x where x.id = p_shipment;
  last := not exists (select from private.pieces_of(s.order_id) p where p.quantity > p.gone);
  -- hold_doubted_goods looks at steps of the order alone, and a part of it is none
  if exists (select from private.razorpay_payments c where c.order_id = s.order_id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  latest := s.id = private.latest_shipment(s.order_id);
  update public.orders x set courier = case when latest then s.courier else x.courier end,
      tracking_number = case when latest then s.tracking_number else x.tracking_number end, status = case when last then 'shipped' else x.status end
    where x.id = s.order_id returning x.* into o;
  if not last then perform private.notify_shipment(o, s); end if;
end $$;

-- of parcels that left in one step the one that was made last: it is of that step, and the order names it
create or replace function private.latest_shipment(p_order uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from public.shipments s where s.order_id = p_order and s.state <> 'packed' order by s.shipped_at desc, s.created_at desc, s.number desc limit 1
$$;
