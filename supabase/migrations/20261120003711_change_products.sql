-- many products changed at once, each from the values that were shown to the values wanted: prices by a percent, a tax rate, a
-- shelf, a status. one transaction: all of them or none. undo is the same call with both sides exchanged.

-- p_changes: [{"id": …, "was": {"price": 118}, "now": {"price": 120}}], the columns below alone. a product that no longer has
-- the values of `was`, or is gone, was changed by somebody else: then nothing is written, and the answer names up to twenty.
-- the arithmetic is domain/price-change.ts; here stand the guards: mrp, falling discounts, an active product's price.
create function public.change_products(p_changes jsonb) returns integer
language plpgsql security invoker set search_path = '' as $$
declare
  stale jsonb;
  done integer;
begin
  if not public.has_role((select auth.uid()), 'admin') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_changes) <> 'array' or jsonb_array_length(p_changes) > 20000 then
    raise exception 'At most 20,000 products can be changed at once' using errcode = '22023', detail = '{"code":"TOO_MANY"}';
  end if;
  -- in the order in which the desk and every other writer lock products
  perform from public.products p where p.id in (select (c.value ->> 'id')::uuid from jsonb_array_elements(p_changes) c) order by p.id for no key update;

  select jsonb_build_object('code', 'STALE', 'products', count(*), 'ids', jsonb_agg(s.id) filter (where s.place <= 20)) into stale
  from (
    select c.value -> 'id' as id, row_number() over () as place
    from jsonb_array_elements(p_changes) c
    left join public.products p on p.id = (c.value ->> 'id')::uuid
    left join lateral jsonb_populate_record(p, c.value -> 'was') w on p.id is not null
    where p.id is null or w is distinct from p
  ) s;
  if (stale ->> 'products')::integer > 0 then
    raise exception 'Somebody else changed % of these products meanwhile', stale ->> 'products' using errcode = 'PT409', detail = stale::text;
  end if;

  update public.products p set
    price = n.price, retail_price = n.retail_price, mrp = n.mrp, pricing_tiers = n.pricing_tiers, gst_percent = n.gst_percent,
    hsn = n.hsn, category_id = n.category_id, min_order_quantity = n.min_order_quantity, is_featured = n.is_featured, status = n.status
  from jsonb_array_elements(p_changes) c
    join public.products q on q.id = (c.value ->> 'id')::uuid
    cross join lateral jsonb_populate_record(q, c.value -> 'now') n
  where p.id = q.id and n is distinct from q;
  get diagnostics done = row_count;
  return done;
end $$;
revoke all on function public.change_products(jsonb) from public;
grant execute on function public.change_products(jsonb) to authenticated;   -- the body lets admins through; nothing for anon
