-- a booking that was cancelled while the courier was asked is not one, and the caller cancels it at the courier
create or replace function private.keep_courier_booking(p_staff uuid, p_shipment uuid, p_reference text, p_tracking text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  update public.courier_bookings b set state = 'booked', reference = p_reference, tracking_number = p_tracking, next_check_at = private.clock_now()
    where b.shipment_id = s.id and b.state = 'booking';
  if not found then
    -- two asked at once with one key, and the other was first. without a row someone has cancelled the booking while the courier was asked
    if exists (select from public.courier_bookings b where b.shipment_id = s.id and b.reference is not null) then return; end if;
    raise exception 'The booking was cancelled in the meantime' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.shipments x set courier = (select b.courier from public.courier_bookings b where b.shipment_id = x.id), tracking_number = p_tracking,
    own_delivery = false, version = x.version + 1 where x.id = s.id;
end $$;
