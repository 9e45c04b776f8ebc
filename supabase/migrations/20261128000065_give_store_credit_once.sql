-- store credit that is given twice by one request: its answer was lost, or two people gave it.

-- contract: the same function with one more parameter, which has a default, follows; not in a release
drop function public.change_store_credit(uuid, numeric, text);
create function public.change_store_credit(p_user uuid, p_amount numeric, p_reason text, p_shown numeric default null) returns numeric
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for store credit' using errcode = '42501'; end if;
  if p_amount is null or p_amount = 0 or p_amount <> round(p_amount, 2) or abs(p_amount) > 1000000 then
    raise exception 'Store credit is of whole paise, more than nothing and at most ₹10,00,000' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 200 then
    raise exception 'Store credit needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  -- its deletion waits, or has been
  perform from auth.users u where u.id = p_user for key share;
  if not found then raise exception 'This account is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if private.lock_store_credit(p_user) is distinct from p_shown and p_shown is not null then
    raise exception 'The store credit has changed' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  perform private.add_store_credit(p_user, p_amount, 'staff', p_reason, null);
  insert into public.notifications (user_id, title, message, type, created_at) values (p_user, 'Store credit',
    '₹' || to_char(abs(p_amount), 'FM99999999990.00') || case when p_amount > 0 then ' was added to' else ' was taken from' end || ' your store credit: ' || btrim(p_reason), 'system', private.clock_now());
  return (select b.balance from public.store_credit_balances b where b.user_id = p_user);
end $$;
revoke all on function public.change_store_credit(uuid, numeric, text, numeric) from public;
grant execute on function public.change_store_credit(uuid, numeric, text, numeric) to authenticated;
