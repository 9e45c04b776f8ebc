-- the steps of a return. each function locks the order first, as every step of an order does, and names the version on the screen: of two people
-- the second one looks again.

-- is it a list of 1 to 1,000 objects with an id of a line, each once, and whole numbers of pieces? they may be 0, other than those of
-- private.are_piece_lines: a line of which nothing is credited
create function private.are_return_lines(lines jsonb, fields text[]) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 1000 then false else (
    select bool_and(coalesce(c.value ->> 'item', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        and (select bool_and(coalesce(c.value ->> f, '') ~ '^[0-9]{1,7}$') from unnest(fields) f))
      and count(distinct c.value ->> 'item') = count(*)
    from jsonb_array_elements(lines) c) end
$$;

-- writes a return. the caller holds the order's lock and has checked who asks. p_lines: [{item, quantity, exchange_for}], the last one of a
-- wished exchange: the same product, or one of its family
create function private.add_return(p_order public.orders, p_lines jsonb, p_reason text, p_message text, p_asked_by text, p_wish text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made public.returns;
begin
  if p_order.status <> 'delivered' then
    raise exception 'Only a delivered order can be returned' using errcode = 'PT409', detail = '{"code":"NOT_DELIVERED"}';
  end if;
  if p_reason is null or p_reason not in ('damaged', 'wrong', 'missing', 'other') then
    raise exception 'A return has a reason' using errcode = '22023', detail = '{"code":"INVALID","field":"reason"}';
  end if;
  if p_wish is null or p_wish not in ('refund', 'credit', 'exchange') or (p_wish <> 'refund' and p_order.user_id is null) then
    raise exception 'Credit and exchanges need an account' using errcode = '22023', detail = '{"code":"INVALID","field":"wish"}';
  end if;
  if length(p_message) > 2000 then
    raise exception 'The message has at most 2000 characters' using errcode = '22023', detail = '{"code":"INVALID","field":"message"}';
  end if;
  if private.are_return_lines(p_lines, '{quantity}') is distinct from true
    or exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer) where c.quantity < 1) then
    raise exception 'These are no lines of a return' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  if p_wish = 'exchange' and exists (select from jsonb_array_elements(p_lines) c (line) where not exists (select from private.exchange_choices(p_order.id) x
      where x.item::text = c.line ->> 'item' and x.product::text = c.line ->> 'exchange_for')) then
    raise exception 'Each line names what it is exchanged for' using errcode = '22023', detail = '{"code":"INVALID","field":"exchange_for"}';
  end if;
  if exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer)
      left join private.returnable_pieces(p_order.id) p on p.item = c.item where p.item is null or c.quantity > p.rest) then
    raise exception 'So many pieces are not left of the order' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  if (select count(*) from public.returns r where r.order_id = p_order.id) >= 100 then
    raise exception 'An order has at most 100 returns' using errcode = 'PT409', detail = '{"code":"TOO_MANY_RETURNS"}';
  end if;
  insert into public.returns (order_id, number, state, asked_by, reason, wish, message, created_by, created_at, decided_at)
    values (p_order.id, (select coalesce(max(r.number), 0) + 1 from public.returns r where r.order_id = p_order.id),
      case p_asked_by when 'staff' then 'approved' else 'requested' end, p_asked_by, p_reason, p_wish, nullif(btrim(p_message), ''), auth.uid(),
      private.clock_now(), case p_asked_by when 'staff' then private.clock_now() end)
    returning * into made;
  insert into public.return_lines (return_id, order_item_id, quantity, exchange_for)
    select made.id, c.item, c.quantity, case when p_wish = 'exchange' then c.exchange_for end from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer, exchange_for uuid);
  perform private.follow_return(made);
  return made.id;
end $$;

-- the customer asks
create function public.ask_return(p_order uuid, p_lines jsonb, p_reason text, p_message text default null, p_wish text default 'refund') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
begin
  if auth.uid() is null then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  select x.* into o from public.orders x where x.id = p_order and x.user_id = auth.uid() for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  if coalesce(private.returnable_until(p_order) < private.clock_now(), o.status = 'delivered') then
    raise exception 'The time for a return is over' using errcode = 'PT409', detail = '{"code":"RETURN_TOO_LATE"}';
  end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.returns'), pg_catalog.hashtext(auth.uid()::text));   -- two orders at once would each count without the other
  if (select count(*) from public.returns r where r.order_id = p_order and r.asked_by = 'customer') >= private.limit_of('returns_per_order')
    or (select count(*) from public.returns r join public.orders x on x.id = r.order_id
        where x.user_id = auth.uid() and r.asked_by = 'customer' and r.created_at > private.clock_now() - interval '1 day') >= private.limit_of('returns_per_day') then
    raise exception 'This was asked too often' using errcode = 'PT429', detail = '{"code":"TOO_MANY"}';
  end if;
  return private.add_return(o, p_lines, p_reason, p_message, 'customer', p_wish);
end $$;

-- staff book a return that the customer asked for by telephone, also after the days for customers
create function public.book_return(p_order uuid, p_lines jsonb, p_reason text, p_message text default null, p_wish text default 'refund') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  return private.add_return(o, p_lines, p_reason, p_message, 'staff', p_wish);
end $$;

-- the return behind its order's lock, if it is still as the screen showed it and takes this step
create function private.lock_return(p_return uuid, p_version integer, p_states text[]) returns public.returns
language plpgsql security definer set search_path = '' as $$
declare
  r public.returns;
begin
  perform from public.orders o where o.id = (select x.order_id from public.returns x where x.id = p_return) for no key update;
  select x.* into r from public.returns x where x.id = p_return;
  if not found then raise exception 'This return is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if r.version is distinct from p_version or r.state <> all (p_states) then
    raise exception 'The return has changed' using errcode = 'PT409', detail = jsonb_build_object('code', 'STALE', 'state', r.state)::text;
  end if;
  return r;
