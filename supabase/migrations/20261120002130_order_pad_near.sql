-- a common word alone comes near thousands of names of a large catalogue, and ranking them all took seconds for 25 texts.
-- so each text ranks the first 200 that its trigrams lead to: enough to choose four, and a bound on what a stranger may ask.

create or replace function public.near_order_lines(p_terms text[]) returns table (term text, matched text, product jsonb)
language sql stable security definer set search_path = '' rows 100 as $$
  with terms as (
    select distinct t.term, upper(left(t.term, greatest(length(t.term) - 1, 3))) as beginning
    from unnest(p_terms[1:25]) as t (term) where length(t.term) between 3 and 100)
  select t.term, 'near', private.pad_product(c) from terms t cross join lateral (
    select p.* from (
        (select s.* from public.products s
          where upper(s.sku) ~>=~ t.beginning and upper(s.sku) ~<~ (t.beginning || U&'\+10ffff') and s.status = 'active' limit 20)
        union all
        (select s.* from public.products s where t.term operator(extensions.<%) s.name and s.status = 'active' limit 200)) p
    order by greatest(extensions.word_similarity(t.term, p.name), extensions.similarity(t.term, p.sku)) desc, p.units_sold desc, p.id limit 4) c
$$;
