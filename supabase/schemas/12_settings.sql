-- the shop's own facts and switches: one row, typed columns, so that a misspelt setting cannot exist (docs/rules.md#store-settings).

create table public.settings (
  id boolean primary key default true check (id),   -- true is the only key there is: one row
  store_name text not null default 'Shringar' check (length(btrim(store_name)) between 1 and 80),
  legal_name text not null default '',
  address text not null default '',
  city text not null default '',
  state_code text not null default '27' check (state_code ~ '^[0-9]{2}$'),
  pincode text not null default '' check (pincode = '' or pincode ~ '^[1-9][0-9]{5}$'),
  gstin text check (private.looks_like_gstin(gstin)),
  email text not null default '',
  phone text not null default '',
  whatsapp text,
  founded_year integer not null default 2010 check (founded_year between 1800 and 2200),
  -- Mon-Fri 9:00-18:00, Sat 10:00-16:00, Sun closed
  hours jsonb not null default '[{"days":"Mon-Fri","opens":"9:00","closes":"18:00"},{"days":"Sat","opens":"10:00","closes":"16:00"},{"days":"Sun","opens":null,"closes":null}]'
    check (jsonb_typeof(hours) = 'array'),
  social jsonb not null default '{}' check (jsonb_typeof(social) = 'object'),
  grievance_name text not null default '',
  grievance_email text not null default '',
  grievance_phone text not null default '',
  prices_include_gst boolean not null default true,
  forced_gst_percent numeric(5, 2) default 18 check (forced_gst_percent between 0 and 100),   -- null: each product's own rate
  show_gst_breakdown boolean not null default false,
  free_delivery_from numeric(12, 2) not null default 1500 check (free_delivery_from >= 0),
  delivery_charge numeric(12, 2) not null default 100 check (delivery_charge >= 0),
  cod_enabled boolean not null default true,
  upi_vpa text check (upi_vpa ~ '^[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9.-]{1,63}$'),
  upi_unpaid_hours integer not null default 48 check (upi_unpaid_hours between 1 and 720),               -- docs/rules.md#order-before-payment
  razorpay_unpaid_minutes integer not null default 30 check (razorpay_unpaid_minutes between 5 and 1440), -- docs/rules.md#order-before-payment
  demo_mode boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- the first two digits of a gstin are its State (docs/india.md#gstin)
  check (gstin is null or left(gstin, 2) = state_code),
  -- offered when an admin switched it on and there are keys to do it with (docs/rules.md#payment-states)
  razorpay_enabled boolean not null default false,
  -- the month's issued documents for the return (docs/india.md#reports): read by the server function gst-return alone, for admins.
  -- more digits of hsn in table 12, and e-invoices, are asked of who sold for more than five crore in the year before
  turnover_above_5_crore boolean not null default false,
  -- the shop's other places (E-Commerce Rules 2020, rule 5: headquarters and all branches), one a line, for the contact page.
  -- invoices keep the principal place of the settings.
  other_addresses text not null default '' check (length(other_addresses) <= 2000),
  -- How long a parcel takes: working days until the shop hands it over, then days on the way by where it goes. domain/delivery-days.ts
  -- makes a range of dates of it for a PIN code. Sundays are no days of dispatch; the others that are none stand in a list.
  dispatch_days integer not null default 1 check (dispatch_days between 0 and 60),
  transit_home_min integer not null default 1 check (transit_home_min between 0 and 60),      -- the shop's own State
  transit_home_max integer not null default 3 check (transit_home_max between 0 and 60),
  transit_other_min integer not null default 3 check (transit_other_min between 0 and 60),
  transit_other_max integer not null default 6 check (transit_other_max between 0 and 60),
  transit_remote_min integer not null default 5 check (transit_remote_min between 0 and 60),  -- North-East, J&K, Ladakh, islands
  transit_remote_max integer not null default 10 check (transit_remote_max between 0 and 60),
  dispatch_holidays date[] not null default '{}'
    check (cardinality(dispatch_holidays) <= 60 and array_position(dispatch_holidays, null) is null),
  constraint settings_transit_home check (transit_home_min <= transit_home_max),
  constraint settings_transit_other check (transit_other_min <= transit_other_max),
  constraint settings_transit_remote check (transit_remote_min <= transit_remote_max),
  constraint settings_whatsapp
  check (length(whatsapp) <= 40 and regexp_replace(whatsapp, '[[:space:]().-]', '', 'g') ~ '^(\+91|91|0)?[6-9][0-9]{9}$')
);
alter table public.settings enable row level security;
revoke all on public.settings from anon, authenticated;
grant select on public.settings to anon, authenticated, shop_orders, shop_mail;
grant update (store_name, legal_name, address, city, state_code, pincode, gstin, email, phone, whatsapp, founded_year, hours, social,
  grievance_name, grievance_email, grievance_phone, prices_include_gst, forced_gst_percent, show_gst_breakdown, free_delivery_from,
  delivery_charge, cod_enabled, upi_vpa, upi_unpaid_hours, razorpay_unpaid_minutes, demo_mode) on public.settings to authenticated;

-- no insert, no delete: the row is always there and always one

create policy "everybody reads" on public.settings for select to anon, authenticated, shop_orders, shop_mail using (true);
create policy "admins change" on public.settings for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));
grant update (razorpay_enabled) on public.settings to authenticated;
grant update (turnover_above_5_crore) on public.settings to authenticated;
grant update (other_addresses) on public.settings to authenticated;

