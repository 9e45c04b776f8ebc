-- One sequence of locks for all steps of an order: products, discounts, store credit, the customer's limits, the series of documents, the
-- customers' figures (docs/decisions/0138-one-sequence-of-locks.md). Before, accepting an order locked the series and then the figures, while a
-- change of an invoiced order and a manual order did the reverse, a cancellation locked the series of credit notes before the discounts, and
-- placing an order the store credit before the limits: two people could wait for each other until PostgreSQL ended one of them.

create function private.lock_serials() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtext('shop.series'), 0)
$$;
revoke all on function private.lock_serials() from public;
grant execute on function private.lock_serials() to shop_orders;

create or replace function public.set_serial_series(p_kind text, p_prefix text, p_digits integer, p_version integer) returns date
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := private.clock_now();
  kept public.serial_series;
  runs record;
  issued integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  perform private.lock_serials();
  lock table public.serial_series in share row exclusive mode;   -- two who name two series alike
  select s.* into kept from public.serial_series s where s.kind = p_kind;
  if not found then raise exception 'There is no such series' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"kind"}'; end if;
  if kept.version <> p_version then
    raise exception 'This series has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_prefix is null or p_prefix !~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$' then
    raise exception 'A prefix is made of capital letters, digits and hyphens between them' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"prefix"}';
  elsif p_digits is null or p_digits not between 4 and 8 then
    raise exception 'Numbers have four to eight digits' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"digits"}';
  elsif length(p_prefix) + p_digits > 9 then
    raise exception 'With the year and its slashes the number would be longer than the 16 characters of rule 46'
      using errcode = '22023', detail = '{"code":"SERIES_TOO_LONG","field":"prefix"}';
  end if;
  if private.is_prefix_taken(p_kind, p_prefix) then
    raise exception 'Another series has this prefix' using errcode = 'PT409', detail = '{"code":"PREFIX_TAKEN","field":"prefix"}';
  end if;

  select s.prefix, s.digits into strict runs from private.series_at(p_kind, today) s;
  if (runs.prefix, runs.digits) = (p_prefix, p_digits) then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  select c.last_number into issued from private.serial_counters c where c.series = runs.prefix and c.financial_year = private.financial_year(today);
  if coalesce(issued, 0) = 0 or issued >= power(10, runs.digits) - 1 then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  update public.serial_series s set prefix = runs.prefix, digits = runs.digits, next_prefix = p_prefix, next_digits = p_digits,
    next_from = private.next_financial_year(today) where s.kind = p_kind;
  return private.next_financial_year(today);
end $$;

