const GROUP = 4;
const MARKED = 6;

export type AddressPiece = { text: string; marked: boolean };

/**
 * An address in groups of four, split into marked and unmarked pieces. The first and last six characters, which people
 * compare, are marked. Joined, the pieces are the address.
 */
export function addressGroups(address: string): AddressPiece[][] {
  const isMarked = (index: number) => index < MARKED || index >= address.length - MARKED;
  const groups: AddressPiece[][] = [];
  for (let start = 0; start < address.length; start += GROUP) {
    const pieces: AddressPiece[] = [];
    for (let index = start; index < Math.min(start + GROUP, address.length); index += 1) {
      const last = pieces.at(-1);
      const marked = isMarked(index);
      if (last && last.marked === marked) last.text += address[index];
      else pieces.push({ text: address.charAt(index), marked });
    }
    groups.push(pieces);
  }
  return groups;
}
