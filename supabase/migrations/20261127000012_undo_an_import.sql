drop trigger if exists "audit_delete" on "public"."product_families";

drop trigger if exists "audit_insert" on "public"."product_families";

drop trigger if exists "audit_update" on "public"."product_families";

drop trigger if exists "audit_delete" on "public"."product_family_values";

drop trigger if exists "audit_insert" on "public"."product_family_values";

drop trigger if exists "audit_update" on "public"."product_family_values";

drop trigger if exists "audit_delete" on "public"."products";

drop trigger if exists "audit_insert" on "public"."products";

drop trigger if exists "audit_update" on "public"."products";

drop function if exists "public"."import_families"(p_families jsonb);

drop function if exists "public"."import_products"(p_rows jsonb, p_skip boolean);


  create table "private"."product_import_rows" (
    "import_id" uuid not null,
    "product_id" uuid not null,
    "before" jsonb,
    "after" jsonb not null
      );


alter table "private"."product_import_rows" enable row level security;


  create table "public"."product_imports" (
    "id" uuid not null default gen_random_uuid(),
    "at" timestamp with time zone not null default now(),
    "actor" uuid,
    "file_name" text not null,
    "added" integer not null,
    "changed" integer not null,
    "undone_at" timestamp with time zone
      );


alter table "public"."product_imports" enable row level security;

CREATE UNIQUE INDEX product_import_rows_pkey ON private.product_import_rows USING btree (import_id, product_id);

CREATE INDEX product_imports_at_idx ON public.product_imports USING btree (at DESC);

CREATE UNIQUE INDEX product_imports_pkey ON public.product_imports USING btree (id);

alter table "private"."product_import_rows" add constraint "product_import_rows_pkey" PRIMARY KEY using index "product_import_rows_pkey";

alter table "public"."product_imports" add constraint "product_imports_pkey" PRIMARY KEY using index "product_imports_pkey";

alter table "private"."product_import_rows" add constraint "product_import_rows_import_id_fkey" FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE not valid;

alter table "private"."product_import_rows" validate constraint "product_import_rows_import_id_fkey";

alter table "public"."product_imports" add constraint "product_imports_added_check" CHECK ((added >= 0)) not valid;

alter table "public"."product_imports" validate constraint "product_imports_added_check";

alter table "public"."product_imports" add constraint "product_imports_changed_check" CHECK ((changed >= 0)) not valid;

alter table "public"."product_imports" validate constraint "product_imports_changed_check";

alter table "public"."product_imports" add constraint "product_imports_file_name_check" CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))) not valid;

alter table "public"."product_imports" validate constraint "product_imports_file_name_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.note_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import uuid := current_setting('shop.import')::uuid;
  skipped constant text[] := '{id,version,created_at,updated_at,base_price,units_sold,popularity,image_url,image_thumbhash,tier_group}';
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

