export type ContentsGroup = { title: string; links: { anchor: string; title: string; mono?: boolean }[] };

/** The table of contents: collapsed on phones, sticky beside the text on wide screens. */
export function Contents({ groups }: { groups: ContentsGroup[] }) {
  return (
    <>
      <details className="border-b lg:hidden">
        <summary className="py-3 text-16 font-medium">On this page</summary>
        <nav aria-label="On this page, short" className="pb-4">
          <Groups groups={groups} />
        </nav>
      </details>
      <nav
        aria-label="On this page"
        className="sticky top-0 hidden max-h-dvh w-52 shrink-0 self-start overflow-y-auto py-10 lg:block"
      >
        <Groups groups={groups} />
      </nav>
    </>
  );
}

function Groups({ groups }: { groups: ContentsGroup[] }) {
  return groups.map((group) => (
    <div key={group.title} className="mb-5">
      <p className="mb-1 text-12 font-semibold text-ink-2">{group.title}</p>
      <ul>
        {group.links.map((link) => (
          <li key={link.anchor}>
            <a
              href={`#${link.anchor}`}
              className={`flex min-h-11 items-center text-14 hover:underline lg:min-h-7 ${link.mono ? "figures" : ""}`}
            >
              {link.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}
