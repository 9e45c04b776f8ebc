alter table "public"."settings" add column "is_open" boolean not null default true;

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_closed_shop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (select s.is_open from public.settings s) and not private.staff_may(new.user_id, 'panel') then
    raise exception 'The shop is closed' using errcode = 'PT409', detail = '{"code":"SHOP_CLOSED"}';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.sees_shop()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  preview jsonb;
begin
  if (select s.is_open from public.settings s) or auth.role() = 'service_role' or private.may('panel') then return true; end if;
  preview := auth.jwt() -> 'preview';
  return preview is not null and private.staff_may((preview ->> 'by')::uuid, 'panel') and exists (
    select from auth.sessions s where s.id = (preview ->> 'session')::uuid and s.user_id = (preview ->> 'by')::uuid and (s.not_after is null or s.not_after > now()));
end $function$
;

CREATE OR REPLACE FUNCTION public.sees_shop()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.sees_shop() $function$
;

CREATE OR REPLACE FUNCTION public.set_shop_open(p_open boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('owner.settings') then raise exception 'permission denied to open or close the shop' using errcode = '42501'; end if;
  update public.settings s set is_open = p_open where s.is_open <> p_open;
end $function$
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

CREATE OR REPLACE FUNCTION public.match_order_lines(p_terms text[])
 RETURNS TABLE(term text, matched text, product jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 500
 SET search_path TO ''
AS $function$
  with terms as (select distinct t.term from unnest(p_terms[1:3000]) as t (term) where length(t.term) between 1 and 200 and (select private.sees_shop()))
  select t.term, 'sku', s.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where upper(p.sku) = upper(t.term) and p.status = 'active' order by p.id limit 6) s
  union all
  select t.term, 'barcode', b.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p
    where t.term ~ '^[0-9]{8,14}$' and lpad(p.barcode, 14, '0') = lpad(t.term, 14, '0') and p.barcode is not null and p.status = 'active') b
  union all
  select t.term, 'name', n.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where lower(p.name) = lower(t.term) and p.status = 'active' order by p.id limit 6) n
$function$
;

