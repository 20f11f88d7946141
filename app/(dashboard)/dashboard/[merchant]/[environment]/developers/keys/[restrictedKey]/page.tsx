import type { Metadata } from "next";
import { KeyDetails } from "@/components/keys/key-details";
import { KeyNote } from "@/components/keys/key-note";
import { KeyState } from "@/components/keys/key-state";
import { listRoles } from "@/components/members/list-roles";
import { pathTo } from "@/components/shell/paths";
import { KeySlip } from "@/components/terminals/key-slip";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { rolesGranting, type Scope } from "@/lib/base/values/scopes";
import { listReplacedSecrets } from "@/lib/business/keys/list-replaced-secrets";
import { scopesLost } from "@/lib/business/keys/restricted-state";
import { keysMessages } from "@/lib/service/messages/en/keys";
import { RevokeKey, RevokeReplaced, RotateKey } from "./key-actions";
import { keyOf } from "./key-of";

const { detail, rotate, title } = keysMessages;

type Props = PageProps<"/dashboard/[merchant]/[environment]/developers/keys/[restrictedKey]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { key } = await keyOf(params, "developers.view");
  return { title: key.name };
}

export default async function Page({ params }: Props) {
  const { member, key } = await keyOf(params, "developers.view");
  const { ctx, merchant, environment, can } = member;
  const replaced = await listReplacedSecrets(ctx, key.id);
  const dashboard = { merchant: merchant.id, environment };
  const clock = { zone: merchant.timeZone, now: new Date().toISOString() };
  const prefix = environment === "live" ? "svc_live_" : "svc_test_";
  const manages = can("keys.manage") && key.state !== "ended";
  const lacking = scopesLost(key.scopes, ctx.role);
  const named = { dashboard, keyId: key.id, name: key.name };
  return (
    <>
      <PageHeader
        title={<span className="line-clamp-2 text-20">{key.name}</span>}
        badge={<KeyState {...key} />}
        back={{ href: pathTo(dashboard, "developers", "keys"), label: title }}
        actions={
          manages && (
            <>
              {lacking.length === 0 && <RotateKey {...named} />}
              <RevokeKey {...named} />
            </>
          )
        }
      />
      <KeyNote item={key} />
      <KeyDetails item={key} prefix={prefix} {...clock} />
      {manages && lacking.length > 0 && (
        <p className="max-w-measure text-14 text-pretty text-ink-2">
          {rotate.cannot(lacking.join(", "), listRoles(rolesGranting(lacking[0] as Scope)))}
        </p>
      )}
      {replaced.length > 0 && (
        <Section title={detail.replaced.title} description={detail.replaced.description}>
          <div className="flex flex-col gap-3">
            {replaced.map((secret) => (
              <KeySlip
                key={secret.id}
                item={secret}
                prefix={prefix}
                {...clock}
                actions={manages && <RevokeReplaced dashboard={dashboard} secretId={secret.id} last4={secret.last4} />}
              />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}
