import { auditMessages } from "@/lib/messages/en/audit";

/** The label of an action; one without a message is read off its name: `terminal.renamed` is "Terminal renamed". */
export function actionLabel(action: string): string {
  const label = auditMessages.actions[action] ?? action.replaceAll(/[._]/g, " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}
