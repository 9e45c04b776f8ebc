-- the catalogue. prices are rupees; whether they include gst is a setting (docs/rules.md#prices-include-gst).

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
  -- all run as the caller: policies and column grants decide about rows, and the check at the head gives who is no admin an error.
  -- what the law asks beside the columns that are there (cosmetics rules 2020, docs/india.md#product-labels): both are printed on the pack
  licence text check (length(licence) <= 120),
  batch text check (length(batch) <= 120)
) with (fillfactor = 75);

-- room in the page for the next version of a row

-- one index a sort, status first because policies and visitors always ask for active; id breaks ties (docs/rules.md#filters-and-sorting).
-- under rls an index serves leakproof comparisons alone: text, uuid and integer are, numeric and ilike are not. so a price
-- range is filtered while reading (12 ms at 50,000 products), and the trigrams are for search_products.
-- none of them names stock or units_sold: an order changes these two alone, and so it writes no index (a HOT update). with
-- them indexed it rewrote every entry of the row, some forty trigrams among them.
create index products_newest_idx on public.products (status, created_at desc, id);
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

-- sku and name as people write them, whatever the case. pattern_ops serves equality and prefixes alike
create index products_sku_folded_idx on public.products (upper(sku) text_pattern_ops);
create index products_name_folded_idx on public.products (lower(name));
grant insert (licence, batch) on public.products to authenticated;
grant update (licence, batch) on public.products to authenticated;

-- an order that takes stock must not make the admin's open form stale: only the form's own columns count as a new version
create function private.next_product_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price}'::text[]
    is distinct from to_jsonb(old) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price}'::text[] then
    new.version := old.version + 1;
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger next_version before update on public.products   -- the order service only takes stock, and the ranking is in no form
  for each row when (current_user <> 'shop_orders' and old.popularity = new.popularity) execute function private.next_product_version();

-- 'Most Popular' sorts by popularity, which the server's clock brings up to units_sold every minute. the ids are ordered as
-- every writer of stock orders them; who is being sold this very moment is ranked the next time.
create function private.rank_products() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ranked integer;
begin
  update public.products p set popularity = p.units_sold
    from (select c.id from public.products c where c.popularity <> c.units_sold order by c.id for no key update skip locked) changed
    where p.id = changed.id;
  get diagnostics ranked = row_count;
  return ranked;
end $$;
revoke all on function private.rank_products() from public;
grant execute on function private.rank_products() to shop_mail;

-- the login that works in the background

