-- money that goes back, in whole or in part (docs/decisions/0081-refunds.md). a row is a debt of the shop until it is paid or withdrawn;
-- payments.state says only whether all of a payment is back.

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  payment_id uuid not null references public.payments (id) on delete cascade,
  amount numeric(12, 2) not null check (amount > 0),
  state text not null default 'due' check (state in ('due', 'asked', 'paid', 'failed', 'withdrawn')),   -- asked: Razorpay has it; failed: staff must act
  source text not null check (source in ('cancellation', 'change', 'return', 'goodwill', 'surplus')),
  reason text check (length(btrim(reason)) between 1 and 400),   -- the customer reads it
  method text check (method in ('upi', 'bank', 'cash', 'card', 'razorpay', 'credit')),
  reference text check (length(reference) between 4 and 64),     -- of the transfer: the bank's UTR, or Razorpay's id
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  version integer not null default 1,
  credit_file uuid,   -- documents.file_id of the credit notes that it follows from; null: it follows from none
  constraint refunds_paid check ((state = 'paid') = (paid_at is not null)),
  constraint refunds_reference check (reference is null or method is not null)
);
create index refunds_order_id_idx on public.refunds (order_id, created_at);
create index refunds_payment_id_idx on public.refunds (payment_id);
create index refunds_created_by_idx on public.refunds (created_by) where created_by is not null;
create index refunds_open_idx on public.refunds (order_id) include (amount) where state in ('due', 'asked', 'failed');

-- one transfer is one refund
create unique index refunds_reference_key on public.refunds (method, reference) where reference is not null;
alter table public.refunds enable row level security;
revoke all on public.refunds from anon, authenticated;

-- nothing for anon. not created_by: a customer does not read who of the staff it was (the audit log says it). not credit_file: for the mail alone. no write for anyone: functions alone
grant select (id, order_id, payment_id, amount, state, source, reason, method, reference, created_at, paid_at, version) on public.refunds to authenticated;
create policy "refunds of visible orders" on public.refunds for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));

create function private.has_open_refund(p_order uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.refunds r where r.order_id = p_order and r.state in ('due', 'asked', 'failed'))
$$;

