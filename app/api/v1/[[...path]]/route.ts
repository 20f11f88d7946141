import { DomainError } from "@/lib/base/values/errors";
import { publicEndpoint } from "@/lib/service/api/endpoint";

const { GET } = publicEndpoint({
  path: "/api/v1/*",
  limit: null,
  input: { GET: unknown },
  verb: unknown,
  present: unknown,
});

function unknown(): never {
  throw new DomainError("not_found", "There is no such endpoint. The reference is at /docs/api.");
}

export { GET, GET as DELETE, GET as HEAD, GET as OPTIONS, GET as PATCH, GET as POST, GET as PUT };
