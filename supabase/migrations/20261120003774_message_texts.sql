-- the owner's words instead of the shop's own in mails and notifications: plain text with named placeholders. no row: the texts
-- of documents/mails/texts.ts and of private.tell_order_step. history: the audit log.

-- what may stand in braces in each text; documents/mails/texts.ts has the same list, and a test compares the two
create function private.message_placeholders(p_key text) returns text[]
language sql immutable set search_path = '' as $$
  select case p_key
    when 'mail_signup' then '{name,shop}'::text[]
    when 'mail_recovery' then '{shop}'
    when 'mail_email_change' then '{shop}'
    when 'mail_magiclink' then '{shop}'
    when 'mail_invite' then '{shop}'
    when 'mail_order_placed' then '{name,order,total,shop}'
    when 'mail_order_reopened' then '{name,order,total,shop}'
    when 'mail_order_processing' then '{name,order,total,shop}'
    when 'mail_order_shipped' then '{name,order,total,courier,tracking,shop}'
    when 'mail_order_delivered' then '{name,order,total,shop}'
    when 'mail_order_cancelled' then '{name,order,total,shop}'
    when 'mail_order_refunded' then '{name,order,total,shop}'
    when 'mail_complaint_received' then '{number,officer,shop}'
    when 'notice_order_placed' then '{name,order}'
    when 'notice_order_reopened' then '{name,order}'
    when 'notice_order_processing' then '{name,order}'
    when 'notice_order_shipped' then '{name,order,courier,tracking}'
    when 'notice_order_delivered' then '{name,order}'
    when 'notice_order_cancelled' then '{name,order,reason}'
  end
$$;

create table public.message_texts (
  key text primary key check (private.message_placeholders(key) is not null),
  subject text not null check (length(btrim(subject)) between 1 and 120 and subject !~ '[[:cntrl:]]'),
  opening text not null check (length(btrim(opening)) between 1 and 2000),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (key not like 'notice%' or length(opening) <= 500)
);
create trigger next_version before update on public.message_texts for each row execute function private.next_version();

create function private.guard_message_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  select m[1] into wrong from regexp_matches(new.subject || ' ' || new.opening, '\{([^{}]*)\}', 'g') m
    where m[1] <> all (private.message_placeholders(new.key)) limit 1;
  if found then
    raise exception 'There is no {%} in this message', wrong
      using errcode = '23514', detail = jsonb_build_object('code', 'UNKNOWN_PLACEHOLDER', 'placeholder', wrong)::text;
  end if;
  return new;
end $$;
create trigger guard_text before insert or update on public.message_texts for each row execute function private.guard_message_text();

alter table public.message_texts enable row level security;
revoke all on public.message_texts from anon, authenticated;   -- nothing for anon
grant select on public.message_texts to authenticated, shop_mail;
grant insert (key, subject, opening), update (subject, opening), delete on public.message_texts to authenticated;
create policy "admins read" on public.message_texts for select to authenticated using ((select private.is_admin()));
create policy "the mail sender reads" on public.message_texts for select to shop_mail using (true);
create policy "admins write" on public.message_texts for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.message_texts for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins reset" on public.message_texts for delete to authenticated using ((select private.is_admin()));
grant execute on function private.message_placeholders(text) to authenticated;   -- the check constraint runs as whoever writes; no usage on the schema

select private.audit_table('public.message_texts', p_key => 'key');

-- a text with its placeholders filled, in one pass: what a customer is called is never looked through for placeholders
create function private.fill_text(p_text text, p_values jsonb) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(string_agg(case when m[1] ~ '^\{[a-z]+\}$' then coalesce(p_values ->> btrim(m[1], '{}'), '') else m[1] end, '' order by n), ' {2,}', ' ', 'g'))
  from regexp_matches(p_text, '(\{[a-z]+\}|[^{]+|\{)', 'g') with ordinality as found (m, n)
$$;

-- as in 20261120003120_late_payments.sql; title and message are the owner's where there are some
create or replace function private.tell_order_step(p_order public.orders, p_previous text, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short text := '#' || left(p_order.id::text, 8);
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
  insert into public.order_status_history (order_id, status, notes, created_by, created_at)
    values (p_order.id, p_order.status, note, p_by, private.moment());
  if p_order.user_id is not null then
    select t.* into own from public.message_texts t
      where t.key = 'notice_order_' || case when reopened then 'reopened' when p_order.status = 'pending' then 'placed' else p_order.status end;
    if found then
      words := jsonb_build_object('name', p_order.full_name, 'order', short, 'courier', p_order.courier, 'tracking', p_order.tracking_number, 'reason', p_order.cancel_reason);
      own.subject := left(private.fill_text(own.subject, words), 120);
      own.opening := left(private.fill_text(own.opening, words), 600);
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (
      p_order.user_id,
      coalesce(nullif(own.subject, ''), case when reopened then 'Payment received' else case p_order.status when 'pending' then 'Order placed' when 'processing' then 'Order accepted'
        when 'shipped' then 'Order shipped' when 'delivered' then 'Order delivered' else 'Order cancelled' end end),
      coalesce(nullif(own.opening, ''), case when reopened then 'Your payment for order ' || short || ' has arrived, and the order is open again.' else case p_order.status
        when 'pending' then 'Thank you! We have received your order ' || short || '.'
        when 'processing' then 'Your order ' || short || ' has been accepted and is being packed.'
        when 'shipped' then 'Your order ' || short || ' is on its way' || coalesce(' with ' || nullif(p_order.courier, ''), '')
          || coalesce(' (' || nullif(p_order.tracking_number, '') || ')', '') || '.'
        when 'delivered' then 'Your order ' || short || ' has been delivered.'
        else 'Your order ' || short || ' has been cancelled' || coalesce(': ' || nullif(p_order.cancel_reason, ''), '') || '.' end end),
      'order_update', p_order.id, private.moment());
  end if;
  -- orders that are made up for a demo, or brought along from another shop, mail nobody
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $$;

revoke all on function private.message_placeholders(text), private.guard_message_text(), private.fill_text(text, jsonb) from public;
