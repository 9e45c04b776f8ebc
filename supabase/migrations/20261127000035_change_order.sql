drop trigger if exists "address_order_mail" on "private"."mails";

drop trigger if exists "audit_delete" on "public"."orders";

drop trigger if exists "audit_update" on "public"."orders";

alter table "public"."order_status_history" drop constraint "order_status_history_notes_check";

drop function if exists "private"."discounts_for"(p_user uuid, p_code text, p_products uuid[]);

alter table "public"."order_status_history" add constraint "order_status_history_notes_check" CHECK ((length(notes) <= 4000)) not valid;

alter table "public"."order_status_history" validate constraint "order_status_history_notes_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.begin_order_change(p_staff uuid, p_order uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  if not private.staff_may(p_staff, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_staff, 'role', 'authenticated')::text, true);
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then return '{"refused": "ORDER_NOT_FOUND"}'; end if;
  if o.status <> 'pending' then return jsonb_build_object('refused', 'ORDER_ACCEPTED', 'status', o.status); end if;
  if o.version <> p_version then return jsonb_build_object('refused', 'ORDER_CHANGED', 'status', o.status); end if;
  return jsonb_build_object('order', to_jsonb(o),
    'items', (select jsonb_agg(to_jsonb(i) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id),
    'overrides', (select coalesce(jsonb_agg(jsonb_build_object('kind', v.kind, 'product_id', v.product_id)), '[]') from public.order_overrides v where v.order_id = o.id));
end $function$
;

CREATE OR REPLACE FUNCTION private.discounts_for(p_user uuid, p_code text, p_products uuid[], p_had uuid[] DEFAULT '{}'::uuid[])
 RETURNS TABLE(id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric, combines boolean, standing text, covers uuid[], counted boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.id, d.code, d.title, d.description, d.kind, d.value, d.minimum_goods, d.maximum_discount, d.combines, s.standing, g.covers,
    d.code is not null or d.usage_limit is not null
  from public.discounts d
  cross join lateral (select case when d.id = any (p_had) then 'OK' else private.discount_standing(d, p_user) end as standing) s
  cross join lateral (
    select case when d.product_ids <> '{}' or d.category_ids <> '{}' then coalesce((
      with recursive scope as (
        select unnest(d.category_ids) as id
        union select c.id from public.categories c join scope on c.parent_id = scope.id)
      select array_agg(p.id order by p.id) from public.products p
      where p.id = any (p_products) and (p.id = any (d.product_ids) or p.category_id in (select scope.id from scope))), '{}') end as covers) g
  where (d.is_active or d.id = any (p_had)) and (d.code = upper(btrim(p_code)) or (d.code is null and s.standing = 'OK' and (g.covers is null or g.covers <> '{}')))
  order by d.id
$function$
;

CREATE OR REPLACE FUNCTION private.erase_change_notes(p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_status_history h set notes = 'Order changed' where h.order_id = any (p_orders) and h.notes like 'Order changed: %';
  update private.mails m set data = m.data - 'note' where m.kind = 'order_changed' and m.data ->> 'order_id' = any (p_orders::text[]) and m.data ? 'note';
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_discounts_of(p_order uuid, p_products uuid[])
 RETURNS TABLE(id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric, combines boolean, standing text, covers uuid[], counted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  had uuid[];
begin
  select x.* into o from public.orders x where x.id = p_order;
  had := array(select r.discount_id from public.discount_redemptions r where r.order_id = p_order);
  perform from public.discounts d
    where d.id = any (had) or (d.is_active and d.code is null and d.usage_limit is not null and private.discount_standing(d, o.user_id) = 'OK')
    order by d.id for no key update;
  perform private.release_discounts(p_order);
  return query select * from private.discounts_for(o.user_id, o.coupon_code, p_products, had);
end $function$
;

CREATE OR REPLACE FUNCTION private.release_discounts(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.discounts d where d.id in (select r.discount_id from public.discount_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  with given as (delete from public.discount_redemptions r where r.order_id = p_order returning r.discount_id)
  update public.discounts d set times_used = greatest(d.times_used - 1, 0) from given
    where d.id = given.discount_id and (d.code is not null or d.usage_limit is not null);
end $function$
;

CREATE OR REPLACE FUNCTION private.write_order_change(p_staff uuid, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  before numeric;
  short text := '#' || left(p_id::text, 8);
  shown text := case when length(p_note) > 540 then left(p_note, 539) || '…' else p_note end;
begin
  select x.* into o from public.orders x where x.id = p_id and x.status = 'pending' and x.version = p_version for no key update;
  if not found or not private.staff_may(p_staff, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  before := o.total_amount;
  if p_items is not null then
    perform set_config('shop.stock_reason', 'change', true), set_config('shop.stock_order', p_id::text, true);
    update public.products p set stock = p.stock - m.more, units_sold = greatest(p.units_sold + m.more, 0)
      from (select q.product_id, sum(q.quantity)::integer as more from (
          select i.product_id, -i.quantity as quantity from public.order_items i where i.order_id = p_id
          union all select n.product_id, n.quantity from jsonb_to_recordset(p_items) n (product_id uuid, quantity integer)) q
        where q.product_id is not null group by 1) m
      where p.id = m.product_id and m.more <> 0;
    perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
    delete from public.order_items i where i.order_id = p_id and i.id not in (
      select n.id from jsonb_to_recordset(p_items) n (id uuid) where n.id is not null);
    update public.order_items i set (quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
        = (n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total)
      from jsonb_populate_recordset(null::public.order_items, p_items) n where i.id = n.id and i.order_id = p_id;
    insert into public.order_items (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
      select p_id, n.product_id, n.product_name, n.sku, n.hsn, n.unit, n.image_url, n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total
      from jsonb_populate_recordset(null::public.order_items, p_items) n where n.id is null;
  end if;
  update public.orders x set (full_name, company_name, gstin, address, city, state, pincode, phone, place_of_supply, coupon_code, offers,
      goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount)
    = (select n.full_name, n.company_name, n.gstin, n.address, n.city, n.state, n.pincode, n.phone, n.place_of_supply, n.coupon_code, n.offers,
      n.goods_total, n.discount_total, n.subtotal_base, n.total_gst, n.cgst, n.sgst, n.igst, n.charges, n.total_amount
      from jsonb_populate_record(o, p_order) n)
    where x.id = p_id returning x.* into o;
  -- what was received stays what it was: only a payment that is still to come follows the total
  if o.total_amount <> before then
    update public.payments p set amount = o.total_amount where p.order_id = p_id and p.state in ('cod_pending', 'awaiting_payment', 'failed');
    if exists (select from public.payments p where p.order_id = p_id and p.amount <> o.total_amount) then
      raise exception 'The payments of order % have another amount than its total', p_id using errcode = '23514';
    end if;
  end if;
  insert into public.order_status_history (order_id, status, notes, created_by, created_at) values (p_id, o.status, p_note, p_staff, private.clock_now());
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, 'Order changed', 'Order ' || short || ': ' || shown, 'order_update', p_id, private.clock_now());
  end if;
  insert into private.mails (kind, recipient, data) values ('order_changed', o.email, jsonb_build_object('order_id', p_id, 'status', o.status, 'note', shown));
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_guests(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone uuid[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into gone from (
    select o.id from public.orders o
    where o.user_id is null and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and o.phone || o.email <> ''
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
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_override_reasons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_overrides c set reason = 'Erased' from public.orders o where o.user_id = old.id and c.order_id = o.id and c.reason is not null;
  perform private.erase_change_notes(array(select o.id from public.orders o where o.user_id = old.id));
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION private.give_discounts_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.release_discounts(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_timeline(p_order uuid)
 RETURNS TABLE(at timestamp with time zone, kind text, actor uuid, actor_name text, data jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return query
  select e.at, e.kind, e.actor, private.person_name(e.actor), e.data from (
    select h.created_at as at, 'step' as kind, h.created_by as actor, jsonb_build_object('id', h.id, 'status', h.status, 'notes', h.notes) as data
      from public.order_status_history h where h.order_id = p_order
    union all
    -- the step itself has the line of a step, a change of the order by staff has its own, and the payment that of the order's payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
        and not exists (select from public.order_status_history h where h.order_id = p_order and h.created_at = a.at and h.notes like 'Order changed%')
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action = 'update' and a.changes - 'amount' <> '{}'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $function$
;

CREATE CONSTRAINT TRIGGER check_changed_sums AFTER UPDATE OF goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_order_sums();

CREATE TRIGGER address_order_mail BEFORE INSERT ON private.mails FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['order_placed'::text, 'order_status'::text, 'order_changed'::text, 'order_refunded'::text]))) EXECUTE FUNCTION private.address_order_mail();

CREATE TRIGGER audit_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{user_id,charges,offers,created_at,updated_at,version}', '{status,payment_state,payment_method,courier,tracking_number,cancelled_by,total_amount,goods_total,discount_total,subtotal_base,total_gst,cgst,sgst,igst,shipping_cost,charges_total,charges_gst,place_of_supply,coupon_code}', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{user_id,charges,offers,created_at,updated_at,version}', '{status,payment_state,payment_method,courier,tracking_number,cancelled_by,total_amount,goods_total,discount_total,subtotal_base,total_gst,cgst,sgst,igst,shipping_cost,charges_total,charges_gst,place_of_supply,coupon_code}', 'yes');

grant execute on function private.begin_order_change(uuid, uuid, integer) to shop_orders;
grant execute on function private.discounts_for(uuid, text, uuid[], uuid[]) to shop_orders;
grant execute on function private.lock_discounts_of(uuid, uuid[]) to shop_orders;
grant execute on function private.write_order_change(uuid, uuid, integer, jsonb, jsonb, text) to shop_orders;
