-- customers without an account: who ordered by telephone or at the counter (docs/decisions/0086).

-- by what a buyer is recognised: the last ten digits of the telephone, else the e-mail address. null: a walk-in who left neither
create function private.guest_key(phone text, email text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when length(regexp_replace(phone, '\D', '', 'g')) >= 6 then 'tel:' || right(regexp_replace(phone, '\D', '', 'g'), 10)
    else 'mail:' || nullif(lower(btrim(email)), '') end
$$;

-- the index calls it for every writer
grant execute on function private.guest_key(text, text) to public;
create index orders_guest_key_idx on public.orders (private.guest_key(phone, email), created_at desc) where user_id is null;
create index orders_guest_email_idx on public.orders (lower(email)) where user_id is null and email <> '';

-- counts some of them again from their orders. who has no order left, because an account took them over or they were erased, is no customer any more
create function private.count_guests(p_keys text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one text;
begin
  -- one writer of a customer at a time, also of one who has no row yet; always in the same order
  for one in select k from unnest(p_keys) k where k is not null order by k loop
    perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.guests'), pg_catalog.hashtext(one));
  end loop;
  delete from public.customer_figures f where f.guest_key = any (p_keys)
    and not exists (select from public.orders o where o.user_id is null and private.guest_key(o.phone, o.email) = f.guest_key);
  insert into public.customer_figures as f (guest_key, orders, spent, last_order_at, state, full_name, company_name, gstin, phone, since)
    select k.key, count(*) filter (where s.sale), coalesce(sum(o.total_amount) filter (where s.sale), 0), max(o.created_at),
      (array_agg(o.state order by o.created_at desc, o.id))[1],
      (array_agg(o.full_name order by o.created_at desc, o.id) filter (where o.full_name <> ''))[1],
      (array_agg(o.company_name order by o.created_at desc, o.id) filter (where o.company_name <> ''))[1],
      (array_agg(o.gstin order by o.created_at desc, o.id) filter (where o.gstin <> ''))[1],
      (array_agg(o.phone order by o.created_at desc, o.id) filter (where o.phone <> ''))[1],
      min(o.created_at)
    from (select distinct x as key from unnest(p_keys) x where x is not null) k
    join public.orders o on o.user_id is null and private.guest_key(o.phone, o.email) = k.key
    cross join lateral (select private.is_sale(o.status, o.payment_state) as sale) s
    group by k.key
  on conflict (guest_key) do update set orders = excluded.orders, spent = excluded.spent, last_order_at = excluded.last_order_at, state = excluded.state,
    full_name = excluded.full_name, company_name = excluded.company_name, gstin = excluded.gstin, phone = excluded.phone, since = excluded.since;
end $$;
select private.count_guests(array(select distinct private.guest_key(o.phone, o.email) from public.orders o where o.user_id is null));

-- the newest orders of a customer with or without an account, their ids
create function private.orders_of_customer(p_customer uuid, p_limit integer) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  f public.customer_figures;
begin
  select x.* into f from public.customer_figures x where x.id = p_customer;
  if f.user_id is not null then
    return array(select o.id from public.orders o where o.user_id = f.user_id order by o.created_at desc, o.id limit p_limit);
  end if;
  return array(select o.id from public.orders o where o.user_id is null and private.guest_key(o.phone, o.email) = f.guest_key
    order by o.created_at desc, o.id limit p_limit);
end $$;

-- an account becomes the owner of orders that were entered without one; each caller has proof that they are theirs. not staff, who may enter
-- their own address or number for a customer who has none, and not blocked accounts. locked by the caller. returns how many.
create function private.give_orders(p_user uuid, p_orders uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  given integer;
begin
  if private.has_staff_role(p_user) or private.is_blocked(p_user) then return 0; end if;
  update public.orders o set user_id = p_user where o.id = any (p_orders) and o.user_id is null;
  get diagnostics given = row_count;
  return given;
end $$;

-- an account takes over the orders that were entered for its e-mail address before it existed. the address is proven: it is the one of auth.users,
-- confirmed by a link that was mailed to it; what someone types anywhere else takes over nothing. by telephone number: 50_admin_phone_codes.sql
create function private.adopt_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  theirs uuid[];
begin
  if new.email_confirmed_at is null or coalesce(new.email, '') = '' or private.has_staff_role(new.id)
    or private.is_blocked(new.id) then
    return null;
  end if;
  -- an order that someone is working on is taken over at the next sign-in: a sign-in waits for no one
  select array_agg(o.id) into theirs from (
    select x.id from public.orders x where x.user_id is null and x.email <> '' and lower(x.email) = lower(new.email)
    order by x.id limit 500 for no key update skip locked) o;
  if theirs is not null then perform private.give_orders(new.id, theirs); end if;
  return null;
end $$;
revoke all on function private.count_guests(text[]), private.orders_of_customer(uuid, integer), private.give_orders(uuid, uuid[]), private.adopt_orders() from public;

-- on the confirmation, on a proven change of the address, and on each sign-in
create trigger take_over_orders after update of email, email_confirmed_at, last_sign_in_at on auth.users for each row
  when (new.email_confirmed_at is not null) execute function private.adopt_orders();
