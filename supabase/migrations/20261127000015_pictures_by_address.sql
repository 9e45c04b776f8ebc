drop trigger if exists "audit_delete" on "public"."product_images";

drop trigger if exists "audit_insert" on "public"."product_images";

drop trigger if exists "audit_update" on "public"."product_images";


  create table "private"."picture_downloads" (
    "id" bigint generated always as identity not null,
    "product_id" uuid not null,
    "address" text not null,
    "place" integer not null,
    "import_id" uuid,
    "tries" integer not null default 0,
    "due_at" timestamp with time zone not null default now(),
    "failure" text
      );


alter table "private"."picture_downloads" enable row level security;


  create table "private"."picture_sources" (
    "image_id" uuid not null,
    "address" text not null,
    "import_id" uuid
      );


alter table "private"."picture_sources" enable row level security;

CREATE INDEX picture_downloads_due_idx ON private.picture_downloads USING btree (due_at) WHERE (failure IS NULL);

CREATE INDEX picture_downloads_import_idx ON private.picture_downloads USING btree (import_id);

CREATE UNIQUE INDEX picture_downloads_pkey ON private.picture_downloads USING btree (id);

CREATE UNIQUE INDEX picture_downloads_product_id_address_key ON private.picture_downloads USING btree (product_id, address);

CREATE INDEX picture_sources_import_idx ON private.picture_sources USING btree (import_id);

CREATE UNIQUE INDEX picture_sources_pkey ON private.picture_sources USING btree (image_id);

alter table "private"."picture_downloads" add constraint "picture_downloads_pkey" PRIMARY KEY using index "picture_downloads_pkey";

alter table "private"."picture_sources" add constraint "picture_sources_pkey" PRIMARY KEY using index "picture_sources_pkey";

alter table "private"."picture_downloads" add constraint "picture_downloads_address_check" CHECK (((length(address) >= 8) AND (length(address) <= 2000))) not valid;

alter table "private"."picture_downloads" validate constraint "picture_downloads_address_check";

alter table "private"."picture_downloads" add constraint "picture_downloads_failure_check" CHECK ((failure = ANY (ARRAY['ADDRESS'::text, 'INNER'::text, 'NOT_FOUND'::text, 'FORBIDDEN'::text, 'UNREACHABLE'::text, 'TOO_LARGE'::text, 'NOT_A_PICTURE'::text, 'FULL'::text]))) not valid;

alter table "private"."picture_downloads" validate constraint "picture_downloads_failure_check";

alter table "private"."picture_downloads" add constraint "picture_downloads_import_id_fkey" FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE SET NULL not valid;

alter table "private"."picture_downloads" validate constraint "picture_downloads_import_id_fkey";

alter table "private"."picture_downloads" add constraint "picture_downloads_place_check" CHECK (((place >= 1) AND (place <= 12))) not valid;

alter table "private"."picture_downloads" validate constraint "picture_downloads_place_check";

alter table "private"."picture_downloads" add constraint "picture_downloads_product_id_address_key" UNIQUE using index "picture_downloads_product_id_address_key";

alter table "private"."picture_downloads" add constraint "picture_downloads_product_id_fkey" FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE not valid;

alter table "private"."picture_downloads" validate constraint "picture_downloads_product_id_fkey";

alter table "private"."picture_sources" add constraint "picture_sources_image_id_fkey" FOREIGN KEY (image_id) REFERENCES product_images(id) ON DELETE CASCADE not valid;

alter table "private"."picture_sources" validate constraint "picture_sources_image_id_fkey";

alter table "private"."picture_sources" add constraint "picture_sources_import_id_fkey" FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE SET NULL not valid;

