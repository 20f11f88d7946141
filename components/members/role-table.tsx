import { Check, Minus } from "lucide-react";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { type Permission, ROLES, type Role } from "@/lib/base/values/permissions";
import { teamMessages } from "@/lib/service/messages/en/team";

const { roles, roleTable: messages } = teamMessages;

/** The permissions of each role at a glance; permissions that the same roles hold share a row. */
export function RoleTable({ rolesWith }: { rolesWith(permission: Permission): Role[] }) {
  return (
    <ScrollRegion label={messages.region} className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <table className="w-full min-w-140 text-14">
        <caption className="sr-only">{messages.caption}</caption>
        <thead>
          <tr className="border-b text-ink-2">
            <th scope="col" className="py-2 pe-4 text-start font-normal">
              {messages.permission}
            </th>
            {ROLES.map((role) => (
              <th key={role} scope="col" className="px-2 py-2 text-center font-normal">
                {roles[role].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {messages.permissions.map(({ permissions: [permission], label }) => (
            <tr key={permission}>
              <th scope="row" className="py-2 pe-4 text-start font-normal">
                {label}
              </th>
              {ROLES.map((role) => (
                <td key={role} className="px-2 py-2">
                  <Mark yes={rolesWith(permission).includes(role)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Mark({ yes }: { yes: boolean }) {
  const Icon = yes ? Check : Minus;
  return (
    <span className="grid place-items-center">
      <Icon aria-hidden="true" strokeWidth={1.5} className={`size-4 ${yes ? "text-verdigris" : "text-ink-2"}`} />
      <span className="sr-only">{yes ? messages.yes : messages.no}</span>
    </span>
  );
}
