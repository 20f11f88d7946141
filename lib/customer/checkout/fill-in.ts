/**
 * Fills the blanks of `Received {received} of {amount}`; a blank without a value stays. With `isolated`, for
 * right-to-left sentences, the values keep their own direction. Pure.
 */
export function fillIn(sentence: string, blanks: Record<string, string | number>, isolated = false): string {
  return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const value = String(blanks[name] ?? blank);
    return isolated ? `\u2068${value}\u2069` : value;
  });
}