-- what only an owner changes, after saying the password again: the mail server, the payment keys, where UPI money goes, who the shop
-- is, and the staff. the server functions prove the password and then act here, at the desk's login, in the owner's name.

-- the legal identity and the UPI address leave the ordinary settings
revoke update (store_name, legal_name, address, city, state_code, pincode, gstin, upi_vpa) on public.settings from authenticated;

-- whoever may write the settings, by the policy that stands
grant update (dispatch_days, transit_home_min, transit_home_max, transit_other_min, transit_other_max, transit_remote_min, transit_remote_max,
  dispatch_holidays) on public.settings to authenticated;
insert into public.settings default values;
create trigger next_version before update on public.settings for each row execute function private.next_version();

-- the series of issued documents as the owner names them: prefix/year/number (cgst rules 46, 49 and 53: at most 16 characters of
-- letters, digits, '-' and '/', consecutive, unique in its financial year). a series that has issued a number this year runs on
-- until 31 march, unless it is full; a new name waits for 1 april. domain/serials.ts says the same to the form.

create table public.serial_series (
  kind text primary key check (kind in ('tax_invoice', 'bill_of_supply', 'credit_note')),
  prefix text not null check (prefix ~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$'),
  digits integer not null check (digits between 4 and 6),
  -- what follows on 1 april of next_from; all three or none
  next_prefix text check (next_prefix ~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$'),
  next_digits integer check (next_digits between 4 and 6),
  next_from date,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (length(prefix) + digits <= 9),             -- with '/26-27/' 16 characters
  check (length(next_prefix) + next_digits <= 9),
  check (num_nonnulls(next_prefix, next_digits, next_from) in (0, 3))
);
alter table public.serial_series enable row level security;
revoke all on public.serial_series from anon, authenticated;

-- nothing for anon
grant select on public.serial_series to authenticated;

-- no insert, update or delete: set_serial_series() alone, which knows what a running series bears
revoke insert, update, delete, truncate on public.serial_series from service_role;
create policy "admins read" on public.serial_series for select to authenticated
  using ((select private.may('settings.write')));
insert into public.serial_series (kind, prefix, digits) values ('tax_invoice', 'INV', 6), ('bill_of_supply', 'BOS', 6), ('credit_note', 'CN', 6);
create trigger next_version before update on public.serial_series for each row execute function private.next_version();

-- which series a document of this kind belongs to at a moment
create function private.series_at(p_kind text, p_moment timestamptz) returns table (prefix text, digits integer)
language sql stable set search_path = '' as $$
  select case when n.follows then s.next_prefix else s.prefix end, case when n.follows then s.next_digits else s.digits end
  from public.serial_series s
  cross join lateral (select coalesce(s.next_from <= (p_moment at time zone 'Asia/Kolkata')::date, false) as follows) n
  where s.kind = p_kind
$$;

-- the first of april after a moment, in india
create function private.next_financial_year(p_moment timestamptz) returns date
language sql stable set search_path = '' as $$
  select make_date(extract(year from (p_moment at time zone 'Asia/Kolkata') - interval '3 months')::integer + 1, 4, 1)
$$;

-- what the screen shows: each series, its last number this year, and what comes next
create function public.serial_overview() returns table (kind text, prefix text, digits integer, next_prefix text, next_digits integer, next_from date,
  version integer, financial_year text, last_number integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  year text := private.financial_year(private.moment());
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  return query
    select s.kind, a.prefix, a.digits,
      case when a.pending then s.next_prefix end, case when a.pending then s.next_digits end, case when a.pending then s.next_from end,
      s.version, year, coalesce((select c.last_number from private.serial_counters c where c.series = a.prefix and c.financial_year = year), 0)
    from public.serial_series s
    cross join lateral (select n.prefix, n.digits, coalesce(s.next_from > (private.moment() at time zone 'Asia/Kolkata')::date, false) as pending
      from private.series_at(s.kind, private.moment()) n) a
    order by array_position(array['tax_invoice', 'bill_of_supply', 'credit_note'], s.kind);
end $$;

-- names a series. at once where no number of this year stands under its name, or where it is full; else from 1 april. naming it
-- as it is takes a waiting name back. answers the date from which it holds; null: from now on.
create function public.set_serial_series(p_kind text, p_prefix text, p_digits integer, p_version integer) returns date
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := private.moment();
  kept public.serial_series;
  runs record;
  issued integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(hashtext('shop.series'), hashtext(p_kind));
  lock table public.serial_series in share row exclusive mode;   -- two who name two series alike
  select s.* into kept from public.serial_series s where s.kind = p_kind;
  if not found then raise exception 'There is no such series' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"kind"}'; end if;
  if kept.version <> p_version then
    raise exception 'Somebody else has named this series meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_prefix is null or p_prefix !~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$' then
    raise exception 'A prefix is made of capital letters, digits and hyphens between them' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"prefix"}';
  elsif p_digits is null or p_digits not between 4 and 6 then
    raise exception 'Numbers have four to six digits' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"digits"}';
  elsif length(p_prefix) + p_digits > 9 then
    raise exception 'With the year and its slashes the number would be longer than the 16 characters of rule 46'
      using errcode = '22023', detail = '{"code":"SERIES_TOO_LONG","field":"prefix"}';
  end if;
  -- 'CMP' numbers complaints. a name that any other kind has, waits for or ever had would mix two series into one
  if p_prefix = 'CMP' or exists (select from public.serial_series s where s.kind <> p_kind and p_prefix in (s.prefix, s.next_prefix))
    or exists (select from public.documents d where d.serial like p_prefix || '/%'
      and case d.form when 'invoice_cum_bill' then 'tax_invoice' else d.form end <> p_kind) then
    raise exception 'Another series has this prefix' using errcode = 'PT409', detail = '{"code":"PREFIX_TAKEN","field":"prefix"}';
  end if;

  select s.prefix, s.digits into strict runs from private.series_at(p_kind, today) s;
  if (runs.prefix, runs.digits) = (p_prefix, p_digits) then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  select c.last_number into issued from private.serial_counters c where c.series = runs.prefix and c.financial_year = private.financial_year(today);
  if coalesce(issued, 0) = 0 or issued >= power(10, runs.digits) - 1 then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  update public.serial_series s set prefix = runs.prefix, digits = runs.digits, next_prefix = p_prefix, next_digits = p_digits,
    next_from = private.next_financial_year(today) where s.kind = p_kind;
  return private.next_financial_year(today);
