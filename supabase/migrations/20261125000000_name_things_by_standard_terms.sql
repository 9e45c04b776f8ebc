-- Renames only: what these functions, tables, policies and triggers do stays as it is.

alter function private.moment() rename to clock_now;
alter function private.tell_order_step(public.orders, text, uuid) rename to notify_order_step;
alter function private.tell_owners(text, jsonb) rename to notify_owners;
alter function private.tell_refund() rename to notify_refund;
alter function private.tell_low_stock() rename to notify_low_stock;
alter function private.tell_restocked() rename to notify_restocked;
alter function private.skip_nobody() rename to skip_without_recipient;
alter function private.open_manual_order(uuid, uuid, boolean) rename to begin_manual_order;
alter function private.mail_paper(bigint) rename to mail_document;
alter function private.order_pile(text) rename to order_queue;
alter function private.works_here(uuid) rename to is_staff;
alter function private.erase_concession_reasons() rename to erase_override_reasons;
alter function public.order_piles() rename to order_queue_counts;
alter function public.settle_unmatched_payment(text, text, text) rename to settle_unconfirmed_payment;
alter function public.settle_orphan_payment(text, text, text) rename to settle_unmatched_payment;
alter function public.orphan_payments() rename to unmatched_payments;

alter trigger tell_refund on public.orders rename to notify_refund;
alter trigger tell_low_stock on public.products rename to notify_low_stock;
alter trigger skip_nobody on private.mails rename to skip_without_recipient;

alter table public.order_concessions rename to order_overrides;
alter index public.order_concessions_order_id_idx rename to order_overrides_order_id_idx;
do $$
declare
  c record;
begin
  for c in select k.conname from pg_catalog.pg_constraint k where k.conrelid = 'public.order_overrides'::regclass and k.conname like 'order\_concessions\_%' loop
    execute format('alter table public.order_overrides rename constraint %I to %I', c.conname, replace(c.conname, 'order_concessions_', 'order_overrides_'));
  end loop;
end $$;
update public.audit_log set table_name = 'order_overrides' where table_name = 'order_concessions';

do $$
declare
  p record;
begin
  for p in select schemaname, tablename, policyname from pg_catalog.pg_policies where policyname like 'the desk %' loop
    execute format('alter policy %I on %I.%I rename to %I', p.policyname, p.schemaname, p.tablename, replace(p.policyname, 'the desk ', 'the order service '));
  end loop;
end $$;

-- bodies in text name functions and tables as they are called now
do $$
declare
  renamed constant text[] := array[
    'private\.moment\M', 'private.clock_now',
    '\mtell_(order_step|owners|refund|low_stock|restocked)\M', 'notify_\1',
    '\morder_pile\M', 'order_queue',
    '\mworks_here\M', 'is_staff',
    '\morder_concessions\M', 'order_overrides',
    'permission denied for orphan payments', 'permission denied for unmatched payments',
    '\mstretches\M', 'periods', '\mstretch has\M', 'period has', '\mBAD_STRETCH\M', 'BAD_PERIOD',
    'tg_argv\[0\] = ''wire''', 'tg_argv[0] = ''client''',
    '\mpile( jsonb|;)', 'queue\1'];
  f record;
  definition text;
begin
  for f in select p.oid, pg_catalog.pg_get_functiondef(p.oid) as made from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind = 'f' and p.prosqlbody is null order by p.oid loop
    definition := f.made;
    for i in 1 .. cardinality(renamed) by 2 loop
      definition := regexp_replace(definition, renamed[i], renamed[i + 1], 'g');
    end loop;
    if definition <> f.made then execute definition; end if;
  end loop;
end $$;

-- arguments cannot be renamed in place
drop function private.audit_table(regclass, text[], text, text, text[], text[], boolean, text);
drop function private.audit_changes(jsonb, jsonb, text[], text[]);
drop function private.finish_manual_order(uuid, uuid, boolean, text, jsonb, boolean, boolean, boolean);

drop trigger if exists "guard_step_wire" on "public"."orders";

drop trigger if exists "guard_payment_step_wire" on "public"."payments";

set check_function_bodies = off;

