import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { SiteFrame } from "@/components/site/site-frame";
import { openApiDocument } from "@/lib/api/openapi";
import { currentUser } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { siteMessages } from "@/lib/messages/en/site";

export const metadata: Metadata = {
  title: siteMessages.apiReference.pageTitle,
  description: siteMessages.apiReference.description,
};

export default async function Page() {
  const { APP_NAME, APP_URL } = env();
  return (
    <SiteFrame appName={APP_NAME} width="wide" signedIn={(await currentUser()) !== null}>
      <ApiReference document={openApiDocument()} baseUrl={`${APP_URL}/api/v1`} />
    </SiteFrame>
  );
}
