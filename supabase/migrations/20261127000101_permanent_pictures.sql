drop policy "pictures of goods" on storage.objects;
drop policy "pictures of banners" on storage.objects;
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
