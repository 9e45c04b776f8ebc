-- written by `npm run types` from the migrations; do not edit. For reading and comparing, not for running.

-- ─── schemas and extensions ──────────────────────────────────────────────────────────────────────────────────────────────────

create schema private; grant usage on schema private to shop_mail; grant usage on schema private to shop_orders; grant usage on schema private to shop_payments; grant usage on schema private to supabase_auth_admin;
create schema public; grant usage on schema public to anon; grant usage on schema public to authenticated; grant usage on schema public to public; grant usage on schema public to service_role; grant usage on schema public to shop_mail; grant usage on schema public to shop_orders;
create extension fuzzystrmatch with schema extensions;
create extension pg_trgm with schema extensions;
create extension unaccent with schema extensions;

-- ─── roles ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create role shop_callers login noinherit set temp_file_limit=256MB in role anon, authenticated, service_role;
create role shop_mail login noinherit;
create role shop_orders login noinherit set enable_seqscan=off, lock_timeout=5s, plan_cache_mode=force_generic_plan, statement_timeout=10s;
create role shop_payments login noinherit set lock_timeout=3s, statement_timeout=4s;

-- ─── default privileges ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- in every schema, functions: 
-- in public, functions: service_role execute
-- in public, sequences: service_role select, service_role update, service_role usage
-- in public, tables: service_role delete, service_role insert, service_role maintain, service_role references, service_role select, service_role trigger, service_role truncate, service_role update

-- ─── domains, types, casts and sequences ─────────────────────────────────────────────────────────────────────────────────────

create type private.facet_kind as (family uuid, category_id uuid, brand text, country text, moq integer, stock text, in_price boolean, n bigint, lowest numeric, highest numeric);
create domain public.category_parent as uuid;
create cast (json as public.category_parent) with function public.category_parent(json) as implicit;
create sequence private.order_positions as bigint start 0 increment 1;
create sequence private.webhook_deliveries_id_seq as bigint start 1 increment 1;
create sequence public.audit_log_id_seq as bigint start 1 increment 1;

-- ─── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table private.alerts (
  began_at timestamp with time zone not null default clock_timestamp(),
  code text not null,
  ended_at timestamp with time zone,
  mailed_at timestamp with time zone,
  seen_at timestamp with time zone not null default clock_timestamp(),
  server text not null default ''::text,
  urgent boolean not null,
  constraint alerts_pkey PRIMARY KEY (code, server),
  constraint alerts_code_check CHECK ((code ~ '^[a-z_]{1,40}$'::text))
);
alter table private.alerts enable row level security;
alter table private.alerts set unlogged;

create table private.api_keys (
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  digest bytea not null,
  expires_at timestamp with time zone,
  hint text not null,
  last_used_at timestamp with time zone,
  name text not null,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  role text not null,
  user_id uuid not null,
  constraint api_keys_pkey PRIMARY KEY (user_id),
  constraint api_keys_digest_key UNIQUE (digest),
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint api_keys_check CHECK ((expires_at > created_at)),
  constraint api_keys_digest_check CHECK ((length(digest) = 32)),
  constraint api_keys_hint_check CHECK ((length(hint) = 4)),
  constraint api_keys_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 60)))),
  constraint api_keys_role_check CHECK ((role = ANY (ARRAY['manager'::text, 'catalogue'::text, 'orders'::text, 'accounts'::text])))
);
alter table private.api_keys enable row level security;
CREATE INDEX api_keys_created_by_idx ON private.api_keys USING btree (created_by);
CREATE INDEX api_keys_revoked_by_idx ON private.api_keys USING btree (revoked_by);
CREATE UNIQUE INDEX api_keys_name_idx ON private.api_keys USING btree (lower(name)) WHERE (revoked_at IS NULL);
CREATE TRIGGER audit_insert AFTER INSERT ON private.api_keys REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('user_id', 'user_id', '{user_id,digest,hint,created_by,last_used_at,revoked_by,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON private.api_keys REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('user_id', 'user_id', '{user_id,digest,hint,created_by,last_used_at,revoked_by,created_at,updated_at,version}', '', 'yes');

create table private.backup_schedule (
  every interval not null,
  one boolean not null default true,
  since timestamp with time zone not null default clock_timestamp(),
  constraint backup_schedule_pkey PRIMARY KEY (one),
  constraint backup_schedule_every_check CHECK ((every > '00:00:00'::interval)),
  constraint backup_schedule_one_check CHECK (one)
);
alter table private.backup_schedule enable row level security;

create table private.backups (
  bytes bigint,
  failure text,
  finished_at timestamp with time zone,
  id bigint not null generated always as identity,
  missing integer,
  started_at timestamp with time zone not null default clock_timestamp(),
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_bytes_check CHECK ((bytes >= 0)),
  constraint backups_check CHECK (((finished_at IS NULL) OR ((failure IS NULL) = (bytes IS NOT NULL)))),
  constraint backups_failure_check CHECK ((failure ~ '^\w{1,40}$'::text)),
  constraint backups_missing_check CHECK ((missing >= 0))
);
alter table private.backups enable row level security;
CREATE INDEX backups_good_idx ON private.backups USING btree (started_at DESC) WHERE ((failure IS NULL) AND (finished_at IS NOT NULL));

create table private.category_changed (
  id bigint not null generated always as identity,
  product_id uuid not null,
  constraint category_changed_pkey PRIMARY KEY (id)
);
alter table private.category_changed enable row level security;

create table private.complaint_clients (
  client bytea not null,
  filed_at timestamp with time zone not null
);
alter table private.complaint_clients enable row level security;
CREATE INDEX complaint_clients_idx ON private.complaint_clients USING btree (client, filed_at);

create table private.damaged_document_files (
  copies text not null,
  file_id uuid not null,
  irns text not null,
  noticed_at timestamp with time zone not null default clock_timestamp(),
  constraint damaged_document_files_pkey PRIMARY KEY (file_id, copies, irns),
  constraint damaged_document_files_file_id_copies_irns_fkey FOREIGN KEY (file_id, copies, irns) REFERENCES private.document_files(file_id, copies, irns) ON DELETE CASCADE
);
alter table private.damaged_document_files enable row level security;

create table private.delivery_pins (
  cod boolean not null,
  pin integer not null,
  prepaid boolean not null,
  constraint delivery_pins_pkey PRIMARY KEY (pin),
  constraint delivery_pins_pin_check CHECK (((pin >= 100000) AND (pin <= 999999)))
);
alter table private.delivery_pins enable row level security;

create table private.demo_rows (
  facts jsonb,
  id text not null,
  kind text not null,
  constraint demo_rows_pkey PRIMARY KEY (kind, id),
  constraint demo_rows_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'family'::text, 'category'::text, 'banner'::text, 'customer'::text, 'order'::text, 'settings'::text, 'file'::text, 'removed'::text])))
);
alter table private.demo_rows enable row level security;

create table private.diagnostic_reports (
  agent text not null,
  build text not null,
  created_at timestamp with time zone not null default now(),
  entries jsonb not null,
  number text not null,
  page text not null,
  user_id uuid,
  constraint diagnostic_reports_pkey PRIMARY KEY (number),
  constraint diagnostic_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint diagnostic_reports_agent_check CHECK ((length(agent) <= 300)),
  constraint diagnostic_reports_build_check CHECK ((length(build) <= 60)),
  constraint diagnostic_reports_entries_check CHECK (((jsonb_typeof(entries) = 'array'::text) AND ((jsonb_array_length(entries) >= 1) AND (jsonb_array_length(entries) <= 200)))),
  constraint diagnostic_reports_number_check CHECK ((length(number) <= 16)),
  constraint diagnostic_reports_page_check CHECK ((length(page) <= 300))
);
alter table private.diagnostic_reports enable row level security;
CREATE INDEX diagnostic_reports_created_at_idx ON private.diagnostic_reports USING btree (created_at DESC);
CREATE INDEX diagnostic_reports_user_id_idx ON private.diagnostic_reports USING btree (user_id, created_at DESC);

create table private.disks (
  free_bytes bigint not null,
  measured_at timestamp with time zone not null default clock_timestamp(),
  server text not null,
  total_bytes bigint not null,
  constraint disks_pkey PRIMARY KEY (server),
  constraint disks_free_bytes_check CHECK ((free_bytes >= 0)),
  constraint disks_server_check CHECK ((server ~ '^[a-zA-Z0-9._-]{1,64}$'::text)),
  constraint disks_total_bytes_check CHECK ((total_bytes > 0))
);
alter table private.disks enable row level security;
alter table private.disks set unlogged;

create table private.document_files (
  bytes bytea,
  copies text not null,
  created_at timestamp with time zone not null default now(),
  file_id uuid not null,
  irns text not null default ''::text,
  order_id uuid not null,
  sha256 text not null,
  size integer,
  version uuid,
  constraint document_files_pkey PRIMARY KEY (file_id, copies, irns),
  constraint document_files_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint document_files_copies_check CHECK ((copies = ANY (ARRAY['original'::text, 'all'::text]))),
  constraint document_files_place CHECK (
CASE
    WHEN (version IS NULL) THEN ((bytes IS NOT NULL) AND (size IS NULL))
    ELSE ((bytes IS NULL) AND (size IS NOT NULL) AND (size > 0))
END)
);
alter table private.document_files enable row level security;
CREATE INDEX document_files_in_database_idx ON private.document_files USING btree (created_at) WHERE (version IS NULL);
CREATE INDEX document_files_order_id_idx ON private.document_files USING btree (order_id);
CREATE UNIQUE INDEX document_files_version_idx ON private.document_files USING btree (version) WHERE (version IS NOT NULL);
CREATE TRIGGER note_loose_document AFTER DELETE ON private.document_files FOR EACH ROW WHEN ((old.version IS NOT NULL)) EXECUTE FUNCTION private.note_loose_document();
CREATE TRIGGER note_replaced_document AFTER UPDATE OF version ON private.document_files FOR EACH ROW WHEN (((old.version IS NOT NULL) AND (new.version IS DISTINCT FROM old.version))) EXECUTE FUNCTION private.note_loose_document();

create table private.document_storage (
  one boolean not null default true,
  starts_at timestamp with time zone not null,
  constraint document_storage_pkey PRIMARY KEY (one),
  constraint document_storage_one_check CHECK (one)
);
alter table private.document_storage enable row level security;

create table private.erasures (
  at timestamp with time zone not null default private.clock_now(),
  count integer not null,
  id bigint not null generated always as identity,
  ids text[] not null,
  rule text not null,
  what text not null,
  constraint erasures_pkey PRIMARY KEY (id),
  constraint erasures_count_check CHECK ((count > 0)),
  constraint erasures_what_check CHECK ((what = ANY (ARRAY['documents'::text, 'order_people'::text, 'stored_files'::text, 'mails'::text, 'diagnostic_reports'::text, 'complaint_clients'::text, 'order_requests'::text, 'audit_log'::text, 'sessions'::text, 'unconfirmed_accounts'::text, 'one_time_tokens'::text, 'flow_states'::text, 'sign_in_log'::text, 'registrations'::text, 'mfa_challenges'::text, 'mfa_attempts'::text, 'return_photos'::text, 'phone_codes'::text, 'phone_code_tries'::text])))
);
alter table private.erasures enable row level security;

create table private.facet_changes (
  brand text,
  category_id uuid,
  country text,
  family_id uuid,
  gst numeric not null,
  highest numeric,
  id bigint not null generated always as identity,
  lowest numeric,
  moq integer not null,
  n integer not null,
  status text not null,
  stock text not null,
  constraint facet_changes_pkey PRIMARY KEY (id)
);
alter table private.facet_changes enable row level security;
alter table private.facet_changes set unlogged;

create table private.facet_counts (
  counted_at timestamp with time zone not null default clock_timestamp(),
  one boolean not null default true,
  product_values jsonb not null,
  constraint facet_counts_pkey PRIMARY KEY (one),
  constraint facet_counts_one_check CHECK (one)
);
alter table private.facet_counts enable row level security;
alter table private.facet_counts set unlogged;

create table private.facet_kinds (
  brand text,
  category_id uuid,
  country text,
  family_id uuid,
  gst numeric not null default 0,
  highest numeric not null,
  line text not null,
  lowest numeric not null,
  moq integer not null,
  n integer not null,
  status text not null default 'active'::text,
  stock text not null,
  constraint facet_kinds_pkey PRIMARY KEY (line)
);
alter table private.facet_kinds enable row level security;
alter table private.facet_kinds set unlogged;

create table private.former_mail_setups (
  changed_at timestamp with time zone,
  from_address text,
  from_name text,
  host text,
  password text,
  port integer,
  reply_to text,
  security text,
  username text,
  version integer not null,
  constraint former_mail_setups_pkey PRIMARY KEY (version)
);
alter table private.former_mail_setups enable row level security;

create table private.found_coupons (
  discount_id uuid not null,
  user_id uuid not null,
  constraint found_coupons_pkey PRIMARY KEY (user_id, discount_id),
  constraint found_coupons_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES public.discounts(id) ON DELETE CASCADE,
  constraint found_coupons_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.found_coupons enable row level security;
CREATE INDEX found_coupons_discount_id_idx ON private.found_coupons USING btree (discount_id);

create table private.hook_calls (
  digest text not null,
  received_at timestamp with time zone not null default now(),
  constraint hook_calls_pkey PRIMARY KEY (digest),
  constraint hook_calls_digest_check CHECK ((length(digest) = 64))
);
alter table private.hook_calls enable row level security;
CREATE INDEX hook_calls_received_idx ON private.hook_calls USING btree (received_at);

create table private.jobs (
  failed_at timestamp with time zone,
  failure text,
  finished_at timestamp with time zone,
  held_until timestamp with time zone,
  name text not null,
  runner uuid,
  started_at timestamp with time zone,
  constraint jobs_pkey PRIMARY KEY (name),
  constraint jobs_check CHECK (((runner IS NULL) = (held_until IS NULL))),
  constraint jobs_failure_check CHECK ((failure ~ '^\w{1,40}$'::text)),
  constraint jobs_name_check CHECK ((name ~ '^[a-z_]{1,40}$'::text))
);
alter table private.jobs enable row level security;
alter table private.jobs set unlogged;

create table private.lexemes (
  documents integer not null,
  word text not null,
  constraint lexemes_pkey PRIMARY KEY (word)
);
alter table private.lexemes enable row level security;
CREATE INDEX lexemes_sound_idx ON private.lexemes USING btree (private.sound_of(word));

create table private.limits (
  about text not null,
  name text not null,
  value integer not null,
  constraint limits_pkey PRIMARY KEY (name),
  constraint limits_value_check CHECK ((value >= 0))
);
alter table private.limits enable row level security;

create table private.logo_files (
  png bytea not null,
  small bytea not null,
  version text not null,
  constraint logo_files_pkey PRIMARY KEY (version),
  constraint logo_files_png_check CHECK (((octet_length(png) >= 1) AND (octet_length(png) <= 2000000))),
  constraint logo_files_small_check CHECK (((octet_length(small) >= 1) AND (octet_length(small) <= 400000))),
  constraint logo_files_version_check CHECK ((version ~ '^[0-9a-f]{16}$'::text))
);
alter table private.logo_files enable row level security;

create table private.loose_document_files (
  attempts integer not null default 0,
  due_at timestamp with time zone not null default clock_timestamp(),
  version uuid not null,
  constraint loose_document_files_pkey PRIMARY KEY (version)
);
alter table private.loose_document_files enable row level security;
CREATE INDEX loose_document_files_due_at_idx ON private.loose_document_files USING btree (due_at);

create table private.low_stock (
  product_id uuid not null,
  constraint low_stock_pkey PRIMARY KEY (product_id),
  constraint low_stock_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.low_stock enable row level security;

create table private.mail_setup (
  changed_at timestamp with time zone,
  environment text not null default 'outbox'::text,
  environment_host text,
  from_address text,
  from_name text,
  host text,
  id boolean not null default true,
  password text,
  port integer,
  reply_to text,
  security text,
  username text,
  version integer not null default 1,
  constraint mail_setup_pkey PRIMARY KEY (id),
  constraint mail_setup_environment_check CHECK ((environment = ANY (ARRAY['outbox'::text, 'smtp'::text]))),
  constraint mail_setup_id_check CHECK (id),
  constraint mail_setup_security_check CHECK ((security = ANY (ARRAY['tls'::text, 'starttls'::text, 'none'::text])))
);
alter table private.mail_setup enable row level security;
CREATE TRIGGER audit_update AFTER UPDATE ON private.mail_setup REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{changed_at,environment,environment_host,created_at,updated_at,version}', '{host,port,security,from_name,from_address,reply_to}', 'yes');

create table private.mails (
  attempts integer not null default 0,
  created_at timestamp with time zone not null default now(),
  data jsonb not null default '{}'::jsonb,
  id bigint not null generated always as identity,
  kind text not null,
  last_error text,
  mail_setup_version integer,
  next_attempt_at timestamp with time zone not null default now(),
  recipient text not null,
  sent_at timestamp with time zone,
  status text not null default 'queued'::text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
);
alter table private.mails enable row level security;
CREATE INDEX mails_bound_idx ON private.mails USING btree (mail_setup_version) WHERE ((mail_setup_version IS NOT NULL) AND (status = 'queued'::text));
CREATE INDEX mails_due_idx ON private.mails USING btree (next_attempt_at, id) WHERE (status = 'queued'::text);
CREATE INDEX mails_failed_idx ON private.mails USING btree (created_at DESC, id DESC) WHERE (status = 'failed'::text);
CREATE INDEX mails_order_idx ON private.mails USING btree (((data ->> 'order_id'::text))) WHERE ((data ->> 'order_id'::text) IS NOT NULL);
CREATE INDEX mails_recipient_idx ON private.mails USING btree (lower(recipient)) WHERE (recipient <> ''::text);
CREATE INDEX mails_test_idx ON private.mails USING btree (created_at) WHERE (kind = 'test'::text);
grant select on private.mails to shop_mail;
grant update (attempts, last_error, next_attempt_at, sent_at, status) on private.mails to shop_mail;
create policy "the mail sender reads" on private.mails for select to shop_mail using (true);
create policy "the mail sender keeps the book" on private.mails for update to shop_mail using (true) with check (true);
CREATE TRIGGER address_order_mail BEFORE INSERT ON private.mails FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['order_placed'::text, 'order_status'::text, 'order_changed'::text, 'order_shipment'::text, 'order_rest'::text, 'order_return'::text, 'order_refunded'::text, 'order_reminder'::text]))) EXECUTE FUNCTION private.address_order_mail();
CREATE TRIGGER forget_link BEFORE UPDATE OF status ON private.mails FOR EACH ROW WHEN (((new.status <> 'queued'::text) AND (old.data ? 'sealed'::text))) EXECUTE FUNCTION private.forget_link();
CREATE TRIGGER skip_without_recipient BEFORE INSERT ON private.mails FOR EACH ROW WHEN ((new.recipient = ''::text)) EXECUTE FUNCTION private.skip_without_recipient();
CREATE TRIGGER forget_former_mail_setups AFTER UPDATE OF status ON private.mails FOR EACH ROW WHEN (((old.mail_setup_version IS NOT NULL) AND (new.status <> 'queued'::text))) EXECUTE FUNCTION private.forget_former_mail_setups();

create table private.order_number_secret (
  one boolean not null default true,
  secret bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
  constraint order_number_secret_pkey PRIMARY KEY (one),
  constraint order_number_secret_one_check CHECK (one),
  constraint order_number_secret_secret_check CHECK ((length(secret) = 32))
);
alter table private.order_number_secret enable row level security;

create table private.order_requests (
  body_hash text not null,
  created_at timestamp with time zone not null default now(),
  key text not null,
  order_id uuid,
  response jsonb,
  user_id uuid not null,
  constraint order_requests_pkey PRIMARY KEY (user_id, key),
  constraint order_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint order_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint order_requests_key_check CHECK (((length(key) >= 8) AND (length(key) <= 200)))
);
alter table private.order_requests enable row level security;
CREATE INDEX order_requests_order_id_idx ON private.order_requests USING btree (order_id);
grant select on private.order_requests to shop_orders;
grant insert (body_hash, key, order_id, response, user_id) on private.order_requests to shop_orders;
grant update (order_id, response) on private.order_requests to shop_orders;
create policy "the order service claims" on private.order_requests for insert to shop_orders with check (true);
create policy "the order service looks up" on private.order_requests for select to shop_orders using (true);
create policy "the order service answers" on private.order_requests for update to shop_orders using (true) with check (true);

create table private.order_words (
  order_id uuid not null,
  words text not null,
  constraint order_words_pkey PRIMARY KEY (order_id),
  constraint order_words_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE
);
alter table private.order_words enable row level security;
CREATE INDEX order_words_idx ON private.order_words USING gin (words extensions.gin_trgm_ops) WITH (gin_pending_list_limit='256');

create table private.payment_claims (
  claimed_at timestamp with time zone not null,
  id bigint not null generated always as identity,
  order_id uuid not null,
  user_id uuid not null,
  constraint payment_claims_pkey PRIMARY KEY (id),
  constraint payment_claims_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint payment_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.payment_claims enable row level security;
CREATE INDEX payment_claims_order_id_idx ON private.payment_claims USING btree (order_id);
CREATE INDEX payment_claims_user_id_idx ON private.payment_claims USING btree (user_id, claimed_at);

create table private.payment_moments (
  payment_id uuid not null,
  received_at timestamp with time zone not null,
  constraint payment_moments_pkey PRIMARY KEY (payment_id),
  constraint payment_moments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE CASCADE
);
alter table private.payment_moments enable row level security;
CREATE INDEX payment_moments_received_at_idx ON private.payment_moments USING btree (received_at);

create table private.phone_code_secret (
  id boolean not null default true,
  secret bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
  constraint phone_code_secret_pkey PRIMARY KEY (id),
  constraint phone_code_secret_id_check CHECK (id),
  constraint phone_code_secret_secret_check CHECK ((length(secret) = 32))
);
alter table private.phone_code_secret enable row level security;

create table private.phone_code_tries (
  id bigint not null generated always as identity,
  phone bytea not null,
  tried_at timestamp with time zone not null,
  user_id uuid,
  constraint phone_code_tries_pkey PRIMARY KEY (id),
  constraint phone_code_tries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table private.phone_code_tries enable row level security;
CREATE INDEX phone_code_tries_tried_at_idx ON private.phone_code_tries USING btree (tried_at);
CREATE INDEX phone_code_tries_user_id_idx ON private.phone_code_tries USING btree (user_id);

create table private.phone_codes (
  customer_id uuid not null,
  expires_at timestamp with time zone not null,
  hash bytea not null,
  constraint phone_codes_pkey PRIMARY KEY (customer_id),
  constraint phone_codes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customer_figures(id) ON DELETE CASCADE,
  constraint phone_codes_hash_check CHECK ((length(hash) = 32))
);
alter table private.phone_codes enable row level security;
CREATE INDEX phone_codes_expires_at_idx ON private.phone_codes USING btree (expires_at);
CREATE TRIGGER audit_insert AFTER INSERT ON private.phone_codes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('customer_id', 'customer_id', '{customer_id,hash,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON private.phone_codes REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('customer_id', 'customer_id', '{customer_id,hash,created_at,updated_at,version}', '', 'yes');

create table private.picture_downloads (
  address text not null,
  due_at timestamp with time zone not null default now(),
  failure text,
  id bigint not null generated always as identity,
  import_id uuid,
  place integer not null,
  product_id uuid not null,
  tries integer not null default 0,
  constraint picture_downloads_pkey PRIMARY KEY (id),
  constraint picture_downloads_product_id_address_key UNIQUE (product_id, address),
  constraint picture_downloads_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.product_imports(id) ON DELETE SET NULL,
  constraint picture_downloads_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint picture_downloads_address_check CHECK (((length(address) >= 8) AND (length(address) <= 2000))),
  constraint picture_downloads_failure_check CHECK ((failure = ANY (ARRAY['ADDRESS'::text, 'INNER'::text, 'NOT_FOUND'::text, 'FORBIDDEN'::text, 'UNREACHABLE'::text, 'TOO_LARGE'::text, 'NOT_A_PICTURE'::text, 'FULL'::text]))),
  constraint picture_downloads_place_check CHECK (((place >= 1) AND (place <= 12)))
);
alter table private.picture_downloads enable row level security;
CREATE INDEX picture_downloads_due_idx ON private.picture_downloads USING btree (due_at) WHERE (failure IS NULL);
CREATE INDEX picture_downloads_import_idx ON private.picture_downloads USING btree (import_id);

create table private.picture_sources (
  address text not null,
  image_id uuid not null,
  import_id uuid,
  constraint picture_sources_pkey PRIMARY KEY (image_id),
  constraint picture_sources_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.product_images(id) ON DELETE CASCADE,
  constraint picture_sources_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.product_imports(id) ON DELETE SET NULL
);
alter table private.picture_sources enable row level security;
CREATE INDEX picture_sources_import_idx ON private.picture_sources USING btree (import_id);

create table private.piece_units (
  order_item_id uuid not null,
  shipment_id uuid,
  units int4multirange not null,
  constraint piece_units_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id) ON DELETE CASCADE,
  constraint piece_units_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES public.shipments(id) ON DELETE CASCADE,
  constraint piece_units_units_check CHECK ((NOT isempty(units)))
);
alter table private.piece_units enable row level security;
CREATE INDEX piece_units_order_item_id_idx ON private.piece_units USING btree (order_item_id);
CREATE INDEX piece_units_shipment_id_idx ON private.piece_units USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);

create table private.product_import_rows (
  after jsonb not null,
  before jsonb,
  import_id uuid not null,
  product_id uuid not null,
  constraint product_import_rows_pkey PRIMARY KEY (import_id, product_id),
  constraint product_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.product_imports(id) ON DELETE CASCADE
);
alter table private.product_import_rows enable row level security;

create table private.product_words (
  product_id uuid not null,
  words text not null,
  constraint product_words_pkey PRIMARY KEY (product_id),
  constraint product_words_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.product_words enable row level security;
CREATE INDEX product_words_idx ON private.product_words USING gin (words extensions.gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX product_words_letters_idx ON private.product_words USING gin (private.letters_of_name(words)) WITH (gin_pending_list_limit='256');

create table private.ranking (
  all_read_at timestamp with time zone not null default clock_timestamp(),
  one boolean not null default true,
  read_from bigint not null,
  read_to bigint not null,
  constraint ranking_pkey PRIMARY KEY (one),
  constraint ranking_one_check CHECK (one)
);
alter table private.ranking enable row level security;
alter table private.ranking set unlogged;

create table private.razorpay_events (
  event text not null,
  id text not null,
  received_at timestamp with time zone not null default now(),
  constraint razorpay_events_pkey PRIMARY KEY (id)
);
alter table private.razorpay_events enable row level security;
CREATE INDEX razorpay_events_received_idx ON private.razorpay_events USING btree (received_at);

create table private.razorpay_keys (
  changed_at timestamp with time zone not null default now(),
  id boolean not null default true,
  key_id text,
  key_secret text,
  previous_key_secret text,
  previous_until timestamp with time zone,
  previous_webhook_secret text,
  webhook_secret text,
  constraint razorpay_keys_pkey PRIMARY KEY (id),
  constraint razorpay_keys_id_check CHECK (id)
);
alter table private.razorpay_keys enable row level security;
CREATE TRIGGER audit_update AFTER UPDATE ON private.razorpay_keys REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{changed_at,previous_key_secret,previous_webhook_secret,previous_until,created_at,updated_at,version}', '{key_id}', 'yes');

create table private.razorpay_orders (
  asked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  id text not null,
  next_check_at timestamp with time zone default (now() + '00:01:00'::interval),
  order_id uuid not null,
  constraint razorpay_orders_pkey PRIMARY KEY (id),
  constraint razorpay_orders_order_id_key UNIQUE (order_id),
  constraint razorpay_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE
);
alter table private.razorpay_orders enable row level security;
CREATE INDEX razorpay_orders_due_idx ON private.razorpay_orders USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

create table private.razorpay_payments (
  amount bigint,
  amount_refunded bigint not null default 0,
  confirmed_at timestamp with time zone,
  currency text,
  doubted_at timestamp with time zone,
  id text not null,
  last_error text,
  note text,
  order_id uuid,
  provider_order_id text,
  received_at timestamp with time zone not null default now(),
  refund text not null default 'none'::text,
  refund_failed_id text,
  refund_next_at timestamp with time zone,
  refund_round integer not null default 0,
  refund_tries integer not null default 0,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  standing text,
  status text not null,
  vouched boolean not null default false,
  constraint razorpay_payments_pkey PRIMARY KEY (id),
  constraint razorpay_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL,
  constraint razorpay_payments_refund_check CHECK ((refund = ANY (ARRAY['none'::text, 'due'::text, 'asked'::text, 'processed'::text, 'failed'::text, 'by_hand'::text]))),
  constraint razorpay_payments_standing_check CHECK ((standing = ANY (ARRAY['kept'::text, 'second_charge'::text, 'amount_differs'::text, 'unknown_order'::text]))),
  constraint razorpay_payments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'failed'::text, 'authorized'::text, 'captured'::text, 'refunded'::text])))
);
alter table private.razorpay_payments enable row level security;
CREATE INDEX razorpay_payments_doubted_idx ON private.razorpay_payments USING btree (received_at DESC) WHERE (doubted_at IS NOT NULL);
CREATE INDEX razorpay_payments_listed_idx ON private.razorpay_payments USING btree (received_at DESC) WHERE ((standing = ANY (ARRAY['second_charge'::text, 'amount_differs'::text, 'unknown_order'::text])) OR (refund = 'failed'::text));
CREATE INDEX razorpay_payments_order_id_idx ON private.razorpay_payments USING btree (order_id);
CREATE INDEX razorpay_payments_provider_order_id_idx ON private.razorpay_payments USING btree (provider_order_id) WHERE (order_id IS NULL);
CREATE INDEX razorpay_payments_refund_idx ON private.razorpay_payments USING btree (refund_next_at) WHERE (refund = ANY (ARRAY['due'::text, 'asked'::text]));
CREATE UNIQUE INDEX razorpay_payments_one_kept ON private.razorpay_payments USING btree (order_id) WHERE (standing = 'kept'::text);
CREATE TRIGGER ask_about_kept AFTER UPDATE OF standing ON private.razorpay_payments FOR EACH ROW WHEN (((new.standing = 'kept'::text) AND (old.standing IS DISTINCT FROM 'kept'::text) AND (new.confirmed_at IS NULL))) EXECUTE FUNCTION private.ask_about_kept();

create table private.razorpay_refunds (
  charge_id text not null,
  claimed_at timestamp with time zone,
  failed_id text,
  last_error text,
  next_at timestamp with time zone default now(),
  provider_id text,
  refund_id uuid not null,
  round integer not null default 0,
  tries integer not null default 0,
  constraint razorpay_refunds_pkey PRIMARY KEY (refund_id),
  constraint razorpay_refunds_provider_id_key UNIQUE (provider_id),
  constraint razorpay_refunds_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES private.razorpay_payments(id) ON DELETE CASCADE,
  constraint razorpay_refunds_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES public.refunds(id) ON DELETE CASCADE
);
alter table private.razorpay_refunds enable row level security;
CREATE INDEX razorpay_refunds_charge_id_idx ON private.razorpay_refunds USING btree (charge_id);
CREATE INDEX razorpay_refunds_due_idx ON private.razorpay_refunds USING btree (next_at) WHERE (next_at IS NOT NULL);

create table private.released_redemptions (
  amount numeric(12,2),
  discount_id uuid not null,
  order_id uuid not null,
  user_id uuid,
  constraint released_redemptions_pkey PRIMARY KEY (order_id, discount_id),
  constraint released_redemptions_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES public.discounts(id) ON DELETE CASCADE,
  constraint released_redemptions_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint released_redemptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table private.released_redemptions enable row level security;
CREATE INDEX released_redemptions_discount_id_idx ON private.released_redemptions USING btree (discount_id);
CREATE INDEX released_redemptions_user_id_idx ON private.released_redemptions USING btree (user_id);

create table private.restocked (
  noted_at timestamp with time zone not null,
  product_id uuid not null,
  constraint restocked_pkey PRIMARY KEY (product_id),
  constraint restocked_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.restocked enable row level security;
CREATE INDEX restocked_noted_at_idx ON private.restocked USING btree (noted_at, product_id);

create table private.retention_holds (
  id bigint not null generated always as identity,
  order_id uuid,
  placed_at timestamp with time zone not null default now(),
  reason text not null,
  constraint retention_holds_pkey PRIMARY KEY (id),
  constraint retention_holds_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint retention_holds_reason_check CHECK (((length(btrim(reason)) >= 3) AND (length(btrim(reason)) <= 400)))
);
alter table private.retention_holds enable row level security;
CREATE INDEX retention_holds_order_id_idx ON private.retention_holds USING btree (order_id);

create table private.return_photos (
  bytes bytea not null,
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  return_id uuid not null,
  constraint return_photos_pkey PRIMARY KEY (id),
  constraint return_photos_return_id_fkey FOREIGN KEY (return_id) REFERENCES public.returns(id) ON DELETE CASCADE,
  constraint return_photos_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 2000000)))
);
alter table private.return_photos enable row level security;
CREATE INDEX return_photos_return_id_idx ON private.return_photos USING btree (return_id, created_at, id);

create table private.role_permissions (
  permission text not null,
  role text not null,
  constraint role_permissions_pkey PRIMARY KEY (role, permission),
  constraint role_permissions_permission_check CHECK ((permission ~ '^[a-z]+(\.[a-z]+)?$'::text)),
  constraint role_permissions_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'catalogue'::text, 'orders'::text, 'accounts'::text])))
);
alter table private.role_permissions enable row level security;

create table private.sales_categories (
  category_id uuid,
  day date not null,
  paise bigint not null,
  units bigint not null,
  constraint sales_categories_day_fkey FOREIGN KEY (day) REFERENCES private.sales_past(day) ON DELETE CASCADE
);
alter table private.sales_categories enable row level security;
CREATE UNIQUE INDEX sales_categories_sums_idx ON private.sales_categories USING btree (day, category_id) NULLS NOT DISTINCT;

create table private.sales_changed (
  day date not null,
  id bigint not null generated always as identity,
  constraint sales_changed_pkey PRIMARY KEY (id)
);
alter table private.sales_changed enable row level security;
CREATE INDEX sales_changed_day_idx ON private.sales_changed USING btree (day);

create table private.sales_days (
  cancelled bigint not null,
  cancelled_amount numeric not null,
  charges numeric not null,
  day date not null,
  discount numeric not null,
  gst numeric not null,
  orders bigint not null,
  payment_method text not null,
  place_of_supply text not null,
  refunds bigint not null,
  refunds_amount numeric not null,
  revenue numeric not null,
  units bigint not null,
  waiting bigint not null,
  waiting_amount numeric not null,
  constraint sales_days_pkey PRIMARY KEY (day, place_of_supply, payment_method),
  constraint sales_days_day_fkey FOREIGN KEY (day) REFERENCES private.sales_past(day) ON DELETE CASCADE
);
alter table private.sales_days enable row level security;

create table private.sales_past (
  day date not null,
  marked xid8 not null,
  summed boolean not null default false,
  constraint sales_past_pkey PRIMARY KEY (day)
);
alter table private.sales_past enable row level security;

create table private.sales_products (
  category_id uuid,
  day date not null,
  paise bigint not null,
  product_id uuid,
  units bigint not null,
  constraint sales_products_day_fkey FOREIGN KEY (day) REFERENCES private.sales_past(day) ON DELETE CASCADE
);
alter table private.sales_products enable row level security;
alter table private.sales_products set (autovacuum_vacuum_insert_threshold=1000, autovacuum_vacuum_insert_scale_factor=0.01);
CREATE UNIQUE INDEX sales_products_parts_idx ON private.sales_products USING btree (day, private.product_part(product_id), product_id) INCLUDE (units, paise, category_id) NULLS NOT DISTINCT;

create table private.search_changes (
  gained text[] not null default '{}'::text[],
  id bigint not null generated always as identity,
  lost text[] not null default '{}'::text[],
  constraint search_changes_pkey PRIMARY KEY (id)
);
alter table private.search_changes enable row level security;

create table private.search_documents (
  best_seller boolean not null default false,
  product_id uuid not null,
  words tsvector not null,
  constraint search_documents_pkey PRIMARY KEY (product_id),
  constraint search_documents_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE
);
alter table private.search_documents enable row level security;
alter table private.search_documents set (fillfactor=90);
CREATE INDEX search_documents_best_idx ON private.search_documents USING gin (words) WITH (fastupdate=off) WHERE best_seller;
CREATE INDEX search_documents_best_sellers_idx ON private.search_documents USING btree (product_id) WHERE best_seller;
CREATE INDEX search_documents_names_idx ON private.search_documents USING gin (ts_filter(words, '{a,b}'::"char"[])) WITH (fastupdate=off);
CREATE INDEX search_documents_words_idx ON private.search_documents USING gin (words) WITH (fastupdate=off);
CREATE TRIGGER note_change AFTER INSERT OR DELETE OR UPDATE OF words ON private.search_documents FOR EACH ROW EXECUTE FUNCTION private.note_search_change();

create table private.serial_counters (
  financial_year text not null,
  last_number integer not null,
  series text not null,
  constraint serial_counters_pkey PRIMARY KEY (series, financial_year),
  constraint serial_counters_last_number_check CHECK (((last_number >= 1) AND (last_number <= 99999999)))
);
alter table private.serial_counters enable row level security;

create table private.staff_invites (
  accepted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  email text not null,
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  id uuid not null default gen_random_uuid(),
  invited_by uuid,
  role text not null,
  sent_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone,
  constraint staff_invites_pkey PRIMARY KEY (id),
  constraint staff_invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint staff_invites_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint staff_invites_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'catalogue'::text, 'orders'::text, 'accounts'::text])))
);
alter table private.staff_invites enable row level security;
CREATE INDEX staff_invites_invited_by_idx ON private.staff_invites USING btree (invited_by);
CREATE UNIQUE INDEX staff_invites_open_idx ON private.staff_invites USING btree (email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE TRIGGER audit_insert AFTER INSERT ON private.staff_invites REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,email,invited_by,sent_at,created_at,updated_at,version}', '{role,expires_at,accepted_at,withdrawn_at}', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON private.staff_invites REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,email,invited_by,sent_at,created_at,updated_at,version}', '{role,expires_at,accepted_at,withdrawn_at}', 'yes');

create table private.staff_security (
  id boolean not null default true,
  second_factor_required boolean not null default false,
  constraint staff_security_pkey PRIMARY KEY (id),
  constraint staff_security_id_check CHECK (id)
);
alter table private.staff_security enable row level security;
CREATE TRIGGER audit_update AFTER UPDATE ON private.staff_security REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,created_at,updated_at,version}', '', 'yes');

create table private.stock_covers (
  answer jsonb not null,
  made_at timestamp with time zone not null,
  question jsonb not null,
  constraint stock_covers_pkey PRIMARY KEY (question)
);
alter table private.stock_covers enable row level security;
alter table private.stock_covers set unlogged;

create table private.synonyms (
  meaning text not null,
  sound text not null generated always as (private.sound_of(word)) stored,
  word text not null,
  constraint synonyms_pkey PRIMARY KEY (word)
);
alter table private.synonyms enable row level security;
CREATE INDEX synonyms_meaning_idx ON private.synonyms USING btree (meaning);
CREATE INDEX synonyms_sound_idx ON private.synonyms USING btree (sound);

create table private.tries (
  bucket smallint not null,
  count integer not null,
  key bytea not null,
  until timestamp with time zone not null,
  constraint tries_pkey PRIMARY KEY (bucket, key),
  constraint tries_bucket_check CHECK (((bucket >= 0) AND (bucket <= 255))),
  constraint tries_count_check CHECK ((count >= 0)),
  constraint tries_key_check CHECK ((octet_length(key) = 16))
);
alter table private.tries enable row level security;
alter table private.tries set unlogged;

create table private.undone_payments (
  payment_id uuid not null,
  reason text,
  reference text,
  undone_at timestamp with time zone not null,
  undone_by uuid,
  constraint undone_payments_pkey PRIMARY KEY (payment_id),
  constraint undone_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE CASCADE,
  constraint undone_payments_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint undone_payments_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 300))),
  constraint undone_payments_reference_check CHECK ((length(reference) <= 100))
);
alter table private.undone_payments enable row level security;
CREATE INDEX undone_payments_undone_by_idx ON private.undone_payments USING btree (undone_by) WHERE (undone_by IS NOT NULL);

create table private.unknown_coupons (
  code bytea not null,
  id bigint not null generated always as identity,
  tried_at timestamp with time zone not null,
  user_id uuid not null,
  constraint unknown_coupons_pkey PRIMARY KEY (id),
  constraint unknown_coupons_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.unknown_coupons enable row level security;
CREATE INDEX unknown_coupons_tried_at_idx ON private.unknown_coupons USING btree (tried_at);
CREATE INDEX unknown_coupons_user_id_idx ON private.unknown_coupons USING btree (user_id, tried_at);

create table private.webhook_deliveries (
  attempts integer not null default 0,
  created_at timestamp with time zone not null default now(),
  data jsonb not null,
  delivered_at timestamp with time zone,
  endpoint_id uuid not null,
  event_id uuid not null default gen_random_uuid(),
  held_until timestamp with time zone,
  id bigint not null default nextval('private.webhook_deliveries_id_seq'::regclass),
  kind text not null,
  last_error text,
  last_status integer,
  next_attempt_at timestamp with time zone not null default now(),
  object_id uuid not null,
  state text not null default 'queued'::text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id, created_at),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES private.webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_kind_check CHECK ((kind ~ '^[a-z]+\.[a-z_]+$'::text)),
  constraint webhook_deliveries_last_error_check CHECK ((length(last_error) <= 100)),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'parked'::text])))
);
-- partition by RANGE (created_at)
alter table private.webhook_deliveries enable row level security;
CREATE INDEX webhook_deliveries_created_idx ON ONLY private.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due_idx ON ONLY private.webhook_deliveries USING btree (endpoint_id, next_attempt_at, id) WHERE (state = 'queued'::text);
CREATE INDEX webhook_deliveries_object_idx ON ONLY private.webhook_deliveries USING btree (endpoint_id, object_id, id) WHERE (state = 'queued'::text);
CREATE INDEX webhook_deliveries_parked_idx ON ONLY private.webhook_deliveries USING btree (id) WHERE (state = 'parked'::text);

create table private.webhook_endpoints (
  active boolean not null default true,
  failing_since timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  switched_off_at timestamp with time zone,
  url text not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_url_key UNIQUE (url),
  constraint webhook_endpoints_url_check CHECK (((length(url) >= 8) AND (length(url) <= 500)))
);
alter table private.webhook_endpoints enable row level security;

create table public.account_blocks (
  blocked_by uuid,
  created_at timestamp with time zone not null default now(),
  reason text not null,
  user_id uuid not null,
  constraint account_blocks_pkey PRIMARY KEY (user_id),
  constraint account_blocks_blocked_by_fkey FOREIGN KEY (blocked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint account_blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint account_blocks_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 400)))
);
alter table public.account_blocks enable row level security;
CREATE INDEX account_blocks_blocked_by_idx ON public.account_blocks USING btree (blocked_by);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.account_blocks to service_role;
grant select on public.account_blocks to authenticated;
create policy "admins read" on public.account_blocks for select to authenticated using (( SELECT private.may('customers.read'::text) AS may));
CREATE TRIGGER audit_delete AFTER DELETE ON public.account_blocks REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('user_id', 'user_id', '{user_id,blocked_by,created_at,updated_at,version}', '{}', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.account_blocks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('user_id', 'user_id', '{user_id,blocked_by,created_at,updated_at,version}', '{}', 'yes');

create table public.addresses (
  address text not null,
  city text not null,
  company_name text,
  created_at timestamp with time zone not null default now(),
  email text,
  full_name text not null,
  gstin text,
  id uuid not null default gen_random_uuid(),
  is_default boolean not null default false,
  phone text not null,
  pincode text not null,
  state text not null,
  updated_at timestamp with time zone not null default now(),
  user_id uuid not null default auth.uid(),
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint addresses_address_check CHECK (((length(btrim(address)) >= 1) AND (length(btrim(address)) <= 400))),
  constraint addresses_city_check CHECK (((length(btrim(city)) >= 1) AND (length(btrim(city)) <= 80))),
  constraint addresses_company_name_check CHECK ((length(company_name) <= 160)),
  constraint addresses_email_check CHECK ((length(email) <= 254)),
  constraint addresses_full_name_check CHECK (((length(btrim(full_name)) >= 1) AND (length(btrim(full_name)) <= 120))),
  constraint addresses_gstin_check CHECK (private.looks_like_gstin(gstin)),
  constraint addresses_lengths_check CHECK (((length(full_name) <= 200) AND (length(address) <= 500) AND (length(city) <= 120) AND (length(state) <= 80))),
  constraint addresses_phone_check CHECK (((length(phone) >= 10) AND (length(phone) <= 20))),
  constraint addresses_pincode_check CHECK ((pincode ~ '^[1-9][0-9]{5}$'::text)),
  constraint addresses_state_check CHECK (((length(btrim(state)) >= 1) AND (length(btrim(state)) <= 60)))
);
alter table public.addresses enable row level security;
CREATE INDEX addresses_user_id_idx ON public.addresses USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX addresses_one_default ON public.addresses USING btree (user_id) WHERE is_default;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.addresses to service_role;
grant delete, select on public.addresses to authenticated;
grant insert (address, city, company_name, email, full_name, gstin, is_default, phone, pincode, state, user_id) on public.addresses to authenticated;
grant update (address, city, company_name, email, full_name, gstin, is_default, phone, pincode, state) on public.addresses to authenticated;
create policy "add own" on public.addresses for insert to authenticated with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "delete own" on public.addresses for delete to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "own addresses, and customers' for admins" on public.addresses for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customers.read'::text) AS may)));
create policy "change own" on public.addresses for update to authenticated using ((user_id = ( SELECT auth.uid() AS uid))) with check ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER bound_addresses BEFORE INSERT ON public.addresses FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.user_id = auth.uid()))) EXECUTE FUNCTION private.bound_addresses();
CREATE TRIGGER move_default_address BEFORE INSERT OR UPDATE OF is_default ON public.addresses FOR EACH ROW WHEN (new.is_default) EXECUTE FUNCTION private.move_default_address();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.addresses FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

create table public.audit_log (
  action text not null,
  actor uuid,
  at timestamp with time zone not null,
  changes jsonb not null,
  id bigint not null default nextval('public.audit_log_id_seq'::regclass),
  row_id text not null,
  table_name text not null,
  constraint audit_log_pkey PRIMARY KEY (id, at),
  constraint audit_log_action_check CHECK ((action = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text])))
);
-- partition by RANGE (at)
alter table public.audit_log enable row level security;
CREATE INDEX audit_log_actor_idx ON ONLY public.audit_log USING btree (actor, id DESC);
CREATE INDEX audit_log_roles_idx ON ONLY public.audit_log USING btree (row_id) WHERE (table_name = 'user_roles'::text);
CREATE INDEX audit_log_row_idx ON ONLY public.audit_log USING btree (row_id, id DESC);
grant maintain, references, select, trigger on public.audit_log to service_role;
grant select on public.audit_log to authenticated;
create policy "admins read" on public.audit_log for select to authenticated using (( SELECT private.may('audit.read'::text) AS may));

create table public.bank_receipts (
  amount numeric(12,2) not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  id uuid not null default gen_random_uuid(),
  line bytea not null,
  order_id uuid not null,
  payment_id uuid not null,
  received_on date not null,
  reference text,
  constraint bank_receipts_pkey PRIMARY KEY (id),
  constraint bank_receipts_line_key UNIQUE (line),
  constraint bank_receipts_payment_id_key UNIQUE (payment_id),
  constraint bank_receipts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint bank_receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint bank_receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE CASCADE,
  constraint bank_receipts_amount_check CHECK ((amount > (0)::numeric)),
  constraint bank_receipts_line_check CHECK ((length(line) = 32)),
  constraint bank_receipts_reference_check CHECK ((reference ~ '^[A-Z0-9]{6,35}$'::text))
);
alter table public.bank_receipts enable row level security;
CREATE INDEX bank_receipts_created_by_idx ON public.bank_receipts USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX bank_receipts_order_id_idx ON public.bank_receipts USING btree (order_id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.bank_receipts to service_role;
grant select (amount, created_at, id, order_id, payment_id, received_on, reference) on public.bank_receipts to authenticated;
create policy "receipts of visible orders" on public.bank_receipts for select to authenticated using ((EXISTS ( SELECT
   FROM public.orders o
  WHERE (o.id = bank_receipts.order_id))));
CREATE TRIGGER audit_insert AFTER INSERT ON public.bank_receipts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,payment_id,line,created_by,created_at,updated_at,version}', '{received_on,amount,reference}', 'yes');

create table public.banner_images (
  created_at timestamp with time zone not null default now(),
  description text,
  display_order integer not null default 0,
  ends_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  image_url text not null,
  is_active boolean not null default true,
  link text,
  phone_image_url text,
  starts_at timestamp with time zone,
  title text,
  updated_at timestamp with time zone not null default now(),
  constraint banner_images_pkey PRIMARY KEY (id),
  constraint banner_images_description_check CHECK ((length(description) <= 400)),
  constraint banner_images_ends_after_start CHECK ((ends_at > starts_at)),
  constraint banner_images_image_url_check CHECK (((length(image_url) >= 1) AND (length(image_url) <= 500))),
  constraint banner_images_link_check CHECK (((link ~ '^(/([^/\\]|$)|https://)'::text) AND (length(link) <= 500))),
  constraint banner_images_phone_image_url_check CHECK ((length(phone_image_url) <= 500)),
  constraint banner_images_title_check CHECK ((length(title) <= 120))
);
alter table public.banner_images enable row level security;
CREATE INDEX banner_images_active_idx ON public.banner_images USING btree (display_order, id) WHERE is_active;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.banner_images to service_role;
grant delete, select on public.banner_images to authenticated;
grant select on public.banner_images to anon;
grant insert (description, display_order, ends_at, id, image_url, is_active, link, phone_image_url, starts_at, title) on public.banner_images to authenticated;
grant update (description, display_order, ends_at, image_url, is_active, link, phone_image_url, starts_at, title) on public.banner_images to authenticated;
create policy "admins add" on public.banner_images for insert to authenticated with check (( SELECT private.may('marketing.write'::text) AS may));
create policy "admins delete" on public.banner_images for delete to authenticated using (( SELECT private.may('marketing.write'::text) AS may));
create policy "admins read all" on public.banner_images for select to authenticated using (( SELECT private.may('marketing.write'::text) AS may));
create policy "banners of the day are public" on public.banner_images for select to anon, authenticated using ((is_active AND ((starts_at IS NULL) OR (starts_at <= now())) AND ((ends_at IS NULL) OR (ends_at > now()))));
create policy "hidden while the shop is closed" on public.banner_images as restrictive for select to anon, authenticated using (( SELECT private.sees_shop() AS sees_shop));
create policy "admins change" on public.banner_images for update to authenticated using (( SELECT private.may('marketing.write'::text) AS may)) with check (( SELECT private.may('marketing.write'::text) AS may));
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.banner_images FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER announce_delete AFTER DELETE ON public.banner_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.banner_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_update AFTER UPDATE ON public.banner_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.banner_images REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.banner_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.banner_images REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

create table public.cart_items (
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  product_id uuid not null,
  quantity integer not null,
  updated_at timestamp with time zone not null default now(),
  user_id uuid not null default auth.uid(),
  constraint cart_items_pkey PRIMARY KEY (id),
  constraint cart_items_user_id_product_id_key UNIQUE (user_id, product_id),
  constraint cart_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint cart_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint cart_items_quantity_check CHECK (((quantity >= 1) AND (quantity <= 99999)))
);
alter table public.cart_items enable row level security;
CREATE INDEX cart_items_product_id_idx ON public.cart_items USING btree (product_id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.cart_items to service_role;
grant delete, select on public.cart_items to authenticated;
grant delete, select on public.cart_items to shop_orders;
grant insert (product_id, quantity, user_id) on public.cart_items to authenticated;
grant update (product_id, quantity, updated_at, user_id) on public.cart_items to authenticated;
grant update (updated_at) on public.cart_items to shop_orders;
create policy "add what is sold" on public.cart_items for insert to authenticated with check (((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.products p
  WHERE ((p.id = cart_items.product_id) AND (p.status = 'active'::text))))));
create policy "empty own" on public.cart_items for delete to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "the order service empties a cart" on public.cart_items for delete to shop_orders using (true);
create policy "own cart" on public.cart_items for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "the order service reads a cart" on public.cart_items for select to shop_orders using (true);
create policy "change own" on public.cart_items for update to authenticated using ((user_id = ( SELECT auth.uid() AS uid))) with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "the order service locks a cart" on public.cart_items for update to shop_orders using (true) with check (false);
CREATE TRIGGER keep_cart_line BEFORE UPDATE OF user_id, product_id ON public.cart_items FOR EACH ROW EXECUTE FUNCTION private.keep_cart_line();
CREATE TRIGGER refuse_blocked BEFORE INSERT OR UPDATE ON public.cart_items FOR EACH ROW EXECUTE FUNCTION private.refuse_blocked();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.cart_items FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER bound_cart AFTER INSERT ON public.cart_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.bound_cart();

create table public.categories (
  created_at timestamp with time zone not null default now(),
  description text,
  display_order integer not null default 0,
  id uuid not null default gen_random_uuid(),
  image_url text,
  name text not null,
  name_hi text,
  parent_id public.category_parent,
  slug text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_slug_key UNIQUE (slug),
  constraint categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.categories(id),
  constraint categories_check CHECK (((parent_id)::uuid <> id)),
  constraint categories_description_check CHECK ((length(description) <= 4000)),
  constraint categories_image_url_check CHECK ((length(image_url) <= 500)),
  constraint categories_name_check CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 80))),
  constraint categories_name_hi_check CHECK ((length(name_hi) <= 80)),
  constraint categories_slug_check CHECK (((slug <> ''::text) AND (slug !~ '[A-Z\s/?#%&]'::text)))
);
alter table public.categories enable row level security;
CREATE INDEX categories_parent_id_idx ON public.categories USING btree (parent_id, display_order);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.categories to service_role;
grant delete, select on public.categories to authenticated;
grant select on public.categories to anon;
grant insert (description, display_order, id, image_url, name, name_hi, parent_id, slug) on public.categories to authenticated;
grant update (description, display_order, image_url, name, name_hi, parent_id, slug) on public.categories to authenticated;
create policy "admins add" on public.categories for insert to authenticated with check (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins delete" on public.categories for delete to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "everyone reads" on public.categories for select to anon, authenticated using (true);
create policy "hidden while the shop is closed" on public.categories as restrictive for select to anon, authenticated using (( SELECT private.sees_shop() AS sees_shop));
create policy "admins change" on public.categories for update to authenticated using (( SELECT private.may('catalogue.write'::text) AS may)) with check (( SELECT private.may('catalogue.write'::text) AS may));
CREATE TRIGGER fill_category_slug BEFORE INSERT OR UPDATE OF slug ON public.categories FOR EACH ROW WHEN ((new.slug = ''::text)) EXECUTE FUNCTION private.fill_category_slug();
CREATE TRIGGER refuse_category_cycle BEFORE INSERT OR UPDATE OF parent_id ON public.categories FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION private.refuse_category_cycle();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER announce_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_update AFTER UPDATE ON public.categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER index_renamed AFTER UPDATE ON public.categories FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.name_hi IS DISTINCT FROM new.name_hi))) EXECUTE FUNCTION private.index_category();

create table public.complaints (
  created_at timestamp with time zone not null default now(),
  email text not null,
  id uuid not null default gen_random_uuid(),
  message text not null,
  name text not null,
  number text not null,
  order_id uuid,
  phone text,
  status text not null default 'open'::text,
  updated_at timestamp with time zone not null default now(),
  user_id uuid,
  constraint complaints_pkey PRIMARY KEY (id),
  constraint complaints_number_key UNIQUE (number),
  constraint complaints_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL,
  constraint complaints_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint complaints_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint complaints_message_check CHECK (((length(btrim(message)) >= 10) AND (length(btrim(message)) <= 4000))),
  constraint complaints_name_check CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 100))),
  constraint complaints_number_check CHECK ((length(number) <= 16)),
  constraint complaints_phone_check CHECK (((length(phone) >= 1) AND (length(phone) <= 20))),
  constraint complaints_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);
alter table public.complaints enable row level security;
CREATE INDEX complaints_email_idx ON public.complaints USING btree (lower(email), created_at DESC);
CREATE INDEX complaints_order_id_idx ON public.complaints USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX complaints_status_idx ON public.complaints USING btree (status, created_at, id);
CREATE INDEX complaints_user_id_idx ON public.complaints USING btree (user_id, created_at DESC);
CREATE INDEX complaints_visitors_idx ON public.complaints USING btree (created_at DESC) WHERE (user_id IS NULL);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.complaints to service_role;
grant select on public.complaints to authenticated;
grant select on public.complaints to shop_mail;
grant update (status) on public.complaints to authenticated;
create policy "admins read all" on public.complaints for select to authenticated using (( SELECT private.may('complaints.write'::text) AS may));
create policy "own complaints" on public.complaints for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "the mail sender reads" on public.complaints for select to shop_mail using (true);
create policy "admins answer" on public.complaints for update to authenticated using (( SELECT private.may('complaints.write'::text) AS may)) with check (( SELECT private.may('complaints.write'::text) AS may));
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.complaints FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER audit_delete AFTER DELETE ON public.complaints REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{user_id,created_at,updated_at,version}', '{status}', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.complaints REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{user_id,created_at,updated_at,version}', '{status}', 'yes');

create table public.consent_notices (
  needs_consent boolean not null,
  published_at timestamp with time zone not null default now(),
  purpose text not null,
  text text not null,
  version integer not null,
  constraint consent_notices_pkey PRIMARY KEY (purpose, version),
  constraint consent_notices_purpose_check CHECK ((purpose = ANY (ARRAY['account'::text, 'offers'::text, 'back_in_stock'::text]))),
  constraint consent_notices_version_check CHECK ((version > 0))
);
alter table public.consent_notices enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.consent_notices to service_role;
grant select on public.consent_notices to anon;
grant select on public.consent_notices to authenticated;
create policy "notices are public" on public.consent_notices for select to anon, authenticated using (true);

create table public.consents (
  created_at timestamp with time zone not null default now(),
  given boolean not null,
  id bigint not null generated always as identity,
  purpose text not null,
  user_id uuid not null default auth.uid(),
  version integer not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_purpose_version_fkey FOREIGN KEY (purpose, version) REFERENCES public.consent_notices(purpose, version),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.consents enable row level security;
CREATE INDEX consents_notice_idx ON public.consents USING btree (purpose, version);
CREATE INDEX consents_user_id_idx ON public.consents USING btree (user_id, purpose, id DESC);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.consents to service_role;
grant select on public.consents to authenticated;
grant insert (given, purpose, version) on public.consents to authenticated;
create policy "one's own answer" on public.consents for insert to authenticated with check (((user_id = ( SELECT auth.uid() AS uid)) AND (purpose = 'offers'::text)));
create policy "own consents, and all of them for admins" on public.consents for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customers.read'::text) AS may)));
CREATE TRIGGER skip_same_consent BEFORE INSERT ON public.consents FOR EACH ROW EXECUTE FUNCTION private.skip_same_consent();
CREATE TRIGGER stay_within_a_day BEFORE INSERT ON public.consents FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.user_id = auth.uid()))) EXECUTE FUNCTION private.bound_consents();

create table public.courier_bookings (
  booked_by uuid,
  courier text not null,
  created_at timestamp with time zone not null default now(),
  next_check_at timestamp with time zone not null default now(),
  parcel_state text not null default 'booked'::text,
  parcel_text text,
  reference text,
  said_at timestamp with time zone,
  shipment_id uuid not null,
  state text not null,
  tracking_number text,
  constraint courier_bookings_pkey PRIMARY KEY (shipment_id),
  constraint courier_bookings_booked_by_fkey FOREIGN KEY (booked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint courier_bookings_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES public.shipments(id) ON DELETE CASCADE,
  constraint courier_bookings_courier_check CHECK (((length(courier) >= 1) AND (length(courier) <= 80))),
  constraint courier_bookings_parcel_state_check CHECK ((parcel_state = ANY (ARRAY['booked'::text, 'on_the_way'::text, 'delivered'::text, 'returning'::text, 'returned'::text, 'lost'::text, 'cancelled'::text]))),
  constraint courier_bookings_parcel_text_check CHECK ((length(parcel_text) <= 200)),
  constraint courier_bookings_reference CHECK (((state = 'booking'::text) = (reference IS NULL))),
  constraint courier_bookings_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  constraint courier_bookings_state_check CHECK ((state = ANY (ARRAY['booking'::text, 'booked'::text, 'cancelling'::text]))),
  constraint courier_bookings_tracking_number_check CHECK (((length(tracking_number) >= 1) AND (length(tracking_number) <= 60)))
);
alter table public.courier_bookings enable row level security;
CREATE INDEX courier_bookings_booked_by_idx ON public.courier_bookings USING btree (booked_by) WHERE (booked_by IS NOT NULL);
CREATE INDEX courier_bookings_open_idx ON public.courier_bookings USING btree (next_check_at) WHERE ((state = 'booked'::text) AND (parcel_state = ANY (ARRAY['booked'::text, 'on_the_way'::text, 'returning'::text])));
grant delete, insert, maintain, references, select, trigger, truncate, update on public.courier_bookings to service_role;
grant select on public.courier_bookings to authenticated;
create policy "staff read" on public.courier_bookings for select to authenticated using (( SELECT private.may('orders.read'::text) AS may));

create table public.customer_figures (
  company_name text,
  full_name text,
  gstin text,
  guest_key text,
  id uuid not null default gen_random_uuid(),
  last_order_at timestamp with time zone,
  orders integer not null default 0,
  phone text,
  since timestamp with time zone not null default now(),
  spent numeric(14,2) not null default 0,
  state text,
  user_id uuid,
  constraint customer_figures_pkey PRIMARY KEY (id),
  constraint customer_figures_guest_key_key UNIQUE (guest_key),
  constraint customer_figures_user_id_key UNIQUE (user_id),
  constraint customer_figures_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint customer_figures_account CHECK (((user_id IS NULL) OR (user_id = id))),
  constraint customer_figures_one_kind CHECK (((user_id IS NULL) <> (guest_key IS NULL)))
);
alter table public.customer_figures enable row level security;
alter table public.customer_figures set (fillfactor=80);
CREATE INDEX customer_figures_last_idx ON public.customer_figures USING btree (last_order_at DESC NULLS LAST, id);
CREATE INDEX customer_figures_name_idx ON public.customer_figures USING btree (lower(COALESCE(NULLIF(full_name, ''::text), company_name, ''::text)), id);
CREATE INDEX customer_figures_registered_idx ON public.customer_figures USING btree (since DESC, id) WHERE (gstin IS NOT NULL);
CREATE INDEX customer_figures_since_idx ON public.customer_figures USING btree (since DESC, id);
CREATE INDEX customer_figures_spent_idx ON public.customer_figures USING btree (spent DESC, id);
CREATE INDEX customer_figures_words_idx ON public.customer_figures USING gin ((((((((COALESCE(full_name, ''::text) || ' '::text) || COALESCE(company_name, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(gstin, ''::text))) extensions.gin_trgm_ops);
grant maintain, references, select, trigger on public.customer_figures to service_role;
grant select (company_name, full_name, gstin, id, last_order_at, orders, phone, since, spent, state, user_id) on public.customer_figures to authenticated;
create policy "admins read" on public.customer_figures for select to authenticated using (( SELECT private.may('customers.read'::text) AS may));

create table public.customer_notes (
  author uuid default auth.uid(),
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  note text not null,
  updated_at timestamp with time zone not null default now(),
  user_id uuid not null,
  constraint customer_notes_pkey PRIMARY KEY (id),
  constraint customer_notes_author_fkey FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint customer_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint customer_notes_note_check CHECK (((length(btrim(note)) >= 1) AND (length(btrim(note)) <= 2000)))
);
alter table public.customer_notes enable row level security;
CREATE INDEX customer_notes_author_idx ON public.customer_notes USING btree (author);
CREATE INDEX customer_notes_user_id_idx ON public.customer_notes USING btree (user_id, created_at DESC, id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.customer_notes to service_role;
grant delete, select on public.customer_notes to authenticated;
grant insert (note, user_id) on public.customer_notes to authenticated;
grant update (note) on public.customer_notes to authenticated;
create policy "admins add" on public.customer_notes for insert to authenticated with check ((( SELECT private.may('customers.write'::text) AS may) AND (author = ( SELECT auth.uid() AS uid))));
create policy "admins delete their own, super admins any" on public.customer_notes for delete to authenticated using ((( SELECT private.may('customers.write'::text) AS may) AND ((author = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('staff.manage'::text) AS may))));
create policy "admins read" on public.customer_notes for select to authenticated using (( SELECT private.may('customers.read'::text) AS may));
create policy "admins change their own" on public.customer_notes for update to authenticated using ((( SELECT private.may('customers.write'::text) AS may) AND (author = ( SELECT auth.uid() AS uid)))) with check ((( SELECT private.may('customers.write'::text) AS may) AND (author = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.customer_notes FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER audit_delete AFTER DELETE ON public.customer_notes REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'user_id', '{id,user_id,author,created_at,updated_at,version}', '{}', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.customer_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'user_id', '{id,user_id,author,created_at,updated_at,version}', '{}', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.customer_notes REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'user_id', '{id,user_id,author,created_at,updated_at,version}', '{}', '');

create table public.deleted_products (
  deleted_at timestamp with time zone not null default now(),
  id uuid not null,
  constraint deleted_products_pkey PRIMARY KEY (id)
);
alter table public.deleted_products enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.deleted_products to service_role;
grant select on public.deleted_products to anon;
grant select on public.deleted_products to authenticated;
create policy "everyone reads" on public.deleted_products for select to anon, authenticated using (true);

create table public.delivery_rates (
  cod_fee numeric(12,2) not null default 0,
  cod_maximum numeric(12,2),
  cod_minimum numeric(12,2),
  default_weight_grams integer not null default 500,
  id boolean not null default true,
  pin_count integer not null default 0,
  pin_list text not null default 'off'::text,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  zones jsonb not null default '[]'::jsonb,
  constraint delivery_rates_pkey PRIMARY KEY (id),
  constraint delivery_rates_cod CHECK ((cod_minimum <= cod_maximum)),
  constraint delivery_rates_cod_fee_check CHECK (((cod_fee >= (0)::numeric) AND (cod_fee <= (100000)::numeric))),
  constraint delivery_rates_cod_maximum_check CHECK (((cod_maximum >= (0)::numeric) AND (cod_maximum <= (10000000)::numeric))),
  constraint delivery_rates_cod_minimum_check CHECK (((cod_minimum >= (0)::numeric) AND (cod_minimum <= (10000000)::numeric))),
  constraint delivery_rates_default_weight_grams_check CHECK (((default_weight_grams >= 1) AND (default_weight_grams <= 100000))),
  constraint delivery_rates_id_check CHECK (id),
  constraint delivery_rates_pin_count_check CHECK ((pin_count >= 0)),
  constraint delivery_rates_pin_list_check CHECK ((pin_list = ANY (ARRAY['off'::text, 'served'::text, 'exceptions'::text]))),
  constraint delivery_rates_pins CHECK (((pin_list = 'off'::text) = (pin_count = 0))),
  constraint delivery_rates_zones CHECK (private.are_delivery_zones(zones))
);
alter table public.delivery_rates enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.delivery_rates to service_role;
grant select on public.delivery_rates to authenticated;
grant update (cod_fee, cod_maximum, cod_minimum, default_weight_grams, zones) on public.delivery_rates to authenticated;
create policy "admins read" on public.delivery_rates for select to authenticated using (( SELECT private.may('settings.write'::text) AS may));
create policy "admins change" on public.delivery_rates for update to authenticated using (( SELECT private.may('settings.write'::text) AS may)) with check (( SELECT private.may('settings.write'::text) AS may));
CREATE TRIGGER next_version BEFORE UPDATE ON public.delivery_rates FOR EACH ROW EXECUTE FUNCTION private.next_version();
CREATE TRIGGER audit_update AFTER UPDATE ON public.delivery_rates REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER note_zones AFTER UPDATE ON public.delivery_rates FOR EACH ROW EXECUTE FUNCTION private.note_delivery_zones();

create table public.discount_redemptions (
  amount numeric(12,2),
  created_at timestamp with time zone not null default now(),
  discount_id uuid not null,
  order_id uuid not null,
  user_id uuid,
  constraint discount_redemptions_pkey PRIMARY KEY (order_id, discount_id),
  constraint discount_redemptions_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES public.discounts(id) ON DELETE CASCADE,
  constraint discount_redemptions_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint discount_redemptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table public.discount_redemptions enable row level security;
CREATE INDEX discount_redemptions_user_id_idx ON public.discount_redemptions USING btree (user_id);
CREATE INDEX discount_redemptions_uses_idx ON public.discount_redemptions USING btree (discount_id, user_id) INCLUDE (amount);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.discount_redemptions to service_role;
grant select on public.discount_redemptions to authenticated;
grant insert (amount, discount_id, order_id, user_id) on public.discount_redemptions to shop_orders;
create policy "the order service books a use" on public.discount_redemptions for insert to shop_orders with check (true);
create policy "admins read" on public.discount_redemptions for select to authenticated using (( SELECT private.may('marketing.write'::text) AS may));
CREATE TRIGGER remember_redemption AFTER DELETE ON public.discount_redemptions FOR EACH ROW EXECUTE FUNCTION private.remember_redemption();

create table public.discounts (
  announced_at timestamp with time zone,
  category_ids uuid[] not null default '{}'::uuid[],
  code text,
  combines boolean not null default false,
  created_at timestamp with time zone not null default now(),
  customer_limit integer,
  description text,
  ends_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  is_active boolean not null default true,
  kind text not null,
  maximum_discount numeric(12,2),
  minimum_goods numeric(12,2) not null default 0,
  product_ids uuid[] not null default '{}'::uuid[],
  starts_at timestamp with time zone,
  times_used integer not null default 0,
  title text,
  updated_at timestamp with time zone not null default now(),
  usage_limit integer,
  value numeric(12,2) not null,
  constraint discounts_pkey PRIMARY KEY (id),
  constraint discounts_code_key UNIQUE (code),
  constraint discounts_check CHECK (((kind <> 'percent'::text) OR (value <= (100)::numeric))),
  constraint discounts_check1 CHECK ((ends_at > starts_at)),
  constraint discounts_check2 CHECK ((times_used <= usage_limit)),
  constraint discounts_code_check CHECK ((code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'::text)),
  constraint discounts_customer_limit_check CHECK ((customer_limit > 0)),
  constraint discounts_description_check CHECK ((length(description) <= 200)),
  constraint discounts_kind_check CHECK ((kind = ANY (ARRAY['percent'::text, 'amount'::text, 'free_delivery'::text]))),
  constraint discounts_maximum_discount_check CHECK ((maximum_discount > (0)::numeric)),
  constraint discounts_minimum_goods_check CHECK ((minimum_goods >= (0)::numeric)),
  constraint discounts_name CHECK (((code IS NOT NULL) OR (title IS NOT NULL))),
  constraint discounts_times_used_check CHECK ((times_used >= 0)),
  constraint discounts_title_check CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 60))),
  constraint discounts_usage_limit_check CHECK ((usage_limit > 0)),
  constraint discounts_value_check CHECK (
CASE kind
    WHEN 'free_delivery'::text THEN (value = (0)::numeric)
    ELSE (value > (0)::numeric)
END)
);
alter table public.discounts enable row level security;
CREATE INDEX discounts_automatic_idx ON public.discounts USING btree (id) WHERE ((code IS NULL) AND is_active);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.discounts to service_role;
grant delete, select on public.discounts to authenticated;
grant insert (category_ids, code, combines, customer_limit, description, ends_at, is_active, kind, maximum_discount, minimum_goods, product_ids, starts_at, title, usage_limit, value) on public.discounts to authenticated;
grant select (code, id, times_used) on public.discounts to shop_orders;
grant update (category_ids, code, combines, customer_limit, description, ends_at, is_active, kind, maximum_discount, minimum_goods, product_ids, starts_at, title, usage_limit, value) on public.discounts to authenticated;
grant update (times_used) on public.discounts to shop_orders;
create policy "admins add" on public.discounts for insert to authenticated with check (( SELECT private.may('marketing.write'::text) AS may));
create policy "admins delete" on public.discounts for delete to authenticated using (( SELECT private.may('marketing.write'::text) AS may));
create policy "admins read" on public.discounts for select to authenticated using (( SELECT private.may('marketing.write'::text) AS may));
create policy "the order service locks a coupon" on public.discounts for select to shop_orders using (true);
create policy "admins change" on public.discounts for update to authenticated using (( SELECT private.may('marketing.write'::text) AS may)) with check (( SELECT private.may('marketing.write'::text) AS may));
create policy "the order service counts a use" on public.discounts for update to shop_orders using (true) with check (true);
CREATE TRIGGER count_uses BEFORE UPDATE OF usage_limit, code ON public.discounts FOR EACH ROW WHEN (((new.usage_limit IS NOT NULL) AND ((old.usage_limit IS NULL) OR ((old.code IS NULL) <> (new.code IS NULL))))) EXECUTE FUNCTION private.count_uses();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.discounts FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER audit_delete AFTER DELETE ON public.discounts REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'shop_orders'::name)) EXECUTE FUNCTION private.write_audit('id', 'id', '{times_used,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.discounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'shop_orders'::name)) EXECUTE FUNCTION private.write_audit('id', 'id', '{times_used,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.discounts REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'shop_orders'::name)) EXECUTE FUNCTION private.write_audit('id', 'id', '{times_used,created_at,updated_at,version}', '', 'yes');

create table public.documents (
  content jsonb not null,
  content_hash text not null,
  file_id uuid not null default gen_random_uuid(),
  form text not null,
  id uuid not null default (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid,
  issued_at timestamp with time zone not null,
  kind text not null,
  order_id uuid not null,
  reverses uuid,
  serial text not null,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_serial_key UNIQUE (serial),
  constraint documents_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id),
  constraint documents_reverses_fkey FOREIGN KEY (reverses) REFERENCES public.documents(id),
  constraint documents_check CHECK (((kind = 'credit_note'::text) = (reverses IS NOT NULL))),
  constraint documents_form CHECK ((form = ANY (ARRAY['tax_invoice'::text, 'bill_of_supply'::text, 'invoice_cum_bill'::text, 'credit_note'::text]))),
  constraint documents_form_of_kind CHECK (((form = 'credit_note'::text) = (kind = 'credit_note'::text))),
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint documents_serial_check CHECK ((length(serial) <= 16))
);
alter table public.documents enable row level security;
CREATE INDEX documents_buyer_gstin_idx ON public.documents USING btree (((content #>> '{order,gstin}'::text[])), issued_at, id) WHERE ((content #>> '{order,gstin}'::text[]) IS NOT NULL);
CREATE INDEX documents_file_id_idx ON public.documents USING btree (file_id);
CREATE INDEX documents_issued_at_idx ON public.documents USING btree (issued_at DESC, id);
CREATE INDEX documents_order_id_idx ON public.documents USING btree (order_id);
CREATE INDEX documents_reverses_idx ON public.documents USING btree (reverses) WHERE (reverses IS NOT NULL);
CREATE INDEX documents_serial_prefix_idx ON public.documents USING btree (serial text_pattern_ops);
grant maintain, references, select, trigger on public.documents to service_role;
grant select on public.documents to authenticated;
grant select on public.documents to shop_mail;
create policy "documents of visible orders" on public.documents for select to authenticated using ((EXISTS ( SELECT
   FROM public.orders o
  WHERE (o.id = documents.order_id))));
create policy "the mail sender reads" on public.documents for select to shop_mail using (true);

create table public.e_invoices (
  ack_at timestamp with time zone not null,
  ack_no text not null,
  cancel_reason text,
  cancelled_at timestamp with time zone,
  cancelled_by uuid,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  document_id uuid not null,
  irn text not null,
  signed_qr text not null,
  constraint e_invoices_pkey PRIMARY KEY (document_id),
  constraint e_invoices_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint e_invoices_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint e_invoices_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE,
  constraint e_invoices_ack_no_check CHECK ((ack_no ~ '^[0-9]{8,20}$'::text)),
  constraint e_invoices_cancel_reason_check CHECK ((cancel_reason = ANY (ARRAY['duplicate'::text, 'data_entry'::text, 'order_cancelled'::text, 'other'::text]))),
  constraint e_invoices_cancelled CHECK (((cancelled_at IS NULL) = (cancel_reason IS NULL))),
  constraint e_invoices_cancelled_in_time CHECK (((cancelled_at >= ack_at) AND (cancelled_at <= (ack_at + '24:00:00'::interval)))),
  constraint e_invoices_irn_check CHECK ((irn ~ '^[0-9a-f]{64}$'::text)),
  constraint e_invoices_signed_qr_check CHECK (((length(signed_qr) <= 2000) AND (signed_qr ~ '^[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{40,}$'::text)))
);
alter table public.e_invoices enable row level security;
CREATE INDEX e_invoices_cancelled_by_idx ON public.e_invoices USING btree (cancelled_by) WHERE (cancelled_by IS NOT NULL);
CREATE INDEX e_invoices_created_by_idx ON public.e_invoices USING btree (created_by) WHERE (created_by IS NOT NULL);
grant maintain, references, select, trigger on public.e_invoices to service_role;
grant select on public.e_invoices to authenticated;
grant select on public.e_invoices to shop_mail;
create policy "of visible documents" on public.e_invoices for select to authenticated using ((EXISTS ( SELECT
   FROM public.documents d
  WHERE (d.id = e_invoices.document_id))));
create policy "the mail sender reads" on public.e_invoices for select to shop_mail using (true);
CREATE TRIGGER audit_insert AFTER INSERT ON public.e_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('document_id', 'document_id', '{document_id,signed_qr,created_by,cancelled_by,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.e_invoices REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('document_id', 'document_id', '{document_id,signed_qr,created_by,cancelled_by,created_at,updated_at,version}', '', 'yes');

create table public.message_texts (
  key text not null,
  opening text not null,
  subject text not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint message_texts_pkey PRIMARY KEY (key),
  constraint message_texts_check CHECK (((key !~~ 'notice%'::text) OR (length(opening) <= 500))),
  constraint message_texts_key_check CHECK ((private.message_placeholders(key) IS NOT NULL)),
  constraint message_texts_opening_check CHECK (((length(btrim(opening)) >= 1) AND (length(btrim(opening)) <= 2000))),
  constraint message_texts_subject_check CHECK ((((length(btrim(subject)) >= 1) AND (length(btrim(subject)) <= 120)) AND (subject !~ '[[:cntrl:]]'::text)))
);
alter table public.message_texts enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.message_texts to service_role;
grant delete, select on public.message_texts to authenticated;
grant select on public.message_texts to shop_mail;
grant insert (key, opening, subject) on public.message_texts to authenticated;
grant update (opening, subject) on public.message_texts to authenticated;
create policy "admins write" on public.message_texts for insert to authenticated with check (( SELECT private.may('settings.write'::text) AS may));
create policy "admins reset" on public.message_texts for delete to authenticated using (( SELECT private.may('settings.write'::text) AS may));
create policy "admins read" on public.message_texts for select to authenticated using (( SELECT private.may('settings.write'::text) AS may));
create policy "the mail sender reads" on public.message_texts for select to shop_mail using (true);
create policy "admins change" on public.message_texts for update to authenticated using (( SELECT private.may('settings.write'::text) AS may)) with check (( SELECT private.may('settings.write'::text) AS may));
CREATE TRIGGER guard_text BEFORE INSERT OR UPDATE ON public.message_texts FOR EACH ROW EXECUTE FUNCTION private.guard_message_text();
CREATE TRIGGER next_version BEFORE UPDATE ON public.message_texts FOR EACH ROW EXECUTE FUNCTION private.next_version();
CREATE TRIGGER audit_delete AFTER DELETE ON public.message_texts REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('key', 'key', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.message_texts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('key', 'key', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.message_texts REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('key', 'key', '{created_at,updated_at,version}', '', 'yes');

create table public.notifications (
  created_at timestamp with time zone not null default now(),
  id uuid not null default (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid,
  message text not null,
  order_id uuid,
  product_id uuid,
  read boolean not null default false,
  title text not null,
  type text not null,
  user_id uuid not null,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint notifications_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE SET NULL,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notifications_message_check CHECK ((length(message) <= 600)),
  constraint notifications_title_check CHECK ((length(title) <= 120)),
  constraint notifications_type_check CHECK ((type = ANY (ARRAY['order_update'::text, 'promotion'::text, 'system'::text])))
);
alter table public.notifications enable row level security;
CREATE INDEX notifications_order_id_idx ON public.notifications USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX notifications_product_id_idx ON public.notifications USING btree (product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id) WHERE (NOT read);
CREATE INDEX notifications_user_id_idx ON public.notifications USING btree (user_id, created_at DESC, id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.notifications to service_role;
grant select on public.notifications to authenticated;
grant update (read) on public.notifications to authenticated;
create policy "own notifications" on public.notifications for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "mark own as read" on public.notifications for update to authenticated using ((user_id = ( SELECT auth.uid() AS uid))) with check ((user_id = ( SELECT auth.uid() AS uid)));

create table public.order_events (
  actor uuid,
  created_at timestamp with time zone not null default now(),
  fields text[] not null,
  id bigint not null generated always as identity,
  order_id uuid not null,
  constraint order_events_pkey PRIMARY KEY (id),
  constraint order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE
);
alter table public.order_events enable row level security;
CREATE INDEX order_events_order_id_idx ON public.order_events USING btree (order_id, id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.order_events to service_role;
grant select on public.order_events to authenticated;
create policy "admins read" on public.order_events for select to authenticated using (( SELECT private.may('orders.read'::text) AS may));

create table public.order_items (
  cancelled_quantity integer not null default 0,
  cgst numeric(12,2) not null,
  discount numeric(12,2) not null default 0,
  hsn text,
  id uuid not null default (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid,
  igst numeric(12,2) not null,
  image_url text,
  order_id uuid not null,
  product_id uuid,
  product_name text not null,
  quantity integer not null,
  rate numeric(5,2) not null,
  sgst numeric(12,2) not null,
  sku text,
  taxable numeric(12,2) not null,
  total numeric(12,2) not null,
  unit text not null default 'NOS'::text,
  unit_price numeric(12,2) not null,
  constraint order_items_pkey PRIMARY KEY (id),
  constraint order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint order_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE SET NULL,
  constraint order_items_cancelled CHECK (((cancelled_quantity >= 0) AND (cancelled_quantity <= quantity))),
  constraint order_items_cgst_check CHECK ((cgst >= (0)::numeric)),
  constraint order_items_discount_check CHECK ((discount >= (0)::numeric)),
  constraint order_items_igst_check CHECK ((igst >= (0)::numeric)),
  constraint order_items_quantity_check CHECK ((quantity > 0)),
  constraint order_items_rate_check CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric))),
  constraint order_items_sgst_check CHECK ((sgst >= (0)::numeric)),
  constraint order_items_taxable_check CHECK ((taxable >= (0)::numeric)),
  constraint order_items_total CHECK ((total = (((taxable + cgst) + sgst) + igst))),
  constraint order_items_total_check CHECK ((total >= (0)::numeric)),
  constraint order_items_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
alter table public.order_items enable row level security;
CREATE INDEX order_items_product_id_idx ON public.order_items USING btree (product_id);
CREATE INDEX order_items_sums_idx ON public.order_items USING btree (order_id) INCLUDE (product_id, quantity, total);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.order_items to service_role;
grant select on public.order_items to authenticated;
grant select on public.order_items to shop_mail;
grant insert (cgst, discount, hsn, igst, image_url, order_id, product_id, product_name, quantity, rate, sgst, sku, taxable, total, unit, unit_price) on public.order_items to shop_orders;
create policy "the order service writes lines" on public.order_items for insert to shop_orders with check (true);
create policy "lines of visible orders" on public.order_items for select to authenticated using ((EXISTS ( SELECT
   FROM public.orders o
  WHERE (o.id = order_items.order_id))));
create policy "the mail sender reads" on public.order_items for select to shop_mail using (true);
CREATE TRIGGER note_sold_line_change AFTER UPDATE OF product_id, quantity, total ON public.order_items FOR EACH ROW WHEN ((((old.product_id IS DISTINCT FROM new.product_id) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.total IS DISTINCT FROM new.total))) EXECUTE FUNCTION private.note_sold_line_change();
CREATE TRIGGER note_sold_line_gone AFTER DELETE ON public.order_items FOR EACH ROW EXECUTE FUNCTION private.note_sold_line_change();

create table public.order_notes (
  author uuid default auth.uid(),
  body text not null,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  constraint order_notes_pkey PRIMARY KEY (id),
  constraint order_notes_author_fkey FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint order_notes_body_check CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 2000)))
);
alter table public.order_notes enable row level security;
CREATE INDEX order_notes_author_idx ON public.order_notes USING btree (author);
CREATE INDEX order_notes_order_id_idx ON public.order_notes USING btree (order_id, created_at);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.order_notes to service_role;
grant delete, select on public.order_notes to authenticated;
grant insert (body, order_id) on public.order_notes to authenticated;
grant update (body) on public.order_notes to authenticated;
create policy "admins write" on public.order_notes for insert to authenticated with check ((( SELECT private.may('orders.process'::text) AS may) AND (author = ( SELECT auth.uid() AS uid))));
create policy "authors delete for a day" on public.order_notes for delete to authenticated using ((( SELECT private.may('orders.process'::text) AS may) AND (author = ( SELECT auth.uid() AS uid)) AND (created_at > (now() - '1 day'::interval))));
create policy "admins read" on public.order_notes for select to authenticated using (( SELECT private.may('orders.read'::text) AS may));
create policy "authors correct for a day" on public.order_notes for update to authenticated using ((( SELECT private.may('orders.process'::text) AS may) AND (author = ( SELECT auth.uid() AS uid)) AND (created_at > (now() - '1 day'::interval)))) with check ((( SELECT private.may('orders.process'::text) AS may) AND (author = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER stamp_edit BEFORE UPDATE OF body ON public.order_notes FOR EACH ROW WHEN ((old.body IS DISTINCT FROM new.body)) EXECUTE FUNCTION private.stamp_order_note();
CREATE TRIGGER audit_delete AFTER DELETE ON public.order_notes REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,author,edited_at,created_at,updated_at,version}', '{}', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.order_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,author,edited_at,created_at,updated_at,version}', '{}', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.order_notes REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,author,edited_at,created_at,updated_at,version}', '{}', 'yes');

create table public.order_overrides (
  created_at timestamp with time zone not null default now(),
  given numeric(12,2) not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  listed numeric(12,2),
  order_id uuid not null,
  product_id uuid,
  reason text,
  constraint order_overrides_pkey PRIMARY KEY (id),
  constraint order_overrides_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint order_overrides_given_check CHECK ((given >= (0)::numeric)),
  constraint order_overrides_kind_check CHECK ((kind = ANY (ARRAY['price'::text, 'discount'::text, 'minimum'::text, 'delivery'::text]))),
  constraint order_overrides_listed_check CHECK ((listed >= (0)::numeric)),
  constraint order_overrides_product CHECK (((product_id IS NOT NULL) = (kind = ANY (ARRAY['price'::text, 'minimum'::text])))),
  constraint order_overrides_reason CHECK (((reason IS NOT NULL) OR (kind = ANY (ARRAY['minimum'::text, 'delivery'::text])))),
  constraint order_overrides_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 200)))
);
alter table public.order_overrides enable row level security;
CREATE INDEX order_overrides_order_id_idx ON public.order_overrides USING btree (order_id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.order_overrides to service_role;
grant select on public.order_overrides to authenticated;
create policy "admins read" on public.order_overrides for select to authenticated using (( SELECT private.may('orders.read'::text) AS may));
CREATE TRIGGER audit_insert AFTER INSERT ON public.order_overrides REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_at,updated_at,version}', '{kind,product_id,listed,given}', 'yes');

create table public.order_status_history (
  automatic boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  id uuid not null default (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid,
  notes text,
  order_id uuid not null,
  status text not null,
  constraint order_status_history_pkey PRIMARY KEY (id),
  constraint order_status_history_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint order_status_history_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint order_status_history_notes_check CHECK ((length(notes) <= 4000)),
  constraint order_status_history_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text])))
);
alter table public.order_status_history enable row level security;
CREATE INDEX order_status_history_created_by_idx ON public.order_status_history USING btree (created_by);
CREATE INDEX order_status_history_order_id_idx ON public.order_status_history USING btree (order_id, created_at);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.order_status_history to service_role;
grant select on public.order_status_history to authenticated;
grant insert (created_by, notes, order_id, status) on public.order_status_history to authenticated;
create policy "the client's own cancellation" on public.order_status_history for insert to authenticated with check (((created_by = ( SELECT auth.uid() AS uid)) AND (status = 'cancelled'::text)));
create policy "history of visible orders" on public.order_status_history for select to authenticated using ((EXISTS ( SELECT
   FROM public.orders o
  WHERE (o.id = order_status_history.order_id))));
CREATE TRIGGER absorb_insert BEFORE INSERT ON public.order_status_history FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name]))) EXECUTE FUNCTION private.absorb_history_insert();

create table public.order_steps (
  actor text not null,
  display_order integer not null default 0,
  from_status text not null,
  needs_reason boolean not null default false,
  to_status text not null,
  constraint order_steps_pkey PRIMARY KEY (from_status, to_status, actor),
  constraint order_steps_actor_check CHECK ((actor = ANY (ARRAY['customer'::text, 'admin'::text, 'system'::text]))),
  constraint order_steps_from_status_check CHECK ((from_status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
  constraint order_steps_to_status_check CHECK ((to_status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text])))
);
alter table public.order_steps enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.order_steps to service_role;
grant select on public.order_steps to anon;
grant select on public.order_steps to authenticated;
create policy "everyone reads" on public.order_steps for select to anon, authenticated using (true);
CREATE TRIGGER announce_delete AFTER DELETE ON public.order_steps REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.order_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_update AFTER UPDATE ON public.order_steps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();

create table public.orders (
  address text not null,
  cancel_reason text,
  cancelled_by uuid,
  cgst numeric(12,2) not null,
  channel text not null default 'online'::text,
  charges jsonb not null default '[]'::jsonb,
  charges_gst numeric(12,2) not null generated always as (private.charge_sum(charges, 'gst'::text)) stored,
  charges_total numeric(12,2) not null generated always as (private.charge_sum(charges, 'amount'::text)) stored,
  city text not null,
  company_name text,
  coupon_code text,
  courier text,
  created_at timestamp with time zone not null default now(),
  discount_total numeric(12,2) not null default 0,
  email text not null,
  full_name text not null,
  goods_total numeric(12,2) not null,
  gstin text,
  id uuid not null default gen_random_uuid(),
  igst numeric(12,2) not null,
  invoice_per_parcel boolean not null default false,
  made_by uuid,
  offers jsonb not null default '[]'::jsonb,
  order_number integer not null,
  payment_method text not null,
  payment_state text not null,
  phone text not null,
  pincode text not null,
  place_of_supply text not null,
  prices_include_gst boolean not null,
  seller_state text not null,
  sgst numeric(12,2) not null,
  shipping_cost numeric(12,2) not null default 0,
  state text not null,
  status text not null default 'pending'::text,
  store_credit numeric(12,2) not null default 0,
  subtotal_base numeric(12,2) not null,
  total_amount numeric(12,2) not null,
  total_gst numeric(12,2) not null,
  tracking_number text,
  updated_at timestamp with time zone not null default now(),
  user_id uuid,
  version integer not null default 1,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_order_number_key UNIQUE (order_number),
  constraint orders_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint orders_made_by_fkey FOREIGN KEY (made_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint orders_address_check CHECK ((length(address) <= 400)),
  constraint orders_cancel_reason_check CHECK ((length(cancel_reason) <= 400)),
  constraint orders_cancelled_by CHECK (((status = 'cancelled'::text) OR ((cancelled_by IS NULL) AND (cancel_reason IS NULL)))),
  constraint orders_cgst_check CHECK ((cgst >= (0)::numeric)),
  constraint orders_channel CHECK ((channel = ANY (ARRAY['online'::text, 'telephone'::text, 'counter'::text, 'whatsapp'::text, 'other'::text]))),
  constraint orders_charges CHECK (private.are_charges(charges)),
  constraint orders_city_check CHECK ((length(city) <= 80)),
  constraint orders_company_name_check CHECK ((length(company_name) <= 160)),
  constraint orders_coupon_code_check CHECK ((length(coupon_code) <= 40)),
  constraint orders_courier_check CHECK ((length(courier) <= 80)),
  constraint orders_discount_total_check CHECK ((discount_total >= (0)::numeric)),
  constraint orders_email_check CHECK ((length(email) <= 254)),
  constraint orders_full_name_check CHECK ((length(full_name) <= 120)),
  constraint orders_goods CHECK ((goods_total =
CASE
    WHEN prices_include_gst THEN (subtotal_base + total_gst)
    ELSE subtotal_base
END)),
  constraint orders_goods_total_check CHECK ((goods_total >= (0)::numeric)),
  constraint orders_gstin_check CHECK (private.looks_like_gstin(gstin)),
  constraint orders_heads CHECK ((total_gst = ((cgst + sgst) + igst))),
  constraint orders_igst_check CHECK ((igst >= (0)::numeric)),
  constraint orders_made_by CHECK (((made_by IS NULL) OR (channel <> 'online'::text))),
  constraint orders_offers_check CHECK ((jsonb_typeof(offers) = 'array'::text)),
  constraint orders_one_kind_of_supply CHECK (
CASE
    WHEN (place_of_supply = seller_state) THEN (igst = (0)::numeric)
    ELSE ((cgst = (0)::numeric) AND (sgst = (0)::numeric))
END),
  constraint orders_payment_method_check CHECK ((payment_method = ANY (ARRAY['cod'::text, 'upi'::text, 'razorpay'::text, 'cash'::text, 'card'::text, 'bank'::text, 'credit'::text]))),
  constraint orders_payment_state_check CHECK ((payment_state = ANY (ARRAY['cod_pending'::text, 'awaiting_payment'::text, 'awaiting_verification'::text, 'paid'::text, 'failed'::text, 'refund_due'::text, 'refunded'::text]))),
  constraint orders_phone_check CHECK ((length(phone) <= 20)),
  constraint orders_pincode_check CHECK ((pincode ~ '^[1-9][0-9]{5}$'::text)),
  constraint orders_place_of_supply_check CHECK ((place_of_supply ~ '^[0-9]{2}$'::text)),
  constraint orders_seller_state_check CHECK ((seller_state ~ '^[0-9]{2}$'::text)),
  constraint orders_sgst_check CHECK ((sgst >= (0)::numeric)),
  constraint orders_shipping CHECK ((shipping_cost = private.charge_sum(charges, 'amount'::text, 'delivery'::text))),
  constraint orders_shipping_cost_check CHECK ((shipping_cost >= (0)::numeric)),
  constraint orders_state_check CHECK ((length(state) <= 60)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
  constraint orders_store_credit CHECK (((store_credit >= (0)::numeric) AND (store_credit <= total_amount))),
  constraint orders_subtotal_base_check CHECK ((subtotal_base >= (0)::numeric)),
  constraint orders_total CHECK ((total_amount = ((subtotal_base + total_gst) + private.charge_sum(charges, 'amount'::text)))),
  constraint orders_total_amount_check CHECK ((total_amount >= (0)::numeric)),
  constraint orders_total_gst_check CHECK ((total_gst >= (0)::numeric)),
  constraint orders_tracking_number_check CHECK ((length(tracking_number) <= 80))
);
alter table public.orders enable row level security;
CREATE INDEX orders_cancelled_by_idx ON public.orders USING btree (cancelled_by) WHERE (cancelled_by IS NOT NULL);
CREATE INDEX orders_checking_idx ON public.orders USING btree (created_at) WHERE ((status = 'pending'::text) AND (payment_state = 'awaiting_verification'::text));
CREATE INDEX orders_guest_email_idx ON public.orders USING btree (lower(email)) WHERE ((user_id IS NULL) AND (email <> ''::text));
CREATE INDEX orders_guest_key_idx ON public.orders USING btree (private.guest_key(phone, email), created_at DESC) WHERE (user_id IS NULL);
CREATE INDEX orders_guests_idx ON public.orders USING btree (created_at DESC, id) WHERE (user_id IS NULL);
CREATE INDEX orders_made_by_idx ON public.orders USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX orders_method_idx ON public.orders USING btree (payment_method, created_at DESC, id);
CREATE INDEX orders_money_idx ON public.orders USING btree (payment_state, created_at, id) WHERE (payment_state = ANY (ARRAY['awaiting_verification'::text, 'refund_due'::text]));
CREATE INDEX orders_newest_idx ON public.orders USING btree (created_at DESC, id);
CREATE INDEX orders_no_sales_idx ON public.orders USING btree (created_at) INCLUDE (status, payment_state, total_amount) WHERE (NOT ((status <> 'cancelled'::text) AND ((status <> 'pending'::text) OR (payment_state = 'paid'::text))));
CREATE INDEX orders_open_idx ON public.orders USING btree (user_id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text]));
CREATE INDEX orders_refused_claims_idx ON public.orders USING btree (created_at) WHERE ((status = 'pending'::text) AND (payment_state = 'failed'::text));
CREATE INDEX orders_sales_idx ON public.orders USING btree (created_at) INCLUDE (id, user_id, place_of_supply, payment_method, total_amount, charges_total, discount_total, total_gst, charges_gst) WHERE ((status <> 'cancelled'::text) AND ((status <> 'pending'::text) OR (payment_state = 'paid'::text)));
CREATE INDEX orders_state_idx ON public.orders USING btree (state, created_at DESC, id);
CREATE INDEX orders_status_idx ON public.orders USING btree (status, created_at DESC, id);
CREATE INDEX orders_to_collect_idx ON public.orders USING btree (created_at, id) INCLUDE (total_amount) WHERE (((status = ANY (ARRAY['processing'::text, 'shipped'::text, 'delivered'::text])) AND (payment_state = ANY (ARRAY['awaiting_payment'::text, 'awaiting_verification'::text, 'failed'::text]))) OR ((status = ANY (ARRAY['shipped'::text, 'delivered'::text])) AND (payment_state = 'cod_pending'::text)));
CREATE INDEX orders_total_idx ON public.orders USING btree (total_amount DESC, id);
CREATE INDEX orders_unpaid_idx ON public.orders USING btree (created_at) WHERE ((status = 'pending'::text) AND (payment_state = 'awaiting_payment'::text));
CREATE INDEX orders_unsettled_idx ON public.orders USING btree (payment_state, created_at DESC, id) WHERE (payment_state = ANY (ARRAY['awaiting_payment'::text, 'failed'::text, 'refunded'::text]));
CREATE INDEX orders_user_id_idx ON public.orders USING btree (user_id, created_at DESC, id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.orders to service_role;
grant select on public.orders to authenticated;
grant select on public.orders to shop_mail;
grant insert (address, cgst, channel, charges, city, company_name, coupon_code, discount_total, email, full_name, goods_total, gstin, id, igst, made_by, offers, payment_method, payment_state, phone, pincode, place_of_supply, prices_include_gst, seller_state, sgst, state, status, store_credit, subtotal_base, total_amount, total_gst, user_id) on public.orders to shop_orders;
grant update (cancel_reason, cancelled_by, courier, status, tracking_number) on public.orders to authenticated;
create policy "the order service takes orders" on public.orders for insert to shop_orders with check (((status = 'pending'::text) AND (payment_state = ANY (ARRAY['cod_pending'::text, 'awaiting_payment'::text])) AND
CASE channel
    WHEN 'online'::text THEN ((user_id IS NOT NULL) AND (made_by IS NULL))
    ELSE private.staff_may(made_by, 'orders.create'::text)
END));
create policy "own orders, and all of them for admins" on public.orders for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('orders.read'::text) AS may)));
create policy "the mail sender reads" on public.orders for select to shop_mail using (true);
create policy "admins move orders on" on public.orders for update to authenticated using (( SELECT private.may('orders.process'::text) AS may)) with check (( SELECT private.may('orders.process'::text) AS may));
create policy "cancel an own pending order" on public.orders for update to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) AND (status = 'pending'::text))) with check (((user_id = ( SELECT auth.uid() AS uid)) AND (status = 'cancelled'::text) AND (cancelled_by = ( SELECT auth.uid() AS uid))));
CREATE TRIGGER freeze_invoicing BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.freeze_invoicing();
CREATE TRIGGER give_number BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.give_order_number(); -- A
CREATE TRIGGER guard_closed_shop BEFORE INSERT ON public.orders FOR EACH ROW WHEN (((new.channel = 'online'::text) AND (CURRENT_USER = 'shop_orders'::name))) EXECUTE FUNCTION private.guard_closed_shop();
CREATE TRIGGER guard_delivered_parcels BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status = ANY (ARRAY['processing'::text, 'shipped'::text])))) EXECUTE FUNCTION private.guard_delivered_parcels();
CREATE TRIGGER guard_order_limits BEFORE INSERT ON public.orders FOR EACH ROW WHEN (((new.channel = 'online'::text) AND (new.user_id IS NOT NULL) AND (CURRENT_USER = 'shop_orders'::name))) EXECUTE FUNCTION private.guard_order_limits();
CREATE TRIGGER guard_reopening BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((old.status = 'cancelled'::text) AND (new.status = 'pending'::text))) EXECUTE FUNCTION private.guard_reopening();
CREATE TRIGGER guard_step_client BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name]))) EXECUTE FUNCTION private.guard_order_step('client');
CREATE TRIGGER guard_step_server BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((CURRENT_USER <> ALL (ARRAY['anon'::name, 'authenticated'::name]))) EXECUTE FUNCTION private.guard_order_step('server');
CREATE TRIGGER hold_doubted_goods BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = ANY (ARRAY['processing'::text, 'shipped'::text])) AND (old.status <> new.status) AND (new.payment_method = 'razorpay'::text))) EXECUTE FUNCTION private.hold_doubted_goods();
CREATE TRIGGER keep_number BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((old.order_number IS DISTINCT FROM new.order_number)) EXECUTE FUNCTION private.keep_order_number();
CREATE TRIGGER read_delivery_charge BEFORE INSERT OR UPDATE OF charges ON public.orders FOR EACH ROW WHEN (private.are_charges(new.charges)) EXECUTE FUNCTION private.read_delivery_charge();
CREATE TRIGGER refuse_blocked BEFORE INSERT ON public.orders FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION private.refuse_blocked();
CREATE TRIGGER audit_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{user_id,charges,offers,created_at,updated_at,version}', '{status,payment_state,payment_method,courier,tracking_number,cancelled_by,total_amount,goods_total,discount_total,subtotal_base,total_gst,cgst,sgst,igst,shipping_cost,charges_total,charges_gst,place_of_supply,coupon_code}', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (((CURRENT_USER = 'shop_orders'::name) AND (COALESCE(current_setting('request.jwt.claims'::text, true), ''::text) <> ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{user_id,id,created_at,updated_at,version}', '{status,channel,payment_method,total_amount}', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{user_id,charges,offers,created_at,updated_at,version}', '{status,payment_state,payment_method,courier,tracking_number,cancelled_by,total_amount,goods_total,discount_total,subtotal_base,total_gst,cgst,sgst,igst,shipping_cost,charges_total,charges_gst,place_of_supply,coupon_code}', 'yes');
CREATE CONSTRAINT TRIGGER check_changed_sums AFTER UPDATE OF goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_order_sums();
CREATE CONSTRAINT TRIGGER check_sums AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.check_order_sums();
CREATE TRIGGER erase_notes AFTER UPDATE OF full_name, phone ON public.orders FOR EACH ROW WHEN (((new.phone = ''::text) AND ((old.full_name IS DISTINCT FROM new.full_name) OR (old.phone IS DISTINCT FROM new.phone)))) EXECUTE FUNCTION private.erase_order_notes();
CREATE TRIGGER figures_changed AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_customer_figures();
CREATE TRIGGER figures_deleted AFTER DELETE ON public.orders REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION private.follow_customer_figures();
CREATE TRIGGER figures_placed AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.follow_placed_order();
CREATE TRIGGER follow_courier AFTER UPDATE OF courier, tracking_number ON public.orders FOR EACH ROW WHEN (((old.status = new.status) AND ((old.courier IS DISTINCT FROM new.courier) OR (old.tracking_number IS DISTINCT FROM new.tracking_number)))) EXECUTE FUNCTION private.follow_courier();
CREATE TRIGGER follow_placement AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.follow_order_step();
CREATE TRIGGER follow_reopening AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((old.status = 'cancelled'::text) AND (new.status = 'pending'::text))) EXECUTE FUNCTION private.follow_reopening();
CREATE TRIGGER follow_step AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION private.follow_order_step();
CREATE TRIGGER log_change AFTER UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION private.log_order_change();
CREATE TRIGGER queue_placed_event AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.queue_order_event();
CREATE TRIGGER queue_step_event AFTER UPDATE OF status, total_amount ON public.orders FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.total_amount IS DISTINCT FROM new.total_amount))) EXECUTE FUNCTION private.queue_order_event();
CREATE TRIGGER sales_changed AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((LEAST(old.created_at, new.created_at) < (date_trunc('day'::text, (clock_timestamp() AT TIME ZONE '05:30:00'::interval)) AT TIME ZONE '05:30:00'::interval)) AND (((((((((((((old.created_at IS DISTINCT FROM new.created_at) OR (old.place_of_supply IS DISTINCT FROM new.place_of_supply)) OR (old.payment_method IS DISTINCT FROM new.payment_method)) OR (old.total_amount IS DISTINCT FROM new.total_amount)) OR (old.charges_total IS DISTINCT FROM new.charges_total)) OR (old.discount_total IS DISTINCT FROM new.discount_total)) OR (old.total_gst IS DISTINCT FROM new.total_gst)) OR (old.charges_gst IS DISTINCT FROM new.charges_gst)) OR ((old.status = 'cancelled'::text) IS DISTINCT FROM (new.status = 'cancelled'::text))) OR ((old.status = 'pending'::text) IS DISTINCT FROM (new.status = 'pending'::text))) OR (((old.status = 'pending'::text) AND (old.payment_state = 'paid'::text)) IS DISTINCT FROM ((new.status = 'pending'::text) AND (new.payment_state = 'paid'::text)))) OR ((old.payment_state = ANY (ARRAY['refund_due'::text, 'refunded'::text])) IS DISTINCT FROM (new.payment_state = ANY (ARRAY['refund_due'::text, 'refunded'::text])))) OR ((old.status = ANY (ARRAY['pending'::text, 'processing'::text])) AND ((old.status = new.status) AND (old.payment_state = new.payment_state)) AND (old.version <> new.version))))) EXECUTE FUNCTION private.note_sales_change();
CREATE TRIGGER sales_deleted AFTER DELETE ON public.orders FOR EACH ROW WHEN ((old.created_at < (date_trunc('day'::text, (clock_timestamp() AT TIME ZONE '05:30:00'::interval)) AT TIME ZONE '05:30:00'::interval))) EXECUTE FUNCTION private.note_sales_change();
CREATE TRIGGER sales_placed_earlier AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.created_at < (date_trunc('day'::text, (clock_timestamp() AT TIME ZONE '05:30:00'::interval)) AT TIME ZONE '05:30:00'::interval))) EXECUTE FUNCTION private.note_sales_change();
CREATE TRIGGER words_changed AFTER UPDATE OF full_name, company_name, phone ON public.orders FOR EACH ROW WHEN ((((old.full_name IS DISTINCT FROM new.full_name) OR (old.company_name IS DISTINCT FROM new.company_name)) OR (old.phone IS DISTINCT FROM new.phone))) EXECUTE FUNCTION private.follow_order_words();
CREATE TRIGGER words_written AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.follow_order_words();

create table public.own_pages (
  body text not null,
  created_at timestamp with time zone not null default now(),
  description text not null,
  display_order integer not null default 0,
  id uuid not null default gen_random_uuid(),
  in_menu boolean not null default true,
  is_published boolean not null default false,
  slug text not null,
  title text not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint own_pages_pkey PRIMARY KEY (id),
  constraint own_pages_slug_key UNIQUE (slug),
  constraint own_pages_body CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 40000))),
  constraint own_pages_description CHECK ((((length(btrim(description)) >= 1) AND (length(btrim(description)) <= 200)) AND (description !~ '[[:cntrl:]]'::text))),
  constraint own_pages_slug CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  constraint own_pages_title CHECK ((((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 80)) AND (title !~ '[[:cntrl:]]'::text)))
);
alter table public.own_pages enable row level security;
CREATE INDEX own_pages_menu_idx ON public.own_pages USING btree (display_order, id) WHERE is_published;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.own_pages to service_role;
grant delete, select on public.own_pages to authenticated;
grant select on public.own_pages to anon;
grant insert (body, description, display_order, in_menu, is_published, slug, title) on public.own_pages to authenticated;
grant update (body, description, display_order, in_menu, is_published, slug, title) on public.own_pages to authenticated;
create policy "admins add" on public.own_pages for insert to authenticated with check (( SELECT private.may('settings.write'::text) AS may));
create policy "admins delete" on public.own_pages for delete to authenticated using (( SELECT private.may('settings.write'::text) AS may));
create policy "admins read all" on public.own_pages for select to authenticated using (( SELECT private.may('settings.write'::text) AS may));
create policy "hidden while the shop is closed" on public.own_pages as restrictive for select to anon, authenticated using (( SELECT private.sees_shop() AS sees_shop));
create policy "published pages are public" on public.own_pages for select to anon, authenticated using (is_published);
create policy "admins change" on public.own_pages for update to authenticated using (( SELECT private.may('settings.write'::text) AS may)) with check (( SELECT private.may('settings.write'::text) AS may));
CREATE TRIGGER bound_own_pages BEFORE INSERT ON public.own_pages FOR EACH ROW EXECUTE FUNCTION private.bound_own_pages();
CREATE TRIGGER next_version BEFORE UPDATE OF slug, title, description, body, is_published, in_menu ON public.own_pages FOR EACH ROW EXECUTE FUNCTION private.next_version();
CREATE TRIGGER announce_delete AFTER DELETE ON public.own_pages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.own_pages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_update AFTER UPDATE ON public.own_pages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.own_pages REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.own_pages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.own_pages REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

create table public.page_texts (
  body text not null,
  page text not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint page_texts_pkey PRIMARY KEY (page),
  constraint page_texts_body_check CHECK (((length(btrim(body)) >= 1) AND (length(btrim(body)) <= 40000))),
  constraint page_texts_page_check CHECK ((page = ANY (ARRAY['terms'::text, 'privacy'::text, 'about'::text, 'shipping'::text, 'refunds'::text])))
);
alter table public.page_texts enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.page_texts to service_role;
grant delete, select on public.page_texts to authenticated;
grant select on public.page_texts to anon;
grant insert (body, page) on public.page_texts to authenticated;
grant update (body) on public.page_texts to authenticated;
create policy "admins write" on public.page_texts for insert to authenticated with check (( SELECT private.may('settings.write'::text) AS may));
create policy "admins reset" on public.page_texts for delete to authenticated using (( SELECT private.may('settings.write'::text) AS may));
create policy "everyone reads" on public.page_texts for select to anon, authenticated using (true);
create policy "admins change" on public.page_texts for update to authenticated using (( SELECT private.may('settings.write'::text) AS may)) with check (( SELECT private.may('settings.write'::text) AS may));
CREATE TRIGGER next_version BEFORE UPDATE ON public.page_texts FOR EACH ROW EXECUTE FUNCTION private.next_version();
CREATE TRIGGER announce_delete AFTER DELETE ON public.page_texts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.page_texts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_update AFTER UPDATE ON public.page_texts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.page_texts REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('page', 'page', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.page_texts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('page', 'page', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.page_texts REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('page', 'page', '{created_at,updated_at,version}', '', 'yes');

create table public.payment_reminders (
  amount numeric(12,2) not null,
  channel text not null,
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  sent_by uuid,
  constraint payment_reminders_pkey PRIMARY KEY (id),
  constraint payment_reminders_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint payment_reminders_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payment_reminders_amount_check CHECK ((amount > (0)::numeric)),
  constraint payment_reminders_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'whatsapp'::text])))
);
alter table public.payment_reminders enable row level security;
CREATE INDEX payment_reminders_order_id_idx ON public.payment_reminders USING btree (order_id, created_at);
CREATE INDEX payment_reminders_sent_by_idx ON public.payment_reminders USING btree (sent_by) WHERE (sent_by IS NOT NULL);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.payment_reminders to service_role;
grant select on public.payment_reminders to authenticated;
create policy "staff read" on public.payment_reminders for select to authenticated using (( SELECT private.may('orders.read'::text) AS may));

create table public.payment_steps (
  actor text not null,
  from_state text not null,
  to_state text not null,
  constraint payment_steps_pkey PRIMARY KEY (from_state, to_state, actor),
  constraint payment_steps_actor_check CHECK ((actor = ANY (ARRAY['customer'::text, 'admin'::text, 'system'::text]))),
  constraint payment_steps_from_state_check CHECK ((from_state = ANY (ARRAY['cod_pending'::text, 'awaiting_payment'::text, 'awaiting_verification'::text, 'paid'::text, 'failed'::text, 'refund_due'::text, 'refunded'::text]))),
  constraint payment_steps_to_state_check CHECK ((to_state = ANY (ARRAY['cod_pending'::text, 'awaiting_payment'::text, 'awaiting_verification'::text, 'paid'::text, 'failed'::text, 'refund_due'::text, 'refunded'::text, 'undone'::text])))
);
alter table public.payment_steps enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.payment_steps to service_role;
grant select on public.payment_steps to authenticated;
create policy "signed-in people read" on public.payment_steps for select to authenticated using (true);

create table public.payments (
  amount numeric(12,2) not null,
  awaited_since timestamp with time zone,
  claim_holds_until timestamp with time zone,
  claimed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  failure text,
  id uuid not null default (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid,
  method text not null,
  order_id uuid not null,
  provider_reference text,
  reference text,
  state text not null,
  surplus numeric(12,2) not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_reference_key UNIQUE (reference),
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint payments_amount_check CHECK ((amount >= (0)::numeric)),
  constraint payments_failure_check CHECK ((length(failure) <= 300)),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['cod'::text, 'upi'::text, 'razorpay'::text, 'cash'::text, 'card'::text, 'bank'::text, 'credit'::text]))),
  constraint payments_provider_reference_check CHECK ((length(provider_reference) <= 100)),
  constraint payments_reference_check CHECK ((length(reference) <= 64)),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['cod_pending'::text, 'awaiting_payment'::text, 'awaiting_verification'::text, 'paid'::text, 'failed'::text, 'refund_due'::text, 'refunded'::text, 'undone'::text]))),
  constraint payments_surplus CHECK (((surplus >= (0)::numeric) AND (surplus <= amount)))
);
alter table public.payments enable row level security;
CREATE INDEX payments_order_id_idx ON public.payments USING btree (order_id, created_at);
CREATE INDEX payments_provider_reference_idx ON public.payments USING btree (provider_reference) WHERE (provider_reference IS NOT NULL);
CREATE INDEX payments_state_idx ON public.payments USING btree (state, created_at);
CREATE UNIQUE INDEX payments_provider_reference_key ON public.payments USING btree (provider_reference) WHERE (state <> 'failed'::text);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.payments to service_role;
grant select on public.payments to authenticated;
grant insert (amount, method, order_id, reference, state) on public.payments to shop_orders;
grant update (provider_reference, state) on public.payments to authenticated;
create policy "the order service opens a payment" on public.payments for insert to shop_orders with check ((state = ANY (ARRAY['cod_pending'::text, 'awaiting_payment'::text])));
create policy "payments of visible orders" on public.payments for select to authenticated using ((EXISTS ( SELECT
   FROM public.orders o
  WHERE (o.id = payments.order_id))));
create policy "admins settle" on public.payments for update to authenticated using ((( SELECT private.may('payments.manage'::text) AS may) AND private.locked_to_settle(order_id))) with check (( SELECT private.may('payments.manage'::text) AS may));
CREATE TRIGGER date_claim BEFORE UPDATE OF claimed_at ON public.payments FOR EACH ROW WHEN ((new.claimed_at IS DISTINCT FROM old.claimed_at)) EXECUTE FUNCTION private.date_claim();
CREATE TRIGGER guard_payment_step_client BEFORE UPDATE OF state ON public.payments FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])))) EXECUTE FUNCTION private.guard_payment_step('client');
CREATE TRIGGER guard_payment_step_server BEFORE UPDATE OF state ON public.payments FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND (CURRENT_USER <> ALL (ARRAY['anon'::name, 'authenticated'::name])))) EXECUTE FUNCTION private.guard_payment_step('server');
CREATE TRIGGER guard_provider_payment BEFORE UPDATE ON public.payments FOR EACH ROW WHEN (((old.method = 'razorpay'::text) AND (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])))) EXECUTE FUNCTION private.guard_provider_payment();
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER audit_delete AFTER DELETE ON public.payments REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{order_id,created_at,updated_at,version}', '{state,method,amount}', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{order_id,created_at,updated_at,version}', '{state,method,amount}', 'yes');
CREATE TRIGGER follow_payment AFTER UPDATE OF state ON public.payments FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION private.follow_payment();
CREATE TRIGGER follow_refunded_payment AFTER UPDATE OF state ON public.payments FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND ((new.state = ANY (ARRAY['refund_due'::text, 'refunded'::text])) OR (old.state = ANY (ARRAY['paid'::text, 'refund_due'::text]))))) EXECUTE FUNCTION private.follow_refunded_payment();
CREATE TRIGGER note_payment_moment AFTER UPDATE OF state ON public.payments FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION private.note_payment_moment();
CREATE TRIGGER note_payment_moment_of_insert AFTER INSERT ON public.payments FOR EACH ROW WHEN ((new.state = ANY (ARRAY['paid'::text, 'refund_due'::text, 'refunded'::text]))) EXECUTE FUNCTION private.note_payment_moment();
CREATE TRIGGER queue_payment_event AFTER INSERT OR UPDATE OF state, amount, method ON public.payments FOR EACH ROW EXECUTE FUNCTION private.queue_payment_event();

create table public.product_batches (
  batch text not null,
  created_at timestamp with time zone not null default now(),
  expires_on date not null,
  id uuid not null default gen_random_uuid(),
  made_on date,
  product_id uuid not null,
  received integer not null,
  remaining integer not null,
  constraint product_batches_pkey PRIMARY KEY (id),
  constraint product_batches_product_id_batch_key UNIQUE (product_id, batch),
  constraint product_batches_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint product_batches_batch_check CHECK (((length(batch) <= 60) AND (btrim(batch) <> ''::text) AND (batch !~ '[[:cntrl:]]'::text))),
  constraint product_batches_check CHECK (((made_on >= '2000-01-01'::date) AND (made_on <= expires_on))),
  constraint product_batches_expires_on_check CHECK (((expires_on >= '2000-01-01'::date) AND (expires_on <= '2100-12-31'::date))),
  constraint product_batches_received_check CHECK (((received >= 1) AND (received <= 1000000))),
  constraint product_batches_remaining_check CHECK (((remaining >= 0) AND (remaining <= received)))
);
alter table public.product_batches enable row level security;
CREATE INDEX product_batches_expiry_idx ON public.product_batches USING btree (expires_on, id) WHERE (remaining > 0);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_batches to service_role;
grant delete, select on public.product_batches to authenticated;
grant insert (batch, expires_on, id, made_on, product_id, received, remaining) on public.product_batches to authenticated;
grant update (remaining) on public.product_batches to authenticated;
create policy "admins add" on public.product_batches for insert to authenticated with check (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins delete" on public.product_batches for delete to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins read" on public.product_batches for select to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins change" on public.product_batches for update to authenticated using (( SELECT private.may('catalogue.write'::text) AS may)) with check (( SELECT private.may('catalogue.write'::text) AS may));
CREATE TRIGGER bound_batches BEFORE INSERT ON public.product_batches FOR EACH ROW EXECUTE FUNCTION private.bound_batches();
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_batches REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_batches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_batches REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,created_at,updated_at,version}', '', 'yes');

create table public.product_costs (
  cost numeric(12,2) not null,
  product_id uuid not null,
  constraint product_costs_pkey PRIMARY KEY (product_id),
  constraint product_costs_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint product_costs_cost_check CHECK ((cost > (0)::numeric))
);
alter table public.product_costs enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_costs to service_role;
grant delete, select on public.product_costs to authenticated;
grant insert (cost, product_id) on public.product_costs to authenticated;
grant update (cost) on public.product_costs to authenticated;
create policy "who changes products and reads costs adds" on public.product_costs for insert to authenticated with check ((( SELECT private.may('costs.read'::text) AS may) AND ( SELECT private.may('catalogue.write'::text) AS may)));
create policy "who changes products and reads costs deletes" on public.product_costs for delete to authenticated using ((( SELECT private.may('costs.read'::text) AS may) AND ( SELECT private.may('catalogue.write'::text) AS may)));
create policy "owner, manager and accounts read" on public.product_costs for select to authenticated using (( SELECT private.may('costs.read'::text) AS may));
create policy "who changes products and reads costs changes" on public.product_costs for update to authenticated using ((( SELECT private.may('costs.read'::text) AS may) AND ( SELECT private.may('catalogue.write'::text) AS may))) with check ((( SELECT private.may('costs.read'::text) AS may) AND ( SELECT private.may('catalogue.write'::text) AS may)));
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_costs REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('product_id', 'product_id', '{product_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_costs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('product_id', 'product_id', '{product_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_costs REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('product_id', 'product_id', '{product_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER note_import_insert AFTER INSERT ON public.product_costs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) <> ALL (ARRAY[''::text, 'undo'::text]))) EXECUTE FUNCTION private.note_import_cost();
CREATE TRIGGER note_import_update AFTER UPDATE ON public.product_costs REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) <> ALL (ARRAY[''::text, 'undo'::text]))) EXECUTE FUNCTION private.note_import_cost();

create table public.product_families (
  best_before text,
  brand text,
  category_id uuid,
  country_of_origin text,
  created_at timestamp with time zone not null default now(),
  description text,
  generic_name text,
  gst_percent numeric(5,2),
  how_to_use text,
  hsn text,
  id uuid not null default gen_random_uuid(),
  ingredients text,
  licence text,
  manufacturer text,
  mixed_tiers boolean not null default false,
  name text not null,
  options text[] not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint product_families_pkey PRIMARY KEY (id),
  constraint product_families_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.categories(id),
  constraint product_families_best_before_check CHECK ((length(best_before) <= 120)),
  constraint product_families_brand_check CHECK ((length(brand) <= 80)),
  constraint product_families_country_of_origin_check CHECK ((length(country_of_origin) <= 60)),
  constraint product_families_description_check CHECK ((length(description) <= 20000)),
  constraint product_families_generic_name_check CHECK ((length(generic_name) <= 120)),
  constraint product_families_gst_percent_check CHECK (((gst_percent >= (0)::numeric) AND (gst_percent <= (100)::numeric))),
  constraint product_families_how_to_use_check CHECK ((length(how_to_use) <= 10000)),
  constraint product_families_hsn_check CHECK ((hsn ~ '^[0-9]{4}([0-9]{2}){0,2}$'::text)),
  constraint product_families_ingredients_check CHECK ((length(ingredients) <= 10000)),
  constraint product_families_licence_check CHECK ((length(licence) <= 120)),
  constraint product_families_manufacturer_check CHECK ((length(manufacturer) <= 400)),
  constraint product_families_name_check CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 120))),
  constraint product_families_options_check CHECK (((array_ndims(options) = 1) AND ((cardinality(options) >= 1) AND (cardinality(options) <= 3))))
);
alter table public.product_families enable row level security;
CREATE INDEX product_families_category_idx ON public.product_families USING btree (category_id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_families to service_role;
grant delete, select on public.product_families to authenticated;
grant select on public.product_families to anon;
grant insert (best_before, brand, category_id, country_of_origin, description, generic_name, gst_percent, how_to_use, hsn, id, ingredients, licence, manufacturer, mixed_tiers, name, options) on public.product_families to authenticated;
grant update (best_before, brand, category_id, country_of_origin, description, generic_name, gst_percent, how_to_use, hsn, ingredients, licence, manufacturer, mixed_tiers, name, options) on public.product_families to authenticated;
create policy "admins add" on public.product_families for insert to authenticated with check (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins delete" on public.product_families for delete to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins read all" on public.product_families for select to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "families of visible products" on public.product_families for select to anon, authenticated using ((EXISTS ( SELECT
   FROM public.products p
  WHERE ((p.family_id = product_families.id) AND (p.status = 'active'::text)))));
create policy "admins change" on public.product_families for update to authenticated using (( SELECT private.may('catalogue.write'::text) AS may)) with check (( SELECT private.may('catalogue.write'::text) AS may));
CREATE TRIGGER next_version BEFORE UPDATE ON public.product_families FOR EACH ROW EXECUTE FUNCTION private.next_version();
CREATE TRIGGER announce_delete AFTER DELETE ON public.product_families REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.product_families REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_update AFTER UPDATE ON public.product_families REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_families REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_families REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_families REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');
CREATE CONSTRAINT TRIGGER check_family AFTER UPDATE OF options ON public.product_families DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION private.check_family();
CREATE TRIGGER share_with_members AFTER UPDATE ON public.product_families FOR EACH ROW WHEN (((to_jsonb(new.*) - '{version,updated_at,options}'::text[]) IS DISTINCT FROM (to_jsonb(old.*) - '{version,updated_at,options}'::text[]))) EXECUTE FUNCTION private.share_with_members();

create table public.product_family_values (
  colour text,
  family_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  option smallint not null,
  picture text,
  "position" integer not null default 0,
  constraint product_family_values_pkey PRIMARY KEY (id),
  constraint product_family_values_family_id_id_key UNIQUE (family_id, id),
  constraint product_family_values_family_id_fkey FOREIGN KEY (family_id) REFERENCES public.product_families(id) ON DELETE CASCADE,
  constraint product_family_values_colour_check CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint product_family_values_name_check CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 60))),
  constraint product_family_values_option_check CHECK (((option >= 1) AND (option <= 3))),
  constraint product_family_values_picture_check CHECK ((length(picture) <= 500))
);
alter table public.product_family_values enable row level security;
CREATE UNIQUE INDEX product_family_values_name_key ON public.product_family_values USING btree (family_id, option, lower(name));
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_family_values to service_role;
grant delete, select on public.product_family_values to authenticated;
grant select on public.product_family_values to anon;
grant insert (colour, family_id, id, name, option, picture, "position") on public.product_family_values to authenticated;
grant update (colour, name, picture, "position") on public.product_family_values to authenticated;
create policy "admins add" on public.product_family_values for insert to authenticated with check (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins delete" on public.product_family_values for delete to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "values of visible families" on public.product_family_values for select to anon, authenticated using ((EXISTS ( SELECT
   FROM public.product_families f
  WHERE (f.id = product_family_values.family_id))));
create policy "admins change" on public.product_family_values for update to authenticated using (( SELECT private.may('catalogue.write'::text) AS may)) with check (( SELECT private.may('catalogue.write'::text) AS may));
CREATE TRIGGER guard_values BEFORE INSERT ON public.product_family_values FOR EACH ROW EXECUTE FUNCTION private.guard_family_values();
CREATE TRIGGER announce_delete AFTER DELETE ON public.product_family_values REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.product_family_values REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_update AFTER UPDATE ON public.product_family_values REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_family_values REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_family_values REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_family_values REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'family_id', '{id,family_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER rename_members AFTER UPDATE OF name ON public.product_family_values FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION private.rename_members();

create table public.product_images (
  alt text,
  created_at timestamp with time zone not null default now(),
  display_order integer not null default 0,
  id uuid not null default gen_random_uuid(),
  image_url text not null,
  product_id uuid not null,
  thumbhash text,
  constraint product_images_pkey PRIMARY KEY (id),
  constraint product_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint product_images_alt_check CHECK ((length(alt) <= 300)),
  constraint product_images_image_url_check CHECK (((length(image_url) >= 1) AND (length(image_url) <= 500))),
  constraint product_images_thumbhash_check CHECK ((length(thumbhash) <= 64))
);
alter table public.product_images enable row level security;
CREATE INDEX product_images_image_url_idx ON public.product_images USING btree (image_url);
CREATE INDEX product_images_product_id_idx ON public.product_images USING btree (product_id, display_order, id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_images to service_role;
grant delete, select on public.product_images to authenticated;
grant select on public.product_images to anon;
grant insert (alt, display_order, id, image_url, product_id, thumbhash) on public.product_images to authenticated;
grant update (alt, display_order, image_url, thumbhash) on public.product_images to authenticated;
create policy "admins add" on public.product_images for insert to authenticated with check (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins delete" on public.product_images for delete to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "pictures of visible products" on public.product_images for select to anon, authenticated using ((EXISTS ( SELECT
   FROM public.products p
  WHERE (p.id = product_images.product_id))));
create policy "admins change" on public.product_images for update to authenticated using (( SELECT private.may('catalogue.write'::text) AS may)) with check (( SELECT private.may('catalogue.write'::text) AS may));
CREATE TRIGGER announce_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_picture();
CREATE TRIGGER announce_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_picture();
CREATE TRIGGER announce_update AFTER UPDATE ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_picture();
CREATE TRIGGER audit_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,thumbhash,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,thumbhash,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION private.write_audit('id', 'product_id', '{id,product_id,thumbhash,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER show_first_image AFTER INSERT OR DELETE OR UPDATE ON public.product_images FOR EACH ROW EXECUTE FUNCTION private.show_first_image();

create table public.product_imports (
  actor uuid,
  added integer not null,
  at timestamp with time zone not null default now(),
  changed integer not null,
  file_name text not null,
  id uuid not null default gen_random_uuid(),
  undone_at timestamp with time zone,
  constraint product_imports_pkey PRIMARY KEY (id),
  constraint product_imports_added_check CHECK ((added >= 0)),
  constraint product_imports_changed_check CHECK ((changed >= 0)),
  constraint product_imports_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200)))
);
alter table public.product_imports enable row level security;
CREATE INDEX product_imports_at_idx ON public.product_imports USING btree (at DESC);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.product_imports to service_role;
grant select on public.product_imports to authenticated;
create policy "admins read" on public.product_imports for select to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
CREATE TRIGGER audit_insert AFTER INSERT ON public.product_imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,at,actor,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.product_imports REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,at,actor,created_at,updated_at,version}', '', 'yes');

create table public.products (
  barcode text,
  base_price numeric(12,2) not null generated always as (
CASE
    WHEN (retail_price > (0)::numeric) THEN retail_price
    ELSE price
END) stored,
  batch text,
  best_before text,
  brand text,
  category_id uuid,
  country_of_origin text,
  created_at timestamp with time zone not null default now(),
  description text,
  family_id uuid,
  generic_name text,
  gst_percent numeric(5,2) not null default 18,
  how_to_use text,
  hsn text,
  id uuid not null default gen_random_uuid(),
  image_thumbhash text,
  image_url text,
  import_key text,
  ingredients text,
  is_featured boolean not null default false,
  licence text,
  manufacturer text,
  min_order_quantity integer not null default 1,
  mrp numeric(12,2),
  name text not null,
  net_quantity text,
  popularity integer not null default 0,
  price numeric(12,2) not null,
  pricing_tiers jsonb,
  reorder_level integer,
  retail_price numeric(12,2),
  running_out boolean not null generated always as ((stock <= COALESCE(reorder_level, 9))) stored,
  sku text not null default upper("left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 10)),
  status text not null default 'active'::text,
  stock integer not null default 0,
  tier_group uuid,
  unit text not null default 'NOS'::text,
  units_sold integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  value_1 uuid,
  value_2 uuid,
  value_3 uuid,
  version integer not null default 1,
  weight_grams integer,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_import_key_key UNIQUE (import_key),
  constraint products_sku_key UNIQUE (sku),
  constraint products_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.categories(id),
  constraint products_family_id_fkey FOREIGN KEY (family_id) REFERENCES public.product_families(id),
  constraint products_family_id_value_1_fkey FOREIGN KEY (family_id, value_1) REFERENCES public.product_family_values(family_id, id),
  constraint products_family_id_value_2_fkey FOREIGN KEY (family_id, value_2) REFERENCES public.product_family_values(family_id, id),
  constraint products_family_id_value_3_fkey FOREIGN KEY (family_id, value_3) REFERENCES public.product_family_values(family_id, id),
  constraint products_active_has_price CHECK (((status <> 'active'::text) OR (COALESCE(NULLIF(retail_price, (0)::numeric), price) > (0)::numeric))),
  constraint products_barcode_check CHECK (private.is_barcode(barcode)),
  constraint products_batch_check CHECK ((length(batch) <= 120)),
  constraint products_best_before_check CHECK ((length(best_before) <= 120)),
  constraint products_brand_check CHECK ((length(brand) <= 80)),
  constraint products_country_of_origin_check CHECK ((length(country_of_origin) <= 60)),
  constraint products_description_check CHECK ((length(description) <= 20000)),
  constraint products_generic_name_check CHECK ((length(generic_name) <= 120)),
  constraint products_gst_percent_check CHECK (((gst_percent >= (0)::numeric) AND (gst_percent <= (100)::numeric))),
  constraint products_how_to_use_check CHECK ((length(how_to_use) <= 10000)),
  constraint products_hsn_check CHECK ((hsn ~ '^[0-9]{4}([0-9]{2}){0,2}$'::text)),
  constraint products_image_thumbhash_check CHECK ((length(image_thumbhash) <= 64)),
  constraint products_image_url_check CHECK ((length(image_url) <= 500)),
  constraint products_import_key_check CHECK (((length(import_key) >= 1) AND (length(import_key) <= 200))),
  constraint products_ingredients_check CHECK ((length(ingredients) <= 10000)),
  constraint products_licence_check CHECK ((length(licence) <= 120)),
  constraint products_manufacturer_check CHECK ((length(manufacturer) <= 400)),
  constraint products_min_order_quantity_check CHECK (((min_order_quantity >= 1) AND (min_order_quantity <= 99999))),
  constraint products_mrp_check CHECK ((mrp > (0)::numeric)),
  constraint products_name_check CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 200))),
  constraint products_net_quantity_check CHECK ((length(net_quantity) <= 60)),
  constraint products_price_check CHECK ((price >= (0)::numeric)),
  constraint products_reorder_level_check CHECK (((reorder_level >= 0) AND (reorder_level <= 1000000))),
  constraint products_retail_price_check CHECK ((retail_price >= (0)::numeric)),
  constraint products_sku_check CHECK (((length(sku) >= 1) AND (length(sku) <= 40))),
  constraint products_status_check CHECK ((status = ANY (ARRAY['active'::text, 'draft'::text, 'archived'::text]))),
  constraint products_stock_check CHECK ((stock >= 0)),
  constraint products_unit_check CHECK (((length(unit) >= 1) AND (length(unit) <= 12))),
  constraint products_units_sold_check CHECK ((units_sold >= 0)),
  constraint products_values_need_family CHECK (((family_id IS NOT NULL) OR (COALESCE(value_1, value_2, value_3, tier_group) IS NULL))),
  constraint products_weight_grams_check CHECK (((weight_grams >= 1) AND (weight_grams <= 100000)))
);
alter table public.products enable row level security;
alter table public.products set (fillfactor=75);
CREATE INDEX products_category_idx ON public.products USING btree (category_id, status, created_at DESC, id);
CREATE INDEX products_featured_idx ON public.products USING btree (created_at DESC, id) WHERE (is_featured AND (status = 'active'::text));
CREATE INDEX products_listed_by_price_idx ON public.products USING btree (base_price, id);
CREATE INDEX products_listed_idx ON public.products USING btree (created_at DESC, id);
CREATE INDEX products_low_level_idx ON public.products USING btree (id) WHERE (reorder_level < 9);
CREATE INDEX products_name_folded_idx ON public.products USING btree (lower(name));
CREATE INDEX products_name_trigrams ON public.products USING gin (name extensions.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE INDEX products_newest_idx ON public.products USING btree (status, created_at DESC, id);
CREATE INDEX products_popular_idx ON public.products USING btree (status, popularity DESC, id);
CREATE INDEX products_price_idx ON public.products USING btree (status, base_price, id);
CREATE INDEX products_sku_folded_idx ON public.products USING btree (upper(sku) text_pattern_ops);
CREATE UNIQUE INDEX products_barcode_key ON public.products USING btree (lpad(barcode, 14, '0'::text)) WHERE (barcode IS NOT NULL);
CREATE UNIQUE INDEX products_family_key ON public.products USING btree (family_id, value_1, value_2, value_3) NULLS NOT DISTINCT WHERE (family_id IS NOT NULL);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.products to service_role;
grant delete, select on public.products to authenticated;
grant select on public.products to anon;
grant select on public.products to shop_orders;
grant insert (barcode, batch, best_before, brand, category_id, country_of_origin, description, family_id, generic_name, gst_percent, how_to_use, hsn, id, image_thumbhash, image_url, import_key, ingredients, is_featured, licence, manufacturer, min_order_quantity, mrp, name, net_quantity, price, pricing_tiers, reorder_level, retail_price, sku, status, stock, unit, value_1, value_2, value_3, weight_grams) on public.products to authenticated;
grant update (barcode, batch, best_before, brand, category_id, country_of_origin, description, family_id, generic_name, gst_percent, how_to_use, hsn, image_thumbhash, image_url, import_key, ingredients, is_featured, licence, manufacturer, min_order_quantity, mrp, name, net_quantity, price, pricing_tiers, reorder_level, retail_price, sku, status, stock, unit, value_1, value_2, value_3, weight_grams) on public.products to authenticated;
grant update (stock, units_sold) on public.products to shop_orders;
create policy "admins add" on public.products for insert to authenticated with check (( SELECT private.may('catalogue.write'::text) AS may));
create policy "admins delete" on public.products for delete to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "active products are public" on public.products for select to anon, authenticated using ((status = 'active'::text));
create policy "admins read all" on public.products for select to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
create policy "hidden while the shop is closed" on public.products as restrictive for select to anon, authenticated using (( SELECT private.sees_shop() AS sees_shop));
create policy "the order service reads what it sells" on public.products for select to shop_orders using (true);
create policy "admins change" on public.products for update to authenticated using (( SELECT private.may('catalogue.write'::text) AS may)) with check (( SELECT private.may('catalogue.write'::text) AS may));
create policy "the order service takes stock" on public.products for update to shop_orders using (true) with check (true);
CREATE TRIGGER follow_family BEFORE INSERT OR UPDATE OF family_id, value_1, value_2, value_3, name, description, brand, category_id, gst_percent, hsn, country_of_origin, manufacturer, generic_name, best_before, licence, ingredients, how_to_use ON public.products FOR EACH ROW WHEN (((new.family_id IS NOT NULL) OR (new.value_1 IS NOT NULL))) EXECUTE FUNCTION private.follow_family();
CREATE TRIGGER guard_prices BEFORE INSERT OR UPDATE OF price, retail_price, mrp, gst_percent, pricing_tiers, family_id ON public.products FOR EACH ROW EXECUTE FUNCTION private.guard_product_prices();
CREATE TRIGGER next_version BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (old.popularity = new.popularity))) EXECUTE FUNCTION private.next_product_version();
CREATE TRIGGER announce_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_sale AFTER UPDATE OF stock ON public.products FOR EACH ROW WHEN (((LEAST(new.stock, 11) <> LEAST(old.stock, 11)) AND (CURRENT_USER = 'shop_orders'::name))) EXECUTE FUNCTION private.announce_sale();
CREATE TRIGGER announce_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'shop_orders'::name)) EXECUTE FUNCTION private.announce_product_update();
CREATE TRIGGER audit_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,running_out,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');
CREATE TRIGGER audit_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,running_out,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');
CREATE TRIGGER audit_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])) AND (COALESCE(current_setting('shop.import'::text, true), ''::text) = ''::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{stock,running_out,units_sold,popularity,base_price,image_thumbhash,created_at,updated_at,version}', '', '');
CREATE CONSTRAINT TRIGGER check_family AFTER INSERT OR UPDATE OF family_id, value_1, value_2, value_3 ON public.products DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN ((new.family_id IS NOT NULL)) EXECUTE FUNCTION private.check_family();
CREATE TRIGGER facets_changed AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((CURRENT_USER <> 'shop_orders'::name)) EXECUTE FUNCTION private.note_facet_changes();
CREATE TRIGGER facets_gone AFTER DELETE ON public.products REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION private.note_facet_changes();
CREATE TRIGGER facets_made AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.note_facet_changes();
CREATE TRIGGER facets_sold AFTER UPDATE OF stock ON public.products FOR EACH ROW WHEN (((((old.stock = 0) <> (new.stock = 0)) OR ((old.stock < 10) <> (new.stock < 10))) AND (CURRENT_USER = 'shop_orders'::name))) EXECUTE FUNCTION private.note_facet_changes();
CREATE TRIGGER index_inserted AFTER INSERT ON public.products FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION private.index_product();
CREATE TRIGGER index_updated AFTER UPDATE ON public.products FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.brand IS DISTINCT FROM new.brand)) OR (old.generic_name IS DISTINCT FROM new.generic_name)) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.description IS DISTINCT FROM new.description)) OR (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION private.index_product();
CREATE TRIGGER low_stock_crossed AFTER UPDATE OF stock, reorder_level ON public.products FOR EACH ROW WHEN ((old.running_out <> new.running_out)) EXECUTE FUNCTION private.follow_low_stock();
CREATE TRIGGER low_stock_made AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_low_stock();
CREATE TRIGGER note_category_change AFTER UPDATE ON public.products FOR EACH ROW WHEN ((old.category_id IS DISTINCT FROM new.category_id)) EXECUTE FUNCTION private.note_category_change();
CREATE TRIGGER note_import_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) <> ALL (ARRAY[''::text, 'undo'::text]))) EXECUTE FUNCTION private.note_import();
CREATE TRIGGER note_import_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN ((COALESCE(current_setting('shop.import'::text, true), ''::text) <> ALL (ARRAY[''::text, 'undo'::text]))) EXECUTE FUNCTION private.note_import();
CREATE TRIGGER note_restocked AFTER UPDATE OF stock, status ON public.products FOR EACH ROW WHEN (((new.stock > 0) AND (new.status = 'active'::text) AND ((old.stock <= 0) OR (old.status <> 'active'::text)))) EXECUTE FUNCTION private.note_restocked();
CREATE TRIGGER notify_low_stock AFTER UPDATE OF stock ON public.products FOR EACH ROW WHEN (((NOT old.running_out) AND new.running_out AND (CURRENT_USER = 'shop_orders'::name))) EXECUTE FUNCTION private.notify_low_stock();
CREATE TRIGGER queue_product_event_changed AFTER UPDATE ON public.products FOR EACH ROW WHEN (((CURRENT_USER <> 'shop_orders'::name) AND (SESSION_USER <> ALL (ARRAY['shop_orders'::name, 'shop_mail'::name])))) EXECUTE FUNCTION private.queue_product_event();
CREATE TRIGGER queue_product_event_written AFTER INSERT OR DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.queue_product_event();
CREATE TRIGGER record_first_stock AFTER INSERT ON public.products FOR EACH ROW WHEN ((new.stock <> 0)) EXECUTE FUNCTION private.record_stock();
CREATE TRIGGER record_stock AFTER UPDATE OF stock ON public.products FOR EACH ROW WHEN (((old.stock <> new.stock) AND (CURRENT_USER <> 'shop_orders'::name))) EXECUTE FUNCTION private.record_stock();
CREATE TRIGGER remember_deleted AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.remember_deleted_product();
CREATE TRIGGER words_changed AFTER UPDATE OF name, sku, brand, hsn, barcode, family_id, value_1, value_2, value_3 ON public.products FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.sku IS DISTINCT FROM new.sku)) OR (old.brand IS DISTINCT FROM new.brand)) OR (old.hsn IS DISTINCT FROM new.hsn)) OR (old.barcode IS DISTINCT FROM new.barcode))) EXECUTE FUNCTION private.follow_product_words();
CREATE TRIGGER words_written AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.follow_product_words();

create table public.profiles (
  company_name text,
  created_at timestamp with time zone not null default now(),
  full_name text,
  gstin text,
  id uuid not null,
  phone text,
  updated_at timestamp with time zone not null default now(),
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_company_name_check CHECK ((length(company_name) <= 160)),
  constraint profiles_full_name_check CHECK ((length(full_name) <= 120)),
  constraint profiles_gstin_check CHECK (private.looks_like_gstin(gstin)),
  constraint profiles_phone_check CHECK ((length(phone) <= 20))
);
alter table public.profiles enable row level security;
CREATE INDEX profiles_created_at_idx ON public.profiles USING btree (created_at DESC, id);
CREATE INDEX profiles_gstin_idx ON public.profiles USING btree (gstin) WHERE (gstin IS NOT NULL);
CREATE INDEX profiles_words_idx ON public.profiles USING gin ((((((COALESCE(full_name, ''::text) || ' '::text) || COALESCE(company_name, ''::text)) || ' '::text) || COALESCE(phone, ''::text))) extensions.gin_trgm_ops);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.profiles to service_role;
grant select on public.profiles to authenticated;
grant update (company_name, full_name, gstin, phone) on public.profiles to authenticated;
create policy "own profile, and all of them for admins" on public.profiles for select to authenticated using (((id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customers.read'::text) AS may)));
create policy "own profile, and customers' for admins" on public.profiles for update to authenticated using (((id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('staff.manage'::text) AS may) OR (( SELECT private.may('customers.write'::text) AS may) AND (NOT private.has_staff_role(id))))) with check (((id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('staff.manage'::text) AS may) OR (( SELECT private.may('customers.write'::text) AS may) AND (NOT private.has_staff_role(id)))));
CREATE TRIGGER touch_updated_at BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER audit_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (((CURRENT_USER = 'authenticated'::name) AND private.may('customers.write'::text))) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '{}', 'yes');
CREATE TRIGGER follow_profile AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((((((old.full_name IS DISTINCT FROM new.full_name) OR (old.company_name IS DISTINCT FROM new.company_name)) OR (old.gstin IS DISTINCT FROM new.gstin)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION private.follow_profile();
CREATE TRIGGER make_figures AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.make_customer_figures();

create table public.refunds (
  amount numeric(12,2) not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  credit_file uuid,
  id uuid not null default (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid,
  method text,
  order_id uuid not null,
  paid_at timestamp with time zone,
  payment_id uuid not null,
  reason text,
  reference text,
  source text not null,
  state text not null default 'due'::text,
  version integer not null default 1,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE CASCADE,
  constraint refunds_amount_check CHECK ((amount > (0)::numeric)),
  constraint refunds_method_check CHECK ((method = ANY (ARRAY['upi'::text, 'bank'::text, 'cash'::text, 'card'::text, 'razorpay'::text, 'credit'::text]))),
  constraint refunds_paid CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint refunds_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 400))),
  constraint refunds_reference CHECK (((reference IS NULL) OR (method IS NOT NULL))),
  constraint refunds_reference_check CHECK (((length(reference) >= 4) AND (length(reference) <= 64))),
  constraint refunds_source_check CHECK ((source = ANY (ARRAY['cancellation'::text, 'change'::text, 'return'::text, 'goodwill'::text, 'surplus'::text]))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['due'::text, 'asked'::text, 'paid'::text, 'failed'::text, 'withdrawn'::text])))
);
alter table public.refunds enable row level security;
CREATE INDEX refunds_created_by_idx ON public.refunds USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX refunds_open_idx ON public.refunds USING btree (order_id) INCLUDE (amount) WHERE (state = ANY (ARRAY['due'::text, 'asked'::text, 'failed'::text]));
CREATE INDEX refunds_order_id_idx ON public.refunds USING btree (order_id, created_at);
CREATE INDEX refunds_paid_at_idx ON public.refunds USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX refunds_payment_id_idx ON public.refunds USING btree (payment_id);
CREATE UNIQUE INDEX refunds_reference_key ON public.refunds USING btree (method, reference) WHERE (reference IS NOT NULL);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.refunds to service_role;
grant select (amount, created_at, id, method, order_id, paid_at, payment_id, reason, reference, source, state, version) on public.refunds to authenticated;
create policy "refunds of visible orders" on public.refunds for select to authenticated using ((EXISTS ( SELECT
   FROM public.orders o
  WHERE (o.id = refunds.order_id))));
CREATE TRIGGER refund_in_credit BEFORE INSERT ON public.refunds FOR EACH ROW WHEN (((new.state = 'due'::text) AND private.pays_in_credit(new.payment_id))) EXECUTE FUNCTION private.refund_in_credit();
CREATE TRIGGER audit_insert AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,payment_id,created_by,paid_at,created_at,updated_at,version}', '{state,source,method,amount,reference}', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.refunds REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,payment_id,created_by,paid_at,created_at,updated_at,version}', '{state,source,method,amount,reference}', 'yes');
CREATE TRIGGER follow_credit AFTER INSERT ON public.refunds FOR EACH ROW WHEN (((new.state = 'paid'::text) AND (new.method = 'credit'::text))) EXECUTE FUNCTION private.follow_credit_refund();
CREATE TRIGGER follow_credit_settled AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = 'paid'::text) AND (old.state <> 'paid'::text) AND (new.method = 'credit'::text))) EXECUTE FUNCTION private.follow_credit_refund();
CREATE TRIGGER follow_razorpay AFTER INSERT OR UPDATE OF state, amount ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.follow_razorpay_refund();
CREATE TRIGGER notify_paid AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.state = 'paid'::text)) EXECUTE FUNCTION private.notify_refund();
CREATE TRIGGER notify_settled AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = 'paid'::text) AND (old.state <> 'paid'::text))) EXECUTE FUNCTION private.notify_refund();

create table public.remittance_lines (
  booked numeric(12,2) not null default 0,
  booked_later boolean not null default false,
  charges numeric(12,2) not null default 0,
  collected numeric(12,2) not null,
  expected numeric(12,2),
  id uuid not null default gen_random_uuid(),
  line_key text not null,
  note text,
  order_id uuid,
  order_text text,
  payment_id uuid,
  place integer not null,
  problem text,
  remittance_id uuid not null,
  settled_at timestamp with time zone,
  settled_by uuid,
  shipment_id uuid,
  tracking_number text,
  constraint remittance_lines_pkey PRIMARY KEY (id),
  constraint remittance_lines_remittance_id_place_key UNIQUE (remittance_id, place),
  constraint remittance_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL,
  constraint remittance_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) ON DELETE SET NULL,
  constraint remittance_lines_remittance_id_fkey FOREIGN KEY (remittance_id) REFERENCES public.remittances(id) ON DELETE CASCADE,
  constraint remittance_lines_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint remittance_lines_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES public.shipments(id) ON DELETE SET NULL,
  constraint remittance_lines_charges_check CHECK ((charges >= (0)::numeric)),
  constraint remittance_lines_check CHECK (((booked >= (0)::numeric) AND (booked <= collected))),
  constraint remittance_lines_collected_check CHECK ((collected >= (0)::numeric)),
  constraint remittance_lines_line_key_check CHECK (((length(line_key) >= 1) AND (length(line_key) <= 100))),
  constraint remittance_lines_note_check CHECK (((length(btrim(note)) >= 1) AND (length(btrim(note)) <= 400))),
  constraint remittance_lines_order_text_check CHECK ((length(order_text) <= 80)),
  constraint remittance_lines_place_check CHECK (((place >= 1) AND (place <= 100000))),
  constraint remittance_lines_problem_check CHECK ((problem = ANY (ARRAY['unknown'::text, 'ambiguous'::text, 'cancelled'::text, 'undelivered'::text, 'not_cod'::text, 'paid'::text]))),
  constraint remittance_lines_settled CHECK (((settled_at IS NULL) = (note IS NULL))),
  constraint remittance_lines_tracking_number_check CHECK ((length(tracking_number) <= 80))
);
alter table public.remittance_lines enable row level security;
CREATE INDEX remittance_lines_booked_later_idx ON public.remittance_lines USING btree (settled_at) WHERE booked_later;
CREATE INDEX remittance_lines_order_id_idx ON public.remittance_lines USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX remittance_lines_payment_id_idx ON public.remittance_lines USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX remittance_lines_settled_by_idx ON public.remittance_lines USING btree (settled_by) WHERE (settled_by IS NOT NULL);
CREATE INDEX remittance_lines_shipment_id_idx ON public.remittance_lines USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);
CREATE UNIQUE INDEX remittance_lines_once_key ON public.remittance_lines USING btree (line_key, collected);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.remittance_lines to service_role;
grant select on public.remittance_lines to authenticated;
create policy "staff with the payments read" on public.remittance_lines for select to authenticated using (( SELECT private.may('payments.manage'::text) AS may));
CREATE TRIGGER audit_update AFTER UPDATE ON public.remittance_lines REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'remittance_id', '{created_at,updated_at,version}', '{booked,problem,settled_at,note}', 'yes');

create table public.remittances (
  courier text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  id uuid not null default gen_random_uuid(),
  other_charges numeric(12,2) not null default 0,
  received numeric(12,2) not null,
  received_on date not null,
  reference text not null,
  constraint remittances_pkey PRIMARY KEY (id),
  constraint remittances_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint remittances_courier_check CHECK (((length(btrim(courier)) >= 1) AND (length(btrim(courier)) <= 80))),
  constraint remittances_other_charges_check CHECK ((other_charges >= (0)::numeric)),
  constraint remittances_received_check CHECK ((received >= (0)::numeric)),
  constraint remittances_reference_check CHECK (((length(btrim(reference)) >= 1) AND (length(btrim(reference)) <= 80)))
);
alter table public.remittances enable row level security;
CREATE INDEX remittances_created_by_idx ON public.remittances USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX remittances_newest_idx ON public.remittances USING btree (created_at DESC, id);
CREATE UNIQUE INDEX remittances_reference_key ON public.remittances USING btree (lower(btrim(courier)), upper(btrim(reference)));
grant delete, insert, maintain, references, select, trigger, truncate, update on public.remittances to service_role;
grant select on public.remittances to authenticated;
create policy "staff with the payments read" on public.remittances for select to authenticated using (( SELECT private.may('payments.manage'::text) AS may));
CREATE TRIGGER audit_insert AFTER INSERT ON public.remittances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,created_by,created_at,updated_at,version}', '', 'yes');

create table public.return_lines (
  credited integer not null default 0,
  damaged integer not null default 0,
  exchange_for uuid,
  lost integer not null default 0,
  order_item_id uuid not null,
  quantity integer not null,
  restocked integer not null default 0,
  return_id uuid not null,
  constraint return_lines_pkey PRIMARY KEY (return_id, order_item_id),
  constraint return_lines_exchange_for_fkey FOREIGN KEY (exchange_for) REFERENCES public.products(id) ON DELETE SET NULL,
  constraint return_lines_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id) ON DELETE CASCADE,
  constraint return_lines_return_id_fkey FOREIGN KEY (return_id) REFERENCES public.returns(id) ON DELETE CASCADE,
  constraint return_lines_check CHECK (((credited >= 0) AND (credited <= quantity))),
  constraint return_lines_damaged_check CHECK ((damaged >= 0)),
  constraint return_lines_lost_check CHECK ((lost >= 0)),
  constraint return_lines_quantity_check CHECK ((quantity > 0)),
  constraint return_lines_received CHECK (((((restocked + damaged) + lost) = 0) OR (((restocked + damaged) + lost) = quantity))),
  constraint return_lines_restocked_check CHECK ((restocked >= 0))
);
alter table public.return_lines enable row level security;
CREATE INDEX return_lines_exchange_for_idx ON public.return_lines USING btree (exchange_for) WHERE (exchange_for IS NOT NULL);
CREATE INDEX return_lines_order_item_id_idx ON public.return_lines USING btree (order_item_id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.return_lines to service_role;
grant select on public.return_lines to authenticated;
grant select on public.return_lines to shop_mail;
create policy "lines of visible returns" on public.return_lines for select to authenticated using ((EXISTS ( SELECT
   FROM public.returns r
  WHERE (r.id = return_lines.return_id))));
create policy "the mail sender reads" on public.return_lines for select to shop_mail using (true);

create table public.returns (
  asked_by text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  credit_file uuid,
  credited numeric(12,2),
  decided_at timestamp with time zone,
  decline_reason text,
  deduction numeric(12,2),
  deduction_reason text,
  ended_at timestamp with time zone,
  exchange_order uuid,
  id uuid not null default gen_random_uuid(),
  message text,
  number integer not null,
  order_id uuid not null,
  reason text not null,
  received_at timestamp with time zone,
  settled_as text,
  state text not null,
  version integer not null default 1,
  wish text not null default 'refund'::text,
  constraint returns_pkey PRIMARY KEY (id),
  constraint returns_exchange_order_key UNIQUE (exchange_order),
  constraint returns_order_id_number_key UNIQUE (order_id, number),
  constraint returns_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint returns_asked_by_check CHECK ((asked_by = ANY (ARRAY['customer'::text, 'staff'::text]))),
  constraint returns_check CHECK (((deduction >= (0)::numeric) AND (deduction <= credited))),
  constraint returns_closed CHECK ((((state = 'closed'::text) = (credited IS NOT NULL)) AND ((credited IS NULL) = (deduction IS NULL)))),
  constraint returns_credited_check CHECK ((credited >= (0)::numeric)),
  constraint returns_decline_reason_check CHECK (((length(btrim(decline_reason)) >= 1) AND (length(btrim(decline_reason)) <= 400))),
  constraint returns_declined CHECK (((decline_reason IS NULL) OR (state = 'declined'::text))),
  constraint returns_deduction CHECK (((deduction IS NULL) OR (deduction = (0)::numeric) OR (deduction_reason IS NOT NULL))),
  constraint returns_deduction_reason_check CHECK (((length(btrim(deduction_reason)) >= 1) AND (length(btrim(deduction_reason)) <= 400))),
  constraint returns_ended CHECK (((state = ANY (ARRAY['declined'::text, 'withdrawn'::text, 'closed'::text])) = (ended_at IS NOT NULL))),
  constraint returns_message_check CHECK (((length(btrim(message)) >= 1) AND (length(btrim(message)) <= 2000))),
  constraint returns_number_check CHECK (((number >= 1) AND (number <= 100))),
  constraint returns_reason_check CHECK ((reason = ANY (ARRAY['damaged'::text, 'wrong'::text, 'missing'::text, 'other'::text]))),
  constraint returns_settled CHECK (
CASE
    WHEN (state = 'closed'::text) THEN ((NOT (settled_as IS DISTINCT FROM 'exchange'::text)) = (exchange_order IS NOT NULL))
    ELSE ((settled_as IS NULL) AND (exchange_order IS NULL))
END),
  constraint returns_settled_as_check CHECK ((settled_as = ANY (ARRAY['refund'::text, 'credit'::text, 'exchange'::text]))),
  constraint returns_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'received'::text, 'closed'::text]))),
  constraint returns_wish_check CHECK ((wish = ANY (ARRAY['refund'::text, 'credit'::text, 'exchange'::text])))
);
alter table public.returns enable row level security;
CREATE INDEX returns_created_at_idx ON public.returns USING btree (created_at DESC, id);
CREATE INDEX returns_created_by_idx ON public.returns USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX returns_ended_at_idx ON public.returns USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX returns_open_idx ON public.returns USING btree (state, created_at, id) WHERE (state = ANY (ARRAY['requested'::text, 'approved'::text, 'received'::text]));
grant delete, insert, maintain, references, select, trigger, truncate, update on public.returns to service_role;
grant select on public.returns to shop_mail;
grant select (asked_by, created_at, credit_file, credited, decided_at, decline_reason, deduction, deduction_reason, ended_at, exchange_order, id, message, number, order_id, reason, received_at, settled_as, state, version, wish) on public.returns to authenticated;
create policy "returns of visible orders" on public.returns for select to authenticated using ((EXISTS ( SELECT
   FROM public.orders o
  WHERE (o.id = returns.order_id))));
create policy "the mail sender reads" on public.returns for select to shop_mail using (true);
CREATE TRIGGER audit_insert AFTER INSERT ON public.returns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,decided_at,received_at,ended_at,credit_file,created_at,updated_at,version}', '{number,state,asked_by,reason,wish,credited,deduction,settled_as}', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.returns REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,decided_at,received_at,ended_at,credit_file,created_at,updated_at,version}', '{number,state,asked_by,reason,wish,credited,deduction,settled_as}', 'yes');

create table public.serial_series (
  digits integer not null,
  kind text not null,
  next_digits integer,
  next_from date,
  next_prefix text,
  prefix text not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint serial_series_pkey PRIMARY KEY (kind),
  constraint serial_series_check CHECK (((length(prefix) + digits) <= 9)),
  constraint serial_series_check1 CHECK (((length(next_prefix) + next_digits) <= 9)),
  constraint serial_series_check2 CHECK ((num_nonnulls(next_prefix, next_digits, next_from) = ANY (ARRAY[0, 3]))),
  constraint serial_series_digits_check CHECK (((digits >= 4) AND (digits <= 8))),
  constraint serial_series_kind_check CHECK ((kind = ANY (ARRAY['tax_invoice'::text, 'bill_of_supply'::text, 'credit_note'::text]))),
  constraint serial_series_next_digits_check CHECK (((next_digits >= 4) AND (next_digits <= 8))),
  constraint serial_series_next_prefix_check CHECK ((next_prefix ~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$'::text)),
  constraint serial_series_prefix_check CHECK ((prefix ~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$'::text))
);
alter table public.serial_series enable row level security;
grant maintain, references, select, trigger on public.serial_series to service_role;
grant select on public.serial_series to authenticated;
create policy "admins read" on public.serial_series for select to authenticated using (( SELECT private.may('settings.write'::text) AS may));
CREATE TRIGGER next_version BEFORE UPDATE ON public.serial_series FOR EACH ROW EXECUTE FUNCTION private.next_version();
CREATE TRIGGER audit_update AFTER UPDATE ON public.serial_series REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('kind', 'kind', '{created_at,updated_at,version}', '', 'yes');

create table public.settings (
  accent text,
  address text not null default ''::text,
  announcement text,
  announcement_from timestamp with time zone,
  announcement_link text,
  announcement_until timestamp with time zone,
  city text not null default ''::text,
  cod_enabled boolean not null default true,
  delivery_charge numeric(12,2) not null default 100,
  delivery_varies boolean not null default false,
  demo_mode boolean not null default false,
  dispatch_days integer not null default 1,
  dispatch_holidays date[] not null default '{}'::date[],
  email text not null default ''::text,
  footer_text text,
  forced_gst_percent numeric(5,2) default 18,
  founded_year integer,
  free_delivery_from numeric(12,2) not null default 1500,
  grievance_email text not null default ''::text,
  grievance_name text not null default ''::text,
  grievance_phone text not null default ''::text,
  gstin text,
  home jsonb not null default '{}'::jsonb,
  hours jsonb not null default '[{"days": "Mon-Fri", "opens": "9:00", "closes": "18:00"}, {"days": "Sat", "opens": "10:00", "closes": "16:00"}, {"days": "Sun", "opens": null, "closes": null}]'::jsonb,
  id boolean not null default true,
  invoice_per_parcel boolean not null default false,
  is_open boolean not null default true,
  legal_name text not null default ''::text,
  logo jsonb,
  logo_dark jsonb,
  other_addresses text not null default ''::text,
  phone text not null default ''::text,
  pincode text not null default ''::text,
  prices_include_gst boolean not null default true,
  razorpay_enabled boolean not null default false,
  razorpay_unpaid_minutes integer not null default 30,
  return_days integer not null default 7,
  second_colour text,
  show_gst_breakdown boolean not null default false,
  social jsonb not null default '{}'::jsonb,
  state_code text not null default '27'::text,
  store_name text not null default 'Shringar'::text,
  transit_home_max integer not null default 3,
  transit_home_min integer not null default 1,
  transit_other_max integer not null default 6,
  transit_other_min integer not null default 3,
  transit_remote_max integer not null default 10,
  transit_remote_min integer not null default 5,
  turnover_above_5_crore boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  upi_unpaid_hours integer not null default 48,
  upi_vpa text,
  version integer not null default 1,
  whatsapp text,
  constraint settings_pkey PRIMARY KEY (id),
  constraint settings_accent CHECK (((accent ~ '^#[0-9a-f]{6}$'::text) AND (private.luminance(accent) <= (0.12)::double precision))),
  constraint settings_announcement CHECK ((((length(btrim(announcement)) >= 1) AND (length(btrim(announcement)) <= 160)) AND (announcement !~ '[[:cntrl:]]'::text))),
  constraint settings_announcement_link CHECK (((announcement_link ~ '^(/([^/\\]|$)|https://)'::text) AND (length(announcement_link) <= 500))),
  constraint settings_announcement_until CHECK ((announcement_until > announcement_from)),
  constraint settings_check CHECK (((gstin IS NULL) OR ("left"(gstin, 2) = state_code))),
  constraint settings_delivery_charge_check CHECK ((delivery_charge >= (0)::numeric)),
  constraint settings_dispatch_days_check CHECK (((dispatch_days >= 0) AND (dispatch_days <= 60))),
  constraint settings_dispatch_holidays_check CHECK (((cardinality(dispatch_holidays) <= 60) AND (array_position(dispatch_holidays, NULL::date) IS NULL))),
  constraint settings_footer_text CHECK (((length(btrim(footer_text)) >= 1) AND (length(btrim(footer_text)) <= 300))),
  constraint settings_forced_gst_percent_check CHECK (((forced_gst_percent >= (0)::numeric) AND (forced_gst_percent <= (100)::numeric))),
  constraint settings_founded_year_check CHECK (((founded_year >= 1800) AND (founded_year <= 2200))),
  constraint settings_free_delivery_from_check CHECK ((free_delivery_from >= (0)::numeric)),
  constraint settings_gstin_check CHECK (private.looks_like_gstin(gstin)),
  constraint settings_home CHECK (((jsonb_typeof(home) = 'object'::text) AND (octet_length((home)::text) <= 12000))),
  constraint settings_hours_check CHECK ((jsonb_typeof(hours) = 'array'::text)),
  constraint settings_id_check CHECK (id),
  constraint settings_logo_check CHECK ((jsonb_typeof(logo) = 'object'::text)),
  constraint settings_logo_dark_check CHECK ((jsonb_typeof(logo_dark) = 'object'::text)),
  constraint settings_other_addresses_check CHECK ((length(other_addresses) <= 2000)),
  constraint settings_pincode_check CHECK (((pincode = ''::text) OR (pincode ~ '^[1-9][0-9]{5}$'::text))),
  constraint settings_razorpay_unpaid_minutes_check CHECK (((razorpay_unpaid_minutes >= 5) AND (razorpay_unpaid_minutes <= 1440))),
  constraint settings_return_days_check CHECK (((return_days >= 0) AND (return_days <= 365))),
  constraint settings_second_colour CHECK (((second_colour ~ '^#[0-9a-f]{6}$'::text) AND (private.luminance(second_colour) <= (0.12)::double precision))),
  constraint settings_social_check CHECK ((jsonb_typeof(social) = 'object'::text)),
  constraint settings_state_code_check CHECK ((state_code ~ '^[0-9]{2}$'::text)),
  constraint settings_store_name_check CHECK (((length(btrim(store_name)) >= 1) AND (length(btrim(store_name)) <= 80))),
  constraint settings_transit_home CHECK ((transit_home_min <= transit_home_max)),
  constraint settings_transit_home_max_check CHECK (((transit_home_max >= 0) AND (transit_home_max <= 60))),
  constraint settings_transit_home_min_check CHECK (((transit_home_min >= 0) AND (transit_home_min <= 60))),
  constraint settings_transit_other CHECK ((transit_other_min <= transit_other_max)),
  constraint settings_transit_other_max_check CHECK (((transit_other_max >= 0) AND (transit_other_max <= 60))),
  constraint settings_transit_other_min_check CHECK (((transit_other_min >= 0) AND (transit_other_min <= 60))),
  constraint settings_transit_remote CHECK ((transit_remote_min <= transit_remote_max)),
  constraint settings_transit_remote_max_check CHECK (((transit_remote_max >= 0) AND (transit_remote_max <= 60))),
  constraint settings_transit_remote_min_check CHECK (((transit_remote_min >= 0) AND (transit_remote_min <= 60))),
  constraint settings_upi_unpaid_hours_check CHECK (((upi_unpaid_hours >= 1) AND (upi_unpaid_hours <= 720))),
  constraint settings_upi_vpa_check CHECK ((upi_vpa ~ '^[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9.-]{1,63}$'::text)),
  constraint settings_whatsapp CHECK (((length(whatsapp) <= 40) AND (regexp_replace(whatsapp, '[[:space:]().-]'::text, ''::text, 'g'::text) ~ '^(\+91|91|0)?[6-9][0-9]{9}$'::text)))
);
alter table public.settings enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.settings to service_role;
grant select on public.settings to anon;
grant select on public.settings to authenticated;
grant select on public.settings to shop_mail;
grant select on public.settings to shop_orders;
grant update (accent, announcement, announcement_from, announcement_link, announcement_until, cod_enabled, delivery_charge, demo_mode, dispatch_days, dispatch_holidays, email, footer_text, forced_gst_percent, founded_year, free_delivery_from, grievance_email, grievance_name, grievance_phone, home, hours, invoice_per_parcel, other_addresses, phone, prices_include_gst, razorpay_enabled, razorpay_unpaid_minutes, return_days, second_colour, show_gst_breakdown, social, transit_home_max, transit_home_min, transit_other_max, transit_other_min, transit_remote_max, transit_remote_min, turnover_above_5_crore, upi_unpaid_hours, whatsapp) on public.settings to authenticated;
create policy "everyone reads" on public.settings for select to anon, authenticated, shop_mail, shop_orders using (true);
create policy "admins change" on public.settings for update to authenticated using (( SELECT private.may('settings.write'::text) AS may)) with check (( SELECT private.may('settings.write'::text) AS may));
CREATE TRIGGER guard_razorpay_enabled BEFORE UPDATE OF razorpay_enabled ON public.settings FOR EACH ROW WHEN ((new.razorpay_enabled AND (NOT old.razorpay_enabled))) EXECUTE FUNCTION private.guard_razorpay_enabled();
CREATE TRIGGER next_version BEFORE UPDATE ON public.settings FOR EACH ROW EXECUTE FUNCTION private.next_version();
CREATE TRIGGER recheck_prices BEFORE UPDATE OF prices_include_gst, forced_gst_percent, gstin ON public.settings FOR EACH ROW WHEN (((old.prices_include_gst IS DISTINCT FROM new.prices_include_gst) OR (old.forced_gst_percent IS DISTINCT FROM new.forced_gst_percent) OR ((old.gstin IS NULL) <> (new.gstin IS NULL)))) EXECUTE FUNCTION private.recheck_prices();
CREATE TRIGGER announce_delete AFTER DELETE ON public.settings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_insert AFTER INSERT ON public.settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER announce_update AFTER UPDATE ON public.settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_change();
CREATE TRIGGER audit_update AFTER UPDATE ON public.settings REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{delivery_varies,created_at,updated_at,version}', '', 'yes');

create table public.shipment_lines (
  damaged integer not null default 0,
  lost integer not null default 0,
  order_item_id uuid not null,
  quantity integer not null,
  restocked integer not null default 0,
  shipment_id uuid not null,
  constraint shipment_lines_pkey PRIMARY KEY (shipment_id, order_item_id),
  constraint shipment_lines_order_item_id_fkey FOREIGN KEY (order_item_id) REFERENCES public.order_items(id) ON DELETE CASCADE,
  constraint shipment_lines_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES public.shipments(id) ON DELETE CASCADE,
  constraint shipment_lines_came_back CHECK (((((restocked + damaged) + lost) = 0) OR (((restocked + damaged) + lost) = quantity))),
  constraint shipment_lines_damaged_check CHECK ((damaged >= 0)),
  constraint shipment_lines_lost_check CHECK ((lost >= 0)),
  constraint shipment_lines_quantity_check CHECK ((quantity > 0)),
  constraint shipment_lines_restocked_check CHECK ((restocked >= 0))
);
alter table public.shipment_lines enable row level security;
CREATE INDEX shipment_lines_order_item_id_idx ON public.shipment_lines USING btree (order_item_id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.shipment_lines to service_role;
grant select on public.shipment_lines to authenticated;
grant select on public.shipment_lines to shop_mail;
create policy "lines of visible parcels" on public.shipment_lines for select to authenticated using ((EXISTS ( SELECT
   FROM public.shipments s
  WHERE (s.id = shipment_lines.shipment_id))));
create policy "the mail sender reads" on public.shipment_lines for select to shop_mail using (true);

create table public.shipments (
  closed_at timestamp with time zone,
  courier text,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  delivered_at timestamp with time zone,
  eway_bill text,
  eway_bill_until date,
  id uuid not null default (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid,
  invoice_file uuid,
  number integer not null,
  order_id uuid not null,
  own_delivery boolean not null default false,
  shipped_at timestamp with time zone,
  state text not null,
  tracking_number text,
  undelivered boolean not null default false,
  version integer not null default 1,
  constraint shipments_pkey PRIMARY KEY (id),
  constraint shipments_order_id_number_key UNIQUE (order_id, number),
  constraint shipments_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint shipments_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE,
  constraint shipments_closed CHECK (((state = ANY (ARRAY['returned'::text, 'lost'::text])) = (closed_at IS NOT NULL))),
  constraint shipments_courier_check CHECK ((length(courier) <= 80)),
  constraint shipments_delivered CHECK (((state = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint shipments_eway_bill CHECK (((eway_bill IS NOT NULL) OR (eway_bill_until IS NULL))),
  constraint shipments_eway_bill_check CHECK ((eway_bill ~ '^[0-9]{12}$'::text)),
  constraint shipments_eway_bill_until_check CHECK (((eway_bill_until >= '2018-04-01'::date) AND (eway_bill_until <= '2200-01-01'::date))),
  constraint shipments_number_check CHECK (((number >= 1) AND (number <= 100))),
  constraint shipments_own_delivery CHECK (((NOT own_delivery) OR ((courier IS NULL) AND (tracking_number IS NULL)))),
  constraint shipments_shipped CHECK (((state = 'packed'::text) = (shipped_at IS NULL))),
  constraint shipments_state_check CHECK ((state = ANY (ARRAY['packed'::text, 'shipped'::text, 'delivered'::text, 'returning'::text, 'returned'::text, 'lost'::text]))),
  constraint shipments_tracking_number_check CHECK ((length(tracking_number) <= 80)),
  constraint shipments_undelivered CHECK (((NOT undelivered) OR (state = ANY (ARRAY['returning'::text, 'returned'::text, 'lost'::text]))))
);
alter table public.shipments enable row level security;
CREATE INDEX shipments_created_by_idx ON public.shipments USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX shipments_tracking_idx ON public.shipments USING btree (upper(regexp_replace(tracking_number, '\s'::text, ''::text, 'g'::text))) WHERE (tracking_number IS NOT NULL);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.shipments to service_role;
grant select on public.shipments to authenticated;
grant select on public.shipments to shop_mail;
create policy "parcels of visible orders" on public.shipments for select to authenticated using ((EXISTS ( SELECT
   FROM public.orders o
  WHERE (o.id = shipments.order_id))));
create policy "the mail sender reads" on public.shipments for select to shop_mail using (true);
CREATE TRIGGER keep_booked BEFORE DELETE ON public.shipments FOR EACH ROW WHEN ((old.state = 'packed'::text)) EXECUTE FUNCTION private.keep_booked_parcel();
CREATE TRIGGER audit_delete AFTER DELETE ON public.shipments REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,shipped_at,delivered_at,closed_at,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.shipments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,shipped_at,delivered_at,closed_at,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_update AFTER UPDATE ON public.shipments REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,shipped_at,delivered_at,closed_at,created_at,updated_at,version}', '', 'yes');

create table public.stock_movements (
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  id bigint not null generated always as identity,
  note text,
  order_id uuid,
  product_id uuid not null,
  quantity integer not null,
  reason text not null,
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint stock_movements_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL,
  constraint stock_movements_note_check CHECK (((length(note) >= 1) AND (length(note) <= 300))),
  constraint stock_movements_quantity_check CHECK ((quantity <> 0)),
  constraint stock_movements_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 60)))
);
alter table public.stock_movements enable row level security;
CREATE INDEX stock_movements_order_id_idx ON public.stock_movements USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX stock_movements_product_id_idx ON public.stock_movements USING btree (product_id, id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.stock_movements to service_role;
grant select on public.stock_movements to authenticated;
grant insert (order_id, product_id, quantity, reason) on public.stock_movements to shop_orders;
create policy "the order service sells" on public.stock_movements for insert to shop_orders with check (((reason = 'order'::text) AND (quantity < 0) AND (order_id IS NOT NULL)));
create policy "admins read" on public.stock_movements for select to authenticated using (( SELECT private.may('catalogue.write'::text) AS may));
CREATE TRIGGER queue_stock_event AFTER INSERT ON public.stock_movements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.queue_stock_event();

create table public.stock_requests (
  created_at timestamp with time zone not null default now(),
  product_id uuid not null,
  purpose text not null default 'back_in_stock'::text,
  user_id uuid not null,
  version integer not null,
  constraint stock_requests_pkey PRIMARY KEY (user_id, product_id),
  constraint stock_requests_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint stock_requests_purpose_version_fkey FOREIGN KEY (purpose, version) REFERENCES public.consent_notices(purpose, version),
  constraint stock_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint stock_requests_purpose_check CHECK ((purpose = 'back_in_stock'::text))
);
alter table public.stock_requests enable row level security;
CREATE INDEX stock_requests_notice_idx ON public.stock_requests USING btree (purpose, version);
CREATE INDEX stock_requests_product_id_idx ON public.stock_requests USING btree (product_id, created_at);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.stock_requests to service_role;
grant delete, select on public.stock_requests to authenticated;
create policy "withdraw own" on public.stock_requests for delete to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "own requests" on public.stock_requests for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));

create table public.store_credit_balances (
  balance numeric(12,2) not null default 0,
  user_id uuid not null,
  constraint store_credit_balances_pkey PRIMARY KEY (user_id),
  constraint store_credit_balances_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint store_credit_never_below_zero CHECK ((balance >= (0)::numeric))
);
alter table public.store_credit_balances enable row level security;
grant maintain, references, select, trigger on public.store_credit_balances to service_role;
grant select on public.store_credit_balances to authenticated;
create policy "the own balance, and all of them for staff with the payments" on public.store_credit_balances for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('payments.manage'::text) AS may)));

create table public.store_credit_entries (
  amount numeric(12,2) not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  id uuid not null default (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid,
  kind text not null,
  order_id uuid,
  reason text,
  refund_id uuid,
  user_id uuid,
  constraint store_credit_entries_pkey PRIMARY KEY (id),
  constraint store_credit_entries_refund_id_key UNIQUE (refund_id),
  constraint store_credit_entries_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint store_credit_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL,
  constraint store_credit_entries_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES public.refunds(id) ON DELETE SET NULL,
  constraint store_credit_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint store_credit_entries_amount_check CHECK ((amount <> (0)::numeric)),
  constraint store_credit_entries_kind CHECK (
CASE kind
    WHEN 'refund'::text THEN (amount > (0)::numeric)
    WHEN 'order'::text THEN (amount < (0)::numeric)
    ELSE (reason IS NOT NULL)
END),
  constraint store_credit_entries_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'order'::text, 'staff'::text]))),
  constraint store_credit_entries_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 200)))
);
alter table public.store_credit_entries enable row level security;
CREATE INDEX store_credit_entries_created_at_idx ON public.store_credit_entries USING btree (created_at);
CREATE INDEX store_credit_entries_created_by_idx ON public.store_credit_entries USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX store_credit_entries_order_id_idx ON public.store_credit_entries USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX store_credit_entries_user_id_idx ON public.store_credit_entries USING btree (user_id, created_at DESC, id);
grant maintain, references, select, trigger on public.store_credit_entries to service_role;
grant select (amount, created_at, id, kind, order_id, reason, refund_id, user_id) on public.store_credit_entries to authenticated;
create policy "own entries, and all of them for staff with the payments" on public.store_credit_entries for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('payments.manage'::text) AS may)));
CREATE TRIGGER audit_insert AFTER INSERT ON public.store_credit_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'user_id', '{id,user_id,reason,created_by,created_at,updated_at,version}', '{amount,kind}', 'yes');

create table public.tally_ledgers (
  bank text not null default 'Bank'::text,
  card text not null default 'Card machine'::text,
  cash text not null default 'Cash'::text,
  cgst text not null default 'CGST'::text,
  cod text not null default 'Cash on delivery'::text,
  company text not null default ''::text,
  courier_charges text not null default 'Courier charges'::text,
  courier_differences text not null default 'Courier differences'::text,
  credit text not null default 'Store credit'::text,
  credit_by_hand text not null default 'Store credit given'::text,
  delivery text not null default 'Delivery charges'::text,
  discount text not null default ''::text,
  id boolean not null default true,
  igst text not null default 'IGST'::text,
  party_group text not null default 'Sundry Debtors'::text,
  razorpay text not null default 'Razorpay'::text,
  sales text not null default 'Sales {rate}%'::text,
  sales_inter_state text not null default 'Inter-State sales {rate}%'::text,
  sgst text not null default 'SGST'::text,
  unregistered_party text not null default 'Online customers'::text,
  updated_at timestamp with time zone not null default now(),
  upi text not null default 'UPI'::text,
  version integer not null default 1,
  constraint tally_ledgers_pkey PRIMARY KEY (id),
  constraint tally_ledgers_bank_check CHECK ((private.is_ledger_name(bank) AND (bank <> ''::text))),
  constraint tally_ledgers_card_check CHECK ((private.is_ledger_name(card) AND (card <> ''::text))),
  constraint tally_ledgers_cash_check CHECK ((private.is_ledger_name(cash) AND (cash <> ''::text))),
  constraint tally_ledgers_cgst_check CHECK ((private.is_ledger_name(cgst) AND (cgst <> ''::text))),
  constraint tally_ledgers_cod_check CHECK ((private.is_ledger_name(cod) AND (cod <> ''::text))),
  constraint tally_ledgers_company_check CHECK (private.is_ledger_name(company)),
  constraint tally_ledgers_courier_charges_check CHECK ((private.is_ledger_name(courier_charges) AND (courier_charges <> ''::text))),
  constraint tally_ledgers_courier_differences_check CHECK ((private.is_ledger_name(courier_differences) AND (courier_differences <> ''::text))),
  constraint tally_ledgers_credit_by_hand_check CHECK ((private.is_ledger_name(credit_by_hand) AND (credit_by_hand <> ''::text))),
  constraint tally_ledgers_credit_check CHECK ((private.is_ledger_name(credit) AND (credit <> ''::text))),
  constraint tally_ledgers_delivery_check CHECK ((private.is_ledger_name(delivery) AND (delivery <> ''::text))),
  constraint tally_ledgers_discount_check CHECK (private.is_ledger_name(discount)),
  constraint tally_ledgers_id_check CHECK (id),
  constraint tally_ledgers_igst_check CHECK ((private.is_ledger_name(igst) AND (igst <> ''::text))),
  constraint tally_ledgers_party_group_check CHECK ((private.is_ledger_name(party_group) AND (party_group <> ''::text))),
  constraint tally_ledgers_razorpay_check CHECK ((private.is_ledger_name(razorpay) AND (razorpay <> ''::text))),
  constraint tally_ledgers_sales_check CHECK ((private.is_ledger_name(sales) AND (sales <> ''::text))),
  constraint tally_ledgers_sales_inter_state_check CHECK ((private.is_ledger_name(sales_inter_state) AND (sales_inter_state <> ''::text))),
  constraint tally_ledgers_sgst_check CHECK ((private.is_ledger_name(sgst) AND (sgst <> ''::text))),
  constraint tally_ledgers_unregistered_party_check CHECK ((private.is_ledger_name(unregistered_party) AND (unregistered_party <> ''::text))),
  constraint tally_ledgers_upi_check CHECK ((private.is_ledger_name(upi) AND (upi <> ''::text)))
);
alter table public.tally_ledgers enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on public.tally_ledgers to service_role;
grant select on public.tally_ledgers to authenticated;
grant select on public.tally_ledgers to shop_orders;
grant update (bank, card, cash, cgst, cod, company, courier_charges, courier_differences, credit, credit_by_hand, delivery, discount, igst, party_group, razorpay, sales, sales_inter_state, sgst, unregistered_party, upi) on public.tally_ledgers to authenticated;
create policy "staff with the return read" on public.tally_ledgers for select to authenticated using (( SELECT private.may('gst.read'::text) AS may));
create policy "the exports read" on public.tally_ledgers for select to shop_orders using (true);
create policy "staff with the payments change" on public.tally_ledgers for update to authenticated using (( SELECT private.may('payments.manage'::text) AS may)) with check (( SELECT private.may('payments.manage'::text) AS may));
CREATE TRIGGER next_version BEFORE UPDATE ON public.tally_ledgers FOR EACH ROW EXECUTE FUNCTION private.next_version();
CREATE TRIGGER audit_update AFTER UPDATE ON public.tally_ledgers REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{created_at,updated_at,version}', '', 'yes');

create table public.user_roles (
  created_at timestamp with time zone not null default now(),
  granted_by uuid,
  role text not null,
  user_id uuid not null,
  constraint user_roles_pkey PRIMARY KEY (user_id),
  constraint user_roles_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint user_roles_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'catalogue'::text, 'orders'::text, 'accounts'::text])))
);
alter table public.user_roles enable row level security;
CREATE INDEX user_roles_granted_by_idx ON public.user_roles USING btree (granted_by);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.user_roles to service_role;
grant select on public.user_roles to authenticated;
create policy "own roles, and all of them for admins" on public.user_roles for select to authenticated using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('customers.read'::text) AS may)));
CREATE TRIGGER audit_delete AFTER DELETE ON public.user_roles REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('user_id', 'user_id', '{user_id,created_at,updated_at,version}', '', 'yes');
CREATE TRIGGER audit_insert AFTER INSERT ON public.user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('user_id', 'user_id', '{user_id,created_at,updated_at,version}', '', 'yes');

create table public.wishlist_items (
  created_at timestamp with time zone not null default now(),
  product_id uuid not null,
  user_id uuid not null default auth.uid(),
  constraint wishlist_items_pkey PRIMARY KEY (user_id, product_id),
  constraint wishlist_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.products(id) ON DELETE CASCADE,
  constraint wishlist_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.wishlist_items enable row level security;
CREATE INDEX wishlist_items_product_id_idx ON public.wishlist_items USING btree (product_id);
grant delete, insert, maintain, references, select, trigger, truncate, update on public.wishlist_items to service_role;
grant delete, select on public.wishlist_items to authenticated;
grant insert (product_id, user_id) on public.wishlist_items to authenticated;
create policy "wish for what is sold" on public.wishlist_items for insert to authenticated with check (((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.products p
  WHERE ((p.id = wishlist_items.product_id) AND (p.status = 'active'::text))))));
create policy "remove own" on public.wishlist_items for delete to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "own wishlist" on public.wishlist_items for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
CREATE TRIGGER bound_wishlist BEFORE INSERT ON public.wishlist_items FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.user_id = auth.uid()))) EXECUTE FUNCTION private.bound_wishlist();

-- ─── views ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create view public.customers with (security_invoker=true) as
 SELECT f.id,
    f.full_name,
    f.company_name,
    f.gstin,
    f.phone,
    f.since AS created_at,
    f.orders,
    f.spent,
    f.last_order_at,
    COALESCE(f.state, ( SELECT a.state
           FROM public.addresses a
          WHERE a.user_id = f.user_id
          ORDER BY a.is_default DESC, a.created_at DESC
         LIMIT 1)) AS state,
    b.created_at AS blocked_at,
    (EXISTS ( SELECT
           FROM public.user_roles r
          WHERE r.user_id = f.user_id)) AS is_staff,
    lower(COALESCE(NULLIF(f.full_name, ''::text), f.company_name, ''::text)) AS sort_name,
    (((((COALESCE(f.full_name, ''::text) || ' '::text) || COALESCE(f.company_name, ''::text)) || ' '::text) || COALESCE(f.phone, ''::text)) || ' '::text) || COALESCE(f.gstin, ''::text) AS words,
    f.user_id IS NULL AS is_guest
   FROM public.customer_figures f
     LEFT JOIN public.account_blocks b ON b.user_id = f.user_id;
grant select on public.customers to authenticated;
grant select on public.customers to service_role;

-- ─── triggers and policies on tables of the services ─────────────────────────────────────────────────────────────────────────

CREATE TRIGGER erase_concession_reasons BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.erase_override_reasons();
CREATE TRIGGER erase_person BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.erase_person();
CREATE TRIGGER log_confirmed_consents AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.log_first_consents();
CREATE TRIGGER log_first_consents AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.log_first_consents();
CREATE TRIGGER make_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.make_profile();
CREATE TRIGGER name_profile AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.name_profile();
CREATE TRIGGER take_over_orders AFTER UPDATE OF email, email_confirmed_at, last_sign_in_at ON auth.users FOR EACH ROW WHEN ((new.email_confirmed_at IS NOT NULL)) EXECUTE FUNCTION private.adopt_orders();
create policy "the server asks" on realtime.messages for insert to supabase_realtime_admin with check (true);
create policy "pictures of banners: add" on storage.objects for insert to authenticated with check (((bucket_id = 'banner_images'::text) AND ( SELECT private.may('marketing.write'::text) AS may)));
create policy "pictures of banners: remove" on storage.objects for delete to authenticated using (((bucket_id = 'banner_images'::text) AND ( SELECT private.may('marketing.write'::text) AS may)));
create policy "pictures of banners: see" on storage.objects for select to authenticated using (((bucket_id = 'banner_images'::text) AND ( SELECT private.may('marketing.write'::text) AS may)));
create policy "pictures of goods: add" on storage.objects for insert to authenticated with check (((bucket_id = ANY (ARRAY['product_images'::text, 'category_images'::text])) AND ( SELECT private.may('catalogue.write'::text) AS may)));
create policy "pictures of goods: remove" on storage.objects for delete to authenticated using (((bucket_id = ANY (ARRAY['product_images'::text, 'category_images'::text])) AND ( SELECT private.may('catalogue.write'::text) AS may)));
create policy "pictures of goods: see" on storage.objects for select to authenticated using (((bucket_id = ANY (ARRAY['product_images'::text, 'category_images'::text])) AND ( SELECT private.may('catalogue.write'::text) AS may)));

-- ─── publications ────────────────────────────────────────────────────────────────────────────────────────────────────────────

create publication supabase_realtime for table public.notifications, public.orders;

-- ─── functions ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE OR REPLACE FUNCTION private.absorb_history_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.created_by is distinct from auth.uid() or new.status <> 'cancelled' or not exists (
    select from public.orders o where o.id = new.order_id and o.user_id = auth.uid() and o.status = 'cancelled'
  ) then
    raise exception 'new row violates row-level security policy for table "order_status_history"' using errcode = '42501';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.account_entries(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id text, p_limit integer)
 RETURNS TABLE(id text, at text, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query
    with entries as (
      select 'transfer ' || r.id as id, r.created_at as moment, jsonb_build_object('kind', 'transfer', 'courier', r.courier, 'reference', r.reference,
          'received_on', r.received_on, 'received', r.received, 'charges', r.other_charges + s.charges, 'booked', s.booked) as content
        from public.remittances r cross join lateral (
          select coalesce(sum(l.charges), 0) as charges, coalesce(sum(l.booked) filter (where not l.booked_later), 0) as booked
          from public.remittance_lines l where l.remittance_id = r.id) s
        where r.created_at >= coalesce(p_after_at, p_from) and r.created_at < p_until
      union all
      select 'settled ' || l.id, l.settled_at, jsonb_build_object('kind', 'settlement', 'courier', r.courier, 'reference', r.reference,
          'amount', l.booked, 'method', coalesce(p.method, 'cod'), 'order_number', o.order_number)
        from public.remittance_lines l join public.remittances r on r.id = l.remittance_id
          left join public.payments p on p.id = l.payment_id left join public.orders o on o.id = l.order_id
        where l.booked_later and l.settled_at >= coalesce(p_after_at, p_from) and l.settled_at < p_until
      union all
      select 'credit ' || e.id, e.created_at, jsonb_build_object('kind', 'credit', 'amount', e.amount, 'reason', e.reason,
          'name', coalesce(nullif(btrim(f.company_name), ''), nullif(btrim(f.full_name), '')))
        from public.store_credit_entries e left join public.profiles f on f.id = e.user_id
        where e.kind = 'staff' and e.created_at >= coalesce(p_after_at, p_from) and e.created_at < p_until
    )
    select y.id, private.utc_text(y.moment), y.content from entries y
    where p_after_at is null or (y.moment, y.id collate "C") > (p_after_at, p_after_id collate "C")
    order by y.moment, y.id collate "C" limit least(p_limit, 1000);
end $function$;
grant execute on function private.account_entries(uuid,timestamp with time zone,timestamp with time zone,timestamp with time zone,text,integer) to shop_orders;

CREATE OR REPLACE FUNCTION private.account_money(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id text, p_limit integer)
 RETURNS TABLE(id text, at text, kind text, method text, amount numeric, reference text, order_id uuid, order_number integer, name text, gstin text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query
    with money as (
      select 'receipt ' || m.payment_id as id, m.received_at as moment, 'receipt' as kind, p.method, p.amount, p.provider_reference as reference, p.order_id
        from private.payment_moments m join public.payments p on p.id = m.payment_id
        where m.received_at >= coalesce(p_after_at, p_from) and m.received_at < p_until and p.amount > 0
      union all
      select 'refund ' || r.id, r.paid_at, 'refund', coalesce(r.method, p.method), r.amount, r.reference, r.order_id
        from public.refunds r join public.payments p on p.id = r.payment_id
        where r.paid_at >= coalesce(p_after_at, p_from) and r.paid_at < p_until
    )
    select y.id, private.utc_text(y.moment), y.kind, y.method, y.amount, y.reference, o.id, o.order_number, coalesce(o.company_name, o.full_name), o.gstin
    from money y join public.orders o on o.id = y.order_id
    where p_after_at is null or (y.moment, y.id collate "C") > (p_after_at, p_after_id collate "C")
    order by y.moment, y.id collate "C" limit least(p_limit, 1000);
end $function$;
grant execute on function private.account_money(uuid,timestamp with time zone,timestamp with time zone,timestamp with time zone,text,integer) to shop_orders;

CREATE OR REPLACE FUNCTION private.account_orders(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer)
 RETURNS TABLE(id uuid, at text, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query
    select o.id, private.utc_text(o.created_at), jsonb_build_object(
      'order', jsonb_build_object('id', o.id, 'order_number', o.order_number, 'created_at', private.utc_text(o.created_at), 'status', o.status,
        'full_name', o.full_name, 'company_name', o.company_name, 'gstin', o.gstin, 'state', o.state, 'place_of_supply', o.place_of_supply,
        'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total, 'coupon_code', o.coupon_code,
        'offers', o.offers, 'charges', o.charges, 'total_amount', o.total_amount, 'store_credit', o.store_credit, 'payment_method', o.payment_method, 'payment_state', o.payment_state),
      'items', (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit,
          'quantity', i.quantity, 'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst,
          'sgst', i.sgst, 'igst', i.igst, 'total', i.total) order by i.product_name collate "C", i.id), '[]')
        from public.order_items i where i.order_id = o.id),
      'documents', (select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at))
          order by d.issued_at, d.serial), '[]')
        from public.documents d where d.order_id = o.id))
    from public.orders o
    where o.created_at >= coalesce(p_after_at, p_from) and o.created_at < p_until and (p_after_at is null or (o.created_at, o.id) > (p_after_at, p_after_id))
    order by o.created_at, o.id limit least(p_limit, 1000);
end $function$;
grant execute on function private.account_orders(uuid,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer) to shop_orders;

CREATE OR REPLACE FUNCTION private.add_parts(p_table regclass, p_this date, p_step interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '500ms'
AS $function$
declare
  name constant text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  time_column constant text := (select a.attname from pg_catalog.pg_partitioned_table k
    join pg_catalog.pg_attribute a on a.attrelid = k.partrelid and a.attnum = k.partattrs[0] where k.partrelid = p_table);
  newest date;
  first_day date;
  begins timestamptz;
  ends timestamptz;
  part text;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.add_parts'), hashtext(name)) then return; end if;   -- another process is at it
  newest := (select max(to_date(substring(c.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM'))
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid where i.inhparent = p_table);
  if newest >= p_this + p_step then return; end if;
  -- who inserts waits for the table, and then finds the new part. who waited for the rest would be refused by its bounds
  execute format('lock table %s in share row exclusive mode', p_table);
  for first_day in select generate_series(coalesce(newest + p_step, p_this), p_this + p_step, p_step) loop
    part := name || to_char(first_day, '_YYYY_MM');
    begins := case when newest is null and first_day = p_this then '-infinity' else first_day::timestamp at time zone 'Asia/Kolkata' end;
    ends := (first_day + p_step) at time zone 'Asia/Kolkata';
    execute format('lock table parts.%I in access exclusive mode', name || '_rest');
    execute format('create table parts.%I (like %s including constraints)', part, p_table);
    execute format('alter table parts.%I enable row level security', part);
    execute format('with moved as (delete from parts.%1$I r where r.%2$I >= %3$L and r.%2$I < %4$L returning r.*) insert into parts.%5$I select * from moved',
      name || '_rest', time_column, begins, ends, part);
    execute format('alter table %s attach partition parts.%I for values from (%L) to (%L)', p_table, part, begins, ends);
  end loop;
exception when lock_not_available then raise warning 'no parts of % were made, because it is in use', p_table;
end $function$;

CREATE OR REPLACE FUNCTION private.add_return_photo(p_user uuid, p_return uuid, p_bytes bytea, OUT refusal text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.returns r where r.id = p_return for update;   -- two at once would both be below the limit
  refusal := private.may_add_return_photo(p_user, p_return);
  if refusal is null then insert into private.return_photos (return_id, bytes, created_at) values (p_return, p_bytes, private.clock_now()); end if;
end $function$;
grant execute on function private.add_return_photo(uuid,uuid,bytea) to shop_orders;

CREATE OR REPLACE FUNCTION private.add_return(p_order public.orders, p_lines jsonb, p_reason text, p_message text, p_asked_by text, p_wish text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.returns;
begin
  if p_order.status <> 'delivered' then
    raise exception 'Only a delivered order can be returned' using errcode = 'PT409', detail = '{"code":"NOT_DELIVERED"}';
  end if;
  if p_reason is null or p_reason not in ('damaged', 'wrong', 'missing', 'other') then
    raise exception 'A return has a reason' using errcode = '22023', detail = '{"code":"INVALID","field":"reason"}';
  end if;
  if p_wish is null or p_wish not in ('refund', 'credit', 'exchange') or (p_wish <> 'refund' and p_order.user_id is null) then
    raise exception 'Credit and exchanges need an account' using errcode = '22023', detail = '{"code":"INVALID","field":"wish"}';
  end if;
  if length(p_message) > 2000 then
    raise exception 'The message has at most 2000 characters' using errcode = '22023', detail = '{"code":"INVALID","field":"message"}';
  end if;
  if private.are_return_lines(p_lines, '{quantity}') is distinct from true
    or exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer) where c.quantity < 1) then
    raise exception 'These are no lines of a return' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  if p_wish = 'exchange' and exists (select from jsonb_array_elements(p_lines) c (line) where not exists (select from private.exchange_choices(p_order.id) x
      where x.item::text = c.line ->> 'item' and x.product::text = c.line ->> 'exchange_for')) then
    raise exception 'Each line names what it is exchanged for' using errcode = '22023', detail = '{"code":"INVALID","field":"exchange_for"}';
  end if;
  if exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer)
      left join private.returnable_pieces(p_order.id) p on p.item = c.item where p.item is null or c.quantity > p.rest) then
    raise exception 'So many pieces are not left of the order' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  if (select count(*) from public.returns r where r.order_id = p_order.id) >= 100 then
    raise exception 'An order has at most 100 returns' using errcode = 'PT409', detail = '{"code":"TOO_MANY_RETURNS"}';
  end if;
  insert into public.returns (order_id, number, state, asked_by, reason, wish, message, created_by, created_at, decided_at)
    values (p_order.id, (select coalesce(max(r.number), 0) + 1 from public.returns r where r.order_id = p_order.id),
      case p_asked_by when 'staff' then 'approved' else 'requested' end, p_asked_by, p_reason, p_wish, nullif(btrim(p_message), ''), auth.uid(),
      private.clock_now(), case p_asked_by when 'staff' then private.clock_now() end)
    returning * into made;
  insert into public.return_lines (return_id, order_item_id, quantity, exchange_for)
    select made.id, c.item, c.quantity, case when p_wish = 'exchange' then c.exchange_for end from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer, exchange_for uuid);
  perform private.follow_return(made);
  return made.id;
end $function$;

CREATE OR REPLACE FUNCTION private.add_shipment(p_order uuid, p_lines jsonb, p_state text, p_courier text, p_tracking text, p_own boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
  place integer;
begin
  select min(n) into place from generate_series(1, 100) n where not exists (select from public.shipments s where s.order_id = p_order and s.number = n);
  if place is null then
    raise exception 'An order has at most 100 parcels' using errcode = 'PT409', detail = '{"code":"TOO_MANY_SHIPMENTS"}';
  end if;
  insert into public.shipments (order_id, number, state, courier, tracking_number, own_delivery, shipped_at, created_at, created_by)
    values (p_order, place, p_state, nullif(btrim(p_courier), ''), nullif(btrim(p_tracking), ''), p_own,
      case when p_state <> 'packed' then private.clock_now() end, private.clock_now(), auth.uid())
    returning id into made;
  insert into public.shipment_lines (shipment_id, order_item_id, quantity)
    select made, c.item, c.quantity from private.chosen_pieces(p_order, p_lines) c;
  if (select o.invoice_per_parcel from public.orders o where o.id = p_order) then perform private.issue_parcel_invoice(made); end if;
  return made;
end $function$;

CREATE OR REPLACE FUNCTION private.add_store_credit(p_user uuid, p_amount numeric, p_kind text, p_reason text, p_order uuid, p_refund uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.lock_store_credit(p_user) + p_amount < 0 then
    raise exception 'The store credit is smaller than that' using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_SMALL"}';
  end if;
  insert into public.store_credit_entries (user_id, amount, kind, reason, order_id, refund_id, created_by, created_at)
    values (p_user, p_amount, p_kind, nullif(btrim(p_reason), ''), p_order, p_refund, auth.uid(), private.clock_now());
  update public.store_credit_balances b set balance = b.balance + p_amount where b.user_id = p_user;
end $function$;

CREATE OR REPLACE FUNCTION private.add_up_products(p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(day date, product_id uuid, units bigint, paise bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((o.created_at AT TIME ZONE '05:30:00'::interval))::date AS timezone,
     i.product_id,
     sum(i.quantity) AS sum,
     ((sum(i.total) * (100)::numeric))::bigint AS int8
    FROM (public.orders o
      JOIN public.order_items i ON ((i.order_id = o.id)))
   WHERE ((o.created_at >= add_up_products.p_since) AND (o.created_at < add_up_products.p_until) AND private.is_sale(o.status, o.payment_state))
   GROUP BY (((o.created_at AT TIME ZONE '05:30:00'::interval))::date), i.product_id;
END;

CREATE OR REPLACE FUNCTION private.add_up_sales(p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(day date, place_of_supply text, payment_method text, orders bigint, units bigint, revenue numeric, charges numeric, discount numeric, gst numeric, cancelled bigint, cancelled_amount numeric, refunds bigint, refunds_amount numeric, waiting bigint, waiting_amount numeric)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH sale AS (
          SELECT o.id,
             ((o.created_at AT TIME ZONE '05:30:00'::interval))::date AS day,
             o.place_of_supply,
             o.payment_method,
             o.total_amount,
             o.charges_total,
             o.discount_total,
             (o.total_gst + o.charges_gst) AS gst
            FROM public.orders o
           WHERE ((o.created_at >= add_up_sales.p_since) AND (o.created_at < add_up_sales.p_until) AND private.is_sale(o.status, o.payment_state))
         ), rest AS (
          SELECT ((o.created_at AT TIME ZONE '05:30:00'::interval))::date AS day,
             o.place_of_supply,
             o.payment_method,
             (o.status = 'cancelled'::text) AS cancelled,
             (o.payment_state = ANY (ARRAY['refund_due'::text, 'refunded'::text])) AS refunded,
             (o.status = 'pending'::text) AS waiting,
             o.total_amount
            FROM public.orders o
           WHERE ((o.created_at >= add_up_sales.p_since) AND (o.created_at < add_up_sales.p_until) AND (NOT private.is_sale(o.status, o.payment_state)))
         )
  SELECT s.day,
     s.place_of_supply,
     s.payment_method,
     (sum(s.orders))::bigint AS sum,
     (sum(s.units))::bigint AS sum,
     sum(s.revenue) AS sum,
     sum(s.charges) AS sum,
     sum(s.discount) AS sum,
     sum(s.gst) AS sum,
     (sum(s.cancelled))::bigint AS sum,
     sum(s.cancelled_amount) AS sum,
     (sum(s.refunds))::bigint AS sum,
     sum(s.refunds_amount) AS sum,
     (sum(s.waiting))::bigint AS sum,
     sum(s.waiting_amount) AS sum
    FROM ( SELECT a.day,
             a.place_of_supply,
             a.payment_method,
             count(*) AS orders,
             (0)::bigint AS units,
             sum(a.total_amount) AS revenue,
             sum(a.charges_total) AS charges,
             sum(a.discount_total) AS discount,
             sum(a.gst) AS gst,
             (0)::bigint AS cancelled,
             (0)::numeric AS cancelled_amount,
             (0)::bigint AS refunds,
             (0)::numeric AS refunds_amount,
             (0)::bigint AS waiting,
             (0)::numeric AS waiting_amount
            FROM sale a
           GROUP BY a.day, a.place_of_supply, a.payment_method
         UNION ALL
          SELECT a.day,
             a.place_of_supply,
             a.payment_method,
             0,
             sum(i.quantity) AS sum,
             0,
             0,
             0,
             0,
             0,
             0,
             0,
             0,
             0,
             0
            FROM (sale a
              JOIN public.order_items i ON ((i.order_id = a.id)))
           GROUP BY a.day, a.place_of_supply, a.payment_method
         UNION ALL
          SELECT r.day,
             r.place_of_supply,
             r.payment_method,
             0,
             0,
             0,
             0,
             0,
             0,
             count(*) FILTER (WHERE r.cancelled) AS count,
             COALESCE(sum(r.total_amount) FILTER (WHERE r.cancelled), (0)::numeric) AS "coalesce",
             count(*) FILTER (WHERE r.refunded) AS count,
             COALESCE(sum(r.total_amount) FILTER (WHERE r.refunded), (0)::numeric) AS "coalesce",
             count(*) FILTER (WHERE r.waiting) AS count,
             COALESCE(sum(r.total_amount) FILTER (WHERE r.waiting), (0)::numeric) AS "coalesce"
            FROM rest r
           GROUP BY r.day, r.place_of_supply, r.payment_method) s
   GROUP BY s.day, s.place_of_supply, s.payment_method;
END;

CREATE OR REPLACE FUNCTION private.address_order_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o record;
begin
  select x.channel, x.user_id into o from public.orders x where x.id = (new.data ->> 'order_id')::uuid;
  if o.channel = 'online' then
    new.recipient := coalesce((select u.email from auth.users u where u.id = o.user_id and u.email_confirmed_at is not null), '');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.adopt_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs uuid[];
begin
  if new.email_confirmed_at is null or coalesce(new.email, '') = '' or private.has_staff_role(new.id)
    or private.is_blocked(new.id) then
    return null;
  end if;
  -- an order that someone is working on is taken over at the next sign-in: a sign-in waits for no one
  select array_agg(o.id) into theirs from (
    select x.id from public.orders x where x.user_id is null and x.email <> '' and lower(x.email) = lower(new.email)
    order by x.id limit 500 for no key update skip locked) o;
  if theirs is not null then perform private.give_orders(new.id, theirs); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.adopt_razorpay_refund(p_refund jsonb, p_charge text, p_order uuid)
 RETURNS private.razorpay_refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.razorpay_refunds;
  back public.payments;
  due public.refunds;
  given numeric := round((p_refund ->> 'amount')::bigint / 100.0, 2);
  over numeric;
  made uuid;
begin
  select p.* into back from public.payments p where p.order_id = p_order and p.method = 'razorpay' and p.state in ('paid', 'refund_due');
  if not found then return null; end if;
  select s.refund_id into made from private.razorpay_refunds s join public.refunds r on r.id = s.refund_id
    where s.charge_id = p_charge and s.provider_id is null and r.state in ('due', 'failed') and r.amount = given
    order by r.created_at limit 1;
  if not found then
    over := given - private.refundable_of(back.id);
    for due in select r.* from public.refunds r left join private.razorpay_refunds s on s.refund_id = r.id
      where r.payment_id = back.id and r.state in ('due', 'failed') and s.provider_id is null order by r.created_at desc
    loop
      exit when over <= 0;
      if due.amount <= over then
        update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.id = due.id;
      else
        update public.refunds r set amount = r.amount - over, version = r.version + 1 where r.id = due.id;
      end if;
      over := over - least(over, due.amount);
    end loop;
    given := given - greatest(over, 0);
    if given <= 0 then
      update private.razorpay_payments c set last_error = 'Razorpay returned more than was received' where c.id = p_charge;
      return null;
    end if;
    insert into public.refunds (order_id, payment_id, amount, state, source, reason, method, created_at, credit_file) values (p_order, back.id, given, 'asked',
      case back.state when 'refund_due' then 'cancellation' else 'goodwill' end, 'Made at Razorpay', 'razorpay', private.clock_now(), case back.state when 'refund_due' then (
        select r.credit_file from public.refunds r where r.payment_id = back.id and r.source = 'cancellation' order by r.created_at desc limit 1) end) returning id into made;
    insert into private.razorpay_refunds (refund_id, charge_id, claimed_at) values (made, p_charge, now());
  end if;
  update private.razorpay_refunds s set provider_id = p_refund ->> 'id', claimed_at = coalesce(s.claimed_at, now()) where s.refund_id = made returning s.* into sent;
  return sent;
end $function$;

CREATE OR REPLACE FUNCTION private.amount_of_units(p_amount numeric, p_units int4multirange, p_quantity integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(private.share_of(p_amount, upper(u), p_quantity) - private.share_of(p_amount, lower(u), p_quantity)), 0) from unnest(p_units) u
$function$;

CREATE OR REPLACE FUNCTION private.announce_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from changed) then
    perform pg_notify('shop_changed', tg_table_name);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_products('product_images',
    array(select distinct concat_ws(' ', c.product_id, p.family_id) from changed c left join public.products p on p.id = c.product_id), false);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_product_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unseen constant text[] := '{stock,running_out,units_sold,popularity,updated_at}';
  -- shown on pages of the product and found by no search, filter or order, or by another column: prices by the base price
  on_product_pages constant text[] := '{version,image_url,image_thumbhash,ingredients,how_to_use,best_before,licence,batch,manufacturer,net_quantity,price,retail_price,mrp,gst_percent,pricing_tiers}';
  list_columns constant jsonb := '{"base_price": "price", "name": "name", "brand": "brand", "country_of_origin": "country", "category_id": "category",
    "min_order_quantity": "moq", "is_featured": "featured", "description": "words", "generic_name": "words", "sku": "words", "barcode": "words"}';
  names_table boolean;   -- another column: a status, a family, or one that is not known here
  products text[];
begin
  with seen as materialized (
    select n.id, n.family_id, to_jsonb(n) as now, to_jsonb(o) as before, private.stock_class(n.stock) <> private.stock_class(o.stock) as in_other_class
    from changed n join before o on o.id = n.id
    where least(n.stock, 11) <> least(o.stock, 11) or to_jsonb(n) - unseen is distinct from to_jsonb(o) - unseen
    limit 21   -- of more than twenty only the table is announced
  ), named as (
    select s.id, s.family_id, c.columns || case when s.in_other_class then private.columns_of_class(s.family_id) else '{}' end as columns, c.names_table
    from seen s cross join lateral (
      select coalesce(array_agg(distinct list_columns ->> k.name) filter (where list_columns ? k.name), '{}') as columns,
        coalesce(bool_or(not list_columns ? k.name and k.name <> all (on_product_pages)), false) as names_table
      from jsonb_object_keys(s.now) k (name)
      where k.name <> all (unseen) and s.now -> k.name is distinct from s.before -> k.name) c
  )
  select bool_or(n.names_table), array_agg(private.product_notice(n.id, n.family_id, n.columns)) into names_table, products from named n;
  perform private.announce_products('products', products, names_table);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_products(p_table text, p_products text[], p_lists boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_lists or cardinality(p_products) > 20 then
    perform pg_notify('shop_changed', p_table);
  else
    perform pg_notify('shop_changed', concat_ws(' ', p_table, x)) from unnest(p_products) x;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.announce_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_products('products', array[private.product_notice(new.id, new.family_id,
    case when private.stock_class(new.stock) <> private.stock_class(old.stock) then private.columns_of_class(new.family_id) end)], false);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.are_charges(charges jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(charges) = 'array' then (
    select coalesce(bool_and(case
        when jsonb_typeof(c.value) <> 'object' then false
        when (c.value ->> 'kind') ~ '^[a-z][a-z_]{0,39}$' and length(btrim(c.value ->> 'label')) between 1 and 60
          and jsonb_typeof(c.value -> 'cost') = 'number' and jsonb_typeof(c.value -> 'amount') = 'number'
          and jsonb_typeof(c.value -> 'taxable') = 'number' and jsonb_typeof(c.value -> 'gst') = 'number'
          and coalesce(jsonb_typeof(c.value -> 'rate'), 'none') in ('number', 'null')
        then (select a.cost >= a.amount and a.amount = a.taxable + a.gst and a.taxable >= 0 and a.gst >= 0 and coalesce(a.rate between 0 and 100, true)
            and (a.cost, a.amount, a.taxable, a.gst) = (round(a.cost, 2), round(a.amount, 2), round(a.taxable, 2), round(a.gst, 2))
          from jsonb_to_record(c.value) a (cost numeric, amount numeric, taxable numeric, gst numeric, rate numeric))
        else false end), true) and count(*) = count(distinct c.value ->> 'kind')
    from jsonb_array_elements(charges) c) else false end
$function$;
grant execute on function private.are_charges(jsonb) to public;

CREATE OR REPLACE FUNCTION private.are_delivery_zones(zones jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(zones) <> 'array' then false when jsonb_array_length(zones) > 40 or octet_length(zones::text) > 100000 then false
    else (select count(*) = count(distinct lower(btrim(zone.value ->> 'name'))) and coalesce(bool_and(coalesce(jsonb_typeof(zone.value) = 'object' and length(btrim(zone.value ->> 'name')) between 1 and 60
        and jsonb_typeof(zone.value -> 'states') = 'array' and jsonb_typeof(zone.value -> 'pins') = 'array' and jsonb_typeof(zone.value -> 'rates') = 'array'
        and jsonb_typeof(zone.value -> 'cod') = 'boolean'
        and jsonb_array_length(zone.value -> 'states') <= 40 and jsonb_array_length(zone.value -> 'pins') <= 200
        and jsonb_array_length(zone.value -> 'states') + jsonb_array_length(zone.value -> 'pins') > 0
        and jsonb_array_length(zone.value -> 'rates') between 1 and 20
        and jsonb_array_length(zone.value -> 'states') = jsonb_array_length(jsonb_path_query_array(zone.value, '$.states[*] ? (@.type() == "string" && @ like_regex "^[0-9]{2}$")'))
        and jsonb_array_length(zone.value -> 'pins') = jsonb_array_length(jsonb_path_query_array(zone.value,
          '$.pins[*] ? (@.from.type() == "number" && @.to.type() == "number" && @.from >= 100000 && @.from <= @.to && @.to <= 999999 && @.from % 1 == 0 && @.to % 1 == 0)'))
        and jsonb_array_length(zone.value -> 'rates') = jsonb_array_length(jsonb_path_query_array(zone.value,
          '$.rates[*] ? (@.price.type() == "number" && @.price > 0 && @.price <= 100000 && (@.price * 100) % 1 == 0
            && @.goods_from.type() == "number" && @.goods_from >= 0 && @.goods_from <= 10000000 && (@.goods_from * 100) % 1 == 0
            && (@.weight_to == null || (@.weight_to.type() == "number" && @.weight_to >= 1 && @.weight_to <= 10000000 && @.weight_to % 1 == 0)))'))
        -- one rate is for any weight and any value, so that each order has a price
        and jsonb_path_exists(zone.value, '$.rates[*] ? (@.weight_to == null && @.goods_from == 0)')
        and (zone.value -> 'free_from' = 'null' or jsonb_path_exists(zone.value, '$.free_from ? (@.type() == "number" && @ >= 0 && @ <= 10000000 && (@ * 100) % 1 == 0)'))
        and (zone.value -> 'days' = 'null' or jsonb_path_exists(zone.value,
          '$.days ? (@.min.type() == "number" && @.max.type() == "number" && @.min >= 0 && @.min <= @.max && @.max <= 60 && @.min % 1 == 0 && @.max % 1 == 0)')), false)), true)
      from jsonb_array_elements(zones) zone) end
$function$;
grant execute on function private.are_delivery_zones(jsonb) to authenticated;
grant execute on function private.are_delivery_zones(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.are_documents_stored()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not exists (select from private.document_storage s where s.starts_at > clock_timestamp())
$function$;

CREATE OR REPLACE FUNCTION private.are_facets_counted()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.facet_counts c where c.counted_at > clock_timestamp() - interval '15 minutes')
$function$;

CREATE OR REPLACE FUNCTION private.are_piece_lines(lines jsonb, fields text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 1000 then false else (
    select bool_and(coalesce(c.value ->> 'item', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        and (select bool_and(coalesce(c.value ->> f, '') ~ '^[0-9]{1,7}$') and sum(case when c.value ->> f ~ '^[0-9]{1,7}$' then (c.value ->> f)::integer else 0 end) > 0
          from unnest(fields) f where f <> 'item'))
      and count(distinct c.value ->> 'item') = count(*)
    from jsonb_array_elements(lines) c) end
$function$;

CREATE OR REPLACE FUNCTION private.are_receipt_lines(p_lines jsonb, p_most integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(p_lines) <> 'array' then false when jsonb_array_length(p_lines) > p_most then false else (
    select coalesce(bool_and(case when jsonb_typeof(l.value) <> 'object' then false else
        coalesce(l.value ->> 'day' ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$', false)
        and coalesce(l.value ->> 'amount' ~ '^[0-9]{1,10}(\.[0-9]{1,2})?$' and (l.value ->> 'amount')::numeric > 0, false)
        and coalesce(length(l.value ->> 'narration') <= 300, false)
        and coalesce(l.value ->> 'nth' ~ '^[0-9]{1,4}$', false)
        and case when jsonb_typeof(l.value -> 'references') <> 'array' then false when jsonb_array_length(l.value -> 'references') > 6 then false
          else coalesce((select bool_and(r.value ~ '^[A-Z0-9]{6,35}$') from jsonb_array_elements_text(l.value -> 'references') r), true) end end), true)
    from jsonb_array_elements(p_lines) l) end
$function$;

CREATE OR REPLACE FUNCTION private.are_remittance_rows(lines jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 5000 then false else (
    select bool_and(case when jsonb_typeof(r.value) <> 'object' then false
        when coalesce(r.value ->> 'place', '') !~ '^[1-9][0-9]{0,4}$' then false
        when coalesce(r.value ->> 'collected', '') !~ '^[0-9]{1,8}(\.[0-9]{1,2})?$' or coalesce(r.value ->> 'charges', '') !~ '^[0-9]{1,8}(\.[0-9]{1,2})?$' then false
        else coalesce(length(r.value ->> 'tracking'), 0) <= 80 and coalesce(length(r.value ->> 'order'), 0) <= 80
          and btrim(coalesce(r.value ->> 'tracking', '') || coalesce(r.value ->> 'order', '')) <> '' end)
      and count(distinct r.value ->> 'place') = count(*)
    from jsonb_array_elements(lines) r) end
$function$;

CREATE OR REPLACE FUNCTION private.are_return_lines(lines jsonb, fields text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 1000 then false else (
    select bool_and(coalesce(c.value ->> 'item', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        and (select bool_and(coalesce(c.value ->> f, '') ~ '^[0-9]{1,7}$') from unnest(fields) f))
      and count(distinct c.value ->> 'item') = count(*)
    from jsonb_array_elements(lines) c) end
$function$;

CREATE OR REPLACE FUNCTION private.arrive(p_shipment public.shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
  o public.orders;
begin
  update public.shipments x set state = 'delivered', delivered_at = private.clock_now(), version = x.version + 1 where x.id = p_shipment.id returning x.* into s;
  update public.orders x set updated_at = now(), status = case when x.status = 'shipped' and not exists (
      select from public.shipments y where y.order_id = x.id and y.state = 'shipped') then 'delivered' else x.status end
    where x.id = s.order_id returning x.* into o;
  if o.status <> 'delivered' then perform private.notify_shipment(o, s); end if;
end $function$;

CREATE OR REPLACE FUNCTION private.ask_about_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.razorpay_orders r set next_check_at = now() where r.order_id = new.order_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.asked_name(p_query text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF("left"(btrim(p_query), 500), ''::text);

CREATE OR REPLACE FUNCTION private.audit_changes(before jsonb, after jsonb, skipped text[], shown text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(k.key, case
      when private.is_shown(k.key, shown)
        then jsonb_build_array(private.audit_value(before -> k.key), private.audit_value(after -> k.key)) end)
  from jsonb_each(coalesce(after, before)) k
  where k.key <> all (skipped)
    and coalesce(before -> k.key, 'null') is distinct from coalesce(after -> k.key, 'null')
$function$;

CREATE OR REPLACE FUNCTION private.audit_kept_from(p_at timestamp with time zone DEFAULT private.clock_now())
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN make_timestamptz(((EXTRACT(year FROM ((p_at AT TIME ZONE 'Asia/Kolkata'::text) - '3 mons'::interval)))::integer - 8), 4, 1, 0, 0, (0)::double precision, 'Asia/Kolkata'::text);

CREATE OR REPLACE FUNCTION private.audit_table(p_table regclass, p_operations text[] DEFAULT '{insert,update,delete}'::text[], p_key text DEFAULT 'id'::text, p_about text DEFAULT NULL::text, p_skipped text[] DEFAULT '{}'::text[], p_shown text[] DEFAULT NULL::text[], p_values boolean DEFAULT true, p_when text DEFAULT 'true'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  operation text;
begin
  foreach operation in array p_operations loop
    execute format('create trigger %I after %s on %s referencing %s for each statement when (%s) execute function private.write_audit(%L, %L, %L, %L, %L)',
      'audit_' || operation, operation, p_table,
      case operation when 'insert' then 'new table as changed' when 'delete' then 'old table as before' else 'old table as before new table as changed' end,
      p_when, p_key, coalesce(p_about, p_key), p_skipped || '{created_at,updated_at,version}'::text[], coalesce(p_shown::text, ''),
      case when p_values then 'yes' else '' end);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_value(value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((jsonb_typeof(value) = 'string'::text) AND (length((value #>> '{}'::text[])) > 300)) THEN to_jsonb(("left"((value #>> '{}'::text[]), 300) || '…'::text)) ELSE value END;

CREATE OR REPLACE FUNCTION private.await_payment(p_order uuid, p_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.payments (order_id, method, state, amount, reference, awaited_since, created_at)
    select o.id, o.payment_method, case o.payment_method when 'cod' then 'cod_pending' else 'awaiting_payment' end, p_amount,
      replace(o.id::text, '-', '') || 'd' || (select count(*) from public.payments p where p.order_id = o.id), private.clock_now(), private.clock_now()
    from public.orders o where o.id = p_order;
end $function$;

CREATE OR REPLACE FUNCTION private.awaited_since(o public.orders)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select max(p.awaited_since) from public.payments p where p.order_id = o.id), o.created_at)
$function$;

CREATE OR REPLACE FUNCTION private.backlog()
 RETURNS TABLE(mails_queued integer, mails_late_seconds integer, mails_failed integer, pictures_queued integer, refunds_queued integer, jobs_failing integer, webhooks_queued integer, webhooks_parked integer, backup_age_seconds integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    (select count(*) from (select from private.mails m where m.status = 'queued' limit 10000) q)::integer,
    -- what was tried and put off is late since it came; some mails are made due yesterday, to go first
    coalesce((select greatest(0, extract(epoch from now() - min(case when q.attempts > 0 then q.created_at else greatest(q.created_at, q.next_attempt_at) end)))::integer
      from (select m.attempts, m.created_at, m.next_attempt_at from private.mails m where m.status = 'queued' order by m.next_attempt_at, m.id limit 10000) q), 0),
    (select count(*) from (select from private.mails m where m.status = 'failed' and m.created_at > now() - interval '1 day' limit 10000) q)::integer,
    (select count(*) from (select from private.picture_downloads d where d.failure is null limit 10000) q)::integer,
    (select count(*) from (select from private.razorpay_refunds r where r.next_at is not null limit 10000) q)::integer,
    (select count(*) from private.jobs j where j.failed_at >= j.finished_at and j.started_at > now() - interval '2 days')::integer,
    (select count(*) from (select from private.webhook_deliveries d where d.state = 'queued' limit 10000) q)::integer,
    (select count(*) from (select from private.webhook_deliveries d where d.state = 'parked' and d.created_at > now() - interval '7 days' limit 10000) q)::integer,
    -- null: there is none
    (select extract(epoch from now() - b.started_at) from private.backups b where b.failure is null and b.finished_at is not null order by b.started_at desc limit 1)::integer
$function$;
grant execute on function private.backlog() to shop_mail;

CREATE OR REPLACE FUNCTION private.backup_state()
 RETURNS TABLE(scheduled boolean, every_hours integer, last_good_at timestamp with time zone, last_good_bytes bigint, last_good_missing integer, last_failed_at timestamp with time zone, last_failure text, failing boolean, overdue boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.every is not null, (extract(epoch from s.every) / 3600)::integer, good.started_at, good.bytes, good.missing, bad.started_at, bad.failure,
    coalesce(bad.started_at > good.started_at, bad.started_at is not null),
    coalesce(greatest(good.started_at, s.since) + s.every * 1.5 + interval '1 hour' < clock_timestamp(), false)
  from (select 1) one
  left join private.backup_schedule s on true
  left join lateral (select b.started_at, b.bytes, b.missing from private.backups b
    where b.failure is null and b.finished_at is not null order by b.started_at desc limit 1) good on true
  left join lateral (select b.started_at, b.failure from private.backups b where b.failure is not null order by b.started_at desc limit 1) bad on true
$function$;
grant execute on function private.backup_state() to shop_mail;

CREATE OR REPLACE FUNCTION private.begin_backup()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.backups set finished_at = clock_timestamp(), failure = 'Interrupted' where finished_at is null;
  delete from private.backups where started_at < clock_timestamp() - interval '400 days';
  insert into private.backups default values returning id;
$function$;

CREATE OR REPLACE FUNCTION private.begin_courier_booking(p_staff uuid, p_shipment uuid, p_version integer, p_courier text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
  b public.courier_bookings;
begin
  select x.* into b from public.courier_bookings x where x.shipment_id = s.id;
  if b.state in ('booked', 'cancelling') then
    raise exception 'A courier is booked already' using errcode = 'PT409', detail = '{"code":"COURIER_BOOKED"}';
  end if;
  if s.version is distinct from p_version then raise exception 'The parcel has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if s.state <> 'packed' then
    raise exception 'This parcel has left' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', s.state)::text;
  end if;
  if b.shipment_id is null then
    insert into public.courier_bookings (shipment_id, courier, state, booked_by, created_at) values (s.id, p_courier, 'booking', p_staff, private.clock_now());
  end if;
  return jsonb_build_object(
    'parcel', jsonb_build_object('id', s.id, 'number', s.number),
    'order', (select jsonb_build_object('id', o.id, 'order_number', o.order_number, 'full_name', o.full_name, 'company_name', o.company_name, 'address', o.address,
        'city', o.city, 'state', o.state, 'pincode', o.pincode, 'phone', o.phone, 'total_amount', o.total_amount, 'paid', private.paid_otherwise(o.id), 'owed', private.owed_of(o.id),
        'payment_method', o.payment_method, 'payment_state', o.payment_state) from public.orders o where o.id = s.order_id),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_name', i.product_name, 'quantity', i.quantity, 'cancelled_quantity', i.cancelled_quantity, 'total', i.total,
        'weight_grams', p.weight_grams) order by i.product_name collate "C", i.id)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = s.order_id),
    'shipments', (select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'state', x.state, 'undelivered', x.undelivered,
        'invoiced', (select d.content #> '{order,total_amount}' from public.documents d where d.file_id = x.invoice_file limit 1), 'shipment_lines',
        (select jsonb_agg(jsonb_build_object('order_item_id', l.order_item_id, 'quantity', l.quantity)) from public.shipment_lines l where l.shipment_id = x.id)) order by x.number)
      from public.shipments x where x.order_id = s.order_id),
    'seller', (select jsonb_build_object('name', coalesce(nullif(t.legal_name, ''), t.store_name), 'address', t.address, 'city', t.city, 'state', t.state_code,
        'pincode', t.pincode, 'phone', t.phone) from public.settings t));
end $function$;
grant execute on function private.begin_courier_booking(uuid,uuid,integer,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.begin_courier_cancellation(p_staff uuid, p_shipment uuid, p_version integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
  b public.courier_bookings;
begin
  select x.* into b from public.courier_bookings x where x.shipment_id = s.id;
  if not found then raise exception 'No courier is booked' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if s.version is distinct from p_version then raise exception 'The parcel has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if s.state <> 'packed' then
    raise exception 'This parcel has left' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', s.state)::text;
  end if;
  if b.state = 'booked' then update public.courier_bookings x set state = 'cancelling' where x.shipment_id = s.id; end if;
  return b.reference;
end $function$;
grant execute on function private.begin_courier_cancellation(uuid,uuid,integer) to shop_orders;

CREATE OR REPLACE FUNCTION private.begin_exchange(p_staff uuid, p_return uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
  o public.orders;
begin
  if not private.staff_may(p_staff, 'orders.process') or not private.staff_may(p_staff, 'orders.create') then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_staff, 'role', 'authenticated')::text, true);
  r := private.lock_return(p_return, p_version, '{received}');
  select x.* into o from public.orders x where x.id = r.order_id;
  if o.user_id is null then raise exception 'An exchange needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}'; end if;
  return to_jsonb(o);
end $function$;
grant execute on function private.begin_exchange(uuid,uuid,integer) to shop_orders;

CREATE OR REPLACE FUNCTION private.begin_manual_order(p_admin uuid, p_buyer uuid, p_quiet boolean, OUT buyer_email text, OUT buyer_known boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_admin, 'orders.create') then raise exception 'permission denied for manual orders' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_admin, 'role', 'authenticated')::text, true);
  if p_quiet then perform set_config('shop.quiet', 'on', true); end if;
  select u.email into buyer_email from auth.users u where u.id = p_buyer;
  buyer_known := p_buyer is null or found;
end $function$;
grant execute on function private.begin_manual_order(uuid,uuid,boolean) to shop_orders;

CREATE OR REPLACE FUNCTION private.begin_order_change(p_by uuid, p_order uuid, p_version integer, p_own boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  if not p_own and not private.staff_may(p_by, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  if p_own and private.is_blocked(p_by) then raise exception 'Your account is blocked' using errcode = 'PT403', detail = '{"code":"ACCOUNT_BLOCKED"}'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  select x.* into o from public.orders x where x.id = p_order and (not p_own or x.user_id = p_by) for no key update;
  if not found then return '{"refused": "ORDER_NOT_FOUND"}'; end if;
  if p_own and o.channel <> 'online' then return jsonb_build_object('refused', 'ONLY_STAFF', 'status', o.status); end if;
  if o.status <> 'pending' and (p_own or o.status <> 'processing') then return jsonb_build_object('refused', 'ORDER_CLOSED', 'status', o.status); end if;
  if exists (select from public.shipments s where s.order_id = o.id) then return jsonb_build_object('refused', 'ORDER_PACKED', 'status', o.status); end if;
  if exists (select from public.documents d join public.documents n on n.reverses = d.id where d.order_id = o.id and not private.is_credited(d.id)) then
    return jsonb_build_object('refused', 'ORDER_CREDITED', 'status', o.status);
  end if;
  if o.version <> p_version then return jsonb_build_object('refused', 'ORDER_CHANGED', 'status', o.status); end if;
  return jsonb_build_object('order', to_jsonb(o),
    'items', (select jsonb_agg(to_jsonb(i) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id),
    'invoices', (select coalesce(jsonb_agg(d.serial order by d.issued_at, d.serial desc), '[]') from public.documents d
      where d.order_id = o.id and d.kind = 'invoice' and not private.is_credited(d.id)),
    'money', (select jsonb_build_object('refundable', m.refundable, 'to_collect', m.to_collect, 'received', m.received - coalesce(
      (select sum(p.amount) from public.payments p where p.order_id = o.id and p.method = 'credit' and p.state in ('paid', 'refund_due', 'refunded')), 0)) from private.money_of(o.id) m),
    'overrides', (select coalesce(jsonb_agg(jsonb_build_object('kind', v.kind, 'product_id', v.product_id, 'given', v.given)), '[]') from public.order_overrides v where v.order_id = o.id));
end $function$;
grant execute on function private.begin_order_change(uuid,uuid,integer,boolean) to shop_orders;

CREATE OR REPLACE FUNCTION private.begin_owner_act(p_by uuid, p_what text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_by, 'owner.settings') then raise exception 'permission denied for the settings of the owner' using errcode = '42501'; end if;
  if p_what not in ('mail_server', 'test_mail', 'payment_keys', 'identity', 'staff_security', 'demo_removed') then
    raise exception 'There is no such act: %', p_what using errcode = '22023';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  if p_what <> 'test_mail' then perform private.notify_owners(p_what); end if;
end $function$;
grant execute on function private.begin_owner_act(uuid,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.begin_payment(p_order uuid, p_version integer, p_method text, p_reference text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := nullif(upper(regexp_replace(left(p_reference, 100), '\s', '', 'g')), '');
begin
  if not private.may('payments.manage') then raise exception 'permission denied for payments' using errcode = '42501'; end if;
  perform from public.orders o where o.id = p_order and (p_version is null or o.version = p_version) for no key update;
  if not found then
    if not exists (select from public.orders o where o.id = p_order) then
      raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
    end if;
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  if p_method is null or p_method not in ('cod', 'cash', 'upi', 'card', 'bank') then
    raise exception 'Money arrives in cash, by UPI, card or bank transfer' using errcode = '22023', detail = '{"code":"INVALID_METHOD"}';
  end if;
  if (p_method in ('upi', 'bank') or given is not null) and (given is null or given !~ '^[A-Z0-9/_-]{6,35}$') then
    raise exception 'The reference of the payment is needed' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  return given;
end $function$;

CREATE OR REPLACE FUNCTION private.bound_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.limit_of('addresses');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.addresses'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.addresses a where a.user_id = new.user_id limit most) a) >= most then
    raise exception 'An account holds at most % addresses. Delete one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_ADDRESSES', 'limit', most)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.bound_batches()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.limit_of('batches');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.batches'), pg_catalog.hashtext(new.product_id::text));
  if (select count(*) from (select from public.product_batches b where b.product_id = new.product_id limit most) b) >= most then
    raise exception 'At most % batches can be noted for a product. Delete an old one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY', 'limit', most)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.bound_cart()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.most_cart_lines();
  buyer uuid;
begin
  for buyer in select distinct a.user_id from added a order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('cart ' || buyer, 0));
    if (select count(*) from public.cart_items c where c.user_id = buyer) > most then
      raise exception 'A cart holds at most % products. Order these first, or remove some.', to_char(most, 'FM9,999')
        using errcode = 'PT409', detail = '{"code":"CART_FULL"}';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.bound_consents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.limit_of('consents_per_day');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.consents'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.consents c
      where c.user_id = new.user_id and c.created_at > private.clock_now() - interval '1 day' limit most) c) >= most then
    raise exception 'This was changed too often today' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY', 'limit', most)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.bound_own_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.limit_of('own_pages');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.own_pages'));
  if (select count(*) from public.own_pages) >= most then
    raise exception 'A shop has at most % pages of its own. Delete one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_PAGES', 'limit', most)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.bound_wishlist()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.limit_of('wishlist_items');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.wishlist'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.wishlist_items w where w.user_id = new.user_id and w.product_id <> new.product_id limit most) w) >= most then
    raise exception 'A wishlist holds at most % products. Remove one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'WISHLIST_FULL', 'limit', most)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.cache_stock_covers()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  now_at timestamptz := private.clock_now();
  today date := (now_at at time zone 'Asia/Kolkata')::date;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.cache_stock_covers')) then return; end if;
  if not private.is_large_catalogue() then
    delete from private.stock_covers;
    return;
  end if;
  with made as (
    select private.cover_question(today - 29, today, l.list, 14, l.sort, l.ascending, 50) as question,
      private.cover_stock(now_at, today - 29, today, l.list, 14, l.sort, l.ascending, 50, true) as answer
    from (values ('soon', 'left', true), ('dead', 'money', false), ('all', 'left', true)) l (list, sort, ascending)
  ), gone as (
    delete from private.stock_covers k where not exists (select from made m where m.question = k.question)
  )
  insert into private.stock_covers (question, answer, made_at) select m.question, m.answer, now_at from made m
    on conflict (question) do update set answer = excluded.answer, made_at = excluded.made_at;
end $function$;
grant execute on function private.cache_stock_covers() to shop_mail;

CREATE OR REPLACE FUNCTION private.call_back(p_order uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.shipments s where s.order_id = p_order and s.state = 'packed';
  update public.shipments s set state = 'returning', version = s.version + 1 where s.order_id = p_order and s.state = 'shipped';
$function$;

CREATE OR REPLACE FUNCTION private.can_take_again(p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.payments p where p.order_id = p_order and p.method = 'credit' and p.state <> 'paid') then return false; end if;
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  if exists (
    select from (select i.product_id, sum(i.quantity) as quantity from public.order_items i where i.order_id = p_order group by 1) n
      left join public.products p on p.id = n.product_id where p.stock is null or p.stock < n.quantity
  ) then return false; end if;
  perform from public.discounts d where d.id in (select r.discount_id from private.released_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  -- both limits, as discount_standing has them: else who lets several orders expire and pays them late uses a coupon more often than they may
  return not exists (select from public.discounts d join private.released_redemptions r on r.discount_id = d.id where r.order_id = p_order and (d.times_used >= d.usage_limit
    or d.customer_limit <= (select count(*) from public.discount_redemptions u where u.discount_id = d.id and u.user_id = r.user_id)));
end $function$;

CREATE OR REPLACE FUNCTION private.cancel_e_invoice(p_user uuid, p_document uuid, p_at timestamp with time zone, p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  e public.e_invoices;
begin
  if not private.staff_may(p_user, 'gst.write') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated')::text, true);
  select x.* into e from public.e_invoices x where x.document_id = p_document for update;
  if not found then return 'UNKNOWN'; end if;
  if e.cancelled_at is not null then return 'ALREADY'; end if;
  if p_at not between e.ack_at and e.ack_at + interval '24 hours' or p_at > private.clock_now() then return 'WRONG_TIME'; end if;
  update public.e_invoices x set cancelled_at = p_at, cancel_reason = p_reason, cancelled_by = p_user where x.document_id = p_document;
  return 'DONE';
end $function$;
grant execute on function private.cancel_e_invoice(uuid,uuid,timestamp with time zone,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.cancel_unpaid_orders()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid[];
  each uuid;
begin
  select coalesce(array_agg(l.id), '{}') into due from (
    select o.id from public.orders o where o.id in (select private.unpaid_orders())
    order by o.created_at limit 100
    for no key update of o skip locked   -- a payment or cancellation in progress goes first
  ) l;
  -- asked again behind the locks: a payment that was claimed or recorded in between is in another table, of which the statement that locks has
  -- the state of before
  select coalesce(array_agg(o.id order by o.created_at), '{}') into due from public.orders o where o.id in (select private.unpaid_orders(due));
  foreach each in array due loop   -- one by one, as one statement would lock the goods in the sequence of its plan
    update public.orders set status = 'cancelled' where id = each;
  end loop;
  return cardinality(due);
end $function$;
grant execute on function private.cancel_unpaid_orders() to shop_mail;

CREATE OR REPLACE FUNCTION private.cancelled_e_invoices(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(serial text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  return query
    select d.serial from public.e_invoices e join public.documents d on d.id = e.document_id
      where e.cancelled_at is not null and d.issued_at >= p_from and d.issued_at < p_until
    union
    select i.serial from public.documents n join public.e_invoices e on e.document_id = n.reverses join public.documents i on i.id = n.reverses
      where e.cancelled_at is not null and n.issued_at >= p_from and n.issued_at < p_until;
end $function$;
grant execute on function private.cancelled_e_invoices(uuid,timestamp with time zone,timestamp with time zone) to shop_orders;

CREATE OR REPLACE FUNCTION private.cards_of(p_page uuid[], p_families jsonb)
 RETURNS TABLE(product jsonb, family jsonb)
 LANGUAGE plpgsql
 STABLE ROWS 36
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
    select jsonb_build_object('id', p.id, 'name', p.name, 'brand', p.brand, 'image_url', p.image_url, 'image_thumbhash', p.image_thumbhash,
      'price', p.price, 'retail_price', p.retail_price, 'mrp', p.mrp, 'gst_percent', p.gst_percent, 'pricing_tiers', p.pricing_tiers, 'tier_group', p.tier_group,
      'min_order_quantity', p.min_order_quantity, 'stock', p.stock), g.family
    from unnest(p_page) with ordinality k (id, place)
    join public.products p on p.id = k.id
    left join lateral (
      select jsonb_build_object('id', f.id, 'name', f.name, 'options', f.options, 'swatches', s.swatches) || (p_families -> f.id::text) as family
      from public.product_families f
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('name', v.name, 'colour', v.colour, 'picture', v.picture) order by v.position, v.id), '[]') as swatches
        from (
          select v.* from public.product_family_values v
          where v.family_id = f.id and v.option = 1 and coalesce(v.colour, v.picture) is not null
            and exists (select from public.products o where o.family_id = f.id and o.value_1 = v.id and o.status = 'active')
          order by v.position, v.id limit 5) v) s
      where p_families is not null and f.id = p.family_id) g on true
    order by k.place;
end $function$;

CREATE OR REPLACE FUNCTION private.categories_sold(p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(category_id uuid, units bigint, paise bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH days AS MATERIALIZED (
          SELECT d.day,
             d.since,
             d.until,
             d.summed
            FROM private.days_of_sales(categories_sold.p_since, categories_sold.p_until) d(day, since, until, summed)
         )
  SELECT s.category_id,
     s.units,
     s.paise
    FROM (days d
      JOIN private.sales_categories s ON ((s.day = d.day)))
   WHERE d.summed
 UNION ALL
  SELECT m.category_id,
     m.units,
     m.paise
    FROM ((((( SELECT DISTINCT c_1.product_id
            FROM private.category_changed c_1) c
      JOIN public.products p ON ((p.id = c.product_id)))
      CROSS JOIN days d)
      JOIN private.sales_products s ON (((s.day = d.day) AND (private.product_part(s.product_id) = private.product_part(c.product_id)) AND (s.product_id = c.product_id))))
      CROSS JOIN LATERAL ( VALUES (s.category_id,(- s.units),(- s.paise)), (p.category_id,s.units,s.paise)) m(category_id, units, paise))
   WHERE (d.summed AND (s.category_id IS DISTINCT FROM p.category_id))
 UNION ALL
  SELECT ( SELECT p.category_id
            FROM public.products p
           WHERE (p.id = s.product_id)) AS category_id,
     s.units,
     s.paise
    FROM (days d
      CROSS JOIN LATERAL private.add_up_products(d.since, d.until) s(day, product_id, units, paise))
   WHERE (NOT d.summed);
END;

CREATE OR REPLACE FUNCTION private.charge_sum(charges jsonb, field text, only_kind text DEFAULT NULL::text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(sum((c.value ->> field)::numeric), 0) from jsonb_array_elements(charges) c where only_kind is null or c.value ->> 'kind' = only_kind
$function$;
grant execute on function private.charge_sum(jsonb,text,text) to public;

CREATE OR REPLACE FUNCTION private.charges_of(p_facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(p_facts #> '{order,charges}', jsonb_build_array(jsonb_build_object('kind', 'delivery', 'label', 'Delivery', 'rate', null,
    'cost', p_facts #> '{order,shipping_cost}', 'amount', p_facts #> '{order,shipping_cost}',
    'taxable', p_facts #> '{order,shipping_taxable}', 'gst', p_facts #> '{order,shipping_gst}')))
$function$;

CREATE OR REPLACE FUNCTION private.check_change_limits(o public.orders, p_state text, p_total numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  at timestamptz := private.clock_now();
  had numeric := case when o.payment_state = 'cod_pending' then o.total_amount - o.store_credit else 0 end;
  new_rest numeric := greatest(p_total - o.store_credit, 0);
  most integer;
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(o.user_id::text));
  if (select count(*) from public.order_status_history h
      where h.order_id = o.id and h.created_by = o.user_id and h.notes like 'Order changed by customer%') >= private.limit_of('changes_per_order')
    or (select count(*) from public.order_status_history h
      where h.created_by = o.user_id and h.created_at > at - interval '1 day' and h.notes like 'Order changed by customer%') >= private.limit_of('changes_per_day') then
    raise exception 'Too many changes' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CHANGES"}';
  end if;
  if p_state = 'awaiting_payment' and o.payment_state = 'cod_pending' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders x where x.user_id = o.user_id and x.channel = 'online' and x.status = 'pending'
        and x.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if p_state = 'cod_pending' and new_rest > had and new_rest - had > private.cod_allowance(o.user_id) then
    raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', private.limit_of('first_cod_rupees'))::text;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_courier(p_courier text, p_tracking text, p_own boolean)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_own and btrim(coalesce(p_courier, '') || coalesce(p_tracking, '')) <> '' then
    raise exception 'What the shop brings itself has no courier' using errcode = '22023', detail = '{"code":"INVALID","field":"courier"}';
  elsif p_own is distinct from true and (btrim(coalesce(p_courier, '')) = '' or btrim(coalesce(p_tracking, '')) = '') then
    raise exception 'A parcel needs its courier and tracking number' using errcode = '22023', detail = '{"code":"COURIER_REQUIRED"}';
  elsif length(p_courier) > 80 or length(p_tracking) > 80 then
    raise exception 'Courier and tracking number have at most 80 characters' using errcode = '22023', detail = '{"code":"INVALID","field":"courier"}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_documents()
 RETURNS TABLE(id uuid, serial text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.id, d.serial from public.documents d
  where d.content_hash <> private.content_hash(d.content) or d.serial <> d.content ->> 'serial' or private.utc_text(d.issued_at) <> d.content ->> 'issued_at'
  union all
  select d.id, d.serial from private.document_files f join public.documents d on d.file_id = f.file_id where f.sha256 <> encode(sha256(f.bytes), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.check_family()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.products p join public.product_families f on f.id = p.family_id
    where (p.id = new.id or p.family_id = new.id)   -- of one product, or of a family whose options changed
      and (p.value_1 is null or (p.value_2 is not null) <> (cardinality(f.options) >= 2) or (p.value_3 is not null) <> (cardinality(f.options) >= 3))
  ) then
    raise exception 'A product of a family has one value for each of its options' using errcode = '23514', detail = '{"code":"VALUES_MISSING"}';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.check_order_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lines record;
begin
  select count(*) as n, sum(i.total) as total, sum(i.taxable) as taxable, sum(i.cgst) as cgst, sum(i.sgst) as sgst, sum(i.igst) as igst,
    sum(i.discount) as discount, sum(i.unit_price * i.quantity - i.discount) as goods
  into lines from public.order_items i where i.order_id = new.id;
  if (lines.total, lines.taxable, lines.cgst, lines.sgst, lines.igst, lines.discount, lines.goods) is not distinct from
     (new.subtotal_base + new.total_gst, new.subtotal_base, new.cgst, new.sgst, new.igst, new.discount_total, new.goods_total) then
    return null;   -- sums of no line at all are null, and an order's amounts are not
  end if;
  if not exists (select from public.orders where id = new.id) then return null; end if;   -- deleted again in the same transaction
  if lines.n = 0 then
    raise exception 'An order has at least one line' using errcode = '23514';
  end if;
  raise exception 'The lines of order % do not add up to its totals', new.id using errcode = '23514';
end $function$;

CREATE OR REPLACE FUNCTION private.check_payment_can_change(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_order.payment_state not in ('paid', 'cod_pending', 'awaiting_payment', 'failed') then
    raise exception 'Settle the payment of this order first' using errcode = 'PT409', detail = '{"code":"PAYMENT_OPEN"}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_razorpay_key(p_field text, p_value text, p_pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_value is null or p_value !~ p_pattern then
    raise exception 'This is no Razorpay key' using errcode = '22023', detail = jsonb_build_object('code', 'INVALID_RAZORPAY_KEYS', 'field', p_field)::text;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_stock_sums()
 RETURNS TABLE(product_id uuid, stock integer, movements bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.stock, coalesce(m.total, 0)
  from public.products p
  left join (select s.product_id, sum(s.quantity) as total from public.stock_movements s group by 1) m on m.product_id = p.id
  where p.stock <> coalesce(m.total, 0)
$function$;

CREATE OR REPLACE FUNCTION private.checked_facts(p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts jsonb := private.document_facts(p_order);
  total numeric := facts #>> '{order,total_amount}';
  shown numeric := private.charge_sum(facts -> 'items', 'total') + private.charge_sum(facts #> '{order,charges}', 'amount');
begin
  if shown is distinct from total or total is distinct from (select o.total_amount from public.orders o where o.id = p_order) then
    raise exception 'The document of order % would show %, and its total is %', p_order, shown, total using errcode = '23514';
  end if;
  return facts;
end $function$;

CREATE OR REPLACE FUNCTION private.chosen_pieces(p_order uuid, p_lines jsonb)
 RETURNS TABLE(item uuid, quantity integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if p_lines is null then
    return query select p.item, p.quantity - p.in_parcels from private.pieces_of(p_order) p where p.quantity > p.in_parcels;
    return;
  end if;
  if not private.are_piece_lines(p_lines, '{item,quantity}') then
    raise exception 'These are no lines of a parcel' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  if exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer)
      left join private.pieces_of(p_order) p on p.item = c.item where p.item is null or c.quantity > p.quantity - p.in_parcels) then
    raise exception 'So many pieces are not left of the order' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  return query select c.item, c.quantity from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer);
end $function$;

CREATE OR REPLACE FUNCTION private.claim_courier_checks(p_limit integer)
 RETURNS TABLE(shipment_id uuid, reference text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.courier_bookings b set next_check_at = private.clock_now() + interval '30 minutes'
  from (select x.shipment_id from public.courier_bookings x where x.state = 'booked' and x.parcel_state in ('booked', 'on_the_way', 'returning')
      and x.next_check_at <= private.clock_now() order by x.next_check_at limit least(p_limit, 100) for update skip locked) due
  where b.shipment_id = due.shipment_id returning b.shipment_id, b.reference
$function$;
grant execute on function private.claim_courier_checks(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.claim_razorpay_checks(p_limit integer)
 RETURNS TABLE(order_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.razorpay_orders r set next_check_at = now() + interval '5 minutes'
  from (select d.id from private.razorpay_orders d where d.next_check_at <= now() order by d.next_check_at limit p_limit for update skip locked) due
  where r.id = due.id returning r.order_id
$function$;
grant execute on function private.claim_razorpay_checks(integer) to shop_payments;

CREATE OR REPLACE FUNCTION private.claim_razorpay_refunds(p_limit integer)
 RETURNS TABLE(payment_id text, refund_id uuid, amount bigint, round integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with row_due as (
    select s.refund_id from private.razorpay_refunds s join private.razorpay_payments c on c.id = s.charge_id
      where s.next_at <= now() and (c.doubted_at is null or c.resolved_at is not null)
      order by s.next_at limit p_limit for update of s skip locked
  ), taken as (
    update private.razorpay_refunds s set next_at = now() + interval '5 minutes', claimed_at = coalesce(s.claimed_at, now())
      from row_due d where s.refund_id = d.refund_id returning s.charge_id, s.refund_id, s.round
  ), whole as (
    update private.razorpay_payments c set refund_next_at = now() + interval '5 minutes'
    from (select d.id from private.razorpay_payments d where d.refund in ('due', 'asked') and d.refund_next_at <= now()
      order by d.refund_next_at limit p_limit for update skip locked) due
    where c.id = due.id returning c.id, c.amount, c.refund_round, c.standing
  )
  select t.charge_id, t.refund_id, (r.amount * 100)::bigint, t.round from taken t join public.refunds r on r.id = t.refund_id
  union all select w.id, null, case when w.standing = 'kept' then null else w.amount end, w.refund_round from whole w
$function$;
grant execute on function private.claim_razorpay_refunds(integer) to shop_payments;

CREATE OR REPLACE FUNCTION private.claim_webhooks(p_most integer)
 RETURNS TABLE(id bigint, attempts integer, url text, event_id uuid, kind text, data jsonb, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  endpoint private.webhook_endpoints;
  free integer;
begin
  -- one process claims at a time. not for update: every transaction that writes an event holds the key of the endpoint through its foreign key
  -- until it ends, so while orders overlap nothing would be claimed, and they would wait for a claim
  select e.* into endpoint from private.webhook_endpoints e where e.active for no key update skip locked;
  if endpoint.id is null then return; end if;
  select p_most - count(*) into free from private.webhook_deliveries d
    where d.endpoint_id = endpoint.id and d.state = 'queued' and d.held_until > clock_timestamp();
  if free <= 0 then return; end if;
  return query
    update private.webhook_deliveries d set attempts = d.attempts + 1, held_until = clock_timestamp() + interval '30 seconds',
      next_attempt_at = clock_timestamp() + interval '30 seconds'
    where d.id in (
      select q.id from private.webhook_deliveries q
      where q.endpoint_id = endpoint.id and q.state = 'queued' and q.next_attempt_at <= clock_timestamp()
        and not exists (select from private.webhook_deliveries b
          where b.endpoint_id = q.endpoint_id and b.object_id = q.object_id and b.state = 'queued' and b.id < q.id)
      order by q.next_attempt_at, q.id limit free)
    returning d.id, d.attempts, endpoint.url, d.event_id, d.kind, d.data, d.created_at;
end $function$;
grant execute on function private.claim_webhooks(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.clock_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN COALESCE((NULLIF(current_setting('shop.as_of'::text, true), ''::text))::timestamp with time zone, now());

CREATE OR REPLACE FUNCTION private.cod_allowance(p_user uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.limit_of('first_cod_rupees') - coalesce((select sum(p.amount) from public.orders o join public.payments p on p.order_id = o.id
      where o.user_id = p_user and o.status in ('pending', 'processing', 'shipped') and p.state = 'cod_pending'), 0)
    where not exists (select from public.orders o where o.user_id = p_user and o.status = 'delivered')
$function$;

CREATE OR REPLACE FUNCTION private.columns_of_class(family uuid)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (family IS NULL) THEN '{stock}'::text[] ELSE '{stock,family}'::text[] END;

CREATE OR REPLACE FUNCTION private.content_hash(content jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN encode(sha256(convert_to((content)::text, 'UTF8'::name)), 'hex'::text);

CREATE OR REPLACE FUNCTION private.continue_series(p_kind text, p_prefix text, p_year text)
 RETURNS TABLE(prefix text, digits integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  follows record;
begin
  for follows in
    select c.prefix, c.digits from (
      select s.next_prefix, s.next_digits, 1 from public.serial_series s where s.kind = p_kind and s.next_prefix is not null
      union all select translate(left(p_prefix, 1), '0', 'N') || n, 7, n from generate_series(2, 9) n) c (prefix, digits, place) order by c.place
  loop
    exit when not private.is_prefix_taken(p_kind, follows.prefix)
      and not exists (select from private.serial_counters k where k.series = follows.prefix and k.financial_year = p_year);
    follows := null;
  end loop;
  if follows is null then
    raise exception 'The series %/% is full: give it another prefix under Settings, Numbers', p_prefix, p_year
      using errcode = 'PT409', detail = jsonb_build_object('code', 'SERIES_FULL', 'kind', p_kind)::text;
  end if;
  update public.serial_series s set prefix = follows.prefix, digits = follows.digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
  return query select follows.prefix, follows.digits;
end $function$;

CREATE OR REPLACE FUNCTION private.count_customers(p_users uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.customer_figures f where f.user_id = any (p_users) order by f.id for no key update;
  update public.customer_figures f set (orders, spent, last_order_at, state, full_name, company_name, gstin, phone, since) = (
    select count(o.id) filter (where s.sale), coalesce(sum(o.total_amount) filter (where s.sale), 0), max(o.created_at),
      (array_agg(o.state order by o.created_at desc, o.id))[1],
      coalesce(nullif(p.full_name, ''), (array_agg(o.full_name order by o.created_at desc, o.id) filter (where o.full_name <> ''))[1]),
      coalesce(nullif(p.company_name, ''), (array_agg(o.company_name order by o.created_at desc, o.id) filter (where o.company_name <> ''))[1]),
      coalesce(p.gstin, (array_agg(o.gstin order by o.created_at desc, o.id) filter (where o.gstin <> ''))[1]),
      coalesce(nullif(p.phone, ''), (array_agg(o.phone order by o.created_at desc, o.id) filter (where o.phone <> ''))[1]),
      p.created_at
    from public.profiles p left join public.orders o on o.user_id = p.id
      left join lateral (select private.is_sale(o.status, o.payment_state) as sale) s on true
    where p.id = f.user_id group by p.id)
  where f.user_id = any (p_users);
end $function$;

CREATE OR REPLACE FUNCTION private.count_facets(p_always boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  everything boolean;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.count_facets')) then return false; end if;
  if not (p_always or private.is_large_catalogue()) then
    delete from private.facet_counts;
    delete from private.facet_changes;
    return false;
  end if;
  everything := not exists (select from private.facet_counts c where c.counted_at > clock_timestamp() - interval '10 minutes');
  -- each is one statement: what it takes from the list is what it has counted
  if everything then
    with taken as (
      delete from private.facet_changes
    ), counted as materialized (
      select private.facet_line(k.family_id, k.category_id, k.brand, k.country, k.moq, k.stock, k.status, k.gst) as line, k.*
      from (select p.family_id, p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq, private.stock_class(p.stock) as stock,
          p.status, p.gst_percent as gst, count(*)::integer as n, min(p.base_price) as lowest, max(p.base_price) as highest
        from public.products p group by 1, 2, 3, 4, 5, 6, 7, 8) k
    ), gone as (
      delete from private.facet_kinds k where not exists (select from counted c where c.line = k.line)
    )
    insert into private.facet_kinds as k (line, family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
      select c.line, c.family_id, c.category_id, c.brand, c.country, c.moq, c.stock, c.status, c.gst, c.n, c.lowest, c.highest from counted c
      on conflict (line) do update set n = excluded.n, lowest = excluded.lowest, highest = excluded.highest
        where (k.n, k.lowest, k.highest) is distinct from (excluded.n, excluded.lowest, excluded.highest);
  else
    with taken as (
      delete from private.facet_changes returning *
    ), difference as (
      select private.facet_line(t.family_id, t.category_id, t.brand, t.country, t.moq, t.stock, t.status, t.gst) as line, t.family_id, t.category_id, t.brand,
        t.country, t.moq, t.stock, t.status, t.gst, sum(t.n)::integer as n, min(t.lowest) as lowest, max(t.highest) as highest
      from taken t group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    )
    merge into private.facet_kinds k using difference d on k.line = d.line
      when matched and k.n + d.n <= 0 then delete
      when matched and (d.n <> 0 or d.lowest < k.lowest or d.highest > k.highest) then
        update set n = k.n + d.n, lowest = least(k.lowest, d.lowest), highest = greatest(k.highest, d.highest)
      when not matched and d.n > 0 then
        insert (line, family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
        values (d.line, d.family_id, d.category_id, d.brand, d.country, d.moq, d.stock, d.status, d.gst, d.n, d.lowest, d.highest);
    if not found then return false; end if;
  end if;
  insert into private.facet_counts as f (product_values) values (private.count_product_values(true, true))
    on conflict (one) do update set product_values = excluded.product_values, counted_at = case when everything then clock_timestamp() else f.counted_at end;
  return true;
end $function$;
grant execute on function private.count_facets(boolean) to shop_mail;

CREATE OR REPLACE FUNCTION private.count_guests(p_keys text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one text;
begin
  -- one writer of a customer at a time, also of one who has no row yet; always in the same order
  for one in select k from unnest(p_keys) k where k is not null order by k loop
    perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.guests'), pg_catalog.hashtext(one));
  end loop;
  delete from public.customer_figures f where f.guest_key = any (p_keys)
    and not exists (select from public.orders o where o.user_id is null and private.guest_key(o.phone, o.email) = f.guest_key);
  insert into public.customer_figures as f (guest_key, orders, spent, last_order_at, state, full_name, company_name, gstin, phone, since)
    select k.key, count(*) filter (where s.sale), coalesce(sum(o.total_amount) filter (where s.sale), 0), max(o.created_at),
      (array_agg(o.state order by o.created_at desc, o.id))[1],
      (array_agg(o.full_name order by o.created_at desc, o.id) filter (where o.full_name <> ''))[1],
      (array_agg(o.company_name order by o.created_at desc, o.id) filter (where o.company_name <> ''))[1],
      (array_agg(o.gstin order by o.created_at desc, o.id) filter (where o.gstin <> ''))[1],
      (array_agg(o.phone order by o.created_at desc, o.id) filter (where o.phone <> ''))[1],
      min(o.created_at)
    from (select distinct x as key from unnest(p_keys) x where x is not null) k
    join public.orders o on o.user_id is null and private.guest_key(o.phone, o.email) = k.key
    cross join lateral (select private.is_sale(o.status, o.payment_state) as sale) s
    group by k.key
  on conflict (guest_key) do update set orders = excluded.orders, spent = excluded.spent, last_order_at = excluded.last_order_at, state = excluded.state,
    full_name = excluded.full_name, company_name = excluded.company_name, gstin = excluded.gstin, phone = excluded.phone, since = excluded.since;
end $function$;

CREATE OR REPLACE FUNCTION private.count_product_values(p_all boolean, p_known boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as materialized (
    select k.brand, k.gst, grouping(k.brand) = 0 as of_brand, sum(k.n) as count
    from (
      select p.brand, p.gst_percent as gst, p.status, 1 as n from public.products p where not p_known
      union all
      select f.brand, f.gst, f.status, f.n from private.facet_kinds f where p_known) k
    where p_all or k.status = 'active' and (select private.sees_shop()) group by grouping sets ((k.brand), (k.gst))
  )
  select jsonb_build_object(
    'brands', coalesce((select jsonb_agg(jsonb_build_object('value', b.brand, 'count', b.count) order by lower(b.brand)) from (
      select c.brand, c.count from counted c where c.of_brand and c.brand is not null order by c.count desc, c.brand limit 2000) b), '[]'),
    'rates', coalesce((select jsonb_agg(jsonb_build_object('value', r.gst, 'count', r.count) order by r.gst) from counted r where not r.of_brand), '[]'))
$function$;

CREATE OR REPLACE FUNCTION private.count_tries(p_keys bytea[], p_times integer[], p_seconds integer[])
 RETURNS TABLE(place integer, seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 200;
  moment timestamptz;
  b smallint;
begin
  if coalesce(cardinality(p_keys), 0) not between 1 and 8 then
    raise exception 'One to eight keys are counted at once' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(7236, x.bucket) from (select distinct get_byte(k, 0) as bucket from unnest(p_keys) k order by 1) x;
  moment := clock_timestamp();
  return query select a.n::integer, greatest(1, ceil(extract(epoch from t.until - moment)))::integer
    from unnest(p_keys, p_times) with ordinality a (key, times, n)
    join private.tries t on t.bucket = get_byte(a.key, 0) and t.key = a.key
    where t.until > moment and t.count >= a.times
    order by a.n limit 1;
  if found then return; end if;
  for i in 1 .. cardinality(p_keys) loop
    b := get_byte(p_keys[i], 0);
    update private.tries t
      set count = case when t.until > moment then t.count + 1 else 1 end,
        until = case when t.until > moment then t.until else moment + make_interval(secs => p_seconds[i]) end
      where t.bucket = b and t.key = p_keys[i];
    if not found then
      delete from private.tries t where t.bucket = b and t.key in (
        select old.key from private.tries old where old.bucket = b
        order by old.until > moment desc, old.count desc, old.until desc offset most - 1);
      insert into private.tries values (b, p_keys[i], 1, moment + make_interval(secs => p_seconds[i]));
    end if;
  end loop;
end $function$;
grant execute on function private.count_tries(bytea[],integer[],integer[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.count_uses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.times_used := (select count(*) from public.discount_redemptions r where r.discount_id = new.id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.cover_question(p_from date, p_to date, p_list text, p_within integer, p_sort text, p_ascending boolean, p_limit integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN jsonb_build_array(p_from, p_to, p_list, p_within, p_sort, p_ascending, p_limit);

CREATE OR REPLACE FUNCTION private.cover_stock(p_now timestamp with time zone, p_from date, p_to date, p_list text, p_within integer, p_sort text, p_ascending boolean, p_limit integer, p_costs boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
 SET random_page_cost TO '1.1'
AS $function$
declare
  w record;
  today date := (p_now at time zone 'Asia/Kolkata')::date;
  last date := least(p_to, today);
  dead_since timestamptz := (today - 89)::timestamp at time zone 'Asia/Kolkata';   -- ninety days, today included
  answer jsonb;
begin
  select * into w from private.times_of_days(p_from, p_to, p_now);
  with goods as (
    select p.id, p.status = 'active' as active, p.stock, s.units, p.base_price, p.stock * c.cost as cost, p_costs and c.cost is null as costless,
      -- whole days that the stock lasts: none is left once it is sold out
      case when s.units > 0 then p.stock * private.days_on_sale(p_from, last, p.created_at)::bigint / s.units end as days_left,
      p.stock > 0 and p.created_at < dead_since and s.lately is not true as dead
    from public.products p
    left join private.units_sold(w.since, w.until, dead_since, p_now + interval '1 microsecond') s on s.product_id = p.id
    left join public.product_costs c on c.product_id = p.id and p_costs
    where p.stock > 0 or s.units > 0
  ), kept as materialized (   -- a row for each product of the list, and one for all others of a price: as many rows as products may not fit into work_mem
    select case when case p_list when 'soon' then g.active and g.days_left <= p_within when 'dead' then g.dead else true end then g.id end as id, g.base_price,
      count(*) as n, sum(g.stock) as stock, min(g.units) as units, min(g.days_left) as days_left, sum(g.cost) as cost, count(*) filter (where g.costless and g.stock > 0) as costless,
      count(*) filter (where g.active and g.days_left <= p_within) as soon, count(*) filter (where g.active and g.days_left <= p_within and g.stock = 0) as out,
      count(*) filter (where g.dead) as dead, sum(g.stock) filter (where g.dead) as dead_stock
    from goods g group by 1, 2
  ), chosen as (
    select y.*, row_number() over () as place from (
      select l.* from (select x.*, x.stock * x.base_price as money,
          case p_sort when 'left' then x.days_left when 'stock' then x.stock when 'units' then coalesce(x.units, 0) when 'money' then x.stock * x.base_price end as rank,
          case p_sort when 'name' then (select lower(p.name) from public.products p where p.id = x.id) end as name
        from kept x where x.id is not null) l
      order by case when p_ascending then l.rank end nulls last, case when not p_ascending then l.rank end desc nulls last,
        case when p_ascending then l.name end, case when not p_ascending then l.name end desc, l.money desc, l.id limit p_limit) y
  )
  select jsonb_build_object(
    'as_of', p_now,
    'soon', coalesce(sum(k.soon), 0),
    'out', coalesce(sum(k.out), 0),
    'dead', coalesce(sum(k.dead), 0),
    'dead_money', coalesce(sum(k.dead_stock * k.base_price), 0),
    'money', coalesce(sum(k.stock * k.base_price), 0),
    'cost', sum(k.cost),
    'costless', coalesce(sum(k.costless), 0),
    'all', coalesce(sum(k.n), 0),
    'rows', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', p.name, 'sku', p.sku, 'image_url', p.image_url, 'status', p.status, 'stock', c.stock,
        'units', coalesce(c.units, 0), 'days', private.days_on_sale(p_from, last, p.created_at), 'days_left', c.days_left, 'money', c.money, 'cost', c.cost) order by c.place)
      from chosen c join public.products p on p.id = c.id), '[]'))
  from kept k
    into answer;
  return answer;
end $function$;

CREATE OR REPLACE FUNCTION private.create_api_key(p_by uuid, p_name text, p_role text, p_days integer, p_digest bytea, p_hint text, OUT refusal text, OUT key uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant uuid := gen_random_uuid();
begin
  -- one change of roles at a time, and what stands below is asked behind the lock
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  if not private.staff_may(p_by, 'staff.manage') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  refusal := case
    when p_role = 'owner' or exists (select from private.role_permissions p where p.role = p_role and not private.staff_may(p_by, p.permission)) then 'ROLE'
    when exists (select from private.api_keys k where lower(k.name) = lower(btrim(p_name)) and k.revoked_at is null) then 'NAME_TAKEN'
    when (select count(*) from private.api_keys k where k.revoked_at is null) >= 50 then 'TOO_MANY_KEYS'
    end;
  if refusal is not null then return; end if;
  -- the audit log asks who it was
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  insert into private.api_keys (user_id, name, role, digest, hint, created_by, expires_at)
    values (account, btrim(p_name), p_role, p_digest, p_hint, p_by, now() + make_interval(days => p_days));
  -- the auth service of a hosted project cannot read a user whose tokens are null. not 'infinity': nor that
  insert into auth.users (instance_id, id, aud, role, raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token, email_change_token_new,
      email_change, banned_until, created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', account, 'authenticated', 'authenticated', '{"provider": "api_key", "providers": ["api_key"]}', '{}', '', '', '',
      '', now() + interval '100 years', now(), now());
  insert into public.user_roles (user_id, role, granted_by) values (account, p_role, p_by);
  perform private.notify_owners('api_key', jsonb_build_object('person', btrim(p_name), 'role', p_role));
  key := account;
end $function$;
grant execute on function private.create_api_key(uuid,text,text,integer,bytea,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.credit_pieces(p_order uuid, p_pieces jsonb, p_reason text, p_charges boolean, p_file uuid, p_invoiced uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest jsonb := (select coalesce(jsonb_object_agg(r.line, r.quantity), '{}') from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer));
  invoice record;
  lines jsonb;
  issued text;
  charges numeric;
  charged uuid[] := '{}';
  credited numeric := 0;
begin
  for invoice in select d.id, d.file_id from public.documents d where d.order_id = p_order and d.kind = 'invoice' order by d.issued_at, d.serial desc loop
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'quantity', least(l.quantity - l.credited, (rest ->> l.line::text)::integer)) order by l.place), '[]')
      into lines from private.invoice_lines(invoice.id) l
      where l.quantity > l.credited and (rest ->> l.line::text)::integer > 0 and (p_invoiced is null or invoice.file_id = p_invoiced);
    charges := case when p_charges then private.charge_sum(private.uncredited_charges(invoice.id), 'amount') else 0 end;
    continue when lines = '[]' and charges = 0;
    issued := private.issue_credit_note(invoice.id, lines, p_reason, p_charges, p_file);
    credited := credited + (select private.charge_sum(d.content -> 'items', 'total') from public.documents d where d.serial = issued)
      + case when invoice.file_id = any (charged) then 0 else charges end;
    if charges > 0 then charged := charged || invoice.file_id; end if;
    select coalesce(jsonb_object_agg(x.key, x.value::integer - coalesce((select (c ->> 'quantity')::integer from jsonb_array_elements(lines) c where c ->> 'line' = x.key), 0)), '{}')
      into rest from jsonb_each_text(rest) x;
  end loop;
  if exists (select from jsonb_each_text(rest) x where x.value::integer > 0) then
    raise exception 'More would be credited than is left of the invoices' using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  return credited;
end $function$;

CREATE OR REPLACE FUNCTION private.credit_rest(p_order uuid, p_reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file uuid;
  invoice uuid;
begin
  for invoice in select d.id from public.documents d where d.order_id = p_order and d.kind = 'invoice' and not private.is_credited(d.id)
    order by d.issued_at, d.serial desc loop
    file := coalesce(file, gen_random_uuid());
    perform private.issue_credit_note(invoice, null, p_reason, true, file);
  end loop;
  return file;
end $function$;

CREATE OR REPLACE FUNCTION private.dashboard()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET random_page_cost TO '1.1'
AS $function$
declare
  now_ timestamptz := private.clock_now();
  today timestamptz := date_trunc('day', now_ at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
  date_ date := (now_ at time zone 'Asia/Kolkata')::date;
  sales jsonb;
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;

  -- by day; of the days in the middle of which a period before begins also what they had sold by this time of day
  with days as (
    select d.day, sum(d.orders) as orders, sum(d.revenue) as amount from private.sales_of(today - interval '59 days', now_ + interval '1 microsecond') d group by 1
  ), by_now as (
    select date_ - n.length as day, count(*) as orders, coalesce(sum(o.total_amount), 0) as amount
    from (values (1), (7), (30)) n (length) join public.orders o
      on o.created_at >= today - make_interval(days => n.length) and o.created_at <= now_ - make_interval(days => n.length)
    where private.is_sale(o.status, o.payment_state) group by 1
  ), periods (name, length) as (values ('today', 1), ('week', 7), ('month', 30)),
  sums as (
    select s.name, jsonb_build_object(
      'orders', coalesce(sum(d.orders) filter (where d.day > date_ - s.length), 0),
      'amount', coalesce(sum(d.amount) filter (where d.day > date_ - s.length), 0),
      'orders_before', coalesce(sum(d.orders) filter (where d.day < date_ - s.length), 0) + coalesce(min(b.orders), 0),
      'amount_before', coalesce(sum(d.amount) filter (where d.day < date_ - s.length), 0) + coalesce(min(b.amount), 0)) as sum
    from periods s left join days d on d.day > date_ - 2 * s.length left join by_now b on b.day = date_ - s.length
    group by s.name
  )
  select (select jsonb_object_agg(m.name, m.sum) from sums m) || jsonb_build_object('days', (
      select jsonb_agg(jsonb_build_object('day', date_ - n, 'orders', coalesce(d.orders, 0), 'amount', coalesce(d.amount, 0)) order by n desc)
      from generate_series(0, 59) n left join days d on d.day = date_ - n))
    into sales;

  return jsonb_build_object(
    'as_of', now_,
    'sales', sales,
    'verify', private.order_queue('o.payment_state = ''awaiting_verification'''),
    'accept', private.order_queue('o.status = ''pending'' and o.payment_state in (''cod_pending'', ''paid'')'),
    'ship', private.order_queue('o.status = ''processing'''),
    'refund', private.order_queue('o.id in (select r.order_id from public.refunds r where r.state in (''due'', ''asked'', ''failed'') union all select x.id from public.orders x where x.payment_state = ''refund_due'')'),
    'collect', private.order_queue('private.is_to_collect(o.status, o.payment_state)'),
    'stock', (with low as materialized (
        select p.id, p.name, p.sku, p.stock, p.units_sold, p.image_url from private.low_stock l join public.products p on p.id = l.product_id
        where p.status = 'active')
      select jsonb_build_object('count', count(*), 'out', count(*) filter (where low.stock = 0),
        'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.stock, r.units_sold desc, r.id)
          from (select * from low order by low.stock, low.units_sold desc, low.id limit 6) r), '[]'))
      from low),
    'mails', (select count(*) from (select from private.mails m where m.status = 'failed' limit 100001) c),
    'complaints', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select k.created_at from public.complaints k where k.status = 'open' order by k.created_at limit 100001) c),
    'health', private.health_summary(),
    'returns', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select r.created_at from public.returns r where r.state in ('requested', 'received') order by r.created_at limit 100001) c),
    'feed', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id) from (
      select o.id, o.created_at, coalesce(nullif(o.company_name, ''), o.full_name) as name, o.city, o.state, o.status, o.payment_method, o.payment_state, o.total_amount
      from public.orders o order by o.created_at desc, o.id limit 12) f), '[]'));
end $function$;
grant execute on function private.dashboard() to service_role;

CREATE OR REPLACE FUNCTION private.date_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.claim_holds_until := new.claimed_at + make_interval(days => private.limit_of('claim_days'));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.days_of_sales(p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(day date, since timestamp with time zone, until timestamp with time zone, summed boolean)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT d.day,
     GREATEST(d.since, days_of_sales.p_since) AS "greatest",
     LEAST(d.until, days_of_sales.p_until) AS "least",
     ((d.since >= days_of_sales.p_since) AND (d.until <= days_of_sales.p_until) AND (d.until <= private.clock_now()) AND (EXISTS ( SELECT
            FROM private.sales_past p
           WHERE ((p.day = d.day) AND p.summed))) AND (NOT (EXISTS ( SELECT
            FROM private.sales_changed c
           WHERE (c.day = d.day)))))
    FROM ( SELECT (g.g)::date AS day,
             (g.g AT TIME ZONE '05:30:00'::interval) AS since,
             ((g.g + '1 day'::interval) AT TIME ZONE '05:30:00'::interval) AS until
            FROM generate_series(date_trunc('day'::text, (days_of_sales.p_since AT TIME ZONE '05:30:00'::interval)), ((days_of_sales.p_until AT TIME ZONE '05:30:00'::interval) - '00:00:00.000001'::interval), '1 day'::interval) g(g)) d;
END;

CREATE OR REPLACE FUNCTION private.days_on_sale(p_from date, p_to date, p_created timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN GREATEST(((p_to - GREATEST(p_from, ((p_created AT TIME ZONE '05:30:00'::interval))::date)) + 1), 1);

CREATE OR REPLACE FUNCTION private.delete_account(p_user uuid, OUT refusal text, OUT orders uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- in the sequence of all steps of an order, which reach the account last (docs/decisions/0138-one-sequence-of-locks.md)
  perform from public.orders o where o.user_id = p_user order by o.id for no key update;
  perform from auth.users u where u.id = p_user for update;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    refusal := 'STAFF';
    return;
  end if;
  select array_agg(o.id order by o.created_at desc) into orders from public.orders o
    where o.user_id = p_user and private.is_open_order(o);
  if orders is not null then
    refusal := 'OPEN_ORDERS';
    return;
  end if;
  if exists (select from public.store_credit_balances b where b.user_id = p_user and b.balance > 0) then
    refusal := 'STORE_CREDIT';
    return;
  end if;
  delete from auth.users u where u.id = p_user;
end $function$;
grant execute on function private.delete_account(uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.deliver_everything(p_order uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.shipments s set state = 'delivered', delivered_at = private.clock_now(), version = s.version + 1 where s.order_id = p_order and s.state = 'shipped'
$function$;

CREATE OR REPLACE FUNCTION private.demo_files()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce(array_agg(d.id order by d.id), '{}') from private.demo_rows d where d.kind = 'file' $function$;
grant execute on function private.demo_files() to shop_orders;

CREATE OR REPLACE FUNCTION private.demo_ids(p_kind text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(d.id::uuid), '{}') from private.demo_rows d where d.kind = p_kind
$function$;

CREATE OR REPLACE FUNCTION private.discount_standing(d public.discounts, p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when not d.is_active then 'OFF'
    when d.starts_at > private.clock_now() then 'NOT_STARTED'
    when d.ends_at <= private.clock_now() then 'ENDED'
    when d.times_used >= d.usage_limit then 'USED_UP'
    when d.customer_limit <= (select count(*) from public.discount_redemptions r where r.discount_id = d.id and r.user_id = p_user) then 'ALREADY_USED'
    else 'OK' end
$function$;

CREATE OR REPLACE FUNCTION private.discounts_for(p_user uuid, p_code text, p_products uuid[], p_had uuid[] DEFAULT '{}'::uuid[])
 RETURNS TABLE(id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric, combines boolean, standing text, covers uuid[], counted boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.id, d.code, d.title, d.description, d.kind, d.value, d.minimum_goods, d.maximum_discount, d.combines, s.standing, g.covers,
    d.code is not null or d.usage_limit is not null
  from public.discounts d
  cross join lateral (select case when d.id = any (p_had) then 'OK' else private.discount_standing(d, p_user) end as standing) s
  cross join lateral (
    select case when d.product_ids <> '{}' or d.category_ids <> '{}' then coalesce((
      with recursive scope as (
        select unnest(d.category_ids) as id
        union select c.id from public.categories c join scope on c.parent_id = scope.id)
      select array_agg(p.id order by p.id) from public.products p
      where p.id = any (p_products) and (p.id = any (d.product_ids) or p.category_id in (select scope.id from scope))), '{}') end as covers) g
  where (d.is_active or d.id = any (p_had)) and (d.code = upper(btrim(p_code)) or (d.code is null and s.standing = 'OK' and (g.covers is null or g.covers <> '{}')))
  order by d.id
$function$;
grant execute on function private.discounts_for(uuid,text,uuid[],uuid[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.document_facts(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'version', 3,
    'seller', (select jsonb_build_object('store_name', s.store_name, 'legal_name', s.legal_name, 'address', s.address, 'city', s.city, 'pincode', s.pincode,
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year,
      -- the code on a document asks for its total: not once a part of it was paid
      'upi_vpa', case when o.payment_state = 'paid' or not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0) then s.upi_vpa end) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'order_number', o.order_number, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'offers', o.offers, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'charges', o.charges, 'total_amount', o.total_amount, 'store_credit', o.store_credit,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'invoice_per_parcel', o.invoice_per_parcel, 'courier', null,
      'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('line', i.id, 'product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$function$;

CREATE OR REPLACE FUNCTION private.document_file(p_file uuid, p_copies text, p_irns text DEFAULT ''::text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.bytes from private.document_files f where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns
$function$;
grant execute on function private.document_file(uuid,text,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.documents_kept_from(p_at timestamp with time zone DEFAULT private.clock_now())
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN make_timestamptz(((EXTRACT(year FROM (p_at AT TIME ZONE 'Asia/Kolkata'::text)))::integer - 7), 4, 1, 0, 0, (0)::double precision, 'Asia/Kolkata'::text);

CREATE OR REPLACE FUNCTION private.documents_to_fetch(p_limit integer)
 RETURNS TABLE(file_id uuid, copies text, irns text, version uuid, size integer, sha256 text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.file_id, f.copies, f.irns, f.version, f.size, f.sha256 from private.document_files f
  where f.version is not null
    and not exists (select from private.damaged_document_files d where d.file_id = f.file_id and d.copies = f.copies and d.irns = f.irns)
  order by f.version limit p_limit
$function$;
grant execute on function private.documents_to_fetch(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.documents_to_register(p_user uuid, p_serials text[])
 RETURNS TABLE(id uuid, serial text, irn text, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.write') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  return query select d.id, d.serial, private.irn_of(d), d.content from public.documents d where d.serial = any (p_serials[1:1000]);
end $function$;
grant execute on function private.documents_to_register(uuid,text[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.documents_to_store(p_limit integer)
 RETURNS TABLE(file_id uuid, copies text, irns text, bytes bytea, sha256 text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.file_id, f.copies, f.irns, f.bytes, f.sha256 from private.document_files f
  where f.version is null and private.are_documents_stored()
    and not exists (select from private.damaged_document_files d where d.file_id = f.file_id and d.copies = f.copies and d.irns = f.irns)
  order by f.created_at limit p_limit
$function$;
grant execute on function private.documents_to_store(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.drop_courier_booking(p_staff uuid, p_shipment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  delete from public.courier_bookings b where b.shipment_id = s.id and b.state = 'booking';
end $function$;
grant execute on function private.drop_courier_booking(uuid,uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.drop_parts(p_table regclass, p_step interval, p_kept_from timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '500ms'
AS $function$
declare
  part text;
  due text[] := '{}';
  counted bigint;
  gone bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.add_parts'), hashtext((select c.relname from pg_catalog.pg_class c where c.oid = p_table))) then
    return 0;   -- another process is at it
  end if;
  for part in select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = p_table
      and (to_date(substring(c.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM') + p_step) at time zone 'Asia/Kolkata' <= p_kept_from
    order by c.relname loop
    execute format('select count(*) from parts.%I', part) into counted;
    due := due || part;
    gone := gone + counted;
    exit when counted > 0;
  end loop;
  foreach part in array due loop
    execute format('alter table %s detach partition parts.%I', p_table, part);
    execute format('drop table parts.%I', part);
  end loop;
  return least(gone, 2147483647);
exception when lock_not_available then
  raise warning 'the oldest part of % was not dropped, because it is in use', p_table;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION private.drop_pieces(p_order public.orders, p_pieces jsonb, p_in_shop boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products p where p.id in (select i.product_id from jsonb_to_recordset(p_pieces) r (line uuid) join public.order_items i on i.id = r.line)
    order by p.id for no key update;
  perform set_config('shop.stock_reason', 'cancellation', true), set_config('shop.stock_order', p_order.id::text, true);
  update public.products p set stock = p.stock + case when p_in_shop then b.quantity else 0 end, units_sold = greatest(p.units_sold - b.quantity, 0)
    from (select i.product_id, sum(r.quantity)::integer as quantity from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer)
      join public.order_items i on i.id = r.line group by 1) b
    where p.id = b.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
  if p_order.store_credit > 0 and p_order.user_id is not null then perform private.lock_store_credit(p_order.user_id); end if;
  update public.order_items i set cancelled_quantity = i.cancelled_quantity + r.quantity
    from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer) where i.id = r.line;
end $function$;

CREATE OR REPLACE FUNCTION private.e_invoices_between(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(document_id uuid, serial text, irn text, ack_no text, ack_at text, cancelled_at text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  return query select d.id, d.serial, e.irn, e.ack_no, private.utc_text(e.ack_at), private.utc_text(e.cancelled_at)
    from public.e_invoices e join public.documents d on d.id = e.document_id where d.issued_at >= p_from and d.issued_at < p_until;
end $function$;
grant execute on function private.e_invoices_between(uuid,timestamp with time zone,timestamp with time zone) to shop_orders;

CREATE OR REPLACE FUNCTION private.end_backup(p_id bigint, p_bytes bigint, p_missing integer, p_failure text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.backups set finished_at = clock_timestamp(), bytes = p_bytes, missing = p_missing, failure = p_failure where id = p_id
$function$;

CREATE OR REPLACE FUNCTION private.end_courier_cancellation(p_staff uuid, p_shipment uuid, p_done boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  if not p_done then
    update public.courier_bookings b set state = 'booked' where b.shipment_id = s.id and b.state = 'cancelling';
    return;
  end if;
  delete from public.courier_bookings b where b.shipment_id = s.id;
  if found and s.state = 'packed' then
    update public.shipments x set courier = null, tracking_number = null, version = x.version + 1 where x.id = s.id;
  end if;
end $function$;
grant execute on function private.end_courier_cancellation(uuid,uuid,boolean) to shop_orders;

CREATE OR REPLACE FUNCTION private.end_job(p_runner uuid, p_name text, p_failure text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.jobs j set runner = null, held_until = null, finished_at = clock_timestamp(),
    failed_at = case when p_failure is null then j.failed_at else clock_timestamp() end, failure = coalesce(p_failure, j.failure)
  where j.name = p_name and j.runner = p_runner
$function$;
grant execute on function private.end_job(uuid,text,text) to shop_mail;

CREATE OR REPLACE FUNCTION private.erase_change_notes(p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_status_history h set notes = 'Order changed' where h.order_id = any (p_orders) and h.notes like 'Order changed: %';
  update private.mails m set data = m.data - 'note' where m.kind in ('order_changed', 'order_rest') and m.data ->> 'order_id' = any (p_orders::text[]) and m.data ? 'note';
end $function$;

CREATE OR REPLACE FUNCTION private.erase_documents(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept_from timestamptz := private.documents_kept_from();
  rule constant text := 'CGST Act s.36: 72 months from the due date of the annual return';
  expired uuid[];
  gone text[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into expired from (
    select o.id from public.orders o
    where o.id in (select d.order_id from public.documents d where d.issued_at < kept_from)
      and not exists (select from public.documents d where d.order_id = o.id and d.issued_at >= kept_from)
      and not exists (select from private.retention_holds h where h.order_id = o.id)
      and o.payment_state <> 'refund_due' and not private.has_open_refund(o.id)   -- the buyer still waits for money
    order by o.id limit p_limit for update of o skip locked) due;
  if expired is null then return 0; end if;

  delete from private.document_files f where f.order_id = any (expired);
  with erased as (delete from public.documents d where d.order_id = any (expired) returning d.id)   -- a note and its invoice at once
    select array_agg(e.id::text) into gone from erased e;
  perform private.note_erasure('documents', gone, rule);

  with erased as (
    update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
        cancel_reason = null
      where o.id = any (expired) and o.user_id is null returning o.id)
    select array_agg(e.id::text) into gone from erased e;
  update public.order_status_history h set notes = 'Order cancelled' where h.order_id = any (gone::uuid[]) and h.status = 'cancelled' and h.notes is not null;
  perform private.note_erasure('order_people', gone, rule);
  return cardinality(expired);
end $function$;
grant execute on function private.erase_documents(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.erase_guests(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone uuid[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into gone from (
    select o.id from public.orders o
    where o.user_id is null and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id) and o.phone || o.email <> ''
      and o.updated_at < private.clock_now() - interval '180 days'
      and not exists (select from private.retention_holds h where h.order_id = o.id)
    order by o.id limit p_limit for update of o skip locked) due;
  if gone is null then return 0; end if;
  update public.orders o set email = '', phone = '' where o.id = any (gone);
  update public.order_overrides c set reason = 'Erased' where c.order_id = any (gone) and c.reason is not null;
  perform private.erase_change_notes(gone);
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', cancel_reason = null
    where o.id = any (gone) and not exists (select from public.documents d where d.order_id = o.id);
  return private.note_erasure('order_people', gone::text[], 'Without an account, and 180 days after the last step');
end $function$;
grant execute on function private.erase_guests(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.erase_old_logs(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select m.id from private.mails m
      where m.status = 'sent' and m.sent_at < private.clock_now() - interval '90 days'
        or m.status = 'failed' and m.created_at < private.clock_now() - interval '180 days'
      order by m.id limit p_limit for update skip locked),
    erased as (delete from private.mails m using old where m.id = old.id returning m.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('mails', gone, 'Sent 90 days ago, or given up and 180 days old');

  with old as (
    select r.number from private.diagnostic_reports r where r.created_at < private.clock_now() - interval '30 days' order by r.number limit p_limit for update skip locked),
    erased as (delete from private.diagnostic_reports r using old where r.number = old.number returning r.number)
    select array_agg(e.number) into gone from erased e;
  total := total + private.note_erasure('diagnostic_reports', gone, '30 days old');

  -- a decision about a return is disputed within months, if at all
  with old as (
    select p.id from private.return_photos p join public.returns r on r.id = p.return_id
      where r.ended_at < private.clock_now() - interval '180 days' order by r.ended_at limit p_limit for update of p skip locked),
    erased as (delete from private.return_photos p using old where p.id = old.id returning p.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('return_photos', gone, 'The return ended 180 days ago');

  -- the hour is over that private.file_complaint counts; it takes them away itself when the next complaint comes
  with erased as (delete from private.complaint_clients c where c.filed_at <= private.clock_now() - interval '1 hour' returning 1)
    insert into private.erasures (what, ids, count, rule) select 'complaint_clients', '{}', count(*), 'An hour old' from erased having count(*) > 0;

  with old as (
    select c.customer_id from private.phone_codes c where c.expires_at <= private.clock_now() order by c.expires_at limit p_limit for update skip locked),
    erased as (delete from private.phone_codes c using old where c.customer_id = old.customer_id returning c.customer_id)
    select array_agg(e.customer_id::text) into gone from erased e;
  total := total + private.note_erasure('phone_codes', gone, 'No longer valid');
  with erased as (delete from private.phone_code_tries t where t.tried_at <= private.clock_now() - interval '1 day' returning t.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('phone_code_tries', gone, 'A day old');
  return total;
end $function$;
grant execute on function private.erase_old_logs(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.erase_old_requests(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select r.user_id, r.key from private.order_requests r where r.created_at < private.clock_now() - interval '30 days'
      limit p_limit for update skip locked),
    erased as (delete from private.order_requests r using old where r.user_id = old.user_id and r.key = old.key returning r.order_id)
    select array_agg(coalesce(e.order_id::text, '')) into gone from erased e;
  total := total + private.note_erasure('order_requests', gone, '30 days old');

  total := total + private.keep_audit_years();
  if not exists (select from private.retention_holds h where h.order_id is null) then
    with old as (select a.id, a.at from public.audit_log a order by a.id limit p_limit),
      erased as (delete from public.audit_log a using old where a.id = old.id and a.at = old.at and old.at < private.audit_kept_from() returning a.id)
      select array_agg(e.id::text) into gone from erased e;
    total := total + private.note_erasure('audit_log', gone, 'Companies Act s.128(5): eight financial years');
  end if;
  return total;
end $function$;
grant execute on function private.erase_old_requests(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.erase_old_sign_ins(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moment constant timestamptz := private.clock_now();
  gone text[];
  erased integer;
  own record;
  total integer := 0;
begin
  -- a session in use is renewed every hour. refresh tokens and how it was signed in go by cascade
  with old as (
    select s.id from auth.sessions s where s.updated_at < moment - interval '90 days' or s.not_after < moment - interval '1 day'
      order by s.updated_at limit p_limit for update skip locked),
    erased as (delete from auth.sessions s using old where s.id = old.id returning s.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('sessions', gone, 'Not used for 90 days');

  -- an unverified address. invited staff and accounts with orders do not count
  with old as (
    select u.id from auth.users u
      where u.email_confirmed_at is null and u.created_at < moment - interval '90 days'
        and coalesce(greatest(u.confirmation_sent_at, u.invited_at), u.created_at) < moment - interval '90 days'
        and u.last_sign_in_at is null
        and not exists (select from public.user_roles r where r.user_id = u.id)
        and not private.is_api_key(u.id)   -- history names revoked ones
        and not exists (select from public.orders o where o.user_id = u.id)
      order by u.created_at limit p_limit for update skip locked),
    erased as (delete from auth.users u using old where u.id = old.id returning u.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('unconfirmed_accounts', gone, 'Not confirmed for 90 days');

  -- links and codes, which end within a day
  with old as (
    select t.id from auth.one_time_tokens t where t.created_at < (moment - interval '7 days') at time zone 'utc' order by t.created_at limit p_limit),
    erased as (delete from auth.one_time_tokens t using old where t.id = old.id returning t.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('one_time_tokens', gone, '7 days old');
  with old as (
    select f.id from auth.flow_state f where f.created_at < moment - interval '7 days' order by f.created_at limit p_limit),
    erased as (delete from auth.flow_state f using old where f.id = old.id returning f.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('flow_states', gone, '7 days old');

  -- who signed in from where
  with old as (
    select a.id from auth.audit_log_entries a where a.created_at < moment - interval '180 days' order by a.created_at limit p_limit),
    erased as (delete from auth.audit_log_entries a using old where a.id = old.id returning a.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('sign_in_log', gone, 'CERT-In directions of 28 April 2022: 180 days');

  -- tables of the shop's own sign-in service, which a hosted project may not have
  for own in select t.name from unnest('{registrations,mfa_challenges,mfa_attempts}'::text[]) t (name) where to_regclass('auth.' || t.name) is not null loop
    execute format('delete from auth.%I t where t.ctid = any (array(select o.ctid from auth.%1$I o where o.created_at < $1 limit $2))', own.name)
      using moment - interval '7 days', p_limit;
    get diagnostics erased = row_count;
    if erased > 0 then
      insert into private.erasures (what, ids, count, rule) values (own.name, '{}', erased, '7 days old');
      total := total + erased;
    end if;
  end loop;
  return total;
end $function$;
grant execute on function private.erase_old_sign_ins(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.erase_order_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.order_notes n where n.order_id = new.id;
  update public.refunds r set reason = null where r.order_id = new.id and r.reason is not null;
  update private.undone_payments u set reason = null where u.payment_id in (select p.id from public.payments p where p.order_id = new.id) and u.reason is not null;
  perform private.erase_returns(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_override_reasons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.order_overrides c set reason = 'Erased' from public.orders o where o.user_id = old.id and c.order_id = o.id and c.reason is not null;
  perform private.erase_change_notes(array(select o.id from public.orders o where o.user_id = old.id));
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- profile, addresses, cart, notifications and request keys go by cascade. orders stay, without their owner.
  update public.orders o set email = '', phone = ''   -- rule 46 asks for name and address, not for contact details
    where o.user_id = old.id and not private.is_open_order(o)
      and exists (select from public.documents d where d.order_id = o.id);
  -- never invoiced, or no longer: no law wants this one. amounts, lines, PIN code and State stay for the books of the stock
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
      cancel_reason = null
    where o.user_id = old.id and not private.is_open_order(o)
      and not exists (select from public.documents d where d.order_id = o.id);
  update public.order_status_history h set notes = 'Order cancelled' from public.orders o
    where o.user_id = old.id and o.id = h.order_id and h.status = 'cancelled' and h.notes is not null
      and not exists (select from public.documents d where d.order_id = o.id);
  -- the books of the store credit stay, without the person and what was said of them
  update public.store_credit_entries e set reason = case when e.kind = 'staff' then 'Erased' end where e.user_id = old.id and e.reason is not null;
  -- a complaint that waits for its answer keeps its author; afterwards number, words and state remain on record
  update public.complaints c set name = 'Deleted customer', email = 'erased', phone = null
    where c.user_id = old.id and c.status <> 'open';
  -- what was not sent is not sent any more, except about a complaint that is still open
  update private.mails m set recipient = '', last_error = null, status = case m.status when 'queued' then 'failed' else m.status end
    where lower(m.recipient) = lower(old.email) and m.recipient <> ''
      and not exists (select from public.complaints c where c.id::text = m.data ->> 'complaint_id' and c.status = 'open');
  update auth.audit_log_entries a set ip_address = '' where a.payload ->> 'actor_id' = old.id::text;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_returns(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.return_photos p using public.returns r where r.order_id = p_order and p.return_id = r.id;
  update public.returns r set message = null, decline_reason = null,
      deduction_reason = case when r.deduction > 0 then 'Erased' end
    where r.order_id = p_order and (r.message is not null or r.decline_reason is not null or r.deduction_reason is not null);
end $function$;

CREATE OR REPLACE FUNCTION private.erase_stored_files(p_limit integer DEFAULT 200)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone text[];
begin
  select array_agg(old.name) into gone from (
    select o.name from storage.objects o
    where o.bucket_id = 'documents' and coalesce(o.updated_at, o.created_at) < private.clock_now() - interval '1 day'
      and not exists (
        select from public.documents d
        where d.order_id = case when o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then split_part(o.name, '/', 1)::uuid end
          and d.kind = case when o.name like '%/invoice%' then 'invoice' when o.name like '%/creditNote%' then 'credit_note' end
          and d.issued_at <= coalesce(o.updated_at, o.created_at))
    order by o.name limit p_limit) old;
  perform private.note_erasure('stored_files', gone, 'No copy of an issued document, and older than a day');
  return query select unnest(gone);
end $function$;
grant execute on function private.erase_stored_files(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.erase_webhooks(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer := private.drop_parts('private.webhook_deliveries', '1 month', private.clock_now() - interval '30 days');
  left_over integer;
begin
  perform private.add_parts('private.webhook_deliveries', date_trunc('month', private.clock_now() at time zone 'Asia/Kolkata')::date, '1 month');
  with old as (
    select d.id, d.created_at from private.webhook_deliveries d where d.created_at < private.clock_now() - interval '61 days'
    order by d.created_at limit p_limit)
  delete from private.webhook_deliveries d using old where d.id = old.id and d.created_at = old.created_at;
  get diagnostics left_over = row_count;
  return gone + left_over;
end $function$;
grant execute on function private.erase_webhooks(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.exchange_choices(p_order uuid)
 RETURNS TABLE(item uuid, product uuid, name text, in_stock boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id, p.id, p.name, p.stock > 0
  from public.order_items i join public.products sold on sold.id = i.product_id
  join public.products p on p.id = sold.id or p.family_id = sold.family_id
  where i.order_id = p_order and p.status = 'active'
$function$;

CREATE OR REPLACE FUNCTION private.facet_line(family_id uuid, category_id uuid, brand text, country text, moq integer, stock text, status text, gst numeric)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN concat_ws(chr(31), COALESCE((family_id)::text, ''::text), COALESCE((category_id)::text, ''::text), COALESCE(('='::text || brand), ''::text), COALESCE(('='::text || country), ''::text), moq, stock, status, gst);

CREATE OR REPLACE FUNCTION private.facets_of(p_kinds private.facet_kind[], p_category uuid[], p_stock text[], p_brand text[], p_country text[], p_moq integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with seen as materialized (
      select k.*,
        coalesce(k.category_id = any (p_category), p_category is null) as in_category,
        coalesce(k.brand = any (p_brand), p_brand is null) as in_brand,
        coalesce(k.country = any (p_country), p_country is null) as in_country,
        coalesce(k.stock = any (p_stock), p_stock is null) as in_stock,
        p_moq is null or k.moq <= p_moq as in_moq
      from unnest(p_kinds) k
    )
    select jsonb_build_object(
      'total', (select coalesce(sum(n) filter (where family is null), 0) + count(distinct family) from seen
        where in_category and in_brand and in_country and in_stock and in_moq and in_price),
      'category', (select coalesce(jsonb_object_agg(category_id, n), '{}') from (
        select category_id, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where category_id is not null and in_brand and in_country and in_stock and in_moq and in_price group by 1) f),
      'brand', (select coalesce(jsonb_object_agg(brand, n), '{}') from (
        select brand, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where brand is not null and in_category and in_country and in_stock and in_moq and in_price group by 1) f),
      'country', (select coalesce(jsonb_object_agg(country, n), '{}') from (
        select country, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where country is not null and in_category and in_brand and in_stock and in_moq and in_price group by 1) f),
      'stock', (select coalesce(jsonb_object_agg(stock, n), '{}') from (
        select stock, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where in_category and in_brand and in_country and in_moq and in_price group by 1) f),
      'moq', (select coalesce(jsonb_object_agg(moq, n), '{}') from (
        select moq, coalesce(sum(n) filter (where family is null), 0) + count(distinct family) as n from seen
        where in_category and in_brand and in_country and in_stock and in_price group by 1) f),
      'price', (select jsonb_build_object('min', min(lowest), 'max', max(highest)) from seen
        where in_category and in_brand and in_country and in_stock and in_moq)
    ));
end $function$;

CREATE OR REPLACE FUNCTION private.fail_picture(p_id bigint, p_failure text, p_again boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.picture_downloads d set
    failure = case when p_again and d.tries < 5 then null else p_failure end,
    due_at = now() + interval '1 minute' * (array[1, 4, 15, 40, 60])[least(greatest(d.tries, 1), 5)]
  where d.id = p_id
$function$;
grant execute on function private.fail_picture(bigint,text,boolean) to shop_mail;

CREATE OR REPLACE FUNCTION private.family_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '{description,brand,category_id,gst_percent,hsn,country_of_origin,manufacturer,generic_name,best_before,licence,ingredients,how_to_use}'::text[];

CREATE OR REPLACE FUNCTION private.file_complaint(p_user uuid, p_order uuid, p_name text, p_email text, p_phone text, p_message text, p_client text, OUT number text, OUT refusal text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  complaint uuid;
  filed timestamptz := private.clock_now();
  year text := private.financial_year(filed);
  last integer;
  officer text;
  caller bytea := sha256(convert_to(p_client, 'utf8'));
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.complaints'));   -- two at once would both be below the limit
  if (select count(*) from public.complaints c where lower(c.email) = lower(p_email) and c.created_at > filed - interval '1 day') >= private.limit_of('complaints_per_email')
    or (p_user is not null and (select count(*) from public.complaints c where c.user_id = p_user and c.created_at > filed - interval '1 day') >= private.limit_of('complaints_per_account'))
    or (p_user is null and (select count(*) from public.complaints c where c.user_id is null and c.created_at > filed - interval '1 hour') >= private.limit_of('complaints_of_visitors'))
    or (select count(*) from private.complaint_clients c where c.client = caller and c.filed_at > filed - interval '1 hour') >= private.limit_of('complaints_per_client') then
    refusal := 'TOO_MANY';
    return;
  end if;
  if p_order is not null and not exists (select from public.orders o where o.id = p_order and o.user_id = p_user) then
    refusal := 'ORDER_UNKNOWN';   -- another customer's order is as unknown as none
    return;
  end if;
  insert into private.serial_counters as c (series, financial_year, last_number) values ('CMP', year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into last;
  number := format('CMP/%s/%s', year, lpad(last::text, 6, '0'));
  insert into public.complaints (number, user_id, order_id, name, email, phone, message, created_at)
    values (number, p_user, p_order, p_name, p_email, p_phone, p_message, filed) returning id into complaint;
  delete from private.complaint_clients c where c.filed_at <= filed - interval '1 hour';
  if caller is not null then
    insert into private.complaint_clients (client, filed_at) values (caller, filed);
  end if;
  select coalesce(nullif(s.grievance_email, ''), nullif(s.email, '')) into officer from public.settings s;
  insert into private.mails (kind, recipient, data) values ('complaint_received', p_email, jsonb_build_object('complaint_id', complaint));
  if officer is not null then
    insert into private.mails (kind, recipient, data) values ('complaint_filed', officer, jsonb_build_object('complaint_id', complaint));
  end if;
end $function$;
grant execute on function private.file_complaint(uuid,uuid,text,text,text,text,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.file_diagnostics(p_user uuid, p_page text, p_build text, p_agent text, p_entries jsonb, OUT number text, OUT refusal text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('private.diagnostic_reports'));   -- two at once would both be below the limit
  if not private.may_file_diagnostics(p_user) then
    refusal := 'TOO_MANY';
    return;
  end if;
  delete from private.diagnostic_reports r where r.created_at < now() - interval '30 days'
    or r.number in (select k.number from private.diagnostic_reports k order by k.created_at desc offset 999);
  number := 'LOG-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 10));
  insert into private.diagnostic_reports (number, user_id, page, build, agent, entries) values (number, p_user, p_page, p_build, p_agent, p_entries);
end $function$;
grant execute on function private.file_diagnostics(uuid,text,text,text,jsonb) to shop_orders;

CREATE OR REPLACE FUNCTION private.file_irns(p_file uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(string_agg(e.irn, ',' order by e.irn collate "C"), '')
  from public.e_invoices e join public.documents d on d.id = e.document_id where d.file_id = p_file and e.cancelled_at is null
$function$;

CREATE OR REPLACE FUNCTION private.fill_category_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.slug := coalesce(nullif(btrim(pg_catalog.regexp_replace(lower(new.name), '[\s!-/:-@[-`{-~]+', '-', 'g'), '-'), ''), new.id::text);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.fill_text(p_text text, p_values jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(string_agg(case when m[1] ~ '^\{[a-z]+\}$' then coalesce(p_values ->> btrim(m[1], '{}'), '') else m[1] end, '' order by n), ' {2,}', ' ', 'g'))
  from regexp_matches(p_text, '(\{[a-z]+\}|[^{]+|\{)', 'g') with ordinality as found (m, n)
$function$;

CREATE OR REPLACE FUNCTION private.financial_year(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_char(start, 'YY') || '-' || to_char(start + interval '1 year', 'YY')
  from (select date_trunc('year', (moment at time zone 'Asia/Kolkata') - interval '3 months') as start) y
$function$;

CREATE OR REPLACE FUNCTION private.find_api_key(p_digest bytea)
 RETURNS TABLE(account uuid, problem text, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  found_key private.api_keys;
  refusal text;
begin
  select k.* into found_key from private.api_keys k where k.digest = p_digest;
  if found_key.user_id is null then return; end if;
  refusal := case
    when found_key.revoked_at is not null or not private.staff_may(found_key.user_id, 'panel') then 'REVOKED'
    when found_key.expires_at <= now() then 'EXPIRED'
    end;
  if refusal is null and (found_key.last_used_at is null or found_key.last_used_at < now() - interval '1 minute') then
    update private.api_keys k set last_used_at = date_trunc('minute', now())
      where k.user_id = (select l.user_id from private.api_keys l where l.user_id = found_key.user_id for no key update skip locked);
  end if;
  return query select found_key.user_id, refusal, found_key.expires_at;
end $function$;
grant execute on function private.find_api_key(bytea) to shop_orders;

CREATE OR REPLACE FUNCTION private.find_document_file(p_file uuid, p_copies text, p_irns text)
 RETURNS TABLE(bytes bytea, version uuid, size integer, sha256 text, is_damaged boolean, is_storable boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.bytes, f.version, f.size, f.sha256, d.file_id is not null, private.are_documents_stored()
  from (select 1) one
  left join private.document_files f on f.file_id = p_file and f.copies = p_copies and f.irns = p_irns
  left join private.damaged_document_files d on d.file_id = f.file_id and d.copies = f.copies and d.irns = f.irns
$function$;
grant execute on function private.find_document_file(uuid,text,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.finish_exchange(p_staff uuid, p_return uuid, p_order uuid, p_overrides jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  r public.returns;
begin
  select x.* into r from public.returns x where x.id = p_return and x.exchange_order = p_order and x.settled_as = 'exchange';
  select x.* into o from public.orders x where x.id = p_order and x.made_by = p_staff and x.status = 'pending' and x.xmin = pg_current_xact_id()::xid;
  if r.id is null or o.id is null or o.user_id is distinct from (select y.user_id from public.orders y where y.id = r.order_id) then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  insert into public.order_overrides (order_id, kind, product_id, listed, given, reason)
    select p_order, c.kind, c.product_id, c.listed, c.given, nullif(btrim(c.reason), '')
    from jsonb_to_recordset(p_overrides) as c (kind text, product_id uuid, listed numeric, given numeric, reason text);
  if o.store_credit > 0 then perform private.spend_store_credit(p_order); end if;
end $function$;
grant execute on function private.finish_exchange(uuid,uuid,uuid,jsonb) to shop_orders;

CREATE OR REPLACE FUNCTION private.finish_manual_order(p_admin uuid, p_order uuid, p_received boolean, p_reference text, p_overrides jsonb, p_accept boolean, p_hand_over boolean, p_mail boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.orders;
begin
  select o.* into made from public.orders o where o.id = p_order and o.made_by = p_admin and o.status = 'pending' and o.xmin = pg_current_xact_id()::xid;
  if not found or not private.staff_may(p_admin, 'orders.create') then raise exception 'permission denied for manual orders' using errcode = '42501'; end if;
  insert into public.order_overrides (order_id, kind, product_id, listed, given, reason)
    select p_order, c.kind, c.product_id, c.listed, c.given, nullif(btrim(c.reason), '')
    from jsonb_to_recordset(p_overrides) as c (kind text, product_id uuid, listed numeric, given numeric, reason text);
  if p_received then
    update public.payments p set state = 'paid', provider_reference = p_reference where p.order_id = p_order and p.state = 'awaiting_payment';
    if not found then raise exception 'Order % waits for no payment', p_order using errcode = '23514'; end if;
  end if;
  if p_accept or p_hand_over then
    update public.orders o set status = 'processing' where o.id = p_order;
  end if;
  if not p_hand_over then return; end if;
  -- across the counter the steps in between take no time: they notify no one, and the history says what they were
  update public.orders o set status = 'shipped' where o.id = p_order;
  update public.orders o set status = 'delivered' where o.id = p_order;
  update public.order_status_history h set notes = case h.status when 'shipped' then 'Handed over in the shop' else 'Collected in the shop' end, automatic = false
    where h.order_id = p_order and h.status in ('shipped', 'delivered');
  delete from public.notifications n where n.order_id = p_order;
  if made.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (made.user_id, 'Thank you for your visit',
      'You can find your purchase #' || left(p_order::text, 8) || ' (no. ' || private.order_number_text(made.order_number) || ') and its invoice in your orders.', 'order_update', p_order, private.clock_now());
  end if;
  if p_mail and made.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_status', made.email,
      jsonb_build_object('order_id', p_order, 'status', 'delivered', 'previous_status', 'pending', 'handed_over', true));
  end if;
end $function$;
grant execute on function private.finish_manual_order(uuid,uuid,boolean,text,jsonb,boolean,boolean,boolean) to shop_orders;

CREATE OR REPLACE FUNCTION private.first_buyer_names(p_user uuid, p_gstins text[])
 RETURNS TABLE(gstin text, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query select g.gstin, f.name from unnest(p_gstins) g (gstin)
    cross join lateral (select coalesce(d.content #>> '{order,company_name}', d.content #>> '{order,full_name}') as name from public.documents d
      where d.content #>> '{order,gstin}' = g.gstin order by d.issued_at, d.id limit 1) f;
end $function$;
grant execute on function private.first_buyer_names(uuid,text[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.first_units(p_free int4multirange, p_count integer)
 RETURNS int4multirange
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select range_agg(int4range(lower(f.part), least(upper(f.part), lower(f.part) + p_count - f.before)))
  from (select part, coalesce(sum(upper(part) - lower(part)) over (order by lower(part) rows between unbounded preceding and 1 preceding), 0)::integer as before
    from unnest(p_free) part) f
  where f.before < p_count
$function$;

CREATE OR REPLACE FUNCTION private.fold_words(words text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, lower(normalize(words, nfkc))))
$function$;

CREATE OR REPLACE FUNCTION private.follow_courier()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.shipments s set courier = nullif(btrim(new.courier), ''), tracking_number = nullif(btrim(new.tracking_number), ''), own_delivery = false,
      version = s.version + 1
    where s.id = private.latest_shipment(new.id)
      and (coalesce(s.courier, ''), coalesce(s.tracking_number, '')) is distinct from (btrim(coalesce(new.courier, '')), btrim(coalesce(new.tracking_number, '')));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_credit_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner uuid := (select o.user_id from public.orders o where o.id = new.order_id);
begin
  if owner is null then
    raise exception 'Store credit needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}';
  end if;
  perform private.add_store_credit(owner, new.amount, 'refund', new.reason, new.order_id, new.id);
  perform private.follow_refunds(new.payment_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_customer_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted uuid[] := '{}';
  users uuid[];
  guests text[];
begin
  if tg_op = 'UPDATE' then
    counted := array(select distinct u.id from changed n join before b on b.id = n.id cross join lateral (values (b.user_id), (n.user_id)) u (id)
      where u.id is not null and (n.user_id, n.created_at, n.state, n.full_name, n.company_name, n.gstin, n.phone)
        is distinct from (b.user_id, b.created_at, b.state, b.full_name, b.company_name, b.gstin, b.phone));
    if counted <> '{}' then perform private.count_customers(counted); end if;
    guests := array(select distinct g.key from changed n join before b on b.id = n.id
      cross join lateral (values (case when b.user_id is null then private.guest_key(b.phone, b.email) end),
        (case when n.user_id is null then private.guest_key(n.phone, n.email) end)) g (key)
      where (n.user_id is null or b.user_id is null)
        and (n.user_id, n.created_at, n.state, n.full_name, n.company_name, n.gstin, n.phone, n.email, n.total_amount, private.is_sale(n.status, n.payment_state))
          is distinct from (b.user_id, b.created_at, b.state, b.full_name, b.company_name, b.gstin, b.phone, b.email, b.total_amount, private.is_sale(b.status, b.payment_state)));
    -- nearly every step changes nothing here: shipped, delivered, a courier, a payment of what was accepted already
    users := array(select distinct n.user_id from changed n join before b on b.id = n.id
      where n.user_id <> all (counted)
        and (private.is_sale(n.status, n.payment_state), n.total_amount) is distinct from (private.is_sale(b.status, b.payment_state), b.total_amount));
    if users <> '{}' then
      perform from public.customer_figures f where f.user_id = any (users) order by f.id for no key update;
      update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent
      from (
        select n.user_id, sum(now_.sale - was.sale) as orders, sum(now_.sale * n.total_amount - was.sale * b.total_amount) as spent
        from changed n join before b on b.id = n.id
        cross join lateral (select private.is_sale(n.status, n.payment_state)::integer as sale) now_
        cross join lateral (select private.is_sale(b.status, b.payment_state)::integer as sale) was
        where n.user_id = any (users) group by n.user_id) d
      where f.user_id = d.user_id;
    end if;
  else
    counted := array(select distinct b.user_id from before b where b.user_id is not null);
    guests := array(select distinct private.guest_key(b.phone, b.email) from before b where b.user_id is null);
    if counted <> '{}' then perform private.count_customers(counted); end if;
  end if;
  if guests <> '{}' then perform private.count_guests(guests); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_dispatch(p_shipment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
  o public.orders;
  last boolean;
  latest boolean;
begin
  select x.* into strict s from public.shipments x where x.id = p_shipment;
  last := not exists (select from private.pieces_of(s.order_id) p where p.quantity > p.gone);
  -- hold_doubted_goods looks at steps of the order alone, and a part of it is none
  if exists (select from private.razorpay_payments c where c.order_id = s.order_id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  latest := s.id = private.latest_shipment(s.order_id);
  update public.orders x set courier = case when latest then s.courier else x.courier end,
      tracking_number = case when latest then s.tracking_number else x.tracking_number end, status = case when last then 'shipped' else x.status end
    where x.id = s.order_id returning x.* into o;
  if not last then perform private.notify_shipment(o, s); end if;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_family()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$   -- a plan made while the table is empty is kept for an import of thousands
declare
  most constant integer := private.limit_of('family_members');
  moves boolean := tg_op = 'UPDATE' and new.family_id is distinct from old.family_id;
  family public.product_families;
  shared jsonb;
  differs text;
  composed text;
begin
  if new.family_id is null then
    if moves then   -- that is, it leaves
      new.value_1 := null;
      new.value_2 := null;
      new.value_3 := null;
      new.tier_group := null;
    end if;
    return new;
  end if;
  if tg_op = 'INSERT' or moves then   -- one at a time, or two could each be the last member that there is room for
    select f.* into family from public.product_families f where f.id = new.family_id for no key update;
    if (select count(*) from public.products p where p.family_id = new.family_id) >= most then
      raise exception 'A family has at most % products', most
        using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_MEMBERS', 'limit', most)::text;
    end if;
  else
    select f.* into family from public.product_families f where f.id = new.family_id for share;
  end if;
  if family.id is null then
    return new;   -- the foreign key refuses it
  end if;
  if exists (
    select from public.product_family_values v join (values (1, new.value_1), (2, new.value_2), (3, new.value_3)) c (option, id) on c.id = v.id
    where v.option <> c.option
  ) then
    raise exception 'A value belongs to another option' using errcode = '23514', detail = '{"code":"OTHER_OPTION"}';
  end if;

  shared := jsonb_strip_nulls(to_jsonb(family));
  select jsonb_object_agg(s.key, s.value) into shared from jsonb_each(shared) s where s.key = any (private.family_columns());
  select family.name || coalesce(' – ' || string_agg(v.name, ', ' order by v.option), '') into composed
    from public.product_family_values v where v.id in (new.value_1, new.value_2, new.value_3);
  if length(composed) > 200 then
    raise exception 'The name of the family with these values is longer than 200 characters'
      using errcode = '23514', detail = '{"code":"NAME_TOO_LONG"}';
  end if;
  if tg_op = 'UPDATE' and not moves then
    if new.name is distinct from old.name and new.name <> composed then
      differs := 'name';
    else
      select min(s.key) into differs from jsonb_each(shared) s where to_jsonb(new) -> s.key is distinct from s.value;
    end if;
    if differs is not null then
      raise exception 'The family decides about this: %', differs
        using errcode = '23514', detail = jsonb_build_object('code', 'DECIDED_BY_FAMILY', 'column', differs)::text;
    end if;
  elsif shared is not null then
    new := jsonb_populate_record(new, shared);
  end if;
  new.name := composed;
  new.tier_group := case when family.mixed_tiers then family.id end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_low_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.low_stock select n.id from changed n where n.running_out on conflict do nothing;
  elsif new.running_out then
    insert into private.low_stock values (new.id) on conflict do nothing;
  else
    delete from private.low_stock l where l.product_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_order_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file uuid;
begin
  if tg_op = 'INSERT' then
    perform private.notify_order_step(new, null, coalesce(auth.uid(), new.user_id));
    return null;
  end if;
  if new.status = 'processing' then
    if not new.invoice_per_parcel then perform private.issue_invoice(new.id); end if;
  elsif new.status = 'shipped' then
    perform private.ship_everything(new);
  elsif new.status = 'delivered' then
    perform private.deliver_everything(new.id);
    if old.payment_state = 'cod_pending' and new.payment_state = 'paid' then
      update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
    end if;
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    perform private.call_back(new.id);
    if new.coupon_code is not null or new.offers <> '[]' then perform private.release_discounts(new.id); end if;
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    file := private.credit_rest(new.id, new.cancel_reason);
    if file is not null then
      update public.refunds r set credit_file = file where r.order_id = new.id and r.source = 'cancellation' and r.state <> 'withdrawn' and r.credit_file is null;
    end if;
  end if;
  perform private.notify_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_order_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.order_words values (new.id, private.words_of(new.full_name, new.company_name, new.phone))
    on conflict (order_id) do update set words = excluded.words;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.orders o set payment_state = private.payment_state_of(o.id) where o.id = new.order_id and o.payment_state <> private.payment_state_of(o.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_placed_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sale integer := private.is_sale(new.status, new.payment_state)::integer;
begin
  if new.user_id is null then
    perform private.count_guests(array[private.guest_key(new.phone, new.email)]);
    return null;
  end if;
  perform from public.customer_figures f where f.user_id = new.user_id for no key update;   -- before the profile is read
  update public.customer_figures f set orders = f.orders + sale, spent = f.spent + sale * new.total_amount, last_order_at = new.created_at, state = new.state,
    full_name = coalesce(nullif(p.full_name, ''), nullif(new.full_name, ''), f.full_name),
    company_name = coalesce(nullif(p.company_name, ''), nullif(new.company_name, ''), f.company_name),
    gstin = coalesce(p.gstin, nullif(new.gstin, ''), f.gstin),
    phone = coalesce(nullif(p.phone, ''), nullif(new.phone, ''), f.phone)
  from public.profiles p
  where p.id = new.user_id and f.user_id = new.user_id and (f.last_order_at is null or f.last_order_at < new.created_at);
  if not found then perform private.count_customers(array[new.user_id]); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_product_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.product_words select n.id, private.product_words_of(n.name, n.sku, n.brand, n.hsn, n.barcode) from changed n;
  else
    update private.product_words w set words = private.product_words_of(new.name, new.sku, new.brand, new.hsn, new.barcode) where w.product_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.count_customers(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_razorpay_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge private.razorpay_payments;
  back public.payments;
begin
  select p.* into back from public.payments p where p.id = new.payment_id and p.method = 'razorpay';
  select c.* into charge from private.razorpay_payments c where c.order_id = new.order_id and c.standing = 'kept';
  if back.id is null or charge.id is null then return null; end if;
  if new.state = 'due' then
    insert into private.razorpay_refunds (refund_id, charge_id) values (new.id, charge.id) on conflict do nothing;
    -- Razorpay refunds no less than a rupee: staff pay it by hand
    if new.amount < 1 then
      update private.razorpay_refunds s set last_error = 'Razorpay refunds no less than ₹1' where s.refund_id = new.id;
      update public.refunds r set state = 'failed', version = r.version + 1 where r.id = new.id;
      return null;
    end if;
  elsif new.state <> 'asked' then
    update private.razorpay_refunds s set next_at = null where s.refund_id = new.id;
  end if;
  update private.razorpay_payments c set refund = case
      when c.doubted_at is not null and c.resolved_at is null then 'none'
      when q.failed then 'failed' when q.due then 'due' when q.asked then 'asked'
      when c.refund = 'by_hand' then 'by_hand' when q.paid >= back.amount then 'processed' else 'none' end,
      refund_next_at = null,
      resolved_at = case when q.paid >= back.amount then coalesce(c.resolved_at, now()) else c.resolved_at end,
      last_error = case when q.failed then c.last_error end
    from (select coalesce(bool_or(r.state = 'failed'), false) as failed, coalesce(bool_or(r.state = 'due'), false) as due,
        coalesce(bool_or(r.state = 'asked'), false) as asked, coalesce(sum(r.amount) filter (where r.state = 'paid'), 0) as paid
      from public.refunds r where r.payment_id = back.id) q
    where c.id = charge.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_refunded_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest numeric := new.amount - coalesce((select sum(r.amount) from public.refunds r where r.payment_id = new.id and r.state <> 'withdrawn'), 0);
  by_method text := case when new.method = 'cod' then null else new.method end;
begin
  if new.state = 'refund_due' then
    if rest > 0 then
      -- of money that arrives after the cancellation; what the cancellation itself owes gets its credit notes from it (follow_order_step)
      insert into public.refunds (order_id, payment_id, amount, source, created_by, created_at, credit_file)
        values (new.order_id, new.id, rest, 'cancellation', auth.uid(), private.clock_now(), case when old.state <> 'paid' then (
          select d.file_id from public.documents d where d.order_id = new.order_id and d.kind = 'credit_note' order by d.issued_at desc limit 1) end);
    end if;
    perform private.follow_refunds(new.id);
  elsif new.state = 'refunded' then
    update public.refunds r set state = 'paid', paid_at = private.clock_now(), method = coalesce(r.method, by_method), version = r.version + 1
      where r.payment_id = new.id and r.state in ('due', 'asked', 'failed');
    if rest > 0 then
      insert into public.refunds (order_id, payment_id, amount, state, source, method, created_by, created_at, paid_at)
        values (new.order_id, new.id, rest, 'paid', 'cancellation', by_method, auth.uid(), private.clock_now(), private.clock_now());
    end if;
  elsif new.state <> 'paid' then
    update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.payment_id = new.id and r.state in ('due', 'asked', 'failed');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_refunds(p_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid public.payments;
begin
  select p.* into paid from public.payments p where p.id = p_payment for no key update;
  if paid.state not in ('paid', 'refund_due')
    or paid.amount > (select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = p_payment and r.state = 'paid') then return; end if;
  update public.payments p set state = 'refunded' where p.id = p_payment;
  update public.orders o set payment_state = 'refunded'
    where o.id = paid.order_id and o.payment_state <> 'refunded' and private.payment_state_of(o.id) = 'refunded';
end $function$;

CREATE OR REPLACE FUNCTION private.follow_reopening()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can_take_again(new.id) then
    raise exception 'The goods of order % are sold', new.id using errcode = 'PT409', detail = '{"code":"OUT_OF_STOCK"}';
  end if;
  perform set_config('shop.stock_reason', 'order', true), set_config('shop.stock_order', new.id::text, true);
  update public.products p set stock = p.stock - n.quantity, units_sold = p.units_sold + n.quantity
    from (select i.product_id, sum(i.quantity)::integer as quantity from public.order_items i where i.order_id = new.id group by 1) n
    where p.id = n.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
  with released as (delete from private.released_redemptions r where r.order_id = new.id returning r.*),
  used as (insert into public.discount_redemptions (order_id, discount_id, user_id, amount)
    select r.order_id, r.discount_id, r.user_id, r.amount from released r returning discount_id)
  update public.discounts d set times_used = d.times_used + 1 from used
    where d.id = used.discount_id and (d.code is not null or d.usage_limit is not null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_rest(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  reached text;
begin
  select x.* into strict o from public.orders x where x.id = p_order;
  reached := case when exists (select from private.pieces_of(o.id) p where p.quantity > p.gone) then o.status
    when exists (select from public.shipments s where s.order_id = o.id and s.state = 'shipped') then 'shipped' else 'delivered' end;
  perform set_config('shop.quiet', 'on', true);
  if reached = o.status then update public.orders x set updated_at = now() where x.id = o.id; end if;
  if reached <> 'processing' and o.status = 'processing' then update public.orders x set status = 'shipped' where x.id = o.id; end if;
  if reached = 'delivered' then update public.orders x set status = 'delivered' where x.id = o.id; end if;
  perform set_config('shop.quiet', '', true);
end $function$;

CREATE OR REPLACE FUNCTION private.follow_return(p_return public.returns)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  own public.message_texts;
  short text;
  number text;
  title text;
  step text := case p_return.state when 'closed' then 'settled' else p_return.state end;
  message text;
begin
  update public.orders x set updated_at = now() where x.id = p_return.order_id returning x.* into o;   -- who has it on the screen reads it again
  short := '#' || left(o.id::text, 8);
  number := private.order_number_text(o.order_number);
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (o.id, o.status, format('Return %s %s', p_return.number, step), auth.uid(), private.clock_now(), false);
  if p_return.state = 'withdrawn' then return; end if;
  if o.user_id is not null then
    title := 'Return ' || step;
    message := 'Return ' || p_return.number || ' of your order ' || short || ' (no. ' || number || ') ' || case p_return.state
      when 'requested' then 'has reached us. We will answer soon.'
      when 'approved' then 'is approved. Please send the goods back.'
      when 'declined' then 'is declined: ' || p_return.decline_reason
      when 'received' then 'has arrived, and we are checking the goods.'
      else case p_return.settled_as when 'exchange' then 'is settled. Your new order is #' || left(p_return.exchange_order::text, 8) || '.'
        when 'credit' then 'is settled as store credit.' else 'is settled.' end end;
    select t.* into own from public.message_texts t where t.key = 'notice_return_' || p_return.state;
    if found then
      own.subject := left(private.fill_text(own.subject, jsonb_build_object('name', o.full_name, 'order', short, 'number', number, 'return', p_return.number, 'reason', p_return.decline_reason)), 120);
      own.opening := private.fill_text(own.opening, jsonb_build_object('name', o.full_name, 'order', short, 'number', number, 'return', p_return.number, 'reason', p_return.decline_reason));
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, coalesce(nullif(own.subject, ''), title), left(coalesce(nullif(own.opening, ''), message), 600), 'order_update', o.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values ('order_return', o.email,
      jsonb_strip_nulls(jsonb_build_object('order_id', o.id, 'status', o.status, 'return_id', p_return.id, 'return_state', p_return.state,
        'files', case when p_return.credit_file is not null then jsonb_build_array(p_return.credit_file) end)));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_demo_files(p_files text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ delete from private.demo_rows d where d.kind = 'file' and d.id = any (p_files) $function$;
grant execute on function private.forget_demo_files(text[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.forget_former_mail_setups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.former_mail_setups f
    where not exists (select from private.mails m where m.mail_setup_version = f.version and m.status = 'queued' and m.id <> old.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.data := new.data - 'sealed';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_loose_document_files(p_versions uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.loose_document_files l where l.version = any (p_versions) and l.attempts > 0
$function$;
grant execute on function private.forget_loose_document_files(uuid[]) to shop_mail;

CREATE OR REPLACE FUNCTION private.forget_razorpay_events()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.razorpay_events e where e.received_at < now() - interval '30 days'
$function$;
grant execute on function private.forget_razorpay_events() to shop_payments;

CREATE OR REPLACE FUNCTION private.forget_tries(p_undone bytea[], p_forgotten bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(7236, x.bucket) from (select distinct get_byte(k, 0) as bucket from unnest(p_undone || p_forgotten) k order by 1) x;
  update private.tries t set count = t.count - 1
    from unnest(p_undone) k where t.bucket = get_byte(k, 0) and t.key = k and t.count > 0;
  delete from private.tries t using unnest(p_forgotten) k where t.bucket = get_byte(k, 0) and t.key = k;
end $function$;
grant execute on function private.forget_tries(bytea[],bytea[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.freeze_invoicing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.invoice_per_parcel := coalesce((select s.invoice_per_parcel from public.settings s), false);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.give_order_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.order_number is null or current_setting('session_replication_role') <> 'replica' then
    new.order_number := private.order_number_at(nextval('private.order_positions'), (select s.secret from private.order_number_secret s));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.give_orders(p_user uuid, p_orders uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given integer;
begin
  if private.has_staff_role(p_user) or private.is_blocked(p_user) then return 0; end if;
  update public.orders o set user_id = p_user where o.id = any (p_orders) and o.user_id is null;
  get diagnostics given = row_count;
  return given;
end $function$;

CREATE OR REPLACE FUNCTION private.give_up_pieces(p_pieces jsonb)
 RETURNS numeric
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(private.amount_of_units(i.taxable, t.units, i.quantity) + private.amount_of_units(i.cgst, t.units, i.quantity)
    + private.amount_of_units(i.sgst, t.units, i.quantity) + private.amount_of_units(i.igst, t.units, i.quantity)), 0)
  from jsonb_to_recordset(p_pieces) r (line uuid, quantity integer) join public.order_items i on i.id = r.line
  cross join lateral private.take_units(i.id, r.quantity, null) t (units)
$function$;

CREATE OR REPLACE FUNCTION private.goods_of(p_items jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(to_jsonb(g) order by g.hsn, g.unit, g.rate) from (
    select i.hsn, i.unit, i.rate, sum(i.taxable) as taxable, sum(i.cgst) as cgst, sum(i.sgst) as sgst, sum(i.igst) as igst, sum(i.total) as total
    from jsonb_to_recordset(p_items) i (hsn text, unit text, rate numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric, total numeric)
    group by 1, 2, 3) g
$function$;

CREATE OR REPLACE FUNCTION private.gst_documents(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer)
 RETURNS TABLE(id uuid, at text, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the return' using errcode = '42501'; end if;
  return query select d.id, private.utc_text(d.issued_at), d.content from public.documents d
    where d.issued_at >= coalesce(p_after_at, p_from) and d.issued_at < p_until
      and (p_after_at is null or d.issued_at > p_after_at or d.id < p_after_id)
    order by d.issued_at, d.id desc limit least(p_limit, 1000);
end $function$;
grant execute on function private.gst_documents(uuid,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid,integer) to shop_orders;

CREATE OR REPLACE FUNCTION private.gst_serials(p_user uuid, p_serials text[])
 RETURNS TABLE(serial text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the return' using errcode = '42501'; end if;
  return query select d.serial from public.documents d where d.serial = any (p_serials);
end $function$;
grant execute on function private.gst_serials(uuid,text[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.guard_closed_shop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (select s.is_open from public.settings s) and not private.staff_may(new.user_id, 'panel') then
    raise exception 'The shop is closed' using errcode = 'PT409', detail = '{"code":"SHOP_CLOSED"}';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_delivered_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.shipments s where s.order_id = new.id and s.state = 'delivered') then
    raise exception 'A parcel of this order is delivered' using errcode = 'PT409', detail = '{"code":"PARTLY_DELIVERED"}';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_family_values()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$   -- a plan made while the table is empty is kept for thousands
declare
  most constant integer := private.limit_of('family_values');
  options integer;
begin
  select cardinality(f.options) into options from public.product_families f where f.id = new.family_id for no key update;
  if new.option > options then
    raise exception 'The family has no option %', new.option using errcode = '23514', detail = '{"code":"NO_SUCH_OPTION"}';
  end if;
  if (select count(*) from public.product_family_values v where v.family_id = new.family_id) >= most then
    raise exception 'A family has at most % values', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_VALUES', 'limit', most)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_message_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wrong text;
begin
  select m[1] into wrong from regexp_matches(new.subject || ' ' || new.opening, '\{([^{}]*)\}', 'g') m
    where m[1] <> all (private.message_placeholders(new.key)) limit 1;
  if found then
    raise exception 'There is no {%} in this message', wrong
      using errcode = '23514', detail = jsonb_build_object('code', 'UNKNOWN_PLACEHOLDER', 'placeholder', wrong)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_order_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  placed timestamptz := private.clock_now();
  most integer;
begin
  -- one order of an account at a time: two at once would both be below the limit. the order service holds its locks on goods and
  -- discounts by now, and takes none after this
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(new.user_id::text));
  most := private.limit_of('orders_per_hour');
  if (select count(*) from (select from public.orders o
      where o.user_id = new.user_id and o.channel = 'online' and o.created_at > placed - interval '1 hour' limit most) c) >= most then
    raise exception 'Too many orders in an hour' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_ORDERS', 'limit', most)::text;
  end if;
  if new.payment_state = 'awaiting_payment' and new.payment_method <> 'credit' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders o where o.user_id = new.user_id and o.channel = 'online' and o.status = 'pending'
        and o.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if new.payment_state = 'cod_pending' and new.total_amount - new.store_credit > private.cod_allowance(new.user_id) then
    most := private.limit_of('first_cod_rupees');
    raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', most)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_order_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  actors text[] := '{}';
  step record;
begin
  if tg_argv[0] = 'client' then
    if private.may('orders.process') then actors := actors || 'admin'::text; end if;
    if old.user_id = me then actors := actors || 'customer'::text; end if;
  else
    actors := '{admin,system}';
  end if;

  if new.status = old.status then
    if old.status = 'cancelled' and (new.cancelled_by, new.cancel_reason) is distinct from (old.cancelled_by, old.cancel_reason) and tg_argv[0] = 'client' then
      raise exception 'A cancelled order keeps who cancelled it and why' using errcode = 'PT409', detail = '{"code":"ORDER_CLOSED"}';
    end if;
  else
    -- a reason makes it the admin's step. without one it can still be the customer's own cancellation, also of a customer who is staff
    select s.* into step from public.order_steps s
      where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)
        and (not s.needs_reason or btrim(coalesce(new.cancel_reason, '')) <> '')
      order by s.needs_reason desc, s.actor limit 1;
    if not found then
      if exists (select from public.order_steps s where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)) then
        raise exception 'This step needs a reason' using errcode = '23514', detail = '{"code":"REASON_REQUIRED"}';
      end if;
      raise exception 'An order cannot go from % to %', old.status, new.status
        using errcode = case when 'admin' = any (actors) then 'PT409' else '42501' end, detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', old.status, 'to', new.status)::text;
    end if;
    if step.actor = 'customer' and new.cancelled_by is distinct from me then
      raise exception 'An order is cancelled in one''s own name' using errcode = '42501';
    end if;
    if step.actor = 'admin' and new.status = 'cancelled' and tg_argv[0] = 'client' then
      new.cancelled_by := me;   -- whatever the request said
    end if;
    -- its cash comes later; of an order that costs nothing there is none
    if new.status = 'delivered' and new.payment_state = 'cod_pending' and not private.has_open_amount(new.id) then new.payment_state := 'paid'; end if;
    -- a part may have arrived before the rest, or may have gone back already
    if new.status = 'cancelled' and new.payment_state in ('paid', 'cod_pending', 'awaiting_payment', 'failed') then
      new.payment_state := case
        when new.payment_state = 'paid' or exists (select from public.payments p where p.order_id = new.id and p.state = 'paid' and p.method <> 'credit') then 'refund_due'
        when exists (select from public.payments p where p.order_id = new.id and p.state = 'refunded' and p.method <> 'credit') then 'refunded'
        else new.payment_state end;
    end if;
  end if;

  if tg_argv[0] = 'client' and not 'admin' = any (actors)
    and (new.courier, new.tracking_number, new.cancel_reason) is distinct from (old.courier, old.tracking_number, old.cancel_reason) then
    raise exception 'permission denied for table orders' using errcode = '42501';   -- docs/rules.md#what-customers-may-change
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_payment_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actors text[] := case when tg_argv[0] = 'client' then array['admin'] else array['customer', 'admin', 'system'] end;
  o public.orders;
begin
  if not exists (select from public.payment_steps s where s.from_state = old.state and s.to_state = new.state and s.actor = any (actors)) then
    raise exception 'A payment cannot go from % to %', old.state, new.state
      using errcode = 'PT409', detail = jsonb_build_object('code', 'PAYMENT_STEP_NOT_ALLOWED', 'from', old.state, 'to', new.state)::text;
  end if;
  if new.state <> 'paid' then return new; end if;
  -- lock the order's row first: this and a simultaneous cancellation run one after the other
  select x.* into o from public.orders x where x.id = new.order_id for no key update;
  if o.status <> 'cancelled' then return new; end if;
  if o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(o.id) then
    update public.orders x set status = 'pending', payment_state = 'paid' where x.id = o.id;
  else
    new.state := 'refund_due';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_product_prices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shop record;
  rate numeric;
  paid numeric;
  highest numeric;
begin
  if tg_op = 'INSERT' or new.pricing_tiers is distinct from old.pricing_tiers then
    if exists (select from private.price_tiers(new.pricing_tiers) t group by t.min_quantity having count(*) > 1) then
      raise exception 'Two price tiers start at the same quantity'
        using errcode = '23514', detail = '{"code":"DUPLICATE_TIER"}';
    end if;
    if exists (
      select from (select t.discount_percent, lag(t.discount_percent) over (order by t.min_quantity) as before
        from private.price_tiers(new.pricing_tiers) t) steps
      where steps.discount_percent < steps.before
    ) then
      raise exception 'A price tier gives less discount than a smaller quantity'
        using errcode = '23514', detail = '{"code":"FALLING_DISCOUNT"}';
    end if;
  end if;

  if new.mrp is null then return new; end if;   -- no mrp, no guard
  -- with a lock: a change of the settings at the same time checks the products that are there, and would not see this one
  select s.prices_include_gst or s.gstin is null as prices_include_gst, case when s.gstin is null then 0 else s.forced_gst_percent end as forced_gst_percent
    into shop from public.settings s for share;
  rate := coalesce(shop.forced_gst_percent, new.gst_percent);
  -- generated columns are not there yet in a before trigger. a tier only lowers the price, so the base price decides
  paid := private.unit_paid(case when new.retail_price > 0 then new.retail_price else new.price end, rate, shop.prices_include_gst);
  if paid > new.mrp then
    highest := new.mrp;
    if not shop.prices_include_gst then
      highest := trunc(new.mrp * 100 / (100 + rate), 2) + 0.02;
      while private.unit_paid(highest, rate, false) > new.mrp loop highest := highest - 0.01; end loop;
    end if;
    raise exception 'The price with GST is ₹% above MRP; the highest allowed price is ₹%', paid - new.mrp, highest
      using errcode = '23514',
        detail = jsonb_build_object('code', 'ABOVE_MRP', 'paid', paid, 'mrp', new.mrp, 'over', paid - new.mrp, 'highest', highest)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_provider_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'Razorpay settles this payment' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
end $function$;

CREATE OR REPLACE FUNCTION private.guard_razorpay_enabled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from private.razorpay_keys k where k.key_id is not null) then
    raise exception 'Razorpay needs its keys first' using errcode = 'PT409', detail = '{"code":"RAZORPAY_KEYS_MISSING"}';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guard_reopening()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.cancelled_by is not null or old.cancel_reason is not null or old.user_id is null or new.payment_state <> 'paid' then
    raise exception 'Only a payment opens an order again that the clock has cancelled' using errcode = 'PT409', detail = '{"code":"STEP_NOT_ALLOWED"}';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.guest_key(phone text, email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when length(regexp_replace(phone, '\D', '', 'g')) >= 6 then 'tel:' || right(regexp_replace(phone, '\D', '', 'g'), 10)
    else 'mail:' || nullif(lower(btrim(email)), '') end
$function$;
grant execute on function private.guest_key(text,text) to public;

CREATE OR REPLACE FUNCTION private.has_factor(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_one boolean := false;
begin
  if to_regclass('auth.mfa_factors') is not null then
    execute 'select exists (select from auth.mfa_factors f where f.user_id = $1 and f.status::text = ''verified'')' into found_one using p_user;
  end if;
  return found_one;
end $function$;

CREATE OR REPLACE FUNCTION private.has_open_amount(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.payments p where p.order_id = p_order and p.amount > 0 and private.is_open_payment(p.state))
$function$;

CREATE OR REPLACE FUNCTION private.has_open_refund(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.refunds r where r.order_id = p_order and r.state in ('due', 'asked', 'failed'))
$function$;

CREATE OR REPLACE FUNCTION private.has_open_return(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.returns r where r.order_id = p_order and r.state in ('requested', 'approved', 'received'))
$function$;

CREATE OR REPLACE FUNCTION private.has_staff_role(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.user_roles r where r.user_id = p_user)
$function$;
grant execute on function private.has_staff_role(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.health_summary()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('problems', f.found, 'urgent', f.urgent, 'backup_at', b.last_good_at, 'backups', b.scheduled)
  from private.backup_state() b, (select count(*) as found, count(*) filter (where p.urgent) as urgent from private.problems() p) f
$function$;

CREATE OR REPLACE FUNCTION private.hold_doubted_goods()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.razorpay_payments c where c.order_id = new.id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.index_category()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.search_documents d set words = private.search_words(p) from public.products p
  where p.category_id = new.id and d.product_id = p.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.index_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'active' then
    insert into private.search_documents as d (product_id, words) values (new.id, private.search_words(new))
    on conflict (product_id) do update set words = excluded.words where d.words <> excluded.words;
  else
    delete from private.search_documents where product_id = new.id;   -- a draft must not appear in suggestions
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.invite_staff(p_by uuid, p_email text, p_role text, OUT refusal text, OUT invite uuid, OUT known boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := lower(btrim(p_email));
  account record;
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  if not private.staff_may(p_by, 'staff.manage') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  select u.id, u.email_confirmed_at is not null as proven into account from auth.users u where u.email = address and u.deleted_at is null;
  known := coalesce(account.proven, false);
  refusal := case
    when exists (select from public.user_roles r where r.user_id = account.id) then 'STAFF'
    when private.is_blocked(account.id) then 'BLOCKED'
    when (select count(*) from private.staff_invites i where i.sent_at > now() - interval '1 hour') >= 30
      or exists (select from private.staff_invites i where i.email = address and i.sent_at > now() - interval '1 minute') then 'TOO_MANY'
    end;
  if refusal is not null then return; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  delete from private.staff_invites i where coalesce(i.accepted_at, i.withdrawn_at, i.expires_at) < now() - interval '90 days';
  insert into private.staff_invites (email, role, invited_by) values (address, p_role, p_by)
    on conflict (email) where accepted_at is null and withdrawn_at is null
    do update set role = excluded.role, invited_by = excluded.invited_by, sent_at = now(), expires_at = now() + interval '7 days'
    returning id into invite;
  if known then
    insert into private.mails (kind, recipient, data, next_attempt_at)
      values ('staff_invite', address, jsonb_build_object('role', p_role, 'by', private.person_name(p_by)), now() - interval '1 day');
  end if;
  perform private.notify_owners('invite', jsonb_build_object('person', address, 'role', p_role));
end $function$;
grant execute on function private.invite_staff(uuid,text,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.invoice_lines(p_invoice uuid)
 RETURNS TABLE(place integer, line uuid, item jsonb, quantity integer, credited integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sold as (
    select r.place, r.item, coalesce((r.item ->> 'line')::uuid, i.id) as line
    from public.documents d
    cross join jsonb_array_elements(d.content -> 'items') with ordinality r (item, place)
    left join (
      select x.id, x.order_id, row_number() over (order by x.product_name collate "C", x.id) as place from public.order_items x
      where x.order_id = (select y.order_id from public.documents y where y.id = p_invoice)) i on i.place = r.place
    where d.id = p_invoice and (d.content ->> 'scope' = 'all' or ((r.item ->> 'rate')::numeric = 0) = (d.content ->> 'scope' = 'nil'))
  ), credited as (
    select coalesce(r.item ->> 'line', r.place::text) as named, sum((r.item ->> 'quantity')::integer) as quantity
    from public.documents n cross join jsonb_array_elements(n.content -> 'items') with ordinality r (item, place)
    where n.reverses = p_invoice group by 1
  )
  select s.place::integer, s.line, s.item, (s.item ->> 'quantity')::integer, coalesce(c.quantity, 0)::integer
  from sold s left join credited c on c.named in (s.line::text, s.place::text)
$function$;

CREATE OR REPLACE FUNCTION private.irn_of(d public.documents)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(upper(coalesce(d.content #>> '{seller,gstin}', '') || '20' || private.financial_year(d.issued_at)
    || case d.kind when 'credit_note' then 'CRN' else 'INV' end || d.serial), 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION private.is_api_key(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.api_keys k where k.user_id = p_user)
$function$;

CREATE OR REPLACE FUNCTION private.is_backing_up()
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select exists (select from pg_catalog.pg_locks l where l.locktype = 'advisory' and l.objsubid = 1
    and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
    and (l.classid::bigint << 32) | l.objid::bigint = hashtext('shop.backup'))
$function$;

CREATE OR REPLACE FUNCTION private.is_barcode(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when value ~ '^([0-9]{8}|[0-9]{12,14})$' then (
    select sum(digit::integer * case when place % 2 = 1 then 3 else 1 end) % 10 = 0
    from regexp_split_to_table(lpad(value, 14, '0'), '') with ordinality d (digit, place)) else value is null end
$function$;
grant execute on function private.is_barcode(text) to public;

CREATE OR REPLACE FUNCTION private.is_blocked(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.account_blocks b where b.user_id = p_user)
$function$;

CREATE OR REPLACE FUNCTION private.is_credited(p_invoice uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.charge_sum(private.uncredited_charges(p_invoice), 'amount') = 0
    and not exists (select from private.invoice_lines(p_invoice) l where l.credited < l.quantity)
$function$;

CREATE OR REPLACE FUNCTION private.is_demo_category_unused(p_category uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_category = any (private.demo_ids('category')) and not exists (select from public.products p where p.category_id = p_category)
    and not exists (select from public.categories c where c.parent_id = p_category) and not exists (select from public.product_families f where f.category_id = p_category)
$function$;

CREATE OR REPLACE FUNCTION private.is_large_catalogue()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.reltuples > 50000 from pg_catalog.pg_class c where c.oid = 'public.products'::regclass
$function$;

CREATE OR REPLACE FUNCTION private.is_ledger_name(p_name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select length(p_name) <= 80 and p_name = btrim(p_name) and p_name !~ '[[:cntrl:]]' $function$;
grant execute on function private.is_ledger_name(text) to authenticated;
grant execute on function private.is_ledger_name(text) to service_role;

CREATE OR REPLACE FUNCTION private.is_open_difference(p_line public.remittance_lines)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (p_line).settled_at is null and ((p_line).collected > (p_line).booked
    or (p_line).collected < (p_line).expected and exists (
      select from public.orders o where o.id = (p_line).order_id and o.status <> 'cancelled' and o.payment_state = 'cod_pending'))
$function$;

CREATE OR REPLACE FUNCTION private.is_open_order(o public.orders)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due')
    or o.status = 'delivered' and o.payment_state in ('awaiting_payment', 'failed')
    or private.has_open_refund(o.id) or private.has_open_return(o.id);
end $function$;

CREATE OR REPLACE FUNCTION private.is_open_payment(state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (state = ANY (ARRAY['cod_pending'::text, 'awaiting_payment'::text, 'awaiting_verification'::text, 'failed'::text]));

CREATE OR REPLACE FUNCTION private.is_prefix_taken(p_kind text, p_prefix text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_prefix = 'CMP'   -- complaints
    or exists (select from public.serial_series s where s.kind <> p_kind and p_prefix in (s.prefix, s.next_prefix))
    or exists (select from public.documents d where d.serial ~>=~ (p_prefix || '/') and d.serial ~<~ (p_prefix || '0')   -- '0' follows '/'
      and case d.form when 'invoice_cum_bill' then 'tax_invoice' else d.form end <> p_kind)
$function$;

CREATE OR REPLACE FUNCTION private.is_received_amount(amount numeric)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((amount > (0)::numeric) AND (amount = round(amount, 2)) AND (amount <= 9999999999.99));

CREATE OR REPLACE FUNCTION private.is_remindable(o public.orders)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select o.status <> 'cancelled' and o.payment_method in ('upi', 'bank') and o.payment_state in ('awaiting_payment', 'failed')
$function$;

CREATE OR REPLACE FUNCTION private.is_sale(status text, payment_state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((status <> 'cancelled'::text) AND ((status <> 'pending'::text) OR (payment_state = 'paid'::text)));

CREATE OR REPLACE FUNCTION private.is_shown(col text, shown text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((shown IS NULL) OR (col = ANY (shown))) AND (col !~ '(secret|password|token)'::text));

CREATE OR REPLACE FUNCTION private.is_to_collect(status text, payment_state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((status = ANY (ARRAY['processing'::text, 'shipped'::text, 'delivered'::text])) AND (payment_state = ANY (ARRAY['awaiting_payment'::text, 'awaiting_verification'::text, 'failed'::text]))) OR ((status = ANY (ARRAY['shipped'::text, 'delivered'::text])) AND (payment_state = 'cod_pending'::text)));

CREATE OR REPLACE FUNCTION private.is_with_razorpay(p_refund public.refunds, p_claimed boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_refund.state <> 'failed' and exists (select from private.razorpay_refunds s where s.refund_id = p_refund.id and (s.claimed_at is not null or not p_claimed))
$function$;

CREATE OR REPLACE FUNCTION private.issue_credit_note(p_invoice uuid, p_lines jsonb, p_reason text, p_charges boolean DEFAULT false, p_file uuid DEFAULT gen_random_uuid())
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  d public.documents;
  charges jsonb;
  credited jsonb;
  facts jsonb;
begin
  select x.* into d from public.documents x where x.id = p_invoice and x.kind = 'invoice';
  if not found then raise exception 'There is no such invoice' using errcode = 'PT404', detail = '{"code":"DOCUMENT_NOT_FOUND"}'; end if;
  perform from public.orders o where o.id = d.order_id for no key update;
  facts := d.content || jsonb_build_object('reason', p_reason,
    'reverses', jsonb_build_object('form', d.form, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at)));
  if p_lines is null and not exists (select from public.documents n where n.reverses = p_invoice) then
    return private.number_document(d.order_id, 'credit_note', facts, p_file, p_invoice);
  end if;

  if exists (select from jsonb_to_recordset(p_lines) a (line uuid, quantity integer)
      left join private.invoice_lines(p_invoice) l on l.line = a.line
      group by a.line having min(coalesce(a.quantity, 0)) < 1 or sum(a.quantity) > coalesce(max(l.quantity - l.credited), 0)) then
    raise exception 'More would be credited than is left of invoice %', d.serial using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  select jsonb_agg(l.item || jsonb_build_object('line', l.line, 'quantity', a.units) || a.amounts order by l.place) into credited
  from private.invoice_lines(p_invoice) l
  cross join lateral (select m.units, (
      select jsonb_object_agg(k, private.share_of((l.item ->> k)::numeric, l.credited + m.units, l.quantity) - private.share_of((l.item ->> k)::numeric, l.credited, l.quantity))
      from unnest(array['discount', 'taxable', 'cgst', 'sgst', 'igst']) k) as amounts
    from (select case when p_lines is null then l.quantity - l.credited
      else (select sum(x.quantity) from jsonb_to_recordset(p_lines) x (line uuid, quantity integer) where x.line = l.line)::integer end as units) m) a
  where a.units > 0;
  charges := case when p_charges or p_lines is null then private.uncredited_charges(p_invoice) else '[]' end;
  if credited is null and private.charge_sum(charges, 'amount') = 0 then
    raise exception 'Nothing is left of invoice %', d.serial using errcode = 'PT409', detail = '{"code":"NOTHING_TO_CREDIT"}';
  end if;
  -- the columns are rounded one by one, so a line comes to their sum
  select coalesce(jsonb_agg(r.item || jsonb_build_object('total',
      (r.item ->> 'taxable')::numeric + (r.item ->> 'cgst')::numeric + (r.item ->> 'sgst')::numeric + (r.item ->> 'igst')::numeric) order by r.place), '[]')
    into credited from jsonb_array_elements(credited) with ordinality r (item, place);
  facts := facts || jsonb_build_object('version', 3, 'items', credited,
    'order', (facts -> 'order') - array['shipping_cost', 'shipping_taxable', 'shipping_gst'] || private.sums_of_part(credited, charges),
    'invoiced', jsonb_build_object('charges', private.charges_of(d.content), 'goods', private.goods_of(d.content -> 'items')));
  return private.number_document(d.order_id, 'credit_note', facts, p_file, p_invoice);
end $function$;

CREATE OR REPLACE FUNCTION private.issue_forms(p_order uuid, p_facts jsonb, p_goods jsonb, p_file uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts jsonb := p_facts || '{"scope": "all", "reverses": null, "reason": null}';
  nil_rated boolean;
  taxed boolean;
  serial text;
begin
  select bool_or(i.rate = 0), bool_or(i.rate > 0) into nil_rated, taxed from jsonb_to_recordset(p_goods) i (rate numeric);
  if facts -> 'seller' ->> 'gstin' is null or not taxed then   -- who is not registered may not issue a tax invoice (s.31, s.32)
    return private.number_document(p_order, 'bill_of_supply', facts, p_file);
  elsif not nil_rated then
    return private.number_document(p_order, 'tax_invoice', facts, p_file);
  elsif facts -> 'order' ->> 'gstin' is null then
    return private.number_document(p_order, 'invoice_cum_bill', facts, p_file);
  end if;
  serial := private.number_document(p_order, 'tax_invoice', facts || '{"scope": "taxed"}', p_file);
  perform private.number_document(p_order, 'bill_of_supply', facts || '{"scope": "nil"}', p_file);
  return serial;
end $function$;

CREATE OR REPLACE FUNCTION private.issue_invoice(p_order uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts jsonb := private.checked_facts(p_order);
begin
  return private.issue_forms(p_order, facts, facts -> 'items', gen_random_uuid());
end $function$;

CREATE OR REPLACE FUNCTION private.issue_parcel_invoice(p_shipment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
  facts jsonb;
  file uuid := gen_random_uuid();
  earlier uuid;
begin
  select x.* into strict s from public.shipments x where x.id = p_shipment;
  perform private.take_units(l.order_item_id, l.quantity, s.id) from public.shipment_lines l where l.shipment_id = s.id;
  if s.number = 1 then
    for earlier in select d.id from public.documents d where d.order_id = s.order_id and d.kind = 'invoice'
      and private.charge_sum(private.uncredited_charges(d.id), 'amount') > 0 order by d.issued_at, d.serial desc loop
      perform private.issue_credit_note(earlier, '[]', 'Charged with parcel 1, which was packed again', true, file);
    end loop;
  end if;
  facts := private.parcel_facts(s);
  file := gen_random_uuid();
  perform private.issue_forms(s.order_id, facts, coalesce(facts -> 'ordered', facts -> 'items'), file);
  update public.shipments x set invoice_file = file where x.id = s.id;
end $function$;

CREATE OR REPLACE FUNCTION private.join_queries(queries text[], operator text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select pg_catalog.string_agg('(' || q || ')', operator)::tsquery from unnest(queries) q
$function$;

CREATE OR REPLACE FUNCTION private.keep_audit_years()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer := 0;
begin
  -- dropped first: counting may take long, and making parts locks the rest
  if not exists (select from private.retention_holds h where h.order_id is null) then
    gone := private.drop_parts('public.audit_log', '1 year', private.audit_kept_from());
  end if;
  perform private.add_parts('public.audit_log', (private.next_financial_year(private.clock_now()) - interval '1 year')::date, '1 year');
  insert into private.erasures (what, ids, count, rule)
    select 'audit_log', '{}', gone, 'Companies Act s.128(5): eight financial years' where gone > 0;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_booked_parcel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.courier_bookings b where b.shipment_id = old.id)
    and exists (select from public.orders o where o.id = old.order_id) then   -- with its order it may go
    raise exception 'A courier is booked for parcel %: cancel the booking first', old.number using errcode = 'PT409', detail = '{"code":"COURIER_BOOKED"}';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_cart_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.user_id is distinct from old.user_id or new.product_id is distinct from old.product_id then
    raise exception 'A line of the cart keeps its product and its owner' using errcode = '42501';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_courier_booking(p_staff uuid, p_shipment uuid, p_reference text, p_tracking text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  update public.courier_bookings b set state = 'booked', reference = p_reference, tracking_number = p_tracking, next_check_at = private.clock_now()
    where b.shipment_id = s.id and b.state = 'booking';
  if not found then
    -- two asked at once with one key, and the other was first. without a row someone has cancelled the booking while the courier was asked
    if exists (select from public.courier_bookings b where b.shipment_id = s.id and b.reference is not null) then return; end if;
    raise exception 'The booking was cancelled in the meantime' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.shipments x set courier = (select b.courier from public.courier_bookings b where b.shipment_id = x.id), tracking_number = p_tracking,
    own_delivery = false, version = x.version + 1 where x.id = s.id;
end $function$;
grant execute on function private.keep_courier_booking(uuid,uuid,text,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.keep_document_files(p_file uuid, p_copies text, p_original bytea, p_all bytea, p_irns text DEFAULT ''::text)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sold uuid := private.order_of_document_file(p_file);
  made bytea := case p_copies when 'original' then p_original else p_all end;
begin
  insert into private.document_files (order_id, file_id, copies, irns, bytes, sha256)
    select sold, p_file, f.copies, p_irns, f.bytes, encode(sha256(f.bytes), 'hex') from (values ('original', p_original), ('all', p_all)) f (copies, bytes)
    on conflict do nothing;
  return (select case when f.version is null then f.bytes when f.sha256 = encode(sha256(made), 'hex') then made end
    from private.document_files f where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns);
end $function$;
grant execute on function private.keep_document_files(uuid,text,bytea,bytea,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.keep_order_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'The number of an order does not change' using errcode = '23514';
end $function$;

CREATE OR REPLACE FUNCTION private.keep_picture(p_id bigint, p_path text, p_thumbhash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  download private.picture_downloads;
begin
  -- the product before the download, as the undo of an import locks them
  perform from public.products p where p.id = (select d.product_id from private.picture_downloads d where d.id = p_id) for no key update;
  select d.* into download from private.picture_downloads d where d.id = p_id for update;
  if not found then
    return false;
  end if;
  if not private.put_picture(download.product_id, download.import_id, download.address, download.place, p_path, p_thumbhash) then
    update private.picture_downloads d set failure = 'FULL' where d.id = p_id;
    return false;
  end if;
  delete from private.picture_downloads d where d.id = p_id;
  return true;
end $function$;
grant execute on function private.keep_picture(bigint,text,text) to shop_mail;

CREATE OR REPLACE FUNCTION private.keep_razorpay_order(p_order uuid, p_provider_order text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counts text;
begin
  perform from public.orders o where o.id = p_order for no key update;
  insert into private.razorpay_orders (id, order_id) values (p_provider_order, p_order) on conflict do nothing;
  select r.id into strict counts from private.razorpay_orders r where r.order_id = p_order;
  -- should anything have been heard of it before, it finds its order now
  perform private.settle_razorpay_payment(jsonb_build_object('id', c.id, 'order_id', counts, 'status', c.status), false)
    from private.razorpay_payments c where c.provider_order_id = counts and c.order_id is null;
  return counts;
end $function$;
grant execute on function private.keep_razorpay_order(uuid,text) to shop_payments;

CREATE OR REPLACE FUNCTION private.kept_of(p_order uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select sum(p.amount - p.surplus) from public.payments p where p.order_id = p_order and p.state in ('paid', 'refund_due', 'refunded')), 0)
    - coalesce((select sum(r.amount) from public.refunds r where r.order_id = p_order and r.source in ('cancellation', 'change') and r.state <> 'withdrawn'), 0)
$function$;

CREATE OR REPLACE FUNCTION private.latest_shipment(p_order uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id from public.shipments s where s.order_id = p_order and s.state <> 'packed' and not s.undelivered order by s.shipped_at desc, s.created_at desc, s.number desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.latin_word(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case when word !~ '[\u0900-\u097f]' then word else
    translate(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        -- a consonant without a vowel sign is said with an a, but not at the end of a word
        regexp_replace(replace(regexp_replace(
          -- a letter with a dot below is another one in four cases that matter: za, fa, and ra twice
          replace(replace(replace(replace(replace(normalize(word, nfkd), E'ज\u093c', 'z'), E'फ\u093c', 'f'), E'ड\u093c', 'र'), E'ढ\u093c', 'र'), E'\u093c', ''),
          '([क-हzf])(?![ा-ौ\u094d]|$)', '\1a', 'g'), E'\u094d', ''), '[\u0901\u0902](?=[पफबभ])', 'm', 'g'),
        'ख', 'kh'), 'घ', 'gh'), 'च', 'ch'), 'छ', 'chh'), 'झ', 'jh'), 'ठ', 'th'), 'थ', 'th'), 'ढ', 'dh'), 'ध', 'dh'), 'फ', 'ph'), 'भ', 'bh'),
        'श', 'sh'), 'ष', 'sh'), 'ऋ', 'ri'), E'\u0943', 'ri'),
      E'अआइईउऊएऐऑओऔऍकगङजञटडणतदनपबमयरलवसहळािीुूेैॅॉॊोौ\u0901\u0902\u0903',
      'aaiiuueeoooekgnjntdntdnpbmyrlvshlaiiuueeeoooonn')
  end
$function$;

CREATE OR REPLACE FUNCTION private.letters_of_name(words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT array_to_tsvector(ARRAY(SELECT substr(n.name, i.i, 2) AS substr FROM generate_series(1, length(n.name)) i(i))) AS array_to_tsvector FROM (SELECT regexp_replace(letters_of_name.words, '(
[^
]*){4}$'::text, ''::text) AS name) n);

CREATE OR REPLACE FUNCTION private.limit_of(p_name text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_value integer;
begin
  select l.value into strict found_value from private.limits l where l.name = p_name;
  return found_value;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_blockable(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('customers.write') then raise exception 'permission denied for accounts' using errcode = '42501'; end if;
  if private.is_api_key(p_user) then raise exception 'An API key is revoked, not blocked' using errcode = 'PT409', detail = '{"code":"API_KEY"}'; end if;
  if p_user = auth.uid() then raise exception 'You cannot block your own account' using errcode = 'PT409', detail = '{"code":"OWN_ACCOUNT"}'; end if;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    perform from public.user_roles r where r.role = 'owner' order by r.user_id for update;
    -- checked behind the lock: the caller may have been blocked just before
    if not private.may('staff.manage') then raise exception 'Only a super admin blocks an admin' using errcode = '42501', detail = '{"code":"STAFF"}'; end if;
  end if;
  perform from auth.users u where u.id = p_user for update;
  if not found then raise exception 'There is no such account' using errcode = 'PT404', detail = '{"code":"NO_ACCOUNT"}'; end if;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_buyer(p_buyer uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_buyer is null then return; end if;
  perform pg_advisory_xact_lock(hashtext('shop.manual_buyer'), hashtext(p_buyer::text));
  perform from public.cart_items i where i.user_id = p_buyer order by i.product_id for update;
end $function$;
grant execute on function private.lock_buyer(uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.lock_discounts_for(p_user uuid, p_code text, p_products uuid[])
 RETURNS TABLE(id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric, combines boolean, standing text, covers uuid[], counted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_code is null and not exists (select from public.discounts d where d.code is null and d.is_active) then return; end if;
  perform from public.discounts d
    where d.is_active and (d.code = upper(btrim(p_code)) or (d.code is null and d.usage_limit is not null and private.discount_standing(d, p_user) = 'OK'))
    order by d.id for no key update;
  return query select * from private.discounts_for(p_user, p_code, p_products);
end $function$;
grant execute on function private.lock_discounts_for(uuid,text,uuid[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.lock_discounts_of(p_order uuid, p_products uuid[], p_as_new boolean)
 RETURNS TABLE(id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric, combines boolean, standing text, covers uuid[], counted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  had uuid[];
begin
  select x.* into o from public.orders x where x.id = p_order;
  had := array(select r.discount_id from public.discount_redemptions r where r.order_id = p_order);
  perform from public.discounts d
    where d.id = any (had) or (d.is_active and d.code is null and d.usage_limit is not null and private.discount_standing(d, o.user_id) = 'OK')
    order by d.id for no key update;
  perform private.release_discounts(p_order);
  return query select * from private.discounts_for(o.user_id, o.coupon_code, p_products, case when p_as_new then '{}' else had end);
end $function$;
grant execute on function private.lock_discounts_of(uuid,uuid[],boolean) to shop_orders;

CREATE OR REPLACE FUNCTION private.lock_discounts(p_user uuid, p_code text)
 RETURNS TABLE(id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric, combines boolean, standing text, covers uuid[], counted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- most shops, most days: nothing to ask about
  if p_code is null and not exists (select from public.discounts d where d.code is null and d.is_active) then return; end if;
  perform from public.discounts d
    where d.is_active and (d.code = upper(btrim(p_code)) or (d.code is null and d.usage_limit is not null and private.discount_standing(d, p_user) = 'OK'))
    order by d.id for no key update;
  return query select * from private.discounts_for(p_user, p_code, array(select i.product_id from public.cart_items i where i.user_id = p_user));
end $function$;
grant execute on function private.lock_discounts(uuid,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.lock_refund(p_refund uuid, p_version integer)
 RETURNS public.refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refund public.refunds;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for refunds' using errcode = '42501'; end if;
  perform from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = p_refund) for no key update;
  select r.* into refund from public.refunds r where r.id = p_refund for no key update;
  if not found then raise exception 'No such refund' using errcode = 'PT404', detail = '{"code":"REFUND_NOT_FOUND"}'; end if;
  if refund.version is distinct from p_version then
    raise exception 'This refund was changed in the meantime' using errcode = 'PT409', detail = '{"code":"REFUND_CHANGED"}';
  end if;
  return refund;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_return(p_return uuid, p_version integer, p_states text[])
 RETURNS public.returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  perform from public.orders o where o.id = (select x.order_id from public.returns x where x.id = p_return) for no key update;
  select x.* into r from public.returns x where x.id = p_return;
  if not found then raise exception 'This return is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if r.version is distinct from p_version or r.state <> all (p_states) then
    raise exception 'The return has changed' using errcode = 'PT409', detail = jsonb_build_object('code', 'STALE', 'state', r.state)::text;
  end if;
  return r;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_serials()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtext('shop.series'), 0)
$function$;
grant execute on function private.lock_serials() to shop_orders;

CREATE OR REPLACE FUNCTION private.lock_shipment(p_shipment uuid, p_version integer, p_states text[])
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
begin
  if not private.may('orders.process') then raise exception 'permission denied for shipments' using errcode = '42501'; end if;
  perform from public.orders o where o.id = (select x.order_id from public.shipments x where x.id = p_shipment) for no key update;
  select x.* into s from public.shipments x where x.id = p_shipment;
  if not found then raise exception 'This parcel is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if s.version is distinct from p_version then raise exception 'The parcel has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if s.state <> all (p_states) then
    raise exception 'A parcel that is % does not take this step', s.state using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', s.state)::text;
  end if;
  return s;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_store_credit(p_user uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_balance numeric;
begin
  insert into public.store_credit_balances (user_id) values (p_user) on conflict do nothing;
  select b.balance into found_balance from public.store_credit_balances b where b.user_id = p_user for no key update;
  return found_balance;
end $function$;
grant execute on function private.lock_store_credit(uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.locked_to_settle(p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then return false; end if;
  perform from public.orders o where o.id = p_order for no key update;
  return true;
end $function$;
grant execute on function private.locked_to_settle(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.log_first_consents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.consents (user_id, purpose, version, given)
    select new.id, n.purpose, n.version, true from public.consent_notices n
    where new.raw_user_meta_data -> 'notices' -> n.purpose = to_jsonb(n.version) order by n.purpose;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.log_new_payment(p_payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_log (at, actor, table_name, row_id, action, changes) values (private.clock_now(), auth.uid(), 'payments', p_payment.order_id::text, 'insert',
    jsonb_strip_nulls(jsonb_build_object('state', jsonb_build_array(null, p_payment.state), 'method', jsonb_build_array(null, p_payment.method),
      'amount', jsonb_build_array(null, p_payment.amount), 'surplus', case when p_payment.surplus > 0 then jsonb_build_array(null, p_payment.surplus) end)));
end $function$;

CREATE OR REPLACE FUNCTION private.log_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text[];
begin
  select array_agg(n.key order by n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key not in ('version', 'updated_at');
  if changed is not null then
    insert into public.order_events (order_id, fields, actor, created_at) values (new.id, changed, auth.uid(), private.clock_now());
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.looks_like_gstin(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (value ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$'::text);
grant execute on function private.looks_like_gstin(text) to public;

CREATE OR REPLACE FUNCTION private.lower_payment(p_order public.orders, p_amount numeric, p_reason text, p_file uuid, p_open numeric DEFAULT NULL::numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  awaited public.payments;
  due numeric := p_amount;
begin
  if p_order.payment_state = 'cod_pending' then
    select p.* into awaited from public.payments p where p.order_id = p_order.id and p.state = 'cod_pending' for no key update;
    if not found then
      raise exception 'Order % has no payment to lower', p_order.id using errcode = 'PT409', detail = '{"code":"REFUND_TOO_LARGE"}';
    end if;
    due := p_amount - least(p_amount, awaited.amount, coalesce(p_open, p_amount));
    -- with nothing left to come, an order of which something is paid is paid
    if awaited.amount = p_amount - due and (due > 0 or exists (select from public.payments p where p.order_id = p_order.id and p.state = 'paid')) then
      update public.payments p set amount = 0, state = 'paid' where p.id = awaited.id;
    else
      update public.payments p set amount = p.amount - (p_amount - due) where p.id = awaited.id;
    end if;
  elsif p_order.payment_state <> 'paid' then
    due := private.set_off(p_order.id, p_amount);
  end if;
  if due > 0 then perform private.owe_refund(p_order.id, due, 'cancellation', p_reason, p_file => p_file); end if;
  return due;
end $function$;

CREATE OR REPLACE FUNCTION private.luminance(p_colour text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select sum(weight * case when value <= 0.04045 then value / 12.92 else power((value + 0.055) / 1.055, 2.4) end)
  from (values (1, 0.2126), (2, 0.7152), (3, 0.0722)) channel (place, weight)
  cross join lateral (select get_byte(decode(substr(p_colour, 2), 'hex'), place - 1) / 255.0::double precision as value) byte
$function$;
grant execute on function private.luminance(text) to authenticated;
grant execute on function private.luminance(text) to service_role;

CREATE OR REPLACE FUNCTION private.mail_document(p_mail bigint)
 RETURNS TABLE(document_type text, file_id uuid, bytes bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select named.document_type, f.file_id, private.document_file(f.file_id, 'original', private.file_irns(f.file_id))
  from (
    select m.kind, (m.data ->> 'order_id')::uuid as order_id, m.data -> 'files' as files,
      (select r.credit_file from public.refunds r where m.kind = 'order_refunded' and r.id = (m.data ->> 'refund_id')::uuid) as refund_file,
      case
        when m.kind = 'order_status' and (m.data ->> 'status' = 'processing' or m.data -> 'handed_over' = 'true')
          then case when not (select o.invoice_per_parcel from public.orders o where o.id = (m.data ->> 'order_id')::uuid) then 'invoice' end
        when m.kind = 'order_status' and m.data ->> 'status' = 'cancelled' or m.kind = 'order_refunded' then 'creditNote'
        else t.document_type
      end as document_type
    from private.mails m left join (values ('creditNote'), ('invoice')) t (document_type) on m.kind in ('order_changed', 'order_return')
    where m.id = p_mail and m.status = 'queued' and m.kind in ('order_status', 'order_refunded', 'order_changed', 'order_return')
  ) named
  cross join lateral (
    select d.file_id from public.documents d
    where d.order_id = named.order_id and d.kind = case named.document_type when 'invoice' then 'invoice' when 'creditNote' then 'credit_note' end
      and (named.files is null or named.files ? d.file_id::text) and (named.kind <> 'order_refunded' or d.file_id = named.refund_file)
    -- the acceptance issues the first invoice, a cancellation the last credit note
    order by case named.document_type when 'invoice' then d.issued_at end, d.issued_at desc limit 1) f
  where named.kind not in ('order_changed', 'order_return') or named.files is not null
  union all
  -- a parcel with an invoice of its own: in its mail, or in that of the order's step if it had none
  select 'invoice', s.invoice_file, private.document_file(s.invoice_file, 'original')
  from private.mails m join public.shipments s on s.order_id = (m.data ->> 'order_id')::uuid
  where m.id = p_mail and m.status = 'queued' and s.invoice_file is not null and s.state <> 'packed'
    and case m.kind when 'order_shipment' then s.id = (m.data ->> 'shipment_id')::uuid
      when 'order_status' then (m.data ->> 'status' = 'shipped' or m.data -> 'handed_over' = 'true') and not exists (select from private.mails x
        where x.kind = 'order_shipment' and x.data ->> 'order_id' = m.data ->> 'order_id' and x.data ->> 'shipment_id' = s.id::text)
      else false end
$function$;
grant execute on function private.mail_document(bigint) to shop_mail;

CREATE OR REPLACE FUNCTION private.mail_shop(p_version integer DEFAULT NULL::integer)
 RETURNS TABLE(host text, port integer, security text, username text, password text, from_name text, from_address text, reply_to text, version integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.host, s.port, s.security, s.username, s.password, s.from_name, s.from_address, s.reply_to, s.version from (
    select f.host, f.port, f.security, f.username, f.password, f.from_name, f.from_address, f.reply_to, f.version, 1 as place
      from private.former_mail_setups f where f.version = p_version
    union all
    select m.host, m.port, m.security, m.username, m.password, m.from_name, m.from_address, m.reply_to, m.version, 2 from private.mail_setup m) s
  order by s.place limit 1
$function$;
grant execute on function private.mail_shop(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.make_customer_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.customer_figures (id, user_id, full_name, company_name, gstin, phone, since)
    values (new.id, new.id, nullif(new.full_name, ''), nullif(new.company_name, ''), new.gstin, nullif(new.phone, ''), new.created_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.make_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_api_key(new.id) then return new; end if;   -- no person, no customer
  insert into public.profiles (id, full_name)
  values (new.id, nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), ''))
  on conflict (id) do nothing;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.match_remittance(p_rows jsonb)
 RETURNS TABLE(place integer, tracking text, order_text text, line_key text, collected numeric, charges numeric, order_id uuid, shipment_id uuid, order_number integer, name text, expected numeric, bookable numeric, problem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with given as (
    select r.place, nullif(btrim(r.tracking), '') as tracking, nullif(btrim(r."order"), '') as order_text, r.collected, r.charges,
      upper(regexp_replace(r.tracking, '\s', '', 'g')) as number, private.order_number_in(r."order") as ordered
    from jsonb_to_recordset(p_rows) r (place integer, tracking text, "order" text, collected numeric, charges numeric)
  ), found as (
    select g.*, coalesce(nullif(g.number, ''), 'ORDER ' || coalesce(g.ordered::text, upper(g.order_text))) as line_key, f.parcels, f.shipment_id
    from given g cross join lateral (
      select count(*) as parcels, (array_agg(s.id))[1] as shipment_id from public.shipments s
      where case when coalesce(g.number, '') <> '' then s.id in (
          select x.id from public.shipments x where upper(regexp_replace(x.tracking_number, '\s', '', 'g')) = g.number and x.tracking_number is not null)
        else s.order_id = (select o.id from public.orders o where o.order_number = g.ordered) and not s.undelivered end) f
  ), known as (
    select f.*, s.order_id, o.order_number, coalesce(nullif(o.company_name, ''), o.full_name) as name,
      case when s.id is not null then private.parcel_to_collect(s.id) end as expected,
      (select coalesce(sum(p.amount), 0) from public.payments p where p.order_id = o.id and private.is_open_payment(p.state)) as open,
      case
        when exists (select from public.remittance_lines l where l.line_key = f.line_key and l.collected = f.collected)
          or row_number() over (partition by f.line_key, f.collected order by f.place) > 1 then 'repeated'
        when f.parcels = 0 then 'unknown'
        when f.parcels > 1 then 'ambiguous'
        when o.payment_method <> 'cod' then 'not_cod'
        when f.collected = 0 then null
        when o.status = 'cancelled' then 'cancelled'
        when s.undelivered then 'undelivered'   -- its money is no part of what the other parcels bring
        when o.payment_state <> 'cod_pending' then 'paid'
      end as problem
    from found f
    left join public.shipments s on f.parcels = 1 and s.id = f.shipment_id
    left join public.orders o on o.id = s.order_id
  )
  select k.place, k.tracking, k.order_text, k.line_key, k.collected, k.charges, k.order_id, k.shipment_id, k.order_number, k.name, k.expected,
    case when k.problem is null then greatest(0, least(k.collected, k.open - coalesce(sum(k.collected) filter (where k.problem is null)
      over (partition by k.order_id order by k.place rows between unbounded preceding and 1 preceding), 0))) else 0 end,
    k.problem
  from known k order by k.place
$function$;

CREATE OR REPLACE FUNCTION private.matches_among_all(p_words tsquery, p_nearest tsquery[], OUT ids uuid[], OUT sure bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  select array_agg(c.id order by c.places desc, c.popularity desc, c.id), count(*) filter (where c.places = cardinality(p_nearest)) into ids, sure
  from (
    select p.id, p.popularity, (select count(*) from unnest(p_nearest) q where ts_filter(d.words, '{a,b}') @@ q) as places
    from private.search_documents d join public.products p on p.id = d.product_id
    where d.words @@ p_words and p.status = 'active'
    order by p.popularity desc, p.id limit 400
  ) c;
end $function$;

CREATE OR REPLACE FUNCTION private.matches_among_best(p_words tsquery, p_nearest tsquery[], OUT ids uuid[], OUT sure bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  select array_agg(c.id order by c.places desc, c.popularity desc, c.id), count(*) filter (where c.places = cardinality(p_nearest)) into ids, sure
  from (
    select p.id, p.popularity, (select count(*) from unnest(p_nearest) q where ts_filter(d.words, '{a,b}') @@ q) as places
    from private.search_documents d join public.products p on p.id = d.product_id
    where d.words @@ p_words and d.best_seller and p.status = 'active'
    order by p.popularity desc, p.id limit 400
  ) c;
end $function$;

CREATE OR REPLACE FUNCTION private.matches_by_name(p_nearest tsquery[], p_limit integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  named constant tsquery := private.join_queries(p_nearest::text[], ' & ');
begin
  return array(
    select p.id from private.search_documents d join public.products p on p.id = d.product_id
    where ts_filter(d.words, '{a,b}') @@ named and p.status = 'active'
    order by p.popularity desc, p.id limit p_limit);
end $function$;

CREATE OR REPLACE FUNCTION private.may_add_return_photo(p_user uuid, p_return uuid, OUT refusal text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_state text;
begin
  select r.state into found_state from public.returns r join public.orders o on o.id = r.order_id where r.id = p_return and o.user_id = p_user;
  refusal := case when not found then 'GONE' when found_state <> 'requested' then 'STALE'
    when (select count(*) from private.return_photos p where p.return_id = p_return) >= private.limit_of('return_photos') then 'TOO_MANY' end;
end $function$;
grant execute on function private.may_add_return_photo(uuid,uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.may_file_diagnostics(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) < (case when p_user is null then 20 else 5 end)
  from private.diagnostic_reports r where r.user_id is not distinct from p_user and r.created_at > now() - interval '1 hour'
$function$;
grant execute on function private.may_file_diagnostics(uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.may_try_coupon(p_user uuid, p_code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked timestamptz := private.clock_now();
  coupon uuid := (select d.id from public.discounts d where d.code = upper(btrim(p_code)) and d.is_active);
  fingerprint bytea := sha256(convert_to(upper(btrim(p_code)), 'utf8'));
  tried integer;
begin
  if exists (select from private.found_coupons f where f.user_id = p_user and f.discount_id = coupon) then return true; end if;
  -- one try of an account at a time: many at once would all be below the limit
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.coupon_tries'), pg_catalog.hashtext(p_user::text));
  -- the same wrong code again is no guess: each change of the cart looks it up again
  if coupon is null and exists (select from private.unknown_coupons u where u.user_id = p_user and u.code = fingerprint and u.tried_at > asked - interval '1 hour') then
    return true;
  end if;
  tried := (select count(*) from private.unknown_coupons u where u.user_id = p_user and u.tried_at > asked - interval '1 hour');
  if tried >= private.limit_of('unknown_coupons_per_hour') or tried >= private.limit_of('unknown_coupons_when_busy')
    and (select count(*) from private.unknown_coupons u where u.tried_at > asked - interval '1 hour') >= private.limit_of('unknown_coupons_in_all') then
    return false;
  end if;
  if coupon is null then
    insert into private.unknown_coupons (user_id, code, tried_at) values (p_user, fingerprint, asked);
    delete from private.unknown_coupons u where u.user_id = p_user and u.tried_at <= asked - interval '1 day';
  else
    insert into private.found_coupons (user_id, discount_id) values (p_user, coupon) on conflict do nothing;
  end if;
  return true;
end $function$;
grant execute on function private.may_try_coupon(uuid,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.may(p_permission text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.staff_may(auth.uid(), p_permission) and private.session_is_good()
$function$;
grant execute on function private.may(text) to authenticated;
grant execute on function private.may(text) to service_role;

CREATE OR REPLACE FUNCTION private.message_placeholders(p_key text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_key
    when 'mail_signup' then '{shop}'::text[]
    when 'mail_recovery' then '{shop}'
    when 'mail_email_change' then '{shop}'
    when 'mail_magiclink' then '{shop}'
    when 'mail_invite' then '{shop}'
    when 'mail_order_placed' then '{name,order,number,total,shop}'
    when 'mail_order_reopened' then '{name,order,number,total,shop}'
    when 'mail_order_processing' then '{name,order,number,total,shop}'
    when 'mail_order_shipped' then '{name,order,number,total,courier,tracking,shop}'
    when 'mail_order_delivered' then '{name,order,number,total,shop}'
    when 'mail_order_cancelled' then '{name,order,number,total,shop}'
    when 'mail_order_refunded' then '{name,order,number,total,shop}'
    when 'mail_order_reminder' then '{name,order,number,total,shop}'
    when 'mail_complaint_received' then '{number,officer,shop}'
    when 'mail_return_requested' then '{name,order,number,return,shop}'
    when 'mail_return_approved' then '{name,order,number,return,shop}'
    when 'mail_return_declined' then '{name,order,number,return,reason,shop}'
    when 'mail_return_received' then '{name,order,number,return,shop}'
    when 'mail_return_closed' then '{name,order,number,return,shop}'
    when 'notice_return_requested' then '{name,order,number,return}'
    when 'notice_return_approved' then '{name,order,number,return}'
    when 'notice_return_declined' then '{name,order,number,return,reason}'
    when 'notice_return_received' then '{name,order,number,return}'
    when 'notice_return_closed' then '{name,order,number,return}'
    when 'notice_order_placed' then '{name,order,number}'
    when 'notice_order_reopened' then '{name,order,number}'
    when 'notice_order_processing' then '{name,order,number}'
    when 'notice_order_shipped' then '{name,order,number,courier,tracking}'
    when 'notice_order_delivered' then '{name,order,number}'
    when 'notice_order_cancelled' then '{name,order,number,reason}'
  end
$function$;
grant execute on function private.message_placeholders(text) to authenticated;

CREATE OR REPLACE FUNCTION private.money_of(p_order uuid, OUT total numeric, OUT received numeric, OUT refund_due numeric, OUT refunded numeric, OUT to_collect numeric, OUT refundable numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select o.total_amount into total from public.orders o where o.id = p_order;
  select coalesce(sum(p.amount) filter (where p.state in ('paid', 'refund_due', 'refunded')), 0),
      coalesce(sum(p.amount) filter (where o.status <> 'cancelled' and private.is_open_payment(p.state)), 0),
      coalesce(sum(private.refundable_of(p.id)), 0)
    into received, to_collect, refundable from public.payments p join public.orders o on o.id = p.order_id where p.order_id = p_order;
  select coalesce(sum(r.amount) filter (where r.state in ('due', 'asked', 'failed')), 0), coalesce(sum(r.amount) filter (where r.state = 'paid'), 0)
    into refund_due, refunded from public.refunds r where r.order_id = p_order;
end $function$;
grant execute on function private.money_of(uuid) to shop_mail;

CREATE OR REPLACE FUNCTION private.most_cart_lines()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 1000 $function$;

CREATE OR REPLACE FUNCTION private.most_counted()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 10000;

CREATE OR REPLACE FUNCTION private.move_default_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.addresses set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.move_document_to_database(p_file uuid, p_copies text, p_irns text, p_version uuid, p_bytes bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.document_files f set version = null, size = null, bytes = p_bytes
    where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version = p_version and f.sha256 = encode(sha256(p_bytes), 'hex')
$function$;
grant execute on function private.move_document_to_database(uuid,text,text,uuid,bytea) to shop_mail;

CREATE OR REPLACE FUNCTION private.move_document_to_store(p_file uuid, p_copies text, p_irns text, p_version uuid, p_size integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.take_up_document_files(array[p_version]);
  update private.document_files f set version = p_version, size = p_size, bytes = null
    where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version is null;
  if not found then insert into private.loose_document_files (version) values (p_version); end if;
end $function$;
grant execute on function private.move_document_to_store(uuid,text,text,uuid,integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.name_pattern(asked text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (('%'::text || replace(replace(replace(asked, '\'::text, '\\'::text), '%'::text, '\%'::text), '_'::text, '\_'::text)) || '%'::text);

CREATE OR REPLACE FUNCTION private.name_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles p set full_name = nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 120), '')
    where p.id = new.id and p.full_name is null and btrim(new.raw_user_meta_data ->> 'full_name') <> '';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.name_source(p_query text, p_most integer DEFAULT NULL::integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  letters constant text := lower(p_query);
  newest_asked constant integer := 1000;   -- products, of which it is counted how many have the letters
  common_for_counts constant integer := 200;   -- so many of them: thousands are soon counted
  common_for_list constant integer := 20;   -- so many of them: a page is soon full
  common_from constant integer := case when p_most is null then common_for_counts else common_for_list end;
  looked_up constant text := format('private.letters_of_name(w.words) operator(pg_catalog.@@) %L::tsquery', private.quote_lexeme(letters) || ':*');
  hits integer;
begin
  if letters is null or length(letters) not between 1 and 2
    or (select count(*) >= common_from from (select s.name from public.products s where s.status = 'active' order by s.created_at desc, s.id limit newest_asked) s
      where strpos(lower(s.name), letters) > 0) then
    return 'public.products';
  end if;
  if p_most is not null then
    execute format('select count(*) from (select from private.product_words w where %s limit %s) c', looked_up, p_most + 1) into hits;
    if hits > p_most then return 'public.products'; end if;
  end if;
  return format('(select q.* from private.product_words w cross join lateral (select * from public.products a where a.id = w.product_id offset 0) q where %s)', looked_up);
end $function$;

CREATE OR REPLACE FUNCTION private.needs_irn(content jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select content #>> '{seller,gstin}' is not null and content #>> '{order,gstin}' is not null
    and content ->> 'form' <> 'bill_of_supply' and content #>> '{reverses,form}' is distinct from 'bill_of_supply'
$function$;

CREATE OR REPLACE FUNCTION private.next_financial_year(p_moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select make_date(extract(year from (p_moment at time zone 'Asia/Kolkata') - interval '3 months')::integer + 1, 4, 1)
$function$;

CREATE OR REPLACE FUNCTION private.next_product_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if to_jsonb(new) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price,running_out}'::text[]
    is distinct from to_jsonb(old) - '{stock,units_sold,image_url,image_thumbhash,updated_at,version,base_price,running_out}'::text[] then
    new.version := old.version + 1;
  end if;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.next_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.note_category_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.category_changed (product_id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_courier_state(p_shipment uuid, p_state text, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
begin
  perform from public.orders o where o.id = (select x.order_id from public.shipments x where x.id = p_shipment) for no key update;
  update public.courier_bookings b set parcel_state = p_state, parcel_text = left(nullif(btrim(p_text), ''), 200), said_at = private.clock_now()
    where b.shipment_id = p_shipment and b.state = 'booked' and (b.parcel_state, coalesce(b.parcel_text, '')) is distinct from (p_state, coalesce(btrim(p_text), ''));
  select x.* into s from public.shipments x where x.id = p_shipment;
  if p_state = 'delivered' and s.state = 'shipped' then perform private.arrive(s); end if;
end $function$;
grant execute on function private.note_courier_state(uuid,text,text) to shop_mail;

CREATE OR REPLACE FUNCTION private.note_damaged_document(p_file uuid, p_copies text, p_irns text, p_version uuid, p_damaged boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.damaged_document_files d where not p_damaged and d.file_id = p_file and d.copies = p_copies and d.irns = p_irns;
  insert into private.damaged_document_files (file_id, copies, irns)
    select f.file_id, f.copies, f.irns from private.document_files f
    where p_damaged and f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version is not distinct from p_version on conflict do nothing;
$function$;
grant execute on function private.note_damaged_document(uuid,text,text,uuid,boolean) to shop_mail;
grant execute on function private.note_damaged_document(uuid,text,text,uuid,boolean) to shop_orders;

CREATE OR REPLACE FUNCTION private.note_delivery_zones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.settings s set delivery_varies = (new.zones <> '[]') where s.delivery_varies <> (new.zones <> '[]');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_disk(p_server text, p_free bigint, p_total bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.disks where measured_at < clock_timestamp() - interval '1 day';
  insert into private.disks (server, free_bytes, total_bytes) values (p_server, p_free, p_total)
    on conflict (server) do update set free_bytes = excluded.free_bytes, total_bytes = excluded.total_bytes, measured_at = excluded.measured_at;
$function$;
grant execute on function private.note_disk(text,bigint,bigint) to shop_mail;

CREATE OR REPLACE FUNCTION private.note_document_files(p_versions uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.loose_document_files (version, due_at) select v, clock_timestamp() + interval '1 hour' from unnest(p_versions) v
$function$;
grant execute on function private.note_document_files(uuid[]) to shop_mail;
grant execute on function private.note_document_files(uuid[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.note_erasure(p_what text, p_ids text[], p_rule text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_ids) is null or cardinality(p_ids) = 0 then return 0; end if;
  insert into private.erasures (what, ids, count, rule) values (p_what, p_ids, cardinality(p_ids), p_rule);
  return cardinality(p_ids);
end $function$;

CREATE OR REPLACE FUNCTION private.note_facet_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into private.facet_changes (family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
      select c.family_id, c.category_id, c.brand, c.country_of_origin, c.min_order_quantity, private.stock_class(c.stock), c.status, c.gst_percent,
        count(*), min(c.base_price), max(c.base_price) from changed c group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_op = 'DELETE' then
    insert into private.facet_changes (family_id, category_id, brand, country, moq, stock, status, gst, n)
      select b.family_id, b.category_id, b.brand, b.country_of_origin, b.min_order_quantity, private.stock_class(b.stock), b.status, b.gst_percent, -count(*)
      from before b group by 1, 2, 3, 4, 5, 6, 7, 8;
  elsif tg_level = 'ROW' then
    insert into private.facet_changes (family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
      values (old.family_id, old.category_id, old.brand, old.country_of_origin, old.min_order_quantity, private.stock_class(old.stock), old.status, old.gst_percent,
          -1, null, null),
        (new.family_id, new.category_id, new.brand, new.country_of_origin, new.min_order_quantity, private.stock_class(new.stock), new.status, new.gst_percent,
          1, new.base_price, new.base_price);
  else
    with both_ as (
      select b.id, b.family_id, b.category_id, b.brand, b.country_of_origin, b.min_order_quantity, private.stock_class(b.stock) as stock, b.status, b.gst_percent,
        b.base_price, -1 as n from before b
      union all
      select c.id, c.family_id, c.category_id, c.brand, c.country_of_origin, c.min_order_quantity, private.stock_class(c.stock), c.status, c.gst_percent,
        c.base_price, 1 from changed c
    ), alike as (   -- before and after in one row, if nothing that is counted has changed
      select b.family_id, b.category_id, b.brand, b.country_of_origin, b.min_order_quantity, b.stock, b.status, b.gst_percent, b.base_price, sum(b.n) as n
      from both_ b group by b.id, 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(b.n) <> 0
    )
    insert into private.facet_changes (family_id, category_id, brand, country, moq, stock, status, gst, n, lowest, highest)
      select a.family_id, a.category_id, a.brand, a.country_of_origin, a.min_order_quantity, a.stock, a.status, a.gst_percent,
        sum(a.n), min(a.base_price) filter (where a.n > 0), max(a.base_price) filter (where a.n > 0)
      from alike a group by 1, 2, 3, 4, 5, 6, 7, 8;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_import_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import uuid := current_setting('shop.import')::uuid;
begin
  if tg_op = 'INSERT' then
    insert into private.product_import_rows as r (import_id, product_id, before, after)
      select import, n.product_id, '{"cost": null}', jsonb_build_object('cost', n.cost) from changed n
      on conflict (import_id, product_id) do update set before = excluded.before || r.before, after = r.after || excluded.after;
  else
    insert into private.product_import_rows as r (import_id, product_id, before, after)
      select import, n.product_id, jsonb_build_object('cost', o.cost), jsonb_build_object('cost', n.cost)
      from changed n join before o on o.product_id = n.product_id
      on conflict (import_id, product_id) do update set before = excluded.before || r.before, after = r.after || excluded.after;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_import()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import uuid := current_setting('shop.import')::uuid;
  skipped constant text[] := '{id,version,created_at,updated_at,base_price,running_out,units_sold,popularity,image_url,image_thumbhash,tier_group}';
begin
  if tg_op = 'INSERT' then
    insert into private.product_import_rows (import_id, product_id, after)
      select import, n.id, to_jsonb(n) - skipped from changed n;
  else
    insert into private.product_import_rows as r (import_id, product_id, before, after)
      select import, d.id, d.before, d.after
      from (
        select n.id, (select jsonb_object_agg(k.key, to_jsonb(o) -> k.key) from jsonb_each(to_jsonb(n)) k where k.value is distinct from to_jsonb(o) -> k.key and k.key <> all (skipped)) as before,
          (select jsonb_object_agg(k.key, k.value) from jsonb_each(to_jsonb(n)) k where k.value is distinct from to_jsonb(o) -> k.key and k.key <> all (skipped)) as after
        from changed n join before o on o.id = n.id
      ) d
      where d.after is not null
      on conflict (import_id, product_id) do update set before = excluded.before || r.before, after = r.after || excluded.after;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_loose_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.loose_document_files (version) values (old.version) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_mail_environment(p_environment text, p_host text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.mail_setup m set environment = p_environment, environment_host = p_host
  where (m.environment, m.environment_host) is distinct from (p_environment, p_host)
$function$;
grant execute on function private.note_mail_environment(text,text) to shop_mail;

CREATE OR REPLACE FUNCTION private.note_payment_moment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.state in ('paid', 'refund_due', 'refunded') then
    insert into private.payment_moments (payment_id, received_at) values (new.id, private.clock_now()) on conflict do nothing;
  else
    delete from private.payment_moments m where m.payment_id = new.id;   -- it was booked by mistake and is awaited again
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_razorpay_checked(p_order uuid, p_asked timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.razorpay_orders r set asked_at = greatest(r.asked_at, p_asked),
    next_check_at = case
      when now() > r.created_at + interval '6 days' and o.payment_state <> 'awaiting_verification' then null
      when o.status = 'pending' and o.payment_state = 'awaiting_payment' and d.deadline > now() then least(d.deadline, n.later)
      else n.later end
  from public.orders o, public.settings s,
    lateral (select private.awaited_since(o) as since) w,
    lateral (select w.since + make_interval(mins => s.razorpay_unpaid_minutes) as deadline) d,
    lateral (select now() + least(interval '12 hours', greatest(interval '1 minute', (now() - w.since) / 4)) as later) n
  where r.order_id = p_order and o.id = r.order_id
$function$;
grant execute on function private.note_razorpay_checked(uuid,timestamp with time zone) to shop_payments;

CREATE OR REPLACE FUNCTION private.note_razorpay_refusal(p_payment text, p_error text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.razorpay_payments c set last_error = left(p_error, 300), refund_tries = c.refund_tries + 1,
    refund = case when c.refund_tries >= 9 then 'failed' else c.refund end,
    refund_next_at = now() + make_interval(mins => least(360, (2 ^ least(c.refund_tries, 10))::integer))
  where c.id = p_payment and c.refund in ('due', 'asked')
$function$;
grant execute on function private.note_razorpay_refusal(text,text) to shop_payments;

CREATE OR REPLACE FUNCTION private.note_razorpay_word(p_payment text, p_confirmed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- lock the order first, as every settlement of a payment does
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment) for no key update;
  update private.razorpay_payments c set confirmed_at = case when p_confirmed then now() end,
      doubted_at = case when not p_confirmed then coalesce(c.doubted_at, now()) end
    where c.id = p_payment and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null;
end $function$;
grant execute on function private.note_razorpay_word(text,boolean) to shop_payments;

CREATE OR REPLACE FUNCTION private.note_refund_refusal(p_refund uuid, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.razorpay_refunds;
begin
  perform from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = p_refund) for no key update;
  update private.razorpay_refunds s set last_error = left(p_error, 300), tries = s.tries + 1,
      next_at = now() + make_interval(mins => least(360, (2 ^ least(s.tries, 10))::integer))
    where s.refund_id = p_refund returning s.* into sent;
  if sent.tries >= 10 then
    update public.refunds r set state = 'failed', version = r.version + 1 where r.id = p_refund and r.state = 'due';
    update private.razorpay_payments c set last_error = left(p_error, 300) where c.id = sent.charge_id and c.refund = 'failed';
  end if;
end $function$;
grant execute on function private.note_refund_refusal(uuid,text) to shop_payments;

CREATE OR REPLACE FUNCTION private.note_refunds_seen(p_payment text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.razorpay_payments c set refund_next_at = null, refund = case when c.refund <> 'asked' then c.refund
      when exists (select from private.razorpay_refunds s join public.refunds r on r.id = s.refund_id where s.charge_id = c.id and r.state = 'asked') then 'asked' else 'none' end
    where c.id = p_payment and c.standing = 'kept'
$function$;
grant execute on function private.note_refunds_seen(text) to shop_payments;

CREATE OR REPLACE FUNCTION private.note_restocked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.stock_requests r where r.product_id = new.id) then
    insert into private.restocked (product_id, noted_at) values (new.id, private.clock_now())
      on conflict (product_id) do update set noted_at = excluded.noted_at;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_sales_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sales_changed (day)
  select distinct (t.at at time zone interval '5 hours 30 minutes')::date
  from (values (case when tg_op <> 'INSERT' then old.created_at end), (case when tg_op <> 'DELETE' then new.created_at end)) t (at)
  where t.at < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_search_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had text[] := '{}';
  has text[] := '{}';
begin
  if tg_op <> 'INSERT' then had := private.words_without_digits(old.words); end if;
  if tg_op <> 'DELETE' then has := private.words_without_digits(new.words); end if;
  insert into private.search_changes (gained, lost)
    select c.gained, c.lost from (
      select array(select unnest(has) except select unnest(had)) as gained, array(select unnest(had) except select unnest(has)) as lost) c
    where c.gained <> '{}' or c.lost <> '{}';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_sold_line_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sales_changed (day)
  select (o.created_at at time zone interval '5 hours 30 minutes')::date from public.orders o
  where o.id = case tg_op when 'DELETE' then old.order_id else new.order_id end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_webhook(p_id bigint, p_attempt integer, p_status integer, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pauses constant integer[] := '{5,30,120,600,1800,3600,7200,14400,28800,43200,43200,43200,43200,43200}';   -- seconds
  endpoint uuid;
begin
  update private.webhook_deliveries d set held_until = null, last_status = p_status, last_error = p_error,
    state = case when p_error is null then 'delivered' when d.attempts > cardinality(pauses) then 'parked' else 'queued' end,
    delivered_at = case when p_error is null then clock_timestamp() end,
    next_attempt_at = clock_timestamp() + coalesce(pauses[d.attempts], 0) * (0.8 + 0.4 * random()) * interval '1 second'
    where d.id = p_id and d.attempts = p_attempt and d.state = 'queued'
    returning d.endpoint_id into endpoint;
  update private.webhook_endpoints e set
    failing_since = case when p_error is not null then coalesce(e.failing_since, clock_timestamp()) end,
    active = e.active and (p_error is null or coalesce(e.failing_since > clock_timestamp() - interval '5 days', true)),
    switched_off_at = case when p_error is not null and e.failing_since <= clock_timestamp() - interval '5 days' then clock_timestamp() end
    where e.id = endpoint and (p_error is not null or e.failing_since is not null);
end $function$;
grant execute on function private.note_webhook(bigint,integer,integer,text) to shop_mail;

CREATE OR REPLACE FUNCTION private.notify_low_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.mails (kind, recipient, data)
    select 'low_stock', s.email, jsonb_build_object('product_id', new.id, 'name', new.name, 'sku', new.sku, 'stock', new.stock)
    from public.settings s where s.email <> '';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_order_step(p_order public.orders, p_previous text, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  short text := '#' || left(p_order.id::text, 8);
  number text := private.order_number_text(p_order.order_number);
  numbered text := short || ' (no. ' || number || ')';
  reopened boolean := p_order.status = 'pending' and p_previous is not null;
  note text := case when reopened then 'Order open again: the payment arrived after all' else case p_order.status
    when 'pending' then 'Order placed'
    when 'processing' then 'Order accepted'
    when 'shipped' then 'Order shipped' || coalesce(' with ' || nullif(p_order.courier, ''), '') || coalesce(', tracking ' || nullif(p_order.tracking_number, ''), '')
    when 'delivered' then 'Order delivered'
    else case
      when p_order.cancelled_by is null and p_order.cancel_reason is null then 'Order cancelled because it was not paid'
      when p_order.cancelled_by = p_order.user_id and p_order.cancel_reason is null then 'Order cancelled by customer'
      else 'Order cancelled: ' || coalesce(p_order.cancel_reason, 'no reason given') end
    end end;
  own public.message_texts;
  words jsonb;
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (p_order.id, p_order.status, note, p_by, private.clock_now(), p_order.status <> 'cancelled');
  if p_order.user_id is not null then
    select t.* into own from public.message_texts t
      where t.key = 'notice_order_' || case when reopened then 'reopened' when p_order.status = 'pending' then 'placed' else p_order.status end;
    if found then
      words := jsonb_build_object('name', p_order.full_name, 'order', short, 'number', number, 'courier', p_order.courier, 'tracking', p_order.tracking_number, 'reason', p_order.cancel_reason);
      own.subject := left(private.fill_text(own.subject, words), 120);
      own.opening := left(private.fill_text(own.opening, words), 600);
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (
      p_order.user_id,
      coalesce(nullif(own.subject, ''), case when reopened then 'Payment received' else case p_order.status when 'pending' then 'Order placed' when 'processing' then 'Order accepted'
        when 'shipped' then 'Order shipped' when 'delivered' then 'Order delivered' else 'Order cancelled' end end),
      coalesce(nullif(own.opening, ''), case when reopened then 'Your payment for order ' || numbered || ' has arrived, and the order is open again.' else case p_order.status
        when 'pending' then 'Thank you! We have received your order ' || numbered || '.'
        when 'processing' then 'Your order ' || numbered || ' has been accepted and is being packed.'
        when 'shipped' then 'Your order ' || numbered || ' is on its way' || coalesce(' with ' || nullif(p_order.courier, ''), '')
          || coalesce(' (' || nullif(p_order.tracking_number, '') || ')', '') || '.'
        when 'delivered' then 'Your order ' || numbered || ' has been delivered.'
        else 'Your order ' || numbered || ' has been cancelled' || coalesce(': ' || nullif(p_order.cancel_reason, ''), '') || '.' end end),
      'order_update', p_order.id, private.clock_now());
  end if;
  -- demo orders and imported orders send no mail
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_owners(p_what text, p_details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  holds integer;
begin
  if p_what = 'mail_server' then
    insert into private.former_mail_setups (host, port, security, username, password, from_name, from_address, reply_to, version, changed_at)
      select m.host, m.port, m.security, m.username, m.password, m.from_name, m.from_address, m.reply_to, m.version, m.changed_at from private.mail_setup m
      on conflict do nothing;
    select m.version into holds from private.mail_setup m;
  end if;
  insert into private.mails (kind, recipient, data, mail_setup_version)
    select 'owner_notice', e.email, p_details || jsonb_build_object('what', p_what, 'by', private.person_name(auth.uid()), 'at', now()), holds
    from private.owner_emails() e (email);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  refund jsonb := jsonb_build_object('order_id', new.order_id, 'refund_id', new.id, 'amount', new.amount, 'reference', new.reference, 'method', new.method);
begin
  -- the new order of an exchange says it all (65_returns_closing.sql)
  if new.method = 'credit' and coalesce(current_setting('shop.exchange', true), '') = 'on' then return null; end if;
  select x.* into o from public.orders x where x.id = new.order_id;
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (o.user_id,
      case when new.method = 'credit' then 'Store credit' else 'Refund sent' end, '₹' || to_char(new.amount, 'FM99999999990.00') || ' of your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') '
        || case when new.method = 'credit' then 'is in your store credit' else 'is on its way back to you' end || coalesce(' (reference ' || new.reference || ')', '') || '.', 'order_update', o.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' and o.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_refunded', o.email, refund);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_rest(p_order public.orders, p_what text, p_goods text, p_less numeric, p_due numeric, p_reason text, p_credited boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  money text := concat_ws(' ', case when p_less > 0 then format('You pay ₹%s less.', p_less) end, case when p_due > 0 then format('₹%s is refunded.', p_due) end);
  note text := concat_ws(' ', format('%s: %s.', p_what, case when length(p_goods) > 200 then left(p_goods, 199) || '…' else p_goods end), nullif(money, ''),
    'Reason: ' || p_reason);
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (p_order.id, p_order.status, 'Order changed: ' || note, auth.uid(), private.clock_now(), false);
  if p_order.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (p_order.user_id, 'Part of your order cancelled',
      left('Of order #' || left(p_order.id::text, 8) || ' (no. ' || private.order_number_text(p_order.order_number) || ') ' || note, 600), 'order_update', p_order.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values ('order_rest', p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'note', note, 'credited', p_credited));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.notify_restocked()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  room integer := private.limit_of('stock_mails_waiting')
    - (select count(*) from private.mails m where m.kind = 'back_in_stock' and m.status = 'queued' and m.attempts = 0);
  note record;
  done integer;
  notified integer := 0;
begin
  for note in
    select r.product_id, p.name, p.stock > 0 and p.status = 'active' as there
    from private.restocked r join public.products p on p.id = r.product_id
    order by r.noted_at, r.product_id limit 50 for update of r skip locked for key share of p skip locked
  loop
    if note.there then
      exit when room <= 0;
      with due as (
        select r.user_id from public.stock_requests r where r.product_id = note.product_id order by r.created_at, r.user_id limit room for update skip locked
      ), used as (
        delete from public.stock_requests r using due d where r.product_id = note.product_id and r.user_id = d.user_id returning r.user_id, r.created_at
      ), rung as (
        insert into public.notifications (user_id, title, message, type, product_id, created_at)
          select u.user_id, 'Back in stock', note.name || ' is back in stock. You asked us to notify you.', 'system', note.product_id, private.clock_now() from used u
      ), mailed as (
        insert into private.mails (kind, recipient, data)
          select 'back_in_stock', a.email, jsonb_build_object('product_id', note.product_id, 'name', note.name, 'asked_at', u.created_at)
          from used u join auth.users a on a.id = u.user_id
          where a.email_confirmed_at is not null and a.email <> '' and not exists (select from public.account_blocks b where b.user_id = u.user_id)
      )
      select count(*) into done from used;
      room := room - done;
      notified := notified + done;
      continue when exists (select from public.stock_requests r where r.product_id = note.product_id);
    end if;
    delete from private.restocked r where r.product_id = note.product_id;
  end loop;
  return notified;
end $function$;
grant execute on function private.notify_restocked() to shop_mail;

CREATE OR REPLACE FUNCTION private.notify_shipment(p_order public.orders, p_shipment public.shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number text := '#' || left(p_order.id::text, 8) || ' (no. ' || private.order_number_text(p_order.order_number) || ')';
  delivered boolean := p_shipment.state = 'delivered';
  sent text := coalesce(' with ' || p_shipment.courier, '') || coalesce(', tracking ' || p_shipment.tracking_number, '');
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (p_order.id, p_order.status, case when delivered then format('Parcel %s delivered', p_shipment.number)
      else format('Parcel %s shipped%s', p_shipment.number, sent) end, auth.uid(), private.clock_now(), false);
  if p_order.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (p_order.user_id,
      case when delivered then 'Parcel delivered' else 'Part of your order shipped' end,
      case when delivered then format('Parcel %s of your order %s has been delivered.', p_shipment.number, number)
        else format('Parcel %s of your order %s is on its way%s. The rest follows.', p_shipment.number, number, sent) end, 'order_update', p_order.id, private.clock_now());
  end if;
  if not delivered and coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values ('order_shipment', p_order.email,
      jsonb_build_object('order_id', p_order.id, 'shipment_id', p_shipment.id, 'status', p_order.status));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.number_document(p_order uuid, p_form text, p_facts jsonb, p_file uuid, p_reverses uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted text := case p_form when 'invoice_cum_bill' then 'tax_invoice' else p_form end;
  named record;
  issued timestamptz;
  year text;
  number integer;
  facts jsonb;
begin
  perform private.lock_serials();
  issued := coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, clock_timestamp());
  year := private.financial_year(issued);
  select s.prefix, s.digits into strict named from private.series_at(counted, issued) s;
  insert into private.serial_counters as c (series, financial_year, last_number) values (named.prefix, year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into number;
  if number >= power(10, named.digits) then
    update private.serial_counters c set last_number = c.last_number - 1 where c.series = named.prefix and c.financial_year = year;
    select s.prefix, s.digits into strict named from private.continue_series(counted, named.prefix, year) s;
    number := 1;
    insert into private.serial_counters (series, financial_year, last_number) values (named.prefix, year, number);
  end if;
  facts := p_facts || jsonb_build_object('form', p_form, 'serial', format('%s/%s/%s', named.prefix, year, lpad(number::text, named.digits, '0')),
    'issued_at', private.utc_text(issued));
  insert into public.documents (order_id, kind, form, serial, reverses, issued_at, content, content_hash, file_id)
    values (p_order, case p_form when 'credit_note' then 'credit_note' else 'invoice' end, p_form, facts ->> 'serial', p_reverses, issued, facts,
      private.content_hash(facts), p_file);
  return facts ->> 'serial';
end $function$;

CREATE OR REPLACE FUNCTION private.one_of(p_column text, p_values jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case count(*) when 0 then 'false' when 1 then format('%s = %L', p_column, min(v)) else format('%s in (%s)', p_column, string_agg(quote_literal(v), ', ')) end
  from jsonb_array_elements_text(p_values) v
$function$;

CREATE OR REPLACE FUNCTION private.open_courier_act(p_staff uuid, p_shipment uuid)
 RETURNS public.shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
begin
  if not private.staff_may(p_staff, 'orders.process') then raise exception 'permission denied for couriers' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_staff, 'role', 'authenticated')::text, true);
  perform from public.orders o where o.id = (select x.order_id from public.shipments x where x.id = p_shipment) for no key update;
  select x.* into s from public.shipments x where x.id = p_shipment;
  if not found then raise exception 'This parcel is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  return s;
end $function$;

CREATE OR REPLACE FUNCTION private.open_invite()
 RETURNS private.staff_invites
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i from auth.users u join private.staff_invites i on i.email = lower(u.email)
  where u.id = auth.uid() and u.email_confirmed_at is not null and u.deleted_at is null and not private.is_blocked(u.id)
    and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
    and private.staff_may(i.invited_by, 'staff.manage')   -- the invitations of a removed owner are void
$function$;

CREATE OR REPLACE FUNCTION private.open_receivables()
 RETURNS TABLE(id uuid, kind text, amount numeric, since timestamp with time zone, courier text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 500
 SET search_path TO ''
AS $function$
  select o.id,
    case o.payment_state when 'cod_pending' then 'cod' when 'awaiting_verification' then 'verify' else 'awaited' end,
    (select coalesce(sum(p.amount) filter (where private.is_open_payment(p.state)), 0) from public.payments p where p.order_id = o.id),
    case when o.payment_state = 'cod_pending' then coalesce((select max(case when o.status = 'delivered' then s.delivered_at else s.shipped_at end)
      from public.shipments s where s.order_id = o.id and not s.undelivered), o.created_at) else o.created_at end,
    coalesce(btrim(o.courier), '')
  from public.orders o where private.is_to_collect(o.status, o.payment_state)
$function$;

CREATE OR REPLACE FUNCTION private.opening_items()
 RETURNS TABLE(place integer, key text, state text, needed text, facts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 11
 SET search_path TO ''
AS $function$
begin
  return query select row_number() over ()::integer, i.key, i.state, i.needed, i.facts
  from public.settings s, private.mail_setup m,
    lateral (select array_remove(array[case when s.address = '' then 'address' end, case when s.city = '' then 'city' end,
        case when s.pincode = '' then 'pincode' end, case when s.email = '' then 'email' end, case when s.phone = '' then 'phone' end], null) as company,
      array_remove(array[case when s.cod_enabled then 'cod' end, case when s.upi_vpa is not null then 'upi' end,
        case when s.razorpay_enabled then 'razorpay' end], null) as methods,
      (select count(*) from (select from public.products p where p.status = 'active' limit 1000) c) as goods,
      (select count(*) from public.user_roles r where not private.is_api_key(r.user_id)) + (select count(*) from private.staff_invites v
        where v.accepted_at is null and v.withdrawn_at is null and v.expires_at > now()) as people,
      (s.free_delivery_from, s.delivery_charge, s.dispatch_days) is distinct from (1500, 100, 1) as delivery_set,
      (select count(*) from public.page_texts) as own_pages,
      m.host is not null or m.environment = 'smtp' as mails_go_out,
      exists (select from public.orders) as ordered) f,
    lateral (values
      ('company', case when f.company = '{}' then 'done' else 'missing' end, 'open', jsonb_build_object('missing', to_jsonb(f.company))),
      ('gstin', case when s.gstin is null then 'check' else 'done' end, null, jsonb_build_object('gstin', s.gstin)),
      ('logo', case when s.logo is null then 'check' else 'done' end, null, '{}'),
      ('products', case when f.goods = 0 then 'missing' else 'done' end, 'open', jsonb_build_object('count', f.goods)),
      ('delivery', case when f.delivery_set then 'done' else 'check' end, null,
        jsonb_build_object('charge', s.delivery_charge, 'free_from', s.free_delivery_from)),
      ('payment', case when f.methods = '{}' then 'missing' else 'done' end, 'open', jsonb_build_object('methods', to_jsonb(f.methods))),
      ('mail', case when f.mails_go_out then 'done' else 'missing' end, null, '{}'),
      ('officer', case when s.grievance_name = '' or (s.grievance_email = '' and s.grievance_phone = '') then 'missing' else 'done' end, 'law', '{}'),
      ('pages', case when f.own_pages = 0 then 'check' else 'done' end, null, jsonb_build_object('count', f.own_pages)),
      ('staff', case when f.people > 1 then 'done' else 'check' end, null, jsonb_build_object('count', f.people)),
      ('order', case when f.ordered then 'done' else 'missing' end, null, '{}')) i (key, state, needed, facts);
end $function$;

CREATE OR REPLACE FUNCTION private.order_conditions(p_filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  conditions text[] := '{}';
  categories uuid[];
  guest text;
begin
  if p_filters ? 'status' then conditions := conditions || private.one_of('o.status', p_filters -> 'status'); end if;
  if p_filters ? 'payment' and not p_filters -> 'payment' ? 'refund_due' then
    conditions := conditions || private.one_of('o.payment_state', p_filters -> 'payment');
  elsif p_filters ? 'payment' then   -- also an order that is paid and owes a part of it back
    conditions := conditions || format('o.id in (select r.order_id from public.refunds r where r.state in (''due'', ''asked'', ''failed'') union all select x.id from public.orders x where %s)',
      private.one_of('x.payment_state', p_filters -> 'payment'));
  end if;
  if p_filters ? 'method' then conditions := conditions || private.one_of('o.payment_method', p_filters -> 'method'); end if;
  if p_filters ? 'state' then conditions := conditions || private.one_of('o.state', p_filters -> 'state'); end if;
  if p_filters ? 'ids' then conditions := conditions || private.one_of('o.id', p_filters -> 'ids'); end if;
  if p_filters ? 'from' then
    conditions := conditions || format('o.created_at >= %L', (p_filters ->> 'from')::date::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'to' then
    conditions := conditions || format('o.created_at < %L', ((p_filters ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'customer' then
    select f.guest_key into guest from public.customer_figures f where f.id = (p_filters ->> 'customer')::uuid;
    conditions := conditions || case when guest is null then format('o.user_id = %L', (p_filters ->> 'customer')::uuid)
      else format('o.user_id is null and private.guest_key(o.phone, o.email) = %L', guest) end;
  end if;
  if p_filters ? 'product' then
    conditions := conditions || format('o.id in (select i.order_id from public.order_items i where i.product_id = %L)', (p_filters ->> 'product')::uuid);
  end if;
  if p_filters ? 'category' then
    with recursive below as (
      select (p_filters ->> 'category')::uuid as id
      union select c.id from public.categories c join below b on c.parent_id = b.id)
    select array_agg(b.id) into categories from below b;
    conditions := conditions || format('exists (select from public.order_items i join public.products g on g.id = i.product_id where i.order_id = o.id and g.category_id = any (%L))', categories);
  end if;
  if (p_filters ->> 'waiting')::boolean then   -- pieces of it wait until they are packed
    conditions := conditions || 'o.status = ''processing'' and exists (select from public.shipments h where h.order_id = o.id and h.state in (''shipped'', ''delivered''))'::text;
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
end $function$;

CREATE OR REPLACE FUNCTION private.order_number_at(p_position bigint, p_secret bytea)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  heads bigint := 900;   -- how many beginnings the numbers of this length have, without a leading zero
  rest bigint := p_position;
  head bigint;
  tail bigint;
begin
  while rest >= heads * 1000 loop
    rest := rest - heads * 1000;
    heads := heads * 10;
  end loop;
  head := rest / 1000;
  tail := rest % 1000;
  for round in 1..2 loop
    head := (head + ('x' || encode(substr(sha256(p_secret || int8send(heads) || int8send(2 * round) || int8send(tail)), 1, 6), 'hex'))::bit(48)::bigint) % heads;
    tail := (tail + ('x' || encode(substr(sha256(p_secret || int8send(heads) || int8send(2 * round + 1) || int8send(head)), 1, 6), 'hex'))::bit(48)::bigint) % 1000;
  end loop;
  return (heads / 9 + head) * 1000 + tail;
end $function$;

CREATE OR REPLACE FUNCTION private.order_number_in(p_text text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when t.digits ~ '^[1-9][0-9]{5,8}$' then t.digits::integer end
  from (select regexp_replace(btrim(regexp_replace(lower(p_text), '\s+', ' ', 'g')), '^(order)? ?(number|no)?[.:]? ?#? ?([0-9]+)[- ]?([0-9]{3})$', '\3\4') as digits) t
$function$;

CREATE OR REPLACE FUNCTION private.order_number_text(p_number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (("left"((p_number)::text, '-3'::integer) || '-'::text) || "right"((p_number)::text, 3));

CREATE OR REPLACE FUNCTION private.order_of_document_file(p_file uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  sold uuid := (select d.order_id from public.documents d where d.file_id = p_file limit 1);
begin
  if sold is null then
    raise exception 'No document was issued in file %', p_file using errcode = '23514';
  end if;
  return sold;
end $function$;

CREATE OR REPLACE FUNCTION private.order_queue(p_where text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queue jsonb;
begin
  execute format('select jsonb_build_object(
      ''count'', (select count(*) from (select from public.orders o where %1$s limit 100001) c),
      ''oldest'', (select o.created_at from public.orders o where %1$s order by o.created_at limit 1),
      ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', coalesce(nullif(r.company_name, ''''), r.full_name),
          ''total_amount'', r.total_amount, ''created_at'', r.created_at) order by r.created_at, r.id)
        from (select o.id, o.company_name, o.full_name, o.total_amount, o.created_at from public.orders o where %1$s order by o.created_at limit 3) r), ''[]''))',
    p_where) into queue;
  return queue;
end $function$;

CREATE OR REPLACE FUNCTION private.order_search(p_query text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query text := btrim(left(p_query, 120));
  bare text := replace(lower(regexp_replace(query, '^#', '')), '-', '');
  digits text := regexp_replace(query, '\D', '', 'g');
  number integer := private.order_number_in(query);
  year text := private.financial_year(private.clock_now());
  year_before text := private.financial_year(private.clock_now() - interval '1 year');
  serials text[] := array[upper(query)];
  -- %, _ and \ are letters here
  pattern text := '%' || regexp_replace(lower(query), '([\\%_])', '\\\1', 'g') || '%';
  hits integer;
  parts text[] := '{}';
begin
  if number is not null then parts := parts || format('select x.id from public.orders x where x.order_number = %s', number); end if;
  if bare ~ '^[0-9a-f]{4,32}$' then   -- the beginning of an id is a range of the key
    parts := parts || format('select x.id from public.orders x where x.id between %L and %L', rpad(bare, 32, '0')::uuid, rpad(bare, 32, 'f')::uuid);
  end if;
  if query ~ '^[0-9]{1,8}$' then
    serials := serials || coalesce((select array_agg(format('%s/%s/%s', c.series, c.financial_year, lpad(query, n, '0')))
      from private.serial_counters c, generate_series(greatest(4, length(query)), 8) n where c.financial_year in (year, year_before)), '{}');
  end if;
  parts := parts || format('select d.order_id from public.documents d where d.serial = any (%L)', serials)
    || format('select p.order_id from public.payments p where p.provider_reference in (%L, %L)', query, upper(query));
  if length(query) >= 3 then
    execute format('select count(*) from (select from private.order_words w where w.words like %L limit 2000) c', pattern) into hits;
    parts := parts || format(case when hits < 2000 then 'select w.order_id from private.order_words w where w.words like %L'
      -- o is the list's own row: no join, a look into one row
      else 'select o.id where exists (select from private.order_words w where w.order_id = o.id and w.words like %L)' end, pattern);
  end if;
  if length(digits) >= 5 and query ~ '^[-+() 0-9]+$' and right(digits, 10) <> query then
    -- a telephone as people write it: the country's code may be missing on either side
    parts := parts || format('select w.order_id from private.order_words w where w.words like %L', '%' || right(digits, 10) || '%');
  end if;
  return array_to_string(parts, ' union all ');
end $function$;

CREATE OR REPLACE FUNCTION private.orders_of_customer(p_customer uuid, p_limit integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f public.customer_figures;
begin
  select x.* into f from public.customer_figures x where x.id = p_customer;
  if f.user_id is not null then
    return array(select o.id from public.orders o where o.user_id = f.user_id order by o.created_at desc, o.id limit p_limit);
  end if;
  return array(select o.id from public.orders o where o.user_id is null and private.guest_key(o.phone, o.email) = f.guest_key
    order by o.created_at desc, o.id limit p_limit);
end $function$;

CREATE OR REPLACE FUNCTION private.owe_refund(p_order uuid, p_amount numeric, p_source text, p_reason text, p_as_credit boolean DEFAULT false, p_file uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open numeric := p_amount;
  part numeric;
  paid record;
  made uuid;
  first_made uuid;
begin
  if p_amount is null or p_amount <= 0 or p_amount <> round(p_amount, 2) or p_amount > 9999999999.99 then
    raise exception 'A refund is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  perform from public.orders o where o.id = p_order for no key update;
  for paid in
    select p.id, private.refundable_of(p.id) as rest from public.payments p where p.order_id = p_order
    order by (p.method = 'credit') <> p_as_credit, private.refundable_of(p.id) >= p_amount desc, p.created_at desc, p.id
  loop
    part := least(open, paid.rest);
    continue when part <= 0;
    insert into public.refunds (order_id, payment_id, amount, source, reason, created_by, created_at, credit_file, state, method, paid_at)
      values (p_order, paid.id, part, p_source, nullif(btrim(p_reason), ''), auth.uid(), private.clock_now(), p_file, case when p_as_credit then 'paid' else 'due' end,
        case when p_as_credit then 'credit' end, case when p_as_credit then private.clock_now() end) returning id into made;
    first_made := coalesce(first_made, made);
    open := open - part;
  end loop;
  if open > 0 then
    raise exception 'Only % of order % can be refunded', p_amount - open, p_order
      using errcode = 'PT409', detail = jsonb_build_object('code', 'REFUND_TOO_LARGE', 'refundable', p_amount - open)::text;
  end if;
  return first_made;
end $function$;

CREATE OR REPLACE FUNCTION private.owe_surplus(p_payment public.payments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.refunds (order_id, payment_id, amount, source, reason, created_by, created_at)
    select p_payment.order_id, p_payment.id, p_payment.surplus, 'surplus',
      case when o.status = 'cancelled' then 'It came when the order was cancelled' else 'You paid more than the order costs' end, auth.uid(), private.clock_now()
    from public.orders o where o.id = p_payment.order_id;
end $function$;

CREATE OR REPLACE FUNCTION private.owed_of(p_order uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.kept_of(p_order) + coalesce((select sum(p.amount) from public.payments p where p.order_id = p_order and private.is_open_payment(p.state)), 0)
$function$;
grant execute on function private.owed_of(uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.own_session()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id from auth.sessions s
  where s.id = ((select auth.jwt()) ->> 'session_id')::uuid and s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
$function$;

CREATE OR REPLACE FUNCTION private.owner_emails()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email from public.user_roles r join auth.users u on u.id = r.user_id where r.role = 'owner' and u.email is not null and not private.is_blocked(r.user_id)
$function$;

CREATE OR REPLACE FUNCTION private.pad_product(p public.products)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name, 'brand', p.brand, 'image_url', p.image_url, 'image_thumbhash', p.image_thumbhash,
    'price', p.price, 'retail_price', p.retail_price, 'mrp', p.mrp, 'gst_percent', p.gst_percent, 'hsn', p.hsn, 'unit', p.unit, 'stock', p.stock,
    'min_order_quantity', p.min_order_quantity, 'pricing_tiers', p.pricing_tiers, 'tier_group', p.tier_group, 'status', p.status)
$function$;

CREATE OR REPLACE FUNCTION private.paid_otherwise(p_order uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(0, private.kept_of(p_order) - coalesce((select sum(l.booked) from public.remittance_lines l where l.order_id = p_order), 0))
$function$;
grant execute on function private.paid_otherwise(uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.parcel_amount(p_shipment uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select (d.content #>> '{order,total_amount}')::numeric from public.documents d join public.shipments x on x.invoice_file = d.file_id
      where x.id = p_shipment limit 1),
    (sum(floor(i.total * 100 * l.with_it / i.quantity) - floor(i.total * 100 * l.before / i.quantity))
      + case when s.number = 1 then o.total_amount * 100 - sum(i.total * 100) else 0 end) / 100)
  from public.shipments s
  join public.orders o on o.id = s.order_id
  join public.order_items i on i.order_id = s.order_id
  cross join lateral (
    select coalesce(sum(x.quantity) filter (where t.number < s.number), 0) as before, coalesce(sum(x.quantity) filter (where t.number <= s.number), 0) as with_it
    from public.shipments t join public.shipment_lines x on x.shipment_id = t.id
    where t.order_id = s.order_id and x.order_item_id = i.id and (t.id = s.id or not t.undelivered)) l
  where s.id = p_shipment group by s.number, o.total_amount
$function$;

CREATE OR REPLACE FUNCTION private.parcel_facts(p_shipment public.shipments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts jsonb := private.checked_facts(p_shipment.order_id);
  charges jsonb := case when p_shipment.number = 1 then private.charges_of(facts) else '[]' end;
  items jsonb;
begin
  select jsonb_agg(r.item || a.amounts || jsonb_build_object('quantity', l.quantity, 'total',
      (a.amounts ->> 'taxable')::numeric + (a.amounts ->> 'cgst')::numeric + (a.amounts ->> 'sgst')::numeric + (a.amounts ->> 'igst')::numeric) order by r.place)
    into strict items
    from jsonb_array_elements(facts -> 'items') with ordinality r (item, place)
    join public.shipment_lines l on l.shipment_id = p_shipment.id and l.order_item_id = (r.item ->> 'line')::uuid
    join private.piece_units u on u.shipment_id = l.shipment_id and u.order_item_id = l.order_item_id
    cross join lateral (select jsonb_object_agg(k, private.amount_of_units((r.item ->> k)::numeric, u.units, (r.item ->> 'quantity')::integer)) as amounts
      from unnest(array['discount', 'taxable', 'cgst', 'sgst', 'igst']) k) a;
  return facts || jsonb_build_object('parcel', p_shipment.number, 'items', items, 'order', (facts -> 'order') || private.sums_of_part(items, charges))
    || case when private.charge_sum(charges, 'amount') > 0 then jsonb_build_object('ordered', private.goods_of(facts -> 'items')) else '{}' end;
end $function$;

CREATE OR REPLACE FUNCTION private.parcel_to_collect(p_shipment uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when s.undelivered then 0 else greatest(0, w.with_it - k.otherwise) - greatest(0, w.before - k.otherwise) end
  from public.shipments s
  cross join private.owed_of(s.order_id) d (owed)
  cross join lateral (
    select least(d.owed, coalesce(sum(private.parcel_amount(x.id)) filter (where x.number < s.number), 0)) as before,
      case when max(x.number) = s.number and not exists (select from private.pieces_of(s.order_id) p where p.quantity > p.in_parcels) then d.owed
        else least(d.owed, sum(private.parcel_amount(x.id)) filter (where x.number <= s.number)) end as with_it
    from public.shipments x where x.order_id = s.order_id and not x.undelivered) w
  cross join private.paid_otherwise(s.order_id) k (otherwise)
  where s.id = p_shipment
$function$;

CREATE OR REPLACE FUNCTION private.parts_at_once(p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (64 - (63 * ((COALESCE(sum(s.orders), (0)::numeric) > (50000)::numeric))::integer))
    FROM private.sales_days s
   WHERE ((s.day >= ((parts_at_once.p_since AT TIME ZONE '05:30:00'::interval))::date) AND (s.day <= ((parts_at_once.p_until AT TIME ZONE '05:30:00'::interval))::date));
END;

CREATE OR REPLACE FUNCTION private.payment_state_of(p_order uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when not cancelled then coalesce(open, case when kept then 'paid' when due then 'refund_due' when back then 'refunded' else 'paid' end)
    when open = 'awaiting_verification' then open
    when due or paid then 'refund_due'
    when money_back or back and open is distinct from 'awaiting_payment' then 'refunded'
    else open end
  from (
    select o.status = 'cancelled' as cancelled, max(p.state) filter (where private.is_open_payment(p.state)) as open, bool_or(p.state = 'refund_due') as due,
      bool_or(p.state = 'paid') as paid, bool_or(p.state = 'paid' and p.amount > 0) as kept, bool_or(p.state = 'refunded') as back,
      bool_or(p.state = 'refunded' and p.method <> 'credit') as money_back
    from public.orders o join public.payments p on p.order_id = o.id where o.id = p_order group by o.status) s
$function$;

CREATE OR REPLACE FUNCTION private.pays_in_credit(p_payment uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.payments p join public.orders o on o.id = p.order_id where p.id = p_payment and p.method = 'credit' and o.user_id is not null)
$function$;

CREATE OR REPLACE FUNCTION private.person_name(p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(k.name || ' (API key)', nullif(btrim(regexp_replace(p.full_name, '\(api key\)', '', 'gi')), ''), u.email::text)
  from auth.users u left join public.profiles p on p.id = u.id left join private.api_keys k on k.user_id = u.id where u.id = p_user
$function$;

CREATE OR REPLACE FUNCTION private.phone_code_hash(p_about text, p_code text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sha256(s.secret || convert_to(p_about || ' ' || p_code, 'utf8')) from private.phone_code_secret s
$function$;

CREATE OR REPLACE FUNCTION private.pieces_of(p_order uuid)
 RETURNS TABLE(item uuid, product uuid, quantity integer, in_parcels integer, gone integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id, i.product_id, i.quantity - i.cancelled_quantity, coalesce(sum(l.quantity), 0)::integer, coalesce(sum(l.quantity) filter (where s.state <> 'packed'), 0)::integer
  from public.order_items i
  left join (public.shipment_lines l join public.shipments s on s.id = l.shipment_id and not s.undelivered) on l.order_item_id = i.id
  where i.order_id = p_order group by i.id
$function$;

CREATE OR REPLACE FUNCTION private.price_tiers(tiers jsonb)
 RETURNS TABLE(min_quantity numeric, discount_percent numeric)
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(tiers) = 'string' then
    begin
      tiers := (tiers #>> '{}')::jsonb;
    exception when invalid_text_representation then
      return;
    end;
  end if;
  return query
    select (t.entry ->> 'min_quantity')::numeric, (t.entry ->> 'discount_percent')::numeric
    from (
      select value as entry from jsonb_array_elements(case when jsonb_typeof(tiers) = 'array' then tiers else '[]' end)
      union all
      select value from jsonb_each(case when jsonb_typeof(tiers) = 'object' then tiers else '{}' end)
    ) t
    where jsonb_typeof(t.entry -> 'min_quantity') = 'number' and jsonb_typeof(t.entry -> 'discount_percent') = 'number'
      and (t.entry ->> 'min_quantity')::numeric >= 1
      and (t.entry ->> 'discount_percent')::numeric >= 0 and (t.entry ->> 'discount_percent')::numeric < 100
    order by 1;
end $function$;

CREATE OR REPLACE FUNCTION private.problems()
 RETURNS TABLE(code text, server text, urgent boolean, facts jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  with moment as materialized (select clock_timestamp() as at),
  waiting as materialized (select b.* from private.backlog() b),
  backup as materialized (select b.* from private.backup_state() b),
  hook as materialized (select e.* from private.webhook_endpoints e limit 1)
  select case when d.free_bytes < least(536870912, d.total_bytes / 20) then 'disk_full' else 'disk_low' end, d.server, true,
      jsonb_build_object('server', d.server, 'free_bytes', d.free_bytes, 'total_bytes', d.total_bytes)
    from private.disks d, moment m
    where d.measured_at > m.at - interval '1 hour' and d.free_bytes < least(d.total_bytes / 10, 10737418240)
  union all select 'mails_late', '', true, jsonb_build_object('count', w.mails_queued, 'minutes', w.mails_late_seconds / 60)
    from waiting w where w.mails_late_seconds > 900
  union all select 'mails_failed', '', w.mails_failed >= 10, jsonb_build_object('count', w.mails_failed) from waiting w where w.mails_failed > 0
  union all select 'jobs_failing', '', true, jsonb_build_object('jobs', jsonb_agg(j.name order by j.name)) from private.jobs j, moment m
    where j.failed_at >= j.finished_at and j.started_at > m.at - interval '2 days' and j.name <> 'back_up' having count(*) > 0
  union all select 'jobs_stuck', '', true, jsonb_build_object('jobs', jsonb_agg(j.name order by j.name)) from private.jobs j, moment m
    where j.runner is not null and j.held_until < m.at - interval '1 minute' and j.started_at > m.at - interval '2 days' and j.name <> 'back_up' having count(*) > 0
  union all select 'backups_off', '', false, '{}' from backup b where not b.scheduled
  union all select 'backup_failing', '', (select count(*) > 1 from private.backups f where f.failure is not null and f.started_at > coalesce(b.last_good_at, '-infinity')),
      jsonb_build_object('at', b.last_failed_at, 'good_at', b.last_good_at) from backup b where b.scheduled and b.failing   -- the second try is urgent
  union all select 'backup_overdue', '', true, jsonb_build_object('good_at', b.last_good_at) from backup b where b.overdue and not b.failing
  union all select 'backup_incomplete', '', false, jsonb_build_object('count', b.last_good_missing) from backup b where b.last_good_missing > 0
  union all select 'documents_damaged', '', true, jsonb_build_object('count', d.count)
    from (select count(*) from (select from private.damaged_document_files limit 1000) d) d where d.count > 0
  union all select 'webhook_off', '', true, jsonb_build_object('at', h.switched_off_at) from hook h where not h.active and h.switched_off_at is not null
  union all select 'webhook_failing', '', false, jsonb_build_object('at', h.failing_since) from hook h, moment m
    where h.active and h.failing_since < m.at - interval '15 minutes'
  union all select 'webhooks_parked', '', false, jsonb_build_object('count', w.webhooks_parked) from waiting w where w.webhooks_parked > 0
  union all select 'refunds_late', '', false, jsonb_build_object('count', p.count)
    from (select count(*) from (select from private.razorpay_refunds q join public.refunds r on r.id = q.refund_id, moment m
      where q.next_at is not null and r.created_at < m.at - interval '1 hour' limit 1000) q) p
    where p.count > 0
  -- of keys that are in use; who reads the mail creates another in time
  union all select 'api_keys_expire', '', k.first < m.at + interval '3 days', jsonb_build_object('count', k.count, 'at', k.first)
    from moment m, lateral (select count(*), min(a.expires_at) as first from private.api_keys a
      where a.revoked_at is null and a.expires_at between m.at and m.at + interval '14 days' and a.last_used_at > m.at - interval '30 days') k
    where k.count > 0
$function$;

CREATE OR REPLACE FUNCTION private.product_conditions(p_search text, p_filters jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  pattern text := '%' || regexp_replace(lower(left(p_search, 200)), '([\\%_])', '\\\1', 'g') || '%';   -- %, _ and \ are letters here
  conditions text[] := '{}';
  hits integer;
  one text;
begin
  if p_search <> '' then
    execute format('select count(*) from (select from private.product_words w where w.words like %L limit 2000) c', pattern) into hits;
    -- a rare text is taken from the index; a common one is asked of each product as the list walks past it
    conditions := conditions || format(case when hits < 2000 then 'p.id in (select w.product_id from private.product_words w where w.words like %L)'
      else 'exists (select from private.product_words w where w.product_id = p.id and w.words like %L)' end, pattern);
  end if;
  if p_filters ? 'status' then conditions := conditions || private.one_of('p.status', p_filters -> 'status'); end if;
  if p_filters ? 'category' then conditions := conditions || private.one_of('p.category_id', p_filters -> 'category'); end if;
  if p_filters ? 'brand' then conditions := conditions || private.one_of('p.brand', p_filters -> 'brand'); end if;
  if p_filters ? 'gst' then conditions := conditions || private.one_of('p.gst_percent', p_filters -> 'gst'); end if;
  if p_filters ? 'family' then conditions := conditions || private.one_of('p.family_id', p_filters -> 'family'); end if;
  if p_filters ? 'featured' then conditions := conditions || format('p.is_featured = %L', (p_filters ->> 'featured')::boolean); end if;
  if p_filters ? 'missing' then
    select '(' || string_agg(format('p.%I is null', m.name), ' or ') || ')' into one
    from jsonb_array_elements_text(p_filters -> 'missing') m (name) where m.name in ('hsn', 'image_url', 'category_id', 'mrp', 'brand');
    conditions := conditions || coalesce(one, 'true');
  end if;
  if p_filters ?| '{stock,running}' then
    select '(' || string_agg(c.condition, ' or ') || ')' into one from (
      select format('p.stock between %L and %L', (b.value ->> 0)::integer, coalesce((b.value ->> 1)::integer, 2147483647)) as condition
      from jsonb_array_elements(p_filters -> 'stock') b
      union all
      select case r.value when 'short' then 'p.running_out' when 'reorder' then 'p.running_out and p.reorder_level is not null' end
      from jsonb_array_elements_text(p_filters -> 'running') r (value)) c;
    conditions := conditions || coalesce(one, 'true');
  end if;
  return conditions || 'true'::text;
end $function$;

CREATE OR REPLACE FUNCTION private.product_cursor(p_row text, p_sort text, p_cursor jsonb, p_upwards boolean, p_backwards boolean)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_cursor is null then 'true' else format(
    '(%7$s.%1$I %4$s %2$L::%5$s or (%7$s.%1$I = %2$L::%5$s and %7$s.id %6$s %3$L)) and %7$s.%1$I %4$s= %2$L::%5$s',
    p_sort, p_cursor ->> 0, (p_cursor ->> 1)::uuid, case when p_upwards then '>' else '<' end, private.product_sort_type(p_sort),
    case when p_backwards then '<' else '>' end, p_row) end
$function$;

CREATE OR REPLACE FUNCTION private.product_notice(product uuid, family uuid, columns text[])
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN concat_ws(' '::text, product, family, (':'::text || NULLIF(array_to_string(columns, ','::text), ''::text)));

CREATE OR REPLACE FUNCTION private.product_part(product_id uuid)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((get_byte(uuid_send(product_id), 15) & 63), 0);

CREATE OR REPLACE FUNCTION private.product_sort_type(p_sort text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  sort_type text := case p_sort when 'name' then 'text' when 'base_price' then 'numeric' when 'stock' then 'bigint'
    when 'units_sold' then 'bigint' when 'created_at' then 'timestamptz' end;
begin
  if sort_type is null then raise exception 'Products are not sorted by %', p_sort using errcode = '22023'; end if;
  return sort_type;
end $function$;

CREATE OR REPLACE FUNCTION private.product_source(p_filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_filters ?| '{stock,running}'
    and not exists (select from jsonb_array_elements(p_filters -> 'stock') b where coalesce((b.value ->> 1)::integer, 10) > 9)
    and (select count(*) from (select from private.low_stock limit 50001) c) <= 50000 then
    return '(select q.* from (select l.product_id from private.low_stock l union select r.id from public.products r where r.reorder_level < 9) l
      cross join lateral (select * from public.products a where a.id = l.product_id offset 0) q)';
  end if;
  return 'public.products';
end $function$;

CREATE OR REPLACE FUNCTION private.product_words_of(name text, sku text, brand text, hsn text, barcode text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN lower(((((((((name || '
'::text) || COALESCE(sku, ''::text)) || '
'::text) || COALESCE(brand, ''::text)) || '
'::text) || COALESCE(hsn, ''::text)) || '
'::text) || COALESCE(barcode, ''::text)));

CREATE OR REPLACE FUNCTION private.products_sold(p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(day date, product_id uuid, units bigint, paise bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH days AS MATERIALIZED (
          SELECT d.day,
             d.since,
             d.until,
             d.summed
            FROM private.days_of_sales(products_sold.p_since, products_sold.p_until) d(day, since, until, summed)
         )
  SELECT s.day,
     s.product_id,
     s.units,
     s.paise
    FROM (days d
      JOIN private.sales_products s ON ((s.day = d.day)))
   WHERE d.summed
 UNION ALL
  SELECT s.day,
     s.product_id,
     s.units,
     s.paise
    FROM (days d
      CROSS JOIN LATERAL private.add_up_products(d.since, d.until) s(day, product_id, units, paise))
   WHERE (NOT d.summed);
END;

CREATE OR REPLACE FUNCTION private.put_picture(p_product uuid, p_import uuid, p_source text, p_place integer, p_path text, p_thumbhash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image uuid;
begin
  -- the form of the product locks it as well: neither may pass the limit beside the other
  perform from public.products p where p.id = p_product for no key update;
  if (select count(*) from public.product_images i where i.product_id = p_product) >= 12 then
    return false;
  end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  insert into public.product_images (product_id, image_url, display_order, thumbhash)
    select p_product, p_path, p_place + coalesce(max(i.display_order), 0), p_thumbhash
    from public.product_images i
    where i.product_id = p_product and not exists (select from private.picture_sources s where s.image_id = i.id and s.import_id = p_import)
    returning id into image;
  insert into private.picture_sources (image_id, address, import_id) values (image, p_source, p_import);
  perform set_config('shop.import', '', true);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_auth_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_kind not in ('signup', 'recovery', 'email_change', 'email_change_current', 'magiclink', 'invite', 'reauthentication',
                    'mfa_factor_enrolled', 'mfa_factor_unenrolled', 'mfa_recovery_code_used', 'mfa_wrong_codes',
                    'password_changed', 'email_changed', 'phone_changed', 'identity_linked', 'identity_unlinked') then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  -- someone is waiting for it: it goes before everything else that is due
  insert into private.mails (kind, recipient, data, next_attempt_at)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at), now() - interval '1 day');
end $function$;
grant execute on function private.queue_auth_mail(text,text,text,timestamp with time zone) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION private.queue_hook_mails(p_call text, p_mails jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.hook_calls c where c.received_at < now() - interval '1 day';
  insert into private.hook_calls (digest) values (p_call) on conflict do nothing;
  if found then
    perform private.queue_auth_mail(m.kind, m.recipient, m.sealed, m.expires_at)
      from jsonb_to_recordset(p_mails) m (kind text, recipient text, sealed text, expires_at timestamptz);
  end if;
end $function$;
grant execute on function private.queue_hook_mails(text,jsonb) to shop_mail;

CREATE OR REPLACE FUNCTION private.queue_notice_mail(p_kind text, p_recipient text, p_sealed text, p_expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_kind <> 'account_exists' then
    raise exception 'There is no such mail: %', p_kind using errcode = '23514';
  end if;
  insert into private.mails (kind, recipient, data)
    values (p_kind, p_recipient, jsonb_build_object('sealed', p_sealed, 'expires_at', p_expires_at));
end $function$;
grant execute on function private.queue_notice_mail(text,text,text,timestamp with time zone) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION private.queue_order_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_webhook(
    case when tg_op = 'INSERT' then 'order.placed' when new.status <> old.status then 'order.status_changed' else 'order.total_changed' end,
    new.id, jsonb_build_object('order_id', new.id, 'number', new.order_number, 'status', new.status, 'payment_state', new.payment_state,
      'total_paise', (new.total_amount * 100)::bigint, 'version', new.version));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_payment_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_webhook('payment.changed', new.order_id, jsonb_build_object('payment_id', new.id, 'order_id', new.order_id,
    'method', new.method, 'state', new.state, 'amount_paise', (new.amount * 100)::bigint));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_product_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  skipped constant text[] := '{stock,running_out,units_sold,popularity,updated_at,version,image_thumbhash}';
begin
  if not exists (select from private.webhook_endpoints e where e.active) then return null; end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - skipped = to_jsonb(old) - skipped then return null; end if;
  if tg_op = 'DELETE' then
    perform private.write_webhook('product.deleted', old.id, jsonb_build_object('product_id', old.id, 'sku', old.sku));
  else
    perform private.write_webhook(case tg_op when 'INSERT' then 'product.created' else 'product.changed' end, new.id,
      jsonb_build_object('product_id', new.id, 'sku', new.sku, 'status', new.status, 'price_paise', (new.price * 100)::bigint));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_stock_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.webhook_endpoints e where e.active) then
    insert into private.webhook_deliveries (endpoint_id, kind, object_id, data)
      select e.id, 'stock.changed', p.id, jsonb_build_object('product_id', p.id, 'sku', p.sku, 'stock', p.stock)
      from (select distinct c.product_id from changed c) m join public.products p on p.id = m.product_id, private.webhook_endpoints e
      where e.active order by p.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.quote_lexeme(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''''
$function$;

CREATE OR REPLACE FUNCTION private.raise_alerts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  lasting constant timestamptz := moment - interval '20 minutes';
begin
  -- one at a time
  lock table private.alerts in share row exclusive mode;
  insert into private.alerts as a (code, server, urgent, began_at, seen_at)
    select p.code, p.server, p.urgent, moment, moment from private.problems() p
    on conflict (code, server) do update set urgent = excluded.urgent, seen_at = moment, ended_at = null,
      began_at = case when a.ended_at is null then a.began_at else moment end;
  update private.alerts a set ended_at = moment where a.ended_at is null and a.seen_at < moment;
  delete from private.alerts a where a.ended_at < moment - interval '30 days';
  if not exists (select from private.alerts a where a.ended_at is null and a.urgent and a.began_at <= lasting
    -- a server with a new name is no new problem
    and coalesce((select max(m.mailed_at) <= moment - case when max(m.mailed_at) < a.began_at then interval '1 hour' else interval '1 day' end
      from private.alerts m where m.code = a.code), true)) then return; end if;
  update private.alerts a set mailed_at = moment where a.ended_at is null and a.urgent and a.began_at <= lasting;
  insert into private.mails (kind, recipient, data)
    select 'shop_alert', e.email, jsonb_build_object('problems', (
      select coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'facts', p.facts) order by a.began_at, p.code, p.server), '[]')
      from private.problems() p join private.alerts a on a.code = p.code and a.server = p.server where a.mailed_at = moment))
    from private.owner_emails() e (email);
end $function$;
grant execute on function private.raise_alerts() to shop_mail;

CREATE OR REPLACE FUNCTION private.rank_products()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  state private.ranking;
  newest bigint := coalesce((select max(m.id) from public.stock_movements m), 0);
  sold uuid[];
  ranked integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.rank_products')) then
    return 0;   -- another process is at it
  end if;
  select * into state from private.ranking;
  -- a cancelled piece that is still on its way back, for example, was sold once less and moves no stock: every ten minutes all products are read
  if state.all_read_at > clock_timestamp() - interval '10 minutes' then
    sold := array(select distinct m.product_id from public.stock_movements m where m.id > state.read_from);
  end if;
  update public.products p set popularity = p.units_sold
    from (select c.id from public.products c
      where c.popularity <> c.units_sold and (sold is null or c.id = any (sold)) order by c.id for no key update skip locked) changed
    where p.id = changed.id;
  get diagnostics ranked = row_count;
  if sold is null then
    insert into private.ranking (read_from, read_to) values (newest, newest)
      on conflict (one) do update set read_from = newest, read_to = newest, all_read_at = clock_timestamp();
  elsif not exists (select from public.products c where c.id = any (sold) and c.popularity <> c.units_sold) then
    -- numbers of movements are not in the order of their commits: the next run begins where this one began to read what is new
    update private.ranking r set read_from = r.read_to, read_to = newest where (r.read_from, r.read_to) <> (r.read_to, newest);
  end if;
  return ranked;
end $function$;
grant execute on function private.rank_products() to shop_mail;

CREATE OR REPLACE FUNCTION private.razorpay_begin(p_order uuid)
 RETURNS TABLE(provider_order_id text, amount bigint, reference text, state text, awaited boolean, vouched text[], asked_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.id, (p.amount * 100)::bigint, p.reference, o.payment_state, o.status <> 'cancelled' and o.payment_state = 'awaiting_payment',
    array(select c.id from private.razorpay_payments c where c.order_id = o.id and c.vouched and c.status = 'created'), clock_timestamp()
  from public.orders o
    join public.payments p on p.order_id = o.id and p.method = 'razorpay'
    left join private.razorpay_orders r on r.order_id = o.id
  where o.id = p_order
$function$;
grant execute on function private.razorpay_begin(uuid) to shop_payments;

CREATE OR REPLACE FUNCTION private.razorpay_rank(status text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN array_position(ARRAY['created'::text, 'failed'::text, 'authorized'::text, 'captured'::text, 'refunded'::text], status);

CREATE OR REPLACE FUNCTION private.razorpay_refund_due(p_refund uuid, p_round integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (r.amount * 100)::bigint from public.refunds r join private.razorpay_refunds s on s.refund_id = r.id
  where r.id = p_refund and r.state = 'due' and s.provider_id is null and s.round = p_round
$function$;
grant execute on function private.razorpay_refund_due(uuid,integer) to shop_payments;

CREATE OR REPLACE FUNCTION private.razorpay_shop()
 RETURNS TABLE(key_id text, key_secrets text[], webhook_secrets text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select k.key_id,
    array_remove(array[k.key_secret, case when k.previous_until > now() then k.previous_key_secret end], null),
    array_remove(array[k.webhook_secret, case when k.previous_until > now() then k.previous_webhook_secret end], null)
  from private.razorpay_keys k where k.key_id is not null
$function$;
grant execute on function private.razorpay_shop() to shop_payments;

CREATE OR REPLACE FUNCTION private.read_delivery_charge()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.shipping_cost := private.charge_sum(new.charges, 'amount', 'delivery');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.receipt_line(p_line jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(jsonb_build_array(p_line ->> 'day', round((p_line ->> 'amount')::numeric, 2), lower(p_line ->> 'narration'),
    coalesce(p_line -> 'references' ->> 0, ''), (p_line ->> 'nth')::integer)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION private.receivable_ages()
 RETURNS TABLE(from_day integer, to_day integer)
 LANGUAGE sql
 IMMUTABLE ROWS 4
 SET search_path TO ''
AS $function$ values (0, 7), (8, 15), (16, 30), (31, null::integer) $function$;

CREATE OR REPLACE FUNCTION private.receive_money(p_payment uuid, p_amount numeric, p_reference text, p_method text DEFAULT NULL::text)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.payments;
  received public.payments;
begin
  select p.* into before from public.payments p where p.id = p_payment for no key update;
  if p_amount < before.amount then
    if exists (select from public.orders o where o.id = before.order_id and o.status = 'cancelled') then
      raise exception 'This order is cancelled' using errcode = 'PT409', detail = '{"code":"ORDER_CANCELLED"}';
    end if;
    update public.payments p set amount = p.amount - p_amount where p.id = p_payment;
    insert into public.payments (order_id, method, state, amount, provider_reference, created_at)
      values (before.order_id, coalesce(p_method, before.method), 'paid', p_amount, p_reference, private.clock_now()) returning * into received;
    update public.orders x set updated_at = now() where x.id = before.order_id;   -- its guard raises the version
    perform private.log_new_payment(received);
    return received;
  end if;
  -- follow_payment moves the order with it
  update public.payments p set state = 'paid', amount = p_amount, surplus = p_amount - before.amount, method = coalesce(p_method, p.method),
      provider_reference = coalesce(p_reference, p.provider_reference)
    where p.id = p_payment returning p.* into received;
  if received.state = 'paid' and p_amount > before.amount then perform private.owe_surplus(received); end if;
  return received;
end $function$;

CREATE OR REPLACE FUNCTION private.receive_payment(p_order uuid, p_amount numeric DEFAULT NULL::numeric, p_method text DEFAULT NULL::text, p_reference text DEFAULT NULL::text)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  awaited public.payments;
begin
  if not private.is_received_amount(p_amount) then   -- null: all of it
    raise exception 'A payment is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  perform from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  select p.* into awaited from public.payments p where p.order_id = p_order and private.is_open_payment(p.state) order by p.created_at, p.id limit 1 for no key update;
  if not found then
    raise exception 'No payment of this order is awaited' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  if awaited.method = 'razorpay' then
    raise exception 'Razorpay settles this payment' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
  end if;
  if p_amount > awaited.amount then
    raise exception 'Only % is open', awaited.amount using errcode = 'PT409', detail = jsonb_build_object('code', 'MORE_THAN_OPEN', 'open', awaited.amount)::text;
  end if;
  return private.receive_money(awaited.id, coalesce(p_amount, awaited.amount), p_reference, p_method);
exception when unique_violation then
  raise exception 'This reference belongs to another payment' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $function$;

CREATE OR REPLACE FUNCTION private.recheck_prices()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  above record;
begin
  select count(*) as products, min(p.name) as first into above
  from public.products p
  where p.mrp is not null
    and private.unit_paid(p.base_price, case when new.gstin is null then 0 else coalesce(new.forced_gst_percent, p.gst_percent) end,
      new.prices_include_gst or new.gstin is null) > p.mrp;
  if above.products > 0 then
    raise exception '% products would cost more than their MRP, first of all %', above.products, above.first
      using errcode = '23514', detail = jsonb_build_object('code', 'ABOVE_MRP', 'products', above.products)::text;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.record_e_invoice(p_user uuid, p_document uuid, p_irn text, p_ack_no text, p_ack_at timestamp with time zone, p_signed_qr text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  d public.documents;
  old public.e_invoices;
  sold public.orders;
begin
  if not private.staff_may(p_user, 'gst.write') then raise exception 'permission denied for the e-invoices' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated')::text, true);   -- who the audit log names
  select x.* into d from public.documents x where x.id = p_document for key share;
  if not found or not private.needs_irn(d.content) then return 'NOT_DUE'; end if;
  if private.irn_of(d) <> p_irn then return 'WRONG_IRN'; end if;
  -- the portal's clock may be some minutes ahead
  if p_ack_at < d.issued_at - interval '1 day' or p_ack_at > private.clock_now() + interval '1 day' then return 'WRONG_TIME'; end if;
  insert into public.e_invoices (document_id, irn, ack_no, ack_at, signed_qr, created_at, created_by)
    values (d.id, p_irn, p_ack_no, p_ack_at, p_signed_qr, private.clock_now(), p_user) on conflict do nothing;
  if not found then
    select x.* into strict old from public.e_invoices x where x.document_id = d.id;
    return case when old.ack_no = p_ack_no and old.signed_qr = p_signed_qr then 'SAME' else 'OTHER' end;
  end if;
  select o.* into strict sold from public.orders o where o.id = d.order_id;
  if sold.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (sold.user_id, 'E-invoice ready', format('%s of your order #%s (no. %s) is registered with the tax authority. Its e-invoice can be downloaded.', d.serial,
        left(sold.id::text, 8), private.order_number_text(sold.order_number)), 'order_update', sold.id, private.clock_now());
  end if;
  return 'RECORDED';
end $function$;
grant execute on function private.record_e_invoice(uuid,uuid,text,text,timestamp with time zone,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.record_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.stock_movements (product_id, quantity, reason, order_id, created_by, created_at, note) values (
    new.id,
    case tg_op when 'INSERT' then new.stock else new.stock - old.stock end,
    coalesce(nullif(current_setting('shop.stock_reason', true), ''), case tg_op when 'INSERT' then 'initial' else 'adjustment' end),
    nullif(current_setting('shop.stock_order', true), '')::uuid,
    auth.uid(),
    private.clock_now(),
    nullif(current_setting('shop.stock_note', true), ''));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.recount_words()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('private.refresh_search'));
  lock table private.search_documents in share row exclusive mode;   -- none changes while they are counted
  delete from private.search_changes;
  with counted as materialized (
    select s.word collate "C" as word, s.ndoc from ts_stat('select words from private.search_documents') s where s.word !~ '\d'
  ), gone as (
    delete from private.lexemes l where not exists (select from counted c where c.word = l.word)
  )
  insert into private.lexemes as l (word, documents) select c.word, c.ndoc from counted c
  on conflict (word) do update set documents = excluded.documents where l.documents <> excluded.documents;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_search()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  best uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtext('private.refresh_search')) then
    return false;   -- another process is at it
  end if;
  best := array(select p.id from public.products p where p.status = 'active' order by p.popularity desc, p.id limit 2000);
  -- a change of a product in progress goes first
  update private.search_documents d set best_seller = false where d.product_id in (
    select o.product_id from private.search_documents o where o.best_seller and o.product_id <> all (best) for update skip locked);
  update private.search_documents d set best_seller = true where d.product_id in (
    select o.product_id from private.search_documents o where not o.best_seller and o.product_id = any (best) for update skip locked);

  -- one statement: what it takes from the list is what it adds
  with taken as (
    delete from private.search_changes returning gained, lost
  ), difference as (
    select c.word collate "C" as word, sum(c.n)::integer as n
    from (select unnest(t.gained) as word, 1 as n from taken t union all select unnest(t.lost), -1 from taken t) c
    group by 1 having sum(c.n) <> 0
  )
  merge into private.lexemes l using difference d on l.word = d.word
    when matched and l.documents + d.n <= 0 then delete
    when matched then update set documents = l.documents + d.n
    when not matched and d.n > 0 then insert (word, documents) values (d.word, d.n);
  return found;
end $function$;
grant execute on function private.refresh_search() to shop_mail;

CREATE OR REPLACE FUNCTION private.refund_in_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.state := 'paid';
  new.method := 'credit';
  new.paid_at := private.clock_now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refundable_of(p_payment uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p.state in ('paid', 'refund_due') then p.amount - coalesce((
    select sum(r.amount) from public.refunds r where r.payment_id = p.id and r.state <> 'withdrawn'), 0) else 0 end
  from public.payments p where p.id = p_payment
$function$;

CREATE OR REPLACE FUNCTION private.refuse_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_blocked(new.user_id) then
    raise exception 'Your account is blocked. Please write to us if this is a mistake.' using errcode = 'PT403', detail = '{"code":"ACCOUNT_BLOCKED"}';
  end if;
  -- its account is no customer's
  if private.is_api_key(new.user_id) then
    raise exception 'An API key has no cart: create-manual-order orders for a customer' using errcode = 'PT403', detail = '{"code":"API_KEY"}';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_category_cycle()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  if exists (
    with recursive ancestors (id, parent_id) as (
      select c.id, c.parent_id from public.categories c where c.id = new.parent_id
      union                                      -- not union all: stops even on a circle made earlier by hand
      select c.id, c.parent_id from public.categories c join ancestors a on c.id = a.parent_id
    )
    select from ancestors where id = new.id
  ) then
    raise exception 'A category cannot become its own ancestor' using errcode = '23514', detail = '{"code":"CATEGORY_CYCLE"}';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_mail_setup(p_field text, p_code text, p_message text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception '%', p_message using errcode = '22023', detail = jsonb_build_object('code', p_code, 'field', p_field)::text;
end $function$;

CREATE OR REPLACE FUNCTION private.release_discounts(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.discounts d where d.id in (select r.discount_id from public.discount_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  with given as (delete from public.discount_redemptions r where r.order_id = p_order returning r.discount_id)
  update public.discounts d set times_used = greatest(d.times_used - 1, 0) from given
    where d.id = given.discount_id and (d.code is not null or d.usage_limit is not null);
end $function$;

CREATE OR REPLACE FUNCTION private.remember_deleted_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.deleted_products (id) values (old.id) on conflict (id) do nothing;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.remember_redemption()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.released_redemptions (order_id, discount_id, user_id, amount)
    select old.order_id, old.discount_id, old.user_id, old.amount from public.orders o, public.discounts d
    where o.id = old.order_id and o.status = 'cancelled' and d.id = old.discount_id
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.remove_demo(p_store text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.settings;
  goods uuid[] := private.demo_ids('product');
  sold uuid[] := private.demo_ids('order');
  people uuid[] := private.demo_ids('customer');
  given jsonb;
  emails text[];
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the demo' using errcode = '42501'; end if;
  select s.* into strict held from public.settings s for update;
  if btrim(p_store) is distinct from held.store_name then
    raise exception 'This is not the name of the store' using errcode = '22023', detail = '{"code":"INVALID","field":"store_name"}';
  end if;
  if not exists (select from private.demo_rows d where d.kind <> 'removed') then
    raise exception 'There is no demo in this shop' using errcode = 'PT409', detail = '{"code":"NO_DEMO"}';
  end if;
  -- in the sequence of every step. an order that is being placed now has locked its goods; until this ends, no number is taken either
  perform from public.orders o where o.id = any (sold) order by o.id for update;
  perform from public.products p where p.id = any (goods) order by p.id for update;
  perform private.lock_serials();
  if exists (select from public.orders o where o.user_id = any (people) and o.id <> all (sold)
      and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due') or private.has_open_refund(o.id))) then
    raise exception 'A demo customer has an open order that is not of the demo: deliver or cancel it first' using errcode = 'PT409', detail = '{"code":"OPEN_ORDERS"}';
  end if;

  select coalesce(array_agg(lower(u.email)), '{}') into emails from auth.users u where u.id = any (people);
  insert into private.demo_rows (kind, id)
    select 'file', f.name from (
      select i.image_url as name from public.product_images i where i.product_id = any (goods)
      union select v.picture from public.product_family_values v where v.family_id = any (private.demo_ids('family'))
      union select c.image_url from public.categories c where c.id = any (private.demo_ids('category'))
      union select unnest(array[b.image_url, b.phone_image_url]) from public.banner_images b where b.id = any (private.demo_ids('banner'))) f
    where f.name ~ '^(product|category|banner)_images/' on conflict do nothing;   -- no address elsewhere

  delete from private.document_files f where f.order_id = any (sold);
  delete from public.documents d where d.order_id = any (sold) and d.reverses is not null;
  delete from public.documents d where d.order_id = any (sold);
  delete from public.stock_movements m where m.order_id = any (sold) or m.product_id = any (goods);
  delete from private.mails m where lower(m.recipient) = any (emails) or m.data ->> 'order_id' = any (sold::text[]);
  -- what was booked for demo orders alone
  delete from public.remittances r where not exists (
    select from public.remittance_lines l where l.remittance_id = r.id and (l.order_id is null or l.order_id <> all (sold)));
  delete from public.orders o where o.id = any (sold);
  delete from public.products p where p.id = any (goods);
  delete from public.deleted_products p where p.id = any (goods);
  -- a family that an own product has joined stays
  delete from public.product_families f where f.id = any (private.demo_ids('family'))
    and not exists (select from public.products p where p.family_id = f.id);
  delete from public.banner_images b where b.id = any (private.demo_ids('banner'));
  -- a category that has own products, or own categories, stays; its children before it
  delete from public.categories c where c.parent_id is not null and private.is_demo_category_unused(c.id);
  delete from public.categories c where c.parent_id is null and private.is_demo_category_unused(c.id);
  delete from auth.users u where u.id = any (people) and not exists (select from public.user_roles r where r.user_id = u.id);
  -- a series starts again where no document has one of its numbers
  delete from private.serial_counters k where not exists (
    select from public.documents d where starts_with(d.serial, k.series || '/' || k.financial_year || '/'));

  -- settings that are still the demo's go back to those of a new shop
  select d.facts into given from private.demo_rows d where d.kind = 'settings';
  update public.settings s set
    legal_name = private.unless_demo(to_jsonb(held), given, 'legal_name', s.legal_name, ''),
    address = private.unless_demo(to_jsonb(held), given, 'address', s.address, ''),
    city = private.unless_demo(to_jsonb(held), given, 'city', s.city, ''),
    pincode = private.unless_demo(to_jsonb(held), given, 'pincode', s.pincode, ''),
    gstin = private.unless_demo(to_jsonb(held), given, 'gstin', s.gstin, null),
    email = private.unless_demo(to_jsonb(held), given, 'email', s.email, ''),
    phone = private.unless_demo(to_jsonb(held), given, 'phone', s.phone, ''),
    whatsapp = private.unless_demo(to_jsonb(held), given, 'whatsapp', s.whatsapp, null),
    grievance_name = private.unless_demo(to_jsonb(held), given, 'grievance_name', s.grievance_name, ''),
    grievance_email = private.unless_demo(to_jsonb(held), given, 'grievance_email', s.grievance_email, ''),
    grievance_phone = private.unless_demo(to_jsonb(held), given, 'grievance_phone', s.grievance_phone, ''),
    upi_vpa = private.unless_demo(to_jsonb(held), given, 'upi_vpa', s.upi_vpa, null),
    founded_year = case when to_jsonb(held) -> 'founded_year' = given -> 'founded_year' then null else s.founded_year end,
    social = case when to_jsonb(held) -> 'social' = given -> 'social' then '{}' else s.social end,
    demo_mode = false, is_open = false;

  -- a picture that own rows use stays in the storage
  delete from private.demo_rows d where d.kind not in ('file', 'removed') or d.kind = 'file' and (exists (select from public.product_images i where i.image_url = d.id)
    or exists (select from public.products p where p.image_url = d.id) or exists (select from public.categories c where c.image_url = d.id)
    or exists (select from public.product_family_values v where v.picture = d.id) or exists (select from public.order_items i where i.image_url = d.id) or exists (select from public.banner_images b where d.id in (b.image_url, b.phone_image_url)));
  insert into private.demo_rows (kind, id) values ('removed', 'removed') on conflict do nothing;
  insert into public.audit_log (at, actor, table_name, row_id, action, changes)
    values (private.clock_now(), auth.uid(), 'demo', 'demo', 'delete', jsonb_build_object('products', jsonb_build_array(cardinality(goods), 0),
      'orders', jsonb_build_array(cardinality(sold), 0), 'customers', jsonb_build_array(cardinality(people), 0)));
end $function$;
grant execute on function private.remove_demo(text) to shop_orders;

CREATE OR REPLACE FUNCTION private.rename_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products p where p.family_id = new.family_id and new.id in (p.value_1, p.value_2, p.value_3) order by p.id for no key update;
  update public.products p set value_1 = p.value_1 where p.family_id = new.family_id and new.id in (p.value_1, p.value_2, p.value_3);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.repair_document_file(p_file uuid, p_copies text, p_irns text, p_bytes bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.document_files f set bytes = p_bytes
    where f.file_id = p_file and f.copies = p_copies and f.irns = p_irns and f.version is null and f.sha256 = encode(sha256(p_bytes), 'hex');
  if found then delete from private.damaged_document_files d where d.file_id = p_file and d.copies = p_copies and d.irns = p_irns; end if;
end $function$;
grant execute on function private.repair_document_file(uuid,text,text,bytea) to shop_orders;

CREATE OR REPLACE FUNCTION private.replay_webhooks(p_since timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  total integer;
begin
  update private.webhook_deliveries d set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), delivered_at = null
    where d.created_at >= p_since and d.state <> 'queued';
  get diagnostics total = row_count;
  return total;
end $function$;

CREATE OR REPLACE FUNCTION private.restock_return(p_return public.returns)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.take_in(p_return.order_id, (select jsonb_agg(jsonb_build_object('product', i.product_id, 'restocked', l.restocked, 'damaged', l.damaged))
    from public.return_lines l join public.order_items i on i.id = l.order_item_id where l.return_id = p_return.id))
$function$;

CREATE OR REPLACE FUNCTION private.restock(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  perform set_config('shop.stock_reason', 'cancellation', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.here, units_sold = greatest(p.units_sold - b.quantity, 0)
    from (select i.product, sum(i.quantity)::integer as quantity, sum(i.quantity - i.gone)::integer as here from private.pieces_of(p_order) i group by 1) b
    where p.id = b.product;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $function$;

CREATE OR REPLACE FUNCTION private.returnable_pieces(p_order uuid)
 RETURNS TABLE(item uuid, product uuid, quantity integer, rest integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id, i.product_id, i.quantity - i.cancelled_quantity, i.quantity - i.cancelled_quantity - coalesce(sum(l.quantity), 0)::integer
  from public.order_items i
  left join (public.return_lines l join public.returns r on r.id = l.return_id and r.state not in ('declined', 'withdrawn')) on l.order_item_id = i.id
  where i.order_id = p_order group by i.id
$function$;

CREATE OR REPLACE FUNCTION private.returnable_until(p_order uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(h.created_at) + make_interval(days => s.return_days)
  from public.settings s, public.orders o join public.order_status_history h on h.order_id = o.id and h.status = 'delivered'
  where o.id = p_order and o.status = 'delivered' and s.return_days > 0 group by s.return_days
$function$;

CREATE OR REPLACE FUNCTION private.rupees(paise double precision)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
RETURN round((((paise)::bigint)::numeric / 100.0), 2);

CREATE OR REPLACE FUNCTION private.sales_of(p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS TABLE(day date, place_of_supply text, payment_method text, orders bigint, units bigint, revenue numeric, charges numeric, discount numeric, gst numeric, cancelled bigint, cancelled_amount numeric, refunds bigint, refunds_amount numeric, waiting bigint, waiting_amount numeric)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH days AS MATERIALIZED (
          SELECT d.day,
             d.since,
             d.until,
             d.summed
            FROM private.days_of_sales(sales_of.p_since, sales_of.p_until) d(day, since, until, summed)
         )
  SELECT s.day,
     s.place_of_supply,
     s.payment_method,
     s.orders,
     s.units,
     s.revenue,
     s.charges,
     s.discount,
     s.gst,
     s.cancelled,
     s.cancelled_amount,
     s.refunds,
     s.refunds_amount,
     s.waiting,
     s.waiting_amount
    FROM (days d
      JOIN private.sales_days s ON ((s.day = d.day)))
   WHERE d.summed
 UNION ALL
  SELECT s.day,
     s.place_of_supply,
     s.payment_method,
     s.orders,
     s.units,
     s.revenue,
     s.charges,
     s.discount,
     s.gst,
     s.cancelled,
     s.cancelled_amount,
     s.refunds,
     s.refunds_amount,
     s.waiting,
     s.waiting_amount
    FROM (days d
      CROSS JOIN LATERAL private.add_up_sales(d.since, d.until) s(day, place_of_supply, payment_method, orders, units, revenue, charges, discount, gst, cancelled, cancelled_amount, refunds, refunds_amount, waiting, waiting_amount))
   WHERE (NOT d.summed);
END;

CREATE OR REPLACE FUNCTION private.sales_window(p_from date, p_to date, p_before_from date, p_before_to date, OUT as_of timestamp with time zone, OUT since timestamp with time zone, OUT until timestamp with time zone, OUT before_since timestamp with time zone, OUT before_until timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today date;
  ahead integer;
begin
  if not public.may('analytics.read') then raise exception 'permission denied for the analytics' using errcode = '42501'; end if;
  if p_from is null or p_to is null or p_before_from is null or p_before_to is null or p_to < p_from or p_before_to < p_before_from
    or p_to - p_from > 1826 or p_before_to - p_before_from > 1826 then
    raise exception 'A period has a first and a last day, and at most five years' using errcode = '22023', detail = '{"code":"BAD_PERIOD"}';
  end if;
  as_of := private.clock_now();
  today := (as_of at time zone 'Asia/Kolkata')::date;
  ahead := greatest(p_to - today, 0);
  select t.since, t.until into since, until from private.times_of_days(p_from, p_to, as_of) t;
  before_since := p_before_from::timestamp at time zone 'Asia/Kolkata';
  before_until := case when p_to < today then (p_before_to + 1)::timestamp at time zone 'Asia/Kolkata'
    else (p_before_to - ahead)::timestamp at time zone 'Asia/Kolkata' + (until - today::timestamp at time zone 'Asia/Kolkata') end;
end $function$;

CREATE OR REPLACE FUNCTION private.schedule_backups(p_hours integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.backup_schedule where p_hours is null;
  insert into private.backup_schedule as s (every) select p_hours * interval '1 hour' where p_hours is not null
    on conflict (one) do update set every = excluded.every, since = case when s.every = excluded.every then s.since else excluded.since end;
$function$;
grant execute on function private.schedule_backups(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.search_tokens(value text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array(select found[1] from pg_catalog.regexp_matches(
    pg_catalog.regexp_replace(normalize(value, nfkc), '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'),
    '[^'
    '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    '\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u0375\u037e\u0384-\u0385\u0387\u03f6\u0482\u055a-\u055f'
    '\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe'
    '\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3'
    '\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b'
    '\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f'
    '\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6'
    '\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f'
    '\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf'
    '\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20c1\u2100-\u2101\u2103-\u2106\u2108-\u2109'
    '\u2114\u2116-\u2118\u211e-\u2123\u2125\u2127\u2129\u212e\u213a-\u213b\u2140-\u2144\u214a-\u214d\u214f\u218a-\u244a'
    '\u249c-\u24e9\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004'
    '\u3008-\u3020\u3030\u3036-\u3037\u303d-\u303f\u309b-\u309c\u30a0\u30fb\u3190-\u3191\u3196-\u319f\u31c0-\u31ef'
    '\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff'
    '\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf'
    '\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1'
    '\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufb29\ufbb2-\ufbd2\ufd3e-\ufd4f\ufd90-\ufd91\ufdc8-\ufdcf\ufdfc-\ufdff'
    '\ufe10-\ufe19\ufe30-\ufe6b\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\ufffd\U00010100-\U00010102'
    '\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857'
    '\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6'
    '\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8'
    '\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143'
    '\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9'
    '\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643'
    '\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46'
    '\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71'
    '\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2'
    '\U00013430-\U0001343f\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f'
    '\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001ccef\U0001ccfa-\U0001cef0\U0001cf50-\U0001d164'
    '\U0001d16a-\U0001d16c\U0001d173-\U0001d17a\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245'
    '\U0001d300-\U0001d356\U0001d6c1\U0001d6db\U0001d6fb\U0001d715\U0001d735\U0001d74f\U0001d76f\U0001d789\U0001d7a9'
    '\U0001d7c3\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da8b'
    '\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5'
    '\U0001f10d-\U0001fbef\U0001fbfa\U000e0001-\U000e007f\U000f0000-\U0010fffd'
    ']+', 'g') found)
$function$;

CREATE OR REPLACE FUNCTION private.search_words(product public.products)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(string_agg('''' || replace(replace(w.word, '\', '\\'), '''', '''''') || ''':' || w.place, ' '), '')::tsvector
  from (
    -- one place a weight: where in the text a word stands is of no use to a suggestion. 40 characters tell words apart
    select distinct left(t.word, 40) as word, f.place
    from (values
      ('1A', product.name),
      ('2B', concat_ws(' ', product.brand, product.generic_name)),
      ('3C', (select concat_ws(' ', c.name, c.name_hi) from public.categories c where c.id = product.category_id)),
      ('4D', left(product.description, 4000))
    ) f (place, value), string_to_table(private.fold_words(array_to_string(private.search_tokens(f.value), ' ')), ' ') t (word)
  ) w
  where w.word <> ''
$function$;

CREATE OR REPLACE FUNCTION private.sees_shop()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  preview jsonb;
begin
  if (select s.is_open from public.settings s) or auth.role() = 'service_role' or private.may('panel') then return true; end if;
  preview := auth.jwt() -> 'preview';
  return preview is not null and private.staff_may((preview ->> 'by')::uuid, 'panel') and exists (
    select from auth.sessions s where s.id = (preview ->> 'session')::uuid and s.user_id = (preview ->> 'by')::uuid and (s.not_after is null or s.not_after > now()));
end $function$;
grant execute on function private.sees_shop() to anon;
grant execute on function private.sees_shop() to authenticated;
grant execute on function private.sees_shop() to service_role;

CREATE OR REPLACE FUNCTION private.send_test_mail()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.send_test_mail() to shop_orders;

CREATE OR REPLACE FUNCTION private.series_at(p_kind text, p_moment timestamp with time zone)
 RETURNS TABLE(prefix text, digits integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when n.follows then s.next_prefix else s.prefix end, case when n.follows then s.next_digits else s.digits end
  from public.serial_series s
  cross join lateral (select coalesce(s.next_from <= (p_moment at time zone 'Asia/Kolkata')::date, false) as follows) n
  where s.kind = p_kind
$function$;

CREATE OR REPLACE FUNCTION private.session_is_good()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.session_is_open() and (auth.jwt() ->> 'session_id' is null or coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not (select x.second_factor_required from private.staff_security x))
$function$;

CREATE OR REPLACE FUNCTION private.session_is_open()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select auth.jwt() ->> 'session_id' is null or exists (
    select from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()))
$function$;

CREATE OR REPLACE FUNCTION private.set_identity(p_version integer, p_changes jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.settings;
  given public.settings;
  unknown text;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the identity of the shop' using errcode = '42501'; end if;
  select k.key into unknown from jsonb_object_keys(p_changes) k (key)
    where k.key not in ('store_name', 'legal_name', 'address', 'city', 'state_code', 'pincode', 'gstin', 'upi_vpa') limit 1;
  if found then
    raise exception 'There is no % in the identity of the shop', unknown using errcode = '22023', detail = jsonb_build_object('code', 'INVALID', 'field', unknown)::text;
  end if;
  select s.* into strict kept from public.settings s for update;
  if kept.version <> p_version then
    raise exception 'The settings have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  given := jsonb_populate_record(kept, p_changes);
  update public.settings s set store_name = given.store_name, legal_name = given.legal_name, address = given.address, city = given.city,
    state_code = given.state_code, pincode = given.pincode, gstin = given.gstin, upi_vpa = given.upi_vpa;
  return (select s.version from public.settings s);
end $function$;
grant execute on function private.set_identity(integer,jsonb) to shop_orders;

CREATE OR REPLACE FUNCTION private.set_logo(p_by uuid, p_version integer, p_variant text, p_png bytea, p_small bytea, p_width integer, p_height integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.settings;
  file text := left(encode(sha256(p_png), 'hex'), 16);
  given jsonb := case when p_png is null then null else jsonb_build_object('version', file, 'width', p_width, 'height', p_height) end;
begin
  if not private.staff_may(p_by, 'settings.write') then raise exception 'permission denied for the logo of the shop' using errcode = '42501'; end if;
  if p_variant not in ('light', 'dark') then raise exception 'There is no such logo: %', p_variant using errcode = '22023'; end if;
  select s.* into strict kept from public.settings s for update;
  if kept.version <> p_version then
    raise exception 'The settings have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by, 'role', 'authenticated')::text, true);
  if p_png is not null then
    insert into private.logo_files (version, png, small) values (file, p_png, p_small) on conflict (version) do nothing;
  end if;
  update public.settings s set logo = case p_variant when 'light' then given else s.logo end, logo_dark = case p_variant when 'dark' then given else s.logo_dark end;
  delete from private.logo_files f
    where not exists (select from public.settings s where f.version in (s.logo ->> 'version', s.logo_dark ->> 'version'));
  return (select s.version from public.settings s);
end $function$;
grant execute on function private.set_logo(uuid,integer,text,bytea,bytea,integer,integer) to shop_orders;

CREATE OR REPLACE FUNCTION private.set_mail_setup(p_host text, p_port integer, p_security text, p_username text, p_password text, p_from_name text, p_from_address text, p_reply_to text, p_version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function private.set_mail_setup(text,integer,text,text,text,text,text,text,integer) to shop_orders;

CREATE OR REPLACE FUNCTION private.set_off(p_order uuid, p_amount numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open numeric := p_amount;
  part numeric;
  paid public.payments;
begin
  for paid in select p.* from public.payments p where p.order_id = p_order and p.amount > 0
    and p.state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed') order by p.created_at desc, p.id for no key update loop
    exit when open = 0;
    if paid.state in ('awaiting_verification', 'cod_pending') or paid.method = 'razorpay' then
      raise exception 'The payment of this order has to be settled first' using errcode = 'PT409', detail = '{"code":"PAYMENT_OPEN"}';
    end if;
    part := least(open, paid.amount);
    open := open - part;
    update public.payments p set amount = p.amount - part, state = case when p.amount = part then 'paid' else p.state end where p.id = paid.id;
  end loop;
  -- nothing is left to collect: the order is settled
  update public.orders o set payment_state = 'paid' where o.id = p_order and o.payment_state in ('awaiting_payment', 'failed')
    and not exists (select from public.payments p where p.order_id = o.id and p.state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed'));
  return open;
end $function$;

CREATE OR REPLACE FUNCTION private.set_razorpay_keys(p_key_id text, p_key_secret text, p_webhook_secret text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.razorpay_keys;
  given private.razorpay_keys;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  insert into private.razorpay_keys (id) values (true) on conflict do nothing;
  select k.* into kept from private.razorpay_keys k for update;
  given.key_id := coalesce(nullif(btrim(p_key_id), ''), kept.key_id);
  given.key_secret := coalesce(nullif(btrim(p_key_secret), ''), kept.key_secret);
  given.webhook_secret := coalesce(nullif(btrim(p_webhook_secret), ''), kept.webhook_secret);
  perform private.check_razorpay_key('key_id', given.key_id, '^rzp_(test|live)_[A-Za-z0-9]{4,40}$'),
    private.check_razorpay_key('key_secret', given.key_secret, '^[!-~]{8,100}$'),
    private.check_razorpay_key('webhook_secret', given.webhook_secret, '^[!-~]{8,100}$');
  if (given.key_secret, given.webhook_secret) is distinct from (kept.key_secret, kept.webhook_secret) and kept.key_secret is not null then
    given.previous_key_secret := kept.key_secret;
    given.previous_webhook_secret := kept.webhook_secret;
    given.previous_until := now() + interval '2 days';
  else
    given.previous_key_secret := kept.previous_key_secret;
    given.previous_webhook_secret := kept.previous_webhook_secret;
    given.previous_until := kept.previous_until;
  end if;
  update private.razorpay_keys k set key_id = given.key_id, key_secret = given.key_secret, webhook_secret = given.webhook_secret,
    previous_key_secret = given.previous_key_secret, previous_webhook_secret = given.previous_webhook_secret, previous_until = given.previous_until, changed_at = now();
end $function$;
grant execute on function private.set_razorpay_keys(text,text,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.set_role(p_by uuid, p_user uuid, p_email text, p_role text, OUT refusal text, OUT person uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account record;
  had text;
begin
  -- one change of roles at a time, and what stands below is asked behind the lock
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  perform from public.user_roles r where r.role = 'owner' order by r.user_id for update;
  if not private.staff_may(p_by, 'staff.manage') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  select u.id, u.email::text as email, u.email_confirmed_at into account from auth.users u
    where u.deleted_at is null and not private.is_api_key(u.id) and case when p_user is null then u.email = lower(btrim(p_email)) else u.id = p_user end;
  if account.id is null then
    refusal := 'NO_ACCOUNT';
    return;
  end if;
  select r.role into had from public.user_roles r where r.user_id = account.id;
  refusal := case
    when had is not distinct from p_role then 'SAME'
    when p_role is not null and account.email_confirmed_at is null then 'UNCONFIRMED'
    when p_role is not null and private.is_blocked(account.id) then 'BLOCKED'
    when had = 'owner' and not exists (
      select from public.user_roles r where r.role = 'owner' and r.user_id <> account.id and not private.is_blocked(r.user_id)) then 'LAST_OWNER'
    end;
  if refusal is not null then return; end if;
  -- the audit log asks who it was
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  delete from public.user_roles r where r.user_id = account.id;
  if p_role is null then
    delete from auth.sessions s where s.user_id = account.id;   -- refresh tokens go with their session
  else
    insert into public.user_roles (user_id, role, granted_by) values (account.id, p_role, p_by);
  end if;
  update private.staff_invites i set withdrawn_at = now() where i.email = account.email and i.accepted_at is null and i.withdrawn_at is null;
  perform private.notify_owners('roles', jsonb_build_object('person', private.person_name(account.id), 'role', p_role, 'had', had));
  person := account.id;
end $function$;
grant execute on function private.set_role(uuid,uuid,text,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.set_staff_security(p_required boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the security of the staff' using errcode = '42501'; end if;
  if p_required and not private.has_factor(auth.uid()) then
    raise exception 'Set up your own second factor first' using errcode = 'PT409', detail = '{"code":"NO_FACTOR"}';
  end if;
  update private.staff_security set second_factor_required = p_required where second_factor_required <> p_required;
end $function$;
grant execute on function private.set_staff_security(boolean) to shop_orders;

CREATE OR REPLACE FUNCTION private.set_webhook_endpoint(p_url text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.webhook_endpoints e where p_url is null or e.url <> p_url;
  if p_url is not null then
    insert into private.webhook_endpoints (url) values (p_url)
      on conflict (url) do update set active = true, switched_off_at = null, failing_since = null where not webhook_endpoints.active;
  end if;
end $function$;
grant execute on function private.set_webhook_endpoint(text) to shop_mail;

CREATE OR REPLACE FUNCTION private.settle_exchange(p_staff uuid, p_return uuid, p_version integer, p_closing jsonb, p_order uuid, p_most numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_staff, 'orders.process') or not private.staff_may(p_staff, 'orders.create') then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  return private.settle_return(p_return, p_version, p_closing -> 'lines', (p_closing ->> 'charges')::boolean, (p_closing ->> 'deduction')::numeric,
    p_closing ->> 'deduction_reason', 'exchange', p_most, p_order);
end $function$;
grant execute on function private.settle_exchange(uuid,uuid,integer,jsonb,uuid,numeric) to shop_orders;

CREATE OR REPLACE FUNCTION private.settle_kept_refund(p_refund jsonb, p_charge text, p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs text := p_refund ->> 'id';
  status text := p_refund ->> 'status';
  sent private.razorpay_refunds;
  refund public.refunds;
  given numeric := round((p_refund ->> 'amount')::bigint / 100.0, 2);
begin
  select s.* into sent from private.razorpay_refunds s
    where s.charge_id = p_charge and (s.provider_id = theirs or s.failed_id = theirs or replace(s.refund_id::text, '-', '') = left(p_refund ->> 'receipt', 32))
    order by (s.provider_id = theirs) desc nulls last limit 1;
  if sent.refund_id is null and status <> 'failed' then
    sent := private.adopt_razorpay_refund(p_refund, p_charge, p_order);
  end if;
  if sent.refund_id is null or sent.failed_id = theirs then return false; end if;
  -- of an earlier round, and known
  if status <> 'processed' and sent.provider_id is distinct from theirs and split_part(p_refund ->> 'receipt', '-', 2) is distinct from sent.round::text then
    return false;
  end if;
  select r.* into refund from public.refunds r where r.id = sent.refund_id for no key update;
  if refund.state in ('paid', 'withdrawn') then return false; end if;

  if status = 'failed' then
    update private.razorpay_refunds s set provider_id = null, failed_id = theirs, round = s.round + 1, tries = s.tries + 1, last_error = 'Razorpay could not refund it',
      next_at = now() + make_interval(mins => least(360, (2 ^ least(s.tries, 10))::integer)) where s.refund_id = sent.refund_id;
    update public.refunds r set version = r.version + 1, state = case
        -- made in Razorpay's dashboard, and not owed: the shop does not send it itself
        when r.reason = 'Made at Razorpay' and r.source = 'goodwill' then 'withdrawn' when sent.tries >= 9 then 'failed' else 'due' end
      where r.id = refund.id;
    return true;
  end if;
  update private.razorpay_refunds s set provider_id = theirs, last_error = null, tries = s.tries + 1,
      next_at = case when status = 'processed' then null else now() + make_interval(mins => least(720, (2 ^ least(s.tries, 10))::integer)) end
    where s.refund_id = sent.refund_id;
  -- what Razorpay has sent counts, also if the row was made smaller while it was on its way there
  update public.refunds r set method = 'razorpay', reference = theirs, version = r.version + 1,
      amount = case when r.reason = 'Made at Razorpay' then r.amount else given end,
      state = case when status = 'processed' then 'paid' else 'asked' end, paid_at = case when status = 'processed' then private.clock_now() end
    where r.id = refund.id;
  if status = 'processed' then
    update private.razorpay_payments c set amount_refunded = greatest(c.amount_refunded, q.sum), status = case when q.sum >= c.amount then 'refunded' else c.status end
      from (select coalesce(sum(r.amount * 100), 0)::bigint as sum from public.refunds r join private.razorpay_refunds s on s.refund_id = r.id
        where s.charge_id = p_charge and r.state = 'paid' and r.method = 'razorpay') q where c.id = p_charge;
    perform private.follow_refunds(refund.payment_id);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.settle_razorpay_payment(p_payment jsonb, p_vouched boolean, OUT state text, OUT capture boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ours uuid;
  o public.orders;
  charge private.razorpay_payments;
  awaited public.payments;
  reopened boolean := false;
  checking boolean;
begin
  capture := false;
  select coalesce((select r.order_id from private.razorpay_orders r where r.id = p_payment ->> 'order_id'),
    (select c.order_id from private.razorpay_payments c where c.id = p_payment ->> 'id')) into ours;
  if ours is not null then
    select x.* into o from public.orders x where x.id = ours for no key update;
    select p.* into awaited from public.payments p where p.order_id = ours and p.method = 'razorpay' for no key update;
  end if;

  insert into private.razorpay_payments as c (id, provider_order_id, order_id, amount, currency, status, vouched, amount_refunded) values (
      p_payment ->> 'id', p_payment ->> 'order_id', ours, (p_payment ->> 'amount')::bigint, p_payment ->> 'currency', p_payment ->> 'status', p_vouched,
      coalesce((p_payment ->> 'amount_refunded')::bigint, 0))
    on conflict (id) do update set
      provider_order_id = coalesce(c.provider_order_id, excluded.provider_order_id),
      order_id = coalesce(c.order_id, excluded.order_id),
      amount = coalesce(c.amount, excluded.amount),
      currency = coalesce(c.currency, excluded.currency),
      status = case when private.razorpay_rank(excluded.status) > private.razorpay_rank(c.status) then excluded.status else c.status end,
      vouched = c.vouched or excluded.vouched,
      amount_refunded = greatest(c.amount_refunded, excluded.amount_refunded)
    returning c.* into charge;

  -- money was captured: find its order. an unmatched payment is checked again once its order is known
  if charge.status = 'captured' and (charge.standing is null
      or charge.standing = 'unknown_order' and awaited.id is not null and charge.refund = 'none' and charge.resolved_at is null) then
    charge.standing := case
      when awaited.id is null then 'unknown_order'
      when charge.amount is distinct from (awaited.amount * 100)::bigint or charge.currency is distinct from 'INR' then 'amount_differs'
      when awaited.state in ('paid', 'refund_due', 'refunded') then 'second_charge'
      else 'kept' end;
    update private.razorpay_payments c set standing = charge.standing,
        refund = case charge.standing when 'second_charge' then 'due' else c.refund end,
        refund_next_at = case charge.standing when 'second_charge' then now() else c.refund_next_at end
      where c.id = charge.id;
    if charge.standing = 'kept' then
      reopened := o.status = 'cancelled' and o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours);
      if reopened then update public.orders x set status = 'pending', payment_state = 'paid' where x.id = ours; end if;
      update public.payments p set state = case when o.status = 'cancelled' and not reopened then 'refund_due' else 'paid' end,
          provider_reference = charge.id, failure = null where p.id = awaited.id
        returning p.* into awaited;
    end if;
  -- money that went back by other hands is followed until it has arrived; a hold that ran out was never money
  elsif charge.status = 'refunded' and charge.standing is not null and charge.refund in ('none', 'due')
    or charge.standing = 'kept' and charge.amount_refunded > (select coalesce(sum(r.amount * 100), 0) from public.refunds r
      join private.razorpay_refunds s on s.refund_id = r.id where s.charge_id = charge.id and s.provider_id is not null and r.state in ('asked', 'paid')) then
    update private.razorpay_payments c set refund = 'asked', refund_next_at = now() where c.id = charge.id;
  end if;

  if awaited.state in ('awaiting_payment', 'awaiting_verification') then
    select coalesce(bool_or(c.status = 'authorized' or c.status = 'created' and c.vouched), false) into checking
      from private.razorpay_payments c where c.order_id = ours and c.standing is null;
    update public.payments p set state = case when checking then 'awaiting_verification' else 'awaiting_payment' end,
        failure = case when checking then null when charge.status = 'failed' and p_payment ->> 'status' = 'failed'
          then left(coalesce(nullif(p_payment ->> 'failure', ''), 'The bank did not accept it'), 300) else p.failure end
      where p.id = awaited.id;
    capture := charge.status = 'authorized' and charge.amount = (awaited.amount * 100)::bigint and charge.currency = 'INR'
      and (o.status <> 'cancelled' or (o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours)));
    if charge.status = 'authorized' then update private.razorpay_orders r set next_check_at = now() where r.order_id = ours; end if;
  end if;
  select x.payment_state into state from public.orders x where x.id = ours;
end $function$;
grant execute on function private.settle_razorpay_payment(jsonb,boolean) to shop_payments;

CREATE OR REPLACE FUNCTION private.settle_razorpay_refund(p_refund jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge private.razorpay_payments;
begin
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_refund ->> 'payment_id') for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_refund ->> 'payment_id' for no key update;
  if charge.id is null then return false; end if;
  if charge.standing = 'kept' then return private.settle_kept_refund(p_refund, charge.id, charge.order_id); end if;
  if charge.refund in ('processed', 'by_hand') then return false; end if;

  if p_refund ->> 'status' = 'failed' then
    -- a new round has a new idempotency key; the old one would return the old failure every time
    update private.razorpay_payments c set refund_round = c.refund_round + 1, refund_tries = c.refund_tries + 1, last_error = 'Razorpay could not refund it',
        refund_failed_id = p_refund ->> 'id', refund = case when c.refund_tries >= 9 then 'failed' else 'due' end,
        refund_next_at = now() + make_interval(mins => least(360, (2 ^ least(c.refund_tries, 10))::integer))
      where c.id = charge.id and c.refund in ('due', 'asked') and c.refund_failed_id is distinct from p_refund ->> 'id';
    return found;
  elsif p_refund ->> 'status' = 'processed' and (p_refund ->> 'amount')::bigint >= charge.amount then
    update private.razorpay_payments c set status = 'refunded', refund = 'processed', amount_refunded = c.amount, refund_next_at = null, last_error = null,
      resolved_at = coalesce(c.resolved_at, now()) where c.id = charge.id;
    if charge.standing = 'second_charge' then
      insert into public.notifications (user_id, title, message, type, order_id)
        select o.user_id, 'Second payment returned', 'Your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') was paid twice. The second payment of ₹' || to_char(charge.amount / 100.0, 'FM99999999990.00')
          || ' is on its way back to you.', 'order_update', o.id from public.orders o where o.id = charge.order_id and o.user_id is not null;
    end if;
  elsif charge.standing is not null and (charge.refund in ('due', 'asked') or charge.amount_refunded >= charge.amount) then
    update private.razorpay_payments c set refund = 'asked', last_error = null, refund_tries = c.refund_tries + 1,
      refund_next_at = now() + make_interval(mins => least(720, (2 ^ least(c.refund_tries, 10))::integer)) where c.id = charge.id;
  end if;
  return true;
end $function$;
grant execute on function private.settle_razorpay_refund(jsonb) to shop_payments;

CREATE OR REPLACE FUNCTION private.settle_return(p_return uuid, p_version integer, p_lines jsonb, p_charges boolean, p_deduction numeric, p_deduction_reason text, p_settle text, p_most numeric DEFAULT NULL::numeric, p_exchange uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
  o public.orders;
  file uuid := gen_random_uuid();
  total numeric;
  due numeric;
  credit numeric;
begin
  r := private.lock_return(p_return, p_version, '{received}');
  if p_settle is null or p_settle not in ('refund', 'credit', 'exchange') then
    raise exception 'A return is settled as refund, store credit or exchange' using errcode = '22023', detail = '{"code":"INVALID","field":"settle"}';
  end if;
  select x.* into o from public.orders x where x.id = r.order_id;
  if p_settle <> 'refund' and o.user_id is null then
    raise exception 'Store credit needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}';
  end if;
  if o.user_id is not null and (p_settle <> 'refund' or o.store_credit > 0) then perform private.lock_store_credit(o.user_id); end if;
  if p_lines is not null and (private.are_return_lines(p_lines, '{credited}') is distinct from true or exists (
      select from (select l.* from public.return_lines l where l.return_id = p_return) l
      full join jsonb_to_recordset(p_lines) as c (item uuid, credited integer) on c.item = l.order_item_id
      where l.quantity is null or c.credited is null or c.credited > l.quantity)) then
    raise exception 'No more than the pieces of the return are credited' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  update public.return_lines l set credited = coalesce((select c.credited from jsonb_to_recordset(p_lines) as c (item uuid, credited integer) where c.item = l.order_item_id),
    l.restocked + l.damaged) where l.return_id = p_return;
  if p_deduction is null or p_deduction < 0 or p_deduction <> round(p_deduction, 2) or (p_deduction > 0 and coalesce(length(btrim(p_deduction_reason)), 0) not between 1 and 400) then
    raise exception 'What is kept back is in whole paise, and has a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  total := private.credit_pieces(r.order_id, (select jsonb_agg(jsonb_build_object('line', l.order_item_id, 'quantity', l.credited))
    from public.return_lines l where l.return_id = r.id and l.credited > 0), 'Return ' || r.number, coalesce(p_charges, false), file);
  if p_deduction > total then
    raise exception 'More would be kept back than is credited' using errcode = '22023', detail = jsonb_build_object('code', 'DEDUCTION_TOO_LARGE', 'credited', total)::text;
  end if;
  due := private.set_off(r.order_id, total - p_deduction);
  credit := case when p_settle = 'refund' then 0 else least(due, coalesce(p_most, due)) end;
  perform set_config('shop.exchange', case when p_settle = 'exchange' and p_most is not null then 'on' else '' end, true);
  if credit > 0 then perform private.owe_refund(r.order_id, credit, 'return', 'Return ' || r.number, true, file); end if;
  perform set_config('shop.exchange', '', true);
  if due > credit then perform private.owe_refund(r.order_id, due - credit, 'return', 'Return ' || r.number, p_file => file); end if;
  update public.returns x set state = 'closed', ended_at = private.clock_now(), credited = total, deduction = p_deduction,
      deduction_reason = case when p_deduction > 0 then btrim(p_deduction_reason) end, settled_as = p_settle, exchange_order = p_exchange,
      credit_file = case when total > 0 then file end, version = x.version + 1
    where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
  return credit;
end $function$;

CREATE OR REPLACE FUNCTION private.share_of(p_amount numeric, p_units integer, p_quantity integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select round(div(200 * p_amount * p_units + p_quantity, 2 * p_quantity) / 100, 2)
$function$;

CREATE OR REPLACE FUNCTION private.share_with_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- in the order in which the order service and every other writer lock products
  perform from public.products p where p.family_id = new.id order by p.id for no key update;
  update public.products p set
    description = coalesce(new.description, p.description), brand = coalesce(new.brand, p.brand), category_id = coalesce(new.category_id, p.category_id),
    gst_percent = coalesce(new.gst_percent, p.gst_percent), hsn = coalesce(new.hsn, p.hsn),
    country_of_origin = coalesce(new.country_of_origin, p.country_of_origin), manufacturer = coalesce(new.manufacturer, p.manufacturer),
    generic_name = coalesce(new.generic_name, p.generic_name), best_before = coalesce(new.best_before, p.best_before),
    licence = coalesce(new.licence, p.licence), ingredients = coalesce(new.ingredients, p.ingredients), how_to_use = coalesce(new.how_to_use, p.how_to_use)
  where p.family_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.ship_everything(p_order public.orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known boolean := exists (select from public.shipments s where s.order_id = p_order.id and not s.undelivered and s.tracking_number = nullif(btrim(p_order.tracking_number), ''));
begin
  update public.shipments s set state = 'shipped', shipped_at = private.clock_now(), version = s.version + 1,
      courier = case when s.own_delivery then null else coalesce(s.courier, nullif(btrim(p_order.courier), '')) end,
      tracking_number = case when s.own_delivery or known then s.tracking_number else coalesce(s.tracking_number, nullif(btrim(p_order.tracking_number), '')) end
    where s.order_id = p_order.id and s.state = 'packed';
  if exists (select from private.pieces_of(p_order.id) p where p.quantity > p.in_parcels) then
    perform private.add_shipment(p_order.id, null, 'shipped', p_order.courier, case when not known then p_order.tracking_number end, false);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.shortened_network(p_address inet)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_address is null then null
    else host(network(set_masklen(p_address, case family(p_address) when 4 then 24 else 48 end))) end
$function$;

CREATE OR REPLACE FUNCTION private.show_first_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid := coalesce(new.product_id, old.product_id);
  picture record;
begin
  select i.image_url, i.thumbhash into picture from public.product_images i
    where i.product_id = changed order by i.display_order, i.id limit 1;
  update public.products p set image_url = picture.image_url, image_thumbhash = picture.thumbhash
    where p.id = changed and (p.image_url, p.image_thumbhash) is distinct from (picture.image_url, picture.thumbhash);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.skip_same_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select (c.version, c.given) from public.consents c where c.user_id = new.user_id and c.purpose = new.purpose order by c.id desc limit 1)
     is not distinct from (new.version, new.given) then
    return null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.skip_without_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.sound_of(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(
    translate(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      replace(replace(replace(replace(replace(private.latin_word(left(word, 40)), 'tion', 'sn'), 'sion', 'sn'), 'ph', 'f'), 'x', 'ks'), 'ch', 'C'),
      '(?<=.)tur', 'Cr', 'g'),   -- as in texture
      '(?<=[aou])w(?![aeiou])', '', 'g'),   -- as in powder
      'c(?=[eiy])', 's', 'g'),
      'n(?=[pb])', 'm', 'g'),
      '^[aeiou]+', 'A'),
      '(?<=.)h', '', 'g'),
      '(?<=.)[aeiouy]+', '.', 'g'),
      'cCqwzA', 'kckvja'),   -- vowels are dots by now: a consonant on both sides of one is not a double letter
    '([^.])\1+|\.', '\1', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.spend_store_credit(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  select x.* into o from public.orders x where x.id = p_order and x.status = 'pending' and x.store_credit > 0 and x.user_id is not null
    and x.xmin = pg_current_xact_id()::xid;
  if not found then raise exception 'permission denied for store credit' using errcode = '42501'; end if;
  if exists (select from public.store_credit_entries e where e.order_id = p_order and e.kind = 'order') then
    raise exception 'Order % has spent its store credit', p_order using errcode = '23514';
  end if;
  perform private.add_store_credit(o.user_id, -o.store_credit, 'order', null, p_order);
  if o.payment_method = 'credit' then
    update public.payments p set state = 'paid' where p.order_id = p_order and p.method = 'credit' and p.amount = o.store_credit and p.state = 'awaiting_payment';
    if not found then raise exception 'Order % waits for no store credit', p_order using errcode = '23514'; end if;
  else
    insert into public.payments (order_id, method, state, amount) values (p_order, 'credit', 'paid', o.store_credit);
  end if;
end $function$;
grant execute on function private.spend_store_credit(uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.staff_may(p_user uuid, p_permission text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.user_roles r join private.role_permissions p on p.role = r.role
    where r.user_id = p_user and p.permission = p_permission
      and not exists (select from public.account_blocks b where b.user_id = r.user_id))
$function$;
grant execute on function private.staff_may(uuid,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.stamp_order_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.edited_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.stated_reason(p_reason text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 300 then
    raise exception 'This needs a reason of at most 300 characters' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  return btrim(p_reason);
end $function$;

CREATE OR REPLACE FUNCTION private.stock_class(stock integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (stock = 0) THEN 'out_of_stock'::text WHEN (stock < 10) THEN 'low_stock'::text ELSE 'in_stock'::text END;

CREATE OR REPLACE FUNCTION private.store_document_files(p_file uuid, p_irns text, p_versions uuid[], p_sizes integer[], p_hashes text[])
 RETURNS TABLE(copies text, bytes bytea, version uuid, size integer, sha256 text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  sold uuid := private.order_of_document_file(p_file);
begin
  perform private.take_up_document_files(p_versions);
  insert into private.document_files (order_id, file_id, copies, irns, sha256, version, size)
    select sold, p_file, (array['original', 'all'])[v.place], p_irns, v.hash, v.version, v.size
    from unnest(p_versions, p_sizes, p_hashes) with ordinality v (version, size, hash, place)
    on conflict do nothing;
  insert into private.loose_document_files (version)
    select v from unnest(p_versions) v where not exists (select from private.document_files f where f.version = v);
  return query select f.copies, f.bytes, f.version, f.size, f.sha256 from private.document_files f where f.file_id = p_file and f.irns = p_irns;
end $function$;
grant execute on function private.store_document_files(uuid,text,uuid[],integer[],text[]) to shop_orders;

CREATE OR REPLACE FUNCTION private.sum_changed_categories()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- one statement: what changes after it began stays in the list, and both sums change by the same rows
  with taken as (
    delete from private.category_changed m where m.id in (select o.id from private.category_changed o order by o.id limit 500) returning m.product_id
  ), found as (
    select s.day, s.product_id, s.category_id as former, p.category_id as present
    from (select distinct t.product_id from taken t) t join public.products p on p.id = t.product_id
    cross join private.sales_past d
    join private.sales_products s on s.day = d.day and private.product_part(s.product_id) = private.product_part(t.product_id) and s.product_id = t.product_id
    where s.category_id is distinct from p.category_id
  ), moved as (
    update private.sales_products s set category_id = f.present from found f
    where s.day = f.day and private.product_part(s.product_id) = private.product_part(f.product_id) and s.product_id = f.product_id
    returning s.day, f.former, f.present, s.units, s.paise
  )
  insert into private.sales_categories as c (day, category_id, units, paise)
  select m.day, x.category_id, sum(x.units), sum(x.paise)
  from moved m cross join lateral (values (m.former, -m.units, -m.paise), (m.present, m.units, m.paise)) x (category_id, units, paise) group by 1, 2
  on conflict (day, category_id) do update set units = c.units + excluded.units, paise = c.paise + excluded.paise;
  return exists (select from private.category_changed);
end $function$;

CREATE OR REPLACE FUNCTION private.sum_sales(p_ms integer DEFAULT 3000)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  began timestamptz := clock_timestamp();
  -- ten minutes late: a clock that is set back over midnight would let orders of the day in unnoticed
  today date := ((private.clock_now() - interval '10 minutes') at time zone interval '5 hours 30 minutes')::date;
  next date;
  since timestamptz;
  notes bigint[];
  more boolean;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.sum_sales')) then return false; end if;

  -- days that have ended since
  insert into private.sales_past (day, marked)
  select g::date, pg_current_xact_id()
  from generate_series(coalesce((select max(p.day) + 1 from private.sales_past p),
    (select (min(o.created_at) at time zone interval '5 hours 30 minutes')::date from public.orders o))::timestamp, (today - 1)::timestamp, interval '1 day') g
  on conflict do nothing;
  insert into private.sales_past (day, marked)
  select distinct c.day, pg_current_xact_id() from private.sales_changed c where c.day < today and not exists (select from private.sales_past p where p.day = c.day);
  more := private.sum_changed_categories();
  -- after a restore, numbers of transactions may be ahead of this database's own: such days are marked again
  update private.sales_past p set marked = pg_current_xact_id() where not p.summed and p.marked > pg_current_xact_id();

  loop
    select p.day into next from private.sales_past p
    where p.marked < pg_snapshot_xmin(pg_current_snapshot()) and p.day < today
      and (not p.summed or exists (select from private.sales_changed c where c.day = p.day))
    -- new days first, then those whose change waits longest, so that no day is left out
    order by p.summed, (select min(c.id) from private.sales_changed c where c.day = p.day), p.day desc limit 1;
    if next is null then return more; end if;
    if clock_timestamp() > began + make_interval(secs => p_ms / 1000.0) then return true; end if;

    since := next::timestamp at time zone interval '5 hours 30 minutes';
    -- noted before it is summed: what changes in between stays noted
    notes := array(select c.id from private.sales_changed c where c.day = next);
    delete from private.sales_days s where s.day = next;
    insert into private.sales_days (day, place_of_supply, payment_method, orders, units, revenue, charges, discount, gst,
        cancelled, cancelled_amount, refunds, refunds_amount, waiting, waiting_amount)
      select a.* from private.add_up_sales(since, since + interval '1 day') a;
    delete from private.sales_products s where s.day = next;
    insert into private.sales_products (day, product_id, units, paise, category_id)
      select a.*, p.category_id from private.add_up_products(since, since + interval '1 day') a left join public.products p on p.id = a.product_id;
    delete from private.sales_categories s where s.day = next;
    insert into private.sales_categories (day, category_id, units, paise)
      select next, s.category_id, sum(s.units), sum(s.paise) from private.sales_products s where s.day = next group by 2;
    delete from private.sales_changed c where c.id = any (notes);
    update private.sales_past p set summed = true where p.day = next and not p.summed;
  end loop;
end $function$;
grant execute on function private.sum_sales(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.sums_of_part(p_items jsonb, p_charges jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('discount_total', coalesce(sum(i.discount), 0), 'coupon_code', null, 'offers', '[]'::jsonb, 'charges', p_charges,
    'subtotal_base', coalesce(sum(i.taxable), 0), 'total_gst', coalesce(sum(i.cgst + i.sgst + i.igst), 0), 'cgst', coalesce(sum(i.cgst), 0),
    'sgst', coalesce(sum(i.sgst), 0), 'igst', coalesce(sum(i.igst), 0),
    'total_amount', coalesce(sum(i.total), 0) + private.charge_sum(p_charges, 'amount'))
  from jsonb_to_recordset(p_items) i (discount numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric, total numeric)
$function$;

CREATE OR REPLACE FUNCTION private.take_back_parcel_invoice(p_shipment public.shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  why text := format('Parcel %s was unpacked', p_shipment.number);
  file uuid := gen_random_uuid();
  part record;
begin
  if p_shipment.invoice_file is null then return; end if;
  if not exists (select from public.shipments s where s.order_id = p_shipment.order_id and s.id <> p_shipment.id) then
    perform private.credit_rest(p_shipment.order_id, why);
    return;
  end if;
  for part in select d.id, l.lines from public.documents d
    cross join lateral (select jsonb_agg(jsonb_build_object('line', x.line, 'quantity', x.quantity - x.credited)) as lines
      from private.invoice_lines(d.id) x where x.quantity > x.credited) l
    where d.file_id = p_shipment.invoice_file and d.kind = 'invoice' and l.lines is not null order by d.serial desc loop
    perform private.issue_credit_note(part.id, part.lines, why, false, file);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.take_back(p_shipment uuid, p_order uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.take_in(p_order, (select jsonb_agg(jsonb_build_object('product', i.product_id, 'restocked', l.restocked, 'damaged', l.damaged))
    from public.shipment_lines l join public.order_items i on i.id = l.order_item_id where l.shipment_id = p_shipment))
$function$;

CREATE OR REPLACE FUNCTION private.take_in(p_order uuid, p_pieces jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products p where p.id in (select b.product from jsonb_to_recordset(p_pieces) b (product uuid)) order by p.id for no key update;
  perform set_config('shop.stock_reason', 'return', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.arrived
    from (select x.product, sum(x.restocked + x.damaged)::integer as arrived
      from jsonb_to_recordset(p_pieces) x (product uuid, restocked integer, damaged integer) group by 1) b
    where p.id = b.product and b.arrived > 0;
  perform set_config('shop.stock_reason', 'damaged', true);
  update public.products p set stock = p.stock - b.damaged
    from (select x.product, sum(x.damaged)::integer as damaged from jsonb_to_recordset(p_pieces) x (product uuid, damaged integer) group by 1) b
    where p.id = b.product and b.damaged > 0;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $function$;

CREATE OR REPLACE FUNCTION private.take_jobs(p_runner uuid, p_running text[], p_names text[], p_every integer[], p_hold integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- of the database, because the clocks of two servers differ
  moment constant timestamptz := clock_timestamp();
  hold constant interval := p_hold * interval '1 millisecond';
begin
  update private.jobs j set held_until = moment + hold
    where j.runner = p_runner and j.name = any (p_running) and j.held_until < moment + hold * 0.6 and j.started_at > moment - interval '1 hour';
  insert into private.jobs (name) select unnest(p_names) on conflict do nothing;
  return query
    update private.jobs j set runner = p_runner, held_until = moment + hold, started_at = moment from (
      select d.name from private.jobs d join unnest(p_names, p_every) a (name, every) on a.name = d.name
      where case when d.runner is null
        -- a failed one is tried again after a quarter of an hour; a clock that was put back must not end its work. a start just after the moment
        -- is that of another process, which has run it since
        then coalesce(d.started_at + case when d.failed_at >= d.finished_at then least(a.every, 900000) else a.every end * interval '1 millisecond' <= moment
          or d.started_at > moment + interval '1 minute', true)
        else d.held_until < moment or d.held_until > moment + interval '1 hour' end
      order by d.name for update of d skip locked) due
    where j.name = due.name
    returning j.name;
end $function$;
grant execute on function private.take_jobs(uuid,text[],text[],integer[],integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.take_loose_document_files(p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.loose_document_files l set attempts = l.attempts + 1,
      due_at = clock_timestamp() + least(interval '1 hour', interval '30 seconds' * power(2, least(l.attempts, 10)))
    where l.version in (select d.version from private.loose_document_files d where d.due_at <= clock_timestamp() and not private.is_backing_up()
      order by d.due_at limit p_limit for update skip locked)
    returning l.version
$function$;
grant execute on function private.take_loose_document_files(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.take_picture_downloads(p_count integer)
 RETURNS TABLE(id bigint, address text, tries integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.picture_downloads d set tries = d.tries + 1, due_at = now() + interval '5 minutes'
  where d.id in (
    select n.id from private.picture_downloads n where n.failure is null and n.due_at <= now() order by n.due_at, n.id limit p_count for update skip locked)
  returning d.id, d.address, d.tries
$function$;
grant execute on function private.take_picture_downloads(integer) to shop_mail;

CREATE OR REPLACE FUNCTION private.take_razorpay_event(p_id text, p_event text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.razorpay_events (id, event) values (left(p_id, 100), left(p_event, 60)) on conflict do nothing;
  return found;
end $function$;
grant execute on function private.take_razorpay_event(text,text) to shop_payments;

CREATE OR REPLACE FUNCTION private.take_units(p_item uuid, p_count integer, p_shipment uuid)
 RETURNS int4multirange
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken int4multirange;
begin
  select private.first_units(int4multirange(int4range(0, i.quantity)) - coalesce((select range_agg(u.units) from private.piece_units u where u.order_item_id = i.id), '{}'), p_count)
    into taken from public.order_items i where i.id = p_item;
  insert into private.piece_units (order_item_id, shipment_id, units) values (p_item, p_shipment, taken);
  return taken;
end $function$;

CREATE OR REPLACE FUNCTION private.take_up_document_files(p_versions uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken integer;
begin
  delete from private.loose_document_files l where l.version = any (p_versions) and l.attempts = 0;
  get diagnostics taken = row_count;
  if taken <> cardinality(p_versions) then
    raise exception 'The files of a document took more than an hour to write' using errcode = '55000';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.times_of_days(p_from date, p_to date, p_now timestamp with time zone, OUT since timestamp with time zone, OUT until timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_from::timestamp at time zone 'Asia/Kolkata', least((p_to + 1)::timestamp at time zone 'Asia/Kolkata', p_now + interval '1 microsecond')
$function$;

CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.unconfirmed_razorpay_payments(p_order uuid)
 RETURNS TABLE(payment_id text, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id, c.amount from private.razorpay_payments c
  where c.order_id = p_order and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null
$function$;
grant execute on function private.unconfirmed_razorpay_payments(uuid) to shop_payments;

CREATE OR REPLACE FUNCTION private.uncredited_charges(p_invoice uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when exists (
      select from public.documents n where n.reverses = p_invoice
        and (not n.content ? 'invoiced' or private.charge_sum(n.content #> '{order,charges}', 'amount') > 0))
    then '[]' else private.charges_of(d.content) end
  from public.documents d where d.id = p_invoice
$function$;

CREATE OR REPLACE FUNCTION private.unit_paid(price numeric, rate numeric, includes_gst boolean)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when includes_gst then price
    else greatest(price + 2 * round(price * (rate / 2) / 100, 2), ceil(price * (100 + rate)) / 100) end
$function$;

CREATE OR REPLACE FUNCTION private.units_sold(p_since timestamp with time zone, p_until timestamp with time zone, p_lately_since timestamp with time zone, p_lately_until timestamp with time zone)
 RETURNS TABLE(product_id uuid, units bigint, lately boolean)
 LANGUAGE sql
 STABLE ROWS 100000
 SET search_path TO ''
AS $function$
  with days as materialized (
    select d.day, d.since, d.until, d.summed, bool_or(not d.lately) as this, bool_or(d.lately) as lately
    from (
      select false as lately, x.* from private.days_of_sales(p_since, p_until) x
      union all
      select true, x.* from private.days_of_sales(p_lately_since, p_lately_until) x) d
    group by 1, 2, 3, 4
  ), at_once as materialized (
    select least(private.parts_at_once(p_since, p_until), private.parts_at_once(p_lately_since, p_lately_until)) as n
  ), unsummed_parts as materialized (
    select private.product_part(s.product_id) / n.n * n.n as part, array_agg(d.this) as this, array_agg(d.lately) as lately,
      array_agg(s.product_id) as product_id, array_agg(s.units) as units
    from at_once n cross join days d cross join lateral private.add_up_products(d.since, d.until) s where not d.summed group by 1
  )
  select y.* from at_once n cross join generate_series(0, 63, n.n) g (part) cross join lateral (
    select l.product_id, (sum(l.units::double precision) filter (where l.this))::bigint as units, bool_or(l.lately) as lately
    from (
      select d.this, d.lately, s.product_id, s.units
      from days d join private.sales_products s on s.day = d.day and private.product_part(s.product_id) between g.part and g.part + n.n - 1 where d.summed
      union all
      select r.* from unsummed_parts u cross join lateral unnest(u.this, u.lately, u.product_id, u.units) r where u.part = g.part) l
    where l.product_id is not null group by 1) y
$function$;

CREATE OR REPLACE FUNCTION private.unless_demo(p_held jsonb, p_given jsonb, p_column text, p_own text, p_new text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when p_held -> p_column = p_given -> p_column then p_new else p_own end $function$;

CREATE OR REPLACE FUNCTION private.unpaid_orders(p_of uuid[] DEFAULT NULL::uuid[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.id
  from public.orders o
    cross join lateral (select private.awaited_since(o) as since) w
    cross join (select make_interval(hours => s.upi_unpaid_hours) as upi_unpaid, make_interval(mins => s.razorpay_unpaid_minutes) as razorpay_unpaid from public.settings s) shop
  where o.status = 'pending' and (p_of is null or o.id = any (p_of))
    and not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0) and (
      o.payment_state = 'awaiting_payment' and w.since < private.clock_now() - case o.payment_method
        when 'upi' then shop.upi_unpaid
        when 'razorpay' then shop.razorpay_unpaid
        else interval '100 years' end   -- cash is not awaited
      and not (o.payment_method = 'razorpay' and w.since > private.clock_now() - interval '1 day' - shop.razorpay_unpaid and exists (
        select from private.razorpay_orders r where r.order_id = o.id and (r.asked_at is null or r.asked_at < w.since + shop.razorpay_unpaid)))
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'razorpay' and w.since < private.clock_now() - interval '6 days'
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.claim_holds_until < private.clock_now())
      or o.payment_state = 'failed' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.updated_at < private.clock_now() - shop.upi_unpaid))
$function$;

CREATE OR REPLACE FUNCTION private.utc_text(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'::text);

CREATE OR REPLACE FUNCTION private.why_not_undone(o public.orders, p public.payments)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p.method = 'razorpay' then array['PROVIDER_SETTLES', 'Razorpay settles this payment']
    when p.method = 'credit' then array['STORE_CREDIT', 'Store credit was spent by the order itself']
    when p.state = 'refunded' then array['REFUND_EXISTS', 'This payment was refunded']
    when p.state not in ('paid', 'refund_due') or p.amount = 0 then array['PAYMENT_NOT_RECORDED', 'No money is recorded with this payment']
    when exists (select from public.remittance_lines l where l.payment_id = p.id) then array['REMITTED', 'This payment came with the transfer of a courier']
    when exists (select from public.refunds r where r.payment_id = p.id and r.state <> 'withdrawn'
        and not (r.state = 'due' and (r.source = 'surplus' or r.source = 'cancellation' and o.status = 'cancelled'))) then array['REFUND_EXISTS', 'Money of this payment was refunded, or is due back']
    -- with this payment gone it would be no surplus any more
    when p.amount > p.surplus and exists (select from public.refunds r where r.order_id = o.id and r.payment_id <> p.id and r.source = 'surplus' and r.state = 'due')
      then array['SURPLUS_DUE', 'Other money of this order is owed back as too much']
    -- the amount that its buyer has sent is fixed
    when p.amount > p.surplus and exists (select from public.payments x where x.order_id = o.id and x.state = 'awaiting_verification') then array['PAYMENT_OPEN', 'A reported payment of this order has to be checked first']
    when p.amount > p.surplus and o.payment_method in ('razorpay', 'credit') then array['PROVIDER_SETTLES', 'What is open of this order is not recorded by hand']
  end
$function$;

CREATE OR REPLACE FUNCTION private.withdraw_invite(p_by uuid, p_invite uuid, OUT refusal text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  if not private.staff_may(p_by, 'staff.manage') then
    refusal := 'FORBIDDEN';
    return;
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_by)::text, true);
  update private.staff_invites i set withdrawn_at = now() where i.id = p_invite and i.accepted_at is null and i.withdrawn_at is null;
  if not found then refusal := 'NOT_OPEN'; end if;
end $function$;
grant execute on function private.withdraw_invite(uuid,uuid) to shop_orders;

CREATE OR REPLACE FUNCTION private.word_query(token text, OUT anywhere tsquery, OUT nearest tsquery, OUT documents bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  beginning constant tsquery := private.quote_lexeme(token) || ':*';
  latin constant text := private.latin_word(token);
  slips constant integer := case when length(latin) < 3 then 0 when length(latin) < 5 then 1 when length(latin) < 9 then 2 else 3 end;
  exchanged text[];
  others tsquery;
  more bigint;
  similar_words text[];
  similar_distances real[];
  closest real;
begin
  -- 200 words are enough to know that there are many
  select sum(c.documents) into documents
    from (select l.documents from private.lexemes l where l.word >= token collate "C" and l.word < (token || chr(1114111)) collate "C" limit 200) c;
  if documents is not null or exists (select from private.search_documents d where d.words @@ beginning) then
    anywhere := beginning;
    nearest := beginning;
    -- what is spelled as typed comes first, so the others are not among the nearest
    if length(latin) > 2 and token !~ '\d' then
      select string_agg(private.quote_lexeme(w.word), ' | ')::tsquery, sum(w.documents) into others, more
        from private.words_like(token, case when length(latin) > 3 then 1 else 0 end, false) w where w.distance < 1 and not starts_with(w.word, token);
      if others is not null then
        anywhere := beginning || others;
        documents := documents + more;
      end if;
    end if;
    return;
  end if;
  if slips = 0 or token ~ '\d' then
    return;
  end if;
  select array_agg(w.word), array_agg(w.distance) into similar_words, similar_distances from private.words_like(token, slips, latin <> token) w;
  exchanged := array(select overlay(token placing reverse(substr(token, i, 2)) from i for 2) from generate_series(1, length(token) - 1) i);
  -- what it sounds like and means first. then, as most slips leave the first letter alone, that part of the index, and last all words.
  -- the search ends where less than one slip explains the sound, one slip the letters, or anything a word of another script
  for attempt in 0..2 loop
    select string_agg(private.quote_lexeme(c.word), ' | ')::tsquery,
      string_agg(private.quote_lexeme(c.word), ' | ') filter (where c.distance = c.fewest)::tsquery,
      min(c.distance), sum(c.documents)
    into anywhere, nearest, closest, documents
    from (
      select k.word, min(k.distance) as distance, min(min(k.distance)) over () as fewest,
        (select l.documents from private.lexemes l where l.word = k.word) as documents
      from (
        select a.word, a.distance, true as by_sound from unnest(similar_words, similar_distances) a (word, distance)
        union all
        select l.word, s.distance, false
        from private.lexemes l, lateral (
          select case when l.word = any (exchanged) or left(l.word, length(token)) = any (exchanged) then 1
            else least(   -- the whole word, and as much of it as has been typed
              extensions.levenshtein_less_equal(token, l.word, slips),
              extensions.levenshtein_less_equal(token, left(l.word, length(token)), slips)) end as distance) s
        where attempt > 0 and (attempt = 2 or l.word >= left(token, 1) collate "C" and l.word < (left(token, 1) || chr(1114111)) collate "C")
          and length(l.word) >= length(token) - slips
          and s.distance <= slips
      ) k
      group by k.word order by 2, bool_and(k.by_sound), 4 desc, k.word limit 3
    ) c;
    exit when closest < 1 or closest = 1 and attempt > 0 or closest is not null and latin <> token;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.words_like(token text, slips integer, p_prefix boolean)
 RETURNS TABLE(word text, distance real, documents integer)
 LANGUAGE plpgsql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  latin constant text := left(private.latin_word(token), 40);   -- as many characters as known words have (private.search_words): bounds the comparing
  sound_typed constant text := private.sound_of(token);
begin
  return query
    with similar_words as (
      -- another spelling of a meaning is a whole slip: pain is no paon, and the letters are compared too
      select other.word, extensions.levenshtein(latin, typed.word) / case when latin = token then 1.0 else 4.0 end as distance from private.synonyms typed join private.synonyms other on other.meaning = typed.meaning
        where typed.sound = sound_typed and extensions.levenshtein(latin, typed.word) <= case when length(typed.word) < 4 then 0 else 1 end
      union all
      select l.word, extensions.levenshtein(latin, private.latin_word(l.word)) / case when latin = token and private.latin_word(l.word) = l.word then 2.0 else 4.0 end
        from private.lexemes l where private.sound_of(l.word) collate "C" = sound_typed and length(sound_typed) > 1
      union all
      (select l.word, extensions.levenshtein(latin, left(private.latin_word(l.word), length(latin))) / 4.0
        from private.lexemes l where p_prefix and length(sound_typed) > 1 and private.sound_of(l.word) collate "C" > sound_typed
          and private.sound_of(l.word) collate "C" < sound_typed || chr(1114111) limit 1000)   -- a short sound begins many words: this bounds how many are compared
    )
    select l.word, min(a.distance)::real, l.documents from similar_words a join private.lexemes l on l.word = a.word where a.distance <= slips
    group by l.word, l.documents order by 2, l.documents desc, l.word limit 5;
end $function$;

CREATE OR REPLACE FUNCTION private.words_of(full_name text, company_name text, phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN lower(concat_ws(' '::text, full_name, company_name, regexp_replace(phone, '\D'::text, ''::text, 'g'::text)));

CREATE OR REPLACE FUNCTION private.words_without_digits(words tsvector)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT w.word FROM unnest(tsvector_to_array(words_without_digits.words)) w(word) WHERE (w.word !~ '\d'::text));

CREATE OR REPLACE FUNCTION private.write_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_nestloop TO 'off'
AS $function$
declare
  key constant text := tg_argv[0];
  about constant text := tg_argv[1];
  skipped constant text[] := tg_argv[2];
  shown constant text[] := nullif(tg_argv[3], '');
  with_values constant boolean := tg_argv[4] = 'yes';
  me constant uuid := auth.uid();
begin
  if tg_op = 'UPDATE' then
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, n.line ->> about, 'update', c.changes
      from (select to_jsonb(x) as line from changed x offset 0) n
      join (select to_jsonb(x) as line from before x offset 0) b on b.line ->> key = n.line ->> key
      cross join lateral (
        select jsonb_object_agg(k.key, case
            when private.is_shown(k.key, shown)
              then jsonb_build_array(private.audit_value(b.line -> k.key), private.audit_value(k.value)) end) as changes
        from jsonb_each(n.line) k
        where k.value is distinct from coalesce(b.line -> k.key, 'null') and k.key <> all (skipped)) c
      where c.changes is not null;
  elsif tg_op = 'INSERT' then
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, n.line ->> about, 'insert',
        case when with_values then coalesce(private.audit_changes(null, n.line, skipped, shown), '{}') else '{}' end
      from (select to_jsonb(x) as line from changed x offset 0) n;
  else
    insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.clock_now(), me, tg_table_name, b.line ->> about, 'delete', coalesce(private.audit_changes(b.line, null, skipped, shown), '{}')
      from (select to_jsonb(x) as line from before x offset 0) b;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.write_order_change(p_by uuid, p_own boolean, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  before numeric;
  paid_by text;
  state text;
  credit numeric;   -- what store credit pays of it
  awaited public.payments;
  rest numeric;
  reissued boolean;
  credited uuid;
  files jsonb;
  short text := '#' || left(p_id::text, 8);
  shown text := case when length(p_note) > 540 then left(p_note, 539) || '…' else p_note end;
begin
  select x.* into o from public.orders x where x.id = p_id and x.version = p_version and case when p_own
    then x.status = 'pending' and x.user_id = p_by and x.channel = 'online' else x.status in ('pending', 'processing') end for no key update;
  if not found or not p_own and not private.staff_may(p_by, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  before := o.total_amount;
  paid_by := o.payment_method;
  state := o.payment_state;
  credit := o.store_credit;
  if credit > 0 and o.user_id is not null then perform private.lock_store_credit(o.user_id); end if;   -- before the limits, as placing an order does
  if p_own then
    perform private.check_change_limits(o, coalesce(p_order ->> 'payment_state', state), coalesce((p_order ->> 'total_amount')::numeric, before));
  end if;
  reissued := o.status = 'processing' and not o.invoice_per_parcel and (p_items is not null or p_order - '{phone,payment_method,payment_state}'::text[] <> '{}');
  if reissued then
    perform private.lock_serials();   -- before the customer's figures, which follow the order
    credited := private.credit_rest(p_id, p_reason);
  end if;
  if p_items is not null then
    perform set_config('shop.stock_reason', 'change', true), set_config('shop.stock_order', p_id::text, true);
    update public.products p set stock = p.stock - m.more, units_sold = greatest(p.units_sold + m.more, 0)
      from (select q.product_id, sum(q.quantity)::integer as more from (
          select i.product_id, -i.quantity as quantity from public.order_items i where i.order_id = p_id
          union all select n.product_id, n.quantity from jsonb_to_recordset(p_items) n (product_id uuid, quantity integer)) q
        where q.product_id is not null group by 1) m
      where p.id = m.product_id and m.more <> 0;
    perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
    -- what staff agreed on for a product ends with its line: added again, it costs what it costs then
    with gone as (
      delete from public.order_items i where i.order_id = p_id and i.id not in (
        select n.id from jsonb_to_recordset(p_items) n (id uuid) where n.id is not null)
      returning i.product_id)
    delete from public.order_overrides v using gone where v.order_id = p_id and v.product_id = gone.product_id;
    update public.order_items i set (quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
        = (n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total)
      from jsonb_populate_recordset(null::public.order_items, p_items) n where i.id = n.id and i.order_id = p_id;
    insert into public.order_items (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
      select p_id, n.product_id, n.product_name, n.sku, n.hsn, n.unit, n.image_url, n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total
      from jsonb_populate_recordset(null::public.order_items, p_items) n where n.id is null;
  end if;
  update public.orders x set (full_name, company_name, gstin, address, city, state, pincode, phone, place_of_supply, coupon_code, offers,
      goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state, store_credit)
    = (select n.full_name, n.company_name, n.gstin, n.address, n.city, n.state, n.pincode, n.phone, n.place_of_supply, n.coupon_code, n.offers,
      n.goods_total, n.discount_total, n.subtotal_base, n.total_gst, n.cgst, n.sgst, n.igst, n.charges, n.total_amount, n.payment_method, n.payment_state, least(n.store_credit, n.total_amount)
      from jsonb_populate_record(o, p_order) n)
    where x.id = p_id returning x.* into o;
  -- what was received stays what it was: a payment that is still to come follows the total, what was received too much is due back, and what
  -- is missing of a paid order is a payment of its own
  select p.* into awaited from public.payments p where p.order_id = p_id and private.is_open_payment(p.state) order by p.created_at, p.id limit 1;
  rest := coalesce(awaited.amount, 0) + o.total_amount - before;
  if rest < 0 then
    perform private.owe_refund(p_id, -rest, 'change', p_reason, p_file => credited);
  end if;
  if awaited.id is null and rest > 0 then
    perform private.await_payment(p_id, rest);
  elsif awaited.id is not null and (o.total_amount <> before or o.payment_method <> paid_by) then
    -- a reference that was not found belongs to the old method. the time to pay counts from now
    update public.payments p set method = o.payment_method, state = o.payment_state, failure = null, provider_reference = null, claimed_at = null,
      awaited_since = private.clock_now() where p.id = awaited.id and o.payment_method <> paid_by;
    update public.payments p set amount = greatest(rest, 0) where p.id = awaited.id;
    if rest <= 0 and exists (select from public.payments p where p.order_id = p_id and p.state in ('paid', 'refunded')) then
      update public.payments p set state = 'paid' where p.id = awaited.id;
      update public.orders x set payment_state = 'paid' where x.id = p_id returning x.* into o;
    end if;
  end if;
  if exists (select from public.payments p where p.order_id = p_id and private.is_open_payment(p.state)
      and (p.method, p.state) is distinct from (o.payment_method, o.payment_state)) then
    raise exception 'The payments of order % are not those of the order', p_id using errcode = '23514';
  end if;
  if reissued then
    perform private.issue_invoice(p_id);
    files := jsonb_build_array(credited, (select d.file_id from public.documents d where d.order_id = p_id and d.kind = 'invoice' and not exists (
      select from public.documents n where n.reverses = d.id) limit 1));
  end if;
  insert into public.order_status_history (order_id, status, notes, created_by, created_at) values (p_id, o.status, p_note, p_by, private.clock_now());
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, 'Order changed', 'Order ' || short || ': ' || shown, 'order_update', p_id, private.clock_now());
  end if;
  insert into private.mails (kind, recipient, data) values ('order_changed', o.email, jsonb_strip_nulls(
    jsonb_build_object('order_id', p_id, 'status', o.status, 'note', shown, 'files', files)));
end $function$;
grant execute on function private.write_order_change(uuid,boolean,uuid,integer,jsonb,jsonb,text,text) to shop_orders;

CREATE OR REPLACE FUNCTION private.write_webhook(p_kind text, p_object uuid, p_data jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.webhook_deliveries (endpoint_id, kind, object_id, data)
    select e.id, p_kind, p_object, p_data from private.webhook_endpoints e where e.active
$function$;

CREATE OR REPLACE FUNCTION public.accept_invite(p_name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open private.staff_invites;
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  open := private.open_invite();
  if open.id is null or not private.session_is_open() then
    raise exception 'There is no invitation for this account' using errcode = 'PT404', detail = '{"code":"NO_INVITE"}';
  end if;
  if length(btrim(coalesce(p_name, ''))) not between 1 and 120 then
    raise exception 'Enter your name' using errcode = '22023', detail = '{"code":"NAME_REQUIRED"}';
  end if;
  update public.profiles p set full_name = btrim(p_name) where p.id = auth.uid();
  insert into public.user_roles (user_id, role, granted_by) values (auth.uid(), open.role, open.invited_by) on conflict do nothing;
  update private.staff_invites i set accepted_at = now() where i.id = open.id;
  return open.role;
end $function$;
grant execute on function public.accept_invite(text) to authenticated;
grant execute on function public.accept_invite(text) to service_role;

CREATE OR REPLACE FUNCTION public.add_to_cart(p_lines jsonb)
 RETURNS TABLE(product_id uuid, quantity integer)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with wanted as (
    select (l ->> 'product_id')::uuid as product, sum((l ->> 'quantity')::integer) as units from jsonb_array_elements(p_lines) l group by 1)
  insert into public.cart_items as c (user_id, product_id, quantity)
  select auth.uid(), w.product, least(w.units, 99999) from wanted w join public.products p on p.id = w.product and p.status = 'active' order by w.product
  on conflict on constraint cart_items_user_id_product_id_key do update set quantity = least(c.quantity + excluded.quantity, 99999), updated_at = now()
  returning c.product_id, c.quantity
$function$;
grant execute on function public.add_to_cart(jsonb) to authenticated;
grant execute on function public.add_to_cart(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.add_zip_picture(p_import uuid, p_sku text, p_place integer, p_hash text, p_path text DEFAULT NULL::text, p_thumbhash text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  product uuid;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform public.hold_import(p_import);
  if p_hash !~ '^[0-9a-f]{64}$' or p_place not between 1 and 12 or p_path !~ '^product_images/[^/]+$' then
    raise exception 'This is no picture of a file' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  select p.id into product from public.products p where p.sku = p_sku;
  if product is null then
    return 'GONE';
  end if;
  if exists (select from public.product_images i join private.picture_sources s on s.image_id = i.id
    where i.product_id = product and s.address = 'sha256:' || p_hash and i.image_url is distinct from p_path)
  then
    return 'KNOWN';
  end if;
  if p_path is null then
    return case when (select count(*) from public.product_images i where i.product_id = product) >= 12 then 'FULL' else 'KEPT' end;
  end if;
  -- its answer was lost, and it is sent again
  if exists (select from public.product_images i where i.product_id = product and i.image_url = p_path) then
    return 'KEPT';
  end if;
  return case when private.put_picture(product, p_import, 'sha256:' || p_hash, p_place, p_path, p_thumbhash) then 'KEPT' else 'FULL' end;
end $function$;
grant execute on function public.add_zip_picture(uuid,text,integer,text,text,text) to authenticated;
grant execute on function public.add_zip_picture(uuid,text,integer,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.admin_customer(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  f public.customer_figures;
  p public.profiles;
  bought uuid[];
begin
  if not private.may('customers.read') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  select x.* into f from public.customer_figures x where x.id = p_user;
  if not found then return null; end if;
  select x.* into p from public.profiles x where x.id = f.user_id;
  bought := private.orders_of_customer(f.id, 500);
  return (
    select jsonb_build_object(
      'guest', f.user_id is null,
      'profile', jsonb_build_object('id', f.id, 'full_name', case when f.user_id is null then f.full_name else p.full_name end,
        'company_name', p.company_name, 'gstin', p.gstin, 'phone', p.phone,
        'created_at', f.since, 'updated_at', coalesce(p.updated_at, f.since)),
      'ordered', jsonb_build_object('full_name', o.full_name, 'company_name', o.company_name, 'gstin', o.gstin, 'phone', o.phone,
        'email', case when private.may('customers.emails') then o.email end, 'order_id', o.newest),
      'email', case when private.may('customers.emails') then u.email end,
      'last_sign_in_at', u.last_sign_in_at,
      'roles', (select coalesce(jsonb_agg(r.role order by r.role desc), '[]') from public.user_roles r where r.user_id = p.id),
      'orders', f.orders, 'spent', f.spent, 'last_order_at', f.last_order_at,
      -- may their number be proven by a code, and until when is one valid?
      'phone_code', case when f.guest_key like 'tel:%' then jsonb_build_object('expires_at',
        (select c.expires_at from private.phone_codes c where c.customer_id = f.id and c.expires_at > private.clock_now())) end,
      'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'by', private.person_name(b.blocked_by))
        from public.account_blocks b where b.user_id = p.id),
      'addresses', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'updated_at' order by a.is_default desc, a.created_at desc), '[]')
        from (select * from public.addresses x where x.user_id = p.id order by x.is_default desc, x.created_at desc limit 50) a),
      'ordered_addresses', (select coalesce(jsonb_agg(to_jsonb(d) order by d.created_at desc, d.id), '[]') from (
        select * from (
          select distinct on (lower(x.address), x.pincode) x.id, x.full_name, x.company_name, x.address, x.city, x.state, x.pincode, x.phone, x.created_at
          from public.orders x where x.id = any (bought) and x.phone <> ''
            and not exists (select from public.addresses a where a.user_id = p.id and lower(a.address) = lower(x.address) and a.pincode = x.pincode)
          order by lower(x.address), x.pincode, x.created_at desc) y
        order by y.created_at desc limit 10) d),
      'consents', (select coalesce(jsonb_agg(to_jsonb(c) order by c.purpose), '[]') from (
        select distinct on (s.purpose) s.purpose, s.given, s.created_at from public.consents s where s.user_id = p.id order by s.purpose, s.id desc) c),
      'complaints', (select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at desc), '[]') from (
        select x.id, x.number, x.status, x.created_at from public.complaints x where x.user_id = p.id order by x.created_at desc limit 5) k),
      -- of the newest 500 orders
      'products', (select coalesce(jsonb_agg(to_jsonb(g) order by g.quantity desc, g.total desc, g.name), '[]') from (
        select i.product_id, max(i.product_name) as name, sum(i.quantity) as quantity, sum(i.total) as total, count(distinct i.order_id) as orders
        from public.orders x join public.order_items i on i.order_id = x.id
        where x.id = any (bought) and private.is_sale(x.status, x.payment_state)
        group by i.product_id, case when i.product_id is null then i.product_name end
        order by quantity desc, total desc limit 6) g))
    from (select (array_agg(x.full_name order by x.created_at desc, x.id) filter (where x.full_name <> ''))[1] as full_name,
        (array_agg(x.company_name order by x.created_at desc, x.id) filter (where x.company_name <> ''))[1] as company_name,
        (array_agg(x.gstin order by x.created_at desc, x.id) filter (where x.gstin <> ''))[1] as gstin,
        (array_agg(x.phone order by x.created_at desc, x.id) filter (where x.phone <> ''))[1] as phone,
        (array_agg(x.email order by x.created_at desc, x.id) filter (where x.email <> ''))[1] as email,
        (array_agg(x.id order by x.created_at desc, x.id))[1] as newest
      from public.orders x where x.id = any (bought)) o
    left join auth.users u on u.id = p.id);
end $function$;
grant execute on function public.admin_customer(uuid) to authenticated;
grant execute on function public.admin_customer(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.admin_dashboard()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;
  return (select jsonb_object_agg(d.key, case when private.may(coalesce(s.permission, 'analytics.read')) then d.value else 'null' end)
    from jsonb_each(private.dashboard()) d
    left join (values ('as_of', 'panel'), ('sales', 'analytics.read'), ('verify', 'payments.manage'), ('refund', 'payments.manage'), ('collect', 'payments.manage'), ('accept', 'orders.process'),
      ('ship', 'orders.process'), ('returns', 'orders.process'), ('feed', 'orders.read'), ('stock', 'catalogue.write'), ('mails', 'mails.read'), ('complaints', 'complaints.write'), ('health', 'settings.write'))
      s (part, permission) on s.part = d.key);
end $function$;
grant execute on function public.admin_dashboard() to authenticated;
grant execute on function public.admin_dashboard() to service_role;

CREATE OR REPLACE FUNCTION public.admin_orders(p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'placed'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50, p_day_filters jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text, phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric, charges jsonb, total_amount numeric, store_credit numeric, payment_method text, payment_state text, courier text, tracking_number text, version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text, day_orders integer, day_cancelled integer, day_total numeric, order_number integer, units_gone integer, refund_due numeric, to_collect numeric, invoice_per_parcel boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  conditions text;
  -- newest or highest total first, then by id; ascending is the very reverse, so that one index serves both
  reversed boolean := p_ascending <> p_backwards;
  sorted text := case p_sort when 'placed' then 'created_at' when 'total' then 'total_amount' end;
  sort_type text := case p_sort when 'placed' then 'timestamptz' else 'numeric' end;
  ordering text;
  days text := 'select null::date as day, null::integer as orders, null::integer as cancelled, null::numeric as total where false';
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if sorted is null then raise exception 'Orders are not sorted by %', p_sort using errcode = '22023'; end if;
  ordering := format(case when reversed then 'o.%I, o.id desc' else 'o.%I desc, o.id' end, sorted);
  conditions := private.order_conditions(p_filters);
  if p_cursor is not null then
    conditions := conditions || ' and ' || format(
      -- the last of these says nothing new, but is a range of an index
      case when reversed then '(o.%1$I > %2$L or (o.%1$I = %2$L and o.id < %3$L)) and o.%1$I >= %2$L'
        else '(o.%1$I < %2$L or (o.%1$I = %2$L and o.id > %3$L)) and o.%1$I <= %2$L' end,
      sorted, case sort_type when 'timestamptz' then ((p_cursor ->> 0)::timestamptz)::text else ((p_cursor ->> 0)::numeric)::text end, (p_cursor ->> 1)::uuid);
  end if;

  if p_day_filters is not null then
    days := format($days$
      select d.day, t.* from (select distinct (l.created_at at time zone 'Asia/Kolkata')::date as day from listed l) d
      cross join lateral (select count(*)::integer as orders, (count(*) filter (where o.status = 'cancelled'))::integer as cancelled,
          coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0) as total
        from public.orders o where o.created_at >= d.day::timestamp at time zone 'Asia/Kolkata' and o.created_at < (d.day + 1)::timestamp at time zone 'Asia/Kolkata'
          and %s) t$days$, private.order_conditions(p_day_filters));
  end if;

  return query execute format($query$
    with listed as materialized (select o.* from public.orders o where %1$s order by %2$s limit %3$s)
    select o.id, o.created_at, o.status, o.user_id, o.full_name, o.company_name, o.gstin, o.city, o.state, o.pincode, o.phone, o.place_of_supply,
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount, o.store_credit,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure,
      y.orders, y.cancelled, y.total, o.order_number, g.units, b.due, w.open, o.invoice_per_parcel
    from listed o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    -- only an order that is being packed can have left in part
    cross join lateral (select coalesce(sum(n.quantity), 0)::integer as units from public.shipments h join public.shipment_lines n on n.shipment_id = h.id
      where o.status = 'processing' and h.order_id = o.id and h.state in ('shipped', 'delivered')) g
    cross join lateral (select coalesce(sum(r.amount), 0) as due from public.refunds r where r.order_id = o.id and r.state in ('due', 'asked', 'failed')) b
    cross join lateral (select coalesce(sum(x.amount) filter (where o.status <> 'cancelled' and private.is_open_payment(x.state)), 0) as open
      from public.payments x where x.order_id = o.id) w
    left join lateral (select x.provider_reference, x.failure from public.payments x where x.order_id = o.id and x.state <> 'undone'
      order by x.method = 'credit', private.is_open_payment(x.state) desc, x.created_at desc limit 1) p on true
    left join (%4$s) y on y.day = (o.created_at at time zone 'Asia/Kolkata')::date
    order by %2$s$query$,
    conditions, ordering, least(greatest(p_limit, 1), 1001), days);
end $function$;
grant execute on function public.admin_orders(jsonb,text,boolean,jsonb,boolean,integer,jsonb) to authenticated;
grant execute on function public.admin_orders(jsonb,text,boolean,jsonb,boolean,integer,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.admin_people()
 RETURNS TABLE(user_id uuid, full_name text, role text, since timestamp with time zone, granted_by text, last_sign_in_at timestamp with time zone, blocked boolean, email text, second_factor boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('staff.manage') then raise exception 'permission denied for people' using errcode = '42501'; end if;
  return query
    select r.user_id, p.full_name, r.role, r.created_at, private.person_name(r.granted_by), u.last_sign_in_at, private.is_blocked(r.user_id),
      u.email::text, private.has_factor(r.user_id)
    from public.user_roles r join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
    where not private.is_api_key(r.user_id);
end $function$;
grant execute on function public.admin_people() to authenticated;
grant execute on function public.admin_people() to service_role;

CREATE OR REPLACE FUNCTION public.admin_product_count(p_search text, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted integer;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  execute format('select count(*) from (select from %s p where %s limit 100001) c', private.product_source(p_filters),
    array_to_string(private.product_conditions(p_search, p_filters), ' and ')) into counted;
  return counted;
end $function$;
grant execute on function public.admin_product_count(text,jsonb) to authenticated;
grant execute on function public.admin_product_count(text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.admin_product_groups(p_search text DEFAULT ''::text, p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'created_at'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, name text, base_price numeric, stock bigint, units_sold bigint, created_at timestamp with time zone, product jsonb, family jsonb, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  upwards boolean := p_ascending <> p_backwards;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  perform private.product_sort_type(p_sort);
  return query execute format($sql$
    with sums as (
      select coalesce(p.family_id, p.id) as id, p.family_id, min(p.name) as name, min(p.base_price) as base_price, max(p.base_price) as highest,
        sum(p.stock) as stock, sum(p.units_sold) as units_sold, max(p.created_at) as created_at, count(*) as products,
        count(*) filter (where p.status = 'active') as active, count(*) filter (where p.status = 'draft') as draft,
        count(*) filter (where p.status = 'archived') as archived
      from %7$s p where %1$s group by 1, 2
    ), listed as materialized (
      select s.id, s.family_id, coalesce(f.name, s.name) as name, s.base_price, s.highest, s.stock, s.units_sold, s.created_at, s.products, s.active, s.draft, s.archived
      from sums s left join public.product_families f on f.id = s.family_id
    ), page as (
      select r.* from listed r where %2$s order by r.%3$I %4$s, r.id %5$s limit %6$s
    )
    select r.id, r.name, r.base_price, r.stock, r.units_sold, r.created_at,
      case when r.family_id is null then (
        select to_jsonb(p) - '{description,ingredients,how_to_use,manufacturer,search_text}'::text[]
          || jsonb_build_object('category', (select jsonb_build_object('name', c.name) from public.categories c where c.id = p.category_id), 'family', null)
        from public.products p where p.id = r.id) end,
      case when r.family_id is not null then jsonb_build_object('products', r.products, 'highest', r.highest,
        'of', (select count(*) from public.products p where p.family_id = r.family_id),
        'statuses', jsonb_build_object('active', r.active, 'draft', r.draft, 'archived', r.archived),
        'category', (select c.name from public.product_families f join public.categories c on c.id = f.category_id where f.id = r.family_id))
        || coalesce((select jsonb_build_object('image_url', p.image_url, 'image_thumbhash', p.image_thumbhash) from public.products p
            where p.family_id = r.family_id order by p.image_url is null, p.status <> 'active', p.created_at, p.id limit 1), '{}') end,
      (select count(*) from listed)
    from page r order by r.%3$I %4$s, r.id %5$s$sql$,
    array_to_string(private.product_conditions(p_search, p_filters), ' and '), private.product_cursor('r', p_sort, p_cursor, upwards, p_backwards), p_sort,
    case when upwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 201),
    private.product_source(p_filters));
end $function$;
grant execute on function public.admin_product_groups(text,jsonb,text,boolean,jsonb,boolean,integer) to authenticated;
grant execute on function public.admin_product_groups(text,jsonb,text,boolean,jsonb,boolean,integer) to service_role;

CREATE OR REPLACE FUNCTION public.admin_products(p_search text, p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'created_at'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS SETOF public.products
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
declare
  upwards boolean := p_ascending <> p_backwards;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for products' using errcode = '42501'; end if;
  perform private.product_sort_type(p_sort);
  return query execute format('select p.* from %s p where %s and %s order by p.%I %s, p.id %s limit %s',
    private.product_source(p_filters), array_to_string(private.product_conditions(p_search, p_filters), ' and '), private.product_cursor('p', p_sort, p_cursor, upwards, p_backwards),
    p_sort, case when upwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $function$;
grant execute on function public.admin_products(text,jsonb,text,boolean,jsonb,boolean,integer) to authenticated;
grant execute on function public.admin_products(text,jsonb,text,boolean,jsonb,boolean,integer) to service_role;

CREATE OR REPLACE FUNCTION public.admin_search(p_query text, p_limit integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, title text, detail text, status text, amount numeric, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 15
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  -- %, _ and \ are letters here
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := regexp_replace(query, '\D', '', 'g');
  number text := lower(regexp_replace(query, '^#', ''));
  wanted integer := private.order_number_in(query);
  many integer := least(greatest(p_limit, 1), 20);
  low uuid;
  high uuid;
begin
  if not private.may('panel') then raise exception 'permission denied for search' using errcode = '42501'; end if;
  if length(query) < 2 then return; end if;
  if number ~ '^[0-9a-f]{4}[0-9a-f-]{0,32}$' and length(replace(number, '-', '')) <= 32 then   -- the beginning of an id is a range of the key
    low := rpad(replace(number, '-', ''), 32, '0')::uuid;
    high := rpad(replace(number, '-', ''), 32, 'f')::uuid;
  end if;

  return query
  with people as (
    select f.id, f.full_name, f.company_name, f.phone, f.since as created_at from public.customer_figures f
    where coalesce(f.full_name, '') || ' ' || coalesce(f.company_name, '') || ' ' || coalesce(f.phone, '') || ' ' || coalesce(f.gstin, '') ilike words limit 50
  ), numbered as (
    select o.id from public.orders o where o.order_number = wanted
    union all
    (select o.id from public.orders o where o.id between low and high limit many)
  ), serials as (
    select d.order_id as id from public.documents d where d.serial = upper(query) limit many
  ), bought as (
    select r.id from people p cross join lateral unnest(private.orders_of_customer(p.id, many)) r (id) limit 100
  ), recent as (
    select n.id from (select o.id, o.full_name, o.company_name, o.phone from public.orders o order by o.created_at desc limit 2000) n
    where n.full_name ilike words or n.company_name ilike words or (length(digits) >= 5 and regexp_replace(n.phone, '\D', '', 'g') like '%' || digits || '%') limit 100
  ), orders as (
    select o.* from public.orders o
    where o.id in (select id from numbered union select id from serials union select id from bought union select id from recent)
    order by o.created_at desc limit many
  ), goods as (
    select g.* from (
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 1 as place from public.products p
        where upper(p.sku) ~>=~ upper(query) and upper(p.sku) ~<~ (upper(query) || U&'\+10ffff') limit many)
      union all
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 2 from public.products p where p.name ilike words limit 200)) g
  ), best as (
    select distinct on (g.id) g.* from goods g order by g.id, g.place
  )
  (select 'order', o.id, coalesce(nullif(o.company_name, ''), o.full_name), private.order_number_text(o.order_number) || ' · #' || left(o.id::text, 8) || ' · ' || o.city, o.status, o.total_amount, o.created_at
    from orders o where private.may('orders.read') order by o.created_at desc)
  union all
  (select 'product', b.id, b.name, b.sku || ' · ' || b.stock || ' in stock', b.status, b.base_price, null::timestamptz
    from best b where private.may('catalogue.write') order by b.place, b.popularity desc, b.id limit many)
  union all
  (select 'customer', p.id, coalesce(nullif(p.full_name, ''), nullif(p.company_name, ''), 'No name'), concat_ws(' · ', nullif(p.company_name, ''), nullif(p.phone, '')), null::text, null::numeric, p.created_at
    from people p where private.may('customers.read') order by p.created_at desc limit many);
end $function$;
grant execute on function public.admin_search(text,integer) to authenticated;
grant execute on function public.admin_search(text,integer) to service_role;

CREATE OR REPLACE FUNCTION public.announce_discount(p_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  offer public.discounts;
  notified integer;
begin
  if not private.may('marketing.write') then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  -- locked: two presses announce once
  select d.* into offer from public.discounts d where d.id = p_id for no key update;
  if not found then raise exception 'No such discount' using errcode = 'PT404', detail = '{"code":"DISCOUNT_NOT_FOUND"}'; end if;
  if offer.announced_at is not null then raise exception 'This discount was announced already' using errcode = 'PT409', detail = '{"code":"ALREADY_ANNOUNCED"}'; end if;
  if private.discount_standing(offer, null) <> 'OK' then
    raise exception 'This discount cannot be used now' using errcode = 'PT409', detail = '{"code":"NOT_IN_FORCE"}';
  end if;
  insert into public.notifications (user_id, title, message, type, created_at)
    select p.id,
      case offer.kind
        when 'percent' then trim_scale(offer.value)::text || '% off'
        when 'amount' then '₹' || trim_scale(offer.value)::text || ' off'
        else 'Free delivery' end,
      coalesce(nullif(btrim(offer.description), '') || '. ', nullif(btrim(offer.title), '') || '. ', '')
        || coalesce('Use the code ' || offer.code || ' at checkout', 'It is applied in your cart')
        || coalesce(' until ' || to_char(offer.ends_at at time zone 'Asia/Kolkata', 'FMMon FMDD, YYYY'), '') || '.',
      'promotion', private.clock_now()
    from public.profiles p
    where (select c.given from public.consents c where c.user_id = p.id and c.purpose = 'offers' order by c.id desc limit 1)
      and not exists (select from public.user_roles r where r.user_id = p.id);   -- staff know the offers
  get diagnostics notified = row_count;
  update public.discounts d set announced_at = private.clock_now() where d.id = p_id;
  return notified;
end $function$;
grant execute on function public.announce_discount(uuid) to authenticated;
grant execute on function public.announce_discount(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.api_keys()
 RETURNS TABLE(id uuid, name text, role text, hint text, created_by text, maker_is_owner boolean, created_at timestamp with time zone, last_used_at timestamp with time zone, expires_at timestamp with time zone, revoked_at timestamp with time zone, revoked_by text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('staff.manage') then raise exception 'permission denied for API keys' using errcode = '42501'; end if;
  return query
    select k.user_id, k.name, coalesce(r.role, k.role), k.hint, private.person_name(k.created_by), coalesce(private.staff_may(k.created_by, 'staff.manage'), false),
      k.created_at, k.last_used_at, k.expires_at, k.revoked_at, private.person_name(k.revoked_by)
    from private.api_keys k left join public.user_roles r on r.user_id = k.user_id
    order by k.revoked_at desc nulls first, k.created_at desc, k.user_id limit 100;
end $function$;
grant execute on function public.api_keys() to authenticated;
grant execute on function public.api_keys() to service_role;

CREATE OR REPLACE FUNCTION public.approve_return(p_return uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  perform private.lock_return(p_return, p_version, '{requested}');
  update public.returns x set state = 'approved', decided_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $function$;
grant execute on function public.approve_return(uuid,integer) to authenticated;
grant execute on function public.approve_return(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.arrange_banners(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not public.may('marketing.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.banner_images.display_order'));
  if (select count(*) from public.banner_images) <> cardinality(p_ids)
    or (select count(*) from public.banner_images b where b.id = any (p_ids)) <> cardinality(p_ids) then
    raise exception 'The banners have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.banner_images b set display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where b.id = wanted.id and b.display_order <> wanted.place;
end $function$;
grant execute on function public.arrange_banners(uuid[]) to authenticated;
grant execute on function public.arrange_banners(uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.arrange_categories(p_parent uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  -- the lock of private.refuse_category_cycle(), taken before the tree is read
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  if exists (select from public.categories c where c.parent_id is not distinct from p_parent and c.id <> all (p_ids))
    or (select count(*) from public.categories c where c.id = any (p_ids)) <> cardinality(p_ids)
    or (p_parent is not null and not exists (select from public.categories c where c.id = p_parent)) then
    raise exception 'The categories have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.categories c set parent_id = p_parent, display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where c.id = wanted.id and (c.parent_id is distinct from p_parent or c.display_order <> wanted.place);
end $function$;
grant execute on function public.arrange_categories(uuid,uuid[]) to authenticated;
grant execute on function public.arrange_categories(uuid,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.arrange_own_pages(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not public.may('settings.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.own_pages'));
  if (select count(*) from public.own_pages) <> cardinality(p_ids)
    or (select count(*) from public.own_pages p where p.id = any (p_ids)) <> cardinality(p_ids) then
    raise exception 'The pages have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.own_pages p set display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where p.id = wanted.id and p.display_order <> wanted.place;
end $function$;
grant execute on function public.arrange_own_pages(uuid[]) to authenticated;
grant execute on function public.arrange_own_pages(uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.ask_return(p_order uuid, p_lines jsonb, p_reason text, p_message text DEFAULT NULL::text, p_wish text DEFAULT 'refund'::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  if auth.uid() is null then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  select x.* into o from public.orders x where x.id = p_order and x.user_id = auth.uid() for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  if coalesce(private.returnable_until(p_order) < private.clock_now(), o.status = 'delivered') then
    raise exception 'The time for a return is over' using errcode = 'PT409', detail = '{"code":"RETURN_TOO_LATE"}';
  end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.returns'), pg_catalog.hashtext(auth.uid()::text));   -- two orders at once would each count without the other
  if (select count(*) from public.returns r where r.order_id = p_order and r.asked_by = 'customer') >= private.limit_of('returns_per_order')
    or (select count(*) from public.returns r join public.orders x on x.id = r.order_id
        where x.user_id = auth.uid() and r.asked_by = 'customer' and r.created_at > private.clock_now() - interval '1 day') >= private.limit_of('returns_per_day') then
    raise exception 'This was asked too often' using errcode = 'PT429', detail = '{"code":"TOO_MANY"}';
  end if;
  return private.add_return(o, p_lines, p_reason, p_message, 'customer', p_wish);
end $function$;
grant execute on function public.ask_return(uuid,jsonb,text,text,text) to authenticated;
grant execute on function public.ask_return(uuid,jsonb,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.ask_when_back(p_product uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  most constant integer := private.limit_of('stock_requests');
  there integer;
begin
  if me is null then raise exception 'permission denied for stock requests' using errcode = '42501'; end if;
  select p.stock into there from public.products p where p.id = p_product and p.status = 'active' for share;
  if not found then raise exception 'This product is no longer sold' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if there > 0 then raise exception 'This product is back in stock' using errcode = 'PT409', detail = '{"code":"IN_STOCK"}'; end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.stock_requests'), pg_catalog.hashtext(me::text));
  if (select count(*) from (select from public.stock_requests r where r.user_id = me and r.product_id <> p_product limit most) r) >= most then
    raise exception 'You are waiting for % products already. Cancel one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_REQUESTS', 'limit', most)::text;
  end if;
  insert into public.stock_requests (user_id, product_id, version) values (me, p_product, p_version) on conflict do nothing;
end $function$;
grant execute on function public.ask_when_back(uuid,integer) to authenticated;
grant execute on function public.ask_when_back(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.auth_emails(p_users uuid[] DEFAULT NULL::uuid[], p_begins text DEFAULT NULL::text)
 RETURNS TABLE(user_id uuid, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
  (select u.id, u.email::text from auth.users u where u.id = any (p_users) and (select private.may('customers.emails')) limit 1000)
  union
  (select u.id, u.email::text from auth.users u
    where length(p_begins) >= 3 and starts_with(u.email::text, lower(p_begins)) and (select private.may('customers.emails')) order by u.email limit 50)
$function$;
grant execute on function public.auth_emails(uuid[],text) to authenticated;
grant execute on function public.auth_emails(uuid[],text) to service_role;

CREATE OR REPLACE FUNCTION public.bank_statement_facts(p_lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for bank statements' using errcode = '42501'; end if;
  if not private.are_receipt_lines(p_lines, 5000) then
    raise exception 'These are no lines of a statement' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  return jsonb_build_object(
    'open', (select coalesce(jsonb_agg(to_jsonb(w) order by w.placed_at, w.payment_id), '[]') from (
      select p.id as payment_id, o.id as order_id, o.order_number, o.version, o.full_name, o.status, p.method, p.state, p.amount,
        p.provider_reference as reference, o.created_at as placed_at
      from public.payments p join public.orders o on o.id = p.order_id
      where p.method in ('upi', 'bank') and p.state in ('awaiting_payment', 'awaiting_verification', 'failed') and p.amount > 0
        and (o.status <> 'cancelled' or p.state <> 'awaiting_payment' or p.created_at > private.clock_now() - interval '60 days')
      order by p.created_at desc, p.id limit 5000) w),
    -- `at`: the place of the line. by the line itself, or by a reference that a settled payment of the same amount has
    'booked', (select coalesce(jsonb_agg(jsonb_build_object('at', b.at, 'order_id', o.id, 'order_number', o.order_number) order by b.at), '[]') from (
      select l.at - 1 as at, coalesce(
          (select r.order_id from public.bank_receipts r where r.line = private.receipt_line(l.line)),
          (select p.order_id from public.payments p
            where p.provider_reference in (select * from jsonb_array_elements_text(l.line -> 'references')) and p.method in ('upi', 'bank')
              and p.state in ('paid', 'refund_due', 'refunded') and p.amount = (l.line ->> 'amount')::numeric limit 1)) as order_id
      from jsonb_array_elements(p_lines) with ordinality l (line, at)) b
      join public.orders o on o.id = b.order_id));
end $function$;
grant execute on function public.bank_statement_facts(jsonb) to authenticated;
grant execute on function public.bank_statement_facts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.begin_import(p_file text, p_added integer, p_changed integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  begun uuid;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  insert into public.product_imports (actor, file_name, added, changed) values (auth.uid(), left(p_file, 200), p_added, p_changed) returning id into begun;
  delete from private.product_import_rows r
    where r.import_id not in (
      select i.id from public.product_imports i where exists (select from private.product_import_rows o where o.import_id = i.id) order by i.at desc limit 20);
  return begun;
end $function$;
grant execute on function public.begin_import(text,integer,integer) to authenticated;
grant execute on function public.begin_import(text,integer,integer) to service_role;

CREATE OR REPLACE FUNCTION public.block_account(p_user uuid, p_reason text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz;
begin
  perform private.lock_blockable(p_user);
  if length(btrim(coalesce(p_reason, ''))) not between 1 and 400 then
    raise exception 'A reason is needed' using errcode = '23514', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  insert into public.account_blocks (user_id, reason, blocked_by) values (p_user, btrim(p_reason), auth.uid()) on conflict do nothing returning created_at into since;
  if since is null then raise exception 'This account is blocked already' using errcode = 'PT409', detail = '{"code":"ALREADY_BLOCKED"}'; end if;
  -- not 'infinity': the auth service of a hosted project cannot read it
  update auth.users u set banned_until = now() + interval '100 years' where u.id = p_user;
  delete from auth.sessions s where s.user_id = p_user;   -- refresh tokens go with their session
  return since;
end $function$;
grant execute on function public.block_account(uuid,text) to authenticated;
grant execute on function public.block_account(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.book_receipts(p_receipts jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  receipt record;
  o public.orders;
  p public.payments;
  booked integer := 0;
  named text;
  used text;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for bank statements' using errcode = '42501'; end if;
  if not private.are_receipt_lines(p_receipts, 500) or jsonb_array_length(p_receipts) = 0
    or (select bool_or(coalesce(r.value ->> 'payment', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or coalesce(r.value ->> 'version', '') !~ '^[0-9]{1,9}$')
        or count(distinct r.value ->> 'payment') < count(*) or count(distinct private.receipt_line(r.value)) < count(*) from jsonb_array_elements(p_receipts) r) then
    raise exception 'These are no lines of a statement' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  -- the orders first and in one sequence, as every writer of payments: two people who book at once wait for each other
  perform from public.orders x where x.id in (
    select y.order_id from public.payments y where y.id in (select (r.value ->> 'payment')::uuid from jsonb_array_elements(p_receipts) r))
    order by x.id for no key update;
  for receipt in
    select (r.value ->> 'payment')::uuid as payment, (r.value ->> 'version')::integer as version, (r.value ->> 'day')::date as day,
      (r.value ->> 'amount')::numeric as amount, private.receipt_line(r.value) as line,
      array(select jsonb_array_elements_text(r.value -> 'references')) as refs
    from jsonb_array_elements(p_receipts) with ordinality r (value, at) order by r.at
  loop
    select x.* into p from public.payments x where x.id = receipt.payment for no key update;
    if not found then raise exception 'Payment not found' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
    select x.* into o from public.orders x where x.id = p.order_id;
    named := private.order_number_text(o.order_number);
    if exists (select from public.bank_receipts b where b.line = receipt.line) then
      continue when exists (select from public.bank_receipts b where b.line = receipt.line and b.payment_id = p.id);
      raise exception 'This line is booked already' using errcode = 'PT409', detail = (select jsonb_build_object('code', 'LINE_BOOKED',
        'order', private.order_number_text(x.order_number))::text from public.bank_receipts b join public.orders x on x.id = b.order_id where b.line = receipt.line);
    end if;
    if p.method not in ('upi', 'bank') or p.state not in ('awaiting_payment', 'awaiting_verification', 'failed') then
      raise exception 'Order % does not wait for this payment', named
        using errcode = 'PT409', detail = jsonb_build_object('code', 'PAYMENT_NOT_AWAITED', 'order', named)::text;
    end if;
    if o.version <> receipt.version then
      raise exception 'Order % was changed in the meantime', named using errcode = 'PT409', detail = jsonb_build_object('code', 'ORDER_CHANGED', 'order', named)::text;
    end if;
    if receipt.amount < p.amount then
      raise exception 'Order % costs more', named using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_LITTLE', 'order', named)::text;
    end if;
    -- the reference that the buyer entered, if the line has it; otherwise the line's own
    used := case when p.provider_reference = any (receipt.refs) then p.provider_reference else receipt.refs[1] end;
    begin
      perform private.receive_money(p.id, receipt.amount, used);
      insert into public.bank_receipts (payment_id, order_id, received_on, amount, reference, line, created_by, created_at)
        values (p.id, o.id, receipt.day, receipt.amount, used, receipt.line, auth.uid(), private.clock_now());
    exception when unique_violation then
      raise exception 'The reference of order % belongs to another order', named
        using errcode = 'PT409', detail = jsonb_build_object('code', 'REFERENCE_USED', 'order', named)::text;
    end;
    booked := booked + 1;
  end loop;
  return booked;
end $function$;
grant execute on function public.book_receipts(jsonb) to authenticated;
grant execute on function public.book_receipts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.book_remittance(p_courier text, p_reference text, p_received_on date, p_received numeric, p_other_charges numeric, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
  line record;
  paid public.payments;
  lines integer := 0;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if private.are_remittance_rows(p_rows) is distinct from true then
    raise exception 'These are no rows of a remittance' using errcode = '22023', detail = '{"code":"INVALID","field":"rows"}';
  end if;
  if coalesce(length(btrim(p_courier)), 0) not between 1 and 80 or coalesce(length(btrim(p_reference)), 0) not between 1 and 80 then
    raise exception 'A remittance has a courier and a reference' using errcode = '22023', detail = '{"code":"INVALID","field":"reference"}';
  end if;
  if p_received_on is null or p_received_on > (private.clock_now() at time zone 'Asia/Kolkata')::date or p_received_on < '2000-01-01'
    or p_received is null or p_received < 0 or p_received <> round(p_received, 2) or p_received > 9999999999.99
    or p_other_charges is null or p_other_charges < 0 or p_other_charges <> round(p_other_charges, 2) or p_other_charges > 9999999999.99 then
    raise exception 'A remittance has a day that is not in the future, and amounts of whole paise' using errcode = '22023', detail = '{"code":"INVALID","field":"received"}';
  end if;
  -- one remittance at a time: the second of two people finds what the first has booked
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.remittances'));
  select r.id into made from public.remittances r where lower(btrim(r.courier)) = lower(btrim(p_courier)) and upper(btrim(r.reference)) = upper(btrim(p_reference));
  if found then return jsonb_build_object('id', made, 'already', true); end if;
  -- the orders first, in the order of their ids, as every writer of several orders locks them
  perform from public.orders o where o.id in (select m.order_id from private.match_remittance(p_rows) m) order by o.id for no key update;
  insert into public.remittances (courier, reference, received_on, received, other_charges, created_at, created_by)
    values (btrim(p_courier), btrim(p_reference), p_received_on, p_received, p_other_charges, private.clock_now(), auth.uid()) returning id into made;
  for line in select * from private.match_remittance(p_rows) m where m.problem is distinct from 'repeated' loop
    paid := null;
    if line.bookable > 0 then paid := private.receive_payment(line.order_id, line.bookable); end if;
    insert into public.remittance_lines (remittance_id, place, tracking_number, order_text, line_key, collected, charges, expected, booked, problem, order_id, shipment_id, payment_id)
      values (made, line.place, line.tracking, line.order_text, line.line_key, line.collected, line.charges, line.expected, line.bookable, line.problem, line.order_id, line.shipment_id, paid.id);
    lines := lines + 1;
  end loop;
  if lines = 0 then
    raise exception 'All of these rows are booked already' using errcode = 'PT409', detail = '{"code":"NOTHING_NEW"}';
  end if;
  return jsonb_build_object('id', made, 'already', false, 'lines', lines);
end $function$;
grant execute on function public.book_remittance(text,text,date,numeric,numeric,jsonb) to authenticated;
grant execute on function public.book_remittance(text,text,date,numeric,numeric,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.book_return(p_order uuid, p_lines jsonb, p_reason text, p_message text DEFAULT NULL::text, p_wish text DEFAULT 'refund'::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  return private.add_return(o, p_lines, p_reason, p_message, 'staff', p_wish);
end $function$;
grant execute on function public.book_return(uuid,jsonb,text,text,text) to authenticated;
grant execute on function public.book_return(uuid,jsonb,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.book_undelivered(p_shipment uuid, p_version integer, p_order_version integer, p_reason text, p_charges boolean DEFAULT false)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{shipped}');
  o public.orders;
  pieces jsonb;
  names text;
  file uuid := gen_random_uuid();
  cash numeric(12, 2) := private.parcel_to_collect(s.id);
  worth numeric(12, 2) := private.parcel_amount(s.id);
  amount numeric;
  due numeric := 0;
  latest public.shipments;
  why text := private.stated_reason(p_reason);
begin
  select x.* into strict o from public.orders x where x.id = s.order_id;
  if o.version is distinct from p_order_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  perform private.check_payment_can_change(o);
  select jsonb_agg(jsonb_build_object('line', l.order_item_id, 'quantity', l.quantity)),
      string_agg(l.quantity || ' × ' || i.product_name, ', ' order by i.product_name, i.id)
    into pieces, names from public.shipment_lines l join public.order_items i on i.id = l.order_item_id where l.shipment_id = s.id;
  if not exists (select from private.pieces_of(o.id) p
      where p.quantity > coalesce((select l.quantity from public.shipment_lines l where l.shipment_id = s.id and l.order_item_id = p.item), 0)) then
    raise exception 'Nothing else is left of this order: cancel it' using errcode = 'PT409', detail = '{"code":"ONLY_PARCEL"}';
  end if;

  perform private.drop_pieces(o, pieces, false);
  update public.shipments x set state = 'returning', undelivered = true, version = x.version + 1 where x.id = s.id;
  select x.* into latest from public.shipments x where x.id = private.latest_shipment(o.id);
  update public.orders x set courier = latest.courier, tracking_number = latest.tracking_number
    where x.id = o.id and (x.courier, x.tracking_number) is distinct from (latest.courier, latest.tracking_number);
  amount := private.credit_pieces(o.id, pieces, why, case when o.payment_state = 'cod_pending' then s.number = 1 else coalesce(p_charges, false) end, file, s.invoice_file);
  if o.payment_state = 'cod_pending' then amount := worth; else cash := null; end if;
  if amount > 0 then due := private.lower_payment(o, amount, why, file, cash); end if;
  perform private.notify_rest(o, format('parcel %s was not delivered and comes back', s.number), names, amount - due, due, why, true);
  perform private.follow_rest(o.id);
  return amount;
end $function$;
grant execute on function public.book_undelivered(uuid,integer,integer,text,boolean) to authenticated;
grant execute on function public.book_undelivered(uuid,integer,integer,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.bought_before(p_limit integer DEFAULT 24)
 RETURNS TABLE(quantity integer, bought_at timestamp with time zone, product jsonb, unit_price numeric, times integer)
 LANGUAGE sql
 STABLE ROWS 24
 SET search_path TO ''
AS $function$
  select l.quantity, l.bought_at, to_jsonb(c), l.unit_price, l.times
  from (
    select distinct on (i.product_id) i.product_id, i.quantity, o.created_at as bought_at, i.unit_price,
      (count(*) over (partition by i.product_id))::integer as times
    from (
      select id, created_at from public.orders where user_id = (select auth.uid()) and status <> 'cancelled'
      order by created_at desc limit 200) o
    join public.order_items i on i.order_id = o.id
    where i.product_id is not null
    order by i.product_id, o.created_at desc, i.quantity desc) l
  cross join lateral (
    select p.id, p.name, p.brand, p.image_url, p.image_thumbhash, p.price, p.retail_price, p.mrp, p.gst_percent, p.pricing_tiers, p.tier_group,
      p.min_order_quantity, p.stock
    from public.products p where p.id = l.product_id and p.status = 'active') c
  order by l.bought_at desc, l.product_id
  limit least(p_limit, 100)
$function$;
grant execute on function public.bought_before(integer) to authenticated;
grant execute on function public.bought_before(integer) to service_role;

CREATE OR REPLACE FUNCTION public.cancel_rest(p_order uuid, p_version integer, p_reason text)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  pieces jsonb;
  names text;
  file uuid := gen_random_uuid();
  amount numeric;
  due numeric := 0;
  why text;
begin
  if not private.may('orders.process') then raise exception 'permission denied for shipments' using errcode = '42501'; end if;
  why := private.stated_reason(p_reason);
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'This order is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if o.version is distinct from p_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if o.status <> 'processing' or not exists (select from private.pieces_of(o.id) p where p.gone > 0) then
    raise exception 'Nothing of this order has left: cancel all of it' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', o.status)::text;
  end if;
  perform private.check_payment_can_change(o);
  select jsonb_agg(jsonb_build_object('line', p.item, 'quantity', p.quantity - p.in_parcels)),
      string_agg((p.quantity - p.in_parcels) || ' × ' || i.product_name, ', ' order by i.product_name, i.id)
    into pieces, names from private.pieces_of(o.id) p join public.order_items i on i.id = p.item where p.quantity > p.in_parcels;
  if pieces is null then raise exception 'Everything is in a parcel' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}'; end if;

  perform private.drop_pieces(o, pieces, true);
  if o.invoice_per_parcel then   -- what is in no parcel is on no invoice
    amount := private.give_up_pieces(pieces);
  else
    amount := private.credit_pieces(o.id, pieces, why, false, file);
  end if;
  if amount > 0 then due := private.lower_payment(o, amount, why, case when not o.invoice_per_parcel then file end); end if;
  perform private.notify_rest(o, 'not sent any more', names, amount - due, due, why, not o.invoice_per_parcel);
  perform private.follow_rest(o.id);
  return amount;
end $function$;
grant execute on function public.cancel_rest(uuid,integer,text) to authenticated;
grant execute on function public.cancel_rest(uuid,integer,text) to service_role;

CREATE OR REPLACE FUNCTION public.category_parent(json)
 RETURNS public.category_parent
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (NULLIF(($1 #>> '{}'::text[]), 'none'::text))::uuid;
grant execute on function public.category_parent(json) to authenticated;
grant execute on function public.category_parent(json) to authenticator;
grant execute on function public.category_parent(json) to service_role;

CREATE OR REPLACE FUNCTION public.category_usage()
 RETURNS TABLE(category_id uuid, products bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.category_id, count(*) from public.products p where p.category_id is not null group by p.category_id
$function$;
grant execute on function public.category_usage() to authenticated;
grant execute on function public.category_usage() to service_role;

CREATE OR REPLACE FUNCTION public.change_products(p_changes jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stale jsonb;
  done integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_changes) <> 'array' or jsonb_array_length(p_changes) > 20000 then
    raise exception 'At most 20,000 products can be changed at once' using errcode = '22023', detail = '{"code":"TOO_MANY"}';
  end if;
  -- in the order in which the order service and every other writer lock products
  perform from public.products p where p.id in (select (c.value ->> 'id')::uuid from jsonb_array_elements(p_changes) c) order by p.id for no key update;

  select jsonb_build_object('code', 'STALE', 'products', count(*), 'ids', jsonb_agg(s.id) filter (where s.place <= 20)) into stale
  from (
    select c.value -> 'id' as id, row_number() over () as place
    from jsonb_array_elements(p_changes) c
    left join public.products p on p.id = (c.value ->> 'id')::uuid
    left join lateral jsonb_populate_record(p, c.value -> 'was') w on p.id is not null
    where p.id is null or w is distinct from p
  ) s;
  if (stale ->> 'products')::integer > 0 then
    raise exception '% of these products have changed since they were read', stale ->> 'products' using errcode = 'PT409', detail = stale::text;
  end if;

  update public.products p set
    price = n.price, retail_price = n.retail_price, mrp = n.mrp, pricing_tiers = n.pricing_tiers, gst_percent = n.gst_percent,
    hsn = n.hsn, category_id = n.category_id, min_order_quantity = n.min_order_quantity, is_featured = n.is_featured, status = n.status,
    weight_grams = n.weight_grams, reorder_level = n.reorder_level
  from jsonb_array_elements(p_changes) c
    join public.products q on q.id = (c.value ->> 'id')::uuid
    cross join lateral jsonb_populate_record(q, c.value -> 'now') n
  where p.id = q.id and n is distinct from q;
  get diagnostics done = row_count;
  return done;
end $function$;
grant execute on function public.change_products(jsonb) to authenticated;
grant execute on function public.change_products(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.change_store_credit(p_user uuid, p_amount numeric, p_reason text, p_shown numeric DEFAULT NULL::numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.change_store_credit(uuid,numeric,text,numeric) to authenticated;
grant execute on function public.change_store_credit(uuid,numeric,text,numeric) to service_role;

CREATE OR REPLACE FUNCTION public.claim_payment(p_order uuid, p_reference text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  utr text := upper(regexp_replace(left(p_reference, 100), '\s', '', 'g'));
  claimed timestamptz := private.clock_now();
begin
  if utr is null or utr !~ '^[A-Z0-9]{12,22}$' then
    raise exception 'A UPI reference has 12 digits' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  -- one claim of an account at a time: two at once would both be below the limit
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.claims'), pg_catalog.hashtext(auth.uid()::text));
  -- the order first, as every step locks it: a claim and a cancellation wait for each other
  perform from public.orders o where o.id = p_order and o.user_id = auth.uid() for no key update;
  if not found then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  -- sent twice: recorded already
  perform from public.payments p where p.order_id = p_order and p.method = 'upi' and p.state = 'awaiting_verification' and p.provider_reference = utr;
  if found then return; end if;
  if (select count(*) from private.payment_claims c where c.order_id = p_order) >= private.limit_of('claims_per_order')
    or (select count(*) from private.payment_claims c where c.user_id = auth.uid() and c.claimed_at > claimed - interval '1 day') >= private.limit_of('claims_per_day') then
    raise exception 'Too many UPI references were entered' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CLAIMS"}';
  end if;
  update public.payments p set state = 'awaiting_verification', provider_reference = utr, claimed_at = claimed
    where p.order_id = p_order and p.method = 'upi' and p.state in ('awaiting_payment', 'awaiting_verification', 'failed');
  if not found then
    raise exception 'This order does not wait for a UPI payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  insert into private.payment_claims (order_id, user_id, claimed_at) values (p_order, auth.uid(), claimed);
exception when unique_violation then
  raise exception 'This reference belongs to another order' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $function$;
grant execute on function public.claim_payment(uuid,text) to authenticated;
grant execute on function public.claim_payment(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.close_return(p_return uuid, p_version integer, p_lines jsonb DEFAULT NULL::jsonb, p_charges boolean DEFAULT false, p_deduction numeric DEFAULT 0, p_deduction_reason text DEFAULT NULL::text, p_settle text DEFAULT 'refund'::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  if p_settle = 'exchange' then
    raise exception 'An exchange needs a new order' using errcode = '22023', detail = '{"code":"INVALID","field":"settle"}';
  end if;
  perform private.settle_return(p_return, p_version, p_lines, p_charges, p_deduction, p_deduction_reason, p_settle);
end $function$;
grant execute on function public.close_return(uuid,integer,jsonb,boolean,numeric,text,text) to authenticated;
grant execute on function public.close_return(uuid,integer,jsonb,boolean,numeric,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.cod_allowance()
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.cod_allowance((select auth.uid()))
$function$;
grant execute on function public.cod_allowance() to authenticated;
grant execute on function public.cod_allowance() to service_role;

CREATE OR REPLACE FUNCTION public.correct_shipment(p_shipment uuid, p_version integer, p_courier text DEFAULT NULL::text, p_tracking text DEFAULT NULL::text, p_own_delivery boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed,shipped,delivered,returning}');
begin
  perform private.check_courier(p_courier, p_tracking, p_own_delivery);
  update public.shipments x set courier = nullif(btrim(p_courier), ''), tracking_number = nullif(btrim(p_tracking), ''),
    own_delivery = coalesce(p_own_delivery, false), version = x.version + 1 where x.id = s.id returning x.* into s;
  update public.orders o set courier = case when s.id = private.latest_shipment(o.id) then s.courier else o.courier end,
    tracking_number = case when s.id = private.latest_shipment(o.id) then s.tracking_number else o.tracking_number end where o.id = s.order_id;
end $function$;
grant execute on function public.correct_shipment(uuid,integer,text,text,boolean) to authenticated;
grant execute on function public.correct_shipment(uuid,integer,text,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.create_phone_code(p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
declare
  -- gen_random_uuid draws from the system's secure generator. 56 bits: that 10^8 does not divide them is below any measure
  code text := lpad((('x' || encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 7), 'hex'))::bit(56)::bigint % 100000000)::text, 8, '0');
  expires timestamptz := private.clock_now() + interval '7 days';
begin
  if not private.may('customers.write') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.phone_codes'));
  perform from public.customer_figures f where f.id = p_customer and f.guest_key like 'tel:%' for key share;
  if not found then
    raise exception 'This customer has an account, or no telephone number on their orders' using errcode = 'PT409', detail = '{"code":"NO_PHONE"}';
  end if;
  insert into private.phone_codes as c (customer_id, hash, expires_at) values (p_customer, private.phone_code_hash(p_customer::text, code), expires)
    on conflict (customer_id) do update set hash = excluded.hash, expires_at = excluded.expires_at;
  return jsonb_build_object('code', code, 'expires_at', expires);
end $function$;
grant execute on function public.create_phone_code(uuid) to authenticated;
grant execute on function public.create_phone_code(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.create_shipment(p_order uuid, p_version integer, p_lines jsonb DEFAULT NULL::jsonb, p_courier text DEFAULT NULL::text, p_tracking text DEFAULT NULL::text, p_own_delivery boolean DEFAULT false, p_packed boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  made uuid;
begin
  if not private.may('orders.process') then raise exception 'permission denied for shipments' using errcode = '42501'; end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'This order is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if o.version is distinct from p_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if o.status <> 'processing' then
    raise exception 'Nothing of this order is to be packed' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', o.status)::text;
  end if;
  if not p_packed or p_own_delivery or btrim(coalesce(p_courier, '') || coalesce(p_tracking, '')) <> '' then
    perform private.check_courier(p_courier, p_tracking, p_own_delivery);
  end if;
  if not exists (select from private.chosen_pieces(p_order, p_lines)) then
    raise exception 'Everything is in a parcel already' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  made := private.add_shipment(p_order, p_lines, case when p_packed then 'packed' else 'shipped' end, p_courier, p_tracking, coalesce(p_own_delivery, false));
  if p_packed then update public.orders x set updated_at = now() where x.id = p_order;
  else perform private.follow_dispatch(made); end if;
  return made;
end $function$;
grant execute on function public.create_shipment(uuid,integer,jsonb,text,text,boolean,boolean) to authenticated;
grant execute on function public.create_shipment(uuid,integer,jsonb,text,text,boolean,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.decline_return(p_return uuid, p_version integer, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 400 then
    raise exception 'Declining a return needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  perform private.lock_return(p_return, p_version, '{requested,approved}');
  update public.returns x set state = 'declined', decline_reason = btrim(p_reason), decided_at = private.clock_now(), ended_at = private.clock_now(), version = x.version + 1
    where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $function$;
grant execute on function public.decline_return(uuid,integer,text) to authenticated;
grant execute on function public.decline_return(uuid,integer,text) to service_role;

CREATE OR REPLACE FUNCTION public.delete_category(p_id uuid, p_products integer, p_children integer, p_products_to uuid DEFAULT NULL::uuid, p_children_to uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  picture text;
  products integer;
  children integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.categories.parent_id'));
  select c.image_url into picture from public.categories c where c.id = p_id for update;   -- a new product waits for this
  if not found then
    raise exception 'This category is gone already' using errcode = 'PT404', detail = '{"code":"NOT_FOUND"}';
  end if;
  select count(*) into products from public.products p where p.category_id = p_id;
  select count(*) into children from public.categories c where c.parent_id = p_id;
  if products <> p_products or children <> p_children then
    raise exception 'The category has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if products > 0 and (p_products_to is null or p_products_to = p_id) then
    raise exception 'Say where the products go' using errcode = '22023', detail = '{"code":"INVALID","field":"products_to"}';
  end if;
  if children > 0 and p_children_to = p_id then
    raise exception 'Say where the sub-categories go' using errcode = '22023', detail = '{"code":"INVALID","field":"children_to"}';
  end if;
  update public.product_families f set category_id = p_products_to where f.category_id = p_id;   -- their members follow
  update public.products p set category_id = p_products_to where p.category_id = p_id;
  update public.categories c set parent_id = p_children_to where c.parent_id = p_id;
  delete from public.categories c where c.id = p_id;
  return picture;
end $function$;
grant execute on function public.delete_category(uuid,integer,integer,uuid,uuid) to authenticated;
grant execute on function public.delete_category(uuid,integer,integer,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.delete_product(p_id uuid, p_version integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  now_there integer;
  orders integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  select p.version into now_there from public.products p where p.id = p_id for update;   -- an order of it waits for this
  if not found then
    raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if now_there <> p_version then
    raise exception 'This product has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  select count(distinct l.order_id) into orders from public.order_items l where l.product_id = p_id;
  if orders > 0 then
    raise exception 'This product is in % orders and is archived instead', orders
      using errcode = 'PT409', detail = jsonb_build_object('code', 'IN_ORDERS', 'orders', orders)::text;
  end if;
  select coalesce(array_agg(i.image_url), '{}') into files from public.product_images i where i.product_id = p_id;
  delete from public.products p where p.id = p_id;
  return public.unused_product_files(p_id, files);
end $function$;
grant execute on function public.delete_product(uuid,integer) to authenticated;
grant execute on function public.delete_product(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.deliver_paid(p_order uuid, p_version integer, p_method text, p_reference text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := private.begin_payment(p_order, p_version, p_method, p_reference);
begin
  if not private.may('orders.process') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  update public.orders o set status = 'delivered' where o.id = p_order;
  perform private.receive_payment(p_order, null, p_method, given);
end $function$;
grant execute on function public.deliver_paid(uuid,integer,text,text) to authenticated;
grant execute on function public.deliver_paid(uuid,integer,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.deliver_shipment(p_shipment uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{shipped}');
begin
  perform private.arrive(s);
end $function$;
grant execute on function public.deliver_shipment(uuid,integer) to authenticated;
grant execute on function public.deliver_shipment(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.delivery_at(p_pincode text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('zones', r.zones, 'default_weight_grams', r.default_weight_grams, 'cod_fee', r.cod_fee, 'cod_minimum', r.cod_minimum,
    'cod_maximum', r.cod_maximum, 'pin', case
      when p.pin is not null then jsonb_build_object('prepaid', p.prepaid, 'cod', p.cod)
      when r.pin_list = 'served' and p_pincode is not null then '{"prepaid": false, "cod": false}'::jsonb end)
  from public.delivery_rates r
  left join private.delivery_pins p on r.pin_list <> 'off' and p.pin = case when p_pincode ~ '^[1-9][0-9]{5}$' then p_pincode::integer end
$function$;
grant execute on function public.delivery_at(text) to anon;
grant execute on function public.delivery_at(text) to authenticated;
grant execute on function public.delivery_at(text) to service_role;
grant execute on function public.delivery_at(text) to shop_orders;

CREATE OR REPLACE FUNCTION public.delivery_pin_list()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('settings.write') then raise exception 'permission denied for the list of PIN codes' using errcode = '42501'; end if;
  return (select coalesce(jsonb_agg(jsonb_build_array(p.pin, p.prepaid::integer + 2 * p.cod::integer) order by p.pin), '[]') from private.delivery_pins p);
end $function$;
grant execute on function public.delivery_pin_list() to authenticated;
grant execute on function public.delivery_pin_list() to service_role;

CREATE OR REPLACE FUNCTION public.demo_summary()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the demo' using errcode = '42501'; end if;
  return (select jsonb_build_object(
      'products', (select count(*) from public.products p where p.id = any (private.demo_ids('product'))),
      'categories', (select count(*) from public.categories c where c.id = any (private.demo_ids('category'))),
      'banners', (select count(*) from public.banner_images b where b.id = any (private.demo_ids('banner'))),
      'customers', (select count(*) from auth.users u where u.id = any (private.demo_ids('customer'))),
      'orders', (select count(*) from public.orders o where o.id = any (private.demo_ids('order'))),
      'documents', (select count(*) from public.documents d where d.order_id = any (private.demo_ids('order'))),
      'own_products', (select count(*) from public.products p where p.id <> all (private.demo_ids('product'))),
      'own_orders', (select count(*) from public.orders o where o.id <> all (private.demo_ids('order'))),
      'own_documents', (select count(*) from public.documents d where d.order_id <> all (private.demo_ids('order'))),
      'files', (select count(*) from private.demo_rows d where d.kind = 'file'))
    where exists (select from private.demo_rows d where d.kind <> 'removed'));
end $function$;
grant execute on function public.demo_summary() to authenticated;
grant execute on function public.demo_summary() to service_role;

CREATE OR REPLACE FUNCTION public.discount_uses()
 RETURNS TABLE(discount_id uuid, uses bigint, given numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('marketing.write') then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  return query select r.discount_id, count(*), coalesce(sum(r.amount), 0) + coalesce(sum(
      (select sum((o.value ->> 'amount')::numeric) from public.orders x, jsonb_array_elements(x.offers) o
        where x.id = r.order_id and o.value ->> 'id' = r.discount_id::text)) filter (where r.amount is null), 0)
    from public.discount_redemptions r group by r.discount_id;
end $function$;
grant execute on function public.discount_uses() to authenticated;
grant execute on function public.discount_uses() to service_role;

CREATE OR REPLACE FUNCTION public.dispatch_shipment(p_shipment uuid, p_version integer, p_courier text DEFAULT NULL::text, p_tracking text DEFAULT NULL::text, p_own_delivery boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed}');
begin
  perform private.check_courier(p_courier, p_tracking, p_own_delivery);
  update public.shipments x set state = 'shipped', shipped_at = private.clock_now(), courier = nullif(btrim(p_courier), ''),
    tracking_number = nullif(btrim(p_tracking), ''), own_delivery = coalesce(p_own_delivery, false), version = x.version + 1 where x.id = s.id;
  perform private.follow_dispatch(s.id);
end $function$;
grant execute on function public.dispatch_shipment(uuid,integer,text,text,boolean) to authenticated;
grant execute on function public.dispatch_shipment(uuid,integer,text,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.dissolve_family(p_id uuid, p_version integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  now_there integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform from public.products p where p.family_id = p_id order by p.id for no key update;
  select f.version into now_there from public.product_families f where f.id = p_id for update;
  if not found then
    raise exception 'This family is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if now_there <> p_version then
    raise exception 'This family has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  select coalesce(array_agg(v.picture), '{}') into files from public.product_family_values v where v.family_id = p_id and v.picture is not null;
  update public.products p set family_id = null where p.family_id = p_id;
  delete from public.product_families f where f.id = p_id;
  return public.unused_product_files(null, files);
end $function$;
grant execute on function public.dissolve_family(uuid,integer) to authenticated;
grant execute on function public.dissolve_family(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.end_previous_razorpay_secrets()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  update private.razorpay_keys k set previous_key_secret = null, previous_webhook_secret = null, previous_until = null;
end $function$;
grant execute on function public.end_previous_razorpay_secrets() to authenticated;
grant execute on function public.end_previous_razorpay_secrets() to service_role;

CREATE OR REPLACE FUNCTION public.end_session(p_session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.own_session() is null then return false; end if;
  delete from auth.sessions s where s.id = p_session and s.user_id = (select auth.uid());
  return found;
end $function$;
grant execute on function public.end_session(uuid) to authenticated;
grant execute on function public.end_session(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.exchange_choices(p_order uuid)
 RETURNS TABLE(item uuid, product uuid, name text, in_stock boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select c.* from public.orders o cross join lateral private.exchange_choices(o.id) c
  where o.id = p_order and (o.user_id = auth.uid() or private.may('orders.read'))
  order by c.name collate "C", c.product limit 5000
$function$;
grant execute on function public.exchange_choices(uuid) to authenticated;
grant execute on function public.exchange_choices(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.expiry_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (private.clock_now() at time zone 'Asia/Kolkata')::date;
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for batches' using errcode = '42501'; end if;
  return (select jsonb_build_object('today', today,
      'expired', count(*) filter (where b.expires_on < today),
      'in30', count(*) filter (where b.expires_on between today and today + 30),
      'in60', count(*) filter (where b.expires_on between today and today + 60),
      'in90', count(*) filter (where b.expires_on between today and today + 90),
      'in180', count(*) filter (where b.expires_on between today and today + 180))
    from public.product_batches b where b.remaining > 0 and b.expires_on <= today + 180);
end $function$;
grant execute on function public.expiry_counts() to authenticated;
grant execute on function public.expiry_counts() to service_role;

CREATE OR REPLACE FUNCTION public.failed_mails()
 RETURNS TABLE(id bigint, kind text, recipient text, attempts integer, last_error text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('mails.read') then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  return query select m.id, m.kind, case when private.may('customers.emails') then m.recipient else regexp_replace(m.recipient, '^(.).*@', '\1…@') end,
      m.attempts, case when private.may('customers.emails') then m.last_error else replace(m.last_error, m.recipient, '(the address)') end, m.created_at
    from private.mails m where m.status = 'failed' order by m.created_at desc, m.id desc limit 200;
end $function$;
grant execute on function public.failed_mails() to authenticated;
grant execute on function public.failed_mails() to service_role;

CREATE OR REPLACE FUNCTION public.find_buyers(p_query text, p_limit integer DEFAULT 8)
 RETURNS TABLE(id uuid, order_id uuid, full_name text, company_name text, gstin text, phone text, email text, orders bigint, last_order_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 8
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := right(regexp_replace(query, '\D', '', 'g'), 10);
  many integer := least(greatest(p_limit, 1), 20);
  every boolean := private.may('customers.emails');
begin
  if not private.may('orders.create') then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  if length(query) < 2 then return; end if;
  return query
  with found as (
    (select p.id from public.profiles p
      where coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike words limit 50)
    union (select p.id from public.profiles p
      where length(digits) = 10 and coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike '%' || digits || '%' limit 20)
    union (select p.id from public.profiles p where p.gstin = upper(query))
    union (select u.id from auth.users u where every and u.email = lower(query))
  ), people as (
    select p.id, p.full_name, p.company_name, p.gstin, p.phone, case when every then u.email::text end as email, s.orders, s.last_order_at
    from found join public.profiles p on p.id = found.id join auth.users u on u.id = p.id
    cross join lateral (select count(*) as orders, max(o.created_at) as last_order_at from public.orders o where o.user_id = p.id) s
    order by s.last_order_at desc nulls last, p.created_at desc limit many
  ), guests as (
    select distinct on (coalesce(nullif(n.phone, ''), n.id::text)) n.* from (
      select o.id, o.full_name, o.company_name, o.gstin, o.phone, o.email, o.created_at from public.orders o
      where o.user_id is null order by o.created_at desc, o.id limit 2000) n
    where n.phone <> '' and (n.full_name ilike words or n.company_name ilike words or n.gstin = upper(query)
      or (length(digits) >= 5 and n.phone like '%' || digits || '%'))
    order by coalesce(nullif(n.phone, ''), n.id::text), n.created_at desc
  )
  (select p.id, null::uuid, p.full_name, p.company_name, p.gstin, p.phone, p.email, case when private.may('customers.read') then p.orders end, case when private.may('customers.read') then p.last_order_at end from people p)
  union all
  (select null::uuid, g.id, g.full_name, g.company_name, g.gstin, g.phone, null::text, null::bigint, g.created_at from guests g order by g.created_at desc limit many);
end $function$;
grant execute on function public.find_buyers(text,integer) to authenticated;
grant execute on function public.find_buyers(text,integer) to service_role;

CREATE OR REPLACE FUNCTION public.find_coupon(p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null or btrim(coalesce(p_code, '')) = '' then return null; end if;
  if not private.may_try_coupon(auth.uid(), p_code) then
    raise exception 'Too many coupon codes were tried' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CODES"}';
  end if;
  return (select to_jsonb(c) - 'counted'
    from private.discounts_for(auth.uid(), p_code, array(select i.product_id from public.cart_items i where i.user_id = auth.uid())) c where c.code is not null);
end $function$;
grant execute on function public.find_coupon(text) to authenticated;
grant execute on function public.find_coupon(text) to service_role;

CREATE OR REPLACE FUNCTION public.find_offers(p_products uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(c) - 'counted' order by c.id), '[]') from private.discounts_for(auth.uid(), null, p_products[1:1000]) c
  where auth.uid() is not null
$function$;
grant execute on function public.find_offers(uuid[]) to authenticated;
grant execute on function public.find_offers(uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.has_role(_user_id uuid, _role text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.user_roles r
    where r.user_id = _user_id
      and case _role when 'admin' then private.staff_may(r.user_id, 'panel') when 'super_admin' then r.role = 'owner' else r.role = _role end
      and not exists (select from public.account_blocks b where b.user_id = r.user_id)
      and (_user_id = (select auth.uid()) and (select private.session_is_good())
        or (select auth.role()) = 'service_role' or (select private.may('panel')))
  )
$function$;
grant execute on function public.has_role(uuid,text) to authenticated;
grant execute on function public.has_role(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.hold_import(p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform from public.product_imports i where i.id = p_import and i.actor = auth.uid() and i.undone_at is null for share;
  if not found then
    raise exception 'There is no such import' using errcode = '22023', detail = '{"code":"NO_IMPORT"}';
  end if;
end $function$;
grant execute on function public.hold_import(uuid) to authenticated;
grant execute on function public.hold_import(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.import_delivery_pins(p_version integer, p_means text, p_replace boolean, p_listed integer[], p_prepaid integer[], p_cod integer[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept public.delivery_rates;
  total integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the list of PIN codes' using errcode = '42501'; end if;
  select r.* into strict kept from public.delivery_rates r for update;
  if kept.version <> p_version then
    raise exception 'The delivery rates have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_means is null or p_means not in ('served', 'exceptions') or p_replace is null or p_listed is null or p_prepaid is null or p_cod is null
    or cardinality(p_listed) > 40000 or cardinality(p_prepaid) > 40000 or cardinality(p_cod) > 40000
    or exists (select from unnest(p_listed) l (pin) where l.pin is null or l.pin not between 100000 and 999999) then
    raise exception 'This is no list of PIN codes' using errcode = 'PT400', detail = '{"code":"INVALID"}';
  end if;
  if p_replace then delete from private.delivery_pins; end if;
  insert into private.delivery_pins (pin, prepaid, cod)
    select l.pin, coalesce(l.pin in (select unnest(p_prepaid)), false), coalesce(l.pin in (select unnest(p_cod)), false)   -- hashed, not once a row
    from (select distinct a.pin from unnest(p_listed) a (pin)) l
    on conflict (pin) do update set prepaid = excluded.prepaid, cod = excluded.cod;
  select count(*) into total from private.delivery_pins;
  if total > 40000 then
    raise exception 'The list is too long' using errcode = 'PT400', detail = '{"code":"TOO_MANY","limit":40000}';
  end if;
  update public.delivery_rates r set pin_list = case when total = 0 then 'off' else p_means end, pin_count = total where r.id;
  return total;
end $function$;
grant execute on function public.import_delivery_pins(integer,text,boolean,integer[],integer[],integer[]) to authenticated;
grant execute on function public.import_delivery_pins(integer,text,boolean,integer[],integer[],integer[]) to service_role;

CREATE OR REPLACE FUNCTION public.import_families(p_families jsonb, p_import uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written jsonb := '[]';
  one jsonb;
  chosen text[];
  found uuid;
  joined integer;
  why text;
  detail text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_families) <> 'array' or jsonb_array_length(p_families) > 100 then
    raise exception 'At most 100 families at once' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  if p_import is not null then perform public.hold_import(p_import); end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  -- in the order in which the order service and every other writer lock products
  perform from public.products p
    where p.sku in (select m.value ->> 'sku' from jsonb_array_elements(p_families) f, jsonb_array_elements(f.value -> 'members') m)
    order by p.id for no key update;

  for one in select f.value from jsonb_array_elements(p_families) f loop
    begin
      chosen := array(select o.value from jsonb_array_elements_text(one -> 'options') o);
      select p.family_id into found from public.products p
        where p.family_id is not null and p.sku in (select m.value ->> 'sku' from jsonb_array_elements(one -> 'members') m)
        order by p.id limit 1;
      if found is null then
        insert into public.product_families (name, options) values (one ->> 'name', chosen) returning id into found;
      elsif not exists (select from public.product_families f where f.id = found and lower(f.options::text) = lower(chosen::text)) then
        raise exception 'The family has other options' using errcode = '23514', detail = '{"code":"OTHER_OPTIONS"}';
      end if;

      insert into public.product_family_values (family_id, option, position, name)
        select found, w.option, row_number() over (partition by w.option order by w.place) + (
            select coalesce(max(v.position), 0) from public.product_family_values v where v.family_id = found and v.option = w.option), w.name
        from (
          select distinct on (n.option, lower(n.value)) n.option, n.value as name, m.place
          from jsonb_array_elements(one -> 'members') with ordinality m (value, place),
            jsonb_array_elements_text(m.value -> 'values') with ordinality n (value, option)
          order by n.option, lower(n.value), m.place
        ) w
        where not exists (select from public.product_family_values v where v.family_id = found and v.option = w.option and lower(v.name) = lower(w.name));

      update public.products p set family_id = found,
        value_1 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 1 and lower(v.name) = lower(m.value -> 'values' ->> 0)),
        value_2 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 2 and lower(v.name) = lower(m.value -> 'values' ->> 1)),
        value_3 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 3 and lower(v.name) = lower(m.value -> 'values' ->> 2))
      from jsonb_array_elements(one -> 'members') m
      where p.sku = m.value ->> 'sku' and p.family_id is null;
      get diagnostics joined = row_count;
      if not exists (select from public.products p where p.family_id = found) then
        raise exception 'None of its products is in the shop' using errcode = '23514', detail = '{"code":"NO_MEMBERS"}';
      end if;
      written := written || jsonb_build_object('family', one -> 'key', 'outcome', case when joined > 0 then 'joined' else 'same' end);
    exception when integrity_constraint_violation or data_exception or sqlstate 'PT409' then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('family', one -> 'key', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  perform set_config('shop.import', '', true);
  return written;
end $function$;
grant execute on function public.import_families(jsonb,uuid) to authenticated;
grant execute on function public.import_families(jsonb,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.import_products(p_rows jsonb, p_skip boolean DEFAULT false, p_import uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written jsonb;
  one jsonb;
  why text;
  detail text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_rows) <> 'array' or jsonb_array_length(p_rows) > 1000 then
    raise exception 'A chunk is a list of at most 1,000 rows' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;

  if exists (select from jsonb_array_elements(p_rows) r where r.value -> 'set' ? 'cost') and not public.may('costs.read') then
    raise exception 'You may not read or change costs' using errcode = '42501', detail = '{"code":"NO_COSTS"}';
  end if;
  if p_import is not null then perform public.hold_import(p_import); end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  begin
    perform set_config('shop.stock_reason', 'import', true);
    -- in the order in which the order service and every other writer lock products
    perform from public.products p where p.sku in (select r.value ->> 'sku' from jsonb_array_elements(p_rows) r) order by p.id for no key update;

    with given as materialized (
      select (r.value ->> 'row')::integer as row, r.value ->> 'sku' as sku, r.value ->> 'import_key' as import_key, r.value -> 'set' as set
      from jsonb_array_elements(p_rows) r
    ), changed as (
      update public.products p set
        name = n.name, brand = n.brand, category_id = n.category_id, price = n.price, retail_price = n.retail_price, mrp = n.mrp,
        gst_percent = n.gst_percent, hsn = n.hsn, unit = n.unit, stock = n.stock, min_order_quantity = n.min_order_quantity,
        pricing_tiers = n.pricing_tiers, status = n.status, is_featured = n.is_featured, description = n.description,
        net_quantity = n.net_quantity, generic_name = n.generic_name, country_of_origin = n.country_of_origin,
        manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode,
        weight_grams = n.weight_grams, reorder_level = n.reorder_level
      from given g join public.products q on q.sku = g.sku cross join lateral jsonb_populate_record(q, g.set) n
      where p.id = q.id and n is distinct from q
      returning p.sku
    ), added as (
      insert into public.products (sku, import_key, name, brand, category_id, price, retail_price, mrp, gst_percent, hsn, unit, stock,
        min_order_quantity, pricing_tiers, status, is_featured, description, net_quantity, generic_name, country_of_origin,
        manufacturer, best_before, ingredients, how_to_use, barcode, weight_grams, reorder_level)
      select g.sku, g.import_key, n.name, n.brand, n.category_id, n.price, n.retail_price, n.mrp, coalesce(n.gst_percent, 18), n.hsn,
        coalesce(n.unit, 'NOS'), coalesce(n.stock, 0), coalesce(n.min_order_quantity, 1), n.pricing_tiers, coalesce(n.status, 'draft'),
        coalesce(n.is_featured, false), n.description, n.net_quantity, n.generic_name, n.country_of_origin, n.manufacturer,
        n.best_before, n.ingredients, n.how_to_use, n.barcode, n.weight_grams, n.reorder_level
      from given g cross join lateral jsonb_populate_record(null::public.products, g.set) n
      where not exists (select from public.products p where p.sku = g.sku)
      returning sku
    )
    select jsonb_agg(jsonb_build_object('row', g.row, 'outcome',
        case when g.sku in (select sku from added) then 'new' when g.sku in (select sku from changed) then 'changed' else 'same' end) order by g.row)
      into written from given g;

    with given as (
      select distinct on (p.id) p.id, (r.value ->> 'row')::integer as row, (r.value -> 'set' ->> 'cost')::numeric as cost
      from jsonb_array_elements(p_rows) r join public.products p on p.sku = r.value ->> 'sku'
      where r.value -> 'set' ->> 'cost' is not null
    ), put as (
      insert into public.product_costs as c (product_id, cost) select g.id, g.cost from given g
        on conflict (product_id) do update set cost = excluded.cost where c.cost <> excluded.cost
        returning c.product_id
    )
    select coalesce(jsonb_agg(case when w.value ->> 'outcome' = 'same' and g.id in (select product_id from put) then w.value || '{"outcome": "changed"}' else w.value end
        order by (w.value ->> 'row')::integer), written)
      into written from jsonb_array_elements(written) w left join given g on g.row = (w.value ->> 'row')::integer
      where exists (select from given);
    perform set_config('shop.stock_reason', '', true), set_config('shop.import', '', true);
    return coalesce(written, '[]');
  exception when integrity_constraint_violation or data_exception then
    if not p_skip or jsonb_array_length(p_rows) = 1 then raise; end if;
  end;

  written := '[]';
  for one in select r.value from jsonb_array_elements(p_rows) r loop
    begin
      written := written || public.import_products(jsonb_build_array(one), false, p_import);
    exception when integrity_constraint_violation or data_exception then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('row', one -> 'row', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  return written;
end $function$;
grant execute on function public.import_products(jsonb,boolean,uuid) to authenticated;
grant execute on function public.import_products(jsonb,boolean,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.kept_about_me()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('note', n.note, 'created_at', n.created_at) order by n.created_at, n.id), '[]')
      from public.customer_notes n where n.user_id = (select auth.uid())),
    'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at) from public.account_blocks b where b.user_id = (select auth.uid())),
    'figures', (select to_jsonb(f) - '{id,user_id}'::text[] from public.customer_figures f where f.user_id = (select auth.uid())))
$function$;
grant execute on function public.kept_about_me() to authenticated;
grant execute on function public.kept_about_me() to service_role;

CREATE OR REPLACE FUNCTION public.list_products(p_category uuid[] DEFAULT NULL::uuid[], p_query text DEFAULT NULL::text, p_min numeric DEFAULT NULL::numeric, p_max numeric DEFAULT NULL::numeric, p_stock text[] DEFAULT NULL::text[], p_brand text[] DEFAULT NULL::text[], p_country text[] DEFAULT NULL::text[], p_moq integer DEFAULT NULL::integer, p_featured boolean DEFAULT false, p_without uuid DEFAULT NULL::uuid, p_sort text DEFAULT 'created_at'::text, p_grouped boolean DEFAULT false, p_from integer DEFAULT 0, p_limit integer DEFAULT 12)
 RETURNS TABLE(product jsonb, family jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 36
 SET search_path TO ''
AS $function$
declare
  query constant text := private.asked_name(p_query);
  name_like constant text := private.name_pattern(query);
  source constant text := private.name_source(query, private.most_counted() / 2);   -- more are met soon enough, and take longer to sort
  scans constant text := current_setting('enable_seqscan');
  fits text := concat_ws(' and ', 'p.status = ''active''',
    case when p_category is not null then 'p.category_id = any ($1)' end,
    case when query is not null then 'p.name ilike $2' end,
    case when p_min is not null then 'p.base_price >= $3' end,
    case when p_max is not null then 'p.base_price <= $4' end,
    case when p_stock is not null then 'private.stock_class(p.stock) = any ($5)' end,
    case when p_brand is not null then 'p.brand = any ($6)' end,
    case when p_country is not null then 'p.country_of_origin = any ($7)' end,
    case when p_moq is not null then 'p.min_order_quantity <= $8' end,
    case when p_featured then 'p.is_featured' end,
    case when p_without is not null then 'p.id <> $9 and coalesce(p.family_id <> (select w.family_id from public.products w where w.id = $9), true)' end);
  of_other constant text := replace(fits, 'p.', 'o.');
  sorted constant text := case p_sort when 'price_asc' then 'base_price' when 'price_desc' then 'base_price desc' when 'popular' then 'popularity desc'
    when 'created_at' then 'created_at desc' end;
  first constant text := case p_sort when 'popular' then 'popularity desc' when 'created_at' then 'created_at desc' else 'base_price' end;
  precedes constant text := case when first like '% desc' then '(o.stock = 0, p.%1$s, o.id) < (p.stock = 0, o.%1$s, p.id)'
    else '(o.stock = 0, o.%1$s, o.id) < (p.stock = 0, p.%1$s, p.id)' end;
  page uuid[];
  families uuid[];
  counts jsonb;   -- by the ids of these families
begin
  if sorted is null then
    raise exception 'Products are not sorted by %', p_sort using errcode = '22023';
  end if;
  if not private.sees_shop() then return; end if;
  -- the first pages ask of each product whether a sibling comes before it, along an index; further on it costs less to choose all first members at once
  if p_grouped and p_from < 240 then
    fits := fits || format(' and (p.family_id is null or not exists (select from public.products o where o.family_id = p.family_id and %s and %s))',
      of_other, format(precedes, split_part(first, ' ', 1)));
  elsif p_grouped then
    fits := fits || format(' and (p.family_id is null or p.id in (
      select distinct on (o.family_id) o.id from public.products o where o.family_id is not null and %s order by o.family_id, o.stock = 0, o.%s, o.id))',
      of_other, first);
  end if;
  if source <> 'public.products' then perform set_config('enable_seqscan', 'off', true); end if;
  execute format('select array(select p.id from %s p where %s order by p.%s, p.id limit $10 offset $11)', source, fits, sorted) into page
    using p_category, name_like, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_without, least(greatest(p_limit, 0), 200), greatest(p_from, 0);
  perform set_config('enable_seqscan', scans, true);
  families := array(select distinct p.family_id from public.products p where p_grouped and p.id = any (page) and p.family_id is not null);
  if families <> '{}' then
    execute format('select jsonb_object_agg(m.family_id, m.counts) from (
      select o.family_id, jsonb_build_object(''values'', count(distinct o.value_1), ''fitting'', count(*) filter (where o.fits),
        ''from'', coalesce(min(o.base_price) filter (where o.fits and o.stock > 0), min(o.base_price) filter (where o.fits)),
        ''to'', coalesce(max(o.base_price) filter (where o.fits and o.stock > 0), max(o.base_price) filter (where o.fits))) as counts
      from (select o.*, %s as fits from public.products o where o.family_id = any ($10) and o.status = ''active'') o group by o.family_id) m', of_other) into counts
      using p_category, name_like, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_without, families;
  end if;
  return query select c.product, c.family from private.cards_of(page, counts) c;
end $function$;
grant execute on function public.list_products(uuid[],text,numeric,numeric,text[],text[],text[],integer,boolean,uuid,text,boolean,integer,integer) to anon;
grant execute on function public.list_products(uuid[],text,numeric,numeric,text[],text[],text[],integer,boolean,uuid,text,boolean,integer,integer) to authenticated;
grant execute on function public.list_products(uuid[],text,numeric,numeric,text[],text[],text[],integer,boolean,uuid,text,boolean,integer,integer) to service_role;

CREATE OR REPLACE FUNCTION public.logo_file(p_version text, p_small boolean DEFAULT false)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p_small then f.small else f.png end from private.logo_files f where f.version = p_version
$function$;
grant execute on function public.logo_file(text,boolean) to anon;
grant execute on function public.logo_file(text,boolean) to authenticated;
grant execute on function public.logo_file(text,boolean) to service_role;
grant execute on function public.logo_file(text,boolean) to shop_mail;

CREATE OR REPLACE FUNCTION public.mail_setup()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  return (select jsonb_build_object('host', m.host, 'port', m.port, 'security', m.security, 'username', m.username, 'password_set', m.password is not null,
    'from_name', m.from_name, 'from_address', m.from_address, 'reply_to', m.reply_to, 'environment', m.environment, 'environment_host', m.environment_host,
    'version', m.version, 'changed_at', m.changed_at) from private.mail_setup m);
end $function$;
grant execute on function public.mail_setup() to authenticated;
grant execute on function public.mail_setup() to service_role;

CREATE OR REPLACE FUNCTION public.match_order_lines(p_terms text[])
 RETURNS TABLE(term text, matched text, product jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 500
 SET search_path TO ''
AS $function$
  with terms as (select distinct t.term from unnest(p_terms[1:3000]) as t (term) where length(t.term) between 1 and 200 and (select private.sees_shop()))
  select t.term, 'sku', s.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where upper(p.sku) = upper(t.term) and p.status = 'active' order by p.id limit 6) s
  union all
  select t.term, 'barcode', b.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p
    where t.term ~ '^[0-9]{8,14}$' and lpad(p.barcode, 14, '0') = lpad(t.term, 14, '0') and p.barcode is not null and p.status = 'active') b
  union all
  select t.term, 'name', n.product from terms t cross join lateral (
    select private.pad_product(p) as product from public.products p where lower(p.name) = lower(t.term) and p.status = 'active' order by p.id limit 6) n
$function$;
grant execute on function public.match_order_lines(text[]) to anon;
grant execute on function public.match_order_lines(text[]) to authenticated;
grant execute on function public.match_order_lines(text[]) to service_role;

CREATE OR REPLACE FUNCTION public.may(p_permission text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.may(p_permission) $function$;
grant execute on function public.may(text) to authenticated;
grant execute on function public.may(text) to service_role;

CREATE OR REPLACE FUNCTION public.money_to_collect()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for money to collect' using errcode = '42501'; end if;
  return (
    with owed as materialized (
      select w.kind, w.amount, w.since, w.courier, a.from_day from private.open_receivables() w
      join private.receivable_ages() a on private.clock_now() - w.since >= make_interval(days => a.from_day)
        and (a.to_day is null or private.clock_now() - w.since < make_interval(days => a.to_day + 1))
    )
    select jsonb_build_object(
      'as_of', private.clock_now(),
      'count', (select count(*) from owed),
      'amount', (select coalesce(sum(w.amount), 0) from owed w),
      'oldest', (select min(w.since) from owed w),
      'couriers', (select coalesce(jsonb_agg(c.courier order by c.courier), '[]') from (select distinct w.courier from owed w where w.kind = 'cod' limit 200) c),
      'ages', (select jsonb_agg(jsonb_build_object('from_day', a.from_day, 'to_day', a.to_day, 'kind', k.kind, 'count', s.count, 'amount', s.amount) order by a.from_day, k.place)
        from private.receivable_ages() a cross join (values ('cod', 1), ('awaited', 2), ('verify', 3)) k (kind, place) cross join lateral (
          select count(*) as count, coalesce(sum(w.amount), 0) as amount from owed w where w.from_day = a.from_day and w.kind = k.kind) s)));
end $function$;
grant execute on function public.money_to_collect() to authenticated;
grant execute on function public.money_to_collect() to service_role;

CREATE OR REPLACE FUNCTION public.move_stock(p_product uuid, p_reason text, p_quantity integer, p_shown integer DEFAULT NULL::integer, p_note text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before integer;
  moved integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if p_reason is null or p_reason not in ('purchase', 'return', 'damaged', 'used', 'count', 'correction') then
    raise exception 'Stock that is moved by hand needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  if p_quantity is null or (p_reason = 'count' and p_quantity < 0) or (p_reason = 'correction' and p_quantity = 0)
    or (p_reason not in ('count', 'correction') and p_quantity <= 0) or abs(p_quantity) > 1000000 then
    raise exception 'This is no quantity to move' using errcode = '22023', detail = '{"code":"QUANTITY"}';
  end if;
  if p_reason = 'correction' and btrim(coalesce(p_note, '')) = '' then
    raise exception 'A correction says what was wrong' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  select p.stock into before from public.products p where p.id = p_product for update;
  if not found then
    raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  if p_reason = 'count' and before is distinct from p_shown then
    raise exception 'The stock moved while it was counted' using errcode = 'PT409', detail = jsonb_build_object('code', 'STALE', 'stock', before)::text;
  end if;
  moved := case p_reason when 'count' then p_quantity - before when 'damaged' then -p_quantity when 'used' then -p_quantity else p_quantity end;
  if before + moved < 0 then
    raise exception 'Only % are there', before using errcode = '23514', detail = jsonb_build_object('code', 'BELOW_ZERO', 'stock', before)::text;
  end if;
  if moved = 0 then return before; end if;   -- counted, and it agrees
  perform set_config('shop.stock_reason', p_reason, true), set_config('shop.stock_note', left(btrim(coalesce(p_note, '')), 300), true);
  update public.products p set stock = before + moved where p.id = p_product;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_note', '', true);
  return before + moved;
end $function$;
grant execute on function public.move_stock(uuid,text,integer,integer,text) to authenticated;
grant execute on function public.move_stock(uuid,text,integer,integer,text) to service_role;

CREATE OR REPLACE FUNCTION public.my_access()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('role', r.role, 'name', nullif(btrim(p.full_name), ''), 'email', u.email, 'permissions', to_jsonb(public.my_permissions()),
    'second_factor', jsonb_build_object('enrolled', private.has_factor(r.user_id), 'given', coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2',
      'required', (select s.second_factor_required from private.staff_security s)))
  from public.user_roles r join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
  where r.user_id = auth.uid() and not private.is_blocked(r.user_id)
$function$;
grant execute on function public.my_access() to authenticated;
grant execute on function public.my_access() to service_role;

CREATE OR REPLACE FUNCTION public.my_counter()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    -- those that wait for money first, so that none is hidden behind newer ones
    'on_the_way', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.to_pay desc, o.created_at desc, o.id), '[]') from (
        select o.id, o.order_number, o.created_at, o.status, o.payment_method, o.payment_state, o.total_amount, o.store_credit, o.pincode,
          -- null: a part was paid, so that it is not cancelled for the rest
          case when not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0)
            then coalesce((select max(p.awaited_since) from public.payments p where p.order_id = o.id), o.created_at) end as awaited_since,
          o.payment_method <> 'cod' and o.payment_state in ('awaiting_payment', 'failed') as to_pay,
          coalesce((select sum(p.amount) from public.payments p where p.order_id = o.id and p.state in ('awaiting_payment', 'failed')), 0) as due, count(*) over () as of,
          (select max(h.created_at) from public.order_status_history h where h.order_id = o.id and h.status = 'shipped' and h.automatic) as shipped_at
        from public.orders o where o.user_id = (select auth.uid()) and o.status in ('pending', 'processing', 'shipped')
        order by to_pay desc, o.created_at desc, o.id limit 3) o),
    -- what the last order had, and what was bought more than once, the most often first
    'again', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.times desc, a.bought_at desc, a.product ->> 'id'), '[]') from (
        select b.* from (select *, max(bought_at) over () as last from public.bought_before(100)) b
        where b.times > 1 or b.bought_at = b.last
        order by b.times desc, b.bought_at desc, b.product ->> 'id' limit 8) a),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') from (
        select o.id, o.created_at, o.total_amount, l.products, l.goods
        from public.orders o
        cross join lateral (
          select count(*) as products,
            coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'image_url', i.image_url)) filter (where i.place <= 4), '[]') as goods
          from (
            select product_name, image_url, row_number() over (order by product_name, id) as place
            from public.order_items where order_id = o.id) i) l
        where o.user_id = (select auth.uid())
        order by o.created_at desc, o.id limit 3) r),
    'delivery', (
      select jsonb_build_object('dispatch_days', dispatch_days, 'transit_home_min', transit_home_min, 'transit_home_max', transit_home_max,
        'transit_other_min', transit_other_min, 'transit_other_max', transit_other_max, 'transit_remote_min', transit_remote_min,
        'transit_remote_max', transit_remote_max, 'dispatch_holidays', dispatch_holidays)
      from public.settings limit 1))
$function$;
grant execute on function public.my_counter() to authenticated;
grant execute on function public.my_counter() to service_role;

CREATE OR REPLACE FUNCTION public.my_invite()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('role', i.role, 'invited_by', private.person_name(i.invited_by), 'expires_at', i.expires_at)
  from private.open_invite() i where i.id is not null
$function$;
grant execute on function public.my_invite() to authenticated;
grant execute on function public.my_invite() to service_role;

CREATE OR REPLACE FUNCTION public.my_permissions()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(p.permission order by p.permission), '{}')
  from public.user_roles r join private.role_permissions p on p.role = r.role
  where r.user_id = auth.uid() and private.may(p.permission)
$function$;
grant execute on function public.my_permissions() to authenticated;
grant execute on function public.my_permissions() to service_role;

CREATE OR REPLACE FUNCTION public.my_sessions()
 RETURNS TABLE(id uuid, this_device boolean, user_agent text, network text, signed_in_at timestamp with time zone, last_used_at timestamp with time zone, second_factor boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, s.id = private.own_session(), s.user_agent, private.shortened_network(s.ip), s.created_at,
    coalesce(s.refreshed_at at time zone 'utc', s.created_at), coalesce(s.aal::text, 'aal1') <> 'aal1'
  from auth.sessions s
  where s.user_id = (select auth.uid()) and private.own_session() is not null and (s.not_after is null or s.not_after > now())
  order by 2 desc, 6 desc, 1
  limit 100
$function$;
grant execute on function public.my_sessions() to authenticated;
grant execute on function public.my_sessions() to service_role;

CREATE OR REPLACE FUNCTION public.near_order_lines(p_terms text[])
 RETURNS TABLE(term text, matched text, product jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  with terms as (
    select distinct t.term, upper(left(t.term, greatest(length(t.term) - 1, 3))) as beginning
    from unnest(p_terms[1:25]) as t (term) where length(t.term) between 3 and 100 and (select private.sees_shop()))
  select t.term, 'near', private.pad_product(c.p) from terms t cross join lateral (
    select distinct on ((u.p).id) u.p, u.source, u.place from (
      (select s as p, 1 as source, row_number() over (order by extensions.similarity(t.term, s.sku) desc, s.id) as place
        from (select s.* from public.products s
          where upper(s.sku) ~>=~ t.beginning and upper(s.sku) ~<~ (t.beginning || U&'\+10ffff') and s.status = 'active' limit 20) r
        join public.products s on s.id = r.id)
      union all
      (select s, 2, row_number() over (order by extensions.word_similarity(t.term, s.name) desc, s.units_sold desc, s.id)
        from (select s.id from public.products s where t.term operator(extensions.<%) s.name and s.status = 'active' limit 200) r
        join public.products s on s.id = r.id)
      union all
      (select s, 3, row_number() over () from public.suggest_products(private.search_tokens(t.term), 12) s
        where extensions.word_similarity(t.term, s.name) >= 0.3)) u
    where u.place <= 4
    order by (u.p).id, u.source, u.place) c
  order by t.term, c.source, c.place
$function$;
grant execute on function public.near_order_lines(text[]) to anon;
grant execute on function public.near_order_lines(text[]) to authenticated;
grant execute on function public.near_order_lines(text[]) to service_role;

CREATE OR REPLACE FUNCTION public.opening_checklist()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('settings.write') then raise exception 'permission denied for the opening checklist' using errcode = '42501'; end if;
  return (select jsonb_agg(jsonb_build_object('key', i.key, 'state', i.state, 'needed', i.needed, 'facts', i.facts) order by i.place) from private.opening_items() i);
end $function$;
grant execute on function public.opening_checklist() to authenticated;
grant execute on function public.opening_checklist() to service_role;

CREATE OR REPLACE FUNCTION public.order_money(p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.orders o where o.id = p_order and (o.user_id = auth.uid() or private.may('orders.read'))) then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  return (select to_jsonb(m) from private.money_of(p_order) m);
end $function$;
grant execute on function public.order_money(uuid) to authenticated;
grant execute on function public.order_money(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.order_queue_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return jsonb_build_object(
    'accept', (select count(*) from (select from public.orders o where o.status = 'pending' and o.payment_state in ('cod_pending', 'paid') limit 100001) c),
    'verify', (select count(*) from (select from public.orders o where o.payment_state = 'awaiting_verification' limit 100001) c),
    'ship', (select count(*) from (select from public.orders o where o.status = 'processing' limit 100001) c),
    'shipped', (select count(*) from (select from public.orders o where o.status = 'shipped' limit 100001) c),
    'collect', (select count(*) from (select from public.orders o where private.is_to_collect(o.status, o.payment_state) limit 100001) c),
    'refund', (select count(*) from (select from public.orders o where o.id in (select r.order_id from public.refunds r where r.state in ('due', 'asked', 'failed') union all select x.id from public.orders x where x.payment_state = 'refund_due') limit 100001) c));
end $function$;
grant execute on function public.order_queue_counts() to authenticated;
grant execute on function public.order_queue_counts() to service_role;

CREATE OR REPLACE FUNCTION public.order_timeline(p_order uuid)
 RETURNS TABLE(at timestamp with time zone, kind text, actor uuid, actor_name text, data jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return query
  select e.at, e.kind, e.actor, private.person_name(e.actor), e.data from (
    select h.created_at as at, 'step' as kind, h.created_by as actor, jsonb_build_object('id', h.id, 'status', h.status, 'notes', h.notes) as data
      from public.order_status_history h where h.order_id = p_order
    union all
    -- the step itself has the line of a step, a change of the order by staff has its own, and the payment that of the order's payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
        and not exists (select from public.order_status_history h where h.order_id = p_order and h.created_at = a.at and (h.notes like 'Order changed%' or h.notes like 'Parcel %'))
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action in ('insert', 'update') and a.changes - '{amount,awaited_since}'::text[] <> '{}'
        and a.changes -> 'state' ->> 1 is distinct from 'undone'
    union all
    select u.undone_at, 'undone', u.undone_by, jsonb_build_object('id', u.payment_id, 'amount', x.amount, 'method', x.method, 'reference', u.reference, 'reason', u.reason)
      from private.undone_payments u join public.payments x on x.id = u.payment_id where x.order_id = p_order
    union all
    -- what is due is the refund's own row, unless it was paid in the same act; its later changes do not repeat the amount, but a transfer's reference
    -- says which refund it is
    select r.created_at, 'refund', r.created_by, jsonb_build_object('id', r.id, 'state', case when r.source = 'cancellation' and r.paid_at = r.created_at then 'paid' else 'due' end,
        'amount', r.amount, 'reference', null)
      from public.refunds r where r.order_id = p_order
    union all
    select a.at, 'refund', a.actor, jsonb_build_object('id', a.id, 'state', a.changes -> 'state' ->> 1, 'reference', a.changes -> 'reference' ->> 1,
        'amount', (select max(r.amount) from public.refunds r where r.order_id = p_order and r.reference = a.changes -> 'reference' ->> 1))
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'refunds' and a.action = 'update' and a.changes ? 'state'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select r.created_at, 'reminder', r.sent_by, jsonb_build_object('id', r.id, 'channel', r.channel, 'amount', r.amount)
      from public.payment_reminders r where r.order_id = p_order
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $function$;
grant execute on function public.order_timeline(uuid) to authenticated;
grant execute on function public.order_timeline(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.picture_downloads()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  return (
    select jsonb_build_object(
      'waiting', count(*) filter (where d.failure is null),
      'failed', count(*) filter (where d.failure is not null),
      'failures', coalesce((
        select jsonb_agg(jsonb_build_object('product_id', f.product_id, 'sku', p.sku, 'name', p.name, 'address', f.address, 'failure', f.failure) order by f.id desc)
        from (select * from private.picture_downloads n where n.failure is not null order by n.id desc limit 50) f
          join public.products p on p.id = f.product_id), '[]'))
    from private.picture_downloads d
  );
end $function$;
grant execute on function public.picture_downloads() to authenticated;
grant execute on function public.picture_downloads() to service_role;

CREATE OR REPLACE FUNCTION public.preview_remittance(p_courier text, p_reference text, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if private.are_remittance_rows(p_rows) is distinct from true then
    raise exception 'These are no rows of a remittance' using errcode = '22023', detail = '{"code":"INVALID","field":"rows"}';
  end if;
  return jsonb_build_object(
    'booked', (select r.id from public.remittances r where lower(btrim(r.courier)) = lower(btrim(p_courier)) and upper(btrim(r.reference)) = upper(btrim(p_reference))),
    'rows', (select jsonb_agg(jsonb_build_object('place', m.place, 'tracking', m.tracking, 'order_text', m.order_text, 'collected', m.collected, 'charges', m.charges,
        'order_id', m.order_id, 'order_number', m.order_number, 'name', m.name, 'expected', m.expected, 'booked', m.bookable, 'problem', m.problem) order by m.place)
      from private.match_remittance(p_rows) m));
end $function$;
grant execute on function public.preview_remittance(text,text,jsonb) to authenticated;
grant execute on function public.preview_remittance(text,text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.product_facets(p_category uuid[] DEFAULT NULL::uuid[], p_query text DEFAULT NULL::text, p_min numeric DEFAULT NULL::numeric, p_max numeric DEFAULT NULL::numeric, p_stock text[] DEFAULT NULL::text[], p_brand text[] DEFAULT NULL::text[], p_country text[] DEFAULT NULL::text[], p_moq integer DEFAULT NULL::integer, p_grouped boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  query constant text := private.asked_name(p_query);
  pattern constant text := private.name_pattern(query);
  narrowed constant boolean := query is not null or p_min is not null or p_max is not null;
  known constant boolean := private.are_facets_counted();
  most constant integer := case when known and narrowed then private.most_counted() end;   -- null: all
  matches constant text := concat_ws(' and ', 'p.status = ''active'' and (select private.sees_shop())',   -- an admin's storefront counts what customers see
    case when query is not null then 'p.name ilike $2' end,
    case when most is not null and p_min is not null then 'p.base_price >= $3' end,
    case when most is not null and p_max is not null then 'p.base_price <= $4' end);
  up_to constant text := case when most is not null then format('limit %s', most) else '' end;
  chosen constant text := concat_ws(' and ',
    case when p_category is not null then 'p.category_id = any ($1)' end,
    case when p_stock is not null then 'private.stock_class(p.stock) = any ($5)' end,
    case when p_brand is not null then 'p.brand = any ($6)' end,
    case when p_country is not null then 'p.country_of_origin = any ($7)' end,
    case when p_moq is not null then 'p.min_order_quantity <= $8' end);
  source constant text := private.name_source(query);
  scans constant text := current_setting('enable_seqscan');
  kinds private.facet_kind[];
  facets jsonb;
  whole jsonb;
  total bigint;
  matching bigint;
  reaches_most boolean;   -- at least so many match, so that the numbers are lower bounds
  one text;
begin
  -- ten thousand of a word are read from the index of trigrams: to read all products until they are found looks cheap to the planner, and is not
  if most is not null and length(query) > 2 or source <> 'public.products' then perform set_config('enable_seqscan', 'off', true); end if;
  execute format('select array_agg(row (k.*)::private.facet_kind), sum(k.n) from (%s) k',
    case when known and not narrowed then '
      select case when $9 then k.family_id end as family, k.category_id, k.brand, k.country, k.moq, k.stock, true as in_price, k.n, k.lowest, k.highest
      from private.facet_kinds k where k.status = ''active'' and (select private.sees_shop())'
    else format('
      select case when $9 then p.family_id end as family, p.category_id, p.brand, p.country_of_origin as country, p.min_order_quantity as moq,
        private.stock_class(p.stock) as stock, ($3 is null or p.base_price >= $3) and ($4 is null or p.base_price <= $4) as in_price,
        count(*) as n, min(p.base_price) as lowest, max(p.base_price) as highest
      from (select * from %s p where %s %s) p group by 1, 2, 3, 4, 5, 6, 7', source, matches, up_to) end)
  into kinds, matching
  using p_category, pattern, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_grouped;
  facets := private.facets_of(kinds, p_category, p_stock, p_brand, p_country, p_moq);

  reaches_most := coalesce(matching >= most, false);
  if reaches_most and chosen <> '' then
    execute format('select coalesce(count(*) filter (where f.id is null), 0) + count(distinct f.id), count(*)
      from (select case when $9 then p.family_id end as id from %s p where %s and %s %s) f', source, matches, chosen, up_to)
    into total, matching
    using p_category, pattern, p_min, p_max, p_stock, p_brand, p_country, p_moq, p_grouped;
  else
    total := (facets ->> 'total')::bigint;
  end if;
  perform set_config('enable_seqscan', scans, true);
  if not (reaches_most or most is not null and (p_min is not null or p_max is not null)) then return facets; end if;

  whole := public.product_facets(p_category => p_category, p_stock => p_stock, p_brand => p_brand, p_country => p_country, p_moq => p_moq, p_grouped => p_grouped);
  facets := jsonb_set(facets, '{price}', whole -> 'price');
  if not reaches_most then return facets; end if;
  foreach one in array array['category', 'brand', 'country', 'stock', 'moq'] loop
    facets := jsonb_set(facets, array[one], (select coalesce(jsonb_object_agg(k.name, 0), '{}') from jsonb_object_keys(whole -> one) k (name)) || (facets -> one));
  end loop;
  return facets || jsonb_build_object('total', total, 'more', jsonb_build_object('total', matching >= most, 'counts', true));
end $function$;
grant execute on function public.product_facets(uuid[],text,numeric,numeric,text[],text[],text[],integer,boolean) to anon;
grant execute on function public.product_facets(uuid[],text,numeric,numeric,text[],text[],text[],integer,boolean) to authenticated;
grant execute on function public.product_facets(uuid[],text,numeric,numeric,text[],text[],text[],integer,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.product_values()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('catalogue.write') then
    return private.count_product_values(false, private.are_facets_counted());
  end if;
  return coalesce((select c.product_values from private.facet_counts c where private.are_facets_counted()), private.count_product_values(true, false));
end $function$;
grant execute on function public.product_values() to authenticated;
grant execute on function public.product_values() to service_role;

CREATE OR REPLACE FUNCTION public.products_by_sku(p_skus text[])
 RETURNS SETOF public.products
 LANGUAGE sql
 STABLE ROWS 500
 SET search_path TO ''
AS $function$
  select p.* from public.products p where p.sku = any (p_skus)
$function$;
grant execute on function public.products_by_sku(text[]) to authenticated;
grant execute on function public.products_by_sku(text[]) to service_role;

CREATE OR REPLACE FUNCTION public.queue_pictures(p_import uuid, p_pictures jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_waiting constant integer := 50000;
  queued integer;
  known integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform public.hold_import(p_import);
  if jsonb_typeof(p_pictures) is distinct from 'array' or jsonb_array_length(p_pictures) > 500
    or exists (select from jsonb_array_elements(p_pictures) p
      where jsonb_typeof(p -> 'addresses') is distinct from 'array' or jsonb_array_length(p -> 'addresses') > 12)
  then
    raise exception 'A chunk is a list of at most 500 products with 12 addresses each' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  -- two imports at once must not pass the limit together
  perform pg_advisory_xact_lock(hashtextextended('shop:picture_downloads', 0));
  if (select count(*) from private.picture_downloads d where d.failure is null) > most_waiting then
    raise exception 'Too many pictures are waiting. Import the rest later' using errcode = 'PT409', detail = '{"code":"QUEUE_FULL"}';
  end if;
  with wanted as (
    select p.id as product_id, a.address, min(a.place)::integer as place,
      exists (select from public.product_images i join private.picture_sources s on s.image_id = i.id
        where i.product_id = p.id and s.address = a.address) as there
    from jsonb_array_elements(p_pictures) g (given)
      join public.products p on p.sku = g.given ->> 'sku'
      cross join lateral jsonb_array_elements_text(g.given -> 'addresses') with ordinality a (address, place)
    group by p.id, a.address
  ), added as (
    insert into private.picture_downloads as d (product_id, address, place, import_id)
      select w.product_id, w.address, w.place, p_import from wanted w where not w.there
      on conflict (product_id, address) do update set failure = null, tries = 0, due_at = now(), import_id = excluded.import_id, place = excluded.place
      returning 1
  )
  select (select count(*) from added), (select count(*) from wanted w where w.there) into queued, known;
  return jsonb_build_object('queued', queued, 'known', known);
end $function$;
grant execute on function public.queue_pictures(uuid,jsonb) to authenticated;
grant execute on function public.queue_pictures(uuid,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.razorpay_setup()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('settings.write') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  return (select jsonb_build_object('key_id', max(k.key_id), 'key_secret_set', count(k.key_secret) = 1, 'webhook_secret_set', count(k.webhook_secret) = 1,
    'changed_at', max(k.changed_at), 'previous_until', max(k.previous_until) filter (where k.previous_until > now())) from private.razorpay_keys k);
end $function$;
grant execute on function public.razorpay_setup() to authenticated;
grant execute on function public.razorpay_setup() to service_role;

CREATE OR REPLACE FUNCTION public.receivables(p_filters jsonb DEFAULT '{}'::jsonb, p_ascending boolean DEFAULT true, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, order_number integer, since timestamp with time zone, kind text, amount numeric, total_amount numeric, full_name text, company_name text, phone text, status text, payment_method text, payment_state text, courier text, tracking_number text, reference text, version integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  conditions text := 'true';
  down boolean := p_ascending = p_backwards;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for receivables' using errcode = '42501'; end if;
  if p_filters ? 'kind' then conditions := conditions || ' and ' || private.one_of('w.kind', p_filters -> 'kind'); end if;
  if p_filters ? 'courier' then conditions := conditions || ' and ' || private.one_of('w.courier', p_filters -> 'courier'); end if;
  if p_filters ? 'age' then
    conditions := conditions || format(' and exists (select from private.receivable_ages() a where %s and %2$L::timestamptz - w.since >= make_interval(days => a.from_day)
      and (a.to_day is null or %2$L::timestamptz - w.since < make_interval(days => a.to_day + 1)))', private.one_of('a.from_day', p_filters -> 'age'), private.clock_now());
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format(' and o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  if p_cursor is not null then
    conditions := conditions || format(case when down then ' and (w.since, o.id) < (%L::timestamptz, %L::uuid)' else ' and (w.since, o.id) > (%L::timestamptz, %L::uuid)' end,
      p_cursor ->> 0, p_cursor ->> 1);
  end if;
  return query execute format($query$
    select o.id, o.order_number, w.since, w.kind, w.amount, o.total_amount, o.full_name, o.company_name, o.phone, o.status, o.payment_method, o.payment_state,
      nullif(w.courier, ''), nullif(o.tracking_number, ''), p.provider_reference, o.version
    from private.open_receivables() w join public.orders o on o.id = w.id
    left join lateral (select x.provider_reference from public.payments x where x.order_id = o.id and private.is_open_payment(x.state) order by x.created_at limit 1) p on true
    where %s order by w.since %s, o.id %2$s limit %s$query$,
    conditions, case when down then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $function$;
grant execute on function public.receivables(jsonb,boolean,jsonb,boolean,integer) to authenticated;
grant execute on function public.receivables(jsonb,boolean,jsonb,boolean,integer) to service_role;

CREATE OR REPLACE FUNCTION public.receive_return(p_return uuid, p_version integer, p_lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  perform private.lock_return(p_return, p_version, '{approved}');
  if private.are_return_lines(p_lines, '{restocked,damaged,lost}') is distinct from true or exists (
    select from (select l.* from public.return_lines l where l.return_id = p_return) l
    full join jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer) on c.item = l.order_item_id
    where c.restocked + c.damaged + c.lost is distinct from l.quantity) then
    raise exception 'Every piece of the return is restocked, damaged or lost' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  update public.return_lines l set restocked = c.restocked, damaged = c.damaged, lost = c.lost
    from jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer)
    where l.return_id = p_return and l.order_item_id = c.item;
  update public.returns x set state = 'received', received_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.restock_return(r);
  perform private.follow_return(r);
end $function$;
grant execute on function public.receive_return(uuid,integer,jsonb) to authenticated;
grant execute on function public.receive_return(uuid,integer,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.receive_shipment(p_shipment uuid, p_version integer, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{returning}');
begin
  if p_lines is null then
    update public.shipment_lines l set restocked = l.quantity where l.shipment_id = s.id;
  else
    if not private.are_piece_lines(p_lines, '{item,restocked,damaged,lost}') or exists (
      select from (select l.* from public.shipment_lines l where l.shipment_id = s.id) l
      full join jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer) on c.item = l.order_item_id
      where c.restocked + c.damaged + c.lost is distinct from l.quantity) then
      raise exception 'Every piece of the parcel is restocked, damaged or lost' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
    end if;
    update public.shipment_lines l set restocked = c.restocked, damaged = c.damaged, lost = c.lost
      from jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer)
      where l.shipment_id = s.id and l.order_item_id = c.item;
  end if;
  perform private.take_back(s.id, s.order_id);
  update public.shipments x set closed_at = private.clock_now(), version = x.version + 1,
      state = case when exists (select from public.shipment_lines l where l.shipment_id = x.id and l.lost < l.quantity) then 'returned' else 'lost' end
    where x.id = s.id;
  update public.orders o set updated_at = now() where o.id = s.order_id;
end $function$;
grant execute on function public.receive_shipment(uuid,integer,jsonb) to authenticated;
grant execute on function public.receive_shipment(uuid,integer,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.record_payment(p_order uuid, p_version integer, p_method text, p_reference text DEFAULT NULL::text, p_amount numeric DEFAULT NULL::numeric)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := private.begin_payment(p_order, p_version, p_method, p_reference);
begin
  return (private.receive_payment(p_order, p_amount, p_method, given)).state;
end $function$;
grant execute on function public.record_payment(uuid,integer,text,text,numeric) to authenticated;
grant execute on function public.record_payment(uuid,integer,text,text,numeric) to service_role;

CREATE OR REPLACE FUNCTION public.record_surplus(p_order uuid, p_version integer, p_method text, p_amount numeric, p_reference text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := private.begin_payment(p_order, coalesce(p_version, 0), p_method, p_reference);
  o public.orders;
  awaited public.payments;
  made public.payments;
begin
  if private.is_received_amount(p_amount) is not true then
    raise exception 'A payment is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  select x.* into o from public.orders x where x.id = p_order;
  select p.* into awaited from public.payments p where p.order_id = p_order and private.is_open_payment(p.state) order by p.created_at, p.id limit 1 for no key update;
  if awaited.method = 'razorpay' and o.status <> 'cancelled' then
    raise exception 'Razorpay settles the payment that is open' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
  end if;
  if awaited.method <> 'razorpay' and (o.status <> 'cancelled' or p_amount >= awaited.amount and awaited.amount > 0) then
    if p_amount <= awaited.amount then
      raise exception '% is open: record it as that payment', awaited.amount using errcode = 'PT409', detail = jsonb_build_object('code', 'FITS_OPEN', 'open', awaited.amount)::text;
    end if;
    return (private.receive_money(awaited.id, p_amount, given, p_method)).state;
  end if;
  -- all money of the order is back, or on its way: this is too
  insert into public.payments (order_id, method, state, amount, surplus, provider_reference, created_at)
    values (o.id, p_method, case when o.status = 'cancelled' or o.payment_state in ('refund_due', 'refunded') then 'refund_due' else 'paid' end, p_amount, p_amount, given,
      private.clock_now()) returning * into made;
  perform private.owe_surplus(made), private.log_new_payment(made);
  update public.orders x set payment_state = private.payment_state_of(x.id), updated_at = now() where x.id = o.id;   -- its guard raises the version
  return made.state;
exception when unique_violation then
  raise exception 'This reference belongs to another payment' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $function$;
grant execute on function public.record_surplus(uuid,integer,text,numeric,text) to authenticated;
grant execute on function public.record_surplus(uuid,integer,text,numeric,text) to service_role;

CREATE OR REPLACE FUNCTION public.remind_of_payment(p_order uuid, p_channel text, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  due numeric;
  pay_by timestamptz;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for payment reminders' using errcode = '42501'; end if;
  if p_channel is null or p_channel not in ('mail', 'whatsapp') then
    raise exception 'A reminder goes by mail or WhatsApp' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  -- the lock first: of two people at once the second finds the reminder of the first
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  select m.to_collect into due from private.money_of(p_order) m;
  if not private.is_remindable(o) or due <= 0 then
    raise exception 'This order waits for no payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  if exists (select from public.payment_reminders r where r.order_id = p_order and r.created_at > private.clock_now() - interval '1 day') then
    raise exception 'The customer was reminded within a day' using errcode = 'PT429', detail = '{"code":"REMINDED_TODAY"}';
  end if;
  if (select count(*) from public.payment_reminders r where r.order_id = p_order) >= private.limit_of('reminders_per_order') then
    raise exception 'The customer was reminded often enough' using errcode = 'PT429', detail = '{"code":"TOO_MANY_REMINDERS"}';
  end if;
  if o.version is distinct from p_version then
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  if p_channel = 'mail' then
    -- as the mails of orders are addressed (private.address_order_mail): without an address nothing would be sent
    if (o.channel = 'online' and not exists (select from auth.users u where u.id = o.user_id and u.email_confirmed_at is not null))
      or (o.channel <> 'online' and o.email = '') then
      raise exception 'This order has no address for mails' using errcode = 'PT409', detail = '{"code":"NO_EMAIL"}';
    end if;
    select private.awaited_since(o) + make_interval(hours => s.upi_unpaid_hours) into pay_by from public.settings s
      where o.status = 'pending' and o.payment_method = 'upi' and o.payment_state = 'awaiting_payment'
        -- of an order of which a part was paid the rest has no date
        and not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0);
    insert into private.mails (kind, recipient, data) values ('order_reminder', o.email, jsonb_build_object('order_id', o.id, 'amount', due, 'until', pay_by,
      'pays', (select p.reference from public.payments p where p.order_id = o.id and private.is_open_payment(p.state) order by p.created_at, p.id limit 1)));
    if o.user_id is not null then
      insert into public.notifications (user_id, title, message, type, order_id, created_at) values (o.user_id, 'Payment reminder',
        'Your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') waits for your payment of ₹'
          || to_char(due, 'FM99999999990.00') || '.', 'order_update', o.id, private.clock_now());
    end if;
  end if;
  insert into public.payment_reminders (order_id, channel, amount, sent_by, created_at) values (o.id, p_channel, due, auth.uid(), private.clock_now());
end $function$;
grant execute on function public.remind_of_payment(uuid,text,integer) to authenticated;
grant execute on function public.remind_of_payment(uuid,text,integer) to service_role;

CREATE OR REPLACE FUNCTION public.remittance_list(p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, courier text, reference text, received_on date, received numeric, charges numeric, collected numeric, booked numeric, lines integer, open integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  return query execute format($query$
    with listed as materialized (select r.* from public.remittances r where %s order by r.created_at %s, r.id %s limit %s)
    select r.id, r.created_at, r.courier, r.reference, r.received_on, r.received, r.other_charges + s.charges, s.collected, s.booked, s.lines, s.open
    from listed r cross join lateral (
      select coalesce(sum(l.charges), 0) as charges, coalesce(sum(l.collected), 0) as collected, coalesce(sum(l.booked), 0) as booked, count(*)::integer as lines,
        (count(*) filter (where private.is_open_difference(l)))::integer as open
      from public.remittance_lines l where l.remittance_id = r.id) s
    order by r.created_at %2$s, r.id %3$s$query$,
    case when p_cursor is null then 'true'
      when p_backwards then format('(r.created_at > %1$L or (r.created_at = %1$L and r.id < %2$L)) and r.created_at >= %1$L', p_cursor ->> 0, p_cursor ->> 1)
      else format('(r.created_at < %1$L or (r.created_at = %1$L and r.id > %2$L)) and r.created_at <= %1$L', p_cursor ->> 0, p_cursor ->> 1) end,
    case when p_backwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $function$;
grant execute on function public.remittance_list(jsonb,boolean,integer) to authenticated;
grant execute on function public.remittance_list(jsonb,boolean,integer) to service_role;

CREATE OR REPLACE FUNCTION public.remittance_of(p_remittance uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  return (select to_jsonb(r) - 'created_by' || jsonb_build_object('created_by', private.person_name(r.created_by), 'lines', (
      select jsonb_agg(jsonb_build_object('id', l.id, 'place', l.place, 'tracking', l.tracking_number, 'order_text', l.order_text, 'collected', l.collected, 'charges', l.charges,
        'expected', l.expected, 'booked', l.booked, 'problem', l.problem, 'order_id', l.order_id, 'order_number', o.order_number,
        'name', coalesce(nullif(o.company_name, ''), o.full_name), 'open', private.is_open_difference(l), 'note', l.note, 'settled_by', private.person_name(l.settled_by)) order by l.place)
      from public.remittance_lines l left join public.orders o on o.id = l.order_id where l.remittance_id = r.id))
    from public.remittances r where r.id = p_remittance);
end $function$;
grant execute on function public.remittance_of(uuid) to authenticated;
grant execute on function public.remittance_of(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.retry_mail(p_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('mails.read') then raise exception 'permission denied for failed mails' using errcode = '42501'; end if;
  update private.mails m set status = 'queued', attempts = 0, next_attempt_at = now() where m.id = p_id and m.status = 'failed';
  if not found then raise exception 'No such failed mail' using errcode = 'PT404', detail = '{"code":"MAIL_NOT_FOUND"}'; end if;
end $function$;
grant execute on function public.retry_mail(bigint) to authenticated;
grant execute on function public.retry_mail(bigint) to service_role;

CREATE OR REPLACE FUNCTION public.return_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('orders.read') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  return (select jsonb_object_agg(s.state, (select count(*) from (select from public.returns r where r.state = s.state limit 10001) c))
    from unnest('{requested,approved,received}'::text[]) s (state));
end $function$;
grant execute on function public.return_counts() to authenticated;
grant execute on function public.return_counts() to service_role;

CREATE OR REPLACE FUNCTION public.return_photo_ids(p_return uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(p.id order by p.created_at, p.id), '{}') from private.return_photos p join public.returns r on r.id = p.return_id
  join public.orders o on o.id = r.order_id
  where r.id = p_return and (o.user_id = auth.uid() or private.may('orders.read'))
$function$;
grant execute on function public.return_photo_ids(uuid) to authenticated;
grant execute on function public.return_photo_ids(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.return_photo(p_photo uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select translate(encode(p.bytes, 'base64'), e'\n', '') from private.return_photos p join public.returns r on r.id = p.return_id
  join public.orders o on o.id = r.order_id
  where p.id = p_photo and (o.user_id = auth.uid() or private.may('orders.read'))
$function$;
grant execute on function public.return_photo(uuid) to authenticated;
grant execute on function public.return_photo(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.returnable(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('until', private.returnable_until(o.id), 'open', coalesce(private.returnable_until(o.id) >= private.clock_now(), false),
    'pieces', (select jsonb_object_agg(p.item, p.rest) from private.returnable_pieces(o.id) p where p.rest > 0))
  from public.orders o where o.id = p_order and o.status = 'delivered' and (o.user_id = auth.uid() or private.may('orders.read'))
$function$;
grant execute on function public.returnable(uuid) to authenticated;
grant execute on function public.returnable(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.revoke_api_key(p_key uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('staff.manage') then raise exception 'permission denied for API keys' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.user_roles'));
  update private.api_keys k set revoked_at = now(), revoked_by = auth.uid() where k.user_id = p_key and k.revoked_at is null;
  if not found then return false; end if;
  delete from public.user_roles r where r.user_id = p_key;
  return true;
end $function$;
grant execute on function public.revoke_api_key(uuid) to authenticated;
grant execute on function public.revoke_api_key(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.row_history(p_tables text[], p_row text, p_before bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 20)
 RETURNS TABLE(id bigint, at timestamp with time zone, actor uuid, actor_name text, table_name text, action text, changes jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select a.id, a.at, a.actor, private.person_name(a.actor), a.table_name, a.action, a.changes
  from public.audit_log a
  where (select private.may('audit.read')) and a.row_id = p_row and a.table_name = any (p_tables) and (p_before is null or a.id < p_before)
  order by a.id desc limit least(greatest(p_limit, 1), 100)
$function$;
grant execute on function public.row_history(text[],text,bigint,integer) to authenticated;
grant execute on function public.row_history(text[],text,bigint,integer) to service_role;

CREATE OR REPLACE FUNCTION public.sales_breakdown(p_by text, p_from date, p_to date, p_before_from date, p_before_to date, p_sort text DEFAULT 'revenue'::text, p_ascending boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
 SET random_page_cost TO '1.1'
AS $function$
declare
  w record;
  sums text;
  totals text;
  named text;
  sorted text;
  cut text;   -- of the sums, so that only what may be shown leaves its part
  first_named boolean := p_sort = 'name' or p_by = 'category';   -- else only what is shown gets its name
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  sorted := format('%s %s nulls last, x.revenue desc nulls last, x.key nulls last',
    case p_sort when 'name' then 'lower(x.name)' when 'units' then 'coalesce(x.units, 0)' when 'orders' then 'coalesce(x.orders, 0)'
      when 'before' then 'coalesce(x.revenue_before, 0)' when 'change' then 'coalesce(x.revenue, 0) - coalesce(x.revenue_before, 0)'
      else 'coalesce(x.revenue, 0)' end,
    case when p_ascending then 'asc' else 'desc' end);
  cut := case when first_named then '' else format('order by %s limit $5', sorted) end;
  -- amounts in paise, as double precision (private.sales_products); in rupees only where they are shown. `n`: the sums of the part, before the cut
  sums := case
    when p_by = 'product' then format(
      'select g.part, y.* from generate_series(0, 63, $6) g (part) cross join lateral (
         select x.*, count(*) over () as n from (
           select l.product_id as key, sum(l.units::double precision) filter (where l.this) as units, sum(l.paise::double precision) filter (where l.this) as revenue,
             sum(l.paise::double precision) filter (where not l.this) as revenue_before, null::bigint as orders
           from (
             select d.this, s.product_id, s.units, s.paise
             from days d join private.sales_products s on s.day = d.day and private.product_part(s.product_id) between g.part and g.part + $6 - 1 where d.summed
             union all
             select r.* from unsummed_parts u cross join lateral unnest(u.this, u.product_id, u.units, u.paise) r where u.part = g.part) l
           group by 1) x %s) y', cut)
    when p_by = 'category' then
      'select 0 as part, l.category_id as key, sum(l.units::double precision) filter (where l.this) as units, sum(l.paise::double precision) filter (where l.this) as revenue,
         sum(l.paise::double precision) filter (where not l.this) as revenue_before, null::bigint as orders, 0 as n
       from (
         select true as this, c.* from private.categories_sold($1, $2) c
         union all
         select false, c.* from private.categories_sold($3, $4) c) l
       group by 2 having sum(l.units) filter (where l.this) <> 0 or sum(l.units) filter (where not l.this) <> 0'
    when p_by in ('state', 'payment') then format(
      'select 0 as part, s.%I as key, null::bigint as units, (sum(s.revenue) filter (where s.this) * 100)::double precision as revenue,
         (sum(s.revenue) filter (where not s.this) * 100)::double precision as revenue_before, sum(s.orders) filter (where s.this) as orders, count(*) over () as n
       from sales s group by 2 having sum(s.orders) > 0', case p_by when 'state' then 'place_of_supply' else 'payment_method' end)
    -- not summed by day: nearly every order has another. by bigint, as postgresql turns a numeric into a double precision by way of text
    when p_by = 'customer' then format(
      'select x.*, count(*) over () as n from (
         select 0 as part, s.user_id as key, null::bigint as units, sum(s.paise) filter (where s.this) as revenue,
           sum(s.paise) filter (where not s.this) as revenue_before, count(*) filter (where s.this) as orders
         from (
           select true as this, o.user_id, (o.total_amount * 100)::bigint::double precision as paise from public.orders o
             where o.created_at >= $1 and o.created_at < $2 and private.is_sale(o.status, o.payment_state)
           union all
           select false, o.user_id, (o.total_amount * 100)::bigint::double precision from public.orders o
             where o.created_at >= $3 and o.created_at < $4 and private.is_sale(o.status, o.payment_state)) s
         group by 2) x %s', cut)
    end;
  if sums is null or p_sort not in ('name', 'units', 'orders', 'revenue', 'before', 'change') or p_limit not between 1 and 100000 then
    raise exception 'There is no such breakdown' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  -- not from the rows behind the breakdown, which may be as many as products were sold
  totals := case p_by
    when 'product' then
      'select sum(l.units) filter (where l.this) as units, sum(l.paise::double precision) filter (where l.this) as revenue,
         sum(l.paise::double precision) filter (where not l.this) as revenue_before
       from (
         select d.this, c.units, c.paise from days d join private.sales_categories c on c.day = d.day where d.summed
         union all
         select u.this, u.units, u.paise from unsummed u) l'
    when 'category' then 'select sum(g.units) as units, sum(g.revenue) as revenue, sum(g.revenue_before) as revenue_before from sums g'
    else
      'select 0 as units, (sum(s.revenue) filter (where s.this) * 100)::double precision as revenue,
         (sum(s.revenue) filter (where not s.this) * 100)::double precision as revenue_before from sales s' end;
  named := case p_by
    when 'product' then 'select g.*, p.name, p.sku as detail, p.image_url from %I g left join public.products p on p.id = g.key'
    when 'customer' then 'select g.*, coalesce(nullif(p.company_name, ''''), nullif(p.full_name, '''')) as name,
        case when coalesce(p.company_name, '''') <> '''' then nullif(p.full_name, '''') end as detail, null::text as image_url
      from %I g left join public.profiles p on p.id = g.key'
    -- each category with all that stands below it: a line counts for its category and for every one above it
    when 'category' then 'select c.id as key, sum(g.units) as units, sum(g.revenue) as revenue, sum(g.revenue_before) as revenue_before,
        null::bigint as orders, min(c.name) as name, min(c.path) as detail, null::text as image_url
      from %I g left join (select t.id as below, a.id, a.name, a.path from tree t join tree a on a.id = any (t.line)) c on c.below = g.key
      group by c.id'
    else 'select g.*, g.key as name, null::text as detail, null::text as image_url from %I g' end;
  execute format(
    'with recursive tree (id, name, line, path) as (
       select c.id, c.name, array[c.id], null::text from public.categories c where c.parent_id is null
       union all
       select c.id, c.name, t.line || c.id, concat_ws('' › '', t.path, t.name) from public.categories c join tree t on c.parent_id = t.id
     ), sales as materialized (
       select true as this, s.* from private.sales_of($1, $2) s
       union all
       select false, s.* from private.sales_of($3, $4) s
     ), days as materialized (
       select true as this, d.* from private.days_of_sales($1, $2) d
       union all
       select false, d.* from private.days_of_sales($3, $4) d
     ), unsummed as materialized (
       select d.this, private.product_part(s.product_id) / $6 * $6 as part, s.product_id, s.units, s.paise
       from days d cross join lateral private.add_up_products(d.since, d.until) s where not d.summed
     ), unsummed_parts as materialized (   -- a row for each part, which is found faster than its rows among those of all parts
       select u.part, array_agg(u.this) as this, array_agg(u.product_id) as product_id, array_agg(u.units) as units, array_agg(u.paise) as paise
       from unsummed u group by 1
     ), sums as materialized (%s), %s
     select jsonb_build_object(
       ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''key'', c.key, ''name'', c.name, ''detail'', c.detail, ''image_url'', c.image_url,
           ''units'', coalesce(c.units, 0), ''orders'', coalesce(c.orders, 0), ''revenue'', private.rupees(coalesce(c.revenue, 0)),
           ''revenue_before'', private.rupees(coalesce(c.revenue_before, 0))) order by c.place)
         from shown c), ''[]''),
       ''count'', %s,
       ''total'', private.rupees(coalesce(t.revenue, 0)), ''total_before'', private.rupees(coalesce(t.revenue_before, 0)), ''units'', coalesce(t.units, 0),
       ''orders'', (select coalesce(sum(s.orders), 0) from sales s where s.this),
       ''charges'', (select coalesce(sum(s.charges), 0) from sales s where s.this))
     from (%s) t',
    sums,
    case when first_named
      then format('named as materialized (%s), shown as (
        select y.*, row_number() over () as place from (select x.* from named x order by %s limit $5) y)', format(named, 'sums'), sorted)
      else format('chosen as materialized (
        select y.*, row_number() over () as place from (select x.* from sums x order by %s limit $5) y), shown as (%s)', sorted, format(named, 'chosen')) end,
    case when p_by = 'category' then '(select count(*) from named)' else '(select coalesce(sum(p.n), 0) from (select distinct g.part, g.n from sums g) p)' end,
    totals)
    into answer using w.since, w.until, w.before_since, w.before_until, p_limit,
      least(private.parts_at_once(w.since, w.until), private.parts_at_once(w.before_since, w.before_until));
  return answer || jsonb_build_object('as_of', w.as_of);
end $function$;
grant execute on function public.sales_breakdown(text,date,date,date,date,text,boolean,integer) to authenticated;
grant execute on function public.sales_breakdown(text,date,date,date,date,text,boolean,integer) to service_role;

CREATE OR REPLACE FUNCTION public.sales_overview(p_from date, p_to date, p_before_from date, p_before_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
 SET random_page_cost TO '1.1'
AS $function$
declare
  w record;
  overview jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  with sales as materialized (
    select true as this, s.* from private.sales_of(w.since, w.until) s
    union all
    select false, s.* from private.sales_of(w.before_since, w.before_until) s
  ), by_day as (
    select s.this, s.day, sum(s.orders) as orders, sum(s.revenue) as revenue, sum(s.units) as units from sales s group by 1, 2 having sum(s.orders) > 0
  ), figures as (
    select t.this, jsonb_build_object('orders', coalesce(sum(s.orders), 0), 'revenue', coalesce(sum(s.revenue), 0), 'units', coalesce(sum(s.units), 0),
        'charges', coalesce(sum(s.charges), 0), 'discount', coalesce(sum(s.discount), 0), 'gst', coalesce(sum(s.gst), 0),
        'cancelled', coalesce(sum(s.cancelled), 0), 'cancelled_amount', coalesce(sum(s.cancelled_amount), 0),
        'refunds', coalesce(sum(s.refunds), 0), 'refunds_amount', coalesce(sum(s.refunds_amount), 0),
        'waiting', coalesce(sum(s.waiting), 0), 'waiting_amount', coalesce(sum(s.waiting_amount), 0)) as figures
    from (values (true), (false)) t (this) left join sales s on s.this = t.this group by t.this
  ), series as (
    select d.this, jsonb_agg(jsonb_build_object('day', d.day, 'orders', d.orders, 'revenue', d.revenue, 'units', d.units) order by d.day) as days
    from by_day d group by d.this
  ), products as materialized (
    select s.product_id, sum(s.units::double precision) as units, sum(s.paise::double precision) as paise from private.products_sold(w.since, w.until) s
    where s.product_id is not null group by 1
  ), best as materialized (
    select p.* from products p order by p.paise desc, p.product_id limit 8
  ), best_before as (   -- of these few alone, by the index
    select s.product_id, sum(s.paise::double precision) as paise from private.products_sold(w.before_since, w.before_until) s
    where s.product_id = any (array(select b.product_id from best b)) and private.product_part(s.product_id) = any (array(select private.product_part(b.product_id) from best b))
    group by 1
  ), states as (
    select s.place_of_supply as key, coalesce(sum(s.orders) filter (where s.this), 0) as orders, coalesce(sum(s.revenue) filter (where s.this), 0) as revenue,
      coalesce(sum(s.revenue) filter (where not s.this), 0) as revenue_before
    from sales s group by 1 having sum(s.orders) > 0
  ), methods as (
    select s.payment_method as key, coalesce(sum(s.orders) filter (where s.this), 0) as orders, coalesce(sum(s.revenue) filter (where s.this), 0) as revenue,
      coalesce(sum(s.revenue) filter (where not s.this), 0) as revenue_before
    from sales s group by 1 having sum(s.orders) > 0
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'this', (select f.figures from figures f where f.this),
    'before', (select f.figures from figures f where not f.this),
    'days', coalesce((select s.days from series s where s.this), '[]'),
    'days_before', coalesce((select s.days from series s where not s.this), '[]'),
    'products', coalesce((select jsonb_agg(jsonb_build_object('key', b.product_id, 'name', p.name, 'image_url', p.image_url, 'units', b.units, 'revenue', private.rupees(b.paise),
        'revenue_before', private.rupees(coalesce(e.paise, 0))) order by b.paise desc, b.product_id)
      from best b join public.products p on p.id = b.product_id
      left join best_before e on e.product_id = b.product_id), '[]'),
    'sold', (select count(*) from products),
    'states', coalesce((select jsonb_agg(to_jsonb(s) order by s.revenue desc, s.key) from states s), '[]'),
    'methods', coalesce((select jsonb_agg(to_jsonb(m) order by m.revenue desc, m.key) from methods m), '[]'))
    into overview;
  return overview;
end $function$;
grant execute on function public.sales_overview(date,date,date,date) to authenticated;
grant execute on function public.sales_overview(date,date,date,date) to service_role;

CREATE OR REPLACE FUNCTION public.save_family(p_id uuid, p_version integer, p_family jsonb, p_values jsonb DEFAULT '[]'::jsonb, p_members jsonb DEFAULT '[]'::jsonb, p_note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{name,options,mixed_tiers,description,brand,category_id,gst_percent,hsn,country_of_origin,manufacturer,generic_name,best_before,licence,ingredients,how_to_use}';
  of_member constant text[] := '{sku,barcode,price,retail_price,mrp,net_quantity,weight_grams,status,value_1,value_2,value_3}';
  wanted text[] := array(select k from jsonb_object_keys(p_family) k order by k);
  now_there integer;
  stale uuid;
  files text[];
  leaving boolean;
  one record;
  columns text;
  of_new text;
  why text;
  given text;
  named text;
  state text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if not wanted <@ known or jsonb_typeof(p_values) <> 'array' or jsonb_typeof(p_members) <> 'array' or exists (
    select from jsonb_array_elements(p_members) m, jsonb_object_keys(coalesce(m.value -> 'set', '{}')) k
    where k <> all (case when m.value ->> 'version' is null then of_member || '{stock}'::text[] else of_member end)
  ) then
    raise exception 'These columns are not saved by the form' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  if jsonb_array_length(p_values) > 400 or jsonb_array_length(p_members) > 500 then
    raise exception 'These are too many values or products at once' using errcode = '22023', detail = '{"code":"TOO_MANY"}';
  end if;

  -- products before the family, and in the order in which the order service and every other writer lock them: a writer of a member
  -- has its row before the trigger looks at its family
  perform from public.products p
    where p.family_id = p_id or p.id in (select (m.value ->> 'id')::uuid from jsonb_array_elements(p_members) m) order by p.id for no key update;
  select f.version into now_there from public.product_families f where f.id = p_id for update;
  if p_version is null then
    if found then
      raise exception 'This family was added already' using errcode = 'PT409', detail = '{"code":"ADDED_ALREADY"}';
    end if;
  elsif not found then
    raise exception 'This family is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  elsif now_there <> p_version then
    raise exception 'This family has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  -- all of them before the first write: what the family shares counts as a new version of each
  select m.id into stale from jsonb_to_recordset(p_members) m (id uuid, version integer) left join public.products p on p.id = m.id
    where m.version is not null and p.version is distinct from m.version limit 1;
  if found then
    raise exception 'A product has changed since it was read' using errcode = 'PT409', detail = jsonb_build_object('code', 'STALE', 'product', stale)::text;
  end if;
  select coalesce(array_agg(v.picture), '{}') into files from public.product_family_values v where v.family_id = p_id and v.picture is not null;

  -- an option is added or removed together with the value of each member: checked below
  set constraints public.check_family deferred;
  if p_version is null then
    insert into public.product_families (id, name, options, mixed_tiers, description, brand, category_id, gst_percent, hsn, country_of_origin,
        manufacturer, generic_name, best_before, licence, ingredients, how_to_use)
      select p_id, n.name, n.options, coalesce(n.mixed_tiers, false), n.description, n.brand, n.category_id, n.gst_percent, n.hsn, n.country_of_origin,
        n.manufacturer, n.generic_name, n.best_before, n.licence, n.ingredients, n.how_to_use
      from jsonb_populate_record(null::public.product_families, p_family) n;
  end if;

  -- what leaves makes room for values and combinations of others
  foreach leaving in array '{t,f}'::boolean[] loop
    if not leaving then
      delete from public.product_family_values v using jsonb_array_elements(p_values) w
        where v.family_id = p_id and v.id = (w.value ->> 'id')::uuid and (w.value ->> 'removed')::boolean
          and not exists (select from public.products p where p.family_id = p_id and v.id in (p.value_1, p.value_2, p.value_3));
      if p_version is not null then
        -- also without a change of its own columns: its version stands for values and members too
        update public.product_families f set
          name = n.name, options = n.options, mixed_tiers = n.mixed_tiers, description = n.description, brand = n.brand, category_id = n.category_id,
          gst_percent = n.gst_percent, hsn = n.hsn, country_of_origin = n.country_of_origin, manufacturer = n.manufacturer,
          generic_name = n.generic_name, best_before = n.best_before, licence = n.licence, ingredients = n.ingredients, how_to_use = n.how_to_use
        from public.product_families q cross join lateral jsonb_populate_record(q, p_family) n
        where f.id = p_id and q.id = p_id;
      end if;
      update public.product_family_values v set position = n.position, name = n.name, colour = n.colour, picture = n.picture
        from jsonb_array_elements(p_values) w cross join lateral jsonb_populate_record(null::public.product_family_values, w.value) n
        where v.family_id = p_id and v.id = n.id and (w.value ->> 'removed') is null
          and (v.position, v.name, v.colour, v.picture) is distinct from (n.position, n.name, n.colour, n.picture);
      insert into public.product_family_values (id, family_id, option, position, name, colour, picture)
        select n.id, p_id, n.option, n.position, n.name, n.colour, n.picture
        from jsonb_array_elements(p_values) w cross join lateral jsonb_populate_record(null::public.product_family_values, w.value) n
        where (w.value ->> 'removed') is null and not exists (select from public.product_family_values v where v.id = n.id and v.family_id = p_id);
    end if;

    for one in
      select m.id, m.version, m.counted, m.set, p.family_id as now_in
      from jsonb_to_recordset(p_members) m (id uuid, version integer, set jsonb, leaves boolean, counted jsonb)
        left join public.products p on p.id = m.id
      where coalesce(m.leaves, false) = leaving
    loop
      -- each refusal is raised again with the product's id, for the form to show it beside its row
      begin
        select string_agg(format('%I', k), ', '), string_agg(format('n.%I', k), ', ') into columns, of_new from jsonb_object_keys(one.set) k;
        if one.version is null then
          execute format('insert into public.products (id, family_id, %s) select $1, $2, %s from jsonb_populate_record(null::public.products, $3) n', columns, of_new)
            using one.id, p_id, one.set;
        elsif leaving then
          update public.products p set family_id = null where p.id = one.id and p.family_id = p_id;
        elsif one.now_in <> p_id then
          raise exception 'This product is in another family' using errcode = 'PT409', detail = '{"code":"OTHER_FAMILY"}';
        else
          if columns is not null then
            execute format('update public.products p set (family_id, %s) = (select $2, %s from jsonb_populate_record(p, $3) n) where p.id = $1', columns, of_new)
              using one.id, p_id, one.set;
          end if;
          if one.counted is not null then
            perform public.move_stock(one.id, 'count', (one.counted ->> 'now')::integer, (one.counted ->> 'shown')::integer, p_note);
          end if;
        end if;
      exception when integrity_constraint_violation or data_exception or sqlstate 'PT409' then
        get stacked diagnostics why = message_text, given = pg_exception_detail, named = constraint_name, state = returned_sqlstate;
        raise exception '%', why using errcode = state, detail = (
          case when given like '{%' then given::jsonb else jsonb_build_object('code', coalesce(nullif(named, ''), 'REFUSED')) end
            || jsonb_build_object('product', one.id))::text;
      end;
    end loop;
  end loop;
  delete from public.product_family_values v using jsonb_array_elements(p_values) w
    where v.family_id = p_id and v.id = (w.value ->> 'id')::uuid and (w.value ->> 'removed')::boolean;
  set constraints public.check_family immediate;

  select f.version into now_there from public.product_families f where f.id = p_id;
  return jsonb_build_object('version', now_there, 'unused', (
    select coalesce(jsonb_agg(o.file), '[]') from unnest(files) o (file)
    where o.file = any (public.unused_product_files(null, files))
  ));
end $function$;
grant execute on function public.save_family(uuid,integer,jsonb,jsonb,jsonb,text) to authenticated;
grant execute on function public.save_family(uuid,integer,jsonb,jsonb,jsonb,text) to service_role;

CREATE OR REPLACE FUNCTION public.save_product(p_id uuid, p_version integer, p_product jsonb, p_pictures jsonb DEFAULT NULL::jsonb, p_pictures_shown jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text[] := '{sku,name,description,brand,price,retail_price,mrp,gst_percent,hsn,unit,category_id,is_featured,min_order_quantity,pricing_tiers,status,net_quantity,country_of_origin,manufacturer,generic_name,best_before,licence,batch,barcode,weight_grams,reorder_level,ingredients,how_to_use}';
  cost jsonb := p_product -> 'cost';
  wanted text[] := array(select k from jsonb_object_keys(p_product - 'cost') k order by k);
  columns text;
  of_new text;
  now_there integer;
  shown jsonb;
  files text[] := '{}';
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if cost is not null and not public.may('costs.read') then
    raise exception 'You may not read or change costs' using errcode = '42501', detail = '{"code":"NO_COSTS"}';
  end if;
  if not wanted <@ (case when p_version is null then known || '{stock}'::text[] else known end) then
    raise exception 'These columns are not saved by the form' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  select string_agg(format('%I', k), ', '), string_agg(format('n.%I', k), ', ') into columns, of_new from unnest(wanted) k;

  if p_version is null then
    if exists (select from public.products p where p.id = p_id) then
      raise exception 'This product was added already' using errcode = 'PT409', detail = '{"code":"ADDED_ALREADY"}';
    end if;
    execute format('insert into public.products (id, %s) select $1, %s from jsonb_populate_record(null::public.products, $2) n', columns, of_new)
      using p_id, p_product;
  else
    select p.version into now_there from public.products p where p.id = p_id for update;
    if not found then
      raise exception 'This product is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
    end if;
    if now_there <> p_version then
      raise exception 'This product has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if columns is not null then
      execute format('update public.products p set (%s) = (select %s from jsonb_populate_record(p, $2) n) where p.id = $1', columns, of_new)
        using p_id, p_product;
    end if;
  end if;

  if cost is not null then
    -- like pictures, costs do not move the version, which everyone reads
    if (select c.cost from public.product_costs c where c.product_id = p_id) is distinct from (cost ->> 'was')::numeric then
      raise exception 'The cost has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if cost ->> 'now' is null then
      delete from public.product_costs c where c.product_id = p_id;
    else
      insert into public.product_costs (product_id, cost) values (p_id, (cost ->> 'now')::numeric) on conflict (product_id) do update set cost = excluded.cost;
    end if;
  end if;

  if p_pictures is not null then
    -- pictures do not move the version: an order must find the product as it was. they are compared themselves
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'image_url', i.image_url, 'alt', i.alt) order by i.display_order, i.id), '[]'),
        coalesce(array_agg(i.image_url), '{}')
      into shown, files from public.product_images i where i.product_id = p_id;
    if shown <> coalesce(p_pictures_shown, '[]') then
      raise exception 'The pictures have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
    end if;
    if jsonb_array_length(p_pictures) > 12 then
      raise exception 'A product has at most 12 pictures' using errcode = '22023', detail = '{"code":"TOO_MANY_PICTURES"}';
    end if;
    if exists (select from jsonb_array_elements(p_pictures) w where w ->> 'image_url' !~ '^(product_images/[^/]|https?://)') then
      raise exception 'A picture is not in the folder of product pictures' using errcode = '22023', detail = '{"code":"INVALID"}';
    end if;
    delete from public.product_images i where i.product_id = p_id
      and not exists (select from jsonb_array_elements(p_pictures) w where (w ->> 'id')::uuid = i.id);
    update public.product_images i set image_url = w.value ->> 'image_url', alt = w.value ->> 'alt', display_order = w.place,
        thumbhash = case when i.image_url = w.value ->> 'image_url' then i.thumbhash else w.value ->> 'thumbhash' end
      from jsonb_array_elements(p_pictures) with ordinality w (value, place)
      where i.product_id = p_id and i.id = (w.value ->> 'id')::uuid
        and (i.image_url, i.alt, i.display_order) is distinct from (w.value ->> 'image_url', w.value ->> 'alt', w.place::integer);
    insert into public.product_images (product_id, image_url, alt, display_order, thumbhash)
      select p_id, w.value ->> 'image_url', w.value ->> 'alt', w.place, w.value ->> 'thumbhash'
      from jsonb_array_elements(p_pictures) with ordinality w (value, place) where w.value -> 'id' is null or w.value ->> 'id' is null;
    -- an imported product may have shown a picture without a row of its own
    if p_pictures = '[]' then
      update public.products p set image_url = null, image_thumbhash = null where p.id = p_id and p.image_url is not null;
    end if;
  end if;
  select p.version into now_there from public.products p where p.id = p_id;
  return jsonb_build_object('version', now_there, 'unused', to_jsonb(public.unused_product_files(p_id, files)));
end $function$;
grant execute on function public.save_product(uuid,integer,jsonb,jsonb,jsonb) to authenticated;
grant execute on function public.save_product(uuid,integer,jsonb,jsonb,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.search_products(p_query text)
 RETURNS SETOF public.products
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
  select p.* from public.products p
  where p.status = 'active' and (select private.sees_shop()) and p.name ilike private.name_pattern(private.asked_name(p_query))
$function$;
grant execute on function public.search_products(text) to anon;
grant execute on function public.search_products(text) to authenticated;
grant execute on function public.search_products(text) to service_role;

CREATE OR REPLACE FUNCTION public.sees_shop()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.sees_shop() $function$;
grant execute on function public.sees_shop() to anon;
grant execute on function public.sees_shop() to authenticated;
grant execute on function public.sees_shop() to service_role;

CREATE OR REPLACE FUNCTION public.send_webhooks_again(p_ids bigint[] DEFAULT NULL::bigint[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  total integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  if cardinality(p_ids) > 200 then raise exception 'At most 200 events at once' using errcode = '22023'; end if;
  update private.webhook_endpoints e set active = true, switched_off_at = null, failing_since = null where not e.active;
  update private.webhook_deliveries d set state = 'queued', attempts = 0, next_attempt_at = clock_timestamp(), delivered_at = null
    where d.id in (select f.id from private.webhook_deliveries f
      where case when p_ids is null then f.state = 'parked' else f.id = any (p_ids) and f.state <> 'queued' end order by f.id limit 10000 for update);
  get diagnostics total = row_count;
  return total;
end $function$;
grant execute on function public.send_webhooks_again(bigint[]) to authenticated;
grant execute on function public.send_webhooks_again(bigint[]) to service_role;

CREATE OR REPLACE FUNCTION public.serial_overview()
 RETURNS TABLE(kind text, prefix text, digits integer, next_prefix text, next_digits integer, next_from date, version integer, financial_year text, last_number integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  year text := private.financial_year(private.clock_now());
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  return query
    select s.kind, a.prefix, a.digits,
      case when a.pending then s.next_prefix end, case when a.pending then s.next_digits end, case when a.pending then s.next_from end,
      s.version, year, coalesce((select c.last_number from private.serial_counters c where c.series = a.prefix and c.financial_year = year), 0)
    from public.serial_series s
    cross join lateral (select n.prefix, n.digits, coalesce(s.next_from > (private.clock_now() at time zone 'Asia/Kolkata')::date, false) as pending
      from private.series_at(s.kind, private.clock_now()) n) a
    order by array_position(array['tax_invoice', 'bill_of_supply', 'credit_note'], s.kind);
end $function$;
grant execute on function public.serial_overview() to authenticated;
grant execute on function public.serial_overview() to service_role;

CREATE OR REPLACE FUNCTION public.set_eway_bill(p_shipment uuid, p_version integer, p_number text, p_until date DEFAULT NULL::date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed,shipped,delivered}');
begin
  if p_number !~ '^([0-9]{12})?$' or p_until not between '2018-04-01' and '2200-01-01' then
    raise exception 'An e-way bill has a number of 12 digits' using errcode = '22023', detail = '{"code":"INVALID","field":"eway_bill"}';
  end if;
  update public.shipments x set eway_bill = nullif(p_number, ''), eway_bill_until = case when p_number <> '' then p_until end, version = x.version + 1 where x.id = s.id;
end $function$;
grant execute on function public.set_eway_bill(uuid,integer,text,date) to authenticated;
grant execute on function public.set_eway_bill(uuid,integer,text,date) to service_role;

CREATE OR REPLACE FUNCTION public.set_serial_series(p_kind text, p_prefix text, p_digits integer, p_version integer)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant timestamptz := private.clock_now();
  kept public.serial_series;
  runs record;
  issued integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  perform private.lock_serials();
  lock table public.serial_series in share row exclusive mode;   -- two who name two series alike
  select s.* into kept from public.serial_series s where s.kind = p_kind;
  if not found then raise exception 'There is no such series' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"kind"}'; end if;
  if kept.version <> p_version then
    raise exception 'This series has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_prefix is null or p_prefix !~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$' then
    raise exception 'A prefix is made of capital letters, digits and hyphens between them' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"prefix"}';
  elsif p_prefix like '0%' and p_prefix is distinct from kept.prefix and p_prefix is distinct from kept.next_prefix then
    -- a series that was named so before may run on
    raise exception 'A prefix cannot begin with 0: the e-invoice portal refuses such numbers'
      using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"prefix"}';
  elsif p_digits is null or p_digits not between 4 and 8 then
    raise exception 'Numbers have four to eight digits' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"digits"}';
  elsif length(p_prefix) + p_digits > 9 then
    raise exception 'With the year and its slashes the number would be longer than the 16 characters of rule 46'
      using errcode = '22023', detail = '{"code":"SERIES_TOO_LONG","field":"prefix"}';
  end if;
  if private.is_prefix_taken(p_kind, p_prefix) then
    raise exception 'Another series has this prefix' using errcode = 'PT409', detail = '{"code":"PREFIX_TAKEN","field":"prefix"}';
  end if;

  select s.prefix, s.digits into strict runs from private.series_at(p_kind, today) s;
  if (runs.prefix, runs.digits) = (p_prefix, p_digits) then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  select c.last_number into issued from private.serial_counters c where c.series = runs.prefix and c.financial_year = private.financial_year(today);
  if coalesce(issued, 0) = 0 or issued >= power(10, runs.digits) - 1 then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  update public.serial_series s set prefix = runs.prefix, digits = runs.digits, next_prefix = p_prefix, next_digits = p_digits,
    next_from = private.next_financial_year(today) where s.kind = p_kind;
  return private.next_financial_year(today);
end $function$;
grant execute on function public.set_serial_series(text,text,integer,integer) to authenticated;
grant execute on function public.set_serial_series(text,text,integer,integer) to service_role;

CREATE OR REPLACE FUNCTION public.set_shop_open(p_open boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing jsonb;
begin
  if not private.may('owner.settings') then raise exception 'permission denied to open or close the shop' using errcode = '42501'; end if;
  if p_open then
    select jsonb_agg(i.key order by i.place) into missing from private.opening_items() i where i.needed = 'open' and i.state = 'missing';
    if missing is not null then
      raise exception 'The shop is not ready to open' using errcode = 'PT409', detail = jsonb_build_object('code', 'NOT_READY', 'missing', missing)::text;
    end if;
  end if;
  update public.settings s set is_open = p_open where s.is_open <> p_open;
end $function$;
grant execute on function public.set_shop_open(boolean) to authenticated;
grant execute on function public.set_shop_open(boolean) to service_role;

CREATE OR REPLACE FUNCTION public.settle_failed_pictures(p_again boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  settled integer;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if p_again then
    update private.picture_downloads d set failure = null, tries = 0, due_at = now() where d.failure is not null;
  else
    delete from private.picture_downloads d where d.failure is not null;
  end if;
  get diagnostics settled = row_count;
  return settled;
end $function$;
grant execute on function public.settle_failed_pictures(boolean) to authenticated;
grant execute on function public.settle_failed_pictures(boolean) to service_role;

CREATE OR REPLACE FUNCTION public.settle_refund(p_refund uuid, p_method text, p_reference text, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refund public.refunds := private.lock_refund(p_refund, p_version);
  given text := nullif(regexp_replace(left(p_reference, 100), '\s', '', 'g'), '');
begin
  if refund.state not in ('due', 'failed') then
    raise exception 'This refund is not due' using errcode = 'PT409', detail = '{"code":"REFUND_NOT_DUE"}';
  end if;
  if private.is_with_razorpay(refund, false) then
    raise exception 'Razorpay settles this refund' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
  end if;
  if p_method is null or p_method not in ('upi', 'bank', 'cash', 'card') then
    raise exception 'A refund is paid by UPI, bank transfer, card or in cash' using errcode = '22023', detail = '{"code":"INVALID_METHOD"}';
  end if;
  if p_method <> 'cash' and given is null or given !~ '^[A-Za-z0-9/_-]{6,35}$' then
    raise exception 'The reference of the transfer is needed' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  update public.refunds r set state = 'paid', method = p_method, reference = upper(given), paid_at = private.clock_now(), version = r.version + 1 where r.id = refund.id;
  perform private.follow_refunds(refund.payment_id);
exception when unique_violation then
  raise exception 'This reference belongs to another refund' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $function$;
grant execute on function public.settle_refund(uuid,text,text,integer) to authenticated;
grant execute on function public.settle_refund(uuid,text,text,integer) to service_role;

CREATE OR REPLACE FUNCTION public.settle_remittance_line(p_line uuid, p_order uuid, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line public.remittance_lines;
  paid public.payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'This needs a note' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = p_order for no key update;
  select l.* into line from public.remittance_lines l where l.id = p_line for no key update;
  if not found then raise exception 'No such line' using errcode = 'PT404', detail = '{"code":"LINE_NOT_FOUND"}'; end if;
  if line.settled_at is not null then
    raise exception 'This difference is settled already' using errcode = 'PT409', detail = '{"code":"SETTLED"}';
  end if;
  if p_order is not null then
    if line.payment_id is not null or line.collected = 0 then
      raise exception 'The money of this line has its order' using errcode = 'PT409', detail = '{"code":"HAS_ORDER"}';
    end if;
    paid := private.receive_payment(p_order, line.collected);
  end if;
  update public.remittance_lines l set settled_at = private.clock_now(), settled_by = auth.uid(), note = btrim(p_note),
      order_id = coalesce(p_order, l.order_id), payment_id = coalesce(paid.id, l.payment_id), booked = case when p_order is null then l.booked else l.collected end,
      booked_later = p_order is not null
    where l.id = p_line;
end $function$;
grant execute on function public.settle_remittance_line(uuid,uuid,text) to authenticated;
grant execute on function public.settle_remittance_line(uuid,uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.settle_unconfirmed_payment(p_payment_id text, p_action text, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge private.razorpay_payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('accept', 'reject') then raise exception 'Accept or reject' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say what you have seen' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_payment_id and c.doubted_at is not null for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.resolved_at is not null then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(btrim(p_note), 400),
      standing = case p_action when 'accept' then c.standing end, status = case p_action when 'accept' then c.status else 'failed' end,
      refund = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then 'due' else c.refund end,
      refund_next_at = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then now() else c.refund_next_at end
    from public.payments p where c.id = charge.id and p.order_id = charge.order_id and p.method = 'razorpay';
  if p_action = 'reject' then
    update public.payments p set state = 'awaiting_payment', provider_reference = null
      where p.order_id = charge.order_id and p.method = 'razorpay' and p.state in ('paid', 'refund_due') and p.provider_reference = charge.id;
  end if;
end $function$;
grant execute on function public.settle_unconfirmed_payment(text,text,text) to authenticated;
grant execute on function public.settle_unconfirmed_payment(text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.settle_unmatched_payment(p_payment_id text, p_action text, p_note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge private.razorpay_payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('refund', 'resolve') then raise exception 'Refund or resolve' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if p_action = 'resolve' and coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say how it was settled' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c
    where c.id = p_payment_id and (c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed') for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.refund not in ('none', 'failed') then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(nullif(btrim(p_note), ''), 400), last_error = null, refund_tries = 0,
      refund = case p_action when 'refund' then 'due' else 'by_hand' end, refund_next_at = case p_action when 'refund' then now() end
    where c.id = charge.id;
  if charge.standing = 'kept' then   -- its refunds that failed: they are sent again, or staff have paid them
    update private.razorpay_refunds s set tries = 0, next_at = case p_action when 'refund' then now() end
      where s.charge_id = charge.id and exists (select from public.refunds r where r.id = s.refund_id and r.state = 'failed');
    update public.refunds r set state = case p_action when 'refund' then 'due' else 'paid' end, paid_at = case p_action when 'resolve' then private.clock_now() end,
        version = r.version + 1
      where r.order_id = charge.order_id and r.state = 'failed' and r.id in (select s.refund_id from private.razorpay_refunds s where s.charge_id = charge.id);
    if p_action = 'resolve' then
      perform private.follow_refunds(p.id) from public.payments p where p.order_id = charge.order_id and p.method = 'razorpay';
    end if;
  end if;
end $function$;
grant execute on function public.settle_unmatched_payment(text,text,text) to authenticated;
grant execute on function public.settle_unmatched_payment(text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.shop_health()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('settings.write') then raise exception 'permission denied for the health of the shop' using errcode = '42501'; end if;
  return jsonb_build_object(
    'as_of', clock_timestamp(),
    'problems', (select coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'urgent', p.urgent, 'facts', p.facts, 'since', a.began_at)
        order by p.urgent desc, a.began_at, p.code, p.server), '[]')
      from private.problems() p left join private.alerts a on a.code = p.code and a.server = p.server and a.ended_at is null),
    'backup', (select to_jsonb(b) from private.backup_state() b),
    'disks', (select coalesce(jsonb_agg(jsonb_build_object('server', d.server, 'free_bytes', d.free_bytes, 'total_bytes', d.total_bytes) order by d.server), '[]')
      from private.disks d where d.measured_at > clock_timestamp() - interval '1 hour'));
end $function$;
grant execute on function public.shop_health() to authenticated;
grant execute on function public.shop_health() to service_role;

CREATE OR REPLACE FUNCTION public.sitemap_parts(p_size integer)
 RETURNS TABLE(after uuid, lastmod timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with numbered as (
    select p.id, p.updated_at, lag(p.id) over (order by p.id) as before, (row_number() over (order by p.id) - 1) / greatest(p_size, 100) as part
    from public.products p where p.status = 'active' and (select private.sees_shop()))   -- definer for one plan without the policies; this is what they say
  select (array_agg(n.before order by n.id))[1], max(n.updated_at) from numbered n group by n.part order by n.part
$function$;
grant execute on function public.sitemap_parts(integer) to anon;
grant execute on function public.sitemap_parts(integer) to authenticated;
grant execute on function public.sitemap_parts(integer) to service_role;

CREATE OR REPLACE FUNCTION public.staff_invites()
 RETURNS TABLE(id uuid, email text, role text, invited_by text, sent_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('staff.manage') then raise exception 'permission denied for invitations' using errcode = '42501'; end if;
  return query select i.id, i.email, i.role, private.person_name(i.invited_by), i.sent_at, i.expires_at
    from private.staff_invites i where i.accepted_at is null and i.withdrawn_at is null order by i.sent_at desc;
end $function$;
grant execute on function public.staff_invites() to authenticated;
grant execute on function public.staff_invites() to service_role;

CREATE OR REPLACE FUNCTION public.staff_names()
 RETURNS TABLE(user_id uuid, name text, present boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('panel') then raise exception 'permission denied for staff' using errcode = '42501'; end if;
  return query select s.id, private.person_name(s.id), bool_or(s.present) from (
    select r.user_id as id, true as present from public.user_roles r
    union all select a.row_id::uuid, false from public.audit_log a where a.table_name = 'user_roles' and a.row_id ~ '^[0-9a-f-]{36}$') s
  where exists (select from auth.users u where u.id = s.id) group by s.id;
end $function$;
grant execute on function public.staff_names() to authenticated;
grant execute on function public.staff_names() to service_role;

CREATE OR REPLACE FUNCTION public.staff_security()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('staff.manage') then raise exception 'permission denied for the security of the staff' using errcode = '42501'; end if;
  return (select jsonb_build_object('second_factor_required', s.second_factor_required) from private.staff_security s);
end $function$;
grant execute on function public.staff_security() to authenticated;
grant execute on function public.staff_security() to service_role;

CREATE OR REPLACE FUNCTION public.start_refund(p_order uuid, p_amount numeric, p_reason text, p_version integer, p_method text DEFAULT NULL::text, p_reference text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  made public.refunds;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for refunds' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 400 then
    raise exception 'A refund needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  if o.version is distinct from p_version then
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  update public.orders x set updated_at = now() where x.id = p_order;   -- its guard raises the version
  made.id := private.owe_refund(p_order, p_amount, 'goodwill', p_reason);
  select r.* into made from public.refunds r where r.id = made.id;
  if p_method is not null then
    if made.amount <> p_amount then
      raise exception 'Several payments owe this amount: refund each of them' using errcode = 'PT409', detail = '{"code":"SEVERAL_PAYMENTS"}';
    end if;
    perform public.settle_refund(made.id, p_method, p_reference, made.version);
  end if;
  return made.id;
end $function$;
grant execute on function public.start_refund(uuid,numeric,text,integer,text,text) to authenticated;
grant execute on function public.start_refund(uuid,numeric,text,integer,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.stock_cover(p_from date, p_to date, p_list text DEFAULT 'soon'::text, p_within integer DEFAULT 14, p_sort text DEFAULT 'left'::text, p_ascending boolean DEFAULT true, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  w record;
  costs boolean := private.may('costs.read');
  cached jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_from, p_to);
  if p_list not in ('soon', 'dead', 'all') or p_sort not in ('name', 'left', 'stock', 'units', 'money') or p_within not between 0 and 3650
    or p_limit not between 1 and 100000 then
    raise exception 'There is no such list' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  select k.answer into cached from private.stock_covers k
    where k.question = private.cover_question(p_from, p_to, p_list, p_within, p_sort, p_ascending, p_limit) and k.made_at > w.as_of - interval '20 minutes';
  if cached is null then
    return private.cover_stock(w.as_of, p_from, p_to, p_list, p_within, p_sort, p_ascending, p_limit, costs);
  elsif costs then
    return cached;
  end if;
  return cached || jsonb_build_object('cost', null, 'costless', 0, 'rows',
    (select coalesce(jsonb_agg(r.row || '{"cost": null}' order by r.place), '[]') from jsonb_array_elements(cached -> 'rows') with ordinality r (row, place)));
end $function$;
grant execute on function public.stock_cover(date,date,text,integer,text,boolean,integer) to authenticated;
grant execute on function public.stock_cover(date,date,text,integer,text,boolean,integer) to service_role;

CREATE OR REPLACE FUNCTION public.stock_history(p_product uuid, p_before bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 20)
 RETURNS TABLE(id bigint, at timestamp with time zone, quantity integer, reason text, note text, order_id uuid, order_number integer, actor_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select m.id, m.created_at, m.quantity, m.reason, m.note, m.order_id, o.order_number, private.person_name(m.created_by)
  from public.stock_movements m left join public.orders o on o.id = m.order_id
  where (select private.may('catalogue.write')) and m.product_id = p_product and (p_before is null or m.id < p_before)
  order by m.id desc limit least(greatest(p_limit, 1), 100)
$function$;
grant execute on function public.stock_history(uuid,bigint,integer) to authenticated;
grant execute on function public.stock_history(uuid,bigint,integer) to service_role;

CREATE OR REPLACE FUNCTION public.stock_waiting(p_products uuid[])
 RETURNS TABLE(product_id uuid, waiting integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for stock requests' using errcode = '42501'; end if;
  return query select r.product_id, count(*)::integer from public.stock_requests r where r.product_id = any (p_products[1:500]) group by 1;
end $function$;
grant execute on function public.stock_waiting(uuid[]) to authenticated;
grant execute on function public.stock_waiting(uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.suggest_products(p_tokens text[], p_limit integer DEFAULT 6)
 RETURNS SETOF public.products
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  shown constant integer := least(greatest(coalesce(p_limit, 6), 0), 50);
  anywhere text[];
  nearest tsquery[];
  few boolean;   -- products with all words: to put them all in order takes less time than to look for the first
  ladder tsquery[];
  best record;
  named uuid[] := '{}';
begin
  select array_agg(q.anywhere::text), array_agg(q.nearest), min(q.documents) <= 150 into anywhere, nearest, few
  from (
    select distinct left(private.fold_words(left(t.token, 200)), 40) as word from unnest(p_tokens[1:6]) t (token)
  ) w, private.word_query(w.word) q
  where w.word <> '' and q.anywhere is not null;
  if anywhere is null or not private.sees_shop() then
    return;
  end if;

  ladder := array[private.join_queries(anywhere, ' & ')];
  if cardinality(anywhere) > 2 then
    ladder := ladder || private.join_queries(array(
      select private.join_queries(array_remove(anywhere, a), ' & ')::text from unnest(anywhere) a), ' | ');
  end if;
  if cardinality(anywhere) > 1 then
    ladder := ladder || private.join_queries(anywhere, ' | ');
  end if;

  for step in 1..cardinality(ladder) loop
    if step > 1 or few is not true then
      -- no product outside the best sellers sells more than one of them: enough sure ones there are the answer
      select m.ids, m.sure into best from private.matches_among_best(ladder[step], nearest) m;
      exit when best.sure >= shown or cardinality(best.ids) >= shown and step > 1 and step = cardinality(ladder);
    end if;
    if step = 1 and few is not true then
      named := private.matches_by_name(nearest, shown);
      -- of one word the others come by their sales alone
      exit when cardinality(named) = shown or cardinality(nearest) = 1 and cardinality(best.ids) >= shown;
    end if;
    select m.ids, m.sure into best from private.matches_among_all(ladder[step], nearest) m;
    exit when best.ids is not null;
  end loop;

  return query
    select p.* from (
        select f.id, min(f.place) as place from unnest(named || best.ids) with ordinality f (id, place) group by f.id order by 2 limit shown
      ) f join public.products p on p.id = f.id and p.status = 'active'
    order by f.place;
end $function$;
grant execute on function public.suggest_products(text[],integer) to anon;
grant execute on function public.suggest_products(text[],integer) to authenticated;
grant execute on function public.suggest_products(text[],integer) to service_role;

CREATE OR REPLACE FUNCTION public.take_over_orders(p_phone text, p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
declare
  me constant uuid := auth.uid();
  moment constant timestamptz := private.clock_now();
  key constant text := private.guest_key(left(p_phone, 40), null);
  code constant text := regexp_replace(left(p_code, 40), '[\s-]', '', 'g');
  number bytea;
  customer uuid;
  theirs uuid[];
  given integer;
begin
  if me is null then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if private.has_staff_role(me) or private.is_blocked(me) then return '{"refused":"ACCOUNT"}'; end if;
  -- nothing that could be right, and so no try
  if key is null or coalesce(code, '') !~ '^[0-9]{8}$' then return '{"refused":"WRONG"}'; end if;
  -- one at a time: many tries at once would all be below the limits, and two accounts could enter one code
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.phone_codes'));
  number := private.phone_code_hash(key, '');
  if exists (
    select from (
      select count(*) as all_tries, count(*) filter (where t.user_id = me) as mine, count(*) filter (where t.phone = number) as of_number
      from private.phone_code_tries t where t.tried_at > moment - interval '1 hour') t
    where t.mine >= private.limit_of('phone_codes_per_account') or t.of_number >= private.limit_of('phone_codes_per_number')
      or t.all_tries >= private.limit_of('phone_codes_in_all')) then
    return '{"refused":"TOO_MANY"}';
  end if;
  delete from private.phone_codes c using public.customer_figures f
    where f.guest_key = key and c.customer_id = f.id and c.hash = private.phone_code_hash(f.id::text, code) and c.expires_at > moment
    returning c.customer_id into customer;
  if customer is null then
    insert into private.phone_code_tries (user_id, phone, tried_at) values (me, number, moment);
    delete from private.phone_code_tries t where t.tried_at <= moment - interval '1 day';
    return '{"refused":"WRONG"}';
  end if;
  -- an order that someone is working on is waited for: the code is used up, and a part of the orders would stay behind for good. who waits too
  -- long gets an error, and the code is as good as before
  select array_agg(o.id) into theirs from (
    select x.id from public.orders x where x.user_id is null and private.guest_key(x.phone, x.email) = key order by x.id for no key update) o;
  given := private.give_orders(me, theirs);
  insert into public.audit_log (at, actor, table_name, row_id, action, changes)
    values (moment, me, 'phone_codes', me::text, 'update', jsonb_build_object('orders_taken_over', jsonb_build_array(null, given)));
  return jsonb_build_object('orders', given);
end $function$;
grant execute on function public.take_over_orders(text,text) to authenticated;
grant execute on function public.take_over_orders(text,text) to service_role;

CREATE OR REPLACE FUNCTION public.test_mail_result(p_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the mail server' using errcode = '42501'; end if;
  return (select jsonb_build_object('status', m.status, 'recipient', m.recipient, 'error', case m.status when 'failed' then m.last_error end)
    from private.mails m where m.id = p_id and m.kind = 'test' and m.data ->> 'asked_by' = auth.uid()::text);
end $function$;
grant execute on function public.test_mail_result(bigint) to authenticated;
grant execute on function public.test_mail_result(bigint) to service_role;

CREATE OR REPLACE FUNCTION public.unblock_account(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_blockable(p_user);
  delete from public.account_blocks b where b.user_id = p_user;
  if not found then return false; end if;
  update auth.users u set banned_until = null where u.id = p_user;
  return true;
end $function$;
grant execute on function public.unblock_account(uuid) to authenticated;
grant execute on function public.unblock_account(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.undo_import(p_import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import public.product_imports;
  why jsonb;
  gone integer;
  restored integer;
  files text[];
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  select i.* into import from public.product_imports i where i.id = p_import for update;
  if import.id is null or import.undone_at is not null or not (
    exists (select from private.product_import_rows r where r.import_id = p_import)
    or exists (select from private.picture_sources s where s.import_id = p_import)   -- a zip of pictures alone
  ) then
    raise exception 'This import can no longer be undone' using errcode = 'PT409', detail = '{"code":"TOO_OLD"}';
  end if;
  -- in the order in which the order service and every other writer lock products, those that only got pictures too
  perform from public.products p where p.id in (
    select r.product_id from private.product_import_rows r where r.import_id = p_import
    union select d.product_id from private.picture_downloads d where d.import_id = p_import
    union select i.product_id from private.picture_sources s join public.product_images i on i.id = s.image_id where s.import_id = p_import)
    order by p.id for update of p;

  select jsonb_build_object('code', 'SOLD', 'products', count(distinct r.product_id)) into why
    from private.product_import_rows r
      join public.order_items i on i.product_id = r.product_id
      join public.orders o on o.id = i.order_id
    where r.import_id = p_import and o.created_at >= import.at;
  if (why ->> 'products')::integer > 0 then
    raise exception '% of its products were ordered since', why ->> 'products' using errcode = 'PT409', detail = why::text;
  end if;
  select jsonb_build_object('code', 'STALE', 'products', count(*)) into why
    from private.product_import_rows r left join public.products p on p.id = r.product_id
    where r.import_id = p_import and (p.id is null
      or exists (select from jsonb_each(r.after) k
        where (to_jsonb(p) || jsonb_build_object('cost', (select c.cost from public.product_costs c where c.product_id = p.id))) -> k.key is distinct from k.value));
  if (why ->> 'products')::integer > 0 then
    raise exception '% of its products have changed since', why ->> 'products' using errcode = 'PT409', detail = why::text;
  end if;

  perform set_config('shop.import', 'undo', true), set_config('shop.stock_reason', 'import', true);
  delete from private.picture_downloads d where d.import_id = p_import;
  with gone_pictures as (
    delete from public.product_images i using private.picture_sources s where s.image_id = i.id and s.import_id = p_import returning i.image_url
  )
  select coalesce(array_agg(g.image_url), '{}') into files from gone_pictures g;
  delete from public.products p using private.product_import_rows r where r.import_id = p_import and r.product_id = p.id and r.before is null;
  get diagnostics gone = row_count;
  update public.products p set
    family_id = n.family_id, value_1 = n.value_1, value_2 = n.value_2, value_3 = n.value_3,
    name = n.name, brand = n.brand, category_id = n.category_id, price = n.price, retail_price = n.retail_price, mrp = n.mrp,
    gst_percent = n.gst_percent, hsn = n.hsn, unit = n.unit, stock = n.stock, min_order_quantity = n.min_order_quantity,
    pricing_tiers = n.pricing_tiers, status = n.status, is_featured = n.is_featured, description = n.description,
    net_quantity = n.net_quantity, generic_name = n.generic_name, country_of_origin = n.country_of_origin,
    manufacturer = n.manufacturer, best_before = n.best_before, ingredients = n.ingredients, how_to_use = n.how_to_use, barcode = n.barcode,
    weight_grams = n.weight_grams, reorder_level = n.reorder_level
  from private.product_import_rows r join public.products q on q.id = r.product_id cross join lateral jsonb_populate_record(q, r.before) n
  where r.import_id = p_import and r.before is not null and p.id = q.id;
  get diagnostics restored = row_count;
  delete from public.product_costs c using private.product_import_rows r
    where r.import_id = p_import and r.product_id = c.product_id and r.before -> 'cost' = 'null';
  insert into public.product_costs (product_id, cost)
    select r.product_id, (r.before ->> 'cost')::numeric from private.product_import_rows r where r.import_id = p_import and r.before ->> 'cost' is not null
    on conflict (product_id) do update set cost = excluded.cost;
  delete from public.product_families f
    where f.id in (select (r.after ->> 'family_id')::uuid from private.product_import_rows r where r.import_id = p_import)
      and not exists (select from public.products p where p.family_id = f.id);
  delete from private.product_import_rows r where r.import_id = p_import;
  update public.product_imports i set undone_at = now() where i.id = p_import;
  perform set_config('shop.import', '', true), set_config('shop.stock_reason', '', true);
  return jsonb_build_object('deleted', gone, 'restored', restored, 'files', to_jsonb(files));
end $function$;
grant execute on function public.undo_import(uuid) to authenticated;
grant execute on function public.undo_import(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.undo_payment(p_payment uuid, p_version integer, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  p public.payments;
  refusal text[];
  why text;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for payments' using errcode = '42501'; end if;
  why := private.stated_reason(p_reason);
  select x.* into o from public.orders x where x.id = (select y.order_id from public.payments y where y.id = p_payment) for no key update;
  if not found then raise exception 'Payment not found' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if o.version is distinct from p_version then
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  select x.* into p from public.payments x where x.id = p_payment for no key update;
  refusal := private.why_not_undone(o, p);
  if refusal is not null then
    raise exception '%', refusal[2] using errcode = 'PT409', detail = jsonb_build_object('code', refusal[1])::text;
  end if;
  if p.amount > p.surplus then
    update public.payments x set amount = x.amount + p.amount - p.surplus, awaited_since = private.clock_now()
      where x.id = (select y.id from public.payments y where y.order_id = o.id and private.is_open_payment(y.state) order by y.created_at, y.id limit 1);
    if not found then perform private.await_payment(o.id, p.amount - p.surplus); end if;
  end if;
  delete from public.bank_receipts r where r.payment_id = p.id;
  -- its refunds follow it (follow_refunded_payment), and so does the day book (note_payment_moment)
  update public.payments x set state = 'undone', provider_reference = null where x.id = p.id;
  update public.orders x set payment_state = private.payment_state_of(x.id), updated_at = now() where x.id = o.id;   -- its guard raises the version
  insert into private.undone_payments (payment_id, reason, reference, undone_by, undone_at)
    values (p.id, why, p.provider_reference, auth.uid(), private.clock_now());
end $function$;
grant execute on function public.undo_payment(uuid,integer,text) to authenticated;
grant execute on function public.undo_payment(uuid,integer,text) to service_role;

CREATE OR REPLACE FUNCTION public.unmatched_payments()
 RETURNS TABLE(payment_id text, provider_order_id text, order_id uuid, order_number integer, amount numeric, currency text, status text, reason text, refund text, received_at timestamp with time zone, resolved_at timestamp with time zone, resolved_by uuid, note text, last_error text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  return query select c.id, c.provider_order_id, c.order_id, o.order_number, coalesce((select sum(r.amount) from public.refunds r
        join private.razorpay_refunds s on s.refund_id = r.id where s.charge_id = c.id and r.state = 'failed'), round(c.amount / 100.0, 2)), c.currency, c.status,
      case when c.refund = 'failed' and c.standing = 'kept' then 'refund_failed' when c.doubted_at is not null then 'not_known' else c.standing end,
      c.refund, c.received_at, c.resolved_at, c.resolved_by, c.note, c.last_error
    from private.razorpay_payments c left join public.orders o on o.id = c.order_id
    where c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed' or c.doubted_at is not null
    order by c.resolved_at is not null, c.received_at desc, c.id limit 200;
end $function$;
grant execute on function public.unmatched_payments() to authenticated;
grant execute on function public.unmatched_payments() to service_role;

CREATE OR REPLACE FUNCTION public.unpack_shipment(p_shipment uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed}');
begin
  perform private.take_back_parcel_invoice(s);
  delete from public.shipments x where x.id = s.id;
  update public.orders o set updated_at = now() where o.id = s.order_id;
end $function$;
grant execute on function public.unpack_shipment(uuid,integer) to authenticated;
grant execute on function public.unpack_shipment(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.unused_product_files(p_product uuid, p_files text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(f.file), '{}')
  from unnest(p_files) f (file)
  where f.file like 'product\_images/%'
    and not exists (select from public.product_images i where i.image_url = f.file)
    and not exists (select from public.product_family_values v where v.picture = f.file)
    and not exists (select from public.order_items l where l.product_id = p_product and l.image_url = f.file)
$function$;
grant execute on function public.unused_product_files(uuid,text[]) to authenticated;
grant execute on function public.unused_product_files(uuid,text[]) to service_role;

CREATE OR REPLACE FUNCTION public.webhook_deliveries(p_state text DEFAULT NULL::text, p_before bigint DEFAULT NULL::bigint, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50)
 RETURNS TABLE(id bigint, event_id uuid, kind text, object_id uuid, state text, attempts integer, next_attempt_at timestamp with time zone, last_status integer, last_error text, created_at timestamp with time zone, delivered_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  if p_after is not null then
    return query select n.* from (
      select d.id, d.event_id, d.kind, d.object_id, d.state, d.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.delivered_at
      from private.webhook_deliveries d where d.id > p_after and (p_state is null or d.state = p_state)
      order by d.id limit least(greatest(p_limit, 0), 200)) n order by n.id desc;
  else
    return query select d.id, d.event_id, d.kind, d.object_id, d.state, d.attempts, d.next_attempt_at, d.last_status, d.last_error, d.created_at, d.delivered_at
      from private.webhook_deliveries d where (p_before is null or d.id < p_before) and (p_state is null or d.state = p_state)
      order by d.id desc limit least(greatest(p_limit, 0), 200);
  end if;
end $function$;
grant execute on function public.webhook_deliveries(text,bigint,bigint,integer) to authenticated;
grant execute on function public.webhook_deliveries(text,bigint,bigint,integer) to service_role;

CREATE OR REPLACE FUNCTION public.webhook_setup()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('settings.write') then raise exception 'permission denied for webhooks' using errcode = '42501'; end if;
  return (select jsonb_build_object('address', regexp_replace(regexp_replace(e.url, '[?#].*$', ''), '^([a-z]+://)[^/@]*@', '\1'), 'active', e.active,
      'failing_since', e.failing_since, 'switched_off_at', e.switched_off_at,
      'queued', (select count(*) from (select from private.webhook_deliveries d where d.state = 'queued' limit 10000) q),
      'parked', (select count(*) from (select from private.webhook_deliveries d where d.state = 'parked' limit 10000) q))
    from private.webhook_endpoints e limit 1);
end $function$;
grant execute on function public.webhook_setup() to authenticated;
grant execute on function public.webhook_setup() to service_role;

CREATE OR REPLACE FUNCTION public.withdraw_refund(p_refund uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refund public.refunds := private.lock_refund(p_refund, p_version);
begin
  if refund.source <> 'goodwill' or refund.state not in ('due', 'failed') or private.is_with_razorpay(refund, true)
    or exists (select from public.orders o where o.id = refund.order_id and o.status = 'cancelled') then
    raise exception 'This refund cannot be withdrawn' using errcode = 'PT409', detail = '{"code":"REFUND_NOT_DUE"}';
  end if;
  update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.id = refund.id;
end $function$;
grant execute on function public.withdraw_refund(uuid,integer) to authenticated;
grant execute on function public.withdraw_refund(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.withdraw_return(p_return uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not exists (select from public.returns x join public.orders o on o.id = x.order_id where x.id = p_return and o.user_id = auth.uid()) then
    raise exception 'This return is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  perform private.lock_return(p_return, p_version, '{requested}');
  delete from private.return_photos p where p.return_id = p_return;
  update public.returns x set state = 'withdrawn', ended_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $function$;
grant execute on function public.withdraw_return(uuid,integer) to authenticated;
grant execute on function public.withdraw_return(uuid,integer) to service_role;

-- ─── rows that the migrations write, without times and random ids ────────────────────────────────────────────────────────────

-- private.limits: {"about":"Addresses in the book of one account.","name":"addresses","value":100}
-- private.limits: {"about":"Batches noted for one product.","name":"batches","value":200}
-- private.limits: {"about":"Changes of mind about notices of one account in 24 hours. Each is a row that is never deleted.","name":"consents_per_day","value":20}
-- private.limits: {"about":"Changes that a customer may make to one order.","name":"changes_per_order","value":10}
-- private.limits: {"about":"Changes that one account may make to its orders in 24 hours.","name":"changes_per_day","value":30}
-- private.limits: {"about":"Complaints in 24 hours under one email address. Each sends a mail to it, and someone else may have entered it.","name":"complaints_per_email","value":3}
-- private.limits: {"about":"Complaints of all visitors together in an hour.","name":"complaints_of_visitors","value":200}
-- private.limits: {"about":"Complaints of one account in 24 hours.","name":"complaints_per_account","value":5}
-- private.limits: {"about":"Complaints of one network in an hour.","name":"complaints_per_client","value":10}
-- private.limits: {"about":"Days that an unverified UPI reference keeps an order open and its goods reserved.","name":"claim_days","value":7}
-- private.limits: {"about":"Mails about returned products that wait in the queue at once, so that mails about orders do not wait behind them.","name":"stock_mails_waiting","value":100}
-- private.limits: {"about":"Orders that one account places online in an hour.","name":"orders_per_hour","value":20}
-- private.limits: {"about":"Pages that a shop adds to its own. Every page of the shop carries their links.","name":"own_pages","value":50}
-- private.limits: {"about":"Payment reminders of one order, over all its days.","name":"reminders_per_order","value":5}
-- private.limits: {"about":"Pending online orders of one account that wait for a payment. More would reserve stock without a payment.","name":"unpaid_orders","value":5}
-- private.limits: {"about":"Photos that a customer may add to one return.","name":"return_photos","value":4}
-- private.limits: {"about":"Products of one family.","name":"family_members","value":500}
-- private.limits: {"about":"Products on the wishlist of one account.","name":"wishlist_items","value":500}
-- private.limits: {"about":"Returns that a customer may ask for with one order, those that were withdrawn or declined included.","name":"returns_per_order","value":10}
-- private.limits: {"about":"Returns that one account may ask for in 24 hours.","name":"returns_per_day","value":20}
-- private.limits: {"about":"Rupees that an account without a delivered order may owe on delivery, over all its open orders.","name":"first_cod_rupees","value":25000}
-- private.limits: {"about":"Sold-out products that one account may wait for.","name":"stock_requests","value":200}
-- private.limits: {"about":"Tries that an account has while the total is reached.","name":"unknown_coupons_when_busy","value":3}
-- private.limits: {"about":"UPI references that a buyer may enter for one order, corrections included.","name":"claims_per_order","value":5}
-- private.limits: {"about":"UPI references that one account may enter in 24 hours.","name":"claims_per_day","value":20}
-- private.limits: {"about":"Unknown coupon codes in an hour over all accounts, after which an account has only a few tries.","name":"unknown_coupons_in_all","value":600}
-- private.limits: {"about":"Unknown coupon codes that one account may try in an hour.","name":"unknown_coupons_per_hour","value":20}
-- private.limits: {"about":"Values of the options of one family together.","name":"family_values","value":200}
-- private.limits: {"about":"Wrong codes for orders placed by telephone that one account may enter in an hour.","name":"phone_codes_per_account","value":5}
-- private.limits: {"about":"Wrong codes in an hour for one telephone number, over all accounts.","name":"phone_codes_per_number","value":10}
-- private.limits: {"about":"Wrong codes in an hour over all accounts and numbers, after which everyone waits.","name":"phone_codes_in_all","value":100}
-- private.mail_setup: {"environment":"outbox","environment_host":null,"from_address":null,"from_name":null,"host":null,"id":true,"password":null,"port":null,"reply_to":null,"security":null,"username":null,"version":1}
-- private.order_number_secret: {"one":true}
-- private.phone_code_secret: {"id":true}
-- private.role_permissions: {"permission":"analytics.read","role":"accounts"}
-- private.role_permissions: {"permission":"analytics.read","role":"manager"}
-- private.role_permissions: {"permission":"analytics.read","role":"owner"}
-- private.role_permissions: {"permission":"audit.read","role":"manager"}
-- private.role_permissions: {"permission":"audit.read","role":"owner"}
-- private.role_permissions: {"permission":"catalogue.write","role":"catalogue"}
-- private.role_permissions: {"permission":"catalogue.write","role":"manager"}
-- private.role_permissions: {"permission":"catalogue.write","role":"owner"}
-- private.role_permissions: {"permission":"complaints.write","role":"manager"}
-- private.role_permissions: {"permission":"complaints.write","role":"orders"}
-- private.role_permissions: {"permission":"complaints.write","role":"owner"}
-- private.role_permissions: {"permission":"costs.read","role":"accounts"}
-- private.role_permissions: {"permission":"costs.read","role":"manager"}
-- private.role_permissions: {"permission":"costs.read","role":"owner"}
-- private.role_permissions: {"permission":"customers.emails","role":"owner"}
-- private.role_permissions: {"permission":"customers.read","role":"accounts"}
-- private.role_permissions: {"permission":"customers.read","role":"manager"}
-- private.role_permissions: {"permission":"customers.read","role":"owner"}
-- private.role_permissions: {"permission":"customers.write","role":"manager"}
-- private.role_permissions: {"permission":"customers.write","role":"owner"}
-- private.role_permissions: {"permission":"gst.read","role":"accounts"}
-- private.role_permissions: {"permission":"gst.read","role":"manager"}
-- private.role_permissions: {"permission":"gst.read","role":"owner"}
-- private.role_permissions: {"permission":"gst.write","role":"accounts"}
-- private.role_permissions: {"permission":"gst.write","role":"manager"}
-- private.role_permissions: {"permission":"gst.write","role":"owner"}
-- private.role_permissions: {"permission":"mails.read","role":"manager"}
-- private.role_permissions: {"permission":"mails.read","role":"owner"}
-- private.role_permissions: {"permission":"marketing.write","role":"catalogue"}
-- private.role_permissions: {"permission":"marketing.write","role":"manager"}
-- private.role_permissions: {"permission":"marketing.write","role":"owner"}
-- private.role_permissions: {"permission":"orders.create","role":"manager"}
-- private.role_permissions: {"permission":"orders.create","role":"orders"}
-- private.role_permissions: {"permission":"orders.create","role":"owner"}
-- private.role_permissions: {"permission":"orders.process","role":"manager"}
-- private.role_permissions: {"permission":"orders.process","role":"orders"}
-- private.role_permissions: {"permission":"orders.process","role":"owner"}
-- private.role_permissions: {"permission":"orders.read","role":"accounts"}
-- private.role_permissions: {"permission":"orders.read","role":"manager"}
-- private.role_permissions: {"permission":"orders.read","role":"orders"}
-- private.role_permissions: {"permission":"orders.read","role":"owner"}
-- private.role_permissions: {"permission":"owner.settings","role":"owner"}
-- private.role_permissions: {"permission":"panel","role":"accounts"}
-- private.role_permissions: {"permission":"panel","role":"catalogue"}
-- private.role_permissions: {"permission":"panel","role":"manager"}
-- private.role_permissions: {"permission":"panel","role":"orders"}
-- private.role_permissions: {"permission":"panel","role":"owner"}
-- private.role_permissions: {"permission":"payments.manage","role":"accounts"}
-- private.role_permissions: {"permission":"payments.manage","role":"manager"}
-- private.role_permissions: {"permission":"payments.manage","role":"owner"}
-- private.role_permissions: {"permission":"settings.write","role":"manager"}
-- private.role_permissions: {"permission":"settings.write","role":"owner"}
-- private.role_permissions: {"permission":"staff.manage","role":"owner"}
-- private.staff_security: {"id":true,"second_factor_required":false}
-- private.synonyms: {"meaning":"almond","word":"almond"}
-- private.synonyms: {"meaning":"almond","word":"badam"}
-- private.synonyms: {"meaning":"amla","word":"amla"}
-- private.synonyms: {"meaning":"amla","word":"anvla"}
-- private.synonyms: {"meaning":"amla","word":"aonla"}
-- private.synonyms: {"meaning":"amla","word":"gooseberry"}
-- private.synonyms: {"meaning":"baby","word":"baby"}
-- private.synonyms: {"meaning":"baby","word":"bachcha"}
-- private.synonyms: {"meaning":"baby","word":"shishu"}
-- private.synonyms: {"meaning":"bangle","word":"bangle"}
-- private.synonyms: {"meaning":"bangle","word":"bangles"}
-- private.synonyms: {"meaning":"bangle","word":"choori"}
-- private.synonyms: {"meaning":"bangle","word":"chudi"}
-- private.synonyms: {"meaning":"basil","word":"basil"}
-- private.synonyms: {"meaning":"basil","word":"tulsi"}
-- private.synonyms: {"meaning":"black","word":"black"}
-- private.synonyms: {"meaning":"black","word":"kaala"}
-- private.synonyms: {"meaning":"black","word":"kala"}
-- private.synonyms: {"meaning":"bridal","word":"bridal"}
-- private.synonyms: {"meaning":"bridal","word":"bride"}
-- private.synonyms: {"meaning":"bridal","word":"dulhan"}
-- private.synonyms: {"meaning":"camphor","word":"camphor"}
-- private.synonyms: {"meaning":"camphor","word":"kapoor"}
-- private.synonyms: {"meaning":"camphor","word":"kapur"}
-- private.synonyms: {"meaning":"castor","word":"arandi"}
-- private.synonyms: {"meaning":"castor","word":"castor"}
-- private.synonyms: {"meaning":"clay","word":"clay"}
-- private.synonyms: {"meaning":"clay","word":"mati"}
-- private.synonyms: {"meaning":"clay","word":"mitti"}
-- private.synonyms: {"meaning":"coconut","word":"coconut"}
-- private.synonyms: {"meaning":"coconut","word":"nariyal"}
-- private.synonyms: {"meaning":"comb","word":"comb"}
-- private.synonyms: {"meaning":"comb","word":"kangha"}
-- private.synonyms: {"meaning":"comb","word":"kanghi"}
-- private.synonyms: {"meaning":"cucumber","word":"cucumber"}
-- private.synonyms: {"meaning":"cucumber","word":"kheera"}
-- private.synonyms: {"meaning":"eye","word":"aankh"}
-- private.synonyms: {"meaning":"eye","word":"ankh"}
-- private.synonyms: {"meaning":"eye","word":"eye"}
-- private.synonyms: {"meaning":"eye","word":"eyes"}
-- private.synonyms: {"meaning":"face","word":"chehra"}
-- private.synonyms: {"meaning":"face","word":"face"}
-- private.synonyms: {"meaning":"face","word":"mukh"}
-- private.synonyms: {"meaning":"fenugreek","word":"fenugreek"}
-- private.synonyms: {"meaning":"fenugreek","word":"methi"}
-- private.synonyms: {"meaning":"foot","word":"feet"}
-- private.synonyms: {"meaning":"foot","word":"foot"}
-- private.synonyms: {"meaning":"foot","word":"paon"}
-- private.synonyms: {"meaning":"hair","word":"baal"}
-- private.synonyms: {"meaning":"hair","word":"hair"}
-- private.synonyms: {"meaning":"hair","word":"kesh"}
-- private.synonyms: {"meaning":"hand","word":"haath"}
-- private.synonyms: {"meaning":"hand","word":"hand"}
-- private.synonyms: {"meaning":"hand","word":"hands"}
-- private.synonyms: {"meaning":"hand","word":"hath"}
-- private.synonyms: {"meaning":"henna","word":"heena"}
-- private.synonyms: {"meaning":"henna","word":"henna"}
-- private.synonyms: {"meaning":"henna","word":"mehandi"}
-- private.synonyms: {"meaning":"henna","word":"mehndi"}
-- private.synonyms: {"meaning":"hibiscus","word":"gudhal"}
-- private.synonyms: {"meaning":"hibiscus","word":"hibiscus"}
-- private.synonyms: {"meaning":"honey","word":"honey"}
-- private.synonyms: {"meaning":"honey","word":"madhu"}
-- private.synonyms: {"meaning":"honey","word":"shahad"}
-- private.synonyms: {"meaning":"jasmine","word":"chameli"}
-- private.synonyms: {"meaning":"jasmine","word":"jasmine"}
-- private.synonyms: {"meaning":"jasmine","word":"mogra"}
-- private.synonyms: {"meaning":"kajal","word":"kajal"}
-- private.synonyms: {"meaning":"kajal","word":"kohl"}
-- private.synonyms: {"meaning":"kajal","word":"surma"}
-- private.synonyms: {"meaning":"lemon","word":"lemon"}
-- private.synonyms: {"meaning":"lemon","word":"nimbu"}
-- private.synonyms: {"meaning":"lip","word":"honth"}
-- private.synonyms: {"meaning":"lip","word":"hoth"}
-- private.synonyms: {"meaning":"lip","word":"lip"}
-- private.synonyms: {"meaning":"lip","word":"lips"}
-- private.synonyms: {"meaning":"lotus","word":"kamal"}
-- private.synonyms: {"meaning":"lotus","word":"lotus"}
-- private.synonyms: {"meaning":"milk","word":"doodh"}
-- private.synonyms: {"meaning":"milk","word":"dudh"}
-- private.synonyms: {"meaning":"milk","word":"milk"}
-- private.synonyms: {"meaning":"mirror","word":"aaina"}
-- private.synonyms: {"meaning":"mirror","word":"mirror"}
-- private.synonyms: {"meaning":"mirror","word":"sheesha"}
-- private.synonyms: {"meaning":"mustard","word":"mustard"}
-- private.synonyms: {"meaning":"mustard","word":"sarson"}
-- private.synonyms: {"meaning":"nail","word":"nail"}
-- private.synonyms: {"meaning":"nail","word":"nails"}
-- private.synonyms: {"meaning":"nail","word":"nakhun"}
-- private.synonyms: {"meaning":"oil","word":"oil"}
-- private.synonyms: {"meaning":"oil","word":"tel"}
-- private.synonyms: {"meaning":"oil","word":"thailam"}
-- private.synonyms: {"meaning":"onion","word":"onion"}
-- private.synonyms: {"meaning":"onion","word":"pyaaz"}
-- private.synonyms: {"meaning":"onion","word":"pyaz"}
-- private.synonyms: {"meaning":"orange","word":"orange"}
-- private.synonyms: {"meaning":"orange","word":"santra"}
-- private.synonyms: {"meaning":"papaya","word":"papaya"}
-- private.synonyms: {"meaning":"papaya","word":"papita"}
-- private.synonyms: {"meaning":"perfume","word":"attar"}
-- private.synonyms: {"meaning":"perfume","word":"itra"}
-- private.synonyms: {"meaning":"perfume","word":"ittar"}
-- private.synonyms: {"meaning":"perfume","word":"perfume"}
-- private.synonyms: {"meaning":"perfume","word":"sugandh"}
-- private.synonyms: {"meaning":"pink","word":"gulabi"}
-- private.synonyms: {"meaning":"pink","word":"pink"}
-- private.synonyms: {"meaning":"powder","word":"churan"}
-- private.synonyms: {"meaning":"powder","word":"churna"}
-- private.synonyms: {"meaning":"powder","word":"powder"}
-- private.synonyms: {"meaning":"red","word":"laal"}
-- private.synonyms: {"meaning":"red","word":"lal"}
-- private.synonyms: {"meaning":"red","word":"red"}
-- private.synonyms: {"meaning":"rose","word":"gulab"}
-- private.synonyms: {"meaning":"rose","word":"rose"}
-- private.synonyms: {"meaning":"saffron","word":"kesar"}
-- private.synonyms: {"meaning":"saffron","word":"saffron"}
-- private.synonyms: {"meaning":"saffron","word":"zafran"}
-- private.synonyms: {"meaning":"sandalwood","word":"chandan"}
-- private.synonyms: {"meaning":"sandalwood","word":"sandal"}
-- private.synonyms: {"meaning":"sandalwood","word":"sandalwood"}
-- private.synonyms: {"meaning":"sesame","word":"sesame"}
-- private.synonyms: {"meaning":"sesame","word":"til"}
-- private.synonyms: {"meaning":"sindoor","word":"sindoor"}
-- private.synonyms: {"meaning":"sindoor","word":"sindur"}
-- private.synonyms: {"meaning":"sindoor","word":"vermilion"}
-- private.synonyms: {"meaning":"skin","word":"skin"}
-- private.synonyms: {"meaning":"skin","word":"tvacha"}
-- private.synonyms: {"meaning":"skin","word":"twacha"}
-- private.synonyms: {"meaning":"soap","word":"sabun"}
-- private.synonyms: {"meaning":"soap","word":"soap"}
-- private.synonyms: {"meaning":"soapnut","word":"reetha"}
-- private.synonyms: {"meaning":"soapnut","word":"ritha"}
-- private.synonyms: {"meaning":"soapnut","word":"soapnut"}
-- private.synonyms: {"meaning":"tooth","word":"daant"}
-- private.synonyms: {"meaning":"tooth","word":"dant"}
-- private.synonyms: {"meaning":"tooth","word":"teeth"}
-- private.synonyms: {"meaning":"tooth","word":"tooth"}
-- private.synonyms: {"meaning":"toothpaste","word":"manjan"}
-- private.synonyms: {"meaning":"toothpaste","word":"toothpaste"}
-- private.synonyms: {"meaning":"turmeric","word":"haldi"}
-- private.synonyms: {"meaning":"turmeric","word":"turmeric"}
-- private.synonyms: {"meaning":"water","word":"jal"}
-- private.synonyms: {"meaning":"water","word":"pani"}
-- private.synonyms: {"meaning":"water","word":"water"}
-- private.synonyms: {"meaning":"white","word":"safed"}
-- private.synonyms: {"meaning":"white","word":"white"}
-- public.consent_notices: {"needs_consent":false,"purpose":"account","text":"We keep your name, email address, orders and addresses to run your account, to deliver, and to write your invoices. Nothing is sold or passed on for advertising. You can see, correct, export and delete it in your profile.","version":1}
-- public.consent_notices: {"needs_consent":true,"purpose":"back_in_stock","text":"Tell me once, by email and in my notifications, when this product is back in stock. My request is used for nothing else, and I can cancel it here or in my wishlist.","version":1}
-- public.consent_notices: {"needs_consent":true,"purpose":"offers","text":"Tell me about offers. They come to my notifications, and I can switch this off in my profile at any time.","version":1}
-- public.delivery_rates: {"cod_fee":0.00,"cod_maximum":null,"cod_minimum":null,"default_weight_grams":500,"id":true,"pin_count":0,"pin_list":"off","version":1,"zones":[]}
-- public.order_steps: {"actor":"admin","display_order":1,"from_status":"pending","needs_reason":false,"to_status":"processing"}
-- public.order_steps: {"actor":"admin","display_order":2,"from_status":"processing","needs_reason":false,"to_status":"shipped"}
-- public.order_steps: {"actor":"admin","display_order":3,"from_status":"shipped","needs_reason":false,"to_status":"delivered"}
-- public.order_steps: {"actor":"admin","display_order":6,"from_status":"pending","needs_reason":true,"to_status":"cancelled"}
-- public.order_steps: {"actor":"admin","display_order":7,"from_status":"processing","needs_reason":true,"to_status":"cancelled"}
-- public.order_steps: {"actor":"admin","display_order":8,"from_status":"shipped","needs_reason":true,"to_status":"cancelled"}
-- public.order_steps: {"actor":"customer","display_order":4,"from_status":"pending","needs_reason":false,"to_status":"cancelled"}
-- public.order_steps: {"actor":"system","display_order":5,"from_status":"pending","needs_reason":false,"to_status":"cancelled"}
-- public.order_steps: {"actor":"system","display_order":9,"from_status":"cancelled","needs_reason":false,"to_status":"pending"}
-- public.payment_steps: {"actor":"admin","from_state":"awaiting_payment","to_state":"paid"}
-- public.payment_steps: {"actor":"admin","from_state":"awaiting_verification","to_state":"failed"}
-- public.payment_steps: {"actor":"admin","from_state":"awaiting_verification","to_state":"paid"}
-- public.payment_steps: {"actor":"admin","from_state":"cod_pending","to_state":"paid"}
-- public.payment_steps: {"actor":"admin","from_state":"failed","to_state":"paid"}
-- public.payment_steps: {"actor":"admin","from_state":"refund_due","to_state":"refunded"}
-- public.payment_steps: {"actor":"customer","from_state":"awaiting_payment","to_state":"awaiting_verification"}
-- public.payment_steps: {"actor":"customer","from_state":"failed","to_state":"awaiting_verification"}
-- public.payment_steps: {"actor":"system","from_state":"awaiting_payment","to_state":"awaiting_verification"}
-- public.payment_steps: {"actor":"system","from_state":"awaiting_payment","to_state":"cod_pending"}
-- public.payment_steps: {"actor":"system","from_state":"awaiting_payment","to_state":"paid"}
-- public.payment_steps: {"actor":"system","from_state":"awaiting_payment","to_state":"refund_due"}
-- public.payment_steps: {"actor":"system","from_state":"awaiting_verification","to_state":"awaiting_payment"}
-- public.payment_steps: {"actor":"system","from_state":"awaiting_verification","to_state":"paid"}
-- public.payment_steps: {"actor":"system","from_state":"awaiting_verification","to_state":"refund_due"}
-- public.payment_steps: {"actor":"system","from_state":"cod_pending","to_state":"awaiting_payment"}
-- public.payment_steps: {"actor":"system","from_state":"cod_pending","to_state":"paid"}
-- public.payment_steps: {"actor":"system","from_state":"failed","to_state":"awaiting_payment"}
-- public.payment_steps: {"actor":"system","from_state":"failed","to_state":"cod_pending"}
-- public.payment_steps: {"actor":"system","from_state":"paid","to_state":"awaiting_payment"}
-- public.payment_steps: {"actor":"system","from_state":"paid","to_state":"refund_due"}
-- public.payment_steps: {"actor":"system","from_state":"paid","to_state":"refunded"}
-- public.payment_steps: {"actor":"system","from_state":"paid","to_state":"undone"}
-- public.payment_steps: {"actor":"system","from_state":"refund_due","to_state":"awaiting_payment"}
-- public.payment_steps: {"actor":"system","from_state":"refund_due","to_state":"refunded"}
-- public.payment_steps: {"actor":"system","from_state":"refund_due","to_state":"undone"}
-- public.serial_series: {"digits":6,"kind":"bill_of_supply","next_digits":null,"next_from":null,"next_prefix":null,"prefix":"BOS","version":1}
-- public.serial_series: {"digits":6,"kind":"credit_note","next_digits":null,"next_from":null,"next_prefix":null,"prefix":"CN","version":1}
-- public.serial_series: {"digits":6,"kind":"tax_invoice","next_digits":null,"next_from":null,"next_prefix":null,"prefix":"INV","version":1}
-- public.settings: {"accent":null,"address":"","announcement":null,"announcement_link":null,"city":"","cod_enabled":true,"delivery_charge":100.00,"delivery_varies":false,"demo_mode":false,"dispatch_days":1,"dispatch_holidays":[],"email":"","footer_text":null,"forced_gst_percent":18.00,"founded_year":null,"free_delivery_from":1500.00,"grievance_email":"","grievance_name":"","grievance_phone":"","gstin":null,"home":{},"hours":[{"days": "Mon-Fri", "opens": "9:00", "closes": "18:00"}, {"days": "Sat", "opens": "10:00", "closes": "16:00"}, {"days": "Sun", "opens": null, "closes": null}],"id":true,"invoice_per_parcel":false,"is_open":true,"legal_name":"","logo":null,"logo_dark":null,"other_addresses":"","phone":"","pincode":"","prices_include_gst":true,"razorpay_enabled":false,"razorpay_unpaid_minutes":30,"return_days":7,"second_colour":null,"show_gst_breakdown":false,"social":{},"state_code":"27","store_name":"Shringar","transit_home_max":3,"transit_home_min":1,"transit_other_max":6,"transit_other_min":3,"transit_remote_max":10,"transit_remote_min":5,"turnover_above_5_crore":false,"upi_unpaid_hours":48,"upi_vpa":null,"version":1,"whatsapp":null}
-- public.tally_ledgers: {"bank":"Bank","card":"Card machine","cash":"Cash","cgst":"CGST","cod":"Cash on delivery","company":"","courier_charges":"Courier charges","courier_differences":"Courier differences","credit":"Store credit","credit_by_hand":"Store credit given","delivery":"Delivery charges","discount":"","id":true,"igst":"IGST","party_group":"Sundry Debtors","razorpay":"Razorpay","sales":"Sales {rate}%","sales_inter_state":"Inter-State sales {rate}%","sgst":"SGST","unregistered_party":"Online customers","upi":"UPI","version":1}
-- storage.buckets: {"allowed_mime_types":["application/pdf"],"avif_autodetection":false,"file_size_limit":10485760,"id":"documents","name":"documents","owner":null,"owner_id":null,"public":false}
-- storage.buckets: {"allowed_mime_types":["image/jpeg","image/png","image/webp","image/avif"],"avif_autodetection":false,"file_size_limit":10485760,"id":"banner_images","name":"banner_images","owner":null,"owner_id":null,"public":true}
-- storage.buckets: {"allowed_mime_types":["image/jpeg","image/png","image/webp","image/avif"],"avif_autodetection":false,"file_size_limit":10485760,"id":"category_images","name":"category_images","owner":null,"owner_id":null,"public":true}
-- storage.buckets: {"allowed_mime_types":["image/jpeg","image/png","image/webp","image/avif"],"avif_autodetection":false,"file_size_limit":10485760,"id":"product_images","name":"product_images","owner":null,"owner_id":null,"public":true}
