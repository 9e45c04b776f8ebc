/** Messages from a page to the worker. */
export type ToWorker =
  /** the user visits this URL: it should open offline too */
  | { kind: 'visited'; key: string; pictures: string[] }
  /** a user is signed in: the code of the account screens is cached, never their content */
  | { kind: 'account' }
  /** the user signed out: visited pages are removed */
  | { kind: 'forget' }
  /** the user agreed to a reload: the waiting worker takes over */
  | { kind: 'take-over' }

/** A message from the worker to a page: its data come from a cached response of that time. */
export type FromWorker = { kind: 'kept'; since: string }
