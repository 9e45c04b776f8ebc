-- how often each discount was used and what it took off, for the list of the back office. coupons and limited offers have a
-- count of their own; an offer without a limit is counted by its redemptions alone
create function public.discount_uses() returns table (discount_id uuid, uses bigint, given numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  return query select r.discount_id, count(*), coalesce(sum(
      (select sum((o.value ->> 'amount')::numeric) from public.orders x, jsonb_array_elements(x.offers) o
        where x.id = r.order_id and o.value ->> 'id' = r.discount_id::text)), 0)
    from public.discount_redemptions r group by r.discount_id;
end $$;
revoke all on function public.discount_uses() from public;
grant execute on function public.discount_uses() to authenticated;   -- the body lets admins through; nothing for anon
