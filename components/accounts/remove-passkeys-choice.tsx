import { Checkbox } from "@/components/ui/checkbox";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages.passkeys.removeAll;

/**
 * Offers to remove the passkeys with these names, where someone else may have added one; the form reads it with
 * `removesPasskeys`.
 */
export function RemovePasskeysChoice({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return <Checkbox name="removePasskeys" label={text.label(names.length)} description={text.hint(names)} />;
}

/** Whether the person wants their passkeys removed; false where a form does not ask. */
export function removesPasskeys(data: FormData): boolean {
  return data.get("removePasskeys") !== null;
}
