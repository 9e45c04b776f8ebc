-- counts of the filters of a large catalogue: all products were counted again every ten seconds, 1.5 s at a million of them. now changes of
-- products are collected, and the job adds these alone (docs/decisions/0122-only-what-has-changed.md)
select pg_advisory_xact_lock(hashtext('private.count_facets'));   -- not while the job counts as it did

alter table private.facet_kinds add column status text not null default 'active', add column gst numeric not null default 0;
-- contract: how the job knew of changes, its function is replaced in this file; used by SQL alone
alter table private.facet_counts drop column changes;
-- rows: one, so that all are counted again
delete from private.facet_counts;

-- what came to the products of a kind and what left them. writers add rows and wait for nobody
create unlogged table private.facet_changes (
  id bigint primary key generated always as identity,
  family_id uuid, category_id uuid, brand text, country text, moq integer not null, stock text not null, status text not null, gst numeric not null,
  n integer not null,
  lowest numeric, highest numeric   -- of those that came
);
alter table private.facet_changes enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.facet_changes from public;

create function private.stock_class(stock integer) returns text
language sql immutable parallel safe return case when stock = 0 then 'out_of_stock' when stock < 10 then 'low_stock' else 'in_stock' end;
create function private.facet_line(family_id uuid, category_id uuid, brand text, country text, moq integer, stock text, status text, gst numeric) returns text
language sql stable parallel safe
return concat_ws(chr(31), coalesce(family_id::text, ''), coalesce(category_id::text, ''), coalesce('=' || brand, ''), coalesce('=' || country, ''), moq, stock, status, gst);
revoke all on function private.stock_class(integer), private.facet_line(uuid, uuid, text, text, integer, text, text, numeric) from public;

