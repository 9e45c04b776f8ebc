-- which steps an order may take, and by whom (docs/rules.md#order-states): the guard and the screens read these rows.

create table public.order_steps (
  from_status text not null check (from_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  to_status text not null check (to_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  actor text not null check (actor in ('customer', 'admin', 'system')),
  needs_reason boolean not null default false,   -- the panel requires it, the customer sees it
  display_order integer not null default 0,
  primary key (from_status, to_status, actor)
);

-- refused at the door

alter table public.order_steps enable row level security;
revoke all on public.order_steps from anon, authenticated;
grant select on public.order_steps to anon, authenticated;

-- changed by migrations alone: not even admins rewrite the rules
create policy "everyone reads" on public.order_steps for select to anon, authenticated using (true);
insert into public.order_steps (from_status, to_status, actor, needs_reason, display_order) values
  ('pending', 'processing', 'admin', false, 1),      -- accepting: issues the invoice number, has no undo
  ('processing', 'shipped', 'admin', false, 2),
  ('shipped', 'delivered', 'admin', false, 3),
  ('pending', 'cancelled', 'customer', false, 4),
  ('pending', 'cancelled', 'system', false, 5),      -- left unpaid
  ('pending', 'cancelled', 'admin', true, 6),
  ('processing', 'cancelled', 'admin', true, 7),
  ('shipped', 'cancelled', 'admin', true, 8);

-- what is paid in addition to the goods (docs/decisions/0048-charges.md): [{kind, label, cost, amount, taxable, gst, rate}] in rupees and
-- percent. every sum of charges is made here.
create function private.charge_sum(charges jsonb, field text, only_kind text default null) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(sum((c.value ->> field)::numeric), 0) from jsonb_array_elements(charges) c where only_kind is null or c.value ->> 'kind' = only_kind
$$;

-- is it a list of charges, each kind once, whose amounts are whole paise and add up?
create function private.are_charges(charges jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(charges) = 'array' then (
    select coalesce(bool_and(case
        when jsonb_typeof(c.value) <> 'object' then false
        when (c.value ->> 'kind') ~ '^[a-z][a-z_]{0,39}$' and length(btrim(c.value ->> 'label')) between 1 and 60
          and jsonb_typeof(c.value -> 'cost') = 'number' and jsonb_typeof(c.value -> 'amount') = 'number'
          and jsonb_typeof(c.value -> 'taxable') = 'number' and jsonb_typeof(c.value -> 'gst') = 'number'
          and coalesce(jsonb_typeof(c.value -> 'rate'), 'none') in ('number', 'null')
        then (select a.cost >= a.amount and a.amount = a.taxable + a.gst and a.taxable >= 0 and a.gst >= 0 and coalesce(a.rate between 0 and 100, true)
            and (a.cost, a.amount, a.taxable, a.gst) = (round(a.cost, 2), round(a.amount, 2), round(a.taxable, 2), round(a.gst, 2))
          from jsonb_to_record(c.value) a (cost numeric, amount numeric, taxable numeric, gst numeric, rate numeric))
        else false end), true) and count(*) = count(distinct c.value ->> 'kind')
    from jsonb_array_elements(charges) c) else false end
$$;

grant execute on function private.charge_sum(jsonb, text, text), private.are_charges(jsonb) to public;   -- the constraints of orders call them for every writer

-- an order freezes what was agreed: who, where to, and every amount (docs/rules.md#frozen-facts). prices are never looked up again.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- null once the account is deleted (the document is kept 72 months) and for a counter sale to a walk-in customer
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
  shipping_cost numeric(12, 2) not null default 0 check (shipping_cost >= 0),   -- the charge for delivery, taken from `charges`
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  payment_method text not null check (payment_method in ('cod', 'upi', 'razorpay', 'cash', 'card', 'bank', 'credit')),
  payment_state text not null
    check (payment_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  courier text check (length(courier) <= 80),
  tracking_number text check (length(tracking_number) <= 80),
  cancelled_by uuid references auth.users (id) on delete set null,   -- null: the system, or not cancelled
  cancel_reason text check (length(cancel_reason) <= 400),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_total check (total_amount = subtotal_base + total_gst + private.charge_sum(charges, 'amount')),
  constraint orders_heads check (total_gst = cgst + sgst + igst),
  constraint orders_one_kind_of_supply check (case when place_of_supply = seller_state then igst = 0 else cgst = 0 and sgst = 0 end),
  constraint orders_goods check (goods_total = case when prices_include_gst then subtotal_base + total_gst else subtotal_base end),
  constraint orders_shipping check (shipping_cost = private.charge_sum(charges, 'amount', 'delivery')),
  constraint orders_cancelled_by check (status = 'cancelled' or (cancelled_by is null and cancel_reason is null)),
  -- what was taken off by which offer or coupon: [{id, name, code, amount, free_delivery}], amounts in rupees, names as they were.
  -- older orders have none, and their coupon is in coupon_code
  offers jsonb not null default '[]' check (jsonb_typeof(offers) = 'array'),
  -- manual orders, taken on the phone and at the counter (docs/decisions/0026-manual-orders.md), come from the same order service
  -- as online ones; these columns say how an order came and which admin entered it. `online`: the buyer did
  channel text not null default 'online',
  made_by uuid references auth.users (id) on delete set null,   -- null: the buyer, or the admin's account is deleted
  constraint orders_channel check (channel in ('online', 'telephone', 'counter', 'whatsapp', 'other')),
  constraint orders_made_by check (made_by is null or channel <> 'online'),
  charges jsonb not null default '[]',
  constraint orders_charges check (private.are_charges(charges)),
  charges_total numeric(12, 2) not null generated always as (private.charge_sum(charges, 'amount')) stored,
  charges_gst numeric(12, 2) not null generated always as (private.charge_sum(charges, 'gst')) stored,
  -- said on the telephone, written as 482-715; the database gives it (40_order_numbers.sql)
  order_number integer not null,
  constraint orders_order_number_key unique (order_number),
  -- the setting when it was placed (45_shipment_invoices.sql): each parcel has an invoice, or the whole order has one when it is accepted
  invoice_per_parcel boolean not null default false,
  -- what of the total its customer pays from store credit; `credit` is the method of an order that it pays whole (41_store_credit.sql)
  store_credit numeric(12, 2) not null default 0,
  constraint orders_store_credit check (store_credit between 0 and total_amount)
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
-- no amount, address or payment state is in it: orders are not rewritten
grant update (status, cancelled_by, cancel_reason, courier, tracking_number) on public.orders to authenticated;

-- only the order service inserts, and it writes every column that buyer and shop agree on; version and the dates are the database's
grant insert (id, user_id, status, full_name, company_name, gstin, address, city, state, pincode, email, phone, place_of_supply, seller_state,
  prices_include_gst, coupon_code, goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method,
  payment_state, charges, store_credit) on public.orders to shop_orders;

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

-- the two queues without another index: few rows each, for any size of the shop. sales of sixty days are read from
-- orders_newest_idx: recent orders are adjacent in it
create index orders_money_idx on public.orders (payment_state, created_at, id) where payment_state in ('awaiting_verification', 'refund_due');

-- lists that are narrow: a State is one of 37, and most orders come from a few of them
create index orders_state_idx on public.orders (state, created_at desc, id);

-- what is rare of the payments; awaiting_verification and refund_due are in orders_money_idx
create index orders_unsettled_idx on public.orders (payment_state, created_at desc, id) where payment_state in ('awaiting_payment', 'failed', 'refunded');

-- the most expensive orders, and rare payment methods (docs/decisions/0025)
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
  include (id, user_id, place_of_supply, payment_method, total_amount, charges_total, discount_total, total_gst, charges_gst)
  where status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid');

-- what an order became that is no sale, by the same days
create index orders_no_sales_idx on public.orders (created_at)
  include (status, payment_state, total_amount)
  where not (status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid'));
create index orders_refused_claims_idx on public.orders (created_at) where status = 'pending' and payment_state = 'failed';

-- as private.is_to_collect says
create index orders_to_collect_idx on public.orders (created_at, id) include (total_amount)
  where status in ('processing', 'shipped', 'delivered') and payment_state in ('awaiting_payment', 'awaiting_verification', 'failed')
    or status in ('shipped', 'delivered') and payment_state = 'cod_pending';
create index orders_open_idx on public.orders (user_id) where status in ('pending', 'processing', 'shipped');

-- the contract names delivery's column (docs/api.md): it is read from the list. not generated, because a published row leaves generated columns out
create function private.read_delivery_charge() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.shipping_cost := private.charge_sum(new.charges, 'amount', 'delivery');
  return new;
end $$;
revoke all on function private.read_delivery_charge() from public;

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
  constraint order_items_total check (total = taxable + cgst + sgst + igst),
  -- pieces that were accepted and are not sent any more (cancel_rest), or were not delivered (book_undelivered): the line stays what was agreed
  cancelled_quantity integer not null default 0,
  constraint order_items_cancelled check (cancelled_quantity between 0 and quantity)
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

-- what a sale is, in one place: the dashboard, the analytics and the list of orders behind a figure use the same definition (docs/decisions/0023).
-- an order that is not cancelled and that the shop has accepted or been paid for. a body in standard sql, so that it is
-- inlined into the calling query: a condition, not a call for each row.
create function private.is_sale(status text, payment_state text) returns boolean
language sql immutable return status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid');
revoke all on function private.is_sale(text, text) from public;
