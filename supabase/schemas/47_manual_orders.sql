-- ── what staff agreed on besides the list price, and why ──────────────────────────────────────────────────────────────────────────────────────
-- for the shop's own eyes: a reason is about a person or a rival as often as not. the order's amounts say what was charged
create table public.order_overrides (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('price', 'discount', 'minimum', 'delivery')),
  product_id uuid,                                            -- of price and minimum; no foreign key: it outlives the product
  listed numeric(12, 2) check (listed >= 0),                  -- the unit price, minimum or charge that would have held; null for a discount
  given numeric(12, 2) not null check (given >= 0),           -- what held instead; of a discount what it took off
  reason text check (length(btrim(reason)) between 1 and 200),
  created_at timestamptz not null default now(),
  constraint order_overrides_reason check (reason is not null or kind in ('minimum', 'delivery')),
  constraint order_overrides_product check ((product_id is not null) = (kind in ('price', 'minimum')))
);
create index order_overrides_order_id_idx on public.order_overrides (order_id);
alter table public.order_overrides enable row level security;
revoke all on public.order_overrides from anon, authenticated;

-- nothing for anon
grant select on public.order_overrides to authenticated;

-- no update, no delete for anyone: they are frozen with the order. customers see none, not even of their own orders
create policy "admins read" on public.order_overrides for select to authenticated
  using ((select private.may('orders.read')));

-- ── what the order service calls while it creates one ───────────────────────────────────────────────────────────────────────────────
-- comes first: is this an admin? then the rest of this transaction is in the admin's name (history, audit log), and with p_quiet
-- sends no mail. returns the email address of the buyer's account, which an admin's own screen may not show
create function private.begin_manual_order(p_admin uuid, p_buyer uuid, p_quiet boolean, out buyer_email text, out buyer_known boolean)
language plpgsql security definer set search_path = '' as $$
begin
  if not private.staff_may(p_admin, 'orders.create') then raise exception 'permission denied for manual orders' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_admin, 'role', 'authenticated')::text, true);
  if p_quiet then perform set_config('shop.quiet', 'on', true); end if;
  select u.email into buyer_email from auth.users u where u.id = p_buyer;
  buyer_known := p_buyer is null or found;
end $$;

