/** A named part of the payment, if this state has it. */
export function part(within: ParentNode, name: string): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-part="${name}"]`);
}
