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
  updated_at timestamptz not null default now(),
  -- a banner may wait for its day and leave by itself. pages that show banners are at most a minute old (docs/rules.md#caching), so the
  -- minute is what a schedule is good for.
  starts_at timestamptz,
  ends_at timestamptz,
  constraint banner_images_ends_after_start check (ends_at > starts_at)
);
create index banner_images_active_idx on public.banner_images (display_order, id) where is_active;
alter table public.banner_images enable row level security;
revoke all on public.banner_images from anon, authenticated;
grant select on public.banner_images to anon, authenticated;
grant insert (id, title, description, image_url, phone_image_url, link, is_active, display_order) on public.banner_images to authenticated;
grant update (title, description, image_url, phone_image_url, link, is_active, display_order) on public.banner_images to authenticated;
grant delete on public.banner_images to authenticated;
create policy "admins read all" on public.banner_images for select to authenticated
  using ((select private.may('marketing.write')));
create policy "admins add" on public.banner_images for insert to authenticated
  with check ((select private.may('marketing.write')));
create policy "admins change" on public.banner_images for update to authenticated
  using ((select private.may('marketing.write')))
  with check ((select private.may('marketing.write')));
create policy "admins delete" on public.banner_images for delete to authenticated
  using ((select private.may('marketing.write')));
grant insert (starts_at, ends_at) on public.banner_images to authenticated;
grant update (starts_at, ends_at) on public.banner_images to authenticated;
create policy "hidden while the shop is closed" on public.banner_images as restrictive for select to anon, authenticated using ((select private.sees_shop()));
create policy "banners of the day are public" on public.banner_images for select to anon, authenticated
  using (is_active and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()));
create trigger touch_updated_at before update on public.banner_images for each row execute function private.touch_updated_at();
comment on column public.banner_images.ends_at is 'The first moment at which it is no longer shown.';

-- puts all banners into this order; a list that lacks one or contains a deleted one is older than another admin's change
create function public.arrange_banners(p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.may('marketing.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.banner_images.display_order'));
  if (select count(*) from public.banner_images) <> cardinality(p_ids)
    or (select count(*) from public.banner_images b where b.id = any (p_ids)) <> cardinality(p_ids) then
    raise exception 'The banners have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.banner_images b set display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where b.id = wanted.id and b.display_order <> wanted.place;
end $$;
revoke all on function public.arrange_banners(uuid[]) from public;
grant execute on function public.arrange_banners(uuid[]) to authenticated;
