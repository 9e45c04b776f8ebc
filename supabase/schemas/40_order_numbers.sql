-- order numbers that one can say on the telephone (docs/decisions/0077-order-numbers.md): 482-715 beside the id. a sequence counts, so no order
-- waits for another, and a secret of this shop mixes the positions, so two numbers do not say how many orders lie between them.

create sequence private.order_positions as bigint minvalue 0 start 0;

-- made with the database, and never changed: another secret would give a number twice
create table private.order_number_secret (
  one boolean primary key default true check (one),
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) check (length(secret) = 32)
);
alter table private.order_number_secret enable row level security;

-- no policy and no grant: private.give_order_number alone
revoke all on private.order_number_secret from public;
revoke all on sequence private.order_positions from public;
insert into private.order_number_secret default values;

-- the number at a position, from 0. the first 900,000 positions are the numbers of six digits in a mixed order, the next 9,000,000 those of
-- seven, and so on: each number once. a feistel network over the first digits and the last three: whatever the hash is, a step that adds to
-- one half what only the other half decides can be undone, so no two positions meet.
create function private.order_number_at(p_position bigint, p_secret bytea) returns integer
language plpgsql immutable set search_path = '' as $$
declare
  heads bigint := 900;   -- how many beginnings the numbers of this length have, without a leading zero
  rest bigint := p_position;
  head bigint;
  tail bigint;
begin
  while rest >= heads * 1000 loop
    rest := rest - heads * 1000;
    heads := heads * 10;
  end loop;
  head := rest / 1000;
  tail := rest % 1000;
  for round in 1..2 loop
    head := (head + ('x' || encode(substr(sha256(p_secret || int8send(heads) || int8send(2 * round) || int8send(tail)), 1, 6), 'hex'))::bit(48)::bigint) % heads;
    tail := (tail + ('x' || encode(substr(sha256(p_secret || int8send(heads) || int8send(2 * round + 1) || int8send(head)), 1, 6), 'hex'))::bit(48)::bigint) % 1000;
  end loop;
  return (heads / 9 + head) * 1000 + tail;
end $$;

-- a number given by any client is replaced; only a copy of rows that exist already (replication, a restored
-- backup) keeps its own
create function private.give_order_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.order_number is null or current_setting('session_replication_role') <> 'replica' then
    new.order_number := private.order_number_at(nextval('private.order_positions'), (select s.secret from private.order_number_secret s));
  end if;
  return new;
end $$;

create function private.keep_order_number() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The number of an order does not change' using errcode = '23514';
end $$;

-- as people read it: 482-715. domain/orders/order-number.ts writes and reads it in the same way
create function private.order_number_text(p_number integer) returns text
language sql immutable return left(p_number::text, -3) || '-' || right(p_number::text, 3);

-- the number that someone typed, or null: 482715, 482-715, 482 715, also after "order", "no." or "#"
create function private.order_number_in(p_text text) returns integer
language sql immutable set search_path = '' as $$
  select case when t.digits ~ '^[1-9][0-9]{5,8}$' then t.digits::integer end
  from (select regexp_replace(btrim(regexp_replace(lower(p_text), '\s+', ' ', 'g')), '^(order)? ?(number|no)?[.:]? ?#? ?([0-9]+)[- ]?([0-9]{3})$', '\3\4') as digits) t
$$;
revoke all on function private.order_number_at(bigint, bytea), private.give_order_number(), private.keep_order_number(),
  private.order_number_text(integer), private.order_number_in(text) from public;
