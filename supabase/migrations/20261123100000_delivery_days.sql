-- How long a parcel takes: working days until the shop hands it over, then days on the way by where it goes. domain/delivery-days.ts
-- makes a range of dates of it for a PIN code. Sundays are no days of dispatch; the others that are none stand in a list.
alter table public.settings
  add column dispatch_days integer not null default 1 check (dispatch_days between 0 and 60),
  add column transit_home_min integer not null default 1 check (transit_home_min between 0 and 60),      -- the shop's own State
  add column transit_home_max integer not null default 3 check (transit_home_max between 0 and 60),
  add column transit_other_min integer not null default 3 check (transit_other_min between 0 and 60),
  add column transit_other_max integer not null default 6 check (transit_other_max between 0 and 60),
  add column transit_remote_min integer not null default 5 check (transit_remote_min between 0 and 60),  -- North-East, J&K, Ladakh, islands
  add column transit_remote_max integer not null default 10 check (transit_remote_max between 0 and 60),
  add column dispatch_holidays date[] not null default '{}'
    check (cardinality(dispatch_holidays) <= 60 and array_position(dispatch_holidays, null) is null),
  add constraint settings_transit_home check (transit_home_min <= transit_home_max),
  add constraint settings_transit_other check (transit_other_min <= transit_other_max),
  add constraint settings_transit_remote check (transit_remote_min <= transit_remote_max);

-- whoever may write the settings, by the policy that stands
grant update (dispatch_days, transit_home_min, transit_home_max, transit_other_min, transit_other_max, transit_remote_min, transit_remote_max,
  dispatch_holidays) on public.settings to authenticated;
