CREATE OR REPLACE FUNCTION private.guest_key(phone text, email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when length(regexp_replace(phone, '\D', '', 'g')) >= 6 then 'tel:' || right(regexp_replace(phone, '\D', '', 'g'), 10)
    else 'mail:' || nullif(lower(btrim(email)), '') end
$function$
;

-- the index calls it for every writer
grant execute on function private.guest_key(text, text) to public;

revoke select on table "public"."customer_figures" from "authenticated";

drop view if exists "public"."customers";

alter table "public"."customer_figures" drop constraint "customer_figures_pkey";

drop index if exists "public"."profiles_name_idx";

drop index if exists "public"."customer_figures_last_idx";

drop index if exists "public"."customer_figures_pkey";

drop index if exists "public"."customer_figures_spent_idx";

alter table "public"."customer_figures" add column "company_name" text;

alter table "public"."customer_figures" add column "full_name" text;

alter table "public"."customer_figures" add column "gstin" text;

alter table "public"."customer_figures" add column "guest_key" text;

alter table "public"."customer_figures" add column "id" uuid not null default gen_random_uuid();

alter table "public"."customer_figures" add column "phone" text;

alter table "public"."customer_figures" add column "since" timestamp with time zone not null default now();

alter table "public"."customer_figures" alter column "user_id" drop not null;

update public.customer_figures set id = user_id;

CREATE UNIQUE INDEX customer_figures_guest_key_key ON public.customer_figures USING btree (guest_key);

CREATE INDEX customer_figures_name_idx ON public.customer_figures USING btree (lower(COALESCE(NULLIF(full_name, ''::text), company_name, ''::text)), id);

CREATE INDEX customer_figures_registered_idx ON public.customer_figures USING btree (since DESC, id) WHERE (gstin IS NOT NULL);

CREATE INDEX customer_figures_since_idx ON public.customer_figures USING btree (since DESC, id);

CREATE UNIQUE INDEX customer_figures_user_id_key ON public.customer_figures USING btree (user_id);

CREATE INDEX customer_figures_words_idx ON public.customer_figures USING gin ((((((((COALESCE(full_name, ''::text) || ' '::text) || COALESCE(company_name, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(gstin, ''::text))) extensions.gin_trgm_ops);

CREATE INDEX orders_guest_email_idx ON public.orders USING btree (lower(email)) WHERE ((user_id IS NULL) AND (email <> ''::text));

CREATE INDEX orders_guest_key_idx ON public.orders USING btree (private.guest_key(phone, email), created_at DESC) WHERE (user_id IS NULL);

CREATE INDEX customer_figures_last_idx ON public.customer_figures USING btree (last_order_at DESC NULLS LAST, id);

CREATE UNIQUE INDEX customer_figures_pkey ON public.customer_figures USING btree (id);

CREATE INDEX customer_figures_spent_idx ON public.customer_figures USING btree (spent DESC, id);

alter table "public"."customer_figures" add constraint "customer_figures_pkey" PRIMARY KEY using index "customer_figures_pkey";

alter table "public"."customer_figures" add constraint "customer_figures_account" CHECK (((user_id IS NULL) OR (user_id = id))) not valid;

alter table "public"."customer_figures" validate constraint "customer_figures_account";

alter table "public"."customer_figures" add constraint "customer_figures_guest_key_key" UNIQUE using index "customer_figures_guest_key_key";

alter table "public"."customer_figures" add constraint "customer_figures_one_kind" CHECK (((user_id IS NULL) <> (guest_key IS NULL))) not valid;

alter table "public"."customer_figures" validate constraint "customer_figures_one_kind";

alter table "public"."customer_figures" add constraint "customer_figures_user_id_key" UNIQUE using index "customer_figures_user_id_key";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.adopt_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs uuid[];
begin
  if new.email_confirmed_at is null or coalesce(new.email, '') = '' or private.has_staff_role(new.id)
    or private.is_blocked(new.id) then
    return null;
  end if;
  -- an order that someone is working on is taken over at the next sign-in: a sign-in waits for no one
  select array_agg(o.id) into theirs from (
    select x.id from public.orders x where x.user_id is null and x.email <> '' and lower(x.email) = lower(new.email)
    order by x.id limit 500 for no key update skip locked) o;
  if theirs is null then return null; end if;
  update public.orders o set user_id = new.id where o.id = any (theirs) and o.user_id is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_guests(p_keys text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one text;
begin
  -- one writer of a customer at a time, also of one who has no row yet; always in the same order
  for one in select k from unnest(p_keys) k where k is not null order by k loop
    perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.guests'), pg_catalog.hashtext(one));
  end loop;
  delete from public.customer_figures f where f.guest_key = any (p_keys)
    and not exists (select from public.orders o where o.user_id is null and private.guest_key(o.phone, o.email) = f.guest_key);
  insert into public.customer_figures as f (guest_key, orders, spent, last_order_at, state, full_name, company_name, gstin, phone, since)
    select k.key, count(*) filter (where s.sale), coalesce(sum(o.total_amount) filter (where s.sale), 0), max(o.created_at),
      (array_agg(o.state order by o.created_at desc, o.id))[1],
      (array_agg(o.full_name order by o.created_at desc, o.id) filter (where o.full_name <> ''))[1],
      (array_agg(o.company_name order by o.created_at desc, o.id) filter (where o.company_name <> ''))[1],
      (array_agg(o.gstin order by o.created_at desc, o.id) filter (where o.gstin <> ''))[1],
      (array_agg(o.phone order by o.created_at desc, o.id) filter (where o.phone <> ''))[1],
      min(o.created_at)
    from (select distinct x as key from unnest(p_keys) x where x is not null) k
    join public.orders o on o.user_id is null and private.guest_key(o.phone, o.email) = k.key
    cross join lateral (select private.is_sale(o.status, o.payment_state) as sale) s
    group by k.key
  on conflict (guest_key) do update set orders = excluded.orders, spent = excluded.spent, last_order_at = excluded.last_order_at, state = excluded.state,
    full_name = excluded.full_name, company_name = excluded.company_name, gstin = excluded.gstin, phone = excluded.phone, since = excluded.since;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_customers(array[new.id]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.orders_of_customer(p_customer uuid, p_limit integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f public.customer_figures;
begin
  select x.* into f from public.customer_figures x where x.id = p_customer;
  if f.user_id is not null then
    return array(select o.id from public.orders o where o.user_id = f.user_id order by o.created_at desc, o.id limit p_limit);
  end if;
  return array(select o.id from public.orders o where o.user_id is null and private.guest_key(o.phone, o.email) = f.guest_key
    order by o.created_at desc, o.id limit p_limit);
end $function$
;

CREATE OR REPLACE FUNCTION private.count_customers(p_users uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.customer_figures f where f.user_id = any (p_users) order by f.id for no key update;
  update public.customer_figures f set (orders, spent, last_order_at, state, full_name, company_name, gstin, phone, since) = (
    select count(o.id) filter (where s.sale), coalesce(sum(o.total_amount) filter (where s.sale), 0), max(o.created_at),
      (array_agg(o.state order by o.created_at desc, o.id))[1],
      coalesce(nullif(p.full_name, ''), (array_agg(o.full_name order by o.created_at desc, o.id) filter (where o.full_name <> ''))[1]),
      coalesce(nullif(p.company_name, ''), (array_agg(o.company_name order by o.created_at desc, o.id) filter (where o.company_name <> ''))[1]),
      coalesce(p.gstin, (array_agg(o.gstin order by o.created_at desc, o.id) filter (where o.gstin <> ''))[1]),
      coalesce(nullif(p.phone, ''), (array_agg(o.phone order by o.created_at desc, o.id) filter (where o.phone <> ''))[1]),
      p.created_at
    from public.profiles p left join public.orders o on o.user_id = p.id
      left join lateral (select private.is_sale(o.status, o.payment_state) as sale) s on true
    where p.id = f.user_id group by p.id)
  where f.user_id = any (p_users);
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_customer_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted uuid[] := '{}';
  users uuid[];
  guests text[];
begin
  if tg_op = 'INSERT' then
    users := array(select distinct n.user_id from changed n where n.user_id is not null);
    guests := array(select distinct private.guest_key(n.phone, n.email) from changed n where n.user_id is null);
    perform from public.customer_figures f where f.user_id = any (users) order by f.id for no key update;
    update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent, last_order_at = newest.created_at, state = newest.state,
      full_name = coalesce(nullif(p.full_name, ''), nullif(newest.full_name, ''), f.full_name),
      company_name = coalesce(nullif(p.company_name, ''), nullif(newest.company_name, ''), f.company_name, d.company_name),
      gstin = coalesce(p.gstin, nullif(newest.gstin, ''), f.gstin, d.gstin),
      phone = coalesce(nullif(p.phone, ''), nullif(newest.phone, ''), f.phone)
    from (
      select n.user_id, count(*) filter (where s.sale) as orders, coalesce(sum(n.total_amount) filter (where s.sale), 0) as spent,
        max(nullif(n.company_name, '')) as company_name, max(nullif(n.gstin, '')) as gstin
      from changed n cross join lateral (select private.is_sale(n.status, n.payment_state) as sale) s
      where n.user_id is not null group by n.user_id) d
    join public.profiles p on p.id = d.user_id
    cross join lateral (
      select o.created_at, o.state, o.full_name, o.company_name, o.gstin, o.phone
      from public.orders o where o.user_id = d.user_id order by o.created_at desc, o.id limit 1) newest
    where f.user_id = d.user_id;
  elsif tg_op = 'UPDATE' then
    counted := array(select distinct u.id from changed n join before b on b.id = n.id cross join lateral (values (b.user_id), (n.user_id)) u (id)
      where u.id is not null and (n.user_id, n.created_at, n.state, n.full_name, n.company_name, n.gstin, n.phone)
        is distinct from (b.user_id, b.created_at, b.state, b.full_name, b.company_name, b.gstin, b.phone));
    if counted <> '{}' then perform private.count_customers(counted); end if;
    guests := array(select distinct g.key from changed n join before b on b.id = n.id
      cross join lateral (values (case when b.user_id is null then private.guest_key(b.phone, b.email) end),
        (case when n.user_id is null then private.guest_key(n.phone, n.email) end)) g (key)
      where (n.user_id is null or b.user_id is null)
        and (n.user_id, n.created_at, n.state, n.full_name, n.company_name, n.gstin, n.phone, n.email, n.total_amount, private.is_sale(n.status, n.payment_state))
          is distinct from (b.user_id, b.created_at, b.state, b.full_name, b.company_name, b.gstin, b.phone, b.email, b.total_amount, private.is_sale(b.status, b.payment_state)));
    -- nearly every step changes nothing here: shipped, delivered, a courier, a payment of what was accepted already
    users := array(select distinct n.user_id from changed n join before b on b.id = n.id
      where n.user_id <> all (counted)
        and (private.is_sale(n.status, n.payment_state), n.total_amount) is distinct from (private.is_sale(b.status, b.payment_state), b.total_amount));
    if users <> '{}' then
      perform from public.customer_figures f where f.user_id = any (users) order by f.id for no key update;
      update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent
      from (
        select n.user_id, sum(now_.sale - was.sale) as orders, sum(now_.sale * n.total_amount - was.sale * b.total_amount) as spent
        from changed n join before b on b.id = n.id
        cross join lateral (select private.is_sale(n.status, n.payment_state)::integer as sale) now_
        cross join lateral (select private.is_sale(b.status, b.payment_state)::integer as sale) was
        where n.user_id = any (users) group by n.user_id) d
      where f.user_id = d.user_id;
    end if;
  else
    counted := array(select distinct b.user_id from before b where b.user_id is not null);
    guests := array(select distinct private.guest_key(b.phone, b.email) from before b where b.user_id is null);
    if counted <> '{}' then perform private.count_customers(counted); end if;
  end if;
  if guests <> '{}' then perform private.count_guests(guests); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.make_customer_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.customer_figures (id, user_id, full_name, company_name, gstin, phone, since)
    values (new.id, new.id, nullif(new.full_name, ''), nullif(new.company_name, ''), new.gstin, nullif(new.phone, ''), new.created_at);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.order_conditions(p_filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  conditions text[] := '{}';
  categories uuid[];
  guest text;
begin
  if p_filters ? 'status' then conditions := conditions || private.one_of('o.status', p_filters -> 'status'); end if;
  if p_filters ? 'payment' and not p_filters -> 'payment' ? 'refund_due' then
    conditions := conditions || private.one_of('o.payment_state', p_filters -> 'payment');
  elsif p_filters ? 'payment' then   -- also an order that is paid and owes a part of it back
    conditions := conditions || format('o.id in (select r.order_id from public.refunds r where r.state in (''due'', ''asked'', ''failed'') union all select x.id from public.orders x where %s)',
      private.one_of('x.payment_state', p_filters -> 'payment'));
  end if;
  if p_filters ? 'method' then conditions := conditions || private.one_of('o.payment_method', p_filters -> 'method'); end if;
  if p_filters ? 'state' then conditions := conditions || private.one_of('o.state', p_filters -> 'state'); end if;
  if p_filters ? 'ids' then conditions := conditions || private.one_of('o.id', p_filters -> 'ids'); end if;
  if p_filters ? 'from' then
    conditions := conditions || format('o.created_at >= %L', (p_filters ->> 'from')::date::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'to' then
    conditions := conditions || format('o.created_at < %L', ((p_filters ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'customer' then
    select f.guest_key into guest from public.customer_figures f where f.id = (p_filters ->> 'customer')::uuid;
    conditions := conditions || case when guest is null then format('o.user_id = %L', (p_filters ->> 'customer')::uuid)
      else format('o.user_id is null and private.guest_key(o.phone, o.email) = %L', guest) end;
  end if;
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
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_customer(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f public.customer_figures;
  p public.profiles;
  bought uuid[];
begin
  if not private.may('customers.read') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  select x.* into f from public.customer_figures x where x.id = p_user;
  if not found then return null; end if;
  select x.* into p from public.profiles x where x.id = f.user_id;
  bought := private.orders_of_customer(f.id, 500);
  return (
    select jsonb_build_object(
      'guest', f.user_id is null,
      'profile', jsonb_build_object('id', f.id, 'full_name', case when f.user_id is null then f.full_name else p.full_name end,
        'company_name', p.company_name, 'gstin', p.gstin, 'phone', p.phone,
        'created_at', f.since, 'updated_at', coalesce(p.updated_at, f.since)),
      'ordered', jsonb_build_object('full_name', o.full_name, 'company_name', o.company_name, 'gstin', o.gstin, 'phone', o.phone,
        'email', case when private.may('customers.emails') then o.email end, 'order_id', o.newest),
      'email', case when private.may('customers.emails') then u.email end,
      'last_sign_in_at', u.last_sign_in_at,
      'roles', (select coalesce(jsonb_agg(r.role order by r.role desc), '[]') from public.user_roles r where r.user_id = p.id),
      'orders', f.orders, 'spent', f.spent, 'last_order_at', f.last_order_at,
      'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'by', private.person_name(b.blocked_by))
        from public.account_blocks b where b.user_id = p.id),
      'addresses', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'updated_at' order by a.is_default desc, a.created_at desc), '[]')
        from (select * from public.addresses x where x.user_id = p.id order by x.is_default desc, x.created_at desc limit 50) a),
      'ordered_addresses', (select coalesce(jsonb_agg(to_jsonb(d) order by d.created_at desc, d.id), '[]') from (
        select * from (
          select distinct on (lower(x.address), x.pincode) x.id, x.full_name, x.company_name, x.address, x.city, x.state, x.pincode, x.phone, x.created_at
          from public.orders x where x.id = any (bought) and x.phone <> ''
            and not exists (select from public.addresses a where a.user_id = p.id and lower(a.address) = lower(x.address) and a.pincode = x.pincode)
          order by lower(x.address), x.pincode, x.created_at desc) y
        order by y.created_at desc limit 10) d),
      'consents', (select coalesce(jsonb_agg(to_jsonb(c) order by c.purpose), '[]') from (
        select distinct on (s.purpose) s.purpose, s.given, s.created_at from public.consents s where s.user_id = p.id order by s.purpose, s.id desc) c),
      'complaints', (select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at desc), '[]') from (
        select x.id, x.number, x.status, x.created_at from public.complaints x where x.user_id = p.id order by x.created_at desc limit 5) k),
      -- of the newest 500 orders
      'products', (select coalesce(jsonb_agg(to_jsonb(g) order by g.quantity desc, g.total desc, g.name), '[]') from (
        select i.product_id, max(i.product_name) as name, sum(i.quantity) as quantity, sum(i.total) as total, count(distinct i.order_id) as orders
        from public.orders x join public.order_items i on i.order_id = x.id
        where x.id = any (bought) and private.is_sale(x.status, x.payment_state)
        group by i.product_id, case when i.product_id is null then i.product_name end
        order by quantity desc, total desc limit 6) g))
    from (select (array_agg(x.full_name order by x.created_at desc, x.id) filter (where x.full_name <> ''))[1] as full_name,
        (array_agg(x.company_name order by x.created_at desc, x.id) filter (where x.company_name <> ''))[1] as company_name,
        (array_agg(x.gstin order by x.created_at desc, x.id) filter (where x.gstin <> ''))[1] as gstin,
        (array_agg(x.phone order by x.created_at desc, x.id) filter (where x.phone <> ''))[1] as phone,
        (array_agg(x.email order by x.created_at desc, x.id) filter (where x.email <> ''))[1] as email,
        (array_agg(x.id order by x.created_at desc, x.id))[1] as newest
      from public.orders x where x.id = any (bought)) o
    left join auth.users u on u.id = p.id);
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_search(p_query text, p_limit integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, title text, detail text, status text, amount numeric, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 15
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  -- %, _ and \ are letters here
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := regexp_replace(query, '\D', '', 'g');
  number text := lower(regexp_replace(query, '^#', ''));
  wanted integer := private.order_number_in(query);
  many integer := least(greatest(p_limit, 1), 20);
  low uuid;
  high uuid;
begin
  if not private.may('panel') then raise exception 'permission denied for search' using errcode = '42501'; end if;
  if length(query) < 2 then return; end if;
  if number ~ '^[0-9a-f]{4}[0-9a-f-]{0,32}$' and length(replace(number, '-', '')) <= 32 then   -- the beginning of an id is a range of the key
    low := rpad(replace(number, '-', ''), 32, '0')::uuid;
    high := rpad(replace(number, '-', ''), 32, 'f')::uuid;
  end if;

  return query
  with people as (
    select f.id, f.full_name, f.company_name, f.phone, f.since as created_at from public.customer_figures f
    where coalesce(f.full_name, '') || ' ' || coalesce(f.company_name, '') || ' ' || coalesce(f.phone, '') || ' ' || coalesce(f.gstin, '') ilike words limit 50
  ), numbered as (
    select o.id from public.orders o where o.order_number = wanted
    union all
    (select o.id from public.orders o where o.id between low and high limit many)
  ), serials as (
    select d.order_id as id from public.documents d where d.serial = upper(query) limit many
  ), bought as (
    select r.id from people p cross join lateral unnest(private.orders_of_customer(p.id, many)) r (id) limit 100
  ), recent as (
    select n.id from (select o.id, o.full_name, o.company_name, o.phone from public.orders o order by o.created_at desc limit 2000) n
    where n.full_name ilike words or n.company_name ilike words or (length(digits) >= 5 and regexp_replace(n.phone, '\D', '', 'g') like '%' || digits || '%') limit 100
  ), orders as (
    select o.* from public.orders o
    where o.id in (select id from numbered union select id from serials union select id from bought union select id from recent)
    order by o.created_at desc limit many
  ), goods as (
    select g.* from (
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 1 as place from public.products p
        where upper(p.sku) ~>=~ upper(query) and upper(p.sku) ~<~ (upper(query) || U&'\+10ffff') limit many)
      union all
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 2 from public.products p where p.name ilike words limit 200)) g
  ), best as (
    select distinct on (g.id) g.* from goods g order by g.id, g.place
  )
  (select 'order', o.id, coalesce(nullif(o.company_name, ''), o.full_name), private.order_number_text(o.order_number) || ' · #' || left(o.id::text, 8) || ' · ' || o.city, o.status, o.total_amount, o.created_at
    from orders o where private.may('orders.read') order by o.created_at desc)
  union all
  (select 'product', b.id, b.name, b.sku || ' · ' || b.stock || ' in stock', b.status, b.base_price, null::timestamptz
    from best b where private.may('catalogue.write') order by b.place, b.popularity desc, b.id limit many)
  union all
  (select 'customer', p.id, coalesce(nullif(p.full_name, ''), nullif(p.company_name, ''), 'No name'), concat_ws(' · ', nullif(p.company_name, ''), nullif(p.phone, '')), null::text, null::numeric, p.created_at
    from people p where private.may('customers.read') order by p.created_at desc limit many);
end $function$
;

create view public.customers with (security_invoker = true) as  SELECT f.id,
    f.full_name,
    f.company_name,
    f.gstin,
    f.phone,
    f.since AS created_at,
    f.orders,
    f.spent,
    f.last_order_at,
    COALESCE(f.state, ( SELECT a.state
           FROM addresses a
          WHERE (a.user_id = f.user_id)
          ORDER BY a.is_default DESC, a.created_at DESC
         LIMIT 1)) AS state,
    b.created_at AS blocked_at,
    (EXISTS ( SELECT
           FROM user_roles r
          WHERE (r.user_id = f.user_id))) AS is_staff,
    lower(COALESCE(NULLIF(f.full_name, ''::text), f.company_name, ''::text)) AS sort_name,
    ((((((COALESCE(f.full_name, ''::text) || ' '::text) || COALESCE(f.company_name, ''::text)) || ' '::text) || COALESCE(f.phone, ''::text)) || ' '::text) || COALESCE(f.gstin, ''::text)) AS words,
    (f.user_id IS NULL) AS is_guest
   FROM (customer_figures f
     LEFT JOIN account_blocks b ON ((b.user_id = f.user_id)));


CREATE OR REPLACE FUNCTION public.kept_about_me()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at) order by n.created_at, n.id), '[]')
      from public.customer_notes n where n.user_id = (select auth.uid())),
    'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at) from public.account_blocks b where b.user_id = (select auth.uid())),
    'figures', (select to_jsonb(f) - '{id,user_id}'::text[] from public.customer_figures f where f.user_id = (select auth.uid())))
$function$
;

CREATE TRIGGER take_over_orders AFTER UPDATE OF email, email_confirmed_at, last_sign_in_at ON auth.users FOR EACH ROW WHEN ((new.email_confirmed_at IS NOT NULL)) EXECUTE FUNCTION private.adopt_orders();

create trigger follow_profile after update on public.profiles for each row
  when ((old.full_name, old.company_name, old.gstin, old.phone, old.created_at) is distinct from (new.full_name, new.company_name, new.gstin, new.phone, new.created_at))
  execute function private.follow_profile();

revoke all on public.customers from anon, authenticated, service_role;
grant select on public.customers to authenticated, service_role;
-- not guest_key: it may be an e-mail address, which is for the owner
grant select (id, user_id, orders, spent, last_order_at, state, full_name, company_name, gstin, phone, since) on public.customer_figures to authenticated;
revoke all on function private.count_guests(text[]), private.orders_of_customer(uuid, integer), private.adopt_orders(), private.follow_profile() from public;

-- what orders carried until now
select private.count_customers(array(select p.id from public.profiles p));
select private.count_guests(array(select distinct private.guest_key(o.phone, o.email) from public.orders o where o.user_id is null));
