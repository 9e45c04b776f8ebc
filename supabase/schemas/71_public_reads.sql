-- a commit that changes what anonymous pages show drops the server's caches (docs/rules.md#caching): NOTIFY shop_changed, '<table>', or
-- '<table> <product> <family> :<columns>' if only pages are out of date that show this product, or the card of its family, or have a list that depends
-- on one of the columns (server/cache/list-reads.ts); without columns no list gains, loses or moves it.
-- statement triggers with transition tables: a request that touches no row (anyone may send one) announces nothing.

create function private.announce_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select from changed) then
    perform pg_notify('shop_changed', tg_table_name);
  end if;
  return null;
end $$;

-- every order takes stock, so a shop with many orders would never serve from its cache. stock therefore counts when its label changes (up to
-- 10 is shown as a number, 11 and more as 'In Stock'), sales not at all: the ranking follows them by a minute. lists and their counts depend on the
-- three classes of the filter alone.
create function private.announce_product_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unseen constant text[] := '{stock,running_out,units_sold,popularity,updated_at}';
  -- shown on pages of the product and found by no search, filter or order, or by another column: prices by the base price
  on_product_pages constant text[] := '{version,image_url,image_thumbhash,ingredients,how_to_use,best_before,licence,batch,manufacturer,net_quantity,price,retail_price,mrp,gst_percent,pricing_tiers}';
  list_columns constant jsonb := '{"base_price": "price", "name": "name", "brand": "brand", "country_of_origin": "country", "category_id": "category",
    "min_order_quantity": "moq", "is_featured": "featured", "description": "words", "generic_name": "words", "sku": "words", "barcode": "words"}';
  names_table boolean;   -- another column: a status, a family, or one that is not known here
  products text[];
begin
  with seen as materialized (
    select n.id, n.family_id, to_jsonb(n) as now, to_jsonb(o) as before, private.stock_class(n.stock) <> private.stock_class(o.stock) as in_other_class
    from changed n join before o on o.id = n.id
    where least(n.stock, 11) <> least(o.stock, 11) or to_jsonb(n) - unseen is distinct from to_jsonb(o) - unseen
    limit 21   -- of more than twenty only the table is announced
  ), named as (
    select s.id, s.family_id, c.columns || case when s.in_other_class then private.columns_of_class(s.family_id) else '{}' end as columns, c.names_table
    from seen s cross join lateral (
      select coalesce(array_agg(distinct list_columns ->> k.name) filter (where list_columns ? k.name), '{}') as columns,
        coalesce(bool_or(not list_columns ? k.name and k.name <> all (on_product_pages)), false) as names_table
      from jsonb_object_keys(s.now) k (name)
      where k.name <> all (unseen) and s.now -> k.name is distinct from s.before -> k.name) c
  )
  select bool_or(n.names_table), array_agg(private.product_notice(n.id, n.family_id, n.columns)) into names_table, products from named n;
  perform private.announce_products('products', products, names_table);
  return null;
end $$;
revoke all on function private.announce_product_update() from public;

-- the columns that change when stock crosses a class: a family has the place of its first member in stock
create function private.columns_of_class(family uuid) returns text[]
language sql immutable return case when family is null then '{stock}'::text[] else '{stock,family}' end;
create function private.product_notice(product uuid, family uuid, columns text[]) returns text
language sql stable return concat_ws(' ', product, family, ':' || nullif(array_to_string(columns, ','), ''));
revoke all on function private.columns_of_class(uuid), private.product_notice(uuid, uuid, text[]) from public;

-- announces each product, or the table if all lists may change or there are many
create function private.announce_products(p_table text, p_products text[], p_lists boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_lists or cardinality(p_products) > 20 then
    perform pg_notify('shop_changed', p_table);
  else
    perform pg_notify('shop_changed', concat_ws(' ', p_table, x)) from unnest(p_products) x;
  end if;
end $$;
revoke all on function private.announce_products(text, text[], boolean) from public;

-- a picture is of one product
create function private.announce_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_products('product_images',
    array(select distinct concat_ws(' ', c.product_id, p.family_id) from changed c left join public.products p on p.id = c.product_id), false);
  return null;
end $$;
revoke all on function private.announce_picture() from public;

do $$
declare
  topic text;
  announce text;
begin
  foreach topic in array array['products', 'product_images', 'product_families', 'product_family_values', 'categories', 'banner_images', 'settings', 'order_steps'] loop
    announce := case topic when 'product_images' then 'announce_picture' else 'announce_change' end;
    execute format('create trigger announce_insert after insert on public.%I referencing new table as changed
      for each statement execute function private.%I()', topic, announce);
    execute format('create trigger announce_delete after delete on public.%I referencing old table as changed
      for each statement execute function private.%I()', topic, announce);
    if topic <> 'products' then
      execute format('create trigger announce_update after update on public.%I referencing new table as changed
        for each statement execute function private.%I()', topic, announce);
    end if;
  end loop;
end $$;

-- the order service changes stock and sales alone, so only the label matters, and most orders need no function call
create function private.announce_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_products('products', array[private.product_notice(new.id, new.family_id,
    case when private.stock_class(new.stock) <> private.stock_class(old.stock) then private.columns_of_class(new.family_id) end)], false);
  return null;
end $$;
revoke all on function private.announce_sale() from public;

-- the sitemap in parts: where each part begins and when something in it last changed, in one statement. a part is then
-- read by its key, `id > after`.

create function public.sitemap_parts(p_size integer) returns table (after uuid, lastmod timestamptz)
language sql stable security definer set search_path = '' as $$
  with numbered as (
    select p.id, p.updated_at, lag(p.id) over (order by p.id) as before, (row_number() over (order by p.id) - 1) / greatest(p_size, 100) as part
    from public.products p where p.status = 'active' and (select private.sees_shop()))   -- definer for one plan without the policies; this is what they say
  select (array_agg(n.before order by n.id))[1], max(n.updated_at) from numbered n group by n.part order by n.part
$$;
revoke all on function public.sitemap_parts(integer) from public;
grant execute on function public.sitemap_parts(integer) to anon, authenticated;

-- cached pages are dropped (docs/rules.md#caching)
create trigger announce_insert after insert on public.page_texts referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_update after update on public.page_texts referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_delete after delete on public.page_texts referencing old table as changed for each statement execute function private.announce_change();
create trigger announce_insert after insert on public.own_pages referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_update after update on public.own_pages referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_delete after delete on public.own_pages referencing old table as changed for each statement execute function private.announce_change();
create trigger announce_update after update on public.products referencing old table as before new table as changed
  for each statement when (current_user <> 'shop_orders') execute function private.announce_product_update();
create trigger announce_sale after update of stock on public.products
  for each row when (least(new.stock, 11) <> least(old.stock, 11) and current_user = 'shop_orders') execute function private.announce_sale();
