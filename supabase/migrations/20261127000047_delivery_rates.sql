-- Delivery by zones, weight and value, a fee and bounds for cash on delivery, and a courier's list of PIN codes.

CREATE OR REPLACE FUNCTION private.are_delivery_zones(zones jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(zones) <> 'array' then false when jsonb_array_length(zones) > 40 or octet_length(zones::text) > 100000 then false
    else (select count(*) = count(distinct lower(btrim(zone.value ->> 'name'))) and coalesce(bool_and(coalesce(jsonb_typeof(zone.value) = 'object' and length(btrim(zone.value ->> 'name')) between 1 and 60
        and jsonb_typeof(zone.value -> 'states') = 'array' and jsonb_typeof(zone.value -> 'pins') = 'array' and jsonb_typeof(zone.value -> 'rates') = 'array'
        and jsonb_typeof(zone.value -> 'cod') = 'boolean'
        and jsonb_array_length(zone.value -> 'states') <= 40 and jsonb_array_length(zone.value -> 'pins') <= 200
        and jsonb_array_length(zone.value -> 'states') + jsonb_array_length(zone.value -> 'pins') > 0
        and jsonb_array_length(zone.value -> 'rates') between 1 and 20
        and jsonb_array_length(zone.value -> 'states') = jsonb_array_length(jsonb_path_query_array(zone.value, '$.states[*] ? (@.type() == "string" && @ like_regex "^[0-9]{2}$")'))
        and jsonb_array_length(zone.value -> 'pins') = jsonb_array_length(jsonb_path_query_array(zone.value,
          '$.pins[*] ? (@.from.type() == "number" && @.to.type() == "number" && @.from >= 100000 && @.from <= @.to && @.to <= 999999 && @.from % 1 == 0 && @.to % 1 == 0)'))
        and jsonb_array_length(zone.value -> 'rates') = jsonb_array_length(jsonb_path_query_array(zone.value,
          '$.rates[*] ? (@.price.type() == "number" && @.price > 0 && @.price <= 100000 && (@.price * 100) % 1 == 0
            && @.goods_from.type() == "number" && @.goods_from >= 0 && @.goods_from <= 10000000 && (@.goods_from * 100) % 1 == 0
            && (@.weight_to == null || (@.weight_to.type() == "number" && @.weight_to >= 1 && @.weight_to <= 10000000 && @.weight_to % 1 == 0)))'))
        -- one rate is for any weight and any value, so that each order has a price
        and jsonb_path_exists(zone.value, '$.rates[*] ? (@.weight_to == null && @.goods_from == 0)')
        and (zone.value -> 'free_from' = 'null' or jsonb_path_exists(zone.value, '$.free_from ? (@.type() == "number" && @ >= 0 && @ <= 10000000 && (@ * 100) % 1 == 0)'))
        and (zone.value -> 'days' = 'null' or jsonb_path_exists(zone.value,
          '$.days ? (@.min.type() == "number" && @.max.type() == "number" && @.min >= 0 && @.min <= @.max && @.max <= 60 && @.min % 1 == 0 && @.max % 1 == 0)')), false)), true)
      from jsonb_array_elements(zones) zone) end
$function$
;

grant execute on function private.are_delivery_zones(jsonb) to authenticated, service_role;

drop trigger if exists "audit_update" on "public"."settings";


  create table "private"."delivery_pins" (
    "pin" integer not null,
    "prepaid" boolean not null,
    "cod" boolean not null
      );


alter table "private"."delivery_pins" enable row level security;


  create table "public"."delivery_rates" (
    "id" boolean not null default true,
    "zones" jsonb not null default '[]'::jsonb,
    "default_weight_grams" integer not null default 500,
    "cod_fee" numeric(12,2) not null default 0,
    "cod_minimum" numeric(12,2),
    "cod_maximum" numeric(12,2),
    "pin_list" text not null default 'off'::text,
    "pin_count" integer not null default 0,
    "version" integer not null default 1,
    "updated_at" timestamp with time zone not null default now()
      );


alter table "public"."delivery_rates" enable row level security;

alter table "public"."settings" add column "delivery_varies" boolean not null default false;

CREATE UNIQUE INDEX delivery_pins_pkey ON private.delivery_pins USING btree (pin);

CREATE UNIQUE INDEX delivery_rates_pkey ON public.delivery_rates USING btree (id);

alter table "private"."delivery_pins" add constraint "delivery_pins_pkey" PRIMARY KEY using index "delivery_pins_pkey";

alter table "public"."delivery_rates" add constraint "delivery_rates_pkey" PRIMARY KEY using index "delivery_rates_pkey";

alter table "private"."delivery_pins" add constraint "delivery_pins_pin_check" CHECK (((pin >= 100000) AND (pin <= 999999))) not valid;

alter table "private"."delivery_pins" validate constraint "delivery_pins_pin_check";

alter table "public"."delivery_rates" add constraint "delivery_rates_cod" CHECK ((cod_minimum <= cod_maximum)) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_cod";

alter table "public"."delivery_rates" add constraint "delivery_rates_cod_fee_check" CHECK (((cod_fee >= (0)::numeric) AND (cod_fee <= (100000)::numeric))) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_cod_fee_check";

alter table "public"."delivery_rates" add constraint "delivery_rates_cod_maximum_check" CHECK (((cod_maximum >= (0)::numeric) AND (cod_maximum <= (10000000)::numeric))) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_cod_maximum_check";

alter table "public"."delivery_rates" add constraint "delivery_rates_cod_minimum_check" CHECK (((cod_minimum >= (0)::numeric) AND (cod_minimum <= (10000000)::numeric))) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_cod_minimum_check";

alter table "public"."delivery_rates" add constraint "delivery_rates_default_weight_grams_check" CHECK (((default_weight_grams >= 1) AND (default_weight_grams <= 100000))) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_default_weight_grams_check";

alter table "public"."delivery_rates" add constraint "delivery_rates_id_check" CHECK (id) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_id_check";

alter table "public"."delivery_rates" add constraint "delivery_rates_pin_count_check" CHECK ((pin_count >= 0)) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_pin_count_check";

alter table "public"."delivery_rates" add constraint "delivery_rates_pin_list_check" CHECK ((pin_list = ANY (ARRAY['off'::text, 'served'::text, 'exceptions'::text]))) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_pin_list_check";

alter table "public"."delivery_rates" add constraint "delivery_rates_pins" CHECK (((pin_list = 'off'::text) = (pin_count = 0))) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_pins";

alter table "public"."delivery_rates" add constraint "delivery_rates_zones" CHECK (private.are_delivery_zones(zones)) not valid;

alter table "public"."delivery_rates" validate constraint "delivery_rates_zones";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.note_delivery_zones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.settings s set delivery_varies = (new.zones <> '[]') where s.delivery_varies <> (new.zones <> '[]');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.delivery_at(p_pincode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('zones', r.zones, 'default_weight_grams', r.default_weight_grams, 'cod_fee', r.cod_fee, 'cod_minimum', r.cod_minimum,
    'cod_maximum', r.cod_maximum, 'pin', case
      when p.pin is not null then jsonb_build_object('prepaid', p.prepaid, 'cod', p.cod)
      when r.pin_list = 'served' and p_pincode is not null then '{"prepaid": false, "cod": false}'::jsonb end)
  from public.delivery_rates r
  left join private.delivery_pins p on r.pin_list <> 'off' and p.pin = case when p_pincode ~ '^[1-9][0-9]{5}$' then p_pincode::integer end
$function$
;

CREATE OR REPLACE FUNCTION public.delivery_pin_list()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('settings.write') then raise exception 'permission denied for the list of PIN codes' using errcode = '42501'; end if;
  return (select coalesce(jsonb_agg(jsonb_build_array(p.pin, p.prepaid::integer + 2 * p.cod::integer) order by p.pin), '[]') from private.delivery_pins p);
end $function$
;

CREATE OR REPLACE FUNCTION public.import_delivery_pins(p_version integer, p_means text, p_replace boolean, p_listed integer[], p_prepaid integer[], p_cod integer[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.delivery_rates;
  total integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the list of PIN codes' using errcode = '42501'; end if;
  select r.* into strict kept from public.delivery_rates r for update;
  if kept.version <> p_version then
    raise exception 'The delivery rates have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_means is null or p_means not in ('served', 'exceptions') or p_replace is null or p_listed is null or p_prepaid is null or p_cod is null
    or cardinality(p_listed) > 40000 or cardinality(p_prepaid) > 40000 or cardinality(p_cod) > 40000
    or exists (select from unnest(p_listed) l (pin) where l.pin is null or l.pin not between 100000 and 999999) then
    raise exception 'This is no list of PIN codes' using errcode = 'PT400', detail = '{"code":"INVALID"}';
  end if;
  if p_replace then delete from private.delivery_pins; end if;
  insert into private.delivery_pins (pin, prepaid, cod)
    select l.pin, coalesce(l.pin in (select unnest(p_prepaid)), false), coalesce(l.pin in (select unnest(p_cod)), false)   -- hashed, not once a row
    from (select distinct a.pin from unnest(p_listed) a (pin)) l
    on conflict (pin) do update set prepaid = excluded.prepaid, cod = excluded.cod;
  select count(*) into total from private.delivery_pins;
  if total > 40000 then
    raise exception 'The list is too long' using errcode = 'PT400', detail = '{"code":"TOO_MANY","limit":40000}';
  end if;
  update public.delivery_rates r set pin_list = case when total = 0 then 'off' else p_means end, pin_count = total where r.id;
  return total;
end $function$
;

grant select on table "public"."delivery_rates" to "authenticated";

grant delete on table "public"."delivery_rates" to "service_role";

grant insert on table "public"."delivery_rates" to "service_role";

grant references on table "public"."delivery_rates" to "service_role";

grant select on table "public"."delivery_rates" to "service_role";

grant trigger on table "public"."delivery_rates" to "service_role";

grant truncate on table "public"."delivery_rates" to "service_role";

grant update on table "public"."delivery_rates" to "service_role";


  create policy "admins change"
  on "public"."delivery_rates"
  as permissive
  for update
  to authenticated
using (( SELECT private.may('settings.write'::text) AS may))
with check (( SELECT private.may('settings.write'::text) AS may));



  create policy "admins read"
  on "public"."delivery_rates"
  as permissive
  for select
  to authenticated
using (( SELECT private.may('settings.write'::text) AS may));


CREATE TRIGGER audit_update AFTER UPDATE ON public.delivery_rates REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER next_version BEFORE UPDATE ON public.delivery_rates FOR EACH ROW EXECUTE FUNCTION private.next_version();

CREATE TRIGGER note_zones AFTER UPDATE ON public.delivery_rates FOR EACH ROW EXECUTE FUNCTION private.note_delivery_zones();

CREATE TRIGGER audit_update AFTER UPDATE ON public.settings REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{delivery_varies,created_at,updated_at,version}', '', 'yes');

-- rights, which the comparison leaves out

revoke all on public.delivery_rates from anon, authenticated;
grant select on public.delivery_rates to authenticated;
grant update (zones, default_weight_grams, cod_fee, cod_minimum, cod_maximum) on public.delivery_rates to authenticated;
revoke all on private.delivery_pins from public;
revoke all on function private.note_delivery_zones() from public;
revoke all on function public.delivery_at(text) from public;
grant execute on function public.delivery_at(text) to anon, authenticated, service_role, shop_orders;
revoke all on function public.import_delivery_pins(integer, text, boolean, integer[], integer[], integer[]), public.delivery_pin_list() from public;
grant execute on function public.import_delivery_pins(integer, text, boolean, integer[], integer[], integer[]), public.delivery_pin_list() to authenticated;

insert into public.delivery_rates default values;
