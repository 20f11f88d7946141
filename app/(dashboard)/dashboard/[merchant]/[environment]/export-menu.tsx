"use client";

import { ChevronDown } from "lucide-react";
import { useAction } from "@/app/_kit/use-action";
import { chooseExportFormat } from "@/app/(dashboard)/account/actions";
import { buttonClass } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { EXPORT_FORMATS, type ExportFormat } from "@/lib/base/exports/formats";
import { commonMessages } from "@/lib/service/messages/en/common";

const text = commonMessages.export;

/** Downloads an export as the file that this person chose last, or as another, which is then remembered. */
export function ExportMenu({ href, format }: { href: string; format: ExportFormat }) {
  const { run } = useAction(chooseExportFormat);
  // plain links, since the answers are downloads
  return (
    <span className="inline-flex">
      <a
        href={withFormat(href, format)}
        download
        className={buttonClass({ look: "secondary", size: "small" }, "rounded-e-none")}
      >
        {text.action(text.formats[format].label)}
      </a>
      <Menu
        label={text.choose}
        look="secondary"
        size="icon"
        className="-ms-px rounded-s-none"
        items={EXPORT_FORMATS.map((one) => ({
          ...text.formats[one],
          href: { download: withFormat(href, one) },
          checked: one === format,
          onSelect: () => run({ format: one }),
        }))}
      >
        <ChevronDown aria-hidden="true" strokeWidth={1.5} className="size-4" />
      </Menu>
    </span>
  );
}

function withFormat(href: string, format: ExportFormat): string {
  const [path, query] = href.split("?");
  const params = new URLSearchParams(query);
  params.set("format", format);
  return `${path}?${params}`;
}