-- what was deleted stays known as deleted: its page answers 410, not 404 (docs/rules.md#product-addresses). the id alone: it
-- may have been a draft
create table public.deleted_products (
  id uuid primary key,
  deleted_at timestamptz not null default now()
);
alter table public.deleted_products enable row level security;
revoke all on public.deleted_products from anon, authenticated;
grant select on public.deleted_products to anon, authenticated;

-- written by the trigger alone
create policy "everybody reads" on public.deleted_products for select to anon, authenticated using (true);

create function private.remember_deleted_product() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.deleted_products (id) values (old.id) on conflict (id) do nothing;
  return old;
end $$;
revoke all on function private.remember_deleted_product() from public;
create trigger remember_deleted after delete on public.products for each row execute function private.remember_deleted_product();

-- what may be saved as a price: tiers that make sense, and never above mrp (docs/rules.md#prices).
-- the one place where sql calculates with money; domain/prices/price-tiers.ts is its equal and a test compares the two.

-- a list, the json text of a list, or an object of entries; entries without two numbers are ignored, as when reading
create function private.price_tiers(tiers jsonb) returns table (min_quantity numeric, discount_percent numeric)
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(tiers) = 'string' then
    begin
      tiers := (tiers #>> '{}')::jsonb;
    exception when invalid_text_representation then
      return;
    end;
  end if;
  return query
    select (t.entry ->> 'min_quantity')::numeric, (t.entry ->> 'discount_percent')::numeric
    from (
      select value as entry from jsonb_array_elements(case when jsonb_typeof(tiers) = 'array' then tiers else '[]' end)
      union all
      select value from jsonb_each(case when jsonb_typeof(tiers) = 'object' then tiers else '{}' end)
    ) t
    where jsonb_typeof(t.entry -> 'min_quantity') = 'number' and jsonb_typeof(t.entry -> 'discount_percent') = 'number'
      and (t.entry ->> 'min_quantity')::numeric >= 1
      and (t.entry ->> 'discount_percent')::numeric >= 0 and (t.entry ->> 'discount_percent')::numeric < 100
    order by 1;
end $$;

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

-- "what is paid per unit never above mrp" holds for a hundred units as for one. with gst on top a line is taxed as a whole: the
-- fraction of a paisa that rounding forgives a single unit comes back a hundredfold. so the guard compares mrp with the most a
-- unit can cost at any quantity, which is the exact price with gst, and for a single unit the two rounded halves.
-- domain/tax/gst.ts, mostPaidPerUnit, is the same rule.
create function private.unit_paid(price numeric, rate numeric, includes_gst boolean) returns numeric
language sql immutable set search_path = '' as $$
  select case when includes_gst then price
    else greatest(price + 2 * round(price * (rate / 2) / 100, 2), ceil(price * (100 + rate)) / 100) end
$$;
comment on column public.products.licence is 'The manufacturing licence, or of imports the registration.';

create function public.unused_product_files(p_product uuid, p_files text[]) returns text[]
language sql stable security invoker set search_path = '' as $$
  select coalesce(array_agg(f.file), '{}')
  from unnest(p_files) f (file)
  where f.file like 'product\_images/%'
    and not exists (select from public.product_images i where i.image_url = f.file)
    and not exists (select from public.order_items l where l.product_id = p_product and l.image_url = f.file)
$$;
revoke all on function public.unused_product_files(uuid, text[]) from public;
grant execute on function public.unused_product_files(uuid, text[]) to authenticated;

-- reads under the caller's policies; nothing for anon

-- saves the columns that changed over the version that was shown, or adds a product (p_version null) under the id that the
-- form chose: sent twice it is added once. p_pictures: all of them in their order, [{id?, image_url, alt, thumbhash?}], null where they did not
-- change: a new one is blurred while it loads by the thumbhash that its form made, one that stays keeps its own.
-- p_pictures_shown: as they were. stock is given to a new product and no other: afterwards it moves by a movement.
-- answers {"version", "unused"}: the files that the caller may now remove.
create function public.save_product(
  p_id uuid, p_version integer, p_product jsonb, p_pictures jsonb default null, p_pictures_shown jsonb default null
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  known constant text[] := '{sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,ingredients,how_to_use}';
  wanted text[] := array(select k from jsonb_object_keys(p_product) k order by k);
  columns text;
  of_new text;
  now_there integer;
  shown jsonb;
  files text[] := '{}';
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if not wanted <@ (case when p_version is null then known || '{stock}'::text[] else known end) then
    raise exception 'These columns are not saved by the form' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  select string_agg(format('%I', k), ', '), string_agg(format('n.%I', k), ', ') into columns, of_new from unnest(wanted) k;

  if p_version is null then
    if exists (select from public.products p where p.id = p_id) then
      raise exception 'This product was added already' using errcode = 'PT409', detail = '{"code":"ADDED_ALREADY"}';
    end if;
    execute format('insert into public.products (id, %s) select $1, %s from jsonb_populate_record(null::public.products, $2) n', columns, of_new)
      using p_id, p_product;
  else
    select p.version into now_there from public.products p where p.id = p_id for update;
    if not found then
      raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
    end if;
    if now_there <> p_version then
      raise exception 'This product has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if columns is not null then
      execute format('update public.products p set (%s) = (select %s from jsonb_populate_record(p, $2) n) where p.id = $1', columns, of_new)
        using p_id, p_product;
    end if;
  end if;

  if p_pictures is not null then
    -- pictures do not move the version: an order must find the product as it was. they are compared themselves
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'image_url', i.image_url, 'alt', i.alt) order by i.display_order, i.id), '[]'),
        coalesce(array_agg(i.image_url), '{}')
      into shown, files from public.product_images i where i.product_id = p_id;
    if shown <> coalesce(p_pictures_shown, '[]') then
      raise exception 'The pictures have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if jsonb_array_length(p_pictures) > 12 then
      raise exception 'A product has at most 12 pictures' using errcode = '22023', detail = '{"code":"TOO_MANY_PICTURES"}';
    end if;
    if exists (select from jsonb_array_elements(p_pictures) w where w ->> 'image_url' !~ '^(product_images/[^/]|https?://)') then
      raise exception 'A picture lies where no picture of a product lies' using errcode = '22023', detail = '{"code":"INVALID"}';
    end if;
    delete from public.product_images i where i.product_id = p_id
      and not exists (select from jsonb_array_elements(p_pictures) w where (w ->> 'id')::uuid = i.id);
    update public.product_images i set image_url = w.value ->> 'image_url', alt = w.value ->> 'alt', display_order = w.place,
        thumbhash = case when i.image_url = w.value ->> 'image_url' then i.thumbhash else w.value ->> 'thumbhash' end
      from jsonb_array_elements(p_pictures) with ordinality w (value, place)
      where i.product_id = p_id and i.id = (w.value ->> 'id')::uuid
        and (i.image_url, i.alt, i.display_order) is distinct from (w.value ->> 'image_url', w.value ->> 'alt', w.place::integer);
    insert into public.product_images (product_id, image_url, alt, display_order, thumbhash)
      select p_id, w.value ->> 'image_url', w.value ->> 'alt', w.place, w.value ->> 'thumbhash'
      from jsonb_array_elements(p_pictures) with ordinality w (value, place) where w.value -> 'id' is null or w.value ->> 'id' is null;
    -- an imported product may have shown a picture without a row of its own
    if p_pictures = '[]' then
      update public.products p set image_url = null, image_thumbhash = null where p.id = p_id and p.image_url is not null;
    end if;
  end if;
  select p.version into now_there from public.products p where p.id = p_id;
  return jsonb_build_object('version', now_there, 'unused', to_jsonb(public.unused_product_files(p_id, files)));
end $$;
revoke all on function public.save_product(uuid, integer, jsonb, jsonb, jsonb) from public;
grant execute on function public.save_product(uuid, integer, jsonb, jsonb, jsonb) to authenticated;

-- nothing for anon

-- deletes what was never ordered. an order's line would lose its product, its cancellation could give no stock back and the
-- reports their rows: what was sold is archived. answers the files that the caller may now remove.
create function public.delete_product(p_id uuid, p_version integer) returns text[]
language plpgsql security invoker set search_path = '' as $$
declare
  now_there integer;
  orders integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  select p.version into now_there from public.products p where p.id = p_id for update;   -- an order of it waits for this
  if not found then
    raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if now_there <> p_version then
    raise exception 'This product has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  select count(distinct l.order_id) into orders from public.order_items l where l.product_id = p_id;
  if orders > 0 then
    raise exception 'This product is in % orders and is archived instead', orders
      using errcode = 'PT409', detail = jsonb_build_object('code', 'IN_ORDERS', 'orders', orders)::text;
  end if;
  select coalesce(array_agg(i.image_url), '{}') into files from public.product_images i where i.product_id = p_id;
  delete from public.products p where p.id = p_id;
  return public.unused_product_files(p_id, files);
end $$;
revoke all on function public.delete_product(uuid, integer) from public;
grant execute on function public.delete_product(uuid, integer) to authenticated;

-- what the filters of the back office's list offer: the brands and the tax rates there are, each with its number of products.
-- with the caller's own rights: an admin reads all, anybody else what visitors see
create function public.product_values() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'brands', coalesce((select jsonb_agg(jsonb_build_object('value', b.brand, 'count', b.count) order by lower(b.brand)) from (
      select p.brand, count(*) as count from public.products p where p.brand is not null group by p.brand order by count(*) desc, p.brand limit 2000) b), '[]'),
    'rates', coalesce((select jsonb_agg(jsonb_build_object('value', r.gst_percent, 'count', r.count) order by r.gst_percent) from (
      select p.gst_percent, count(*) as count from public.products p group by p.gst_percent) r), '[]'))
