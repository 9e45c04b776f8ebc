-- who of the staff may do what. a role is a list of permissions; policies and functions ask for a permission, never for a role,
-- so that a new role is rows of one table. this file sorts last on purpose: it rewrites the questions of every policy and
-- function that stands before it (docs/decisions/0037-staff-roles.md).

-- one role a person; the greater one of whoever had both
alter table public.user_roles drop constraint user_roles_role_check;
delete from public.user_roles r where r.role = 'admin'
  and exists (select from public.user_roles s where s.user_id = r.user_id and s.role = 'super_admin');
update public.user_roles set role = case role when 'super_admin' then 'owner' when 'admin' then 'manager' else role end;
alter table public.user_roles
  add constraint user_roles_role_check check (role in ('owner', 'manager', 'catalogue', 'orders', 'accounts')),
  drop constraint user_roles_pkey,
  add primary key (user_id);
comment on table public.user_roles is 'Staff, one role each. What a role may do: private.role_permissions.';

create table private.role_permissions (
  role text not null check (role in ('owner', 'manager', 'catalogue', 'orders', 'accounts')),
  permission text not null check (permission ~ '^[a-z]+(\.[a-z]+)?$'),
  primary key (role, permission)
);
alter table private.role_permissions enable row level security;   -- no policy and no grant: read through the functions below
revoke all on private.role_permissions from public;

insert into private.role_permissions (permission, role)
select p.permission, unnest(p.roles) from (values
  ('panel', '{owner,manager,catalogue,orders,accounts}'::text[]),   -- enter the back office
  ('orders.read', '{owner,manager,orders,accounts}'),
  ('orders.process', '{owner,manager,orders}'),
  ('orders.create', '{owner,manager,orders}'),
  ('payments.manage', '{owner,manager,accounts}'),
  ('gst.read', '{owner,manager,accounts}'),
  ('analytics.read', '{owner,manager,accounts}'),
  ('catalogue.write', '{owner,manager,catalogue}'),
  ('marketing.write', '{owner,manager,catalogue}'),
  ('customers.read', '{owner,manager,accounts}'),
  ('customers.write', '{owner,manager}'),
  ('customers.emails', '{owner}'),
  ('complaints.write', '{owner,manager,orders}'),
  ('mails.read', '{owner,manager}'),
  ('settings.write', '{owner,manager}'),
  ('audit.read', '{owner,manager}'),
  ('owner.settings', '{owner}'),
  ('staff.manage', '{owner}')
) p (permission, roles);

-- the owner may demand a second factor of all staff
create table private.staff_security (
  id boolean primary key default true check (id),
  second_factor_required boolean not null default false
);
insert into private.staff_security default values;
alter table private.staff_security enable row level security;   -- no policy and no grant: the functions below alone
revoke all on private.staff_security from public;
select private.audit_table('private.staff_security', '{update}', p_skipped => '{id}');

-- is the session of this token still open, and proven as far as the shop asks? an access token outlives its session by up to an
-- hour: for staff that hour does not count. every token of the auth service names its session; claims without one are those that
-- server functions set after they have checked the caller themselves.
create function private.session_is_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.jwt() ->> 'session_id' is null or exists (
    select from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()))
$$;
create function private.session_is_good() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_is_open() and (auth.jwt() ->> 'session_id' is null or coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not (select x.second_factor_required from private.staff_security x))
$$;

-- may this person? for server functions, which say for whom they ask, from a token whose session they have checked
create function private.staff_may(p_user uuid, p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r join private.role_permissions p on p.role = r.role
    where r.user_id = p_user and p.permission = p_permission
      and not exists (select from public.account_blocks b where b.user_id = r.user_id))
$$;

-- may the caller? policies ask it once per statement as (select private.may('…'))
create function private.may(p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.staff_may(auth.uid(), p_permission) and private.session_is_good()
$$;

revoke all on function private.session_is_open(), private.session_is_good(), private.staff_may(uuid, text), private.may(text) from public;
grant execute on function private.staff_may(uuid, text) to shop_orders;
-- service_role: the audit of profiles asks in a trigger's condition, where the right to call is checked even if nothing is called
grant execute on function private.may(text) to authenticated, service_role;

-- the same for functions with their caller's own rights, which reach nothing of the schema private, and for server functions
create function public.may(p_permission text) returns boolean
language sql stable security definer set search_path = '' as $$ select private.may(p_permission) $$;
revoke all on function public.may(text) from public;
grant execute on function public.may(text) to authenticated, service_role;   -- nothing for anon

-- the panel's question (docs/rules.md#roles): 'admin' is whoever may enter it, 'super_admin' the owner; other names are roles. true or
-- false about oneself, and about anybody when staff or the server asks; everybody else hears false whatever is true.
create or replace function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r
    where r.user_id = _user_id
      and case _role when 'admin' then private.staff_may(r.user_id, 'panel') when 'super_admin' then r.role = 'owner' else r.role = _role end
      and not exists (select from public.account_blocks b where b.user_id = r.user_id)
      and (_user_id = (select auth.uid()) and (select private.session_is_good())
        or (select auth.role()) = 'service_role' or (select private.may('panel')))
  )
