import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { choices } = terminalsMessages.rotate;

/** How many hours a rotated key keeps working, as options of a form. */
export const GRACE_CHOICES = [
  { value: "0", ...choices.now },
  { value: "1", ...choices.hour },
  { value: "24", ...choices.day },
];