$$;
revoke all on function public.product_values() from public;
grant execute on function public.product_values() to authenticated;

-- what a sale is, in one place: the dashboard, the analytics and the list of orders behind a figure mean the same (docs/decisions/0023).
-- an order that is not cancelled and that the shop has accepted or been paid for. a body in standard sql, so that it is
-- written into the query that asks: a condition, not a call for each row.
create function private.is_sale(status text, payment_state text) returns boolean
language sql immutable return status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid');
revoke all on function private.is_sale(text, text) from public;

-- who has no gstin may not collect gst (cgst act s.32): domain/shop/settings.ts reads every rate as nil then, and the guards of the
-- prices follow. what the switches say lies ready for the day of the registration; that day every product is checked again.

-- the tiers are checked where they change: a change of ten thousand prices (docs/decisions/0024) reads none of them
create function private.guard_product_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
  rate numeric;
  paid numeric;
  highest numeric;
begin
  if tg_op = 'INSERT' or new.pricing_tiers is distinct from old.pricing_tiers then
    if exists (select from private.price_tiers(new.pricing_tiers) t group by t.min_quantity having count(*) > 1) then
      raise exception 'Two price tiers start at the same quantity'
        using errcode = '23514', detail = '{"code":"DUPLICATE_TIER"}';
    end if;
    if exists (
      select from (select t.discount_percent, lag(t.discount_percent) over (order by t.min_quantity) as before
        from private.price_tiers(new.pricing_tiers) t) steps
      where steps.discount_percent < steps.before
    ) then
      raise exception 'A price tier gives less discount than a smaller quantity'
        using errcode = '23514', detail = '{"code":"FALLING_DISCOUNT"}';
    end if;
  end if;

  if new.mrp is null then return new; end if;   -- no mrp, no guard
  select s.prices_include_gst or s.gstin is null as prices_include_gst, case when s.gstin is null then 0 else s.forced_gst_percent end as forced_gst_percent
    into shop from public.settings s;
  rate := coalesce(shop.forced_gst_percent, new.gst_percent);
  -- generated columns are not there yet in a before trigger. a tier only lowers the price, so the base price decides
  paid := private.unit_paid(case when new.retail_price > 0 then new.retail_price else new.price end, rate, shop.prices_include_gst);
  if paid > new.mrp then
    highest := new.mrp;
    if not shop.prices_include_gst then
      highest := trunc(new.mrp * 100 / (100 + rate), 2) + 0.02;
      while private.unit_paid(highest, rate, false) > new.mrp loop highest := highest - 0.01; end loop;
    end if;
    raise exception 'The price with GST is ₹% above MRP; the highest allowed price is ₹%', paid - new.mrp, highest
      using errcode = '23514',
        detail = jsonb_build_object('code', 'ABOVE_MRP', 'paid', paid, 'mrp', new.mrp, 'over', paid - new.mrp, 'highest', highest)::text;
  end if;
  return new;
