-- the back office's search for products: what contains the text in name, sku, brand or hsn. behind row policies ilike uses no
-- index, and four of them for each of fifty thousand products were half a second.

-- the words are in a table of their own, as those of orders (docs/decisions/0025): written when one of the four changes, and no
-- price, stock or sale rewrites their entries. a line each: no text is found across two of them.
create table private.product_words (
  product_id uuid primary key references public.products (id) on delete cascade,
  words text not null
);
alter table private.product_words enable row level security;

-- no policy and no grant: admin_products() reads it
revoke all on private.product_words from public;
create index product_words_idx on private.product_words using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

create function private.product_words_of(name text, sku text, brand text, hsn text) returns text
language sql immutable return lower(name || E'\n' || coalesce(sku, '') || E'\n' || coalesce(brand, '') || E'\n' || coalesce(hsn, ''));
insert into private.product_words select p.id, private.product_words_of(p.name, p.sku, p.brand, p.hsn) from public.products p;

create function private.follow_product_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.product_words select n.id, private.product_words_of(n.name, n.sku, n.brand, n.hsn) from changed n;
  else
    update private.product_words w set words = private.product_words_of(new.name, new.sku, new.brand, new.hsn) where w.product_id = new.id;
  end if;
  return null;
end $$;

-- a page of what is found. admins alone, asked once. p_filters: status, category, brand, gst (lists), featured (boolean), missing
-- (columns that are null in one), stock (list of [from, to], to may be null). p_sort: a column of the list; equal ones by id.
-- p_cursor: [value, id] of the row to go on from. backwards answers the rows before it, the nearest first.
create function public.admin_products(p_search text, p_filters jsonb default '{}', p_sort text default 'created_at', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50)
returns setof public.products
language plpgsql stable security definer set search_path = '' rows 50 as $$
declare
  pattern text := '%' || regexp_replace(lower(left(p_search, 200)), '([\\%_])', '\\\1', 'g') || '%';   -- %, _ and \ are letters here
  sort_type text := case p_sort when 'name' then 'text' when 'base_price' then 'numeric' when 'stock' then 'integer'
    when 'units_sold' then 'integer' when 'created_at' then 'timestamptz' end;
  upwards boolean := p_ascending <> p_backwards;
  conditions text[];
  hits integer;
  one text;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  if sort_type is null then raise exception 'Products are not sorted by %', p_sort using errcode = '22023'; end if;

  execute format('select count(*) from (select from private.product_words w where w.words like %L limit 2000) c', pattern) into hits;
  -- a rare text is taken from the index; a common one is asked of each product as the list walks past it
  conditions := array[format(case when hits < 2000 then 'p.id in (select w.product_id from private.product_words w where w.words like %L)'
    else 'exists (select from private.product_words w where w.product_id = p.id and w.words like %L)' end, pattern)];
  if p_filters ? 'status' then conditions := conditions || private.one_of('p.status', p_filters -> 'status'); end if;
  if p_filters ? 'category' then conditions := conditions || private.one_of('p.category_id', p_filters -> 'category'); end if;
  if p_filters ? 'brand' then conditions := conditions || private.one_of('p.brand', p_filters -> 'brand'); end if;
  if p_filters ? 'gst' then conditions := conditions || private.one_of('p.gst_percent', p_filters -> 'gst'); end if;
  if p_filters ? 'featured' then conditions := conditions || format('p.is_featured = %L', (p_filters ->> 'featured')::boolean); end if;
  if p_filters ? 'missing' then
    select '(' || string_agg(format('p.%I is null', m.name), ' or ') || ')' into one
    from jsonb_array_elements_text(p_filters -> 'missing') m (name) where m.name in ('hsn', 'image_url', 'category_id', 'mrp', 'brand');
    conditions := conditions || coalesce(one, 'true');
  end if;
  if p_filters ? 'stock' then
    select '(' || string_agg(format('p.stock between %L and %L', (b.value ->> 0)::integer, coalesce((b.value ->> 1)::integer, 2147483647)), ' or ') || ')' into one
    from jsonb_array_elements(p_filters -> 'stock') b;
    conditions := conditions || coalesce(one, 'true');
  end if;
  if p_cursor is not null then
    conditions := conditions || format(
      -- the last of these says nothing new, but is a range of an index
      '(p.%1$I %4$s %2$L::%5$s or (p.%1$I = %2$L::%5$s and p.id %6$s %3$L)) and p.%1$I %4$s= %2$L::%5$s',
      p_sort, p_cursor ->> 0, (p_cursor ->> 1)::uuid, case when upwards then '>' else '<' end, sort_type, case when p_backwards then '<' else '>' end);
  end if;
  return query execute format('select p.* from public.products p where %s order by p.%I %s, p.id %s limit %s',
    array_to_string(conditions, ' and '), p_sort, case when upwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end,
    least(greatest(p_limit, 1), 1001));
end $$;
grant execute on function public.admin_products(text, jsonb, text, boolean, jsonb, boolean, integer) to authenticated;
revoke all on function private.product_words_of(text, text, text, text), private.follow_product_words(),
  public.admin_products(text, jsonb, text, boolean, jsonb, boolean, integer) from public;

create trigger words_written after insert on public.products referencing new table as changed
  for each statement execute function private.follow_product_words();
create trigger words_changed after update of name, sku, brand, hsn on public.products for each row
  when ((old.name, old.sku, old.brand, old.hsn) is distinct from (new.name, new.sku, new.brand, new.hsn)) execute function private.follow_product_words();
