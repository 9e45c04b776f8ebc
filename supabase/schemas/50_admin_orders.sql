-- orders are found by name, company and telephone. not by an index on orders: each of an order's steps would write its forty
-- entries again (docs/decisions/0023, 0025). beside them the words are written once, with the order.

create table private.order_words (
  order_id uuid primary key references public.orders (id) on delete cascade,
  words text not null   -- lower case; of the telephone the digits
);
alter table private.order_words enable row level security;

-- no policy and no grant: admin_orders() reads it
revoke all on private.order_words from public;

-- a small waiting list: an order that empties it pays for sixteen others, not for two hundred
create index order_words_idx on private.order_words using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);

create function private.words_of(full_name text, company_name text, phone text) returns text
language sql immutable return lower(concat_ws(' ', full_name, company_name, regexp_replace(phone, '\D', '', 'g')));
revoke all on function private.words_of(text, text, text) from public;
insert into private.order_words select o.id, private.words_of(o.full_name, o.company_name, o.phone) from public.orders o;

create function private.follow_order_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.order_words values (new.id, private.words_of(new.full_name, new.company_name, new.phone))
    on conflict (order_id) do update set words = excluded.words;
  return null;
end $$;
revoke all on function private.follow_order_words() from public;

-- the back office's list of orders: one call, one page, for any filter. admins only, checked once: definer, because the
-- policies would be evaluated for each of a hundred thousand rows, and ilike behind them uses no index.

-- `column = 'x'` or `column in ('x', 'y')`: an equality keeps the order of an index behind it
create function private.one_of(p_column text, p_values jsonb) returns text
language sql immutable set search_path = '' as $$
  select case count(*) when 0 then 'false' when 1 then format('%s = %L', p_column, min(v)) else format('%s in (%s)', p_column, string_agg(quote_literal(v), ', ')) end
  from jsonb_array_elements_text(p_values) v
$$;

-- the orders that a search means, as a list of selects: an order number, the beginning of an id, a serial or its last digits (of any
-- series that has issued numbers), a bank reference, and from three letters on a name, a company or a telephone. a common
-- word is compared with each order while the list is read: fifty are soon found, and thousands need not be sorted. which is which,
-- two thousand hits tell.
create function private.order_search(p_query text) returns text
language plpgsql stable set search_path = '' as $$
declare
  query text := btrim(left(p_query, 120));
  bare text := replace(lower(regexp_replace(query, '^#', '')), '-', '');
  digits text := regexp_replace(query, '\D', '', 'g');
  number integer := private.order_number_in(query);
  year text := private.financial_year(private.clock_now());
  year_before text := private.financial_year(private.clock_now() - interval '1 year');
  serials text[] := array[upper(query)];
  -- %, _ and \ are letters here
  pattern text := '%' || regexp_replace(lower(query), '([\\%_])', '\\\1', 'g') || '%';
  hits integer;
  parts text[] := '{}';
begin
  if number is not null then parts := parts || format('select x.id from public.orders x where x.order_number = %s', number); end if;
  if bare ~ '^[0-9a-f]{4,32}$' then   -- the beginning of an id is a range of the key
    parts := parts || format('select x.id from public.orders x where x.id between %L and %L', rpad(bare, 32, '0')::uuid, rpad(bare, 32, 'f')::uuid);
  end if;
  if query ~ '^[0-9]{1,8}$' then
    serials := serials || coalesce((select array_agg(format('%s/%s/%s', c.series, c.financial_year, lpad(query, n, '0')))
      from private.serial_counters c, generate_series(greatest(4, length(query)), 8) n where c.financial_year in (year, year_before)), '{}');
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

-- what the filters of the list demand of an order `o`, as the text of a condition. search, status, payment, method, state (lists), from,
-- to (indian days, inclusive), customer, product, category, sales (true: what the dashboard counts), waiting (true: a part has left), ids
create function private.order_conditions(p_filters jsonb) returns text
language plpgsql stable set search_path = '' as $$
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
  if (p_filters ->> 'waiting')::boolean then   -- pieces of it wait until they are packed
    conditions := conditions || 'o.status = ''processing'' and exists (select from public.shipments h where h.order_id = o.id and h.state in (''shipped'', ''delivered''))'::text;
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
end $$;

