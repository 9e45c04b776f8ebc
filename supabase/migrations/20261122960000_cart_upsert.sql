-- an upsert sets every column it sends, the key too: `on conflict (user_id, product_id) do update` asks for the right to update both,
-- although neither changes. a line stays what it is and whose it is: the guard refuses any other value.

create function private.keep_cart_line() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.user_id is distinct from old.user_id or new.product_id is distinct from old.product_id then
    raise exception 'A line of the cart keeps its product and its owner' using errcode = '42501';
  end if;
  return new;
end $$;
revoke all on function private.keep_cart_line() from public;
create trigger keep_cart_line before update of user_id, product_id on public.cart_items
  for each row execute function private.keep_cart_line();

grant update (user_id, product_id) on public.cart_items to authenticated;
