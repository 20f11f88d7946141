/** TRX that lasts for any transfer of USDT when no energy is staked or rented. */
export const TRANSFER_TRX = 14;

/**
 * TRX that an address without an account costs when it gets its first TRX: burnt, from the sender, beside what is sent.
 */
export const ACTIVATION_TRX = 1.1;
