// Plain JavaScript, because the scripts that read it run before the project's own Node is there.

/**
 * The exit code for what only a person can correct: an invalid setting, a shop that is not built, a database that cannot be moved to a
 * new PostgreSQL. Neither the supervisor (scripts/supervise.mjs) nor systemd (deploy/shringar.service) starts the server again.
 */
export const ONLY_A_PERSON = 2
