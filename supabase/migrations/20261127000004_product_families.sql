create table "public"."product_families" (
    "id" uuid not null default gen_random_uuid(),
    "name" text not null,
    "options" text[] not null,
    "mixed_tiers" boolean not null default false,
    "description" text,
    "brand" text,
    "category_id" uuid,
    "gst_percent" numeric(5,2),
    "hsn" text,
    "country_of_origin" text,
    "manufacturer" text,
    "generic_name" text,
    "best_before" text,
    "licence" text,
    "ingredients" text,
    "how_to_use" text,
    "version" integer not null default 1,
    "created_at" timestamp with time zone not null default now(),
    "updated_at" timestamp with time zone not null default now()
      );


alter table "public"."product_families" enable row level security;


  create table "public"."product_family_values" (
    "id" uuid not null default gen_random_uuid(),
    "family_id" uuid not null,
    "option" smallint not null,
    "position" integer not null default 0,
    "name" text not null,
    "colour" text,
    "picture" text
      );


alter table "public"."product_family_values" enable row level security;

alter table "public"."products" add column "family_id" uuid;

alter table "public"."products" add column "tier_group" uuid;

alter table "public"."products" add column "value_1" uuid;

alter table "public"."products" add column "value_2" uuid;

alter table "public"."products" add column "value_3" uuid;

CREATE INDEX product_families_category_idx ON public.product_families USING btree (category_id);

CREATE UNIQUE INDEX product_families_pkey ON public.product_families USING btree (id);

CREATE UNIQUE INDEX product_family_values_family_id_id_key ON public.product_family_values USING btree (family_id, id);

CREATE UNIQUE INDEX product_family_values_name_key ON public.product_family_values USING btree (family_id, option, lower(name));

CREATE UNIQUE INDEX product_family_values_pkey ON public.product_family_values USING btree (id);

CREATE UNIQUE INDEX products_family_key ON public.products USING btree (family_id, value_1, value_2, value_3) NULLS NOT DISTINCT WHERE (family_id IS NOT NULL);

alter table "public"."product_families" add constraint "product_families_pkey" PRIMARY KEY using index "product_families_pkey";

alter table "public"."product_family_values" add constraint "product_family_values_pkey" PRIMARY KEY using index "product_family_values_pkey";

alter table "public"."product_families" add constraint "product_families_best_before_check" CHECK ((length(best_before) <= 120)) not valid;

alter table "public"."product_families" validate constraint "product_families_best_before_check";

alter table "public"."product_families" add constraint "product_families_brand_check" CHECK ((length(brand) <= 80)) not valid;

alter table "public"."product_families" validate constraint "product_families_brand_check";

alter table "public"."product_families" add constraint "product_families_category_id_fkey" FOREIGN KEY (category_id) REFERENCES categories(id) not valid;

alter table "public"."product_families" validate constraint "product_families_category_id_fkey";

alter table "public"."product_families" add constraint "product_families_country_of_origin_check" CHECK ((length(country_of_origin) <= 60)) not valid;

alter table "public"."product_families" validate constraint "product_families_country_of_origin_check";

alter table "public"."product_families" add constraint "product_families_description_check" CHECK ((length(description) <= 20000)) not valid;

alter table "public"."product_families" validate constraint "product_families_description_check";

alter table "public"."product_families" add constraint "product_families_generic_name_check" CHECK ((length(generic_name) <= 120)) not valid;

alter table "public"."product_families" validate constraint "product_families_generic_name_check";

alter table "public"."product_families" add constraint "product_families_gst_percent_check" CHECK (((gst_percent >= (0)::numeric) AND (gst_percent <= (100)::numeric))) not valid;

alter table "public"."product_families" validate constraint "product_families_gst_percent_check";

alter table "public"."product_families" add constraint "product_families_how_to_use_check" CHECK ((length(how_to_use) <= 10000)) not valid;

alter table "public"."product_families" validate constraint "product_families_how_to_use_check";

alter table "public"."product_families" add constraint "product_families_hsn_check" CHECK ((hsn ~ '^[0-9]{4}([0-9]{2}){0,2}$'::text)) not valid;

alter table "public"."product_families" validate constraint "product_families_hsn_check";

alter table "public"."product_families" add constraint "product_families_ingredients_check" CHECK ((length(ingredients) <= 10000)) not valid;

alter table "public"."product_families" validate constraint "product_families_ingredients_check";