end $$;
revoke all on function private.series_at(text, timestamptz), private.next_financial_year(timestamptz), public.serial_overview(),
  public.set_serial_series(text, text, integer, integer) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.serial_overview(), public.set_serial_series(text, text, integer, integer) to authenticated;

-- the shop's own words on /terms, /privacy and /about, where the owner has replaced the texts that come with it. plain
-- text in the markup of domain/page-text.ts, which the server alone renders; no row: the page's own text. history: the audit log.

create table public.page_texts (
  page text primary key check (page in ('terms', 'privacy', 'about')),
  body text not null check (length(btrim(body)) between 1 and 40000),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
alter table public.page_texts enable row level security;
revoke all on public.page_texts from anon, authenticated;
grant select on public.page_texts to anon, authenticated;
grant insert (page, body), update (body), delete on public.page_texts to authenticated;
create policy "everybody reads" on public.page_texts for select to anon, authenticated using (true);
create policy "admins write" on public.page_texts for insert to authenticated
  with check ((select private.may('settings.write')));
create policy "admins change" on public.page_texts for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));

-- deleting is going back to the page's own text
create policy "admins reset" on public.page_texts for delete to authenticated
  using ((select private.may('settings.write')));
create trigger next_version before update on public.page_texts for each row execute function private.next_version();

