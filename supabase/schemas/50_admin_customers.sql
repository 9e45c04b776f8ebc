-- who the shop's customers are and what each has bought so far, one row each: accounts, and people who order by telephone or at the
-- counter without one. stored, so that a list of 20,000 customers sorted by what they spent reads the end of an index instead of every order
-- of the shop. a table of its own, not columns of profiles: an order would rewrite the entries of the name search, and move the updated_at
-- that a form's edit is compared with (docs/decisions/0027, 0086).

create table public.customer_figures (
  id uuid primary key default gen_random_uuid(),          -- of an account: its id
  user_id uuid unique references public.profiles (id) on delete cascade,
  guest_key text unique,                                  -- private.guest_key of the orders of someone without an account
  orders integer not null default 0,              -- sales
  spent numeric(14, 2) not null default 0,        -- their total_amount
  last_order_at timestamptz,                      -- the newest order, in any status
  state text,                                     -- where that one went
  -- what the profile says, and where it says nothing the newest order that does
  full_name text,
  company_name text,
  gstin text,
  phone text,
  since timestamptz not null default now(),       -- of the account, or the first order
  constraint customer_figures_one_kind check ((user_id is null) <> (guest_key is null)),
  constraint customer_figures_account check (user_id is null or user_id = id)
) with (fillfactor = 80);
create index customer_figures_spent_idx on public.customer_figures (spent desc, id);
create index customer_figures_last_idx on public.customer_figures (last_order_at desc nulls last, id);
create index customer_figures_since_idx on public.customer_figures (since desc, id);
create index customer_figures_name_idx on public.customer_figures (lower(coalesce(nullif(full_name, ''), company_name, '')), id);
create index customer_figures_registered_idx on public.customer_figures (since desc, id) where gstin is not null;
create index customer_figures_words_idx on public.customer_figures using gin
  ((coalesce(full_name, '') || ' ' || coalesce(company_name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(gstin, '')) extensions.gin_trgm_ops);
alter table public.customer_figures enable row level security;
revoke all on public.customer_figures from anon, authenticated;

-- nothing for anon; written by the triggers below alone. guest_key may be an e-mail address, which is for the owner (docs/rules.md#roles)
revoke insert, update, delete, truncate on public.customer_figures from service_role;
grant select (id, user_id, orders, spent, last_order_at, state, full_name, company_name, gstin, phone, since) on public.customer_figures to authenticated;
create policy "admins read" on public.customer_figures for select to authenticated
  using ((select private.may('customers.read')));

-- counts some customers again from their orders: for orders that change hands, days or buyers, for profiles, and for an owner who repairs
create function private.count_customers(p_users uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- a new order is nearly always its customer's newest, so its own row is enough: reading the customer's other orders cost more than the update. after
-- an order that is not the newest the customer is counted again.
create function private.follow_placed_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale integer := private.is_sale(new.status, new.payment_state)::integer;
begin
  if new.user_id is null then
    perform private.count_guests(array[private.guest_key(new.phone, new.email)]);
    return null;
  end if;
  perform from public.customer_figures f where f.user_id = new.user_id for no key update;   -- before the profile is read
  update public.customer_figures f set orders = f.orders + sale, spent = f.spent + sale * new.total_amount, last_order_at = new.created_at, state = new.state,
    full_name = coalesce(nullif(p.full_name, ''), nullif(new.full_name, ''), f.full_name),
    company_name = coalesce(nullif(p.company_name, ''), nullif(new.company_name, ''), f.company_name),
    gstin = coalesce(p.gstin, nullif(new.gstin, ''), f.gstin),
    phone = coalesce(nullif(p.phone, ''), nullif(new.phone, ''), f.phone)
  from public.profiles p
  where p.id = new.user_id and f.user_id = new.user_id and (f.last_order_at is null or f.last_order_at < new.created_at);
  if not found then perform private.count_customers(array[new.user_id]); end if;
  return null;
end $$;

-- a customer's row follows their orders by what changed, so that a step costs the same for the first order and the thousandth. statement
-- triggers: a bulk step locks its customers in the order of their ids, so that two of them wait instead of deadlocking. customers without an
-- account are counted again from their orders: those are few, and erased after half a year.
create function private.follow_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted uuid[] := '{}';
  users uuid[];
  guests text[];
begin
  if tg_op = 'UPDATE' then
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
end $$;

create function private.make_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.customer_figures (id, user_id, full_name, company_name, gstin, phone, since)
    values (new.id, new.id, nullif(new.full_name, ''), nullif(new.company_name, ''), new.gstin, nullif(new.phone, ''), new.created_at);
  return null;
end $$;

create function private.follow_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_customers(array[new.id]);
  return null;
end $$;
revoke all on function private.count_customers(uuid[]), private.follow_placed_order(), private.follow_customer_figures(), private.make_customer_figures(), private.follow_profile() from public;
insert into public.customer_figures (id, user_id) select p.id, p.id from public.profiles p;
select private.count_customers(array(select p.id from public.profiles p));

-- notes of admins about a customer, who does not see them in the shop but gets them with the export of their data (dpdp act 2023,
-- s.11): write them so that the customer may read them. they go with the account.

create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  note text not null check (length(btrim(note)) between 1 and 2000),
  author uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index customer_notes_user_id_idx on public.customer_notes (user_id, created_at desc, id);
create index customer_notes_author_idx on public.customer_notes (author);
alter table public.customer_notes enable row level security;
revoke all on public.customer_notes from anon, authenticated;

-- nothing for anon
grant select, delete on public.customer_notes to authenticated;
grant insert (user_id, note) on public.customer_notes to authenticated;
grant update (note) on public.customer_notes to authenticated;

-- author and customer cannot be changed: a note has the name of its author and its customer
create policy "admins read" on public.customer_notes for select to authenticated
  using ((select private.may('customers.read')));
create policy "admins add" on public.customer_notes for insert to authenticated
  with check ((select private.may('customers.write')) AND (author = (select auth.uid())));
create policy "admins change their own" on public.customer_notes for update to authenticated
  using ((select private.may('customers.write')) AND (author = (select auth.uid())))
  with check ((select private.may('customers.write')) AND (author = (select auth.uid())));
create policy "admins delete their own, super admins any" on public.customer_notes for delete to authenticated
  using ((select private.may('customers.write')) AND ((author = (select auth.uid())) OR (select private.may('staff.manage'))));
create trigger touch_updated_at before update on public.customer_notes for each row execute function private.touch_updated_at();

-- for the export of personal data: the shop's notes about the caller, without their authors
create function public.kept_about_me() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at) order by n.created_at, n.id), '[]')
      from public.customer_notes n where n.user_id = (select auth.uid())),
    'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at) from public.account_blocks b where b.user_id = (select auth.uid())),
    'figures', (select to_jsonb(f) - '{id,user_id}'::text[] from public.customer_figures f where f.user_id = (select auth.uid())))
