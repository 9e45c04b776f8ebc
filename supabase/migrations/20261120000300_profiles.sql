-- the customer's own page. the e-mail address stays in auth.users and reaches the back office through a server function.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (length(full_name) <= 120),
  company_name text check (length(company_name) <= 160),
  gstin text check (private.looks_like_gstin(gstin)),
  phone text check (length(phone) <= 20),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_created_at_idx on public.profiles (created_at desc, id);
create trigger touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();

-- full_name arrives as user metadata at sign-up. cut, not refused: a long name must not break sign-up.
create function private.make_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), ''))
  on conflict (id) do nothing;
  return new;
end $$;
revoke all on function private.make_profile() from public;
create trigger make_profile after insert on auth.users for each row execute function private.make_profile();

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;   -- nothing for anon
grant select on public.profiles to authenticated;
grant update (full_name, company_name, gstin, phone) on public.profiles to authenticated;
-- no insert: the trigger makes the row. no delete: it goes with the account

create policy "own profile, and all of them for admins" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));
create policy "own profile, and customers' for admins" on public.profiles for update to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()))
  with check (id = (select auth.uid()) or (select private.is_admin()));
