-- the orders whose time to pay is up, of these or of all. one of which a part was paid is never among them. left open: what Razorpay was
-- not asked about since then, unless it does not answer for a day, or does not say for six days what became of a payment (goods are not held without end); and what has a UPI reference
-- that is not verified, until claim_holds_until.
create function private.unpaid_orders(p_of uuid[] default null) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id
  from public.orders o
    cross join lateral (select private.awaited_since(o) as since) w
    cross join (select make_interval(hours => s.upi_unpaid_hours) as upi_unpaid, make_interval(mins => s.razorpay_unpaid_minutes) as razorpay_unpaid from public.settings s) shop
  where o.status = 'pending' and (p_of is null or o.id = any (p_of))
    and not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0) and (
      o.payment_state = 'awaiting_payment' and w.since < private.clock_now() - case o.payment_method
        when 'upi' then shop.upi_unpaid
        when 'razorpay' then shop.razorpay_unpaid
        else interval '100 years' end   -- cash is not awaited
      and not (o.payment_method = 'razorpay' and w.since > private.clock_now() - interval '1 day' - shop.razorpay_unpaid and exists (
        select from private.razorpay_orders r where r.order_id = o.id and (r.asked_at is null or r.asked_at < w.since + shop.razorpay_unpaid)))
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'razorpay' and w.since < private.clock_now() - interval '6 days'
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.claim_holds_until < private.clock_now())
      or o.payment_state = 'failed' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.updated_at < private.clock_now() - shop.upi_unpaid))
$$;
revoke all on function private.unpaid_orders(uuid[]) from public;

-- cancels orders whose time to pay is up, and answers how many. nothing is lost: a claim stays in the queue, and money that is found later opens the
-- order again or is due back.
create or replace function private.cancel_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
  each uuid;
begin
  select coalesce(array_agg(l.id), '{}') into due from (
    select o.id from public.orders o where o.id in (select private.unpaid_orders())
    order by o.created_at limit 100
    for no key update of o skip locked   -- a payment or cancellation in progress goes first
  ) l;
  -- asked again behind the locks: a payment that was claimed or recorded in between is in another table, of which the statement that locks has
  -- the state of before
  select coalesce(array_agg(o.id order by o.created_at), '{}') into due from public.orders o where o.id in (select private.unpaid_orders(due));
  foreach each in array due loop   -- one by one, as one statement would lock the goods in the sequence of its plan
    update public.orders set status = 'cancelled' where id = each;
  end loop;
  return cardinality(due);
end $$;
