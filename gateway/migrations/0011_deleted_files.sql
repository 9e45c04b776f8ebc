-- Files that no row refers to any more, until the store has deleted them (docs/decisions/0105-file-stores.md). A row is written by the
-- transaction that deletes or replaces the object, so a store that is away, or a process that ends, leaves no file behind.

create table storage.deleted_files (
  version text primary key,
  deleted_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- the process that deleted the row deletes the file at once; whoever looks for what was left comes later
  due_at timestamptz not null default now() + interval '1 minute'
);
create index deleted_files_due_at_idx on storage.deleted_files (due_at);
alter table storage.deleted_files enable row level security;

-- No policy: nobody but this server. A caller must not be able to name a file here that is in use.
grant select, insert, update, delete on storage.deleted_files to service_role;

create function storage.note_deleted_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.deleted_files (version) values (old.version) on conflict do nothing;
  return null;
end $$;
revoke all on function storage.note_deleted_file() from public;

create trigger note_deleted_file after delete on storage.objects
  for each row when (old.version is not null) execute function storage.note_deleted_file();
create trigger note_replaced_file after update of version on storage.objects
  for each row when (old.version is not null and old.version is distinct from new.version) execute function storage.note_deleted_file();
