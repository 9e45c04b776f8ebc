-- A file in the store has one row, and those that are not there yet are found without reading the others.
create unique index if not exists document_files_version_idx on private.document_files (version) where version is not null;
create index if not exists document_files_in_database_idx on private.document_files (created_at) where version is null;
alter table private.document_files validate constraint document_files_place;
