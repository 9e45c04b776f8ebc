/** The logins' passwords in test clusters derive from this. */
export const TEST_SECRET = 'a secret for tests only, never for a shop'
