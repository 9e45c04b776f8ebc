-- what the shop pays for a product (docs/decisions/0076-further-columns-of-products.md). a table of its own: products are public.

-- rupees for one unit as it is sold, excluding gst, which is claimed back as input credit. no row: not known
create table public.product_costs (
  product_id uuid primary key references public.products (id) on delete cascade,
  cost numeric(12, 2) not null check (cost > 0)
);
alter table public.product_costs enable row level security;
revoke all on public.product_costs from anon, authenticated;
grant select, delete on public.product_costs to authenticated;
grant insert (product_id, cost) on public.product_costs to authenticated;
grant update (cost) on public.product_costs to authenticated;
create policy "owner, manager and accounts read" on public.product_costs for select to authenticated
  using ((select private.may('costs.read')));
create policy "who changes products and reads costs adds" on public.product_costs for insert to authenticated
  with check ((select private.may('costs.read')) and (select private.may('catalogue.write')));
create policy "who changes products and reads costs changes" on public.product_costs for update to authenticated
  using ((select private.may('costs.read')) and (select private.may('catalogue.write')))
  with check ((select private.may('costs.read')) and (select private.may('catalogue.write')));
create policy "who changes products and reads costs deletes" on public.product_costs for delete to authenticated
  using ((select private.may('costs.read')) and (select private.may('catalogue.write')));

-- an import notes them with the other columns of its products (22_product_imports.sql), for its undo
create function private.note_import_cost() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  import uuid := current_setting('shop.import')::uuid;
begin
  if tg_op = 'INSERT' then
    insert into private.product_import_rows as r (import_id, product_id, before, after)
      select import, n.product_id, '{"cost": null}', jsonb_build_object('cost', n.cost) from changed n
      on conflict (import_id, product_id) do update set before = excluded.before || r.before, after = r.after || excluded.after;
  else
    insert into private.product_import_rows as r (import_id, product_id, before, after)
      select import, n.product_id, jsonb_build_object('cost', o.cost), jsonb_build_object('cost', n.cost)
      from changed n join before o on o.product_id = n.product_id
      on conflict (import_id, product_id) do update set before = excluded.before || r.before, after = r.after || excluded.after;
  end if;
  return null;
end $$;
revoke all on function private.note_import_cost() from public;
create trigger note_import_insert after insert on public.product_costs referencing new table as changed
  for each statement when (coalesce(current_setting('shop.import', true), '') not in ('', 'undo')) execute function private.note_import_cost();
create trigger note_import_update after update on public.product_costs referencing old table as before new table as changed
  for each statement when (coalesce(current_setting('shop.import', true), '') not in ('', 'undo')) execute function private.note_import_cost();
