-- Ids of rows that an order adds, in the order of time (docs/decisions/0125-ids-in-the-order-of-time.md).

-- ids in the order of time, of rows that an order adds (docs/decisions/0125-ids-in-the-order-of-time.md): version 7 of RFC 9562, the milliseconds first and then random bits. a
-- random id puts each new row on another page of a large index; these go to its last page. postgresql has a function for it from 18 on, and this
-- runs on 15. an expression and not a function of ours: callers that may add a row need no further right.
do $$
declare
  name text;
begin
  foreach name in array array['order_items', 'order_status_history', 'payments', 'notifications', 'documents', 'shipments', 'refunds', 'store_credit_entries'] loop
    execute format('alter table public.%I alter column id set default encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), ''hex'')::uuid', name);
  end loop;
end $$;