$$;

-- what the caller may do, for screens and server functions; empty for customers
create function public.my_permissions() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.permission order by p.permission), '{}')
  from public.user_roles r join private.role_permissions p on p.role = r.role
  where r.user_id = auth.uid() and private.may(p.permission)
$$;
revoke all on function public.my_permissions() from public;
grant execute on function public.my_permissions() to authenticated;   -- nothing for anon

-- ── every question that was asked before ────────────────────────────────────────────────────────────────────────────────────
-- the present definition of each function and policy is read back and its question replaced, so that nothing else of it changes.
do $migrate$
declare
  asked record;
  source text;
  permission text;
  greater text;
  condition text;
  checked text;
  -- the functions, and what they ask instead of "admin" and "super admin"
  functions constant jsonb := '{
    "private.guard_order_step": ["orders.process"],
    "private.lock_blockable": ["customers.write", "staff.manage"],
    "private.sales_window": ["analytics.read"],
    "private.open_manual_order": ["orders.create"],
    "private.finish_manual_order": ["orders.create"],
    "private.gst_documents": ["gst.read"],
    "private.gst_serials": ["gst.read"],
    "public.admin_customer": ["customers.read", "customers.emails"],
    "public.admin_dashboard": ["panel"],
    "public.admin_orders": ["orders.read"],
    "public.admin_people": ["staff.manage", "staff.manage"],
    "public.admin_products": ["catalogue.write"],
    "public.admin_search": ["panel"],
    "public.announce_discount": ["marketing.write"],
    "public.arrange_banners": ["marketing.write"],
    "public.arrange_categories": ["catalogue.write"],
    "public.auth_emails": ["customers.emails", "customers.emails"],
    "public.change_products": ["catalogue.write"],
    "public.delete_category": ["catalogue.write"],
    "public.delete_product": ["catalogue.write"],
    "public.discount_uses": ["marketing.write"],
    "public.end_previous_razorpay_secrets": ["owner.settings"],
    "public.failed_mails": ["mails.read"],
    "public.find_buyers": ["orders.create", "customers.emails"],
    "public.import_products": ["catalogue.write"],
    "public.mail_setup": ["owner.settings"],
    "public.money_to_collect": ["payments.manage"],
    "public.move_stock": ["catalogue.write"],
    "public.order_piles": ["orders.read"],
    "public.order_timeline": ["orders.read"],
    "public.orphan_payments": ["payments.manage"],
    "public.razorpay_setup": ["settings.write"],
    "public.retry_mail": ["mails.read"],
    "public.save_product": ["catalogue.write"],
    "public.send_test_mail": ["owner.settings"],
    "public.serial_overview": ["settings.write"],
    "public.set_mail_setup": ["owner.settings"],
    "public.set_razorpay_keys": ["owner.settings"],
    "public.set_serial_series": ["settings.write"],
    "public.settle_orphan_payment": ["payments.manage"],
    "public.settle_unmatched_payment": ["payments.manage"],
    "public.unmatched_payments": ["payments.manage"],
    "public.test_mail_result": ["owner.settings"]
  }';
  -- the policies by table, then by verb; '*' for the verbs that are not named
  policies constant jsonb := '{
    "account_blocks": {"*": "customers.read"},
    "addresses": {"*": "customers.read"},
    "audit_log": {"*": "audit.read"},
    "banner_images": {"*": "marketing.write"},
    "categories": {"*": "catalogue.write"},
    "complaints": {"*": "complaints.write"},
    "consents": {"*": "customers.read"},
    "customer_figures": {"*": "customers.read"},
    "customer_notes": {"SELECT": "customers.read", "*": "customers.write"},
    "discount_redemptions": {"*": "marketing.write"},
    "discounts": {"*": "marketing.write"},
    "message_texts": {"*": "settings.write"},
    "order_concessions": {"*": "orders.read"},
    "order_events": {"*": "orders.read"},
    "order_notes": {"SELECT": "orders.read", "*": "orders.process"},
    "orders": {"SELECT": "orders.read", "INSERT": "orders.create", "*": "orders.process"},
    "page_texts": {"*": "settings.write"},
    "payments": {"SELECT": "orders.read", "*": "payments.manage"},
    "product_images": {"*": "catalogue.write"},
    "products": {"*": "catalogue.write"},
    "profiles": {"SELECT": "customers.read", "*": "customers.write"},
    "serial_series": {"*": "settings.write"},
    "settings": {"*": "settings.write"},
    "stock_movements": {"*": "catalogue.write"},
    "user_roles": {"*": "customers.read"}
  }';
