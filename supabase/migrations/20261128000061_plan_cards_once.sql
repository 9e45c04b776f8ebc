-- What a page of products shows is planned once; only which products it has is planned for each call.

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
-- reads past rls, where numeric ranges and "contains" use no index, and repeats the visitors' policy. the filters are parameters of
-- two short statements, so that each call is planned for what it asks.
create or replace function public.list_products(
  p_category uuid[] default null, p_query text default null, p_min numeric default null, p_max numeric default null, p_stock text[] default null,
  p_brand text[] default null, p_country text[] default null, p_moq integer default null, p_featured boolean default false, p_without uuid default null,
  p_sort text default 'created_at', p_grouped boolean default false, p_from integer default 0, p_limit integer default 12
) returns table (product jsonb, family jsonb)
language plpgsql stable security definer set search_path = '' rows 36 as $$
declare
  query constant text := nullif(btrim(left(p_query, 500)), '');
  name_like constant text := '%' || replace(replace(replace(query, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  source constant text := private.name_source(query, private.most_counted() / 2);   -- more are met soon enough, and take longer to sort
  scans constant text := current_setting('enable_seqscan');
  fits text := concat_ws(' and ', 'p.status = ''active''',
    case when p_category is not null then 'p.category_id = any ($1)' end,
    case when query is not null then 'p.name ilike $2' end,
    case when p_min is not null then 'p.base_price >= $3' end,
    case when p_max is not null then 'p.base_price <= $4' end,
    case when p_stock is not null then 'case when p.stock = 0 then ''out_of_stock'' when p.stock < 10 then ''low_stock'' else ''in_stock'' end = any ($5)' end,
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
