-- which steps an order may take, and by whom (docs/rules.md#order-states): the guard and the screens read these rows.

create table public.order_steps (
  from_status text not null check (from_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  to_status text not null check (to_status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  actor text not null check (actor in ('customer', 'admin', 'system')),
  needs_reason boolean not null default false,   -- the panel asks, the customer hears it
  display_order integer not null default 0,
  primary key (from_status, to_status, actor)
);
insert into public.order_steps (from_status, to_status, actor, needs_reason, display_order) values
  ('pending', 'processing', 'admin', false, 1),      -- accepting: issues the invoice number, has no undo
  ('processing', 'shipped', 'admin', false, 2),
  ('shipped', 'delivered', 'admin', false, 3),
  ('pending', 'cancelled', 'customer', false, 4),
  ('pending', 'cancelled', 'system', false, 5),      -- left unpaid
  ('pending', 'cancelled', 'admin', true, 6),
  ('processing', 'cancelled', 'admin', true, 7),
  ('shipped', 'cancelled', 'admin', true, 8);        -- refused at the door

alter table public.order_steps enable row level security;
revoke all on public.order_steps from anon, authenticated;
grant select on public.order_steps to anon, authenticated;   -- changed by migrations alone: not even admins rewrite the rules
create policy "everybody reads" on public.order_steps for select to anon, authenticated using (true);
