-- the files of issued documents (docs/decisions/0121-issued-documents-in-the-file-store.md): what was handed out, the buyer's original and the
-- set of all marked copies, made at the first request for either and never again. the bytes are in the file store, in an area of their own, and
-- here are their hash, their size and their name there. a shop whose store is that of a Supabase project keeps the bytes here.
create table private.document_files (
  order_id uuid not null references public.orders (id),
  copies text not null check (copies in ('original', 'all')),
  bytes bytea storage external,   -- a pdf is compressed already
  sha256 text not null,
  created_at timestamptz not null default now(),
  file_id uuid not null,   -- documents.file_id, which several documents share
  -- '' as issued; else the IRNs that are printed on it, sorted and with commas between: a second rendition beside the first (decision 95)
  irns text not null default '',
  version uuid,   -- the name of the file in the store, used once; null: the bytes are in this row
  size integer,
  primary key (file_id, copies, irns),
  constraint document_files_place check (
    case when version is null then bytes is not null and size is null else bytes is null and size is not null and size > 0 end)
);
create index document_files_order_id_idx on private.document_files (order_id);
create unique index document_files_version_idx on private.document_files (version) where version is not null;
create index document_files_in_database_idx on private.document_files (created_at) where version is null;

-- files that no row refers to: noted before they are written, and when their row goes. a job removes what is still noted an hour later, or at once
-- when the row is gone. attempts > 0: the job has taken it, and no row may refer to it any more. a backup leaves this table out: a copy of the shop
-- beside the same store must not remove what the shop has taken up since.
create table private.loose_document_files (
  version uuid primary key,
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0
);
create index loose_document_files_due_at_idx on private.loose_document_files (due_at);

-- rows whose file was missing, or had another hash, when it was last read
create table private.damaged_document_files (
  file_id uuid not null,
  copies text not null,
  irns text not null,
  noticed_at timestamptz not null default clock_timestamp(),
  primary key (file_id, copies, irns),
  foreign key (file_id, copies, irns) references private.document_files (file_id, copies, irns) on delete cascade
);

-- when the first file may go to the store. no row: at any time. the migration gave shops that had documents a day, in which processes of the
-- version before still find all of them here
create table private.document_storage (
  one boolean primary key default true check (one),
  starts_at timestamptz not null
);

alter table private.document_files enable row level security;
alter table private.loose_document_files enable row level security;
alter table private.damaged_document_files enable row level security;
alter table private.document_storage enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.document_files, private.loose_document_files, private.damaged_document_files, private.document_storage from public;

create function private.are_documents_stored() returns boolean
language sql stable set search_path = '' as $$
  select not exists (select from private.document_storage s where s.starts_at > clock_timestamp())
$$;

create function private.note_loose_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.loose_document_files (version) values (old.version) on conflict do nothing;
  return null;
end $$;
create trigger note_loose_document after delete on private.document_files
  for each row when (old.version is not null) execute function private.note_loose_document();
create trigger note_replaced_document after update of version on private.document_files
  for each row when (old.version is not null and new.version is distinct from old.version) execute function private.note_loose_document();

-- ── reading and writing ─────────────────────────────────────────────────────────────────────────────────────────────────────
create function private.document_file(p_file uuid, p_copies text, p_irns text default '') returns bytea
language sql stable security definer set search_path = '' as $$
  select f.bytes from private.document_files f where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns
$$;

-- one row: what is known of the file, and whether new ones may go to the store
create function private.find_document_file(p_file uuid, p_copies text, p_irns text)
  returns table (bytes bytea, version uuid, size integer, sha256 text, is_damaged boolean, is_storable boolean)
language sql stable security definer set search_path = '' as $$
  select f.bytes, f.version, f.size, f.sha256, d.file_id is not null, private.are_documents_stored()
  from (select 1) one
  left join private.document_files f on f.file_id = p_file and f.copies = p_copies and f.irns = p_irns
  left join private.damaged_document_files d on d.file_id = f.file_id and d.copies = f.copies and d.irns = f.irns
$$;

