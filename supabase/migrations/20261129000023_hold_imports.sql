-- a part of an import belongs to one of the caller's that is not undone, and stays so until the part is committed: an undo waits for it.
-- for import_products and import_families, whose callers may not lock the row themselves; called by itself it does nothing
create function public.hold_import(p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform from public.product_imports i where i.id = p_import and i.actor = auth.uid() and i.undone_at is null for share;
  if not found then
    raise exception 'There is no such import' using errcode = '22023', detail = '{"code":"NO_IMPORT"}';
  end if;
end $$;
revoke all on function public.hold_import(uuid) from public;
grant execute on function public.hold_import(uuid) to authenticated;

-- p_rows: [{"row": 2, "sku": "A-1", "import_key": null, "set": {"name": …, "price": …}}], 1,000 at most. a sku that is there is
-- updated in the columns of `set` and no others; one that is not is added. the same chunk again changes nothing: what is the
-- same already is not written, so a chunk whose answer was lost may be sent again.
-- p_skip: a row that a guard refuses is left out and answered with its reason; without it such a row refuses its whole chunk.
-- answers [{"row": 2, "outcome": "new" | "changed" | "same" | "refused", "message": …, "detail": …}].
-- `set` may have a cost, from callers who read costs (22_product_costs.sql).
-- p_import: the import that it belongs to (22_product_imports.sql); without one each product has its line in the audit log.
create or replace function public.import_products(p_rows jsonb, p_skip boolean default false, p_import uuid default null) returns jsonb
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

-- p_families: [{"key": …, "name": "Matte Lipstick", "options": ["Shade"], "members": [{"sku": "L-1", "values": ["Ruby Red"]}]}], 100 at
-- most. the family is the one that a member is in already, or a new one. members that do not exist are left out, those of another family
-- stay there. the same again changes nothing. a family that a guard refuses is answered with the reason, and the others are written.
-- answers [{"family": key, "outcome": "joined" | "same" | "refused", "message": …, "detail": …}].
-- p_import: as of import_products.
create or replace function public.import_families(p_families jsonb, p_import uuid default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  written jsonb := '[]';
  one jsonb;
  chosen text[];
  found uuid;
  joined integer;
  why text;
  detail text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_families) <> 'array' or jsonb_array_length(p_families) > 100 then
    raise exception 'At most 100 families at once' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  if p_import is not null then perform public.hold_import(p_import); end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  -- in the order in which the order service and every other writer lock products
  perform from public.products p
    where p.sku in (select m.value ->> 'sku' from jsonb_array_elements(p_families) f, jsonb_array_elements(f.value -> 'members') m)
    order by p.id for no key update;

  for one in select f.value from jsonb_array_elements(p_families) f loop
    begin
      chosen := array(select o.value from jsonb_array_elements_text(one -> 'options') o);
      select p.family_id into found from public.products p
        where p.family_id is not null and p.sku in (select m.value ->> 'sku' from jsonb_array_elements(one -> 'members') m)
        order by p.id limit 1;
      if found is null then
        insert into public.product_families (name, options) values (one ->> 'name', chosen) returning id into found;
      elsif not exists (select from public.product_families f where f.id = found and lower(f.options::text) = lower(chosen::text)) then
        raise exception 'The family has other options' using errcode = '23514', detail = '{"code":"OTHER_OPTIONS"}';
      end if;

      insert into public.product_family_values (family_id, option, position, name)
        select found, w.option, row_number() over (partition by w.option order by w.place) + (
            select coalesce(max(v.position), 0) from public.product_family_values v where v.family_id = found and v.option = w.option), w.name
        from (
          select distinct on (n.option, lower(n.value)) n.option, n.value as name, m.place
          from jsonb_array_elements(one -> 'members') with ordinality m (value, place),
            jsonb_array_elements_text(m.value -> 'values') with ordinality n (value, option)
          order by n.option, lower(n.value), m.place
        ) w
        where not exists (select from public.product_family_values v where v.family_id = found and v.option = w.option and lower(v.name) = lower(w.name));

      update public.products p set family_id = found,
        value_1 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 1 and lower(v.name) = lower(m.value -> 'values' ->> 0)),
        value_2 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 2 and lower(v.name) = lower(m.value -> 'values' ->> 1)),
        value_3 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 3 and lower(v.name) = lower(m.value -> 'values' ->> 2))
      from jsonb_array_elements(one -> 'members') m
      where p.sku = m.value ->> 'sku' and p.family_id is null;
      get diagnostics joined = row_count;
      if not exists (select from public.products p where p.family_id = found) then
        raise exception 'None of its products is in the shop' using errcode = '23514', detail = '{"code":"NO_MEMBERS"}';
      end if;
      written := written || jsonb_build_object('family', one -> 'key', 'outcome', case when joined > 0 then 'joined' else 'same' end);
    exception when integrity_constraint_violation or data_exception or sqlstate 'PT409' then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('family', one -> 'key', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  perform set_config('shop.import', '', true);
  return written;
end $$;

-- p_pictures: [{"sku", "addresses": […]}], at most 500 products with 12 addresses each, in the order in which they are shown.
-- answers {"queued", "known"}: those that wait now, and those that the products have already. a SKU that is not in the shop is left
-- out, because its row was refused
create or replace function public.queue_pictures(p_import uuid, p_pictures jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_waiting constant integer := 50000;
  queued integer;
  known integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform public.hold_import(p_import);
  if jsonb_typeof(p_pictures) is distinct from 'array' or jsonb_array_length(p_pictures) > 500
    or exists (select from jsonb_array_elements(p_pictures) p
      where jsonb_typeof(p -> 'addresses') is distinct from 'array' or jsonb_array_length(p -> 'addresses') > 12)
  then
    raise exception 'A chunk is a list of at most 500 products with 12 addresses each' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  -- two imports at once must not pass the limit together
  perform pg_advisory_xact_lock(hashtextextended('shop:picture_downloads', 0));
  if (select count(*) from private.picture_downloads d where d.failure is null) > most_waiting then
    raise exception 'Too many pictures are waiting. Import the rest later' using errcode = 'PT409', detail = '{"code":"QUEUE_FULL"}';
  end if;
  with wanted as (
    select p.id as product_id, a.address, min(a.place)::integer as place,
      exists (select from public.product_images i join private.picture_sources s on s.image_id = i.id
        where i.product_id = p.id and s.address = a.address) as there
    from jsonb_array_elements(p_pictures) g (given)
      join public.products p on p.sku = g.given ->> 'sku'
      cross join lateral jsonb_array_elements_text(g.given -> 'addresses') with ordinality a (address, place)
    group by p.id, a.address
  ), added as (
    insert into private.picture_downloads as d (product_id, address, place, import_id)
      select w.product_id, w.address, w.place, p_import from wanted w where not w.there
      on conflict (product_id, address) do update set failure = null, tries = 0, due_at = now(), import_id = excluded.import_id, place = excluded.place
      returning 1
  )
  select (select count(*) from added), (select count(*) from wanted w where w.there) into queued, known;
  return jsonb_build_object('queued', queued, 'known', known);
end $$;

-- a picture from a file of a zip, which the admin has uploaded as p_path; p_hash: the SHA-256 of the file, as 64 hex digits. p_path null
-- asks only. answers 'KEPT', or why the uploaded file is not used: 'KNOWN' (the product has this picture), 'FULL' (it has twelve),
-- 'GONE' (no product has this SKU). asked before the upload, 'KEPT' means that it would be
create or replace function public.add_zip_picture(p_import uuid, p_sku text, p_place integer, p_hash text, p_path text default null, p_thumbhash text default null)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  product uuid;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform public.hold_import(p_import);
  if p_hash !~ '^[0-9a-f]{64}$' or p_place not between 1 and 12 or p_path !~ '^product_images/[^/]+$' then
    raise exception 'This is no picture of a file' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  select p.id into product from public.products p where p.sku = p_sku;
  if product is null then
    return 'GONE';
  end if;
  if exists (select from public.product_images i join private.picture_sources s on s.image_id = i.id
    where i.product_id = product and s.address = 'sha256:' || p_hash and i.image_url is distinct from p_path)
  then
    return 'KNOWN';
  end if;
  if p_path is null then
    return case when (select count(*) from public.product_images i where i.product_id = product) >= 12 then 'FULL' else 'KEPT' end;
  end if;
  -- its answer was lost, and it is sent again
  if exists (select from public.product_images i where i.product_id = product and i.image_url = p_path) then
    return 'KEPT';
  end if;
  return case when private.put_picture(product, p_import, 'sha256:' || p_hash, p_place, p_path, p_thumbhash) then 'KEPT' else 'FULL' end;
end $$;
