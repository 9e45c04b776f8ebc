alter table "private"."erasures" drop constraint "erasures_what_check";


  create table "private"."phone_code_secret" (
    "id" boolean not null default true,
    "secret" bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
      );


alter table "private"."phone_code_secret" enable row level security;


  create table "private"."phone_code_tries" (
    "id" bigint generated always as identity not null,
    "user_id" uuid,
    "phone" bytea not null,
    "tried_at" timestamp with time zone not null
      );


alter table "private"."phone_code_tries" enable row level security;


  create table "private"."phone_codes" (
    "customer_id" uuid not null,
    "hash" bytea not null,
    "expires_at" timestamp with time zone not null
      );


alter table "private"."phone_codes" enable row level security;

CREATE UNIQUE INDEX phone_code_secret_pkey ON private.phone_code_secret USING btree (id);

CREATE UNIQUE INDEX phone_code_tries_pkey ON private.phone_code_tries USING btree (id);

CREATE INDEX phone_code_tries_tried_at_idx ON private.phone_code_tries USING btree (tried_at);

CREATE INDEX phone_code_tries_user_id_idx ON private.phone_code_tries USING btree (user_id);

CREATE INDEX phone_codes_expires_at_idx ON private.phone_codes USING btree (expires_at);

CREATE UNIQUE INDEX phone_codes_pkey ON private.phone_codes USING btree (customer_id);

alter table "private"."phone_code_secret" add constraint "phone_code_secret_pkey" PRIMARY KEY using index "phone_code_secret_pkey";

alter table "private"."phone_code_tries" add constraint "phone_code_tries_pkey" PRIMARY KEY using index "phone_code_tries_pkey";

alter table "private"."phone_codes" add constraint "phone_codes_pkey" PRIMARY KEY using index "phone_codes_pkey";

alter table "private"."phone_code_secret" add constraint "phone_code_secret_id_check" CHECK (id) not valid;

alter table "private"."phone_code_secret" validate constraint "phone_code_secret_id_check";

alter table "private"."phone_code_secret" add constraint "phone_code_secret_secret_check" CHECK ((length(secret) = 32)) not valid;

alter table "private"."phone_code_secret" validate constraint "phone_code_secret_secret_check";

alter table "private"."phone_code_tries" add constraint "phone_code_tries_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "private"."phone_code_tries" validate constraint "phone_code_tries_user_id_fkey";

alter table "private"."phone_codes" add constraint "phone_codes_customer_id_fkey" FOREIGN KEY (customer_id) REFERENCES public.customer_figures(id) ON DELETE CASCADE not valid;

alter table "private"."phone_codes" validate constraint "phone_codes_customer_id_fkey";

alter table "private"."phone_codes" add constraint "phone_codes_hash_check" CHECK ((length(hash) = 32)) not valid;

alter table "private"."phone_codes" validate constraint "phone_codes_hash_check";

alter table "private"."erasures" add constraint "erasures_what_check" CHECK ((what = ANY (ARRAY['documents'::text, 'order_people'::text, 'stored_files'::text, 'mails'::text, 'diagnostic_reports'::text, 'complaint_clients'::text, 'order_requests'::text, 'audit_log'::text, 'sessions'::text, 'unconfirmed_accounts'::text, 'one_time_tokens'::text, 'flow_states'::text, 'sign_in_log'::text, 'registrations'::text, 'mfa_challenges'::text, 'mfa_attempts'::text, 'return_photos'::text, 'phone_codes'::text, 'phone_code_tries'::text]))) not valid;

alter table "private"."erasures" validate constraint "erasures_what_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.give_orders(p_user uuid, p_orders uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given integer;
begin
  if private.has_staff_role(p_user) or private.is_blocked(p_user) then return 0; end if;
  update public.orders o set user_id = p_user where o.id = any (p_orders) and o.user_id is null;
  get diagnostics given = row_count;
  return given;
end $function$
;

CREATE OR REPLACE FUNCTION private.phone_code_hash(p_about text, p_code text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sha256(s.secret || convert_to(p_about || ' ' || p_code, 'utf8')) from private.phone_code_secret s
$function$
;

CREATE OR REPLACE FUNCTION public.create_phone_code(p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
declare
  -- gen_random_uuid draws from the system's secure generator. 56 bits: that 10^8 does not divide them is below any measure
  code text := lpad((('x' || encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 7), 'hex'))::bit(56)::bigint % 100000000)::text, 8, '0');
  expires timestamptz := private.clock_now() + interval '7 days';
begin
  if not private.may('customers.write') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.phone_codes'));
  perform from public.customer_figures f where f.id = p_customer and f.guest_key like 'tel:%' for key share;
  if not found then
    raise exception 'This customer has an account, or no telephone number on their orders' using errcode = 'PT409', detail = '{"code":"NO_PHONE"}';
  end if;
  insert into private.phone_codes as c (customer_id, hash, expires_at) values (p_customer, private.phone_code_hash(p_customer::text, code), expires)
    on conflict (customer_id) do update set hash = excluded.hash, expires_at = excluded.expires_at;
  return jsonb_build_object('code', code, 'expires_at', expires);
end $function$
;

