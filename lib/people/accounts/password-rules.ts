export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1_000;
const STRONG_LENGTH = 14;

/** The most common passwords among those that are long enough. */
const FIRST_GUESSES = new Set(
  (
    "1234567890 0123456789 12345678910 123456789a 1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwerty1234 qwerty12345 qwerty123456 " +
    "asdfghjkl1 asdfghjkl; zxcvbnm123 password12 password123 password1234 passw0rd123 iloveyou12 iloveyou123 letmein123 " +
    "letmein1234 welcome123 welcome1234 admin12345 administrator changeme123 abc1234567 abcd123456 abcdefghij " +
    "superman123 football123 baseball123 sunshine123 princess123 monkey12345 dragon12345 trustno1234"
  ).split(" "),
);

/** Whether a password that is long enough is still among the first that an attacker tries. */
export function isEasyToGuess(password: string): boolean {
  const plain = password.toLowerCase().replace(/\s/g, "");
  if (FIRST_GUESSES.has(plain)) return true;
  // one or two characters repeated, or a run along the alphabet or the digits
  if (new Set(plain).size <= 2) return true;
  const steps = new Set([...plain].slice(1).map((character, at) => character.charCodeAt(0) - plain.charCodeAt(at)));
  return steps.size === 1;
}

export type PasswordStrength = {
  strength: "short" | "weak" | "fair" | "good";
  /** characters that a password still lacks; 0 once it is long enough */
  missing: number;
};

/** How strong a password is while it is typed; `weak` and `short` ones are refused. */
export function measurePassword(password: string): PasswordStrength {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return { strength: "short", missing: MIN_PASSWORD_LENGTH - length };
  if (isEasyToGuess(password)) return { strength: "weak", missing: 0 };
  return { strength: length < STRONG_LENGTH ? "fair" : "good", missing: 0 };
}
