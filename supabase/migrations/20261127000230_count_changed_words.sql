-- after a product has changed the job counted the words of all products again, 1.5 s at a million of them, every five seconds.
-- now a changed document leaves the words that it got and lost, and the job adds these alone (docs/decisions/0122-only-what-has-changed.md)
select pg_advisory_xact_lock(hashtext('private.refresh_search'));   -- not while the job counts as it did

alter table private.search_changes add column gained text[] not null default '{}', add column lost text[] not null default '{}';

create index if not exists search_documents_best_sellers_idx on private.search_documents (product_id) where best_seller;

create function private.words_without_digits(words tsvector) returns text[]
language sql immutable parallel safe return array(select w.word from unnest(tsvector_to_array(words)) w (word) where w.word !~ '\d');
revoke all on function private.words_without_digits(tsvector) from public;

create or replace function private.note_search_change() returns trigger
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
drop trigger note_change on private.search_documents;
create trigger note_change after insert or update of words or delete on private.search_documents
  for each row execute function private.note_search_change();

create or replace function private.refresh_search() returns boolean
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
    when not matched then insert (word, documents) values (d.word, d.n);
  return found;
end $$;

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

select private.recount_words();
