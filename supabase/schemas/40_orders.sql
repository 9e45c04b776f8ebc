-- which steps an order may take, and by whom (docs/rules.md#order-states): the guard and the screens read these rows.

create table public.order_steps (
  from_status text not null check (from_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  to_status text not null check (to_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  actor text not null check (actor in ('customer', 'admin', 'system')),
  needs_reason boolean not null default false,   -- the panel asks, the customer hears it
  display_order integer not null default 0,
  primary key (from_status, to_status, actor)
);

-- refused at the door

alter table public.order_steps enable row level security;
revoke all on public.order_steps from anon, authenticated;
grant select on public.order_steps to anon, authenticated;

-- changed by migrations alone: not even admins rewrite the rules
create policy "everybody reads" on public.order_steps for select to anon, authenticated using (true);
insert into public.order_steps (from_status, to_status, actor, needs_reason, display_order) values
  ('pending', 'processing', 'admin', false, 1),      -- accepting: issues the invoice number, has no undo
  ('processing', 'shipped', 'admin', false, 2),
  ('shipped', 'delivered', 'admin', false, 3),
  ('pending', 'cancelled', 'customer', false, 4),
  ('pending', 'cancelled', 'system', false, 5),      -- left unpaid
  ('pending', 'cancelled', 'admin', true, 6),
  ('processing', 'cancelled', 'admin', true, 7),
  ('shipped', 'cancelled', 'admin', true, 8);

-- an order freezes what was agreed: who, where to, and every amount (docs/rules.md#frozen-facts). prices are never looked up again.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- null once the account is gone (the document stays 72 months) and for a counter sale to nobody in particular
  user_id uuid references auth.users (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  full_name text not null check (length(full_name) <= 120),
  company_name text check (length(company_name) <= 160),
  gstin text check (private.looks_like_gstin(gstin)),
  address text not null check (length(address) <= 400),
  city text not null check (length(city) <= 80),
  state text not null check (length(state) <= 60),
  pincode text not null check (pincode ~ '^[1-9][0-9]{5}$'),
  email text not null check (length(email) <= 254),
  phone text not null check (length(phone) <= 20),
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  seller_state text not null check (seller_state ~ '^[0-9]{2}$'),
  prices_include_gst boolean not null,
  coupon_code text check (length(coupon_code) <= 40),
  goods_total numeric(12, 2) not null check (goods_total >= 0),           -- as the cart shows it: after tiers and coupon
  discount_total numeric(12, 2) not null default 0 check (discount_total >= 0),
  subtotal_base numeric(12, 2) not null check (subtotal_base >= 0),       -- taxable value of the goods
  total_gst numeric(12, 2) not null check (total_gst >= 0),               -- heads of the goods
  cgst numeric(12, 2) not null check (cgst >= 0),
  sgst numeric(12, 2) not null check (sgst >= 0),
  igst numeric(12, 2) not null check (igst >= 0),
  shipping_cost numeric(12, 2) not null default 0 check (shipping_cost >= 0),
  shipping_taxable numeric(12, 2) not null default 0 check (shipping_taxable >= 0),
  shipping_gst numeric(12, 2) not null default 0 check (shipping_gst >= 0),
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  payment_method text not null check (payment_method in ('cod', 'upi', 'razorpay', 'cash', 'card', 'bank')),
  payment_state text not null
    check (payment_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  courier text check (length(courier) <= 80),
  tracking_number text check (length(tracking_number) <= 80),
  cancelled_by uuid references auth.users (id) on delete set null,   -- null: the system, or not cancelled
  cancel_reason text check (length(cancel_reason) <= 400),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_total check (total_amount = subtotal_base + total_gst + shipping_cost),
  constraint orders_heads check (total_gst = cgst + sgst + igst),
  constraint orders_one_kind_of_supply check (case when place_of_supply = seller_state then igst = 0 else cgst = 0 and sgst = 0 end),
  constraint orders_goods check (goods_total = case when prices_include_gst then subtotal_base + total_gst else subtotal_base end),
  constraint orders_shipping check (shipping_cost = shipping_taxable + shipping_gst),
  constraint orders_cancelled_by check (status = 'cancelled' or (cancelled_by is null and cancel_reason is null)),
  -- what was taken off by which offer or coupon: [{id, name, code, amount, free_delivery}], amounts in rupees, names as they were.
  -- orders of before have none, and their coupon in coupon_code
  offers jsonb not null default '[]' check (jsonb_typeof(offers) = 'array'),
  -- manual orders, taken on the phone and at the counter (docs/decisions/0026-manual-orders.md), come from the same order service
  -- as online ones; these columns say how an order came and which admin entered it. `online`: the buyer did
  channel text not null default 'online',
  made_by uuid references auth.users (id) on delete set null,   -- null: the buyer, or the admin's account is deleted
  constraint orders_channel check (channel in ('online', 'telephone', 'counter', 'whatsapp', 'other')),
  constraint orders_made_by check (made_by is null or channel <> 'online')
);
create index orders_user_id_idx on public.orders (user_id, created_at desc, id);
create index orders_newest_idx on public.orders (created_at desc, id);
create index orders_status_idx on public.orders (status, created_at desc, id);
create index orders_cancelled_by_idx on public.orders (cancelled_by) where cancelled_by is not null;
create index orders_unpaid_idx on public.orders (created_at) where status = 'pending' and payment_state = 'awaiting_payment';
alter table public.orders enable row level security;
revoke all on public.orders from anon, authenticated;

-- nothing for anon
grant select on public.orders to authenticated, shop_mail;

-- one list for two kinds of people, since both are `authenticated`: the guard holds customers to status and cancelled_by.
-- no amount, address or payment state is in it: nobody rewrites an order
grant update (status, cancelled_by, cancel_reason, courier, tracking_number) on public.orders to authenticated;

-- only the order service inserts, and it writes every column that buyer and shop agree on; version and the dates are the database's
grant insert (id, user_id, status, full_name, company_name, gstin, address, city, state, pincode, email, phone, place_of_supply, seller_state,
  prices_include_gst, coupon_code, goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, shipping_cost, shipping_taxable,
  shipping_gst, total_amount, payment_method, payment_state) on public.orders to shop_orders;

-- no select for the order service: it makes the id itself and needs no other order. no delete for anyone: orders are kept

create policy "own orders, and all of them for admins" on public.orders for select to authenticated
  using ((user_id = (select auth.uid())) OR (select private.may('orders.read')));

-- the client's update (docs/rules.md#cancellation): {status: cancelled, cancelled_by} where status is pending; zero rows otherwise
create policy "cancel an own pending order" on public.orders for update to authenticated
  using (user_id = (select auth.uid()) and status = 'pending')
  with check (user_id = (select auth.uid()) and status = 'cancelled' and cancelled_by = (select auth.uid()));
create policy "admins move orders on" on public.orders for update to authenticated
  using ((select private.may('orders.process')))
  with check ((select private.may('orders.process')));
create policy "the mail sender reads" on public.orders for select to shop_mail using (true);
create index orders_checking_idx on public.orders (created_at) where status = 'pending' and payment_state = 'awaiting_verification';
grant insert (offers) on public.orders to shop_orders;

-- what the back office opens on: what needs doing, what was sold, what has just come in. one call, one transaction, one
-- moment (docs/decisions/0023). admins alone, asked once: definer, so that no policy is asked again for each of the rows.

-- the two queues without another index: few rows each, whatever the size of the shop. sales of sixty days are read from
-- orders_newest_idx: what came in lately lies together
create index orders_money_idx on public.orders (payment_state, created_at, id) where payment_state in ('awaiting_verification', 'refund_due');

-- the back office's list of orders: one call, one page, whatever is asked for. admins alone, asked once: definer, because the
-- policies would be asked for each of a hundred thousand rows, and ilike behind them uses no index.

-- lists that are narrow: a State is one of 37, and most orders come from a few of them
create index orders_state_idx on public.orders (state, created_at desc, id);

-- what is rare of the payments; awaiting_verification and refund_due are in orders_money_idx
create index orders_unsettled_idx on public.orders (payment_state, created_at desc, id) where payment_state in ('awaiting_payment', 'failed', 'refunded');

-- the dearest orders, and a way of paying that nobody uses (docs/decisions/0025)
create index orders_total_idx on public.orders (total_amount desc, id);
create index orders_method_idx on public.orders (payment_method, created_at desc, id);
create index orders_made_by_idx on public.orders (made_by) where made_by is not null;

-- buyers without an account: found by the newest of their orders, and erased by time
create index orders_guests_idx on public.orders (created_at desc, id) where user_id is null;
grant insert (channel, made_by) on public.orders to shop_orders;
create policy "the order service takes orders" on public.orders for insert to shop_orders
  with check ((status = 'pending') AND (payment_state = ANY (ARRAY['cod_pending', 'awaiting_payment'])) AND
CASE channel
    WHEN 'online' THEN ((user_id IS NOT NULL) AND (made_by IS NULL))
    ELSE private.staff_may(made_by, 'orders.create')
END);

-- sales alone, by when they were placed: a placed order is in it once it is accepted or paid
create index orders_sales_idx on public.orders (created_at)
  include (id, user_id, place_of_supply, payment_method, total_amount, shipping_cost, discount_total, total_gst, shipping_gst)
  where status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid');

-- what an order became that is no sale, by the same days
create index orders_no_sales_idx on public.orders (created_at)
  include (status, payment_state, total_amount)
  where not (status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid'));
create index orders_refused_claims_idx on public.orders (created_at) where status = 'pending' and payment_state = 'failed';
create index orders_to_collect_idx on public.orders (created_at, id) include (total_amount)
  where status in ('processing', 'shipped', 'delivered') and payment_state in ('awaiting_payment', 'awaiting_verification', 'failed');
create index orders_open_idx on public.orders (user_id) where status in ('pending', 'processing', 'shipped');

create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid references public.products (id) on delete set null,   -- null once deleted; everything else is frozen
  product_name text not null,
  sku text,
  hsn text,
  unit text not null default 'NOS',
  image_url text,
  quantity integer not null check (quantity > 0),
  unit_price numeric(12, 2) not null check (unit_price >= 0),
  discount numeric(12, 2) not null default 0 check (discount >= 0),   -- the coupon's share
  taxable numeric(12, 2) not null check (taxable >= 0),
  rate numeric(5, 2) not null check (rate between 0 and 100),
  cgst numeric(12, 2) not null check (cgst >= 0),
  sgst numeric(12, 2) not null check (sgst >= 0),
  igst numeric(12, 2) not null check (igst >= 0),
  total numeric(12, 2) not null check (total >= 0),                   -- what is paid for the line
  constraint order_items_total check (total = taxable + cgst + sgst + igst)
);
create index order_items_product_id_idx on public.order_items (product_id);
alter table public.order_items enable row level security;
revoke all on public.order_items from anon, authenticated;

-- nothing for anon
grant select on public.order_items to authenticated, shop_mail;
grant insert (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
  on public.order_items to shop_orders;

-- no update, no delete for anyone: lines are frozen
create policy "lines of visible orders" on public.order_items for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));

-- under the caller's own policies
create policy "the order service writes lines" on public.order_items for insert to shop_orders with check (true);
create policy "the mail sender reads" on public.order_items for select to shop_mail using (true);

-- the figures of /admin/sales-analytics (docs/decisions/0028). one call a screen, added up from the rows when it is asked:
-- nothing is kept, so nothing can be late or wrong. definer, so that no policy is asked again for each of the rows behind a
-- sum; each begins by asking whether an admin is there. the day of a moment by the offset that india has had since 1945, which
-- is faster than by the name of its zone; names and the previous period only for what is shown.

-- in the place of the index on order_id alone: as many entries, a little longer, and the sums need not fetch the lines
create index order_items_sums_idx on public.order_items (order_id) include (product_id, quantity, total);

-- the lines of every order add up to it. deferred to the commit, because the order comes before its lines;
-- line prices add up too: unit price × quantity less the coupon's share is what the order shows as goods.
create function private.check_order_sums() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lines record;
begin
  select count(*) as n, sum(i.total) as total, sum(i.taxable) as taxable, sum(i.cgst) as cgst, sum(i.sgst) as sgst, sum(i.igst) as igst,
    sum(i.discount) as discount, sum(i.unit_price * i.quantity - i.discount) as goods
  into lines from public.order_items i where i.order_id = new.id;
  if (lines.total, lines.taxable, lines.cgst, lines.sgst, lines.igst, lines.discount, lines.goods) is not distinct from
     (new.subtotal_base + new.total_gst, new.subtotal_base, new.cgst, new.sgst, new.igst, new.discount_total, new.goods_total) then
    return null;   -- sums of no line at all are null, and an order's amounts are not
  end if;
  if not exists (select from public.orders where id = new.id) then return null; end if;   -- deleted again in the same transaction
  if lines.n = 0 then
    raise exception 'An order has at least one line' using errcode = '23514';
  end if;
  raise exception 'The lines of order % do not add up to its totals', new.id using errcode = '23514';
end $$;
revoke all on function private.check_order_sums() from public;

-- every step an order took. written by the trigger of order_effects in the step's own transaction.

create table public.order_status_history (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  notes text check (length(notes) <= 600),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  automatic boolean not null default false   -- true: the note only names the step, so a timeline need not show it
);
create index order_status_history_order_id_idx on public.order_status_history (order_id, created_at);
create index order_status_history_created_by_idx on public.order_status_history (created_by);
alter table public.order_status_history enable row level security;
revoke all on public.order_status_history from anon, authenticated;

-- nothing for anon
grant select on public.order_status_history to authenticated;
grant insert (order_id, status, notes, created_by) on public.order_status_history to authenticated;

-- see absorb_insert
-- no update, no delete: history is not rewritten
create policy "history of visible orders" on public.order_status_history for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "the client's own cancellation" on public.order_status_history for insert to authenticated
  with check (created_by = (select auth.uid()) and status = 'cancelled');

-- after its update the client inserts the history row itself. the step has already written it, so the
-- insert is accepted for one's own cancelled order and absorbed (docs/rules.md#cancellation). a row swallowed by a before trigger never
-- reaches the policies, so this trigger checks everything itself.
create function private.absorb_history_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.created_by is distinct from auth.uid() or new.status <> 'cancelled' or not exists (
    select from public.orders o where o.id = new.order_id and o.user_id = auth.uid() and o.status = 'cancelled'
  ) then
    raise exception 'new row violates row-level security policy for table "order_status_history"' using errcode = '42501';
  end if;
  return null;
end $$;
revoke all on function private.absorb_history_insert() from public;
create trigger absorb_insert before insert on public.order_status_history
  for each row when (current_user in ('anon', 'authenticated')) execute function private.absorb_history_insert();

-- what a step does. before: may it be taken, by this caller, with these columns? after: history, notification, mail,
-- invoice number, stock. all in the step's own transaction (docs/rules.md#orders).

-- a definer function cannot see its caller, so the trigger's condition looks and passes an argument:
-- 'client' is a person over rest, 'server' is the owner, service_role or another trigger.
create function private.guard_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  actors text[] := '{}';
  step record;
begin
  if tg_argv[0] = 'client' then
    if private.may('orders.process') then actors := actors || 'admin'::text; end if;
    if old.user_id = me then actors := actors || 'customer'::text; end if;
  else
    actors := '{admin,system}';
  end if;

  if new.status = old.status then
    if old.status = 'cancelled' and (new.cancelled_by, new.cancel_reason) is distinct from (old.cancelled_by, old.cancel_reason) and tg_argv[0] = 'client' then
      raise exception 'A cancelled order keeps who cancelled it and why' using errcode = 'PT409', detail = '{"code":"ORDER_CLOSED"}';
    end if;
  else
    -- a reason makes it the admin's step. without one it can still be the customer's own cancellation, also of a customer who is staff
    select s.* into step from public.order_steps s
      where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)
        and (not s.needs_reason or btrim(coalesce(new.cancel_reason, '')) <> '')
      order by s.needs_reason desc, s.actor limit 1;
    if not found then
      if exists (select from public.order_steps s where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)) then
        raise exception 'This step needs a reason' using errcode = '23514', detail = '{"code":"REASON_REQUIRED"}';
      end if;
      raise exception 'An order cannot go from % to %', old.status, new.status
        using errcode = case when 'admin' = any (actors) then 'PT409' else '42501' end, detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', old.status, 'to', new.status)::text;
    end if;
    if step.actor = 'customer' and new.cancelled_by is distinct from me then
      raise exception 'An order is cancelled in one''s own name' using errcode = '42501';
    end if;
    if step.actor = 'admin' and new.status = 'cancelled' and tg_argv[0] = 'client' then
      new.cancelled_by := me;   -- whatever the request said
    end if;
    if new.status = 'delivered' and new.payment_state = 'cod_pending' then new.payment_state := 'paid'; end if;
    if new.status = 'cancelled' and new.payment_state = 'paid' then new.payment_state := 'refund_due'; end if;
  end if;

  if tg_argv[0] = 'client' and not 'admin' = any (actors)
    and (new.courier, new.tracking_number, new.cancel_reason) is distinct from (old.courier, old.tracking_number, old.cancel_reason) then
    raise exception 'permission denied for table orders' using errcode = '42501';   -- docs/rules.md#what-customers-may-change
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
revoke all on function private.guard_order_step() from public;

-- gives the goods of a cancelled order back. products are locked in id order, as every writer of stock does.
create function private.restock(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  perform set_config('shop.stock_reason', 'cancellation', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.quantity, units_sold = greatest(p.units_sold - b.quantity, 0)
    from (select i.product_id, sum(i.quantity)::integer as quantity from public.order_items i where i.order_id = p_order group by 1) b
    where p.id = b.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $$;
revoke all on function private.restock(uuid) from public;

create function private.follow_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.notify_order_step(new, null, coalesce(auth.uid(), new.user_id));
    return null;
  end if;
  if new.status = 'processing' then
    perform private.issue_document(new.id, 'invoice');
  elsif new.status = 'delivered' and old.payment_state = 'cod_pending' then
    update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    perform private.issue_document(new.id, 'credit_note', d.id) from public.documents d where d.order_id = new.id and d.kind = 'invoice';
  end if;
  perform private.notify_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $$;
revoke all on function private.follow_order_step() from public;

-- place-order's keys: the same key answers the same order again (docs/rules.md#placing-an-order). kept private: answers name orders.

create table private.order_requests (
  user_id uuid not null references auth.users (id) on delete cascade,
  key text not null check (length(key) between 8 and 200),
  body_hash text not null,
  response jsonb,
  order_id uuid references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index order_requests_order_id_idx on private.order_requests (order_id);
alter table private.order_requests enable row level security;
grant select on private.order_requests to shop_orders;
grant insert (user_id, key, body_hash, response, order_id) on private.order_requests to shop_orders;
grant update (response, order_id) on private.order_requests to shop_orders;

-- no delete for the order service: a used key stays used
create policy "the order service looks up" on private.order_requests for select to shop_orders using (true);
create policy "the order service claims" on private.order_requests for insert to shop_orders with check (true);
create policy "the order service answers" on private.order_requests for update to shop_orders using (true) with check (true);

-- the back office's log of an order: which fields changed, by whom. field names only, never personal values (docs/india.md#personal-data).

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  fields text[] not null,
  actor uuid,
  created_at timestamptz not null default now()
);
create index order_events_order_id_idx on public.order_events (order_id, id);
alter table public.order_events enable row level security;
revoke all on public.order_events from anon, authenticated;

-- nothing for anon
grant select on public.order_events to authenticated;

-- written by the trigger alone
create policy "admins read" on public.order_events for select to authenticated
  using ((select private.may('orders.read')));

create function private.log_order_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  select array_agg(n.key order by n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key not in ('version', 'updated_at');
  if changed is not null then
    insert into public.order_events (order_id, fields, actor, created_at) values (new.id, changed, auth.uid(), private.clock_now());
  end if;
  return null;
end $$;
revoke all on function private.log_order_change() from public;

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

-- records a step in the history and notifies the customer, in the shop and by mail. title and message are the owner's own texts
-- where there are some
create function private.notify_order_step(p_order public.orders, p_previous text, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
  -- orders that are made up for a demo, or brought along from another shop, mail nobody
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $$;
revoke all on function private.notify_order_step(public.orders, text, uuid) from public;

-- How many orders one account may place, and to whom mails about orders go.

-- Manual orders are the shop's own acts and have no limit. Only the order service writes orders for clients, so
-- demo data and orders brought along from elsewhere pass.
create function private.guard_order_limits() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  placed timestamptz := private.clock_now();
  most integer;
begin
  -- one order of an account at a time: two at once would both be below the limit. the order service holds its locks on goods and
  -- discounts by now, and takes none after this
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(new.user_id::text));
  most := private.limit_of('orders_per_hour');
  if (select count(*) from (select from public.orders o
      where o.user_id = new.user_id and o.channel = 'online' and o.created_at > placed - interval '1 hour' limit most) c) >= most then
    raise exception 'Too many orders in an hour' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_ORDERS', 'limit', most)::text;
  end if;
  if new.payment_state = 'awaiting_payment' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders o where o.user_id = new.user_id and o.channel = 'online' and o.status = 'pending'
        and o.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if new.payment_state = 'cod_pending' then
    most := private.limit_of('first_cod_rupees');
    if new.total_amount + (select coalesce(sum(o.total_amount), 0) from public.orders o where o.user_id = new.user_id and o.payment_state = 'cod_pending'
        and o.status in ('pending', 'processing', 'shipped')) > most
      and not exists (select from public.orders o where o.user_id = new.user_id and o.status = 'delivered') then
      raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', most)::text;
    end if;
  end if;
  return new;
end $$;
revoke all on function private.guard_order_limits() from public;

-- Mails about an online order go to the verified address of its account, whatever address was typed at the checkout: a stranger
-- must not get mail in the shop's name with a text that someone else chose. An address that staff enter for a manual order is
-- trusted. Every mail about an order passes here; without a verified address none is sent (skip_without_recipient).
create function private.address_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o record;
begin
  select x.channel, x.user_id into o from public.orders x where x.id = (new.data ->> 'order_id')::uuid;
  if o.channel = 'online' then
    new.recipient := coalesce((select u.email from auth.users u where u.id = o.user_id and u.email_confirmed_at is not null), '');
  end if;
  return new;
end $$;
revoke all on function private.address_order_mail() from public;
