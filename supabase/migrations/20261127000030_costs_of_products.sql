create table "public"."product_costs" (
    "product_id" uuid not null,
    "cost" numeric(12,2) not null
      );


alter table "public"."product_costs" enable row level security;

CREATE UNIQUE INDEX product_costs_pkey ON public.product_costs USING btree (product_id);

alter table "public"."product_costs" add constraint "product_costs_pkey" PRIMARY KEY using index "product_costs_pkey";

alter table "public"."product_costs" add constraint "product_costs_cost_check" CHECK ((cost > (0)::numeric)) not valid;

alter table "public"."product_costs" validate constraint "product_costs_cost_check";

alter table "public"."product_costs" add constraint "product_costs_product_id_fkey" FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE not valid;

alter table "public"."product_costs" validate constraint "product_costs_product_id_fkey";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.note_import_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

  if exists (select from jsonb_array_elements(p_rows) r where r.value -> 'set' ? 'cost') and not public.may('costs.read') then
    raise exception 'You may not read or change costs' using errcode = '42501', detail = '{"code":"NO_COSTS"}';
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

    with given as (
      select distinct on (p.id) p.id, (r.value ->> 'row')::integer as row, (r.value -> 'set' ->> 'cost')::numeric as cost
      from jsonb_array_elements(p_rows) r join public.products p on p.sku = r.value ->> 'sku'
      where r.value -> 'set' ->> 'cost' is not null
    ), put as (
      insert into public.product_costs as c (product_id, cost) select g.id, g.cost from given g
        on conflict (product_id) do update set cost = excluded.cost where c.cost <> excluded.cost
        returning c.product_id
    )
    select coalesce(jsonb_agg(case when w.value ->> 'outcome' = 'same' and g.id in (select product_id from put) then w.value || '{"outcome": "changed"}' else w.value end
        order by (w.value ->> 'row')::integer), written)
      into written from jsonb_array_elements(written) w left join given g on g.row = (w.value ->> 'row')::integer
      where exists (select from given);
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

CREATE OR REPLACE FUNCTION public.save_product(p_id uuid, p_version integer, p_product jsonb, p_pictures jsonb DEFAULT NULL::jsonb, p_pictures_shown jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,barcode,weight_grams,reorder_level,ingredients,how_to_use}';
  cost jsonb := p_product -> 'cost';
  wanted text[] := array(select k from jsonb_object_keys(p_product - 'cost') k order by k);
  columns text;
  of_new text;
  now_there integer;
  shown jsonb;
  files text[] := '{}';
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if cost is not null and not public.may('costs.read') then
    raise exception 'You may not read or change costs' using errcode = '42501', detail = '{"code":"NO_COSTS"}';
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

  if cost is not null then
    -- like pictures, costs do not move the version, which everyone reads
    if (select c.cost from public.product_costs c where c.product_id = p_id) is distinct from (cost ->> 'was')::numeric then
      raise exception 'The cost has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if cost ->> 'now' is null then
      delete from public.product_costs c where c.product_id = p_id;
    else
      insert into public.product_costs (product_id, cost) values (p_id, (cost ->> 'now')::numeric) on conflict (product_id) do update set cost = excluded.cost;
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
end $function$
;

grant delete on table "public"."product_costs" to "authenticated";

grant select on table "public"."product_costs" to "authenticated";

grant delete on table "public"."product_costs" to "service_role";

grant insert on table "public"."product_costs" to "service_role";

grant references on table "public"."product_costs" to "service_role";

grant select on table "public"."product_costs" to "service_role";

grant trigger on table "public"."product_costs" to "service_role";

grant truncate on table "public"."product_costs" to "service_role";

grant update on table "public"."product_costs" to "service_role";


  create policy "owner, manager and accounts read"
  on "public"."product_costs"
  as permissive
  for select
  to authenticated
using (( SELECT private.may('costs.read'::text) AS may));



  create policy "who changes products and reads costs adds"
  on "public"."product_costs"
  as permissive
  for insert
  to authenticated
with check ((( SELECT private.may('costs.read'::text) AS may) AND ( SELECT private.may('catalogue.write'::text) AS may)));



  create policy "who changes products and reads costs changes"
  on "public"."product_costs"
  as permissive
  for update
  to authenticated
using ((( SELECT private.may('costs.read'::text) AS may) AND ( SELECT private.may('catalogue.write'::text) AS may)))
with check ((( SELECT private.may('costs.read'::text) AS may) AND ( SELECT private.may('catalogue.write'::text) AS may)));



  create policy "who changes products and reads costs deletes"
  on "public"."product_costs"
  as permissive
  for delete
  to authenticated
using ((( SELECT private.may('costs.read'::text) AS may) AND ( SELECT private.may('catalogue.write'::text) AS may)));


CREATE TRIGGER audit_delete AFTER DELETE ON public.product_costs REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('product_id', 'product_id', '{product_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.product_costs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('product_id', 'product_id', '{product_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.product_costs REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('product_id', 'product_id', '{product_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER note_import_insert AFTER INSERT ON public.product_costs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) <> ALL (ARRAY[''::text, 'undo'::text]))) EXECUTE FUNCTION private.note_import_cost();

CREATE TRIGGER note_import_update AFTER UPDATE ON public.product_costs REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) <> ALL (ARRAY[''::text, 'undo'::text]))) EXECUTE FUNCTION private.note_import_cost();

insert into private.role_permissions (permission, role) select 'costs.read', unnest('{owner,manager,accounts}'::text[]);
grant select, delete on public.product_costs to authenticated;
grant insert (product_id, cost) on public.product_costs to authenticated;
grant update (cost) on public.product_costs to authenticated;
