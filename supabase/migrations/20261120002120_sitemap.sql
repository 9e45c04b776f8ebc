-- the sitemap in parts: where each part begins and when something in it last changed, in one statement. a part is then
-- read by its key, `id > after`.

create function public.sitemap_parts(p_size integer) returns table (after uuid, lastmod timestamptz)
language sql stable security definer set search_path = '' as $$
  with numbered as (
    select p.id, p.updated_at, lag(p.id) over (order by p.id) as before, (row_number() over (order by p.id) - 1) / greatest(p_size, 100) as part
    from public.products p where p.status = 'active')   -- definer for one plan without the policy; this is what it says
  select (array_agg(n.before order by n.id))[1], max(n.updated_at) from numbered n group by n.part order by n.part
$$;
revoke all on function public.sitemap_parts(integer) from public;
grant execute on function public.sitemap_parts(integer) to anon, authenticated;
