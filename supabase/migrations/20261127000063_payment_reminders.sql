-- staff remind a customer of a payment (docs/rules.md#payment-reminders): by mail, or by a message that they send themselves. each is a row, so that no
-- order is reminded twice a day, and its history shows who asked.

create table public.payment_reminders (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  channel text not null check (channel in ('mail', 'whatsapp')),
  amount numeric(12, 2) not null check (amount > 0),   -- what was asked for
  sent_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index payment_reminders_order_id_idx on public.payment_reminders (order_id, created_at);
create index payment_reminders_sent_by_idx on public.payment_reminders (sent_by) where sent_by is not null;
alter table public.payment_reminders enable row level security;
revoke all on public.payment_reminders from anon, authenticated;

-- nothing for anon. no write for anyone: remind_of_payment() alone
grant select on public.payment_reminders to authenticated;
create policy "staff read" on public.payment_reminders for select to authenticated using ((select private.may('orders.read')));

insert into private.limits (name, value, about) values ('reminders_per_order', 5, 'Payment reminders of one order, over all its days.');

-- by UPI or bank transfer, and nobody says that it is paid: a buyer who has entered a reference is not reminded, nor one who pays on delivery
create function private.is_remindable(o public.orders) returns boolean
language sql immutable set search_path = '' as $$
  select o.status <> 'cancelled' and o.payment_method in ('upi', 'bank') and o.payment_state in ('awaiting_payment', 'failed')
$$;

-- the mail is queued here; a message by WhatsApp is sent by the one who asks, and is only recorded. p_version: of the order on the screen
create function public.remind_of_payment(p_order uuid, p_channel text, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  due numeric;
  pay_by timestamptz;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for payment reminders' using errcode = '42501'; end if;
  if p_channel is null or p_channel not in ('mail', 'whatsapp') then
    raise exception 'A reminder goes by mail or WhatsApp' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  -- the lock first: of two people at once the second finds the reminder of the first
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  select m.to_collect into due from private.money_of(p_order) m;
  if not private.is_remindable(o) or due <= 0 then
    raise exception 'This order waits for no payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  if exists (select from public.payment_reminders r where r.order_id = p_order and r.created_at > private.clock_now() - interval '1 day') then
    raise exception 'The customer was reminded within a day' using errcode = 'PT429', detail = '{"code":"REMINDED_TODAY"}';
  end if;
  if (select count(*) from public.payment_reminders r where r.order_id = p_order) >= private.limit_of('reminders_per_order') then
    raise exception 'The customer was reminded often enough' using errcode = 'PT429', detail = '{"code":"TOO_MANY_REMINDERS"}';
  end if;
  if o.version is distinct from p_version then
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  if p_channel = 'mail' then
    -- as the mails of orders are addressed (private.address_order_mail): without an address nothing would be sent
    if (o.channel = 'online' and not exists (select from auth.users u where u.id = o.user_id and u.email_confirmed_at is not null))
      or (o.channel <> 'online' and o.email = '') then
      raise exception 'This order has no address for mails' using errcode = 'PT409', detail = '{"code":"NO_EMAIL"}';
    end if;
    select private.awaited_since(o) + make_interval(hours => s.upi_unpaid_hours) into pay_by from public.settings s
      where o.status = 'pending' and o.payment_method = 'upi' and o.payment_state = 'awaiting_payment';
    insert into private.mails (kind, recipient, data) values ('order_reminder', o.email, jsonb_build_object('order_id', o.id, 'amount', due, 'until', pay_by));
    if o.user_id is not null then
      insert into public.notifications (user_id, title, message, type, order_id, created_at) values (o.user_id, 'Payment reminder',
        'Your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') waits for your payment of ₹'
          || to_char(due, 'FM99999999990.00') || '.', 'order_update', o.id, private.clock_now());
    end if;
  end if;
  insert into public.payment_reminders (order_id, channel, amount, sent_by, created_at) values (o.id, p_channel, due, auth.uid(), private.clock_now());
end $$;
revoke all on function private.is_remindable(public.orders), public.remind_of_payment(uuid, text, integer) from public;

-- the body lets staff who manage payments through; nothing for anon
grant execute on function public.remind_of_payment(uuid, text, integer) to authenticated;

create or replace function private.message_placeholders(p_key text) returns text[]
language sql immutable set search_path = '' as $$
  select case p_key
    when 'mail_signup' then '{shop}'::text[]
    when 'mail_recovery' then '{shop}'
    when 'mail_email_change' then '{shop}'
    when 'mail_magiclink' then '{shop}'
    when 'mail_invite' then '{shop}'
    when 'mail_order_placed' then '{name,order,number,total,shop}'
    when 'mail_order_reopened' then '{name,order,number,total,shop}'
    when 'mail_order_processing' then '{name,order,number,total,shop}'
    when 'mail_order_shipped' then '{name,order,number,total,courier,tracking,shop}'
    when 'mail_order_delivered' then '{name,order,number,total,shop}'
    when 'mail_order_cancelled' then '{name,order,number,total,shop}'
    when 'mail_order_refunded' then '{name,order,number,total,shop}'
    when 'mail_order_reminder' then '{name,order,number,total,shop}'
    when 'mail_complaint_received' then '{number,officer,shop}'
    when 'mail_return_requested' then '{name,order,number,return,shop}'
    when 'mail_return_approved' then '{name,order,number,return,shop}'
    when 'mail_return_declined' then '{name,order,number,return,reason,shop}'
    when 'mail_return_received' then '{name,order,number,return,shop}'
    when 'mail_return_closed' then '{name,order,number,return,shop}'
    when 'notice_return_requested' then '{name,order,number,return}'
    when 'notice_return_approved' then '{name,order,number,return}'
    when 'notice_return_declined' then '{name,order,number,return,reason}'
    when 'notice_return_received' then '{name,order,number,return}'
    when 'notice_return_closed' then '{name,order,number,return}'
    when 'notice_order_placed' then '{name,order,number}'
    when 'notice_order_reopened' then '{name,order,number}'
    when 'notice_order_processing' then '{name,order,number}'
    when 'notice_order_shipped' then '{name,order,number,courier,tracking}'
    when 'notice_order_delivered' then '{name,order,number}'
    when 'notice_order_cancelled' then '{name,order,number,reason}'
  end
$$;

drop trigger address_order_mail on private.mails;
create trigger address_order_mail before insert on private.mails
  for each row when (new.kind in ('order_placed', 'order_status', 'order_changed', 'order_shipment', 'order_rest', 'order_return', 'order_refunded', 'order_reminder')) execute function private.address_order_mail();

create or replace function public.order_timeline(p_order uuid)
returns table (at timestamptz, kind text, actor uuid, actor_name text, data jsonb)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return query
  select e.at, e.kind, e.actor, private.person_name(e.actor), e.data from (
    select h.created_at as at, 'step' as kind, h.created_by as actor, jsonb_build_object('id', h.id, 'status', h.status, 'notes', h.notes) as data
      from public.order_status_history h where h.order_id = p_order
    union all
    -- the step itself has the line of a step, a change of the order by staff has its own, and the payment that of the order's payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
        and not exists (select from public.order_status_history h where h.order_id = p_order and h.created_at = a.at and (h.notes like 'Order changed%' or h.notes like 'Parcel %'))
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action in ('insert', 'update') and a.changes - 'amount' <> '{}'
    union all
    -- what is due is the refund's own row, unless it was paid in the same act; its later changes do not repeat the amount, but a transfer's reference
    -- says which refund it is
    select r.created_at, 'refund', r.created_by, jsonb_build_object('id', r.id, 'state', case when r.source = 'cancellation' and r.paid_at = r.created_at then 'paid' else 'due' end,
        'amount', r.amount, 'reference', null)
      from public.refunds r where r.order_id = p_order
    union all
    select a.at, 'refund', a.actor, jsonb_build_object('id', a.id, 'state', a.changes -> 'state' ->> 1, 'reference', a.changes -> 'reference' ->> 1,
        'amount', (select max(r.amount) from public.refunds r where r.order_id = p_order and r.reference = a.changes -> 'reference' ->> 1))
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'refunds' and a.action = 'update' and a.changes ? 'state'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select r.created_at, 'reminder', r.sent_by, jsonb_build_object('id', r.id, 'channel', r.channel, 'amount', r.amount)
      from public.payment_reminders r where r.order_id = p_order
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $$;
