import { privatePage } from "@/app/(auth)/private-page";
import { OpenDevice } from "@/app/pos/open/open-device";
import { AuthFrame } from "@/components/shell/auth-frame";
import { env } from "@/lib/env";

export const metadata = privatePage("Open a keypad");

/** Where a device link leads. Its secret stands behind `#`, so neither this page nor any log has seen it. */
export default function Page() {
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title="Use this device as a till"
      description="The link works once. From then on this device, and no other, has the keypad of its terminal until the shop revokes it."
    >
      <OpenDevice />
    </AuthFrame>
  );
}
