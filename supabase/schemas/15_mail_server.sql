-- the shop's own mail server and sender, set in the back office; without it the environment's SMTP_URL holds, and without that the
-- outbox. kept as the payment keys are: a table without grants, written by admins, its password read by the sender alone.

-- no check constraint on the password: its message would print the failing row into the answer and the log
create table private.mail_setup (
  id boolean primary key default true check (id),
  host text,                    -- null: no server of its own
  port integer,
  security text check (security in ('tls', 'starttls', 'none')),
  username text,
  password text,
  from_name text,               -- null: the store's name
  from_address text,            -- null: MAIL_FROM, or orders@ the site's host
  reply_to text,                -- null: the store's email address
  environment text not null default 'outbox' check (environment in ('outbox', 'smtp')),   -- what the server was started with
  environment_host text,
  version integer not null default 1,
  changed_at timestamptz
);
alter table private.mail_setup enable row level security;
insert into private.mail_setup (id) values (true);

-- all that an admin may know
create function public.mail_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  return (select jsonb_build_object('host', m.host, 'port', m.port, 'security', m.security, 'username', m.username, 'password_set', m.password is not null,
    'from_name', m.from_name, 'from_address', m.from_address, 'reply_to', m.reply_to, 'environment', m.environment, 'environment_host', m.environment_host,
    'version', m.version, 'changed_at', m.changed_at) from private.mail_setup m);
end $$;