-- the locks that place-order takes on a cart: how often one buyer used a discount is counted behind them. a buyer with an empty
-- cart has no row to lock, so an advisory lock separates two manual orders
create function private.lock_buyer(p_buyer uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_buyer is null then return; end if;
  perform pg_advisory_xact_lock(hashtext('shop.manual_buyer'), hashtext(p_buyer::text));
  perform from public.cart_items i where i.user_id = p_buyer order by i.product_id for update;
end $$;

-- lock_discounts for goods that are in no cart
create function private.lock_discounts_for(p_user uuid, p_code text, p_products uuid[])
returns table (id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric,
  combines boolean, standing text, covers uuid[], counted boolean)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_code is null and not exists (select from public.discounts d where d.code is null and d.is_active) then return; end if;
  perform from public.discounts d
    where d.is_active and (d.code = upper(btrim(p_code)) or (d.code is null and d.usage_limit is not null and private.discount_standing(d, p_user) = 'OK'))
    order by d.id for no key update;
  return query select * from private.discounts_for(p_user, p_code, p_products);
end $$;

-- after the order is written: books the received payment, stores the overrides, and takes the allowed steps, each with its guard,
-- its document and its history. one payment belongs to one order: the reference is unique
create function private.finish_manual_order(p_admin uuid, p_order uuid, p_received boolean, p_reference text, p_overrides jsonb, p_accept boolean, p_hand_over boolean, p_mail boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  made public.orders;
begin
  select o.* into made from public.orders o where o.id = p_order and o.made_by = p_admin and o.status = 'pending' and o.xmin = pg_current_xact_id()::xid;
  if not found or not private.staff_may(p_admin, 'orders.create') then raise exception 'permission denied for manual orders' using errcode = '42501'; end if;
  insert into public.order_overrides (order_id, kind, product_id, listed, given, reason)
    select p_order, c.kind, c.product_id, c.listed, c.given, nullif(btrim(c.reason), '')
    from jsonb_to_recordset(p_overrides) as c (kind text, product_id uuid, listed numeric, given numeric, reason text);
  if p_received then
    update public.payments p set state = 'paid', provider_reference = p_reference where p.order_id = p_order and p.state = 'awaiting_payment';
    if not found then raise exception 'Order % waits for no payment', p_order using errcode = '23514'; end if;
  end if;
  if p_accept or p_hand_over then
    update public.orders o set status = 'processing' where o.id = p_order;
  end if;
  if not p_hand_over then return; end if;
  -- across the counter the steps in between take no time: they notify no one, and the history says what they were
  update public.orders o set status = 'shipped' where o.id = p_order;
  update public.orders o set status = 'delivered' where o.id = p_order;
  update public.order_status_history h set notes = case h.status when 'shipped' then 'Handed over in the shop' else 'Collected in the shop' end, automatic = false
    where h.order_id = p_order and h.status in ('shipped', 'delivered');
  delete from public.notifications n where n.order_id = p_order;
  if made.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (made.user_id, 'Thank you for your visit',
      'You can find your purchase #' || left(p_order::text, 8) || ' (no. ' || private.order_number_text(made.order_number) || ') and its invoice in your orders.', 'order_update', p_order, private.clock_now());
  end if;
  if p_mail and made.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_status', made.email,
      jsonb_build_object('order_id', p_order, 'status', 'delivered', 'previous_status', 'pending', 'handed_over', true));
  end if;
end $$;
revoke all on function private.begin_manual_order(uuid, uuid, boolean), private.lock_buyer(uuid), private.lock_discounts_for(uuid, text, uuid[]),
  private.finish_manual_order(uuid, uuid, boolean, text, jsonb, boolean, boolean, boolean) from public;
grant execute on function private.begin_manual_order(uuid, uuid, boolean), private.lock_buyer(uuid), private.lock_discounts_for(uuid, text, uuid[]),
  private.finish_manual_order(uuid, uuid, boolean, text, jsonb, boolean, boolean, boolean) to shop_orders;

-- ── mails ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- a mail without a recipient is not queued
create function private.skip_without_recipient() returns trigger
language plpgsql set search_path = '' as $$
begin
  return null;
end $$;
revoke all on function private.skip_without_recipient() from public;

-- customers by name, company, phone or GSTIN, and those without an account by the newest 2,000 of their orders. an email
-- address is searched and shown for a super admin alone (docs/rules.md#roles); for others it finds no one, without an error
create function public.find_buyers(p_query text, p_limit integer default 8)
returns table (id uuid, order_id uuid, full_name text, company_name text, gstin text, phone text, email text, orders bigint, last_order_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 8 as $$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := right(regexp_replace(query, '\D', '', 'g'), 10);
  many integer := least(greatest(p_limit, 1), 20);
  every boolean := private.may('customers.emails');
begin
  if not private.may('orders.create') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  if length(query) < 2 then return; end if;
  return query
  with found as (
    (select p.id from public.profiles p
      where coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike words limit 50)
    union (select p.id from public.profiles p
      where length(digits) = 10 and coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike '%' || digits || '%' limit 20)
    union (select p.id from public.profiles p where p.gstin = upper(query))
    union (select u.id from auth.users u where every and u.email = lower(query))
  ), people as (
    select p.id, p.full_name, p.company_name, p.gstin, p.phone, case when every then u.email::text end as email, s.orders, s.last_order_at
    from found join public.profiles p on p.id = found.id join auth.users u on u.id = p.id
    cross join lateral (select count(*) as orders, max(o.created_at) as last_order_at from public.orders o where o.user_id = p.id) s
    order by s.last_order_at desc nulls last, p.created_at desc limit many
  ), guests as (
    select distinct on (coalesce(nullif(n.phone, ''), n.id::text)) n.* from (
      select o.id, o.full_name, o.company_name, o.gstin, o.phone, o.email, o.created_at from public.orders o
      where o.user_id is null order by o.created_at desc, o.id limit 2000) n
    where n.phone <> '' and (n.full_name ilike words or n.company_name ilike words or n.gstin = upper(query)
      or (length(digits) >= 5 and n.phone like '%' || digits || '%'))
    order by coalesce(nullif(n.phone, ''), n.id::text), n.created_at desc
  )
  (select p.id, null::uuid, p.full_name, p.company_name, p.gstin, p.phone, p.email, case when private.may('customers.read') then p.orders end, case when private.may('customers.read') then p.last_order_at end from people p)
  union all
  (select null::uuid, g.id, g.full_name, g.company_name, g.gstin, g.phone, null::text, null::bigint, g.created_at from guests g order by g.created_at desc limit many);
end $$;
revoke all on function public.find_buyers(text, integer) from public;
grant execute on function public.find_buyers(text, integer) to authenticated;

-- the body lets admins through; nothing for anon

-- ── deletion ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- the reasons go with the account that they may be about, also those of changes of an order
create function private.erase_override_reasons() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_overrides c set reason = 'Erased' from public.orders o where o.user_id = old.id and c.order_id = o.id and c.reason is not null;
  perform private.erase_change_notes(array(select o.id from public.orders o where o.user_id = old.id));
  return old;
end $$;
revoke all on function private.erase_override_reasons() from public;
-- a hosted project does not own auth.users and cannot rename a trigger there: it keeps its first name
create trigger erase_concession_reasons before delete on auth.users for each row execute function private.erase_override_reasons();

-- buyers without an account cannot delete it: half a year after the last step an order's phone, email address and reasons go, and of
-- one that was never invoiced the name and address too. an invoice keeps both for its 72 months (docs/india.md#gst-documents).
create function private.erase_guests(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone uuid[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into gone from (
    select o.id from public.orders o
    where o.user_id is null and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id) and o.phone || o.email <> ''
      and o.updated_at < private.clock_now() - interval '180 days'
      and not exists (select from private.retention_holds h where h.order_id = o.id)
    order by o.id limit p_limit for update of o skip locked) due;
  if gone is null then return 0; end if;
  update public.orders o set email = '', phone = '' where o.id = any (gone);
  update public.order_overrides c set reason = 'Erased' where c.order_id = any (gone) and c.reason is not null;
  perform private.erase_change_notes(gone);
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', cancel_reason = null
    where o.id = any (gone) and not exists (select from public.documents d where d.order_id = o.id);
  return private.note_erasure('order_people', gone::text[], 'Without an account, and 180 days after the last step');
end $$;
revoke all on function private.erase_guests(integer) from public;
grant execute on function private.erase_guests(integer) to shop_mail;
