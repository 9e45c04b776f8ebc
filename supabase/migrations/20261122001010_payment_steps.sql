-- Which way the state of a payment may go, and by whom. The guard reads these rows, as the guard of orders reads order_steps.
create table public.payment_steps (
  from_state text not null check (from_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  to_state text not null check (to_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  actor text not null check (actor in ('customer', 'admin', 'system')),
  primary key (from_state, to_state, actor)
);
insert into public.payment_steps (from_state, to_state, actor) values
  ('awaiting_payment', 'awaiting_verification', 'customer'),   -- the buyer tells the bank's reference
  ('failed', 'awaiting_verification', 'customer'),             -- and corrects one that was not found
  ('cod_pending', 'paid', 'admin'),
  ('awaiting_payment', 'paid', 'admin'),
  ('awaiting_verification', 'paid', 'admin'),
  ('awaiting_verification', 'failed', 'admin'),                -- the money is not on the account
  ('failed', 'paid', 'admin'),                                 -- it turned up after all
  ('refund_due', 'refunded', 'admin'),
  ('cod_pending', 'paid', 'system'),                           -- delivered
  ('awaiting_payment', 'awaiting_verification', 'system'),     -- Razorpay holds the money or does not know yet
  ('awaiting_verification', 'awaiting_payment', 'system'),     -- and then nothing came of it
  ('awaiting_payment', 'paid', 'system'),
  ('awaiting_verification', 'paid', 'system'),
  ('awaiting_payment', 'refund_due', 'system'),                -- it arrived for an order that stays cancelled
  ('awaiting_verification', 'refund_due', 'system'),
  ('paid', 'refund_due', 'system'),                            -- the order was cancelled
  ('paid', 'refunded', 'system'),                              -- sent back in Razorpay's dashboard
  ('refund_due', 'refunded', 'system');
alter table public.payment_steps enable row level security;
revoke all on public.payment_steps from anon, authenticated;   -- nothing for anon
grant select on public.payment_steps to authenticated;         -- changed by migrations alone
create policy "signed-in people read" on public.payment_steps for select to authenticated using (true);

-- what an admin recorded as paid on a cancelled order is due back; until now the payment itself stayed 'paid', and no screen could
-- book its refund
update public.payments p set state = 'refund_due' from public.orders o
  where o.id = p.order_id and o.status = 'cancelled' and o.payment_state = 'refund_due' and p.state = 'paid';

-- 'wire': a person over rest. 'server': the owner, service_role or another function, as in guard_order_step. Money that arrives for
-- an order that the clock has cancelled opens it again if its goods are still there, and is due back otherwise: the same rule for
-- every way of paying (settle_razorpay_payment decides it before it comes here).
create function private.guard_payment_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actors text[] := case when tg_argv[0] = 'wire' then array['admin'] else array['customer', 'admin', 'system'] end;
  o public.orders;
begin
  if not exists (select from public.payment_steps s where s.from_state = old.state and s.to_state = new.state and s.actor = any (actors)) then
    raise exception 'A payment cannot go from % to %', old.state, new.state
      using errcode = 'PT409', detail = jsonb_build_object('code', 'PAYMENT_STEP_NOT_ALLOWED', 'from', old.state, 'to', new.state)::text;
  end if;
  if new.state <> 'paid' then return new; end if;
  -- the order's row first for everybody who has not locked it yet: a cancellation at the same moment waits, or is waited for
  select x.* into o from public.orders x where x.id = new.order_id for no key update;
  if o.status <> 'cancelled' then return new; end if;
  if o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(o.id) then
    update public.orders x set status = 'pending', payment_state = 'paid' where x.id = o.id;
  else
    new.state := 'refund_due';
  end if;
  return new;
end $$;
revoke all on function private.guard_payment_step() from public;
create trigger guard_payment_step_wire before update of state on public.payments
  for each row when (old.state is distinct from new.state and current_user in ('anon', 'authenticated')) execute function private.guard_payment_step('wire');
create trigger guard_payment_step_server before update of state on public.payments
  for each row when (old.state is distinct from new.state and current_user not in ('anon', 'authenticated')) execute function private.guard_payment_step('server');
