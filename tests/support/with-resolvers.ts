/** A promise that is settled from outside, as `Promise.withResolvers` of later versions of Node makes it. */
export function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
