-- the parcels of an order (docs/decisions/0082-shipments.md): each has its lines, its courier and its state. an order stays `processing`
-- until all its pieces have left, and is `delivered` when all its parcels are.

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  number integer not null check (number between 1 and 100),   -- within its order; the number of a parcel that was unpacked is given again
  -- returning: its order was cancelled while it was under way, or it was not delivered. returned, lost: what became of it then
  state text not null check (state in ('packed', 'shipped', 'delivered', 'returning', 'returned', 'lost')),
  courier text check (length(courier) <= 80),
  tracking_number text check (length(tracking_number) <= 80),
  own_delivery boolean not null default false,                -- brought by the shop's own people, so there is no number
  shipped_at timestamptz,
  delivered_at timestamptz,
  closed_at timestamptz,                                      -- when it was booked as returned or lost
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  version integer not null default 1,
  invoice_file uuid,                                          -- documents.file_id of its own invoice, of an order that has one for each parcel
  -- the e-way bill that travels with it, as the portal gave it (decision 95)
  eway_bill text check (eway_bill ~ '^[0-9]{12}$'),
  eway_bill_until date check (eway_bill_until between '2018-04-01' and '2200-01-01'),
  undelivered boolean not null default false,                 -- it comes or came back, and its order went on without it (45_shipments_undelivered.sql)
  unique (order_id, number),
  constraint shipments_eway_bill check (eway_bill is not null or eway_bill_until is null),
  constraint shipments_own_delivery check (not own_delivery or (courier is null and tracking_number is null)),
  constraint shipments_shipped check ((state = 'packed') = (shipped_at is null)),
  constraint shipments_delivered check ((state = 'delivered') = (delivered_at is not null)),
  constraint shipments_undelivered check (not undelivered or state in ('returning', 'returned', 'lost')),
  constraint shipments_closed check ((state in ('returned', 'lost')) = (closed_at is not null))
);
create index shipments_created_by_idx on public.shipments (created_by) where created_by is not null;
alter table public.shipments enable row level security;
revoke all on public.shipments from anon, authenticated;

-- nothing for anon
grant select on public.shipments to authenticated, shop_mail;

-- no insert, update or delete for anyone: the functions below alone, behind the order's lock
create policy "parcels of visible orders" on public.shipments for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "the mail sender reads" on public.shipments for select to shop_mail using (true);

create table public.shipment_lines (
  shipment_id uuid not null references public.shipments (id) on delete cascade,
  order_item_id uuid not null references public.order_items (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  -- of a parcel that came back: how many pieces went to stock, how many were damaged, how many were not in it
  restocked integer not null default 0 check (restocked >= 0),
  damaged integer not null default 0 check (damaged >= 0),
  lost integer not null default 0 check (lost >= 0),
  primary key (shipment_id, order_item_id),
  constraint shipment_lines_came_back check (restocked + damaged + lost in (0, quantity))
);
create index shipment_lines_order_item_id_idx on public.shipment_lines (order_item_id);
alter table public.shipment_lines enable row level security;
revoke all on public.shipment_lines from anon, authenticated;

-- nothing for anon
grant select on public.shipment_lines to authenticated, shop_mail;

-- no insert, update or delete for anyone
create policy "lines of visible parcels" on public.shipment_lines for select to authenticated
  using (exists (select from public.shipments s where s.id = shipment_id));
create policy "the mail sender reads" on public.shipment_lines for select to shop_mail using (true);

-- ── what is in which parcel ─────────────────────────────────────────────────────────────────────────────────────────────────
-- the pieces of an order's lines that are sent: how many are in a parcel, packed ones included, and how many have left. what was not delivered is no
-- longer part of the order. callers hold the order's lock
create function private.pieces_of(p_order uuid) returns table (item uuid, product uuid, quantity integer, in_parcels integer, gone integer)
language sql stable security definer set search_path = '' as $$
  select i.id, i.product_id, i.quantity - i.cancelled_quantity, coalesce(sum(l.quantity), 0)::integer, coalesce(sum(l.quantity) filter (where s.state <> 'packed'), 0)::integer
  from public.order_items i
  left join (public.shipment_lines l join public.shipments s on s.id = l.shipment_id and not s.undelivered) on l.order_item_id = i.id
  where i.order_id = p_order group by i.id
$$;

-- a parcel of these lines, [{item, quantity}], or of everything that is in no parcel yet; its number is the lowest free one
create function private.add_shipment(p_order uuid, p_lines jsonb, p_state text, p_courier text, p_tracking text, p_own boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  place integer;
begin
  select min(n) into place from generate_series(1, 100) n where not exists (select from public.shipments s where s.order_id = p_order and s.number = n);
  if place is null then
    raise exception 'An order has at most 100 parcels' using errcode = 'PT409', detail = '{"code":"TOO_MANY_SHIPMENTS"}';
  end if;
  insert into public.shipments (order_id, number, state, courier, tracking_number, own_delivery, shipped_at, created_at, created_by)
    values (p_order, place, p_state, nullif(btrim(p_courier), ''), nullif(btrim(p_tracking), ''), p_own,
      case when p_state <> 'packed' then private.clock_now() end, private.clock_now(), auth.uid())
    returning id into made;
  insert into public.shipment_lines (shipment_id, order_item_id, quantity)
    select made, c.item, c.quantity from private.chosen_pieces(p_order, p_lines) c;
  if (select o.invoice_per_parcel from public.orders o where o.id = p_order) then perform private.issue_parcel_invoice(made); end if;
  return made;
end $$;

-- validates the chosen lines against what is in no parcel yet
create function private.chosen_pieces(p_order uuid, p_lines jsonb) returns table (item uuid, quantity integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if p_lines is null then
    return query select p.item, p.quantity - p.in_parcels from private.pieces_of(p_order) p where p.quantity > p.in_parcels;
    return;
  end if;
  if not private.are_piece_lines(p_lines, '{item,quantity}') then
    raise exception 'These are no lines of a parcel' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  if exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer)
      left join private.pieces_of(p_order) p on p.item = c.item where p.item is null or c.quantity > p.quantity - p.in_parcels) then
    raise exception 'So many pieces are not left of the order' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  return query select c.item, c.quantity from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer);
