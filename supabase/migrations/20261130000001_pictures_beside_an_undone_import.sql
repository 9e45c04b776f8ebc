-- a picture that is kept and an import that is undone locked product and download in different sequences, and one of them ended in a deadlock
-- for the server: the picture is stored under p_path. false when the product has no place for it or the download was forgotten: then
-- the file is not used
create or replace function private.keep_picture(p_id bigint, p_path text, p_thumbhash text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  download private.picture_downloads;
begin
  -- the product before the download, as the undo of an import locks them
  perform from public.products p where p.id = (select d.product_id from private.picture_downloads d where d.id = p_id) for no key update;
  select d.* into download from private.picture_downloads d where d.id = p_id for update;
  if not found then
    return false;
  end if;
  if not private.put_picture(download.product_id, download.import_id, download.address, download.place, p_path, p_thumbhash) then
    update private.picture_downloads d set failure = 'FULL' where d.id = p_id;
    return false;
  end if;
  delete from private.picture_downloads d where d.id = p_id;
  return true;
end $$;

-- takes an import back as a whole, or refuses: SOLD when an order has one of its products since, STALE when one is no longer as the
-- import left it, TOO_OLD when its rows are gone. what it added is deleted, what it changed is as before, families and
-- pictures that it made are gone. answers {"deleted", "restored", "files"}: how many products, and the picture files that the caller may now remove
create or replace function public.undo_import(p_import uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  import public.product_imports;
  why jsonb;
  gone integer;
  restored integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  select i.* into import from public.product_imports i where i.id = p_import for update;
  if import.id is null or import.undone_at is not null or not (
    exists (select from private.product_import_rows r where r.import_id = p_import)
    or exists (select from private.picture_sources s where s.import_id = p_import)   -- a zip of pictures alone
  ) then
    raise exception 'This import can no longer be undone' using errcode = 'PT409', detail = '{"code":"TOO_OLD"}';
  end if;
  -- in the order in which the order service and every other writer lock products, those that only got pictures too
  perform from public.products p where p.id in (
    select r.product_id from private.product_import_rows r where r.import_id = p_import
    union select d.product_id from private.picture_downloads d where d.import_id = p_import
    union select i.product_id from private.picture_sources s join public.product_images i on i.id = s.image_id where s.import_id = p_import)
    order by p.id for update of p;

  select jsonb_build_object('code', 'SOLD', 'products', count(distinct r.product_id)) into why
    from private.product_import_rows r
      join public.order_items i on i.product_id = r.product_id
      join public.orders o on o.id = i.order_id
    where r.import_id = p_import and o.created_at >= import.at;
  if (why ->> 'products')::integer > 0 then
    raise exception '% of its products were ordered since', why ->> 'products' using errcode = 'PT409', detail = why::text;
  end if;
  select jsonb_build_object('code', 'STALE', 'products', count(*)) into why
    from private.product_import_rows r left join public.products p on p.id = r.product_id
    where r.import_id = p_import and (p.id is null
      or exists (select from jsonb_each(r.after) k
        where (to_jsonb(p) || jsonb_build_object('cost', (select c.cost from public.product_costs c where c.product_id = p.id))) -> k.key is distinct from k.value));
  if (why ->> 'products')::integer > 0 then
    raise exception '% of its products have changed since', why ->> 'products' using errcode = 'PT409', detail = why::text;
  end if;

  perform set_config('shop.import', 'undo', true), set_config('shop.stock_reason', 'import', true);
  delete from private.picture_downloads d where d.import_id = p_import;
  with gone_pictures as (
    delete from public.product_images i using private.picture_sources s where s.image_id = i.id and s.import_id = p_import returning i.image_url
  )
  select coalesce(array_agg(g.image_url), '{}') into files from gone_pictures g;
  delete from public.products p using private.product_import_rows r where r.import_id = p_import and r.product_id = p.id and r.before is null;
  get diagnostics gone = row_count;
  update public.products p set
    family_id = n.family_id, value_1 = n.value_1, value_2 = n.value_2, value_3 = n.value_3,
    name = n.name, brand = n.brand, category_id = n.category_id, price = n.price, retail_price = n.retail_price, mrp = n.mrp,
    gst_percent = n.gst_percent, hsn = n.hsn, unit = n.unit, stock = n.stock, min_order_quantity = n.min_order_quantity,
    pricing_tiers = n.pricing_tiers, status = n.status, is_featured = n.is_featured, description = n.description,
    net_quantity = n.net_quantity, generic_name = n.generic_name, country_of_origin = n.country_of_origin,
    manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode,
    weight_grams = n.weight_grams, reorder_level = n.reorder_level
  from private.product_import_rows r join public.products q on q.id = r.product_id cross join lateral jsonb_populate_record(q, r.before) n
  where r.import_id = p_import and r.before is not null and p.id = q.id;
  get diagnostics restored = row_count;
  delete from public.product_costs c using private.product_import_rows r
    where r.import_id = p_import and r.product_id = c.product_id and r.before -> 'cost' = 'null';
  insert into public.product_costs (product_id, cost)
    select r.product_id, (r.before ->> 'cost')::numeric from private.product_import_rows r where r.import_id = p_import and r.before ->> 'cost' is not null
    on conflict (product_id) do update set cost = excluded.cost;
  delete from public.product_families f
    where f.id in (select (r.after ->> 'family_id')::uuid from private.product_import_rows r where r.import_id = p_import)
      and not exists (select from public.products p where p.family_id = f.id);
  delete from private.product_import_rows r where r.import_id = p_import;
  update public.product_imports i set undone_at = now() where i.id = p_import;
  perform set_config('shop.import', '', true), set_config('shop.stock_reason', '', true);
  return jsonb_build_object('deleted', gone, 'restored', restored, 'files', to_jsonb(files));
end $$;
