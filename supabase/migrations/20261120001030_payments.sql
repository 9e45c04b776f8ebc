-- attempts to pay, attached to an order that exists already (docs/rules.md#order-before-payment). orders.payment_state is the sum of them.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  method text not null check (method in ('cod', 'upi', 'razorpay', 'cash')),
  state text not null
    check (state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  amount numeric(12, 2) not null check (amount >= 0),
  reference text unique check (length(reference) <= 64),            -- ours: `tr` of a upi link
  provider_reference text unique check (length(provider_reference) <= 100),   -- theirs: utr or payment id; one payment, one order
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payments_order_id_idx on public.payments (order_id, created_at);
create index payments_state_idx on public.payments (state, created_at);
create trigger touch_updated_at before update on public.payments for each row execute function private.touch_updated_at();

-- an admin who confirms or refunds a payment moves the order's payment state in the same transaction
create function private.follow_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set payment_state = case when status = 'cancelled' and new.state = 'paid' then 'refund_due' else new.state end
    where id = new.order_id and payment_state <> new.state;
  return null;
end $$;
revoke all on function private.follow_payment() from public;
create trigger follow_payment after update of state on public.payments
  for each row when (old.state is distinct from new.state and pg_trigger_depth() = 0) execute function private.follow_payment();

alter table public.payments enable row level security;
revoke all on public.payments from anon, authenticated;   -- nothing for anon
grant select on public.payments to authenticated;
grant update (state, provider_reference) on public.payments to authenticated;
grant insert (order_id, method, state, amount, reference) on public.payments to shop_orders;
-- amount and method are not updated, nothing is deleted: money leaves a trace
create policy "payments of visible orders" on public.payments for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy "admins settle" on public.payments for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "the desk opens a payment" on public.payments for insert to shop_orders
  with check (state in ('cod_pending', 'awaiting_payment'));
