-- stock that a hand moves says why (docs/rules.md#stock). domain/stock-movement.ts is the same list; a test compares the two.

alter table public.stock_movements add column note text check (length(note) between 1 and 300);
comment on column public.stock_movements.note is 'A supplier, a bill, what happened. Of goods, not of people.';

create or replace function private.record_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.stock_movements (product_id, quantity, reason, order_id, created_by, created_at, note) values (
    new.id,
    case tg_op when 'INSERT' then new.stock else new.stock - old.stock end,
    coalesce(nullif(current_setting('shop.stock_reason', true), ''), case tg_op when 'INSERT' then 'initial' else 'adjustment' end),
    nullif(current_setting('shop.stock_order', true), '')::uuid,
    auth.uid(),
    private.moment(),
    nullif(current_setting('shop.stock_note', true), ''));
  return null;
end $$;

-- moves a product's stock and says why. p_quantity: pieces, as they are counted: what came in or went out is positive, a
-- correction has a sign, a count is what lies there. p_shown: the stock that was on the screen; a count made while somebody
-- bought was a count of something else. answers the stock there is now.
create function public.move_stock(p_product uuid, p_reason text, p_quantity integer, p_shown integer default null, p_note text default null)
returns integer
language plpgsql security invoker set search_path = '' as $$
declare
  before integer;
  moved integer;
begin
  if not public.has_role((select auth.uid()), 'admin') then
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
grant execute on function public.move_stock(uuid, text, integer, integer, text) to authenticated;   -- nothing for anon

-- a product's movements, newest first, each with who made it. p_before: the id of the last line
-- of the page before. with the caller's own rights: the policy lets admins through, everybody else reads nothing
create function public.stock_history(p_product uuid, p_before bigint default null, p_limit integer default 20)
returns table (id bigint, at timestamptz, quantity integer, reason text, note text, order_id uuid, actor_name text)
language sql stable set search_path = '' rows 20 as $$
  select m.id, m.created_at, m.quantity, m.reason, m.note, m.order_id, p.full_name
  from public.stock_movements m left join public.profiles p on p.id = m.created_by
  where m.product_id = p_product and (p_before is null or m.id < p_before)
  order by m.id desc limit least(greatest(p_limit, 1), 100)
$$;
revoke all on function public.stock_history(uuid, bigint, integer) from public;
grant execute on function public.stock_history(uuid, bigint, integer) to authenticated;   -- nothing for anon
