-- coupons. customers cannot list them: a code is told, not looked up.

create table public.discounts (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
  description text check (length(description) <= 200),
  kind text not null check (kind in ('percent', 'amount')),
  value numeric(12, 2) not null check (value > 0),          -- percent off, or rupees off the goods
  minimum_goods numeric(12, 2) not null default 0 check (minimum_goods >= 0),
  maximum_discount numeric(12, 2) check (maximum_discount > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  usage_limit integer check (usage_limit > 0),
  times_used integer not null default 0 check (times_used >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (kind <> 'percent' or value <= 100),
  check (ends_at > starts_at),
  check (times_used <= usage_limit)
);
create trigger touch_updated_at before update on public.discounts for each row execute function private.touch_updated_at();

alter table public.discounts enable row level security;
revoke all on public.discounts from anon, authenticated;   -- nothing for anon
grant select, delete on public.discounts to authenticated;
grant insert (code, description, kind, value, minimum_goods, maximum_discount, starts_at, ends_at, usage_limit, is_active) on public.discounts to authenticated;
grant update (code, description, kind, value, minimum_goods, maximum_discount, starts_at, ends_at, usage_limit, is_active) on public.discounts to authenticated;
-- times_used is counted, not typed

create policy "admins read" on public.discounts for select to authenticated using ((select private.is_admin()));
create policy "admins add" on public.discounts for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.discounts for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete" on public.discounts for delete to authenticated using ((select private.is_admin()));
