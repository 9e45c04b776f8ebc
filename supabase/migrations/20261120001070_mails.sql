-- mails to send. queued in the causing transaction: what was rolled back is never mailed, what was committed always is.
-- data holds ids and states; names and lines are read from the order when it is rendered.

create table private.mails (
  id bigint generated always as identity primary key,
  kind text not null,                       -- order_placed | order_status
  recipient text not null,                  -- cleared when personal data is erased
  data jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_due_idx on private.mails (next_attempt_at, id) where status = 'queued';

-- no NOTIFY: commits that carry one are written to disk one after the other, for the whole server. the sender looks every second.

alter table private.mails enable row level security;
grant select on private.mails to shop_mail;
grant update (status, attempts, last_error, next_attempt_at, sent_at) on private.mails to shop_mail;
-- no insert for the sender: it does not decide who gets mail. nothing for anybody else: it is full of addresses
create policy "the mail sender reads" on private.mails for select to shop_mail using (true);
create policy "the mail sender keeps the book" on private.mails for update to shop_mail using (true) with check (true);
