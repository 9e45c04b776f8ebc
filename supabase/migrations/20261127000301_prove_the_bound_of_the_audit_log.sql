alter table public.audit_log validate constraint audit_log_first_part;
