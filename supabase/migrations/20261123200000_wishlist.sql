-- what a customer likes, kept in the account: one row for each product, nothing else. prices and stock are read when it is shown.

insert into private.limits (name, value, about) values
  ('wishlist_items', 500, 'Products on the wishlist of one account.');

create table public.wishlist_items (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
create index wishlist_items_product_id_idx on public.wishlist_items (product_id);

alter table public.wishlist_items enable row level security;
revoke all on public.wishlist_items from anon, authenticated;   -- nothing for anon: a wishlist needs an account
grant select, delete on public.wishlist_items to authenticated;
grant insert (user_id, product_id) on public.wishlist_items to authenticated;
-- no update for anyone: there is nothing to change in a row

-- not even staff look into a wishlist
create policy "own wishlist" on public.wishlist_items for select to authenticated using (user_id = (select auth.uid()));
create policy "wish for what is sold" on public.wishlist_items for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.products p where p.id = product_id and p.status = 'active'));
create policy "remove own" on public.wishlist_items for delete to authenticated using (user_id = (select auth.uid()));

-- before each row: a list of thousands ends at the first that is too many. one statement of an account at a time, because two at once
-- would each count without the other. a product that is on the list already takes no further room.
create function private.bound_wishlist() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('wishlist_items');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.wishlist'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.wishlist_items w where w.user_id = new.user_id and w.product_id <> new.product_id limit most) w) >= most then
    raise exception 'A wishlist holds at most % products. Remove one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'WISHLIST_FULL', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.bound_wishlist() from public;
create trigger bound_wishlist before insert on public.wishlist_items
  for each row when (current_user = 'authenticated' and new.user_id = auth.uid()) execute function private.bound_wishlist();
