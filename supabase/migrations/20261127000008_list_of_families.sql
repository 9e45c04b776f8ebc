drop function if exists "public"."product_facets"(p_category uuid[], p_query text, p_min numeric, p_max numeric, p_stock text[], p_brand text[], p_country text[], p_moq integer);

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.list_products(p_category uuid[] DEFAULT NULL::uuid[], p_query text DEFAULT NULL::text, p_min numeric DEFAULT NULL::numeric, p_max numeric DEFAULT NULL::numeric, p_stock text[] DEFAULT NULL::text[], p_brand text[] DEFAULT NULL::text[], p_country text[] DEFAULT NULL::text[], p_moq integer DEFAULT NULL::integer, p_featured boolean DEFAULT false, p_without uuid DEFAULT NULL::uuid, p_sort text DEFAULT 'created_at'::text, p_grouped boolean DEFAULT false, p_from integer DEFAULT 0, p_limit integer DEFAULT 12)
 RETURNS TABLE(product jsonb, family jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 36
 SET search_path TO ''
AS $function$
declare
  query constant text := nullif(btrim(left(p_query, 500)), '');
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
begin
  if sorted is null then
    raise exception 'Products are not sorted by %', p_sort using errcode = '22023';
  end if;
  -- the first pages ask of each product whether a sibling comes before it, along an index; further on it costs less to choose all first members at once
  if p_grouped and p_from < 240 then
    fits := fits || format(' and (p.family_id is null or not exists (select from public.products o where o.family_id = p.family_id and %s and %s))',
      of_other, format(precedes, split_part(first, ' ', 1)));
  elsif p_grouped then
    fits := fits || format(' and (p.family_id is null or p.id in (
      select distinct on (o.family_id) o.id from public.products o where o.family_id is not null and %s order by o.family_id, o.stock = 0, o.%s, o.id))',
      of_other, first);
  end if;
  return query execute format('
    select jsonb_build_object(''id'', p.id, ''name'', p.name, ''brand'', p.brand, ''image_url'', p.image_url, ''image_thumbhash'', p.image_thumbhash,
      ''price'', p.price, ''retail_price'', p.retail_price, ''mrp'', p.mrp, ''gst_percent'', p.gst_percent, ''pricing_tiers'', p.pricing_tiers,
      ''min_order_quantity'', p.min_order_quantity, ''stock'', p.stock), g.family
    from (select p.* from public.products p where %1$s order by p.%2$s, p.id limit $11 offset $12) p
    left join lateral (
      select jsonb_build_object(''id'', f.id, ''name'', f.name, ''options'', f.options, ''values'', m.shades, ''fitting'', m.fitting,
        ''from'', coalesce(m.lowest_in_stock, m.lowest), ''to'', coalesce(m.highest_in_stock, m.highest), ''swatches'', s.swatches) as family
      from public.product_families f
      cross join lateral (
        select count(distinct o.value_1) as shades, count(*) filter (where o.fits) as fitting, min(o.base_price) filter (where o.fits) as lowest,
          max(o.base_price) filter (where o.fits) as highest, min(o.base_price) filter (where o.fits and o.stock > 0) as lowest_in_stock,
          max(o.base_price) filter (where o.fits and o.stock > 0) as highest_in_stock
        from (select o.*, %3$s as fits from public.products o where o.family_id = f.id and o.status = ''active'') o) m
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object(''name'', v.name, ''colour'', v.colour, ''picture'', v.picture) order by v.position, v.id), ''[]'') as swatches
        from (
          select v.* from public.product_family_values v
          where v.family_id = f.id and v.option = 1 and coalesce(v.colour, v.picture) is not null
            and exists (select from public.products o where o.family_id = f.id and o.value_1 = v.id and o.status = ''active'')
          order by v.position, v.id limit 5) v) s
      where $10 and f.id = p.family_id) g on true
    order by p.%2$s, p.id', fits, sorted, of_other)
  using p_category, '%' || replace(replace(replace(query, '\', '\\'), '%', '\%'), '_', '\_') || '%', p_min, p_max, p_stock, p_brand, p_country, p_moq,
    p_without, p_grouped, least(greatest(p_limit, 0), 200), greatest(p_from, 0);
end $function$
;

CREATE OR REPLACE FUNCTION public.product_facets(p_category uuid[] DEFAULT NULL::uuid[], p_query text DEFAULT NULL::text, p_min numeric DEFAULT NULL::numeric, p_max numeric DEFAULT NULL::numeric, p_stock text[] DEFAULT NULL::text[], p_brand text[] DEFAULT NULL::text[], p_country text[] DEFAULT NULL::text[], p_moq integer DEFAULT NULL::integer, p_grouped boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with kinds as (   -- products alike in everything a filter asks: a few hundred rows stand for many thousand; of families, by family
    select case when p_grouped then p.family_id end as family, p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq,
      case when p.stock = 0 then 'out_of_stock' when p.stock < 10 then 'low_stock' else 'in_stock' end as stock,
      (p_min is null or p.base_price >= p_min) and (p_max is null or p.base_price <= p_max) as in_price,
      count(*) as n, min(p.base_price) as lowest, max(p.base_price) as highest
    from (
      select s.* from public.products s where nullif(btrim(p_query), '') is null
      union all
      select s.* from public.search_products(p_query) s where btrim(p_query) <> ''
    ) p
    where p.status = 'active'   -- an admin's storefront counts what customers see
    group by 1, 2, 3, 4, 5, 6, 7
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
  )
$function$
;

CREATE OR REPLACE FUNCTION private.follow_family()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$   -- a plan made while the table is empty is kept for an import of thousands
declare
  most constant integer := private.limit_of('family_members');
  moves boolean := tg_op = 'UPDATE' and new.family_id is distinct from old.family_id;
  family public.product_families;
  shared jsonb;
  differs text;
  composed text;
begin
  if new.family_id is null then
    if moves then   -- that is, it leaves
      new.value_1 := null;
      new.value_2 := null;
      new.value_3 := null;
      new.tier_group := null;
    end if;
    return new;
  end if;
  if tg_op = 'INSERT' or moves then   -- one at a time, or two could each be the last member that there is room for
    select f.* into family from public.product_families f where f.id = new.family_id for no key update;
    if (select count(*) from public.products p where p.family_id = new.family_id) >= most then
      raise exception 'A family has at most % products', most
        using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_MEMBERS', 'limit', most)::text;
    end if;
  else
    select f.* into family from public.product_families f where f.id = new.family_id for share;
  end if;
  if family.id is null then
    return new;   -- the foreign key refuses it
  end if;
  if exists (
    select from public.product_family_values v join (values (1, new.value_1), (2, new.value_2), (3, new.value_3)) c (option, id) on c.id = v.id
    where v.option <> c.option
  ) then
    raise exception 'A value belongs to another option' using errcode = '23514', detail = '{"code":"OTHER_OPTION"}';
  end if;

  shared := jsonb_strip_nulls(to_jsonb(family));
  select jsonb_object_agg(s.key, s.value) into shared from jsonb_each(shared) s where s.key = any (private.family_columns());
  select family.name || coalesce(' – ' || string_agg(v.name, ', ' order by v.option), '') into composed
    from public.product_family_values v where v.id in (new.value_1, new.value_2, new.value_3);
  if length(composed) > 200 then
    raise exception 'The name of the family with these values is longer than 200 characters'
      using errcode = '23514', detail = '{"code":"NAME_TOO_LONG"}';
  end if;
  if tg_op = 'UPDATE' and not moves then
    if new.name is distinct from old.name and new.name <> composed then
      differs := 'name';
    else
      select min(s.key) into differs from jsonb_each(shared) s where to_jsonb(new) -> s.key is distinct from s.value;
    end if;
    if differs is not null then
      raise exception 'The family decides about this: %', differs
        using errcode = '23514', detail = jsonb_build_object('code', 'DECIDED_BY_FAMILY', 'column', differs)::text;
    end if;
  elsif shared is not null then
    new := jsonb_populate_record(new, shared);
  end if;
  new.name := composed;
  new.tier_group := case when family.mixed_tiers then family.id end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.guard_family_values()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$   -- a plan made while the table is empty is kept for thousands
declare
  most constant integer := private.limit_of('family_values');
  options integer;
begin
  select cardinality(f.options) into options from public.product_families f where f.id = new.family_id for no key update;
  if new.option > options then
    raise exception 'The family has no option %', new.option using errcode = '23514', detail = '{"code":"NO_SUCH_OPTION"}';
  end if;
  if (select count(*) from public.product_family_values v where v.family_id = new.family_id) >= most then
    raise exception 'A family has at most % values', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_VALUES', 'limit', most)::text;
  end if;
  return new;
end $function$
;

grant execute on function public.list_products to anon, authenticated;
grant execute on function public.product_facets to anon, authenticated;
