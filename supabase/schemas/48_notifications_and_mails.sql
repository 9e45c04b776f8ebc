-- real rows, one per event and person (docs/rules.md#notifications). written by triggers and by the server; the reader only
-- marks them read.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null check (length(title) <= 120),
  message text not null check (length(message) <= 600),
  type text not null check (type in ('order_update', 'promotion', 'system')),
  read boolean not null default false,
  order_id uuid references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- a notification may lead to a product
  product_id uuid references public.products (id) on delete set null
);
create index notifications_user_id_idx on public.notifications (user_id, created_at desc, id);
create index notifications_unread_idx on public.notifications (user_id) where not read;
create index notifications_order_id_idx on public.notifications (order_id) where order_id is not null;
alter table public.notifications enable row level security;
revoke all on public.notifications from anon, authenticated;

-- nothing for anon
grant select on public.notifications to authenticated;
grant update (read) on public.notifications to authenticated;

-- no insert: clients write no notifications. no delete: no screen offers one
create policy "own notifications" on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy "mark own as read" on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create index notifications_product_id_idx on public.notifications (product_id) where product_id is not null;

-- mails to send. queued in the causing transaction: what was rolled back is never mailed, what was committed always is.
-- data holds ids and states; names and lines are read from the order when it is rendered.

create table private.mails (
  id bigint generated always as identity primary key,
  kind text not null,                       -- order_placed | order_status | order_changed
  recipient text not null,                  -- cleared when personal data is erased
  data jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  mail_setup_version integer
);
create index mails_due_idx on private.mails (next_attempt_at, id) where status = 'queued';

-- no NOTIFY: commits that carry one are written to disk one after the other, for the whole server. the sender looks every second.

alter table private.mails enable row level security;
grant select on private.mails to shop_mail;
grant update (status, attempts, last_error, next_attempt_at, sent_at) on private.mails to shop_mail;

-- no insert for the sender: it does not decide who gets mail. nothing for others: it is full of addresses
create policy "the mail sender reads" on private.mails for select to shop_mail using (true);
create policy "the mail sender keeps the book" on private.mails for update to shop_mail using (true) with check (true);

-- the body lets admins through; nothing for anon
create index mails_failed_idx on private.mails (created_at desc, id desc) where status = 'failed';

-- one order's mails, for its timeline
create index mails_order_idx on private.mails ((data ->> 'order_id')) where data ->> 'order_id' is not null;
create index mails_recipient_idx on private.mails (lower(recipient)) where recipient <> '';   -- of an account that is deleted
create index mails_test_idx on private.mails (created_at) where kind = 'test';

-- null: the setting at the time of sending
create index mails_bound_idx on private.mails (mail_setup_version) where mail_setup_version is not null and status = 'queued';

-- mails in addition to those of an order's steps: a refund to its buyer (private.notify_refund), and to the shop what is running out. each is queued in
-- the transaction that caused it, as every mail. and what could not be sent can be seen and sent again.

