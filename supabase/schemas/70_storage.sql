-- pictures are public to read, admins write them; documents are private and only the server touches them (docs/rules.md#pictures).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product_images', 'product_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('category_images', 'category_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('banner_images', 'banner_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('documents', 'documents', false, 10485760, '{application/pdf}')
on conflict (id) do nothing;

-- no policy for update: a picture is never replaced, because its address is kept for a year (docs/decisions/0111-addresses-of-pictures.md)
create policy "pictures of goods: see" on storage.objects for select to authenticated
  using (bucket_id in ('product_images', 'category_images') and (select private.may('catalogue.write')));
create policy "pictures of goods: add" on storage.objects for insert to authenticated
  with check (bucket_id in ('product_images', 'category_images') and (select private.may('catalogue.write')));
create policy "pictures of goods: remove" on storage.objects for delete to authenticated
  using (bucket_id in ('product_images', 'category_images') and (select private.may('catalogue.write')));
create policy "pictures of banners: see" on storage.objects for select to authenticated
  using (bucket_id = 'banner_images' and (select private.may('marketing.write')));
create policy "pictures of banners: add" on storage.objects for insert to authenticated
  with check (bucket_id = 'banner_images' and (select private.may('marketing.write')));
create policy "pictures of banners: remove" on storage.objects for delete to authenticated
  using (bucket_id = 'banner_images' and (select private.may('marketing.write')));
