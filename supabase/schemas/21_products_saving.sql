-- what the form of a product calls: saving it with its pictures, deleting it, and the values that the filters of the list offer.

create function public.unused_product_files(p_product uuid, p_files text[]) returns text[]
language sql stable security invoker set search_path = '' as $$
  select coalesce(array_agg(f.file), '{}')
  from unnest(p_files) f (file)
  where f.file like 'product\_images/%'
    and not exists (select from public.product_images i where i.image_url = f.file)
    and not exists (select from public.product_family_values v where v.picture = f.file)
    and not exists (select from public.order_items l where l.product_id = p_product and l.image_url = f.file)
$$;
revoke all on function public.unused_product_files(uuid, text[]) from public;
grant execute on function public.unused_product_files(uuid, text[]) to authenticated;

-- reads under the caller's policies; nothing for anon

-- saves the columns that changed over the version that was shown, or adds a product (p_version null) under the id that the
-- form chose: sent twice it is added once. p_pictures: all of them in their order, [{id?, image_url, alt, thumbhash?}], null where they did not
-- change: a new one is blurred while it loads by the thumbhash that its form made, one that stays keeps its own.
-- p_pictures_shown: as they were. stock is given to a new product and no other: afterwards it moves by a movement.
-- p_product may have a cost beside the columns, {"was": 90, "now": 95}, from callers who read costs.
-- answers {"version", "unused"}: the files that the caller may now remove.
create function public.save_product(
  p_id uuid, p_version integer, p_product jsonb, p_pictures jsonb default null, p_pictures_shown jsonb default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known constant text[] := '{sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,barcode,weight_grams,reorder_level,ingredients,how_to_use}';
  cost jsonb := p_product -> 'cost';
  wanted text[] := array(select k from jsonb_object_keys(p_product - 'cost') k order by k);
  columns text;
  of_new text;
  now_there integer;
  shown jsonb;
  files text[] := '{}';
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if cost is not null and not public.may('costs.read') then
    raise exception 'You may not read or change costs' using errcode = '42501', detail = '{"code":"NO_COSTS"}';
  end if;
  if not wanted <@ (case when p_version is null then known || '{stock}'::text[] else known end) then
    raise exception 'These columns are not saved by the form' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  select string_agg(format('%I', k), ', '), string_agg(format('n.%I', k), ', ') into columns, of_new from unnest(wanted) k;

  if p_version is null then
    if exists (select from public.products p where p.id = p_id) then
      raise exception 'This product was added already' using errcode = 'PT409', detail = '{"code":"ADDED_ALREADY"}';
    end if;
    execute format('insert into public.products (id, %s) select $1, %s from jsonb_populate_record(null::public.products, $2) n', columns, of_new)
      using p_id, p_product;
  else
    select p.version into now_there from public.products p where p.id = p_id for update;
    if not found then
      raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
    end if;
    if now_there <> p_version then
      raise exception 'This product has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if columns is not null then
      execute format('update public.products p set (%s) = (select %s from jsonb_populate_record(p, $2) n) where p.id = $1', columns, of_new)
        using p_id, p_product;
    end if;
  end if;

  if cost is not null then
    -- like pictures, costs do not move the version, which everyone reads
    if (select c.cost from public.product_costs c where c.product_id = p_id) is distinct from (cost ->> 'was')::numeric then
      raise exception 'The cost has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if cost ->> 'now' is null then
      delete from public.product_costs c where c.product_id = p_id;
    else
      insert into public.product_costs (product_id, cost) values (p_id, (cost ->> 'now')::numeric) on conflict (product_id) do update set cost = excluded.cost;
    end if;
  end if;

  if p_pictures is not null then
    -- pictures do not move the version: an order must find the product as it was. they are compared themselves
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'image_url', i.image_url, 'alt', i.alt) order by i.display_order, i.id), '[]'),
        coalesce(array_agg(i.image_url), '{}')
      into shown, files from public.product_images i where i.product_id = p_id;
    if shown <> coalesce(p_pictures_shown, '[]') then
      raise exception 'The pictures have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if jsonb_array_length(p_pictures) > 12 then
      raise exception 'A product has at most 12 pictures' using errcode = '22023', detail = '{"code":"TOO_MANY_PICTURES"}';
    end if;
    if exists (select from jsonb_array_elements(p_pictures) w where w ->> 'image_url' !~ '^(product_images/[^/]|https?://)') then
      raise exception 'A picture is not in the folder of product pictures' using errcode = '22023', detail = '{"code":"INVALID"}';
    end if;
    delete from public.product_images i where i.product_id = p_id
      and not exists (select from jsonb_array_elements(p_pictures) w where (w ->> 'id')::uuid = i.id);
    update public.product_images i set image_url = w.value ->> 'image_url', alt = w.value ->> 'alt', display_order = w.place,
        thumbhash = case when i.image_url = w.value ->> 'image_url' then i.thumbhash else w.value ->> 'thumbhash' end
      from jsonb_array_elements(p_pictures) with ordinality w (value, place)
      where i.product_id = p_id and i.id = (w.value ->> 'id')::uuid
        and (i.image_url, i.alt, i.display_order) is distinct from (w.value ->> 'image_url', w.value ->> 'alt', w.place::integer);
    insert into public.product_images (product_id, image_url, alt, display_order, thumbhash)
      select p_id, w.value ->> 'image_url', w.value ->> 'alt', w.place, w.value ->> 'thumbhash'
      from jsonb_array_elements(p_pictures) with ordinality w (value, place) where w.value -> 'id' is null or w.value ->> 'id' is null;
    -- an imported product may have shown a picture without a row of its own
    if p_pictures = '[]' then
      update public.products p set image_url = null, image_thumbhash = null where p.id = p_id and p.image_url is not null;
    end if;
  end if;
  select p.version into now_there from public.products p where p.id = p_id;
  return jsonb_build_object('version', now_there, 'unused', to_jsonb(public.unused_product_files(p_id, files)));
end $$;
revoke all on function public.save_product(uuid, integer, jsonb, jsonb, jsonb) from public;
grant execute on function public.save_product(uuid, integer, jsonb, jsonb, jsonb) to authenticated;

-- nothing for anon

-- deletes what was never ordered. an order's line would lose its product, its cancellation could give no stock back and the
-- reports their rows: what was sold is archived. answers the files that the caller may now remove.
create function public.delete_product(p_id uuid, p_version integer) returns text[]
language plpgsql security invoker set search_path = '' as $$
declare
  now_there integer;
  orders integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  select p.version into now_there from public.products p where p.id = p_id for update;   -- an order of it waits for this
  if not found then
    raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if now_there <> p_version then
    raise exception 'This product has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  select count(distinct l.order_id) into orders from public.order_items l where l.product_id = p_id;
  if orders > 0 then
    raise exception 'This product is in % orders and is archived instead', orders
      using errcode = 'PT409', detail = jsonb_build_object('code', 'IN_ORDERS', 'orders', orders)::text;
  end if;
  select coalesce(array_agg(i.image_url), '{}') into files from public.product_images i where i.product_id = p_id;
  delete from public.products p where p.id = p_id;
  return public.unused_product_files(p_id, files);
end $$;
revoke all on function public.delete_product(uuid, integer) from public;
grant execute on function public.delete_product(uuid, integer) to authenticated;
