-- The counts of the filters are planned once: their large statement was built as text, and planning it for each call took longer than running it.

-- products alike in everything a filter asks: a few hundred stand for many thousand. family: only of those that count by family. in_price: within p_min and p_max
create type private.facet_kind as (family uuid, category_id uuid, brand text, country text, moq integer, stock text, in_price boolean, n bigint, lowest numeric, highest numeric);

-- the answer of product_facets for the kinds that it found. a function of its own: its statement has no text that depends on the filters, so it is planned once and
-- not for each call, which took longer than to run it
create function private.facets_of(p_kinds private.facet_kind[], p_category uuid[], p_stock text[], p_brand text[], p_country text[], p_moq integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    with seen as materialized (
      select k.*,
        coalesce(k.category_id = any (p_category), p_category is null) as in_category,
        coalesce(k.brand = any (p_brand), p_brand is null) as in_brand,
        coalesce(k.country = any (p_country), p_country is null) as in_country,
        coalesce(k.stock = any (p_stock), p_stock is null) as in_stock,
        p_moq is null or k.moq <= p_moq as in_moq
      from unnest(p_kinds) k
    )
    select jsonb_build_object(
      'total', (select coalesce(sum(n) filter (where family is null), 0) + count(distinct family) from seen
        where in_category and in_brand and in_country and in_stock and in_moq and in_price),
      'category', (select coalesce(jsonb_object_agg(category_id, n), '{}') from (
        select category_id, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where category_id is not null and in_brand and in_country and in_stock and in_moq and in_price group by 1) f),
      'brand', (select coalesce(jsonb_object_agg(brand, n), '{}') from (
        select brand, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where brand is not null and in_category and in_country and in_stock and in_moq and in_price group by 1) f),
      'country', (select coalesce(jsonb_object_agg(country, n), '{}') from (
        select country, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where country is not null and in_category and in_brand and in_stock and in_moq and in_price group by 1) f),
      'stock', (select coalesce(jsonb_object_agg(stock, n), '{}') from (
        select stock, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where in_category and in_brand and in_country and in_moq and in_price group by 1) f),
      'moq', (select coalesce(jsonb_object_agg(moq, n), '{}') from (
        select moq, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where in_category and in_brand and in_country and in_stock and in_price group by 1) f),
      'price', (select jsonb_build_object('min', min(lowest), 'max', max(highest)) from seen
        where in_category and in_brand and in_country and in_stock and in_moq)
    ));
end $$;
revoke all on function private.facets_of from public;

create or replace function public.product_facets(
  p_category uuid[] default null,
  p_query text default null,
  p_min numeric default null,
  p_max numeric default null,
  p_stock text[] default null,
  p_brand text[] default null,
  p_country text[] default null,
  p_moq integer default null,
  p_grouped boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  query constant text := nullif(left(btrim(p_query), 500), '');
  pattern constant text := '%' || replace(replace(replace(query, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  narrowed constant boolean := query is not null or p_min is not null or p_max is not null;
  known constant boolean := private.are_facets_counted();
  most constant integer := case when known and narrowed then private.most_counted() end;   -- null: all
  matches constant text := concat_ws(' and ', 'p.status = ''active'' and (select private.sees_shop())',   -- an admin's storefront counts what customers see
    case when query is not null then 'p.name ilike $2' end,
    case when most is not null and p_min is not null then 'p.base_price >= $3' end,
    case when most is not null and p_max is not null then 'p.base_price <= $4' end);
  up_to constant text := case when most is not null then format('limit %s', most) else '' end;
  chosen constant text := concat_ws(' and ',
    case when p_category is not null then 'p.category_id = any ($1)' end,
    case when p_stock is not null then 'private.stock_class(p.stock) = any ($5)' end,
    case when p_brand is not null then 'p.brand = any ($6)' end,
    case when p_country is not null then 'p.country_of_origin = any ($7)' end,
    case when p_moq is not null then 'p.min_order_quantity <= $8' end);
  source constant text := private.name_source(query);
  scans constant text := current_setting('enable_seqscan');
  kinds private.facet_kind[];
  facets jsonb;
  whole jsonb;
  total bigint;
  matching bigint;
  more boolean;   -- products, or as many, as are counted
  one text;
begin
  -- ten thousand of a word are read from the index of trigrams: to read all products until they are found looks cheap to the planner, and is not
  if most is not null and length(query) > 2 or source <> 'public.products' then perform set_config('enable_seqscan', 'off', true); end if;
  execute format('select array_agg(row (k.*)::private.facet_kind), sum(k.n) from (%s) k',
    case when known and not narrowed then '
      select case when $9 then k.family_id end as family, k.category_id, k.brand, k.country, k.moq, k.stock, true as in_price, k.n, k.lowest, k.highest
      from private.facet_kinds k where k.status = ''active'' and (select private.sees_shop())'
    else format('
      select case when $9 then p.family_id end as family, p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq,
        private.stock_class(p.stock) as stock, ($3 is null or p.base_price >= $3) and ($4 is null or p.base_price <= $4) as in_price,
        count(*) as n, min(p.base_price) as lowest, max(p.base_price) as highest
      from (select * from %s p where %s %s) p group by 1, 2, 3, 4, 5, 6, 7', source, matches, up_to) end)
  into kinds, matching
  using p_category, pattern, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_grouped;
  facets := private.facets_of(kinds, p_category, p_stock, p_brand, p_country, p_moq);

  more := coalesce(matching >= most, false);
  if more and chosen <> '' then
    execute format('select coalesce(count(*) filter (where f.id is null), 0) + count(distinct f.id), count(*)
      from (select case when $9 then p.family_id end as id from %s p where %s and %s %s) f', source, matches, chosen, up_to)
    into total, matching
    using p_category, pattern, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_grouped;
  else
    total := (facets ->> 'total')::bigint;
  end if;
  perform set_config('enable_seqscan', scans, true);
  if not (more or most is not null and (p_min is not null or p_max is not null)) then return facets; end if;

  whole := public.product_facets(p_category => p_category, p_stock => p_stock, p_brand => p_brand, p_country => p_country, p_moq => p_moq, p_grouped => p_grouped);
  facets := jsonb_set(facets, '{price}', whole -> 'price');
  if not more then return facets; end if;
  foreach one in array array['category', 'brand', 'country', 'stock', 'moq'] loop
    facets := jsonb_set(facets, array[one], (select coalesce(jsonb_object_agg(k.name, 0), '{}') from jsonb_object_keys(whole -> one) k (name)) || (facets -> one));
  end loop;
  return facets || jsonb_build_object('total', total, 'more', jsonb_build_object('total', matching >= most, 'counts', true));
end $$;
