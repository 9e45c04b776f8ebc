-- How much one account may ask of the shop. One place for the numbers: the functions and triggers that refuse read them here,
-- so they hold for several servers at once. An owner changes a number with one update; no client role reads or writes them.
create table private.limits (
  name text primary key,
  value integer not null check (value >= 0),
  about text not null
);
insert into private.limits (name, value, about) values
  ('orders_per_hour', 20, 'Orders that one account places online in an hour.'),
  ('unpaid_orders', 5, 'Pending online orders of one account that wait for a payment. More would hold stock that nobody pays for.'),
  ('first_cod_rupees', 25000, 'Rupees that an account without a delivered order may owe on delivery, over all its open orders.'),
  ('claims_per_order', 5, 'UPI references that a buyer may tell for one order, corrections included.'),
  ('claims_per_day', 20, 'UPI references that one account may tell in 24 hours.'),
  ('claim_days', 7, 'Days that a UPI reference nobody has verified keeps an order open and its goods reserved.'),
  ('unknown_coupons_per_hour', 20, 'Unknown coupon codes that one account may try in an hour.'),
  ('unknown_coupons_in_all', 600, 'Unknown coupon codes in an hour over all accounts, after which an account has only a few tries.'),
  ('unknown_coupons_when_busy', 3, 'Tries that an account has while the total is reached.'),
  ('complaints_per_email', 3, 'Complaints in 24 hours under one e-mail address. Each sends a mail to it, and a stranger may have typed it.'),
  ('complaints_per_account', 5, 'Complaints of one account in 24 hours.'),
  ('complaints_per_client', 10, 'Complaints of one network in an hour.'),
  ('complaints_of_visitors', 200, 'Complaints of all visitors together in an hour.');
alter table private.limits enable row level security;   -- no policy and no grant: read by the definer functions alone
revoke all on private.limits from public;

create function private.limit_of(p_name text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  found_value integer;
begin
  select l.value into strict found_value from private.limits l where l.name = p_name;
  return found_value;
end $$;
revoke all on function private.limit_of(text) from public;
