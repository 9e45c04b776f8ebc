-- barcodes of products: with their check digit, unique where present, found by the order pad, the trade list and the back office.
-- the number printed under the bars: EAN-8, UPC (12 digits), EAN-13 or GTIN-14, with its check digit (GS1 General Specifications 7.9).
-- shorter ones count as if they began with zeros, for the check as for the comparison: a scanner reads a UPC with or without its zero
create function private.is_barcode(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when value ~ '^([0-9]{8}|[0-9]{12,14})$' then (
    select sum(digit::integer * case when place % 2 = 1 then 3 else 1 end) % 10 = 0
    from regexp_split_to_table(lpad(value, 14, '0'), '') with ordinality d (digit, place)) else value is null end
$$;
grant execute on function private.is_barcode(text) to public;

alter table public.products add column barcode text constraint products_barcode_check check (private.is_barcode(barcode));
comment on column public.products.barcode is 'The number under the bars of the pack: 8, 12, 13 or 14 digits with a valid check digit.';
grant insert (barcode) on public.products to authenticated;
grant update (barcode) on public.products to authenticated;

-- a pack is one product: the same number twice would make a scan ambiguous. most products of an import have none
create unique index products_barcode_key on public.products (lpad(barcode, 14, '0')) where barcode is not null;

create or replace function public.save_product(
  p_id uuid, p_version integer, p_product jsonb, p_pictures jsonb default null, p_pictures_shown jsonb default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known constant text[] := '{sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,barcode,ingredients,how_to_use}';
  wanted text[] := array(select k from jsonb_object_keys(p_product) k order by k);
  columns text;
  of_new text;
  now_there integer;
  shown jsonb;
  files text[] := '{}';
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
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

create or replace function public.import_products(p_rows jsonb, p_skip boolean default false) returns jsonb
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
        manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode
      from given g join public.products q on q.sku = g.sku cross join lateral jsonb_populate_record(q, g.set) n
      where p.id = q.id and n is distinct from q
      returning p.sku
    ), added as (
      insert into public.products (sku, import_key, name, brand, category_id, price, retail_price, mrp, gst_percent, hsn, unit, stock,
        min_order_quantity, pricing_tiers, status, is_featured, description, net_quantity, generic_name, country_of_origin,
        manufacturer, best_before, ingredients, how_to_use, barcode)
      select g.sku, g.import_key, n.name, n.brand, n.category_id, n.price, n.retail_price, n.mrp, coalesce(n.gst_percent, 18), n.hsn,
        coalesce(n.unit, 'NOS'), coalesce(n.stock, 0), coalesce(n.min_order_quantity, 1), n.pricing_tiers, coalesce(n.status, 'draft'),
        coalesce(n.is_featured, false), n.description, n.net_quantity, n.generic_name, n.country_of_origin, n.manufacturer,
        n.best_before, n.ingredients, n.how_to_use, n.barcode
      from given g cross join lateral jsonb_populate_record(null::public.products, g.set) n
      where not exists (select from public.products p where p.sku = g.sku)
      returning sku
    )
    select jsonb_agg(jsonb_build_object('row', g.row, 'outcome',
        case when g.sku in (select sku from added) then 'new' when g.sku in (select sku from changed) then 'changed' else 'same' end) order by g.row)
      into written from given g;
    perform set_config('shop.stock_reason', '', true);
    return coalesce(written, '[]');
  exception when integrity_constraint_violation or data_exception then
    if not p_skip or jsonb_array_length(p_rows) = 1 then raise; end if;
  end;

  written := '[]';
  for one in select r.value from jsonb_array_elements(p_rows) r loop
    begin
      written := written || public.import_products(jsonb_build_array(one));
    exception when integrity_constraint_violation or data_exception then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('row', one -> 'row', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  return written;
end $$;

create or replace function public.match_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 500 as $$
  with terms as (select distinct t.term from unnest(p_terms[1:3000]) as t (term) where length(t.term) between 1 and 200)
  select t.term, 'sku', s.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where upper(p.sku) = upper(t.term) and p.status = 'active' order by p.id limit 6) s
  union all
  select t.term, 'barcode', b.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p
    where t.term ~ '^[0-9]{8,14}$' and lpad(p.barcode, 14, '0') = lpad(t.term, 14, '0') and p.barcode is not null and p.status = 'active') b
  union all
  select t.term, 'name', n.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where lower(p.name) = lower(t.term) and p.status = 'active' order by p.id limit 6) n
$$;

drop trigger words_changed on public.products;
create function private.product_words_of(name text, sku text, brand text, hsn text, barcode text) returns text
language sql immutable return lower(name || E'\n' || coalesce(sku, '') || E'\n' || coalesce(brand, '') || E'\n' || coalesce(hsn, '') || E'\n' || coalesce(barcode, ''));
revoke all on function private.product_words_of(text, text, text, text, text) from public;
create or replace function private.follow_product_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.product_words select n.id, private.product_words_of(n.name, n.sku, n.brand, n.hsn, n.barcode) from changed n;
  else
    update private.product_words w set words = private.product_words_of(new.name, new.sku, new.brand, new.hsn, new.barcode) where w.product_id = new.id;
  end if;
  return null;
end $$;
drop function private.product_words_of(text, text, text, text);
create trigger words_changed after update of name, sku, brand, hsn, barcode on public.products for each row
  when ((old.name, old.sku, old.brand, old.hsn, old.barcode) is distinct from (new.name, new.sku, new.brand, new.hsn, new.barcode)) execute function private.follow_product_words();
