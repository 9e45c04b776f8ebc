-- mails that were given up after ten attempts, newest first: whom and why, not what was in them. the address may be the one that a
-- customer signs in with, so only those who may see such addresses see it whole
create or replace function public.failed_mails() returns table (id bigint, kind text, recipient text, attempts integer, last_error text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('mails.read') then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  return query select m.id, m.kind, case when private.may('customers.emails') then m.recipient else regexp_replace(m.recipient, '^(.).*@', '\1…@') end,
      m.attempts, case when private.may('customers.emails') then m.last_error else replace(m.last_error, m.recipient, '(the address)') end, m.created_at
    from private.mails m where m.status = 'failed' order by m.created_at desc, m.id desc limit 200;
end $$;