-- the shop's own mail server and sender, set in the back office; without it the environment's SMTP_URL holds, and without that the
-- outbox. kept as the payment keys are: a table without grants, written by admins, its password read by the sender alone.

-- no check constraint on the password: its message would print the failing row into the answer and the log
create table private.mail_setup (
  id boolean primary key default true check (id),
  host text,                    -- null: no server of its own
  port integer,
  security text check (security in ('tls', 'starttls', 'none')),
  username text,
  password text,
  from_name text,               -- null: the store's name
  from_address text,            -- null: MAIL_FROM, or orders@ the site's host
  reply_to text,                -- null: the store's e-mail
  environment text not null default 'outbox' check (environment in ('outbox', 'smtp')),   -- what the server was started with
  environment_host text,
  version integer not null default 1,
  changed_at timestamptz
);
alter table private.mail_setup enable row level security;
insert into private.mail_setup (id) values (true);

-- all that an admin may know
create function public.mail_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  return (select jsonb_build_object('host', m.host, 'port', m.port, 'security', m.security, 'username', m.username, 'password_set', m.password is not null,
    'from_name', m.from_name, 'from_address', m.from_address, 'reply_to', m.reply_to, 'environment', m.environment, 'environment_host', m.environment_host,
    'version', m.version, 'changed_at', m.changed_at) from private.mail_setup m);
end $$;

