alter table public.settings add column home jsonb not null default '{}'
  constraint settings_home check (jsonb_typeof(home) = 'object' and octet_length(home::text) <= 12000);
alter table public.settings add column footer_text text constraint settings_footer_text check (length(btrim(footer_text)) between 1 and 300);
alter table public.settings add column announcement text
  constraint settings_announcement check (length(btrim(announcement)) between 1 and 160 and announcement !~ '[[:cntrl:]]');
alter table public.settings add column announcement_link text
  constraint settings_announcement_link check (announcement_link ~ '^(/([^/\\]|$)|https://)' and length(announcement_link) <= 500);
alter table public.settings add column announcement_from timestamptz;
alter table public.settings add column announcement_until timestamptz;
alter table public.settings add constraint settings_announcement_until check (announcement_until > announcement_from);
grant update (home, footer_text, announcement, announcement_link, announcement_from, announcement_until) on public.settings to authenticated;
