-- a commit that changes what anonymous pages show drops the server's caches (ruling 34): NOTIFY shop_changed, '<table>'.
-- statement triggers with transition tables: a request that touches no row (anybody may send one) announces nothing.

create function private.announce_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select from changed) then
    perform pg_notify('shop_changed', tg_table_name);
  end if;
  return null;
end $$;

do $$
declare
  topic text;
begin
  foreach topic in array array['products', 'product_images', 'categories', 'banner_images', 'settings', 'order_steps'] loop
    execute format('create trigger announce_insert after insert on public.%I referencing new table as changed
      for each statement execute function private.announce_change()', topic);
    execute format('create trigger announce_update after update on public.%I referencing new table as changed
      for each statement execute function private.announce_change()', topic);
    execute format('create trigger announce_delete after delete on public.%I referencing old table as changed
      for each statement execute function private.announce_change()', topic);
  end loop;
end $$;
