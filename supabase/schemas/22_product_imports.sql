-- whole imports: one entry of the audit log each, and undone as a whole while nothing was sold (docs/decisions/0067-undo-of-an-import.md).

create table public.product_imports (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  actor uuid,                 -- no foreign key: as in the audit log, the entry outlives the account
  file_name text not null check (length(file_name) between 1 and 200),
  added integer not null check (added >= 0),       -- as planned: rows that a guard refused later are among them
  changed integer not null check (changed >= 0),
  undone_at timestamptz
);
create index product_imports_at_idx on public.product_imports (at desc);
alter table public.product_imports enable row level security;
revoke all on public.product_imports from anon, authenticated;
grant select on public.product_imports to authenticated;
create policy "admins read" on public.product_imports for select to authenticated
  using ((select private.may('catalogue.write')));

-- written by begin_import and undo_import alone

-- what an import did to each product: the columns that it changed, as they were before the first and after the last of its writes.
-- `before` is null for a product that it added
create table private.product_import_rows (
  import_id uuid not null references public.product_imports (id) on delete cascade,
  product_id uuid not null,
  before jsonb,
  after jsonb not null,
  primary key (import_id, product_id)
);

alter table private.product_import_rows enable row level security;

-- no grant and no policy: the trigger and undo_import alone

-- statement triggers as the audit log has them: while shop.import names an import they note the rows there, and the log leaves them out
create function private.note_import() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  import uuid := current_setting('shop.import')::uuid;
  skipped constant text[] := '{id,version,created_at,updated_at,base_price,running_out,units_sold,popularity,image_url,image_thumbhash,tier_group}';
begin
  if tg_op = 'INSERT' then
    insert into private.product_import_rows (import_id, product_id, after)
      select import, n.id, to_jsonb(n) - skipped from changed n;
  else
    insert into private.product_import_rows as r (import_id, product_id, before, after)
      select import, d.id, d.before, d.after
      from (
        select n.id, (select jsonb_object_agg(k.key, to_jsonb(o) -> k.key) from jsonb_each(to_jsonb(n)) k where k.value is distinct from to_jsonb(o) -> k.key and k.key <> all (skipped)) as before,
          (select jsonb_object_agg(k.key, k.value) from jsonb_each(to_jsonb(n)) k where k.value is distinct from to_jsonb(o) -> k.key and k.key <> all (skipped)) as after
        from changed n join before o on o.id = n.id
      ) d
      where d.after is not null
      on conflict (import_id, product_id) do update set before = excluded.before || r.before, after = r.after || excluded.after;
  end if;
  return null;
end $$;
revoke all on function private.note_import() from public;
create trigger note_import_insert after insert on public.products referencing new table as changed
  for each statement when (coalesce(current_setting('shop.import', true), '') not in ('', 'undo')) execute function private.note_import();
create trigger note_import_update after update on public.products referencing old table as before new table as changed
  for each statement when (coalesce(current_setting('shop.import', true), '') not in ('', 'undo')) execute function private.note_import();

