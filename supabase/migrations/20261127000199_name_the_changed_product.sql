-- The server drops only the pages that show what has changed: notices name the product if no list depends on the change
-- (docs/decisions/0124-pages-that-show-what-changed.md).

create or replace function private.announce_products(p_table text, p_products text[], p_lists boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_lists or cardinality(p_products) > 20 then
    perform pg_notify('shop_changed', p_table);
  else
    perform pg_notify('shop_changed', concat_ws(' ', p_table, x)) from unnest(p_products) x;
  end if;
end $$;
revoke all on function private.announce_products(text, text[], boolean) from public;

create or replace function private.announce_product_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unseen text[] := '{stock,running_out,units_sold,popularity,updated_at}';
  -- shown on pages of the product and found by no search, filter or order
  own text[] := unseen || '{version,image_url,image_thumbhash,ingredients,how_to_use,best_before,licence,batch,manufacturer,net_quantity}';
  lists boolean;
  products text[];
begin
  select bool_or((n.stock = 0, n.stock < 10) <> (o.stock = 0, o.stock < 10) or to_jsonb(n) - own is distinct from to_jsonb(o) - own),
    array_agg(concat_ws(' ', n.id, n.family_id))
  into lists, products
  from changed n join before o on o.id = n.id
  where least(n.stock, 11) <> least(o.stock, 11) or to_jsonb(n) - unseen is distinct from to_jsonb(o) - unseen;
  perform private.announce_products('products', products, lists);
  return null;
end $$;
revoke all on function private.announce_product_update() from public;

create or replace function private.announce_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_products('products', array[concat_ws(' ', new.id, new.family_id)], (new.stock = 0, new.stock < 10) <> (old.stock = 0, old.stock < 10));
  return null;
end $$;
revoke all on function private.announce_sale() from public;

create or replace function private.announce_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_products('product_images',
    array(select distinct concat_ws(' ', c.product_id, p.family_id) from changed c left join public.products p on p.id = c.product_id), false);
  return null;
end $$;
revoke all on function private.announce_picture() from public;

create or replace trigger announce_insert after insert on public.product_images referencing new table as changed for each statement execute function private.announce_picture();
create or replace trigger announce_delete after delete on public.product_images referencing old table as changed for each statement execute function private.announce_picture();
create or replace trigger announce_update after update on public.product_images referencing new table as changed for each statement execute function private.announce_picture();
