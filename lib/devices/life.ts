/** How long a device link can be opened. */
export const LINK_HOURS = 24;
/** How long a device stays linked without a visit. */
export const DEVICE_DAYS = 180;
