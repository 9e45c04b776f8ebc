-- A UPI link calls nobody back: the buyer tells the bank's reference, and staff compare it with the account. Until somebody has
-- looked, the claim is work, whatever became of its order: it stays in the queue 'verify' when the order is cancelled by its
-- buyer, by staff or by the clock, and the account behind it is not deleted.
alter table public.payments add column claimed_at timestamptz;   -- when the reference was told last; no grant to change it
update public.payments p set claimed_at = p.updated_at where p.method = 'upi' and p.state = 'awaiting_verification';

-- what was told, for the limits: references that turned out wrong are not kept
create table private.payment_claims (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  claimed_at timestamptz not null
);
create index payment_claims_order_id_idx on private.payment_claims (order_id);
create index payment_claims_user_id_idx on private.payment_claims (user_id, claimed_at);
alter table private.payment_claims enable row level security;   -- no policy and no grant: the function below alone
revoke all on private.payment_claims from public;

-- For every order of one's own that is to be paid by UPI and is not settled: while it is pending, after it was accepted unpaid, and
-- after it was cancelled, by whomever, since the money may have left the buyer's account before. Opening a cancelled order again is
-- decided when the money is found, not when somebody says so: an invented reference takes no goods off the shelf.
create or replace function public.claim_payment(p_order uuid, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  utr text := upper(regexp_replace(p_reference, '\s', '', 'g'));
  told timestamptz := private.moment();
begin
  if utr is null or utr !~ '^[A-Z0-9]{12,22}$' then
    raise exception 'A UPI reference has 12 digits' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  -- one claim of an account at a time: two at once would both be below the limit
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.claims'), pg_catalog.hashtext(auth.uid()::text));
  -- the order first, as every step locks it: a claim and a cancellation wait for each other
  perform from public.orders o where o.id = p_order and o.user_id = auth.uid() for no key update;
  if not found then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  -- sent twice: told already
  perform from public.payments p where p.order_id = p_order and p.method = 'upi' and p.state = 'awaiting_verification' and p.provider_reference = utr;
  if found then return; end if;
  if (select count(*) from private.payment_claims c where c.order_id = p_order) >= private.limit_of('claims_per_order')
    or (select count(*) from private.payment_claims c where c.user_id = auth.uid() and c.claimed_at > told - interval '1 day') >= private.limit_of('claims_per_day') then
    raise exception 'Too many references were told' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CLAIMS"}';
  end if;
  update public.payments p set state = 'awaiting_verification', provider_reference = utr, claimed_at = told
    where p.order_id = p_order and p.method = 'upi' and p.state in ('awaiting_payment', 'awaiting_verification', 'failed');
  if not found then
    raise exception 'This order does not wait for a UPI payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  insert into private.payment_claims (order_id, user_id, claimed_at) values (p_order, auth.uid(), told);
exception when unique_violation then
  raise exception 'This reference belongs to another order' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $$;

-- As before, and two more kinds of orders whose goods were reserved without end: a UPI reference that nobody has verified for
-- limits.claim_days, and one that staff did not find, once the time to pay has passed again since. Neither loses money: the claim
-- stays in the queue, and what is found later opens the order again or is due back.
create or replace function private.cancel_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
  cancelled integer;
begin
  select make_interval(hours => s.upi_unpaid_hours) as upi_unpaid, make_interval(mins => s.razorpay_unpaid_minutes) as razorpay_unpaid,
    make_interval(days => private.limit_of('claim_days')) as claim_holds into shop from public.settings s;
  with overdue as (
    select o.id from public.orders o
    where o.status = 'pending' and (
      o.payment_state = 'awaiting_payment' and o.created_at < private.moment() - case o.payment_method
        when 'upi' then shop.upi_unpaid
        when 'razorpay' then shop.razorpay_unpaid
        else interval '100 years' end   -- cash is not awaited
      and not (o.payment_method = 'razorpay' and o.created_at > private.moment() - interval '1 day' - shop.razorpay_unpaid and exists (
        select from private.razorpay_orders r where r.order_id = o.id and (r.asked_at is null or r.asked_at < o.created_at + shop.razorpay_unpaid)))
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'razorpay' and o.created_at < private.moment() - interval '6 days'
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.claimed_at < private.moment() - shop.claim_holds)
      or o.payment_state = 'failed' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.updated_at < private.moment() - shop.upi_unpaid))
    order by o.created_at limit 100
    for no key update skip locked        -- whoever is paying or cancelling this very moment goes first
  )
  update public.orders o set status = 'cancelled' from overdue where o.id = overdue.id;
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;
create index orders_refused_claims_idx on public.orders (created_at) where status = 'pending' and payment_state = 'failed';

-- An account stays while money of its orders is under way in either direction.
create or replace function private.delete_account(p_user uuid, out refusal text, out orders uuid[])
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users u where u.id = p_user for update;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    refusal := 'STAFF';
    return;
  end if;
  select array_agg(o.id order by o.created_at desc) into orders from public.orders o
    where o.user_id = p_user and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due'));
  if orders is not null then
    refusal := 'OPEN_ORDERS';
    return;
  end if;
  delete from auth.users u where u.id = p_user;
end $$;

-- whoever deletes the row of auth.users past that function: the orders whose money is under way keep their buyer until it is settled,
-- and are then erased with those of people without an account
create or replace function private.erase_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- profile, addresses, cart, notifications and request keys go by cascade. orders stay, without their owner.
  update public.orders o set email = '', phone = ''   -- rule 46 asks for name and address, and for no way to call somebody
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due')
      and exists (select from public.documents d where d.order_id = o.id);
  -- never invoiced, or no longer: no law wants this one. amounts, lines, PIN code and State stay for the books of the stock
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
      cancel_reason = null
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due')
      and not exists (select from public.documents d where d.order_id = o.id);
  update public.order_status_history h set notes = 'Order cancelled' from public.orders o
    where o.user_id = old.id and o.id = h.order_id and h.status = 'cancelled' and h.notes is not null
      and not exists (select from public.documents d where d.order_id = o.id);
  -- a complaint that waits for its answer keeps its author; afterwards number, words and state remain on record
  update public.complaints c set name = 'Deleted customer', email = 'erased', phone = null
    where c.user_id = old.id and c.status <> 'open';
  -- what was not sent is not sent any more, except about a complaint that is still open
  update private.mails m set recipient = '', last_error = null, status = case m.status when 'queued' then 'failed' else m.status end
    where lower(m.recipient) = lower(old.email)
      and not exists (select from public.complaints c where c.id::text = m.data ->> 'complaint_id' and c.status = 'open');
  update auth.audit_log_entries a set ip_address = '' where a.payload::jsonb ->> 'actor_id' = old.id::text;
  return old;
end $$;
create or replace function private.erase_guests(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone uuid[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into gone from (
    select o.id from public.orders o
    where o.user_id is null and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and o.phone || o.email <> ''
      and o.updated_at < private.moment() - interval '180 days'
      and not exists (select from private.retention_holds h where h.order_id = o.id)
    order by o.id limit p_limit for update of o skip locked) due;
  if gone is null then return 0; end if;
  update public.orders o set email = '', phone = '' where o.id = any (gone);
  update public.order_concessions c set reason = 'Erased' where c.order_id = any (gone) and c.reason is not null;
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', cancel_reason = null
    where o.id = any (gone) and not exists (select from public.documents d where d.order_id = o.id);
  return private.note_erasure('order_people', gone::text[], 'Without an account, and 180 days after the last step');
end $$;
