-- a banner may wait for its day and leave by itself. pages that show banners are at most a minute old (docs/rules.md#caching), so the
-- minute is what a schedule is good for.

alter table public.banner_images
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint banner_images_ends_after_start check (ends_at > starts_at);
comment on column public.banner_images.ends_at is 'The first moment at which it is no longer shown.';
grant insert (starts_at, ends_at) on public.banner_images to authenticated;
grant update (starts_at, ends_at) on public.banner_images to authenticated;

drop policy "active banners are public" on public.banner_images;
create policy "banners of the day are public" on public.banner_images for select to anon, authenticated
  using (is_active and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()));

-- puts all banners into this order; a list that lacks one or names one that is gone was drawn before another admin's change
create function public.arrange_banners(p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.has_role((select auth.uid()), 'admin') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.banner_images.display_order'));
  if (select count(*) from public.banner_images) <> cardinality(p_ids)
    or (select count(*) from public.banner_images b where b.id = any (p_ids)) <> cardinality(p_ids) then
    raise exception 'The banners were changed meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.banner_images b set display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where b.id = wanted.id and b.display_order <> wanted.place;
end $$;
revoke all on function public.arrange_banners(uuid[]) from public;
grant execute on function public.arrange_banners(uuid[]) to authenticated;