alter table "public"."product_families" add constraint "product_families_licence_check" CHECK ((length(licence) <= 120)) not valid;

alter table "public"."product_families" validate constraint "product_families_licence_check";

alter table "public"."product_families" add constraint "product_families_manufacturer_check" CHECK ((length(manufacturer) <= 400)) not valid;

alter table "public"."product_families" validate constraint "product_families_manufacturer_check";

alter table "public"."product_families" add constraint "product_families_name_check" CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 120))) not valid;

alter table "public"."product_families" validate constraint "product_families_name_check";

alter table "public"."product_families" add constraint "product_families_options_check" CHECK (((array_ndims(options) = 1) AND ((cardinality(options) >= 1) AND (cardinality(options) <= 3)))) not valid;

alter table "public"."product_families" validate constraint "product_families_options_check";

alter table "public"."product_family_values" add constraint "product_family_values_colour_check" CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)) not valid;

alter table "public"."product_family_values" validate constraint "product_family_values_colour_check";

alter table "public"."product_family_values" add constraint "product_family_values_family_id_fkey" FOREIGN KEY (family_id) REFERENCES product_families(id) ON DELETE CASCADE not valid;

alter table "public"."product_family_values" validate constraint "product_family_values_family_id_fkey";

alter table "public"."product_family_values" add constraint "product_family_values_family_id_id_key" UNIQUE using index "product_family_values_family_id_id_key";

alter table "public"."product_family_values" add constraint "product_family_values_name_check" CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))) not valid;

alter table "public"."product_family_values" validate constraint "product_family_values_name_check";

alter table "public"."product_family_values" add constraint "product_family_values_option_check" CHECK (((option >= 1) AND (option <= 3))) not valid;

alter table "public"."product_family_values" validate constraint "product_family_values_option_check";

alter table "public"."product_family_values" add constraint "product_family_values_picture_check" CHECK ((length(picture) <= 500)) not valid;

alter table "public"."product_family_values" validate constraint "product_family_values_picture_check";

alter table "public"."products" add constraint "products_family_id_fkey" FOREIGN KEY (family_id) REFERENCES product_families(id) not valid;

alter table "public"."products" validate constraint "products_family_id_fkey";

alter table "public"."products" add constraint "products_family_id_value_1_fkey" FOREIGN KEY (family_id, value_1) REFERENCES product_family_values(family_id, id) not valid;

alter table "public"."products" validate constraint "products_family_id_value_1_fkey";

alter table "public"."products" add constraint "products_family_id_value_2_fkey" FOREIGN KEY (family_id, value_2) REFERENCES product_family_values(family_id, id) not valid;

alter table "public"."products" validate constraint "products_family_id_value_2_fkey";

alter table "public"."products" add constraint "products_family_id_value_3_fkey" FOREIGN KEY (family_id, value_3) REFERENCES product_family_values(family_id, id) not valid;

alter table "public"."products" validate constraint "products_family_id_value_3_fkey";

alter table "public"."products" add constraint "products_values_need_family" CHECK (((family_id IS NOT NULL) OR (COALESCE(value_1, value_2, value_3, tier_group) IS NULL))) not valid;

alter table "public"."products" validate constraint "products_values_need_family";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.check_family()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.products p join public.product_families f on f.id = p.family_id
    where (p.id = new.id or p.family_id = new.id)   -- of one product, or of a family whose options changed
      and (p.value_1 is null or (p.value_2 is not null) <> (cardinality(f.options) >= 2) or (p.value_3 is not null) <> (cardinality(f.options) >= 3))
  ) then
    raise exception 'A product of a family has one value for each of its options' using errcode = '23514', detail = '{"code":"VALUES_MISSING"}';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.family_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '{description,brand,category_id,gst_percent,hsn,country_of_origin,manufacturer,generic_name,best_before,licence,ingredients,how_to_use}'::text[]
;

CREATE OR REPLACE FUNCTION private.follow_family()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.limit_of('family_members');
  moves boolean := tg_op = 'UPDATE' and new.family_id is distinct from old.family_id;
  family public.product_families;
  shared jsonb;
  differs text;
  composed text;
