-- pictures that an import names by their address: a queue that the server works off while the admin goes on
-- (docs/decisions/0074-pictures-by-address.md).

create table private.picture_downloads (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  address text not null check (length(address) between 8 and 2000),
  place integer not null check (place between 1 and 12),   -- its place among the product's pictures of the import
  import_id uuid references public.product_imports (id) on delete set null,
  tries integer not null default 0,
  due_at timestamptz not null default now(),               -- of a download under way: when another server may take it over
  failure text check (failure in ('ADDRESS', 'INNER', 'NOT_FOUND', 'FORBIDDEN', 'UNREACHABLE', 'TOO_LARGE', 'NOT_A_PICTURE', 'FULL')),
  unique (product_id, address)
);
create index picture_downloads_due_idx on private.picture_downloads (due_at) where failure is null;
create index picture_downloads_import_idx on private.picture_downloads (import_id);
alter table private.picture_downloads enable row level security;

-- where a picture came from: the same list imported again downloads nothing twice, and an import is undone with its pictures
create table private.picture_sources (
  image_id uuid primary key references public.product_images (id) on delete cascade,
  address text not null,
  import_id uuid references public.product_imports (id) on delete set null
);
create index picture_sources_import_idx on private.picture_sources (import_id);
alter table private.picture_sources enable row level security;

-- no grants and no policies: the functions below alone

-- p_pictures: [{"sku", "addresses": […]}], at most 500 products with 12 addresses each, in the order in which they are shown.
-- answers {"queued", "known"}: those that wait now, and those that the products have already. a SKU that is not in the shop is left
-- out, because its row was refused
create function public.queue_pictures(p_import uuid, p_pictures jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most_waiting constant integer := 50000;
  queued integer;
  known integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform public.hold_import(p_import);
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
end $$;
revoke all on function public.queue_pictures(uuid, jsonb) from public;
grant execute on function public.queue_pictures(uuid, jsonb) to authenticated;

-- how far the downloads are: {"waiting", "failed", "failures": the newest fifty [{"product_id", "sku", "name", "address", "failure"}]}
create function public.picture_downloads() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
revoke all on function public.picture_downloads() from public;
grant execute on function public.picture_downloads() to authenticated;

-- p_again: the failed ones are tried again, or else forgotten. answers how many
create function public.settle_failed_pictures(p_again boolean) returns integer
language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke all on function public.settle_failed_pictures(boolean) from public;
grant execute on function public.settle_failed_pictures(boolean) to authenticated;

-- for the server: up to p_count pictures that are due. one that is not settled within five minutes is due again, so a server that was
-- killed loses nothing, and two servers never download the same one at once
create function private.take_picture_downloads(p_count integer) returns table (id bigint, address text, tries integer)
language sql security definer set search_path = '' as $$
  update private.picture_downloads d set tries = d.tries + 1, due_at = now() + interval '5 minutes'
  where d.id in (
    select n.id from private.picture_downloads n where n.failure is null and n.due_at <= now() order by n.due_at, n.id limit p_count for update skip locked)
  returning d.id, d.address, d.tries
$$;
revoke all on function private.take_picture_downloads(integer) from public;
grant execute on function private.take_picture_downloads(integer) to shop_mail;

-- puts a stored picture behind those that the product has already, at its place among those of its import. p_source: its address, or
-- the hash of a file. false when the product has twelve
create function private.put_picture(p_product uuid, p_import uuid, p_source text, p_place integer, p_path text, p_thumbhash text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  image uuid;
begin
  -- the form of the product locks it as well: neither may pass the limit beside the other
  perform from public.products p where p.id = p_product for no key update;
  if (select count(*) from public.product_images i where i.product_id = p_product) >= 12 then
    return false;
  end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  insert into public.product_images (product_id, image_url, display_order, thumbhash)
    select p_product, p_path, p_place + coalesce(max(i.display_order), 0), p_thumbhash
    from public.product_images i
    where i.product_id = p_product and not exists (select from private.picture_sources s where s.image_id = i.id and s.import_id = p_import)
    returning id into image;
  insert into private.picture_sources (image_id, address, import_id) values (image, p_source, p_import);
  perform set_config('shop.import', '', true);
  return true;
end $$;
revoke all on function private.put_picture(uuid, uuid, text, integer, text, text) from public;

-- for the server: the picture is stored under p_path. false when the product has no place for it or the download was forgotten: then
-- the file is not used
create function private.keep_picture(p_id bigint, p_path text, p_thumbhash text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  download private.picture_downloads;
begin
  -- the product before the download, as the undo of an import locks them
  perform from public.products p where p.id = (select d.product_id from private.picture_downloads d where d.id = p_id) for no key update;
  select d.* into download from private.picture_downloads d where d.id = p_id for update;
  if not found then
    return false;
  end if;
  if not private.put_picture(download.product_id, download.import_id, download.address, download.place, p_path, p_thumbhash) then
    update private.picture_downloads d set failure = 'FULL' where d.id = p_id;
    return false;
  end if;
  delete from private.picture_downloads d where d.id = p_id;
  return true;
end $$;
revoke all on function private.keep_picture(bigint, text, text) from public;
grant execute on function private.keep_picture(bigint, text, text) to shop_mail;

-- a picture from a file of a zip, which the admin has uploaded as p_path; p_hash: the SHA-256 of the file, as 64 hex digits. p_path null
-- asks only. answers 'KEPT', or why the uploaded file is not used: 'KNOWN' (the product has this picture), 'FULL' (it has twelve),
-- 'GONE' (no product has this SKU). asked before the upload, 'KEPT' means that it would be
create function public.add_zip_picture(p_import uuid, p_sku text, p_place integer, p_hash text, p_path text default null, p_thumbhash text default null)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  product uuid;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform public.hold_import(p_import);
  if p_hash !~ '^[0-9a-f]{64}$' or p_place not between 1 and 12 or p_path !~ '^product_images/[^/]+$' then
    raise exception 'This is no picture of a file' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  select p.id into product from public.products p where p.sku = p_sku;
  if product is null then
    return 'GONE';
  end if;
  if exists (select from public.product_images i join private.picture_sources s on s.image_id = i.id
    where i.product_id = product and s.address = 'sha256:' || p_hash and i.image_url is distinct from p_path)
  then
    return 'KNOWN';
  end if;
  if p_path is null then
    return case when (select count(*) from public.product_images i where i.product_id = product) >= 12 then 'FULL' else 'KEPT' end;
  end if;
  -- its answer was lost, and it is sent again
  if exists (select from public.product_images i where i.product_id = product and i.image_url = p_path) then
    return 'KEPT';
  end if;
  return case when private.put_picture(product, p_import, 'sha256:' || p_hash, p_place, p_path, p_thumbhash) then 'KEPT' else 'FULL' end;
end $$;
revoke all on function public.add_zip_picture(uuid, text, integer, text, text, text) from public;
grant execute on function public.add_zip_picture(uuid, text, integer, text, text, text) to authenticated;

-- for the server: the download failed. p_again: try later, up to five times in all, about an hour; after that, and for what no
-- second try can change, the failure is kept for the admin
create function private.fail_picture(p_id bigint, p_failure text, p_again boolean) returns void
language sql security definer set search_path = '' as $$
  update private.picture_downloads d set
    failure = case when p_again and d.tries < 5 then null else p_failure end,
    due_at = now() + interval '1 minute' * (array[1, 4, 15, 40, 60])[least(greatest(d.tries, 1), 5)]
  where d.id = p_id
$$;
revoke all on function private.fail_picture(bigint, text, boolean) from public;
grant execute on function private.fail_picture(bigint, text, boolean) to shop_mail;
