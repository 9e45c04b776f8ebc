-- the back office's search for products: what contains the text in name, sku, brand, hsn or barcode. behind row policies ilike uses
-- no index, and five of them for each of fifty thousand products were half a second.

-- the words are in a table of their own, as those of orders (docs/decisions/0025): written when one of the five changes, and no
-- price, stock or sale rewrites their entries. a line each: no text is found across two of them.
create table private.product_words (
  product_id uuid primary key references public.products (id) on delete cascade,
  words text not null
);
alter table private.product_words enable row level security;

-- no policy and no grant: admin_products() reads it
revoke all on private.product_words from public;
create index product_words_idx on private.product_words using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

create function private.product_words_of(name text, sku text, brand text, hsn text, barcode text) returns text
language sql immutable return lower(name || E'\n' || coalesce(sku, '') || E'\n' || coalesce(brand, '') || E'\n' || coalesce(hsn, '') || E'\n' || coalesce(barcode, ''));

-- the name's parts of two letters, in small letters; the last one of one letter. an index of trigrams does not know a text of one or two letters. every
-- line but the last four is the name: it may have lines of its own.
-- a migration that changes it has to reindex private.product_words_letters_idx, which stores its results
create function private.letters_of_name(words text) returns tsvector
language sql immutable strict parallel safe
return (select pg_catalog.array_to_tsvector(array(select pg_catalog.substr(n.name, i, 2) from pg_catalog.generate_series(1, pg_catalog.length(n.name)) i))
  from (select pg_catalog.regexp_replace(words, E'(\n[^\n]*){4}$', '') as name) n);
create index product_words_letters_idx on private.product_words using gin (private.letters_of_name(words)) with (gin_pending_list_limit = 256);
-- read where it is asked for (private.name_source), so its statistics would decide nothing
alter index private.product_words_letters_idx alter column 1 set statistics 0;
insert into private.product_words select p.id, private.product_words_of(p.name, p.sku, p.brand, p.hsn, p.barcode) from public.products p;

create function private.follow_product_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.product_words select n.id, private.product_words_of(n.name, n.sku, n.brand, n.hsn, n.barcode) from changed n;
  else
    update private.product_words w set words = private.product_words_of(new.name, new.sku, new.brand, new.hsn, new.barcode) where w.product_id = new.id;
  end if;
  return null;
end $$;

