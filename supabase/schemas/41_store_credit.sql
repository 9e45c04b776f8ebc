-- store credit: money that the shop owes an account and that the account spends in the shop (docs/decisions/0094-store-credit-and-exchange.md).
-- the entries are the ledger, and are only added to; the balance of an account is their sum. it is a means of payment and no discount: amounts,
-- tax and documents of an order do not know it, but for orders.store_credit, what of the total it pays.

create table public.store_credit_balances (
  user_id uuid primary key references auth.users (id) on delete cascade,
  balance numeric(12, 2) not null default 0 constraint store_credit_never_below_zero check (balance >= 0)
);
alter table public.store_credit_balances enable row level security;
revoke all on public.store_credit_balances from anon, authenticated;
revoke insert, update, delete, truncate on public.store_credit_balances from service_role;

-- nothing for anon. no write for anyone: functions alone
grant select on public.store_credit_balances to authenticated;
create policy "the own balance, and all of them for staff with the payments" on public.store_credit_balances for select to authenticated
  using (user_id = (select auth.uid()) or (select private.may('payments.manage')));

create table public.store_credit_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,      -- null: the account is deleted, the books stay
  amount numeric(12, 2) not null check (amount <> 0),              -- what the balance grew by
  kind text not null check (kind in ('refund', 'order', 'staff')), -- staff: given or taken by hand, with a reason
  reason text check (length(btrim(reason)) between 1 and 200),     -- the customer reads it
  order_id uuid references public.orders (id) on delete set null,
  refund_id uuid unique references public.refunds (id) on delete set null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint store_credit_entries_kind check (case kind when 'refund' then amount > 0 when 'order' then amount < 0 else reason is not null end)
);
create index store_credit_entries_user_id_idx on public.store_credit_entries (user_id, created_at desc, id);
create index store_credit_entries_order_id_idx on public.store_credit_entries (order_id) where order_id is not null;
create index store_credit_entries_created_by_idx on public.store_credit_entries (created_by) where created_by is not null;
create index store_credit_entries_created_at_idx on public.store_credit_entries (created_at);
alter table public.store_credit_entries enable row level security;
revoke all on public.store_credit_entries from anon, authenticated;
revoke insert, update, delete, truncate on public.store_credit_entries from service_role;

-- nothing for anon. not created_by: a customer does not read who of the staff it was (the audit log says it)
grant select (id, user_id, amount, kind, reason, order_id, refund_id, created_at) on public.store_credit_entries to authenticated;

-- no insert, update or delete for anyone
create policy "own entries, and all of them for staff with the payments" on public.store_credit_entries for select to authenticated
  using (user_id = (select auth.uid()) or (select private.may('payments.manage')));

-- locks the account's credit and returns the balance. taken after the locks of an order and of products, and before that of a series of documents
create function private.lock_store_credit(p_user uuid) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  found_balance numeric;
begin
  insert into public.store_credit_balances (user_id) values (p_user) on conflict do nothing;
  select b.balance into found_balance from public.store_credit_balances b where b.user_id = p_user for no key update;
  return found_balance;
end $$;