-- only a sale notifies: staff who count or import see the stock themselves. the limit is the shop's reorder level, or ten, where the
-- label says 'Only N left' (docs/rules.md#reorder-level); each fall to it sends one mail, since the next sale does not cross it again.
create function private.notify_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mails (kind, recipient, data)
    select 'low_stock', s.email, jsonb_build_object('product_id', new.id, 'name', new.name, 'sku', new.sku, 'stock', new.stock)
    from public.settings s where s.email <> '';
  return null;
end $$;
revoke all on function private.notify_low_stock() from public;

-- puts a given-up mail back into the queue, with all its attempts before it
create function public.retry_mail(p_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('mails.read') then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  update private.mails m set status = 'queued', attempts = 0, next_attempt_at = now() where m.id = p_id and m.status = 'failed';
  if not found then raise exception 'No such failed mail' using errcode = 'PT404', detail = '{"code":"MAIL_NOT_FOUND"}'; end if;
end $$;
revoke all on function public.retry_mail(bigint) from public;
grant execute on function public.retry_mail(bigint) to authenticated;
grant usage on schema private to supabase_auth_admin;

-- sent, failed or erased: the link is not needed any more
create function private.forget_link() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.data := new.data - 'sealed';
  return new;
end $$;
revoke all on function private.forget_link() from public;
create trigger forget_link before update of status on private.mails
  for each row when (new.status <> 'queued' and old.data ? 'sealed') execute function private.forget_link();
create trigger skip_without_recipient before insert on private.mails for each row when (new.recipient = '') execute function private.skip_without_recipient();

-- the documents of a mail, one row per file: the accepted order's invoice; the credit note with the cancellation; with a refund those that
-- it follows from, and none with goodwill; what a
-- change or a return issued, which its mail names; what was handed over in the shop has one mail, and that one carries the invoice. the mail about a
-- parcel carries its invoice. no row: nothing was issued, so the mail carries nothing. bytes are null until the document has been rendered.
create function private.mail_document(p_mail bigint) returns table (document_type text, file_id uuid, bytes bytea)
language sql stable security definer set search_path = '' as $$
  select named.document_type, f.file_id, private.document_file(f.file_id, 'original', private.file_irns(f.file_id))
  from (
    select m.kind, (m.data ->> 'order_id')::uuid as order_id, m.data -> 'files' as files,
      (select r.credit_file from public.refunds r where m.kind = 'order_refunded' and r.id = (m.data ->> 'refund_id')::uuid) as refund_file,
      case
        when m.kind = 'order_status' and (m.data ->> 'status' = 'processing' or m.data -> 'handed_over' = 'true')
          then case when not (select o.invoice_per_parcel from public.orders o where o.id = (m.data ->> 'order_id')::uuid) then 'invoice' end
        when m.kind = 'order_status' and m.data ->> 'status' = 'cancelled' or m.kind = 'order_refunded' then 'creditNote'
        else t.document_type
      end as document_type
    from private.mails m left join (values ('creditNote'), ('invoice')) t (document_type) on m.kind in ('order_changed', 'order_return')
    where m.id = p_mail and m.status = 'queued' and m.kind in ('order_status', 'order_refunded', 'order_changed', 'order_return')
  ) named
  cross join lateral (
    select d.file_id from public.documents d
    where d.order_id = named.order_id and d.kind = case named.document_type when 'invoice' then 'invoice' when 'creditNote' then 'credit_note' end
      and (named.files is null or named.files ? d.file_id::text) and (named.kind <> 'order_refunded' or d.file_id = named.refund_file)
    -- the acceptance issues the first invoice, a cancellation the last credit note
    order by case named.document_type when 'invoice' then d.issued_at end, d.issued_at desc limit 1) f
  where named.kind not in ('order_changed', 'order_return') or named.files is not null
  union all
  -- a parcel with an invoice of its own: in its mail, or in that of the order's step if it had none
  select 'invoice', s.invoice_file, private.document_file(s.invoice_file, 'original')
  from private.mails m join public.shipments s on s.order_id = (m.data ->> 'order_id')::uuid
  where m.id = p_mail and m.status = 'queued' and s.invoice_file is not null and s.state <> 'packed'
    and case m.kind when 'order_shipment' then s.id = (m.data ->> 'shipment_id')::uuid
      when 'order_status' then (m.data ->> 'status' = 'shipped' or m.data -> 'handed_over' = 'true') and not exists (select from private.mails x
        where x.kind = 'order_shipment' and x.data ->> 'order_id' = m.data ->> 'order_id' and x.data ->> 'shipment_id' = s.id::text)
      else false end
$$;
revoke all on function private.mail_document(bigint) from public;
grant execute on function private.mail_document(bigint) to shop_mail;

-- the auth service's mail to the owner of an address that someone else entered; its link is the shop itself
create function private.queue_notice_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kind <> 'account_exists' then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  insert into private.mails (kind, recipient, data)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at));
end $$;
revoke all on function private.queue_notice_mail(text, text, text, timestamptz) from public;
grant execute on function private.queue_notice_mail(text, text, text, timestamptz) to supabase_auth_admin;

