-- the search of the back office's palette: orders, products and customers at once.

create function public.admin_search(p_query text, p_limit integer default 5)
returns table (kind text, id uuid, title text, detail text, status text, amount numeric, at timestamptz)
language plpgsql stable security definer set search_path = '' rows 15 as $$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  -- %, _ and \ are letters here
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := regexp_replace(query, '\D', '', 'g');
  number text := lower(regexp_replace(query, '^#', ''));
  wanted integer := private.order_number_in(query);
  many integer := least(greatest(p_limit, 1), 20);
  low uuid;
  high uuid;
begin
  if not private.may('panel') then raise exception 'permission denied for search' using errcode = '42501'; end if;
  if length(query) < 2 then return; end if;
  if number ~ '^[0-9a-f]{4}[0-9a-f-]{0,32}$' and length(replace(number, '-', '')) <= 32 then   -- the beginning of an id is a range of the key
    low := rpad(replace(number, '-', ''), 32, '0')::uuid;
    high := rpad(replace(number, '-', ''), 32, 'f')::uuid;
  end if;

  return query
  with people as (
    select f.id, f.full_name, f.company_name, f.phone, f.since as created_at from public.customer_figures f
    where coalesce(f.full_name, '') || ' ' || coalesce(f.company_name, '') || ' ' || coalesce(f.phone, '') || ' ' || coalesce(f.gstin, '') ilike words limit 50
  ), numbered as (
    select o.id from public.orders o where o.order_number = wanted
    union all
    (select o.id from public.orders o where o.id between low and high limit many)
  ), serials as (
    select d.order_id as id from public.documents d where d.serial = upper(query) limit many
  ), bought as (
    select r.id from people p cross join lateral unnest(private.orders_of_customer(p.id, many)) r (id) limit 100
  ), recent as (
    select n.id from (select o.id, o.full_name, o.company_name, o.phone from public.orders o order by o.created_at desc limit 2000) n
    where n.full_name ilike words or n.company_name ilike words or (length(digits) >= 5 and regexp_replace(n.phone, '\D', '', 'g') like '%' || digits || '%') limit 100
  ), orders as (
    select o.* from public.orders o
    where o.id in (select id from numbered union select id from serials union select id from bought union select id from recent)
    order by o.created_at desc limit many
  ), goods as (
    select g.* from (
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 1 as place from public.products p
        where upper(p.sku) ~>=~ upper(query) and upper(p.sku) ~<~ (upper(query) || U&'\+10ffff') limit many)
      union all
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 2 from public.products p where p.name ilike words limit 200)) g
  ), best as (
    select distinct on (g.id) g.* from goods g order by g.id, g.place
  )
  (select 'order', o.id, coalesce(nullif(o.company_name, ''), o.full_name), private.order_number_text(o.order_number) || ' · #' || left(o.id::text, 8) || ' · ' || o.city, o.status, o.total_amount, o.created_at
    from orders o where private.may('orders.read') order by o.created_at desc)
  union all
  (select 'product', b.id, b.name, b.sku || ' · ' || b.stock || ' in stock', b.status, b.base_price, null::timestamptz
    from best b where private.may('catalogue.write') order by b.place, b.popularity desc, b.id limit many)
  union all
  (select 'customer', p.id, coalesce(nullif(p.full_name, ''), nullif(p.company_name, ''), 'No name'), concat_ws(' · ', nullif(p.company_name, ''), nullif(p.phone, '')), null::text, null::numeric, p.created_at
    from people p where private.may('customers.read') order by p.created_at desc limit many);
end $$;
revoke all on function public.admin_search(text, integer) from public;
grant execute on function public.admin_search(text, integer) to authenticated;
