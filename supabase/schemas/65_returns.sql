-- returns of delivered goods (docs/decisions/0089-returns.md): asked for by the customer or booked by staff, approved, received, and closed with
-- a credit note and what is to be paid back. functions alone write these tables, behind the lock of the order.

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  number integer not null check (number between 1 and 100),   -- within its order
  state text not null check (state in ('requested', 'approved', 'declined', 'withdrawn', 'received', 'closed')),
  asked_by text not null check (asked_by in ('customer', 'staff')),
  reason text not null check (reason in ('damaged', 'wrong', 'missing', 'other')),
  wish text not null default 'refund' check (wish in ('refund', 'credit', 'exchange')),   -- how the customer would like it settled; staff decide
  message text check (length(btrim(message)) between 1 and 2000),               -- the customer's own words, or staff's
  decline_reason text check (length(btrim(decline_reason)) between 1 and 400),  -- the customer reads it
  -- what closing decided. credited: the sum of its credit notes. deduction: kept back of it, with the reason that the customer reads
  credited numeric(12, 2) check (credited >= 0),
  deduction numeric(12, 2) check (deduction between 0 and credited),
  deduction_reason text check (length(btrim(deduction_reason)) between 1 and 400),
  settled_as text check (settled_as in ('refund', 'credit', 'exchange')),
  exchange_order uuid unique,                                                   -- the new order of an exchange. no foreign key: a second one to orders would make every join of the two ambiguous
  credit_file uuid,                                                             -- documents.file_id of its credit notes; null: none was issued
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  received_at timestamptz,
  ended_at timestamptz,                                                         -- declined, withdrawn or closed
  version integer not null default 1,
  unique (order_id, number),
  constraint returns_declined check ((decline_reason is null) or state = 'declined'),
  constraint returns_closed check ((state = 'closed') = (credited is not null) and (credited is null) = (deduction is null)),
  constraint returns_settled check (case when state = 'closed' then (settled_as is not distinct from 'exchange') = (exchange_order is not null)
    else settled_as is null and exchange_order is null end),
  constraint returns_ended check ((state in ('declined', 'withdrawn', 'closed')) = (ended_at is not null)),
  constraint returns_deduction check (deduction is null or deduction = 0 or deduction_reason is not null)
);
create index returns_created_by_idx on public.returns (created_by) where created_by is not null;
create index returns_open_idx on public.returns (state, created_at, id) where state in ('requested', 'approved', 'received');
create index returns_created_at_idx on public.returns (created_at desc, id);
create index returns_ended_at_idx on public.returns (ended_at) where ended_at is not null;
alter table public.returns enable row level security;
revoke all on public.returns from anon, authenticated;

-- nothing for anon. not created_by: a customer does not read who of the staff it was (the audit log says it)
grant select (id, order_id, number, state, asked_by, reason, wish, message, decline_reason, credited, deduction, deduction_reason, settled_as,
  exchange_order, credit_file, created_at, decided_at, received_at, ended_at, version) on public.returns to authenticated;
grant select on public.returns to shop_mail;

-- no insert, update or delete for anyone
create policy "returns of visible orders" on public.returns for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "the mail sender reads" on public.returns for select to shop_mail using (true);

create table public.return_lines (
  return_id uuid not null references public.returns (id) on delete cascade,
  order_item_id uuid not null references public.order_items (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  exchange_for uuid references public.products (id) on delete set null,   -- what the customer would like instead: the same product, or one of its family
  -- what became of the pieces, once the return is received. lost: they did not arrive
  restocked integer not null default 0 check (restocked >= 0),
  damaged integer not null default 0 check (damaged >= 0),
  lost integer not null default 0 check (lost >= 0),
  credited integer not null default 0 check (credited between 0 and quantity),
  primary key (return_id, order_item_id),
  constraint return_lines_received check (restocked + damaged + lost in (0, quantity))
);
create index return_lines_order_item_id_idx on public.return_lines (order_item_id);
create index return_lines_exchange_for_idx on public.return_lines (exchange_for) where exchange_for is not null;
alter table public.return_lines enable row level security;
revoke all on public.return_lines from anon, authenticated;

-- nothing for anon
grant select on public.return_lines to authenticated, shop_mail;

-- no insert, update or delete for anyone
create policy "lines of visible returns" on public.return_lines for select to authenticated
  using (exists (select from public.returns r where r.id = return_id));
create policy "the mail sender reads" on public.return_lines for select to shop_mail using (true);

-- the customer's photos of a return, as the server has encoded them again: JPEG without anything else that was in the file. in the database and
-- not in a bucket: who may see the return may see them, and they go with it
create table private.return_photos (
  id uuid primary key default gen_random_uuid(),
  return_id uuid not null references public.returns (id) on delete cascade,
  bytes bytea storage external not null check (octet_length(bytes) between 1 and 2000000),
  created_at timestamptz not null default now()
);
create index return_photos_return_id_idx on private.return_photos (return_id, created_at, id);
alter table private.return_photos enable row level security;

-- no policy and no grant: the functions of 65_returns_photos.sql alone

insert into private.limits (name, value, about) values
  ('returns_per_order', 10, 'Returns that a customer may ask for with one order, those that were withdrawn or declined included.'),
  ('returns_per_day', 20, 'Returns that one account may ask for in 24 hours.'),
  ('return_photos', 4, 'Photos that a customer may add to one return.');

select private.audit_table('public.returns', '{insert,update}', p_about => 'order_id',
  p_skipped => '{id,order_id,created_by,decided_at,received_at,ended_at,credit_file}', p_shown => '{number,state,asked_by,reason,wish,credited,deduction,settled_as}');

create function private.has_open_return(p_order uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.returns r where r.order_id = p_order and r.state in ('requested', 'approved', 'received'))
$$;

-- how many pieces of each line are not in a return yet. an order can be returned once it is delivered, and then all its pieces are,
-- but for those that are not sent any more or were not delivered
create function private.returnable_pieces(p_order uuid) returns table (item uuid, product uuid, quantity integer, rest integer)
language sql stable security definer set search_path = '' as $$
  select i.id, i.product_id, i.quantity - i.cancelled_quantity, i.quantity - i.cancelled_quantity - coalesce(sum(l.quantity), 0)::integer
  from public.order_items i
  left join (public.return_lines l join public.returns r on r.id = l.return_id and r.state not in ('declined', 'withdrawn')) on l.order_item_id = i.id
  where i.order_id = p_order group by i.id
$$;

-- until when its customer may ask for a return: some days (settings.return_days) after the delivery. null: they may not
create function private.returnable_until(p_order uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(h.created_at) + make_interval(days => s.return_days)
  from public.settings s, public.orders o join public.order_status_history h on h.order_id = o.id and h.status = 'delivered'
  where o.id = p_order and o.status = 'delivered' and s.return_days > 0 group by s.return_days
$$;

-- what is personal in the returns of an order whose customer is erased
create function private.erase_returns(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.return_photos p using public.returns r where r.order_id = p_order and p.return_id = r.id;
  update public.returns r set message = null, decline_reason = null,
      deduction_reason = case when r.deduction > 0 then 'Erased' end
    where r.order_id = p_order and (r.message is not null or r.decline_reason is not null or r.deduction_reason is not null);
end $$;
revoke all on function private.has_open_return(uuid), private.returnable_pieces(uuid), private.returnable_until(uuid), private.erase_returns(uuid) from public;
