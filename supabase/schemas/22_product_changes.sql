-- a price list written to the catalogue, a chunk a call, each chunk one transaction (docs/decisions/0024). what a row means is
-- decided by domain/product-import; here it is only written, and every guard of the table checks it again.

-- the products of a list, for telling what each row would change. with the caller's own rights: the policies decide
create function public.products_by_sku(p_skus text[]) returns setof public.products
language sql stable security invoker set search_path = '' rows 500 as $$
  select p.* from public.products p where p.sku = any (p_skus)
$$;
revoke all on function public.products_by_sku(text[]) from public;
grant execute on function public.products_by_sku(text[]) to authenticated;

-- nothing for anon

-- p_rows: [{"row": 2, "sku": "A-1", "import_key": null, "set": {"name": …, "price": …}}], 1,000 at most. a sku that is there is
-- updated in the columns of `set` and no others; one that is not is added. the same chunk again changes nothing: what is the
-- same already is not written, so a chunk whose answer was lost may be sent again.
-- p_skip: a row that a guard refuses is left out and answered with its reason; without it such a row refuses its whole chunk.
-- answers [{"row": 2, "outcome": "new" | "changed" | "same" | "refused", "message": …, "detail": …}].
-- `set` may have a cost, from callers who read costs (22_product_costs.sql).
-- p_import: the import that it belongs to (22_product_imports.sql); without one each product has its line in the audit log.
create function public.import_products(p_rows jsonb, p_skip boolean default false, p_import uuid default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  written jsonb;
  one jsonb;
  why text;
  detail text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'A chunk is a list of at most 1,000 rows' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;

  if exists (select from jsonb_array_elements(p_rows) r where r.value -> 'set' ? 'cost') and not public.may('costs.read') then
    raise exception 'You may not read or change costs' using errcode = '42501', detail = '{"code":"NO_COSTS"}';
  end if;
  if p_import is not null then perform public.hold_import(p_import); end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  begin
    perform set_config('shop.stock_reason', 'import', true);
    -- in the order in which the order service and every other writer lock products
    perform from public.products p where p.sku in (select r.value ->> 'sku' from jsonb_array_elements(p_rows) r) order by p.id for no key update;

    with given as materialized (
      select (r.value ->> 'row')::integer as row, r.value ->> 'sku' as sku, r.value ->> 'import_key' as import_key, r.value -> 'set' as set
      from jsonb_array_elements(p_rows) r
    ), changed as (
      update public.products p set
        name = n.name, brand = n.brand, category_id = n.category_id, price = n.price, retail_price = n.retail_price, mrp = n.mrp,
        gst_percent = n.gst_percent, hsn = n.hsn, unit = n.unit, stock = n.stock, min_order_quantity = n.min_order_quantity,
        pricing_tiers = n.pricing_tiers, status = n.status, is_featured = n.is_featured, description = n.description,
        net_quantity = n.net_quantity, generic_name = n.generic_name, country_of_origin = n.country_of_origin,
        manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode,
        weight_grams = n.weight_grams, reorder_level = n.reorder_level
      from given g join public.products q on q.sku = g.sku cross join lateral jsonb_populate_record(q, g.set) n
      where p.id = q.id and n is distinct from q
      returning p.sku
    ), added as (
      insert into public.products (sku, import_key, name, brand, category_id, price, retail_price, mrp, gst_percent, hsn, unit, stock,
        min_order_quantity, pricing_tiers, status, is_featured, description, net_quantity, generic_name, country_of_origin,
        manufacturer, best_before, ingredients, how_to_use, barcode, weight_grams, reorder_level)
      select g.sku, g.import_key, n.name, n.brand, n.category_id, n.price, n.retail_price, n.mrp, coalesce(n.gst_percent, 18), n.hsn,
        coalesce(n.unit, 'NOS'), coalesce(n.stock, 0), coalesce(n.min_order_quantity, 1), n.pricing_tiers, coalesce(n.status, 'draft'),
        coalesce(n.is_featured, false), n.description, n.net_quantity, n.generic_name, n.country_of_origin, n.manufacturer,
        n.best_before, n.ingredients, n.how_to_use, n.barcode, n.weight_grams, n.reorder_level
      from given g cross join lateral jsonb_populate_record(null::public.products, g.set) n
      where not exists (select from public.products p where p.sku = g.sku)
      returning sku
    )
    select jsonb_agg(jsonb_build_object('row', g.row, 'outcome',
        case when g.sku in (select sku from added) then 'new' when g.sku in (select sku from changed) then 'changed' else 'same' end) order by g.row)
      into written from given g;

    with given as (
      select distinct on (p.id) p.id, (r.value ->> 'row')::integer as row, (r.value -> 'set' ->> 'cost')::numeric as cost
      from jsonb_array_elements(p_rows) r join public.products p on p.sku = r.value ->> 'sku'
      where r.value -> 'set' ->> 'cost' is not null
    ), put as (
      insert into public.product_costs as c (product_id, cost) select g.id, g.cost from given g
        on conflict (product_id) do update set cost = excluded.cost where c.cost <> excluded.cost
        returning c.product_id
    )
    select coalesce(jsonb_agg(case when w.value ->> 'outcome' = 'same' and g.id in (select product_id from put) then w.value || '{"outcome": "changed"}' else w.value end
        order by (w.value ->> 'row')::integer), written)
      into written from jsonb_array_elements(written) w left join given g on g.row = (w.value ->> 'row')::integer
      where exists (select from given);
    perform set_config('shop.stock_reason', '', true), set_config('shop.import', '', true);
    return coalesce(written, '[]');
  exception when integrity_constraint_violation or data_exception then
    if not p_skip or jsonb_array_length(p_rows) = 1 then raise; end if;
  end;

  written := '[]';
  for one in select r.value from jsonb_array_elements(p_rows) r loop
    begin
      written := written || public.import_products(jsonb_build_array(one), false, p_import);
    exception when integrity_constraint_violation or data_exception then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('row', one -> 'row', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  return written;
end $$;
revoke all on function public.import_products(jsonb, boolean, uuid) from public;
grant execute on function public.import_products(jsonb, boolean, uuid) to authenticated;

-- many products changed at once, each from the values that were shown to the values wanted: prices by a percent, a tax rate, a
-- category, a status. one transaction: all of them or none. undo is the same call with both sides exchanged.

-- p_changes: [{"id": …, "was": {"price": 118}, "now": {"price": 120}}], the columns below alone. a product that no longer has
-- the values of `was`, or is gone, was changed by someone else: then nothing is written, and the error names up to twenty.
-- the arithmetic is domain/products/price-change.ts; the guards are here: mrp, falling discounts, an active product's price.
create function public.change_products(p_changes jsonb) returns integer
language plpgsql security invoker set search_path = '' as $$
declare
  stale jsonb;
  done integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_changes) <> 'array' or jsonb_array_length(p_changes) > 20000 then
    raise exception 'At most 20,000 products can be changed at once' using errcode = '22023', detail = '{"code":"TOO_MANY"}';
  end if;
  -- in the order in which the order service and every other writer lock products
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
    raise exception '% of these products have changed since they were read', stale ->> 'products' using errcode = 'PT409', detail = stale::text;
  end if;

  update public.products p set
    price = n.price, retail_price = n.retail_price, mrp = n.mrp, pricing_tiers = n.pricing_tiers, gst_percent = n.gst_percent,
    hsn = n.hsn, category_id = n.category_id, min_order_quantity = n.min_order_quantity, is_featured = n.is_featured, status = n.status,
    weight_grams = n.weight_grams, reorder_level = n.reorder_level
  from jsonb_array_elements(p_changes) c
    join public.products q on q.id = (c.value ->> 'id')::uuid
    cross join lateral jsonb_populate_record(q, c.value -> 'now') n
  where p.id = q.id and n is distinct from q;
  get diagnostics done = row_count;
  return done;
end $$;
revoke all on function public.change_products(jsonb) from public;
grant execute on function public.change_products(jsonb) to authenticated;
