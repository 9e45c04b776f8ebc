-- products with fewer than ten, where the label says 'Only N left'. an index on stock would be rewritten by every order
-- of that product; this list is touched when a product crosses the ten, and reading it is not reading 50,000 products.
create table private.low_stock (
  product_id uuid primary key references public.products (id) on delete cascade
);
alter table private.low_stock enable row level security;

-- no policy and no grant: the triggers write it, the dashboard reads it
revoke all on private.low_stock from public;
insert into private.low_stock select p.id from public.products p where p.stock < 10;

create function private.follow_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.low_stock select n.id from changed n where n.stock < 10 on conflict do nothing;
  elsif new.stock < 10 then
    insert into private.low_stock values (new.id) on conflict do nothing;
  else
    delete from private.low_stock l where l.product_id = new.id;
  end if;
  return null;
end $$;
revoke all on function private.follow_low_stock() from public;

-- one queue of orders: how many (counted up to 1,000), since when, and the three that wait longest
create function private.order_queue(p_where text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  queue jsonb;
begin
  execute format('select jsonb_build_object(
      ''count'', (select count(*) from (select from public.orders o where %1$s limit 1001) c),
      ''oldest'', (select o.created_at from public.orders o where %1$s order by o.created_at limit 1),
      ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', coalesce(nullif(r.company_name, ''''), r.full_name),
          ''total_amount'', r.total_amount, ''created_at'', r.created_at) order by r.created_at, r.id)
        from (select o.id, o.company_name, o.full_name, o.total_amount, o.created_at from public.orders o where %1$s order by o.created_at limit 3) r), ''[]''))',
    p_where) into queue;
  return queue;
end $$;
revoke all on function private.order_queue(text) from public;

create function public.admin_search(p_query text, p_limit integer default 5)
returns table (kind text, id uuid, title text, detail text, status text, amount numeric, at timestamptz)
language plpgsql stable security definer set search_path = '' rows 15 as $$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  -- %, _ and \ are letters here
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := regexp_replace(query, '\D', '', 'g');
  number text := lower(regexp_replace(query, '^#', ''));
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
    select p.id, p.full_name, p.company_name, p.phone, p.created_at from public.profiles p
    where coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike words limit 50
  ), numbered as (
    select o.id from public.orders o where o.id between low and high limit many
  ), serials as (
    select d.order_id as id from public.documents d where d.serial = upper(query) limit many
  ), bought as (
    select r.id from people p cross join lateral (
      select o.id from public.orders o where o.user_id = p.id order by o.created_at desc limit many) r limit 100
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
  (select 'order', o.id, coalesce(nullif(o.company_name, ''), o.full_name), '#' || left(o.id::text, 8) || ' · ' || o.city, o.status, o.total_amount, o.created_at
    from orders o where private.may('orders.read') order by o.created_at desc)
  union all
  (select 'product', b.id, b.name, b.sku || ' · ' || b.stock || ' in stock', b.status, b.base_price, null::timestamptz
    from best b where private.may('catalogue.write') order by b.place, b.popularity desc, b.id limit many)
  union all
  (select 'customer', p.id, coalesce(nullif(p.full_name, ''), nullif(p.company_name, ''), 'No name'), concat_ws(' · ', nullif(p.company_name, ''), nullif(p.phone, '')), null::text, null::numeric, p.created_at
    from people p where private.may('customers.read') order by p.created_at desc limit many);
end $$;
revoke all on function public.admin_search(text, integer) from public;
grant execute on function public.admin_search(text, integer) to authenticated;

-- what admins write down about an order, for themselves: 'asked for delivery after two'. seen by admins alone, changed by
-- their author and for a day: after that a note is a record.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  author uuid default auth.uid() references auth.users (id) on delete set null,   -- null: the account is gone
  body text not null check (length(btrim(body)) between 1 and 2000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index order_notes_order_id_idx on public.order_notes (order_id, created_at);
create index order_notes_author_idx on public.order_notes (author);
alter table public.order_notes enable row level security;
revoke all on public.order_notes from anon, authenticated;

-- nothing for anon
grant select, delete on public.order_notes to authenticated;
grant insert (order_id, body) on public.order_notes to authenticated;

-- author and moment are the database's
grant update (body) on public.order_notes to authenticated;
create policy "admins read" on public.order_notes for select to authenticated
  using ((select private.may('orders.read')));
create policy "admins write" on public.order_notes for insert to authenticated
  with check ((select private.may('orders.process')) AND (author = (select auth.uid())));
create policy "authors correct for a day" on public.order_notes for update to authenticated
  using ((select private.may('orders.process')) AND (author = (select auth.uid())) AND (created_at > (now() - '1 day'::interval)))
  with check ((select private.may('orders.process')) AND (author = (select auth.uid())));
create policy "authors delete for a day" on public.order_notes for delete to authenticated
  using ((select private.may('orders.process')) AND (author = (select auth.uid())) AND (created_at > (now() - '1 day'::interval)));

create function private.stamp_order_note() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := now();
  return new;
end $$;
revoke all on function private.stamp_order_note() from public;
create trigger stamp_edit before update of body on public.order_notes
  for each row when (old.body is distinct from new.body) execute function private.stamp_order_note();

-- a note may name its buyer: it goes when the buyer's telephone goes from the order, by erasure or by retention
-- (private.erase_person, private.erase_documents). nobody else may write that column.
create function private.erase_order_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.order_notes n where n.order_id = new.id;
  return null;
end $$;
revoke all on function private.erase_order_notes() from public;

-- `column = 'x'` or `column in ('x', 'y')`: an equality keeps the order of an index behind it
create function private.one_of(p_column text, p_values jsonb) returns text
language sql immutable set search_path = '' as $$
  select case count(*) when 0 then 'false' when 1 then format('%s = %L', p_column, min(v)) else format('%s in (%s)', p_column, string_agg(quote_literal(v), ', ')) end
  from jsonb_array_elements_text(p_values) v
$$;

-- the orders that a search means, as a list of selects: the beginning of an id, a serial or its last digits (of any
-- series that has issued numbers), a bank reference, and from three letters on a name, a company or a telephone. a common
-- word is asked of each order as the list walks past it: fifty are soon found, and thousands need not be sorted. which is which,
-- two thousand hits tell.
create function private.order_search(p_query text) returns text
language plpgsql stable set search_path = '' as $$
declare
  query text := btrim(left(p_query, 120));
  bare text := replace(lower(regexp_replace(query, '^#', '')), '-', '');
  digits text := regexp_replace(query, '\D', '', 'g');
  year text := private.financial_year(private.clock_now());
  year_before text := private.financial_year(private.clock_now() - interval '1 year');
  serials text[] := array[upper(query)];
  -- %, _ and \ are letters here
  pattern text := '%' || regexp_replace(lower(query), '([\\%_])', '\\\1', 'g') || '%';
  hits integer;
  parts text[] := '{}';
begin
  if bare ~ '^[0-9a-f]{4,32}$' then   -- the beginning of an id is a range of the key
    parts := parts || format('select x.id from public.orders x where x.id between %L and %L', rpad(bare, 32, '0')::uuid, rpad(bare, 32, 'f')::uuid);
  end if;
  if query ~ '^[0-9]{1,6}$' then
    serials := serials || coalesce((select array_agg(format('%s/%s/%s', c.series, c.financial_year, lpad(query, n, '0')))
      from private.serial_counters c, generate_series(greatest(4, length(query)), 6) n where c.financial_year in (year, year_before)), '{}');
  end if;
  parts := parts || format('select d.order_id from public.documents d where d.serial = any (%L)', serials)
    || format('select p.order_id from public.payments p where p.provider_reference in (%L, %L)', query, upper(query));
  if length(query) >= 3 then
    execute format('select count(*) from (select from private.order_words w where w.words like %L limit 2000) c', pattern) into hits;
    parts := parts || format(case when hits < 2000 then 'select w.order_id from private.order_words w where w.words like %L'
      -- o is the list's own row: no join, a look into one row
      else 'select o.id where exists (select from private.order_words w where w.order_id = o.id and w.words like %L)' end, pattern);
  end if;
  if length(digits) >= 5 and query ~ '^[-+() 0-9]+$' and right(digits, 10) <> query then
    -- a telephone as people write it: the country's code may be missing on either side
    parts := parts || format('select w.order_id from private.order_words w where w.words like %L', '%' || right(digits, 10) || '%');
  end if;
  return array_to_string(parts, ' union all ');
end $$;

-- p_filters: search, status, payment, method, state (lists), from, to (indian days, inclusive), customer, product, category, sales
-- (true: what the dashboard counts), ids. p_sort: placed or total. p_cursor: [value, id] of the row to go on from.
-- backwards answers the rows before it, the nearest first.
create function public.admin_orders(p_filters jsonb default '{}', p_sort text default 'placed', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50)
returns table (id uuid, created_at timestamptz, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text,
  phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric,
  shipping_cost numeric, shipping_gst numeric, total_amount numeric, payment_method text, payment_state text, courier text, tracking_number text,
  version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
declare
  conditions text[] := '{}';
  categories uuid[];
  -- newest or dearest first, then by id; ascending is the very reverse, so that one index serves both
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
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.shipping_cost, o.shipping_gst, o.total_amount,
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
end $$;

-- everything that happened to one order, oldest first, with who did it: its steps, what was changed beside them, its payments,
-- its mails (whether they went out, never to whom or what was in them) and its notes. a manual order takes its
-- steps at one time: they are listed in the order of the steps, not of their random ids
create function public.order_timeline(p_order uuid)
returns table (at timestamptz, kind text, actor uuid, actor_name text, data jsonb)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return query
  select e.at, e.kind, e.actor, private.person_name(e.actor), e.data from (
    select h.created_at as at, 'step' as kind, h.created_by as actor, jsonb_build_object('id', h.id, 'status', h.status, 'notes', h.notes) as data
      from public.order_status_history h where h.order_id = p_order
    union all
    -- the step itself has the line of a step, and the payment that of the order's payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action = 'update'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $$;

-- what each customer has bought so far, kept beside the profile: a list of 20,000 customers sorted by what they spent reads the
-- end of an index instead of every order of the shop. a row of its own, not columns of profiles: an order would rewrite the
-- entries of the name search, and move the updated_at that a form's edit is compared with (docs/decisions/0027).

create table public.customer_figures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  orders integer not null default 0,              -- sales
  spent numeric(14, 2) not null default 0,        -- their total_amount
  last_order_at timestamptz,                      -- the newest order, whatever became of it
  state text                                      -- where that one went
) with (fillfactor = 80);
create index customer_figures_spent_idx on public.customer_figures (spent desc, user_id);
create index customer_figures_last_idx on public.customer_figures (last_order_at desc nulls last, user_id);
alter table public.customer_figures enable row level security;
revoke all on public.customer_figures from anon, authenticated;

-- nothing for anon; written by the triggers below alone
revoke insert, update, delete, truncate on public.customer_figures from service_role;
grant select on public.customer_figures to authenticated;
create policy "admins read" on public.customer_figures for select to authenticated
  using ((select private.may('customers.read')));

-- counts some customers again from their orders: for orders that change hands or days, and for an owner who repairs
create function private.count_customers(p_users uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customer_figures f where f.user_id = any (p_users) order by f.user_id for no key update;
  update public.customer_figures f set (orders, spent, last_order_at, state) = (
    select count(*) filter (where s.sale), coalesce(sum(o.total_amount) filter (where s.sale), 0), max(o.created_at),
      (array_agg(o.state order by o.created_at desc, o.id))[1]
    from public.orders o cross join lateral (select private.is_sale(o.status, o.payment_state) as sale) s
    where o.user_id = f.user_id)
  where f.user_id = any (p_users);
end $$;

-- a customer's row follows their orders by what changed, so that a step costs the same for the first order and the thousandth. statement
-- triggers: a bulk step locks its customers in the order of their ids, so that two of them wait instead of deadlocking.
create function private.follow_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted uuid[] := '{}';
  users uuid[];
begin
  if tg_op = 'INSERT' then
    users := array(select distinct n.user_id from changed n where n.user_id is not null);
    perform from public.customer_figures f where f.user_id = any (users) order by f.user_id for no key update;
    update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent, last_order_at = newest.created_at, state = newest.state
    from (
      select n.user_id, count(*) filter (where s.sale) as orders, coalesce(sum(n.total_amount) filter (where s.sale), 0) as spent
      from changed n cross join lateral (select private.is_sale(n.status, n.payment_state) as sale) s
      where n.user_id is not null group by n.user_id) d
    cross join lateral (
      select o.created_at, o.state from public.orders o where o.user_id = d.user_id order by o.created_at desc, o.id limit 1) newest
    where f.user_id = d.user_id;
  elsif tg_op = 'UPDATE' then
    counted := array(select distinct u.id from changed n join before b on b.id = n.id cross join lateral (values (b.user_id), (n.user_id)) u (id)
      where u.id is not null and (n.user_id, n.created_at, n.state) is distinct from (b.user_id, b.created_at, b.state));
    if counted <> '{}' then perform private.count_customers(counted); end if;
    -- nearly every step changes nothing here: shipped, delivered, a courier, a payment of what was accepted already
    users := array(select distinct n.user_id from changed n join before b on b.id = n.id
      where n.user_id <> all (counted)
        and (private.is_sale(n.status, n.payment_state), n.total_amount) is distinct from (private.is_sale(b.status, b.payment_state), b.total_amount));
    if users <> '{}' then
      perform from public.customer_figures f where f.user_id = any (users) order by f.user_id for no key update;
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
    if counted <> '{}' then perform private.count_customers(counted); end if;
  end if;
  return null;
end $$;

create function private.make_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.customer_figures (user_id) values (new.id);
  return null;
end $$;
revoke all on function private.count_customers(uuid[]), private.follow_customer_figures(), private.make_customer_figures() from public;
insert into public.customer_figures (user_id) select p.id from public.profiles p;
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

-- author and customer cannot be written: a note is in one's own name, about whom it was written
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

-- for the export of one's own data: what the shop has written down about the caller, without who wrote it
create function public.kept_about_me() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at) order by n.created_at, n.id), '[]')
      from public.customer_notes n where n.user_id = (select auth.uid())),
    'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at) from public.account_blocks b where b.user_id = (select auth.uid())),
    'figures', (select to_jsonb(f) - 'user_id' from public.customer_figures f where f.user_id = (select auth.uid())))
$$;
revoke all on function public.kept_about_me() from public;
grant execute on function public.kept_about_me() to authenticated;

-- with the caller's own rights: who is no admin finds no figures, and so no line. sorted by name, since, spent or last order it
-- walks an index; ties and pages go by id, which is the figures' user_id too.
create view public.customers with (security_invoker = true) as
  select p.id, p.full_name, p.company_name, p.gstin, p.phone, p.created_at, f.orders, f.spent, f.last_order_at,
    -- a customer without orders may have saved an address
    coalesce(f.state, (select a.state from public.addresses a where a.user_id = p.id order by a.is_default desc, a.created_at desc limit 1)) as state,
    b.created_at as blocked_at,
    exists (select from public.user_roles r where r.user_id = p.id) as is_staff,
    lower(coalesce(nullif(p.full_name, ''), p.company_name, '')) as sort_name,
    coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') || ' ' || coalesce(p.gstin, '') as words
  from public.profiles p
  join public.customer_figures f on f.user_id = p.id
  left join public.account_blocks b on b.user_id = p.id;
revoke all on public.customers from anon, authenticated, service_role;

-- read alone, and nothing for anon
grant select on public.customers to authenticated, service_role;

-- e-mails are for a super admin (docs/rules.md#roles); everybody else gets none, and no error. by id, or by how an address begins
create function public.auth_emails(p_users uuid[] default null, p_begins text default null)
returns table (user_id uuid, email text)
language sql stable security definer set search_path = '' rows 50 as $$
  (select u.id, u.email::text from auth.users u where u.id = any (p_users) and (select private.may('customers.emails')) limit 1000)
  union
  (select u.id, u.email::text from auth.users u
    where length(p_begins) >= 3 and starts_with(u.email::text, lower(p_begins)) and (select private.may('customers.emails')) order by u.email limit 50)
$$;

-- one customer: profile, figures, block, addresses, consents, complaints and what they buy most. null: no such customer
create function public.admin_customer(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('customers.read') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'profile', jsonb_build_object('id', p.id, 'full_name', p.full_name, 'company_name', p.company_name, 'gstin', p.gstin, 'phone', p.phone,
        'created_at', p.created_at, 'updated_at', p.updated_at),
      'email', case when private.may('customers.emails') then u.email end,
      'last_sign_in_at', u.last_sign_in_at,
      'roles', (select coalesce(jsonb_agg(r.role order by r.role desc), '[]') from public.user_roles r where r.user_id = p.id),
      'orders', f.orders, 'spent', f.spent, 'last_order_at', f.last_order_at,
      'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'by', private.person_name(b.blocked_by))
        from public.account_blocks b where b.user_id = p.id),
      'addresses', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'updated_at' order by a.is_default desc, a.created_at desc), '[]')
        from (select * from public.addresses x where x.user_id = p.id order by x.is_default desc, x.created_at desc limit 50) a),
      'consents', (select coalesce(jsonb_agg(to_jsonb(c) order by c.purpose), '[]') from (
        select distinct on (s.purpose) s.purpose, s.given, s.created_at from public.consents s where s.user_id = p.id order by s.purpose, s.id desc) c),
      'complaints', (select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at desc), '[]') from (
        select x.id, x.number, x.status, x.created_at from public.complaints x where x.user_id = p.id order by x.created_at desc limit 5) k),
      -- of the newest 500 orders
      'products', (select coalesce(jsonb_agg(to_jsonb(g) order by g.quantity desc, g.total desc, g.name), '[]') from (
        select i.product_id, max(i.product_name) as name, sum(i.quantity) as quantity, sum(i.total) as total, count(distinct i.order_id) as orders
        from (select o.id from public.orders o
          where o.user_id = p.id and private.is_sale(o.status, o.payment_state) order by o.created_at desc limit 500) o
        join public.order_items i on i.order_id = o.id
        group by i.product_id, case when i.product_id is null then i.product_name end
        order by quantity desc, total desc limit 6) g))
    from public.profiles p join auth.users u on u.id = p.id join public.customer_figures f on f.user_id = p.id where p.id = p_user);
end $$;
revoke all on function public.auth_emails(uuid[], text), public.admin_customer(uuid) from public;
grant execute on function public.auth_emails(uuid[], text), public.admin_customer(uuid) to authenticated;

-- the body lets admins through; nothing for anon

-- how many wait in each of the list's views, counted up to a thousand. a claim waits whatever became of its order
create function public.order_queue_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return jsonb_build_object(
    'accept', (select count(*) from (select from public.orders o where o.status = 'pending' and o.payment_state in ('cod_pending', 'paid') limit 1001) c),
    'verify', (select count(*) from (select from public.orders o where o.payment_state = 'awaiting_verification' limit 1001) c),
    'ship', (select count(*) from (select from public.orders o where o.status = 'processing' limit 1001) c),
    'shipped', (select count(*) from (select from public.orders o where o.status = 'shipped' limit 1001) c),
    'collect', (select count(*) from (select from public.orders o where private.is_to_collect(o.status, o.payment_state) limit 1001) c),
    'refund', (select count(*) from (select from public.orders o where o.payment_state = 'refund_due' limit 1001) c));
end $$;

create function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;
  return (select jsonb_object_agg(d.key, case when private.may(coalesce(s.permission, 'analytics.read')) then d.value else 'null' end)
    from jsonb_each(private.dashboard()) d
    left join (values ('as_of', 'panel'), ('sales', 'analytics.read'), ('verify', 'payments.manage'), ('refund', 'payments.manage'), ('collect', 'payments.manage'), ('accept', 'orders.process'),
      ('ship', 'orders.process'), ('feed', 'orders.read'), ('stock', 'catalogue.write'), ('mails', 'mails.read'), ('complaints', 'complaints.write'))
      s (part, permission) on s.part = d.key);
end $$;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;
create trigger make_figures after insert on public.profiles for each row execute function private.make_customer_figures();
create trigger low_stock_made after insert on public.products referencing new table as changed
  for each statement execute function private.follow_low_stock();
create trigger low_stock_crossed after update of stock on public.products
  for each row when ((old.stock < 10) <> (new.stock < 10)) execute function private.follow_low_stock();
revoke all on function private.one_of(text, jsonb), private.order_search(text), public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer),
  public.order_queue_counts(), public.order_timeline(uuid) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer), public.order_queue_counts(), public.order_timeline(uuid) to authenticated;
create function private.dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  now_ timestamptz := private.clock_now();
  today timestamptz := date_trunc('day', now_ at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
  date_ date := (now_ at time zone 'Asia/Kolkata')::date;
  sales jsonb;
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;

  -- one pass by day; of each day also what it had sold by this time of day, for the periods that end in the middle of one
  with days as (
    select (o.created_at at time zone 'Asia/Kolkata')::date as day, count(*) as orders, sum(o.total_amount) as amount,
      count(*) filter (where u.by_now) as orders_by_now, coalesce(sum(o.total_amount) filter (where u.by_now), 0) as amount_by_now
    from public.orders o cross join lateral (select (o.created_at at time zone 'Asia/Kolkata')::time <= (now_ at time zone 'Asia/Kolkata')::time as by_now) u
    where o.created_at >= today - interval '59 days' and o.created_at <= now_
      and private.is_sale(o.status, o.payment_state)
    group by 1
  ), periods (name, length) as (values ('today', 1), ('week', 7), ('month', 30)),
  sums as (
    select s.name, jsonb_build_object(
      'orders', coalesce(sum(d.orders) filter (where d.day > date_ - s.length), 0),
      'amount', coalesce(sum(d.amount) filter (where d.day > date_ - s.length), 0),
      'orders_before', coalesce(sum(case when d.day = date_ - s.length then d.orders_by_now else d.orders end) filter (where d.day <= date_ - s.length), 0),
      'amount_before', coalesce(sum(case when d.day = date_ - s.length then d.amount_by_now else d.amount end) filter (where d.day <= date_ - s.length), 0)) as sum
    from periods s left join days d on d.day > date_ - 2 * s.length
    group by s.name
  )
  select (select jsonb_object_agg(m.name, m.sum) from sums m) || jsonb_build_object('days', (
      select jsonb_agg(jsonb_build_object('day', date_ - n, 'orders', coalesce(d.orders, 0), 'amount', coalesce(d.amount, 0)) order by n desc)
      from generate_series(0, 59) n left join days d on d.day = date_ - n))
    into sales;

  return jsonb_build_object(
    'as_of', now_,
    'sales', sales,
    'verify', private.order_queue('o.payment_state = ''awaiting_verification'''),
    'accept', private.order_queue('o.status = ''pending'' and o.payment_state in (''cod_pending'', ''paid'')'),
    'ship', private.order_queue('o.status = ''processing'''),
    'refund', private.order_queue('o.payment_state = ''refund_due'''),
    'collect', private.order_queue('private.is_to_collect(o.status, o.payment_state)'),
    'stock', (with low as materialized (
        select p.id, p.name, p.sku, p.stock, p.units_sold, p.image_url from private.low_stock l join public.products p on p.id = l.product_id
        where p.status = 'active')
      select jsonb_build_object('count', count(*), 'out', count(*) filter (where low.stock = 0),
        'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.stock, r.units_sold desc, r.id)
          from (select * from low order by low.stock, low.units_sold desc, low.id limit 6) r), '[]'))
      from low),
    'mails', (select count(*) from (select from private.mails m where m.status = 'failed' limit 1001) c),
    'complaints', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select k.created_at from public.complaints k where k.status = 'open' order by k.created_at limit 1001) c),
    'feed', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id) from (
      select o.id, o.created_at, coalesce(nullif(o.company_name, ''), o.full_name) as name, o.city, o.state, o.status, o.payment_method, o.payment_state, o.total_amount
      from public.orders o order by o.created_at desc, o.id limit 12) f), '[]'));
end $$;
revoke all on function private.dashboard() from public;
grant execute on function private.dashboard() to service_role;