create function private.refuse_mail_setup(p_field text, p_code text, p_message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', p_message using errcode = '22023', detail = jsonb_build_object('code', p_code, 'field', p_field)::text;
end $$;

-- what the server was started with, so that the screen can say what holds; a host, never a login
create function private.note_mail_environment(p_environment text, p_host text) returns void
language sql security definer set search_path = '' as $$
  update private.mail_setup m set environment = p_environment, environment_host = p_host
  where (m.environment, m.environment_host) is distinct from (p_environment, p_host)
$$;

-- what became of it, for whoever asked; null: no such mail
create function public.test_mail_result(p_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  return (select jsonb_build_object('status', m.status, 'recipient', m.recipient, 'error', case m.status when 'failed' then m.last_error end)
    from private.mails m where m.id = p_id and m.kind = 'test' and m.data ->> 'asked_by' = auth.uid()::text);
end $$;

create function private.guard_message_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  select m[1] into wrong from regexp_matches(new.subject || ' ' || new.opening, '\{([^{}]*)\}', 'g') m
    where m[1] <> all (private.message_placeholders(new.key)) limit 1;
  if found then
    raise exception 'There is no {%} in this message', wrong
      using errcode = '23514', detail = jsonb_build_object('code', 'UNKNOWN_PLACEHOLDER', 'placeholder', wrong)::text;
  end if;
  return new;
end $$;

-- a text with its placeholders filled, in one pass: what a customer is called is never looked through for placeholders
create function private.fill_text(p_text text, p_values jsonb) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(string_agg(case when m[1] ~ '^\{[a-z]+\}$' then coalesce(p_values ->> btrim(m[1], '{}'), '') else m[1] end, '' order by n), ' {2,}', ' ', 'g'))
  from regexp_matches(p_text, '(\{[a-z]+\}|[^{]+|\{)', 'g') with ordinality as found (m, n)
$$;

-- the mail that confirms an address goes to whoever has it, not to whoever entered it: no {name} in it, which is a stranger's
-- text. the list is that of documents/mails/texts.ts, and a test compares the two.
create function private.message_placeholders(p_key text) returns text[]
language sql immutable set search_path = '' as $$
  select case p_key
    when 'mail_signup' then '{shop}'::text[]
    when 'mail_recovery' then '{shop}'
    when 'mail_email_change' then '{shop}'
    when 'mail_magiclink' then '{shop}'
    when 'mail_invite' then '{shop}'
    when 'mail_order_placed' then '{name,order,total,shop}'
    when 'mail_order_reopened' then '{name,order,total,shop}'
    when 'mail_order_processing' then '{name,order,total,shop}'
    when 'mail_order_shipped' then '{name,order,total,courier,tracking,shop}'
    when 'mail_order_delivered' then '{name,order,total,shop}'
    when 'mail_order_cancelled' then '{name,order,total,shop}'
    when 'mail_order_refunded' then '{name,order,total,shop}'
    when 'mail_complaint_received' then '{number,officer,shop}'
    when 'notice_order_placed' then '{name,order}'
    when 'notice_order_reopened' then '{name,order}'
    when 'notice_order_processing' then '{name,order}'
    when 'notice_order_shipped' then '{name,order,courier,tracking}'
    when 'notice_order_delivered' then '{name,order}'
    when 'notice_order_cancelled' then '{name,order,reason}'
  end
$$;
grant execute on function private.message_placeholders(text) to authenticated;

-- ── telling the owners, by the way that held before ─────────────────────────────────────────────────────────────────────────
-- a mail may be bound to the mail server of its day: whoever takes over the mail server must not receive, or swallow, the mail that
-- says so. the former server is kept as long as such a mail waits.
create table private.former_mail_setups (
  version integer primary key,
  host text,
  port integer,
  security text,
  username text,
  password text,
  from_name text,
  from_address text,
  reply_to text,
  changed_at timestamptz
);
alter table private.former_mail_setups enable row level security;

-- no policy and no grant: private.mail_shop() alone
revoke all on private.former_mail_setups from public;

create function private.mail_shop(p_version integer default null)
returns table (host text, port integer, security text, username text, password text, from_name text, from_address text, reply_to text, version integer)
language sql stable security definer set search_path = '' as $$
  select s.host, s.port, s.security, s.username, s.password, s.from_name, s.from_address, s.reply_to, s.version from (
    select f.host, f.port, f.security, f.username, f.password, f.from_name, f.from_address, f.reply_to, f.version, 1 as place
      from private.former_mail_setups f where f.version = p_version
    union all
    select m.host, m.port, m.security, m.username, m.password, m.from_name, m.from_address, m.reply_to, m.version, 2 from private.mail_setup m) s
  order by s.place limit 1
$$;
revoke all on function private.mail_shop(integer) from public;
grant execute on function private.mail_shop(integer) to shop_mail;

create function private.forget_former_mail_setups() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.former_mail_setups f
    where not exists (select from private.mails m where m.mail_setup_version = f.version and m.status = 'queued' and m.id <> old.id);
  return null;
end $$;
revoke all on function private.forget_former_mail_setups() from public;

-- one mail to each owner, also to the one who did it: it may have been somebody with their password
create function private.tell_owners(p_what text, p_details jsonb default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  holds integer;
begin
  if p_what = 'mail_server' then
    insert into private.former_mail_setups (host, port, security, username, password, from_name, from_address, reply_to, version, changed_at)
      select m.host, m.port, m.security, m.username, m.password, m.from_name, m.from_address, m.reply_to, m.version, m.changed_at from private.mail_setup m
      on conflict do nothing;
    select m.version into holds from private.mail_setup m;
  end if;
  insert into private.mails (kind, recipient, data, mail_setup_version)
    select 'owner_notice', u.email, p_details || jsonb_build_object('what', p_what, 'by', private.person_name(auth.uid()), 'at', now()), holds
    from public.user_roles r join auth.users u on u.id = r.user_id where r.role = 'owner' and u.email is not null and not private.is_blocked(r.user_id);
end $$;
revoke all on function private.tell_owners(text, jsonb) from public;

-- the beginning of every act of an owner: the transaction goes on in their name, and the owners are told when it is committed
create function private.begin_owner_act(p_by uuid, p_what text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.staff_may(p_by, 'owner.settings') then raise exception 'permission denied for the settings of the owner' using errcode = '42501'; end if;
  if p_what not in ('mail_server', 'test_mail', 'payment_keys', 'identity', 'staff_security') then
    raise exception 'There is no such act: %', p_what using errcode = '22023';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  if p_what <> 'test_mail' then perform private.tell_owners(p_what); end if;
end $$;

-- who the shop is before the law, and where UPI money goes. p_changes: columns and their values; what is not named stays
create function private.set_identity(p_version integer, p_changes jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept public.settings;
  given public.settings;
  unknown text;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the identity of the shop' using errcode = '42501'; end if;
  select k.key into unknown from jsonb_object_keys(p_changes) k (key)
    where k.key not in ('store_name', 'legal_name', 'address', 'city', 'state_code', 'pincode', 'gstin', 'upi_vpa') limit 1;
  if found then
    raise exception 'There is no % in the identity of the shop', unknown using errcode = '22023', detail = jsonb_build_object('code', 'INVALID', 'field', unknown)::text;
  end if;
  select s.* into strict kept from public.settings s for update;
  if kept.version <> p_version then
    raise exception 'Somebody else has changed the settings' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  given := jsonb_populate_record(kept, p_changes);
  update public.settings s set store_name = given.store_name, legal_name = given.legal_name, address = given.address, city = given.city,
    state_code = given.state_code, pincode = given.pincode, gstin = given.gstin, upi_vpa = given.upi_vpa;
  return (select s.version from public.settings s);
end $$;

-- a second factor for all staff. whoever demands it must have one, else nobody could take it back
create function private.has_factor(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one boolean := false;
begin
  if to_regclass('auth.mfa_factors') is not null then
    execute 'select exists (select from auth.mfa_factors f where f.user_id = $1 and f.status::text = ''verified'')' into found_one using p_user;
  end if;
  return found_one;
end $$;

create function private.set_staff_security(p_required boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the security of the staff' using errcode = '42501'; end if;
  if p_required and not private.has_factor(auth.uid()) then
    raise exception 'Set up your own second factor first' using errcode = 'PT409', detail = '{"code":"NO_FACTOR"}';
  end if;
  update private.staff_security set second_factor_required = p_required where second_factor_required <> p_required;
end $$;
revoke all on function private.begin_owner_act(uuid, text), private.set_identity(integer, jsonb), private.has_factor(uuid), private.set_staff_security(boolean) from public;
grant execute on function private.begin_owner_act(uuid, text), private.set_identity(integer, jsonb), private.set_staff_security(boolean) to shop_orders;

create function public.staff_security() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('staff.manage') then raise exception 'permission denied for the security of the staff' using errcode = '42501'; end if;
  return (select jsonb_build_object('second_factor_required', s.second_factor_required) from private.staff_security s);
end $$;

-- all that the back office's frame must know about whoever opens it; null: no staff. permissions are empty while the session lacks
-- the second factor that the shop demands
create function public.my_access() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('role', r.role, 'name', nullif(btrim(p.full_name), ''), 'email', u.email, 'permissions', to_jsonb(public.my_permissions()),
    'second_factor', jsonb_build_object('enrolled', private.has_factor(r.user_id), 'given', coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2',
      'required', (select s.second_factor_required from private.staff_security s)))
  from public.user_roles r join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
  where r.user_id = auth.uid() and not private.is_blocked(r.user_id)
$$;
revoke all on function public.staff_security(), public.my_access() from public;
grant execute on function public.staff_security(), public.my_access() to authenticated;

create table public.message_texts (
  key text primary key check (private.message_placeholders(key) is not null),
  subject text not null check (length(btrim(subject)) between 1 and 120 and subject !~ '[[:cntrl:]]'),
  opening text not null check (length(btrim(opening)) between 1 and 2000),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (key not like 'notice%' or length(opening) <= 500)
);
alter table public.message_texts enable row level security;
revoke all on public.message_texts from anon, authenticated;

-- nothing for anon
grant select on public.message_texts to authenticated, shop_mail;
grant insert (key, subject, opening), update (subject, opening), delete on public.message_texts to authenticated;
create policy "admins read" on public.message_texts for select to authenticated
  using ((select private.may('settings.write')));
create policy "the mail sender reads" on public.message_texts for select to shop_mail using (true);
create policy "admins write" on public.message_texts for insert to authenticated
  with check ((select private.may('settings.write')));
create policy "admins change" on public.message_texts for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));
create policy "admins reset" on public.message_texts for delete to authenticated
  using ((select private.may('settings.write')));
create trigger next_version before update on public.message_texts for each row execute function private.next_version();
create trigger guard_text before insert or update on public.message_texts for each row execute function private.guard_message_text();
revoke all on function private.message_placeholders(text), private.guard_message_text(), private.fill_text(text, jsonb) from public;
create function private.send_test_mail() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  address text;
  id bigint;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(hashtext('shop.test_mail'), hashtext(me::text));
  if (select count(*) from private.mails m where m.kind = 'test' and m.data ->> 'asked_by' = me::text and m.created_at > now() - interval '10 minutes') >= 5 then
    raise exception 'Five test mails in ten minutes are enough: try again later' using errcode = 'PT429', detail = '{"code":"TOO_MANY"}';
  end if;
  select u.email into strict address from auth.users u where u.id = me;
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values ('test', address, jsonb_build_object('asked_by', me), now() - interval '1 day') returning private.mails.id into id;
  return id;
end $$;
revoke all on function private.send_test_mail() from public;
create function private.set_mail_setup(p_host text, p_port integer, p_security text, p_username text, p_password text,
  p_from_name text, p_from_address text, p_reply_to text, p_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept private.mail_setup;
  given private.mail_setup;
  address constant text := '^[^\s@<>,;:"()\[\]\\]+@[^\s@<>,;:"()\[\]\\]+\.[^\s@<>,;:"()\[\]\\]+$';
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  select m.* into strict kept from private.mail_setup m for update;
  if kept.version <> p_version then
    raise exception 'Somebody else has changed the mail server meanwhile' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  given.host := lower(nullif(btrim(p_host), ''));
  given.from_name := nullif(btrim(p_from_name), '');
  given.from_address := nullif(btrim(p_from_address), '');
  given.reply_to := nullif(btrim(p_reply_to), '');
  if given.from_name is not null and (length(given.from_name) > 80 or given.from_name ~ '[[:cntrl:]]') then
    perform private.refuse_mail_setup('from_name', 'INVALID_MAIL_SETUP', 'A name of one line, of 80 characters at most');
  elsif given.from_address is not null and (length(given.from_address) > 200 or given.from_address !~ address) then
    perform private.refuse_mail_setup('from_address', 'INVALID_MAIL_SETUP', 'This is no e-mail address');
  elsif given.reply_to is not null and (length(given.reply_to) > 200 or given.reply_to !~ address) then
    perform private.refuse_mail_setup('reply_to', 'INVALID_MAIL_SETUP', 'This is no e-mail address');
  end if;
  if given.host is not null then
    given.port := p_port;
    given.security := p_security;
    given.username := nullif(btrim(p_username), '');
    if length(given.host) > 253 or given.host !~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$' then
      perform private.refuse_mail_setup('host', 'INVALID_MAIL_SETUP', 'This is no name of a server');
    elsif given.port is null or given.port not between 1 and 65535 then
      perform private.refuse_mail_setup('port', 'INVALID_MAIL_SETUP', 'A port is a number from 1 to 65535');
    elsif given.security is null or given.security not in ('tls', 'starttls', 'none') then
      perform private.refuse_mail_setup('security', 'INVALID_MAIL_SETUP', 'Choose how the connection is encrypted');
    elsif given.security = 'none' and given.host not in ('localhost', '127.0.0.1') then
      perform private.refuse_mail_setup('security', 'INVALID_MAIL_SETUP', 'Unencrypted mail may only go to this machine itself');
    elsif length(given.username) > 200 or given.username ~ '[[:cntrl:]]' then
      perform private.refuse_mail_setup('username', 'INVALID_MAIL_SETUP', 'This is no user name');
    elsif length(p_password) > 500 or p_password ~ '[[:cntrl:]]' then
      perform private.refuse_mail_setup('password', 'INVALID_MAIL_SETUP', 'This is no password');
    end if;
    if given.username is not null then
      given.password := nullif(p_password, '');
      if given.password is null and (given.host, given.port, given.username) is not distinct from (kept.host, kept.port, kept.username)
        and (given.security = kept.security or given.security <> 'none') then
        given.password := kept.password;
      end if;
      if given.password is null then
        perform private.refuse_mail_setup('password', 'PASSWORD_AGAIN', 'A new server or user name needs the password again');
      end if;
    end if;
  end if;
  update private.mail_setup m set host = given.host, port = given.port, security = given.security, username = given.username, password = given.password,
    from_name = given.from_name, from_address = given.from_address, reply_to = given.reply_to, version = m.version + 1, changed_at = now();
  return kept.version + 1;
end $$;
revoke all on function private.set_mail_setup(text, integer, text, text, text, text, text, text, integer) from public;
grant execute on function private.note_mail_environment(text, text) to shop_mail;
grant execute on function private.send_test_mail() to shop_orders;
grant execute on function private.set_mail_setup(text, integer, text, text, text, text, text, text, integer) to shop_orders;
grant execute on function public.mail_setup(), public.test_mail_result(bigint) to authenticated;   -- nothing for anon
