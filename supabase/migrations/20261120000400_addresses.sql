-- the customer's address book. an order copies what it ships to and never looks back here.

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  full_name text not null check (length(btrim(full_name)) between 1 and 120),
  company_name text check (length(company_name) <= 160),
  gstin text check (private.looks_like_gstin(gstin)),
  address text not null check (length(btrim(address)) between 1 and 400),
  city text not null check (length(btrim(city)) between 1 and 80),
  state text not null check (length(btrim(state)) between 1 and 60),
  pincode text not null check (pincode ~ '^[1-9][0-9]{5}$'),
  email text check (length(email) <= 254),
  phone text not null check (length(phone) between 10 and 20),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index addresses_user_id_idx on public.addresses (user_id, created_at desc);
create unique index addresses_one_default on public.addresses (user_id) where is_default;
create trigger touch_updated_at before update on public.addresses
  for each row execute function private.touch_updated_at();

-- choosing a new default is one write for the client
create function private.move_default_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.addresses set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  return new;
end $$;
create trigger move_default_address before insert or update of is_default on public.addresses
  for each row when (new.is_default) execute function private.move_default_address();

alter table public.addresses enable row level security;
revoke all on public.addresses from anon, authenticated;   -- nothing for anon
grant select, delete on public.addresses to authenticated;
grant insert (user_id, full_name, company_name, gstin, address, city, state, pincode, email, phone, is_default) on public.addresses to authenticated;
grant update (full_name, company_name, gstin, address, city, state, pincode, email, phone, is_default) on public.addresses to authenticated;
-- user_id cannot be updated: an address is not handed over

create policy "own addresses, and customers' for admins" on public.addresses for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "add own" on public.addresses for insert to authenticated with check (user_id = (select auth.uid()));
create policy "change own" on public.addresses for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "delete own" on public.addresses for delete to authenticated using (user_id = (select auth.uid()));