-- p_filters: as above. p_sort: placed or total. p_cursor: [value, id] of the row to go on from. backwards answers the rows before it, the
-- nearest first. p_day_filters: also how many orders within these filters each row's indian day has, on this page or not, how many of
-- them are cancelled, and the total of the others. units_gone: pieces of an order that is being packed which have left already.
-- refund_due: what is still owed to the customer, also in part. to_collect: what is still to come, as private.money_of says
create function public.admin_orders(p_filters jsonb default '{}', p_sort text default 'placed', p_ascending boolean default false,
  p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50, p_day_filters jsonb default null)
returns table (id uuid, created_at timestamptz, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text,
  phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric,
  charges jsonb, total_amount numeric, store_credit numeric, payment_method text, payment_state text, courier text, tracking_number text,
  version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text,
  day_orders integer, day_cancelled integer, day_total numeric, order_number integer, units_gone integer, refund_due numeric, to_collect numeric, invoice_per_parcel boolean)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
declare
  conditions text;
  -- newest or highest total first, then by id; ascending is the very reverse, so that one index serves both
  reversed boolean := p_ascending <> p_backwards;
  sorted text := case p_sort when 'placed' then 'created_at' when 'total' then 'total_amount' end;
  sort_type text := case p_sort when 'placed' then 'timestamptz' else 'numeric' end;
  ordering text;
  days text := 'select null::date as day, null::integer as orders, null::integer as cancelled, null::numeric as total where false';
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if sorted is null then raise exception 'Orders are not sorted by %', p_sort using errcode = '22023'; end if;
  ordering := format(case when reversed then 'o.%I, o.id desc' else 'o.%I desc, o.id' end, sorted);
  conditions := private.order_conditions(p_filters);
  if p_cursor is not null then
    conditions := conditions || ' and ' || format(
      -- the last of these says nothing new, but is a range of an index
      case when reversed then '(o.%1$I > %2$L or (o.%1$I = %2$L and o.id < %3$L)) and o.%1$I >= %2$L'
        else '(o.%1$I < %2$L or (o.%1$I = %2$L and o.id > %3$L)) and o.%1$I <= %2$L' end,
      sorted, case sort_type when 'timestamptz' then ((p_cursor ->> 0)::timestamptz)::text else ((p_cursor ->> 0)::numeric)::text end, (p_cursor ->> 1)::uuid);
  end if;

  if p_day_filters is not null then
    days := format($days$
      select d.day, t.* from (select distinct (l.created_at at time zone 'Asia/Kolkata')::date as day from listed l) d
      cross join lateral (select count(*)::integer as orders, (count(*) filter (where o.status = 'cancelled'))::integer as cancelled,
          coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0) as total
        from public.orders o where o.created_at >= d.day::timestamp at time zone 'Asia/Kolkata' and o.created_at < (d.day + 1)::timestamp at time zone 'Asia/Kolkata'
          and %s) t$days$, private.order_conditions(p_day_filters));
  end if;

  return query execute format($query$
    with listed as materialized (select o.* from public.orders o where %1$s order by %2$s limit %3$s)
    select o.id, o.created_at, o.status, o.user_id, o.full_name, o.company_name, o.gstin, o.city, o.state, o.pincode, o.phone, o.place_of_supply,
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount, o.store_credit,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure,
      y.orders, y.cancelled, y.total, o.order_number, g.units, b.due, w.open, o.invoice_per_parcel
    from listed o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    -- only an order that is being packed can have left in part
    cross join lateral (select coalesce(sum(n.quantity), 0)::integer as units from public.shipments h join public.shipment_lines n on n.shipment_id = h.id
      where o.status = 'processing' and h.order_id = o.id and h.state in ('shipped', 'delivered')) g
    cross join lateral (select coalesce(sum(r.amount), 0) as due from public.refunds r where r.order_id = o.id and r.state in ('due', 'asked', 'failed')) b
    cross join lateral (select coalesce(sum(x.amount) filter (where o.status <> 'cancelled' and private.is_open_payment(x.state)), 0) as open
      from public.payments x where x.order_id = o.id) w
    left join lateral (select x.provider_reference, x.failure from public.payments x where x.order_id = o.id and x.state <> 'undone'
      order by x.method = 'credit', private.is_open_payment(x.state) desc, x.created_at desc limit 1) p on true
    left join (%4$s) y on y.day = (o.created_at at time zone 'Asia/Kolkata')::date
    order by %2$s$query$,
    conditions, ordering, least(greatest(p_limit, 1), 1001), days);
