import { expect, it } from "vitest";
import { actionRequestState, expectAction, forgetActionRequest } from "@/lib/service/api/action-requests";

it("requests that never end are forgotten once there are too many, the oldest first", () => {
  const ids = Array.from({ length: 10_001 }, (_, n) => `request-${n}`);
  for (const id of ids) expectAction(id);
  expect(actionRequestState("request-0")).toBeUndefined();
  expect(actionRequestState("request-1")).toBe("expected");
  expect(actionRequestState("request-10000")).toBe("expected");
  for (const id of ids) forgetActionRequest(id);
});