alter table "private"."picture_sources" validate constraint "picture_sources_import_id_fkey";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.fail_picture(p_id bigint, p_failure text, p_again boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.picture_downloads d set
    failure = case when p_again and d.tries < 5 then null else p_failure end,
    due_at = now() + interval '1 minute' * (array[1, 4, 15, 40, 60])[least(greatest(d.tries, 1), 5)]
  where d.id = p_id
$function$
;

CREATE OR REPLACE FUNCTION private.keep_picture(p_id bigint, p_path text, p_thumbhash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  download private.picture_downloads;
  image uuid;
begin
  select d.* into download from private.picture_downloads d where d.id = p_id for update;
  if not found then
    return false;
  end if;
  -- the form of the product locks it as well: neither may pass the limit beside the other
  perform from public.products p where p.id = download.product_id for no key update;
  if (select count(*) from public.product_images i where i.product_id = download.product_id) >= 12 then
    update private.picture_downloads d set failure = 'FULL' where d.id = p_id;
    return false;
  end if;
  perform set_config('shop.import', coalesce(download.import_id::text, ''), true);
  insert into public.product_images (product_id, image_url, display_order, thumbhash)
    select download.product_id, p_path, download.place + coalesce(max(i.display_order), 0), p_thumbhash
    from public.product_images i
    where i.product_id = download.product_id
      and not exists (select from private.picture_sources s where s.image_id = i.id and s.import_id = download.import_id)
    returning id into image;
  insert into private.picture_sources (image_id, address, import_id) values (image, download.address, download.import_id);
  delete from private.picture_downloads d where d.id = p_id;
  perform set_config('shop.import', '', true);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.take_picture_downloads(p_count integer)
 RETURNS TABLE(id bigint, address text, tries integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.picture_downloads d set tries = d.tries + 1, due_at = now() + interval '5 minutes'
  where d.id in (
    select n.id from private.picture_downloads n where n.failure is null and n.due_at <= now() order by n.due_at, n.id limit p_count for update skip locked)
  returning d.id, d.address, d.tries
$function$
;

CREATE OR REPLACE FUNCTION public.picture_downloads()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  return (
    select jsonb_build_object(
      'waiting', count(*) filter (where d.failure is null),
      'failed', count(*) filter (where d.failure is not null),
      'failures', coalesce((
        select jsonb_agg(jsonb_build_object('product_id', f.product_id, 'sku', p.sku, 'name', p.name, 'address', f.address, 'failure', f.failure) order by f.id desc)
        from (select * from private.picture_downloads n where n.failure is not null order by n.id desc limit 50) f
          join public.products p on p.id = f.product_id), '[]'))
    from private.picture_downloads d
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_pictures(p_import uuid, p_pictures jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_waiting constant integer := 50000;
  queued integer;
  known integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if not exists (select from public.product_imports i where i.id = p_import and i.actor = (select auth.uid()) and i.undone_at is null) then
    raise exception 'There is no such import' using errcode = '22023', detail = '{"code":"NO_IMPORT"}';
  end if;
  if jsonb_typeof(p_pictures) is distinct from 'array' or jsonb_array_length(p_pictures) > 500
    or exists (select from jsonb_array_elements(p_pictures) p
      where jsonb_typeof(p -> 'addresses') is distinct from 'array' or jsonb_array_length(p -> 'addresses') > 12)
  then
    raise exception 'A chunk is a list of at most 500 products with 12 addresses each' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  -- two imports at once must not pass the limit together
  perform pg_advisory_xact_lock(hashtextextended('shop:picture_downloads', 0));
  if (select count(*) from private.picture_downloads d where d.failure is null) > most_waiting then
    raise exception 'Too many pictures are waiting. Import the rest later' using errcode = 'PT409', detail = '{"code":"QUEUE_FULL"}';
  end if;
  with wanted as (
    select p.id as product_id, a.address, min(a.place)::integer as place,
      exists (select from public.product_images i join private.picture_sources s on s.image_id = i.id
        where i.product_id = p.id and s.address = a.address) as there
    from jsonb_array_elements(p_pictures) g (given)
      join public.products p on p.sku = g.given ->> 'sku'
      cross join lateral jsonb_array_elements_text(g.given -> 'addresses') with ordinality a (address, place)
    group by p.id, a.address
  ), added as (
    insert into private.picture_downloads as d (product_id, address, place, import_id)
      select w.product_id, w.address, w.place, p_import from wanted w where not w.there
      on conflict (product_id, address) do update set failure = null, tries = 0, due_at = now(), import_id = excluded.import_id, place = excluded.place
      returning 1
  )
  select (select count(*) from added), (select count(*) from wanted w where w.there) into queued, known;
  return jsonb_build_object('queued', queued, 'known', known);
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_failed_pictures(p_again boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  settled integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if p_again then
    update private.picture_downloads d set failure = null, tries = 0, due_at = now() where d.failure is not null;
  else
    delete from private.picture_downloads d where d.failure is not null;
  end if;
  get diagnostics settled = row_count;
  return settled;
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
  return jsonb_build_object('deleted', gone, 'restored', restored, 'files', to_jsonb(files));
end $function$
;

CREATE TRIGGER audit_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,thumbhash,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,thumbhash,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,thumbhash,created_at,updated_at,version}', '', 'yes');

grant execute on function private.fail_picture(bigint,text,boolean) to shop_mail;
grant execute on function private.keep_picture(bigint,text,text) to shop_mail;
grant execute on function private.take_picture_downloads(integer) to shop_mail;
grant execute on function public.picture_downloads() to authenticated;
grant execute on function public.queue_pictures(uuid,jsonb) to authenticated;
grant execute on function public.settle_failed_pictures(boolean) to authenticated;
