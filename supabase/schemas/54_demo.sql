-- the rows of the demo, and their removal (docs/decisions/0073-removing-the-demo.md).

-- what the demo's loader wrote, by its ids: names and dates may have been changed since. settings: the values it gave the store.
-- file: a picture that no row names any more, until it is removed from the storage. removed: there was a demo.
create table private.demo_rows (
  kind text not null check (kind in ('product', 'family', 'category', 'banner', 'customer', 'order', 'settings', 'file', 'removed')),
  id text not null,
  facts jsonb,
  primary key (kind, id)
);
alter table private.demo_rows enable row level security;

-- no policy and no grant: the loader writes it, the functions below read it
revoke all on private.demo_rows from public;

-- the ids of one kind that still have their row
create function private.demo_ids(p_kind text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(d.id::uuid), '{}') from private.demo_rows d where d.kind = p_kind
$$;
revoke all on function private.demo_ids(text) from public;

-- what would be removed, and what stays although it has to do with the demo; null: there is no demo (any more)
create function public.demo_summary() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the demo' using errcode = '42501'; end if;
  return (select jsonb_build_object(
      'products', (select count(*) from public.products p where p.id = any (private.demo_ids('product'))),
      'categories', (select count(*) from public.categories c where c.id = any (private.demo_ids('category'))),
      'banners', (select count(*) from public.banner_images b where b.id = any (private.demo_ids('banner'))),
      'customers', (select count(*) from auth.users u where u.id = any (private.demo_ids('customer'))),
      'orders', (select count(*) from public.orders o where o.id = any (private.demo_ids('order'))),
      'documents', (select count(*) from public.documents d where d.order_id = any (private.demo_ids('order'))),
      'own_products', (select count(*) from public.products p where p.id <> all (private.demo_ids('product'))),
      'own_orders', (select count(*) from public.orders o where o.id <> all (private.demo_ids('order'))),
      'own_documents', (select count(*) from public.documents d where d.order_id <> all (private.demo_ids('order'))),
      'files', (select count(*) from private.demo_rows d where d.kind = 'file'))
    where exists (select from private.demo_rows d where d.kind <> 'removed'));
end $$;
revoke all on function public.demo_summary() from public;
grant execute on function public.demo_summary() to authenticated;   -- nothing for anon

