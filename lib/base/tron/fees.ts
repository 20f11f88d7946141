/** TRX that lasts for any transfer of USDT when no energy is staked or rented. */
export const TRANSFER_TRX = 14;

/**
 * TRX that an address without an account costs when it gets its first TRX: burnt, from the sender, beside what is sent.
 */
export const ACTIVATION_TRX = 1.1;

/**
 * The most that a transfer may burn for energy where no node says what it takes, in sun: twice its cost to an address
 * without USDT at 100 sun per unit. A transfer that would need more fails without moving anything.
 */
export const SAFE_FEE_LIMIT_SUN = 30_000_000;

/** No transfer may burn more for energy than this, whatever a node says. */
export const MAX_FEE_LIMIT_SUN = 100_000_000;
