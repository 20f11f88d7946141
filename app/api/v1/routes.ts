import * as unknown from "@/app/api/v1/[[...path]]/route";
import * as cancel from "@/app/api/v1/cancel-payment-intent/route";
import * as create from "@/app/api/v1/create-payment-intent/route";
import * as demo from "@/app/api/v1/demo-create-intent/route";
import * as sales from "@/app/api/v1/get-terminal-sales/route";
import * as status from "@/app/api/v1/intent-status/route";
import * as openapi from "@/app/api/v1/openapi.json/route";
import * as instructions from "@/app/api/v1/payment-instructions/route";
import * as simulate from "@/app/api/v1/simulate-payment/route";

/** Every endpoint by its path, for the server's fast lane; a test holds it against the folders beside this file. */
export const API_ROUTES = {
  prefix: "/api/v1",
  exact: {
    "/api/v1/cancel-payment-intent": cancel,
    "/api/v1/create-payment-intent": create,
    "/api/v1/demo-create-intent": demo,
    "/api/v1/get-terminal-sales": sales,
    "/api/v1/intent-status": status,
    "/api/v1/openapi.json": openapi,
    "/api/v1/payment-instructions": instructions,
    "/api/v1/simulate-payment": simulate,
    "/v1/get-terminal-sales": sales,
  },
  unknown,
};
