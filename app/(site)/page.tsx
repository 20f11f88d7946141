import { FirstPayment } from "@/components/site/first-payment";
import { Doors, Facts, Headline } from "@/components/site/hero";
import { HowItWorks } from "@/components/site/how-it-works";
import { SiteFrame } from "@/components/site/site-frame";
import { readSettings } from "@/lib/base/context/settings";
import { env } from "@/lib/base/process/env";
import { checkoutUri } from "@/lib/customer/checkout/links";
import { Demo } from "./demo";
import { currentVisitor } from "./visitor";

export default async function Page() {
  const { APP_NAME, APP_URL } = env();
  const visitor = await currentVisitor();
  return (
    <SiteFrame appName={APP_NAME} signedIn={visitor === "signed_in"}>
      <main>
        <div className="mx-auto grid max-w-6xl content-start gap-x-16 gap-y-10 px-4 py-10 sm:px-6 lg:grid-cols-[1fr_24rem] lg:grid-rows-[auto_1fr] lg:py-20">
          <Headline appName={APP_NAME}>
            <Doors visitor={visitor} />
          </Headline>
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Demo uriStart={checkoutUri(readSettings(), "")} />
          </div>
          <Facts />
        </div>
        <HowItWorks />
        <FirstPayment appUrl={APP_URL} />
      </main>
    </SiteFrame>
  );
}
