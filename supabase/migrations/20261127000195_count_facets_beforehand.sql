-- of a large catalogue, the counts by everything that a filter asks except the price are counted beforehand, a moment behind: one pass over a
-- million products takes half a second. unlogged: what is lost is counted again. a job writes it (docs/decisions/0119-counts-of-a-large-catalogue.md).
create unlogged table private.facet_kinds (
  line text primary key,   -- the other columns as one text, so that only what has changed is written
  family_id uuid, category_id uuid, brand text, country text, moq integer not null, stock text not null,
  n integer not null, lowest numeric not null, highest numeric not null
);
create unlogged table private.facet_counts (
  one boolean primary key default true check (one),
  changes bigint not null,   -- of the products, as the statistics of the database had counted them
  product_values jsonb not null,   -- of public.product_values, for staff who see all products
  counted_at timestamptz not null default clock_timestamp()
);
alter table private.facet_kinds enable row level security;
alter table private.facet_counts enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.facet_kinds, private.facet_counts from public;

-- from this many products on, by the estimate of the planner
create function private.is_large_catalogue() returns boolean
language sql stable security definer set search_path = '' as $$
  select c.reltuples > 50000 from pg_catalog.pg_class c where c.oid = 'public.products'::regclass
$$;

-- the brands and the tax rates there are, each with its number of products, in one pass. p_all: drafts and archived ones too
create function private.count_product_values(p_all boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as materialized (
    select p.brand, p.gst_percent, grouping(p.brand) = 0 as of_brand, count(*) as count
    from public.products p where p_all or p.status = 'active' and (select private.sees_shop()) group by grouping sets ((p.brand), (p.gst_percent))
  )
  select jsonb_build_object(
    'brands', coalesce((select jsonb_agg(jsonb_build_object('value', b.brand, 'count', b.count) order by lower(b.brand)) from (
      select c.brand, c.count from counted c where c.of_brand and c.brand is not null order by c.count desc, c.brand limit 2000) b), '[]'),
    'rates', coalesce((select jsonb_agg(jsonb_build_object('value', r.gst_percent, 'count', r.count) order by r.gst_percent) from counted r where not r.of_brand), '[]'))
$$;
revoke all on function private.count_product_values(boolean) from public;

-- counts again if products have changed. returns whether it did. p_always: whatever the size, for tests
create function private.count_facets(p_always boolean default false) returns boolean
language plpgsql security definer set search_path = '' set max_parallel_workers_per_gather = 0 as $$
declare
  now_ bigint := (select pg_catalog.pg_stat_get_tuples_inserted(t) + pg_catalog.pg_stat_get_tuples_updated(t) + pg_catalog.pg_stat_get_tuples_deleted(t)
    from (select 'public.products'::regclass::oid) o (t));
begin
  if not pg_try_advisory_xact_lock(hashtext('private.count_facets')) then return false; end if;
  if not (p_always or private.is_large_catalogue()) then
    delete from private.facet_counts;
    return false;
  end if;
  -- the statistics may lose a change in a crash: after ten minutes it is counted in any case
  if exists (select from private.facet_counts c where c.changes = now_ and c.counted_at > clock_timestamp() - interval '10 minutes') then return false; end if;
  with counted as materialized (
    select concat_ws(chr(31), coalesce(k.family_id::text, ''), coalesce(k.category_id::text, ''), coalesce('=' || k.brand, ''), coalesce('=' || k.country, ''), k.moq, k.stock) as line, k.*
    from (select p.family_id, p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq,
        case when p.stock = 0 then 'out_of_stock' when p.stock < 10 then 'low_stock' else 'in_stock' end as stock,
        count(*)::integer as n, min(p.base_price) as lowest, max(p.base_price) as highest
      from public.products p where p.status = 'active' group by 1, 2, 3, 4, 5, 6) k
  ), gone as (
    delete from private.facet_kinds k where not exists (select from counted c where c.line = k.line)
  )
  insert into private.facet_kinds as k (line, family_id, category_id, brand, country, moq, stock, n, lowest, highest)
    select c.line, c.family_id, c.category_id, c.brand, c.country, c.moq, c.stock, c.n, c.lowest, c.highest from counted c
    on conflict (line) do update set n = excluded.n, lowest = excluded.lowest, highest = excluded.highest
      where (k.n, k.lowest, k.highest) is distinct from (excluded.n, excluded.lowest, excluded.highest);
  insert into private.facet_counts (changes, product_values) values (now_, private.count_product_values(true))
    on conflict (one) do update set changes = excluded.changes, product_values = excluded.product_values, counted_at = clock_timestamp();
  return true;
end $$;
revoke all on function private.is_large_catalogue(), private.count_facets(boolean) from public;
grant execute on function private.count_facets(boolean) to shop_mail;

-- no: not counted, or by a job that has stopped
create function private.are_facets_counted() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.facet_counts c where c.counted_at > clock_timestamp() - interval '15 minutes')
$$;
revoke all on function private.are_facets_counted() from public;

-- what the filters of the back office's list offer: the brands and the tax rates there are, each with its number of products; of a large
-- catalogue as counted a moment before. staff who see all products count all, others what visitors see
create or replace function public.product_values() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('catalogue.write') then
    return private.count_product_values(false);
  end if;
  return coalesce((select c.product_values from private.facet_counts c where private.are_facets_counted()), private.count_product_values(true));
end $$;

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
language sql stable security definer set search_path = '' as $$
  with known as materialized (
    select nullif(btrim(p_query), '') is null and p_min is null and p_max is null and private.are_facets_counted() as beforehand
  ),
  kinds as (   -- products alike in everything a filter asks: a few hundred rows stand for many thousand; of families, by family
    select case when p_grouped then p.family_id end as family, p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq,
      case when p.stock = 0 then 'out_of_stock' when p.stock < 10 then 'low_stock' else 'in_stock' end as stock,
      (p_min is null or p.base_price >= p_min) and (p_max is null or p.base_price <= p_max) as in_price,
      count(*) as n, min(p.base_price) as lowest, max(p.base_price) as highest
    from (
      select s.* from public.products s where nullif(btrim(p_query), '') is null and not (select beforehand from known)
      union all
      select s.* from public.search_products(p_query) s where btrim(p_query) <> ''
    ) p
    where p.status = 'active' and (select private.sees_shop())   -- an admin's storefront counts what customers see
    group by 1, 2, 3, 4, 5, 6, 7
    union all
    select case when p_grouped then k.family_id end, k.category_id, k.brand, k.country, k.moq, k.stock, true, k.n, k.lowest, k.highest
    from private.facet_kinds k where (select beforehand from known) and (select private.sees_shop())
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
$$;
