-- a tree by parent_id. null is the top level; the form's 'none' becomes null before it gets here (docs/rules.md#categories).

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 80),
  -- ?category= and menus. filled from the name when the writer leaves it empty
  slug text not null default '' unique check (slug <> '' and slug !~ '[A-Z\s/?#%&]'),
  name_hi text check (length(name_hi) <= 80),
  description text check (length(description) <= 4000),
  image_url text check (length(image_url) <= 500),
  -- no cascade: deleting a category with children is refused, the screen asks where they go
  parent_id uuid references public.categories (id) check (parent_id <> id),
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index categories_parent_id_idx on public.categories (parent_id, display_order);
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
create trigger refuse_category_cycle before insert or update of parent_id on public.categories
  for each row when (new.parent_id is not null) execute function private.refuse_category_cycle();

alter table public.categories enable row level security;
revoke all on public.categories from anon, authenticated;
grant select on public.categories to anon, authenticated;
grant insert (id, name, slug, name_hi, description, image_url, parent_id, display_order) on public.categories to authenticated;
grant update (name, slug, name_hi, description, image_url, parent_id, display_order) on public.categories to authenticated;
grant delete on public.categories to authenticated;

create policy "everybody reads" on public.categories for select to anon, authenticated using (true);
create policy "admins add" on public.categories for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.categories for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete" on public.categories for delete to authenticated using ((select private.is_admin()));
