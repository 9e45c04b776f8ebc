-- a cart holds no more lines than an order takes: the same number as MOST_ORDER_LINES in domain/order-size.ts, and a test compares both.

create function private.most_cart_lines() returns integer
language sql immutable set search_path = '' as $$ select 1000 $$;

-- counted after the statement, because add_to_cart writes many lines at once. two statements of one account at the same moment would each
-- count without the other: the lock lets them in one after the other, and the count that follows has a snapshot of its own.
create function private.bound_cart() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.most_cart_lines();
  buyer uuid;
begin
  for buyer in select distinct a.user_id from added a order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('cart ' || buyer, 0));
    if (select count(*) from public.cart_items c where c.user_id = buyer) > most then
      raise exception 'A cart holds at most % products. Order these first, or remove some.', to_char(most, 'FM9,999')
        using errcode = 'PT409', detail = '{"code":"CART_FULL"}';
    end if;
  end loop;
  return null;
end $$;
create trigger bound_cart after insert on public.cart_items referencing new table as added for each statement execute function private.bound_cart();

revoke all on function private.most_cart_lines(), private.bound_cart() from public;
