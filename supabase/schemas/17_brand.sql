-- the shop's own logo as the server prepared it: PNG, bounded in pixels and bytes, so that whatever is served, mailed and printed was made here.

create table private.logo_files (
  version text primary key check (version ~ '^[0-9a-f]{16}$'),   -- of the content, and part of the address: a new logo has a new address
  png bytea not null check (octet_length(png) between 1 and 2000000),       -- documents, icons
  small bytea not null check (octet_length(small) between 1 and 400000)     -- pages, mails
);
alter table private.logo_files enable row level security;

-- no policy and no grant: the two functions below alone

-- anyone reads a logo: it is on every page. null: there is no such file
create function public.logo_file(p_version text, p_small boolean default false) returns bytea
language sql stable security definer set search_path = '' as $$
  select case when p_small then f.small else f.png end from private.logo_files f where f.version = p_version
$$;

-- sets the logo for light or for dark grounds, or takes it away (p_png null), in the name of p_by. the file that no setting names any more
-- is deleted. returns the new version of the settings
create function private.set_logo(p_by uuid, p_version integer, p_variant text, p_png bytea, p_small bytea, p_width integer, p_height integer)
returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke all on function public.logo_file(text, boolean), private.set_logo(uuid, integer, text, bytea, bytea, integer, integer) from public;
grant execute on function public.logo_file(text, boolean) to anon, authenticated, shop_mail;
grant execute on function private.set_logo(uuid, integer, text, bytea, bytea, integer, integer) to shop_orders;
