-- what contains the typed words, and the counts of the filter panel.

-- name contains, as a set of products. the text is cut: a name has at most 200 characters, so what is cut off could match nothing, and a
-- search for half a million letters kept a connection and a core busy until the statement's time was up.
create function public.search_products(p_query text) returns setof public.products
language sql stable security definer set search_path = '' rows 50 as $$
  select p.* from public.products p
  where p.status = 'active' and btrim(p_query) <> ''
    and p.name ilike '%' || replace(replace(replace(left(btrim(p_query), 500), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
revoke all on function public.search_products(text) from public;
grant execute on function public.search_products(text) to anon, authenticated;

-- how many products each further choice of the filter panel would show: or within one filter, and across filters, and a
-- filter does not narrow its own counts. one pass over the products the caller may see.
-- p_query: name contains, as the listing does. p_stock: out_of_stock | low_stock (1-9) | in_stock (10 or more), section 9.
-- p_moq: minimum order of at most so many units. prices are base prices, both ends included.
-- answers {total, category: {uuid: n}, brand: {name: n}, country: {name: n}, stock: {…: n}, moq: {"6": n}, price: {min, max}}
-- what contains the text comes from search_products and its index: read under rls every name would be compared, ten times the
-- time at 50,000 products.

create function public.product_facets(
  p_category uuid[] default null,
  p_query text default null,
  p_min numeric default null,
  p_max numeric default null,
  p_stock text[] default null,
  p_brand text[] default null,
  p_country text[] default null,
  p_moq integer default null
) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with kinds as (   -- products alike in everything a filter asks: a few hundred rows stand for many thousand
    select p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq,
      case when p.stock = 0 then 'out_of_stock' when p.stock < 10 then 'low_stock' else 'in_stock' end as stock,
      (p_min is null or p.base_price >= p_min) and (p_max is null or p.base_price <= p_max) as in_price,
      count(*) as n, min(p.base_price) as cheapest, max(p.base_price) as dearest
    from (
      select s.* from public.products s where nullif(btrim(p_query), '') is null
      union all
      select s.* from public.search_products(p_query) s where btrim(p_query) <> ''
    ) p
    where p.status = 'active'   -- an admin's storefront counts what customers see
    group by 1, 2, 3, 4, 5, 6
  ),
  seen as materialized (
    select k.*,
      coalesce(k.category_id = any (p_category), p_category is null) as in_category,
      coalesce(k.brand = any (p_brand), p_brand is null) as in_brand,
      coalesce(k.country = any (p_country), p_country is null) as in_country,
      coalesce(k.stock = any (p_stock), p_stock is null) as in_stock,
      p_moq is null or k.moq <= p_moq as in_moq
    from kinds k
  )
  select jsonb_build_object(
    'total', (select coalesce(sum(n), 0) from seen where in_category and in_brand and in_country and in_stock and in_moq and in_price),
    'category', (select coalesce(jsonb_object_agg(category_id, n), '{}') from (select category_id, sum(n) as n from seen
      where category_id is not null and in_brand and in_country and in_stock and in_moq and in_price group by 1) f),
    'brand', (select coalesce(jsonb_object_agg(brand, n), '{}') from (select brand, sum(n) as n from seen
      where brand is not null and in_category and in_country and in_stock and in_moq and in_price group by 1) f),
    'country', (select coalesce(jsonb_object_agg(country, n), '{}') from (select country, sum(n) as n from seen
      where country is not null and in_category and in_brand and in_stock and in_moq and in_price group by 1) f),
    'stock', (select coalesce(jsonb_object_agg(stock, n), '{}') from (select stock, sum(n) as n from seen
      where in_category and in_brand and in_country and in_moq and in_price group by 1) f),
    'moq', (select coalesce(jsonb_object_agg(moq, n), '{}') from (select moq, sum(n) as n from seen
      where in_category and in_brand and in_country and in_stock and in_price group by 1) f),
    'price', (select jsonb_build_object('min', min(cheapest), 'max', max(dearest)) from seen
      where in_category and in_brand and in_country and in_stock and in_moq)
  )
$$;
revoke all on function public.product_facets from public;
grant execute on function public.product_facets to anon, authenticated;
