-- families: what is sold by shade, size or pack. every member is a product of its own; the family has what they share
-- (docs/decisions/0065-families.md). what members follow, and who reads families, is in 21_products_families.sql.

create table public.product_families (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 120),
  -- up to three, in order: {Shade,Size}
  options text[] not null check (array_ndims(options) = 1 and cardinality(options) between 1 and 3),
  mixed_tiers boolean not null default false,   -- quantities of all members count together for the bulk price
  -- shared with every member; what is null here is each member's own
  description text check (length(description) <= 20000),
  brand text check (length(brand) <= 80),
  category_id uuid references public.categories (id),
  gst_percent numeric(5, 2) check (gst_percent between 0 and 100),
  hsn text check (hsn ~ '^[0-9]{4}([0-9]{2}){0,2}$'),
  country_of_origin text check (length(country_of_origin) <= 60),
  manufacturer text check (length(manufacturer) <= 400),
  generic_name text check (length(generic_name) <= 120),
  best_before text check (length(best_before) <= 120),
  licence text check (length(licence) <= 120),
  ingredients text check (length(ingredients) <= 10000),
  how_to_use text check (length(how_to_use) <= 10000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index product_families_category_idx on public.product_families (category_id);
alter table public.product_families enable row level security;
revoke all on public.product_families from anon, authenticated;
grant select on public.product_families to anon, authenticated;
grant insert (id, name, options, mixed_tiers, description, brand, category_id, gst_percent, hsn, country_of_origin, manufacturer,
  generic_name, best_before, licence, ingredients, how_to_use) on public.product_families to authenticated;
grant update (name, options, mixed_tiers, description, brand, category_id, gst_percent, hsn, country_of_origin, manufacturer,
  generic_name, best_before, licence, ingredients, how_to_use) on public.product_families to authenticated;
grant delete on public.product_families to authenticated;

-- no API client writes version and created_at
create trigger next_version before update on public.product_families for each row execute function private.next_version();

-- the values of an option in their order: Ruby Red, Coral. a shade has a colour or a picture as its swatch
create table public.product_family_values (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.product_families (id) on delete cascade,
  option smallint not null check (option between 1 and 3),   -- its place in the family's options
  position integer not null default 0,
  name text not null check (length(btrim(name)) between 1 and 60),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  picture text check (length(picture) <= 500),               -- 'bucket/path' or an http address, as products.image_url
  unique (family_id, id)                                     -- what the products refer to: a value of their own family
);
create unique index product_family_values_name_key on public.product_family_values (family_id, option, lower(name));
alter table public.product_family_values enable row level security;
revoke all on public.product_family_values from anon, authenticated;
grant select on public.product_family_values to anon, authenticated;
grant insert (id, family_id, option, position, name, colour, picture) on public.product_family_values to authenticated;
grant update (position, name, colour, picture) on public.product_family_values to authenticated;
grant delete on public.product_family_values to authenticated;

-- a value stays in its family and option: members have it there

insert into private.limits (name, value, about) values
  ('family_members', 500, 'Products of one family.'),
  ('family_values', 200, 'Values of the options of one family together.');

create function private.guard_family_values() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$   -- a plan made while the table is empty is kept for thousands
declare
  most constant integer := private.limit_of('family_values');
  options integer;
begin
  select cardinality(f.options) into options from public.product_families f where f.id = new.family_id for no key update;
  if new.option > options then
    raise exception 'The family has no option %', new.option using errcode = '23514', detail = '{"code":"NO_SUCH_OPTION"}';
  end if;
  if (select count(*) from public.product_family_values v where v.family_id = new.family_id) >= most then
    raise exception 'A family has at most % values', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_VALUES', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.guard_family_values() from public;
create trigger guard_values before insert on public.product_family_values
  for each row execute function private.guard_family_values();
