-- of a large catalogue, the counts by everything that a filter asks except the price are known beforehand, a moment behind: one pass over a
-- million products takes half a second. changes of products are collected, and a job adds them (docs/decisions/0122-only-what-has-changed.md).
-- all unlogged: after a crash all three are empty, and all is counted again.
create unlogged table private.facet_kinds (
  line text primary key,   -- the other columns as one text
  family_id uuid, category_id uuid, brand text, country text, moq integer not null, stock text not null,
  n integer not null,
  -- between two counts of all products: of all that have been among them since
  lowest numeric not null, highest numeric not null,
  status text not null default 'active', gst numeric not null default 0
);
create unlogged table private.facet_counts (
  one boolean primary key default true check (one),
  product_values jsonb not null,   -- of public.product_values, for staff who see all products
  counted_at timestamptz not null default clock_timestamp()   -- all products
);
-- what came to the products of a kind and what left them. writers add rows and wait for nobody
create unlogged table private.facet_changes (
  id bigint primary key generated always as identity,
  family_id uuid, category_id uuid, brand text, country text, moq integer not null, stock text not null, status text not null, gst numeric not null,
  n integer not null,
  lowest numeric, highest numeric   -- of those that came
);
alter table private.facet_kinds enable row level security;
alter table private.facet_counts enable row level security;
alter table private.facet_changes enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.facet_kinds, private.facet_counts, private.facet_changes from public;

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

-- from this many products on, by the estimate of the planner
create function private.is_large_catalogue() returns boolean
language sql stable security definer set search_path = '' as $$
  select c.reltuples > 50000 from pg_catalog.pg_class c where c.oid = 'public.products'::regclass
$$;

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
create function private.count_facets(p_always boolean default false) returns boolean
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
create function public.product_values() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('catalogue.write') then
    return private.count_product_values(false, private.are_facets_counted());
  end if;
  return coalesce((select c.product_values from private.facet_counts c where private.are_facets_counted()), private.count_product_values(true, false));
end $$;
revoke all on function public.product_values() from public;
grant execute on function public.product_values() to authenticated;
