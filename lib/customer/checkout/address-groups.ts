const GROUP = 4;
const MARKED = 6;

type AddressPiece = { text: string; marked: boolean };

/** `start`: the place of its first character in the address */
export type AddressGroup = { start: number; pieces: AddressPiece[] };

/**
 * An address in groups of four, split into marked and unmarked pieces. The first and last six characters, which people
 * compare, are marked. Joined, the pieces are the address.
 */
export function addressGroups(address: string): AddressGroup[] {
  const isMarked = (index: number) => index < MARKED || index >= address.length - MARKED;
  const groups: AddressGroup[] = [];
  for (let start = 0; start < address.length; start += GROUP) {
    const pieces: AddressPiece[] = [];
    for (let index = start; index < Math.min(start + GROUP, address.length); index += 1) {
      const last = pieces.at(-1);
      const marked = isMarked(index);
      if (last && last.marked === marked) last.text += address[index];
      else pieces.push({ text: address.charAt(index), marked });
    }
    groups.push({ start, pieces });
  }
  return groups;
}
