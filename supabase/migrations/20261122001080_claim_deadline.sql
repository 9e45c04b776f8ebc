-- Until when an unverified UPI reference keeps its order open stands beside the claim, so that staff and buyer read it before the clock
-- acts on it. A later change of the limit does not move a date that was shown.
alter table public.payments add column claim_holds_until timestamptz;   -- no grant to change it
update public.payments p set claim_holds_until = p.claimed_at + make_interval(days => private.limit_of('claim_days')) where p.claimed_at is not null;
create function private.date_claim() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.claim_holds_until := new.claimed_at + make_interval(days => private.limit_of('claim_days'));
  return new;
end $$;
revoke all on function private.date_claim() from public;
create trigger date_claim before update of claimed_at on public.payments
  for each row when (new.claimed_at is distinct from old.claimed_at) execute function private.date_claim();

-- as before, by that date
create or replace function private.cancel_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
  cancelled integer;
begin
  select make_interval(hours => s.upi_unpaid_hours) as upi_unpaid, make_interval(mins => s.razorpay_unpaid_minutes) as razorpay_unpaid into shop from public.settings s;
  with overdue as (
    select o.id from public.orders o
    where o.status = 'pending' and (
      o.payment_state = 'awaiting_payment' and o.created_at < private.moment() - case o.payment_method
        when 'upi' then shop.upi_unpaid
        when 'razorpay' then shop.razorpay_unpaid
        else interval '100 years' end   -- cash is not awaited
      and not (o.payment_method = 'razorpay' and o.created_at > private.moment() - interval '1 day' - shop.razorpay_unpaid and exists (
        select from private.razorpay_orders r where r.order_id = o.id and (r.asked_at is null or r.asked_at < o.created_at + shop.razorpay_unpaid)))
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'razorpay' and o.created_at < private.moment() - interval '6 days'
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.claim_holds_until < private.moment())
      or o.payment_state = 'failed' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.updated_at < private.moment() - shop.upi_unpaid))
    order by o.created_at limit 100
    for no key update skip locked        -- whoever is paying or cancelling this very moment goes first
  )
  update public.orders o set status = 'cancelled' from overdue where o.id = overdue.id;
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;
