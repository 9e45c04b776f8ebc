-- staff's list of what is running out read all products, 0.4 s at a million, as stock is in no index. now it reads the list of what is running out
create index if not exists products_low_level_idx on public.products (id) where reorder_level < 9;

-- where a list of the back office reads its products. stock is in no index, because every order would rewrite its entry; what is running out
-- has a list of its own (50_admin_dashboard.sql). a product with less than ten that is not in it has a lower reorder level. each is then read by its
-- key: to read all products looks cheaper to the planner, and is not below fifty thousand.
create function private.product_source(p_filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if p_filters ?| '{stock,running}'
    and not exists (select from jsonb_array_elements(p_filters -> 'stock') b where coalesce((b.value ->> 1)::integer, 10) > 9)
    and (select count(*) from (select from private.low_stock limit 50001) c) <= 50000 then
    return '(select q.* from (select l.product_id from private.low_stock l union select r.id from public.products r where r.reorder_level < 9) l
      cross join lateral (select * from public.products a where a.id = l.product_id offset 0) q)';
  end if;
  return 'public.products';
end $$;
revoke all on function private.product_source(jsonb) from public;

create or replace function public.admin_products(p_search text, p_filters jsonb default '{}', p_sort text default 'created_at', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50)
returns setof public.products
language plpgsql stable security definer set search_path = '' rows 50 as $$
declare
  upwards boolean := p_ascending <> p_backwards;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  perform private.product_sort_type(p_sort);
  return query execute format('select p.* from %s p where %s and %s order by p.%I %s, p.id %s limit %s',
    private.product_source(p_filters), array_to_string(private.product_conditions(p_search, p_filters), ' and '), private.product_cursor('p', p_sort, p_cursor, upwards, p_backwards),
    p_sort, case when upwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $$;

-- how many products that list has, counted up to 100,001
create function public.admin_product_count(p_search text, p_filters jsonb default '{}') returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  counted integer;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  execute format('select count(*) from (select from %s p where %s limit 100001) c', private.product_source(p_filters),
    array_to_string(private.product_conditions(p_search, p_filters), ' and ')) into counted;
  return counted;
end $$;
revoke all on function public.admin_product_count(text, jsonb) from public;
grant execute on function public.admin_product_count(text, jsonb) to authenticated;

create or replace function public.admin_product_groups(p_search text default '', p_filters jsonb default '{}', p_sort text default 'created_at', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50)
returns table (id uuid, name text, base_price numeric, stock bigint, units_sold bigint, created_at timestamptz, product jsonb, family jsonb, total bigint)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
declare
  upwards boolean := p_ascending <> p_backwards;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  perform private.product_sort_type(p_sort);
  return query execute format($sql$
    with sums as (
      select coalesce(p.family_id, p.id) as id, p.family_id, min(p.name) as name, min(p.base_price) as base_price, max(p.base_price) as highest,
        sum(p.stock) as stock, sum(p.units_sold) as units_sold, max(p.created_at) as created_at, count(*) as products,
        count(*) filter (where p.status = 'active') as active, count(*) filter (where p.status = 'draft') as draft,
        count(*) filter (where p.status = 'archived') as archived
      from %7$s p where %1$s group by 1, 2
    ), listed as materialized (
      select s.id, s.family_id, coalesce(f.name, s.name) as name, s.base_price, s.highest, s.stock, s.units_sold, s.created_at, s.products, s.active, s.draft, s.archived
      from sums s left join public.product_families f on f.id = s.family_id
    ), page as (
      select r.* from listed r where %2$s order by r.%3$I %4$s, r.id %5$s limit %6$s
    )
    select r.id, r.name, r.base_price, r.stock, r.units_sold, r.created_at,
      case when r.family_id is null then (
        select to_jsonb(p) - '{description,ingredients,how_to_use,manufacturer,search_text}'::text[]
          || jsonb_build_object('category', (select jsonb_build_object('name', c.name) from public.categories c where c.id = p.category_id), 'family', null)
        from public.products p where p.id = r.id) end,
      case when r.family_id is not null then jsonb_build_object('products', r.products, 'highest', r.highest,
        'of', (select count(*) from public.products p where p.family_id = r.family_id),
        'statuses', jsonb_build_object('active', r.active, 'draft', r.draft, 'archived', r.archived),
        'category', (select c.name from public.product_families f join public.categories c on c.id = f.category_id where f.id = r.family_id))
        || coalesce((select jsonb_build_object('image_url', p.image_url, 'image_thumbhash', p.image_thumbhash) from public.products p
            where p.family_id = r.family_id order by p.image_url is null, p.status <> 'active', p.created_at, p.id limit 1), '{}') end,
      (select count(*) from listed)
    from page r order by r.%3$I %4$s, r.id %5$s$sql$,
    array_to_string(private.product_conditions(p_search, p_filters), ' and '), private.product_cursor('r', p_sort, p_cursor, upwards, p_backwards), p_sort,
    case when upwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 201),
    private.product_source(p_filters));
end $$;
