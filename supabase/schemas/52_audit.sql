-- who changed what, when, from what to what (docs/rules.md#back-office-edits). written by triggers in the change's own transaction; read by
-- admins, never changed. ids and changed field names of people, never their values (dpdp act 2023, docs/india.md#personal-data): what
-- would have to be erased is not copied in the first place.

create sequence public.audit_log_id_seq;
create table public.audit_log (
  id bigint not null default nextval('public.audit_log_id_seq'),   -- postgresql 15 and 16 attach no part to a table with an identity column
  at timestamptz not null,
  actor uuid,                 -- no foreign key: the log outlives the account. null: the shop itself
  table_name text not null,
  row_id text not null,       -- of a payment its order's, of a picture its product's: what one looks at
  action text not null check (action in ('insert', 'update', 'delete')),
  changes jsonb not null,     -- {"price": [118, 120], "phone": null}: before and after, or null where the value is not shown
  primary key (id, at)
) partition by range (at);    -- a part for each financial year: private.keep_audit_years
alter sequence public.audit_log_id_seq owned by public.audit_log.id;
revoke all on sequence public.audit_log_id_seq from service_role;
create table parts.audit_log_rest partition of public.audit_log default;
alter table parts.audit_log_rest enable row level security;

-- the pages of one row's history, of one person's work, and of everything
create index audit_log_row_idx on public.audit_log (row_id, id desc);
create index audit_log_actor_idx on public.audit_log (actor, id desc);
alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated;

-- append-only: even the server's own key writes no line and takes none away
revoke insert, update, delete, truncate on public.audit_log from service_role;
grant select on public.audit_log to authenticated;
create policy "admins read" on public.audit_log for select to authenticated
  using ((select private.may('audit.read')));

-- for the accounts that have had a role at any time (10_staff.sql)
create index audit_log_roles_idx on public.audit_log (row_id) where table_name = 'user_roles';

-- long texts are cut: the log says that and how a description changed, it is no second store of it
create function private.audit_value(value jsonb) returns jsonb
language sql immutable return case
  when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…')
  else value end;

-- whether the log shows the values of a column. shown: the columns that may be shown; null: all. what sounds like a secret never is
create function private.is_shown(col text, shown text[]) returns boolean
language sql immutable return (shown is null or col = any (shown)) and col !~ '(secret|password|token)';

-- the values of a new row, or of a deleted one: one of the two states is null
create function private.audit_changes(before jsonb, after jsonb, skipped text[], shown text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(k.key, case
      when private.is_shown(k.key, shown)
        then jsonb_build_array(private.audit_value(before -> k.key), private.audit_value(after -> k.key)) end)
  from jsonb_each(coalesce(after, before)) k
  where k.key <> all (skipped)
    and coalesce(before -> k.key, 'null') is distinct from coalesce(after -> k.key, 'null')
$$;

-- puts a table under the log. each later migration that brings a table of the back office calls this once.
-- p_when: for which callers a change is written, as a trigger's condition; statement triggers with transition tables, so that
-- ten thousand rows are one insert and a statement of an exempt caller costs a comparison.
create function private.audit_table(
  p_table regclass, p_operations text[] default '{insert,update,delete}', p_key text default 'id', p_about text default null,
  p_skipped text[] default '{}', p_shown text[] default null, p_values boolean default true, p_when text default 'true')
returns void
language plpgsql set search_path = '' as $$
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
end $$;

-- the lines about one row, newest first, with the person's name. p_before: the id of the last line of the page before.
-- security definer, for one plan without the policy: the condition on may('audit.read') is what the policy says
create function public.row_history(p_tables text[], p_row text, p_before bigint default null, p_limit integer default 20)
returns table (id bigint, at timestamptz, actor uuid, actor_name text, table_name text, action text, changes jsonb)
language sql stable security definer set search_path = '' rows 20 as $$
  select a.id, a.at, a.actor, private.person_name(a.actor), a.table_name, a.action, a.changes
  from public.audit_log a
  where (select private.may('audit.read')) and a.row_id = p_row and a.table_name = any (p_tables) and (p_before is null or a.id < p_before)
  order by a.id desc limit least(greatest(p_limit, 1), 100)
$$;
revoke all on function public.row_history(text[], text, bigint, integer) from public;
grant execute on function public.row_history(text[], text, bigint, integer) to authenticated;

-- one line for each row of a statement. arguments: key, the column that says what was looked at, skipped columns, shown columns ('' for all),
-- whether a new row's values are written down ('yes'): without them the row itself is its first state, since every later line has what was
-- before. changed rows are compared in the statement itself: a function call for each of ten thousand rows took ten times as long. one plan for each
-- table and login, without a nested loop, which would take minutes for five thousand rows: planning took four times as long as writing a line
create function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
declare
  key constant text := tg_argv[0];
  about constant text := tg_argv[1];
  skipped constant text[] := tg_argv[2];
  shown constant text[] := nullif(tg_argv[3], '');
  with_values constant boolean := tg_argv[4] = 'yes';
  me constant uuid := auth.uid();
begin
  if tg_op = 'UPDATE' then
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, n.line ->> about, 'update', c.changes
      from (select to_jsonb(x) as line from changed x offset 0) n
      join (select to_jsonb(x) as line from before x offset 0) b on b.line ->> key = n.line ->> key
      cross join lateral (
        select jsonb_object_agg(k.key, case
            when private.is_shown(k.key, shown)
              then jsonb_build_array(private.audit_value(b.line -> k.key), private.audit_value(k.value)) end) as changes
        from jsonb_each(n.line) k
        where k.value is distinct from coalesce(b.line -> k.key, 'null') and k.key <> all (skipped)) c
      where c.changes is not null;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, n.line ->> about, 'insert',
        case when with_values then coalesce(private.audit_changes(null, n.line, skipped, shown), '{}') else '{}' end
      from (select to_jsonb(x) as line from changed x offset 0) n;
  else
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, b.line ->> about, 'delete', coalesce(private.audit_changes(b.line, null, skipped, shown), '{}')
      from (select to_jsonb(x) as line from before x offset 0) b;
  end if;
  return null;
end $$;
-- of keys for other systems all but what recognises them
select private.audit_table('private.api_keys', '{insert,update}', p_key => 'user_id', p_skipped => '{user_id,digest,hint,created_by,last_used_at,revoked_by}');
select private.audit_table('private.staff_security', '{update}', p_skipped => '{id}');
select private.audit_table('public.profiles', '{update}', p_shown => '{}', p_when => 'current_user = ''authenticated'' and private.may(''customers.write'')');
select private.audit_table('private.staff_invites', '{insert,update}', p_skipped => '{id,email,invited_by,sent_at}', p_shown => '{role,expires_at,accepted_at,withdrawn_at}');

-- the reason is about a person: the log says that and by whom, never why
select private.audit_table('public.account_blocks', '{insert,delete}', p_key => 'user_id', p_skipped => '{user_id,blocked_by}', p_shown => '{}');
select private.audit_table('public.serial_series', '{update}', p_key => 'kind');
select private.audit_table('public.page_texts', p_key => 'page');
select private.audit_table('public.own_pages');

-- who changed what: server and sender by value, login and password only that they were changed
select private.audit_table('private.mail_setup', '{update}', p_skipped => '{changed_at,environment,environment_host}',
  p_shown => '{host,port,security,from_name,from_address,reply_to}');

-- the same for the payment keys: the id is in every payment window, of the secrets only that they changed
select private.audit_table('private.razorpay_keys', '{update}', p_skipped => '{changed_at,previous_key_secret,previous_webhook_secret,previous_until}',
  p_shown => '{key_id}');

select private.audit_table('public.message_texts', p_key => 'key');

-- of the reason only that there is one: it may name a person, and the row itself has it
select private.audit_table('public.order_overrides', '{insert}', p_about => 'order_id', p_skipped => '{id,order_id}', p_shown => '{kind,product_id,listed,given}');

-- that a note was written, changed or deleted, and by whom; never its text: it may contain personal data
select private.audit_table('public.order_notes', p_about => 'order_id', p_skipped => '{id,order_id,author,edited_at}', p_shown => '{}');
-- that a code was made, and until when it is valid. that it was used: public.take_over_orders
select private.audit_table('private.phone_codes', '{insert,update}', p_key => 'customer_id', p_skipped => '{customer_id,hash}');
select private.audit_table('public.customer_notes', p_about => 'user_id', p_skipped => '{id,user_id,author}', p_shown => '{}', p_values => false);
revoke all on function private.audit_value(jsonb), private.audit_changes(jsonb, jsonb, text[], text[]), private.write_audit(),
  private.audit_table(regclass, text[], text, text, text[], text[], boolean, text) from public;

-- goods. the order service and the scheduler change stock, sales and their ranking alone, and stock_movements says so already: for those
-- two logins nothing is even looked at. who edits stock by hand finds it in the movements too, with the reason.
select private.audit_table('public.products', p_values => false,
  p_skipped => '{stock,running_out,units_sold,popularity,base_price,image_thumbhash}',
  p_when => 'current_user <> ''shop_orders'' and session_user not in (''shop_orders'', ''shop_mail'') and coalesce(current_setting(''shop.import'', true), '''') = ''''');
select private.audit_table('public.product_batches', p_about => 'product_id', p_skipped => '{id,product_id}');
-- who reads the log reads costs too (private.role_permissions)
select private.audit_table('public.product_costs', p_key => 'product_id', p_skipped => '{product_id}', p_when => 'coalesce(current_setting(''shop.import'', true), '''') = ''''');
-- an import is one line, and its undo another
select private.audit_table('public.product_imports', '{insert,update}', p_skipped => '{id,at,actor}');
select private.audit_table('public.product_images', p_about => 'product_id', p_skipped => '{id,product_id,thumbhash}',
  p_when => 'coalesce(current_setting(''shop.import'', true), '''') = ''''');
select private.audit_table('public.product_families', p_when => 'coalesce(current_setting(''shop.import'', true), '''') = ''''');
select private.audit_table('public.product_family_values', p_about => 'family_id', p_skipped => '{id,family_id}', p_when => 'coalesce(current_setting(''shop.import'', true), '''') = ''''');
select private.audit_table('public.categories');
select private.audit_table('public.banner_images');
select private.audit_table('public.discounts', p_skipped => '{times_used}', p_when => 'current_user <> ''shop_orders''');

-- the shop
select private.audit_table('public.tally_ledgers', '{update}');
select private.audit_table('public.e_invoices', '{insert,update}', p_key => 'document_id', p_skipped => '{document_id,signed_qr,created_by,cancelled_by}');
select private.audit_table('public.remittances', '{insert}', p_skipped => '{id,created_by}');
select private.audit_table('public.remittance_lines', '{update}', p_about => 'remittance_id', p_shown => '{booked,problem,settled_at,note}');
select private.audit_table('public.settings', '{update}', p_skipped => '{delivery_varies}');
select private.audit_table('public.delivery_rates', '{update}');
select private.audit_table('public.user_roles', '{insert,delete}', p_key => 'user_id', p_skipped => '{user_id}');

-- the triggers of orders are in 80_order_triggers.sql
select private.audit_table('public.shipments', p_about => 'order_id', p_skipped => '{id,order_id,created_by,shipped_at,delivered_at,closed_at}');
select private.audit_table('public.payments', '{update,delete}', p_about => 'order_id', p_skipped => '{order_id}', p_shown => '{state,method,amount}');
select private.audit_table('public.refunds', '{insert,update}', p_about => 'order_id', p_skipped => '{id,order_id,payment_id,created_by,paid_at}', p_shown => '{state,source,method,amount,reference}');
select private.audit_table('public.bank_receipts', '{insert}', p_about => 'order_id', p_skipped => '{id,order_id,payment_id,line,created_by}', p_shown => '{received_on,amount,reference}');
select private.audit_table('public.store_credit_entries', '{insert}', p_about => 'user_id', p_skipped => '{id,user_id,reason,created_by}', p_shown => '{amount,kind}');
