-- real rows, one per event and person (docs/rules.md#notifications). written by triggers and by the server; the reader only
-- marks them read.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null check (length(title) <= 120),
  message text not null check (length(message) <= 600),
  type text not null check (type in ('order_update', 'promotion', 'system')),
  read boolean not null default false,
  order_id uuid references public.orders (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index notifications_user_id_idx on public.notifications (user_id, created_at desc, id);
create index notifications_unread_idx on public.notifications (user_id) where not read;
create index notifications_order_id_idx on public.notifications (order_id) where order_id is not null;

alter table public.notifications enable row level security;
revoke all on public.notifications from anon, authenticated;   -- nothing for anon
grant select on public.notifications to authenticated;
grant update (read) on public.notifications to authenticated;
-- no insert: nobody writes to somebody else's bell. no delete: no screen offers one
create policy "own notifications" on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy "mark own as read" on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
