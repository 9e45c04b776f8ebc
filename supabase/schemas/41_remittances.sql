-- what a courier pays of the cash on delivery that it collected (docs/decisions/0091-receivables.md): one row for each transfer, one line for
-- each parcel in it. booking is one transaction, and the same line is booked once, whatever file it comes in.

create table public.remittances (
  id uuid primary key default gen_random_uuid(),
  courier text not null check (length(btrim(courier)) between 1 and 80),
  reference text not null check (length(btrim(reference)) between 1 and 80),   -- of the transfer: the courier's number, or the bank's utr
  received_on date not null,
  received numeric(12, 2) not null check (received >= 0),                      -- what arrived on the bank account
  other_charges numeric(12, 2) not null default 0 check (other_charges >= 0),  -- kept back besides the charges of the lines
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null
);
create index remittances_newest_idx on public.remittances (created_at desc, id);
create index remittances_created_by_idx on public.remittances (created_by) where created_by is not null;

-- a transfer is booked once
create unique index remittances_reference_key on public.remittances (lower(btrim(courier)), upper(btrim(reference)));
alter table public.remittances enable row level security;
revoke all on public.remittances from anon, authenticated;

-- nothing for anon
grant select on public.remittances to authenticated;

-- no insert, update or delete for anyone: book_remittance alone
create policy "staff with the payments read" on public.remittances for select to authenticated
  using ((select private.may('payments.manage')));

create table public.remittance_lines (
  id uuid primary key default gen_random_uuid(),
  remittance_id uuid not null references public.remittances (id) on delete cascade,
  place integer not null check (place between 1 and 100000),       -- the row of the file
  tracking_number text check (length(tracking_number) <= 80),      -- as the file writes it
  order_text text check (length(order_text) <= 80),
  line_key text not null check (length(line_key) between 1 and 100),
  collected numeric(12, 2) not null check (collected >= 0),
  charges numeric(12, 2) not null default 0 check (charges >= 0),
  expected numeric(12, 2),                                         -- what the label of the parcel says; null: no such parcel
  booked numeric(12, 2) not null default 0 check (booked between 0 and collected),
  problem text check (problem in ('unknown', 'ambiguous', 'cancelled', 'undelivered', 'not_cod', 'paid')),   -- why it was not booked
  order_id uuid references public.orders (id) on delete set null,
  shipment_id uuid references public.shipments (id) on delete set null,
  payment_id uuid references public.payments (id) on delete set null,
  settled_at timestamptz,                                          -- a difference that staff have cleared up, and how
  settled_by uuid references auth.users (id) on delete set null,
  note text check (length(btrim(note)) between 1 and 400),
  booked_later boolean not null default false,                     -- booked at an order when its difference was settled, not with the transfer
  constraint remittance_lines_settled check ((settled_at is null) = (note is null)),
  unique (remittance_id, place)
);
create index remittance_lines_order_id_idx on public.remittance_lines (order_id) where order_id is not null;
create index remittance_lines_shipment_id_idx on public.remittance_lines (shipment_id) where shipment_id is not null;
create index remittance_lines_payment_id_idx on public.remittance_lines (payment_id) where payment_id is not null;
create index remittance_lines_settled_by_idx on public.remittance_lines (settled_by) where settled_by is not null;
create index remittance_lines_booked_later_idx on public.remittance_lines (settled_at) where booked_later;

-- the same line twice is the same money: one parcel with one amount. a second transfer for the rest of a parcel has another amount
create unique index remittance_lines_once_key on public.remittance_lines (line_key, collected);
alter table public.remittance_lines enable row level security;
revoke all on public.remittance_lines from anon, authenticated;

-- nothing for anon
grant select on public.remittance_lines to authenticated;

-- no insert, update or delete for anyone: the functions below alone
create policy "staff with the payments read" on public.remittance_lines for select to authenticated
  using ((select private.may('payments.manage')));

-- parcels are found by their number, as couriers write it: with spaces or without, in any case
create index shipments_tracking_idx on public.shipments (upper(regexp_replace(tracking_number, '\s', '', 'g'))) where tracking_number is not null;

