-- as before; the list is called unmatched payments
create or replace function private.hold_doubted_goods() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.razorpay_payments c where c.order_id = new.id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  return new;
end $$;
