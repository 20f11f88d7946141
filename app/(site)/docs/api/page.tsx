import type { Metadata } from "next";
import { ApiReference } from "@/components/docs/api-reference";
import { SiteFrame } from "@/components/site/site-frame";
import { openApiDocument } from "@/lib/api/openapi";
import { env } from "@/lib/env";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every endpoint, field, error and event of the payment intent service.",
};

export default function Page() {
  const { APP_NAME, APP_URL } = env();
  return (
    <SiteFrame appName={APP_NAME} width="wide">
      <ApiReference document={openApiDocument()} baseUrl={`${APP_URL}/api/v1`} />
    </SiteFrame>
  );
}