end $$;

-- is it a list of 1 to 1,000 objects with an id of a line, each once, and whole numbers of pieces that add up to at least one?
create function private.are_piece_lines(lines jsonb, fields text[]) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 1000 then false else (
    select bool_and(coalesce(c.value ->> 'item', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        and (select bool_and(coalesce(c.value ->> f, '') ~ '^[0-9]{1,7}$') and sum(case when c.value ->> f ~ '^[0-9]{1,7}$' then (c.value ->> f)::integer else 0 end) > 0
          from unnest(fields) f where f <> 'item'))
      and count(distinct c.value ->> 'item') = count(*)
    from jsonb_array_elements(lines) c) end
$$;

-- ── what steps of the order do to its parcels ───────────────────────────────────────────────────────────────────────────────
-- a whole order that is marked as shipped: its packed parcels leave, and everything that is in none is one more parcel. the columns of the
-- order name the courier and number of this one
create function private.ship_everything(p_order public.orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known boolean := exists (select from public.shipments s where s.order_id = p_order.id and not s.undelivered and s.tracking_number = nullif(btrim(p_order.tracking_number), ''));
begin
  update public.shipments s set state = 'shipped', shipped_at = private.clock_now(), version = s.version + 1,
      courier = case when s.own_delivery then null else coalesce(s.courier, nullif(btrim(p_order.courier), '')) end,
      tracking_number = case when s.own_delivery or known then s.tracking_number else coalesce(s.tracking_number, nullif(btrim(p_order.tracking_number), '')) end
    where s.order_id = p_order.id and s.state = 'packed';
  if exists (select from private.pieces_of(p_order.id) p where p.quantity > p.in_parcels) then
    perform private.add_shipment(p_order.id, null, 'shipped', p_order.courier, case when not known then p_order.tracking_number end, false);
  end if;
end $$;

create function private.deliver_everything(p_order uuid) returns void
language sql security definer set search_path = '' as $$
  update public.shipments s set state = 'delivered', delivered_at = private.clock_now(), version = s.version + 1 where s.order_id = p_order and s.state = 'shipped'
$$;

-- what is only packed is unpacked, what has left comes back: its goods are not in the shop before the parcel is (docs/rules.md#stock)
create function private.call_back(p_order uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.shipments s where s.order_id = p_order and s.state = 'packed';
  update public.shipments s set state = 'returning', version = s.version + 1 where s.order_id = p_order and s.state = 'shipped';
$$;

-- an order whose parcel has arrived is not cancelled: what was delivered is a return
create function private.guard_delivered_parcels() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.shipments s where s.order_id = new.id and s.state = 'delivered') then
    raise exception 'A parcel of this order is delivered' using errcode = 'PT409', detail = '{"code":"PARTLY_DELIVERED"}';
  end if;
  return new;
end $$;

-- a courier or number that is corrected in the order is corrected in its latest parcel
create function private.follow_courier() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.shipments s set courier = nullif(btrim(new.courier), ''), tracking_number = nullif(btrim(new.tracking_number), ''), own_delivery = false,
      version = s.version + 1
    where s.id = private.latest_shipment(new.id)
      and (coalesce(s.courier, ''), coalesce(s.tracking_number, '')) is distinct from (btrim(coalesce(new.courier, '')), btrim(coalesce(new.tracking_number, '')));
  return null;
end $$;

-- of parcels that left in one step the one that was made last: it is of that step, and the order names it
create function private.latest_shipment(p_order uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.id from public.shipments s where s.order_id = p_order and s.state <> 'packed' and not s.undelivered order by s.shipped_at desc, s.created_at desc, s.number desc limit 1
$$;
revoke all on function private.pieces_of(uuid), private.add_shipment(uuid, jsonb, text, text, text, boolean), private.chosen_pieces(uuid, jsonb),
  private.are_piece_lines(jsonb, text[]), private.ship_everything(public.orders), private.deliver_everything(uuid), private.call_back(uuid),
  private.guard_delivered_parcels(), private.follow_courier(), private.latest_shipment(uuid) from public;
