-- an account that owed money for delivered goods could be deleted, with its e-mail and phone number
create function private.is_open_order(o public.orders) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due')
    or o.status = 'delivered' and o.payment_state in ('awaiting_payment', 'failed')
    or private.has_open_refund(o.id) or private.has_open_return(o.id);
end $$;
revoke all on function private.is_open_order(public.orders) from public;

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
    where o.user_id = p_user and private.is_open_order(o);
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
    where o.user_id = old.id and not private.is_open_order(o)
      and exists (select from public.documents d where d.order_id = o.id);
  -- never invoiced, or no longer: no law wants this one. amounts, lines, PIN code and State stay for the books of the stock
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
      cancel_reason = null
    where o.user_id = old.id and not private.is_open_order(o)
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
