/** How long a link waits to be opened. */
export const LINK_HOURS = 24;
/** How long a device is remembered without a visit. */
export const DEVICE_DAYS = 180;
