-- what the parcels of an order are worth and collect with cash on delivery (docs/decisions/0082-shipments.md): for labels, couriers and remittances.

-- what a parcel is worth, in rupees: parcelAmount() of domain/orders/parcels.ts, which labels use. a test compares both. parcels that were not
-- delivered are not counted, except the one that is asked for
create function private.parcel_amount(p_shipment uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select (d.content #>> '{order,total_amount}')::numeric from public.documents d join public.shipments x on x.invoice_file = d.file_id
      where x.id = p_shipment limit 1),
    (sum(floor(i.total * 100 * l.with_it / i.quantity) - floor(i.total * 100 * l.before / i.quantity))
      + case when s.number = 1 then o.total_amount * 100 - sum(i.total * 100) else 0 end) / 100)
  from public.shipments s
  join public.orders o on o.id = s.order_id
  join public.order_items i on i.order_id = s.order_id
  cross join lateral (
    select coalesce(sum(x.quantity) filter (where t.number < s.number), 0) as before, coalesce(sum(x.quantity) filter (where t.number <= s.number), 0) as with_it
    from public.shipments t join public.shipment_lines x on x.shipment_id = t.id
    where t.order_id = s.order_id and x.order_item_id = i.id and (t.id = s.id or not t.undelivered)) l
  where s.id = p_shipment group by s.number, o.total_amount
$$;

-- what of an order has come by other ways than with its parcels, in rupees: store credit, a payment in advance
create function private.paid_otherwise(p_order uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select greatest(0, private.kept_of(p_order) - coalesce((select sum(l.booked) from public.remittance_lines l where l.order_id = p_order), 0))
$$;

-- what all parcels of an order are to bring with what has come already, in rupees: what was agreed, less what is not sent any more
create function private.owed_of(p_order uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select private.kept_of(p_order) + coalesce((select sum(p.amount) from public.payments p where p.order_id = p_order and private.is_open_payment(p.state)), 0)
$$;

-- what the label of a parcel collects, in rupees: parcelToCollect() of domain/orders/parcels.ts. what came by other ways, such as store credit,
-- pays the first parcels; what couriers have transferred belongs to its own parcel and changes nothing here. once nothing is left to pack, the last
-- parcel collects what the others do not: notes of what is not sent are rounded by themselves
create function private.parcel_to_collect(p_shipment uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when s.undelivered then 0 else greatest(0, w.with_it - k.otherwise) - greatest(0, w.before - k.otherwise) end
  from public.shipments s
  cross join private.owed_of(s.order_id) d (owed)
  cross join lateral (
    select least(d.owed, coalesce(sum(private.parcel_amount(x.id)) filter (where x.number < s.number), 0)) as before,
      case when max(x.number) = s.number and not exists (select from private.pieces_of(s.order_id) p where p.quantity > p.in_parcels) then d.owed
        else least(d.owed, sum(private.parcel_amount(x.id)) filter (where x.number <= s.number)) end as with_it
    from public.shipments x where x.order_id = s.order_id and not x.undelivered) w
  cross join private.paid_otherwise(s.order_id) k (otherwise)
  where s.id = p_shipment
$$;
revoke all on function private.parcel_amount(uuid), private.paid_otherwise(uuid), private.owed_of(uuid), private.parcel_to_collect(uuid) from public;

-- labels
grant execute on function private.paid_otherwise(uuid), private.owed_of(uuid) to shop_orders;
