-- What has expired is found by its age, without a walk through what is still in use. Erasing it is the application's to decide.
create index sessions_updated_at_idx on auth.sessions (updated_at);
create index users_unconfirmed_idx on auth.users (created_at) where email_confirmed_at is null;
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);
create index flow_state_created_at_idx on auth.flow_state (created_at);
