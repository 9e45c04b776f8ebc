set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.pad_product(p products)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name, 'brand', p.brand, 'image_url', p.image_url, 'image_thumbhash', p.image_thumbhash,
    'price', p.price, 'retail_price', p.retail_price, 'mrp', p.mrp, 'gst_percent', p.gst_percent, 'hsn', p.hsn, 'unit', p.unit, 'stock', p.stock,
    'min_order_quantity', p.min_order_quantity, 'pricing_tiers', p.pricing_tiers, 'tier_group', p.tier_group, 'status', p.status)
$function$
;

CREATE OR REPLACE FUNCTION public.bought_before(p_limit integer DEFAULT 24)
 RETURNS TABLE(quantity integer, bought_at timestamp with time zone, product jsonb, unit_price numeric, times integer)
 LANGUAGE sql
 STABLE ROWS 24
 SET search_path TO ''
AS $function$
  select l.quantity, l.bought_at, to_jsonb(c), l.unit_price, l.times
  from (
    select distinct on (i.product_id) i.product_id, i.quantity, o.created_at as bought_at, i.unit_price,
      (count(*) over (partition by i.product_id))::integer as times
    from (
      select id, created_at from public.orders where user_id = (select auth.uid()) and status <> 'cancelled'
      order by created_at desc limit 200) o
    join public.order_items i on i.order_id = o.id
    where i.product_id is not null
    order by i.product_id, o.created_at desc, i.quantity desc) l
  cross join lateral (
    select p.id, p.name, p.brand, p.image_url, p.image_thumbhash, p.price, p.retail_price, p.mrp, p.gst_percent, p.pricing_tiers, p.tier_group,
      p.min_order_quantity, p.stock
    from public.products p where p.id = l.product_id and p.status = 'active') c
  order by l.bought_at desc, l.product_id
  limit least(p_limit, 100)
$function$
;

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
      ''price'', p.price, ''retail_price'', p.retail_price, ''mrp'', p.mrp, ''gst_percent'', p.gst_percent, ''pricing_tiers'', p.pricing_tiers, ''tier_group'', p.tier_group,
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
