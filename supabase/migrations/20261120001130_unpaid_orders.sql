-- orders left unpaid are cancelled by the clock and their goods go back on the shelf (docs/rules.md#order-before-payment).
-- nobody cancelled them: cancelled_by stays null. a payment that waits for verification is left to an admin.

create function private.cancel_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
  cancelled integer;
begin
  select s.upi_unpaid_hours, s.razorpay_unpaid_minutes into shop from public.settings s;
  with overdue as (
    select o.id from public.orders o
    where o.status = 'pending' and o.payment_state = 'awaiting_payment'
      and o.created_at < private.moment() - case o.payment_method
        when 'upi' then make_interval(hours => shop.upi_unpaid_hours)
        when 'razorpay' then make_interval(mins => shop.razorpay_unpaid_minutes)
        else interval '100 years' end   -- cash is not awaited
    order by o.created_at limit 100
    for no key update skip locked        -- whoever is paying or cancelling this very moment goes first
  )
  update public.orders o set status = 'cancelled' from overdue where o.id = overdue.id;
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;
revoke all on function private.cancel_unpaid_orders() from public;
-- the mail sender is the login that works in the background; it may ring the clock, not choose an order
grant execute on function private.cancel_unpaid_orders() to shop_mail;
