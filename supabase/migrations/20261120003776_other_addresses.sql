-- the shop's other places (E-Commerce Rules 2020, rule 5: headquarters and all branches), one a line, for the contact page.
-- invoices keep the principal place of the settings.
alter table public.settings add column other_addresses text not null default '' check (length(other_addresses) <= 2000);
grant update (other_addresses) on public.settings to authenticated;   -- admins, by the policy that stands
