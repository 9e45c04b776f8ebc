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
create trigger touch_updated_at before update on public.cart_items for each row execute function private.touch_updated_at();

alter table public.cart_items enable row level security;
revoke all on public.cart_items from anon, authenticated;   -- nothing for anon: the cart needs a signed-in user
grant select, delete on public.cart_items to authenticated;
grant insert (user_id, product_id, quantity) on public.cart_items to authenticated;
grant update (quantity, updated_at) on public.cart_items to authenticated;   -- the client sends updated_at; the clock here wins
grant select, delete on public.cart_items to shop_orders;
grant update (updated_at) on public.cart_items to shop_orders;   -- `select … for update` asks for the right; the policy below lets no write through

-- not even admins look into a cart
create policy "own cart" on public.cart_items for select to authenticated using (user_id = (select auth.uid()));
create policy "add what is sold" on public.cart_items for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.products p where p.id = product_id and p.status = 'active'));
create policy "change own" on public.cart_items for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "empty own" on public.cart_items for delete to authenticated using (user_id = (select auth.uid()));
create policy "the desk reads a cart" on public.cart_items for select to shop_orders using (true);
create policy "the desk empties a cart" on public.cart_items for delete to shop_orders using (true);
create policy "the desk locks a cart" on public.cart_items for update to shop_orders using (true) with check (false);
