/** `POST /create-payment-intent`, the verb told apart by weight, the path broken only where it must be. */
export function MethodPath({ method, path }: { method: string; path: string }) {
  return (
    <code className="figures text-14 break-all">
      <span className="font-semibold">{method.toUpperCase()}</span> {path}
    </code>
  );
}
