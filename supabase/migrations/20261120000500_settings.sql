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
  check (gstin is null or left(gstin, 2) = state_code)
);
insert into public.settings default values;

create trigger next_version before update on public.settings for each row execute function private.next_version();

alter table public.settings enable row level security;
revoke all on public.settings from anon, authenticated;
grant select on public.settings to anon, authenticated, shop_orders, shop_mail;
grant update (store_name, legal_name, address, city, state_code, pincode, gstin, email, phone, whatsapp, founded_year, hours, social,
  grievance_name, grievance_email, grievance_phone, prices_include_gst, forced_gst_percent, show_gst_breakdown, free_delivery_from,
  delivery_charge, cod_enabled, upi_vpa, upi_unpaid_hours, razorpay_unpaid_minutes, demo_mode) on public.settings to authenticated;
-- no insert, no delete: the row is always there and always one

create policy "everybody reads" on public.settings for select to anon, authenticated, shop_orders, shop_mail using (true);
create policy "admins change" on public.settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
