-- what the filters of the back office's list offer: the brands and the tax rates there are, each with its number of products.
-- with the caller's own rights: an admin reads all, anybody else what visitors see
create function public.product_values() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'brands', coalesce((select jsonb_agg(jsonb_build_object('value', b.brand, 'count', b.count) order by lower(b.brand)) from (
      select p.brand, count(*) as count from public.products p where p.brand is not null group by p.brand order by count(*) desc, p.brand limit 2000) b), '[]'),
    'rates', coalesce((select jsonb_agg(jsonb_build_object('value', r.gst_percent, 'count', r.count) order by r.gst_percent) from (
      select p.gst_percent, count(*) as count from public.products p group by p.gst_percent) r), '[]'))
$$;
revoke all on function public.product_values() from public;
grant execute on function public.product_values() to authenticated;   -- nothing for anon
