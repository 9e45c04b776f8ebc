-- The classes of the stock filter are in one function: notices ask it too.

create or replace function private.announce_product_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unseen text[] := '{stock,running_out,units_sold,popularity,updated_at}';
  -- shown on pages of the product and found by no search, filter or order
  own text[] := unseen || '{version,image_url,image_thumbhash,ingredients,how_to_use,best_before,licence,batch,manufacturer,net_quantity}';
  lists boolean;
  products text[];
begin
  select bool_or(private.stock_class(n.stock) <> private.stock_class(o.stock) or to_jsonb(n) - own is distinct from to_jsonb(o) - own),
    array_agg(concat_ws(' ', n.id, n.family_id))
  into lists, products
  from changed n join before o on o.id = n.id
  where least(n.stock, 11) <> least(o.stock, 11) or to_jsonb(n) - unseen is distinct from to_jsonb(o) - unseen;
  perform private.announce_products('products', products, lists);
  return null;
end $$;

create or replace function private.announce_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_products('products', array[concat_ws(' ', new.id, new.family_id)], private.stock_class(new.stock) <> private.stock_class(old.stock));
  return null;
end $$;
