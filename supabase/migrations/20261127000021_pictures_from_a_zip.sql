set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.put_picture(p_product uuid, p_import uuid, p_source text, p_place integer, p_path text, p_thumbhash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image uuid;
begin
  -- the form of the product locks it as well: neither may pass the limit beside the other
  perform from public.products p where p.id = p_product for no key update;
  if (select count(*) from public.product_images i where i.product_id = p_product) >= 12 then
    return false;
  end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  insert into public.product_images (product_id, image_url, display_order, thumbhash)
    select p_product, p_path, p_place + coalesce(max(i.display_order), 0), p_thumbhash
    from public.product_images i
    where i.product_id = p_product and not exists (select from private.picture_sources s where s.image_id = i.id and s.import_id = p_import)
    returning id into image;
  insert into private.picture_sources (image_id, address, import_id) values (image, p_source, p_import);
  perform set_config('shop.import', '', true);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.add_zip_picture(p_import uuid, p_sku text, p_place integer, p_hash text, p_path text DEFAULT NULL::text, p_thumbhash text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  product uuid;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if not exists (select from public.product_imports i where i.id = p_import and i.actor = (select auth.uid()) and i.undone_at is null) then
    raise exception 'There is no such import' using errcode = '22023', detail = '{"code":"NO_IMPORT"}';
  end if;
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
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_picture(p_id bigint, p_path text, p_thumbhash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  download private.picture_downloads;
begin
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
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_import(p_import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- in the order in which the order service and every other writer lock products
  perform from public.products p join private.product_import_rows r on r.product_id = p.id where r.import_id = p_import order by p.id for update of p;

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
      or exists (select from jsonb_each(r.after) k where to_jsonb(p) -> k.key is distinct from k.value));
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
    manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode
  from private.product_import_rows r join public.products q on q.id = r.product_id cross join lateral jsonb_populate_record(q, r.before) n
  where r.import_id = p_import and r.before is not null and p.id = q.id;
  get diagnostics restored = row_count;
  delete from public.product_families f
    where f.id in (select (r.after ->> 'family_id')::uuid from private.product_import_rows r where r.import_id = p_import)
      and not exists (select from public.products p where p.family_id = f.id);
  delete from private.product_import_rows r where r.import_id = p_import;
  update public.product_imports i set undone_at = now() where i.id = p_import;
  perform set_config('shop.import', '', true), set_config('shop.stock_reason', '', true);
  return jsonb_build_object('deleted', gone, 'restored', restored, 'files', to_jsonb(files));
end $function$
;

grant execute on function public.add_zip_picture(uuid,text,integer,text,text,text) to authenticated;
