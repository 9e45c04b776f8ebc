-- suggestions while typing, and near matches when nothing contains the text (docs/rules.md#search): the products that 23_search.sql finds, in order.
-- the settings of public.suggest_products hold for what it calls: one plan fits all words, as planning each call took longer than running it

-- of the products with these words the 400 most bought, those first that have most of p_nearest in their names; and how many of them have all of it
create function private.matches_among_best(p_words tsquery, p_nearest tsquery[], out ids uuid[], out sure bigint)
language plpgsql stable set search_path = '' as $$
begin
  select array_agg(c.id order by c.places desc, c.popularity desc, c.id), count(*) filter (where c.places = cardinality(p_nearest)) into ids, sure
  from (
    select p.id, p.popularity, (select count(*) from unnest(p_nearest) q where ts_filter(d.words, '{a,b}') @@ q) as places
    from private.search_documents d join public.products p on p.id = d.product_id
    where d.words @@ p_words and d.best_seller and p.status = 'active'
    order by p.popularity desc, p.id limit 400
  ) c;
end $$;

-- the same among all products
create function private.matches_among_all(p_words tsquery, p_nearest tsquery[], out ids uuid[], out sure bigint)
language plpgsql stable set search_path = '' as $$
begin
  select array_agg(c.id order by c.places desc, c.popularity desc, c.id), count(*) filter (where c.places = cardinality(p_nearest)) into ids, sure
  from (
    select p.id, p.popularity, (select count(*) from unnest(p_nearest) q where ts_filter(d.words, '{a,b}') @@ q) as places
    from private.search_documents d join public.products p on p.id = d.product_id
    where d.words @@ p_words and p.status = 'active'
    order by p.popularity desc, p.id limit 400
  ) c;
end $$;

-- the most bought products with all of p_nearest in their names
create function private.matches_by_name(p_nearest tsquery[], p_limit integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  named constant tsquery := private.join_queries(p_nearest::text[], ' & ');
begin
  return array(
    select p.id from private.search_documents d join public.products p on p.id = d.product_id
    where ts_filter(d.words, '{a,b}') @@ named and p.status = 'active'
    order by p.popularity desc, p.id limit p_limit);
end $$;
revoke all on function private.matches_among_best(tsquery, tsquery[]), private.matches_among_all(tsquery, tsquery[]), private.matches_by_name(tsquery[], integer) from public;

-- the products meant by these words (domain/text/search-tokens.ts makes them), best first: those with all words, or if there are
-- none with all but one, or with any; among them those that say it in name, brand or generic name; then the most bought.
-- reads past rls, as the index cannot be used under it, and repeats the visitors' policy. bounded against long requests:
-- six words are looked at, and the 400 most bought of what they match put in order.
create function public.suggest_products(p_tokens text[], p_limit integer default 6) returns setof public.products
language plpgsql stable security definer rows 20 set search_path = ''
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0 as $$
declare
  shown constant integer := least(greatest(coalesce(p_limit, 6), 0), 50);
  anywhere text[];
  nearest tsquery[];
  few boolean;   -- products with all words: to put them all in order takes less time than to look for the first
  ladder tsquery[];
  best record;
  named uuid[] := '{}';
begin
  select array_agg(q.anywhere::text), array_agg(q.nearest), min(q.documents) <= 150 into anywhere, nearest, few
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
    if step > 1 or few is not true then
      -- no product outside the best sellers sells more than one of them: enough sure ones there are the answer
      select m.ids, m.sure into best from private.matches_among_best(ladder[step], nearest) m;
      exit when best.sure >= shown or cardinality(best.ids) >= shown and step > 1 and step = cardinality(ladder);
    end if;
    if step = 1 and few is not true then
      named := private.matches_by_name(nearest, shown);
      -- of one word the others come by their sales alone
      exit when cardinality(named) = shown or cardinality(nearest) = 1 and cardinality(best.ids) >= shown;
    end if;
    select m.ids, m.sure into best from private.matches_among_all(ladder[step], nearest) m;
    exit when best.ids is not null;
  end loop;

  return query
    select p.* from (
        select f.id, min(f.place) as place from unnest(named || best.ids) with ordinality f (id, place) group by f.id order by 2 limit shown
      ) f join public.products p on p.id = f.id and p.status = 'active'
    order by f.place;
end $$;
revoke all on function public.suggest_products(text[], integer) from public;
grant execute on function public.suggest_products(text[], integer) to anon, authenticated;
