/** What it is, in two sentences. */
export function Headline({ appName }: { appName: string }) {
  return (
    <div className="flex max-w-[38rem] flex-col gap-6">
      <h1 className="text-44 font-semibold tracking-[-0.035em] text-balance sm:text-72">Your own till for USDT.</h1>
      <p className="max-w-measure text-20 text-pretty">
        {appName} takes payments in USDT on TRON (TRC20). Your server asks for an amount, your customer pays from a
        wallet by QR code, and your server gets a signed message once it is paid.
      </p>
    </div>
  );
}

/** For whom it is, and what it is not. */
export function Facts() {
  return (
    <dl className="flex max-w-[38rem] flex-col self-start border-t text-16">
      <Fact name="For">Shops and developers who want to be paid in USDT and run the software themselves.</Fact>
      <Fact name="Runs">As one process with its own Postgres. There is no company behind it that takes a share.</Fact>
      <Fact name="Exact">Amounts to the millionth of a USDT, never rounded. What is asked is what must arrive.</Fact>
      <Fact name="Is not">
        A wallet, an exchange or a custodian. It holds no money, and no private key lies on the server.
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="grid grid-cols-[5rem_1fr] gap-4 border-b py-4">
      <dt className="font-semibold">{name}</dt>
      <dd className="max-w-measure text-ink-2">{children}</dd>
    </div>
  );
}