CREATE OR REPLACE FUNCTION public.near_order_lines(p_terms text[])
 RETURNS TABLE(term text, matched text, product jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  with terms as (
    select distinct t.term, upper(left(t.term, greatest(length(t.term) - 1, 3))) as beginning
    from unnest(p_terms[1:25]) as t (term) where length(t.term) between 3 and 100 and (select private.sees_shop()))
  select t.term, 'near', private.pad_product(c.p) from terms t cross join lateral (
    select distinct on ((u.p).id) u.p, u.source, u.place from (
      (select s as p, 1 as source, row_number() over (order by extensions.similarity(t.term, s.sku) desc, s.id) as place
        from (select s.* from public.products s
          where upper(s.sku) ~>=~ t.beginning and upper(s.sku) ~<~ (t.beginning || U&'\+10ffff') and s.status = 'active' limit 20) r
        join public.products s on s.id = r.id)
      union all
      (select s, 2, row_number() over (order by extensions.word_similarity(t.term, s.name) desc, s.units_sold desc, s.id)
        from (select s.id from public.products s where t.term operator(extensions.<%) s.name and s.status = 'active' limit 200) r
        join public.products s on s.id = r.id)
      union all
      (select s, 3, row_number() over () from public.suggest_products(private.search_tokens(t.term), 12) s
        where extensions.word_similarity(t.term, s.name) >= 0.3)) u
    where u.place <= 4
    order by (u.p).id, u.source, u.place) c
  order by t.term, c.source, c.place
$function$
;

CREATE OR REPLACE FUNCTION public.search_products(p_query text)
 RETURNS SETOF products
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
  select p.* from public.products p
  where p.status = 'active' and btrim(p_query) <> '' and (select private.sees_shop())
    and p.name ilike '%' || replace(replace(replace(left(btrim(p_query), 500), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$
;

CREATE OR REPLACE FUNCTION public.sitemap_parts(p_size integer)
 RETURNS TABLE(after uuid, lastmod timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with numbered as (
    select p.id, p.updated_at, lag(p.id) over (order by p.id) as before, (row_number() over (order by p.id) - 1) / greatest(p_size, 100) as part
    from public.products p where p.status = 'active' and (select private.sees_shop()))   -- definer for one plan without the policies; this is what they say
  select (array_agg(n.before order by n.id))[1], max(n.updated_at) from numbered n group by n.part order by n.part
$function$
;

CREATE OR REPLACE FUNCTION public.suggest_products(p_tokens text[], p_limit integer DEFAULT 6)
 RETURNS SETOF products
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  shown constant integer := least(greatest(coalesce(p_limit, 6), 0), 50);
  anywhere text[];
  nearest tsquery[];
  ladder tsquery[];
  found uuid[];
  among_best boolean;
  sure integer;   -- how many of them have every word where it counts
begin
  select array_agg(q.anywhere::text), array_agg(q.nearest) into anywhere, nearest
  from (
    select distinct left(private.fold_words(left(t.token, 200)), 40) as word from unnest(p_tokens[1:6]) t (token)
  ) w, private.word_query(w.word) q
  where w.word <> '' and q.anywhere is not null;
  if anywhere is null or not private.sees_shop() then
    return;
  end if;

  ladder := array[private.join_queries(anywhere, ' & ')];
  if cardinality(anywhere) > 2 then
    ladder := ladder || private.join_queries(array(
      select private.join_queries(array_remove(anywhere, a), ' & ')::text from unnest(anywhere) a), ' | ');
  end if;
  if cardinality(anywhere) > 1 then
    ladder := ladder || private.join_queries(anywhere, ' | ');
  end if;

  <<steps>>
  for step in 1..cardinality(ladder) loop
    -- no product outside the best sellers sells more than one of them: enough sure ones there are the answer
    foreach among_best in array array[true, false] loop
      select array_agg(c.id order by c.places desc, c.popularity desc, c.id), count(*) filter (where c.places = cardinality(nearest))
      into found, sure
      from (
        select p.id, p.popularity, (select count(*) from unnest(nearest) q where d.words @@ q) as places
        from private.search_documents d join public.products p on p.id = d.product_id
        where d.words @@ ladder[step] and p.status = 'active' and (d.best_seller or not among_best)
        order by p.popularity desc, p.id limit 400
      ) c;
      exit steps when sure >= shown or cardinality(found) >= shown and step > 1 and step = cardinality(ladder);
    end loop;
    exit when found is not null;
  end loop;

  return query
    select p.* from unnest(found[1:shown]) with ordinality f (id, place) join public.products p on p.id = f.id and p.status = 'active'
    order by f.place;
end $function$
;


  create policy "hidden while the shop is closed"
  on "public"."banner_images"
  as restrictive
  for select
  to anon, authenticated
using (( SELECT private.sees_shop() AS sees_shop));



  create policy "hidden while the shop is closed"
  on "public"."categories"
  as restrictive
  for select
  to anon, authenticated
using (( SELECT private.sees_shop() AS sees_shop));



  create policy "hidden while the shop is closed"
  on "public"."products"
  as restrictive
  for select
  to anon, authenticated
using (( SELECT private.sees_shop() AS sees_shop));


CREATE TRIGGER guard_closed_shop BEFORE INSERT ON public.orders FOR EACH ROW WHEN (((new.channel = 'online'::text) AND (CURRENT_USER = 'shop_orders'::name))) EXECUTE FUNCTION private.guard_closed_shop();

revoke all on function private.guard_closed_shop() from public;
revoke all on function private.sees_shop() from public;
grant execute on function private.sees_shop() to anon, authenticated, service_role;
revoke all on function public.sees_shop() from public;
grant execute on function public.sees_shop() to anon, authenticated, service_role;
revoke all on function public.set_shop_open(boolean) from public;
grant execute on function public.set_shop_open(boolean) to authenticated;
