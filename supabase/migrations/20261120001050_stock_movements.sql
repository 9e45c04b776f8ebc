-- why stock is what it is (docs/rules.md#stock): products.stock is the truth, each change leaves a row in the same transaction, and
-- private.check_stock_sums() proves that the two agree.

create table public.stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null,   -- no foreign key: the ledger outlives a deleted product
  quantity integer not null check (quantity <> 0),   -- plus came in, minus went out
  reason text not null check (length(reason) between 1 and 60),   -- initial, order, cancellation, adjustment, purchase, …
  order_id uuid references public.orders (id) on delete set null,
  created_by uuid,
  created_at timestamptz not null default now()
);
create index stock_movements_product_id_idx on public.stock_movements (product_id, id);
create index stock_movements_order_id_idx on public.stock_movements (order_id) where order_id is not null;

-- reason and order come from the transaction's own settings; an admin's plain edit is an adjustment
create function private.record_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (product_id, quantity, reason, order_id, created_by, created_at) values (
    new.id,
    case tg_op when 'INSERT' then new.stock else new.stock - old.stock end,
    coalesce(nullif(current_setting('shop.stock_reason', true), ''), case tg_op when 'INSERT' then 'initial' else 'adjustment' end),
    nullif(current_setting('shop.stock_order', true), '')::uuid,
    auth.uid(),
    private.moment());
  return null;
end $$;
revoke all on function private.record_stock() from public;
create trigger record_first_stock after insert on public.products
  for each row when (new.stock <> 0) execute function private.record_stock();
-- the desk writes its movements itself, beside its update and with the order's id; a second row would break the sum
create trigger record_stock after update of stock on public.products
  for each row when (old.stock <> new.stock and current_user <> 'shop_orders') execute function private.record_stock();

-- empty when all is well
create function private.check_stock_sums() returns table (product_id uuid, stock integer, movements bigint)
language sql stable security definer set search_path = '' as $$
  select p.id, p.stock, coalesce(m.total, 0)
  from public.products p
  left join (select s.product_id, sum(s.quantity) as total from public.stock_movements s group by 1) m on m.product_id = p.id
  where p.stock <> coalesce(m.total, 0)
$$;
revoke all on function private.check_stock_sums() from public;

alter table public.stock_movements enable row level security;
revoke all on public.stock_movements from anon, authenticated;   -- nothing for anon
grant select on public.stock_movements to authenticated;
grant insert (product_id, quantity, reason, order_id) on public.stock_movements to shop_orders;
-- no update, no delete for anyone, no insert by hand: changing stock is what writes a movement
create policy "admins read" on public.stock_movements for select to authenticated using ((select private.is_admin()));
create policy "the desk sells" on public.stock_movements for insert to shop_orders
  with check (reason = 'order' and quantity < 0 and order_id is not null);
