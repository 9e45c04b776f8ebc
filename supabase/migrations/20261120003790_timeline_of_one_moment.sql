-- an order that is written down by hand takes its steps in one transaction, so at one moment: they are told in the order of the
-- steps, not of their random ids.

-- as in …3722, but for the last line
create or replace function public.order_timeline(p_order uuid)
returns table (at timestamptz, kind text, actor uuid, actor_name text, data jsonb)
language plpgsql stable security definer set search_path = '' rows 20 as $$
#variable_conflict use_column
begin
  if not private.is_admin() then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return query
  select e.at, e.kind, e.actor, p.full_name, e.data from (
    select h.created_at as at, 'step' as kind, h.created_by as actor, jsonb_build_object('id', h.id, 'status', h.status, 'notes', h.notes) as data
      from public.order_status_history h where h.order_id = p_order
    union all
    -- a step's own line is told by the step, and the order's payment by the payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action = 'update'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  left join public.profiles p on p.id = e.actor
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $$;
