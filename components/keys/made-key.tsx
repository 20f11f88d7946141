import { SecretOnce } from "@/components/ui/secret-once";
import { keysMessages } from "@/lib/service/messages/en/keys";

const { made } = keysMessages;

/** A new restricted key, shown once. */
export function MadeKey({ secret }: { secret: string }) {
  return (
    <SecretOnce name={secret.startsWith("svc_live_") ? made.live : made.sandbox} secret={secret}>
      {made.hint}
    </SecretOnce>
  );
}
