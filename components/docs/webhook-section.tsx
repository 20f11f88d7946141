import { CodeSample } from "./code-sample";
import { exampleOf, jsonOf } from "./curl";
import type { Endpoint } from "./endpoints";
import { FieldTable } from "./field-table";
import { fieldsOf } from "./fields";
import type { Schema } from "./openapi";
import { Prose } from "./prose";

type Props = { webhook: Endpoint; schemas: Record<string, Schema> };

/** One event: when it is sent, its body and an example. */
export function WebhookSection({ webhook, schemas }: Props) {
  const { anchor, title, operation } = webhook;
  const media = jsonOf(operation.requestBody?.content);
  const example = exampleOf(media);
  const words = operation.description ?? operation.summary;
  return (
    <section aria-labelledby={anchor} className="border-t pt-10 first:border-t-0 first:pt-0">
      <h3 translate="no" id={anchor} className="figures text-20 font-semibold">
        {title}
      </h3>
      <div className="mt-4 grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          {words && <Prose text={words} level={4} />}
          <FieldTable title="Body" fields={fieldsOf(media?.schema, schemas)} />
        </div>
        {example !== undefined && <CodeSample caption="Body" code={JSON.stringify(example, null, 2)} />}
      </div>
    </section>
  );
}
