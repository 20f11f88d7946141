import { Contents, type ContentsGroup } from "./contents";
import { EndpointSection } from "./endpoint-section";
import { endpointsOf, slug, webhooksOf } from "./endpoints";
import { blocksOf } from "./markdown";
import type { OpenApi } from "./openapi";
import { Prose } from "./prose";
import { WebhookSection } from "./webhook-section";

/** The complete API reference, generated from the OpenAPI description. */
export function ApiReference({ document, baseUrl }: { document: OpenApi; baseUrl: string }) {
  const endpoints = endpointsOf(document.paths);
  const webhooks = webhooksOf(document);
  const schemas = document.components?.schemas ?? {};
  const text = document.info.description ?? "";
  const groups: ContentsGroup[] = [
    { title: "Basics", links: headingsOf(text) },
    { title: "Endpoints", links: endpoints },
    { title: "Events", links: webhooks.map((webhook) => ({ ...webhook, mono: true })) },
  ];
  return (
    <div className="mx-auto max-w-[90rem] gap-12 px-4 sm:px-6 lg:flex">
      <Contents groups={groups.filter((group) => group.links.length > 0)} />
      <main className="min-w-0 flex-1 py-10">
        <h1 className="text-44 font-semibold tracking-[-0.035em]">{document.info.title}</h1>
        <p className="mt-3 text-16 text-ink-2">
          <span>{`Version ${document.info.version} · `}</span>
          <a href={`${baseUrl}/openapi.json`} className="text-verdigris underline underline-offset-4">
            OpenAPI description
          </a>
        </p>
        <div className="mt-6">
          <Prose text={text} />
        </div>
        <h2 className="mt-16 mb-8 text-28 font-semibold tracking-[-0.02em]">Endpoints</h2>
        <div className="flex flex-col gap-14">
          {endpoints.map((endpoint) => (
            <EndpointSection key={endpoint.anchor} endpoint={endpoint} baseUrl={baseUrl} schemas={schemas} />
          ))}
        </div>
        {webhooks.length > 0 && (
          <>
            <h2 className="mt-16 mb-8 text-28 font-semibold tracking-[-0.02em]">Events</h2>
            <div className="flex flex-col gap-14">
              {webhooks.map((webhook) => (
                <WebhookSection key={webhook.anchor} webhook={webhook} schemas={schemas} />
              ))}
            </div>
          </>
        )}
      </main>
    </div>
  );
}

function headingsOf(text: string) {
  const headings = blocksOf(text).filter((block) => block.kind === "heading");
  const top = Math.min(...headings.map((heading) => heading.level));
  return headings
    .filter((heading) => heading.level === top)
    .map((heading) => ({ anchor: slug(heading.text), title: heading.text }));
}
