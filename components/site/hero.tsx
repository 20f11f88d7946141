import { siteMessages } from "@/lib/messages/en/site";

const text = siteMessages.hero;

/** What the software is. */
export function Headline({ appName }: { appName: string }) {
  return (
    <div className="flex max-w-[38rem] flex-col gap-6">
      <h1 className="text-44 font-semibold tracking-[-0.035em] text-balance sm:text-72">{text.title}</h1>
      <p className="max-w-measure text-20 text-pretty">{text.text(appName)}</p>
    </div>
  );
}

/** Who it is for, and what it is not. */
export function Facts() {
  return (
    <dl className="flex max-w-[38rem] flex-col self-start border-t text-16">
      {text.facts.map((fact) => (
        <Fact key={fact.name} name={fact.name}>
          {fact.text}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="grid grid-cols-[5rem_1fr] gap-4 border-b py-4">
      <dt className="font-semibold">{name}</dt>
      <dd className="max-w-measure text-ink-2">{children}</dd>
    </div>
  );
}
