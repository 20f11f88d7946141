import { endpoint } from "@/lib/api/endpoint";
import { DomainError } from "@/lib/errors";

const unknown = async () => {
  throw new DomainError("not_found", "There is no such endpoint. The reference is at /docs/api.");
};

const { GET } = endpoint({ path: "/api/v1/*", GET: unknown });

export { GET, GET as DELETE, GET as HEAD, GET as OPTIONS, GET as PATCH, GET as POST, GET as PUT };
