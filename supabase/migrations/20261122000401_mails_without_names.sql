-- the mail that confirms an address goes to whoever has it, not to whoever entered it: no {name} in it, which is a stranger's
-- text. the list is that of documents/mails/texts.ts, and a test compares the two.
create or replace function private.message_placeholders(p_key text) returns text[]
language sql immutable set search_path = '' as $$
  select case p_key
    when 'mail_signup' then '{shop}'::text[]
    when 'mail_recovery' then '{shop}'
    when 'mail_email_change' then '{shop}'
    when 'mail_magiclink' then '{shop}'
    when 'mail_invite' then '{shop}'
    when 'mail_order_placed' then '{name,order,total,shop}'
    when 'mail_order_reopened' then '{name,order,total,shop}'
    when 'mail_order_processing' then '{name,order,total,shop}'
    when 'mail_order_shipped' then '{name,order,total,courier,tracking,shop}'
    when 'mail_order_delivered' then '{name,order,total,shop}'
    when 'mail_order_cancelled' then '{name,order,total,shop}'
    when 'mail_order_refunded' then '{name,order,total,shop}'
    when 'mail_complaint_received' then '{number,officer,shop}'
    when 'notice_order_placed' then '{name,order}'
    when 'notice_order_reopened' then '{name,order}'
    when 'notice_order_processing' then '{name,order}'
    when 'notice_order_shipped' then '{name,order,courier,tracking}'
    when 'notice_order_delivered' then '{name,order}'
    when 'notice_order_cancelled' then '{name,order,reason}'
  end
$$;
update public.message_texts set subject = btrim(regexp_replace(subject, ',?\s*\{name\}', '', 'g')), opening = btrim(regexp_replace(opening, ',?\s*\{name\}', '', 'g'))
  where key = 'mail_signup' and subject || opening like '%{name}%'
    and btrim(regexp_replace(subject, ',?\s*\{name\}', '', 'g')) <> '' and btrim(regexp_replace(opening, ',?\s*\{name\}', '', 'g')) <> '';

-- what the sign-in service tells the owner of an address that somebody else entered; its link is the shop itself
create function private.queue_notice_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kind <> 'account_exists' then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  insert into private.mails (kind, recipient, data)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at));
end $$;
revoke all on function private.queue_notice_mail(text, text, text, timestamptz) from public;
grant execute on function private.queue_notice_mail(text, text, text, timestamptz) to supabase_auth_admin;