-- a mail of the sign-in service. its link is stored encrypted; the notices about a second factor link to the shop itself and have none
create function private.queue_auth_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kind not in ('signup', 'recovery', 'email_change', 'email_change_current', 'magiclink', 'invite', 'reauthentication',
                    'mfa_factor_enrolled', 'mfa_factor_unenrolled', 'mfa_recovery_code_used', 'mfa_wrong_codes',
                    'password_changed', 'email_changed', 'phone_changed', 'identity_linked', 'identity_unlinked') then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  -- someone is waiting for it: it goes before everything else that is due
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at), now() - interval '1 day');
end $$;
revoke all on function private.queue_auth_mail(text, text, text, timestamptz) from public;

-- this one function; it has no grant on any table there
grant execute on function private.queue_auth_mail(text, text, text, timestamptz) to supabase_auth_admin;

-- the calls of a Supabase project's Send Email hook, by a digest: a call that is repeated queues nothing again
-- (docs/decisions/0109-send-email-hook.md).
create table private.hook_calls (
  digest text primary key check (length(digest) = 64),
  received_at timestamptz not null default now()
);
create index hook_calls_received_idx on private.hook_calls (received_at);
alter table private.hook_calls enable row level security;

-- no policy and no grant: the function below alone
revoke all on private.hook_calls from public;

-- queues the mails of one call, or none if it was received before. a call is refused five minutes after it was signed, so it need not be
-- remembered for long
create function private.queue_hook_mails(p_call text, p_mails jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.hook_calls c where c.received_at < now() - interval '1 day';
  insert into private.hook_calls (digest) values (p_call) on conflict do nothing;
  if found then
    perform private.queue_auth_mail(m.kind, m.recipient, m.sealed, m.expires_at)
      from jsonb_to_recordset(p_mails) m (kind text, recipient text, sealed text, expires_at timestamptz);
  end if;
end $$;
revoke all on function private.queue_hook_mails(text, jsonb) from public;

-- the server calls it once it has verified the project's signature
grant execute on function private.queue_hook_mails(text, jsonb) to shop_mail;

-- Mails about an online order go to the verified address of its account, for any address entered at the checkout: a stranger
-- must not get mail in the shop's name with a text that someone else chose. An address that staff enter for a manual order is
-- trusted. Every mail about an order passes here; without a verified address none is sent (skip_without_recipient).
create function private.address_order_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  o record;
begin
  select x.channel, x.user_id into o from public.orders x where x.id = (new.data ->> 'order_id')::uuid;
  if o.channel = 'online' then
    new.recipient := coalesce((select u.email from auth.users u where u.id = o.user_id and u.email_confirmed_at is not null), '');
  end if;
  return new;
end $$;
revoke all on function private.address_order_mail() from public;

-- before skip_without_recipient, by name
create trigger address_order_mail before insert on private.mails
  for each row when (new.kind in ('order_placed', 'order_status', 'order_changed', 'order_shipment', 'order_rest', 'order_return', 'order_refunded', 'order_reminder')) execute function private.address_order_mail();
create trigger forget_former_mail_setups after update of status on private.mails
  for each row when (old.mail_setup_version is not null and new.status <> 'queued') execute function private.forget_former_mail_setups();

-- mails that failed after ten attempts, newest first: recipient and reason, not the content. the address may be the one that a
-- customer signs in with, so only those who may see such addresses see it whole
create function public.failed_mails() returns table (id bigint, kind text, recipient text, attempts integer, last_error text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('mails.read') then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  return query select m.id, m.kind, case when private.may('customers.emails') then m.recipient else regexp_replace(m.recipient, '^(.).*@', '\1…@') end,
      m.attempts, case when private.may('customers.emails') then m.last_error else replace(m.last_error, m.recipient, '(the address)') end, m.created_at
    from private.mails m where m.status = 'failed' order by m.created_at desc, m.id desc limit 200;
end $$;
revoke all on function public.failed_mails() from public;
grant execute on function public.failed_mails() to authenticated;
create trigger notify_low_stock after update of stock on public.products
  for each row when (not old.running_out and new.running_out and current_user = 'shop_orders') execute function private.notify_low_stock();
