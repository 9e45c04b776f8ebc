-- the home page's slides.

create table public.banner_images (
  id uuid primary key default gen_random_uuid(),
  title text check (length(title) <= 120),             -- the slide falls back to a welcome title when empty
  description text check (length(description) <= 400),
  image_url text not null check (length(image_url) between 1 and 500),
  phone_image_url text check (length(phone_image_url) <= 500),
  -- a path of this shop or https: a slide never carries a javascript: link
  link text check (link ~ '^(/([^/\\]|$)|https://)' and length(link) <= 500),
  is_active boolean not null default true,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index banner_images_active_idx on public.banner_images (display_order, id) where is_active;
create trigger touch_updated_at before update on public.banner_images for each row execute function private.touch_updated_at();

alter table public.banner_images enable row level security;
revoke all on public.banner_images from anon, authenticated;
grant select on public.banner_images to anon, authenticated;
grant insert (id, title, description, image_url, phone_image_url, link, is_active, display_order) on public.banner_images to authenticated;
grant update (title, description, image_url, phone_image_url, link, is_active, display_order) on public.banner_images to authenticated;
grant delete on public.banner_images to authenticated;

create policy "active banners are public" on public.banner_images for select to anon, authenticated using (is_active);
create policy "admins read all" on public.banner_images for select to authenticated using ((select private.is_admin()));
create policy "admins add" on public.banner_images for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.banner_images for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete" on public.banner_images for delete to authenticated using ((select private.is_admin()));
