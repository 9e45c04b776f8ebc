-- mails of the sign-in service (confirmation, reset, …) go through the same queue, in the transaction that makes their link. such a
-- link opens an account, and auth keeps only its digest: the row holds it sealed with the server's key, and only while it waits.

create function private.queue_auth_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kind not in ('signup', 'recovery', 'email_change', 'magiclink', 'invite') then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  -- somebody sits and waits for it: before all that is due, whose readers do not
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at), now() - interval '1 day');
end $$;
revoke all on function private.queue_auth_mail(text, text, text, timestamptz) from public;
grant usage on schema private to supabase_auth_admin;   -- this one function; it has no grant on any table there
grant execute on function private.queue_auth_mail(text, text, text, timestamptz) to supabase_auth_admin;

-- sent, given up or erased: nobody needs the link any more
create function private.forget_link() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.data := new.data - 'sealed';
  return new;
end $$;
revoke all on function private.forget_link() from public;
create trigger forget_link before update of status on private.mails
  for each row when (new.status <> 'queued' and old.data ? 'sealed') execute function private.forget_link();
