import { call } from "./call";
import { poll } from "./poll";

/**
 * For what must not fail, such as Next's refresh, which replaces the page by a proxy's 502: each `ask` calls `act` once
 * the service answers and reaches its database, `wasAway` if it didn't at first. Further ones until then add nothing;
 * `stop` drops it.
 */
export function whenReachable(act: (wasAway: boolean) => void) {
  let asking: ReturnType<typeof poll> | null = null;

  const stop = () => {
    asking?.stop();
    asking = null;
  };
  const ask = () => {
    if (asking) return;
    let wasAway = false;
    asking = poll(
      (signal) => call("/api/health/ready", { signal }),
      (answer) => {
        if (!answer.ok) {
          wasAway = true;
          return;
        }
        stop();
        act(wasAway);
      },
      { now: true },
    );
  };
  return { ask, stop };
}
