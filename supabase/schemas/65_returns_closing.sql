-- closing a return: its credit notes, and what the shop pays back (docs/decisions/0089-returns.md)

-- what the customer still has to pay of this order becomes less first; returns what is left of the amount, which is to be paid back. a payment
-- on its way at Razorpay, one that waits to be verified, or cash that the courier has collected is settled first: its amount is known elsewhere
create function private.set_off(p_order uuid, p_amount numeric) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  open numeric := p_amount;
  part numeric;
  paid public.payments;
begin
  for paid in select p.* from public.payments p where p.order_id = p_order and p.amount > 0
    and p.state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed') order by p.created_at desc, p.id for no key update loop
    exit when open = 0;
    if paid.state in ('awaiting_verification', 'cod_pending') or paid.method = 'razorpay' then
      raise exception 'The payment of this order has to be settled first' using errcode = 'PT409', detail = '{"code":"PAYMENT_OPEN"}';
    end if;
    part := least(open, paid.amount);
    open := open - part;
    update public.payments p set amount = p.amount - part, state = case when p.amount = part then 'paid' else p.state end where p.id = paid.id;
  end loop;
  -- nothing is left to collect: the order is settled
  update public.orders o set payment_state = 'paid' where o.id = p_order and o.payment_state in ('awaiting_payment', 'failed')
    and not exists (select from public.payments p where p.order_id = o.id and p.state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed'));
  return open;
end $$;

-- ends a received return. p_lines: [{item, credited}], the pieces that are credited; null: those that arrived. p_deduction: rupees that the shop
-- keeps back of the credit notes, with a reason. p_charges: the delivery charge is credited too, if it is not yet. p_settle: the rest is refunded as it
-- was paid, or is store credit of the account, of an exchange up to p_most (null: all of it). returns how much became store credit
create function private.settle_return(p_return uuid, p_version integer, p_lines jsonb, p_charges boolean, p_deduction numeric, p_deduction_reason text,
  p_settle text, p_most numeric default null, p_exchange uuid default null) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  r public.returns;
  o public.orders;
  file uuid := gen_random_uuid();
  total numeric;
  due numeric;
  credit numeric;
begin
  r := private.lock_return(p_return, p_version, '{received}');
  if p_settle is null or p_settle not in ('refund', 'credit', 'exchange') then
    raise exception 'A return is settled as refund, store credit or exchange' using errcode = '22023', detail = '{"code":"INVALID","field":"settle"}';
  end if;
  select x.* into o from public.orders x where x.id = r.order_id;
  if p_settle <> 'refund' and o.user_id is null then
    raise exception 'Store credit needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}';
  end if;
  if o.user_id is not null and (p_settle <> 'refund' or o.store_credit > 0) then perform private.lock_store_credit(o.user_id); end if;
  if p_lines is not null and (private.are_return_lines(p_lines, '{credited}') is distinct from true or exists (
      select from (select l.* from public.return_lines l where l.return_id = p_return) l
      full join jsonb_to_recordset(p_lines) as c (item uuid, credited integer) on c.item = l.order_item_id
      where l.quantity is null or c.credited is null or c.credited > l.quantity)) then
    raise exception 'No more than the pieces of the return are credited' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  update public.return_lines l set credited = coalesce((select c.credited from jsonb_to_recordset(p_lines) as c (item uuid, credited integer) where c.item = l.order_item_id),
    l.restocked + l.damaged) where l.return_id = p_return;
  if p_deduction is null or p_deduction < 0 or p_deduction <> round(p_deduction, 2) or (p_deduction > 0 and coalesce(length(btrim(p_deduction_reason)), 0) not between 1 and 400) then
    raise exception 'What is kept back is in whole paise, and has a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  total := private.credit_pieces(r.order_id, (select jsonb_agg(jsonb_build_object('line', l.order_item_id, 'quantity', l.credited))
    from public.return_lines l where l.return_id = r.id and l.credited > 0), 'Return ' || r.number, coalesce(p_charges, false), file);
  if p_deduction > total then
    raise exception 'More would be kept back than is credited' using errcode = '22023', detail = jsonb_build_object('code', 'DEDUCTION_TOO_LARGE', 'credited', total)::text;
  end if;
  due := private.set_off(r.order_id, total - p_deduction);
  credit := case when p_settle = 'refund' then 0 else least(due, coalesce(p_most, due)) end;
  perform set_config('shop.exchange', case when p_settle = 'exchange' and p_most is not null then 'on' else '' end, true);
  if credit > 0 then perform private.owe_refund(r.order_id, credit, 'return', 'Return ' || r.number, true, file); end if;
  perform set_config('shop.exchange', '', true);
  if due > credit then perform private.owe_refund(r.order_id, due - credit, 'return', 'Return ' || r.number, p_file => file); end if;
  update public.returns x set state = 'closed', ended_at = private.clock_now(), credited = total, deduction = p_deduction,
      deduction_reason = case when p_deduction > 0 then btrim(p_deduction_reason) end, settled_as = p_settle, exchange_order = p_exchange,
      credit_file = case when total > 0 then file end, version = x.version + 1
    where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
  return credit;
end $$;

-- p_settle: refund or credit. an exchange needs a new order, which the order service writes (65_returns_exchange.sql)
create function public.close_return(p_return uuid, p_version integer, p_lines jsonb default null, p_charges boolean default false,
  p_deduction numeric default 0, p_deduction_reason text default null, p_settle text default 'refund') returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  if p_settle = 'exchange' then
    raise exception 'An exchange needs a new order' using errcode = '22023', detail = '{"code":"INVALID","field":"settle"}';
  end if;
  perform private.settle_return(p_return, p_version, p_lines, p_charges, p_deduction, p_deduction_reason, p_settle);
end $$;
revoke all on function private.set_off(uuid, numeric),
  private.settle_return(uuid, integer, jsonb, boolean, numeric, text, text, numeric, uuid),
  public.close_return(uuid, integer, jsonb, boolean, numeric, text, text) from public;

-- the body lets staff through; nothing for anon
grant execute on function public.close_return(uuid, integer, jsonb, boolean, numeric, text, text) to authenticated;
