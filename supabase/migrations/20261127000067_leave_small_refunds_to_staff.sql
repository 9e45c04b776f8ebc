set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.follow_razorpay_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge private.razorpay_payments;
  back public.payments;
begin
  select p.* into back from public.payments p where p.id = new.payment_id and p.method = 'razorpay';
  select c.* into charge from private.razorpay_payments c where c.order_id = new.order_id and c.standing = 'kept';
  if back.id is null or charge.id is null then return null; end if;
  if new.state = 'due' then
    insert into private.razorpay_refunds (refund_id, charge_id) values (new.id, charge.id) on conflict do nothing;
    -- Razorpay refunds no less than a rupee: staff pay it by hand
    if new.amount < 1 then
      update private.razorpay_refunds s set last_error = 'Razorpay refunds no less than ₹1' where s.refund_id = new.id;
      update public.refunds r set state = 'failed', version = r.version + 1 where r.id = new.id;
      return null;
    end if;
  elsif new.state <> 'asked' then
    update private.razorpay_refunds s set next_at = null where s.refund_id = new.id;
  end if;
  update private.razorpay_payments c set refund = case
      when c.doubted_at is not null and c.resolved_at is null then 'none'
      when q.failed then 'failed' when q.due then 'due' when q.asked then 'asked'
      when c.refund = 'by_hand' then 'by_hand' when q.paid >= back.amount then 'processed' else 'none' end,
      refund_next_at = null,
      resolved_at = case when q.paid >= back.amount then coalesce(c.resolved_at, now()) else c.resolved_at end,
      last_error = case when q.failed then c.last_error end
    from (select coalesce(bool_or(r.state = 'failed'), false) as failed, coalesce(bool_or(r.state = 'due'), false) as due,
        coalesce(bool_or(r.state = 'asked'), false) as asked, coalesce(sum(r.amount) filter (where r.state = 'paid'), 0) as paid
      from public.refunds r where r.payment_id = back.id) q
    where c.id = charge.id;
  return null;
end $function$
;

