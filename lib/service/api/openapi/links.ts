/** Links to the next operations on the intent whose ID is at `pointer` in the response. */
export function linksToIntent(pointer: string) {
  const id = `$response.body#${pointer}`;
  return {
    status: { operationId: "getIntentStatus", description: "Get the status of this intent.", parameters: { id } },
    cancel: {
      operationId: "cancelPaymentIntent",
      description: "Cancel this intent while it is pending.",
      // a string: some client generators refuse an object
      requestBody: JSON.stringify({ id: `{${id}}` }),
    },
  };
}
