/** What a page tells the worker. */
export type ToWorker =
  /** somebody looks at this address: it shall open without a connection too */
  | { kind: 'visited'; key: string; pictures: string[] }
  /** somebody is signed in: the code of the account screens is kept, never their content */
  | { kind: 'account' }
  /** somebody signed out: what was looked at is forgotten */
  | { kind: 'forget' }
  /** a reload was agreed to: the waiting worker takes over */
  | { kind: 'take-over' }

/** What the worker tells a page: its data come from the kept copy of that moment. */
export type FromWorker = { kind: 'kept'; since: string }
