/**
 * How the sentence about the end of an endpoint's alarm ends: the alarm can also end because a member took it out of
 * use.
 */
export const WORKS_AGAIN = "works again.";
export const NOT_IN_USE = "was disabled or deleted.";
