import type { Metadata } from "next";
import { CopyCode } from "@/components/docs/copy-code";
import { referenceHtml } from "@/components/docs/reference-html";
import { SiteFrame } from "@/components/site/site-frame";
import { env } from "@/lib/base/process/env";
import { openApiDocument } from "@/lib/service/api/openapi";
import { currentUser } from "@/lib/service/auth/session";
import { siteMessages } from "@/lib/service/messages/en/site";

export const metadata: Metadata = {
  title: siteMessages.apiReference.pageTitle,
  description: siteMessages.apiReference.description,
};

/** Made by the first request: every visitor is shown the same reference until the service starts again. */
let rendered: string | undefined;

export default async function Page() {
  const { APP_NAME, APP_URL } = env();
  rendered ??= referenceHtml(openApiDocument(), `${APP_URL}/api/v1`);
  return (
    <SiteFrame appName={APP_NAME} width="wide" signedIn={(await currentUser()) !== null}>
      <CopyCode>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written by `htmlOf`, which escapes every text */}
        <div dangerouslySetInnerHTML={{ __html: rendered }} />
      </CopyCode>
    </SiteFrame>
  );
}
