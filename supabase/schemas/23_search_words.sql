-- what one word of a search stands for: the known words that are spelled, sound or mean nearly the same (docs/decisions/0133-search-by-sound.md).
-- the settings of public.suggest_products hold for both functions: planned once, and by index, which knows at once that a word is nowhere

-- the known words that a word sounds like or means, at most five, nearest first, and the slips that each is away. a slip that leaves the sound
-- is half of one, because vowels are spelled as they are heard, and between two scripts a quarter. p_prefix: also words that begin with what it
-- sounds like, for a word of another script. a sound of one consonant fits too many words, so it is not used.
create function private.words_like(token text, slips integer, p_prefix boolean) returns table (word text, distance real, documents integer)
language plpgsql stable rows 5 set search_path = '' as $$
#variable_conflict use_column
declare
  latin constant text := left(private.latin_word(token), 40);   -- as many characters as known words have (private.search_words): bounds the comparing
  sound_typed constant text := private.sound_of(token);
begin
  return query
    with similar_words as (
      -- another spelling of a meaning is a whole slip: pain is no paon, and the letters are compared too
      select other.word, extensions.levenshtein(latin, typed.word) / case when latin = token then 1.0 else 4.0 end as distance from private.synonyms typed join private.synonyms other on other.meaning = typed.meaning
        where typed.sound = sound_typed and extensions.levenshtein(latin, typed.word) <= case when length(typed.word) < 4 then 0 else 1 end
      union all
      select l.word, extensions.levenshtein(latin, private.latin_word(l.word)) / case when latin = token and private.latin_word(l.word) = l.word then 2.0 else 4.0 end
        from private.lexemes l where private.sound_of(l.word) collate "C" = sound_typed and length(sound_typed) > 1
      union all
      (select l.word, extensions.levenshtein(latin, left(private.latin_word(l.word), length(latin))) / 4.0
        from private.lexemes l where p_prefix and length(sound_typed) > 1 and private.sound_of(l.word) collate "C" > sound_typed
          and private.sound_of(l.word) collate "C" < sound_typed || chr(1114111) limit 1000)   -- a short sound begins many words: this bounds how many are compared
    )
    select l.word, min(a.distance)::real, l.documents from similar_words a join private.lexemes l on l.word = a.word where a.distance <= slips
    group by l.word, l.documents order by 2, l.documents desc, l.word limit 5;
end $$;
revoke all on function private.words_like(text, integer, boolean) from public;

-- the tsquery of one folded word: its beginning if a product has it, with the words that are the same in another spelling or script; else the
-- known words nearest to it by sound, meaning or letters; null if nothing resembles it. `nearest` has the nearest alone, to be looked for in names,
-- brands and generic names. `documents`: about how many products have it, rather too many; null if that is not known.
-- two letters exchanged are one slip, as for the hand that typed them; levenshtein would count two.
create function private.word_query(token text, out anywhere tsquery, out nearest tsquery, out documents bigint)
language plpgsql stable set search_path = '' as $$
declare
  beginning constant tsquery := private.quote_lexeme(token) || ':*';
  latin constant text := private.latin_word(token);
  slips constant integer := case when length(latin) < 3 then 0 when length(latin) < 5 then 1 when length(latin) < 9 then 2 else 3 end;
  exchanged text[];
  others tsquery;
  more bigint;
  similar_words text[];
  similar_distances real[];
  closest real;
begin
  -- 200 words are enough to know that there are many
  select sum(c.documents) into documents
    from (select l.documents from private.lexemes l where l.word >= token collate "C" and l.word < (token || chr(1114111)) collate "C" limit 200) c;
  if documents is not null or exists (select from private.search_documents d where d.words @@ beginning) then
    anywhere := beginning;
    nearest := beginning;
    -- what is spelled as typed comes first, so the others are not among the nearest
    if length(latin) > 2 and token !~ '\d' then
      select string_agg(private.quote_lexeme(w.word), ' | ')::tsquery, sum(w.documents) into others, more
        from private.words_like(token, case when length(latin) > 3 then 1 else 0 end, false) w where w.distance < 1 and not starts_with(w.word, token);
      if others is not null then
        anywhere := beginning || others;
        documents := documents + more;
      end if;
    end if;
    return;
  end if;
  if slips = 0 or token ~ '\d' then
    return;
  end if;
  select array_agg(w.word), array_agg(w.distance) into similar_words, similar_distances from private.words_like(token, slips, latin <> token) w;
  exchanged := array(select overlay(token placing reverse(substr(token, i, 2)) from i for 2) from generate_series(1, length(token) - 1) i);
  -- what it sounds like and means first. then, as most slips leave the first letter alone, that part of the index, and last all words.
  -- the search ends where less than one slip explains the sound, one slip the letters, or anything a word of another script
  for attempt in 0..2 loop
    select string_agg(private.quote_lexeme(c.word), ' | ')::tsquery,
      string_agg(private.quote_lexeme(c.word), ' | ') filter (where c.distance = c.fewest)::tsquery,
      min(c.distance), sum(c.documents)
    into anywhere, nearest, closest, documents
    from (
      select k.word, min(k.distance) as distance, min(min(k.distance)) over () as fewest,
        (select l.documents from private.lexemes l where l.word = k.word) as documents
      from (
        select a.word, a.distance, true as by_sound from unnest(similar_words, similar_distances) a (word, distance)
        union all
        select l.word, s.distance, false
        from private.lexemes l, lateral (
          select case when l.word = any (exchanged) or left(l.word, length(token)) = any (exchanged) then 1
            else least(   -- the whole word, and as much of it as has been typed
              extensions.levenshtein_less_equal(token, l.word, slips),
              extensions.levenshtein_less_equal(token, left(l.word, length(token)), slips)) end as distance) s
        where attempt > 0 and (attempt = 2 or l.word >= left(token, 1) collate "C" and l.word < (left(token, 1) || chr(1114111)) collate "C")
          and length(l.word) >= length(token) - slips
          and s.distance <= slips
      ) k
      group by k.word order by 2, bool_and(k.by_sound), 4 desc, k.word limit 3
    ) c;
    exit when closest < 1 or closest = 1 and attempt > 0 or closest is not null and latin <> token;
  end loop;
end $$;
revoke all on function private.word_query(text) from public;