create or replace function private.audit_changes(before jsonb, after jsonb, skipped text[], shown text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(k.key, case
      when (shown is null or k.key = any (shown)) and k.key !~ '(secret|password|token)'
        then jsonb_build_array(private.audit_value(before -> k.key), private.audit_value(after -> k.key)) end)
  from jsonb_each(coalesce(after, before)) k
  where k.key <> all (skipped)
    and coalesce(before -> k.key, 'null') is distinct from coalesce(after -> k.key, 'null')
$function$
;

create or replace function private.audit_table(p_table regclass, p_operations text[] DEFAULT '{insert,update,delete}'::text[], p_key text DEFAULT 'id'::text, p_about text DEFAULT NULL::text, p_skipped text[] DEFAULT '{}'::text[], p_shown text[] DEFAULT NULL::text[], p_values boolean DEFAULT true, p_when text DEFAULT 'true'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  operation text;
begin
  foreach operation in array p_operations loop
    execute format('create trigger %I after %s on %s referencing %s for each statement when (%s) execute function private.write_audit(%L, %L, %L, %L, %L)',
      'audit_' || operation, operation, p_table,
      case operation when 'insert' then 'new table as changed' when 'delete' then 'old table as before' else 'old table as before new table as changed' end,
      p_when, p_key, coalesce(p_about, p_key), p_skipped || '{created_at,updated_at,version}'::text[], coalesce(p_shown::text, ''),
      case when p_values then 'yes' else '' end);
  end loop;
end $function$
;

create or replace function private.finish_manual_order(p_admin uuid, p_order uuid, p_received boolean, p_reference text, p_overrides jsonb, p_accept boolean, p_hand_over boolean, p_mail boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.orders;
begin
  select o.* into made from public.orders o where o.id = p_order and o.made_by = p_admin and o.status = 'pending' and o.xmin = pg_current_xact_id()::xid;
  if not found or not private.staff_may(p_admin, 'orders.create') then raise exception 'permission denied for manual orders' using errcode = '42501'; end if;
  insert into public.order_overrides (order_id, kind, product_id, listed, given, reason)
    select p_order, c.kind, c.product_id, c.listed, c.given, nullif(btrim(c.reason), '')
    from jsonb_to_recordset(p_overrides) as c (kind text, product_id uuid, listed numeric, given numeric, reason text);
  if p_received then
    update public.payments p set state = 'paid', provider_reference = p_reference where p.order_id = p_order and p.state = 'awaiting_payment';
    if not found then raise exception 'Order % waits for no payment', p_order using errcode = '23514'; end if;
  end if;
  if p_accept or p_hand_over then
    update public.orders o set status = 'processing' where o.id = p_order;
  end if;
  if not p_hand_over then return; end if;
  -- across the counter: the steps in between take no time, so nobody is told of them, and history says what they were
  update public.orders o set status = 'shipped' where o.id = p_order;
  update public.orders o set status = 'delivered' where o.id = p_order;
  update public.order_status_history h set notes = case h.status when 'shipped' then 'Handed over in the shop' else 'Collected in the shop' end
    where h.order_id = p_order and h.status in ('shipped', 'delivered');
  delete from public.notifications n where n.order_id = p_order;
  if made.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (made.user_id, 'Thank you for your visit',
      'Your purchase #' || left(p_order::text, 8) || ' in our shop is among your orders, with its invoice.', 'order_update', p_order, private.clock_now());
  end if;
  if p_mail and made.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_status', made.email,
      jsonb_build_object('order_id', p_order, 'status', 'delivered', 'previous_status', 'pending', 'handed_over', true));
  end if;
end $function$
;

create or replace function private.write_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  skipped text[] := tg_argv[2];
  shown text[] := nullif(tg_argv[3], '');
  me uuid := auth.uid();
begin
  if tg_op = 'UPDATE' then
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), $1, $2, r.about, ''update'', c.changes
      from (select n.%2$I::text as about, to_jsonb(b) as before, to_jsonb(n) as after from changed n join before b on b.%1$I = n.%1$I offset 0) r
      cross join lateral (
        select jsonb_object_agg(k.key, case
            when ($4 is null or k.key = any ($4)) and k.key !~ ''(secret|password|token)''
              then jsonb_build_array(private.audit_value(r.before -> k.key), private.audit_value(k.value)) end) as changes
        from jsonb_each(r.after) k
        where k.value is distinct from coalesce(r.before -> k.key, ''null'') and k.key <> all ($3)) c
      where c.changes is not null', tg_argv[0], tg_argv[1]) using me, tg_table_name, skipped, shown;
  elsif tg_op = 'INSERT' then
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), $1, $2, n.%1$I::text, ''insert'',
        case when $5 then coalesce(private.audit_changes(null, to_jsonb(n), $3, $4), ''{}'') else ''{}'' end
      from changed n', tg_argv[1]) using me, tg_table_name, skipped, shown, tg_argv[4] = 'yes';
  else
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), $1, $2, b.%1$I::text, ''delete'', coalesce(private.audit_changes(to_jsonb(b), null, $3, $4), ''{}'')
      from before b', tg_argv[1]) using me, tg_table_name, skipped, shown;
  end if;
  return null;
end $function$
;

create trigger guard_step_client BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name]))) EXECUTE FUNCTION private.guard_order_step('client');

create trigger guard_payment_step_client BEFORE UPDATE OF state ON public.payments FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])))) EXECUTE FUNCTION private.guard_payment_step('client');
grant execute on function private.finish_manual_order(uuid, uuid, boolean, text, jsonb, boolean, boolean, boolean) to shop_orders;
