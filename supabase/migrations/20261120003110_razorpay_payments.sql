-- what razorpay has told: its order for one of ours, every payment tried on it, and which of them is the one that pays.
-- no name, address, card or telephone number is kept, only ids, amounts and states.

create table private.razorpay_orders (
  id text primary key,
  order_id uuid not null unique references public.orders (id) on delete cascade,   -- one of ours has one of theirs
  created_at timestamptz not null default now(),
  asked_at timestamptz,                            -- up to when all is known that was tried on it
  next_check_at timestamptz default now() + interval '1 minute'   -- null: no more
);
create index razorpay_orders_due_idx on private.razorpay_orders (next_check_at) where next_check_at is not null;

-- amounts in paise, as on razorpay's wire. standing: what became of money that was taken. null: none was, or it went back
-- before we heard of it.
create table private.razorpay_payments (
  id text primary key,
  provider_order_id text,
  order_id uuid references public.orders (id) on delete set null,
  amount bigint,
  currency text,
  status text not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  vouched boolean not null default false,   -- the browser came back with razorpay's signature
  standing text check (standing in ('kept', 'second_charge', 'amount_differs', 'unknown_order')),
  amount_refunded bigint not null default 0,
  refund text not null default 'none' check (refund in ('none', 'due', 'asked', 'processed', 'failed', 'by_hand')),
  refund_round integer not null default 0,   -- part of the idempotency key: a new one only after a refund that is known to have failed
  refund_failed_id text,                     -- the refund that failed last: it is told of more than once
  refund_tries integer not null default 0,
  refund_next_at timestamptz,
  last_error text,
  received_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid,   -- no foreign key: the trace outlives the account
  note text
);
create index razorpay_payments_order_id_idx on private.razorpay_payments (order_id);
create index razorpay_payments_provider_order_id_idx on private.razorpay_payments (provider_order_id) where order_id is null;
create index razorpay_payments_refund_idx on private.razorpay_payments (refund_next_at) where refund in ('due', 'asked');
create index razorpay_payments_listed_idx on private.razorpay_payments (received_at desc) where standing in ('second_charge', 'amount_differs', 'unknown_order') or refund = 'failed';
-- never two charges kept, whatever the code above it does
create unique index razorpay_payments_one_kept on private.razorpay_payments (order_id) where standing = 'kept';

-- events that were taken; they come more than once (docs/india.md#payment)
create table private.razorpay_events (
  id text primary key,
  event text not null,
  received_at timestamptz not null default now()
);
create index razorpay_events_received_idx on private.razorpay_events (received_at);

alter table private.razorpay_orders enable row level security;     -- on all three no policy and no grant: functions alone
alter table private.razorpay_payments enable row level security;
alter table private.razorpay_events enable row level security;

-- why the last attempt did not go through, in the bank's words; the order can still be paid
alter table public.payments add column failure text check (length(failure) <= 300);
-- no grant to change it: the settling function writes it

-- razorpay says what was paid and paid back, nobody's hand
create function private.guard_provider_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Razorpay settles this payment' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
end $$;
create trigger guard_provider_payment before update on public.payments
  for each row when (old.method = 'razorpay' and current_user in ('anon', 'authenticated')) execute function private.guard_provider_payment();

-- whoever makes an order's money due back, by a cancellation or a late payment, has it sent back by the clock
create function private.follow_refund_due() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.razorpay_payments c set refund = 'due', refund_next_at = now()
    where c.order_id = new.order_id and c.standing = 'kept' and c.refund = 'none';
  return null;
end $$;
create trigger follow_refund_due after update of state on public.payments
  for each row when (new.method = 'razorpay' and new.state = 'refund_due' and old.state <> 'refund_due') execute function private.follow_refund_due();

revoke all on function private.guard_provider_payment(), private.follow_refund_due() from public;
