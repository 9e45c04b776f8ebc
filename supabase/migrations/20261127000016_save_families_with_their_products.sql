set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.dissolve_family(p_id uuid, p_version integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  now_there integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform from public.products p where p.family_id = p_id order by p.id for no key update;
  select f.version into now_there from public.product_families f where f.id = p_id for update;
  if not found then
    raise exception 'This family is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if now_there <> p_version then
    raise exception 'This family has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  select coalesce(array_agg(v.picture), '{}') into files from public.product_family_values v where v.family_id = p_id and v.picture is not null;
  update public.products p set family_id = null where p.family_id = p_id;
  delete from public.product_families f where f.id = p_id;
  return public.unused_product_files(null, files);
end $function$
;

CREATE OR REPLACE FUNCTION public.save_family(p_id uuid, p_version integer, p_family jsonb, p_values jsonb DEFAULT '[]'::jsonb, p_members jsonb DEFAULT '[]'::jsonb, p_note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{name,options,mixed_tiers,description,brand,category_id,gst_percent,hsn,country_of_origin,manufacturer,generic_name,best_before,licence,ingredients,how_to_use}';
  of_member constant text[] := '{sku,barcode,price,retail_price,mrp,net_quantity,status,value_1,value_2,value_3}';
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

CREATE OR REPLACE FUNCTION public.unused_product_files(p_product uuid, p_files text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(f.file), '{}')
  from unnest(p_files) f (file)
  where f.file like 'product\_images/%'
    and not exists (select from public.product_images i where i.image_url = f.file)
    and not exists (select from public.product_family_values v where v.picture = f.file)
    and not exists (select from public.order_items l where l.product_id = p_product and l.image_url = f.file)
$function$
;

grant execute on function public.dissolve_family(uuid, integer) to authenticated;
grant execute on function public.save_family(uuid, integer, jsonb, jsonb, jsonb, text) to authenticated;
