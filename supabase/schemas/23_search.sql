-- error-tolerant search: suggestions while typing, and near matches when nothing contains the text (docs/rules.md#search).
-- a word of the text may be a beginning; a word no product knows is read as the known words nearest to it.

create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- words are runs of letters, marks and digits of any script, as in domain/text/search-tokens.ts; a test compares the two on
-- every character. postgresql's own parser and its character classes split hindi at its vowel signs, and depend on the
-- database's locale, so the characters between words are listed: all punctuation, symbols, spaces and controls of unicode 17.
-- what unicode has not assigned yet counts as a letter. joiners are dropped first: they are within words.
create function private.search_tokens(value text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select found[1] from pg_catalog.regexp_matches(
    pg_catalog.regexp_replace(normalize(value, nfkc), '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'),
    '[^'
    '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    '\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u0375\u037e\u0384-\u0385\u0387\u03f6\u0482\u055a-\u055f'
    '\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe'
    '\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3'
    '\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b'
    '\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f'
    '\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6'
    '\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f'
    '\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf'
    '\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20c1\u2100-\u2101\u2103-\u2106\u2108-\u2109'
    '\u2114\u2116-\u2118\u211e-\u2123\u2125\u2127\u2129\u212e\u213a-\u213b\u2140-\u2144\u214a-\u214d\u214f\u218a-\u244a'
    '\u249c-\u24e9\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004'
    '\u3008-\u3020\u3030\u3036-\u3037\u303d-\u303f\u309b-\u309c\u30a0\u30fb\u3190-\u3191\u3196-\u319f\u31c0-\u31ef'
    '\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff'
    '\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf'
    '\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1'
    '\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufb29\ufbb2-\ufbd2\ufd3e-\ufd4f\ufd90-\ufd91\ufdc8-\ufdcf\ufdfc-\ufdff'
    '\ufe10-\ufe19\ufe30-\ufe6b\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\ufffd\U00010100-\U00010102'
    '\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857'
    '\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6'
    '\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8'
    '\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143'
    '\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9'
    '\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643'
    '\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46'
    '\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71'
    '\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2'
    '\U00013430-\U0001343f\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f'
    '\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001ccef\U0001ccfa-\U0001cef0\U0001cf50-\U0001d164'
    '\U0001d16a-\U0001d16c\U0001d173-\U0001d17a\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245'
    '\U0001d300-\U0001d356\U0001d6c1\U0001d6db\U0001d6fb\U0001d715\U0001d735\U0001d74f\U0001d76f\U0001d789\U0001d7a9'
    '\U0001d7c3\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da8b'
    '\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5'
    '\U0001f10d-\U0001fbef\U0001fbfa\U000e0001-\U000e007f\U000f0000-\U0010fffd'
    ']+', 'g') found)
$$;
revoke all on function private.search_tokens(text) from public;

-- how words are kept and looked for: small letters, without latin accents. many at a time: a call costs as much as ten words
create function private.fold_words(words text) returns text
language sql stable parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(words, nfkc))))
$$;
revoke all on function private.fold_words(text) from public;