begin
  if new.family_id is null then
    if moves then   -- that is, it leaves
      new.value_1 := null;
      new.value_2 := null;
      new.value_3 := null;
      new.tier_group := null;
    end if;
    return new;
  end if;
  if tg_op = 'INSERT' or moves then   -- one at a time, or two could each be the last member that there is room for
    select f.* into family from public.product_families f where f.id = new.family_id for no key update;
    if (select count(*) from public.products p where p.family_id = new.family_id) >= most then
      raise exception 'A family has at most % products', most
        using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_MEMBERS', 'limit', most)::text;
    end if;
  else
    select f.* into family from public.product_families f where f.id = new.family_id for share;
  end if;
  if family.id is null then
    return new;   -- the foreign key refuses it
  end if;
  if exists (
    select from public.product_family_values v join (values (1, new.value_1), (2, new.value_2), (3, new.value_3)) c (option, id) on c.id = v.id
    where v.option <> c.option
  ) then
    raise exception 'A value belongs to another option' using errcode = '23514', detail = '{"code":"OTHER_OPTION"}';
  end if;

  shared := jsonb_strip_nulls(to_jsonb(family));
  select jsonb_object_agg(s.key, s.value) into shared from jsonb_each(shared) s where s.key = any (private.family_columns());
  select family.name || coalesce(' – ' || string_agg(v.name, ', ' order by v.option), '') into composed
    from public.product_family_values v where v.id in (new.value_1, new.value_2, new.value_3);
  if length(composed) > 200 then
    raise exception 'The name of the family with these values is longer than 200 characters'
      using errcode = '23514', detail = '{"code":"NAME_TOO_LONG"}';
  end if;
  if tg_op = 'UPDATE' and not moves then
    if new.name is distinct from old.name and new.name <> composed then
      differs := 'name';
    else
      select min(s.key) into differs from jsonb_each(shared) s where to_jsonb(new) -> s.key is distinct from s.value;
    end if;
    if differs is not null then
      raise exception 'The family decides about this: %', differs
        using errcode = '23514', detail = jsonb_build_object('code', 'DECIDED_BY_FAMILY', 'column', differs)::text;
    end if;
  elsif shared is not null then
    new := jsonb_populate_record(new, shared);
  end if;
  new.name := composed;
  new.tier_group := case when family.mixed_tiers then family.id end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.guard_family_values()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.rename_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products p where p.family_id = new.family_id and new.id in (p.value_1, p.value_2, p.value_3) order by p.id for no key update;
  update public.products p set value_1 = p.value_1 where p.family_id = new.family_id and new.id in (p.value_1, p.value_2, p.value_3);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.share_with_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- in the order in which the order service and every other writer lock products
  perform from public.products p where p.family_id = new.id order by p.id for no key update;
  update public.products p set
    description = coalesce(new.description, p.description), brand = coalesce(new.brand, p.brand), category_id = coalesce(new.category_id, p.category_id),
    gst_percent = coalesce(new.gst_percent, p.gst_percent), hsn = coalesce(new.hsn, p.hsn),
    country_of_origin = coalesce(new.country_of_origin, p.country_of_origin), manufacturer = coalesce(new.manufacturer, p.manufacturer),
    generic_name = coalesce(new.generic_name, p.generic_name), best_before = coalesce(new.best_before, p.best_before),
    licence = coalesce(new.licence, p.licence), ingredients = coalesce(new.ingredients, p.ingredients), how_to_use = coalesce(new.how_to_use, p.how_to_use)
  where p.family_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_category(p_id uuid, p_products integer, p_children integer, p_products_to uuid DEFAULT NULL::uuid, p_children_to uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;

grant select on table "public"."product_families" to "anon";

grant delete on table "public"."product_families" to "authenticated";

grant select on table "public"."product_families" to "authenticated";

grant delete on table "public"."product_families" to "service_role";

grant insert on table "public"."product_families" to "service_role";

grant references on table "public"."product_families" to "service_role";

grant select on table "public"."product_families" to "service_role";

grant trigger on table "public"."product_families" to "service_role";

grant truncate on table "public"."product_families" to "service_role";

grant update on table "public"."product_families" to "service_role";

grant select on table "public"."product_family_values" to "anon";

grant delete on table "public"."product_family_values" to "authenticated";

grant select on table "public"."product_family_values" to "authenticated";

grant delete on table "public"."product_family_values" to "service_role";

grant insert on table "public"."product_family_values" to "service_role";

grant references on table "public"."product_family_values" to "service_role";

grant select on table "public"."product_family_values" to "service_role";

grant trigger on table "public"."product_family_values" to "service_role";

grant truncate on table "public"."product_family_values" to "service_role";

grant update on table "public"."product_family_values" to "service_role";


  create policy "admins add"
  on "public"."product_families"
  as permissive
  for insert
  to authenticated
with check (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "admins change"
  on "public"."product_families"
  as permissive
  for update
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may))
with check (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "admins delete"
  on "public"."product_families"
  as permissive
  for delete
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "admins read all"
  on "public"."product_families"
  as permissive
  for select
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "families of visible products"
  on "public"."product_families"
  as permissive
  for select
  to anon, authenticated
using ((EXISTS ( SELECT
   FROM products p
  WHERE ((p.family_id = product_families.id) AND (p.status = 'active'::text)))));



  create policy "admins add"
  on "public"."product_family_values"
  as permissive
  for insert
  to authenticated
with check (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "admins change"
  on "public"."product_family_values"
  as permissive
  for update
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may))
with check (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "admins delete"
  on "public"."product_family_values"
  as permissive
  for delete
  to authenticated
using (( SELECT private.may('catalogue.write'::text) AS may));



  create policy "values of visible families"
  on "public"."product_family_values"
  as permissive
  for select
  to anon, authenticated
using ((EXISTS ( SELECT
   FROM product_families f
  WHERE (f.id = product_family_values.family_id))));


CREATE TRIGGER announce_delete AFTER DELETE ON public.product_families REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();

CREATE TRIGGER announce_insert AFTER INSERT ON public.product_families REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();

CREATE TRIGGER announce_update AFTER UPDATE ON public.product_families REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();

CREATE TRIGGER audit_delete AFTER DELETE ON public.product_families REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.product_families REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.product_families REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

CREATE CONSTRAINT TRIGGER check_family AFTER UPDATE OF options ON public.product_families DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION private.check_family();

CREATE TRIGGER next_version BEFORE UPDATE ON public.product_families FOR EACH ROW EXECUTE FUNCTION private.next_version();

CREATE TRIGGER share_with_members AFTER UPDATE ON public.product_families FOR EACH ROW WHEN (((to_jsonb(new.*) - '{version,updated_at,options}'::text[]) IS DISTINCT FROM (to_jsonb(old.*) - '{version,updated_at,options}'::text[]))) EXECUTE FUNCTION private.share_with_members();

CREATE TRIGGER announce_delete AFTER DELETE ON public.product_family_values REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();

CREATE TRIGGER announce_insert AFTER INSERT ON public.product_family_values REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();

CREATE TRIGGER announce_update AFTER UPDATE ON public.product_family_values REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();

CREATE TRIGGER audit_delete AFTER DELETE ON public.product_family_values REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.product_family_values REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.product_family_values REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER guard_values BEFORE INSERT ON public.product_family_values FOR EACH ROW EXECUTE FUNCTION private.guard_family_values();

CREATE TRIGGER rename_members AFTER UPDATE OF name ON public.product_family_values FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION private.rename_members();

CREATE CONSTRAINT TRIGGER check_family AFTER INSERT OR UPDATE OF family_id, value_1, value_2, value_3 ON public.products DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN ((new.family_id IS NOT NULL)) EXECUTE FUNCTION private.check_family();

CREATE TRIGGER follow_family BEFORE INSERT OR UPDATE OF family_id, value_1, value_2, value_3, name, description, brand, category_id, gst_percent, hsn, country_of_origin, manufacturer, generic_name, best_before, licence, ingredients, how_to_use ON public.products FOR EACH ROW WHEN (((new.family_id IS NOT NULL) OR (new.value_1 IS NOT NULL))) EXECUTE FUNCTION private.follow_family();
grant insert (id, name, options, mixed_tiers, description, brand, category_id, gst_percent, hsn, country_of_origin, manufacturer,
  generic_name, best_before, licence, ingredients, how_to_use) on public.product_families to authenticated;
grant update (name, options, mixed_tiers, description, brand, category_id, gst_percent, hsn, country_of_origin, manufacturer,
  generic_name, best_before, licence, ingredients, how_to_use) on public.product_families to authenticated;
grant insert (id, family_id, option, position, name, colour, picture) on public.product_family_values to authenticated;
grant update (position, name, colour, picture) on public.product_family_values to authenticated;
grant insert (family_id, value_1, value_2, value_3) on public.products to authenticated;
grant update (family_id, value_1, value_2, value_3) on public.products to authenticated;

insert into private.limits (name, value, about) values
  ('family_members', 500, 'Products of one family.'),
  ('family_values', 200, 'Values of the options of one family together.');
