import type { Field } from "./fields";
import { Inlines } from "./prose";

type Props = {
  title: string;
  fields: Field[];
  /** marks required fields; responses always contain all of theirs */
  marksRequired?: boolean;
};

/** Fields with their types, nested ones indented below their parent; a list instead of a table, to fit on phones. */
export function FieldTable({ title, fields, marksRequired = false }: Props) {
  if (fields.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4 className="border-b border-ink/40 pb-2 text-14 font-semibold">{title}</h4>
      <ul>
        {fields.map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a schema never change places
          <li key={index} className={`border-b py-2.5 ${INDENTS[Math.min(field.depth, INDENTS.length - 1)]}`}>
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <code translate="no" className="figures text-14 font-semibold">
                {field.name}
              </code>
              <span translate="no" className="figures text-12 text-ink-2">
                {field.type}
              </span>
              {marksRequired && field.required && <span className="text-12 font-medium text-amber-ink">required</span>}
            </p>
            {(field.description !== "" || field.limits.length > 0) && (
              <p className="mt-1 max-w-measure text-14 text-ink-2">
                <Inlines text={sentence(field)} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const INDENTS = ["", "pl-5", "pl-10", "pl-15"];

function sentence({ description, limits }: Field) {
  const limitText = limits.join(", ");
  const capital = limitText === "" ? "" : `${limitText[0]?.toUpperCase()}${limitText.slice(1)}.`;
  return [description, capital].filter(Boolean).join(" ");
}