-- before files are written: a process that ends afterwards leaves nothing that is not known
create function private.note_document_files(p_versions uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.loose_document_files (version, due_at) select v, clock_timestamp() + interval '1 hour' from unnest(p_versions) v
$$;

-- takes up files that were written; not those that the job may have removed
create function private.take_up_document_files(p_versions uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  taken integer;
begin
  delete from private.loose_document_files l where l.version = any (p_versions) and l.attempts = 0;
  get diagnostics taken = row_count;
  if taken <> cardinality(p_versions) then
    raise exception 'The files of a document took more than an hour to write' using errcode = '55000';
  end if;
end $$;

create function private.order_of_document_file(p_file uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  sold uuid := (select d.order_id from public.documents d where d.file_id = p_file limit 1);
begin
  if sold is null then
    raise exception 'No document was issued in file %', p_file using errcode = '23514';
  end if;
  return sold;
end $$;

-- both files, the original first, which are in the store; unless they are kept already. answers with what is kept: of two who make them at once,
-- the second waits, gets those of the first, and its own are removed. only of what was issued: a proforma is never kept.
create function private.store_document_files(p_file uuid, p_irns text, p_versions uuid[], p_sizes integer[], p_hashes text[])
  returns table (copies text, bytes bytea, version uuid, size integer, sha256 text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sold uuid := private.order_of_document_file(p_file);
begin
  perform private.take_up_document_files(p_versions);
  insert into private.document_files (order_id, file_id, copies, irns, sha256, version, size)
    select sold, p_file, (array['original', 'all'])[v.place], p_irns, v.hash, v.version, v.size
    from unnest(p_versions, p_sizes, p_hashes) with ordinality v (version, size, hash, place)
    on conflict do nothing;
  insert into private.loose_document_files (version)
    select v from unnest(p_versions) v where not exists (select from private.document_files f where f.version = v);
  return query select f.copies, f.bytes, f.version, f.size, f.sha256 from private.document_files f where f.file_id = p_file and f.irns = p_irns;
end $$;

-- the same with the bytes here. null: the file is in the store, and has other bytes
create function private.keep_document_files(p_file uuid, p_copies text, p_original bytea, p_all bytea, p_irns text default '') returns bytea
language plpgsql security definer set search_path = '' as $$
declare
  sold uuid := private.order_of_document_file(p_file);
  made bytea := case p_copies when 'original' then p_original else p_all end;
begin
  insert into private.document_files (order_id, file_id, copies, irns, bytes, sha256)
    select sold, p_file, f.copies, p_irns, f.bytes, encode(sha256(f.bytes), 'hex') from (values ('original', p_original), ('all', p_all)) f (copies, bytes)
    on conflict do nothing;
  return (select case when f.version is null then f.bytes when f.sha256 = encode(sha256(made), 'hex') then made end
    from private.document_files f where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns);
end $$;

-- the same for bytes here: those that were issued, made again
create function private.repair_document_file(p_file uuid, p_copies text, p_irns text, p_bytes bytea) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.document_files f set bytes = p_bytes
    where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version is null and f.sha256 = encode(sha256(p_bytes), 'hex');
  if found then delete from private.damaged_document_files d where d.file_id = p_file and d.copies = p_copies and d.irns = p_irns; end if;
end $$;

-- p_version: where the file was read. if it is in another place by now, nothing is known about that one
create function private.note_damaged_document(p_file uuid, p_copies text, p_irns text, p_version uuid, p_damaged boolean) returns void
language sql security definer set search_path = '' as $$
  delete from private.damaged_document_files d where not p_damaged and d.file_id = p_file and d.copies = p_copies and d.irns = p_irns;
  insert into private.damaged_document_files (file_id, copies, irns)
    select f.file_id, f.copies, f.irns from private.document_files f
    where p_damaged and f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version is not distinct from p_version on conflict do nothing;
$$;

-- ── jobs ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- what is not yet where it belongs, the oldest first. a damaged file stays where it is
create function private.documents_to_store(p_limit integer) returns table (file_id uuid, copies text, irns text, bytes bytea, sha256 text)
language sql stable security definer set search_path = '' as $$
  select f.file_id, f.copies, f.irns, f.bytes, f.sha256 from private.document_files f
  where f.version is null and private.are_documents_stored()
    and not exists (select from private.damaged_document_files d where d.file_id = f.file_id and d.copies = f.copies and d.irns = f.irns)
  order by f.created_at limit p_limit
$$;
create function private.documents_to_fetch(p_limit integer) returns table (file_id uuid, copies text, irns text, version uuid, size integer, sha256 text)
language sql stable security definer set search_path = '' as $$
  select f.file_id, f.copies, f.irns, f.version, f.size, f.sha256 from private.document_files f
  where f.version is not null
    and not exists (select from private.damaged_document_files d where d.file_id = f.file_id and d.copies = f.copies and d.irns = f.irns)
  order by f.version limit p_limit
$$;

create function private.move_document_to_store(p_file uuid, p_copies text, p_irns text, p_version uuid, p_size integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_up_document_files(array[p_version]);
  update private.document_files f set version = p_version, size = p_size, bytes = null
    where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version is null;
  if not found then insert into private.loose_document_files (version) values (p_version); end if;
end $$;
create function private.move_document_to_database(p_file uuid, p_copies text, p_irns text, p_version uuid, p_bytes bytea) returns void
language sql security definer set search_path = '' as $$
  update private.document_files f set version = null, size = null, bytes = p_bytes
    where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version = p_version and f.sha256 = encode(sha256(p_bytes), 'hex')
$$;

-- the lock of a backup (server/backup/create-backup.ts) is held; asked without taking it, which could refuse one that begins
create function private.is_backing_up() returns boolean
language sql volatile set search_path = '' as $$
  select exists (select from pg_catalog.pg_locks l where l.locktype = 'advisory' and l.objsubid = 1
    and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
    and (l.classid::bigint << 32) | l.objid::bigint = hashtext('shop.backup'))
$$;

-- files to remove; none while a backup is made, whose rows may still name them. after the nth attempt the next one is 30 s × 2ⁿ later, at most an hour
create function private.take_loose_document_files(p_limit integer) returns setof uuid
language sql security definer set search_path = '' as $$
  update private.loose_document_files l set attempts = l.attempts + 1,
      due_at = clock_timestamp() + least(interval '1 hour', interval '30 seconds' * power(2, least(l.attempts, 10)))
    where l.version in (select d.version from private.loose_document_files d where d.due_at <= clock_timestamp() and not private.is_backing_up()
      order by d.due_at limit p_limit for update skip locked)
    returning l.version
$$;
create function private.forget_loose_document_files(p_versions uuid[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.loose_document_files l where l.version = any (p_versions) and l.attempts > 0
$$;

-- documents whose facts differ from those that were issued, or whose bytes in the database do; empty unless someone bypassed every grant. files in
-- the store are compared when they are read, and by a backup
create function private.check_documents() returns table (id uuid, serial text)
language sql stable set search_path = '' as $$
  select d.id, d.serial from public.documents d
  where d.content_hash <> private.content_hash(d.content) or d.serial <> d.content ->> 'serial' or private.utc_text(d.issued_at) <> d.content ->> 'issued_at'
  union all
  select d.id, d.serial from private.document_files f join public.documents d on d.file_id = f.file_id where f.sha256 <> encode(sha256(f.bytes), 'hex')
$$;

revoke all on function private.are_documents_stored(), private.is_backing_up(), private.note_loose_document(), private.document_file(uuid, text, text),
  private.find_document_file(uuid, text, text), private.note_document_files(uuid[]), private.take_up_document_files(uuid[]),
  private.order_of_document_file(uuid), private.store_document_files(uuid, text, uuid[], integer[], text[]),
  private.keep_document_files(uuid, text, bytea, bytea, text),
  private.repair_document_file(uuid, text, text, bytea), private.note_damaged_document(uuid, text, text, uuid, boolean), private.documents_to_store(integer), private.documents_to_fetch(integer),
  private.move_document_to_store(uuid, text, text, uuid, integer), private.move_document_to_database(uuid, text, text, uuid, bytea),
  private.take_loose_document_files(integer), private.forget_loose_document_files(uuid[]), private.check_documents() from public;

-- the login that server functions write with; the function checks first, under the caller's own policies, whose order it is
grant execute on function private.document_file(uuid, text, text), private.find_document_file(uuid, text, text), private.note_document_files(uuid[]),
  private.store_document_files(uuid, text, uuid[], integer[], text[]), private.keep_document_files(uuid, text, bytea, bytea, text), private.repair_document_file(uuid, text, text, bytea),
  private.note_damaged_document(uuid, text, text, uuid, boolean) to shop_orders;
-- the login of scheduled jobs
grant execute on function private.note_document_files(uuid[]), private.note_damaged_document(uuid, text, text, uuid, boolean), private.documents_to_store(integer),
  private.documents_to_fetch(integer), private.move_document_to_store(uuid, text, text, uuid, integer),
  private.move_document_to_database(uuid, text, text, uuid, bytea), private.take_loose_document_files(integer),
  private.forget_loose_document_files(uuid[]) to shop_mail;