-- one row for each kind that a statement changed. orders change nothing but stock, and write a row only when it crosses a class
create function private.note_facet_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.facet_changes (family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
      select c.family_id, c.category_id, c.brand, c.country_of_origin, c.min_order_quantity, private.stock_class(c.stock), c.status, c.gst_percent,
        count(*), min(c.base_price), max(c.base_price) from changed c group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    insert into private.facet_changes (family_id, category_id, brand, country, moq, stock, status, gst, n)
      select b.family_id, b.category_id, b.brand, b.country_of_origin, b.min_order_quantity, private.stock_class(b.stock), b.status, b.gst_percent, -count(*)
      from before b group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_level = 'ROW' then
    insert into private.facet_changes (family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
      values (old.family_id, old.category_id, old.brand, old.country_of_origin, old.min_order_quantity, private.stock_class(old.stock), old.status, old.gst_percent,
          -1, null, null),
        (new.family_id, new.category_id, new.brand, new.country_of_origin, new.min_order_quantity, private.stock_class(new.stock), new.status, new.gst_percent,
          1, new.base_price, new.base_price);
  else
    with both_ as (
      select b.id, b.family_id, b.category_id, b.brand, b.country_of_origin, b.min_order_quantity, private.stock_class(b.stock) as stock, b.status, b.gst_percent,
        b.base_price, -1 as n from before b
      union all
      select c.id, c.family_id, c.category_id, c.brand, c.country_of_origin, c.min_order_quantity, private.stock_class(c.stock), c.status, c.gst_percent,
        c.base_price, 1 from changed c
    ), alike as (   -- before and after in one row, if nothing that is counted has changed
      select b.family_id, b.category_id, b.brand, b.country_of_origin, b.min_order_quantity, b.stock, b.status, b.gst_percent, b.base_price, sum(b.n) as n
      from both_ b group by b.id, 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(b.n) <> 0
    )
    insert into private.facet_changes (family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
      select a.family_id, a.category_id, a.brand, a.country_of_origin, a.min_order_quantity, a.stock, a.status, a.gst_percent,
        sum(a.n), min(a.base_price) filter (where a.n > 0), max(a.base_price) filter (where a.n > 0)
      from alike a group by 1, 2, 3, 4, 5, 6, 7, 8;
  end if;
  return null;
end $$;
revoke all on function private.note_facet_changes() from public;
create trigger facets_made after insert on public.products referencing new table as changed
  for each statement execute function private.note_facet_changes();
create trigger facets_gone after delete on public.products referencing old table as before
  for each statement execute function private.note_facet_changes();
create trigger facets_changed after update on public.products referencing old table as before new table as changed
  for each statement when (current_user <> 'shop_orders') execute function private.note_facet_changes();
create trigger facets_sold after update of stock on public.products
  for each row when (((old.stock = 0) <> (new.stock = 0) or (old.stock < 10) <> (new.stock < 10)) and current_user = 'shop_orders')
  execute function private.note_facet_changes();

-- the brands and the tax rates there are, each with its number of products. p_all: drafts and archived ones too; p_known: as counted beforehand
create function private.count_product_values(p_all boolean, p_known boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as materialized (
    select k.brand, k.gst, grouping(k.brand) = 0 as of_brand, sum(k.n) as count
    from (
      select p.brand, p.gst_percent as gst, p.status, 1 as n from public.products p where not p_known
      union all
      select f.brand, f.gst, f.status, f.n from private.facet_kinds f where p_known) k
    where p_all or k.status = 'active' and (select private.sees_shop()) group by grouping sets ((k.brand), (k.gst))
  )
  select jsonb_build_object(
    'brands', coalesce((select jsonb_agg(jsonb_build_object('value', b.brand, 'count', b.count) order by lower(b.brand)) from (
      select c.brand, c.count from counted c where c.of_brand and c.brand is not null order by c.count desc, c.brand limit 2000) b), '[]'),
    'rates', coalesce((select jsonb_agg(jsonb_build_object('value', r.gst, 'count', r.count) order by r.gst) from counted r where not r.of_brand), '[]'))
$$;
revoke all on function private.count_product_values(boolean, boolean) from public;

-- adds what has changed; all products are counted at first, and every ten minutes, for what was written without triggers and for prices that
-- are gone. returns whether a count has changed. p_always: whatever the size, for tests
create or replace function private.count_facets(p_always boolean default false) returns boolean
language plpgsql security definer set search_path = '' set max_parallel_workers_per_gather = 0 as $$
declare
  everything boolean;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.count_facets')) then return false; end if;
  if not (p_always or private.is_large_catalogue()) then
    delete from private.facet_counts;
    delete from private.facet_changes;
    return false;
  end if;
  everything := not exists (select from private.facet_counts c where c.counted_at > clock_timestamp() - interval '10 minutes');
  -- each is one statement: what it takes from the list is what it has counted
  if everything then
    with taken as (
      delete from private.facet_changes
    ), counted as materialized (
      select private.facet_line(k.family_id, k.category_id, k.brand, k.country, k.moq, k.stock, k.status, k.gst) as line, k.*
      from (select p.family_id, p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq, private.stock_class(p.stock) as stock,
          p.status, p.gst_percent as gst, count(*)::integer as n, min(p.base_price) as lowest, max(p.base_price) as highest
        from public.products p group by 1, 2, 3, 4, 5, 6, 7, 8) k
    ), gone as (
      delete from private.facet_kinds k where not exists (select from counted c where c.line = k.line)
    )
    insert into private.facet_kinds as k (line, family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
      select c.line, c.family_id, c.category_id, c.brand, c.country, c.moq, c.stock, c.status, c.gst, c.n, c.lowest, c.highest from counted c
      on conflict (line) do update set n = excluded.n, lowest = excluded.lowest, highest = excluded.highest
        where (k.n, k.lowest, k.highest) is distinct from (excluded.n, excluded.lowest, excluded.highest);
  else
    with taken as (
      delete from private.facet_changes returning *
    ), difference as (
      select private.facet_line(t.family_id, t.category_id, t.brand, t.country, t.moq, t.stock, t.status, t.gst) as line, t.family_id, t.category_id, t.brand,
        t.country, t.moq, t.stock, t.status, t.gst, sum(t.n)::integer as n, min(t.lowest) as lowest, max(t.highest) as highest
      from taken t group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    )
    merge into private.facet_kinds k using difference d on k.line = d.line
      when matched and k.n + d.n <= 0 then delete
      when matched and (d.n <> 0 or d.lowest < k.lowest or d.highest > k.highest) then
        update set n = k.n + d.n, lowest = least(k.lowest, d.lowest), highest = greatest(k.highest, d.highest)
      when not matched and d.n > 0 then
        insert (line, family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
        values (d.line, d.family_id, d.category_id, d.brand, d.country, d.moq, d.stock, d.status, d.gst, d.n, d.lowest, d.highest);
    if not found then return false; end if;
  end if;
  insert into private.facet_counts as f (product_values) values (private.count_product_values(true, true))
    on conflict (one) do update set product_values = excluded.product_values, counted_at = case when everything then clock_timestamp() else f.counted_at end;
  return true;
end $$;

-- what the filters of the back office's list offer: the brands and the tax rates there are, each with its number of products; of a large
-- catalogue as counted a moment before. staff who see all products count all, others what visitors see
create or replace function public.product_values() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('catalogue.write') then
    return private.count_product_values(false, private.are_facets_counted());
  end if;
  return coalesce((select c.product_values from private.facet_counts c where private.are_facets_counted()), private.count_product_values(true, false));
end $$;

-- contract: its caller is replaced in this file; used by SQL alone
drop function private.count_product_values(boolean);

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
    from private.facet_kinds k where k.status = 'active' and (select beforehand from known) and (select private.sees_shop())
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
