-- the letters of names, for the index in the next file

-- the name's parts of two letters, in small letters; the last one of one letter. an index of trigrams does not know a text of one or two letters. every
-- line but the last four is the name: it may have lines of its own.
-- a migration that changes it has to reindex private.product_words_letters_idx, which stores its results
create function private.letters_of_name(words text) returns tsvector
language sql immutable strict parallel safe
return (select pg_catalog.array_to_tsvector(array(select pg_catalog.substr(n.name, i, 2) from pg_catalog.generate_series(1, pg_catalog.length(n.name)) i))
  from (select pg_catalog.regexp_replace(words, E'(\n[^\n]*){4}$', '') as name) n);
revoke all on function private.letters_of_name(text) from public;
