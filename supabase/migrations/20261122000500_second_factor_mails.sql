-- the sign-in service also tells the owner of an account what happened to its second factor: mails whose link is the shop itself

create or replace function private.queue_auth_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kind not in ('signup', 'recovery', 'email_change', 'magiclink', 'invite',
                    'mfa_factor_enrolled', 'mfa_factor_unenrolled', 'mfa_recovery_code_used', 'mfa_wrong_codes') then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  -- somebody waits for it: before all that is due, whose readers do not
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at), now() - interval '1 day');
end $$;
