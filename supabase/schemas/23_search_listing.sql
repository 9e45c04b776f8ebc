-- products by what their name contains, the counts of the filter panel, and the pages and cards of the listing.

-- what is looked for, or null. the text is cut: a name has at most 200 characters, so what is cut off could match nothing, and a search for
-- half a million letters kept a connection and a core busy until the statement's time was up.
create function private.asked_name(p_query text) returns text
language sql immutable parallel safe return nullif(left(btrim(p_query), 500), '');

-- the pattern of ilike for names that contain it
create function private.name_pattern(asked text) returns text
language sql immutable parallel safe return '%' || replace(replace(replace(asked, '\', '\\'), '%', '\%'), '_', '\_') || '%';
revoke all on function private.asked_name(text), private.name_pattern(text) from public;

-- name contains, as a set of products
create function public.search_products(p_query text) returns setof public.products
language sql stable security definer set search_path = '' rows 50 as $$
  select p.* from public.products p
  where p.status = 'active' and (select private.sees_shop()) and p.name ilike private.name_pattern(private.asked_name(p_query))
$$;
revoke all on function public.search_products(text) from public;
grant execute on function public.search_products(text) to anon, authenticated;

-- most products of a search or a price range that are counted in a large catalogue (docs/decisions/0123-counts-of-a-search.md)
create function private.most_counted() returns integer
language sql immutable parallel safe return 10000;
revoke all on function private.most_counted() from public;

-- returns the text of a FROM clause: where a statement reads the products of which it asks whether their name contains p_query. the caller compares
-- the name of each product that it reads, because the index may find more, and turns sequential scans off.
-- for most texts it is public.products. for one or two letters that few names have it is the products that an index of letters finds, since reading
-- products in order until enough have such letters would read nearly all (docs/decisions/0128-rare-letters.md). common letters are read in order.
-- p_most: null if the caller counts; for a list, the number of products that have the letters above which it reads in order.
create function private.name_source(p_query text, p_most integer default null) returns text
language plpgsql stable set search_path = '' as $$
declare
  letters constant text := lower(p_query);
  newest_asked constant integer := 1000;   -- products, of which it is counted how many have the letters
  common_for_counts constant integer := 200;   -- so many of them: thousands are soon counted
  common_for_list constant integer := 20;   -- so many of them: a page is soon full
  common_from constant integer := case when p_most is null then common_for_counts else common_for_list end;
  looked_up constant text := format('private.letters_of_name(w.words) operator(pg_catalog.@@) %L::tsquery', private.quote_lexeme(letters) || ':*');
  hits integer;
begin
  if letters is null or length(letters) not between 1 and 2
    or (select count(*) >= common_from from (select s.name from public.products s where s.status = 'active' order by s.created_at desc, s.id limit newest_asked) s
      where strpos(lower(s.name), letters) > 0) then
    return 'public.products';
  end if;
  if p_most is not null then
    execute format('select count(*) from (select from private.product_words w where %s limit %s) c', looked_up, p_most + 1) into hits;
    if hits > p_most then return 'public.products'; end if;
  end if;
  return format('(select q.* from private.product_words w cross join lateral (select * from public.products a where a.id = w.product_id offset 0) q where %s)', looked_up);
end $$;
revoke all on function private.name_source(text, integer) from public;

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

-- how many products each further choice of the filter panel would show: or within one filter, and across filters, and a
-- filter does not narrow its own counts. one pass over the products that visitors see, past rls, or over their counts.
-- p_query: name contains, as the listing does. p_stock: out_of_stock | low_stock (1-9) | in_stock (10 or more), docs/rules.md#stock-labels.
-- p_moq: minimum order of at most so many units. prices are base prices, both ends included.
-- p_grouped: a family counts once for each choice that at least one of its members has. whether a choice fits is asked of single members:
-- a family with a red one that is sold out and a pink one in stock has no red one in stock.
-- answers {total, category: {uuid: n}, brand: {name: n}, country: {name: n}, stock: {…: n}, moq: {"6": n}, price: {min, max}}
-- of a large catalogue, a search or a price range counts its first ten thousand products (docs/decisions/0123-counts-of-a-search.md). if there are
-- so many, then also more: {total: whether there may be more than total, counts: true}, and every n says "at least": 0 for a choice that the catalogue
-- has and that was not among them. price is then the range of the whole catalogue under the other filters, as it always is with p_min or p_max.
create function public.product_facets(
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
  query constant text := private.asked_name(p_query);
  pattern constant text := private.name_pattern(query);
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
  reaches_most boolean;   -- at least so many match, so that the numbers are lower bounds
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

  reaches_most := coalesce(matching >= most, false);
  if reaches_most and chosen <> '' then
    execute format('select coalesce(count(*) filter (where f.id is null), 0) + count(distinct f.id), count(*)
      from (select case when $9 then p.family_id end as id from %s p where %s and %s %s) f', source, matches, chosen, up_to)
    into total, matching
    using p_category, pattern, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_grouped;
  else
    total := (facets ->> 'total')::bigint;
  end if;
  perform set_config('enable_seqscan', scans, true);
  if not (reaches_most or most is not null and (p_min is not null or p_max is not null)) then return facets; end if;

  whole := public.product_facets(p_category => p_category, p_stock => p_stock, p_brand => p_brand, p_country => p_country, p_moq => p_moq, p_grouped => p_grouped);
  facets := jsonb_set(facets, '{price}', whole -> 'price');
  if not reaches_most then return facets; end if;
  foreach one in array array['category', 'brand', 'country', 'stock', 'moq'] loop
    facets := jsonb_set(facets, array[one], (select coalesce(jsonb_object_agg(k.name, 0), '{}') from jsonb_object_keys(whole -> one) k (name)) || (facets -> one));
  end loop;
  return facets || jsonb_build_object('total', total, 'more', jsonb_build_object('total', matching >= most, 'counts', true));
end $$;
revoke all on function public.product_facets from public;
grant execute on function public.product_facets to anon, authenticated;

-- what is shown of the products of a page, in its order. p_families: what is counted of each family by its id; null: the products alone.
-- a function of its own, like facets_of: its statement does not depend on the filters, so it is planned once
create function private.cards_of(p_page uuid[], p_families jsonb) returns table (product jsonb, family jsonb)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan rows 36 as $$
begin
  return query
    select jsonb_build_object('id', p.id, 'name', p.name, 'brand', p.brand, 'image_url', p.image_url, 'image_thumbhash', p.image_thumbhash,
      'price', p.price, 'retail_price', p.retail_price, 'mrp', p.mrp, 'gst_percent', p.gst_percent, 'pricing_tiers', p.pricing_tiers, 'tier_group', p.tier_group,
      'min_order_quantity', p.min_order_quantity, 'stock', p.stock), g.family
    from unnest(p_page) with ordinality k (id, place)
    join public.products p on p.id = k.id
    left join lateral (
      select jsonb_build_object('id', f.id, 'name', f.name, 'options', f.options, 'swatches', s.swatches) || (p_families -> f.id::text) as family
      from public.product_families f
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('name', v.name, 'colour', v.colour, 'picture', v.picture) order by v.position, v.id), '[]') as swatches
        from (
          select v.* from public.product_family_values v
          where v.family_id = f.id and v.option = 1 and coalesce(v.colour, v.picture) is not null
            and exists (select from public.products o where o.family_id = f.id and o.value_1 = v.id and o.status = 'active')
          order by v.position, v.id limit 5) v) s
      where p_families is not null and f.id = p.family_id) g on true
    order by k.place;
end $$;
revoke all on function private.cards_of(uuid[], jsonb) from public;

-- one page of products, or of cards, by the filters above. p_grouped: a family is one row, its first fitting member, those in stock first; its
-- place is that member's. families are ordered by their lowest price in both directions, because it is the price that the card shows.
-- p_featured: only featured ones. p_without: neither this product nor others of its family.
-- family, of a grouped row: {id, name, options, values: how many values of the first option there are, swatches: five of them at most,
-- fitting: how many members fit, from and to: their prices, of those in stock if there are any}.
-- security definer: under row-level security, postgresql uses no index for price ranges and ilike. the function repeats the visitors' policy.
-- the filters are parameters of two short statements, so that each call is planned for what it asks.
create function public.list_products(
  p_category uuid[] default null, p_query text default null, p_min numeric default null, p_max numeric default null, p_stock text[] default null,
  p_brand text[] default null, p_country text[] default null, p_moq integer default null, p_featured boolean default false, p_without uuid default null,
  p_sort text default 'created_at', p_grouped boolean default false, p_from integer default 0, p_limit integer default 12
) returns table (product jsonb, family jsonb)
language plpgsql stable security definer set search_path = '' rows 36 as $$
declare
  query constant text := private.asked_name(p_query);
  name_like constant text := private.name_pattern(query);
  source constant text := private.name_source(query, private.most_counted() / 2);   -- more are met soon enough, and take longer to sort
  scans constant text := current_setting('enable_seqscan');
  fits text := concat_ws(' and ', 'p.status = ''active''',
    case when p_category is not null then 'p.category_id = any ($1)' end,
    case when query is not null then 'p.name ilike $2' end,
    case when p_min is not null then 'p.base_price >= $3' end,
    case when p_max is not null then 'p.base_price <= $4' end,
    case when p_stock is not null then 'private.stock_class(p.stock) = any ($5)' end,
    case when p_brand is not null then 'p.brand = any ($6)' end,
    case when p_country is not null then 'p.country_of_origin = any ($7)' end,
    case when p_moq is not null then 'p.min_order_quantity <= $8' end,
    case when p_featured then 'p.is_featured' end,
    case when p_without is not null then 'p.id <> $9 and coalesce(p.family_id <> (select w.family_id from public.products w where w.id = $9), true)' end);
  of_other constant text := replace(fits, 'p.', 'o.');
  sorted constant text := case p_sort when 'price_asc' then 'base_price' when 'price_desc' then 'base_price desc' when 'popular' then 'popularity desc'
    when 'created_at' then 'created_at desc' end;
  first constant text := case p_sort when 'popular' then 'popularity desc' when 'created_at' then 'created_at desc' else 'base_price' end;
  precedes constant text := case when first like '% desc' then '(o.stock = 0, p.%1$s, o.id) < (p.stock = 0, o.%1$s, p.id)'
    else '(o.stock = 0, o.%1$s, o.id) < (p.stock = 0, p.%1$s, p.id)' end;
  page uuid[];
  families uuid[];
  counts jsonb;   -- by the ids of these families
begin
  if sorted is null then
    raise exception 'Products are not sorted by %', p_sort using errcode = '22023';
  end if;
  if not private.sees_shop() then return; end if;
  -- the first pages ask of each product whether a sibling comes before it, along an index; further on it costs less to choose all first members at once
  if p_grouped and p_from < 240 then
    fits := fits || format(' and (p.family_id is null or not exists (select from public.products o where o.family_id = p.family_id and %s and %s))',
      of_other, format(precedes, split_part(first, ' ', 1)));
  elsif p_grouped then
    fits := fits || format(' and (p.family_id is null or p.id in (
      select distinct on (o.family_id) o.id from public.products o where o.family_id is not null and %s order by o.family_id, o.stock = 0, o.%s, o.id))',
      of_other, first);
  end if;
  if source <> 'public.products' then perform set_config('enable_seqscan', 'off', true); end if;
  execute format('select array(select p.id from %s p where %s order by p.%s, p.id limit $10 offset $11)', source, fits, sorted) into page
    using p_category, name_like, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_without, least(greatest(p_limit, 0), 200), greatest(p_from, 0);
  perform set_config('enable_seqscan', scans, true);
  families := array(select distinct p.family_id from public.products p where p_grouped and p.id = any (page) and p.family_id is not null);
  if families <> '{}' then
    execute format('select jsonb_object_agg(m.family_id, m.counts) from (
      select o.family_id, jsonb_build_object(''values'', count(distinct o.value_1), ''fitting'', count(*) filter (where o.fits),
        ''from'', coalesce(min(o.base_price) filter (where o.fits and o.stock > 0), min(o.base_price) filter (where o.fits)),
        ''to'', coalesce(max(o.base_price) filter (where o.fits and o.stock > 0), max(o.base_price) filter (where o.fits))) as counts
      from (select o.*, %s as fits from public.products o where o.family_id = any ($10) and o.status = ''active'') o group by o.family_id) m', of_other) into counts
      using p_category, name_like, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_without, families;
  end if;
  return query select c.product, c.family from private.cards_of(page, counts) c;
end $$;
revoke all on function public.list_products from public;
grant execute on function public.list_products to anon, authenticated;
