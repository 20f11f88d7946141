import { Check, Minus } from "lucide-react";
import { ROLE_WORDS } from "@/components/team/role-words";
import { type Permission, ROLES, type Role } from "@/lib/members/permissions";

/** What the permissions allow, in a shop's words; rows with the same holders stand together. */
const ROWS: { permission: Permission; words: string }[] = [
  { permission: "payments.view", words: "See payments and terminals" },
  { permission: "payments.charge", words: "Take and cancel payments" },
  { permission: "reports.view", words: "See reports" },
  { permission: "payments.export", words: "Overview, exports, webhook log" },
  { permission: "keys.manage", words: "Keys, webhooks, API" },
  { permission: "terminals.manage", words: "Terminals and their devices" },
  { permission: "settlement.view", words: "See settlement and funds" },
  { permission: "attention.manage", words: "Decide about live money, prepare refunds" },
  { permission: "team.manage", words: "Team, shop details, audit log" },
  { permission: "cap.manage", words: "Receiving wallet, daily cap, owners" },
];

/** Who may do what, at a glance. */
export function RoleTable({ rolesWith }: { rolesWith(permission: Permission): Role[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section aria-label="Roles" tabIndex={0} className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <table className="w-full min-w-140 text-14">
        <caption className="sr-only">What each role may do</caption>
        <thead>
          <tr className="border-b text-ink-2">
            <th scope="col" className="py-2 pe-4 text-start font-normal">
              May
            </th>
            {ROLES.map((role) => (
              <th key={role} scope="col" className="px-2 py-2 text-center font-normal">
                {ROLE_WORDS[role].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {ROWS.map(({ permission, words }) => (
            <tr key={permission}>
              <th scope="row" className="py-2 pe-4 text-start font-normal">
                {words}
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
    </section>
  );
}

function Mark({ yes }: { yes: boolean }) {
  const Icon = yes ? Check : Minus;
  return (
    <span className="grid place-items-center">
      <Icon aria-hidden="true" strokeWidth={1.5} className={`size-4 ${yes ? "text-verdigris" : "text-ink-2"}`} />
      <span className="sr-only">{yes ? "yes" : "no"}</span>
    </span>
  );
}
