-- place-order's keys: the same key answers the same order again (docs/rules.md#placing-an-order). kept private: answers name orders.

create table private.order_requests (
  user_id uuid not null references auth.users (id) on delete cascade,
  key text not null check (length(key) between 8 and 200),
  body_hash text not null,
  response jsonb,
  order_id uuid references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index order_requests_order_id_idx on private.order_requests (order_id);

alter table private.order_requests enable row level security;
grant select on private.order_requests to shop_orders;
grant insert (user_id, key, body_hash, response, order_id) on private.order_requests to shop_orders;
grant update (response, order_id) on private.order_requests to shop_orders;
-- no delete for the desk: a used key stays used
create policy "the desk looks up" on private.order_requests for select to shop_orders using (true);
create policy "the desk claims" on private.order_requests for insert to shop_orders with check (true);
create policy "the desk answers" on private.order_requests for update to shop_orders using (true) with check (true);
