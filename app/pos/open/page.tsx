import { privatePage } from "@/app/_kit/private-page";
import { AuthFrame } from "@/components/shell/auth-frame";
import { env } from "@/lib/base/process/env";
import { posMessages } from "@/lib/service/messages/en/pos";
import { OpenDevice } from "./open-device";

export const metadata = privatePage(posMessages.link.pageTitle);

/** Where a device link leads. Its secret is in the fragment, which reaches neither the server nor its logs. */
export default function Page() {
  return (
    <AuthFrame appName={env().APP_NAME} title={posMessages.link.title} description={posMessages.link.description}>
      <OpenDevice />
    </AuthFrame>
  );
}