end $$;

-- the customer withdraws before staff have answered. the photos are deleted, so that asking and withdrawing in turn stores nothing
create function public.withdraw_return(p_return uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  r public.returns;
begin
  if not exists (select from public.returns x join public.orders o on o.id = x.order_id where x.id = p_return and o.user_id = auth.uid()) then
    raise exception 'This return is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  perform private.lock_return(p_return, p_version, '{requested}');
  delete from private.return_photos p where p.return_id = p_return;
  update public.returns x set state = 'withdrawn', ended_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $$;

create function public.approve_return(p_return uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  perform private.lock_return(p_return, p_version, '{requested}');
  update public.returns x set state = 'approved', decided_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $$;

-- also of an approved return whose parcel never came
create function public.decline_return(p_return uuid, p_version integer, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 400 then
    raise exception 'Declining a return needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  perform private.lock_return(p_return, p_version, '{requested,approved}');
  update public.returns x set state = 'declined', decline_reason = btrim(p_reason), decided_at = private.clock_now(), ended_at = private.clock_now(), version = x.version + 1
    where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $$;

-- the parcel is back. p_lines: [{item, restocked, damaged, lost}] for every line of it. what is damaged comes in and goes out again, so that the
-- movements say so; what is lost never comes in
create function public.receive_return(p_return uuid, p_version integer, p_lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  perform private.lock_return(p_return, p_version, '{approved}');
  if private.are_return_lines(p_lines, '{restocked,damaged,lost}') is distinct from true or exists (
    select from (select l.* from public.return_lines l where l.return_id = p_return) l
    full join jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer) on c.item = l.order_item_id
    where c.restocked + c.damaged + c.lost is distinct from l.quantity) then
    raise exception 'Every piece of the return is restocked, damaged or lost' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  update public.return_lines l set restocked = c.restocked, damaged = c.damaged, lost = c.lost
    from jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer)
    where l.return_id = p_return and l.order_item_id = c.item;
  update public.returns x set state = 'received', received_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.restock_return(r);
  perform private.follow_return(r);
end $$;

-- the goods of a return
create function private.restock_return(p_return public.returns) returns void
language sql security definer set search_path = '' as $$
  select private.take_in(p_return.order_id, (select jsonb_agg(jsonb_build_object('product', i.product_id, 'restocked', l.restocked, 'damaged', l.damaged))
    from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = p_return.id))
$$;

-- what each step says: the order's history, and a notification and a mail for the customer. the reason is in the return and not in the history
create function private.follow_return(p_return public.returns) returns void
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  own public.message_texts;
  short text;
  number text;
  title text;
  step text := case p_return.state when 'closed' then 'settled' else p_return.state end;
  message text;
begin
  update public.orders x set updated_at = now() where x.id = p_return.order_id returning x.* into o;   -- who has it on the screen reads it again
  short := '#' || left(o.id::text, 8);
  number := private.order_number_text(o.order_number);
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (o.id, o.status, format('Return %s %s', p_return.number, step), auth.uid(), private.clock_now(), false);
  if p_return.state = 'withdrawn' then return; end if;
  if o.user_id is not null then
    title := 'Return ' || step;
    message := 'Return ' || p_return.number || ' of your order ' || short || ' (no. ' || number || ') ' || case p_return.state
      when 'requested' then 'has reached us. We will answer soon.'
      when 'approved' then 'is approved. Please send the goods back.'
      when 'declined' then 'is declined: ' || p_return.decline_reason
      when 'received' then 'has arrived, and we are checking the goods.'
      else case p_return.settled_as when 'exchange' then 'is settled. Your new order is #' || left(p_return.exchange_order::text, 8) || '.'
        when 'credit' then 'is settled as store credit.' else 'is settled.' end end;
    select t.* into own from public.message_texts t where t.key = 'notice_return_' || p_return.state;
    if found then
      own.subject := left(private.fill_text(own.subject, jsonb_build_object('name', o.full_name, 'order', short, 'number', number, 'return', p_return.number, 'reason', p_return.decline_reason)), 120);
      own.opening := private.fill_text(own.opening, jsonb_build_object('name', o.full_name, 'order', short, 'number', number, 'return', p_return.number, 'reason', p_return.decline_reason));
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, coalesce(nullif(own.subject, ''), title), left(coalesce(nullif(own.opening, ''), message), 600), 'order_update', o.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values ('order_return', o.email,
      jsonb_strip_nulls(jsonb_build_object('order_id', o.id, 'status', o.status, 'return_id', p_return.id, 'return_state', p_return.state,
        'files', case when p_return.credit_file is not null then jsonb_build_array(p_return.credit_file) end)));
  end if;
end $$;

revoke all on function private.are_return_lines(jsonb, text[]), private.add_return(public.orders, jsonb, text, text, text, text), private.lock_return(uuid, integer, text[]),
  private.restock_return(public.returns), private.follow_return(public.returns), public.ask_return(uuid, jsonb, text, text, text),
  public.book_return(uuid, jsonb, text, text, text), public.withdraw_return(uuid, integer), public.approve_return(uuid, integer),
  public.decline_return(uuid, integer, text), public.receive_return(uuid, integer, jsonb) from public;

-- the bodies let the customer or staff through; nothing for anon
grant execute on function public.ask_return(uuid, jsonb, text, text, text), public.book_return(uuid, jsonb, text, text, text), public.withdraw_return(uuid, integer),
  public.approve_return(uuid, integer), public.decline_return(uuid, integer, text), public.receive_return(uuid, integer, jsonb) to authenticated;
