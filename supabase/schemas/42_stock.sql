-- why stock is what it is (docs/rules.md#stock): products.stock is the truth, each change leaves a row in the same transaction, and
-- private.check_stock_sums() proves that the two agree.

create table public.stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null,   -- no foreign key: the ledger outlives a deleted product
  quantity integer not null check (quantity <> 0),   -- plus came in, minus went out
  reason text not null check (length(reason) between 1 and 60),   -- initial, order, cancellation, adjustment, purchase, …
  order_id uuid references public.orders (id) on delete set null,
  created_by uuid,
  created_at timestamptz not null default now(),
  -- stock that a hand moves says why (docs/rules.md#stock). domain/products/stock-movement.ts is the same list; a test compares the two.
  note text check (length(note) between 1 and 300)
);
create index stock_movements_product_id_idx on public.stock_movements (product_id, id);
create index stock_movements_order_id_idx on public.stock_movements (order_id) where order_id is not null;
alter table public.stock_movements enable row level security;
revoke all on public.stock_movements from anon, authenticated;

-- nothing for anon
grant select on public.stock_movements to authenticated;
grant insert (product_id, quantity, reason, order_id) on public.stock_movements to shop_orders;

-- no update, no delete for anyone, no direct insert: changing stock is what writes a movement
create policy "admins read" on public.stock_movements for select to authenticated
  using ((select private.may('catalogue.write')));
create policy "the order service sells" on public.stock_movements for insert to shop_orders
  with check (reason = 'order' and quantity < 0 and order_id is not null);

-- empty when all is well
create function private.check_stock_sums() returns table (product_id uuid, stock integer, movements bigint)
language sql stable security definer set search_path = '' as $$
  select p.id, p.stock, coalesce(m.total, 0)
  from public.products p
  left join (select s.product_id, sum(s.quantity) as total from public.stock_movements s group by 1) m on m.product_id = p.id
  where p.stock <> coalesce(m.total, 0)
$$;
revoke all on function private.check_stock_sums() from public;
comment on column public.stock_movements.note is 'A supplier, a bill, what happened. Of goods, not of people.';

-- reason and order come from the transaction's own settings; an admin's plain edit is an adjustment
create function private.record_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (product_id, quantity, reason, order_id, created_by, created_at, note) values (
    new.id,
    case tg_op when 'INSERT' then new.stock else new.stock - old.stock end,
    coalesce(nullif(current_setting('shop.stock_reason', true), ''), case tg_op when 'INSERT' then 'initial' else 'adjustment' end),
    nullif(current_setting('shop.stock_order', true), '')::uuid,
    auth.uid(),
    private.clock_now(),
    nullif(current_setting('shop.stock_note', true), ''));
  return null;
end $$;
revoke all on function private.record_stock() from public;

-- moves a product's stock and says why. p_quantity: pieces, as they are counted: what came in or went out is positive, a
-- correction has a sign, a count is the new stock. p_shown: the stock that was on the screen; a count during a sale counted
-- another stock and is refused. returns the stock now.
create function public.move_stock(p_product uuid, p_reason text, p_quantity integer, p_shown integer default null, p_note text default null)
returns integer
language plpgsql security invoker set search_path = '' as $$
declare
  before integer;
  moved integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if p_reason is null or p_reason not in ('purchase', 'return', 'damaged', 'used', 'count', 'correction') then
    raise exception 'Stock that is moved by hand needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  if p_quantity is null or (p_reason = 'count' and p_quantity < 0) or (p_reason = 'correction' and p_quantity = 0)
    or (p_reason not in ('count', 'correction') and p_quantity <= 0) or abs(p_quantity) > 1000000 then
    raise exception 'This is no quantity to move' using errcode = '22023', detail = '{"code":"QUANTITY"}';
  end if;
  if p_reason = 'correction' and btrim(coalesce(p_note, '')) = '' then
    raise exception 'A correction says what was wrong' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  select p.stock into before from public.products p where p.id = p_product for update;
  if not found then
    raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if p_reason = 'count' and before is distinct from p_shown then
    raise exception 'The stock moved while it was counted' using errcode = 'PT409', detail = jsonb_build_object('code', 'STALE', 'stock', before)::text;
  end if;
  moved := case p_reason when 'count' then p_quantity - before when 'damaged' then -p_quantity when 'used' then -p_quantity else p_quantity end;
  if before + moved < 0 then
    raise exception 'Only % are there', before using errcode = '23514', detail = jsonb_build_object('code', 'BELOW_ZERO', 'stock', before)::text;
  end if;
  if moved = 0 then return before; end if;   -- counted, and it agrees
  perform set_config('shop.stock_reason', p_reason, true), set_config('shop.stock_note', left(btrim(coalesce(p_note, '')), 300), true);
  update public.products p set stock = before + moved where p.id = p_product;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_note', '', true);
  return before + moved;
end $$;
revoke all on function public.move_stock(uuid, text, integer, integer, text) from public;
grant execute on function public.move_stock(uuid, text, integer, integer, text) to authenticated;

-- nothing for anon

-- a product's movements, newest first, each with who made it. p_before: the id of the last line
-- of the page before. with the caller's own rights: the policy lets admins through, others read nothing
create function public.stock_history(p_product uuid, p_before bigint default null, p_limit integer default 20)
returns table (id bigint, at timestamptz, quantity integer, reason text, note text, order_id uuid, order_number integer, actor_name text)
language sql stable security definer set search_path = '' rows 20 as $$
  select m.id, m.created_at, m.quantity, m.reason, m.note, m.order_id, o.order_number, private.person_name(m.created_by)
  from public.stock_movements m left join public.orders o on o.id = m.order_id
  where (select private.may('catalogue.write')) and m.product_id = p_product and (p_before is null or m.id < p_before)
  order by m.id desc limit least(greatest(p_limit, 1), 100)
$$;
revoke all on function public.stock_history(uuid, bigint, integer) from public;
grant execute on function public.stock_history(uuid, bigint, integer) to authenticated;
-- goods of an order that came back, [{product, restocked, damaged}]. what is damaged comes in as a return and goes out as damaged, so that the movements
-- say so. products are locked in id order, as every writer of stock does; a deleted product has no stock any more
create function private.take_in(p_order uuid, p_pieces jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select b.product from jsonb_to_recordset(p_pieces) b (product uuid)) order by p.id for no key update;
  perform set_config('shop.stock_reason', 'return', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.arrived
    from (select x.product, sum(x.restocked + x.damaged)::integer as arrived
      from jsonb_to_recordset(p_pieces) x (product uuid, restocked integer, damaged integer) group by 1) b
    where p.id = b.product and b.arrived > 0;
  perform set_config('shop.stock_reason', 'damaged', true);
  update public.products p set stock = p.stock - b.damaged
    from (select x.product, sum(x.damaged)::integer as damaged from jsonb_to_recordset(p_pieces) x (product uuid, damaged integer) group by 1) b
    where p.id = b.product and b.damaged > 0;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $$;
revoke all on function private.take_in(uuid, jsonb) from public;
create trigger record_first_stock after insert on public.products
  for each row when (new.stock <> 0) execute function private.record_stock();

-- the order service writes its movements itself, with its update and the order's id; a second row would break the sum
create trigger record_stock after update of stock on public.products
  for each row when (old.stock <> new.stock and current_user <> 'shop_orders') execute function private.record_stock();
