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
      where o.status = 'pending' and o.payment_method = 'upi' and o.payment_state = 'awaiting_payment'
        -- of an order of which a part was paid the rest has no date
        and not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0);
    insert into private.mails (kind, recipient, data) values ('order_reminder', o.email, jsonb_build_object('order_id', o.id, 'amount', due, 'until', pay_by,
      'pays', (select p.reference from public.payments p where p.order_id = o.id and private.is_open_payment(p.state) order by p.created_at, p.id limit 1)));
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