CREATE OR REPLACE FUNCTION public.begin_import(p_file text, p_added integer, p_changed integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  begun uuid;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  insert into public.product_imports (actor, file_name, added, changed) values (auth.uid(), left(p_file, 200), p_added, p_changed) returning id into begun;
  delete from private.product_import_rows r
    where r.import_id not in (select i.id from public.product_imports i order by i.at desc limit 20);
  return begun;
end $function$
;

CREATE OR REPLACE FUNCTION public.import_families(p_families jsonb, p_import uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written jsonb := '[]';
  one jsonb;
  chosen text[];
  found uuid;
  joined integer;
  why text;
  detail text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_families) <> 'array' or jsonb_array_length(p_families) > 100 then
    raise exception 'At most 100 families at once' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  if p_import is not null and not exists (
    select from public.product_imports i where i.id = p_import and i.actor = (select auth.uid()) and i.undone_at is null
  ) then
    raise exception 'There is no such import' using errcode = '22023', detail = '{"code":"NO_IMPORT"}';
  end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  -- in the order in which the order service and every other writer lock products
  perform from public.products p
    where p.sku in (select m.value ->> 'sku' from jsonb_array_elements(p_families) f, jsonb_array_elements(f.value -> 'members') m)
    order by p.id for no key update;

  for one in select f.value from jsonb_array_elements(p_families) f loop
    begin
      chosen := array(select o.value from jsonb_array_elements_text(one -> 'options') o);
      select p.family_id into found from public.products p
        where p.family_id is not null and p.sku in (select m.value ->> 'sku' from jsonb_array_elements(one -> 'members') m)
        order by p.id limit 1;
      if found is null then
        insert into public.product_families (name, options) values (one ->> 'name', chosen) returning id into found;
      elsif not exists (select from public.product_families f where f.id = found and lower(f.options::text) = lower(chosen::text)) then
        raise exception 'The family has other options' using errcode = '23514', detail = '{"code":"OTHER_OPTIONS"}';
      end if;

      insert into public.product_family_values (family_id, option, position, name)
        select found, w.option, row_number() over (partition by w.option order by w.place) + (
            select coalesce(max(v.position), 0) from public.product_family_values v where v.family_id = found and v.option = w.option), w.name
        from (
          select distinct on (n.option, lower(n.value)) n.option, n.value as name, m.place
          from jsonb_array_elements(one -> 'members') with ordinality m (value, place),
            jsonb_array_elements_text(m.value -> 'values') with ordinality n (value, option)
          order by n.option, lower(n.value), m.place
        ) w
        where not exists (select from public.product_family_values v where v.family_id = found and v.option = w.option and lower(v.name) = lower(w.name));

      update public.products p set family_id = found,
        value_1 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 1 and lower(v.name) = lower(m.value -> 'values' ->> 0)),
        value_2 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 2 and lower(v.name) = lower(m.value -> 'values' ->> 1)),
        value_3 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 3 and lower(v.name) = lower(m.value -> 'values' ->> 2))
      from jsonb_array_elements(one -> 'members') m
      where p.sku = m.value ->> 'sku' and p.family_id is null;
      get diagnostics joined = row_count;
      if not exists (select from public.products p where p.family_id = found) then
        raise exception 'None of its products is in the shop' using errcode = '23514', detail = '{"code":"NO_MEMBERS"}';
      end if;
      written := written || jsonb_build_object('family', one -> 'key', 'outcome', case when joined > 0 then 'joined' else 'same' end);
    exception when integrity_constraint_violation or data_exception or sqlstate 'PT409' then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('family', one -> 'key', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  perform set_config('shop.import', '', true);
  return written;
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
        manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode
      from given g join public.products q on q.sku = g.sku cross join lateral jsonb_populate_record(q, g.set) n
      where p.id = q.id and n is distinct from q
      returning p.sku
    ), added as (
      insert into public.products (sku, import_key, name, brand, category_id, price, retail_price, mrp, gst_percent, hsn, unit, stock,
        min_order_quantity, pricing_tiers, status, is_featured, description, net_quantity, generic_name, country_of_origin,
        manufacturer, best_before, ingredients, how_to_use, barcode)
      select g.sku, g.import_key, n.name, n.brand, n.category_id, n.price, n.retail_price, n.mrp, coalesce(n.gst_percent, 18), n.hsn,
        coalesce(n.unit, 'NOS'), coalesce(n.stock, 0), coalesce(n.min_order_quantity, 1), n.pricing_tiers, coalesce(n.status, 'draft'),
        coalesce(n.is_featured, false), n.description, n.net_quantity, n.generic_name, n.country_of_origin, n.manufacturer,
        n.best_before, n.ingredients, n.how_to_use, n.barcode
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
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  select i.* into import from public.product_imports i where i.id = p_import for update;
  if import.id is null or import.undone_at is not null or not exists (select from private.product_import_rows r where r.import_id = p_import) then
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
  delete from public.products p using private.product_import_rows r where r.import_id = p_import and r.product_id = p.id and r.before is null;
  get diagnostics gone = row_count;
  update public.products p set
    family_id = n.family_id, value_1 = n.value_1, value_2 = n.value_2, value_3 = n.value_3,
    name = n.name, brand = n.brand, category_id = n.category_id, price = n.price, retail_price = n.retail_price, mrp = n.mrp,
    gst_percent = n.gst_percent, hsn = n.hsn, unit = n.unit, stock = n.stock, min_order_quantity = n.min_order_quantity,
    pricing_tiers = n.pricing_tiers, status = n.status, is_featured = n.is_featured, description = n.description,
    net_quantity = n.net_quantity, generic_name = n.generic_name, country_of_origin = n.country_of_origin,
    manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode
  from private.product_import_rows r join public.products q on q.id = r.product_id cross join lateral jsonb_populate_record(q, r.before) n
  where r.import_id = p_import and r.before is not null and p.id = q.id;
  get diagnostics restored = row_count;
  delete from public.product_families f
    where f.id in (select (r.after ->> 'family_id')::uuid from private.product_import_rows r where r.import_id = p_import)
      and not exists (select from public.products p where p.family_id = f.id);
  delete from private.product_import_rows r where r.import_id = p_import;
  update public.product_imports i set undone_at = now() where i.id = p_import;
  perform set_config('shop.import', '', true), set_config('shop.stock_reason', '', true);
  return jsonb_build_object('deleted', gone, 'restored', restored);
end $function$
;

grant select on table "public"."product_imports" to "authenticated";

grant delete on table "public"."product_imports" to "service_role";

grant insert on table "public"."product_imports" to "service_role";

grant references on table "public"."product_imports" to "service_role";

grant select on table "public"."product_imports" to "service_role";

grant trigger on table "public"."product_imports" to "service_role";

grant truncate on table "public"."product_imports" to "service_role";

grant update on table "public"."product_imports" to "service_role";


  create policy "admins read"
  on "public"."product_imports"
  as permissive
  for select
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may));


CREATE TRIGGER audit_insert AFTER INSERT ON public.product_imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,at,actor,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.product_imports REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,at,actor,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER note_import_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) <> ALL (ARRAY[''::text, 'undo'::text]))) EXECUTE FUNCTION private.note_import();

CREATE TRIGGER note_import_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) <> ALL (ARRAY[''::text, 'undo'::text]))) EXECUTE FUNCTION private.note_import();

CREATE TRIGGER audit_delete AFTER DELETE ON public.product_families REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.product_families REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.product_families REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_delete AFTER DELETE ON public.product_family_values REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.product_family_values REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.product_family_values REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');

CREATE TRIGGER audit_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');

CREATE TRIGGER audit_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');

revoke all on private.product_import_rows from anon, authenticated;
revoke all on public.product_imports from anon, authenticated;
grant select on public.product_imports to authenticated;
revoke all on function private.note_import() from public;
revoke all on function public.begin_import(text, integer, integer) from public;
grant execute on function public.begin_import(text, integer, integer) to authenticated;
revoke all on function public.import_families(jsonb, uuid) from public;
grant execute on function public.import_families(jsonb, uuid) to authenticated;
revoke all on function public.import_products(jsonb, boolean, uuid) from public;
grant execute on function public.import_products(jsonb, boolean, uuid) to authenticated;
revoke all on function public.undo_import(uuid) from public;
grant execute on function public.undo_import(uuid) to authenticated;
