"use client";

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SubmitEvent,
  startTransition,
  useContext,
  useEffect,
  useRef,
} from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useKeepOpen } from "@/components/ui/dialog-hold";
import { FormError } from "@/components/ui/form-error";
import { useHydrated } from "@/components/ui/use-hydrated";

type State = { pending: boolean; error?: ReactNode };

const FormContext = createContext<State>({ pending: false });

type Props = Omit<ComponentProps<"form">, "action"> & {
  /** gets what was typed; usually calls `run` of `useAction` */
  action: (data: FormData) => void;
  /** `busy` of `useAction` */
  pending?: boolean;
  /** what stopped the whole form, shown by `FormActions`; errors of one field belong to its `Field` */
  error?: ReactNode;
};

/**
 * A form that keeps what was typed when the answer is an error, sends once, and then puts the focus on the first
 * field in error. The server checks, in our words. Before hydration nothing can be sent: the browser would load the page
 * anew, without what was typed.
 */
export function Form({ action, pending = false, error, onSubmit, className = "", children, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  useKeepOpen("act", pending);

  useEffect(() => {
    if (pending || !sent.current) return;
    sent.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [pending]);

  // not React's own `action`, which empties the form even when the answer is an error
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    event.preventDefault();
    if (pending) return;
    sent.current = true;
    const data = new FormData(event.currentTarget, (event.nativeEvent as globalThis.SubmitEvent).submitter);
    startTransition(() => action(data));
  };

  return (
    <FormContext value={{ pending, error }}>
      <form
        noValidate
        method="post"
        {...rest}
        ref={form}
        onSubmit={submit}
        className={`flex flex-col gap-5 ${className}`}
      >
        {children}
      </form>
    </FormContext>
  );
}

/** Sends the form it stands in; at work while the form is. */
export function SubmitButton({ size = "small", disabled, className = "", ...rest }: ButtonProps) {
  const { pending } = useContext(FormContext);
  const isEarly = !useHydrated();
  return (
    <Button
      {...rest}
      size={size}
      type="submit"
      pending={pending || rest.pending}
      // a disabled default button also keeps the Enter key from sending
      disabled={isEarly || disabled}
      className={isEarly ? `${className} opacity-100!` : className}
    />
  );
}

const ALIGNED = { end: "sm:flex-row sm:justify-end", start: "sm:flex-row-reverse sm:justify-end", stretch: "" };

/** The end of a form or dialog: what went wrong, and under it the buttons, the acting one written last. */
export function FormActions({ align = "end", children }: { align?: keyof typeof ALIGNED; children: ReactNode }) {
  const { error } = useContext(FormContext);
  return (
    <div className="flex flex-col gap-4">
      <FormError>{error}</FormError>
      <div className={`flex flex-col-reverse gap-2 ${ALIGNED[align]}`}>{children}</div>
    </div>
  );
}
