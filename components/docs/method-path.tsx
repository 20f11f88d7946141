/** `POST /create-payment-intent`, with the method in bold and line breaks only where necessary. */
export function MethodPath({ method, path }: { method: string; path: string }) {
  return (
    <code className="figures text-14 break-all">
      <span className="font-semibold">{method.toUpperCase()}</span> {path}
    </code>
  );
}