$$;
revoke all on function public.kept_about_me() from public;
grant execute on function public.kept_about_me() to authenticated;

-- with the caller's own rights: who is no admin finds no figures, and so no line. sorted by name, since, spent or last order it
-- walks an index; ties and pages go by id.
create view public.customers with (security_invoker = true) as
  select f.id, f.full_name, f.company_name, f.gstin, f.phone, f.since as created_at, f.orders, f.spent, f.last_order_at,
    -- a customer without orders may have saved an address
    coalesce(f.state, (select a.state from public.addresses a where a.user_id = f.user_id order by a.is_default desc, a.created_at desc limit 1)) as state,
    b.created_at as blocked_at,
    exists (select from public.user_roles r where r.user_id = f.user_id) as is_staff,
    lower(coalesce(nullif(f.full_name, ''), f.company_name, '')) as sort_name,
    coalesce(f.full_name, '') || ' ' || coalesce(f.company_name, '') || ' ' || coalesce(f.phone, '') || ' ' || coalesce(f.gstin, '') as words,
    f.user_id is null as is_guest
  from public.customer_figures f
  left join public.account_blocks b on b.user_id = f.user_id;
revoke all on public.customers from anon, authenticated, service_role;

-- read alone, and nothing for anon
grant select on public.customers to authenticated, service_role;

-- email addresses are for a super admin (docs/rules.md#roles); others get none, and no error. by id, or by how an address begins
create function public.auth_emails(p_users uuid[] default null, p_begins text default null)
returns table (user_id uuid, email text)
language sql stable security definer set search_path = '' rows 50 as $$
  (select u.id, u.email::text from auth.users u where u.id = any (p_users) and (select private.may('customers.emails')) limit 1000)
  union
  (select u.id, u.email::text from auth.users u
    where length(p_begins) >= 3 and starts_with(u.email::text, lower(p_begins)) and (select private.may('customers.emails')) order by u.email limit 50)
$$;

-- one customer: profile, figures, block, addresses, consents, complaints and what they buy most; `ordered` is what their orders carry. of someone
-- without an account the profile is that, too. null: no such customer
create function public.admin_customer(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
revoke all on function public.auth_emails(uuid[], text), public.admin_customer(uuid) from public;
grant execute on function public.auth_emails(uuid[], text), public.admin_customer(uuid) to authenticated;

create trigger make_figures after insert on public.profiles for each row execute function private.make_customer_figures();
create trigger follow_profile after update on public.profiles for each row
  when ((old.full_name, old.company_name, old.gstin, old.phone, old.created_at) is distinct from (new.full_name, new.company_name, new.gstin, new.phone, new.created_at))
  execute function private.follow_profile();
