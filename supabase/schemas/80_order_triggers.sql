-- All triggers of orders, in the order in which they fire: before the row, then after it, then after the statement; among equals by name.
-- Each trigger function is in the file of its subject (search for `function private.NAME`).
--
-- What happens when an order is cancelled, in one transaction:
--   1. guard_step_*: is this step allowed for this person (order_steps)? a paid order becomes refund_due (40_orders.sql).
--      guard_delivered_parcels: is no parcel of it delivered?
--   2. follow_step: goods that have not left go back to stock (private.restock), parcels under way are called back (private.call_back),
--      coupons and offers of the order can be used again (private.release_discounts), the paid payment becomes refund_due, each issued
--      invoice is reversed by a credit note, and the customer gets a notification and a mail (private.notify_order_step). in this sequence,
--      in which every step takes its locks (docs/decisions/0138-one-sequence-of-locks.md).
--      what is left of the payment is a refund that is due (follow_refunded_payment, 41_refunds.sql); one of Razorpay is queued (44_razorpay_refunds.sql).
--      stock that rises from nothing is noted for those who wait for the product (note_restocked, 63_wishlist.sql).
--   3. log_change: the order's own log; figures_changed: the customer's figures (50_admin_customers.sql); the audit log.
-- When an order is placed, figures_placed updates the customer's figures.

-- ── before ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
create trigger guard_closed_shop before insert on public.orders
  for each row when (new.channel = 'online' and current_user = 'shop_orders') execute function private.guard_closed_shop();
create trigger guard_order_limits before insert on public.orders
  for each row when (new.channel = 'online' and new.user_id is not null and current_user = 'shop_orders') execute function private.guard_order_limits();

-- also where triggers are off: no order is without a number
create trigger give_number before insert on public.orders for each row execute function private.give_order_number();
alter table public.orders enable always trigger give_number;
create trigger keep_number before update on public.orders
  for each row when (old.order_number is distinct from new.order_number) execute function private.keep_order_number();

-- not a choice of the order service
create trigger freeze_invoicing before insert on public.orders for each row execute function private.freeze_invoicing();

-- an admin at the counter too: the account must be unblocked first
create trigger refuse_blocked before insert on public.orders for each row when (new.user_id is not null) execute function private.refuse_blocked();

create trigger guard_reopening before update of status on public.orders
  for each row when (old.status = 'cancelled' and new.status = 'pending') execute function private.guard_reopening();
create trigger guard_step_server before update on public.orders
  for each row when (current_user not in ('anon', 'authenticated')) execute function private.guard_order_step('server');
create trigger guard_step_client before update on public.orders
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_order_step('client');
create trigger guard_delivered_parcels before update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status in ('processing', 'shipped')) execute function private.guard_delivered_parcels();
create trigger read_delivery_charge before insert or update of charges on public.orders
  for each row when (private.are_charges(new.charges)) execute function private.read_delivery_charge();
create trigger hold_doubted_goods before update of status on public.orders
  for each row when (new.status in ('processing', 'shipped') and old.status <> new.status and new.payment_method = 'razorpay') execute function private.hold_doubted_goods();

-- ── after each row ──────────────────────────────────────────────────────────────────────────────────────────────────────────
create trigger erase_notes after update of full_name, phone on public.orders
  for each row when (new.phone = '' and (old.full_name, old.phone) is distinct from (new.full_name, new.phone)) execute function private.erase_order_notes();
create trigger follow_courier after update of courier, tracking_number on public.orders
  for each row when (old.status = new.status and (old.courier, old.tracking_number) is distinct from (new.courier, new.tracking_number))
  execute function private.follow_courier();
create trigger follow_placement after insert on public.orders
  for each row execute function private.follow_order_step();
create trigger follow_reopening after update of status on public.orders
  for each row when (old.status = 'cancelled' and new.status = 'pending') execute function private.follow_reopening();
create trigger follow_step after update of status on public.orders
  for each row when (old.status is distinct from new.status) execute function private.follow_order_step();

create trigger log_change after update on public.orders for each row execute function private.log_order_change();

-- what is erased of an order is erased from its search words too
create trigger words_changed after update of full_name, company_name, phone on public.orders
  for each row when ((old.full_name, old.company_name, old.phone) is distinct from (new.full_name, new.company_name, new.phone))
  execute function private.follow_order_words();
create trigger words_written after insert on public.orders for each row execute function private.follow_order_words();

-- the customer's figures
create trigger figures_placed after insert on public.orders for each row execute function private.follow_placed_order();

-- the owner's other systems (77_webhooks.sql)
create trigger queue_placed_event after insert on public.orders for each row execute function private.queue_order_event();
create trigger queue_step_event after update of status, total_amount on public.orders
  for each row when ((old.status, old.total_amount) is distinct from (new.status, new.total_amount)) execute function private.queue_order_event();

-- sums of past days (49_sales_days.sql): of an order of an earlier day alone, and only of what is summed. lines change only before dispatch, and
-- with the version of their order, while its status and its payment stay
create trigger sales_changed after update on public.orders
  for each row when (
    least(old.created_at, new.created_at) < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes'
    and ((old.created_at, old.place_of_supply, old.payment_method, old.total_amount, old.charges_total, old.discount_total, old.total_gst, old.charges_gst,
        old.status = 'cancelled', old.status = 'pending', old.status = 'pending' and old.payment_state = 'paid', old.payment_state in ('refund_due', 'refunded'))
      is distinct from (new.created_at, new.place_of_supply, new.payment_method, new.total_amount, new.charges_total, new.discount_total, new.total_gst, new.charges_gst,
        new.status = 'cancelled', new.status = 'pending', new.status = 'pending' and new.payment_state = 'paid', new.payment_state in ('refund_due', 'refunded'))
      or old.status in ('pending', 'processing') and (old.status, old.payment_state) = (new.status, new.payment_state) and old.version <> new.version))
  execute function private.note_sales_change();
create trigger sales_deleted after delete on public.orders
  for each row when (old.created_at < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes')
  execute function private.note_sales_change();
create trigger sales_placed_earlier after insert on public.orders
  for each row when (new.created_at < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes')
  execute function private.note_sales_change();

-- ── after the statement ─────────────────────────────────────────────────────────────────────────────────────────────────────
create trigger figures_changed after update on public.orders referencing old table as before new table as changed
  for each statement execute function private.follow_customer_figures();
create trigger figures_deleted after delete on public.orders referencing old table as before
  for each statement execute function private.follow_customer_figures();

-- the audit log: steps and what is written beside them; of the buyer only the field name, never the value. placing an order online is not
-- logged (the order, its history and the stock movements show it), but a manual order is an act of the staff
select private.audit_table('public.orders', '{update,delete}', p_skipped => '{user_id,charges,offers}',
  p_shown => '{status,payment_state,payment_method,courier,tracking_number,cancelled_by,total_amount,goods_total,discount_total,subtotal_base,total_gst,cgst,sgst,igst,shipping_cost,charges_total,charges_gst,place_of_supply,coupon_code}');
select private.audit_table('public.orders', '{insert}', p_skipped => '{user_id,id}', p_shown => '{status,channel,payment_method,total_amount}',
  p_when => 'current_user = ''shop_orders'' and coalesce(current_setting(''request.jwt.claims'', true), '''') <> ''''');

-- ── at commit ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
create constraint trigger check_sums after insert on public.orders deferrable initially deferred
  for each row execute function private.check_order_sums();

-- and of an order that is changed
create constraint trigger check_changed_sums after update of goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst on public.orders deferrable initially deferred
  for each row execute function private.check_order_sums();
