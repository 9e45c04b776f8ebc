-- the limit of cash on delivery counts what is still to come: after the rest of an order is given up, less than its total

-- rupees that an account may still order as cash on delivery; null: a delivered order has lifted the limit.
create or replace function private.cod_allowance(p_user uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select private.limit_of('first_cod_rupees') - coalesce((select sum(p.amount) from public.orders o join public.payments p on p.order_id = o.id
      where o.user_id = p_user and o.status in ('pending', 'processing', 'shipped') and p.state = 'cod_pending'), 0)
    where not exists (select from public.orders o where o.user_id = p_user and o.status = 'delivered')
$$;
