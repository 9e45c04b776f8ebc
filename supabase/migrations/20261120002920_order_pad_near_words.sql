-- near matches of the order pad by both: letters first (trigrams, which know a product the moment it is made), then what the
-- search engine means by the words, in any order, which knows a new product's words some seconds later. the engine shows what
-- has any word where nothing has all, and a line of a list carries sizes and scraps: what shares too few letters with the
-- whole text is left out. a list is better told that a line is unknown than offered what it cannot mean.
create or replace function public.near_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 100 as $$
  with terms as (
    select distinct t.term, upper(left(t.term, greatest(length(t.term) - 1, 3))) as beginning
    from unnest(p_terms[1:25]) as t (term) where length(t.term) between 3 and 100)
  select t.term, 'near', private.pad_product(c.p) from terms t cross join lateral (
    select distinct on ((u.p).id) u.p, u.source, u.place from (
      (select s as p, 1 as source, row_number() over (order by extensions.similarity(t.term, s.sku) desc, s.id) as place
        from (select s.* from public.products s
          where upper(s.sku) ~>=~ t.beginning and upper(s.sku) ~<~ (t.beginning || U&'\+10ffff') and s.status = 'active' limit 20) r
        join public.products s on s.id = r.id)
      union all
      (select s, 2, row_number() over (order by extensions.word_similarity(t.term, s.name) desc, s.units_sold desc, s.id)
        from (select s.id from public.products s where t.term operator(extensions.<%) s.name and s.status = 'active' limit 200) r
        join public.products s on s.id = r.id)
      union all
      (select s, 3, row_number() over () from public.suggest_products(private.search_tokens(t.term), 12) s
        where extensions.word_similarity(t.term, s.name) >= 0.3)) u
    where u.place <= 4
    order by (u.p).id, u.source, u.place) c
  order by t.term, c.source, c.place
$$;