-- a part of an import belongs to one of the caller's that is not undone, and stays so until the part is committed: an undo waits for it.
-- for import_products and import_families, whose callers may not lock the row themselves; called by itself it does nothing
create function public.hold_import(p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform from public.product_imports i where i.id = p_import and i.actor = auth.uid() and i.undone_at is null for share;
  if not found then
    raise exception 'There is no such import' using errcode = '22023', detail = '{"code":"NO_IMPORT"}';
  end if;
end $$;
revoke all on function public.hold_import(uuid) from public;
grant execute on function public.hold_import(uuid) to authenticated;

-- p_file: its name; p_added, p_changed: how many products the check has planned. the rows of the twenty newest imports that have some are kept,
-- so that imports which never wrote anything take the undo from none
create function public.begin_import(p_file text, p_added integer, p_changed integer) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  begun uuid;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  insert into public.product_imports (actor, file_name, added, changed) values (auth.uid(), left(p_file, 200), p_added, p_changed) returning id into begun;
  delete from private.product_import_rows r
    where r.import_id not in (
      select i.id from public.product_imports i where exists (select from private.product_import_rows o where o.import_id = i.id) order by i.at desc limit 20);
  return begun;
end $$;
revoke all on function public.begin_import(text, integer, integer) from public;
grant execute on function public.begin_import(text, integer, integer) to authenticated;

-- takes an import back as a whole, or refuses: SOLD when an order has one of its products since, STALE when one is no longer as the
-- import left it, TOO_OLD when its rows are gone. what it added is deleted, what it changed is as before, families and
-- pictures that it made are gone. answers {"deleted", "restored", "files"}: how many products, and the picture files that the caller may now remove
create function public.undo_import(p_import uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  import public.product_imports;
  why jsonb;
  gone integer;
  restored integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  select i.* into import from public.product_imports i where i.id = p_import for update;
  if import.id is null or import.undone_at is not null or not (
    exists (select from private.product_import_rows r where r.import_id = p_import)
    or exists (select from private.picture_sources s where s.import_id = p_import)   -- a zip of pictures alone
  ) then
    raise exception 'This import can no longer be undone' using errcode = 'PT409', detail = '{"code":"TOO_OLD"}';
  end if;
  -- in the order in which the order service and every other writer lock products, those that only got pictures too
  perform from public.products p where p.id in (
    select r.product_id from private.product_import_rows r where r.import_id = p_import
    union select d.product_id from private.picture_downloads d where d.import_id = p_import
    union select i.product_id from private.picture_sources s join public.product_images i on i.id = s.image_id where s.import_id = p_import)
    order by p.id for update of p;

  select jsonb_build_object('code', 'SOLD', 'products', count(distinct r.product_id)) into why
    from private.product_import_rows r
      join public.order_items i on i.product_id = r.product_id
      join public.orders o on o.id = i.order_id
    where r.import_id = p_import and o.created_at >= import.at;
  if (why ->> 'products')::integer > 0 then
    raise exception '% of its products were ordered since', why ->> 'products' using errcode = 'PT409', detail = why::text;
  end if;
  select jsonb_build_object('code', 'STALE', 'products', count(*)) into why
    from private.product_import_rows r left join public.products p on p.id = r.product_id
    where r.import_id = p_import and (p.id is null
      or exists (select from jsonb_each(r.after) k
        where (to_jsonb(p) || jsonb_build_object('cost', (select c.cost from public.product_costs c where c.product_id = p.id))) -> k.key is distinct from k.value));
  if (why ->> 'products')::integer > 0 then
    raise exception '% of its products have changed since', why ->> 'products' using errcode = 'PT409', detail = why::text;
  end if;

  perform set_config('shop.import', 'undo', true), set_config('shop.stock_reason', 'import', true);
  delete from private.picture_downloads d where d.import_id = p_import;
  with gone_pictures as (
    delete from public.product_images i using private.picture_sources s where s.image_id = i.id and s.import_id = p_import returning i.image_url
  )
  select coalesce(array_agg(g.image_url), '{}') into files from gone_pictures g;
  delete from public.products p using private.product_import_rows r where r.import_id = p_import and r.product_id = p.id and r.before is null;
  get diagnostics gone = row_count;
  update public.products p set
    family_id = n.family_id, value_1 = n.value_1, value_2 = n.value_2, value_3 = n.value_3,
    name = n.name, brand = n.brand, category_id = n.category_id, price = n.price, retail_price = n.retail_price, mrp = n.mrp,
    gst_percent = n.gst_percent, hsn = n.hsn, unit = n.unit, stock = n.stock, min_order_quantity = n.min_order_quantity,
    pricing_tiers = n.pricing_tiers, status = n.status, is_featured = n.is_featured, description = n.description,
    net_quantity = n.net_quantity, generic_name = n.generic_name, country_of_origin = n.country_of_origin,
    manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode,
    weight_grams = n.weight_grams, reorder_level = n.reorder_level
  from private.product_import_rows r join public.products q on q.id = r.product_id cross join lateral jsonb_populate_record(q, r.before) n
  where r.import_id = p_import and r.before is not null and p.id = q.id;
  get diagnostics restored = row_count;
  delete from public.product_costs c using private.product_import_rows r
    where r.import_id = p_import and r.product_id = c.product_id and r.before -> 'cost' = 'null';
  insert into public.product_costs (product_id, cost)
    select r.product_id, (r.before ->> 'cost')::numeric from private.product_import_rows r where r.import_id = p_import and r.before ->> 'cost' is not null
    on conflict (product_id) do update set cost = excluded.cost;
  delete from public.product_families f
    where f.id in (select (r.after ->> 'family_id')::uuid from private.product_import_rows r where r.import_id = p_import)
      and not exists (select from public.products p where p.family_id = f.id);
  delete from private.product_import_rows r where r.import_id = p_import;
  update public.product_imports i set undone_at = now() where i.id = p_import;
  perform set_config('shop.import', '', true), set_config('shop.stock_reason', '', true);
  return jsonb_build_object('deleted', gone, 'restored', restored, 'files', to_jsonb(files));
end $$;
revoke all on function public.undo_import(uuid) from public;
grant execute on function public.undo_import(uuid) to authenticated;
