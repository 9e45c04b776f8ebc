-- the back office's log of an order: which fields changed, by whom. field names only, never personal values (docs/india.md#personal-data).

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  fields text[] not null,
  actor uuid,
  created_at timestamptz not null default now()
);
create index order_events_order_id_idx on public.order_events (order_id, id);

create function private.log_order_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed text[];
begin
  select array_agg(n.key order by n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key not in ('version', 'updated_at');
  if changed is not null then
    insert into public.order_events (order_id, fields, actor, created_at) values (new.id, changed, auth.uid(), private.moment());
  end if;
  return null;
end $$;
revoke all on function private.log_order_change() from public;
create trigger log_change after update on public.orders for each row execute function private.log_order_change();

alter table public.order_events enable row level security;
revoke all on public.order_events from anon, authenticated;   -- nothing for anon
grant select on public.order_events to authenticated;         -- written by the trigger alone
create policy "admins read" on public.order_events for select to authenticated using ((select private.is_admin()));
