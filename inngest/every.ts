import { cron } from "inngest";

/** The trigger of work on a schedule. */
export const every = ({ everyMinutes }: { everyMinutes: number }) =>
  cron(everyMinutes === 1 ? "* * * * *" : `*/${everyMinutes} * * * *`);
