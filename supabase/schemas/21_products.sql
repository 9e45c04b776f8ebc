-- the catalogue. prices are rupees; whether they include gst is a setting (docs/rules.md#prices-include-gst).

-- the number printed under the bars: EAN-8, UPC (12 digits), EAN-13 or GTIN-14, with its check digit (GS1 General Specifications 7.9).
-- shorter ones count as if they began with zeros, for the check as for the comparison: a scanner reads a UPC with or without its zero
create function private.is_barcode(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when value ~ '^([0-9]{8}|[0-9]{12,14})$' then (
    select sum(digit::integer * case when place % 2 = 1 then 3 else 1 end) % 10 = 0
    from regexp_split_to_table(lpad(value, 14, '0'), '') with ordinality d (digit, place)) else value is null end
$$;
grant execute on function private.is_barcode(text) to public;

create table public.products (
  id uuid primary key default gen_random_uuid(),
  sku text not null unique default upper(left(replace(gen_random_uuid()::text, '-', ''), 10)) check (length(sku) between 1 and 40),
  name text not null check (length(btrim(name)) between 1 and 200),
  description text check (length(description) <= 20000),
  brand text check (length(brand) <= 80),
  image_url text check (length(image_url) <= 500),          -- 'bucket/path' or an http address; the first of product_images
  image_thumbhash text check (length(image_thumbhash) <= 64),
  price numeric(12, 2) not null check (price >= 0),
  retail_price numeric(12, 2) check (retail_price >= 0),
  mrp numeric(12, 2) check (mrp > 0),
  -- what the first unit costs before tiers (docs/rules.md#base-price-and-tiers); listings sort and filter by it
  base_price numeric(12, 2) not null generated always as (case when retail_price > 0 then retail_price else price end) stored,
  gst_percent numeric(5, 2) not null default 18 check (gst_percent between 0 and 100),
  hsn text check (hsn ~ '^[0-9]{4}([0-9]{2}){0,2}$'),
  unit text not null default 'NOS' check (length(unit) between 1 and 12),
  stock integer not null default 0 check (stock >= 0),       -- the truth (docs/rules.md#stock); sold twice is impossible here
  units_sold integer not null default 0 check (units_sold >= 0),
  popularity integer not null default 0,                     -- units_sold as of the last private.rank_products()
  category_id uuid references public.categories (id),        -- no cascade: a category with products is not deleted
  is_featured boolean not null default false,
  min_order_quantity integer not null default 1 check (min_order_quantity between 1 and 99999),
  pricing_tiers jsonb,
  status text not null default 'active' check (status in ('active', 'draft', 'archived')),
  net_quantity text check (length(net_quantity) <= 60),
  country_of_origin text check (length(country_of_origin) <= 60),
  manufacturer text check (length(manufacturer) <= 400),
  generic_name text check (length(generic_name) <= 120),
  best_before text check (length(best_before) <= 120),
  ingredients text check (length(ingredients) <= 10000),
  how_to_use text check (length(how_to_use) <= 10000),
  import_key text unique check (length(import_key) between 1 and 200),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint products_active_has_price check (status <> 'active' or coalesce(nullif(retail_price, 0), price) > 0),
  -- one product as its form saves it: the row and its pictures in one transaction, over what was shown and nothing else.
  -- all run as the caller: policies and column grants decide about rows, and the check at the start gives callers who are not admins an error.
  -- further columns that the law requires (cosmetics rules 2020, docs/india.md#product-labels): both are printed on the pack
  licence text check (length(licence) <= 120),
  batch text check (length(batch) <= 120),
  barcode text constraint products_barcode_check check (private.is_barcode(barcode)),
  -- as a member of a family: one value for each of its options. name and shared columns then follow the family (21_products_families.sql)
  family_id uuid references public.product_families (id),
  value_1 uuid,
  value_2 uuid,
  value_3 uuid,
  tier_group uuid,                                           -- the family, if its quantities count together for the bulk price
  weight_grams integer check (weight_grams between 1 and 100000),        -- as it is sent, packing included
  reorder_level integer check (reorder_level between 0 and 1000000),     -- pieces
  -- the shop's own level, or the number below which the shop says how many are left (docs/rules.md#reorder-level)
  running_out boolean not null generated always as (stock <= coalesce(reorder_level, 9)) stored,
  foreign key (family_id, value_1) references public.product_family_values (family_id, id),
  foreign key (family_id, value_2) references public.product_family_values (family_id, id),
  foreign key (family_id, value_3) references public.product_family_values (family_id, id),
  constraint products_values_need_family check (family_id is not null or coalesce(value_1, value_2, value_3, tier_group) is null)
) with (fillfactor = 75);

-- room in the page for the next version of a row

-- one index per sort, status first because policies and visitors always filter by active; id breaks ties (docs/rules.md#filters-and-sorting).
-- under rls an index serves leakproof comparisons alone: text, uuid and integer are, numeric and ilike are not. so a price
-- range is filtered while reading (12 ms at 50,000 products), and the trigrams are for search_products.
-- none of them names stock or units_sold: an order changes these two alone, and so it writes no index (a HOT update). with
-- them indexed it rewrote every entry of the row, some forty trigrams among them.
create index products_newest_idx on public.products (status, created_at desc, id);
-- for the list of staff, which has products of every status
create index products_listed_idx on public.products (created_at desc, id);
create index products_listed_by_price_idx on public.products (base_price, id);
-- the few whose own reorder level is below the shop's nine: they may have fewer than ten pieces without being in private.low_stock
create index products_low_level_idx on public.products (id) where reorder_level < 9;
create index products_price_idx on public.products (status, base_price, id);
create index products_popular_idx on public.products (status, popularity desc, id);
create index products_category_idx on public.products (category_id, status, created_at desc, id);
create index products_featured_idx on public.products (created_at desc, id) where is_featured and status = 'active';
-- entries wait in a short list and are written together: a change of ten thousand prices would write forty trigrams of each name one by one
create index products_name_trigrams on public.products using gin (name extensions.gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 256);
alter table public.products enable row level security;
revoke all on public.products from anon, authenticated;
grant select on public.products to anon, authenticated, shop_orders;
grant insert (id, sku, name, description, brand, image_url, image_thumbhash, price, retail_price, mrp, gst_percent, hsn, unit, stock,
  category_id, is_featured, min_order_quantity, pricing_tiers, status, net_quantity, country_of_origin, manufacturer, generic_name,
  best_before, ingredients, how_to_use, import_key) on public.products to authenticated;
grant update (sku, name, description, brand, image_url, image_thumbhash, price, retail_price, mrp, gst_percent, hsn, unit, stock,
  category_id, is_featured, min_order_quantity, pricing_tiers, status, net_quantity, country_of_origin, manufacturer, generic_name,
  best_before, ingredients, how_to_use, import_key) on public.products to authenticated;
grant delete on public.products to authenticated;
grant update (stock, units_sold) on public.products to shop_orders;

-- no API client writes units_sold, popularity, version and created_at

create policy "active products are public" on public.products for select to anon, authenticated using (status = 'active');
create policy "hidden while the shop is closed" on public.products as restrictive for select to anon, authenticated using ((select private.sees_shop()));
create policy "admins read all" on public.products for select to authenticated
  using ((select private.may('catalogue.write')));
create policy "admins add" on public.products for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.products for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.products for delete to authenticated
  using ((select private.may('catalogue.write')));
create policy "the order service reads what it sells" on public.products for select to shop_orders using (true);
create policy "the order service takes stock" on public.products for update to shop_orders using (true) with check (true);

-- the order pad: hundreds of typed lines are looked up in one statement, and what was found goes into the cart in one.

-- sku and name in any case. pattern_ops serves equality and prefixes alike
create index products_sku_folded_idx on public.products (upper(sku) text_pattern_ops);
create index products_name_folded_idx on public.products (lower(name));
grant insert (licence, batch) on public.products to authenticated;
grant update (licence, batch) on public.products to authenticated;
grant insert (barcode, family_id, value_1, value_2, value_3) on public.products to authenticated;
grant update (barcode, family_id, value_1, value_2, value_3) on public.products to authenticated;
grant insert (weight_grams, reorder_level) on public.products to authenticated;
grant update (weight_grams, reorder_level) on public.products to authenticated;

-- a pack is one product: the same number twice would make a scan ambiguous. most products of an import have none
create unique index products_barcode_key on public.products (lpad(barcode, 14, '0')) where barcode is not null;

-- an order that takes stock must not make the admin's open form stale: only the form's own columns count as a new version
create function private.next_product_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price,running_out}'::text[]
    is distinct from to_jsonb(old) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price,running_out}'::text[] then
    new.version := old.version + 1;
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger next_version before update on public.products   -- the order service only takes stock, and the ranking is in no form
  for each row when (current_user <> 'shop_orders' and old.popularity = new.popularity) execute function private.next_product_version();

-- tombstones of deleted products: their pages return 410, not 404 (docs/rules.md#product-addresses). the id alone: it
-- may have been a draft
create table public.deleted_products (
  id uuid primary key,
  deleted_at timestamptz not null default now()
);
alter table public.deleted_products enable row level security;
revoke all on public.deleted_products from anon, authenticated;
grant select on public.deleted_products to anon, authenticated;

-- written by the trigger alone
create policy "everyone reads" on public.deleted_products for select to anon, authenticated using (true);

create function private.remember_deleted_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deleted_products (id) values (old.id) on conflict (id) do nothing;
  return old;
end $$;
revoke all on function private.remember_deleted_product() from public;
create trigger remember_deleted after delete on public.products for each row execute function private.remember_deleted_product();

comment on column public.products.barcode is 'The number under the bars of the pack: 8, 12, 13 or 14 digits with a valid check digit.';
comment on column public.products.weight_grams is 'Shipping weight of one unit in grams, packing included; not the net quantity.';
comment on column public.products.reorder_level is 'Pieces; at this stock or below the product is to be reordered. Null: below ten it is running out.';
comment on column public.products.licence is 'The manufacturing licence, or of imports the registration.';

-- several pictures a product; the first one is copied to products.image_url, which lists and carts read (docs/rules.md#pictures).

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  image_url text not null check (length(image_url) between 1 and 500),
  alt text check (length(alt) <= 300),
  display_order integer not null default 0,
  thumbhash text check (length(thumbhash) <= 64),
  created_at timestamptz not null default now()
);
create index product_images_product_id_idx on public.product_images (product_id, display_order, id);
alter table public.product_images enable row level security;
revoke all on public.product_images from anon, authenticated;
grant select on public.product_images to anon, authenticated;
grant insert (id, product_id, image_url, alt, display_order, thumbhash) on public.product_images to authenticated;
grant update (image_url, alt, display_order, thumbhash) on public.product_images to authenticated;
grant delete on public.product_images to authenticated;

-- product_id cannot be updated: a picture belongs to the product it was taken of

-- the sub-select runs under the caller's own rights: a draft's pictures are as hidden as the draft
create policy "pictures of visible products" on public.product_images for select to anon, authenticated
  using (exists (select from public.products p where p.id = product_id));
create policy "admins add" on public.product_images for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.product_images for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.product_images for delete to authenticated
  using ((select private.may('catalogue.write')));

-- files that nothing shows any more: neither a picture of any product (two may show the same: an import may name it twice, and
-- nothing forbids it) nor an order's line of this one, which goes on showing what was sold
create index product_images_image_url_idx on public.product_images (image_url);

create function private.show_first_image() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.product_id, old.product_id);
  picture record;
begin
  select i.image_url, i.thumbhash into picture from public.product_images i
    where i.product_id = changed order by i.display_order, i.id limit 1;
  update public.products p set image_url = picture.image_url, image_thumbhash = picture.thumbhash
    where p.id = changed and (p.image_url, p.image_thumbhash) is distinct from (picture.image_url, picture.thumbhash);
  return null;
end $$;
revoke all on function private.show_first_image() from public;
create trigger show_first_image after insert or update or delete on public.product_images
  for each row execute function private.show_first_image();
