-- the form of a category names the top level 'none', and an api client may send it as it is: the column reads it as null, like
-- every other input. a domain with a cast from json is how postgrest lets a column read its own input ("domain
-- representations"); the uuid type itself cannot be changed. reads, filters and sql see a plain uuid.

create domain public.category_parent as uuid;

create function public.category_parent(json) returns public.category_parent
language sql immutable strict parallel safe
return nullif($1 #>> '{}', 'none')::uuid;
revoke all on function public.category_parent(json) from public;
grant execute on function public.category_parent(json) to authenticated, service_role;
grant execute on function public.category_parent(json) to authenticator;

-- postgrest reads the casts that its own login may use

create cast (json as public.category_parent) with function public.category_parent(json) as implicit;

-- a tree by parent_id. null is the top level; the form's 'none' becomes null before it gets here (docs/rules.md#categories).

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 80),
  -- ?category= and menus. filled from the name when the writer leaves it empty
  slug text not null default '' unique check (slug <> '' and slug !~ '[A-Z\s/?#%&]'),
  name_hi text check (length(name_hi) <= 80),
  description text check (length(description) <= 4000),
  image_url text check (length(image_url) <= 500),
  -- no cascade: deleting a category with children is refused, the screen asks for their new place
  parent_id public.category_parent references public.categories (id) check (parent_id <> id),
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index categories_parent_id_idx on public.categories (parent_id, display_order);
alter table public.categories enable row level security;
revoke all on public.categories from anon, authenticated;
grant select on public.categories to anon, authenticated;
grant insert (id, name, slug, name_hi, description, image_url, parent_id, display_order) on public.categories to authenticated;
grant update (name, slug, name_hi, description, image_url, parent_id, display_order) on public.categories to authenticated;
grant delete on public.categories to authenticated;
create policy "everyone reads" on public.categories for select to anon, authenticated using (true);
create policy "hidden while the shop is closed" on public.categories as restrictive for select to anon, authenticated using ((select private.sees_shop()));
create policy "admins add" on public.categories for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.categories for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.categories for delete to authenticated
  using ((select private.may('catalogue.write')));
create trigger touch_updated_at before update on public.categories for each row execute function private.touch_updated_at();

-- like a product's slug (docs/rules.md#product-addresses), as far as sql can: any script's letters and marks stay, ascii
-- punctuation and space become hyphens
create function private.fill_category_slug() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.slug := coalesce(nullif(btrim(pg_catalog.regexp_replace(lower(new.name), '[\s!-/:-@[-`{-~]+', '-', 'g'), '-'), ''), new.id::text);
  return new;
end $$;
create trigger fill_category_slug before insert or update of slug on public.categories
  for each row when (new.slug = '') execute function private.fill_category_slug();

-- a category cannot become its own ancestor. one writer of the tree at a time: two moves that are each harmless can
-- close a circle together.
create function private.refuse_category_cycle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  if exists (
    with recursive ancestors (id, parent_id) as (
      select c.id, c.parent_id from public.categories c where c.id = new.parent_id
      union                                      -- not union all: stops even on a circle made earlier by hand
      select c.id, c.parent_id from public.categories c join ancestors a on c.id = a.parent_id
    )
    select from ancestors where id = new.id
  ) then
    raise exception 'A category cannot become its own ancestor' using errcode = '23514', detail = '{"code":"CATEGORY_CYCLE"}';
  end if;
  return new;
end $$;
revoke all on function private.refuse_category_cycle() from public;

-- the tree of categories as the back office arranges it (docs/rules.md#categories). all three run as the caller: policies
-- decide about rows, and the check at the start gives callers who are not admins an error instead of doing nothing.

-- how many products of any status each category has itself, without its sub-categories
create function public.category_usage() returns table (category_id uuid, products bigint)
language sql stable security invoker set search_path = '' as $$
  select p.category_id, count(*) from public.products p where p.category_id is not null group by p.category_id
$$;
revoke all on function public.category_usage() from public;
grant execute on function public.category_usage() to authenticated;

-- counts what the caller may see; nothing for anon

-- puts the categories of one parent (null: the top) into this order. the list names all children and may add others; a
-- list that lacks a child or names a deleted one comes from an old tree and is refused as a whole.
create function public.arrange_categories(p_parent uuid, p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  -- the lock of private.refuse_category_cycle(), taken before the tree is read
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  if exists (select from public.categories c where c.parent_id is not distinct from p_parent and c.id <> all (p_ids))
    or (select count(*) from public.categories c where c.id = any (p_ids)) <> cardinality(p_ids)
    or (p_parent is not null and not exists (select from public.categories c where c.id = p_parent)) then
    raise exception 'The categories have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.categories c set parent_id = p_parent, display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where c.id = wanted.id and (c.parent_id is distinct from p_parent or c.display_order <> wanted.place);
end $$;
revoke all on function public.arrange_categories(uuid, uuid[]) from public;
grant execute on function public.arrange_categories(uuid, uuid[]) to authenticated;

-- deletes a category after moving its products and sub-categories where the admin said (sub-categories: null is the top). the
-- numbers are those on the screen: if they differ now, the admin confirmed something else. returns the picture, for the caller to remove.
create function public.delete_category(
  p_id uuid, p_products integer, p_children integer, p_products_to uuid default null, p_children_to uuid default null
) returns text
language plpgsql security invoker set search_path = '' as $$
declare
  picture text;
  products integer;
  children integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  select c.image_url into picture from public.categories c where c.id = p_id for update;   -- a new product waits for this
  if not found then
    raise exception 'This category is gone already' using errcode = 'PT404', detail = '{"code":"NOT_FOUND"}';
  end if;
  select count(*) into products from public.products p where p.category_id = p_id;
  select count(*) into children from public.categories c where c.parent_id = p_id;
  if products <> p_products or children <> p_children then
    raise exception 'The category has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if products > 0 and (p_products_to is null or p_products_to = p_id) then
    raise exception 'Say where the products go' using errcode = '22023', detail = '{"code":"INVALID","field":"products_to"}';
  end if;
  if children > 0 and p_children_to = p_id then
    raise exception 'Say where the sub-categories go' using errcode = '22023', detail = '{"code":"INVALID","field":"children_to"}';
  end if;
  update public.product_families f set category_id = p_products_to where f.category_id = p_id;   -- their members follow
  update public.products p set category_id = p_products_to where p.category_id = p_id;
  update public.categories c set parent_id = p_children_to where c.parent_id = p_id;
  delete from public.categories c where c.id = p_id;
  return picture;
end $$;
revoke all on function public.delete_category(uuid, integer, integer, uuid, uuid) from public;
grant execute on function public.delete_category(uuid, integer, integer, uuid, uuid) to authenticated;
create trigger refuse_category_cycle before insert or update of parent_id on public.categories
  for each row when (new.parent_id is not null) execute function private.refuse_category_cycle();
