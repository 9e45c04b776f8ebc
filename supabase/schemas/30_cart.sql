-- what a customer means to buy. prices are never kept here: the cart is priced afresh every time (docs/rules.md#stale-quotes).

create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 99999),   -- 0 is a delete (section 5); five digits are a wholesale order
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, product_id)   -- adding again raises the quantity
);
create index cart_items_product_id_idx on public.cart_items (product_id);
alter table public.cart_items enable row level security;
revoke all on public.cart_items from anon, authenticated;

-- nothing for anon: the cart needs a signed-in user
grant select, delete on public.cart_items to authenticated;
grant insert (user_id, product_id, quantity) on public.cart_items to authenticated;
grant update (quantity, updated_at) on public.cart_items to authenticated;

-- the client sends updated_at; the database's time is used
grant select, delete on public.cart_items to shop_orders;
grant update (updated_at) on public.cart_items to shop_orders;

-- `select … for update` requires the grant; the policy below lets no write through

-- not even admins look into a cart
create policy "own cart" on public.cart_items for select to authenticated using (user_id = (select auth.uid()));
create policy "add what is sold" on public.cart_items for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.products p where p.id = product_id and p.status = 'active'));
create policy "change own" on public.cart_items for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "empty own" on public.cart_items for delete to authenticated using (user_id = (select auth.uid()));
create policy "the order service reads a cart" on public.cart_items for select to shop_orders using (true);
create policy "the order service empties a cart" on public.cart_items for delete to shop_orders using (true);
create policy "the order service locks a cart" on public.cart_items for update to shop_orders using (true) with check (false);
grant update (user_id, product_id) on public.cart_items to authenticated;
create trigger touch_updated_at before update on public.cart_items for each row execute function private.touch_updated_at();
create trigger refuse_blocked before insert or update on public.cart_items for each row execute function private.refuse_blocked();

-- a cart holds no more lines than an order takes: the same number as MOST_ORDER_LINES in domain/orders/order-size.ts, and a test compares both.

create function private.most_cart_lines() returns integer
language sql immutable set search_path = '' as $$ select 1000 $$;

-- counted after the statement, because add_to_cart writes many lines at once. two concurrent statements of one account would each
-- count without the other: the lock lets them in one after the other, and the count that follows has a snapshot of its own.
create function private.bound_cart() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.most_cart_lines();
  buyer uuid;
begin
  for buyer in select distinct a.user_id from added a order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('cart ' || buyer, 0));
    if (select count(*) from public.cart_items c where c.user_id = buyer) > most then
      raise exception 'A cart holds at most % products. Order these first, or remove some.', to_char(most, 'FM9,999')
        using errcode = 'PT409', detail = '{"code":"CART_FULL"}';
    end if;
  end loop;
  return null;
end $$;
create trigger bound_cart after insert on public.cart_items referencing new table as added for each statement execute function private.bound_cart();
revoke all on function private.most_cart_lines(), private.bound_cart() from public;

-- an upsert sets every column it sends, the key too: `on conflict (user_id, product_id) do update` requires the grant to update both,
-- although neither changes. a line stays what it is and whose it is: the guard refuses any other value.

create function private.keep_cart_line() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.user_id is distinct from old.user_id or new.product_id is distinct from old.product_id then
    raise exception 'A line of the cart keeps its product and its owner' using errcode = '42501';
  end if;
  return new;
end $$;
revoke all on function private.keep_cart_line() from public;
create trigger keep_cart_line before update of user_id, product_id on public.cart_items
  for each row execute function private.keep_cart_line();
