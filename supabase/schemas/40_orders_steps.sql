-- every step an order took, and every change of a pending order, with what it was before. written in the transaction of the step or the change.

create table public.order_status_history (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  notes text check (length(notes) <= 4000),
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
-- insert is accepted for the caller's own cancelled order and ignored (docs/rules.md#cancellation). a row swallowed by a before trigger never
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
    -- its cash comes later; of an order that costs nothing there is none
    if new.status = 'delivered' and new.payment_state = 'cod_pending' and not private.has_open_amount(new.id) then new.payment_state := 'paid'; end if;
    -- a part may have arrived before the rest, or may have gone back already
    if new.status = 'cancelled' and new.payment_state in ('paid', 'cod_pending', 'awaiting_payment', 'failed') then
      new.payment_state := case
        when new.payment_state = 'paid' or exists (select from public.payments p where p.order_id = new.id and p.state = 'paid' and p.method <> 'credit') then 'refund_due'
        when exists (select from public.payments p where p.order_id = new.id and p.state = 'refunded' and p.method <> 'credit') then 'refunded'
        else new.payment_state end;
    end if;
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

-- gives the goods of a cancelled order back, as far as they are in the shop: what has left comes back with its parcel (40_shipments_steps.sql).
-- products are locked in id order, as every writer of stock does.
create function private.restock(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  perform set_config('shop.stock_reason', 'cancellation', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.here, units_sold = greatest(p.units_sold - b.quantity, 0)
    from (select i.product, sum(i.quantity)::integer as quantity, sum(i.quantity - i.gone)::integer as here from private.pieces_of(p_order) i group by 1) b
    where p.id = b.product;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $$;
revoke all on function private.restock(uuid) from public;

create function private.follow_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  file uuid;
begin
  if tg_op = 'INSERT' then
    perform private.notify_order_step(new, null, coalesce(auth.uid(), new.user_id));
    return null;
  end if;
  if new.status = 'processing' then
    if not new.invoice_per_parcel then perform private.issue_invoice(new.id); end if;
  elsif new.status = 'shipped' then
    perform private.ship_everything(new);
  elsif new.status = 'delivered' then
    perform private.deliver_everything(new.id);
    if old.payment_state = 'cod_pending' and new.payment_state = 'paid' then
      update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
    end if;
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    perform private.call_back(new.id);
    if new.coupon_code is not null or new.offers <> '[]' then perform private.release_discounts(new.id); end if;
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    file := private.credit_rest(new.id, new.cancel_reason);
    if file is not null then
      update public.refunds r set credit_file = file where r.order_id = new.id and r.source = 'cancellation' and r.state <> 'withdrawn' and r.credit_file is null;
    end if;
  end if;
  perform private.notify_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $$;
revoke all on function private.follow_order_step() from public;

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

-- records a step in the history and notifies the customer, in the shop and by mail. title and message are the owner's own texts
-- where there are some
create function private.notify_order_step(p_order public.orders, p_previous text, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short text := '#' || left(p_order.id::text, 8);
  number text := private.order_number_text(p_order.order_number);
  numbered text := short || ' (no. ' || number || ')';
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
      words := jsonb_build_object('name', p_order.full_name, 'order', short, 'number', number, 'courier', p_order.courier, 'tracking', p_order.tracking_number, 'reason', p_order.cancel_reason);
      own.subject := left(private.fill_text(own.subject, words), 120);
      own.opening := left(private.fill_text(own.opening, words), 600);
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (
      p_order.user_id,
      coalesce(nullif(own.subject, ''), case when reopened then 'Payment received' else case p_order.status when 'pending' then 'Order placed' when 'processing' then 'Order accepted'
        when 'shipped' then 'Order shipped' when 'delivered' then 'Order delivered' else 'Order cancelled' end end),
      coalesce(nullif(own.opening, ''), case when reopened then 'Your payment for order ' || numbered || ' has arrived, and the order is open again.' else case p_order.status
        when 'pending' then 'Thank you! We have received your order ' || numbered || '.'
        when 'processing' then 'Your order ' || numbered || ' has been accepted and is being packed.'
        when 'shipped' then 'Your order ' || numbered || ' is on its way' || coalesce(' with ' || nullif(p_order.courier, ''), '')
          || coalesce(' (' || nullif(p_order.tracking_number, '') || ')', '') || '.'
        when 'delivered' then 'Your order ' || numbered || ' has been delivered.'
        else 'Your order ' || numbered || ' has been cancelled' || coalesce(': ' || nullif(p_order.cancel_reason, ''), '') || '.' end end),
      'order_update', p_order.id, private.clock_now());
  end if;
  -- demo orders and imported orders send no mail
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $$;
revoke all on function private.notify_order_step(public.orders, text, uuid) from public;
