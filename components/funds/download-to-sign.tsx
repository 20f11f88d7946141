import { buttonClass } from "@/components/ui/button";
import { signingMessages } from "@/lib/service/messages/en/signing";

/** Downloads unsigned transactions for the offline wallet. */
export function DownloadToSign({ href }: { href: string }) {
  return (
    <a href={href} download className={buttonClass({ look: "secondary", size: "small" })}>
      {signingMessages.file.download}
    </a>
  );
}
