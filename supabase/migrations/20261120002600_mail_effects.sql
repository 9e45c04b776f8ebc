-- mails beside those of an order's steps: a refund to its buyer, and to the shop what is running out. each is queued in
-- the transaction that caused it, as every mail. and what could not be sent can be seen and sent again.

create function private.tell_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' and new.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_refunded', new.email, jsonb_build_object('order_id', new.id));
  end if;
  return null;
end $$;
revoke all on function private.tell_refund() from public;
create trigger tell_refund after update of payment_state on public.orders
  for each row when (old.payment_state <> 'refunded' and new.payment_state = 'refunded') execute function private.tell_refund();

-- only what is sold tells: who counts or imports knows. the ten is where the label says 'Only N left'
-- (docs/rules.md#stock-labels); a product tells once on its way down, since the next sale does not cross it again.
create function private.tell_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mails (kind, recipient, data)
    select 'low_stock', s.email, jsonb_build_object('product_id', new.id, 'name', new.name, 'sku', new.sku, 'stock', new.stock)
    from public.settings s where s.email <> '';
  return null;
end $$;
revoke all on function private.tell_low_stock() from public;
create trigger tell_low_stock after update of stock on public.products
  for each row when (old.stock >= 10 and new.stock < 10 and current_user = 'shop_orders') execute function private.tell_low_stock();

-- mails that were given up after ten attempts, newest first. admins see whom and why, not what was in them
create function public.failed_mails() returns table (id bigint, kind text, recipient text, attempts integer, last_error text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  return query select m.id, m.kind, m.recipient, m.attempts, m.last_error, m.created_at
    from private.mails m where m.status = 'failed' order by m.created_at desc, m.id desc limit 200;
end $$;
revoke all on function public.failed_mails() from public;
grant execute on function public.failed_mails() to authenticated;   -- the body lets admins through; nothing for anon
create index mails_failed_idx on private.mails (created_at desc, id desc) where status = 'failed';

-- puts a given-up mail back into the queue, with all its attempts before it
create function public.retry_mail(p_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  update private.mails m set status = 'queued', attempts = 0, next_attempt_at = now() where m.id = p_id and m.status = 'failed';
  if not found then raise exception 'No such failed mail' using errcode = 'PT404', detail = '{"code":"MAIL_NOT_FOUND"}'; end if;
end $$;
revoke all on function public.retry_mail(bigint) from public;
grant execute on function public.retry_mail(bigint) to authenticated;   -- as above
