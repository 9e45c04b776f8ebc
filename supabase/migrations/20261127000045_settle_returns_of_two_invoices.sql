set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.credit_return(p_return returns, p_charges boolean, p_file uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest jsonb := (select coalesce(jsonb_object_agg(l.order_item_id, l.credited), '{}') from public.return_lines l where l.return_id = p_return.id and l.credited > 0);
  invoice record;
  lines jsonb;
  issued text;
  charges numeric;
  charged uuid[] := '{}';
  credited numeric := 0;
begin
  for invoice in select d.id, d.file_id from public.documents d where d.order_id = p_return.order_id and d.kind = 'invoice' order by d.issued_at, d.serial desc loop
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'quantity', least(l.quantity - l.credited, (rest ->> l.line::text)::integer)) order by l.place), '[]')
      into lines from private.invoice_lines(invoice.id) l where l.quantity > l.credited and (rest ->> l.line::text)::integer > 0;
    charges := case when p_charges then private.charge_sum(private.uncredited_charges(invoice.id), 'amount') else 0 end;
    continue when lines = '[]' and charges = 0;
    issued := private.issue_credit_note(invoice.id, lines, 'Return ' || p_return.number, p_charges, p_file);
    credited := credited + (select private.charge_sum(d.content -> 'items', 'total') from public.documents d where d.serial = issued)
      + case when invoice.file_id = any (charged) then 0 else charges end;
    if charges > 0 then charged := charged || invoice.file_id; end if;
    select coalesce(jsonb_object_agg(x.key, x.value::integer - coalesce((select (c ->> 'quantity')::integer from jsonb_array_elements(lines) c where c ->> 'line' = x.key), 0)), '{}')
      into rest from jsonb_each_text(rest) x;
  end loop;
  if exists (select from jsonb_each_text(rest) x where x.value::integer > 0) then
    raise exception 'More would be credited than is left of the invoices' using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  return credited;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_return(p_return returns)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      else 'is settled.' end;
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
end $function$
;

