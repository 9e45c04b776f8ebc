/** The secret from which the login passwords of test clusters are derived. */
export const TEST_SECRET = 'a secret for tests only, never for a shop'
