"use client";

import { type ChangeEvent, useRef, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { BrandPreview } from "@/components/settings/brand-preview";
import { shrinkLogo } from "@/components/settings/shrink-logo";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormError } from "@/components/ui/form-error";
import { toast } from "@/components/ui/toast";
import { settingsMessages } from "@/lib/service/messages/en/settings";
import { removeLogo, setLogo } from "./actions";

const messages = settingsMessages.business.logo;

type Props = { dashboard: DashboardParams; name: string; logo: string | null; accentColour: string | null };

/** Uploads a logo for the payment page; a large image is made smaller in the browser first. */
export function LogoForm({ dashboard, name, logo, accentColour }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const upload = useAction(setLogo, { onDone: () => toast({ title: messages.saved, tone: "good" }) });
  const chooser = useRef<HTMLButtonElement>(null);
  const [isRemoved, setRemoved] = useState(false);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    upload.clear();
    setReading(true);
    const result = await shrinkLogo(file);
    setReading(false);
    setRefused(result.ok ? null : result.message);
    if (result.ok) upload.run(dashboard, { image: result.image });
  };

  return (
    <div className="flex max-w-xl flex-col items-start gap-4">
      {logo && <BrandPreview name={name} logo={logo} accentColour={accentColour} />}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={chooser}
          look="secondary"
          size="small"
          pending={reading || upload.busy}
          onClick={() => input.current?.click()}
        >
          {logo ? messages.replace : messages.choose}
        </Button>
        {logo && (
          <ConfirmDialog
            trigger={{ children: messages.remove, look: "ghost" }}
            title={messages.removeTitle}
            consequence={messages.removeConsequence}
            verb={messages.remove}
            returnTo={isRemoved ? chooser : undefined}
            onOpenChange={(open) => open && setRemoved(false)}
            onConfirm={() => removeLogo(dashboard, {})}
            onDone={() => {
              setRemoved(true);
              toast({ title: messages.removed });
            }}
          />
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={messages.file}
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <p className="text-14 text-ink-2">{messages.hint}</p>
      <FormError>{refused ?? upload.failure?.message}</FormError>
    </div>
  );
}