-- removes the demo in one transaction, and closes the shop: it is a new one now. own products, orders and their documents stay, also
-- those of a demo product or a demo customer. p_store: the store's name, typed by the owner.
create function private.remove_demo(p_store text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  held public.settings;
  goods uuid[] := private.demo_ids('product');
  sold uuid[] := private.demo_ids('order');
  people uuid[] := private.demo_ids('customer');
  given jsonb;
  emails text[];
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the demo' using errcode = '42501'; end if;
  select s.* into strict held from public.settings s for update;
  if btrim(p_store) is distinct from held.store_name then
    raise exception 'This is not the name of the store' using errcode = '22023', detail = '{"code":"INVALID","field":"store_name"}';
  end if;
  if not exists (select from private.demo_rows d where d.kind <> 'removed') then
    raise exception 'There is no demo in this shop' using errcode = 'PT409', detail = '{"code":"NO_DEMO"}';
  end if;
  -- in the sequence of every step. an order that is being placed now has locked its goods; until this ends, no number is taken either
  perform from public.orders o where o.id = any (sold) order by o.id for update;
  perform from public.products p where p.id = any (goods) order by p.id for update;
  perform private.lock_serials();
  if exists (select from public.orders o where o.user_id = any (people) and o.id <> all (sold)
      and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due') or private.has_open_refund(o.id))) then
    raise exception 'A demo customer has an open order that is not of the demo: deliver or cancel it first' using errcode = 'PT409', detail = '{"code":"OPEN_ORDERS"}';
  end if;

  select coalesce(array_agg(lower(u.email)), '{}') into emails from auth.users u where u.id = any (people);
  insert into private.demo_rows (kind, id)
    select 'file', f.name from (
      select i.image_url as name from public.product_images i where i.product_id = any (goods)
      union select v.picture from public.product_family_values v where v.family_id = any (private.demo_ids('family'))
      union select c.image_url from public.categories c where c.id = any (private.demo_ids('category'))
      union select unnest(array[b.image_url, b.phone_image_url]) from public.banner_images b where b.id = any (private.demo_ids('banner'))) f
    where f.name ~ '^(product|category|banner)_images/' on conflict do nothing;   -- no address elsewhere

  delete from private.document_files f where f.order_id = any (sold);
  delete from public.documents d where d.order_id = any (sold) and d.reverses is not null;
  delete from public.documents d where d.order_id = any (sold);
  delete from public.stock_movements m where m.order_id = any (sold) or m.product_id = any (goods);
  delete from private.mails m where lower(m.recipient) = any (emails) or m.data ->> 'order_id' = any (sold::text[]);
  -- what was booked for demo orders alone
  delete from public.remittances r where not exists (
    select from public.remittance_lines l where l.remittance_id = r.id and (l.order_id is null or l.order_id <> all (sold)));
  delete from public.orders o where o.id = any (sold);
  delete from public.products p where p.id = any (goods);
  delete from public.deleted_products p where p.id = any (goods);
  -- a family that an own product has joined stays
  delete from public.product_families f where f.id = any (private.demo_ids('family'))
    and not exists (select from public.products p where p.family_id = f.id);
  delete from public.banner_images b where b.id = any (private.demo_ids('banner'));
  -- a category that has own products, or own categories, stays; its children before it
  delete from public.categories c where c.parent_id is not null and private.is_demo_category_unused(c.id);
  delete from public.categories c where c.parent_id is null and private.is_demo_category_unused(c.id);
  delete from auth.users u where u.id = any (people) and not exists (select from public.user_roles r where r.user_id = u.id);
  -- a series starts again where no document has one of its numbers
  delete from private.serial_counters k where not exists (
    select from public.documents d where starts_with(d.serial, k.series || '/' || k.financial_year || '/'));

  -- settings that are still the demo's go back to those of a new shop
  select d.facts into given from private.demo_rows d where d.kind = 'settings';
  update public.settings s set
    legal_name = private.unless_demo(to_jsonb(held), given, 'legal_name', s.legal_name, ''),
    address = private.unless_demo(to_jsonb(held), given, 'address', s.address, ''),
    city = private.unless_demo(to_jsonb(held), given, 'city', s.city, ''),
    pincode = private.unless_demo(to_jsonb(held), given, 'pincode', s.pincode, ''),
    gstin = private.unless_demo(to_jsonb(held), given, 'gstin', s.gstin, null),
    email = private.unless_demo(to_jsonb(held), given, 'email', s.email, ''),
    phone = private.unless_demo(to_jsonb(held), given, 'phone', s.phone, ''),
    whatsapp = private.unless_demo(to_jsonb(held), given, 'whatsapp', s.whatsapp, null),
    grievance_name = private.unless_demo(to_jsonb(held), given, 'grievance_name', s.grievance_name, ''),
    grievance_email = private.unless_demo(to_jsonb(held), given, 'grievance_email', s.grievance_email, ''),
    grievance_phone = private.unless_demo(to_jsonb(held), given, 'grievance_phone', s.grievance_phone, ''),
    upi_vpa = private.unless_demo(to_jsonb(held), given, 'upi_vpa', s.upi_vpa, null),
    founded_year = case when to_jsonb(held) -> 'founded_year' = given -> 'founded_year' then null else s.founded_year end,
    social = case when to_jsonb(held) -> 'social' = given -> 'social' then '{}' else s.social end,
    demo_mode = false, is_open = false;

  -- a picture that own rows use stays in the storage
  delete from private.demo_rows d where d.kind not in ('file', 'removed') or d.kind = 'file' and (exists (select from public.product_images i where i.image_url = d.id)
    or exists (select from public.products p where p.image_url = d.id) or exists (select from public.categories c where c.image_url = d.id)
    or exists (select from public.product_family_values v where v.picture = d.id) or exists (select from public.order_items i where i.image_url = d.id) or exists (select from public.banner_images b where d.id in (b.image_url, b.phone_image_url)));
  insert into private.demo_rows (kind, id) values ('removed', 'removed') on conflict do nothing;
  insert into public.audit_log (at, actor, table_name, row_id, action, changes)
    values (private.clock_now(), auth.uid(), 'demo', 'demo', 'delete', jsonb_build_object('products', jsonb_build_array(cardinality(goods), 0),
      'orders', jsonb_build_array(cardinality(sold), 0), 'customers', jsonb_build_array(cardinality(people), 0)));
end $$;

create function private.is_demo_category_unused(p_category uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_category = any (private.demo_ids('category')) and not exists (select from public.products p where p.category_id = p_category)
    and not exists (select from public.categories c where c.parent_id = p_category) and not exists (select from public.product_families f where f.category_id = p_category)
$$;

-- a text that is still the demo's becomes that of a new shop
create function private.unless_demo(p_held jsonb, p_given jsonb, p_column text, p_own text, p_new text) returns text
language sql immutable set search_path = '' as $$ select case when p_held -> p_column = p_given -> p_column then p_new else p_own end $$;

-- the pictures to remove from the storage, and that they are gone
create function private.demo_files() returns text[]
language sql stable security definer set search_path = '' as $$ select coalesce(array_agg(d.id order by d.id), '{}') from private.demo_rows d where d.kind = 'file' $$;
create function private.forget_demo_files(p_files text[]) returns void
language sql security definer set search_path = '' as $$ delete from private.demo_rows d where d.kind = 'file' and d.id = any (p_files) $$;
revoke all on function private.remove_demo(text), private.is_demo_category_unused(uuid), private.unless_demo(jsonb, jsonb, text, text, text), private.demo_files(),
  private.forget_demo_files(text[]) from public;
grant execute on function private.remove_demo(text), private.demo_files(), private.forget_demo_files(text[]) to shop_orders;
