-- the shop's own facts and switches: one row, typed columns, so that a misspelt setting cannot exist (docs/rules.md#store-settings).

-- the relative luminance of '#rrggbb', 0 to 1, as WCAG defines it
create function private.luminance(p_colour text) returns double precision
language sql immutable strict set search_path = '' as $$
  select sum(weight * case when value <= 0.04045 then value / 12.92 else power((value + 0.055) / 1.055, 2.4) end)
  from (values (1, 0.2126), (2, 0.7152), (3, 0.0722)) channel (place, weight)
  cross join lateral (select get_byte(decode(substr(p_colour, 2), 'hex'), place - 1) / 255.0::double precision as value) byte
$$;
grant execute on function private.luminance(text) to authenticated, service_role;

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
  founded_year integer check (founded_year between 1800 and 2200),   -- null: not stated anywhere
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
  -- more digits of hsn in table 12, and e-invoices, are required of shops that sold for more than five crore in the year before
  turnover_above_5_crore boolean not null default false,
  -- the shop's other places (E-Commerce Rules 2020, rule 5: headquarters and all branches), one a line, for the contact page.
  -- invoices keep the principal place of the settings.
  other_addresses text not null default '' check (length(other_addresses) <= 2000),
  -- How long a parcel takes: working days until the shop hands it over, then days on the way by where it goes. domain/delivery/delivery-days.ts
  -- makes a range of dates of it for a PIN code. Sundays are no days of dispatch; a list has the other holidays.
  dispatch_days integer not null default 1 check (dispatch_days between 0 and 60),
  transit_home_min integer not null default 1 check (transit_home_min between 0 and 60),      -- the shop's own State
  transit_home_max integer not null default 3 check (transit_home_max between 0 and 60),
  transit_other_min integer not null default 3 check (transit_other_min between 0 and 60),
  transit_other_max integer not null default 6 check (transit_other_max between 0 and 60),
  transit_remote_min integer not null default 5 check (transit_remote_min between 0 and 60),  -- North-East, J&K, Ladakh, islands
  transit_remote_max integer not null default 10 check (transit_remote_max between 0 and 60),
  dispatch_holidays date[] not null default '{}'
    check (cardinality(dispatch_holidays) <= 60 and array_position(dispatch_holidays, null) is null),
  -- how long after the delivery a customer may ask for a return (docs/rules.md#returns); 0: not at all, staff may still book one
  return_days integer not null default 7 check (return_days between 0 and 365),
  -- the shop's own logo, and the one for dark grounds: {"version", "width", "height"}. the files are in private.logo_files (17_brand.sql);
  -- private.set_logo alone writes both, so no staff member may update these columns
  logo jsonb check (jsonb_typeof(logo) = 'object'),
  logo_dark jsonb check (jsonb_typeof(logo_dark) = 'object'),
  -- false: closed to the public. A new shop starts closed (server/bootstrap.ts); set_shop_open in 18_opening.sql changes it.
  is_open boolean not null default true,
  -- the storefront's own colours; null: the default ones. domain/shop/palette.ts says which are readable, and a test compares the bound
  accent text constraint settings_accent check (accent ~ '^#[0-9a-f]{6}$' and private.luminance(accent) <= 0.12),
  second_colour text constraint settings_second_colour check (second_colour ~ '^#[0-9a-f]{6}$' and private.luminance(second_colour) <= 0.12),
  -- own texts and the order of sections of the home page: domain/shop/home.ts reads what it knows of it
  home jsonb not null default '{}' constraint settings_home check (jsonb_typeof(home) = 'object' and octet_length(home::text) <= 12000),
  footer_text text constraint settings_footer_text check (length(btrim(footer_text)) between 1 and 300),
  -- a line at the top of the storefront's pages, which are at most a minute old; a path of this shop or https, never a javascript: link
  announcement text constraint settings_announcement check (length(btrim(announcement)) between 1 and 160 and announcement !~ '[[:cntrl:]]'),
  announcement_link text constraint settings_announcement_link check (announcement_link ~ '^(/([^/\\]|$)|https://)' and length(announcement_link) <= 500),
  announcement_from timestamptz,
  announcement_until timestamptz,
  -- delivery costs differ by place (12_delivery_rates.sql, whose trigger alone writes this)
  delivery_varies boolean not null default false,
  -- of orders that are placed from then on: an invoice with each parcel, or one for the order when it is accepted (docs/rules.md#documents-of-an-order)
  invoice_per_parcel boolean not null default false,
  constraint settings_announcement_until check (announcement_until > announcement_from),
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

create policy "everyone reads" on public.settings for select to anon, authenticated, shop_orders, shop_mail using (true);
create policy "admins change" on public.settings for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));
grant update (razorpay_enabled) on public.settings to authenticated;
grant update (turnover_above_5_crore) on public.settings to authenticated;
grant update (other_addresses, return_days, invoice_per_parcel) on public.settings to authenticated;

-- what only an owner changes, after saying the password again: the mail server, the payment keys, where UPI money goes, who the shop
-- is, and the staff. the server functions check the password and then act here, on their own login, in the owner's name.

-- the legal identity and the UPI address leave the ordinary settings
revoke update (store_name, legal_name, address, city, state_code, pincode, gstin, upi_vpa) on public.settings from authenticated;

-- by the policy: roles that may write the settings
grant update (dispatch_days, transit_home_min, transit_home_max, transit_other_min, transit_other_max, transit_remote_min, transit_remote_max,
  dispatch_holidays) on public.settings to authenticated;
grant update (accent, second_colour, home, footer_text, announcement, announcement_link, announcement_from, announcement_until) on public.settings to authenticated;
insert into public.settings default values;
create trigger next_version before update on public.settings for each row execute function private.next_version();
