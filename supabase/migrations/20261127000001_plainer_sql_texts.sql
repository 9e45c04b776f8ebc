set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_payment_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actors text[] := case when tg_argv[0] = 'client' then array['admin'] else array['customer', 'admin', 'system'] end;
  o public.orders;
begin
  if not exists (select from public.payment_steps s where s.from_state = old.state and s.to_state = new.state and s.actor = any (actors)) then
    raise exception 'A payment cannot go from % to %', old.state, new.state
      using errcode = 'PT409', detail = jsonb_build_object('code', 'PAYMENT_STEP_NOT_ALLOWED', 'from', old.state, 'to', new.state)::text;
  end if;
  if new.state <> 'paid' then return new; end if;
  -- lock the order's row first: this and a simultaneous cancellation run one after the other
  select x.* into o from public.orders x where x.id = new.order_id for no key update;
  if o.status <> 'cancelled' then return new; end if;
  if o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(o.id) then
    update public.orders x set status = 'pending', payment_state = 'paid' where x.id = o.id;
  else
    new.state := 'refund_due';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.index_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'active' then
    insert into private.search_documents as d (product_id, words) values (new.id, private.search_words(new))
    on conflict (product_id) do update set words = excluded.words where d.words <> excluded.words;
  else
    delete from private.search_documents where product_id = new.id;   -- a draft must not appear in suggestions
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_razorpay_word(p_payment text, p_confirmed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- lock the order first, as every settlement of a payment does
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment) for no key update;
  update private.razorpay_payments c set confirmed_at = case when p_confirmed then now() end,
      doubted_at = case when not p_confirmed then coalesce(c.doubted_at, now()) end
    where c.id = p_payment and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_order_step(p_order orders, p_previous text, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  short text := '#' || left(p_order.id::text, 8);
  reopened boolean := p_order.status = 'pending' and p_previous is not null;
  note text := case when reopened then 'Order open again: the payment arrived after all' else case p_order.status
    when 'pending' then 'Order placed'
    when 'processing' then 'Order accepted'
    when 'shipped' then 'Order shipped' || coalesce(' with ' || nullif(p_order.courier, ''), '') || coalesce(', tracking ' || nullif(p_order.tracking_number, ''), '')
    when 'delivered' then 'Order delivered'
    else case
      when p_order.cancelled_by is null and p_order.cancel_reason is null then 'Order cancelled because it was not paid'
      when p_order.cancelled_by = p_order.user_id and p_order.cancel_reason is null then 'Order cancelled by customer'
      else 'Order cancelled: ' || coalesce(p_order.cancel_reason, 'no reason given') end
    end end;
  own public.message_texts;
  words jsonb;
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (p_order.id, p_order.status, note, p_by, private.clock_now(), p_order.status <> 'cancelled');
  if p_order.user_id is not null then
    select t.* into own from public.message_texts t
      where t.key = 'notice_order_' || case when reopened then 'reopened' when p_order.status = 'pending' then 'placed' else p_order.status end;
    if found then
      words := jsonb_build_object('name', p_order.full_name, 'order', short, 'courier', p_order.courier, 'tracking', p_order.tracking_number, 'reason', p_order.cancel_reason);
      own.subject := left(private.fill_text(own.subject, words), 120);
      own.opening := left(private.fill_text(own.opening, words), 600);
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (
      p_order.user_id,
      coalesce(nullif(own.subject, ''), case when reopened then 'Payment received' else case p_order.status when 'pending' then 'Order placed' when 'processing' then 'Order accepted'
        when 'shipped' then 'Order shipped' when 'delivered' then 'Order delivered' else 'Order cancelled' end end),
      coalesce(nullif(own.opening, ''), case when reopened then 'Your payment for order ' || short || ' has arrived, and the order is open again.' else case p_order.status
        when 'pending' then 'Thank you! We have received your order ' || short || '.'
        when 'processing' then 'Your order ' || short || ' has been accepted and is being packed.'
        when 'shipped' then 'Your order ' || short || ' is on its way' || coalesce(' with ' || nullif(p_order.courier, ''), '')
          || coalesce(' (' || nullif(p_order.tracking_number, '') || ')', '') || '.'
        when 'delivered' then 'Your order ' || short || ' has been delivered.'
        else 'Your order ' || short || ' has been cancelled' || coalesce(': ' || nullif(p_order.cancel_reason, ''), '') || '.' end end),
      'order_update', p_order.id, private.clock_now());
  end if;
  -- demo orders and imported orders send no mail
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.open_invite()
 RETURNS private.staff_invites
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i from auth.users u join private.staff_invites i on i.email = lower(u.email)
  where u.id = auth.uid() and u.email_confirmed_at is not null and u.deleted_at is null and not private.is_blocked(u.id)
    and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
    and private.staff_may(i.invited_by, 'staff.manage')   -- the invitations of a removed owner are void
$function$
;

CREATE OR REPLACE FUNCTION private.set_mail_setup(p_host text, p_port integer, p_security text, p_username text, p_password text, p_from_name text, p_from_address text, p_reply_to text, p_version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.mail_setup;
  given private.mail_setup;
  address constant text := '^[^\s@<>,;:"()\[\]\\]+@[^\s@<>,;:"()\[\]\\]+\.[^\s@<>,;:"()\[\]\\]+$';
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  select m.* into strict kept from private.mail_setup m for update;
  if kept.version <> p_version then
    raise exception 'The mail server has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  given.host := lower(nullif(btrim(p_host), ''));
  given.from_name := nullif(btrim(p_from_name), '');
  given.from_address := nullif(btrim(p_from_address), '');
  given.reply_to := nullif(btrim(p_reply_to), '');
  if given.from_name is not null and (length(given.from_name) > 80 or given.from_name ~ '[[:cntrl:]]') then
    perform private.refuse_mail_setup('from_name', 'INVALID_MAIL_SETUP', 'A name of one line, of 80 characters at most');
  elsif given.from_address is not null and (length(given.from_address) > 200 or given.from_address !~ address) then
    perform private.refuse_mail_setup('from_address', 'INVALID_MAIL_SETUP', 'This is not an email address');
  elsif given.reply_to is not null and (length(given.reply_to) > 200 or given.reply_to !~ address) then
    perform private.refuse_mail_setup('reply_to', 'INVALID_MAIL_SETUP', 'This is not an email address');
  end if;
  if given.host is not null then
    given.port := p_port;
    given.security := p_security;
    given.username := nullif(btrim(p_username), '');
    if length(given.host) > 253 or given.host !~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$' then
      perform private.refuse_mail_setup('host', 'INVALID_MAIL_SETUP', 'This is no name of a server');
    elsif given.port is null or given.port not between 1 and 65535 then
      perform private.refuse_mail_setup('port', 'INVALID_MAIL_SETUP', 'A port is a number from 1 to 65535');
    elsif given.security is null or given.security not in ('tls', 'starttls', 'none') then
      perform private.refuse_mail_setup('security', 'INVALID_MAIL_SETUP', 'Choose how the connection is encrypted');
    elsif given.security = 'none' and given.host not in ('localhost', '127.0.0.1') then
      perform private.refuse_mail_setup('security', 'INVALID_MAIL_SETUP', 'Unencrypted mail may only go to this machine itself');
    elsif length(given.username) > 200 or given.username ~ '[[:cntrl:]]' then
      perform private.refuse_mail_setup('username', 'INVALID_MAIL_SETUP', 'This is no user name');
    elsif length(p_password) > 500 or p_password ~ '[[:cntrl:]]' then
      perform private.refuse_mail_setup('password', 'INVALID_MAIL_SETUP', 'This is no password');
    end if;
    if given.username is not null then
      given.password := nullif(p_password, '');
      if given.password is null and (given.host, given.port, given.username) is not distinct from (kept.host, kept.port, kept.username)
        and (given.security = kept.security or given.security <> 'none') then
        given.password := kept.password;
      end if;
      if given.password is null then
        perform private.refuse_mail_setup('password', 'PASSWORD_AGAIN', 'A new server or user name needs the password again');
      end if;
    end if;
  end if;
  update private.mail_setup m set host = given.host, port = given.port, security = given.security, username = given.username, password = given.password,
    from_name = given.from_name, from_address = given.from_address, reply_to = given.reply_to, version = m.version + 1, changed_at = now();
  return kept.version + 1;
end $function$
;

CREATE OR REPLACE FUNCTION private.settle_razorpay_payment(p_payment jsonb, p_vouched boolean, OUT state text, OUT capture boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ours uuid;
  o public.orders;
  charge private.razorpay_payments;
  awaited public.payments;
  reopened boolean := false;
  checking boolean;
begin
  capture := false;
  select coalesce((select r.order_id from private.razorpay_orders r where r.id = p_payment ->> 'order_id'),
    (select c.order_id from private.razorpay_payments c where c.id = p_payment ->> 'id')) into ours;
  if ours is not null then
    select x.* into o from public.orders x where x.id = ours for no key update;
    select p.* into awaited from public.payments p where p.order_id = ours and p.method = 'razorpay' for no key update;
  end if;

  insert into private.razorpay_payments as c (id, provider_order_id, order_id, amount, currency, status, vouched, amount_refunded) values (
      p_payment ->> 'id', p_payment ->> 'order_id', ours, (p_payment ->> 'amount')::bigint, p_payment ->> 'currency', p_payment ->> 'status', p_vouched,
      coalesce((p_payment ->> 'amount_refunded')::bigint, 0))
    on conflict (id) do update set
      provider_order_id = coalesce(c.provider_order_id, excluded.provider_order_id),
      order_id = coalesce(c.order_id, excluded.order_id),
      amount = coalesce(c.amount, excluded.amount),
      currency = coalesce(c.currency, excluded.currency),
      status = case when private.razorpay_rank(excluded.status) > private.razorpay_rank(c.status) then excluded.status else c.status end,
      vouched = c.vouched or excluded.vouched,
      amount_refunded = greatest(c.amount_refunded, excluded.amount_refunded)
    returning c.* into charge;

  -- money was captured: find its order. an unmatched payment is checked again once its order is known
  if charge.status = 'captured' and (charge.standing is null
      or charge.standing = 'unknown_order' and awaited.id is not null and charge.refund = 'none' and charge.resolved_at is null) then
    charge.standing := case
      when awaited.id is null then 'unknown_order'
      when charge.amount is distinct from (o.total_amount * 100)::bigint or charge.currency is distinct from 'INR' then 'amount_differs'
      when awaited.state in ('paid', 'refund_due', 'refunded') then 'second_charge'
      else 'kept' end;
    update private.razorpay_payments c set standing = charge.standing,
        refund = case charge.standing when 'second_charge' then 'due' else c.refund end,
        refund_next_at = case charge.standing when 'second_charge' then now() else c.refund_next_at end
      where c.id = charge.id;
    if charge.standing = 'kept' then
      reopened := o.status = 'cancelled' and o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours);
      if reopened then update public.orders x set status = 'pending', payment_state = 'paid' where x.id = ours; end if;
      update public.payments p set state = case when o.status = 'cancelled' and not reopened then 'refund_due' else 'paid' end,
          provider_reference = charge.id, failure = null where p.id = awaited.id
        returning p.* into awaited;
    end if;
  -- money that went back by other hands is followed until it has arrived; a hold that ran out was never money
  elsif charge.status = 'refunded' and charge.standing is not null and charge.refund in ('none', 'due') then
    update private.razorpay_payments c set refund = 'asked', refund_next_at = now() where c.id = charge.id;
  end if;

  if awaited.state in ('awaiting_payment', 'awaiting_verification') then
    select coalesce(bool_or(c.status = 'authorized' or c.status = 'created' and c.vouched), false) into checking
      from private.razorpay_payments c where c.order_id = ours and c.standing is null;
    update public.payments p set state = case when checking then 'awaiting_verification' else 'awaiting_payment' end,
        failure = case when checking then null when charge.status = 'failed' and p_payment ->> 'status' = 'failed'
          then left(coalesce(nullif(p_payment ->> 'failure', ''), 'The bank did not accept it'), 300) else p.failure end
      where p.id = awaited.id;
    capture := charge.status = 'authorized' and charge.amount = (o.total_amount * 100)::bigint and charge.currency = 'INR'
      and (o.status <> 'cancelled' or (o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours)));
    if charge.status = 'authorized' then update private.razorpay_orders r set next_check_at = now() where r.order_id = ours; end if;
  end if;
  select x.payment_state into state from public.orders x where x.id = ours;
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_orders(p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'placed'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text, phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric, charges jsonb, total_amount numeric, payment_method text, payment_state text, courier text, tracking_number text, version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  conditions text[] := '{}';
  categories uuid[];
  -- newest or highest total first, then by id; ascending is the very reverse, so that one index serves both
  reversed boolean := p_ascending <> p_backwards;
  sorted text := case p_sort when 'placed' then 'created_at' when 'total' then 'total_amount' end;
  sort_type text := case p_sort when 'placed' then 'timestamptz' else 'numeric' end;
  ordering text;
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if sorted is null then raise exception 'Orders are not sorted by %', p_sort using errcode = '22023'; end if;
  ordering := format(case when reversed then 'o.%I, o.id desc' else 'o.%I desc, o.id' end, sorted);

  if p_filters ? 'status' then conditions := conditions || private.one_of('o.status', p_filters -> 'status'); end if;
  if p_filters ? 'payment' then conditions := conditions || private.one_of('o.payment_state', p_filters -> 'payment'); end if;
  if p_filters ? 'method' then conditions := conditions || private.one_of('o.payment_method', p_filters -> 'method'); end if;
  if p_filters ? 'state' then conditions := conditions || private.one_of('o.state', p_filters -> 'state'); end if;
  if p_filters ? 'ids' then conditions := conditions || private.one_of('o.id', p_filters -> 'ids'); end if;
  if p_filters ? 'from' then
    conditions := conditions || format('o.created_at >= %L', (p_filters ->> 'from')::date::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'to' then
    conditions := conditions || format('o.created_at < %L', ((p_filters ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'customer' then conditions := conditions || format('o.user_id = %L', (p_filters ->> 'customer')::uuid); end if;
  if p_filters ? 'product' then
    conditions := conditions || format('o.id in (select i.order_id from public.order_items i where i.product_id = %L)', (p_filters ->> 'product')::uuid);
  end if;
  if p_filters ? 'category' then
    with recursive below as (
      select (p_filters ->> 'category')::uuid as id
      union select c.id from public.categories c join below b on c.parent_id = b.id)
    select array_agg(b.id) into categories from below b;
    conditions := conditions || format('exists (select from public.order_items i join public.products g on g.id = i.product_id where i.order_id = o.id and g.category_id = any (%L))', categories);
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  if p_cursor is not null then
    conditions := conditions || format(
      -- the last of these says nothing new, but is a range of an index
      case when reversed then '(o.%1$I > %2$L or (o.%1$I = %2$L and o.id < %3$L)) and o.%1$I >= %2$L'
        else '(o.%1$I < %2$L or (o.%1$I = %2$L and o.id > %3$L)) and o.%1$I <= %2$L' end,
      sorted, case sort_type when 'timestamptz' then ((p_cursor ->> 0)::timestamptz)::text else ((p_cursor ->> 0)::numeric)::text end, (p_cursor ->> 1)::uuid);
  end if;

  return query execute format($query$
    select o.id, o.created_at, o.status, o.user_id, o.full_name, o.company_name, o.gstin, o.city, o.state, o.pincode, o.phone, o.place_of_supply,
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure
    from (select o.* from public.orders o where %1$s order by %2$s limit %3$s) o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    left join lateral (select y.provider_reference, y.failure from public.payments y where y.order_id = o.id order by y.created_at desc limit 1) p on true
    order by %2$s$query$,
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), ordering, least(greatest(p_limit, 1), 1001));
end $function$
;

CREATE OR REPLACE FUNCTION public.product_facets(p_category uuid[] DEFAULT NULL::uuid[], p_query text DEFAULT NULL::text, p_min numeric DEFAULT NULL::numeric, p_max numeric DEFAULT NULL::numeric, p_stock text[] DEFAULT NULL::text[], p_brand text[] DEFAULT NULL::text[], p_country text[] DEFAULT NULL::text[], p_moq integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with kinds as (   -- products alike in everything a filter asks: a few hundred rows stand for many thousand
    select p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq,
      case when p.stock = 0 then 'out_of_stock' when p.stock < 10 then 'low_stock' else 'in_stock' end as stock,
      (p_min is null or p.base_price >= p_min) and (p_max is null or p.base_price <= p_max) as in_price,
      count(*) as n, min(p.base_price) as lowest, max(p.base_price) as highest
    from (
      select s.* from public.products s where nullif(btrim(p_query), '') is null
      union all
      select s.* from public.search_products(p_query) s where btrim(p_query) <> ''
    ) p
    where p.status = 'active'   -- an admin's storefront counts what customers see
    group by 1, 2, 3, 4, 5, 6
  ),
  seen as materialized (
    select k.*,
      coalesce(k.category_id = any (p_category), p_category is null) as in_category,
      coalesce(k.brand = any (p_brand), p_brand is null) as in_brand,
      coalesce(k.country = any (p_country), p_country is null) as in_country,
      coalesce(k.stock = any (p_stock), p_stock is null) as in_stock,
      p_moq is null or k.moq <= p_moq as in_moq
    from kinds k
  )
  select jsonb_build_object(
    'total', (select coalesce(sum(n), 0) from seen where in_category and in_brand and in_country and in_stock and in_moq and in_price),
    'category', (select coalesce(jsonb_object_agg(category_id, n), '{}') from (select category_id, sum(n) as n from seen
      where category_id is not null and in_brand and in_country and in_stock and in_moq and in_price group by 1) f),
    'brand', (select coalesce(jsonb_object_agg(brand, n), '{}') from (select brand, sum(n) as n from seen
      where brand is not null and in_category and in_country and in_stock and in_moq and in_price group by 1) f),
    'country', (select coalesce(jsonb_object_agg(country, n), '{}') from (select country, sum(n) as n from seen
      where country is not null and in_category and in_brand and in_stock and in_moq and in_price group by 1) f),
    'stock', (select coalesce(jsonb_object_agg(stock, n), '{}') from (select stock, sum(n) as n from seen
      where in_category and in_brand and in_country and in_moq and in_price group by 1) f),
    'moq', (select coalesce(jsonb_object_agg(moq, n), '{}') from (select moq, sum(n) as n from seen
      where in_category and in_brand and in_country and in_stock and in_price group by 1) f),
    'price', (select jsonb_build_object('min', min(lowest), 'max', max(highest)) from seen
      where in_category and in_brand and in_country and in_stock and in_moq)
  )
$function$
;

CREATE OR REPLACE FUNCTION public.save_product(p_id uuid, p_version integer, p_product jsonb, p_pictures jsonb DEFAULT NULL::jsonb, p_pictures_shown jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,ingredients,how_to_use}';
  wanted text[] := array(select k from jsonb_object_keys(p_product) k order by k);
  columns text;
  of_new text;
  now_there integer;
  shown jsonb;
  files text[] := '{}';
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if not wanted <@ (case when p_version is null then known || '{stock}'::text[] else known end) then
    raise exception 'These columns are not saved by the form' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  select string_agg(format('%I', k), ', '), string_agg(format('n.%I', k), ', ') into columns, of_new from unnest(wanted) k;

  if p_version is null then
    if exists (select from public.products p where p.id = p_id) then
      raise exception 'This product was added already' using errcode = 'PT409', detail = '{"code":"ADDED_ALREADY"}';
    end if;
    execute format('insert into public.products (id, %s) select $1, %s from jsonb_populate_record(null::public.products, $2) n', columns, of_new)
      using p_id, p_product;
  else
    select p.version into now_there from public.products p where p.id = p_id for update;
    if not found then
      raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
    end if;
    if now_there <> p_version then
      raise exception 'This product has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if columns is not null then
      execute format('update public.products p set (%s) = (select %s from jsonb_populate_record(p, $2) n) where p.id = $1', columns, of_new)
        using p_id, p_product;
    end if;
  end if;

  if p_pictures is not null then
    -- pictures do not move the version: an order must find the product as it was. they are compared themselves
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'image_url', i.image_url, 'alt', i.alt) order by i.display_order, i.id), '[]'),
        coalesce(array_agg(i.image_url), '{}')
      into shown, files from public.product_images i where i.product_id = p_id;
    if shown <> coalesce(p_pictures_shown, '[]') then
      raise exception 'The pictures have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if jsonb_array_length(p_pictures) > 12 then
      raise exception 'A product has at most 12 pictures' using errcode = '22023', detail = '{"code":"TOO_MANY_PICTURES"}';
    end if;
    if exists (select from jsonb_array_elements(p_pictures) w where w ->> 'image_url' !~ '^(product_images/[^/]|https?://)') then
      raise exception 'A picture is not in the folder of product pictures' using errcode = '22023', detail = '{"code":"INVALID"}';
    end if;
    delete from public.product_images i where i.product_id = p_id
      and not exists (select from jsonb_array_elements(p_pictures) w where (w ->> 'id')::uuid = i.id);
    update public.product_images i set image_url = w.value ->> 'image_url', alt = w.value ->> 'alt', display_order = w.place,
        thumbhash = case when i.image_url = w.value ->> 'image_url' then i.thumbhash else w.value ->> 'thumbhash' end
      from jsonb_array_elements(p_pictures) with ordinality w (value, place)
      where i.product_id = p_id and i.id = (w.value ->> 'id')::uuid
        and (i.image_url, i.alt, i.display_order) is distinct from (w.value ->> 'image_url', w.value ->> 'alt', w.place::integer);
    insert into public.product_images (product_id, image_url, alt, display_order, thumbhash)
      select p_id, w.value ->> 'image_url', w.value ->> 'alt', w.place, w.value ->> 'thumbhash'
      from jsonb_array_elements(p_pictures) with ordinality w (value, place) where w.value -> 'id' is null or w.value ->> 'id' is null;
    -- an imported product may have shown a picture without a row of its own
    if p_pictures = '[]' then
      update public.products p set image_url = null, image_thumbhash = null where p.id = p_id and p.image_url is not null;
    end if;
  end if;
  select p.version into now_there from public.products p where p.id = p_id;
  return jsonb_build_object('version', now_there, 'unused', to_jsonb(public.unused_product_files(p_id, files)));
end $function$
;

alter policy "everybody reads" on public.categories rename to "everyone reads";
alter policy "everybody reads" on public.deleted_products rename to "everyone reads";
alter policy "everybody reads" on public.order_steps rename to "everyone reads";
alter policy "everybody reads" on public.page_texts rename to "everyone reads";
alter policy "everybody reads" on public.settings rename to "everyone reads";

update private.limits set about = 'Pending online orders of one account that wait for a payment. More would reserve stock without a payment.' where name = 'unpaid_orders';
update private.limits set about = 'Days that an unverified UPI reference keeps an order open and its goods reserved.' where name = 'claim_days';
update private.limits set about = 'Complaints in 24 hours under one email address. Each sends a mail to it, and someone else may have entered it.' where name = 'complaints_per_email';
