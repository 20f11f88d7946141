import { CodeSample } from "./code-sample";
import { curlOf, jsonOf, needsKey } from "./curl";
import type { Endpoint } from "./endpoints";
import { ErrorList } from "./error-list";
import { FieldTable } from "./field-table";
import { type Field, fieldsOf, formatType, resolve } from "./fields";
import { GoodAnswers } from "./good-answers";
import type { Operation, Schema } from "./openapi";
import { Prose } from "./prose";

type Props = { endpoint: Endpoint; baseUrl: string; schemas: Record<string, Schema> };

/** One operation: description and inputs on the left, request and response on the right. */
export function EndpointSection({ endpoint, baseUrl, schemas }: Props) {
  const { anchor, title, method, path, operation } = endpoint;
  const body = jsonOf(operation.requestBody?.content)?.schema;
  return (
    <section aria-labelledby={anchor} className="border-t pt-10 first:border-t-0 first:pt-0">
      <h3 id={anchor} className="text-20 font-semibold">
        {title}
      </h3>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <MethodPath method={method} path={path} />
        <span className="text-14 text-ink-2">{needsKey(operation) ? "API key required" : "Public"}</span>
      </div>
      <div className="mt-5 grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          {operation.description && <Prose text={operation.description} level={4} />}
          <FieldTable title="Parameters" marksRequired fields={parameterFields(operation, schemas)} />
          <FieldTable title="Body" marksRequired fields={fieldsOf(body, schemas)} />
          <ErrorList responses={operation.responses ?? {}} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CodeSample caption="Request" code={curlOf(endpoint, baseUrl)} />
          <GoodAnswers responses={operation.responses ?? {}} schemas={schemas} />
        </div>
      </div>
    </section>
  );
}

function parameterFields(operation: Operation, schemas: Record<string, Schema>): Field[] {
  return (operation.parameters ?? []).map((parameter) => {
    const schema = resolve(parameter.schema, schemas);
    const location = parameter.in === "query" ? "" : `${parameter.in}, `;
    return {
      name: parameter.name,
      depth: 0,
      type: location + formatType(schema, schemas),
      required: parameter.required ?? false,
      description: parameter.description ?? schema.description ?? "",
      limits: [],
    };
  });
}

/** `POST /create-payment-intent`, with the method in bold and line breaks only where necessary. */
function MethodPath({ method, path }: { method: string; path: string }) {
  return (
    <code translate="no" className="figures text-14 break-all">
      <span className="font-semibold">{method.toUpperCase()}</span>
      <span>{` ${path}`}</span>
    </code>
  );
}
