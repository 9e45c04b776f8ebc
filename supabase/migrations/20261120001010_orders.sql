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
  payment_method text not null check (payment_method in ('cod', 'upi', 'razorpay', 'cash')),
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
  constraint orders_cancelled_by check (status = 'cancelled' or (cancelled_by is null and cancel_reason is null))
);
create index orders_user_id_idx on public.orders (user_id, created_at desc, id);
create index orders_newest_idx on public.orders (created_at desc, id);
create index orders_status_idx on public.orders (status, created_at desc, id);
create index orders_cancelled_by_idx on public.orders (cancelled_by) where cancelled_by is not null;
create index orders_unpaid_idx on public.orders (created_at) where status = 'pending' and payment_state = 'awaiting_payment';

alter table public.orders enable row level security;
revoke all on public.orders from anon, authenticated;   -- nothing for anon
grant select on public.orders to authenticated, shop_mail;
-- one list for two kinds of people, since both are `authenticated`: the guard holds customers to status and cancelled_by.
-- no amount, address or payment state is in it: nobody rewrites an order
grant update (status, cancelled_by, cancel_reason, courier, tracking_number) on public.orders to authenticated;
-- insert is the desk's alone, and it writes every column that is agreed; version and the dates are the database's
grant insert (id, user_id, status, full_name, company_name, gstin, address, city, state, pincode, email, phone, place_of_supply, seller_state,
  prices_include_gst, coupon_code, goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, shipping_cost, shipping_taxable,
  shipping_gst, total_amount, payment_method, payment_state) on public.orders to shop_orders;
-- no select for the desk: it makes the id itself and needs nobody's orders. no delete for anyone: orders are kept

create policy "own orders, and all of them for admins" on public.orders for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
-- the client's update (docs/rules.md#cancellation): {status: cancelled, cancelled_by} where status is pending; zero rows otherwise
create policy "cancel an own pending order" on public.orders for update to authenticated
  using (user_id = (select auth.uid()) and status = 'pending')
  with check (user_id = (select auth.uid()) and status = 'cancelled' and cancelled_by = (select auth.uid()));
create policy "admins move orders on" on public.orders for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "the desk takes orders" on public.orders for insert to shop_orders
  with check (status = 'pending' and user_id is not null and payment_state in ('cod_pending', 'awaiting_payment'));
create policy "the mail sender reads" on public.orders for select to shop_mail using (true);

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
create index order_items_order_id_idx on public.order_items (order_id);
create index order_items_product_id_idx on public.order_items (product_id);

alter table public.order_items enable row level security;
revoke all on public.order_items from anon, authenticated;   -- nothing for anon
grant select on public.order_items to authenticated, shop_mail;
grant insert (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
  on public.order_items to shop_orders;
-- no update, no delete for anyone: lines are frozen
create policy "lines of visible orders" on public.order_items for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));   -- under the caller's own policies
create policy "the desk writes lines" on public.order_items for insert to shop_orders with check (true);
create policy "the mail sender reads" on public.order_items for select to shop_mail using (true);

-- the sum of the lines is the order, whoever wrote it. deferred to the commit, because the order comes before its lines;
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
create constraint trigger check_sums after insert on public.orders deferrable initially deferred
  for each row execute function private.check_order_sums();
