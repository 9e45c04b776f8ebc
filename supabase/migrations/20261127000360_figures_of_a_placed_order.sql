-- An order that is placed updates its customer's figures from its own row.
create function private.follow_placed_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale integer := private.is_sale(new.status, new.payment_state)::integer;
begin
  if new.user_id is null then
    perform private.count_guests(array[private.guest_key(new.phone, new.email)]);
    return null;
  end if;
  perform from public.customer_figures f where f.user_id = new.user_id for no key update;   -- before the profile is read
  update public.customer_figures f set orders = f.orders + sale, spent = f.spent + sale * new.total_amount, last_order_at = new.created_at, state = new.state,
    full_name = coalesce(nullif(p.full_name, ''), nullif(new.full_name, ''), f.full_name),
    company_name = coalesce(nullif(p.company_name, ''), nullif(new.company_name, ''), f.company_name),
    gstin = coalesce(p.gstin, nullif(new.gstin, ''), f.gstin),
    phone = coalesce(nullif(p.phone, ''), nullif(new.phone, ''), f.phone)
  from public.profiles p
  where p.id = new.user_id and f.user_id = new.user_id and (f.last_order_at is null or f.last_order_at < new.created_at);
  if not found then perform private.count_customers(array[new.user_id]); end if;
  return null;
end $$;
revoke all on function private.follow_placed_order() from public;

create or replace function private.follow_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted uuid[] := '{}';
  users uuid[];
  guests text[];
begin
  if tg_op = 'UPDATE' then
    counted := array(select distinct u.id from changed n join before b on b.id = n.id cross join lateral (values (b.user_id), (n.user_id)) u (id)
      where u.id is not null and (n.user_id, n.created_at, n.state, n.full_name, n.company_name, n.gstin, n.phone)
        is distinct from (b.user_id, b.created_at, b.state, b.full_name, b.company_name, b.gstin, b.phone));
    if counted <> '{}' then perform private.count_customers(counted); end if;
    guests := array(select distinct g.key from changed n join before b on b.id = n.id
      cross join lateral (values (case when b.user_id is null then private.guest_key(b.phone, b.email) end),
        (case when n.user_id is null then private.guest_key(n.phone, n.email) end)) g (key)
      where (n.user_id is null or b.user_id is null)
        and (n.user_id, n.created_at, n.state, n.full_name, n.company_name, n.gstin, n.phone, n.email, n.total_amount, private.is_sale(n.status, n.payment_state))
          is distinct from (b.user_id, b.created_at, b.state, b.full_name, b.company_name, b.gstin, b.phone, b.email, b.total_amount, private.is_sale(b.status, b.payment_state)));
    -- nearly every step changes nothing here: shipped, delivered, a courier, a payment of what was accepted already
    users := array(select distinct n.user_id from changed n join before b on b.id = n.id
      where n.user_id <> all (counted)
        and (private.is_sale(n.status, n.payment_state), n.total_amount) is distinct from (private.is_sale(b.status, b.payment_state), b.total_amount));
    if users <> '{}' then
      perform from public.customer_figures f where f.user_id = any (users) order by f.id for no key update;
      update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent
      from (
        select n.user_id, sum(now_.sale - was.sale) as orders, sum(now_.sale * n.total_amount - was.sale * b.total_amount) as spent
        from changed n join before b on b.id = n.id
        cross join lateral (select private.is_sale(n.status, n.payment_state)::integer as sale) now_
        cross join lateral (select private.is_sale(b.status, b.payment_state)::integer as sale) was
        where n.user_id = any (users) group by n.user_id) d
      where f.user_id = d.user_id;
    end if;
  else
    counted := array(select distinct b.user_id from before b where b.user_id is not null);
    guests := array(select distinct private.guest_key(b.phone, b.email) from before b where b.user_id is null);
    if counted <> '{}' then perform private.count_customers(counted); end if;
  end if;
  if guests <> '{}' then perform private.count_guests(guests); end if;
  return null;
end $$;

drop trigger figures_placed on public.orders;
create trigger figures_placed after insert on public.orders for each row execute function private.follow_placed_order();
