/** What we use of the package, which brings no types. */
declare module "nodemailer" {
  type TransportOptions = {
    url: string;
    connectionTimeout: number;
    greetingTimeout: number;
    socketTimeout: number;
    dnsTimeout: number;
    disableFileAccess: true;
    disableUrlAccess: true;
  };
  type Message = {
    from: string | undefined;
    to: { name: string; address: string };
    subject: string;
    text: string;
    encoding: "quoted-printable";
    headers: Record<string, string>;
  };
  export function createTransport(options: TransportOptions): {
    sendMail(message: Message): Promise<unknown>;
    close(): void;
  };
}
