-- proof of a telephone number (docs/decisions/0098). the shop sends no SMS: staff make a code on the card of a customer without an account, call
-- the number of the orders and read it out, or put it into the parcel. an account that enters number and code takes the orders over.

-- fingerprints are keyed: eight digits are soon tried through. of this shop alone
create table private.phone_code_secret (
  id boolean primary key default true check (id),
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) check (length(secret) = 32)
);
insert into private.phone_code_secret default values;
alter table private.phone_code_secret enable row level security;

-- one live code for each customer; a new one replaces it. it is deleted with the customer's last order, so that nothing of it outlives them
create table private.phone_codes (
  customer_id uuid primary key references public.customer_figures (id) on delete cascade,
  hash bytea not null check (length(hash) = 32),
  expires_at timestamptz not null
);
create index phone_codes_expires_at_idx on private.phone_codes (expires_at);
alter table private.phone_codes enable row level security;

-- what was entered in vain. it outlives the account: who deletes their account and registers again has no new tries for a number
create table private.phone_code_tries (
  id bigint generated always as identity primary key,
  user_id uuid references auth.users (id) on delete set null,
  phone bytea not null,   -- a fingerprint of the number: it may be anyone's
  tried_at timestamptz not null
);
create index phone_code_tries_user_id_idx on private.phone_code_tries (user_id);
create index phone_code_tries_tried_at_idx on private.phone_code_tries (tried_at);
alter table private.phone_code_tries enable row level security;

-- on all three no policy and no grant: the functions below alone
revoke all on private.phone_code_secret, private.phone_codes, private.phone_code_tries from public;

create function private.phone_code_hash(p_about text, p_code text) returns bytea
language sql stable security definer set search_path = '' as $$
  select sha256(s.secret || convert_to(p_about || ' ' || p_code, 'utf8')) from private.phone_code_secret s
$$;

-- a code of eight digits for a customer without an account, shown this once: {"code", "expires_at"}. valid for seven days, however it is handed over.
create function public.create_phone_code(p_customer uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
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
end $$;

-- the orders with this telephone number become the caller's own: {"orders": how many}. or {"refused"}: ACCOUNT (staff, or blocked), TOO_MANY (tries),
-- WRONG: number, code or its time, without saying which. refusals are no errors, because an error would undo the count of the try.
create function public.take_over_orders(p_phone text, p_code text) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '5s' as $$
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
end $$;
revoke all on function private.phone_code_hash(text, text), public.create_phone_code(uuid), public.take_over_orders(text, text) from public;
grant execute on function public.create_phone_code(uuid), public.take_over_orders(text, text) to authenticated;
