-- suggestions while typing, and near matches when nothing contains the text (docs/rules.md#search): the products that 23_search.sql finds, in order

-- of the products with these words the 400 most bought, those first that say most of p_nearest; and how many of them say all of it.
-- among the best sellers one plan fits all words: to plan each call took longer than to run it
create function private.matches_among_best(p_words tsquery, p_nearest tsquery[], out ids uuid[], out sure bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
begin
  select array_agg(c.id order by c.places desc, c.popularity desc, c.id), count(*) filter (where c.places = cardinality(p_nearest)) into ids, sure
  from (
    select p.id, p.popularity, (select count(*) from unnest(p_nearest) q where d.words @@ q) as places
    from private.search_documents d join public.products p on p.id = d.product_id
    where d.words @@ p_words and d.best_seller and p.status = 'active'
    order by p.popularity desc, p.id limit 400
  ) c;
end $$;

-- the same among all, where the words decide which index is best: each call is planned
create function private.matches_among_all(p_words tsquery, p_nearest tsquery[], out ids uuid[], out sure bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0 as $$
begin
  select array_agg(c.id order by c.places desc, c.popularity desc, c.id), count(*) filter (where c.places = cardinality(p_nearest)) into ids, sure
  from (
    select p.id, p.popularity, (select count(*) from unnest(p_nearest) q where d.words @@ q) as places
    from private.search_documents d join public.products p on p.id = d.product_id
    where d.words @@ p_words and p.status = 'active'
    order by p.popularity desc, p.id limit 400
  ) c;
end $$;
revoke all on function private.matches_among_best(tsquery, tsquery[]), private.matches_among_all(tsquery, tsquery[]) from public;

-- the products meant by these words (domain/text/search-tokens.ts makes them), best first: those with all words, or if there are
-- none with all but one, or with any; among them those that say it in name, brand or generic name; then the most bought.
-- reads past rls, as the index cannot be used under it, and repeats the visitors' policy. bounded against long requests:
-- six words are looked at, and the 400 most bought of what they match put in order.
create function public.suggest_products(p_tokens text[], p_limit integer default 6) returns setof public.products
language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_generic_plan set max_parallel_workers_per_gather = 0 as $$
declare
  shown constant integer := least(greatest(coalesce(p_limit, 6), 0), 50);
  anywhere text[];
  nearest tsquery[];
  ladder tsquery[];
  best record;
begin
  select array_agg(q.anywhere::text), array_agg(q.nearest) into anywhere, nearest
  from (
    select distinct left(private.fold_words(left(t.token, 200)), 40) as word from unnest(p_tokens[1:6]) t (token)
  ) w, private.word_query(w.word) q
  where w.word <> '' and q.anywhere is not null;
  if anywhere is null or not private.sees_shop() then
    return;
  end if;

  ladder := array[private.join_queries(anywhere, ' & ')];
  if cardinality(anywhere) > 2 then
    ladder := ladder || private.join_queries(array(
      select private.join_queries(array_remove(anywhere, a), ' & ')::text from unnest(anywhere) a), ' | ');
  end if;
  if cardinality(anywhere) > 1 then
    ladder := ladder || private.join_queries(anywhere, ' | ');
  end if;

  for step in 1..cardinality(ladder) loop
    -- no product outside the best sellers sells more than one of them: enough sure ones there are the answer
    select m.ids, m.sure into best from private.matches_among_best(ladder[step], nearest) m;
    exit when best.sure >= shown or cardinality(best.ids) >= shown and step > 1 and step = cardinality(ladder);
    select m.ids, m.sure into best from private.matches_among_all(ladder[step], nearest) m;
    exit when best.ids is not null;
  end loop;

  return query
    select p.* from unnest(best.ids[1:shown]) with ordinality f (id, place) join public.products p on p.id = f.id and p.status = 'active'
    order by f.place;
end $$;
revoke all on function public.suggest_products(text[], integer) from public;
grant execute on function public.suggest_products(text[], integer) to anon, authenticated;
