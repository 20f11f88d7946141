/** One less than java-tron allows: some providers count both ends. */
export const MAX_REACH = 4_999;

/** Asks for half as many blocks from now on. False when it is one already. */
export function halveReach(reach: { blocks: number }): boolean {
  if (reach.blocks <= 1) return false;
  reach.blocks = Math.ceil(reach.blocks / 2);
  return true;
}

/** After an answer: an eighth more, so that what was refused once is not tried at every pass. */
export function growReach(reach: { blocks: number }): void {
  reach.blocks = Math.min(MAX_REACH, reach.blocks + Math.ceil(reach.blocks / 8));
}