end $$;
revoke all on function private.guard_product_prices() from public;

-- changing how GST is charged changes what every buyer pays: each product is checked against its MRP again
create function private.recheck_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  above record;
begin
  select count(*) as products, min(p.name) as first into above
  from public.products p
  where p.mrp is not null
    and private.unit_paid(p.base_price, case when new.gstin is null then 0 else coalesce(new.forced_gst_percent, p.gst_percent) end,
      new.prices_include_gst or new.gstin is null) > p.mrp;
  if above.products > 0 then
    raise exception '% products would cost more than their MRP, first of all %', above.products, above.first
      using errcode = '23514', detail = jsonb_build_object('code', 'ABOVE_MRP', 'products', above.products)::text;
  end if;
  return new;
end $$;
revoke all on function private.recheck_prices() from public;
create trigger recheck_prices before update of prices_include_gst, forced_gst_percent, gstin on public.settings
  for each row when (old.prices_include_gst is distinct from new.prices_include_gst or old.forced_gst_percent is distinct from new.forced_gst_percent
    or (old.gstin is null) <> (new.gstin is null))
  execute function private.recheck_prices();
create trigger guard_prices before insert or update of price, retail_price, mrp, gst_percent, pricing_tiers on public.products
  for each row execute function private.guard_product_prices();
