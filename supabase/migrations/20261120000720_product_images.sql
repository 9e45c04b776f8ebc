-- several pictures a product; the first one is copied to products.image_url, which lists and carts read (docs/rules.md#pictures).

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  image_url text not null check (length(image_url) between 1 and 500),
  alt text check (length(alt) <= 300),
  display_order integer not null default 0,
  thumbhash text check (length(thumbhash) <= 64),
  created_at timestamptz not null default now()
);
create index product_images_product_id_idx on public.product_images (product_id, display_order, id);

create function private.show_first_image() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.product_id, old.product_id);
  picture record;
begin
  select i.image_url, i.thumbhash into picture from public.product_images i
    where i.product_id = changed order by i.display_order, i.id limit 1;
  update public.products p set image_url = picture.image_url, image_thumbhash = picture.thumbhash
    where p.id = changed and (p.image_url, p.image_thumbhash) is distinct from (picture.image_url, picture.thumbhash);
  return null;
end $$;
revoke all on function private.show_first_image() from public;
create trigger show_first_image after insert or update or delete on public.product_images
  for each row execute function private.show_first_image();

alter table public.product_images enable row level security;
revoke all on public.product_images from anon, authenticated;
grant select on public.product_images to anon, authenticated;
grant insert (id, product_id, image_url, alt, display_order, thumbhash) on public.product_images to authenticated;
grant update (image_url, alt, display_order, thumbhash) on public.product_images to authenticated;
grant delete on public.product_images to authenticated;
-- product_id cannot be updated: a picture belongs to the product it was taken of

-- the sub-select runs under the caller's own rights: a draft's pictures are as hidden as the draft
create policy "pictures of visible products" on public.product_images for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
create policy "admins add" on public.product_images for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.product_images for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete" on public.product_images for delete to authenticated using ((select private.is_admin()));
