-- what a hundred thousand orders still made slow (docs/decisions/0025): the dearest orders, a way of paying that nobody uses, and
-- a name that a quarter of all buyers has.

create index orders_total_idx on public.orders (total_amount desc, id);
create index orders_method_idx on public.orders (payment_method, created_at desc, id);

-- as in …3722, but a common word is asked of each order as the list walks past it: fifty are soon found, and thousands need not
-- be sorted. which is which, two thousand hits tell.
create or replace function private.order_search(p_query text) returns text
language plpgsql stable set search_path = '' as $$
declare
  query text := btrim(left(p_query, 120));
  bare text := replace(lower(regexp_replace(query, '^#', '')), '-', '');
  digits text := regexp_replace(query, '\D', '', 'g');
  year text := private.financial_year(private.moment());
  year_before text := private.financial_year(private.moment() - interval '1 year');
  serials text[] := array[upper(query)];
  -- %, _ and \ are letters here
  pattern text := '%' || regexp_replace(lower(query), '([\\%_])', '\\\1', 'g') || '%';
  hits integer;
  parts text[] := '{}';
begin
  if bare ~ '^[0-9a-f]{4,32}$' then   -- the beginning of an id is a range of the key
    parts := parts || format('select x.id from public.orders x where x.id between %L and %L', rpad(bare, 32, '0')::uuid, rpad(bare, 32, 'f')::uuid);
  end if;
  if query ~ '^[0-9]{1,6}$' then
    serials := serials || (select array_agg(format('%s/%s/%s', s, y, lpad(query, 6, '0'))) from unnest('{INV,BOS,CN}'::text[]) s, unnest(array[year, year_before]) y);
  end if;
  parts := parts || format('select d.order_id from public.documents d where d.serial = any (%L)', serials)
    || format('select p.order_id from public.payments p where p.provider_reference in (%L, %L)', query, upper(query));
  if length(query) >= 3 then
    execute format('select count(*) from (select from private.order_words w where w.words like %L limit 2000) c', pattern) into hits;
    parts := parts || format(case when hits < 2000 then 'select w.order_id from private.order_words w where w.words like %L'
      -- o is the list's own row: no join, a look into one row
      else 'select o.id where exists (select from private.order_words w where w.order_id = o.id and w.words like %L)' end, pattern);
  end if;
  if length(digits) >= 5 and query ~ '^[-+() 0-9]+$' and right(digits, 10) <> query then
    -- a telephone as people write it: the country's code may be missing on either side
    parts := parts || format('select w.order_id from private.order_words w where w.words like %L', '%' || right(digits, 10) || '%');
  end if;
  return array_to_string(parts, ' union all ');
end $$;
