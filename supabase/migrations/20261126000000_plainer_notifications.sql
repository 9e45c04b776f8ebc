set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.finish_manual_order(p_admin uuid, p_order uuid, p_received boolean, p_reference text, p_overrides jsonb, p_accept boolean, p_hand_over boolean, p_mail boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      'You can find your purchase #' || left(p_order::text, 8) || ' and its invoice in your orders.', 'order_update', p_order, private.clock_now());
  end if;
  if p_mail and made.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_status', made.email,
      jsonb_build_object('order_id', p_order, 'status', 'delivered', 'previous_status', 'pending', 'handed_over', true));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_restocked()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  room integer := private.limit_of('stock_mails_waiting')
    - (select count(*) from private.mails m where m.kind = 'back_in_stock' and m.status = 'queued' and m.attempts = 0);
  note record;
  done integer;
  notified integer := 0;
begin
  for note in
    select r.product_id, p.name, p.stock > 0 and p.status = 'active' as there
    from private.restocked r join public.products p on p.id = r.product_id
    order by r.noted_at, r.product_id limit 50 for update of r skip locked for key share of p skip locked
  loop
    if note.there then
      exit when room <= 0;
      with due as (
        select r.user_id from public.stock_requests r where r.product_id = note.product_id order by r.created_at, r.user_id limit room for update skip locked
      ), used as (
        delete from public.stock_requests r using due d where r.product_id = note.product_id and r.user_id = d.user_id returning r.user_id, r.created_at
      ), rung as (
        insert into public.notifications (user_id, title, message, type, product_id, created_at)
          select u.user_id, 'Back in stock', note.name || ' is back in stock. You asked us to notify you.', 'system', note.product_id, private.clock_now() from used u
      ), mailed as (
        insert into private.mails (kind, recipient, data)
          select 'back_in_stock', a.email, jsonb_build_object('product_id', note.product_id, 'name', note.name, 'asked_at', u.created_at)
          from used u join auth.users a on a.id = u.user_id
          where a.email_confirmed_at is not null and a.email <> '' and not exists (select from public.account_blocks b where b.user_id = u.user_id)
      )
      select count(*) into done from used;
      room := room - done;
      notified := notified + done;
      continue when exists (select from public.stock_requests r where r.product_id = note.product_id);
    end if;
    delete from private.restocked r where r.product_id = note.product_id;
  end loop;
  return notified;
end $function$
;

CREATE OR REPLACE FUNCTION public.announce_discount(p_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  offer public.discounts;
  notified integer;
begin
  if not private.may('marketing.write') then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  -- locked: two presses announce once
  select d.* into offer from public.discounts d where d.id = p_id for no key update;
  if not found then raise exception 'No such discount' using errcode = 'PT404', detail = '{"code":"DISCOUNT_NOT_FOUND"}'; end if;
  if offer.announced_at is not null then raise exception 'This discount was announced already' using errcode = 'PT409', detail = '{"code":"ALREADY_ANNOUNCED"}'; end if;
  if private.discount_standing(offer, null) <> 'OK' then
    raise exception 'This discount cannot be used now' using errcode = 'PT409', detail = '{"code":"NOT_IN_FORCE"}';
  end if;
  insert into public.notifications (user_id, title, message, type, created_at)
    select p.id,
      case offer.kind
        when 'percent' then trim_scale(offer.value)::text || '% off'
        when 'amount' then '₹' || trim_scale(offer.value)::text || ' off'
        else 'Free delivery' end,
      coalesce(nullif(btrim(offer.description), '') || '. ', nullif(btrim(offer.title), '') || '. ', '')
        || coalesce('Use the code ' || offer.code || ' at checkout', 'It is applied in your cart')
        || coalesce(' until ' || to_char(offer.ends_at at time zone 'Asia/Kolkata', 'FMMon FMDD, YYYY'), '') || '.',
      'promotion', private.clock_now()
    from public.profiles p
    where (select c.given from public.consents c where c.user_id = p.id and c.purpose = 'offers' order by c.id desc limit 1)
      and not exists (select from public.user_roles r where r.user_id = p.id);   -- staff know the offers
  get diagnostics notified = row_count;
  update public.discounts d set announced_at = private.clock_now() where d.id = p_id;
  return notified;
end $function$
;
