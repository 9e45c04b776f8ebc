-- Mails that a Supabase project asks for through its Send Email hook (docs/decisions/0109-send-email-hook.md).

-- the calls of a Supabase project's Send Email hook, by a digest: a call that is repeated queues nothing again
-- (docs/decisions/0109-send-email-hook.md).
create table private.hook_calls (
  digest text primary key check (length(digest) = 64),
  received_at timestamptz not null default now()
);
create index hook_calls_received_idx on private.hook_calls (received_at);
alter table private.hook_calls enable row level security;

-- no policy and no grant: the function below alone
revoke all on private.hook_calls from public;

-- with the kinds that a project has besides those of the embedded auth service
create or replace function private.queue_auth_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kind not in ('signup', 'recovery', 'email_change', 'email_change_current', 'magiclink', 'invite', 'reauthentication',
                    'mfa_factor_enrolled', 'mfa_factor_unenrolled', 'mfa_recovery_code_used', 'mfa_wrong_codes',
                    'password_changed', 'email_changed', 'phone_changed', 'identity_linked', 'identity_unlinked') then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  -- someone is waiting for it: it goes before everything else that is due
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at), now() - interval '1 day');
end $$;

-- queues the mails of one call, or none if it was received before. a call is refused five minutes after it was signed, so it need not be
-- remembered for long
create function private.queue_hook_mails(p_call text, p_mails jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.hook_calls c where c.received_at < now() - interval '1 day';
  insert into private.hook_calls (digest) values (p_call) on conflict do nothing;
  if found then
    perform private.queue_auth_mail(m.kind, m.recipient, m.sealed, m.expires_at)
      from jsonb_to_recordset(p_mails) m (kind text, recipient text, sealed text, expires_at timestamptz);
  end if;
end $$;
revoke all on function private.queue_hook_mails(text, jsonb) from public;

-- the server calls it once it has verified the project's signature
grant execute on function private.queue_hook_mails(text, jsonb) to shop_mail;