-- what of a payment can still become a refund: what was received, less all refunds that are not withdrawn
create function private.refundable_of(p_payment uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when p.state in ('paid', 'refund_due') then p.amount - coalesce((
    select sum(r.amount) from public.refunds r where r.payment_id = p.id and r.state <> 'withdrawn'), 0) else 0 end
  from public.payments p where p.id = p_payment
$$;

-- the money of an order. to_collect: what is still to come, also in cash on delivery; a cancelled order collects nothing
create function private.money_of(p_order uuid, out total numeric, out received numeric, out refund_due numeric, out refunded numeric, out to_collect numeric, out refundable numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  select o.total_amount into total from public.orders o where o.id = p_order;
  select coalesce(sum(p.amount) filter (where p.state in ('paid', 'refund_due', 'refunded')), 0),
      coalesce(sum(p.amount) filter (where o.status <> 'cancelled' and private.is_open_payment(p.state)), 0),
      coalesce(sum(private.refundable_of(p.id)), 0)
    into received, to_collect, refundable from public.payments p join public.orders o on o.id = p.order_id where p.order_id = p_order;
  select coalesce(sum(r.amount) filter (where r.state in ('due', 'asked', 'failed')), 0), coalesce(sum(r.amount) filter (where r.state = 'paid'), 0)
    into refund_due, refunded from public.refunds r where r.order_id = p_order;
end $$;

-- what has come of an order and stays, in rupees: received, less what came too much and what goes back because the order became smaller. it pays the first parcels.
-- goods that come back and goodwill change nothing about what a parcel collects
create function private.kept_of(p_order uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(p.amount - p.surplus) from public.payments p where p.order_id = p_order and p.state in ('paid', 'refund_due', 'refunded')), 0)
    - coalesce((select sum(r.amount) from public.refunds r where r.order_id = p_order and r.source in ('cancellation', 'change') and r.state <> 'withdrawn'), 0)
$$;

-- the same for those who may see the order: its buyer, and staff
create function public.order_money(p_order uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.orders o where o.id = p_order and (o.user_id = auth.uid() or private.may('orders.read'))) then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  return (select to_jsonb(m) from private.money_of(p_order) m);
end $$;

-- the one place that makes money of an order due back, but for what a payment brought too much (owe_surplus). the newest payment that covers the amount owes it; if none does, several do. money goes
-- before store credit, which is given back at once. p_as_credit: all of it becomes store credit of the account, and what was paid with store credit does so first. p_file: the
-- credit notes that it follows from, which its mail carries. returns the first row. the caller has checked who asks; the order's row is locked here, so that two callers cannot both use the same rest.
create function private.owe_refund(p_order uuid, p_amount numeric, p_source text, p_reason text, p_as_credit boolean default false, p_file uuid default null)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  open numeric := p_amount;
  part numeric;
  paid record;
  made uuid;
  first_made uuid;
begin
  if p_amount is null or p_amount <= 0 or p_amount <> round(p_amount, 2) or p_amount > 9999999999.99 then
    raise exception 'A refund is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  perform from public.orders o where o.id = p_order for no key update;
  for paid in
    select p.id, private.refundable_of(p.id) as rest from public.payments p where p.order_id = p_order
    order by (p.method = 'credit') <> p_as_credit, private.refundable_of(p.id) >= p_amount desc, p.created_at desc, p.id
  loop
    part := least(open, paid.rest);
    continue when part <= 0;
    insert into public.refunds (order_id, payment_id, amount, source, reason, created_by, created_at, credit_file, state, method, paid_at)
      values (p_order, paid.id, part, p_source, nullif(btrim(p_reason), ''), auth.uid(), private.clock_now(), p_file, case when p_as_credit then 'paid' else 'due' end,
        case when p_as_credit then 'credit' end, case when p_as_credit then private.clock_now() end) returning id into made;
    first_made := coalesce(first_made, made);
    open := open - part;
  end loop;
  if open > 0 then
    raise exception 'Only % of order % can be refunded', p_amount - open, p_order
      using errcode = 'PT409', detail = jsonb_build_object('code', 'REFUND_TOO_LARGE', 'refundable', p_amount - open)::text;
  end if;
  return first_made;
end $$;

-- all money of a payment is back: the payment says so, and so does the order if none of its payments is left
create function private.follow_refunds(p_payment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  paid public.payments;
begin
  select p.* into paid from public.payments p where p.id = p_payment for no key update;
  if paid.state not in ('paid', 'refund_due')
    or paid.amount > (select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = p_payment and r.state = 'paid') then return; end if;
  update public.payments p set state = 'refunded' where p.id = p_payment;
  update public.orders o set payment_state = 'refunded'
    where o.id = paid.order_id and o.payment_state <> 'refunded' and private.payment_state_of(o.id) = 'refunded';
end $$;

-- a payment that becomes due back as a whole owes what is left of it; one that is recorded as refunded as a whole has paid what was open; and
-- one that never was owes nothing
create function private.follow_refunded_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rest numeric := new.amount - coalesce((select sum(r.amount) from public.refunds r where r.payment_id = new.id and r.state <> 'withdrawn'), 0);
  by_method text := case when new.method = 'cod' then null else new.method end;
begin
  if new.state = 'refund_due' then
    if rest > 0 then
      -- of money that arrives after the cancellation; what the cancellation itself owes gets its credit notes from it (follow_order_step)
      insert into public.refunds (order_id, payment_id, amount, source, created_by, created_at, credit_file)
        values (new.order_id, new.id, rest, 'cancellation', auth.uid(), private.clock_now(), case when old.state <> 'paid' then (
          select d.file_id from public.documents d where d.order_id = new.order_id and d.kind = 'credit_note' order by d.issued_at desc limit 1) end);
    end if;
    perform private.follow_refunds(new.id);
  elsif new.state = 'refunded' then
    update public.refunds r set state = 'paid', paid_at = private.clock_now(), method = coalesce(r.method, by_method), version = r.version + 1
      where r.payment_id = new.id and r.state in ('due', 'asked', 'failed');
    if rest > 0 then
      insert into public.refunds (order_id, payment_id, amount, state, source, method, created_by, created_at, paid_at)
        values (new.order_id, new.id, rest, 'paid', 'cancellation', by_method, auth.uid(), private.clock_now(), private.clock_now());
    end if;
  elsif new.state <> 'paid' then
    update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.payment_id = new.id and r.state in ('due', 'asked', 'failed');
  end if;
  return null;
end $$;
create trigger follow_refunded_payment after update of state on public.payments
  for each row when (old.state is distinct from new.state and (new.state in ('refund_due', 'refunded') or old.state in ('paid', 'refund_due')))
  execute function private.follow_refunded_payment();

-- locks the order of a refund and then the refund, and checks that it is the one on the screen
create function private.lock_refund(p_refund uuid, p_version integer) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for refunds' using errcode = '42501'; end if;
  perform from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = p_refund) for no key update;
  select r.* into refund from public.refunds r where r.id = p_refund for no key update;
  if not found then raise exception 'No such refund' using errcode = 'PT404', detail = '{"code":"REFUND_NOT_FOUND"}'; end if;
  if refund.version is distinct from p_version then
    raise exception 'This refund was changed in the meantime' using errcode = 'PT409', detail = '{"code":"REFUND_CHANGED"}';
  end if;
  return refund;
end $$;

-- staff record that they have paid a refund, with the transfer's reference; cash has none
create function public.settle_refund(p_refund uuid, p_method text, p_reference text, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds := private.lock_refund(p_refund, p_version);
  given text := nullif(regexp_replace(left(p_reference, 100), '\s', '', 'g'), '');
begin
  if refund.state not in ('due', 'failed') then
    raise exception 'This refund is not due' using errcode = 'PT409', detail = '{"code":"REFUND_NOT_DUE"}';
  end if;
  if private.is_with_razorpay(refund, false) then
    raise exception 'Razorpay settles this refund' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
  end if;
  if p_method is null or p_method not in ('upi', 'bank', 'cash', 'card') then
    raise exception 'A refund is paid by UPI, bank transfer, card or in cash' using errcode = '22023', detail = '{"code":"INVALID_METHOD"}';
  end if;
  if p_method <> 'cash' and given is null or given !~ '^[A-Za-z0-9/_-]{6,35}$' then
    raise exception 'The reference of the transfer is needed' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  update public.refunds r set state = 'paid', method = p_method, reference = upper(given), paid_at = private.clock_now(), version = r.version + 1 where r.id = refund.id;
  perform private.follow_refunds(refund.payment_id);
exception when unique_violation then
  raise exception 'This reference belongs to another refund' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $$;

-- staff give part of the money back without a change of the order. p_version: of the order, so that of two people at once one is refused.
-- with a method the refund is paid already; without one it is due
create function public.start_refund(p_order uuid, p_amount numeric, p_reason text, p_version integer, p_method text default null, p_reference text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  made public.refunds;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for refunds' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 400 then
    raise exception 'A refund needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  if o.version is distinct from p_version then
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  update public.orders x set updated_at = now() where x.id = p_order;   -- its guard raises the version
  made.id := private.owe_refund(p_order, p_amount, 'goodwill', p_reason);
  select r.* into made from public.refunds r where r.id = made.id;
  if p_method is not null then
    if made.amount <> p_amount then
      raise exception 'Several payments owe this amount: refund each of them' using errcode = 'PT409', detail = '{"code":"SEVERAL_PAYMENTS"}';
    end if;
    perform public.settle_refund(made.id, p_method, p_reference, made.version);
  end if;
  return made.id;
end $$;

-- a refund that staff have promised by mistake. what a cancellation, a change, a return or money that came too much owes stays owed, and a cancelled
-- order owes all it received
create function public.withdraw_refund(p_refund uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  refund public.refunds := private.lock_refund(p_refund, p_version);
begin
  if refund.source <> 'goodwill' or refund.state not in ('due', 'failed') or private.is_with_razorpay(refund, true)
    or exists (select from public.orders o where o.id = refund.order_id and o.status = 'cancelled') then
    raise exception 'This refund cannot be withdrawn' using errcode = 'PT409', detail = '{"code":"REFUND_NOT_DUE"}';
  end if;
  update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.id = refund.id;
end $$;

-- the customer is notified of each refund that is paid, with its amount
create function private.notify_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  refund jsonb := jsonb_build_object('order_id', new.order_id, 'refund_id', new.id, 'amount', new.amount, 'reference', new.reference, 'method', new.method);
begin
  -- the new order of an exchange says it all (65_returns_closing.sql)
  if new.method = 'credit' and coalesce(current_setting('shop.exchange', true), '') = 'on' then return null; end if;
  select x.* into o from public.orders x where x.id = new.order_id;
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (o.user_id,
      case when new.method = 'credit' then 'Store credit' else 'Refund sent' end, '₹' || to_char(new.amount, 'FM99999999990.00') || ' of your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') '
        || case when new.method = 'credit' then 'is in your store credit' else 'is on its way back to you' end || coalesce(' (reference ' || new.reference || ')', '') || '.', 'order_update', o.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' and o.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_refunded', o.email, refund);
  end if;
  return null;
end $$;
create trigger notify_paid after insert on public.refunds for each row when (new.state = 'paid') execute function private.notify_refund();
create trigger notify_settled after update of state on public.refunds
  for each row when (new.state = 'paid' and old.state <> 'paid') execute function private.notify_refund();

revoke all on function private.has_open_refund(uuid), private.refundable_of(uuid), private.money_of(uuid), private.kept_of(uuid), private.owe_refund(uuid, numeric, text, text, boolean, uuid),
  private.follow_refunds(uuid), private.follow_refunded_payment(), private.lock_refund(uuid, integer), private.notify_refund(), public.order_money(uuid),
  public.settle_refund(uuid, text, text, integer), public.start_refund(uuid, numeric, text, integer, text, text), public.withdraw_refund(uuid, integer) from public;

-- the bodies check the permission; nothing for anon
grant execute on function public.order_money(uuid), public.settle_refund(uuid, text, text, integer),
  public.start_refund(uuid, numeric, text, integer, text, text), public.withdraw_refund(uuid, integer) to authenticated;

-- a mail says what is still to come
grant execute on function private.money_of(uuid) to shop_mail;
