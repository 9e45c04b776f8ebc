-- a file may be shown by two products: an import may name it twice, and nothing forbids it. it is unused when neither a picture
-- of any product nor an order's line of this one shows it.
create index product_images_image_url_idx on public.product_images (image_url);

create or replace function public.unused_product_files(p_product uuid, p_files text[]) returns text[]
language sql stable security invoker set search_path = '' as $$
  select coalesce(array_agg(f.file), '{}')
  from unnest(p_files) f (file)
  where f.file like 'product\_images/%'
    and not exists (select from public.product_images i where i.image_url = f.file)
    and not exists (select from public.order_items l where l.product_id = p_product and l.image_url = f.file)
$$;