CREATE OR REPLACE FUNCTION public.take_over_orders(p_phone text, p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
declare
  me constant uuid := auth.uid();
  moment constant timestamptz := private.clock_now();
  key constant text := private.guest_key(left(p_phone, 40), null);
  code constant text := regexp_replace(left(p_code, 40), '[\s-]', '', 'g');
  number bytea;
  customer uuid;
  theirs uuid[];
  given integer;
begin
  if me is null then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if private.has_staff_role(me) or private.is_blocked(me) then return '{"refused":"ACCOUNT"}'; end if;
  -- nothing that could be right, and so no try
  if key is null or coalesce(code, '') !~ '^[0-9]{8}$' then return '{"refused":"WRONG"}'; end if;
  -- one at a time: many tries at once would all be below the limits, and two accounts could enter one code
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.phone_codes'));
  number := private.phone_code_hash(key, '');
  if exists (
    select from (
      select count(*) as all_tries, count(*) filter (where t.user_id = me) as mine, count(*) filter (where t.phone = number) as of_number
      from private.phone_code_tries t where t.tried_at > moment - interval '1 hour') t
    where t.mine >= private.limit_of('phone_codes_per_account') or t.of_number >= private.limit_of('phone_codes_per_number')
      or t.all_tries >= private.limit_of('phone_codes_in_all')) then
    return '{"refused":"TOO_MANY"}';
  end if;
  delete from private.phone_codes c using public.customer_figures f
    where f.guest_key = key and c.customer_id = f.id and c.hash = private.phone_code_hash(f.id::text, code) and c.expires_at > moment
    returning c.customer_id into customer;
  if customer is null then
    insert into private.phone_code_tries (user_id, phone, tried_at) values (me, number, moment);
    delete from private.phone_code_tries t where t.tried_at <= moment - interval '1 day';
    return '{"refused":"WRONG"}';
  end if;
  -- an order that someone is working on is waited for: the code is used up, and a part of the orders would stay behind for good. who waits too
  -- long gets an error, and the code is as good as before
  select array_agg(o.id) into theirs from (
    select x.id from public.orders x where x.user_id is null and private.guest_key(x.phone, x.email) = key order by x.id for no key update) o;
  given := private.give_orders(me, theirs);
  insert into public.audit_log (at, actor, table_name, row_id, action, changes)
    values (moment, me, 'phone_codes', me::text, 'update', jsonb_build_object('orders_taken_over', jsonb_build_array(null, given)));
  return jsonb_build_object('orders', given);
end $function$
;

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
  if theirs is not null then perform private.give_orders(new.id, theirs); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_old_logs(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select m.id from private.mails m
      where m.status = 'sent' and m.sent_at < private.clock_now() - interval '90 days'
        or m.status = 'failed' and m.created_at < private.clock_now() - interval '180 days'
      order by m.id limit p_limit for update skip locked),
    erased as (delete from private.mails m using old where m.id = old.id returning m.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('mails', gone, 'Sent 90 days ago, or given up and 180 days old');

  with old as (
    select r.number from private.diagnostic_reports r where r.created_at < private.clock_now() - interval '30 days' order by r.number limit p_limit for update skip locked),
    erased as (delete from private.diagnostic_reports r using old where r.number = old.number returning r.number)
    select array_agg(e.number) into gone from erased e;
  total := total + private.note_erasure('diagnostic_reports', gone, '30 days old');

  -- a decision about a return is disputed within months, if at all
  with old as (
    select p.id from private.return_photos p join public.returns r on r.id = p.return_id
      where r.ended_at < private.clock_now() - interval '180 days' order by r.ended_at limit p_limit for update of p skip locked),
    erased as (delete from private.return_photos p using old where p.id = old.id returning p.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('return_photos', gone, 'The return ended 180 days ago');

  -- the hour is over that private.file_complaint counts; it takes them away itself when the next complaint comes
  with erased as (delete from private.complaint_clients c where c.filed_at <= private.clock_now() - interval '1 hour' returning 1)
    insert into private.erasures (what, ids, count, rule) select 'complaint_clients', '{}', count(*), 'An hour old' from erased having count(*) > 0;

  with old as (
    select c.customer_id from private.phone_codes c where c.expires_at <= private.clock_now() order by c.expires_at limit p_limit for update skip locked),
    erased as (delete from private.phone_codes c using old where c.customer_id = old.customer_id returning c.customer_id)
    select array_agg(e.customer_id::text) into gone from erased e;
  total := total + private.note_erasure('phone_codes', gone, 'No longer valid');
  with erased as (delete from private.phone_code_tries t where t.tried_at <= private.clock_now() - interval '1 day' returning t.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('phone_code_tries', gone, 'A day old');
  return total;
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
      -- may their number be proven by a code, and until when is one valid?
      'phone_code', case when f.guest_key like 'tel:%' then jsonb_build_object('expires_at',
        (select c.expires_at from private.phone_codes c where c.customer_id = f.id and c.expires_at > private.clock_now())) end,
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


CREATE TRIGGER audit_insert AFTER INSERT ON private.phone_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('customer_id', 'customer_id', '{customer_id,hash,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON private.phone_codes REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('customer_id', 'customer_id', '{customer_id,hash,created_at,updated_at,version}', '', 'yes');

-- by hand: what the schema comparison does not see
revoke all on private.phone_code_secret, private.phone_codes, private.phone_code_tries from public;
revoke all on function private.give_orders(uuid, uuid[]), private.phone_code_hash(text, text), public.create_phone_code(uuid), public.take_over_orders(text, text)
  from public;
grant execute on function public.create_phone_code(uuid), public.take_over_orders(text, text) to authenticated;
insert into private.phone_code_secret default values;
insert into private.limits (name, value, about) values
  ('phone_codes_per_account', 5, 'Wrong codes for orders placed by telephone that one account may enter in an hour.'),
  ('phone_codes_per_number', 10, 'Wrong codes in an hour for one telephone number, over all accounts.'),
  ('phone_codes_in_all', 100, 'Wrong codes in an hour over all accounts and numbers, after which everyone waits.');
