drop trigger if exists "audit_delete" on "public"."products";

drop trigger if exists "audit_insert" on "public"."products";

drop trigger if exists "audit_update" on "public"."products";

drop trigger if exists "low_stock_crossed" on "public"."products";

drop trigger if exists "notify_low_stock" on "public"."products";

alter table "public"."products" add column "reorder_level" integer;

alter table "public"."products" add column "running_out" boolean not null generated always as ((stock <= COALESCE(reorder_level, 9))) stored;

alter table "public"."products" add column "weight_grams" integer;

alter table "public"."products" add constraint "products_reorder_level_check" CHECK (((reorder_level >= 0) AND (reorder_level <= 1000000))) not valid;

alter table "public"."products" validate constraint "products_reorder_level_check";

alter table "public"."products" add constraint "products_weight_grams_check" CHECK (((weight_grams >= 1) AND (weight_grams <= 100000))) not valid;

alter table "public"."products" validate constraint "products_weight_grams_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.announce_product_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from changed n join before o on o.id = n.id
    where least(n.stock, 11) <> least(o.stock, 11)
      or to_jsonb(n) - '{stock,running_out,units_sold,popularity,updated_at}'::text[] is distinct from to_jsonb(o) - '{stock,running_out,units_sold,popularity,updated_at}'::text[]
  ) then
    perform pg_notify('shop_changed', tg_table_name);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_low_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.low_stock select n.id from changed n where n.running_out on conflict do nothing;
  elsif new.running_out then
    insert into private.low_stock values (new.id) on conflict do nothing;
  else
    delete from private.low_stock l where l.product_id = new.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.next_product_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if to_jsonb(new) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price,running_out}'::text[]
    is distinct from to_jsonb(old) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price,running_out}'::text[] then
    new.version := old.version + 1;
  end if;
  new.updated_at := now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.product_conditions(p_search text, p_filters jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  pattern text := '%' || regexp_replace(lower(left(p_search, 200)), '([\\%_])', '\\\1', 'g') || '%';   -- %, _ and \ are letters here
  conditions text[] := '{}';
  hits integer;
  one text;
begin
  if p_search <> '' then
    execute format('select count(*) from (select from private.product_words w where w.words like %L limit 2000) c', pattern) into hits;
    -- a rare text is taken from the index; a common one is asked of each product as the list walks past it
    conditions := conditions || format(case when hits < 2000 then 'p.id in (select w.product_id from private.product_words w where w.words like %L)'
      else 'exists (select from private.product_words w where w.product_id = p.id and w.words like %L)' end, pattern);
  end if;
  if p_filters ? 'status' then conditions := conditions || private.one_of('p.status', p_filters -> 'status'); end if;
  if p_filters ? 'category' then conditions := conditions || private.one_of('p.category_id', p_filters -> 'category'); end if;
  if p_filters ? 'brand' then conditions := conditions || private.one_of('p.brand', p_filters -> 'brand'); end if;
  if p_filters ? 'gst' then conditions := conditions || private.one_of('p.gst_percent', p_filters -> 'gst'); end if;
  if p_filters ? 'family' then conditions := conditions || private.one_of('p.family_id', p_filters -> 'family'); end if;
  if p_filters ? 'featured' then conditions := conditions || format('p.is_featured = %L', (p_filters ->> 'featured')::boolean); end if;
  if p_filters ? 'missing' then
    select '(' || string_agg(format('p.%I is null', m.name), ' or ') || ')' into one
    from jsonb_array_elements_text(p_filters -> 'missing') m (name) where m.name in ('hsn', 'image_url', 'category_id', 'mrp', 'brand');
    conditions := conditions || coalesce(one, 'true');
  end if;
  if p_filters ?| '{stock,running}' then
    select '(' || string_agg(c.condition, ' or ') || ')' into one from (
      select format('p.stock between %L and %L', (b.value ->> 0)::integer, coalesce((b.value ->> 1)::integer, 2147483647)) as condition
      from jsonb_array_elements(p_filters -> 'stock') b
      union all
      select case r.value when 'short' then 'p.running_out' when 'reorder' then 'p.running_out and p.reorder_level is not null' end
      from jsonb_array_elements_text(p_filters -> 'running') r (value)) c;
    conditions := conditions || coalesce(one, 'true');
  end if;
  return conditions || 'true'::text;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_products(p_changes jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stale jsonb;
  done integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_changes) <> 'array' or jsonb_array_length(p_changes) > 20000 then
    raise exception 'At most 20,000 products can be changed at once' using errcode = '22023', detail = '{"code":"TOO_MANY"}';
  end if;
  -- in the order in which the order service and every other writer lock products
  perform from public.products p where p.id in (select (c.value ->> 'id')::uuid from jsonb_array_elements(p_changes) c) order by p.id for no key update;

  select jsonb_build_object('code', 'STALE', 'products', count(*), 'ids', jsonb_agg(s.id) filter (where s.place <= 20)) into stale
  from (
    select c.value -> 'id' as id, row_number() over () as place
    from jsonb_array_elements(p_changes) c
    left join public.products p on p.id = (c.value ->> 'id')::uuid
    left join lateral jsonb_populate_record(p, c.value -> 'was') w on p.id is not null
    where p.id is null or w is distinct from p
  ) s;
  if (stale ->> 'products')::integer > 0 then
    raise exception '% of these products have changed since they were read', stale ->> 'products' using errcode = 'PT409', detail = stale::text;
  end if;

  update public.products p set
    price = n.price, retail_price = n.retail_price, mrp = n.mrp, pricing_tiers = n.pricing_tiers, gst_percent = n.gst_percent,
    hsn = n.hsn, category_id = n.category_id, min_order_quantity = n.min_order_quantity, is_featured = n.is_featured, status = n.status,
    weight_grams = n.weight_grams, reorder_level = n.reorder_level
  from jsonb_array_elements(p_changes) c
    join public.products q on q.id = (c.value ->> 'id')::uuid
    cross join lateral jsonb_populate_record(q, c.value -> 'now') n
  where p.id = q.id and n is distinct from q;
  get diagnostics done = row_count;
  return done;
end $function$
;

CREATE OR REPLACE FUNCTION public.import_products(p_rows jsonb, p_skip boolean DEFAULT false, p_import uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written jsonb;
  one jsonb;
  why text;
  detail text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'A chunk is a list of at most 1,000 rows' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;

  if p_import is not null and not exists (
    select from public.product_imports i where i.id = p_import and i.actor = (select auth.uid()) and i.undone_at is null
  ) then
    raise exception 'There is no such import' using errcode = '22023', detail = '{"code":"NO_IMPORT"}';
  end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  begin
    perform set_config('shop.stock_reason', 'import', true);
    -- in the order in which the order service and every other writer lock products
    perform from public.products p where p.sku in (select r.value ->> 'sku' from jsonb_array_elements(p_rows) r) order by p.id for no key update;

    with given as materialized (
      select (r.value ->> 'row')::integer as row, r.value ->> 'sku' as sku, r.value ->> 'import_key' as import_key, r.value -> 'set' as set
      from jsonb_array_elements(p_rows) r
    ), changed as (
      update public.products p set
        name = n.name, brand = n.brand, category_id = n.category_id, price = n.price, retail_price = n.retail_price, mrp = n.mrp,
        gst_percent = n.gst_percent, hsn = n.hsn, unit = n.unit, stock = n.stock, min_order_quantity = n.min_order_quantity,
        pricing_tiers = n.pricing_tiers, status = n.status, is_featured = n.is_featured, description = n.description,
        net_quantity = n.net_quantity, generic_name = n.generic_name, country_of_origin = n.country_of_origin,
        manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode,
        weight_grams = n.weight_grams, reorder_level = n.reorder_level
      from given g join public.products q on q.sku = g.sku cross join lateral jsonb_populate_record(q, g.set) n
      where p.id = q.id and n is distinct from q
      returning p.sku
    ), added as (
      insert into public.products (sku, import_key, name, brand, category_id, price, retail_price, mrp, gst_percent, hsn, unit, stock,
        min_order_quantity, pricing_tiers, status, is_featured, description, net_quantity, generic_name, country_of_origin,
        manufacturer, best_before, ingredients, how_to_use, barcode, weight_grams, reorder_level)
      select g.sku, g.import_key, n.name, n.brand, n.category_id, n.price, n.retail_price, n.mrp, coalesce(n.gst_percent, 18), n.hsn,
        coalesce(n.unit, 'NOS'), coalesce(n.stock, 0), coalesce(n.min_order_quantity, 1), n.pricing_tiers, coalesce(n.status, 'draft'),
        coalesce(n.is_featured, false), n.description, n.net_quantity, n.generic_name, n.country_of_origin, n.manufacturer,
        n.best_before, n.ingredients, n.how_to_use, n.barcode, n.weight_grams, n.reorder_level
      from given g cross join lateral jsonb_populate_record(null::public.products, g.set) n
      where not exists (select from public.products p where p.sku = g.sku)
      returning sku
    )
    select jsonb_agg(jsonb_build_object('row', g.row, 'outcome',
        case when g.sku in (select sku from added) then 'new' when g.sku in (select sku from changed) then 'changed' else 'same' end) order by g.row)
      into written from given g;
    perform set_config('shop.stock_reason', '', true), set_config('shop.import', '', true);
    return coalesce(written, '[]');
  exception when integrity_constraint_violation or data_exception then
    if not p_skip or jsonb_array_length(p_rows) = 1 then raise; end if;
  end;

  written := '[]';
  for one in select r.value from jsonb_array_elements(p_rows) r loop
    begin
      written := written || public.import_products(jsonb_build_array(one), false, p_import);
    exception when integrity_constraint_violation or data_exception then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('row', one -> 'row', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  return written;
end $function$
;

CREATE OR REPLACE FUNCTION public.save_family(p_id uuid, p_version integer, p_family jsonb, p_values jsonb DEFAULT '[]'::jsonb, p_members jsonb DEFAULT '[]'::jsonb, p_note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{name,options,mixed_tiers,description,brand,category_id,gst_percent,hsn,country_of_origin,manufacturer,generic_name,best_before,licence,ingredients,how_to_use}';
  of_member constant text[] := '{sku,barcode,price,retail_price,mrp,net_quantity,weight_grams,status,value_1,value_2,value_3}';
  wanted text[] := array(select k from jsonb_object_keys(p_family) k order by k);
  now_there integer;
  stale uuid;
  files text[];
  leaving boolean;
  one record;
  columns text;
  of_new text;
  why text;
  given text;
  named text;
  state text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if not wanted <@ known or jsonb_typeof(p_values) <> 'array' or jsonb_typeof(p_members) <> 'array' or exists (
    select from jsonb_array_elements(p_members) m, jsonb_object_keys(coalesce(m.value -> 'set', '{}')) k
    where k <> all (case when m.value ->> 'version' is null then of_member || '{stock}'::text[] else of_member end)
  ) then
    raise exception 'These columns are not saved by the form' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  if jsonb_array_length(p_values) > 400 or jsonb_array_length(p_members) > 500 then
    raise exception 'These are too many values or products at once' using errcode = '22023', detail = '{"code":"TOO_MANY"}';
  end if;

  -- products before the family, and in the order in which the order service and every other writer lock them: a writer of a member
  -- has its row before the trigger looks at its family
  perform from public.products p
    where p.family_id = p_id or p.id in (select (m.value ->> 'id')::uuid from jsonb_array_elements(p_members) m) order by p.id for no key update;
  select f.version into now_there from public.product_families f where f.id = p_id for update;
  if p_version is null then
    if found then
      raise exception 'This family was added already' using errcode = 'PT409', detail = '{"code":"ADDED_ALREADY"}';
    end if;
  elsif not found then
    raise exception 'This family is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  elsif now_there <> p_version then
    raise exception 'This family has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  -- all of them before the first write: what the family shares counts as a new version of each
  select m.id into stale from jsonb_to_recordset(p_members) m (id uuid, version integer) left join public.products p on p.id = m.id
    where m.version is not null and p.version is distinct from m.version limit 1;
  if found then
    raise exception 'A product has changed since it was read' using errcode = 'PT409', detail = jsonb_build_object('code', 'STALE', 'product', stale)::text;
  end if;
  select coalesce(array_agg(v.picture), '{}') into files from public.product_family_values v where v.family_id = p_id and v.picture is not null;

  -- an option is added or removed together with the value of each member: checked below
  set constraints public.check_family deferred;
  if p_version is null then
    insert into public.product_families (id, name, options, mixed_tiers, description, brand, category_id, gst_percent, hsn, country_of_origin,
        manufacturer, generic_name, best_before, licence, ingredients, how_to_use)
      select p_id, n.name, n.options, coalesce(n.mixed_tiers, false), n.description, n.brand, n.category_id, n.gst_percent, n.hsn, n.country_of_origin,
        n.manufacturer, n.generic_name, n.best_before, n.licence, n.ingredients, n.how_to_use
      from jsonb_populate_record(null::public.product_families, p_family) n;
  end if;

  -- what leaves makes room for values and combinations of others
  foreach leaving in array '{t,f}'::boolean[] loop
    if not leaving then
      delete from public.product_family_values v using jsonb_array_elements(p_values) w
        where v.family_id = p_id and v.id = (w.value ->> 'id')::uuid and (w.value ->> 'removed')::boolean
          and not exists (select from public.products p where p.family_id = p_id and v.id in (p.value_1, p.value_2, p.value_3));
      if p_version is not null then
        -- also without a change of its own columns: its version stands for values and members too
        update public.product_families f set
          name = n.name, options = n.options, mixed_tiers = n.mixed_tiers, description = n.description, brand = n.brand, category_id = n.category_id,
          gst_percent = n.gst_percent, hsn = n.hsn, country_of_origin = n.country_of_origin, manufacturer = n.manufacturer,
          generic_name = n.generic_name, best_before = n.best_before, licence = n.licence, ingredients = n.ingredients, how_to_use = n.how_to_use
        from public.product_families q cross join lateral jsonb_populate_record(q, p_family) n
        where f.id = p_id and q.id = p_id;
      end if;
      update public.product_family_values v set position = n.position, name = n.name, colour = n.colour, picture = n.picture
        from jsonb_array_elements(p_values) w cross join lateral jsonb_populate_record(null::public.product_family_values, w.value) n
        where v.family_id = p_id and v.id = n.id and (w.value ->> 'removed') is null
          and (v.position, v.name, v.colour, v.picture) is distinct from (n.position, n.name, n.colour, n.picture);
      insert into public.product_family_values (id, family_id, option, position, name, colour, picture)
        select n.id, p_id, n.option, n.position, n.name, n.colour, n.picture
        from jsonb_array_elements(p_values) w cross join lateral jsonb_populate_record(null::public.product_family_values, w.value) n
        where (w.value ->> 'removed') is null and not exists (select from public.product_family_values v where v.id = n.id and v.family_id = p_id);
    end if;

    for one in
      select m.id, m.version, m.counted, m.set, p.family_id as now_in
      from jsonb_to_recordset(p_members) m (id uuid, version integer, set jsonb, leaves boolean, counted jsonb)
        left join public.products p on p.id = m.id
      where coalesce(m.leaves, false) = leaving
    loop
      -- each refusal is raised again with the product's id, for the form to show it beside its row
      begin
        select string_agg(format('%I', k), ', '), string_agg(format('n.%I', k), ', ') into columns, of_new from jsonb_object_keys(one.set) k;
        if one.version is null then
          execute format('insert into public.products (id, family_id, %s) select $1, $2, %s from jsonb_populate_record(null::public.products, $3) n', columns, of_new)
            using one.id, p_id, one.set;
        elsif leaving then
          update public.products p set family_id = null where p.id = one.id and p.family_id = p_id;
        elsif one.now_in <> p_id then
          raise exception 'This product is in another family' using errcode = 'PT409', detail = '{"code":"OTHER_FAMILY"}';
        else
          if columns is not null then
            execute format('update public.products p set (family_id, %s) = (select $2, %s from jsonb_populate_record(p, $3) n) where p.id = $1', columns, of_new)
              using one.id, p_id, one.set;
          end if;
          if one.counted is not null then
            perform public.move_stock(one.id, 'count', (one.counted ->> 'now')::integer, (one.counted ->> 'shown')::integer, p_note);
          end if;
        end if;
      exception when integrity_constraint_violation or data_exception or sqlstate 'PT409' then
        get stacked diagnostics why = message_text, given = pg_exception_detail, named = constraint_name, state = returned_sqlstate;
        raise exception '%', why using errcode = state, detail = (
          case when given like '{%' then given::jsonb else jsonb_build_object('code', coalesce(nullif(named, ''), 'REFUSED')) end
            || jsonb_build_object('product', one.id))::text;
      end;
    end loop;
  end loop;
  delete from public.product_family_values v using jsonb_array_elements(p_values) w
    where v.family_id = p_id and v.id = (w.value ->> 'id')::uuid and (w.value ->> 'removed')::boolean;
  set constraints public.check_family immediate;

  select f.version into now_there from public.product_families f where f.id = p_id;
  return jsonb_build_object('version', now_there, 'unused', (
    select coalesce(jsonb_agg(o.file), '[]') from unnest(files) o (file)
    where o.file = any (public.unused_product_files(null, files))
  ));
end $function$
;

CREATE OR REPLACE FUNCTION public.save_product(p_id uuid, p_version integer, p_product jsonb, p_pictures jsonb DEFAULT NULL::jsonb, p_pictures_shown jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,barcode,weight_grams,reorder_level,ingredients,how_to_use}';
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
      raise exception 'A picture is not in the folder of product pictures' using errcode = '22023', detail = '{"code":"INVALID"}';
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
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_import(p_import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- in the order in which the order service and every other writer lock products
  perform from public.products p join private.product_import_rows r on r.product_id = p.id where r.import_id = p_import order by p.id for update of p;

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
      or exists (select from jsonb_each(r.after) k where to_jsonb(p) -> k.key is distinct from k.value));
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
  delete from public.product_families f
    where f.id in (select (r.after ->> 'family_id')::uuid from private.product_import_rows r where r.import_id = p_import)
      and not exists (select from public.products p where p.family_id = f.id);
  delete from private.product_import_rows r where r.import_id = p_import;
  update public.product_imports i set undone_at = now() where i.id = p_import;
  perform set_config('shop.import', '', true), set_config('shop.stock_reason', '', true);
  return jsonb_build_object('deleted', gone, 'restored', restored, 'files', to_jsonb(files));
end $function$
;

CREATE TRIGGER audit_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,running_out,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');

CREATE TRIGGER audit_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,running_out,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');

CREATE TRIGGER audit_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,running_out,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');

CREATE TRIGGER low_stock_crossed AFTER UPDATE OF stock, reorder_level ON public.products FOR EACH ROW WHEN ((old.running_out <> new.running_out)) EXECUTE FUNCTION private.follow_low_stock();

CREATE TRIGGER notify_low_stock AFTER UPDATE OF stock ON public.products FOR EACH ROW WHEN (((NOT old.running_out) AND new.running_out AND (CURRENT_USER = 'shop_orders'::name))) EXECUTE FUNCTION private.notify_low_stock();

grant insert (weight_grams, reorder_level) on public.products to authenticated;
grant update (weight_grams, reorder_level) on public.products to authenticated;
comment on column public.products.weight_grams is 'Shipping weight of one unit in grams, packing included; not the net quantity.';
comment on column public.products.reorder_level is 'Pieces; at this stock or below the product is to be reordered. Null: below ten it is running out.';
