/** Why the shop cannot listen, in a sentence for the person who started it. */
export class PortError extends Error {}
