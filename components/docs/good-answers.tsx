import { CodeSample } from "./code-sample";
import { exampleOf, jsonOf } from "./curl";
import { FieldTable } from "./field-table";
import { fieldsOf } from "./fields";
import type { Answer, Schema } from "./openapi";

type Schemas = Record<string, Schema>;

/** The success responses: an example and, collapsed, the fields. */
export function GoodAnswers({ responses, schemas }: { responses: Record<string, Answer>; schemas: Schemas }) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return good.map(([status, answer]) => <GoodAnswer key={status} status={status} answer={answer} schemas={schemas} />);
}

function GoodAnswer({ status, answer, schemas }: { status: string; answer: Answer; schemas: Schemas }) {
  const media = jsonOf(answer.content);
  const example = exampleOf(media);
  const fields = fieldsOf(media?.schema, schemas);
  return (
    <>
      {example !== undefined && <CodeSample caption={`Answer ${status}`} code={JSON.stringify(example, null, 2)} />}
      {fields.length > 0 && (
        <details>
          <summary className="py-3 text-14 font-medium">Response fields</summary>
          <FieldTable title={`Answer ${status}`} fields={fields} />
        </details>
      )}
    </>
  );
}