-- the conditions of a list of the back office, on products p. p_search: '' for none. p_filters: status, category, brand, gst, family
-- (lists), featured (boolean), missing (columns that are null in one), stock (list of [from, to], to may be null),
-- running (list of short and reorder).
create function private.product_conditions(p_search text, p_filters jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  pattern text := '%' || regexp_replace(lower(left(p_search, 200)), '([\\%_])', '\\\1', 'g') || '%';   -- %, _ and \ are letters here
  conditions text[] := '{}';
  hits integer;
  one text;
begin
  if p_search <> '' then
    execute format('select count(*) from (select from private.product_words w where w.words like %L limit 2000) c', pattern) into hits;
    -- a rare text is taken from the index; a common one is asked of each product as the list walks past it
    conditions := conditions || format(case when hits < 2000 then 'p.id in (select w.product_id from private.product_words w where w.words like %L)'
      else 'exists (select from private.product_words w where w.product_id = p.id and w.words like %L)' end, pattern);
  end if;
  if p_filters ? 'status' then conditions := conditions || private.one_of('p.status', p_filters -> 'status'); end if;
  if p_filters ? 'category' then conditions := conditions || private.one_of('p.category_id', p_filters -> 'category'); end if;
  if p_filters ? 'brand' then conditions := conditions || private.one_of('p.brand', p_filters -> 'brand'); end if;
  if p_filters ? 'gst' then conditions := conditions || private.one_of('p.gst_percent', p_filters -> 'gst'); end if;
  if p_filters ? 'family' then conditions := conditions || private.one_of('p.family_id', p_filters -> 'family'); end if;
  if p_filters ? 'featured' then conditions := conditions || format('p.is_featured = %L', (p_filters ->> 'featured')::boolean); end if;
  if p_filters ? 'missing' then
    select '(' || string_agg(format('p.%I is null', m.name), ' or ') || ')' into one
    from jsonb_array_elements_text(p_filters -> 'missing') m (name) where m.name in ('hsn', 'image_url', 'category_id', 'mrp', 'brand');
    conditions := conditions || coalesce(one, 'true');
  end if;
  if p_filters ?| '{stock,running}' then
    select '(' || string_agg(c.condition, ' or ') || ')' into one from (
      select format('p.stock between %L and %L', (b.value ->> 0)::integer, coalesce((b.value ->> 1)::integer, 2147483647)) as condition
      from jsonb_array_elements(p_filters -> 'stock') b
      union all
      select case r.value when 'short' then 'p.running_out' when 'reorder' then 'p.running_out and p.reorder_level is not null' end
      from jsonb_array_elements_text(p_filters -> 'running') r (value)) c;
    conditions := conditions || coalesce(one, 'true');
  end if;
  return conditions || 'true'::text;
end $$;

-- where a list of the back office reads its products. stock is in no index, because every order would rewrite its entry; what is running out
-- has a list of its own (50_admin_dashboard.sql). a product with fewer than ten that is not in it has a lower reorder level of its own. each is then read by
-- its key: to read all products looks cheaper to the planner, and is not below fifty thousand.
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

-- the type of a column by which the list is sorted
create function private.product_sort_type(p_sort text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  sort_type text := case p_sort when 'name' then 'text' when 'base_price' then 'numeric' when 'stock' then 'bigint'
    when 'units_sold' then 'bigint' when 'created_at' then 'timestamptz' end;
begin
  if sort_type is null then raise exception 'Products are not sorted by %', p_sort using errcode = '22023'; end if;
  return sort_type;
end $$;

-- rows after the cursor, as a condition. the last of the three says nothing new, but is a range of an index.
create function private.product_cursor(p_row text, p_sort text, p_cursor jsonb, p_upwards boolean, p_backwards boolean) returns text
language sql stable set search_path = '' as $$
  select case when p_cursor is null then 'true' else format(
    '(%7$s.%1$I %4$s %2$L::%5$s or (%7$s.%1$I = %2$L::%5$s and %7$s.id %6$s %3$L)) and %7$s.%1$I %4$s= %2$L::%5$s',
    p_sort, p_cursor ->> 0, (p_cursor ->> 1)::uuid, case when p_upwards then '>' else '<' end, private.product_sort_type(p_sort),
    case when p_backwards then '<' else '>' end, p_row) end
$$;

-- a page of products. admins only, checked once. p_sort: a column of the list; equal ones by id.
-- p_cursor: [value, id] of the row to go on from. backwards answers the rows before it, the nearest first.
create function public.admin_products(p_search text, p_filters jsonb default '{}', p_sort text default 'created_at', p_ascending boolean default false,
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
grant execute on function public.admin_products(text, jsonb, text, boolean, jsonb, boolean, integer) to authenticated;

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

-- the same list with one row for each family of its products. of a row: name and sort columns (of a family: the lowest price, the sums of
-- stock and sales, the newest product), product without its long texts (null for a family), family (null for a single product):
-- {products: how many of its products the list has, of: how many it has in all, highest: its highest price, statuses: how many of the
-- products have which, category, image_url, image_thumbhash}, and total: the rows of the whole list. prices in rupees.
create function public.admin_product_groups(p_search text default '', p_filters jsonb default '{}', p_sort text default 'created_at', p_ascending boolean default false,
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
grant execute on function public.admin_product_groups(text, jsonb, text, boolean, jsonb, boolean, integer) to authenticated;

revoke all on function private.product_words_of(text, text, text, text, text), private.letters_of_name(text), private.follow_product_words(), private.product_conditions(text, jsonb),
  private.product_sort_type(text), private.product_cursor(text, text, jsonb, boolean, boolean),
  public.admin_products(text, jsonb, text, boolean, jsonb, boolean, integer),
  public.admin_product_groups(text, jsonb, text, boolean, jsonb, boolean, integer) from public;

create trigger words_written after insert on public.products referencing new table as changed
  for each statement execute function private.follow_product_words();
-- joining a family names a product too, in a trigger of its own: an update of family_id alone changes the name
create trigger words_changed after update of name, sku, brand, hsn, barcode, family_id, value_1, value_2, value_3 on public.products for each row
  when ((old.name, old.sku, old.brand, old.hsn, old.barcode) is distinct from (new.name, new.sku, new.brand, new.hsn, new.barcode)) execute function private.follow_product_words();