-- is it a list of 1 to 5,000 rows of a remittance, bounded and with amounts of whole paise?
create function private.are_remittance_rows(lines jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 5000 then false else (
    select bool_and(case when jsonb_typeof(r.value) <> 'object' then false
        when coalesce(r.value ->> 'place', '') !~ '^[1-9][0-9]{0,4}$' then false
        when coalesce(r.value ->> 'collected', '') !~ '^[0-9]{1,8}(\.[0-9]{1,2})?$' or coalesce(r.value ->> 'charges', '') !~ '^[0-9]{1,8}(\.[0-9]{1,2})?$' then false
        else coalesce(length(r.value ->> 'tracking'), 0) <= 80 and coalesce(length(r.value ->> 'order'), 0) <= 80
          and btrim(coalesce(r.value ->> 'tracking', '') || coalesce(r.value ->> 'order', '')) <> '' end)
      and count(distinct r.value ->> 'place') = count(*)
    from jsonb_array_elements(lines) r) end
$$;

-- each row with its parcel, the order's open amount and what can be booked of it. a row without a number of a parcel is found by the order's
-- number if the order has one parcel that was not booked as undelivered. problem 'repeated': it was booked before, or is twice in the file
create function private.match_remittance(p_rows jsonb)
returns table (place integer, tracking text, order_text text, line_key text, collected numeric, charges numeric, order_id uuid, shipment_id uuid, order_number integer,
  name text, expected numeric, bookable numeric, problem text)
language sql stable security definer set search_path = '' as $$
  with given as (
    select r.place, nullif(btrim(r.tracking), '') as tracking, nullif(btrim(r."order"), '') as order_text, r.collected, r.charges,
      upper(regexp_replace(r.tracking, '\s', '', 'g')) as number, private.order_number_in(r."order") as ordered
    from jsonb_to_recordset(p_rows) r (place integer, tracking text, "order" text, collected numeric, charges numeric)
  ), found as (
    select g.*, coalesce(nullif(g.number, ''), 'ORDER ' || coalesce(g.ordered::text, upper(g.order_text))) as line_key, f.parcels, f.shipment_id
    from given g cross join lateral (
      select count(*) as parcels, (array_agg(s.id))[1] as shipment_id from public.shipments s
      where case when coalesce(g.number, '') <> '' then s.id in (
          select x.id from public.shipments x where upper(regexp_replace(x.tracking_number, '\s', '', 'g')) = g.number and x.tracking_number is not null)
        else s.order_id = (select o.id from public.orders o where o.order_number = g.ordered) and not s.undelivered end) f
  ), known as (
    select f.*, s.order_id, o.order_number, coalesce(nullif(o.company_name, ''), o.full_name) as name,
      case when s.id is not null then private.parcel_to_collect(s.id) end as expected,
      (select coalesce(sum(p.amount), 0) from public.payments p where p.order_id = o.id and private.is_open_payment(p.state)) as open,
      case
        when exists (select from public.remittance_lines l where l.line_key = f.line_key and l.collected = f.collected)
          or row_number() over (partition by f.line_key, f.collected order by f.place) > 1 then 'repeated'
        when f.parcels = 0 then 'unknown'
        when f.parcels > 1 then 'ambiguous'
        when o.payment_method <> 'cod' then 'not_cod'
        when f.collected = 0 then null
        when o.status = 'cancelled' then 'cancelled'
        when s.undelivered then 'undelivered'   -- its money is no part of what the other parcels bring
        when o.payment_state <> 'cod_pending' then 'paid'
      end as problem
    from found f
    left join public.shipments s on f.parcels = 1 and s.id = f.shipment_id
    left join public.orders o on o.id = s.order_id
  )
  select k.place, k.tracking, k.order_text, k.line_key, k.collected, k.charges, k.order_id, k.shipment_id, k.order_number, k.name, k.expected,
    case when k.problem is null then greatest(0, least(k.collected, k.open - coalesce(sum(k.collected) filter (where k.problem is null)
      over (partition by k.order_id order by k.place rows between unbounded preceding and 1 preceding), 0))) else 0 end,
    k.problem
  from known k order by k.place
$$;

-- what booking these rows would do, and whether the transfer is booked already
create function public.preview_remittance(p_courier text, p_reference text, p_rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if private.are_remittance_rows(p_rows) is distinct from true then
    raise exception 'These are no rows of a remittance' using errcode = '22023', detail = '{"code":"INVALID","field":"rows"}';
  end if;
  return jsonb_build_object(
    'booked', (select r.id from public.remittances r where lower(btrim(r.courier)) = lower(btrim(p_courier)) and upper(btrim(r.reference)) = upper(btrim(p_reference))),
    'rows', (select jsonb_agg(jsonb_build_object('place', m.place, 'tracking', m.tracking, 'order_text', m.order_text, 'collected', m.collected, 'charges', m.charges,
        'order_id', m.order_id, 'order_number', m.order_number, 'name', m.name, 'expected', m.expected, 'booked', m.bookable, 'problem', m.problem) order by m.place)
      from private.match_remittance(p_rows) m));
end $$;

-- books a transfer: each row's money at its order, whatever is left over stays a difference of its line. a transfer that is booked already
-- answers with its id and books nothing. rows that were booked before are left out
create function public.book_remittance(p_courier text, p_reference text, p_received_on date, p_received numeric, p_other_charges numeric, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  line record;
  paid public.payments;
  lines integer := 0;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if private.are_remittance_rows(p_rows) is distinct from true then
    raise exception 'These are no rows of a remittance' using errcode = '22023', detail = '{"code":"INVALID","field":"rows"}';
  end if;
  if coalesce(length(btrim(p_courier)), 0) not between 1 and 80 or coalesce(length(btrim(p_reference)), 0) not between 1 and 80 then
    raise exception 'A remittance has a courier and a reference' using errcode = '22023', detail = '{"code":"INVALID","field":"reference"}';
  end if;
  if p_received_on is null or p_received_on > (private.clock_now() at time zone 'Asia/Kolkata')::date or p_received_on < '2000-01-01'
    or p_received is null or p_received < 0 or p_received <> round(p_received, 2) or p_received > 9999999999.99
    or p_other_charges is null or p_other_charges < 0 or p_other_charges <> round(p_other_charges, 2) or p_other_charges > 9999999999.99 then
    raise exception 'A remittance has a day that is not in the future, and amounts of whole paise' using errcode = '22023', detail = '{"code":"INVALID","field":"received"}';
  end if;
  -- one remittance at a time: the second of two people finds what the first has booked
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.remittances'));
  select r.id into made from public.remittances r where lower(btrim(r.courier)) = lower(btrim(p_courier)) and upper(btrim(r.reference)) = upper(btrim(p_reference));
  if found then return jsonb_build_object('id', made, 'already', true); end if;
  -- the orders first, in the order of their ids, as every writer of several orders locks them
  perform from public.orders o where o.id in (select m.order_id from private.match_remittance(p_rows) m) order by o.id for no key update;
  insert into public.remittances (courier, reference, received_on, received, other_charges, created_at, created_by)
    values (btrim(p_courier), btrim(p_reference), p_received_on, p_received, p_other_charges, private.clock_now(), auth.uid()) returning id into made;
  for line in select * from private.match_remittance(p_rows) m where m.problem is distinct from 'repeated' loop
    paid := null;
    if line.bookable > 0 then paid := private.receive_payment(line.order_id, line.bookable); end if;
    insert into public.remittance_lines (remittance_id, place, tracking_number, order_text, line_key, collected, charges, expected, booked, problem, order_id, shipment_id, payment_id)
      values (made, line.place, line.tracking, line.order_text, line.line_key, line.collected, line.charges, line.expected, line.bookable, line.problem, line.order_id, line.shipment_id, paid.id);
    lines := lines + 1;
  end loop;
  if lines = 0 then
    raise exception 'All of these rows are booked already' using errcode = 'PT409', detail = '{"code":"NOTHING_NEW"}';
  end if;
  return jsonb_build_object('id', made, 'already', false, 'lines', lines);
end $$;

-- staff clear up a difference: the money goes to an order (p_order), or a note says what became of it
create function public.settle_remittance_line(p_line uuid, p_order uuid, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  line public.remittance_lines;
  paid public.payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'This needs a note' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = p_order for no key update;
  select l.* into line from public.remittance_lines l where l.id = p_line for no key update;
  if not found then raise exception 'No such line' using errcode = 'PT404', detail = '{"code":"LINE_NOT_FOUND"}'; end if;
  if line.settled_at is not null then
    raise exception 'This difference is settled already' using errcode = 'PT409', detail = '{"code":"SETTLED"}';
  end if;
  if p_order is not null then
    if line.payment_id is not null or line.collected = 0 then
      raise exception 'The money of this line has its order' using errcode = 'PT409', detail = '{"code":"HAS_ORDER"}';
    end if;
    paid := private.receive_payment(p_order, line.collected);
  end if;
  update public.remittance_lines l set settled_at = private.clock_now(), settled_by = auth.uid(), note = btrim(p_note),
      order_id = coalesce(p_order, l.order_id), payment_id = coalesce(paid.id, l.payment_id), booked = case when p_order is null then l.booked else l.collected end,
      booked_later = p_order is not null
    where l.id = p_line;
end $$;

-- whether a line still has a difference to clear up: money without an order, or a shortage while its order has money to collect
create function private.is_open_difference(p_line public.remittance_lines) returns boolean
language sql stable security definer set search_path = '' as $$
  select (p_line).settled_at is null and ((p_line).collected > (p_line).booked
    or (p_line).collected < (p_line).expected and exists (
      select from public.orders o where o.id = (p_line).order_id and o.status <> 'cancelled' and o.payment_state = 'cod_pending'))
$$;

-- the transfers, newest first, with their sums. p_cursor: [created_at, id]
create function public.remittance_list(p_cursor jsonb default null, p_backwards boolean default false, p_limit integer default 50)
returns table (id uuid, created_at timestamptz, courier text, reference text, received_on date, received numeric, charges numeric, collected numeric, booked numeric, lines integer, open integer)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  return query execute format($query$
    with listed as materialized (select r.* from public.remittances r where %s order by r.created_at %s, r.id %s limit %s)
    select r.id, r.created_at, r.courier, r.reference, r.received_on, r.received, r.other_charges + s.charges, s.collected, s.booked, s.lines, s.open
    from listed r cross join lateral (
      select coalesce(sum(l.charges), 0) as charges, coalesce(sum(l.collected), 0) as collected, coalesce(sum(l.booked), 0) as booked, count(*)::integer as lines,
        (count(*) filter (where private.is_open_difference(l)))::integer as open
      from public.remittance_lines l where l.remittance_id = r.id) s
    order by r.created_at %2$s, r.id %3$s$query$,
    case when p_cursor is null then 'true'
      when p_backwards then format('(r.created_at > %1$L or (r.created_at = %1$L and r.id < %2$L)) and r.created_at >= %1$L', p_cursor ->> 0, p_cursor ->> 1)
      else format('(r.created_at < %1$L or (r.created_at = %1$L and r.id > %2$L)) and r.created_at <= %1$L', p_cursor ->> 0, p_cursor ->> 1) end,
    case when p_backwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $$;

-- one of them with its lines
create function public.remittance_of(p_remittance uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  return (select to_jsonb(r) - 'created_by' || jsonb_build_object('created_by', private.person_name(r.created_by), 'lines', (
      select jsonb_agg(jsonb_build_object('id', l.id, 'place', l.place, 'tracking', l.tracking_number, 'order_text', l.order_text, 'collected', l.collected, 'charges', l.charges,
        'expected', l.expected, 'booked', l.booked, 'problem', l.problem, 'order_id', l.order_id, 'order_number', o.order_number,
        'name', coalesce(nullif(o.company_name, ''), o.full_name), 'open', private.is_open_difference(l), 'note', l.note, 'settled_by', private.person_name(l.settled_by)) order by l.place)
      from public.remittance_lines l left join public.orders o on o.id = l.order_id where l.remittance_id = r.id))
    from public.remittances r where r.id = p_remittance);
end $$;
revoke all on function private.are_remittance_rows(jsonb), private.match_remittance(jsonb), private.is_open_difference(public.remittance_lines),
  public.preview_remittance(text, text, jsonb), public.book_remittance(text, text, date, numeric, numeric, jsonb), public.settle_remittance_line(uuid, uuid, text),
  public.remittance_list(jsonb, boolean, integer), public.remittance_of(uuid) from public;

-- the bodies check the permission; nothing for anon
grant execute on function public.preview_remittance(text, text, jsonb), public.book_remittance(text, text, date, numeric, numeric, jsonb),
  public.settle_remittance_line(uuid, uuid, text), public.remittance_list(jsonb, boolean, integer), public.remittance_of(uuid) to authenticated;
