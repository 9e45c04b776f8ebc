-- Product and order pages offer a chat with the shop's WhatsApp number, so it must be one that can be dialled: an Indian mobile number
-- as people write it (domain/whatsapp.ts). What is none opened no chat before either; the audit log keeps it.
update public.settings set whatsapp = null
  where length(whatsapp) > 40 or regexp_replace(whatsapp, '[[:space:]().-]', '', 'g') !~ '^(\+91|91|0)?[6-9][0-9]{9}$';
alter table public.settings add constraint settings_whatsapp
  check (length(whatsapp) <= 40 and regexp_replace(whatsapp, '[[:space:]().-]', '', 'g') ~ '^(\+91|91|0)?[6-9][0-9]{9}$');
