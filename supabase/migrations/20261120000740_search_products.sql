-- the listing's search (section 7: name contains, whatever the case) with the trigram index. under rls postgresql may not
-- use that index for the caller, because ilike is not leakproof: 25 ms instead of 0.3 at 50,000 products. so this one
-- function reads past rls and repeats the visitors' policy itself. the caller orders, limits and counts.

create function public.search_products(p_query text) returns setof public.products
language sql stable security definer set search_path = '' rows 50 as $$
  select p.* from public.products p
  where p.status = 'active' and btrim(p_query) <> ''
    and p.name ilike '%' || replace(replace(replace(btrim(p_query), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
revoke all on function public.search_products(text) from public;
grant execute on function public.search_products(text) to anon, authenticated;
