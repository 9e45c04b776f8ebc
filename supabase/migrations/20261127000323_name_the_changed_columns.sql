-- a changed price, name or stock class named only the table, so every cached page was dropped. now the announcement names the product and the columns, and
-- pages stay that neither show it nor have a list that depends on them (docs/decisions/0129-columns-that-lists-depend-on.md)
-- the columns that change when stock crosses a class: a family has the place of its first member in stock
create function private.columns_of_class(family uuid) returns text[]
language sql immutable return case when family is null then '{stock}'::text[] else '{stock,family}' end;
create function private.product_notice(product uuid, family uuid, columns text[]) returns text
language sql stable return concat_ws(' ', product, family, ':' || nullif(array_to_string(columns, ','), ''));
revoke all on function private.columns_of_class(uuid), private.product_notice(uuid, uuid, text[]) from public;

create or replace function private.announce_product_update() returns trigger
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

create or replace function private.announce_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_products('products', array[private.product_notice(new.id, new.family_id,
    case when private.stock_class(new.stock) <> private.stock_class(old.stock) then private.columns_of_class(new.family_id) end)], false);
  return null;
end $$;
