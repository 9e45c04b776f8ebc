-- what a step does. before: may it be taken, by this caller, with these columns? after: history, notification, mail,
-- invoice number, stock. all in the step's own transaction (docs/rules.md#orders).

-- the caller cannot be seen inside a definer function, so the trigger's condition looks and the argument tells:
-- 'wire' is a person over rest, 'server' is the owner, service_role or another trigger.
create function private.guard_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  actors text[] := '{}';
  step record;
begin
  if tg_argv[0] = 'wire' then
    if private.is_admin() then actors := actors || 'admin'::text; end if;
    if old.user_id = me then actors := actors || 'customer'::text; end if;
  else
    actors := '{admin,system}';
  end if;

  if new.status = old.status then
    if old.status = 'cancelled' and (new.cancelled_by, new.cancel_reason) is distinct from (old.cancelled_by, old.cancel_reason) and tg_argv[0] = 'wire' then
      raise exception 'A cancelled order keeps who cancelled it and why' using errcode = 'PT409', detail = '{"code":"ORDER_CLOSED"}';
    end if;
  else
    -- a reason makes it the admin's step. without one it can still be the customer's own cancellation, whoever he is besides
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
    if step.actor = 'admin' and new.status = 'cancelled' and tg_argv[0] = 'wire' then
      new.cancelled_by := me;   -- whatever the request said
    end if;
    if new.status = 'delivered' and new.payment_state = 'cod_pending' then new.payment_state := 'paid'; end if;
    if new.status = 'cancelled' and new.payment_state = 'paid' then new.payment_state := 'refund_due'; end if;
  end if;

  if tg_argv[0] = 'wire' and not 'admin' = any (actors)
    and (new.courier, new.tracking_number, new.cancel_reason) is distinct from (old.courier, old.tracking_number, old.cancel_reason) then
    raise exception 'permission denied for table orders' using errcode = '42501';   -- docs/rules.md#what-customers-may-change
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
revoke all on function private.guard_order_step() from public;
create trigger guard_step_wire before update on public.orders
  for each row when (current_user in ('anon', 'authenticated')) execute function private.guard_order_step('wire');
create trigger guard_step_server before update on public.orders
  for each row when (current_user not in ('anon', 'authenticated')) execute function private.guard_order_step('server');

-- gives the goods of a cancelled order back. products are locked in id order, as every writer of stock does.
create function private.restock(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  perform set_config('shop.stock_reason', 'cancellation', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.quantity, units_sold = greatest(p.units_sold - b.quantity, 0)
    from (select i.product_id, sum(i.quantity)::integer as quantity from public.order_items i where i.order_id = p_order group by 1) b
    where p.id = b.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $$;
revoke all on function private.restock(uuid) from public;

-- tells everybody who should know: history, the customer's bell, the mail queue
create function private.tell_order_step(p_order public.orders, p_previous text, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  short text := '#' || left(p_order.id::text, 8);
  note text := case p_order.status
    when 'pending' then 'Order placed'
    when 'processing' then 'Order accepted'
    when 'shipped' then 'Order shipped' || coalesce(' with ' || nullif(p_order.courier, ''), '') || coalesce(', tracking ' || nullif(p_order.tracking_number, ''), '')
    when 'delivered' then 'Order delivered'
    else case
      when p_order.cancelled_by is null and p_order.cancel_reason is null then 'Order cancelled because it was not paid'
      when p_order.cancelled_by = p_order.user_id and p_order.cancel_reason is null then 'Order cancelled by customer'
      else 'Order cancelled: ' || coalesce(p_order.cancel_reason, 'no reason given') end
    end;
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at)
    values (p_order.id, p_order.status, note, p_by, private.moment());
  if p_order.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (
      p_order.user_id,
      case p_order.status when 'pending' then 'Order placed' when 'processing' then 'Order accepted' when 'shipped' then 'Order shipped'
        when 'delivered' then 'Order delivered' else 'Order cancelled' end,
      case p_order.status
        when 'pending' then 'Thank you! We have received your order ' || short || '.'
        when 'processing' then 'Your order ' || short || ' has been accepted and is being packed.'
        when 'shipped' then 'Your order ' || short || ' is on its way' || coalesce(' with ' || nullif(p_order.courier, ''), '')
          || coalesce(' (' || nullif(p_order.tracking_number, '') || ')', '') || '.'
        when 'delivered' then 'Your order ' || short || ' has been delivered.'
        else 'Your order ' || short || ' has been cancelled' || coalesce(': ' || nullif(p_order.cancel_reason, ''), '') || '.' end,
      'order_update', p_order.id, private.moment());
  end if;
  -- orders that are made up for a demo, or brought along from another shop, mail nobody
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $$;
revoke all on function private.tell_order_step(public.orders, text, uuid) from public;

create function private.follow_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.tell_order_step(new, null, coalesce(auth.uid(), new.user_id));
    return null;
  end if;
  if new.status = 'processing' then
    perform private.issue_document(new.id, 'invoice');
  elsif new.status = 'delivered' and old.payment_state = 'cod_pending' then
    update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    perform private.issue_document(new.id, 'credit_note', d.id) from public.documents d where d.order_id = new.id and d.kind = 'invoice';
  end if;
  perform private.tell_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $$;
revoke all on function private.follow_order_step() from public;
create trigger follow_placement after insert on public.orders
  for each row execute function private.follow_order_step();
create trigger follow_step after update of status on public.orders
  for each row when (old.status is distinct from new.status) execute function private.follow_order_step();
