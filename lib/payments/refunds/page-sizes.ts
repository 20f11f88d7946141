/** How many rows a page of refunds has; a thousand for one file to sign. */
export const PAGE_SIZES = ["50", "200", "1000"] as const;
