-- the sums of past days get the category of each product, and a list says of which products it has changed since (the next file)
alter table private.sales_products add column category_id uuid;

create table private.category_changed (
  id bigint generated always as identity primary key,
  product_id uuid not null
);
alter table private.category_changed enable row level security;
revoke all on private.category_changed from public;

create function private.note_category_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.category_changed (product_id) values (new.id);
  return null;
end $$;
revoke all on function private.note_category_change() from public;
create trigger note_category_change after update on public.products
  for each row when (old.category_id is distinct from new.category_id) execute function private.note_category_change();