-- any word as the text form of tsvector and tsquery requires it
create function private.quote_lexeme(word text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''''
$$;
revoke all on function private.quote_lexeme(text) from public;

create function private.join_queries(queries text[], operator text) returns tsquery
language sql immutable strict parallel safe set search_path = '' as $$
  select pg_catalog.string_agg('(' || q || ')', operator)::tsquery from unnest(queries) q
$$;
revoke all on function private.join_queries(text[], text) from public;

-- the words of each product that visitors see. not a column of products: every sale rewrites that row, and with it would go
-- an entry for each word into the index.
create table private.search_documents (
  product_id uuid primary key references public.products (id) on delete cascade,
  words tsvector not null,    -- weights: a name, b brand and generic name, c category, d description
  best_seller boolean not null default false
) with (fillfactor = 90);
create index search_documents_words_idx on private.search_documents using gin (words) with (fastupdate = off);

-- the words of names, brands and generic names alone: what has a word there comes before what has it in its description, which many more have
create index search_documents_names_idx on private.search_documents using gin (ts_filter(words, '{a,b}')) with (fastupdate = off);

-- a beginning of three letters is in thousands of products; the few requested ones are nearly always among the best sellers
create index search_documents_best_idx on private.search_documents using gin (words) with (fastupdate = off) where best_seller;
alter table private.search_documents enable row level security;

-- no policy and no grant: the functions below alone

-- the words there are, to find the ones meant by a misspelling. words with digits are left out: 30ml is not a slip of 50ml
create table private.lexemes (
  word text collate "C" primary key,   -- by code point, so that a beginning is a range of the index
  documents integer not null
);
create index lexemes_sound_idx on private.lexemes (private.sound_of(word) collate "C");
alter table private.lexemes enable row level security;

-- one row for each change of a document that the lexemes do not know of: the words it got and those it lost. writers add rows and wait for
-- nobody, and counting them costs as much as has changed, not as much as there is (docs/decisions/0122-only-what-has-changed.md).
create table private.search_changes (
  id bigint primary key generated always as identity,
  gained text[] not null default '{}',
  lost text[] not null default '{}'
);
alter table private.search_changes enable row level security;

create function private.search_words(product public.products) returns tsvector
language sql stable set search_path = '' as $$
  select coalesce(string_agg('''' || replace(replace(w.word, '\', '\\'), '''', '''''') || ''':' || w.place, ' '), '')::tsvector
  from (
    -- one place a weight: where in the text a word stands is of no use to a suggestion. 40 characters tell words apart
    select distinct left(t.word, 40) as word, f.place
    from (values
      ('1A', product.name),
      ('2B', concat_ws(' ', product.brand, product.generic_name)),
      ('3C', (select concat_ws(' ', c.name, c.name_hi) from public.categories c where c.id = product.category_id)),
      ('4D', left(product.description, 4000))
    ) f (place, value), string_to_table(private.fold_words(array_to_string(private.search_tokens(f.value), ' ')), ' ') t (word)
  ) w
  where w.word <> ''
$$;
revoke all on function private.search_words(public.products) from public;

create function private.index_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'active' then
    insert into private.search_documents as d (product_id, words) values (new.id, private.search_words(new))
    on conflict (product_id) do update set words = excluded.words where d.words <> excluded.words;
  else
    delete from private.search_documents where product_id = new.id;   -- a draft must not appear in suggestions
  end if;
  return null;
end $$;
revoke all on function private.index_product() from public;

create function private.index_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.search_documents d set words = private.search_words(p) from public.products p
  where p.category_id = new.id and d.product_id = p.id;
  return null;
end $$;
revoke all on function private.index_category() from public;

create function private.words_without_digits(words tsvector) returns text[]
language sql immutable parallel safe return array(select w.word from unnest(tsvector_to_array(words)) w (word) where w.word !~ '\d');
revoke all on function private.words_without_digits(tsvector) from public;

create function private.note_search_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  had text[] := '{}';
  has text[] := '{}';
begin
  if tg_op <> 'INSERT' then had := private.words_without_digits(old.words); end if;
  if tg_op <> 'DELETE' then has := private.words_without_digits(new.words); end if;
  insert into private.search_changes (gained, lost)
    select c.gained, c.lost from (
      select array(select unnest(has) except select unnest(had)) as gained, array(select unnest(had) except select unnest(has)) as lost) c
    where c.gained <> '{}' or c.lost <> '{}';
  return null;
end $$;
revoke all on function private.note_search_change() from public;
create trigger note_change after insert or update of words or delete on private.search_documents
  for each row execute function private.note_search_change();

-- the best sellers of the last run, without reading all documents
create index search_documents_best_sellers_idx on private.search_documents (product_id) where best_seller;

-- a scheduled job: marks the 2,000 best sellers, and adds to the counts of the words what the documents have got and lost since the last run.
-- both may be late: they make a search fast and find misspellings, they do not decide what is found. a word that is too new
-- to be counted is looked up in the documents. returns whether a word was counted.
create function private.refresh_search() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  best uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtext('private.refresh_search')) then
    return false;   -- another process is at it
  end if;
  best := array(select p.id from public.products p where p.status = 'active' order by p.popularity desc, p.id limit 2000);
  -- a change of a product in progress goes first
  update private.search_documents d set best_seller = false where d.product_id in (
    select o.product_id from private.search_documents o where o.best_seller and o.product_id <> all (best) for update skip locked);
  update private.search_documents d set best_seller = true where d.product_id in (
    select o.product_id from private.search_documents o where not o.best_seller and o.product_id = any (best) for update skip locked);

  -- one statement: what it takes from the list is what it adds
  with taken as (
    delete from private.search_changes returning gained, lost
  ), difference as (
    select c.word collate "C" as word, sum(c.n)::integer as n
    from (select unnest(t.gained) as word, 1 as n from taken t union all select unnest(t.lost), -1 from taken t) c
    group by 1 having sum(c.n) <> 0
  )
  merge into private.lexemes l using difference d on l.word = d.word
    when matched and l.documents + d.n <= 0 then delete
    when matched then update set documents = l.documents + d.n
    when not matched and d.n > 0 then insert (word, documents) values (d.word, d.n);
  return found;
end $$;
revoke all on function private.refresh_search() from public;
grant execute on function private.refresh_search() to shop_mail;

-- counts all words again: for documents that were written without their triggers
create function private.recount_words() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.refresh_search'));
  lock table private.search_documents in share row exclusive mode;   -- none changes while they are counted
  delete from private.search_changes;
  with counted as materialized (
    select s.word collate "C" as word, s.ndoc from ts_stat('select words from private.search_documents') s where s.word !~ '\d'
  ), gone as (
    delete from private.lexemes l where not exists (select from counted c where c.word = l.word)
  )
  insert into private.lexemes as l (word, documents) select c.word, c.ndoc from counted c
  on conflict (word) do update set documents = excluded.documents where l.documents <> excluded.documents;
end $$;
revoke all on function private.recount_words() from public;

-- what was there before
insert into private.search_documents (product_id, words)
select p.id, private.search_words(p) from public.products p where p.status = 'active';
select private.refresh_search();

create trigger index_renamed after update on public.categories for each row
  when ((old.name, old.name_hi) is distinct from (new.name, new.name_hi)) execute function private.index_category();
create trigger index_inserted after insert on public.products for each row when (new.status = 'active') execute function private.index_product();
create trigger index_updated after update on public.products for each row
  when ((old.name, old.brand, old.generic_name, old.category_id, old.description, old.status)
    is distinct from (new.name, new.brand, new.generic_name, new.category_id, new.description, new.status))
  execute function private.index_product();
