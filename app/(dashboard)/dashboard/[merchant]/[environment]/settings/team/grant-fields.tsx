"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { RadioCards } from "@/components/ui/radio-cards";
import type { Role } from "@/lib/base/values/permissions";
import { teamMessages } from "@/lib/service/messages/en/team";

const { grant, roles: roleMessages } = teamMessages;

export type TerminalChoice = { id: string; name: string };

type Props = {
  roles: readonly Role[];
  terminals: TerminalChoice[];
  chosen: Role;
  onChoose?: (role: Role) => void;
  terminalIds?: string[];
  errors?: Record<string, string>;
};

/** The fields of a grant: a role and, for a cashier, the terminals. */
export function GrantFields({ roles, terminals, chosen, onChoose, terminalIds = [], errors }: Props) {
  const [role, setRole] = useState<string>(chosen);
  const choose = (next: string) => {
    setRole(next);
    onChoose?.(next as Role);
  };
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <RadioCards
          name="role"
          legend={grant.role}
          value={role}
          onChange={choose}
          cards={roles.map((value) => ({
            value,
            label: roleMessages[value].label,
            description: roleMessages[value].description,
          }))}
        />
        {errors?.role && <FieldError id="role-error">{errors.role}</FieldError>}
      </div>
      {role === "cashier" && (
        <Fieldset legend={grant.terminals} error={errors?.terminalIds}>
          {terminals.length === 0 && <p className="text-14 text-ink-2">{grant.noTerminals}</p>}
          {terminals.map(({ id, name }, index) => (
            <Checkbox
              key={id}
              name="terminalIds"
              value={id}
              label={name}
              defaultChecked={terminalIds.includes(id)}
              aria-invalid={index === 0 && errors?.terminalIds ? true : undefined}
            />
          ))}
        </Fieldset>
      )}
    </>
  );
}

/** The grant that a form with these fields holds. */
export function grantIn(data: FormData) {
  return { role: String(data.get("role")) as Role, terminalIds: data.getAll("terminalIds").map(String) };
}