begin
  for asked in
    select p.oid, p.pronamespace::regnamespace || '.' || p.proname as name, case when p.prosecdef then 'private.may' else 'public.may' end as may
    from pg_catalog.pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.proname <> 'has_role'
      and p.prosrc ~ '\m(is_admin|is_super_admin|require_admin|is_staff|has_role)\('
  loop
    permission := functions -> asked.name ->> 0;
    greater := functions -> asked.name ->> 1;
    if permission is null then continue; end if;
    source := pg_catalog.pg_get_functiondef(asked.oid);
    source := regexp_replace(source, 'private\.is_admin\(\)', format('%s(%L)', asked.may, permission), 'g');
    source := regexp_replace(source, 'public\.has_role\(\(?(select )?auth\.uid\(\)\)?, ''admin''\)', format('%s(%L)', asked.may, permission), 'g');
    source := regexp_replace(source, 'private\.is_staff\((\w+)\)', format('private.staff_may(\1, %L)', permission), 'g');
    source := regexp_replace(source, 'perform private\.require_admin\((\w+)\);',
      format('if not private.staff_may(\1, %L) then raise exception ''permission denied for the return'' using errcode = ''42501''; end if;', permission), 'g');
    if greater is not null then
      source := regexp_replace(source, 'private\.is_super_admin\(\)', format('private.may(%L)', greater), 'g');
      source := regexp_replace(source, 'public\.has_role\(\(?(select )?auth\.uid\(\)\)?, ''super_admin''\)', format('%s(%L)', asked.may, greater), 'g');
    end if;
    source := replace(source, 'role = ''super_admin''', 'role = ''owner''');
    execute source;
  end loop;

  for asked in
    select p.schemaname, p.tablename, p.policyname, p.cmd, p.qual, p.with_check from pg_catalog.pg_policies p
    where p.schemaname = 'public' and coalesce(p.qual, '') || coalesce(p.with_check, '') ~ 'private\.(is_admin|is_super_admin|is_staff)\('
  loop
    permission := coalesce(policies -> asked.tablename ->> asked.cmd, policies -> asked.tablename ->> '*');
    if permission is null then continue; end if;
    condition := regexp_replace(asked.qual, '\( SELECT private\.is_admin\(\) AS is_admin\)', format('(select private.may(%L))', permission), 'g');
    condition := regexp_replace(condition, '\( SELECT private\.is_super_admin\(\) AS is_super_admin\)', '(select private.may(''staff.manage''))', 'g');
    checked := regexp_replace(asked.with_check, '\( SELECT private\.is_admin\(\) AS is_admin\)', format('(select private.may(%L))', permission), 'g');
    checked := regexp_replace(checked, 'private\.is_staff\((\w+)\)', format('private.staff_may(\1, %L)', permission), 'g');
    execute format('alter policy %I on %I.%I', asked.policyname, asked.schemaname, asked.tablename)
      || coalesce(' using (' || condition || ')', '') || coalesce(' with check (' || checked || ')', '');
  end loop;
end $migrate$;

-- pictures: those of goods and categories, and those of banners
drop policy "shop pictures: admins list" on storage.objects;
drop policy "shop pictures: admins upload" on storage.objects;
drop policy "shop pictures: admins replace" on storage.objects;
drop policy "shop pictures: admins remove" on storage.objects;
create policy "pictures of goods" on storage.objects for all to authenticated
  using (bucket_id in ('product_images', 'category_images') and (select private.may('catalogue.write')))
  with check (bucket_id in ('product_images', 'category_images') and (select private.may('catalogue.write')));
create policy "pictures of banners" on storage.objects for all to authenticated
  using (bucket_id = 'banner_images' and (select private.may('marketing.write')))
  with check (bucket_id = 'banner_images' and (select private.may('marketing.write')));

-- what staff change of a customer; what customers change of themselves is nobody's business
drop trigger audit_update on public.profiles;
select private.audit_table('public.profiles', '{update}', p_told => '{}', p_when => 'current_user = ''authenticated'' and private.may(''customers.write'')');

-- the old questions go once nobody asks them. a file that came from elsewhere meanwhile may still ask: then they mean manager or
-- owner until it is rewritten, the database opens, and supabase/tests/permissions.test.ts names it.
create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$ select private.may('settings.write') $$;
create or replace function private.is_super_admin() returns boolean
language sql stable security definer set search_path = '' as $$ select private.may('staff.manage') $$;
create or replace function private.is_staff(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$ begin return private.staff_may(p_user, 'settings.write'); end $$;
create or replace function private.require_admin(p_user uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.staff_may(p_user, 'settings.write') then raise exception 'permission denied for staff' using errcode = '42501'; end if;
end $$;
do $drop$
declare
  question text;
begin
  foreach question in array array['is_admin()', 'is_super_admin()', 'is_staff(uuid)', 'require_admin(uuid)'] loop
    if exists (select from pg_catalog.pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosrc ~ ('\mprivate\.' || split_part(question, '(', 1) || '\(')) then
      raise warning 'private.% is still asked', question;
      continue;
    end if;
    begin
      execute 'drop function private.' || question;
    exception when dependent_objects_still_exist then
      raise warning 'private.% is still asked by a policy or a trigger', question;
    end;
  end loop;
end $drop$;