create or replace function private.number_document(p_order uuid, p_form text, p_facts jsonb, p_file uuid, p_reverses uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  counted text := case p_form when 'invoice_cum_bill' then 'tax_invoice' else p_form end;
  named record;
  issued timestamptz;
  year text;
  number integer;
  facts jsonb;
begin
  perform private.lock_serials();
  issued := coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, clock_timestamp());
  year := private.financial_year(issued);
  select s.prefix, s.digits into strict named from private.series_at(counted, issued) s;
  insert into private.serial_counters as c (series, financial_year, last_number) values (named.prefix, year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into number;
  if number >= power(10, named.digits) then
    update private.serial_counters c set last_number = c.last_number - 1 where c.series = named.prefix and c.financial_year = year;
    select s.prefix, s.digits into strict named from private.continue_series(counted, named.prefix, year) s;
    number := 1;
    insert into private.serial_counters (series, financial_year, last_number) values (named.prefix, year, number);
  end if;
  facts := p_facts || jsonb_build_object('form', p_form, 'serial', format('%s/%s/%s', named.prefix, year, lpad(number::text, named.digits, '0')),
    'issued_at', private.utc_text(issued));
  insert into public.documents (order_id, kind, form, serial, reverses, issued_at, content, content_hash, file_id)
    values (p_order, case p_form when 'credit_note' then 'credit_note' else 'invoice' end, p_form, facts ->> 'serial', p_reverses, issued, facts,
      private.content_hash(facts), p_file);
  return facts ->> 'serial';
end $$;

create or replace function private.remove_demo(p_store text) returns void
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

create or replace function private.write_order_change(p_by uuid, p_own boolean, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  before numeric;
  paid_by text;
  state text;
  credit numeric;   -- what store credit pays of it
  awaited public.payments;
  rest numeric;
  reissued boolean;
  credited uuid;
  files jsonb;
  short text := '#' || left(p_id::text, 8);
  shown text := case when length(p_note) > 540 then left(p_note, 539) || '…' else p_note end;
begin
  select x.* into o from public.orders x where x.id = p_id and x.version = p_version and case when p_own
    then x.status = 'pending' and x.user_id = p_by and x.channel = 'online' else x.status in ('pending', 'processing') end for no key update;
  if not found or not p_own and not private.staff_may(p_by, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  before := o.total_amount;
  paid_by := o.payment_method;
  state := o.payment_state;
  credit := o.store_credit;
  if credit > 0 and o.user_id is not null then perform private.lock_store_credit(o.user_id); end if;   -- before the limits, as placing an order does
  if p_own then
    perform private.check_change_limits(o, coalesce(p_order ->> 'payment_state', state), coalesce((p_order ->> 'total_amount')::numeric, before));
  end if;
  reissued := o.status = 'processing' and not o.invoice_per_parcel and (p_items is not null or p_order - '{phone,payment_method,payment_state}'::text[] <> '{}');
  if reissued then
    perform private.lock_serials();   -- before the customer's figures, which follow the order
    credited := private.credit_rest(p_id, p_reason);
  end if;
  if p_items is not null then
    perform set_config('shop.stock_reason', 'change', true), set_config('shop.stock_order', p_id::text, true);
    update public.products p set stock = p.stock - m.more, units_sold = greatest(p.units_sold + m.more, 0)
      from (select q.product_id, sum(q.quantity)::integer as more from (
          select i.product_id, -i.quantity as quantity from public.order_items i where i.order_id = p_id
          union all select n.product_id, n.quantity from jsonb_to_recordset(p_items) n (product_id uuid, quantity integer)) q
        where q.product_id is not null group by 1) m
      where p.id = m.product_id and m.more <> 0;
    perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
    -- what staff agreed on for a product ends with its line: added again, it costs what it costs then
    with gone as (
      delete from public.order_items i where i.order_id = p_id and i.id not in (
        select n.id from jsonb_to_recordset(p_items) n (id uuid) where n.id is not null)
      returning i.product_id)
    delete from public.order_overrides v using gone where v.order_id = p_id and v.product_id = gone.product_id;
    update public.order_items i set (quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
        = (n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total)
      from jsonb_populate_recordset(null::public.order_items, p_items) n where i.id = n.id and i.order_id = p_id;
    insert into public.order_items (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
      select p_id, n.product_id, n.product_name, n.sku, n.hsn, n.unit, n.image_url, n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total
      from jsonb_populate_recordset(null::public.order_items, p_items) n where n.id is null;
  end if;
  update public.orders x set (full_name, company_name, gstin, address, city, state, pincode, phone, place_of_supply, coupon_code, offers,
      goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state, store_credit)
    = (select n.full_name, n.company_name, n.gstin, n.address, n.city, n.state, n.pincode, n.phone, n.place_of_supply, n.coupon_code, n.offers,
      n.goods_total, n.discount_total, n.subtotal_base, n.total_gst, n.cgst, n.sgst, n.igst, n.charges, n.total_amount, n.payment_method, n.payment_state, least(n.store_credit, n.total_amount)
      from jsonb_populate_record(o, p_order) n)
    where x.id = p_id returning x.* into o;
  -- what was received stays what it was: a payment that is still to come follows the total, what was received too much is due back, and what
  -- is missing of a paid order is a payment of its own
  select p.* into awaited from public.payments p where p.order_id = p_id and private.is_open_payment(p.state) order by p.created_at, p.id limit 1;
  rest := coalesce(awaited.amount, 0) + o.total_amount - before;
  if rest < 0 then
    perform private.owe_refund(p_id, -rest, 'change', p_reason);
  end if;
  if awaited.id is null and rest > 0 then
    -- a reference of its own: banks refuse a second payment under the first one's
    insert into public.payments (order_id, method, state, amount, reference, awaited_since, created_at)
      select p_id, o.payment_method, o.payment_state, rest, replace(p_id::text, '-', '') || 'd' || count(*), private.clock_now(), private.clock_now()
      from public.payments p where p.order_id = p_id;
  elsif awaited.id is not null and (o.total_amount <> before or o.payment_method <> paid_by) then
    -- a reference that was not found belongs to the old method. the time to pay counts from now
    update public.payments p set method = o.payment_method, state = o.payment_state, failure = null, provider_reference = null, claimed_at = null,
      awaited_since = private.clock_now() where p.id = awaited.id and o.payment_method <> paid_by;
    update public.payments p set amount = greatest(rest, 0) where p.id = awaited.id;
    if rest <= 0 and exists (select from public.payments p where p.order_id = p_id and p.state in ('paid', 'refunded')) then
      update public.payments p set state = 'paid' where p.id = awaited.id;
      update public.orders x set payment_state = 'paid' where x.id = p_id returning x.* into o;
    end if;
  end if;
  if exists (select from public.payments p where p.order_id = p_id and private.is_open_payment(p.state)
      and (p.method, p.state) is distinct from (o.payment_method, o.payment_state)) then
    raise exception 'The payments of order % are not those of the order', p_id using errcode = '23514';
  end if;
  if reissued then
    perform private.issue_invoice(p_id);
    files := jsonb_build_array(credited, (select d.file_id from public.documents d where d.order_id = p_id and d.kind = 'invoice' and not exists (
      select from public.documents n where n.reverses = d.id) limit 1));
  end if;
  insert into public.order_status_history (order_id, status, notes, created_by, created_at) values (p_id, o.status, p_note, p_by, private.clock_now());
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, 'Order changed', 'Order ' || short || ': ' || shown, 'order_update', p_id, private.clock_now());
  end if;
  insert into private.mails (kind, recipient, data) values ('order_changed', o.email, jsonb_strip_nulls(
    jsonb_build_object('order_id', p_id, 'status', o.status, 'note', shown, 'files', files)));
end $$;

create or replace function private.follow_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.notify_order_step(new, null, coalesce(auth.uid(), new.user_id));
    return null;
  end if;
  if new.status = 'processing' then
    if not new.invoice_per_parcel then perform private.issue_invoice(new.id); end if;
  elsif new.status = 'shipped' then
    perform private.ship_everything(new);
  elsif new.status = 'delivered' then
    perform private.deliver_everything(new.id);
    if old.payment_state = 'cod_pending' and new.payment_state = 'paid' then
      update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
    end if;
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    perform private.call_back(new.id);
    if new.coupon_code is not null or new.offers <> '[]' then perform private.release_discounts(new.id); end if;
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    perform private.credit_rest(new.id, new.cancel_reason);
  end if;
  perform private.notify_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $$;

-- contract: follow_order_step does it, in its place in the sequence; used by SQL alone
drop trigger give_discounts_back on public.orders;
-- contract: the function of that trigger; used by SQL alone
drop function private.give_discounts_back();