create function private.refuse_mail_setup(p_field text, p_code text, p_message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception '%', p_message using errcode = '22023', detail = jsonb_build_object('code', p_code, 'field', p_field)::text;
end $$;

-- what the server was started with, so that the screen can say what holds; a host, never a login
create function private.note_mail_environment(p_environment text, p_host text) returns void
language sql security definer set search_path = '' as $$
  update private.mail_setup m set environment = p_environment, environment_host = p_host
  where (m.environment, m.environment_host) is distinct from (p_environment, p_host)
$$;

-- the result of the caller's test mail; null: no such mail
create function public.test_mail_result(p_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  return (select jsonb_build_object('status', m.status, 'recipient', m.recipient, 'error', case m.status when 'failed' then m.last_error end)
    from private.mails m where m.id = p_id and m.kind = 'test' and m.data ->> 'asked_by' = auth.uid()::text);
end $$;

-- ── notifying the owners, through the former mail server ─────────────────────────────────────────────────────────────────────────
-- a mail may be bound to the mail server of its day: someone who takes over the mail server must not receive, or suppress, the mail
-- that reports it. the former server is kept as long as such a mail waits.
create table private.former_mail_setups (
  version integer primary key,
  host text,
  port integer,
  security text,
  username text,
  password text,
  from_name text,
  from_address text,
  reply_to text,
  changed_at timestamptz
);
alter table private.former_mail_setups enable row level security;

-- no policy and no grant: private.mail_shop() alone
revoke all on private.former_mail_setups from public;

create function private.mail_shop(p_version integer default null)
returns table (host text, port integer, security text, username text, password text, from_name text, from_address text, reply_to text, version integer)
language sql stable security definer set search_path = '' as $$
  select s.host, s.port, s.security, s.username, s.password, s.from_name, s.from_address, s.reply_to, s.version from (
    select f.host, f.port, f.security, f.username, f.password, f.from_name, f.from_address, f.reply_to, f.version, 1 as place
      from private.former_mail_setups f where f.version = p_version
    union all
    select m.host, m.port, m.security, m.username, m.password, m.from_name, m.from_address, m.reply_to, m.version, 2 from private.mail_setup m) s
  order by s.place limit 1
$$;
revoke all on function private.mail_shop(integer) from public;
grant execute on function private.mail_shop(integer) to shop_mail;

create function private.forget_former_mail_setups() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.former_mail_setups f
    where not exists (select from private.mails m where m.mail_setup_version = f.version and m.status = 'queued' and m.id <> old.id);
  return null;
end $$;
revoke all on function private.forget_former_mail_setups() from public;

create function private.send_test_mail() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  address text;
  id bigint;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(hashtext('shop.test_mail'), hashtext(me::text));
  if (select count(*) from private.mails m where m.kind = 'test' and m.data ->> 'asked_by' = me::text and m.created_at > now() - interval '10 minutes') >= 5 then
    raise exception 'Five test mails in ten minutes are enough: try again later' using errcode = 'PT429', detail = '{"code":"TOO_MANY"}';
  end if;
  select u.email into strict address from auth.users u where u.id = me;
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values ('test', address, jsonb_build_object('asked_by', me), now() - interval '1 day') returning private.mails.id into id;
  return id;
end $$;
revoke all on function private.send_test_mail() from public;
create function private.set_mail_setup(p_host text, p_port integer, p_security text, p_username text, p_password text,
  p_from_name text, p_from_address text, p_reply_to text, p_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept private.mail_setup;
  given private.mail_setup;
  address constant text := '^[^\s@<>,;:"()\[\]\\]+@[^\s@<>,;:"()\[\]\\]+\.[^\s@<>,;:"()\[\]\\]+$';
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  select m.* into strict kept from private.mail_setup m for update;
  if kept.version <> p_version then
    raise exception 'The mail server has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  given.host := lower(nullif(btrim(p_host), ''));
  given.from_name := nullif(btrim(p_from_name), '');
  given.from_address := nullif(btrim(p_from_address), '');
  given.reply_to := nullif(btrim(p_reply_to), '');
  if given.from_name is not null and (length(given.from_name) > 80 or given.from_name ~ '[[:cntrl:]]') then
    perform private.refuse_mail_setup('from_name', 'INVALID_MAIL_SETUP', 'A name of one line, of 80 characters at most');
  elsif given.from_address is not null and (length(given.from_address) > 200 or given.from_address !~ address) then
    perform private.refuse_mail_setup('from_address', 'INVALID_MAIL_SETUP', 'This is not an email address');
  elsif given.reply_to is not null and (length(given.reply_to) > 200 or given.reply_to !~ address) then
    perform private.refuse_mail_setup('reply_to', 'INVALID_MAIL_SETUP', 'This is not an email address');
  end if;
  if given.host is not null then
    given.port := p_port;
    given.security := p_security;
    given.username := nullif(btrim(p_username), '');
    if length(given.host) > 253 or given.host !~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$' then
      perform private.refuse_mail_setup('host', 'INVALID_MAIL_SETUP', 'This is no name of a server');
    elsif given.port is null or given.port not between 1 and 65535 then
      perform private.refuse_mail_setup('port', 'INVALID_MAIL_SETUP', 'A port is a number from 1 to 65535');
    elsif given.security is null or given.security not in ('tls', 'starttls', 'none') then
      perform private.refuse_mail_setup('security', 'INVALID_MAIL_SETUP', 'Choose how the connection is encrypted');
    elsif given.security = 'none' and given.host not in ('localhost', '127.0.0.1') then
      perform private.refuse_mail_setup('security', 'INVALID_MAIL_SETUP', 'Unencrypted mail may only go to this machine itself');
    elsif length(given.username) > 200 or given.username ~ '[[:cntrl:]]' then
      perform private.refuse_mail_setup('username', 'INVALID_MAIL_SETUP', 'This is no user name');
    elsif length(p_password) > 500 or p_password ~ '[[:cntrl:]]' then
      perform private.refuse_mail_setup('password', 'INVALID_MAIL_SETUP', 'This is no password');
    end if;
    if given.username is not null then
      given.password := nullif(p_password, '');
      if given.password is null and (given.host, given.port, given.username) is not distinct from (kept.host, kept.port, kept.username)
        and (given.security = kept.security or given.security <> 'none') then
        given.password := kept.password;
      end if;
      if given.password is null then
        perform private.refuse_mail_setup('password', 'PASSWORD_AGAIN', 'A new server or user name needs the password again');
      end if;
    end if;
  end if;
  update private.mail_setup m set host = given.host, port = given.port, security = given.security, username = given.username, password = given.password,
    from_name = given.from_name, from_address = given.from_address, reply_to = given.reply_to, version = m.version + 1, changed_at = now();
  return kept.version + 1;
end $$;
revoke all on function private.set_mail_setup(text, integer, text, text, text, text, text, text, integer) from public;
grant execute on function private.note_mail_environment(text, text) to shop_mail;
grant execute on function private.send_test_mail() to shop_orders;
grant execute on function private.set_mail_setup(text, integer, text, text, text, text, text, text, integer) to shop_orders;
grant execute on function public.mail_setup(), public.test_mail_result(bigint) to authenticated;   -- nothing for anon
