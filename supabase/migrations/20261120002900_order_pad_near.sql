-- the order pad's near matches come from the search engine (suggest_products): slips, beginnings, words in any order, as in
-- the search box, instead of trigrams that found fewer slips and ranked by letters alone. a text that begins like a sku means
-- skus. bounded as before: 25 texts, each at most what one keystroke in the search box costs.
create or replace function public.near_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 100 as $$
  with terms as (
    select distinct t.term, upper(left(t.term, greatest(length(t.term) - 1, 3))) as beginning
    from unnest(p_terms[1:25]) as t (term) where length(t.term) between 3 and 100),
  skus as (
    select t.term, k.product, k.place from terms t cross join lateral (
      select private.pad_product(c.p) as product, row_number() over (order by extensions.similarity(t.term, (c.p).sku) desc, (c.p).id) as place
      from (select s as p from public.products s
        where upper(s.sku) ~>=~ t.beginning and upper(s.sku) ~<~ (t.beginning || U&'\+10ffff') and s.status = 'active' limit 20) c
      order by place limit 4) k),
  names as (
    select t.term, n.product, n.place from terms t cross join lateral (
      select private.pad_product(p) as product, row_number() over () as place from public.suggest_products(private.search_tokens(t.term), 4) p) n
    where t.term not in (select k.term from skus k))
  select f.term, 'near', f.product from (select * from skus union all select * from names) f order by f.term, f.place
$$;