-- the one place that writes the ledger
create function private.add_store_credit(p_user uuid, p_amount numeric, p_kind text, p_reason text, p_order uuid, p_refund uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.lock_store_credit(p_user) + p_amount < 0 then
    raise exception 'The store credit is smaller than that' using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_SMALL"}';
  end if;
  insert into public.store_credit_entries (user_id, amount, kind, reason, order_id, refund_id, created_by, created_at)
    values (p_user, p_amount, p_kind, nullif(btrim(p_reason), ''), p_order, p_refund, auth.uid(), private.clock_now());
  update public.store_credit_balances b set balance = b.balance + p_amount where b.user_id = p_user;
end $$;

-- what an order was paid with goes back to where it came from: a refund of store credit is paid at once, while the account exists
create function private.refund_in_credit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.state := 'paid';
  new.method := 'credit';
  new.paid_at := private.clock_now();
  return new;
end $$;

create function private.pays_in_credit(p_payment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments p join public.orders o on o.id = p.order_id where p.id = p_payment and p.method = 'credit' and o.user_id is not null)
$$;
create trigger refund_in_credit before insert on public.refunds
  for each row when (new.state = 'due' and private.pays_in_credit(new.payment_id)) execute function private.refund_in_credit();

create function private.follow_credit_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid := (select o.user_id from public.orders o where o.id = new.order_id);
begin
  if owner is null then
    raise exception 'Store credit needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}';
  end if;
  perform private.add_store_credit(owner, new.amount, 'refund', new.reason, new.order_id, new.id);
  perform private.follow_refunds(new.payment_id);
  return null;
end $$;
create trigger follow_credit after insert on public.refunds
  for each row when (new.state = 'paid' and new.method = 'credit') execute function private.follow_credit_refund();
create trigger follow_credit_settled after update of state on public.refunds
  for each row when (new.state = 'paid' and old.state <> 'paid' and new.method = 'credit') execute function private.follow_credit_refund();

-- an order that was just written is paid, in whole or in part, from its customer's credit. orders.store_credit says how much
create function private.spend_store_credit(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
begin
  select x.* into o from public.orders x where x.id = p_order and x.status = 'pending' and x.store_credit > 0 and x.user_id is not null
    and x.xmin = pg_current_xact_id()::xid;
  if not found then raise exception 'permission denied for store credit' using errcode = '42501'; end if;
  if exists (select from public.store_credit_entries e where e.order_id = p_order and e.kind = 'order') then
    raise exception 'Order % has spent its store credit', p_order using errcode = '23514';
  end if;
  perform private.add_store_credit(o.user_id, -o.store_credit, 'order', null, p_order);
  if o.payment_method = 'credit' then
    update public.payments p set state = 'paid' where p.order_id = p_order and p.method = 'credit' and p.amount = o.store_credit and p.state = 'awaiting_payment';
    if not found then raise exception 'Order % waits for no store credit', p_order using errcode = '23514'; end if;
  else
    insert into public.payments (order_id, method, state, amount) values (p_order, 'credit', 'paid', o.store_credit);
  end if;
end $$;

-- staff give credit, for a late parcel, or take it, because it was paid out; the customer reads the reason
-- p_shown: the balance on the screen, so that a request that is sent again, or two people, do not give twice; null: not checked
create function public.change_store_credit(p_user uuid, p_amount numeric, p_reason text, p_shown numeric default null) returns numeric
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for store credit' using errcode = '42501'; end if;
  if p_amount is null or p_amount = 0 or p_amount <> round(p_amount, 2) or abs(p_amount) > 1000000 then
    raise exception 'Store credit is of whole paise, more than nothing and at most ₹10,00,000' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 200 then
    raise exception 'Store credit needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  -- its deletion waits, or has been
  perform from auth.users u where u.id = p_user for key share;
  if not found then raise exception 'This account is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if private.lock_store_credit(p_user) is distinct from p_shown and p_shown is not null then
    raise exception 'The store credit has changed' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  perform private.add_store_credit(p_user, p_amount, 'staff', p_reason, null);
  insert into public.notifications (user_id, title, message, type, created_at) values (p_user, 'Store credit',
    '₹' || to_char(abs(p_amount), 'FM99999999990.00') || case when p_amount > 0 then ' was added to' else ' was taken from' end || ' your store credit: ' || btrim(p_reason), 'system', private.clock_now());
  return (select b.balance from public.store_credit_balances b where b.user_id = p_user);
end $$;

revoke all on function private.lock_store_credit(uuid), private.add_store_credit(uuid, numeric, text, text, uuid, uuid), private.refund_in_credit(),
  private.pays_in_credit(uuid), private.follow_credit_refund(), private.spend_store_credit(uuid), public.change_store_credit(uuid, numeric, text, numeric) from public;
grant execute on function private.lock_store_credit(uuid), private.spend_store_credit(uuid) to shop_orders;

-- the body checks the permission; nothing for anon
grant execute on function public.change_store_credit(uuid, numeric, text, numeric) to authenticated;
