-- pictures are public to read, admins write them; documents are private and only the server touches them (docs/rules.md#pictures).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product_images', 'product_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('category_images', 'category_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('banner_images', 'banner_images', true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}'),
  ('documents', 'documents', false, 10485760, '{application/pdf}')
on conflict (id) do nothing;   -- a hosted project may have made them in the dashboard

-- public files are served without asking here; select is for listing and for the client's own upsert
create policy "shop pictures: admins list" on storage.objects for select to authenticated
  using (bucket_id in ('product_images', 'category_images', 'banner_images') and (select private.is_admin()));
create policy "shop pictures: admins upload" on storage.objects for insert to authenticated
  with check (bucket_id in ('product_images', 'category_images', 'banner_images') and (select private.is_admin()));
create policy "shop pictures: admins replace" on storage.objects for update to authenticated
  using (bucket_id in ('product_images', 'category_images', 'banner_images') and (select private.is_admin()))
  with check (bucket_id in ('product_images', 'category_images', 'banner_images') and (select private.is_admin()));
create policy "shop pictures: admins remove" on storage.objects for delete to authenticated
  using (bucket_id in ('product_images', 'category_images', 'banner_images') and (select private.is_admin()));
-- no policy names the bucket documents: the server's own key passes rls, and buyers get a signed address for 60 s
