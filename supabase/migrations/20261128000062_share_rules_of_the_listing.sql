-- the rules of what is looked for and of the classes of stock are written once, for the listing and for its counts. which columns the audit log
-- shows is one function too: the updates had a copy of it that no test covered.
create function private.asked_name(p_query text) returns text
language sql immutable parallel safe return nullif(left(btrim(p_query), 500), '');
create function private.name_pattern(asked text) returns text
language sql immutable parallel safe return '%' || replace(replace(replace(asked, '\', '\\'), '%', '\%'), '_', '\_') || '%';
revoke all on function private.asked_name(text), private.name_pattern(text) from public;

create or replace function public.search_products(p_query text) returns setof public.products
language sql stable security definer set search_path = '' rows 50 as $$
  select p.* from public.products p
  where p.status = 'active' and (select private.sees_shop()) and p.name ilike private.name_pattern(private.asked_name(p_query))
$$;

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

create or replace function public.list_products(
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

create function private.is_shown(col text, shown text[]) returns boolean
language sql immutable return (shown is null or col = any (shown)) and col !~ '(secret|password|token)';

create or replace function private.audit_changes(before jsonb, after jsonb, skipped text[], shown text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(k.key, case
      when private.is_shown(k.key, shown)
        then jsonb_build_array(private.audit_value(before -> k.key), private.audit_value(after -> k.key)) end)
  from jsonb_each(coalesce(after, before)) k
  where k.key <> all (skipped)
    and coalesce(before -> k.key, 'null') is distinct from coalesce(after -> k.key, 'null')
$$;

create or replace function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
declare
  key constant text := tg_argv[0];
  about constant text := tg_argv[1];
  skipped constant text[] := tg_argv[2];
  shown constant text[] := nullif(tg_argv[3], '');
  with_values constant boolean := tg_argv[4] = 'yes';
  me constant uuid := auth.uid();
begin
  if tg_op = 'UPDATE' then
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, n.line ->> about, 'update', c.changes
      from (select to_jsonb(x) as line from changed x offset 0) n
      join (select to_jsonb(x) as line from before x offset 0) b on b.line ->> key = n.line ->> key
      cross join lateral (
        select jsonb_object_agg(k.key, case
            when private.is_shown(k.key, shown)
              then jsonb_build_array(private.audit_value(b.line -> k.key), private.audit_value(k.value)) end) as changes
        from jsonb_each(n.line) k
        where k.value is distinct from coalesce(b.line -> k.key, 'null') and k.key <> all (skipped)) c
      where c.changes is not null;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, n.line ->> about, 'insert',
        case when with_values then coalesce(private.audit_changes(null, n.line, skipped, shown), '{}') else '{}' end
      from (select to_jsonb(x) as line from changed x offset 0) n;
  else
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, b.line ->> about, 'delete', coalesce(private.audit_changes(b.line, null, skipped, shown), '{}')
      from (select to_jsonb(x) as line from before x offset 0) b;
  end if;
  return null;
end $$;
