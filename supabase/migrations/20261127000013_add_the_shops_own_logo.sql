create table "private"."logo_files" (
    "version" text not null,
    "png" bytea not null,
    "small" bytea not null
      );


alter table "private"."logo_files" enable row level security;

alter table "public"."settings" add column "logo" jsonb;

alter table "public"."settings" add column "logo_dark" jsonb;

CREATE UNIQUE INDEX logo_files_pkey ON private.logo_files USING btree (version);

alter table "private"."logo_files" add constraint "logo_files_pkey" PRIMARY KEY using index "logo_files_pkey";

alter table "private"."logo_files" add constraint "logo_files_png_check" CHECK (((octet_length(png) >= 1) AND (octet_length(png) <= 2000000))) not valid;

alter table "private"."logo_files" validate constraint "logo_files_png_check";

alter table "private"."logo_files" add constraint "logo_files_small_check" CHECK (((octet_length(small) >= 1) AND (octet_length(small) <= 400000))) not valid;

alter table "private"."logo_files" validate constraint "logo_files_small_check";

alter table "private"."logo_files" add constraint "logo_files_version_check" CHECK ((version ~ '^[0-9a-f]{16}$'::text)) not valid;

alter table "private"."logo_files" validate constraint "logo_files_version_check";

alter table "public"."settings" add constraint "settings_logo_check" CHECK ((jsonb_typeof(logo) = 'object'::text)) not valid;

alter table "public"."settings" validate constraint "settings_logo_check";

alter table "public"."settings" add constraint "settings_logo_dark_check" CHECK ((jsonb_typeof(logo_dark) = 'object'::text)) not valid;

alter table "public"."settings" validate constraint "settings_logo_dark_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.set_logo(p_by uuid, p_version integer, p_variant text, p_png bytea, p_small bytea, p_width integer, p_height integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.settings;
  file text := left(encode(sha256(p_png), 'hex'), 16);
  given jsonb := case when p_png is null then null else jsonb_build_object('version', file, 'width', p_width, 'height', p_height) end;
begin
  if not private.staff_may(p_by, 'settings.write') then raise exception 'permission denied for the logo of the shop' using errcode = '42501'; end if;
  if p_variant not in ('light', 'dark') then raise exception 'There is no such logo: %', p_variant using errcode = '22023'; end if;
  select s.* into strict kept from public.settings s for update;
  if kept.version <> p_version then
    raise exception 'The settings have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  if p_png is not null then
    insert into private.logo_files (version, png, small) values (file, p_png, p_small) on conflict (version) do nothing;
  end if;
  update public.settings s set logo = case p_variant when 'light' then given else s.logo end, logo_dark = case p_variant when 'dark' then given else s.logo_dark end;
  delete from private.logo_files f
    where not exists (select from public.settings s where f.version in (s.logo ->> 'version', s.logo_dark ->> 'version'));
  return (select s.version from public.settings s);
end $function$
;

CREATE OR REPLACE FUNCTION public.logo_file(p_version text, p_small boolean DEFAULT false)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_small then f.small else f.png end from private.logo_files f where f.version = p_version
$function$
;
grant execute on function public.logo_file(text, boolean) to anon, authenticated, shop_mail;
grant execute on function private.set_logo(uuid, integer, text, bytea, bytea, integer, integer) to shop_orders;
