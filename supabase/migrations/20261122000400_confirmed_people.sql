-- what a sign-up brings reaches the account when its own link is opened, not when the row of auth.users is made: anybody can sign
-- up with anybody's address. so name and first consents are taken over at the confirmation too.

create function private.name_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set full_name = nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), '')
    where p.id = new.id and p.full_name is null and btrim(new.raw_user_meta_data ->> 'full_name') <> '';
  return null;
end $$;
revoke all on function private.name_profile() from public;
create trigger name_profile after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.name_profile();

-- what was logged when the row was made is not logged twice (private.skip_same_consent)
create trigger log_confirmed_consents after update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.log_first_consents();