end $$;

-- everything that happened to one order, oldest first, with who did it: its steps, other changes, its payments and refunds,
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
    -- the step itself has the line of a step, a change of the order by staff has its own, and the payment that of the order's payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
        and not exists (select from public.order_status_history h where h.order_id = p_order and h.created_at = a.at and (h.notes like 'Order changed%' or h.notes like 'Parcel %'))
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action in ('insert', 'update') and a.changes - '{amount,awaited_since}'::text[] <> '{}'
        and a.changes -> 'state' ->> 1 is distinct from 'undone'
    union all
    select u.undone_at, 'undone', u.undone_by, jsonb_build_object('id', u.payment_id, 'amount', x.amount, 'method', x.method, 'reference', u.reference, 'reason', u.reason)
      from private.undone_payments u join public.payments x on x.id = u.payment_id where x.order_id = p_order
    union all
    -- what is due is the refund's own row, unless it was paid in the same act; its later changes do not repeat the amount, but a transfer's reference
    -- says which refund it is
    select r.created_at, 'refund', r.created_by, jsonb_build_object('id', r.id, 'state', case when r.source = 'cancellation' and r.paid_at = r.created_at then 'paid' else 'due' end,
        'amount', r.amount, 'reference', null)
      from public.refunds r where r.order_id = p_order
    union all
    select a.at, 'refund', a.actor, jsonb_build_object('id', a.id, 'state', a.changes -> 'state' ->> 1, 'reference', a.changes -> 'reference' ->> 1,
        'amount', (select max(r.amount) from public.refunds r where r.order_id = p_order and r.reference = a.changes -> 'reference' ->> 1))
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'refunds' and a.action = 'update' and a.changes ? 'state'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select r.created_at, 'reminder', r.sent_by, jsonb_build_object('id', r.id, 'channel', r.channel, 'amount', r.amount)
      from public.payment_reminders r where r.order_id = p_order
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $$;

-- how many wait in each of the list's views, counted up to a thousand. a claim waits in any status of its order
create function public.order_queue_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return jsonb_build_object(
    'accept', (select count(*) from (select from public.orders o where o.status = 'pending' and o.payment_state in ('cod_pending', 'paid') limit 100001) c),
    'verify', (select count(*) from (select from public.orders o where o.payment_state = 'awaiting_verification' limit 100001) c),
    'ship', (select count(*) from (select from public.orders o where o.status = 'processing' limit 100001) c),
    'shipped', (select count(*) from (select from public.orders o where o.status = 'shipped' limit 100001) c),
    'collect', (select count(*) from (select from public.orders o where private.is_to_collect(o.status, o.payment_state) limit 100001) c),
    'refund', (select count(*) from (select from public.orders o where o.id in (select r.order_id from public.refunds r where r.state in ('due', 'asked', 'failed') union all select x.id from public.orders x where x.payment_state = 'refund_due') limit 100001) c));
end $$;

revoke all on function private.one_of(text, jsonb), private.order_search(text), private.order_conditions(jsonb),
  public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb),
  public.order_queue_counts(), public.order_timeline(uuid) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb), public.order_queue_counts(), public.order_timeline(uuid) to authenticated;

-- what admins write down about an order, for themselves: 'asked for delivery after two'. seen by admins alone, changed by
-- their author and for a day: after that a note is a record.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  author uuid default auth.uid() references auth.users (id) on delete set null,   -- null: the account is deleted
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

-- author and time are set by the database
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
-- (private.erase_person, private.erase_documents). no other function may write that column.
create function private.erase_order_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.order_notes n where n.order_id = new.id;
  update public.refunds r set reason = null where r.order_id = new.id and r.reason is not null;
  update private.undone_payments u set reason = null where u.payment_id in (select p.id from public.payments p where p.order_id = new.id) and u.reason is not null;
  perform private.erase_returns(new.id);
  return null;
end $$;
revoke all on function private.erase_order_notes() from public;
