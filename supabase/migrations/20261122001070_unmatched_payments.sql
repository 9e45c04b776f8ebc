-- A leaked webhook secret marks orders as paid that nobody paid. Three answers: the old secrets can be ended at once; Razorpay is asked
-- about every payment that only an event told of; and one that it does not know is put before staff, and its goods stay here.

-- ends what was signed before the last change. Otherwise that counts for two days, because Razorpay repeats events under the old secret.
create function public.end_previous_razorpay_secrets() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  update private.razorpay_keys k set previous_key_secret = null, previous_webhook_secret = null, previous_until = null;
end $$;
create or replace function public.razorpay_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  return (select jsonb_build_object('key_id', max(k.key_id), 'key_secret_set', count(k.key_secret) = 1, 'webhook_secret_set', count(k.webhook_secret) = 1,
    'changed_at', max(k.changed_at), 'previous_until', max(k.previous_until) filter (where k.previous_until > now())) from private.razorpay_keys k);
end $$;

alter table private.razorpay_payments
  add column confirmed_at timestamptz,   -- Razorpay has listed it as taken, when asked
  add column doubted_at timestamptz;     -- asked, Razorpay did not know it, or not as taken
update private.razorpay_payments c set confirmed_at = c.received_at where c.standing = 'kept';   -- told under rules that asked nobody
create index razorpay_payments_doubted_idx on private.razorpay_payments (received_at desc) where doubted_at is not null;

-- what an event alone has told is asked about at the next turn of the clock
create function private.ask_about_kept() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.razorpay_orders r set next_check_at = now() where r.order_id = new.order_id;
  return null;
end $$;
create trigger ask_about_kept after update of standing on private.razorpay_payments
  for each row when (new.standing = 'kept' and old.standing is distinct from 'kept' and new.confirmed_at is null) execute function private.ask_about_kept();

-- payments that made the order paid and that Razorpay has not confirmed yet; amounts in paise
create function private.unconfirmed_razorpay_payments(p_order uuid) returns table (payment_id text, amount bigint)
language sql stable security definer set search_path = '' as $$
  select c.id, c.amount from private.razorpay_payments c
  where c.order_id = p_order and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null
$$;
create function private.note_razorpay_word(p_payment text, p_confirmed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- the order first, as everybody who settles a payment locks it
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment) for no key update;
  update private.razorpay_payments c set confirmed_at = case when p_confirmed then now() end,
      doubted_at = case when not p_confirmed then coalesce(c.doubted_at, now()) end
    where c.id = p_payment and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null;
end $$;

-- goods whose payment Razorpay does not know are not accepted and not sent, whoever takes the step
create function private.hold_doubted_goods() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.razorpay_payments c where c.order_id = new.id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Stray payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  return new;
end $$;
create trigger hold_doubted_goods before update of status on public.orders
  for each row when (new.status in ('processing', 'shipped') and old.status <> new.status and new.payment_method = 'razorpay') execute function private.hold_doubted_goods();

-- as before, but money that Razorpay does not know is not sent back either: staff say first what it is
create or replace function private.follow_refund_due() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.razorpay_payments c set refund = 'due', refund_next_at = now()
    where c.order_id = new.order_id and c.standing = 'kept' and c.refund = 'none' and (c.doubted_at is null or c.resolved_at is not null);
  return null;
end $$;

-- a payment that never was: its order waits for its money again
insert into public.payment_steps (from_state, to_state, actor) values ('paid', 'awaiting_payment', 'system'), ('refund_due', 'awaiting_payment', 'system');

-- money that belongs to no order, or to none any more, and payments that Razorpay does not know; open ones first
create or replace function public.orphan_payments() returns table (payment_id text, provider_order_id text, order_id uuid, amount numeric, currency text, status text,
  reason text, refund text, received_at timestamptz, resolved_at timestamptz, resolved_by uuid, note text, last_error text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for orphan payments' using errcode = '42501'; end if;
  return query select c.id, c.provider_order_id, c.order_id, round(c.amount / 100.0, 2), c.currency, c.status,
      case when c.refund = 'failed' and c.standing = 'kept' then 'refund_failed' when c.doubted_at is not null then 'not_known' else c.standing end,
      c.refund, c.received_at, c.resolved_at, c.resolved_by, c.note, c.last_error
    from private.razorpay_payments c
    where c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed' or c.doubted_at is not null
    order by c.resolved_at is not null, c.received_at desc, c.id limit 200;
end $$;

-- staff decide about a payment that Razorpay does not know. 'accept': it is real, they have seen it in Razorpay's dashboard; the goods
-- may go. 'reject': it never was; the order waits for its money again, and the clock cancels it where nothing comes.
create function public.settle_unmatched_payment(p_payment_id text, p_action text, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  if not private.is_admin() then raise exception 'permission denied for orphan payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('accept', 'reject') then raise exception 'Accept or reject' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say what you have seen' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_payment_id and c.doubted_at is not null for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.resolved_at is not null then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(btrim(p_note), 400),
      standing = case p_action when 'accept' then c.standing end, status = case p_action when 'accept' then c.status else 'failed' end,
      refund = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then 'due' else c.refund end,
      refund_next_at = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then now() else c.refund_next_at end
    from public.payments p where c.id = charge.id and p.order_id = charge.order_id and p.method = 'razorpay';
  if p_action = 'reject' then
    update public.payments p set state = 'awaiting_payment', provider_reference = null
      where p.order_id = charge.order_id and p.method = 'razorpay' and p.state in ('paid', 'refund_due') and p.provider_reference = charge.id;
  end if;
end $$;

revoke all on function public.end_previous_razorpay_secrets(), private.ask_about_kept(), private.unconfirmed_razorpay_payments(uuid),
  private.note_razorpay_word(text, boolean), private.hold_doubted_goods(), public.settle_unmatched_payment(text, text, text) from public;
grant execute on function private.unconfirmed_razorpay_payments(uuid), private.note_razorpay_word(text, boolean) to shop_payments;
-- the bodies let admins through; nothing for anon
grant execute on function public.end_previous_razorpay_secrets(), public.settle_unmatched_payment(text, text, text) to authenticated;
