-- what a request may cost and in which sequence it locks, found by reading every path.

-- one call for a statement, before the function for each row: anyone may send an update that meets all payments
alter policy "admins settle" on public.payments using ((select private.may('payments.manage')) and private.locked_to_settle(order_id));

-- whether a name of a series is free was found by reading all documents, up to nine times, while all series were locked
create index if not exists documents_serial_prefix_idx on public.documents (serial text_pattern_ops);
create or replace function private.is_prefix_taken(p_kind text, p_prefix text) returns boolean
language sql stable set search_path = '' as $$
  select p_prefix = 'CMP'   -- complaints
    or exists (select from public.serial_series s where s.kind <> p_kind and p_prefix in (s.prefix, s.next_prefix))
    or exists (select from public.documents d where d.serial ~>=~ (p_prefix || '/') and d.serial ~<~ (p_prefix || '0')   -- '0' follows '/'
      and case d.form when 'invoice_cum_bill' then 'tax_invoice' else d.form end <> p_kind)
$$;

create or replace function private.continue_series(p_kind text, p_prefix text, p_year text) returns table (prefix text, digits integer)
language plpgsql security definer set search_path = '' as $$
declare
  follows record;
begin
  for follows in
    select c.prefix, c.digits from (
      select s.next_prefix, s.next_digits, 1 from public.serial_series s where s.kind = p_kind and s.next_prefix is not null
      union all select left(p_prefix, 1) || n, 7, n from generate_series(2, 9) n) c (prefix, digits, place) order by c.place
  loop
    exit when not private.is_prefix_taken(p_kind, follows.prefix)
      and not exists (select from private.serial_counters k where k.series = follows.prefix and k.financial_year = p_year);
    follows := null;
  end loop;
  if follows is null then
    raise exception 'The series %/% is full: give it another prefix under Settings, Numbers', p_prefix, p_year
      using errcode = 'PT409', detail = jsonb_build_object('code', 'SERIES_FULL', 'kind', p_kind)::text;
  end if;
  update public.serial_series s set prefix = follows.prefix, digits = follows.digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
  return query select follows.prefix, follows.digits;
end $$;

-- an account that is deleted is in mails and in the sign-in log: both were read as a whole
create index if not exists mails_recipient_idx on private.mails (lower(recipient)) where recipient <> '';
create or replace function private.delete_account(p_user uuid, out refusal text, out orders uuid[])
language plpgsql security definer set search_path = '' as $$
begin
  -- in the sequence of all steps of an order, which reach the account last (docs/decisions/0138-one-sequence-of-locks.md)
  perform from public.orders o where o.user_id = p_user order by o.id for no key update;
  perform from auth.users u where u.id = p_user for update;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    refusal := 'STAFF';
    return;
  end if;
  select array_agg(o.id order by o.created_at desc) into orders from public.orders o
    where o.user_id = p_user and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due') or private.has_open_refund(o.id) or private.has_open_return(o.id));
  if orders is not null then
    refusal := 'OPEN_ORDERS';
    return;
  end if;
  if exists (select from public.store_credit_balances b where b.user_id = p_user and b.balance > 0) then
    refusal := 'STORE_CREDIT';
    return;
  end if;
  delete from auth.users u where u.id = p_user;
end $$;

create or replace function private.erase_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- profile, addresses, cart, notifications and request keys go by cascade. orders stay, without their owner.
  update public.orders o set email = '', phone = ''   -- rule 46 asks for name and address, not for contact details
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id) and not private.has_open_return(o.id)
      and exists (select from public.documents d where d.order_id = o.id);
  -- never invoiced, or no longer: no law wants this one. amounts, lines, PIN code and State stay for the books of the stock
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
      cancel_reason = null
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id) and not private.has_open_return(o.id)
      and not exists (select from public.documents d where d.order_id = o.id);
  update public.order_status_history h set notes = 'Order cancelled' from public.orders o
    where o.user_id = old.id and o.id = h.order_id and h.status = 'cancelled' and h.notes is not null
      and not exists (select from public.documents d where d.order_id = o.id);
  -- the books of the store credit stay, without the person and what was said of them
  update public.store_credit_entries e set reason = case when e.kind = 'staff' then 'Erased' end where e.user_id = old.id and e.reason is not null;
  -- a complaint that waits for its answer keeps its author; afterwards number, words and state remain on record
  update public.complaints c set name = 'Deleted customer', email = 'erased', phone = null
    where c.user_id = old.id and c.status <> 'open';
  -- what was not sent is not sent any more, except about a complaint that is still open
  update private.mails m set recipient = '', last_error = null, status = case m.status when 'queued' then 'failed' else m.status end
    where lower(m.recipient) = lower(old.email) and m.recipient <> ''
      and not exists (select from public.complaints c where c.id::text = m.data ->> 'complaint_id' and c.status = 'open');
  update auth.audit_log_entries a set ip_address = '' where a.payload ->> 'actor_id' = old.id::text;
  return old;
end $$;
