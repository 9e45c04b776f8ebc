set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.set_off(p_order uuid, p_amount numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

