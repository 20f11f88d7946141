import type { ReactElement } from "react";

/**
 * Elements without text of their own beside them. A translator replaces text by its elements, so text that may change
 * or that stands beside something that may come or go has an element of its own.
 */
export type Elements = ReactElement | "" | false | null | undefined | Elements[];
