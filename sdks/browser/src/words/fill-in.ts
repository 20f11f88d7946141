/**
 * `Received {received} of {amount}` with its blanks filled in; a blank that is not given stays as it is. With `isolated`,
 * for right-to-left sentences, what is filled in keeps its own direction. Pure.
 */
export function fillIn(sentence: string, blanks: Record<string, string | number>, isolated = false): string {
  return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const value = String(blanks[name] ?? blank);
    return isolated ? `\u2068${value}\u2069` : value;
  });
}
