-- Whose entries of the sign-in log these are: an account that is deleted takes its addresses out of them.
create index if not exists audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'));
